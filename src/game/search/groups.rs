//! Disjoint groups of numbers that are joined step by step (union-find).

/// For each number another one of its group; itself at the root.
#[derive(Clone)]
pub struct Groups(Vec<usize>);

impl Groups {
    /// The numbers from 0 on, each in a group of its own.
    pub fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    pub fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    pub fn join(&mut self, numbers: &[usize]) {
        for pair in numbers.windows(2) {
            let (a, b) = (self.root(pair[0]), self.root(pair[1]));
            self.0[a] = b;
        }
    }

    /// The group that all these are in.
    pub fn place(&mut self, numbers: &[usize]) -> Option<usize> {
        let first = self.root(*numbers.first()?);
        numbers
            .iter()
            .all(|number| self.root(*number) == first)
            .then_some(first)
    }

    /// The root of each group.
    pub fn all(&mut self) -> Vec<usize> {
        let mut roots: Vec<usize> = (0..self.0.len()).map(|number| self.root(number)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// The numbers of each group, ascending.
    pub fn members(mut self) -> Vec<Vec<usize>> {
        let roots = self.all();
        let mut members = vec![Vec::new(); roots.len()];
        for number in 0..self.0.len() {
            let root = self.root(number);
            let place = roots.partition_point(|own| *own < root);
            members[place].push(number);
        }
        members
    }
}
