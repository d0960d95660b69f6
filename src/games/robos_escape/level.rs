//! A level: a board and its rules for calls.

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, FormError, Grid, GridLevel, Level,
    LevelRef, Meta, Position, Property, Size,
};

use super::board::{Board, Calls, MAX_SIDE, Square};
use super::look::square_look;
use super::position::RoboPosition;
use super::{INFO, text};

/// A level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoboLevel {
    meta: Meta,
    board: Arc<Board>,
}

impl RoboLevel {
    /// A level with this board, whose sides are within [`MAX_SIDE`].
    pub(super) fn new(board: Board, meta: Meta) -> Self {
        let board = Arc::new(board);
        Self { meta, board }
    }

    /// Reads the plain-text form.
    pub(super) fn parse(source: &str) -> Result<LevelRef, FormError> {
        let (board, meta) = text::parse(source)?;
        Ok(Arc::new(Self::new(board, meta)))
    }

    /// Reads the RON form.
    pub(super) fn parse_ron(source: &str) -> Result<LevelRef, FormError> {
        let (board, meta) = text::parse_ron(source)?;
        Ok(Arc::new(Self::new(board, meta)))
    }

    /// A room with walls around it, a start and an exit; sides are brought into range.
    pub(super) fn blank(size: Size) -> LevelRef {
        let size = Size::new(size.rows.clamp(1, MAX_SIDE), size.cols.clamp(1, MAX_SIDE));
        let mut squares = Grid::filled(size, Square::Floor);
        for cell in size.cells() {
            let rim = cell.row == 0
                || cell.col == 0
                || cell.row + 1 == size.rows
                || cell.col + 1 == size.cols;
            if rim && size.rows > 3 && size.cols > 3 {
                squares.set(cell, Square::Wall);
            }
        }
        let near = usize::from(size.rows > 3 && size.cols > 3);
        squares.set(Cell::new(near, near), Square::Start);
        let far = Cell::new(size.rows - 1 - near, size.cols - 1 - near);
        if far != Cell::new(near, near) {
            squares.set(far, Square::Exit);
        }
        let calls = Calls::default();
        Arc::new(Self::new(Board { squares, calls }, Meta::default()))
    }

    /// The board.
    pub fn rules(&self) -> &Arc<Board> {
        &self.board
    }

    fn changed(&self, change: impl FnOnce(&mut Board)) -> LevelRef {
        let mut board = (*self.board).clone();
        change(&mut board);
        Arc::new(Self::new(board, self.meta.clone()))
    }
}

fn value(square: Square) -> CellValue {
    square as CellValue
}

fn square_of(value: CellValue) -> Option<Square> {
    Square::ALL.get(usize::from(value)).copied()
}

impl Level for RoboLevel {
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
        text::write(&self.board, &self.meta)
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        text::write_ron(&self.board, &self.meta)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(RoboPosition::start(Arc::clone(&self.board)))
    }

    fn board(&self) -> BoardInfo {
        BoardInfo {
            id: INFO.level_board,
            title: "Board",
            size: self.board.size(),
        }
    }

    fn look(&self, cell: Cell) -> CellLook {
        square_look(self.board.squares.get(cell).copied())
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let count = |square| self.board.cells_with(square).count().to_string();
        let mut facts = vec![
            ("Size".into(), self.board.size().to_string()),
            ("Coins".into(), count(Square::Coin)),
            ("Blocks".into(), count(Square::Block)),
            ("Exits".into(), count(Square::Exit)),
        ];
        if self.board.start().is_none() {
            let starts = format!("{}; one is needed to run", count(Square::Start));
            facts.push(("Starts".into(), starts));
        }
        facts
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }

    fn properties(&self) -> Vec<Property> {
        vec![Property {
            key: "calls",
            name: "Calls",
            value: self.board.calls.to_string(),
            choices: [Calls::Strict, Calls::Published]
                .map(|c| c.to_string())
                .into(),
            help: "strict: every call has its label; published: a call without one runs what \
                   follows, up to the return, twice",
        }]
    }

    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        let refused = |reason: String| EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        if key != "calls" {
            return Err(refused("this game has no such property".to_owned()));
        }
        let calls = value.parse().map_err(refused)?;
        Ok(self.changed(|board| board.calls = calls))
    }
}

impl GridLevel for RoboLevel {
    fn grid(&self) -> Grid<CellValue> {
        self.board.squares.map(|square| value(*square))
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        let size = grid.size();
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&size.rows) || !sides.contains(&size.cols) {
            let limits = format!("1 to {MAX_SIDE} rows and columns");
            return Err(EditError::Size { size, limits });
        }
        if let Some((cell, value)) = grid.iter().find(|(_, v)| square_of(**v).is_none()) {
            let reason = format!("there is nothing with the number {value}");
            return Err(EditError::Value { cell, reason });
        }
        let squares = grid.map(|value| square_of(*value).unwrap_or(Square::Floor));
        Ok(self.changed(|board| board.squares = squares))
    }

    fn brushes(&self) -> Vec<Brush> {
        let brush = |square: Square| {
            let look = square_look(Some(square));
            Brush {
                value: value(square),
                text: look.value,
                name: look.name,
                key: square.token().chars().next().map(|c| match c {
                    // A blank plays or clicks; `f` is floor, as on the robot's way.
                    ' ' => 'f',
                    other => other.to_ascii_lowercase(),
                }),
                tone: look.tone,
            }
        };
        Square::ALL.map(brush).into()
    }

    fn blank_value(&self) -> CellValue {
        value(Square::Floor)
    }

    fn size_limits(&self) -> (Size, Size) {
        (Size::new(1, 1), Size::new(MAX_SIDE, MAX_SIDE))
    }
}
