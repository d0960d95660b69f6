//! Sets of objects, of cells, and of movements of layers.

/// Numbers of the ones in a list of words, in order.
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    let words = words.iter().enumerate();
    words.flat_map(|(index, word)| Bits(*word).map(move |bit| 64 * index + bit))
}

/// Positions of the ones in a word.
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask(Vec<u64>);

impl Mask {
    pub fn new(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut mask = Self::default();
        numbers.into_iter().for_each(|number| mask.insert(number));
        mask
    }

    pub fn insert(&mut self, number: usize) {
        let word = number / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// Adds all numbers of another set; returns whether any is new.
    pub fn merge(&mut self, other: &Self) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut new = 0;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            new |= other & !*word;
            *word |= other;
        }
        new != 0
    }

    pub fn add(&mut self, other: &Self) {
        self.merge(other);
    }

    pub fn remove(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    /// Removes all numbers that another set lacks.
    pub fn intersect(&mut self, other: &Self) {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    pub fn has(&self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        let word_of = |index| other.0.get(index).copied().unwrap_or(0);
        let mut words = self.0.iter().enumerate();
        words.all(|(index, word)| word & !word_of(index) == 0)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        ones(&self.0)
    }
}

/// Kinds of movement: up, down, left, right, action. A layer's are numbered from `MOVEMENTS` times its index.
pub const MOVEMENTS: usize = 5;

/// All movements of a layer, as numbers.
pub fn all_of(layer: usize) -> Mask {
    Mask::new(MOVEMENTS * layer..MOVEMENTS * (layer + 1))
}
