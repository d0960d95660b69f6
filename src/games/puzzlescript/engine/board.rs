//! Sets of cells as bits of `N` words. Cells are numbered column by column, from the top.

pub type Bitboard<const N: usize> = [u64; N];

pub const fn empty<const N: usize>() -> Bitboard<N> {
    [0; N]
}

#[inline(always)]
pub fn add<const N: usize>(board: &mut Bitboard<N>, other: &Bitboard<N>) {
    board.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

#[inline(always)]
pub fn intersect<const N: usize>(board: &mut Bitboard<N>, other: &Bitboard<N>) {
    board.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
}

#[inline(always)]
pub fn subtract<const N: usize>(board: &mut Bitboard<N>, other: &Bitboard<N>) {
    board.iter_mut().zip(other).for_each(|(a, b)| *a &= !b);
}

#[inline(always)]
pub fn is_empty<const N: usize>(board: &Bitboard<N>) -> bool {
    let mut all = 0;
    for word in board {
        all |= word;
    }
    all == 0
}

/// The cell of a set; `None` if it does not have exactly one.
#[inline(always)]
pub fn single<const N: usize>(board: &Bitboard<N>) -> Option<usize> {
    let (mut count, mut cell) = (0, 0);
    for (index, word) in board.iter().enumerate() {
        if *word != 0 {
            // Counts several cells of a word as two.
            count += 1 + usize::from(word & (word - 1) != 0);
            cell = 64 * index + word.trailing_zeros() as usize;
        }
    }
    (count == 1).then_some(cell)
}

#[inline(always)]
pub fn has<const N: usize>(board: &Bitboard<N>, cell: usize) -> bool {
    board[cell / 64] >> (cell % 64) & 1 == 1
}

#[inline(always)]
pub fn insert<const N: usize>(board: &mut Bitboard<N>, cell: usize) {
    board[cell / 64] |= 1 << (cell % 64);
}

#[inline(always)]
pub fn remove<const N: usize>(board: &mut Bitboard<N>, cell: usize) {
    board[cell / 64] &= !(1 << (cell % 64));
}

/// The set with `steps` subtracted from each cell number; cells that would be negative are dropped.
#[inline(always)]
pub fn shift_down<const N: usize>(board: &Bitboard<N>, steps: usize) -> Bitboard<N> {
    if N == 1 {
        let mut out = [0; N];
        out[0] = if steps < 64 { board[0] >> steps } else { 0 };
        return out;
    }
    let (words, bits) = (steps / 64, steps % 64);
    let mut out = [0; N];
    for (index, word) in out.iter_mut().enumerate() {
        let low = board.get(index + words).copied().unwrap_or(0) >> bits;
        let high = match bits {
            0 => 0,
            _ => board.get(index + words + 1).copied().unwrap_or(0) << (64 - bits),
        };
        *word = low | high;
    }
    out
}

/// The set with `steps` added to each cell number; cells beyond the last bit are dropped.
#[inline(always)]
pub fn shift_up<const N: usize>(board: &Bitboard<N>, steps: usize) -> Bitboard<N> {
    let (words, bits) = (steps / 64, steps % 64);
    let mut out = [0; N];
    for (index, word) in out.iter_mut().enumerate() {
        let at = |back: usize| index.checked_sub(back).map_or(0, |index| board[index]);
        let low = at(words) << bits;
        let high = match bits {
            0 => 0,
            _ => at(words + 1) >> (64 - bits),
        };
        *word = low | high;
    }
    out
}
