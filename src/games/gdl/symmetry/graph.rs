//! Coloured graphs, and colour refinement.

use rustc_hash::FxHashSet;

use crate::search::{Budget, Stop};

/// Graph with coloured vertices and labelled, directed links.
pub(super) struct ColouredGraph {
    /// Colours of the vertices; an automorphism can only map vertices of equal colours.
    pub colours: Vec<u64>,
    /// Index in `neighbours` where those of each vertex begin, and the end.
    starts: Vec<u32>,
    /// For each vertex its neighbours, with twice the link's label, plus 1 where the link leads here.
    neighbours: Vec<(u32, u32)>,
}

/// Hash of two numbers.
pub(super) fn mix(a: u64, b: u64) -> u64 {
    let mut hash = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 29
}

impl ColouredGraph {
    /// Graph with these links: from, to, label.
    pub fn new(colours: Vec<u64>, links: &[(u32, u32, u32)]) -> Self {
        let mut starts = vec![0u32; colours.len() + 1];
        for (from, to, _) in links {
            starts[*from as usize + 1] += 1;
            starts[*to as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        let mut neighbours = vec![(0, 0); 2 * links.len()];
        let mut put = |at: u32, entry: (u32, u32)| {
            neighbours[free[at as usize] as usize] = entry;
            free[at as usize] += 1;
        };
        for (from, to, label) in links {
            put(*from, (*to, 2 * label));
            put(*to, (*from, 2 * label + 1));
        }
        Self {
            colours,
            starts,
            neighbours,
        }
    }

    fn neighbours(&self, vertex: usize) -> &[(u32, u32)] {
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// Refines colours by those of neighbours until no class is split any more (one-dimensional Weisfeiler–Leman
    /// refinement). New colours depend on colours alone, so those of two refinements can be compared.
    pub fn refine(&self, colours: &mut Vec<u64>, budget: &Budget) -> Result<(), Stop> {
        let mut classes = count(colours);
        while classes < colours.len() {
            budget.check()?;
            let finer = (0..colours.len()).map(|vertex| {
                let around = self.neighbours(vertex).iter();
                let sum = around.fold(0u64, |sum, (other, label)| {
                    sum.wrapping_add(mix(colours[*other as usize], u64::from(*label)))
                });
                mix(colours[vertex], sum)
            });
            let finer: Vec<u64> = finer.collect();
            let now = count(&finer);
            if now <= classes {
                break;
            }
            (*colours, classes) = (finer, now);
        }
        Ok(())
    }

    /// Returns whether a permutation of the vertices preserves colours and links.
    pub fn is_automorphism(&self, map: &[u32]) -> bool {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        (0..self.colours.len()).all(|vertex| {
            let image = map[vertex] as usize;
            here.clear();
            let mapped = self.neighbours(vertex).iter();
            here.extend(mapped.map(|(other, label)| (map[*other as usize], *label)));
            here.sort_unstable();
            there.clear();
            there.extend_from_slice(self.neighbours(image));
            there.sort_unstable();
            self.colours[vertex] == self.colours[image] && here == there
        })
    }
}

/// Number of different colours.
fn count(colours: &[u64]) -> usize {
    colours.iter().collect::<FxHashSet<_>>().len()
}
