use super::super::engine::cells;

/// A set of cells, numbered column by column, each from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSet(Vec<u64>);

impl CellSet {
    pub fn empty(cells: usize) -> Self {
        Self(vec![0; cells.div_ceil(64)])
    }

    pub fn all(cells: usize) -> Self {
        let mut set = Self::empty(cells);
        (0..cells).for_each(|cell| set.insert(cell));
        set
    }

    pub fn has(&self, cell: usize) -> bool {
        self.0
            .get(cell / 64)
            .is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    pub fn insert(&mut self, cell: usize) {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds the cells of another set; returns whether any is new.
    pub fn add(&mut self, other: &Self) -> bool {
        let mut new = 0;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            new |= other & !*word;
            *word |= other;
        }
        new != 0
    }

    /// Intersects with another set.
    pub fn intersect(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(word, other)| *word &= other);
    }

    /// Removes the cells of another set.
    pub fn subtract(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(word, other)| *word &= !other);
    }

    /// The cells in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        cells(&self.0)
    }
}
