//! Levels made by chance, each with just one solution.

use std::sync::Arc;

use fastrand::Rng;

use crate::game::{
    Cell, Chosen, Difficulty as Hardness, GenerateError, Generator, Grid, Level, LevelRef, Meta,
    OptionInfo, Size,
};
use crate::search::{Budget, Stop};

use super::Puzlogic;
use super::explain::{Technique, hardest};
use super::level::PuzlogicLevel;
use super::puzzle::{MAX_NUMBER, MAX_SIDE, Puzzle, Square, Sum};
use super::solvers::solutions;
use crate::game::typed::Typed as _;

/// Makes levels of Puzlogic.
pub(super) struct PuzlogicGenerator;

/// Boards that are begun before it is given up.
const TRIES: usize = 200;
/// Steps of search that may show that a board has just one solution; boards that need more are
/// too hard to tell.
const STEPS: u64 = 3_000;

static OPTIONS: &[OptionInfo] = &[
    OptionInfo::new("rows", "Rows", "4", "1 to 25"),
    OptionInfo::new("columns", "Columns", "4", "1 to 25"),
    OptionInfo::new(
        "shape",
        "Shape",
        "random",
        "random, symmetric (left to right), full, or drawn",
    ).one_of(&["random", "symmetric", "full", "drawn"]),
    OptionInfo::new(
        "drawing",
        "Drawing",
        "##.##/.###./..#..",
        "for a drawn shape: rows from the top, joined by ‘/’, ‘#’ for a cell and ‘.’ for none: ##./.##",
    ),
    OptionInfo::new(
        "cells",
        "Cells",
        "70",
        "percent of the places that are cells, 10 to 100; not for full",
    ),
    OptionInfo::new(
        "given",
        "Given numbers",
        "25",
        "percent of the cells, 0 to 95; more where needed for one solution",
    ),
    OptionInfo::new(
        "largest",
        "Largest number",
        "0",
        "1 to 99, or 0 for as large as the longer side",
    ),
    OptionInfo::new(
        "sums",
        "Sums",
        "few",
        "few (only those needed for one solution), all, or none",
    ).one_of(&["few", "all", "none"]),
    OptionInfo::new(
        "difficulty",
        "Difficulty",
        "any",
        "by the hardest argument needed: easy (singles), medium (piece counts, sums), hard (subsets), \
         expert (trying out), or any",
    ).one_of(&["any", "easy", "medium", "hard", "expert"]),
];

struct Wanted {
    size: Size,
    shape: Shape,
    cells: usize,
    given: usize,
    largest: u8,
    sums: Sums,
    difficulty: Option<Difficulty>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Random,
    Symmetric,
    Full,
    Drawn,
}

/// By the hardest argument that a person needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Difficulty {
    Easy,
    Medium,
    Hard,
    Expert,
}

impl Difficulty {
    fn of(hardest: Technique) -> Option<Self> {
        Some(match hardest {
            Technique::NakedSingle | Technique::LastOfSum | Technique::HiddenSingle => Self::Easy,
            Technique::LineCount | Technique::Sum => Self::Medium,
            Technique::Subset => Self::Hard,
            Technique::TryOut => Self::Expert,
            // Nobody solves that by hand.
            Technique::Search => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let all = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];
        all.into_iter().find(|difficulty| difficulty.name() == text)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sums {
    Few,
    All,
    None,
}

/// How hard levels are to be.
static DIFFICULTIES: &[Hardness] = &[
    Hardness::new(
        "easy",
        &[("rows", "4"), ("columns", "4"), ("difficulty", "easy")],
    ),
    Hardness::new(
        "medium",
        &[("rows", "4"), ("columns", "4"), ("difficulty", "medium")],
    ),
    Hardness::new(
        "hard",
        &[("rows", "5"), ("columns", "5"), ("difficulty", "hard")],
    ),
];

impl Generator for PuzlogicGenerator {
    fn options(&self) -> &'static [OptionInfo] {
        OPTIONS
    }

    fn difficulties(&self) -> &'static [Hardness] {
        DIFFICULTIES
    }

    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError> {
        let drawn = drawing(options)?;
        let size = match &drawn {
            Some(drawn) => drawn.size(),
            None => Size::new(
                options.number("rows", 1..=MAX_SIDE)?,
                options.number("columns", 1..=MAX_SIDE)?,
            ),
        };
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
                "drawn" => Ok(Shape::Drawn),
                _ => Err("expected random, symmetric, full or drawn".to_owned()),
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
            difficulty: options.parsed("difficulty", |text| {
                match (text, Difficulty::parse(text)) {
                    ("any", _) => Ok(None),
                    (_, Some(difficulty)) => Ok(Some(difficulty)),
                    _ => Err("expected easy, medium, hard, expert or any".to_owned()),
                }
            })?,
        };
        let mut chance = Rng::with_seed(seed);
        let mut others = 0;
        for _ in 0..TRIES {
            budget.check()?;
            let Some(puzzle) = board(&wanted, drawn.as_ref(), &mut chance, budget)? else {
                continue;
            };
            let meta = Meta {
                title: format!("Puzlogic by chance {seed}"),
                ..Meta::default()
            };
            let level = PuzlogicLevel::new(puzzle, meta.clone())
                .map_err(|error| GenerateError::NotFound(error.to_string()))?;
            let Some(difficulty) = wanted.difficulty else {
                return Ok(Arc::new(level));
            };
            match hardest(&level, budget)? {
                Some(hardest) if Difficulty::of(hardest) == Some(difficulty) => {
                    return Ok(level.with_meta(Meta {
                        notes: format!("{}: needs {}.", difficulty.name(), hardest.name()),
                        ..meta
                    }));
                }
                _ => others += 1,
            }
        }
        Err(GenerateError::NotFound(match others {
            0 => format!(
                "{TRIES} boards had no room for the numbers, or more than one solution; take a larger \
                 largest number, more given numbers or more sums"
            ),
            others => format!(
                "{others} boards with one solution were found, none of the difficulty wanted; take \
                 another size, more or fewer given numbers or sums, or another seed"
            ),
        }))
    }

