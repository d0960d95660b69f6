//! Propagator: each number has as many positions as pieces.
//!
//! A number occurs at most once per row and column, so its positions form a matching of rows and columns. A matching
//! with one more position than pieces is maintained; while it exists, nothing follows. If the largest matching
//! equals the number of pieces, positions in no largest matching are excluded and those in all of them are taken
//! (Régin 1994); if it is smaller there is a conflict, and a minimum cover of the positions by rows and columns
//! (König) gives the explanation.

use super::matching::{FREE, LineSet, Matching};
use super::trail::{Antecedent, NONE};
use super::{BitSet, Conflict, Constraints, Csp, Engine, bits};
use crate::puzzle::MAX_SIDE;

pub(super) struct PieceCounts {
    enabled: bool,
    /// `true` if no line may repeat a number.
    distinct: bool,
    pieces: Vec<u16>,
    placed: Vec<u16>,
    /// Number of open or taken positions.
    positions: Vec<u16>,
    /// The same by number and row, as sets of columns.
    columns: Vec<[LineSet; MAX_SIDE]>,
    /// For each number the column of each row in a matching.
    matching: Vec<[u8; MAX_SIDE]>,
    /// Row and column of each cell, and the cell there.
    coords: Vec<(u8, u8)>,
    cell_at: Vec<[u16; MAX_SIDE]>,
}

impl PieceCounts {
    pub(super) fn new(problem: &Csp, active: &Constraints, domains: &[BitSet]) -> Self {
        let width = problem.numbers.len();
        let coords = problem.cells.iter().map(|c| (c.row as u8, c.col as u8));
        let pieces = problem.numbers.iter().map(|(_, count)| *count as u16);
        let mut counts = Self {
            enabled: active.pieces,
            distinct: active.lines.iter().all(|on| *on),
            pieces: pieces.collect(),
            placed: vec![0; width],
            positions: vec![0; width],
            columns: vec![[0; MAX_SIDE]; width],
            matching: vec![[FREE; MAX_SIDE]; width],
            cell_at: vec![[0; MAX_SIDE]; MAX_SIDE],
            coords: coords.collect(),
        };
        for (cell, (row, column)) in counts.coords.iter().enumerate() {
            counts.cell_at[usize::from(*row)][usize::from(*column)] = cell as u16;
            for number in bits(domains[cell]) {
                counts.positions[number] += 1;
                counts.columns[number][usize::from(*row)] |= 1 << column;
            }
        }
        counts
    }

    /// Records that a number is in a cell (`is_placed`), or is excluded there.
    pub(super) fn add(&mut self, cell: usize, number: usize, is_placed: bool) {
        if is_placed {
            self.placed[number] += 1;
        } else {
            let (row, column) = self.coords[cell];
            self.positions[number] -= 1;
            self.columns[number][usize::from(row)] &= !(1 << column);
        }
    }

    pub(super) fn remove(&mut self, cell: usize, number: usize, is_placed: bool) {
        if is_placed {
            self.placed[number] -= 1;
        } else {
            let (row, column) = self.coords[cell];
            self.positions[number] += 1;
            self.columns[number][usize::from(row)] |= 1 << column;
        }
    }
}

