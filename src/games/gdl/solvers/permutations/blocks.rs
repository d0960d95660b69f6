//! Short words for permutations, by blocks of points.
//!
//! The points of a block are brought to their images at once, by shortest paths among the tuples of images that
//! occur. Two paths to one tuple make an element that fixes these points (O. Schreier, 1927); the shortest of those
//! are the steps of paths for later blocks.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::{Budget, Stop};

use super::words::{Chain, Element, Perm, reduced};

/// Most points of a block: a tuple of them is packed into one number.
const MOST_POINTS: usize = 8;
/// Most tuples of a block of several points.
const TUPLES: usize = 20_000;
/// Elements that paths between tuples consist of.
const ELEMENTS: usize = 120;

pub(super) struct Blocks<'c> {
    chain: &'c Chain,
    blocks: Vec<Block>,
}

impl<'c> Blocks<'c> {
    /// # Errors
    /// When the budget runs out.
    pub fn new(chain: &'c Chain, budget: &Budget) -> Result<Self, Stop> {
        let mut blocks = Vec::new();
        let mut found = chain.letters.clone();
        let mut level = 0;
        while level < chain.base.len() {
            let first = level;
            let mut tuples = 1;
            while level < chain.base.len() && level - first < MOST_POINTS {
                let more = tuples * (chain.levels[level].len() + 1);
                if level > first && more > TUPLES {
                    break;
                }
                (tuples, level) = (more, level + 1);
            }
            if tuples == 1 {
                continue;
            }
            let known = chain.levels[first..].iter().flat_map(|own| own.values());
            let known: Vec<Element> = known.cloned().collect();
            let elements = chosen(found.iter().chain(&known), ELEMENTS);
            let mut block = Block::new(chain, first..level, elements, budget)?;
            if block.ways.len() < tuples {
                // With all elements of the chain every tuple is reached.
                let elements = chosen(found.iter().chain(&known), usize::MAX);
                block = Block::new(chain, first..level, elements, budget)?;
            }
            found = std::mem::take(&mut block.around);
            blocks.push(block);
        }
        Ok(Self { chain, blocks })
    }

    /// Finds a word for an element; `None` if it is not in the group.
    pub fn word(&self, perm: &[u16]) -> Option<Vec<u16>> {
        let base = self.chain.base.iter();
        let mut places: Vec<u16> = base.map(|point| perm[*point as usize]).collect();
        let mut parts: Vec<&[u16]> = Vec::new();
        for block in &self.blocks {
            let tuple = packed(&places[block.points.clone()]);
            let way = *block.numbers.get(&tuple)?;
            for element in block.back(way) {
                let (own, back) = &block.elements[element as usize];
                moved(&mut places, back);
                parts.push(&own.word);
            }
        }
        parts.reverse();
        Some(reduced(parts.concat()))
    }
}

/// The shortest of some elements, each with its inverse.
fn chosen<'e>(all: impl Iterator<Item = &'e Element>, most: usize) -> Vec<(Element, Perm)> {
    let mut all: Vec<&Element> = all.collect();
    all.sort_by_key(|element| element.word.len());
    let mut met: FxHashSet<&Perm> = FxHashSet::default();
    all.retain(|element| met.insert(&element.perm));
    let mut chosen: Vec<(Element, Perm)> = Vec::new();
    for element in all {
        if chosen.len() >= most {
            break;
        }
        let back = element.inverse();
        if !met.contains(&back.perm) {
            chosen.push((back.clone(), element.perm.clone()));
        }
        chosen.push((element.clone(), back.perm));
    }
    chosen
}

fn packed(places: &[u16]) -> u128 {
    let one = |all: u128, place: &u16| all << 16 | u128::from(*place);
    places.iter().fold(0, one)
}

fn moved(places: &mut [u16], perm: &[u16]) {
    places
        .iter_mut()
        .for_each(|place| *place = perm[*place as usize]);
}

/// Points that are brought to their images together.
struct Block {
    /// Their indices in the base.
    points: std::ops::Range<usize>,
    /// With their inverses.
    elements: Vec<(Element, Perm)>,
    numbers: FxHashMap<u128, u32>,
    ways: Vec<Way>,
    /// Elements that fix the points.
    around: Vec<Element>,
}

