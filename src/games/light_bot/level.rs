//! A level, how it looks and what can be edited in it.

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, Figure, FormError, Grid, GridLevel,
    Level, LevelRef, Meta, Position, Property, Size, Transform,
};

use super::look::tile_look;
use super::position::LightBotPosition;
use super::puzzle::{Facing, MAX_HEIGHT, MAX_SIDE, Puzzle, Robot, Slots, Tile};
use super::{INFO, text};

/// A level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightBotLevel {
    meta: Meta,
    puzzle: Arc<Puzzle>,
}

impl LightBotLevel {
    /// A level of this puzzle.
    ///
    /// # Errors
    /// [`Puzzle::check`].
    pub fn new(puzzle: Puzzle, meta: Meta) -> Result<Self, EditError> {
        puzzle.check()?;
        Ok(Self::of(puzzle, meta))
    }

    fn of(puzzle: Puzzle, meta: Meta) -> Self {
        let puzzle = Arc::new(puzzle);
        Self { meta, puzzle }
    }

    /// Reads the plain-text form.
    pub(super) fn parse(source: &str) -> Result<LevelRef, FormError> {
        let (puzzle, meta) = text::parse(source)?;
        Ok(Arc::new(Self::of(puzzle, meta)))
    }

    /// Reads the RON form.
    pub(super) fn parse_ron(source: &str) -> Result<LevelRef, FormError> {
        let (puzzle, meta) = text::parse_ron(source)?;
        Ok(Arc::new(Self::of(puzzle, meta)))
    }

    /// A flat board, the robot in the middle of its first column; sides are brought into range.
    pub(super) fn blank(size: Size) -> LevelRef {
        let size = Size::new(size.rows.clamp(1, MAX_SIDE), size.cols.clamp(1, MAX_SIDE));
        let tile = Tile {
            height: 0,
            light: false,
        };
        let puzzle = Puzzle {
            tiles: Grid::filled(size, Some(tile)),
            robot: Robot {
                cell: Cell::new(size.rows / 2, 0),
                facing: Facing::Right,
            },
            slots: Slots::default(),
        };
        Arc::new(Self::of(puzzle, Meta::default()))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    fn changed(&self, change: impl FnOnce(&mut Puzzle)) -> Result<LevelRef, EditError> {
        let mut puzzle = (*self.puzzle).clone();
        change(&mut puzzle);
        Ok(Arc::new(Self::new(puzzle, self.meta.clone())?))
    }
}

fn value(tile: Option<Tile>) -> CellValue {
    tile.map_or(0, |tile| {
        1 + 2 * CellValue::from(tile.height) + CellValue::from(tile.light)
    })
}

fn tile_of(value: CellValue) -> Result<Option<Tile>, String> {
    let Some(above) = value.checked_sub(1) else {
        return Ok(None);
    };
    let height = u8::try_from(above / 2).ok();
    let height = height.filter(|height| *height <= MAX_HEIGHT);
    let height = height.ok_or_else(|| format!("heights are 0 to {MAX_HEIGHT}"))?;
    let light = above % 2 == 1;
    Ok(Some(Tile { height, light }))
}

impl Level for LightBotLevel {
    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        Arc::new(Self {
            meta,
            ..self.clone()
        })
    }

    fn to_text(&self) -> String {
        text::write(&self.puzzle, &self.meta)
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        text::write_ron(&self.puzzle, &self.meta)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(LightBotPosition::start(Arc::clone(&self.puzzle)))
    }

    fn board(&self) -> BoardInfo {
        BoardInfo {
            id: INFO.level_board,
            title: "Board",
            size: self.puzzle.size(),
        }
    }

    fn look(&self, cell: Cell) -> CellLook {
        let robot = self.puzzle.robot;
        let facing = (robot.cell == cell).then_some(robot.facing);
        tile_look(self.puzzle.tile(cell), false, facing)
    }

    fn has_heights(&self) -> bool {
        true
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let puzzle = &self.puzzle;
        let tiles = puzzle.tiles.as_slice().iter().flatten();
        let highest = tiles.clone().map(|tile| tile.height).max();
        vec![
            ("Size".into(), puzzle.size().to_string()),
            ("Tiles".into(), tiles.count().to_string()),
            ("Lights".into(), puzzle.lights().count().to_string()),
            ("Highest".into(), highest.unwrap_or(0).to_string()),
        ]
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }

