//! Random levels, each with exactly one solution.

mod board;

use fastrand::Rng;

use super::Puzlogic;
use super::explain::{Technique, hardest};
use super::puzzle::{CellKind, MAX_NUMBER, MAX_SIDE, SumPuzzle};
use crate::game::typed::TypedGenerator;
use crate::game::{Cell, Difficulty, Field, GenerateError, Grid, OptionSet, Size, words};
use crate::search::Budget;
use board::{BoardShape, BoardSpec, SumChoice};

pub(super) struct PuzlogicGenerator;

/// Boards tried before the options count as impossible.
const MAX_BOARDS: usize = 200;

/// Difficulty by the hardest technique needed; `None` if that is a search.
fn difficulty(hardest: Technique) -> Option<&'static str> {
    Some(match hardest {
        Technique::NakedSingle | Technique::LastOfSum | Technique::HiddenSingle => "easy",
        Technique::LineCount | Technique::Sum => "medium",
        Technique::Subset => "hard",
        Technique::Trial => "expert",
        Technique::Search => return None,
    })
}

const SIZED_SHAPES: &[&str] = &["random", "symmetric", "full"];
const RANDOM: (&str, &str) = ("shape", "random");
const ROWS_4: (&str, &str) = ("rows", "4");
const COLUMNS_4: (&str, &str) = ("columns", "4");
const ROWS_5: (&str, &str) = ("rows", "5");
const COLUMNS_5: (&str, &str) = ("columns", "5");

impl TypedGenerator for PuzlogicGenerator {
    type Game = Puzlogic;

    const OPTIONS: &'static [Field] = &[
        Field::new("shape", "Shape", "random", "random, symmetric (left to right), full, or drawn")
            .one_of(&["random", "symmetric", "full", "drawn"]),
        Field::new("rows", "Rows", "4", "; not for shape=drawn")
            .integer(1, MAX_SIDE as i64)
            .only_with("shape", SIZED_SHAPES),
        Field::new("columns", "Columns", "4", "; not for shape=drawn")
            .integer(1, MAX_SIDE as i64)
            .only_with("shape", SIZED_SHAPES),
        Field::new(
            "drawing",
            "Drawing",
            "##.##/.###./..#..",
            "for shape=drawn: rows from the top, joined by ‘/’, ‘#’ for a cell and ‘.’ for none: ##./.##",
        )
        .only_with("shape", &["drawn"]),
        Field::new("cells", "Cells (%)", "70", "; for shape=random and symmetric")
            .integer(10, 100)
            .only_with("shape", &["random", "symmetric"]),
        Field::new(
            "given",
            "Given numbers (%)",
            "25",
            "percent of the cells; more where one solution needs them",
        )
        .integer(0, 95),
        Field::new("largest", "Largest number", "auto", "a number, or auto: the length of the longer side"),
        Field::new("sums", "Sums", "few", "few (as many as one solution needs), all, or none")
            .one_of(&["few", "all", "none"])
            .named(&[("few", "as needed")]),
        Field::new(
            "difficulty",
            "Hardest step",
            "any",
            "easy (singles), medium (piece counts, sums), hard (subsets), expert (trial and error), or any",
        )
        .one_of(&["any", "easy", "medium", "hard", "expert"])
        .named(&[
            ("easy", "singles"),
            ("medium", "piece counts, sums"),
            ("hard", "subsets"),
            ("expert", "trial and error"),
        ]),
    ];

    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new("easy", &[RANDOM, ROWS_4, COLUMNS_4, ("difficulty", "easy")]),
        Difficulty::new(
            "medium",
            &[RANDOM, ROWS_4, COLUMNS_4, ("difficulty", "medium")],
        ),
        Difficulty::new("hard", &[RANDOM, ROWS_5, COLUMNS_5, ("difficulty", "hard")]),
    ];

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(SumPuzzle, String), GenerateError> {
        let drawn = options.parsed("drawing", parse_drawing)?;
        let shape = options.one_of(
            "shape",
            &[
                ("random", BoardShape::Random),
                ("symmetric", BoardShape::Symmetric),
                ("full", BoardShape::Full),
                ("drawn", BoardShape::Drawn(drawn)),
            ],
        )?;
        let size = match &shape {
            BoardShape::Drawn(drawn) => drawn.size(),
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
        let spec = BoardSpec {
            size,
            shape,
            cell_percent: options.number("cells")?,
            given_percent: options.number("given")?,
            largest: u8::try_from(largest).unwrap_or(MAX_NUMBER),
            sums: options.one_of(
                "sums",
                &[
                    ("few", SumChoice::Few),
                    ("all", SumChoice::All),
                    ("none", SumChoice::None),
                ],
            )?,
        };
        let words = ["easy", "medium", "hard", "expert"].map(|word| (word, Some(word)));
        let grade = options.one_of("difficulty", &[&words[..], &[("any", None)]].concat())?;
        let mut rng = Rng::with_seed(seed);
        let mut rejected = 0;
        for _ in 0..MAX_BOARDS {
            budget.check()?;
            let Some(puzzle) = spec.build(&mut rng, budget)? else {
                continue;
            };
            let Some(grade) = grade else {
                return Ok((puzzle, String::new()));
            };
            match hardest(&puzzle, budget)? {
                Some(hardest) if difficulty(hardest) == Some(grade) => {
                    return Ok((puzzle, format!("{grade}: needs {}.", hardest.name())));
                }
                _ => rejected += 1,
            }
        }
        Err(GenerateError::NotFound(match rejected {
            0 => format!(
                "none of {MAX_BOARDS} boards had exactly one solution; raise the largest number, or add given numbers or sums"
            ),
            count => format!(
                "{} with one solution found, but none with a hardest step of this kind; change the size, the given numbers, the sums or the seed",
                words::count(count, "boards")
            ),
        }))
    }

    fn options_like(&self, puzzle: &SumPuzzle) -> Vec<(&'static str, String)> {
        let sign = |square: &CellKind| if *square == CellKind::None { '.' } else { '#' };
        let rows = puzzle.squares.rows();
        let rows: Vec<String> = rows.map(|row| row.iter().map(sign).collect()).collect();
        vec![("shape", "drawn".to_owned()), ("drawing", rows.join("/"))]
    }
}

