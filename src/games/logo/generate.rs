//! Random boards made by stamping. The same seed gives the same board.

use std::collections::HashMap;

use fastrand::Rng;

use crate::game::cells::ValueBoard;
use crate::game::typed::{Play as _, TypedGenerator};
use crate::game::{Cell, Difficulty, Field, GenerateError, Meta, OptionSet, Size};
use crate::search::Budget;

use super::Logo;
use super::level::{LogoLevel, MAX_SIDE, Target, to_board};
use super::position::{LogoPosition, Stamp};

/// The board after stamping these cells in order. Cells outside the board or already stamped are skipped.
///
/// ```
/// use planwright_game::{Cell, Size};
/// use planwright_logo::generate::stamped;
/// let board = stamped(Size::new(1, 2), [Cell::new(0, 0), Cell::new(0, 1)]);
/// assert_eq!(board.as_slice(), [2, 1]);
/// ```
pub fn stamped(size: Size, order: impl IntoIterator<Item = Cell>) -> Target {
    let mut position = LogoPosition::start(Target::filled(size, 0).into());
    for cell in order {
        // Fails for the cells that are skipped.
        let _ = position.make(&Stamp(cell));
    }
    position.field
}

/// The board after stamping these cells by ascending key; those with equal keys keep their order.
fn stamped_by(size: Size, cells: Vec<Cell>, mut key: impl FnMut(Cell) -> u64) -> Target {
    let mut keyed: Vec<(u64, Cell)> = cells.into_iter().map(|cell| (key(cell), cell)).collect();
    keyed.sort_by_key(|(key, _)| *key);
    stamped(size, keyed.into_iter().map(|(_, cell)| cell))
}

/// A kind of board, see [`Family::board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Every cell, in random order.
    Full,
    /// This many percent of the cells, in random order.
    Share(u8),
    /// Cells whose row and column add up to an even number first, each half in random order, but
    /// this many percent of all cells anywhere in between: nearly every 1 may be a wrapped 4.
    Checkerboard(u8),
    /// A fifth of the cells, no two of them neighbours, and half of another fifth are stamped first or last at random,
    /// all others in between: many equivalent 1s far apart.
    Isolated,
    /// A repeated random tile of this side length.
    Tiled(u8),
    /// From left to right, in random order within strips of this width.
    Strips(u8),
    /// Along a spiral inwards, with this percentage of the cells at random moments.
    Spiral(u8),
    /// Random numbers, most likely unsolvable.
    Noise,
    /// A full random board with one cell changed, most likely unsolvable.
    OneOff,
    /// A full random board with two numbers changed so that the sum stays, most likely unsolvable.
    TwoOff,
}

impl Family {
    /// Families whose boards can all be solved.
    pub const SOLVABLE: [Self; 12] = [
        Self::Full,
        Self::Share(40),
        Self::Share(70),
        Self::Share(90),
        Self::Checkerboard(0),
        Self::Checkerboard(10),
        Self::Checkerboard(30),
        Self::Isolated,
        Self::Tiled(4),
        Self::Tiled(7),
        Self::Strips(3),
        Self::Spiral(20),
    ];

    /// Families whose boards mostly cannot.
    pub const DOUBTFUL: [Self; 3] = [Self::Noise, Self::OneOff, Self::TwoOff];

    /// Board of this family; both sides are at least 1.
    pub fn board(self, size: Size, seed: u64) -> Target {
        let mut rng = Rng::with_seed(seed);
        let mut cells: Vec<Cell> = size.cells().collect();
        rng.shuffle(&mut cells);
        match self {
            Self::Full => stamped(size, cells),
            Self::Share(percent) => {
                let number = size.area() * usize::from(percent.min(100)) / 100;
                stamped(size, cells.into_iter().take(number))
            }
            Self::Checkerboard(percent) => {
                stamped_by(size, cells, |cell| match rng.u8(..100) < percent {
                    true => rng.u64(..1000),
                    false => 1000 * ((cell.row + cell.col) % 2) as u64,
                })
            }
            Self::Isolated => stamped_by(size, cells, |cell| {
                let class = (cell.row + 2 * cell.col) % 5;
                let is_extreme = class == 0 || class == 3 && rng.bool();
                if is_extreme { 2 * rng.u64(..2) } else { 1 }
            }),
            Self::Tiled(side) => {
                let side = usize::from(side.max(1));
                let tile: Vec<u64> = (0..side * side).map(|_| rng.u64(..)).collect();
                let key = |cell: Cell| tile[cell.row % side * side + cell.col % side];
                stamped_by(size, size.cells().collect(), key)
            }
            Self::Strips(width) => stamped_by(size, cells, |cell| {
                (cell.col / usize::from(width.max(1))) as u64
            }),
            Self::Spiral(percent) => {
                let rank: HashMap<Cell, u64> = spiral(size).into_iter().zip(0..).collect();
                stamped_by(size, cells, |cell| match rng.u8(..100) < percent {
                    true => rng.u64(..=size.area() as u64),
                    false => rank[&cell],
                })
            }
            Self::Noise => {
                let values = (0..size.area()).map(|_| rng.u8(1..=4)).collect();
                Target::from_cells(size, values).unwrap_or_else(|| Target::filled(size, 1))
            }
            Self::OneOff => {
                let mut board = stamped(size, cells);
                if let Some(value) = rng.choice(board.as_mut_slice()) {
                    *value = (*value + rng.u8(1..=4)) % 5;
                }
                board
            }
            Self::TwoOff => {
                let mut board = stamped(size, cells);
                let values = board.as_mut_slice();
                for _ in 0..1000 {
                    let (up, down) = (rng.usize(..values.len()), rng.usize(..values.len()));
                    if up != down && values[up] < 4 && values[down] > 1 {
                        values[up] += 1;
                        values[down] -= 1;
                        break;
                    }
                }
                board
            }
        }
    }

