//! Random levels, each with exactly one solution.

mod board;

use fastrand::Rng;

use crate::game::typed::TypedGenerator;
use crate::game::{Cell, Chosen, Difficulty, Field, GenerateError, Grid, Size, words};
use crate::search::Budget;

use super::Puzlogic;
use super::explain::{Technique, hardest};
use super::puzzle::{MAX_NUMBER, MAX_SIDE, Puzzle, Square};
use board::{Shape, Sums, Wanted};

pub(super) struct ByNumbers;

/// Boards tried before giving up.
const TRIES: usize = 200;

/// Difficulty by the hardest technique needed; `None` if that is a search.
fn difficulty(hardest: Technique) -> Option<&'static str> {
    Some(match hardest {
        Technique::NakedSingle | Technique::LastOfSum | Technique::HiddenSingle => "easy",
        Technique::LineCount | Technique::Sum => "medium",
        Technique::Subset => "hard",
        Technique::TryOut => "expert",
        Technique::Search => return None,
    })
}

/// Shapes with a size option.
const SIZED: &[&str] = &["random", "symmetric", "full"];
const RANDOM: (&str, &str) = ("shape", "random");

impl TypedGenerator for ByNumbers {
    type Game = Puzlogic;

    const OPTIONS: &'static [Field] = &[
    Field::new(
        "shape",
        "Shape",
        "random",
        "random, symmetric (left to right), full, or drawn",
    ).one_of(&["random", "symmetric", "full", "drawn"]),
    Field::new("rows", "Rows", "4", "; not for shape=drawn")
        .whole(1, MAX_SIDE as i64)
        .only_with("shape", SIZED),
    Field::new("columns", "Columns", "4", "; not for shape=drawn")
        .whole(1, MAX_SIDE as i64)
        .only_with("shape", SIZED),
    Field::new(
        "drawing",
        "Drawing",
        "##.##/.###./..#..",
        "for shape=drawn: rows from the top, joined by ‘/’, ‘#’ for a cell and ‘.’ for none: ##./.##",
    ).only_with("shape", &["drawn"]),
    Field::new(
        "cells",
        "Cells (%)",
        "70",
        "; for shape=random and symmetric",
    ).whole(10, 100).only_with("shape", &["random", "symmetric"]),
    Field::new(
        "given",
        "Given numbers (%)",
        "25",
        "percent of the cells; more where one solution needs them",
    ).whole(0, 95),
    Field::new(
        "largest",
        "Largest number",
        "auto",
        "a number, or auto: the length of the longer side",
    ),
    Field::new(
        "sums",
        "Sums",
        "few",
        "few (as many as one solution needs), all, or none",
    ).one_of(&["few", "all", "none"]).called(&[("few", "as needed")]),
    Field::new(
        "difficulty",
        "Hardest step",
        "any",
        "easy (singles), medium (piece counts, sums), hard (subsets), expert (trial and error), or any",
    ).one_of(&["any", "easy", "medium", "hard", "expert"]).called(&[
        ("easy", "singles"),
        ("medium", "piece counts, sums"),
        ("hard", "subsets"),
        ("expert", "trial and error"),
    ]),
];

    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new(
            "easy",
            &[
                RANDOM,
                ("rows", "4"),
                ("columns", "4"),
                ("difficulty", "easy"),
            ],
        ),
        Difficulty::new(
            "medium",
            &[
                RANDOM,
                ("rows", "4"),
                ("columns", "4"),
                ("difficulty", "medium"),
            ],
        ),
        Difficulty::new(
            "hard",
            &[
                RANDOM,
                ("rows", "5"),
                ("columns", "5"),
                ("difficulty", "hard"),
            ],
        ),
    ];

    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(Puzzle, String), GenerateError> {
        // Checked for every shape.
        let drawn = options.parsed("drawing", drawing)?;
        let shape = options.one_of(
            "shape",
            &[
                ("random", Shape::Random),
                ("symmetric", Shape::Symmetric),
                ("full", Shape::Full),
                ("drawn", Shape::Drawn(drawn)),
            ],
        )?;
        let size = match &shape {
            Shape::Drawn(drawn) => drawn.size(),
            _ => Size::new(options.number("rows")?, options.number("columns")?),
        };
        let largest = options.parsed("largest", |text| match text {
            "auto" | "0" => Ok(size.rows.max(size.cols)),
            _ => {
                let number = text.parse().ok();
                let number = number.filter(|number| (1..=usize::from(MAX_NUMBER)).contains(number));
                number.ok_or_else(|| format!("expected auto, or a number from 1 to {MAX_NUMBER}"))
            }
        })?;
        let wanted = Wanted {
            size,
            shape,
            cells: options.number("cells")?,
            given: options.number("given")?,
            largest: u8::try_from(largest).unwrap_or(MAX_NUMBER),
            sums: options.one_of(
                "sums",
                &[("few", Sums::Few), ("all", Sums::All), ("none", Sums::None)],
            )?,
        };
        let words = ["easy", "medium", "hard", "expert"].map(|word| (word, Some(word)));
        let hard = options.one_of("difficulty", &[&words[..], &[("any", None)]].concat())?;
        let mut chance = Rng::with_seed(seed);
        let mut others = 0;
        for _ in 0..TRIES {
            budget.check()?;
            let Some(puzzle) = wanted.board(&mut chance, budget)? else {
                continue;
            };
            let Some(hard) = hard else {
                return Ok((puzzle, String::new()));
            };
            match hardest(&puzzle, budget)? {
                Some(hardest) if difficulty(hardest) == Some(hard) => {
                    return Ok((puzzle, format!("{hard}: needs {}.", hardest.name())));
                }
                _ => others += 1,
            }
        }
        Err(GenerateError::NotFound(match others {
            0 => format!(
                "none of {TRIES} boards had exactly one solution; raise the largest number, or add given numbers or sums"
            ),
            others => format!(
                "{} with one solution found, but none with a hardest step of this kind; change the size, the given numbers, the sums or the seed",
                words::count(others, "boards")
            ),
        }))
    }

    fn like(&self, puzzle: &Puzzle) -> Vec<(&'static str, String)> {
        let sign = |square: &Square| match square {
            Square::None => '.',
            _ => '#',
        };
        let rows = puzzle.squares.rows();
        let rows: Vec<String> = rows.map(|row| row.iter().map(sign).collect()).collect();
        vec![("shape", "drawn".to_owned()), ("drawing", rows.join("/"))]
    }
}

