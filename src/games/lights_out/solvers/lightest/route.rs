//! Orders in which a trellis ([`super::trellis`]) traverses the positions of a board. The fewer patterns have positions
//! both before and after a point of the order, the smaller its tables there.

use crate::game::{Cell, Size};

use super::code::CosetCode;

/// A route over the board: adjacent strips in alternating directions, each traversed line by line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    /// `true` if the lines of a strip are parts of columns.
    by_columns: bool,
    /// `true` if lines are taken from both ends alternately, for joined borders.
    folded: bool,
    /// Number of strips, of nearly equal widths.
    strips: usize,
}

/// Largest strip width tried, besides the whole board.
const MAX_STRIP_WIDTH: usize = 40;

impl Route {
    /// All candidate routes, by number of strips.
    pub(super) fn all(size: Size) -> Vec<Self> {
        let mut routes = Vec::new();
        for (by_columns, side) in [(false, size.cols), (true, size.rows)] {
            let mut widths: Vec<usize> = (1..=MAX_STRIP_WIDTH.min(side)).chain([side]).collect();
            // Widths with the same number of strips give the same route.
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

    /// Weighted positions in the order of their first cells on the route. `position_of` maps cells to positions.
    pub(super) fn order(
        self,
        size: Size,
        code: &CosetCode,
        position_of: &[Option<usize>],
    ) -> Vec<usize> {
        let (lines, across) = match self.by_columns {
            false => (size.rows, size.cols),
            true => (size.cols, size.rows),
        };
        let mut seen = vec![false; code.weighted];
        let mut order = Vec::with_capacity(code.weighted);
        for strip in 0..self.strips {
            let columns = strip * across / self.strips..(strip + 1) * across / self.strips;
            for line in 0..lines {
                let (line, backwards) = match self.folded {
                    true => (line / 2, line % 2 == 1),
                    false => (line, strip % 2 == 1),
                };
                let line = if backwards { lines - 1 - line } else { line };
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