/// Shortest path to a tuple of images.
#[derive(Clone, Copy)]
struct Way {
    places: u128,
    /// In letters.
    length: u32,
    /// The path without its last element; itself at the start.
    before: u32,
    element: u32,
}

impl Block {
    fn new(
        chain: &Chain,
        points: std::ops::Range<usize>,
        elements: Vec<(Element, Perm)>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let start = packed(&chain.base[points.clone()]);
        let mut block = Self {
            elements,
            numbers: FxHashMap::from_iter([(start, 0)]),
            ways: vec![Way {
                places: start,
                length: 0,
                before: 0,
                element: 0,
            }],
            around: Vec::new(),
            points,
        };
        let mut around = Around::default();
        let mut open: BTreeMap<u32, Vec<u32>> = BTreeMap::from([(0, vec![0])]);
        let mut ticker = budget.ticker(256);
        while let Some(mut first) = open.first_entry() {
            let length = *first.key();
            let Some(number) = first.get_mut().pop() else {
                first.remove();
                continue;
            };
            let way = block.ways[number as usize];
            if way.length != length {
                continue;
            }
            ticker.tick()?;
            for element in 0..block.elements.len() as u32 {
                let (own, _) = &block.elements[element as usize];
                let next = Way {
                    places: block.after(way.places, &own.perm),
                    length: length + own.word.len() as u32,
                    before: number,
                    element,
                };
                let known = block.numbers.get(&next.places).copied();
                let reached = known.unwrap_or(block.ways.len() as u32);
                match known.map(|known| block.ways[known as usize].length) {
                    Some(length) if length <= next.length => {
                        if next.length + length < around.longest() {
                            block.way_round(chain, next, reached, &mut around);
                        }
                        continue;
                    }
                    Some(_) => block.ways[reached as usize] = next,
                    None => {
                        block.numbers.insert(next.places, reached);
                        block.ways.push(next);
                    }
                }
                open.entry(next.length).or_default().push(reached);
            }
        }
        block.around = around.found;
        Ok(block)
    }

    fn after(&self, places: u128, perm: &[u16]) -> u128 {
        let shifts = (0..self.points.len()).map(|at| 16 * at);
        let one = |shift: usize| u128::from(perm[usize::from((places >> shift) as u16)]) << shift;
        shifts.map(one).sum()
    }

    /// Elements of a path, the last first.
    fn back(&self, mut number: u32) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let way = self.ways[number as usize];
            (number != 0).then(|| {
                number = way.before;
                way.element
            })
        })
    }

    fn path(&self, number: u32) -> Vec<u32> {
        let mut path: Vec<u32> = self.back(number).collect();
        path.reverse();
        path
    }

    fn product(&self, elements: &[u32]) -> Element {
        let identity = Element::identity(self.elements[0].1.len());
        let one = |all: Element, element: &u32| all.then(&self.elements[*element as usize].0);
        elements.iter().fold(identity, one)
    }

    /// Adds the element that goes to a tuple by one path and back by another.
    fn way_round(&self, chain: &Chain, there: Way, back: u32, around: &mut Around) {
        let mut elements = self.path(there.before);
        elements.push(there.element);
        let mut places = chain.base.clone();
        for element in &elements {
            moved(&mut places, &self.elements[*element as usize].0.perm);
        }
        for element in self.back(back) {
            moved(&mut places, &self.elements[element as usize].1);
        }
        if places == chain.base || !around.met.insert(places) {
            return;
        }
        let back = self.product(&self.path(back)).inverse();
        around.add(self.product(&elements).then(&back));
    }
}

/// Shortest elements that fix the points of a block.
#[derive(Default)]
struct Around {
    found: Vec<Element>,
    /// Images of the base under them.
    met: FxHashSet<Vec<u16>>,
    longest: Option<u32>,
}

impl Around {
    /// Only shorter elements are of use.
    fn longest(&self) -> u32 {
        self.longest.unwrap_or(u32::MAX)
    }

    fn add(&mut self, element: Element) {
        self.found.push(element);
        if self.found.len() >= 4 * ELEMENTS {
            self.found.sort_by_key(|element| element.word.len());
            self.found.truncate(2 * ELEMENTS);
            self.longest = self.found.last().map(|last| last.word.len() as u32);
        }
    }
}
