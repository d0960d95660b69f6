//! Short words for permutations, by blocks of points.
//!
//! The points of a block are brought to their images at once, by shortest paths among the tuples of images that
//! occur. Two paths to one tuple make an element that fixes these points (O. Schreier, 1927); the shortest of those
//! are the steps of paths for later blocks.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::words::{Element, Perm, StabilizerChain, reduced};
use planwright_game::search::{Budget, Stop};

/// Most points of a block: a tuple of them is packed into one number.
const MAX_POINTS: usize = 8;
/// Most tuples of a block of several points.
const MAX_TUPLES: usize = 20_000;
/// Elements that paths between tuples consist of.
const MAX_ELEMENTS: usize = 120;

pub(super) struct WordFinder<'c> {
    chain: &'c StabilizerChain,
    blocks: Vec<Block>,
}

impl<'c> WordFinder<'c> {
    pub fn new(chain: &'c StabilizerChain, budget: &Budget) -> Result<Self, Stop> {
        let mut blocks = Vec::new();
        let mut found = chain.letters.clone();
        let mut level = 0;
        while level < chain.base.len() {
            let first = level;
            let mut tuples = 1;
            while level < chain.base.len() && level - first < MAX_POINTS {
                let more = tuples * (chain.levels[level].len() + 1);
                if level > first && more > MAX_TUPLES {
                    break;
                }
                (tuples, level) = (more, level + 1);
            }
            if tuples == 1 {
                continue;
            }
            let known = chain.levels[first..].iter().flat_map(|own| own.values());
            let known: Vec<Element> = known.cloned().collect();
            let elements = shortest(found.iter().chain(&known), MAX_ELEMENTS);
            let mut block = Block::new(chain, first..level, elements, budget)?;
            if block.paths.len() < tuples {
                // With all elements of the chain every tuple is reached.
                let elements = shortest(found.iter().chain(&known), usize::MAX);
                block = Block::new(chain, first..level, elements, budget)?;
            }
            found = std::mem::take(&mut block.stabilizers);
            blocks.push(block);
        }
        Ok(Self { chain, blocks })
    }

    /// Finds a word for an element; `None` if it is not in the group.
    pub fn word(&self, perm: &[u16]) -> Option<Vec<u16>> {
        let base = self.chain.base.iter();
        let mut images: Vec<u16> = base.map(|point| perm[*point as usize]).collect();
        let mut parts: Vec<&[u16]> = Vec::new();
        for block in &self.blocks {
            let tuple = pack(&images[block.points.clone()]);
            let path = *block.numbers.get(&tuple)?;
            for element in block.back(path) {
                let (own, back) = &block.elements[element as usize];
                permute(&mut images, back);
                parts.push(&own.word);
            }
        }
        parts.reverse();
        Some(reduced(parts.concat()))
    }
}

/// The shortest of some elements, each with its inverse.
fn shortest<'e>(all: impl Iterator<Item = &'e Element>, most: usize) -> Vec<(Element, Perm)> {
    let mut all: Vec<&Element> = all.collect();
    all.sort_by_key(|element| element.word.len());
    let mut known: FxHashSet<&Perm> = FxHashSet::default();
    all.retain(|element| known.insert(&element.perm));
    let mut chosen: Vec<(Element, Perm)> = Vec::new();
    for element in all {
        if chosen.len() >= most {
            break;
        }
        let back = element.inverse();
        if !known.contains(&back.perm) {
            chosen.push((back.clone(), element.perm.clone()));
        }
        chosen.push((element.clone(), back.perm));
    }
    chosen
}

fn pack(images: &[u16]) -> u128 {
    let one = |all: u128, image: &u16| all << 16 | u128::from(*image);
    images.iter().fold(0, one)
}

fn permute(images: &mut [u16], perm: &[u16]) {
    images
        .iter_mut()
        .for_each(|image| *image = perm[*image as usize]);
}

/// Points that are brought to their images together.
struct Block {
    /// Their indices in the base.
    points: std::ops::Range<usize>,
    /// With their inverses.
    elements: Vec<(Element, Perm)>,
    numbers: FxHashMap<u128, u32>,
    paths: Vec<TuplePath>,
    /// Elements that fix the points.
    stabilizers: Vec<Element>,
}

