//! Matches patterns against all cells at once.

use super::super::compile::Direction;
use super::board::{Bitboard, empty, has, is_empty, single};
use super::machine::BoardMachine;
use super::rules::{CellPlan, PartPlan};

impl<const N: usize> BoardMachine<N> {
    /// Cells where a part of a row begins.
    #[inline]
    pub(super) fn match_part(&self, part: &PartPlan, direction: Direction) -> Bitboard<N> {
        let mut fits = self.field.starts[part.starts];
        let mut rest = part.order.iter();
        while let Some(index) = rest.next() {
            let index = usize::from(*index);
            let board = self.match_cell(&part.cells[index]);
            let board = match index {
                0 => board,
                _ => self.field.behind(&board, direction, index),
            };
            for (fits, word) in fits.iter_mut().zip(&board) {
                *fits &= word;
            }
            if is_empty(&fits) {
                break;
            }
            // If one candidate is left, the other cells are tested one by one.
            if let Some(first) = single(&fits) {
                let step = self.field.step(direction);
                let fits_at = |index: &u16| {
                    let at = first as i64 + step * i64::from(*index);
                    self.cell_fits(&part.cells[usize::from(*index)], at as usize)
                };
                return if rest.all(fits_at) { fits } else { empty() };
            }
        }
        fits
    }

    /// Cells that match a pattern cell.
    #[inline]
    fn match_cell(&self, cell: &CellPlan) -> Bitboard<N> {
        let mut fits = self.field.all;
        for board in &cell.all {
            let board = &self.boards[usize::from(*board)];
            fits.iter_mut()
                .zip(board)
                .for_each(|(fits, word)| *fits &= word);
        }
        for boards in &cell.any {
            let mut any = [0; N];
            for board in boards {
                let board = &self.boards[usize::from(*board)];
                any.iter_mut()
                    .zip(board)
                    .for_each(|(any, word)| *any |= word);
            }
            fits.iter_mut()
                .zip(&any)
                .for_each(|(fits, word)| *fits &= word);
        }
        for board in &cell.none {
            let board = &self.boards[usize::from(*board)];
            fits.iter_mut()
                .zip(board)
                .for_each(|(fits, word)| *fits &= !word);
        }
        fits
    }

    /// Returns whether a cell of the level matches a pattern cell.
    pub(super) fn cell_fits(&self, cell: &CellPlan, at: usize) -> bool {
        let is_in = |board: &u16| has(&self.boards[usize::from(*board)], at);
        cell.all.iter().all(is_in)
            && !cell.none.iter().any(is_in)
            && cell.any.iter().all(|boards| boards.iter().any(is_in))
    }
}
