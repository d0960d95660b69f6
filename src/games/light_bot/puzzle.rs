//! What the rules need: tiles, robot, slots.

use std::fmt;
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
        let wrong = || format!("‘{text}’ should be ‘ROW COLUMN N’, or E, S, W; counted from 1");
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

/// Room for commands: main first, then f1, f2 and so on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slots(Vec<usize>);

impl Slots {
    /// Room of each procedure, main first.
    pub fn as_slice(&self) -> &[usize] {
        &self.0
    }

    /// Number of procedures beside main.
    pub fn procedures(&self) -> usize {
        self.0.len() - 1
    }
}

impl Default for Slots {
    fn default() -> Self {
        Self(vec![12, 8, 8])
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for Slots {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| word.parse().ok().filter(|slots| *slots <= MAX_SLOTS);
        let slots: Option<Vec<usize>> = text.split_whitespace().map(number).collect();
        slots
            .filter(|slots| (1..=MAX_PROCEDURES + 1).contains(&slots.len()))
            .map(Self)
            .ok_or_else(|| {
                format!(
                    "‘{text}’ should be the slots of main and of at most {MAX_PROCEDURES} \
                     procedures, each 0 to {MAX_SLOTS}: 12 8 8"
                )
            })
    }
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
