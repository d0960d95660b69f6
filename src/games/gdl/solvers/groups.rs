//! Groups of facts that grow together.

use crate::net::Net;
use crate::search::{Budget, Stop};

/// For each bit another one of its group; itself at the root.
#[derive(Clone)]
pub(super) struct Groups(Vec<usize>);

impl Groups {
    /// The finest groups of facts that look at each other.
    pub fn looking(net: &Net, budget: &Budget) -> Result<Self, Stop> {
        let bits = net.facts.len();
        let mut groups = Self((0..bits).collect());
        for (bit, next) in net.next.iter().enumerate() {
            budget.check()?;
            let cone = net.cone([*next]);
            let mut together: Vec<usize> = (0..bits).filter(|bit| cone[bit + 1]).collect();
            together.push(bit);
            groups.join(&together);
        }
        Ok(groups)
    }

    pub fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    pub fn join(&mut self, bits: &[usize]) {
        for pair in bits.windows(2) {
            let (a, b) = (self.root(pair[0]), self.root(pair[1]));
            self.0[a] = b;
        }
    }

    /// The group that all these are in.
    pub fn place(&mut self, bits: &[usize]) -> Option<usize> {
        let first = self.root(*bits.first()?);
        bits.iter()
            .all(|bit| self.root(*bit) == first)
            .then_some(first)
    }

    /// The root of each group.
    pub fn all(&mut self) -> Vec<usize> {
        let mut roots: Vec<usize> = (0..self.0.len()).map(|bit| self.root(bit)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// The bits of each group.
    pub fn members(mut self) -> Vec<Vec<usize>> {
        let roots = self.all();
        let mut members = vec![Vec::new(); roots.len()];
        for bit in 0..self.0.len() {
            let root = self.root(bit);
            let place = roots.partition_point(|own| *own < root);
            members[place].push(bit);
        }
        members
    }
}
