//! Propagator: each number has as many positions as pieces.
//!
//! A number occurs at most once per row and column, so its positions form a matching of rows and columns. A matching
//! with one more position than pieces is maintained; while it exists, nothing follows. If the largest matching
//! equals the number of pieces, positions in no largest matching are excluded and those in all of them are taken
//! (Régin 1994); if it is smaller there is a conflict, and a minimum cover of the positions by rows and columns
//! (König) gives the explanation.

use super::Problem;
use super::matching::{FREE, Matching, Side};
use super::trail::{NONE, Reason};
use super::{Active, Conflict, Engine, bits};
use crate::puzzle::MAX_SIDE;

pub(super) struct Counts {
    on: bool,
    /// `true` if no line may repeat a number.
    matched: bool,
    pieces: Vec<u16>,
    placed: Vec<u16>,
    /// Number of open or taken positions.
    places: Vec<u16>,
    /// The same by number and row, as sets of columns.
    columns: Vec<[Side; MAX_SIDE]>,
    /// For each number the column of each row in a matching.
    matching: Vec<[u8; MAX_SIDE]>,
    /// Row and column of each cell, and the cell there.
    at: Vec<(u8, u8)>,
    cell: Vec<[u16; MAX_SIDE]>,
}

impl Counts {
    pub(super) fn new(problem: &Problem, active: &Active, domains: &[super::Set]) -> Self {
        let width = problem.numbers.len();
        let at: Vec<(u8, u8)> = problem
            .cells
            .iter()
            .map(|c| (c.row as u8, c.col as u8))
            .collect();
        let mut counts = Self {
            on: active.pieces,
            matched: active.lines.iter().all(|on| *on),
            pieces: problem
                .numbers
                .iter()
                .map(|(_, count)| *count as u16)
                .collect(),
            placed: vec![0; width],
            places: vec![0; width],
            columns: vec![[0; MAX_SIDE]; width],
            matching: vec![[FREE; MAX_SIDE]; width],
            cell: vec![[0; MAX_SIDE]; MAX_SIDE],
            at,
        };
        for (cell, (row, column)) in counts.at.iter().enumerate() {
            counts.cell[usize::from(*row)][usize::from(*column)] = cell as u16;
            for number in bits(domains[cell]) {
                counts.places[number] += 1;
                counts.columns[number][usize::from(*row)] |= 1 << column;
            }
        }
        counts
    }

    /// Records that a number is in a cell (`stands`), or is excluded there.
    pub(super) fn note(&mut self, cell: usize, number: usize, stands: bool) {
        if stands {
            self.placed[number] += 1;
        } else {
            let (row, column) = self.at[cell];
            self.places[number] -= 1;
            self.columns[number][usize::from(row)] &= !(1 << column);
        }
    }

    pub(super) fn forget(&mut self, cell: usize, number: usize, stands: bool) {
        if stands {
            self.placed[number] -= 1;
        } else {
            let (row, column) = self.at[cell];
            self.places[number] += 1;
            self.columns[number][usize::from(row)] |= 1 << column;
        }
    }
}

