/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask(Vec<u64>);

impl Mask {
    /// The set of these numbers.
    pub fn new(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut mask = Self::default();
        numbers.into_iter().for_each(|number| mask.insert(number));
        mask
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        let word = number / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// Adds all numbers of another set.
    pub fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Removes all numbers of another set.
    pub fn remove(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    /// Returns whether it contains a number.
    pub fn has(&self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Returns whether the sets intersect.
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns whether it is a subset of another set.
    pub fn is_subset(&self, other: &Self) -> bool {
        let word_of = |index| other.0.get(index).copied().unwrap_or(0);
        let mut words = self.0.iter().enumerate();
        words.all(|(index, word)| word & !word_of(index) == 0)
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Its numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| 64 * index + bit)
        })
    }
}
