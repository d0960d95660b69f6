//! Chain of subgroups of a permutation group, each of which fixes one more point, with a short word for each image
//! that the next point can have (T. Minkwitz, “An Algorithm for Solving the Factorization Problem in Permutation
//! Groups”, 1998; C. C. Sims, “Computational Methods in the Study of Permutation Groups”, 1970).
//!
//! The words are found by inserting many short words and what these leave to be done. The chain is taken to be
//! complete once a number of random elements in a row brings nothing new; so it may lack some.

use rustc_hash::FxHashMap;

use planwright_game::search::{Budget, Stop};

/// Image of each point.
pub(super) type Perm = Box<[u16]>;

const MAX_SHORT_WORDS: usize = 20_000;
/// Random elements in a row that bring nothing new, after which the chain is taken to be complete.
const MAX_IDLE_ROUNDS: usize = 40;
/// Random elements have fewer letters.
const MAX_LETTERS: usize = 40;
const MAX_RANDOM_ELEMENTS: usize = 4000;

/// An element of the group and a word for it: letters from left to right, `2 * generator`, and one more for its
/// inverse.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub perm: Perm,
    pub word: Vec<u16>,
}

impl Element {
    pub fn identity(points: usize) -> Self {
        Self {
            perm: (0..points as u16).collect(),
            word: Vec::new(),
        }
    }

    /// This element, then the other.
    pub fn then(&self, other: &Self) -> Self {
        Self {
            perm: after(&self.perm, &other.perm),
            word: reduced([&self.word[..], &other.word].concat()),
        }
    }

    pub fn inverse(&self) -> Self {
        Self {
            perm: inverse(&self.perm),
            word: self.word.iter().rev().map(|letter| letter ^ 1).collect(),
        }
    }
}

/// Cancels neighbouring letters that undo each other.
pub(super) fn reduced(letters: Vec<u16>) -> Vec<u16> {
    let mut word: Vec<u16> = Vec::with_capacity(letters.len());
    for letter in letters {
        match word.last() {
            Some(last) if *last == letter ^ 1 => {
                word.pop();
            }
            _ => word.push(letter),
        }
    }
    word
}

/// One permutation, then another.
pub(super) fn after(first: &[u16], second: &[u16]) -> Perm {
    first.iter().map(|to| second[*to as usize]).collect()
}

pub(super) fn inverse(perm: &[u16]) -> Perm {
    let mut inverse = vec![0; perm.len()];
    for (from, to) in (0..).zip(perm) {
        inverse[*to as usize] = from;
    }
    inverse.into()
}

pub(super) struct StabilizerChain {
    /// Points that are fixed one after the other.
    pub base: Vec<u16>,
    /// For each of them the elements that bring it to each image and fix those before it.
    pub levels: Vec<FxHashMap<u16, Element>>,
    /// Different moves and their inverses.
    pub letters: Vec<Element>,
}

impl StabilizerChain {
    /// Builds the chain of the group of these generators; random elements decide whether it is complete.
    pub fn new(generators: &[Perm], points: &[u16], budget: &Budget) -> Result<Self, Stop> {
        let size = generators.first().map_or(0, |perm| perm.len());
        let mut letters = vec![Element::identity(size)];
        let elements = (0..).zip(generators).map(|(number, perm)| Element {
            perm: perm.clone(),
            word: vec![2 * number],
        });
        let elements: Vec<Element> = elements.collect();
        for letter in elements
            .iter()
            .cloned()
            .chain(elements.iter().map(Element::inverse))
        {
            if letters.iter().all(|known| known.perm != letter.perm) {
                letters.push(letter);
            }
        }
        letters.remove(0);
        let mut chain = Self {
            base: points.to_vec(),
            levels: vec![FxHashMap::default(); points.len()],
            letters: letters.clone(),
        };
        chain.insert_short(&letters, size, budget)?;
        if letters.is_empty() {
            return Ok(chain);
        }
        chain.complete(&letters, size, budget)?;
        Ok(chain)
    }

    /// Inserts an element at the first point that it moves, then what is left to be done further down. Drops words
    /// longer than `longest`.
    fn insert(&mut self, mut element: Element, longest: usize) {
        for (level, point) in self.base.iter().enumerate() {
            let to = element.perm[*point as usize];
            if to == *point {
                continue;
            }
            if element.word.len() > longest {
                return;
            }
            match self.levels[level].get_mut(&to) {
                None => {
                    let inverse = element.inverse();
                    let back = inverse.perm[*point as usize];
                    self.levels[level].insert(to, element);
                    self.levels[level].entry(back).or_insert(inverse);
                    return;
                }
                Some(known) if known.word.len() > element.word.len() => {
                    let rest = known.then(&element.inverse());
                    *known = element;
                    element = rest;
                }
                Some(known) => element = element.then(&known.inverse()),
            }
        }
    }

    fn insert_short(
        &mut self,
        letters: &[Element],
        size: usize,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut known: rustc_hash::FxHashSet<Perm> = rustc_hash::FxHashSet::default();
        let mut all = vec![Element::identity(size)];
        known.insert(all[0].perm.clone());
        let mut at = 0;
        while at < all.len() && all.len() < MAX_SHORT_WORDS {
            budget.check()?;
            for letter in letters {
                let next = all[at].then(letter);
                if known.insert(next.perm.clone()) {
                    all.push(next);
                }
            }
            at += 1;
        }
        for element in all {
            budget.check()?;
            let longest = 4 * element.word.len() + 8;
            self.insert(element, longest);
        }
        Ok(())
    }

    /// Inserts random elements until these bring nothing new.
    fn complete(&mut self, letters: &[Element], size: usize, budget: &Budget) -> Result<(), Stop> {
        let mut random = fastrand::Rng::with_seed(5);
        let mut idle = 0;
        for _ in 0..MAX_RANDOM_ELEMENTS {
            budget.check()?;
            let mut element = Element::identity(size);
            for _ in 0..random.usize(1..MAX_LETTERS) {
                element = element.then(&letters[random.usize(..letters.len())]);
            }
            idle = if self.fill(element) { 0 } else { idle + 1 };
            if idle == MAX_IDLE_ROUNDS {
                break;
            }
        }
        Ok(())
    }

    /// Inserts an element, or what is left of it, where there is none yet. Returns whether that was so.
    fn fill(&mut self, mut element: Element) -> bool {
        for (level, point) in self.base.iter().enumerate() {
            let to = element.perm[*point as usize];
            if to == *point {
                continue;
            }
            match self.levels[level].get(&to) {
                None => {
                    self.levels[level].insert(to, element);
                    return true;
                }
                Some(known) => element = element.then(&known.inverse()),
            }
        }
        false
    }
}
