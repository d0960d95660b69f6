//! The constraints of a problem, as far as they are switched on.

use super::sums::CellTotal;
use super::{BitSet, bits};
use crate::puzzle::{GridLine, MAX_SIDE};
use crate::solvers::problem::{AllDifferent, Csp, Total};

/// Enabled constraints; for finding out which contradict each other.
#[derive(Clone)]
pub(in crate::solvers) struct Switches {
    /// In the order of [`Csp::lines`].
    lines: Vec<bool>,
    /// In the order of [`Csp::totals`].
    totals: Vec<bool>,
    /// Each piece is used as often as there is one.
    pub(in crate::solvers) pieces: bool,
}

impl Switches {
    pub(in crate::solvers) fn all_on(problem: &Csp) -> Self {
        Self {
            lines: vec![true; problem.lines.len()],
            totals: vec![true; problem.totals.len()],
            pieces: true,
        }
    }

    pub(in crate::solvers) fn iter_mut(&mut self) -> impl Iterator<Item = &mut bool> {
        let both = self.lines.iter_mut().chain(&mut self.totals);
        both.chain(std::iter::once(&mut self.pieces))
    }

    pub(crate) fn lines_of<'a>(&self, problem: &'a Csp) -> impl Iterator<Item = &'a AllDifferent> {
        let lines = problem.lines.iter().zip(&self.lines);
        lines.filter(|(_, on)| **on).map(|(line, _)| line)
    }

    pub(crate) fn totals_of<'a>(&self, problem: &'a Csp) -> impl Iterator<Item = &'a Total> {
        let totals = problem.totals.iter().zip(&self.totals);
        totals.filter(|(_, on)| **on).map(|(total, _)| total)
    }
}

/// Cells are indices into [`Csp::cells`], numbers indices into [`Csp::numbers`].
pub(super) enum Constraint {
    /// The number has as many positions as pieces: a matching of rows with columns, as no line may repeat a number.
    Positions {
        number: usize,
        pieces: usize,
    },
    Total(CellTotal),
    /// No number twice in these cells.
    Line(Vec<usize>),
}

/// The numbers that each cell may have, and the constraints; `None` if they cannot hold. The cheapest constraints come
/// first; [`Constraint::Positions`], where there are any, at the indices of their numbers.
pub(super) fn build(problem: &Csp, active: &Switches) -> Option<(Vec<BitSet>, Vec<Constraint>)> {
    let width = problem.numbers.len();
    let all: BitSet = (0..width).map(|number| 1 << number).sum();
    let mut domains = vec![all; problem.cells.len()];
    for line in active.lines_of(problem) {
        let numbers = problem.numbers.iter().enumerate();
        let taken = numbers.filter(|(_, (number, _))| line.taken.contains(number));
        let taken: BitSet = taken.map(|(number, _)| 1 << number).sum();
        line.cells.iter().for_each(|cell| domains[*cell] &= !taken);
    }
    let distinct = active.lines.iter().all(|on| *on);
    let clash = distinct && problem.clash.is_some();
    let mismatch = active.pieces && problem.pieces() != problem.cells.len();
    let totals = totals(problem, active);
    let is_impossible =
        |total: &CellTotal| total.total < 0 || total.cells.is_empty() && total.total != 0;
    if clash || mismatch || domains.contains(&0) || totals.iter().any(is_impossible) {
        return None;
    }
    let mut constraints = Vec::new();
    if active.pieces && distinct {
        let counts = problem.numbers.iter().enumerate();
        constraints.extend(counts.map(|(number, (_, pieces))| Constraint::Positions {
            number,
            pieces: *pieces,
        }));
    }
    let totals = totals.into_iter().filter(|total| !total.cells.is_empty());
    constraints.extend(totals.map(Constraint::Total));
    let lines = active.lines_of(problem).filter(|line| line.cells.len() > 1);
    constraints.extend(lines.map(|line| Constraint::Line(line.cells.clone())));
    Some((domains, constraints))
}

