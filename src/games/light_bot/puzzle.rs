//! What the rules need: tiles, robot, slots.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::game::{Cell, EditError, Grid, Heading, Size};

pub(super) const BOARD: &str = "board";
/// Longest side of a board.
pub const MAX_SIDE: usize = 16;
/// Greatest height of a tile.
pub const MAX_HEIGHT: u8 = 99;
/// Most commands that a procedure can have room for.
pub const MAX_SLOTS: usize = 30;
/// Most procedures beside main.
pub const MAX_PROCEDURES: usize = 5;
/// How often commands can be repeated, where a level has repeats.
pub const REPEATS: RangeInclusive<u8> = 2..=99;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    pub height: u8,
    pub light: bool,
}

impl Tile {
    /// How a tile is written: its height, `*` after it for a light, `.` for none.
    pub fn token(tile: Option<Self>) -> String {
        match tile {
            None => ".".to_owned(),
            Some(Self { height, light }) => format!("{height}{}", if light { "*" } else { "" }),
        }
    }

    /// The tile with a token; the outer `None` says that it is none.
    pub fn from_token(token: &str) -> Option<Option<Self>> {
        if token == "." {
            return Some(None);
        }
        let (height, light) = match token.strip_suffix('*') {
            Some(height) => (height, true),
            None => (token, false),
        };
        // Not what `parse` takes besides, such as `+1`.
        let digits = height.bytes().all(|byte| byte.is_ascii_digit());
        let height = height.parse().ok().filter(|h| digits && *h <= MAX_HEIGHT)?;
        Some(Some(Self { height, light }))
    }
}

pub(super) fn heading(letter: &str) -> Option<Heading> {
    let mut all = Heading::ALL.into_iter();
    all.find(|known| letter == known.letter().to_string())
}

/// Where the robot stands and faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Robot {
    pub cell: Cell,
    pub facing: Heading,
}

impl fmt::Display for Robot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell { row, col } = self.cell;
        write!(f, "{} {} {}", row + 1, col + 1, self.facing.letter())
    }
}

impl FromStr for Robot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "‘{text}’ should be ‘ROW COLUMN N’, counted from 1, with N, E, S or W at the end"
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[row, col, facing] = words.as_slice() else {
            return Err(wrong());
        };
        let place = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
        let found = place(row).zip(place(col)).zip(heading(facing));
        let ((row, col), facing) = found.ok_or_else(wrong)?;
        Ok(Self {
            cell: Cell::new(row, col),
            facing,
        })
    }
}

/// Room for commands: main first, then f1, f2 and so on; or main alone, with repeats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slots {
    rooms: Vec<usize>,
    /// How often commands can be repeated at most.
    repeats: Option<u8>,
}

/// The word before the largest repeat.
const REPEAT: &str = "repeat";

impl Slots {
    /// Room of each procedure, main first.
    pub fn as_slice(&self) -> &[usize] {
        &self.rooms
    }

    /// Number of procedures beside main.
    pub fn procedures(&self) -> usize {
        self.rooms.len() - 1
    }

    /// How often commands can be repeated at most; `None` where they cannot.
    pub fn repeats(&self) -> Option<u8> {
        self.repeats
    }

    /// Whether commands can be repeated so often.
    ///
    /// # Errors
    /// Why they cannot.
    pub fn allow(&self, count: u8) -> Result<(), String> {
        match self.repeats {
            None => Err("in this level commands cannot be repeated".to_owned()),
            Some(most) if count > most => Err(format!(
                "in this level commands are repeated at most {most} times, not {count}"
            )),
            Some(_) => Ok(()),
        }
    }
}

impl Default for Slots {
    fn default() -> Self {
        Self {
            rooms: vec![12, 8, 8],
            repeats: None,
        }
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.rooms.iter().map(usize::to_string).collect();
        f.write_str(&words.join(" "))?;
        match self.repeats {
            Some(most) => write!(f, " {REPEAT} {most}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Slots {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (rooms, repeats) = match text.split_once(REPEAT) {
            None => (text, None),
            Some((rooms, most)) => (rooms, Some(largest_repeat(most)?)),
        };
        let number = |word: &str| word.parse().ok().filter(|slots| *slots <= MAX_SLOTS);
        let rooms: Option<Vec<usize>> = rooms.split_whitespace().map(number).collect();
        let rooms = rooms
            .filter(|rooms| (1..=MAX_PROCEDURES + 1).contains(&rooms.len()))
            .ok_or_else(|| {
                format!(
                    "‘{text}’ should be the slots of main and of at most {MAX_PROCEDURES} \
                     procedures, each 0 to {MAX_SLOTS}: 12 8 8"
                )
            })?;
        match rooms.len() {
            1 => Ok(Self { rooms, repeats }),
            _ if repeats.is_none() => Ok(Self { rooms, repeats }),
            _ => Err("a level with repeats has main alone: 30 repeat 99".to_owned()),
        }
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
pub struct Puzzle {
    /// The tiles; `None` where there is none.
    pub tiles: Grid<Option<Tile>>,
    pub robot: Robot,
    /// Room for commands.
    pub slots: Slots,
}

impl Puzzle {
    /// Whether it is within the rules.
    ///
    /// # Errors
    /// When a side or a height is out of range, or the robot is outside the board.
    pub fn check(&self) -> Result<(), EditError> {
        let size = self.size();
        EditError::check_sides(size, MAX_SIDE)?;
        let high = |tile: &Option<Tile>| tile.is_some_and(|tile| tile.height > MAX_HEIGHT);
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

    /// Rows × columns.
    pub fn size(&self) -> Size {
        self.tiles.size()
    }

    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.tiles.get(cell).copied().flatten()
    }

    /// The lights, row by row.
    pub fn lights(&self) -> impl Iterator<Item = Cell> {
        let lit = |(_, tile): &(Cell, &Option<Tile>)| tile.is_some_and(|tile| tile.light);
        self.tiles.iter().filter(lit).map(|(cell, _)| cell)
    }

    /// Where a step forward leads: to a tile of the same height.
    pub fn forward(&self, robot: Robot) -> Option<Cell> {
        let (from, to, cell) = self.step(robot)?;
        (to == from).then_some(cell)
    }

    /// Where a jump leads: to a tile just one higher, or lower by any amount.
    pub fn jump(&self, robot: Robot) -> Option<Cell> {
        let (from, to, cell) = self.step(robot)?;
        (to == from + 1 || to < from).then_some(cell)
    }

    /// Height here, height ahead, and the cell ahead.
    fn step(&self, robot: Robot) -> Option<(u8, u8, Cell)> {
        let cell = robot.facing.ahead(robot.cell, self.size())?;
        let (from, to) = (self.tile(robot.cell)?, self.tile(cell)?);
        Some((from.height, to.height, cell))
    }
}
