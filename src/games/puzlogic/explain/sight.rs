//! What can be seen on a board: which numbers each empty cell may still take, and why not the
//! others.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::Cell;
use crate::solvers::Problem;

/// A set of numbers, bit n for n.
pub(super) type Set = u128;

/// The set of these numbers.
pub(super) fn set_of(numbers: impl IntoIterator<Item = u8>) -> Set {
    numbers.into_iter().fold(0, |set, number| set | 1 << number)
}

/// The numbers of a set, ascending.
pub(super) fn numbers(mut set: Set) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            // At most 99, the largest number.
            let number = set.trailing_zeros() as u8;
            set &= set - 1;
            number
        })
    })
}

pub(super) fn single(set: Set) -> Option<u8> {
    (set.count_ones() == 1).then(|| set.trailing_zeros() as u8)
}

/// How an argument is called, the easiest first. Levels are rated by the hardest one they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Technique {
    /// One number is left for a cell.
    NakedSingle,
    /// One cell of a line with a sum is left.
    LastOfSum,
    /// One cell is left for a piece, or as many cells as pieces.
    HiddenSingle,
    /// As many lines as pieces have room for a number, so each takes one.
    LineCount,
    /// Numbers that are in no combination that comes to a sum.
    Sum,
    /// As many numbers as cells of a line keep to each other.
    Subset,
    /// A number leads to a contradiction in a few steps that can be followed.
    TryOut,
    /// Only a search through all possibilities tells.
    Search,
}

impl Technique {
    /// Its name in the field's terms.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NakedSingle => "naked single",
            Self::LastOfSum => "last cell of a sum",
            Self::HiddenSingle => "hidden single",
            Self::LineCount => "piece count",
            Self::Sum => "sum combinations",
            Self::Subset => "naked subset",
            Self::TryOut => "trial and error",
            Self::Search => "search",
        }
    }
}

/// Numbers that were ruled out, and why.
#[derive(Clone, Debug)]
pub(super) struct Elimination {
    pub(super) technique: Technique,
    /// One sentence.
    pub(super) text: String,
    /// The cells it looks at.
    pub(super) cells: Vec<usize>,
    /// Earlier eliminations it rests on.
    pub(super) needs: BTreeSet<usize>,
}

/// The state of thought about a board.
#[derive(Clone)]
pub(super) struct Sight<'a> {
    pub(super) problem: &'a Problem,
    /// Numbers put down so far, by index of [`Problem::cells`].
    pub(super) put: Vec<Option<u8>>,
    pub(super) left: [usize; 128],
    /// For each cell what its lines and the pieces left allow, and no argument has ruled out.
    pub(super) open: Vec<Set>,
    pub(super) eliminations: Vec<Elimination>,
    /// Which elimination ruled a number of a cell out.
    because: BTreeMap<(usize, u8), usize>,
    /// For each cell its lines, as indices of [`Problem::lines`].
    pub(super) lines_of: Vec<Vec<usize>>,
}

