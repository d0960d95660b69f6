//! The cells left to stamp, as a graph whose edges are to be oriented.
//!
//! A stamping order orients every edge between two stamped cells from the earlier to the later. A cell starts as 1
//! and grows by 1 for each neighbour stamped after it, so it ends as 1 + (number of later neighbours) mod 4. A level
//! thus asks for an acyclic orientation with given out-degrees: value v means v − 1; only 1 means 0 *or* 4, and 4 is
//! possible only with four neighbours.

use crate::Logo;
use crate::game::cells::ValueBoard;
use crate::game::typed::SolveTask;
use crate::game::{Cell, Move, Outcome, Plan, Size, Solution, Unsolvable, words};
use crate::level::to_target;
use crate::position::stamped_cell;
use crate::search::Stop;

/// Index into [`StampProblem::cells`].
pub(super) type Vertex = u32;

/// Marks a direction without a neighbour.
pub(super) const NONE: Vertex = Vertex::MAX;

/// Up, left, right, down; the opposite of direction `d` is `3 - d`.
pub(super) const DIRECTIONS: usize = 4;

/// In [`StampProblem::later`]: none or all four neighbours come later.
pub(super) const EITHER: u8 = u8::MAX;

/// The cells still to be stamped, and the number of later neighbours each requires.
#[derive(Clone, Debug)]
pub(super) struct StampProblem {
    pub size: Size,
    /// Cells still to be stamped, in raster order.
    pub cells: Vec<Cell>,
    /// Neighbours among them by direction; [`NONE`] if there is none.
    pub next: Vec<[Vertex; DIRECTIONS]>,
    /// Required number of later neighbours, 0 to 3, or [`EITHER`] 0 or 4.
    pub later: Vec<u8>,
    /// Number of pairs of neighbours.
    pub edges: usize,
    /// Cell stamped last before, if any.
    pub last_done: Option<Cell>,
}

impl StampProblem {
    /// The problem after the moves already made.
    ///
    /// # Errors
    /// Why the target cannot be reached from there.
    pub fn new(task: &SolveTask<'_, Logo>) -> Result<Self, Unsolvable> {
        let mut problem = Self::between(task.level, task.start.field().as_slice())?;
        let last = task.done.last();
        problem.last_done = last.and_then(stamped_cell);
        Ok(problem)
    }

    /// Value of a cell once all its neighbours are stamped, counted from its own stamp.
    pub fn final_value(&self, vertex: Vertex) -> u8 {
        match self.later[vertex as usize] {
            EITHER => 1,
            later => later + 1,
        }
    }

    /// Outcome of a complete search: a plan, or the proof that there is none. All plans cost the same.
    pub fn outcome(
        &self,
        result: Result<Option<&[Vertex]>, Stop>,
        proof: impl FnOnce() -> Unsolvable,
    ) -> Outcome<Plan> {
        let cost = self.len() as i64;
        match result {
            Err(stop) => stop.outcome(None, Some(cost)),
            Ok(Some(order)) => Outcome::Solved(Solution::optimal(Plan(self.moves(order)), cost)),
            Ok(None) => Outcome::Unsolvable(proof()),
        }
    }

