//! Generators of a graph's automorphism group, by individualization and refinement (after McKay): vertices are
//! singled out one after the other until all have different colours. Then, from the last one back, each vertex of the
//! same colour is tried in its place, unless an orbit found so far contains it.

use rustc_hash::FxHashMap;

use super::graph::{ColouredGraph, mix};
use crate::search::{Budget, Stop};

/// Most vertices that are singled out, and most colours stored for that.
const MAX_LEVELS: usize = 400;
const MAX_COLOURS: usize = 10_000_000;
/// Most generators; each at least doubles the group, so what further ones merge matters little.
const MAX_GENERATORS: usize = 64;
/// Most refinements for one vertex in place of another.
const MAX_TRIES: usize = 40;

/// Partition on the way to the discrete one.
struct RefinementLevel {
    colours: Vec<u64>,
    /// Sorted colours, to compare partitions quickly.
    sorted: Vec<u64>,
    /// Vertex that is singled out next, if there is one of equal colour.
    pick: Option<u32>,
}

pub(super) struct SymmetryFinder<'g> {
    graph: &'g ColouredGraph,
    levels: Vec<RefinementLevel>,
    /// Orbits of the vertices under the generators found, as a forest.
    parents: Vec<u32>,
    /// Refinements for the present vertex.
    tries: usize,
}

impl<'g> SymmetryFinder<'g> {
    pub fn new(graph: &'g ColouredGraph) -> Self {
        Self {
            graph,
            levels: Vec::new(),
            parents: (0..graph.colours.len() as u32).collect(),
            tries: 0,
        }
    }

    /// Generators as maps of vertices, as far as they move a vertex that `matters`. If the budget runs out, those
    /// found so far.
    pub fn generators(mut self, matters: impl Fn(u32) -> bool, budget: &Budget) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        // If the search is cut short, the generators are right, but not all.
        if self.descend(&matters, budget).is_ok() {
            let _ = self.ascend(&matters, &mut found, budget);
        }
        found
    }

    /// Refines until all vertices differ, singling out first those that matter.
    fn descend(&mut self, matters: impl Fn(u32) -> bool, budget: &Budget) -> Result<(), Stop> {
        let mut colours = self.graph.colours.clone();
        self.graph.refine(&mut colours, budget)?;
        loop {
            let levels = self.levels.len();
            if levels > MAX_LEVELS || levels * colours.len() > MAX_COLOURS {
                return Err(Stop::Memory);
            }
            let mut classes: FxHashMap<u64, (u32, u32)> = FxHashMap::default();
            for (vertex, colour) in (0..).zip(&colours) {
                let class = classes.entry(*colour).or_insert((0, vertex));
                class.0 += 1;
            }
            let shared = classes.values().filter(|(size, _)| *size > 1);
            let pick = shared.min_by_key(|(size, vertex)| (!matters(*vertex), *size, *vertex));
            let pick = pick.map(|(_, vertex)| *vertex);
            let mut sorted = colours.clone();
            sorted.sort_unstable();
            let next = pick.map(|pick| (pick, colours.clone()));
            self.levels.push(RefinementLevel {
                colours,
                sorted,
                pick,
            });
            let Some((pick, mut finer)) = next else {
                return Ok(());
            };
            self.single_out(&mut finer, pick, budget)?;
            colours = finer;
        }
    }

    /// Gives a vertex a colour of its own and refines.
    fn single_out(&self, colours: &mut Vec<u64>, vertex: u32, budget: &Budget) -> Result<(), Stop> {
        let colour = &mut colours[vertex as usize];
        *colour = mix(*colour, 1);
        self.graph.refine(colours, budget)
    }

    /// From the last partition back: finds automorphisms that move the vertex singled out there.
    fn ascend(
        &mut self,
        matters: impl Fn(u32) -> bool,
        found: &mut Vec<Vec<u32>>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        for at in (0..self.levels.len()).rev() {
            let level = &self.levels[at];
            // Further down only vertices that do not matter were singled out.
            let Some(pick) = level.pick.filter(|pick| matters(*pick)) else {
                continue;
            };
            let candidates = with_colour(&level.colours, level.colours[pick as usize]);
            let mut refuted: Vec<u32> = Vec::new();
            for other in candidates {
                let orbit = self.orbit(other);
                let known = refuted.iter().any(|vertex| self.orbit(*vertex) == orbit);
                if known || orbit == self.orbit(pick) {
                    continue;
                }
                self.tries = 0;
                let mut right = self.levels[at].colours.clone();
                self.single_out(&mut right, other, budget)?;
                match self.complete(at + 1, &right, budget)? {
                    Some(map) => {
                        for (vertex, image) in (0..).zip(&map) {
                            let (a, b) = (self.orbit(vertex), self.orbit(*image));
                            self.parents[a as usize] = b;
                        }
                        found.push(map);
                        if found.len() == MAX_GENERATORS {
                            return Ok(());
                        }
                    }
                    None => refuted.push(other),
                }
            }
        }
        Ok(())
    }

    /// Completes a partition to an automorphism from a level's partition; `None` if there is none, or after
    /// [`MAX_TRIES`].
    fn complete(
        &mut self,
        at: usize,
        right: &[u64],
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let level = &self.levels[at];
        let mut sorted = right.to_vec();
        sorted.sort_unstable();
        if sorted != level.sorted {
            return Ok(None);
        }
        let Some(pick) = level.pick else {
            let vertices: FxHashMap<u64, u32> = right.iter().copied().zip(0..).collect();
            let image = |colour: &u64| vertices.get(colour).copied();
            let map: Option<Vec<u32>> = level.colours.iter().map(image).collect();
            return Ok(map.filter(|map| self.graph.is_automorphism(map)));
        };
        for other in with_colour(right, level.colours[pick as usize]) {
            self.tries += 1;
            if self.tries > MAX_TRIES {
                return Ok(None);
            }
            let mut finer = right.to_vec();
            self.single_out(&mut finer, other, budget)?;
            if let Some(map) = self.complete(at + 1, &finer, budget)? {
                return Ok(Some(map));
            }
        }
        Ok(None)
    }

    /// Representative of a vertex's orbit.
    fn orbit(&self, mut vertex: u32) -> u32 {
        while self.parents[vertex as usize] != vertex {
            vertex = self.parents[vertex as usize];
        }
        vertex
    }
}

fn with_colour(colours: &[u64], colour: u64) -> Vec<u32> {
    let own = (0..).zip(colours).filter(|(_, own)| **own == colour);
    own.map(|(vertex, _)| vertex).collect()
}
