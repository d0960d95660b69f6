//! Geometry of a level of given size.

use super::super::compile::Direction;
use super::board::{Board, empty};
use super::rules::Start;

/// Size of a level, with the cells where patterns can begin.
#[derive(Clone, Debug)]
pub struct Field<const N: usize> {
    pub width: usize,
    pub height: usize,
    pub all: Board<N>,
    /// Cells where patterns can begin, by index in the plan.
    pub starts: Vec<Board<N>>,
}

impl<const N: usize> Field<N> {
    /// The field for patterns of these directions and lengths.
    pub fn new(width: usize, height: usize, starts: &[Start]) -> Self {
        let mut all = empty();
        fill(&mut all, 0, width * height);
        let starts = starts.iter().map(|(direction, length)| {
            let beyond = length.saturating_sub(1);
            let (cols, rows) = (width.saturating_sub(beyond), height.saturating_sub(beyond));
            let mut board = empty();
            match direction {
                Direction::Up => {
                    (0..width).for_each(|col| fill(&mut board, (col + 1) * height - rows, rows))
                }
                Direction::Down => (0..width).for_each(|col| fill(&mut board, col * height, rows)),
                Direction::Left => fill(&mut board, (width - cols) * height, cols * height),
                Direction::Right => fill(&mut board, 0, cols * height),
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

    /// Words per board.
    pub fn words(&self) -> usize {
        (self.width * self.height).div_ceil(64)
    }

    /// Difference of cell numbers for a step in a direction.
    #[inline(always)]
    pub fn step(&self, direction: Direction) -> i64 {
        match direction {
            Direction::Up => -1,
            Direction::Down => 1,
            Direction::Left => -(self.height as i64),
            Direction::Right => self.height as i64,
        }
    }

    /// Cells from which `times` steps in a direction lead into a set.
    #[inline(always)]
    pub fn behind(&self, board: &Board<N>, direction: Direction, times: usize) -> Board<N> {
        match direction {
            Direction::Down => super::board::before(board, times),
            Direction::Right => super::board::before(board, times * self.height),
            Direction::Up => super::board::after(board, times),
            Direction::Left => super::board::after(board, times * self.height),
        }
    }

    /// Cells to which `times` steps in a direction lead from a set.
    #[inline(always)]
    pub fn ahead(&self, board: &Board<N>, direction: Direction, times: usize) -> Board<N> {
        match direction {
            Direction::Down => super::board::after(board, times),
            Direction::Right => super::board::after(board, times * self.height),
            Direction::Up => super::board::before(board, times),
            Direction::Left => super::board::before(board, times * self.height),
        }
    }
}

fn fill<const N: usize>(board: &mut Board<N>, from: usize, count: usize) {
    let mut at = from;
    while at < from + count {
        let bits = (64 - at % 64).min(from + count - at);
        board[at / 64] |= (!0 >> (64 - bits)) << (at % 64);
        at += bits;
    }
}
