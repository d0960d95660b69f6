//! Union-find over numbers.

use std::collections::BTreeMap;

/// Parent of each number; a root is its own parent.
#[derive(Clone)]
pub struct UnionFind(Vec<usize>);

impl UnionFind {
    /// Numbers from 0 to `count` - 1, each in a group of its own.
    pub fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The number that all of a group have as root. Halves the path there, so that later calls are faster.
    pub fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// Makes one group of the groups of these numbers.
    pub fn join(&mut self, numbers: &[usize]) {
        for pair in numbers.windows(2) {
            let (a, b) = (self.root(pair[0]), self.root(pair[1]));
            self.0[a] = b;
        }
    }

    /// Root of the group that contains all these numbers, if one does.
    pub fn common_root(&mut self, numbers: &[usize]) -> Option<usize> {
        let first = self.root(*numbers.first()?);
        let is_common = numbers.iter().all(|number| self.root(*number) == first);
        is_common.then_some(first)
    }

    /// Root of each group.
    pub fn roots(&mut self) -> Vec<usize> {
        let mut roots: Vec<usize> = (0..self.0.len()).map(|number| self.root(number)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Numbers of each group, ascending.
    pub fn into_groups(mut self) -> Vec<Vec<usize>> {
        let mut groups = BTreeMap::<_, Vec<_>>::new();
        for number in 0..self.0.len() {
            groups.entry(self.root(number)).or_default().push(number);
        }
        groups.into_values().collect()
    }
}