fn parse_drawing(text: &str) -> Result<Grid<bool>, String> {
    let rows: Vec<&str> = text.split('/').map(str::trim).collect();
    let widths = rows.iter().map(|row| row.chars().count());
    let size = Size::new(rows.len(), widths.max().unwrap_or(0));
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
                other => return Err(format!("‘{other}’ is not ‘#’ (cell) or ‘.’ (no cell)")),
            };
            drawn.set(Cell::new(row, col), inside);
        }
    }
    let any = drawn.as_slice().contains(&true);
    any.then_some(drawn)
        .ok_or_else(|| "the drawing has no cell".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::typed::Puzzle as _;
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
                let level = generated(&[sides, [("shape", shape), ("sums", sums)]].concat(), seed)
                    .unwrap_or_else(|error| panic!("{rows}×{columns} {shape} {sums}: {error}"));
                let own = Puzlogic::downcast(level.as_ref()).expect("is one");
                let count = solutions(own, 2, u64::MAX, &Budget::default());
                assert_eq!(count, Ok(Some(1)), "{}", level.to_text());
                assert!(sums != "none" || own.sums.is_empty());
                assert!(!own.pieces.is_empty());
            }
        }
    }

    fn generated(options: &[(&str, &str)], seed: u64) -> Result<LevelRef, GenerateError> {
        let options = keyed(options);
        generate(&PuzlogicGenerator, &options, seed, &Budget::default())
    }

    #[test]
    fn drawn_shapes_are_used_and_copied_from_a_level() {
        let drawing = "##.##/.###./..#..";
        let level = generated(&[("shape", "drawn"), ("drawing", drawing)], 3).expect("is made");
        assert_eq!(level.board().size, Size::new(3, 5));
        let like = Generator::options_like(&PuzlogicGenerator, level.as_ref());
        assert!(like.contains(&("drawing", drawing.to_owned())), "{like:?}");
        for (wrong, message) in [("#x", "‘x’"), ("...", "no cell")] {
            let error = generated(&[("shape", "drawn"), ("drawing", wrong)], 3).expect_err(wrong);
            assert!(error.to_string().contains(message), "{error}");
        }
    }

    #[test]
    fn difficulty_is_that_of_the_arguments() {
        for grade in ["easy", "medium", "hard", "expert"] {
            let sides = [("rows", "5"), ("columns", "5")];
            let options = [&sides[..], &[("given", "10"), ("difficulty", grade)]].concat();
            let level = (1..20).find_map(|seed| generated(&options, seed).ok());
            let level = level.expect(grade);
            let own = Puzlogic::downcast(level.as_ref()).expect("is one");
            let hardest = hardest(own, &Budget::default());
            let hardest = hardest.ok().flatten().and_then(difficulty);
            assert_eq!(hardest, Some(grade));
            assert!(level.meta().notes.starts_with(grade), "{:?}", level.meta());
        }
    }
}