    fn like(&self, level: &dyn Level) -> Vec<(&'static str, String)> {
        let Some(level) = Puzlogic::of(level) else {
            return Vec::new();
        };
        let row = |row: &[Square]| -> String {
            let signs = row
                .iter()
                .map(|square| if *square == Square::None { '.' } else { '#' });
            signs.collect()
        };
        let rows: Vec<String> = level.puzzle().squares.rows().map(row).collect();
        vec![("shape", "drawn".to_owned()), ("drawing", rows.join("/"))]
    }
}

/// The drawn shape, where one is wanted; what is drawn is checked in any case.
fn drawing(options: &Chosen<'_>) -> Result<Option<Grid<bool>>, GenerateError> {
    let wanted = options.text("shape") == "drawn";
    let drawn = options.parsed("drawing", |text| {
        let rows: Vec<&str> = text.split('/').map(str::trim).collect();
        let size = Size::new(
            rows.len(),
            rows.iter()
                .map(|row| row.chars().count())
                .max()
                .unwrap_or(0),
        );
        if !(1..=MAX_SIDE).contains(&size.rows) || !(1..=MAX_SIDE).contains(&size.cols) {
            return Err(format!(
                "draw 1 to {MAX_SIDE} rows of 1 to {MAX_SIDE} places, joined by ‘/’"
            ));
        }
        let mut drawn = Grid::filled(size, false);
        for (row, signs) in rows.iter().enumerate() {
            for (col, sign) in signs.chars().enumerate() {
                let inside = match sign {
                    '#' => true,
                    '.' => false,
                    other => {
                        return Err(format!(
                            "‘{other}’ is neither ‘#’ for a cell nor ‘.’ for none"
                        ));
                    }
                };
                drawn.set(Cell::new(row, col), inside);
            }
        }
        if drawn.as_slice().iter().any(|inside| *inside) {
            Ok(drawn)
        } else {
            Err("the drawing has no cell".to_owned())
        }
    })?;
    Ok(wanted.then_some(drawn))
}

/// A board with one solution; `None` where chance gave none.
fn board(
    wanted: &Wanted,
    drawn: Option<&Grid<bool>>,
    chance: &mut Rng,
    budget: &Budget,
) -> Result<Option<Puzzle>, Stop> {
    let Some(numbers) = numbers(wanted, drawn, chance) else {
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
fn numbers(
    wanted: &Wanted,
    drawn: Option<&Grid<bool>>,
    chance: &mut Rng,
) -> Option<Grid<Option<u8>>> {
    let size = wanted.size;
    let mut shape = Grid::filled(size, true);
    if let Some(drawn) = drawn {
        shape = drawn.clone();
    } else if wanted.shape != Shape::Full {
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
                let own = Puzlogic::of(level.as_ref()).expect("is one");
                let count = solutions(own, 2, u64::MAX, &Budget::default());
                assert_eq!(count, Ok(Some(1)), "{}", level.to_text());
                assert!(sums != "none" || own.puzzle().sums.is_empty());
                assert!(!own.puzzle().pieces.is_empty());
            }
        }
    }

    fn made(options: &[(&str, &str)], seed: u64) -> Result<LevelRef, GenerateError> {
        let options = options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let options: BTreeMap<String, String> = options.collect();
        generate(&PuzlogicGenerator, &options, seed, &Budget::default())
    }

    #[test]
    fn a_drawn_shape_is_kept_and_taken_over_from_a_level() {
        let drawing = "##.##/.###./..#..";
        let level = made(&[("shape", "drawn"), ("drawing", drawing)], 3).expect("is made");
        assert_eq!(level.board().size, Size::new(3, 5));
        let like = PuzlogicGenerator.like(level.as_ref());
        assert!(like.contains(&("drawing", drawing.to_owned())), "{like:?}");
        for (wrong, said) in [("", "1 to 25"), ("#x", "‘x’"), ("...", "no cell")] {
            let error = made(&[("shape", "drawn"), ("drawing", wrong)], 3).expect_err(wrong);
            assert!(error.to_string().contains(said), "{error}");
        }
    }

    #[test]
    fn difficulty_is_that_of_the_arguments() {
        for wanted in ["easy", "medium", "hard", "expert"] {
            let level = (1..20).find_map(|seed| {
                made(
                    &[
                        ("rows", "5"),
                        ("columns", "5"),
                        ("given", "10"),
                        ("difficulty", wanted),
                    ],
                    seed,
                )
                .ok()
            });
            let level = level.expect(wanted);
            let own = Puzlogic::of(level.as_ref()).expect("is one");
            let hardest = hardest(own, &Budget::default());
            let hardest = hardest.ok().flatten().and_then(Difficulty::of);
            assert_eq!(hardest.map(Difficulty::name), Some(wanted));
            assert!(level.meta().notes.starts_with(wanted), "{:?}", level.meta());
        }
    }
}
