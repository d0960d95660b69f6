//! Editable content of a level.

use crate::game::typed::Content;
use crate::game::{
    Actor, BoardInfo, Brush, Cell, CellStyle, CellValue, EditError, Field, Grid, Heading,
    PlainText, Size, TextError, Transform,
};

use super::puzzle::{BOARD, BotPose, BotPuzzle, BotTile, MAX_SIDE};
use super::slots::Slots;
use super::style::tile_style;
use super::text;

const USUAL_SIZE: Size = Size::new(8, 8);

const FLAT: BotTile = BotTile {
    height: 0,
    light: false,
};

/// Value of a tile: 0 without one, else 1 plus twice the height, plus 1 with a light.
fn value(tile: Option<BotTile>) -> CellValue {
    tile.map_or(0, |tile| {
        1 + 2 * CellValue::from(tile.height) + CellValue::from(tile.light)
    })
}

/// Tile of a value; heights out of range are rejected with the level.
fn tile_of(value: CellValue) -> Option<BotTile> {
    let code = value.checked_sub(1)?;
    Some(BotTile {
        height: u8::try_from(code / 2).unwrap_or(u8::MAX),
        light: code % 2 == 1,
    })
}

/// A property as in the level's text: its numbers, the word before a repeat count, and the letter of a direction.
fn plain_text(value: &str) -> String {
    let words = value.split(|letter: char| !letter.is_alphanumeric());
    let plain = |word: &str| {
        let mut headings = Heading::ALL.into_iter();
        let heading = headings.find(|heading| heading.compass() == word);
        let is_procedure = word
            .strip_prefix('f')
            .is_some_and(|index| index.parse::<u8>().is_ok());
        let is_name = is_procedure || matches!(word, "" | "row" | "column" | "facing" | "main");
        match heading {
            Some(heading) => Some(heading.letter().to_string()),
            None => (!is_name).then(|| word.to_owned()),
        }
    };
    words.filter_map(plain).collect::<Vec<_>>().join(" ")
}

impl Content for BotPuzzle {
    const MAX_SIZE: Size = Size::new(MAX_SIDE, MAX_SIDE);

    /// Flat board with the robot in the middle of its first column; sides are clamped.
    fn blank(size: Option<Size>) -> Self {
        let size = size.unwrap_or(USUAL_SIZE).up_to(MAX_SIDE);
        Self {
            tiles: Grid::filled(size, Some(FLAT)),
            robot: BotPose {
                cell: Cell::new(size.rows / 2, 0),
                facing: Heading::Right,
            },
            slots: Slots::default(),
        }
    }

    fn checked(self) -> Result<Self, EditError> {
        self.check().map(|()| self)
    }

    fn parse(text: &PlainText<'_>) -> Result<Self, TextError> {
        text::read(text)
    }

    fn keys(&self) -> Vec<(&'static str, String)> {
        vec![
            ("robot", self.robot.to_string()),
            ("slots", self.slots.to_string()),
        ]
    }

    fn body(&self) -> String {
        text::rows(self).join("\n") + "\n"
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(BOARD, "Board", self.size())
    }

    fn style(&self, cell: Cell) -> CellStyle {
        let facing = (self.robot.cell == cell).then_some(self.robot.facing);
        tile_style(self.tile(cell), false, facing)
    }

    fn cells(&self) -> Grid<CellValue> {
        self.tiles.map(|tile| value(*tile))
    }

    /// On a smaller board the robot moves to the nearest cell.
    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError> {
        Ok(self.with_tiles(cells.map(|value| tile_of(*value)), (0, 0)))
    }

    fn brushes(&self) -> Vec<Brush> {
        // At least the heights that have keys.
        let highest = self.highest().max(9);
        let tiles = |light| (0..=highest).map(move |height| Some(BotTile { height, light }));
        let brush = |tile: Option<BotTile>| {
            let style = tile_style(tile, false, None);
            let key = match tile {
                None => Some('x'),
                // A keyboard row of letters for lights.
                Some(BotTile { height, light }) => {
                    let keys = if light { "qwertyuiop" } else { "0123456789" };
                    keys.chars().nth(height.into())
                }
            };
            Brush::new(value(tile), style, key)
        };
        let all = tiles(false).chain(tiles(true)).chain([None]);
        all.map(brush).collect()
    }

    fn blank_value(&self) -> CellValue {
        value(Some(FLAT))
    }

    const HAS_HEIGHTS: bool = true;

    const PROPERTIES: &'static [Field] = &[
        Field::property(
            "robot",
            "Robot",
            "its cell and direction at the start: row 3, column 5, south",
        ),
        Field::property(
            "slots",
            "Command slots",
            "how many commands fit into main and into each procedure: main 12, f1 8, f2 8; with repeats, into main, and the largest count: main 30, repeat 99",
        ),
    ];

    fn property(&self, key: &str) -> Option<String> {
        Some(match key {
            "robot" => {
                let BotPose { cell, facing } = self.robot;
                format!("{cell}, {}", facing.compass())
            }
            _ => {
                let sizes = self.slots.as_slice().iter().enumerate();
                let sizes = sizes.map(|(index, size)| match index {
                    0 => format!("main {size}"),
                    _ => format!("f{index} {size}"),
                });
                let repeats = self.slots.repeats().map(|max| format!("repeat {max}"));
                sizes.chain(repeats).collect::<Vec<_>>().join(", ")
            }
        })
    }

    fn set_property(&mut self, key: &str, value: &str) -> Result<(), String> {
        let value = plain_text(value);
        match key {
            "robot" => self.robot = value.parse()?,
            _ => self.slots = value.parse()?,
        }
        Ok(())
    }

    fn transformed(&self, transform: Transform) -> Result<Self, EditError> {
        let BotPose { cell, facing } = self.robot;
        Ok(Self {
            tiles: self.tiles.transformed(transform),
            robot: BotPose {
                cell: transform.cell(cell, self.size()),
                facing: facing.transformed(transform),
            },
            slots: self.slots.clone(),
        })
    }

    fn reframed(&self, size: Size, by: (isize, isize)) -> Result<Self, EditError> {
        Ok(self.with_tiles(self.tiles.reframed(size, by.0, by.1, Some(FLAT)), by))
    }

    fn actor(&self) -> Option<Actor> {
        Some(Actor {
            name: "Robot",
            key: 'b',
            cell: self.robot.cell,
        })
    }

    fn place_actor(&mut self, cell: Cell) -> bool {
        if self.robot.cell == cell {
            self.robot.facing = self.robot.facing.right();
        }
        self.robot.cell = cell;
        true
    }
}

impl BotPuzzle {
    /// Copy with other tiles and the robot shifted by `by`, clamped to the board.
    fn with_tiles(&self, tiles: Grid<Option<BotTile>>, by: (isize, isize)) -> Self {
        let mut puzzle = self.clone();
        puzzle.robot.cell = tiles.size().moved(self.robot.cell, by);
        puzzle.tiles = tiles;
        puzzle
    }
}
