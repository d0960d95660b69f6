//! Levels made by chance, each with just one solution.

use std::sync::Arc;

use fastrand::Rng;

use crate::game::{Cell, Chosen, GenerateError, Generator, Grid, LevelRef, Meta, OptionInfo, Size};
use crate::search::{Budget, Stop};

use super::level::PuzlogicLevel;
use super::puzzle::{MAX_NUMBER, MAX_SIDE, Puzzle, Square, Sum};
use super::solvers::solutions;

/// Makes levels of Puzlogic.
pub(super) struct PuzlogicGenerator;

/// Boards that are begun before it is given up.
const TRIES: usize = 200;
/// Steps of search that may show that a board has just one solution; boards that need more are
/// too hard to tell.
const STEPS: u64 = 3_000;

const fn option(
    key: &'static str,
    name: &'static str,
    default: &'static str,
    help: &'static str,
) -> OptionInfo {
    OptionInfo {
        key,
        name,
        default,
        help,
    }
}

static OPTIONS: &[OptionInfo] = &[
    option("rows", "Rows", "4", "1 to 25"),
    option("columns", "Columns", "4", "1 to 25"),
    option(
        "shape",
        "Shape",
        "random",
        "random, symmetric (left to right) or full",
    ),
    option(
        "cells",
        "Cells",
        "70",
        "percent of the places that are cells, 10 to 100; not for full",
    ),
    option(
        "given",
        "Given numbers",
        "25",
        "percent of the cells, 0 to 95; more where needed for one solution",
    ),
    option(
        "largest",
        "Largest number",
        "0",
        "1 to 99, or 0 for as large as the longer side",
    ),
    option(
        "sums",
        "Sums",
        "few",
        "few (only those needed for one solution), all, or none",
    ),
];

struct Wanted {
    size: Size,
    shape: Shape,
    cells: usize,
    given: usize,
    largest: u8,
    sums: Sums,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Random,
    Symmetric,
    Full,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sums {
    Few,
    All,
    None,
}

impl Generator for PuzlogicGenerator {
    fn options(&self) -> &'static [OptionInfo] {
        OPTIONS
    }

    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError> {
        let size = Size::new(
            options.number("rows", 1..=MAX_SIDE)?,
            options.number("columns", 1..=MAX_SIDE)?,
        );
        let largest = options.number("largest", 0..=usize::from(MAX_NUMBER))?;
        let largest = if largest == 0 {
            size.rows.max(size.cols)
        } else {
            largest
        };
        let wanted = Wanted {
            size,
            shape: options.parsed("shape", |text| match text {
                "random" => Ok(Shape::Random),
                "symmetric" => Ok(Shape::Symmetric),
                "full" => Ok(Shape::Full),
                _ => Err("expected random, symmetric or full".to_owned()),
            })?,
            cells: options.number("cells", 10..=100)?,
            given: options.number("given", 0..=95)?,
            largest: u8::try_from(largest).unwrap_or(MAX_NUMBER),
            sums: options.parsed("sums", |text| match text {
                "few" => Ok(Sums::Few),
                "all" => Ok(Sums::All),
                "none" => Ok(Sums::None),
                _ => Err("expected few, all or none".to_owned()),
            })?,
        };
        let mut chance = Rng::with_seed(seed);
        let meta = Meta {
            title: format!("Puzlogic by chance {seed}"),
            ..Meta::default()
        };
        for _ in 0..TRIES {
            budget.check()?;
            if let Some(puzzle) = board(&wanted, &mut chance, budget)? {
                return PuzlogicLevel::new(puzzle, meta)
                    .map(|level| Arc::new(level) as LevelRef)
                    .map_err(|error| GenerateError::NotFound(error.to_string()));
            }
        }
        Err(GenerateError::NotFound(format!(
            "{TRIES} boards had no room for the numbers, or more than one solution; take a larger \
             largest number, more given numbers or more sums"
        )))
    }
}

