//! Orders in which a trellis goes through a board.

use crate::game::{Cell, Size};

use super::code::Code;

/// A way over the board: strips beside each other, there and back by turns, each line of a strip
/// across it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    /// The lines of a strip are parts of columns.
    by_columns: bool,
    /// Lines of the strip from both ends by turns, for borders that are joined.
    folded: bool,
    /// Number of strips.
    strips: usize,
}

/// Strips are tried of all widths up to this, and as wide as the board.
const WIDEST: usize = 40;

impl Route {
    /// Those that are worth a look. The first ones leave the board in one strip.
    pub(super) fn all(size: Size) -> Vec<Self> {
        let mut routes = Vec::new();
        for (by_columns, side) in [(false, size.cols), (true, size.rows)] {
            let mut widths: Vec<usize> = (1..=WIDEST.min(side)).chain([side]).collect();
            // As many strips of a like width.
            let strips = |width: &usize| side.div_ceil(*width);
            widths.dedup_by_key(|width| strips(width));
            for width in widths {
                for folded in [false, true] {
                    routes.push(Self {
                        by_columns,
                        folded,
                        strips: strips(&width),
                    });
                }
            }
        }
        routes.sort_by_key(|route| route.strips);
        routes
    }

    /// Positions with weight in this order, each where the first of its cells is. `position_of`
    /// has them by cell.
    pub(super) fn order(
        self,
        size: Size,
        code: &Code,
        position_of: &[Option<usize>],
    ) -> Vec<usize> {
        let (lines, across) = match self.by_columns {
            false => (size.rows, size.cols),
            true => (size.cols, size.rows),
        };
        let mut seen = vec![false; code.weighty];
        let mut order = Vec::with_capacity(code.weighty);
        for strip in 0..self.strips {
            let columns = strip * across / self.strips..(strip + 1) * across / self.strips;
            for line in 0..lines {
                let line = match (self.folded, strip % 2 == 1) {
                    (true, _) if line % 2 == 1 => lines - 1 - line / 2,
                    (true, _) => line / 2,
                    (false, true) => lines - 1 - line,
                    (false, false) => line,
                };
                for column in columns.clone() {
                    let cell = match self.by_columns {
                        false => Cell::new(line, column),
                        true => Cell::new(column, line),
                    };
                    if let Some(at) = position_of[size.index(cell)]
                        && !std::mem::replace(&mut seen[at], true)
                    {
                        order.push(at);
                    }
                }
            }
        }
        order
    }
}