    /// The board as a level. Sides are clamped to the range of levels.
    pub fn level(self, size: Size, seed: u64) -> LogoLevel {
        let board = self.board(size.up_to(MAX_SIDE), seed);
        LogoLevel::new(to_board(&board), Meta::default())
    }
}

/// All cells along a clockwise spiral from the upper left corner inwards.
pub(super) fn spiral(size: Size) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(size.area());
    let (mut top, mut left, mut bottom, mut right) = (0, 0, size.rows, size.cols);
    while top < bottom && left < right {
        cells.extend((left..right).map(|col| Cell::new(top, col)));
        cells.extend((top + 1..bottom).map(|row| Cell::new(row, right - 1)));
        if bottom - top > 1 {
            let back = (left..right - 1).rev();
            cells.extend(back.map(|col| Cell::new(bottom - 1, col)));
        }
        if right - left > 1 {
            cells.extend((top + 1..bottom - 1).rev().map(|row| Cell::new(row, left)));
        }
        top += 1;
        left += 1;
        bottom -= 1;
        right -= 1;
    }
    cells
}

/// Generates boards of most of the solvable families.
pub(super) struct FamilyGenerator;

impl TypedGenerator for FamilyGenerator {
    type Game = Logo;

    const NAME: &'static str = "Logo";

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "6", "").integer(1, MAX_SIDE as i64),
        Field::new("columns", "Columns", "10", "").integer(1, MAX_SIDE as i64),
        Field::new(
            "family",
            "Fill",
            "share",
            "share (a percentage of the cells), checkerboard, spots, tiled, strips or spiral",
        )
        .one_of(&[
            "share",
            "checkerboard",
            "spots",
            "tiled",
            "strips",
            "spiral",
        ])
        .named(&[("share", "percentage")]),
        Field::new("stamped", "Stamped cells (%)", "70", "; for family=share")
            .integer(1, 100)
            .only_with("family", &["share"]),
    ];

    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new(
            "easy",
            &[
                ("rows", "4"),
                ("columns", "6"),
                ("family", "share"),
                ("stamped", "50"),
            ],
        ),
        Difficulty::new(
            "medium",
            &[
                ("rows", "6"),
                ("columns", "10"),
                ("family", "share"),
                ("stamped", "70"),
            ],
        ),
        Difficulty::new(
            "hard",
            &[
                ("rows", "8"),
                ("columns", "12"),
                ("family", "share"),
                ("stamped", "95"),
            ],
        ),
    ];

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        _budget: &Budget,
    ) -> Result<(ValueBoard<Logo>, String), GenerateError> {
        let size = Size::new(options.number("rows")?, options.number("columns")?);
        let share = options.number("stamped")? as u8;
        let family = options.one_of(
            "family",
            &[
                ("share", Family::Share(share)),
                ("checkerboard", Family::Checkerboard(10)),
                ("spots", Family::Isolated),
                ("tiled", Family::Tiled(4)),
                ("strips", Family::Strips(3)),
                ("spiral", Family::Spiral(20)),
            ],
        )?;
        Ok((to_board(&family.board(size, seed)), String::new()))
    }

    fn options_like(&self, target: &ValueBoard<Logo>) -> Vec<(&'static str, String)> {
        let size = target.size();
        let stamped = size.area() - target.cells_with(0).count();
        let share = (100 * stamped / size.area().max(1)).clamp(1, 100);
        vec![
            ("rows", size.rows.to_string()),
            ("columns", size.cols.to_string()),
            ("family", "share".to_owned()),
            ("stamped", share.to_string()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spiral_goes_everywhere_once() {
        for (rows, cols) in [(1, 1), (1, 5), (5, 1), (2, 2), (6, 10), (7, 3)] {
            let size = Size::new(rows, cols);
            let mut cells = spiral(size);
            cells.sort_unstable();
            assert_eq!(cells, size.cells().collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_board() {
        let size = Size::new(6, 10);
        for family in Family::SOLVABLE.into_iter().chain(Family::DOUBTFUL) {
            assert_eq!(family.board(size, 7), family.board(size, 7), "{family:?}");
        }
        assert_ne!(Family::Full.board(size, 7), Family::Full.board(size, 8));
    }
}