    /// The problem between a field (in raster order) and the target.
    fn between(level: &ValueBoard<Logo>, field: &[u8]) -> Result<Self, Unsolvable> {
        let target = to_target(level);
        let size = target.size();
        let at = |cell: Cell| cell.row * size.cols + cell.col;
        let started = field.iter().any(|value| *value != 0);
        let open = |cell: Cell| {
            target.get(cell).is_some_and(|goal| *goal != 0) && field.get(at(cell)) == Some(&0)
        };
        let mut index = vec![NONE; size.area()];
        let mut cells = Vec::new();
        for (cell, goal) in target.iter() {
            match (field.get(at(cell)).copied().unwrap_or(0), *goal) {
                (0, 0) => {}
                (0, _) => {
                    index[at(cell)] = cells.len() as Vertex;
                    cells.push(cell);
                }
                (_, 0) => {
                    return Err(Unsolvable {
                        reason: format!(
                            "{cell} is stamped, but empty in the target; stamps cannot be removed"
                        ),
                        cells: vec![cell],
                    });
                }
                (value, goal) => {
                    let pending: Vec<_> = cell.neighbours().filter(|cell| open(*cell)).collect();
                    let end = (usize::from(value) - 1 + pending.len()) % 4 + 1;
                    if end != usize::from(goal) {
                        return Err(Unsolvable {
                            reason: format!(
                                "{cell} shows {value} now and {} still to be stamped next to it, so it will end as {end}; the target is {goal}",
                                count(pending.len(), "cell is", "cells are"),
                            ),
                            cells: [vec![cell], pending].concat(),
                        });
                    }
                }
            }
        }
        let mut next = Vec::with_capacity(cells.len());
        let mut later = Vec::with_capacity(cells.len());
        let mut degrees = 0;
        for cell in &cells {
            let mut adjacent = [NONE; DIRECTIONS];
            for other in cell.neighbours().filter(|cell| size.contains(*cell)) {
                adjacent[direction(*cell, other)] = index[at(other)];
            }
            let degree = adjacent.iter().filter(|vertex| **vertex != NONE).count();
            let goal = target.get(*cell).copied().unwrap_or(1);
            let required = goal.saturating_sub(1);
            if usize::from(required) > degree {
                let left = if started { " left" } else { "" };
                return Err(Unsolvable {
                    reason: format!(
                        "{cell} shows {goal}, so {} must be stamped after it, but there {}{left}",
                        count(required.into(), "neighbour", "neighbours"),
                        match degree {
                            0 => "is none".to_owned(),
                            1 => "is only 1".to_owned(),
                            _ => format!("are only {degree}"),
                        },
                    ),
                    cells: vec![*cell],
                });
            }
            degrees += degree;
            next.push(adjacent);
            later.push(if required == 0 && degree == DIRECTIONS {
                EITHER
            } else {
                required
            });
        }
        Ok(Self {
            size,
            cells,
            next,
            later,
            edges: degrees / 2,
            last_done: None,
        })
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn adjacent(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + use<> {
        let next = self.next[vertex as usize];
        next.into_iter().filter(|vertex| *vertex != NONE)
    }

    pub fn cells_of(&self, vertices: &[Vertex]) -> Vec<Cell> {
        let mut sorted = vertices.to_vec();
        sorted.sort_unstable();
        sorted.iter().map(|v| self.cells[*v as usize]).collect()
    }

    pub fn moves(&self, order: &[Vertex]) -> Vec<Move> {
        order
            .iter()
            .map(|v| super::super::position::stamp(self.cells[*v as usize]))
            .collect()
    }

    /// Takes back cells without later neighbours until none is left, and returns the stamping order; if that fails,
    /// the reason.
    ///
    /// Taking such a cell back is always safe: in any order of the rest it can be moved to the end. So no search is
    /// needed, and the orientation found is the only one.
    ///
    /// `later` is the out-degree of each vertex.
    pub fn sweep(&self, later: &[u8]) -> Result<Vec<Vertex>, SweepError> {
        let mut left: Vec<u8> = later.to_vec();
        let mut taken = vec![false; self.len()];
        let mut ready: Vec<Vertex> = (0..self.len() as Vertex)
            .filter(|v| left[*v as usize] == 0)
            .collect();
        let mut order = Vec::with_capacity(self.len());
        while let Some(vertex) = ready.pop() {
            taken[vertex as usize] = true;
            order.push(vertex);
            for other in self.adjacent(vertex) {
                let other_left = &mut left[other as usize];
                if taken[other as usize] {
                    continue;
                }
                if *other_left == 0 {
                    return Err(SweepError::TooMany(other));
                }
                *other_left -= 1;
                if *other_left == 0 {
                    ready.push(other);
                }
            }
        }
        if order.len() < self.len() {
            let rest = (0..self.len() as Vertex).filter(|v| !taken[*v as usize]);
            return Err(SweepError::Rest(rest.collect()));
        }
        order.reverse();
        Ok(order)
    }
}

/// Why a sweep does not reach the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SweepError {
    /// This vertex has more later neighbours than its number allows.
    TooMany(Vertex),
    /// Each of these must still come before another of them.
    Rest(Vec<Vertex>),
}

fn direction(from: Cell, to: Cell) -> usize {
    if to.row < from.row {
        0
    } else if to.row > from.row {
        3
    } else if to.col < from.col {
        1
    } else {
        2
    }
}

pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        words::number(number),
        if number == 1 { one } else { many }
    )
}