impl Engine<'_> {
    /// Excludes a number elsewhere once all its pieces are placed.
    pub(super) fn exhaust(&mut self, number: usize) -> Result<(), Conflict> {
        if !self.counts.enabled || self.counts.placed[number] < self.counts.pieces[number] {
            return Ok(());
        }
        if self.counts.placed[number] > self.counts.pieces[number] {
            self.facts.clear();
            self.explain_used_up(number, self.trail.len());
            return Err(Conflict);
        }
        if self.counts.positions[number] == self.counts.placed[number] {
            return Ok(());
        }
        for cell in 0..self.trail.domains.len() {
            let taken = usize::from(self.trail.chosen[cell]) == number;
            if !taken && self.trail.domains[cell] >> number & 1 == 1 {
                self.conclude(self.trail.lit(cell, number) | 1, Antecedent::UsedUp)?;
            }
        }
        Ok(())
    }

    pub(super) fn explain_used_up(&mut self, number: usize, at: u32) {
        for cell in 0..self.trail.domains.len() {
            if self.trail.chosen_at(cell, at) == Some(number) {
                self.facts.push(self.trail.lit(cell, number));
            }
        }
    }

    pub(super) fn check_count(&mut self, number: usize) -> Result<(), Conflict> {
        let counts = &mut self.counts;
        let (pieces, positions) = (counts.pieces[number], counts.positions[number]);
        if !counts.enabled || counts.placed[number] == pieces && positions == pieces {
            return Ok(());
        }
        if !counts.distinct {
            return self.check_positions(number);
        }
        let needed = usize::from(pieces);
        let before = &counts.matching[number];
        let valid = before.iter().zip(&counts.columns[number]);
        let valid = valid.filter(|(column, open)| **column != FREE && **open >> **column & 1 == 1);
        if valid.count() > needed {
            return Ok(());
        }
        let mut matching = Matching::new(counts.columns[number], before);
        matching.grow(needed + 1);
        counts.matching[number] = matching.column_of;
        if matching.size < needed {
            self.facts.clear();
            self.explain_count(number, None, self.trail.len());
            return Err(Conflict);
        }
        if matching.size > needed {
            return Ok(());
        }
        let (from, _) = matching.reached_from_free_rows();
        let to = matching.to_free_columns();
        let matched = (0..MAX_SIDE).filter(|row| matching.column_of[*row] != FREE);
        let inner: LineSet = matched.clone().map(|row| 1 << row).sum::<LineSet>() & !from & !to;
        let reach = matching.reach(inner);
        for row in matched {
            let own = matching.column_of[row];
            for column in bits(u128::from(matching.columns[row])) {
                let cell = usize::from(self.counts.cell_at[row][column]);
                let lit = self.trail.lit(cell, number);
                if column == usize::from(own) {
                    if inner >> row & 1 == 1 && reach[row] >> row & 1 == 0 {
                        self.conclude(lit, Antecedent::Count)?;
                    }
                } else {
                    let other = matching.row_of[column];
                    let possible = other == FREE
                        || from >> row & 1 == 1
                        || to >> other & 1 == 1
                        || reach[usize::from(other)] >> row & 1 == 1;
                    if !possible {
                        self.conclude(lit | 1, Antecedent::Count)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The same if lines may repeat numbers.
    fn check_positions(&mut self, number: usize) -> Result<(), Conflict> {
        let (pieces, positions) = (self.counts.pieces[number], self.counts.positions[number]);
        if positions > pieces {
            return Ok(());
        }
        if positions < pieces {
            self.facts.clear();
            self.explain_count(number, None, self.trail.len());
            return Err(Conflict);
        }
        for cell in 0..self.trail.domains.len() {
            if self.trail.domains[cell] >> number & 1 == 1 && self.trail.chosen[cell] == NONE {
                self.conclude(self.trail.lit(cell, number), Antecedent::Count)?;
            }
        }
        Ok(())
    }

    /// Adds the facts that leave too few positions for a number, assuming it is in a cell (or not, with `false`).
    pub(super) fn explain_count(&mut self, number: usize, without: Option<(usize, bool)>, at: u32) {
        let cells = 0..self.trail.domains.len();
        let then = |cell: usize| self.trail.domain_at(cell, at) >> number & 1 == 1;
        let root = |cell: usize| self.trail.roots[cell] >> number & 1 == 1;
        let coords = &self.counts.coords;
        let mut covered_rows: LineSet = 0;
        let mut covered_columns: LineSet = 0;
        let mut exempt = usize::MAX;
        if self.counts.distinct {
            let mut columns = [0; MAX_SIDE];
            for cell in cells.clone().filter(|cell| then(*cell)) {
                let (row, column) = coords[cell];
                columns[usize::from(row)] |= 1 << column;
            }
            if let Some((cell, is_placed)) = without {
                let (row, column) = coords[cell];
                if is_placed {
                    columns[usize::from(row)] = 0;
                    columns.iter_mut().for_each(|open| *open &= !(1 << column));
                    covered_rows |= 1 << row;
                    covered_columns |= 1 << column;
                } else {
                    columns[usize::from(row)] &= !(1 << column);
                    exempt = cell;
                }
            }
            let mut matching = Matching::new(columns, &[FREE; MAX_SIDE]);
            matching.grow(usize::MAX);
            let (rows, columns) = matching.reached_from_free_rows();
            let matched = (0..MAX_SIDE).filter(|row| matching.column_of[*row] != FREE);
            covered_rows |= matched.map(|row| 1 << row).sum::<LineSet>() & !rows;
            covered_columns |= columns;
        } else if let Some((cell, _)) = without {
            exempt = cell;
        }
        let mut excluded: Vec<usize> = cells
            .filter(|cell| {
                let (row, column) = coords[*cell];
                let covered = covered_rows >> row & 1 == 1 || covered_columns >> column & 1 == 1;
                !covered && *cell != exempt && root(*cell) && !then(*cell)
            })
            .collect();
        if self.counts.distinct {
            self.summarise(number, at, &mut excluded);
        }
        for cell in excluded {
            self.facts.push(self.trail.lit(cell, number) | 1);
        }
    }

    /// Replaces exclusions by a placed piece that implies at least two of them.
    fn summarise(&mut self, number: usize, at: u32, excluded: &mut Vec<usize>) {
        for cell in 0..self.trail.domains.len() {
            if excluded.len() < 2 {
                return;
            }
            if self.trail.chosen_at(cell, at) != Some(number) {
                continue;
            }
            let (row, column) = self.counts.coords[cell];
            let covers = |other: &usize| {
                let (r, c) = self.counts.coords[*other];
                r == row || c == column
            };
            if excluded.iter().filter(|other| covers(other)).count() >= 2 {
                excluded.retain(|other| !covers(other));
                self.facts.push(self.trail.lit(cell, number));
            }
        }
    }
}