/// A board with one solution; `None` where chance gave none.
fn board(wanted: &Wanted, chance: &mut Rng, budget: &Budget) -> Result<Option<Puzzle>, Stop> {
    let Some(numbers) = numbers(wanted, chance) else {
        return Ok(None);
    };
    let mut pieces: Vec<Cell> = numbers
        .iter()
        .filter(|(_, n)| n.is_some())
        .map(|(c, _)| c)
        .collect();
    chance.shuffle(&mut pieces);
    let givens = pieces.len() * wanted.given / 100;
    pieces.drain(..givens);
    if pieces.is_empty() {
        return Ok(None);
    }
    let kinds: Vec<bool> = (0..wanted.size.rows + wanted.size.cols)
        .map(|_| chance.u8(..3) == 0)
        .collect();
    let mut puzzle = puzzle(&numbers, &pieces, &kinds, wanted.sums != Sums::None);
    // Pieces become given numbers until there is one solution.
    while !has_one(&puzzle, budget)? {
        let less = (pieces.len() / 8).max(1);
        pieces.truncate(pieces.len() - less);
        if pieces.is_empty() {
            return Ok(None);
        }
        puzzle = self::puzzle(&numbers, &pieces, &kinds, wanted.sums != Sums::None);
    }
    if wanted.sums == Sums::Few {
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

fn has_one(puzzle: &Puzzle, budget: &Budget) -> Result<bool, Stop> {
    let Ok(level) = PuzlogicLevel::new(puzzle.clone(), Meta::default()) else {
        return Ok(false);
    };
    Ok(solutions(&level, 2, STEPS, budget)? == Some(1))
}

/// Numbers on a shape, none twice in a line.
fn numbers(wanted: &Wanted, chance: &mut Rng) -> Option<Grid<Option<u8>>> {
    let size = wanted.size;
    let mut shape = Grid::filled(size, true);
    if wanted.shape != Shape::Full {
        for cell in size.cells() {
            let mirrored = Cell::new(cell.row, size.cols - 1 - cell.col);
            let inside = match wanted.shape {
                Shape::Symmetric if mirrored.col < cell.col => shape.get(mirrored) == Some(&true),
                _ => chance.usize(0..100) < wanted.cells,
            };
            shape.set(cell, inside);
        }
    }
    let mut numbers: Grid<Option<u8>> = Grid::filled(size, None);
    for row in 0..size.rows {
        let cells: Vec<usize> = (0..size.cols)
            .filter(|col| shape.get(Cell::new(row, *col)) == Some(&true))
            .collect();
        let line = row_of(&cells, row, &numbers, wanted.largest, chance)?;
        for (col, number) in cells.into_iter().zip(line) {
            numbers.set(Cell::new(row, col), Some(number));
        }
    }
    Some(numbers)
}

/// Different numbers for the cells of a row, none that stands above: a matching by augmenting
/// paths (Kuhn), in an order by chance.
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

fn puzzle(numbers: &Grid<Option<u8>>, pieces: &[Cell], kinds: &[bool], sums: bool) -> Puzzle {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::game::generate;

    #[test]
    fn every_level_has_one_solution() {
        for (rows, columns, shape, sums) in [
            ("3", "3", "full", "few"),
            ("5", "6", "random", "few"),
            ("6", "6", "symmetric", "all"),
            ("9", "9", "full", "few"),
            ("4", "4", "random", "none"),
        ] {
            for seed in 1..5 {
                let options: BTreeMap<String, String> = [
                    ("rows", rows),
                    ("columns", columns),
                    ("shape", shape),
                    ("sums", sums),
                ]
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .into();
                let level = generate(&PuzlogicGenerator, &options, seed, &Budget::default())
                    .unwrap_or_else(|error| panic!("{rows}×{columns} {shape} {sums}: {error}"));
                let count = solutions(level.as_ref(), 2, u64::MAX, &Budget::default());
                assert_eq!(count, Ok(Some(1)), "{}", level.to_text());
                let lights = level
                    .as_any()
                    .downcast_ref::<PuzlogicLevel>()
                    .expect("is one");
                assert!(sums != "none" || lights.puzzle().sums.is_empty());
                assert!(!lights.puzzle().pieces.is_empty());
            }
        }
    }
}
