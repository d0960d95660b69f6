//! Sets of cells as bits, in one word or in several.

use std::ops::{BitAnd, BitOr, Not};

/// A set of cells, each an index below the number of bits.
pub(super) trait Set:
    Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    const NONE: Self;

    fn one(cell: usize) -> Self;

    fn below(number: usize) -> Self;

    fn count(self) -> usize;

    /// The least cell in it, if it has one, and the others.
    fn split(self) -> Option<(usize, Self)>;

    /// Eight cells of it, from `8 * octet` on, as bits.
    fn octet(self, octet: usize) -> usize;

    /// A number that spreads sets well over its upper bits.
    fn hash(self) -> u64;

    #[inline]
    fn has(self, cell: usize) -> bool {
        self & Self::one(cell) != Self::NONE
    }

    #[inline]
    fn with(self, cell: usize) -> Self {
        self | Self::one(cell)
    }

    /// Whether the two have a cell in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }

    fn cells(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (cell, others) = rest.split()?;
            rest = others;
            Some(cell)
        })
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Set for $word {
            const NONE: Self = 0;

            #[inline]
            fn one(cell: usize) -> Self {
                1 << cell
            }

            fn below(number: usize) -> Self {
                Self::MAX
                    .checked_shr(Self::BITS - number as u32)
                    .unwrap_or(0)
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn split(self) -> Option<(usize, Self)> {
                (self != 0).then(|| (self.trailing_zeros() as usize, self & (self - 1)))
            }

            #[inline]
            fn octet(self, octet: usize) -> usize {
                (self >> (8 * octet)) as usize & 255
            }

            #[inline]
            fn hash(self) -> u64 {
                let mut folded = 0_u64;
                let mut rest = u128::from(self);
                while rest != 0 {
                    folded =
                        (folded.rotate_left(5) ^ rest as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    rest >>= 64;
                }
                folded
            }
        }
    };
}

word!(u64);
word!(u128);

/// A set of cells on boards too large for one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wide<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> BitAnd for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const WORDS: usize> BitOr for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const WORDS: usize> Not for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> Set for Wide<WORDS> {
    const NONE: Self = Self([0; WORDS]);

    #[inline]
    fn one(cell: usize) -> Self {
        let mut set = Self::NONE;
        set.0[cell / 64] = 1 << (cell % 64);
        set
    }

    fn below(number: usize) -> Self {
        Self(std::array::from_fn(|word| {
            <u64 as Set>::below(number.saturating_sub(64 * word).min(64))
        }))
    }

    #[inline]
    fn count(self) -> usize {
        self.0.into_iter().map(Set::count).sum()
    }

    #[inline]
    fn split(mut self) -> Option<(usize, Self)> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let (cell, others) = self.0[word].split()?;
        self.0[word] = others;
        Some((64 * word + cell, self))
    }

    #[inline]
    fn octet(self, octet: usize) -> usize {
        self.0[octet / 8].octet(octet % 8)
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Word by word: comparing the whole with nothing calls a function of the system's library.
    #[inline]
    fn meets(self, other: Self) -> bool {
        let words = self.0.into_iter().zip(other.0);
        words.fold(0, |common, (own, other)| common | own & other) != 0
    }

    #[inline]
    fn hash(self) -> u64 {
        self.0.into_iter().fold(0, |folded: u64, word| {
            (folded.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}