/// Parses a drawn shape.
fn drawing(text: &str) -> Result<Grid<bool>, String> {
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
                    return Err(format!("‘{other}’ is not ‘#’ (cell) or ‘.’ (no cell)"));
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::typed::Typed as _;
    use crate::game::{Generator, LevelRef, generate};
    use crate::solvers::solutions;
    use testkit_game::keyed;

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
                let sides = [("rows", rows), ("columns", columns)];
                let kind = [("shape", shape), ("sums", sums)];
                let level = made(&[sides, kind].concat(), seed)
                    .unwrap_or_else(|error| panic!("{rows}×{columns} {shape} {sums}: {error}"));
                let own = Puzlogic::of(level.as_ref()).expect("is one");
                let count = solutions(own, 2, u64::MAX, &Budget::default());
                assert_eq!(count, Ok(Some(1)), "{}", level.to_text());
                assert!(sums != "none" || own.sums.is_empty());
                assert!(!own.pieces.is_empty());
            }
        }
    }

    fn made(options: &[(&str, &str)], seed: u64) -> Result<LevelRef, GenerateError> {
        generate(&ByNumbers, &keyed(options), seed, &Budget::default())
    }

    #[test]
    fn a_drawn_shape_is_kept_and_taken_over_from_a_level() {
        let drawing = "##.##/.###./..#..";
        let level = made(&[("shape", "drawn"), ("drawing", drawing)], 3).expect("is made");
        assert_eq!(level.board().size, Size::new(3, 5));
        let like = Generator::like(&ByNumbers, level.as_ref());
        assert!(like.contains(&("drawing", drawing.to_owned())), "{like:?}");
        for (wrong, said) in [("#x", "‘x’"), ("...", "no cell")] {
            let error = made(&[("shape", "drawn"), ("drawing", wrong)], 3).expect_err(wrong);
            assert!(error.to_string().contains(said), "{error}");
        }
    }

    #[test]
    fn difficulty_is_that_of_the_arguments() {
        for wanted in ["easy", "medium", "hard", "expert"] {
            let sides = [("rows", "5"), ("columns", "5")];
            let options = [&sides[..], &[("given", "10"), ("difficulty", wanted)]].concat();
            let level = (1..20).find_map(|seed| made(&options, seed).ok());
            let level = level.expect(wanted);
            let own = Puzlogic::of(level.as_ref()).expect("is one");
            let hardest = hardest(own, &Budget::default());
            let hardest = hardest.ok().flatten().and_then(difficulty);
            assert_eq!(hardest, Some(wanted));
            assert!(level.meta().notes.starts_with(wanted), "{:?}", level.meta());
        }
    }
}
