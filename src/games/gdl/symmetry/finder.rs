//! Generators of a graph's automorphism group, by individualisation and refinement: one vertex
//! after the other is told apart from its like until all are; then, from the last one back, it is
//! tried to put each of its like in its place (McKay's way, with the orbits found so far left out).

use rustc_hash::FxHashMap;

use crate::search::{Budget, Stop};

use super::graph::{Graph, mix};

/// Most vertices that are told apart one by one, and most colours that are kept for that.
const MOST_LEVELS: usize = 400;
const MOST_COLOURS: usize = 10_000_000;
const MOST_FOUND: usize = 64;
/// Most refinements for one vertex in place of another.
const MOST_TRIES: usize = 40;

/// A partition on the way to one in which all vertices are told apart.
struct Level {
    colours: Vec<u64>,
    /// The colours in order, to see at once whether another partition can be like this one.
    sorted: Vec<u64>,
    /// The vertex that is told apart next, if there are still some alike.
    pick: Option<u32>,
}

pub(super) struct Finder<'g> {
    graph: &'g Graph,
    levels: Vec<Level>,
    /// Orbits of the vertices under what is found, as a forest.
    above: Vec<u32>,
    tries: usize,
}

impl<'g> Finder<'g> {
    pub fn new(graph: &'g Graph) -> Self {
        Self {
            graph,
            levels: Vec::new(),
            above: (0..graph.colours.len() as u32).collect(),
            tries: 0,
        }
    }

    /// Generators as maps from vertex to vertex, as far as they move a vertex that `matters`; those
    /// found so far when the budget runs out.
    pub fn generators(mut self, matters: impl Fn(u32) -> bool, budget: &Budget) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        // What is cut short is not wrong, just not all.
        if self.descend(&matters, budget).is_ok() {
            let _ = self.ascend(&matters, &mut found, budget);
        }
        found
    }

    /// Tells all vertices apart, those that matter first.
    fn descend(&mut self, matters: impl Fn(u32) -> bool, budget: &Budget) -> Result<(), Stop> {
        let mut colours = self.graph.colours.clone();
        self.graph.refine(&mut colours, budget)?;
        loop {
            let levels = self.levels.len();
            if levels > MOST_LEVELS || levels * colours.len() > MOST_COLOURS {
                return Err(Stop::Memory);
            }
            let mut classes: FxHashMap<u64, (u32, u32)> = FxHashMap::default();
            for (vertex, colour) in (0..).zip(&colours) {
                let class = classes.entry(*colour).or_insert((0, vertex));
                class.0 += 1;
            }
            let alike = classes.values().filter(|(size, _)| *size > 1);
            let pick = alike.min_by_key(|(size, vertex)| (!matters(*vertex), *size, *vertex));
            let pick = pick.map(|(_, vertex)| *vertex);
            let mut sorted = colours.clone();
            sorted.sort_unstable();
            let next = pick.map(|pick| (pick, colours.clone()));
            self.levels.push(Level {
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

    fn single_out(&self, colours: &mut Vec<u64>, vertex: u32, budget: &Budget) -> Result<(), Stop> {
        let colour = &mut colours[vertex as usize];
        *colour = mix(*colour, 1);
        self.graph.refine(colours, budget)
    }

    /// From the last partition back: the vertices that can stand in for the one told apart there.
    fn ascend(
        &mut self,
        matters: impl Fn(u32) -> bool,
        found: &mut Vec<Vec<u32>>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        for at in (0..self.levels.len()).rev() {
            let level = &self.levels[at];
            // Beyond, all that matters is told apart, so nothing of it is moved.
            let Some(pick) = level.pick.filter(|pick| matters(*pick)) else {
                continue;
            };
            let alike = of_colour(&level.colours, level.colours[pick as usize]);
            let mut refuted: Vec<u32> = Vec::new();
            for other in alike {
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
                            self.above[a as usize] = b;
                        }
                        found.push(map);
                        if found.len() == MOST_FOUND {
                            return Ok(());
                        }
                    }
                    None => refuted.push(other),
                }
            }
        }
        Ok(())
    }

    /// An automorphism that leads from a level's partition to this one.
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
            let places: FxHashMap<u64, u32> = right.iter().copied().zip(0..).collect();
            let image = |colour: &u64| places.get(colour).copied();
            let map: Option<Vec<u32>> = level.colours.iter().map(image).collect();
            return Ok(map.filter(|map| self.graph.is_kept_by(map)));
        };
        for other in of_colour(right, level.colours[pick as usize]) {
            self.tries += 1;
            if self.tries > MOST_TRIES {
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

    fn orbit(&self, mut vertex: u32) -> u32 {
        while self.above[vertex as usize] != vertex {
            vertex = self.above[vertex as usize];
        }
        vertex
    }
}

fn of_colour(colours: &[u64], colour: u64) -> Vec<u32> {
    let all = (0..).zip(colours);
    all.filter(|(_, own)| **own == colour)
        .map(|(vertex, _)| vertex)
        .collect()
}
