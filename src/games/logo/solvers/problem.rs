//! The cells left to stamp, as a graph whose edges are to be oriented.
//!
//! A stamping order orients every edge between two stamped cells from the earlier to the later. A cell starts as 1
//! and grows by 1 for each neighbour stamped after it, so it ends as 1 + (number of later neighbours) mod 4. A level
//! thus asks for an acyclic orientation with given out-degrees: value v means v − 1; only 1 means 0 *or* 4, and 4 is
//! possible only with four neighbours.

use std::ops::Range;

use crate::Logo;
use crate::game::Heading::{Down, Left, Right, Up};
use crate::game::typed::SolveTask;
use crate::game::{Cell, Move, Size, Unsolvable, words};
use crate::level::to_target;
use crate::position::{stamp, stamped_cell};

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
    /// Vertex at each raster index, or [`NONE`].
    index: Vec<Vertex>,
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
    /// If a cell shows that the target cannot be reached from there; other proofs need a solver.
    pub fn new(task: &SolveTask<'_, Logo>) -> Result<Self, Unsolvable> {
        let (target, field) = (to_target(task.level), &task.start.field);
        let size = target.size();
        let started = field.as_slice().iter().any(|value| *value != 0);
        let open = |cell: &Cell| {
            target.get(*cell).is_some_and(|goal| *goal != 0) && field.get(*cell) == Some(&0)
        };
        let mut index = vec![NONE; size.area()];
        let mut cells = Vec::new();
        for ((cell, goal), value) in target.iter().zip(field.as_slice()) {
            match (*value, *goal) {
                (0, 0) => {}
                (0, _) => {
                    index[size.index(cell)] = cells.len() as Vertex;
                    cells.push(cell);
                }
                (_, 0) => {
                    return Err(Unsolvable::at(
                        vec![cell],
                        format!(
                            "{cell} is stamped, but empty in the target; stamps cannot be removed"
                        ),
                    ));
                }
                (value, goal) => {
                    let pending: Vec<_> = cell.neighbours().filter(open).collect();
                    let end = (usize::from(value) - 1 + pending.len()) % 4 + 1;
                    if end != usize::from(goal) {
                        let open = words::count(pending.len(), "cells");
                        return Err(Unsolvable::at(
                            [vec![cell], pending].concat(),
                            format!(
                                "{cell} shows {value} now; with {open} next to it still to be stamped, it will end as {end}; the target is {goal}"
                            ),
                        ));
                    }
                }
            }
        }
        let (mut next, mut later) = (Vec::new(), Vec::new());
        let mut degrees = 0;
        for cell in &cells {
            let adjacent = [Up, Left, Right, Down].map(|heading| {
                let other = cell.step(heading).filter(|other| size.contains(*other));
                other.map_or(NONE, |other| index[size.index(other)])
            });
            let degree = adjacent.iter().filter(|vertex| **vertex != NONE).count();
            let goal = target.get(*cell).copied().unwrap_or(1);
            let required = goal.saturating_sub(1);
            if usize::from(required) > degree {
                let left = if started { " left" } else { "" };
                return Err(Unsolvable::at(
                    vec![*cell],
                    format!(
                        "{cell} shows {goal}, so {} must be stamped after it, but there {}{left}",
                        words::count(required, "neighbours"),
                        match degree {
                            0 => "is none".to_owned(),
                            1 => "is only 1".to_owned(),
                            _ => format!("are only {degree}"),
                        },
                    ),
                ));
            }
            degrees += degree;
            next.push(adjacent);
            later.push(match (required, degree) {
                (0, DIRECTIONS) => EITHER,
                _ => required,
            });
        }
        Ok(Self {
            size,
            cells,
            index,
            next,
            later,
            edges: degrees / 2,
            last_done: task.done.last().and_then(stamped_cell),
        })
    }

    /// Value of a cell once all its neighbours are stamped, counted from its own stamp.
    pub fn final_value(&self, vertex: Vertex) -> u8 {
        match self.later[vertex as usize] {
            EITHER => 1,
            later => later + 1,
        }
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn vertices(&self) -> Range<Vertex> {
        0..self.len() as Vertex
    }

    /// Vertex of a cell that is still to be stamped.
    pub fn vertex(&self, cell: Cell) -> Option<Vertex> {
        self.size
            .contains(cell)
            .then(|| self.index[self.size.index(cell)])
            .filter(|vertex| *vertex != NONE)
    }

    /// Neighbours of a vertex that are still to be stamped.
    pub fn adjacent(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + use<> {
        let next = self.next[vertex as usize];
        next.into_iter().filter(|vertex| *vertex != NONE)
    }

    /// Cells of vertices, in raster order.
    pub fn cells_of(&self, vertices: &[Vertex]) -> Vec<Cell> {
        let mut sorted = vertices.to_vec();
        sorted.sort_unstable();
        sorted.iter().map(|v| self.cells[*v as usize]).collect()
    }

    pub fn moves(&self, order: &[Vertex]) -> Vec<Move> {
        let cells = order.iter().map(|v| self.cells[*v as usize]);
        cells.map(stamp).collect()
    }

    /// Position of each vertex in an order of all vertices.
    pub fn ranks(&self, order: &[Vertex]) -> Vec<u32> {
        let mut ranks = vec![0; self.len()];
        for (rank, vertex) in (0..).zip(order) {
            ranks[*vertex as usize] = rank;
        }
        ranks
    }

    /// Connected components of the cells still to be stamped.
    pub fn components(&self) -> Vec<Vec<Vertex>> {
        let mut visited = vec![false; self.len()];
        let mut components = Vec::new();
        for first in self.vertices() {
            let (mut component, mut open) = (Vec::new(), vec![first]);
            while let Some(vertex) = open.pop() {
                if !std::mem::replace(&mut visited[vertex as usize], true) {
                    component.push(vertex);
                    open.extend(self.adjacent(vertex));
                }
            }
            if !component.is_empty() {
                components.push(component);
            }
        }
        components
    }

    /// Takes back cells without later neighbours until none is left. `later` is the number of later
    /// neighbours of each vertex, without [`EITHER`]. Returns the stamping order.
    ///
    /// Taking such a cell back is always safe: in any order of the rest it can be moved to the end. So no search is
    /// needed, and the orientation found is the only one.
    pub fn sweep(&self, later: &[u8]) -> Result<Vec<Vertex>, SweepError> {
        let mut left = later.to_vec();
        let mut taken = vec![false; self.len()];
        let ready = self.vertices().filter(|v| left[*v as usize] == 0);
        let mut ready: Vec<Vertex> = ready.collect();
        let mut order = Vec::with_capacity(self.len());
        while let Some(vertex) = ready.pop() {
            taken[vertex as usize] = true;
            order.push(vertex);
            for other in self.adjacent(vertex) {
                if taken[other as usize] {
                    continue;
                }
                match left[other as usize] {
                    0 => return Err(SweepError::TooMany(other)),
                    1 => ready.push(other),
                    _ => {}
                }
                left[other as usize] -= 1;
            }
        }
        if order.len() < self.len() {
            let rest = self.vertices().filter(|v| !taken[*v as usize]);
            return Err(SweepError::Rest(rest.collect()));
        }
        order.reverse();
        Ok(order)
    }
}

/// Reason why a sweep does not reach the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SweepError {
    /// This vertex has more later neighbours than its number allows.
    TooMany(Vertex),
    /// Each of these must still come before another of them.
    Rest(Vec<Vertex>),
}
