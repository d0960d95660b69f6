//! Level data: tiles, robot and slots.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::game::{Cell, EditError, Grid, Heading, Size};

use super::program::{BotCommand, name};

pub(super) const BOARD: &str = "board";
/// Maximum side of a board.
pub const MAX_SIDE: usize = 16;
/// Maximum height of a tile.
pub const MAX_HEIGHT: u8 = 99;
/// Maximum number of slots of a procedure.
pub const MAX_SLOTS: usize = 30;
/// Maximum number of procedures besides main.
pub const MAX_PROCEDURES: usize = 5;
/// Range of repeat counts, in levels with repeats.
pub const REPEATS: RangeInclusive<u8> = 2..=99;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BotTile {
    pub height: u8,
    pub light: bool,
}

impl BotTile {
    /// Text of a tile: its height, followed by `*` for a light; `.` for no tile.
    pub fn token(tile: Option<Self>) -> String {
        match tile {
            None => ".".to_owned(),
            Some(Self { height, light }) => format!("{height}{}", if light { "*" } else { "" }),
        }
    }

    /// Parses a tile's text; the outer `None` means that it is invalid.
    pub fn from_token(token: &str) -> Option<Option<Self>> {
        if token == "." {
            return Some(None);
        }
        let height = token.strip_suffix('*');
        let (height, light) = (height.unwrap_or(token), height.is_some());
        // `parse` would also accept `+1`.
        let digits = height.bytes().all(|byte| byte.is_ascii_digit());
        let height = height.parse().ok().filter(|h| digits && *h <= MAX_HEIGHT)?;
        Some(Some(Self { height, light }))
    }
}

pub(super) fn heading(letter: &str) -> Option<Heading> {
    let mut all = Heading::ALL.into_iter();
    all.find(|known| letter == known.letter().to_string())
}

/// Cell and heading of the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BotPose {
    pub cell: Cell,
    pub facing: Heading,
}

impl fmt::Display for BotPose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell { row, col } = self.cell;
        write!(f, "{} {} {}", row + 1, col + 1, self.facing.letter())
    }
}

impl FromStr for BotPose {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = text.trim_end().rsplit_once(char::is_whitespace);
        let found = found.and_then(|(cell, facing)| Cell::from_move(cell).zip(heading(facing)));
        let (cell, facing) = found.ok_or_else(|| {
            format!(
                "‘{text}’ should be ‘ROW COLUMN N’, counted from 1, with N, E, S or W at the end"
            )
        })?;
        Ok(Self { cell, facing })
    }
}

/// Slots of main, f1, f2 and so on; or of main alone, with repeats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slots {
    sizes: Vec<usize>,
    /// Maximum repeat count.
    repeats: Option<u8>,
}

/// Keyword before the maximum repeat count.
const REPEAT: &str = "repeat";

impl Slots {
    /// Number of slots of each procedure, main first.
    pub fn as_slice(&self) -> &[usize] {
        &self.sizes
    }

    /// Number of slots of a procedure, 0 if it does not exist.
    pub fn capacity(&self, procedure: usize) -> usize {
        self.sizes.get(procedure).copied().unwrap_or(0)
    }

    /// Number of procedures besides main.
    pub fn procedures(&self) -> usize {
        self.sizes.len() - 1
    }

    /// Maximum repeat count; `None` without repeats.
    pub fn repeats(&self) -> Option<u8> {
        self.repeats
    }

    /// Checks that a procedure exists.
    pub(super) fn check_procedure(&self, procedure: usize) -> Result<(), String> {
        let exists = procedure < self.sizes.len();
        let missing = || format!("this level has no procedure {}", name(procedure));
        exists.then_some(()).ok_or_else(missing)
    }

    /// Checks that a call or repeat is available.
    pub(super) fn check_command(&self, command: BotCommand) -> Result<(), String> {
        match (command, self.repeats) {
            (BotCommand::Call(callee), _) => self.check_procedure(callee.into()),
            (BotCommand::Repeat(_) | BotCommand::End, None) => {
                Err("in this level commands cannot be repeated".to_owned())
            }
            (BotCommand::Repeat(count), Some(max)) if count > max => Err(format!(
                "in this level commands are repeated at most {max} times, not {count}"
            )),
            _ => Ok(()),
        }
    }
}

