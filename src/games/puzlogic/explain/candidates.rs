//! Candidates of each empty cell, and why the others are excluded.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::Cell;
use crate::solvers::Csp;

/// A set of numbers, bit n for n.
pub(super) type NumberSet = u128;

pub(super) fn set_of(numbers: impl IntoIterator<Item = u8>) -> NumberSet {
    numbers.into_iter().fold(0, |set, number| set | 1 << number)
}

/// The numbers of a set, ascending.
pub(super) fn numbers(mut set: NumberSet) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let number = set.trailing_zeros() as u8;
            set &= set - 1;
            number
        })
    })
}

pub(super) fn single(set: NumberSet) -> Option<u8> {
    (set.count_ones() == 1).then(|| set.trailing_zeros() as u8)
}

/// Techniques, the easiest first. Levels are rated by the hardest one they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Technique {
    /// One number is left for a cell.
    NakedSingle,
    /// One cell of a line with a sum is left.
    LastOfSum,
    /// One cell is left for a piece, or as many cells as pieces.
    HiddenSingle,
    /// Only as many lines as pieces have a cell for a number, so each takes one.
    LineCount,
    /// Numbers that are in no combination with the required sum.
    Sum,
    /// Cells of a line with as many numbers among them as there are cells.
    Subset,
    /// A number leads to a contradiction in a few steps.
    Trial,
    /// Only a complete search decides.
    Search,
}

impl Technique {
    /// Its usual name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NakedSingle => "naked single",
            Self::LastOfSum => "last cell of a sum",
            Self::HiddenSingle => "hidden single",
            Self::LineCount => "piece count",
            Self::Sum => "sum combinations",
            Self::Subset => "naked subset",
            Self::Trial => "trial and error",
            Self::Search => "search",
        }
    }
}

/// An argument that excludes numbers.
#[derive(Clone, Debug)]
pub(super) struct Elimination {
    pub(super) technique: Technique,
    pub(super) text: String,
    /// The cells it is about.
    pub(super) cells: Vec<usize>,
    /// Earlier eliminations it depends on.
    pub(super) needs: BTreeSet<usize>,
}

