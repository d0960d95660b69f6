//! Boards full of numbers, and puzzles made from them.

use fastrand::Rng;

use crate::game::{Cell, Grid, Size};
use crate::puzzle::{Puzzle, Square, Sum};
use crate::search::{Budget, Stop};
use crate::solvers::solutions;

/// Search steps to prove that a board has one solution; boards that need more are rejected.
const STEPS: u64 = 3_000;

pub(super) struct Wanted {
    pub(super) size: Size,
    pub(super) shape: Shape,
    /// In percent.
    pub(super) cells: usize,
    pub(super) given: usize,
    pub(super) largest: u8,
    pub(super) sums: Sums,
}

#[derive(Clone)]
pub(super) enum Shape {
    Random,
    Symmetric,
    Full,
    Drawn(Grid<bool>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sums {
    Few,
    All,
    None,
}

impl Wanted {
    /// A board with one solution; `None` if this attempt failed.
    pub(super) fn board(&self, chance: &mut Rng, budget: &Budget) -> Result<Option<Puzzle>, Stop> {
        let Some(numbers) = self.numbers(chance) else {
            return Ok(None);
        };
        let mut pieces: Vec<Cell> = numbers
            .iter()
            .filter(|(_, n)| n.is_some())
            .map(|(c, _)| c)
            .collect();
        chance.shuffle(&mut pieces);
        let givens = pieces.len() * self.given / 100;
        pieces.drain(..givens);
        if pieces.is_empty() {
            return Ok(None);
        }
        let kinds: Vec<bool> = (0..self.size.rows + self.size.cols)
            .map(|_| chance.u8(..3) == 0)
            .collect();
        let mut puzzle = puzzle_of(&numbers, &pieces, &kinds, self.sums != Sums::None);
        // Turns pieces into given numbers until there is one solution.
        while !has_one(&puzzle, budget)? {
            let less = (pieces.len() / 8).max(1);
            pieces.truncate(pieces.len() - less);
            if pieces.is_empty() {
                return Ok(None);
            }
            puzzle = puzzle_of(&numbers, &pieces, &kinds, self.sums != Sums::None);
        }
        if self.sums == Sums::Few {
            let mut order: Vec<Sum> = puzzle.sums.clone();
            chance.shuffle(&mut order);
            for sum in order {
                let without = Puzzle {
                    sums: puzzle
                        .sums
                        .iter()
                        .copied()
                        .filter(|other| *other != sum)
                        .collect(),
                    ..puzzle.clone()
                };
                if has_one(&without, budget)? {
                    puzzle = without;
                }
            }
        }
        Ok(Some(puzzle))
    }

    /// Numbers on a shape, none twice in a line.
    fn numbers(&self, chance: &mut Rng) -> Option<Grid<Option<u8>>> {
        let size = self.size;
        let shape = match &self.shape {
            Shape::Drawn(drawn) => drawn.clone(),
            Shape::Full => Grid::filled(size, true),
            Shape::Random | Shape::Symmetric => self.shape_by_chance(chance),
        };
        let mut numbers: Grid<Option<u8>> = Grid::filled(size, None);
        for row in 0..size.rows {
            let cells: Vec<usize> = (0..size.cols)
                .filter(|col| shape.get(Cell::new(row, *col)) == Some(&true))
                .collect();
            let line = row_of(&cells, row, &numbers, self.largest, chance)?;
            for (col, number) in cells.into_iter().zip(line) {
                numbers.set(Cell::new(row, col), Some(number));
            }
        }
        Some(numbers)
    }

    fn shape_by_chance(&self, chance: &mut Rng) -> Grid<bool> {
        let mut shape = Grid::filled(self.size, true);
        for cell in self.size.cells() {
            let mirrored = Cell::new(cell.row, self.size.cols - 1 - cell.col);
            let inside = match self.shape {
                Shape::Symmetric if mirrored.col < cell.col => shape.get(mirrored) == Some(&true),
                _ => chance.usize(0..100) < self.cells,
            };
            shape.set(cell, inside);
        }
        shape
    }
}

fn has_one(puzzle: &Puzzle, budget: &Budget) -> Result<bool, Stop> {
    Ok(solutions(puzzle, 2, STEPS, budget)? == Some(1))
}

/// Distinct numbers for the cells of a row, none of which is above: a matching by augmenting paths (Kuhn), in random
/// order.
fn row_of(
    cells: &[usize],
    row: usize,
    numbers: &Grid<Option<u8>>,
    largest: u8,
    chance: &mut Rng,
) -> Option<Vec<u8>> {
    let choices: Vec<Vec<u8>> = cells
        .iter()
        .map(|col| {
            let above = |n: u8| (0..row).any(|r| numbers.get(Cell::new(r, *col)) == Some(&Some(n)));
            let mut free: Vec<u8> = (1..=largest).filter(|n| !above(*n)).collect();
            chance.shuffle(&mut free);
            free
        })
        .collect();
    let mut owner: Vec<Option<usize>> = vec![None; usize::from(largest) + 1];
    for cell in 0..cells.len() {
        let mut seen = vec![false; usize::from(largest) + 1];
        if !augment(cell, &choices, &mut owner, &mut seen) {
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

fn augment(
    cell: usize,
    choices: &[Vec<u8>],
    owner: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for number in choices[cell].iter().map(|n| usize::from(*n)) {
        if std::mem::replace(&mut seen[number], true) {
            continue;
        }
        if owner[number].is_none_or(|other| augment(other, choices, owner, seen)) {
            owner[number] = Some(cell);
            return true;
        }
    }
    false
}

/// The puzzle whose pieces are the numbers of these cells; `kinds` says which lines count placed pieces only.
fn puzzle_of(numbers: &Grid<Option<u8>>, pieces: &[Cell], kinds: &[bool], sums: bool) -> Puzzle {
    let mut squares = numbers.map(|number| number.map_or(Square::None, Square::Given));
    let mut values: Vec<u8> = Vec::new();
    for cell in pieces {
        squares.set(*cell, Square::Empty);
        values.extend(numbers.get(*cell).copied().flatten());
    }
    values.sort_unstable();
    let mut puzzle = Puzzle {
        squares,
        pieces: values,
        sums: Vec::new(),
    };
    let lines = puzzle.lines().zip(kinds).filter(|_| sums);
    let made = lines.filter_map(|(line, placed_only)| {
        let on = numbers.iter().filter(|(cell, _)| line.contains(*cell));
        // A sum of given numbers alone says nothing.
        pieces.iter().any(|cell| line.contains(*cell)).then(|| Sum {
            line,
            placed_only: *placed_only,
            target: on
                .filter(|(cell, _)| !placed_only || pieces.contains(cell))
                .filter_map(|(_, number)| number.map(u32::from))
                .sum(),
        })
    });
    puzzle.sums = made.collect();
    puzzle
}
