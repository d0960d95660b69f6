//! Level data: tiles with heights and lights, the robot's start, and the slots of programs.

use std::fmt;
use std::str::FromStr;

use crate::game::{Cell, EditError, Grid, Heading, Size};

use super::program::BotCommand;
use super::slots::Slots;

pub(super) const BOARD: &str = "board";
/// Maximum side of a board.
pub const MAX_SIDE: usize = 16;
/// Maximum height of a tile.
pub const MAX_HEIGHT: u8 = 99;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BotTile {
    /// At most [`MAX_HEIGHT`].
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

/// Heading of a letter: `N`, `E`, `S` or `W`.
pub(super) fn heading(letter: &str) -> Option<Heading> {
    let mut all = Heading::ALL.into_iter();
    all.find(|known| letter == known.letter().to_string())
}

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
        let words = text.trim_end().rsplit_once(char::is_whitespace);
        let pose = words.and_then(|(cell, facing)| Cell::from_move(cell).zip(heading(facing)));
        let (cell, facing) = pose.ok_or_else(|| {
            format!(
                "‘{text}’ should be ‘ROW COLUMN N’, counted from 1, with N, E, S or W at the end"
            )
        })?;
        Ok(Self { cell, facing })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotPuzzle {
    /// Tiles; `None` where there is none.
    pub tiles: Grid<Option<BotTile>>,
    pub robot: BotPose,
    pub slots: Slots,
}

impl BotPuzzle {
    /// Checks that sides and heights are in range and the robot is on the board, with or without a tile.
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

    pub fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Tile of a cell; `None` if it has none, also outside the board.
    pub fn tile(&self, cell: Cell) -> Option<BotTile> {
        self.tiles.get(cell).copied().flatten()
    }

    /// Cells with lights, row by row.
    pub fn lights(&self) -> impl Iterator<Item = Cell> {
        let has_light = |(_, tile): &(Cell, &Option<BotTile>)| tile.is_some_and(|tile| tile.light);
        self.tiles.iter().filter(has_light).map(|(cell, _)| cell)
    }

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

    /// Robot after a command; impossible moves and all that is no move or turn have no effect.
    pub(super) fn after(&self, robot: BotPose, command: BotCommand) -> BotPose {
        let to = |cell: Option<Cell>| BotPose {
            cell: cell.unwrap_or(robot.cell),
            ..robot
        };
        let turned = |facing| BotPose { facing, ..robot };
        match command {
            BotCommand::Forward => to(self.forward(robot)),
            BotCommand::Jump => to(self.jump(robot)),
            BotCommand::Left => turned(robot.facing.left()),
            BotCommand::Right => turned(robot.facing.right()),
            BotCommand::Light | BotCommand::Call(_) | BotCommand::Repeat(_) | BotCommand::End => {
                robot
            }
        }
    }

    /// Height of the robot's tile, height of the tile ahead, and the cell ahead; `None` if either cell has no tile.
    fn ahead(&self, robot: BotPose) -> Option<(u8, u8, Cell)> {
        let cell = robot.facing.ahead(robot.cell, self.size())?;
        let (from, to) = (self.tile(robot.cell)?, self.tile(cell)?);
        Some((from.height, to.height, cell))
    }
}