/// State of the reasoning about a board.
#[derive(Clone)]
pub(super) struct Candidates<'a> {
    pub(super) problem: &'a Csp,
    /// Numbers placed so far, by index into [`Csp::cells`].
    pub(super) placed: Vec<Option<u8>>,
    pub(super) left: [usize; 128],
    /// Candidates of each cell: allowed by its lines and the pieces left, and not eliminated.
    pub(super) domains: Vec<NumberSet>,
    pub(super) eliminations: Vec<Elimination>,
    /// The elimination that excluded a number of a cell.
    excluded_by: BTreeMap<(usize, u8), usize>,
    /// Lines of each cell, as indices into [`Csp::lines`].
    pub(super) lines_of: Vec<Vec<usize>>,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(problem: &'a Csp) -> Self {
        let mut left = [0; 128];
        let mut all: NumberSet = 0;
        for (number, count) in &problem.numbers {
            left[usize::from(*number)] = *count;
            all |= 1 << number;
        }
        let mut domains = vec![all; problem.cells.len()];
        let mut lines_of = vec![Vec::new(); problem.cells.len()];
        for (index, line) in problem.lines.iter().enumerate() {
            let taken = set_of(line.taken.iter().copied());
            for cell in &line.cells {
                domains[*cell] &= !taken;
                lines_of[*cell].push(index);
            }
        }
        Self {
            problem,
            placed: vec![None; domains.len()],
            left,
            domains,
            eliminations: Vec::new(),
            excluded_by: BTreeMap::new(),
            lines_of,
        }
    }

    pub(super) fn free(&self) -> impl Iterator<Item = usize> + '_ {
        let placed = self.placed.iter().enumerate();
        placed
            .filter(|(_, number)| number.is_none())
            .map(|(cell, _)| cell)
    }

    pub(super) fn free_among(&self, cells: &[usize]) -> Vec<usize> {
        let free = cells.iter().copied();
        free.filter(|cell| self.placed[*cell].is_none()).collect()
    }

    /// Remaining sum of a total; negative if it is exceeded.
    pub(super) fn remaining(&self, total: usize) -> i64 {
        let total = &self.problem.totals[total];
        let placed = total.cells.iter().filter_map(|cell| self.placed[*cell]);
        total.left - placed.map(i64::from).sum::<i64>()
    }

    pub(super) fn allows(&self, cell: usize, number: u8) -> bool {
        self.domains[cell] >> number & 1 == 1
    }

    pub(super) fn share_line(&self, a: usize, b: usize) -> bool {
        let lines = &self.lines_of[b];
        self.lines_of[a].iter().any(|line| lines.contains(line))
    }

    pub(super) fn assign(&mut self, cell: usize, number: u8) {
        self.placed[cell] = Some(number);
        self.domains[cell] = 0;
        let left = &mut self.left[usize::from(number)];
        *left = left.saturating_sub(1);
        let number_bit: NumberSet = 1 << number;
        if *left == 0 {
            for domain in &mut self.domains {
                *domain &= !number_bit;
            }
        }
        for line in &self.lines_of[cell] {
            for other in &self.problem.lines[*line].cells {
                self.domains[*other] &= !number_bit;
            }
        }
    }

    /// Excludes numbers by an argument about these cells, which depends on the earlier eliminations there; returns
    /// whether that is new.
    pub(super) fn eliminate(
        &mut self,
        removed: &[(usize, NumberSet)],
        technique: Technique,
        text: String,
        cells: &[usize],
    ) -> bool {
        let elimination = Elimination {
            technique,
            text,
            cells: cells.to_vec(),
            needs: self.needs(cells),
        };
        self.apply(removed, elimination)
    }

    /// Excludes numbers; returns whether any of them was a candidate.
    pub(super) fn apply(
        &mut self,
        removed: &[(usize, NumberSet)],
        elimination: Elimination,
    ) -> bool {
        let index = self.eliminations.len();
        let mut any = false;
        for (cell, set) in removed {
            for number in numbers(self.domains[*cell] & set) {
                self.excluded_by.insert((*cell, number), index);
                any = true;
            }
            self.domains[*cell] &= !set;
        }
        if any {
            self.eliminations.push(elimination);
        }
        any
    }

    /// Eliminations in these cells of numbers that their lines and the pieces left allow.
    pub(super) fn needs(&self, cells: &[usize]) -> BTreeSet<usize> {
        let numbers = |cell: usize| self.excluded_by.range((cell, 0)..=(cell, u8::MAX));
        let all = cells.iter().flat_map(|cell| numbers(*cell));
        all.filter(|((cell, number), _)| self.fits_lines(*cell, *number))
            .map(|(_, index)| *index)
            .collect()
    }

    /// Eliminations of one number in these cells.
    pub(super) fn needs_of(&self, cells: &[usize], number: u8) -> BTreeSet<usize> {
        let found = cells.iter().filter(|cell| self.fits_lines(**cell, number));
        found
            .filter_map(|cell| self.excluded_by.get(&(*cell, number)).copied())
            .collect()
    }

    /// Returns whether a free cell could take a number by its lines and the pieces left.
    pub(super) fn fits_lines(&self, cell: usize, number: u8) -> bool {
        self.placed[cell].is_none()
            && self.left[usize::from(number)] > 0
            && !self.lines_of[cell]
                .iter()
                .any(|line| self.line_has(*line, number))
    }

    pub(super) fn line_has(&self, line: usize, number: u8) -> bool {
        let line = &self.problem.lines[line];
        line.taken.contains(&number)
            || line
                .cells
                .iter()
                .any(|cell| self.placed[*cell] == Some(number))
    }

    /// These eliminations and all that they depend on, in order.
    pub(super) fn all_needs(&self, needs: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        let mut open: Vec<usize> = needs.iter().copied().collect();
        while let Some(index) = open.pop() {
            if all.insert(index) {
                open.extend(&self.eliminations[index].needs);
            }
        }
        all
    }

    pub(super) fn cell_at(&self, cell: usize) -> Cell {
        self.problem.cells[cell]
    }
}
