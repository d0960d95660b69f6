//! Geometry of a level of given size. As in every [`Bitboard`], cells are numbered column by column, from the top.

use super::board::{Bitboard, empty, shift_down, shift_up};
use super::rules::PatternStart;
use crate::game::Heading;

/// Size of a level, with the cells where patterns can begin.
#[derive(Clone, Debug)]
pub struct BoardField<const N: usize> {
    pub width: usize,
    pub height: usize,
    pub all: Bitboard<N>,
    /// Cells where a pattern fits into the level, for each of the plan's [`PatternStart`]s.
    pub starts: Vec<Bitboard<N>>,
}

impl<const N: usize> BoardField<N> {
    /// The field for patterns of these directions and lengths. A pattern extends from its first cell in its direction.
    pub fn new(width: usize, height: usize, starts: &[PatternStart]) -> Self {
        let mut all = empty();
        fill(&mut all, 0, width * height);
        let starts = starts.iter().map(|(direction, length)| {
            let further_cells = length.saturating_sub(1);
            // Number of columns (rows) in which a horizontal (vertical) pattern can begin.
            let cols = width.saturating_sub(further_cells);
            let rows = height.saturating_sub(further_cells);
            let mut board = empty();
            match direction {
                Heading::Up => {
                    (0..width).for_each(|col| fill(&mut board, (col + 1) * height - rows, rows))
                }
                Heading::Down => (0..width).for_each(|col| fill(&mut board, col * height, rows)),
                Heading::Left => fill(&mut board, (width - cols) * height, cols * height),
                Heading::Right => fill(&mut board, 0, cols * height),
            }
            board
        });
        Self {
            width,
            height,
            all,
            starts: starts.collect(),
        }
    }

    /// Words of a board that have cells; of its `N` words, the others are always 0.
    pub fn words(&self) -> usize {
        (self.width * self.height).div_ceil(64)
    }

    /// Difference of cell numbers for a step in a direction.
    #[inline(always)]
    pub fn step(&self, direction: Heading) -> i64 {
        match direction {
            Heading::Up => -1,
            Heading::Down => 1,
            Heading::Left => -(self.height as i64),
            Heading::Right => self.height as i64,
        }
    }

    /// Cells from which `times` steps in a direction lead into a set. Like [`Self::ahead`], does not check the edges.
    #[inline(always)]
    pub fn behind(&self, board: &Bitboard<N>, direction: Heading, times: usize) -> Bitboard<N> {
        self.ahead(board, direction.opposite(), times)
    }

    /// Cells to which `times` steps in a direction lead from a set. Steps over the top or bottom edge end in the next
    /// column, so callers keep only cells where a pattern fits.
    #[inline(always)]
    pub fn ahead(&self, board: &Bitboard<N>, direction: Heading, times: usize) -> Bitboard<N> {
        match direction {
            Heading::Down => shift_up(board, times),
            Heading::Right => shift_up(board, times * self.height),
            Heading::Up => shift_down(board, times),
            Heading::Left => shift_down(board, times * self.height),
        }
    }
}

/// Adds `count` cells from number `from` on.
fn fill<const N: usize>(board: &mut Bitboard<N>, from: usize, count: usize) {
    let mut at = from;
    while at < from + count {
        let bits = (64 - at % 64).min(from + count - at);
        board[at / 64] |= (!0 >> (64 - bits)) << (at % 64);
        at += bits;
    }
}