impl Default for Slots {
    fn default() -> Self {
        Self {
            sizes: vec![12, 8, 8],
            repeats: None,
        }
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.sizes.iter().map(usize::to_string).collect();
        f.write_str(&words.join(" "))?;
        match self.repeats {
            Some(max) => write!(f, " {REPEAT} {max}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Slots {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (sizes, repeats) = match text.split_once(REPEAT) {
            None => (text, None),
            Some((sizes, max)) => (sizes, Some(largest_repeat(max)?)),
        };
        let number = |word: &str| word.parse().ok().filter(|slots| *slots <= MAX_SLOTS);
        let sizes: Option<Vec<usize>> = sizes.split_whitespace().map(number).collect();
        let sizes = sizes.filter(|sizes| (1..=MAX_PROCEDURES + 1).contains(&sizes.len()));
        let sizes = sizes.ok_or_else(|| {
            format!(
                "‘{text}’ should be the slots of main and of at most {MAX_PROCEDURES} \
                 procedures, each 0 to {MAX_SLOTS}: 12 8 8"
            )
        })?;
        if sizes.len() > 1 && repeats.is_some() {
            return Err("a level with repeats has main alone: 30 repeat 99".to_owned());
        }
        Ok(Self { sizes, repeats })
    }
}

fn largest_repeat(text: &str) -> Result<u8, String> {
    let number = text.trim().parse().ok();
    number.filter(|most| REPEATS.contains(most)).ok_or_else(|| {
        let (least, most) = (REPEATS.start(), REPEATS.end());
        format!("‘{REPEAT}’ is followed by the largest count, {least} to {most}: 30 repeat 99")
    })
}

/// Board, robot and slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotPuzzle {
    /// Tiles; `None` where there is none.
    pub tiles: Grid<Option<BotTile>>,
    pub robot: BotPose,
    /// Slots for commands.
    pub slots: Slots,
}

impl BotPuzzle {
    /// Checks the level's ranges.
    ///
    /// # Errors
    /// When a side or a height is out of range, or the robot is outside the board.
    pub fn check(&self) -> Result<(), EditError> {
        let size = self.size();
        EditError::check_sides(size, MAX_SIDE)?;
        let high = |tile: &Option<BotTile>| tile.is_some_and(|tile| tile.height > MAX_HEIGHT);
        if let Some((cell, _)) = self.tiles.iter().find(|(_, tile)| high(tile)) {
            let reason = format!("heights are 0 to {MAX_HEIGHT}");
            return Err(EditError::Value { cell, reason });
        }
        if !size.contains(self.robot.cell) {
            return Err(EditError::Property {
                key: "robot".to_owned(),
                value: self.robot.to_string(),
                reason: format!("the board has {size} cells"),
            });
        }
        Ok(())
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.tiles.size()
    }

    pub fn tile(&self, cell: Cell) -> Option<BotTile> {
        self.tiles.get(cell).copied().flatten()
    }

    /// Cells with lights, row by row.
    pub fn lights(&self) -> impl Iterator<Item = Cell> {
        let has_light = |(_, tile): &(Cell, &Option<BotTile>)| tile.is_some_and(|tile| tile.light);
        self.tiles.iter().filter(has_light).map(|(cell, _)| cell)
    }

    /// Height of the highest tile.
    pub fn highest(&self) -> u8 {
        let tiles = self.tiles.as_slice().iter().flatten();
        tiles.map(|tile| tile.height).max().unwrap_or(0)
    }

    /// Destination of a step forward: a tile of the same height.
    pub fn forward(&self, robot: BotPose) -> Option<Cell> {
        let (from, to, cell) = self.ahead(robot)?;
        (to == from).then_some(cell)
    }

    /// Destination of a jump: a tile exactly one higher, or lower by any amount.
    pub fn jump(&self, robot: BotPose) -> Option<Cell> {
        let (from, to, cell) = self.ahead(robot)?;
        (to == from + 1 || to < from).then_some(cell)
    }

    /// Height of this tile, height of the tile ahead, and its cell.
    fn ahead(&self, robot: BotPose) -> Option<(u8, u8, Cell)> {
        let cell = robot.facing.ahead(robot.cell, self.size())?;
        let (from, to) = (self.tile(robot.cell)?, self.tile(cell)?);
        Some((from.height, to.height, cell))
    }
}