impl Engine<'_> {
    /// Excludes a number elsewhere once all its pieces are placed.
    pub(super) fn use_up(&mut self, number: usize) -> Result<(), Conflict> {
        if !self.counts.on || self.counts.placed[number] < self.counts.pieces[number] {
            return Ok(());
        }
        if self.counts.placed[number] > self.counts.pieces[number] {
            self.facts.clear();
            self.placed_then(number, self.trail.len());
            return Err(Conflict);
        }
        if self.counts.places[number] == self.counts.placed[number] {
            return Ok(());
        }
        for cell in 0..self.trail.domains.len() {
            if self.trail.domains[cell] >> number & 1 == 1
                && usize::from(self.trail.chosen[cell]) != number
            {
                self.conclude(self.trail.lit(cell, number) | 1, Reason::UsedUp)?;
            }
        }
        Ok(())
    }

    pub(super) fn placed_then(&mut self, number: usize, at: u32) {
        for cell in 0..self.trail.domains.len() {
            if self.trail.chosen_then(cell, at) == Some(number) {
                self.facts.push(self.trail.lit(cell, number));
            }
        }
    }

    /// Propagates the number of positions of a number.
    pub(super) fn check_count(&mut self, number: usize) -> Result<(), Conflict> {
        let counts = &mut self.counts;
        let (pieces, places) = (counts.pieces[number], counts.places[number]);
        if !counts.on || counts.placed[number] == pieces && places == pieces {
            return Ok(());
        }
        if !counts.matched {
            return self.check_places(number);
        }
        let wanted = usize::from(pieces);
        let before = &counts.matching[number];
        let kept = before.iter().zip(&counts.columns[number]);
        let kept = kept.filter(|(column, open)| **column != FREE && **open >> **column & 1 == 1);
        if kept.count() > wanted {
            return Ok(());
        }
        let mut matching = Matching::new(counts.columns[number], before);
        matching.grow(wanted + 1);
        counts.matching[number] = matching.of_row;
        if matching.size < wanted {
            self.facts.clear();
            self.no_room_then(number, None, self.trail.len());
            return Err(Conflict);
        }
        if matching.size > wanted {
            return Ok(());
        }
        let (from, _) = matching.reached_from_free_rows();
        let to = matching.to_free_columns();
        let matched = (0..MAX_SIDE).filter(|row| matching.of_row[*row] != FREE);
        let inner: Side = matched.clone().map(|row| 1 << row).sum::<Side>() & !from & !to;
        let reach = matching.reach(inner);
        for row in matched {
            let own = matching.of_row[row];
            for column in bits(u128::from(matching.columns[row])) {
                let cell = usize::from(self.counts.cell[row][column]);
                let lit = self.trail.lit(cell, number);
                if column == usize::from(own) {
                    let fixed = inner >> row & 1 == 1 && reach[row] >> row & 1 == 0;
                    if fixed {
                        self.conclude(lit, Reason::Room)?;
                    }
                } else {
                    let other = matching.of_column[column];
                    let possible = other == FREE
                        || from >> row & 1 == 1
                        || to >> other & 1 == 1
                        || reach[usize::from(other)] >> row & 1 == 1;
                    if !possible {
                        self.conclude(lit | 1, Reason::Room)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The same if lines may repeat numbers.
    fn check_places(&mut self, number: usize) -> Result<(), Conflict> {
        let (pieces, places) = (self.counts.pieces[number], self.counts.places[number]);
        if places > pieces {
            return Ok(());
        }
        if places < pieces {
            self.facts.clear();
            self.no_room_then(number, None, self.trail.len());
            return Err(Conflict);
        }
        for cell in 0..self.trail.domains.len() {
            if self.trail.domains[cell] >> number & 1 == 1 && self.trail.chosen[cell] == NONE {
                self.conclude(self.trail.lit(cell, number), Reason::Room)?;
            }
        }
        Ok(())
    }

    /// Adds the facts that leave too few positions for a number, assuming it is in a cell or, with `false`, not
    /// there.
    pub(super) fn no_room_then(&mut self, number: usize, without: Option<(usize, bool)>, at: u32) {
        let cells = 0..self.trail.domains.len();
        let then = |cell: usize| self.trail.domain_then(cell, at) >> number & 1 == 1;
        let root = |cell: usize| self.trail.roots[cell] >> number & 1 == 1;
        let places = &self.counts.at;
        let mut covered_rows: Side = 0;
        let mut covered_columns: Side = 0;
        let mut spared = usize::MAX;
        if self.counts.matched {
            let mut columns = [0; MAX_SIDE];
            for cell in cells.clone().filter(|cell| then(*cell)) {
                let (row, column) = places[cell];
                columns[usize::from(row)] |= 1 << column;
            }
            if let Some((cell, stands)) = without {
                let (row, column) = places[cell];
                if stands {
                    columns[usize::from(row)] = 0;
                    columns.iter_mut().for_each(|open| *open &= !(1 << column));
                    covered_rows |= 1 << row;
                    covered_columns |= 1 << column;
                } else {
                    columns[usize::from(row)] &= !(1 << column);
                    spared = cell;
                }
            }
            let mut matching = Matching::new(columns, &[FREE; MAX_SIDE]);
            matching.grow(usize::MAX);
            let (rows, columns) = matching.reached_from_free_rows();
            let matched = (0..MAX_SIDE).filter(|row| matching.of_row[*row] != FREE);
            covered_rows |= matched.map(|row| 1 << row).sum::<Side>() & !rows;
            covered_columns |= columns;
        } else if let Some((cell, _)) = without {
            spared = cell;
        }
        let mut gone: Vec<usize> = cells
            .filter(|cell| {
                let (row, column) = places[*cell];
                let covered = covered_rows >> row & 1 == 1 || covered_columns >> column & 1 == 1;
                !covered && *cell != spared && root(*cell) && !then(*cell)
            })
            .collect();
        if self.counts.matched {
            self.summarise(number, at, &mut gone);
        }
        for cell in gone {
            self.facts.push(self.trail.lit(cell, number) | 1);
        }
    }

    /// Replaces exclusions by a placed piece that implies at least two of them.
    fn summarise(&mut self, number: usize, at: u32, gone: &mut Vec<usize>) {
        for cell in 0..self.trail.domains.len() {
            if gone.len() < 2 {
                return;
            }
            if self.trail.chosen_then(cell, at) != Some(number) {
                continue;
            }
            let (row, column) = self.counts.at[cell];
            let hit = |other: &usize| {
                let (r, c) = self.counts.at[*other];
                r == row || c == column
            };
            if gone.iter().filter(|other| hit(other)).count() >= 2 {
                gone.retain(|other| !hit(other));
                self.facts.push(self.trail.lit(cell, number));
            }
        }
    }
}
