//! Bipartite matchings of rows and columns.

use super::bits;
use crate::puzzle::MAX_SIDE;

/// Marks a row or column without partner.
pub(super) const FREE: u8 = u8::MAX;

pub(super) type LineSet = u32;

/// Positions of one number, and a matching of their rows and columns.
pub(super) struct Matching {
    pub(super) columns: [LineSet; MAX_SIDE],
    /// Column of each row, and row of each column.
    pub(super) column_of: [u8; MAX_SIDE],
    pub(super) row_of: [u8; MAX_SIDE],
    free_columns: LineSet,
    pub(super) size: usize,
}

impl Matching {
    /// Starts with what is still valid of an earlier matching.
    pub(super) fn new(columns: [LineSet; MAX_SIDE], previous: &[u8; MAX_SIDE]) -> Self {
        let mut matching = Self {
            columns,
            column_of: [FREE; MAX_SIDE],
            row_of: [FREE; MAX_SIDE],
            free_columns: LineSet::MAX,
            size: 0,
        };
        for (row, column) in previous.iter().enumerate() {
            if *column != FREE && columns[row] >> column & 1 == 1 {
                matching.set(row, usize::from(*column));
                matching.size += 1;
            }
        }
        matching
    }

    fn set(&mut self, row: usize, column: usize) {
        self.column_of[row] = column as u8;
        self.row_of[column] = row as u8;
        self.free_columns &= !(1 << column);
    }

    /// Augments the matching up to `size` positions.
    pub(super) fn grow(&mut self, size: usize) {
        for row in 0..MAX_SIDE {
            if self.size >= size {
                return;
            }
            if self.column_of[row] == FREE && self.columns[row] != 0 {
                let mut visited = 0;
                if self.augment(row, &mut visited) {
                    self.size += 1;
                }
            }
        }
    }

    fn augment(&mut self, row: usize, visited: &mut LineSet) -> bool {
        let free = self.columns[row] & self.free_columns;
        if free != 0 {
            self.set(row, free.trailing_zeros() as usize);
            return true;
        }
        loop {
            let next = self.columns[row] & !*visited;
            if next == 0 {
                return false;
            }
            let column = next.trailing_zeros() as usize;
            *visited |= 1 << column;
            if self.augment(usize::from(self.row_of[column]), visited) {
                self.set(row, column);
                return true;
            }
        }
    }

    /// Rows with positions but unmatched, and the rows and columns that alternating paths reach from there.
    pub(super) fn reached_from_free_rows(&self) -> (LineSet, LineSet) {
        let mut rows: LineSet = 0;
        let mut columns: LineSet = 0;
        for row in 0..MAX_SIDE {
            if self.column_of[row] == FREE && self.columns[row] != 0 {
                rows |= 1 << row;
                columns |= self.columns[row];
            }
        }
        let mut done: LineSet = 0;
        while columns & !done != 0 {
            let column = (columns & !done).trailing_zeros() as usize;
            done |= 1 << column;
            let row = self.row_of[column];
            if row != FREE {
                rows |= 1 << row;
                columns |= self.columns[usize::from(row)];
            }
        }
        (rows, columns)
    }

    /// Rows with an alternating path to a free column.
    pub(super) fn to_free_columns(&self) -> LineSet {
        let mut targets = self.free_columns;
        let mut rows: LineSet = 0;
        loop {
            let before = rows;
            for row in 0..MAX_SIDE {
                if rows >> row & 1 == 0 && self.columns[row] & targets != 0 {
                    let column = self.column_of[row];
                    if column == FREE || self.columns[row] & targets & !(1 << column) != 0 {
                        rows |= 1 << row;
                        if column != FREE {
                            targets |= 1 << column;
                        }
                    }
                }
            }
            if rows == before {
                return rows;
            }
        }
    }

    /// For each row the rows whose columns it reaches by alternating paths.
    pub(super) fn reach(&self, among: LineSet) -> [LineSet; MAX_SIDE] {
        let mut reach = [0; MAX_SIDE];
        let rows = || (0..MAX_SIDE).filter(|row| among >> row & 1 == 1);
        for row in rows() {
            for column in bits(u128::from(self.columns[row])) {
                let other = self.row_of[column];
                if other != FREE && usize::from(other) != row && among >> other & 1 == 1 {
                    reach[row] |= 1 << other;
                }
            }
        }
        for middle in rows() {
            for row in rows() {
                if reach[row] >> middle & 1 == 1 {
                    reach[row] |= reach[middle];
                }
            }
        }
        reach
    }
}
