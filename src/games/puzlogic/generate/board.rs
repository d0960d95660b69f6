//! Boards full of numbers, and puzzles made from them.

use fastrand::Rng;

use crate::game::{Cell, Grid, Size};
use crate::puzzle::{CellKind, LineSum, SumPuzzle};
use crate::search::{Budget, Stop};
use crate::solvers::solutions;

/// Search steps to prove that a board has one solution; boards that need more are rejected.
const MAX_PROOF_STEPS: u64 = 3_000;

pub(super) struct BoardSpec {
    pub(super) size: Size,
    pub(super) shape: BoardShape,
    /// Probability, in percent, that a place of a random shape is a cell.
    pub(super) cell_percent: usize,
    /// Least share of the cells whose numbers are given.
    pub(super) given_percent: usize,
    pub(super) largest: u8,
    pub(super) sums: SumChoice,
}

#[derive(Clone)]
pub(super) enum BoardShape {
    Random,
    Symmetric,
    Full,
    Drawn(Grid<bool>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SumChoice {
    /// As many as one solution needs.
    Few,
    All,
    None,
}

impl BoardSpec {
    /// A board with one solution; `None` if this attempt failed.
    pub(super) fn build(&self, rng: &mut Rng, budget: &Budget) -> Result<Option<SumPuzzle>, Stop> {
        let Some(numbers) = self.fill(rng) else {
            return Ok(None);
        };
        let numbered = numbers.iter().filter(|(_, number)| number.is_some());
        let mut pieces: Vec<Cell> = numbered.map(|(cell, _)| cell).collect();
        rng.shuffle(&mut pieces);
        pieces.drain(..pieces.len() * self.given_percent / 100);
        if pieces.is_empty() {
            return Ok(None);
        }
        let lines = 0..self.size.rows + self.size.cols;
        // A third of the sums count placed pieces only.
        let mut only_placed: Vec<bool> = lines.map(|_| rng.u8(..3) == 0).collect();
        // Lines that are not in the list have no sum.
        if self.sums == SumChoice::None {
            only_placed.clear();
        }
        let mut puzzle = build_puzzle(&numbers, &pieces, &only_placed);
        // Turns pieces into given numbers, an eighth at a time, until there is one solution.
        while !is_unique(&puzzle, budget)? {
            pieces.truncate(pieces.len() - (pieces.len() / 8).max(1));
            if pieces.is_empty() {
                return Ok(None);
            }
            puzzle = build_puzzle(&numbers, &pieces, &only_placed);
        }
        if self.sums == SumChoice::Few {
            let mut order = puzzle.sums.clone();
            rng.shuffle(&mut order);
            for sum in order {
                let mut without = puzzle.clone();
                without.sums.retain(|other| *other != sum);
                if is_unique(&without, budget)? {
                    puzzle = without;
                }
            }
        }
        Ok(Some(puzzle))
    }

    /// Numbers on a shape, none twice in a line; `None` if this try has failed.
    fn fill(&self, rng: &mut Rng) -> Option<Grid<Option<u8>>> {
        let size = self.size;
        let shape = match &self.shape {
            BoardShape::Drawn(drawn) => drawn.clone(),
            BoardShape::Full => Grid::filled(size, true),
            BoardShape::Random | BoardShape::Symmetric => self.random_shape(rng),
        };
        let mut numbers: Grid<Option<u8>> = Grid::filled(size, None);
        for row in 0..size.rows {
            let cells: Vec<usize> = (0..size.cols)
                .filter(|col| shape.get(Cell::new(row, *col)) == Some(&true))
                .collect();
            let line = random_row(&cells, row, &numbers, self.largest, rng)?;
            for (col, number) in cells.into_iter().zip(line) {
                numbers.set(Cell::new(row, col), Some(number));
            }
        }
        Some(numbers)
    }

    fn random_shape(&self, rng: &mut Rng) -> Grid<bool> {
        let mut shape = Grid::filled(self.size, true);
        for cell in self.size.cells() {
            let mirrored = Cell::new(cell.row, self.size.cols - 1 - cell.col);
            let inside = match self.shape {
                BoardShape::Symmetric if mirrored.col < cell.col => {
                    shape.get(mirrored) == Some(&true)
                }
                _ => rng.usize(0..100) < self.cell_percent,
            };
            shape.set(cell, inside);
        }
        shape
    }
}

/// Returns whether a puzzle is proved to have exactly one solution.
fn is_unique(puzzle: &SumPuzzle, budget: &Budget) -> Result<bool, Stop> {
    Ok(solutions(puzzle, 2, MAX_PROOF_STEPS, budget)? == Some(1))
}

/// Numbers for a row, none of which is above: a matching by augmenting paths (Kuhn), in random order.
fn random_row(
    cells: &[usize],
    row: usize,
    numbers: &Grid<Option<u8>>,
    largest: u8,
    rng: &mut Rng,
) -> Option<Vec<u8>> {
    let choices = cells.iter().map(|col| {
        let above = |n: u8| (0..row).any(|r| numbers.get(Cell::new(r, *col)) == Some(&Some(n)));
        let mut free: Vec<u8> = (1..=largest).filter(|n| !above(*n)).collect();
        rng.shuffle(&mut free);
        free
    });
    let choices: Vec<Vec<u8>> = choices.collect();
    let mut owner: Vec<Option<usize>> = vec![None; usize::from(largest) + 1];
    for cell in 0..cells.len() {
        let mut visited = vec![false; usize::from(largest) + 1];
        if !augment(cell, &choices, &mut owner, &mut visited) {
            return None;
        }
    }
    let mut line = vec![0; cells.len()];
    for (number, cell) in owner.iter().enumerate() {
        if let Some(cell) = cell {
            line[*cell] = u8::try_from(number).ok()?;
        }
    }
    Some(line)
}

/// Gives a cell one of its `free` numbers, whose owner, if it has one, gets another; returns whether that is possible.
fn augment(cell: usize, free: &[Vec<u8>], owner: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for number in free[cell].iter().map(|n| usize::from(*n)) {
        if std::mem::replace(&mut tried[number], true) {
            continue;
        }
        if owner[number].is_none_or(|other| augment(other, free, owner, tried)) {
            owner[number] = Some(cell);
            return true;
        }
    }
    false
}

/// The puzzle whose pieces are the numbers of these cells. `only_placed` says for each line, rows first, whether its
/// sum counts placed pieces only; lines beyond its end have no sum.
fn build_puzzle(numbers: &Grid<Option<u8>>, pieces: &[Cell], only_placed: &[bool]) -> SumPuzzle {
    let mut squares = numbers.map(|number| number.map_or(CellKind::None, CellKind::Given));
    let mut values: Vec<u8> = Vec::new();
    for cell in pieces {
        squares.set(*cell, CellKind::Empty);
        values.extend(numbers.get(*cell).copied().flatten());
    }
    values.sort_unstable();
    let mut puzzle = SumPuzzle {
        squares,
        pieces: values,
        sums: Vec::new(),
    };
    let lines = puzzle.lines().zip(only_placed);
    let sums = lines.filter_map(|(line, placed_only)| {
        let cells = numbers.iter().filter(|(cell, _)| line.contains(*cell));
        // A sum of given numbers alone says nothing.
        pieces
            .iter()
            .any(|cell| line.contains(*cell))
            .then(|| LineSum {
                line,
                placed_only: *placed_only,
                target: cells
                    .filter(|(cell, _)| !placed_only || pieces.contains(cell))
                    .filter_map(|(_, number)| number.map(u32::from))
                    .sum(),
            })
    });
    puzzle.sums = sums.collect();
    puzzle
}
