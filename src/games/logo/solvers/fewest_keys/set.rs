//! Sets of cells, and the states of the search for paths.

/// A set of up to 64 × `WORDS` cells, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StampSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> StampSet<WORDS> {
    pub const NONE: Self = Self([0; WORDS]);

    #[inline]
    pub fn one(cell: usize) -> Self {
        let mut set = Self::NONE;
        set.0[cell / 64] = 1 << (cell % 64);
        set
    }

    /// The cells 0 to `number` - 1.
    pub fn below(number: usize) -> Self {
        Self(std::array::from_fn(|word| {
            let bits = number.saturating_sub(64 * word).min(64) as u32;
            u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0)
        }))
    }

    #[inline]
    pub fn count(self) -> usize {
        let words = self.0.into_iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub fn with(self, cell: usize) -> Self {
        self.union(Self::one(cell))
    }

    #[inline]
    pub fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Returns whether the sets intersect. Word by word, as comparing the whole would call a library function.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        let words = self.0.into_iter().zip(other.0);
        words.fold(0, |common, (own, other)| common | own & other) != 0
    }

    pub fn cells(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let word = self.0.iter().position(|word| *word != 0)?;
            let cell = self.0[word].trailing_zeros() as usize;
            self.0[word] &= self.0[word] - 1;
            Some(64 * word + cell)
        })
    }

    /// Cells from `8 * octet` on, as eight bits.
    #[inline]
    pub fn octet(self, octet: usize) -> usize {
        (self.0[octet / 8] >> (8 * (octet % 8))) as usize & 255
    }

    /// A hash with well-distributed upper bits, as in FxHash.
    #[inline]
    pub fn hash(self) -> u64 {
        self.0.into_iter().fold(0, |folded: u64, word| {
            (folded.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

/// A partial path: the cells visited and the last of them.
#[derive(Clone, Copy)]
pub(super) struct PathState<const WORDS: usize> {
    pub done: StampSet<WORDS>,
    /// Length of the path so far, from the cursor's start.
    pub length: i32,
    /// Lower bound of all paths through here, in price units.
    pub bound: i32,
    /// Index of the state before, in the previous layer.
    pub parent: u32,
    /// The cell visited last.
    pub cell: u16,
}
