//! Editable content of a level.

use crate::game::typed::{Able, Content, FigureOf, Properties};
use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, Field, Figure, FormError, Grid,
    Heading, PlainText, Size, Transform,
};

use super::look::tile_look;
use super::puzzle::{BOARD, MAX_SIDE, Puzzle, Robot, Slots, Tile};
use super::text;

const USUAL_SIZE: Size = Size::new(8, 8);

const FLAT: Tile = Tile {
    height: 0,
    light: false,
};

/// Optional abilities of levels.
pub(super) const ABLE: Able<Puzzle> = Able {
    heights: true,
    properties: Some(Properties {
        form: FORM,
        get,
        set,
    }),
    figure: Some(FigureOf {
        find: robot,
        place: place_robot,
    }),
    turned: Some(turned),
    reframed: Some(reframed),
    ..Able::NONE
};

fn value(tile: Option<Tile>) -> CellValue {
    tile.map_or(0, |tile| {
        1 + 2 * CellValue::from(tile.height) + CellValue::from(tile.light)
    })
}

/// Tile of a value; heights out of range are rejected with the level.
fn tile_of(value: CellValue) -> Option<Tile> {
    let above = value.checked_sub(1)?;
    Some(Tile {
        height: u8::try_from(above / 2).unwrap_or(u8::MAX),
        light: above % 2 == 1,
    })
}

impl Content for Puzzle {
    const LARGEST: Size = Size::new(MAX_SIDE, MAX_SIDE);

    /// Flat board with the robot in the middle of its first column; sides are clamped.
    fn blank(size: Option<Size>) -> Self {
        let size = size.unwrap_or(USUAL_SIZE).up_to(MAX_SIDE);
        Self {
            tiles: Grid::filled(size, Some(FLAT)),
            robot: Robot {
                cell: Cell::new(size.rows / 2, 0),
                facing: Heading::Right,
            },
            slots: Slots::default(),
        }
    }

    fn checked(self) -> Result<Self, EditError> {
        self.check()?;
        Ok(self)
    }

    fn read(text: &PlainText<'_>) -> Result<Self, FormError> {
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

    fn look(&self, cell: Cell) -> CellLook {
        let facing = (self.robot.cell == cell).then_some(self.robot.facing);
        tile_look(self.tile(cell), false, facing)
    }

    fn cells(&self) -> Grid<CellValue> {
        self.tiles.map(|tile| value(*tile))
    }

    /// On a smaller board the robot moves to the nearest cell.
    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError> {
        let tiles = cells.map(|value| tile_of(*value));
        Ok(self.on(tiles, (0, 0)))
    }

    fn brushes(&self) -> Vec<Brush> {
        let tiles = self.tiles.as_slice().iter().flatten();
        let highest = tiles.map(|tile| tile.height).max().unwrap_or(0).max(9);
        let tiles = |light| (0..=highest).map(move |height| Some(Tile { height, light }));
        let brush = |tile: Option<Tile>| {
            let look = tile_look(tile, false, None);
            let key = match tile {
                None => Some('x'),
                Some(Tile { height, light }) if height < 10 => {
                    // A keyboard row of letters for lights.
                    let keys = if light { "qwertyuiop" } else { "0123456789" };
                    keys.chars().nth(usize::from(height))
                }
                Some(_) => None,
            };
            Brush::new(value(tile), look, key)
        };
        let all = tiles(false).chain(tiles(true)).chain([None]);
        all.map(brush).collect()
    }

    fn blank_value(&self) -> CellValue {
        value(Some(FLAT))
    }
}

impl Puzzle {
    /// Copy with other tiles and the robot shifted by `by`, clamped to the board.
    fn on(&self, tiles: Grid<Option<Tile>>, by: (isize, isize)) -> Self {
        Self {
            robot: Robot {
                cell: tiles.size().moved(self.robot.cell, by),
                ..self.robot
            },
            tiles,
            slots: self.slots.clone(),
        }
    }
}

fn turned(puzzle: &Puzzle, transform: Transform) -> Puzzle {
    let Robot { cell, facing } = puzzle.robot;
    Puzzle {
        tiles: puzzle.tiles.transformed(transform),
        robot: Robot {
            cell: transform.cell(cell, puzzle.size()),
            facing: facing.transformed(transform),
        },
        slots: puzzle.slots.clone(),
    }
}

fn reframed(puzzle: &Puzzle, size: Size, by: (isize, isize)) -> Puzzle {
    puzzle.on(puzzle.tiles.reframed(size, by.0, by.1, Some(FLAT)), by)
}

fn robot(puzzle: &Puzzle) -> Option<Figure> {
    Some(Figure {
        name: "Robot",
        key: 'b',
        cell: puzzle.robot.cell,
    })
}

fn place_robot(puzzle: &mut Puzzle, cell: Cell) -> bool {
    let robot = &mut puzzle.robot;
    if robot.cell == cell {
        robot.facing = robot.facing.right();
    }
    robot.cell = cell;
    true
}

static FORM: &[Field] = &[
    Field::property(
        "robot",
        "Robot: row, column, facing",
        "row and column, then N, E, S or W: 3 5 S",
    ),
    Field::property(
        "slots",
        "Slots: main, procedures",
        "how many commands fit into main and into each procedure: 12 8 8; with repeats, into main, and the largest count: 30 repeat 99",
    ),
];

fn get(puzzle: &Puzzle, key: &str) -> Option<String> {
    Some(match key {
        "robot" => puzzle.robot.to_string(),
        _ => puzzle.slots.to_string(),
    })
}

fn set(puzzle: &mut Puzzle, key: &str, value: &str) -> Result<(), String> {
    match key {
        "robot" => puzzle.robot = value.parse()?,
        _ => puzzle.slots = value.parse()?,
    }
    Ok(())
}
