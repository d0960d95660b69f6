//! Candidates of each empty cell, and why the others are excluded.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::Cell;
use crate::search::Budget;
use crate::solvers::{Csp, bits};

/// A set of numbers, bit n for n.
pub(super) type NumberSet = u128;
const MAX_NUMBERS: usize = NumberSet::BITS as usize;

/// A cell, and numbers excluded there.
pub(super) type Exclusion = (usize, NumberSet);

pub(super) fn set_of(numbers: impl IntoIterator<Item = u8>) -> NumberSet {
    numbers.into_iter().fold(0, |set, number| set | 1 << number)
}

pub(super) fn numbers(set: NumberSet) -> impl Iterator<Item = u8> {
    bits(set).map(|number| number as u8)
}

/// The only number of a set; `None` if it has none or several.
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
    /// No argument was found: the number is that of a searched solution.
    Search,
}

impl Technique {
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

/// Argument that excluded numbers of cells.
#[derive(Clone, Debug)]
pub(super) struct Elimination {
    pub(super) technique: Technique,
    pub(super) text: String,
    /// Cells that the argument is about.
    pub(super) cells: Vec<usize>,
    /// Indices of the earlier eliminations that it depends on.
    pub(super) needs: BTreeSet<usize>,
}

#[derive(Clone)]
pub(super) struct Candidates<'a> {
    pub(super) problem: &'a Csp,
    /// When it is spent, techniques find no more.
    pub(super) budget: &'a Budget,
    /// Numbers placed so far, by index into [`Csp::cells`].
    pub(super) placed: Vec<Option<u8>>,
    /// Pieces left of each number.
    pub(super) left: [usize; MAX_NUMBERS],
    /// Candidates of each cell: allowed by its lines and the pieces left, and not eliminated.
    pub(super) domains: Vec<NumberSet>,
    pub(super) eliminations: Vec<Elimination>,
    /// The elimination that excluded a number of a cell.
    excluded_by: BTreeMap<(usize, u8), usize>,
    /// Lines of each cell, as indices into [`Csp::lines`].
    pub(super) lines_of: Vec<Vec<usize>>,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(problem: &'a Csp, budget: &'a Budget) -> Self {
        let mut left = [0; MAX_NUMBERS];
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
            budget,
            placed: vec![None; domains.len()],
            left,
            domains,
            eliminations: Vec::new(),
            excluded_by: BTreeMap::new(),
            lines_of,
        }
    }

    pub(super) fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.placed.len()).filter(|cell| self.placed[*cell].is_none())
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

    /// Places a number, and takes it out of the candidates of the cell's lines, and of all if it was the last piece.
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

    /// Excludes numbers by an argument about these cells and earlier eliminations there; returns whether any is new.
    pub(super) fn eliminate(
        &mut self,
        removed: &[Exclusion],
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
    pub(super) fn apply(&mut self, removed: &[Exclusion], elimination: Elimination) -> bool {
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

    /// Eliminations in these cells of numbers that their lines and the pieces left allow, so that no placement explains
    /// why they are gone.
    pub(super) fn needs(&self, cells: &[usize]) -> BTreeSet<usize> {
        let all = cells.iter().flat_map(|cell| {
            let numbers = self.excluded_by.range((*cell, 0)..=(*cell, u8::MAX));
            numbers.filter(|((cell, number), _)| self.fits_lines(*cell, *number))
        });
        all.map(|(_, index)| *index).collect()
    }

    /// Eliminations of one number in all free cells.
    pub(super) fn needs_of(&self, number: u8) -> BTreeSet<usize> {
        let fitting = self.free().filter(|cell| self.fits_lines(*cell, number));
        let indices = fitting.filter_map(|cell| self.excluded_by.get(&(cell, number)));
        indices.copied().collect()
    }

    /// Returns whether a free cell could take a number by its lines and the pieces left.
    fn fits_lines(&self, cell: usize, number: u8) -> bool {
        let mut lines = self.lines_of[cell].iter();
        self.placed[cell].is_none()
            && self.left[usize::from(number)] > 0
            && !lines.any(|line| self.line_has(*line, number))
    }

    pub(super) fn line_has(&self, line: usize, number: u8) -> bool {
        let line = &self.problem.lines[line];
        let mut cells = line.cells.iter();
        line.taken.contains(&number) || cells.any(|cell| self.placed[*cell] == Some(number))
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