/// Shortest path to a tuple of images.
#[derive(Clone, Copy)]
struct TuplePath {
    images: u128,
    /// In letters.
    length: u32,
    /// The path without its last element; itself at the start.
    parent: u32,
    element: u32,
}

impl Block {
    fn new(
        chain: &StabilizerChain,
        points: std::ops::Range<usize>,
        elements: Vec<(Element, Perm)>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let start = pack(&chain.base[points.clone()]);
        let mut block = Self {
            elements,
            numbers: FxHashMap::from_iter([(start, 0)]),
            paths: vec![TuplePath {
                images: start,
                length: 0,
                parent: 0,
                element: 0,
            }],
            stabilizers: Vec::new(),
            points,
        };
        let mut stabilizers = Stabilizers::default();
        let mut open: BTreeMap<u32, Vec<u32>> = BTreeMap::from([(0, vec![0])]);
        let mut ticker = budget.ticker(256);
        while let Some(mut first) = open.first_entry() {
            let length = *first.key();
            let Some(number) = first.get_mut().pop() else {
                first.remove();
                continue;
            };
            let path = block.paths[number as usize];
            if path.length != length {
                continue;
            }
            ticker.tick()?;
            for element in 0..block.elements.len() as u32 {
                let (own, _) = &block.elements[element as usize];
                let next = TuplePath {
                    images: block.after(path.images, &own.perm),
                    length: length + own.word.len() as u32,
                    parent: number,
                    element,
                };
                let known = block.numbers.get(&next.images).copied();
                let reached = known.unwrap_or(block.paths.len() as u32);
                match known.map(|known| block.paths[known as usize].length) {
                    Some(length) if length <= next.length => {
                        if next.length + length < stabilizers.longest() {
                            block.add_loop(chain, next, reached, &mut stabilizers);
                        }
                        continue;
                    }
                    Some(_) => block.paths[reached as usize] = next,
                    None => {
                        block.numbers.insert(next.images, reached);
                        block.paths.push(next);
                    }
                }
                open.entry(next.length).or_default().push(reached);
            }
        }
        block.stabilizers = stabilizers.found;
        Ok(block)
    }

    fn after(&self, images: u128, perm: &[u16]) -> u128 {
        let shifts = (0..self.points.len()).map(|at| 16 * at);
        let one = |shift: usize| u128::from(perm[usize::from((images >> shift) as u16)]) << shift;
        shifts.map(one).sum()
    }

    /// Elements of a path, the last first.
    fn back(&self, mut number: u32) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let path = self.paths[number as usize];
            (number != 0).then(|| {
                number = path.parent;
                path.element
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
    fn add_loop(
        &self,
        chain: &StabilizerChain,
        forward: TuplePath,
        back: u32,
        stabilizers: &mut Stabilizers,
    ) {
        let mut elements = self.path(forward.parent);
        elements.push(forward.element);
        let mut images = chain.base.clone();
        for element in &elements {
            permute(&mut images, &self.elements[*element as usize].0.perm);
        }
        for element in self.back(back) {
            permute(&mut images, &self.elements[element as usize].1);
        }
        if images == chain.base || !stabilizers.images.insert(images) {
            return;
        }
        let back = self.product(&self.path(back)).inverse();
        stabilizers.add(self.product(&elements).then(&back));
    }
}

/// Shortest elements that fix the points of a block.
#[derive(Default)]
struct Stabilizers {
    found: Vec<Element>,
    /// Images of the base under them.
    images: FxHashSet<Vec<u16>>,
    longest: Option<u32>,
}

impl Stabilizers {
    /// Only shorter elements are of use.
    fn longest(&self) -> u32 {
        self.longest.unwrap_or(u32::MAX)
    }

    fn add(&mut self, element: Element) {
        self.found.push(element);
        if self.found.len() >= 4 * MAX_ELEMENTS {
            self.found.sort_by_key(|element| element.word.len());
            self.found.truncate(2 * MAX_ELEMENTS);
            self.longest = self.found.last().map(|last| last.word.len() as u32);
        }
    }
}