impl<'a> Sight<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let mut left = [0; 128];
        let mut all: Set = 0;
        for (number, count) in &problem.numbers {
            left[usize::from(*number)] = *count;
            all |= 1 << number;
        }
        let mut open = vec![all; problem.cells.len()];
        let mut lines_of = vec![Vec::new(); problem.cells.len()];
        for (index, line) in problem.lines.iter().enumerate() {
            let taken = set_of(line.taken.iter().copied());
            for cell in &line.cells {
                open[*cell] &= !taken;
                lines_of[*cell].push(index);
            }
        }
        Self {
            problem,
            put: vec![None; open.len()],
            left,
            open,
            eliminations: Vec::new(),
            because: BTreeMap::new(),
            lines_of,
        }
    }

    pub(super) fn free(&self) -> impl Iterator<Item = usize> + '_ {
        let put = self.put.iter().enumerate();
        put.filter(|(_, number)| number.is_none())
            .map(|(cell, _)| cell)
    }

    /// Of these cells those without a number.
    pub(super) fn free_of(&self, cells: &[usize]) -> Vec<usize> {
        let free = cells.iter().copied();
        free.filter(|cell| self.put[*cell].is_none()).collect()
    }

    /// What a total still needs, below 0 if it is passed.
    pub(super) fn needed(&self, total: usize) -> i64 {
        let total = &self.problem.totals[total];
        let put = total.cells.iter().filter_map(|cell| self.put[*cell]);
        total.left - put.map(i64::from).sum::<i64>()
    }

    /// Whether no argument has ruled out a number of a cell.
    pub(super) fn may_be(&self, cell: usize, number: u8) -> bool {
        self.open[cell] >> number & 1 == 1
    }

    pub(super) fn in_line(&self, a: usize, b: usize) -> bool {
        let lines = &self.lines_of[b];
        self.lines_of[a].iter().any(|line| lines.contains(line))
    }

    pub(super) fn put(&mut self, cell: usize, number: u8) {
        self.put[cell] = Some(number);
        self.open[cell] = 0;
        let left = &mut self.left[usize::from(number)];
        *left = left.saturating_sub(1);
        let gone: Set = 1 << number;
        if *left == 0 {
            for open in &mut self.open {
                *open &= !gone;
            }
        }
        for line in &self.lines_of[cell] {
            for other in &self.problem.lines[*line].cells {
                self.open[*other] &= !gone;
            }
        }
    }

    /// Rules numbers out by an argument that looks at these cells and rests on what was ruled out there before; whether
    /// that is new.
    pub(super) fn argue(
        &mut self,
        removed: &[(usize, Set)],
        technique: Technique,
        text: String,
        cells: &[usize],
    ) -> bool {
        let why = Elimination {
            technique,
            text,
            cells: cells.to_vec(),
            needs: self.needs(cells),
        };
        self.rule_out(removed, why)
    }

    /// Rules numbers out; whether any of them was still open.
    pub(super) fn rule_out(&mut self, removed: &[(usize, Set)], why: Elimination) -> bool {
        let index = self.eliminations.len();
        let mut any = false;
        for (cell, set) in removed {
            for number in numbers(self.open[*cell] & set) {
                self.because.insert((*cell, number), index);
                any = true;
            }
            self.open[*cell] &= !set;
        }
        if any {
            self.eliminations.push(why);
        }
        any
    }

    /// The eliminations in these cells of numbers that are left and that no line forbids.
    pub(super) fn needs(&self, cells: &[usize]) -> BTreeSet<usize> {
        let numbers = |cell: usize| self.because.range((cell, 0)..=(cell, u8::MAX));
        let all = cells.iter().flat_map(|cell| numbers(*cell));
        all.filter(|((cell, number), _)| self.fits_lines(*cell, *number))
            .map(|(_, index)| *index)
            .collect()
    }

    /// The eliminations of one number anywhere in these cells.
    pub(super) fn needs_of(&self, cells: &[usize], number: u8) -> BTreeSet<usize> {
        let found = cells.iter().filter(|cell| self.fits_lines(**cell, number));
        found
            .filter_map(|cell| self.because.get(&(*cell, number)).copied())
            .collect()
    }

    /// Whether a free cell could take a number as far as its lines and the pieces left go.
    pub(super) fn fits_lines(&self, cell: usize, number: u8) -> bool {
        self.put[cell].is_none()
            && self.left[usize::from(number)] > 0
            && !self.lines_of[cell]
                .iter()
                .any(|line| self.stands_in(*line, number))
    }

    /// Whether a line has a number already.
    pub(super) fn stands_in(&self, line: usize, number: u8) -> bool {
        let line = &self.problem.lines[line];
        line.taken.contains(&number)
            || line
                .cells
                .iter()
                .any(|cell| self.put[*cell] == Some(number))
    }

    /// These eliminations and all that they rest on, in their order.
    pub(super) fn all_needed(&self, needs: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        let mut open: Vec<usize> = needs.iter().copied().collect();
        while let Some(index) = open.pop() {
            if all.insert(index) {
                open.extend(&self.eliminations[index].needs);
            }
        }
        all
    }

    pub(super) fn place(&self, cell: usize) -> Cell {
        self.problem.cells[cell]
    }
}