    fn properties(&self) -> Vec<Property> {
        let property = |key, name, value, help| Property {
            key,
            name,
            value,
            choices: Vec::new(),
            help,
        };
        vec![
            property(
                "robot",
                "Robot",
                self.puzzle.robot.to_string(),
                "row, column and N, E, S or W: 3 5 S",
            ),
            property(
                "slots",
                "Slots",
                self.puzzle.slots.to_string(),
                "how many commands main and each procedure can have: 12 8 8",
            ),
        ]
    }

    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        let refused = |reason: String| EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        match key {
            "robot" => {
                let robot = value.parse().map_err(refused)?;
                self.changed(|puzzle| puzzle.robot = robot)
            }
            "slots" => {
                let slots = value.parse().map_err(refused)?;
                self.changed(|puzzle| puzzle.slots = slots)
            }
            _ => Err(refused("this game has no such property".to_owned())),
        }
    }
}

impl GridLevel for LightBotLevel {
    fn grid(&self) -> Grid<CellValue> {
        self.puzzle.tiles.map(|tile| value(*tile))
    }

    /// On a smaller board the robot is put on the nearest cell that there is.
    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        let tiles = grid.iter().map(|(cell, value)| {
            tile_of(*value).map_err(|reason| EditError::Value { cell, reason })
        });
        let tiles = tiles.collect::<Result<Vec<_>, _>>()?;
        let size = grid.size();
        let wrong_size = || EditError::Size {
            size,
            limits: format!("1 to {MAX_SIDE} rows and columns"),
        };
        let tiles = Grid::from_cells(size, tiles).ok_or_else(wrong_size)?;
        self.changed(|puzzle| {
            let Cell { row, col } = puzzle.robot.cell;
            let last = |side: usize| side.saturating_sub(1);
            puzzle.robot.cell = Cell::new(row.min(last(size.rows)), col.min(last(size.cols)));
            puzzle.tiles = tiles;
        })
    }

    fn transformed(&self, transform: Transform) -> Result<LevelRef, EditError> {
        let size = self.puzzle.size();
        self.changed(|puzzle| {
            let robot = puzzle.robot;
            puzzle.tiles = puzzle.tiles.transformed(transform);
            puzzle.robot = Robot {
                cell: transform.cell(robot.cell, size),
                facing: robot.facing.transformed(transform),
            };
        })
    }

    /// The robot stays on its tile, or comes to the nearest cell if that is cut off.
    fn reframed(&self, size: Size, down: isize, right: isize) -> Result<LevelRef, EditError> {
        let blank = tile_of(self.blank_value()).unwrap_or_default();
        self.changed(|puzzle| {
            let shifted = |index: usize, by: isize, count: usize| {
                let last = count.saturating_sub(1);
                index.saturating_add_signed(by).min(last)
            };
            let Cell { row, col } = puzzle.robot.cell;
            let (row, col) = (
                shifted(row, down, size.rows),
                shifted(col, right, size.cols),
            );
            puzzle.robot.cell = Cell::new(row, col);
            puzzle.tiles = puzzle.tiles.reframed(size, down, right, blank);
        })
    }

    fn figure(&self) -> Option<Figure> {
        Some(Figure {
            name: "Robot",
            key: 'b',
            cell: self.puzzle.robot.cell,
        })
    }

    fn with_figure(&self, cell: Cell) -> Result<LevelRef, EditError> {
        self.changed(|puzzle| {
            let robot = &mut puzzle.robot;
            if robot.cell == cell {
                robot.facing = robot.facing.right();
            }
            robot.cell = cell;
        })
    }

    fn brushes(&self) -> Vec<Brush> {
        let tiles = self.puzzle.tiles.as_slice().iter().flatten();
        let highest = tiles.map(|tile| tile.height).max().unwrap_or(0).max(9);
        let tiles = |light| (0..=highest).map(move |height| Some(Tile { height, light }));
        let brush = |tile: Option<Tile>| {
            let look = tile_look(tile, false, None);
            let key = match tile {
                None => Some('x'),
                Some(Tile { height, light }) if height < 10 => {
                    // A row of letters for lights: q to p on many keyboards.
                    let keys = if light { "qwertyuiop" } else { "0123456789" };
                    keys.chars().nth(usize::from(height))
                }
                Some(_) => None,
            };
            Brush {
                value: value(tile),
                text: look.value,
                name: look.name,
                key,
                tone: look.tone,
            }
        };
        tiles(false)
            .chain(tiles(true))
            .chain([None])
            .map(brush)
            .collect()
    }

    fn blank_value(&self) -> CellValue {
        value(Some(Tile {
            height: 0,
            light: false,
        }))
    }

    fn size_limits(&self) -> (Size, Size) {
        (Size::new(1, 1), Size::new(MAX_SIDE, MAX_SIDE))
    }
}