/// The enabled totals. As all rows, or all columns, sum to the total of the pieces, the lines
/// without a total have one together; without such lines [`build`] checks that 0 is left for them.
fn totals(problem: &Csp, active: &Switches) -> Vec<CellTotal> {
    let distinct = |line: GridLine| active.lines_of(problem).any(|other| other.line == line);
    let enabled: Vec<_> = active.totals_of(problem).collect();
    let totals = enabled.iter().map(|total| CellTotal {
        cells: total.cells.clone(),
        total: total.left,
        distinct: distinct(total.line),
    });
    let mut totals: Vec<_> = totals.collect();
    if !active.pieces {
        return totals;
    }
    // The rows, then the columns.
    for rows in [true, false] {
        let pieces = problem.numbers.iter();
        let mut left: i64 = pieces.map(|(n, count)| i64::from(*n) * *count as i64).sum();
        let mut open: Vec<&AllDifferent> = Vec::new();
        let lines = problem.lines.iter();
        for line in lines.filter(|line| line.line.is_row() == rows) {
            match enabled.iter().find(|total| total.line == line.line) {
                Some(total) => left -= total.left,
                None if line.cells.is_empty() => {}
                None => open.push(line),
            }
        }
        let cells: Vec<usize> = open.iter().flat_map(|line| line.cells.clone()).collect();
        // A total of more cells than a line has says little about each.
        if cells.len() <= MAX_SIDE {
            totals.push(CellTotal {
                cells,
                total: left,
                distinct: open.len() == 1 && distinct(open[0].line),
            });
        }
    }
    totals
}

/// A matching that a constraint asks for: of the rows of a number with its columns, or of cells with numbers.
pub(super) struct Graph {
    /// The right nodes adjacent to each left node: columns or numbers.
    pub(super) edges: Vec<BitSet>,
    /// Number of pairs that the matching must have.
    pub(super) needed: usize,
}

/// A left node of a graph, and a right node.
type Edge = (usize, usize);

/// A cell, and a number that it may have.
type Choice = (usize, usize);

/// Choices as the edges of a constraint's graph, and the other way round.
pub(super) struct Edges {
    /// Row and column of each cell.
    places: Vec<(usize, usize)>,
    /// The cell at each row and column.
    cell_at: Vec<[usize; MAX_SIDE]>,
}

impl Edges {
    pub(super) fn new(problem: &Csp) -> Self {
        let mut cell_at = vec![[usize::MAX; MAX_SIDE]; MAX_SIDE];
        for (index, cell) in problem.cells.iter().enumerate() {
            cell_at[cell.row][cell.col] = index;
        }
        let places = problem.cells.iter().map(|cell| (cell.row, cell.col));
        Self {
            places: places.collect(),
            cell_at,
        }
    }

    /// The graph of a constraint, by the numbers of each cell; `None` for totals, which have none.
    pub(super) fn graph(
        &self,
        constraint: &Constraint,
        domain: impl Fn(usize) -> BitSet,
    ) -> Option<Graph> {
        match constraint {
            Constraint::Total(_) => None,
            Constraint::Line(cells) => Some(Graph {
                edges: cells.iter().map(|cell| domain(*cell)).collect(),
                needed: cells.len(),
            }),
            Constraint::Positions { number, pieces } => {
                let mut edges = vec![0; MAX_SIDE];
                for (cell, (row, column)) in self.places.iter().enumerate() {
                    edges[*row] |= (domain(cell) >> number & 1) << column;
                }
                Some(Graph {
                    edges,
                    needed: *pieces,
                })
            }
        }
    }

    /// The choice that is an edge of the constraint's graph.
    pub(super) fn pair(&self, constraint: &Constraint, (left, right): Edge) -> Choice {
        match constraint {
            Constraint::Line(cells) => (cells[left], right),
            Constraint::Positions { number, .. } => (self.cell_at[left][right], *number),
            Constraint::Total(_) => unreachable!("totals have no graph"),
        }
    }

    /// The edge of a choice, one of the constraint's own, in its graph.
    pub(super) fn edge(&self, constraint: &Constraint, (cell, number): Choice) -> Edge {
        match constraint {
            Constraint::Line(cells) => {
                let left = cells.iter().position(|other| *other == cell);
                (left.unwrap_or(0), number)
            }
            Constraint::Positions { .. } => self.places[cell],
            Constraint::Total(_) => unreachable!("totals have no graph"),
        }
    }
}

/// All edges, given the right nodes of each left one.
pub(super) fn pairs(edges: &[BitSet]) -> impl Iterator<Item = Edge> {
    let edges = edges.iter().enumerate();
    edges.flat_map(|(left, set)| bits(*set).map(move |right| (left, right)))
}
