//! The stand-in: a board of lights in a window of this program's own.
//!
//! A click presses a cell. Arrow keys move a cursor, which is hidden until the first of them; the
//! space bar or Enter presses there. `r` takes the last press back, Escape all of them, `n` goes on
//! to the next level. Each cell has a little map of what it switches, as in Flip of Simon Tatham's
//! collection, so that boards of any wiring can be read from the picture.

mod draw;
mod levels;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::game::{
    Cell, Grid, LevelRef, Position, Practice, PracticeError, PracticeInput, PracticeKey, Size, play,
};

use super::level::LightsLevel;
use super::position::press_move;
use super::puzzle::{Goal, HOLE, Puzzle};
use super::{INFO, puzzle};
use draw::Layout;

/// A light takes so long to change.
const FADE: Duration = Duration::from_millis(120);
/// The solved board stays on the screen for so long.
const SOLVED: Duration = Duration::from_millis(1200);

/// Where in the game the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Playing,
    /// All lights are as they should be, for so long now.
    Solved(Duration),
    End,
}

/// The stand-in.
pub(super) struct LightsPractice {
    levels: Vec<LevelRef>,
    page: Page,
    /// Which level, from 0.
    current: usize,
    board: Board,
    presses: Vec<Cell>,
    cursor: Option<Cell>,
}

/// The board on the screen.
struct Board {
    layout: Layout,
    position: Box<dyn Position>,
    lights: Grid<u8>,
    /// The lights before the press that is being shown, and for how long that is.
    before: Option<(Grid<u8>, Duration)>,
}

impl LightsPractice {
    /// A game of these levels, or of the stand-in's own where there are none.
    ///
    /// # Errors
    /// When a level is not of this game, or cannot be shown on this screen.
    pub(super) fn new(levels: &[LevelRef], seed: u64) -> Result<Self, PracticeError> {
        let levels = if levels.is_empty() {
            levels::levels(seed)
        } else {
            levels.to_vec()
        };
        for (index, level) in levels.iter().enumerate() {
            Board::new(level).map_err(|reason| PracticeError::Level { index, reason })?;
        }
        let none = PracticeError::None(INFO.id);
        let board = levels.first().map(Board::new).ok_or(none)?;
        Ok(Self {
            board: board.map_err(|reason| PracticeError::Level { index: 0, reason })?,
            levels,
            page: Page::Playing,
            current: 0,
            presses: Vec::new(),
            cursor: None,
        })
    }

    fn press(&mut self, cell: Cell) {
        if self.page == Page::Playing && self.board.press(cell) {
            self.presses.push(cell);
            self.judge();
        }
    }

    /// The level with only the first so many presses made.
    fn back_to(&mut self, count: usize) {
        self.presses.truncate(count);
        let moves: Vec<_> = self
            .presses
            .iter()
            .map(|cell| press_move(*cell, 1))
            .collect();
        let level = self.levels.get(self.current);
        if let Some(position) = level.and_then(|level| play(level.as_ref(), &moves).ok()) {
            self.board.show(position);
        }
    }

    fn judge(&mut self) {
        if self.board.position.is_solved() {
            self.page = Page::Solved(Duration::ZERO);
        }
    }

    fn next(&mut self) {
        self.presses.clear();
        self.cursor = None;
        let next = self.levels.get(self.current + 1).map(Board::new);
        match next {
            Some(Ok(board)) => {
                self.board = board;
                self.current += 1;
                self.page = Page::Playing;
                self.judge();
            }
            // That they can be shown was checked at the start.
            Some(Err(_)) | None => self.page = Page::End,
        }
    }

    fn key(&mut self, key: PracticeKey) {
        if self.page == Page::End {
            return;
        }
        let size = self.board.layout.size;
        let step = |cursor: Option<Cell>, down: i32, right: i32| {
            let at = cursor.unwrap_or_default();
            let along = |at: usize, by: i32, length: usize| {
                at.saturating_add_signed(by as isize)
                    .min(length.saturating_sub(1))
            };
            // The first press only shows where it is.
            Some(cursor.map_or(at, |at| Cell {
                row: along(at.row, down, size.rows),
                col: along(at.col, right, size.cols),
            }))
        };
        match key {
            PracticeKey::Up => self.cursor = step(self.cursor, -1, 0),
            PracticeKey::Down => self.cursor = step(self.cursor, 1, 0),
            PracticeKey::Left => self.cursor = step(self.cursor, 0, -1),
            PracticeKey::Right => self.cursor = step(self.cursor, 0, 1),
            PracticeKey::Space | PracticeKey::Enter => {
                if let Some(cell) = self.cursor {
                    self.press(cell);
                }
            }
            PracticeKey::Char('r') if self.page == Page::Playing => {
                self.back_to(self.presses.len().saturating_sub(1));
            }
            PracticeKey::Escape if self.page == Page::Playing => self.back_to(0),
            PracticeKey::Char('n') => self.next(),
            _ => {}
        }
    }
}

impl Board {
    fn new(level: &LevelRef) -> Result<Self, String> {
        let puzzle = playable(level)?;
        let position = level.start();
        Ok(Self {
            layout: Layout::new(puzzle)?,
            lights: lights(position.as_ref(), puzzle.size()),
            position,
            before: None,
        })
    }

    /// Presses a cell; whether it could be.
    fn press(&mut self, cell: Cell) -> bool {
        let mut after = self.position.boxed_clone();
        if after.apply(&press_move(cell, 1)).is_err() {
            return false;
        }
        self.show(after);
        true
    }

    fn show(&mut self, position: Box<dyn Position>) {
        let now = lights(position.as_ref(), self.lights.size());
        self.before = Some((std::mem::replace(&mut self.lights, now), Duration::ZERO));
        self.position = position;
    }
}

/// The puzzle of a level that this screen can show.
fn playable(level: &LevelRef) -> Result<&Puzzle, String> {
    let Some(lights) = level.as_any().downcast_ref::<LightsLevel>() else {
        return Err(format!("it is a level of ‘{}’", level.game_id()));
    };
    let puzzle = lights.puzzle().as_ref();
    if puzzle.states != 2 {
        return Err(
            "its lights have more than two states; the practice screen shows on and off".into(),
        );
    }
    if puzzle.goal != Goal::Off {
        return Err("its goal is not ‘off’; in the practice window all lights must go out".into());
    }
    Ok(puzzle)
}

/// What each light shows, or that there is none.
fn lights(position: &dyn Position, size: Size) -> Grid<u8> {
    let off = puzzle::light_look(Some(0), 2).value;
    let hole = puzzle::light_look(None, 2).value;
    let cells = size
        .cells()
        .map(|cell| match position.look(INFO.level_board, cell).value {
            value if value == off => 0,
            value if value == hole => HOLE,
            _ => 1,
        });
    Grid::from_cells(size, cells.collect()).unwrap_or_else(|| Grid::filled(size, HOLE))
}

impl Practice for LightsPractice {
    fn title(&self) -> String {
        format!("Practice – {}", INFO.title)
    }

    fn size(&self) -> (u32, u32) {
        draw::SIZE
    }

    fn input(&mut self, input: PracticeInput) {
        match input {
            PracticeInput::KeyDown(key) => self.key(key),
            PracticeInput::PointerDown(x, y) => {
                if let Some(cell) = self.board.layout.cell_at(x, y) {
                    self.cursor = None;
                    self.press(cell);
                }
            }
            PracticeInput::KeyUp(_)
            | PracticeInput::PointerMoved(..)
            | PracticeInput::PointerUp(..) => {}
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        if let Some((_, time)) = &mut self.board.before {
            *time += elapsed;
            if *time >= FADE {
                self.board.before = None;
            }
        }
        if let Page::Solved(time) = self.page {
            if time + elapsed < SOLVED {
                self.page = Page::Solved(time + elapsed);
            } else {
                self.next();
            }
        }
    }

    fn next_change(&self) -> Option<Duration> {
        match (&self.board.before, self.page) {
            (Some(_), _) => Some(Duration::ZERO),
            (None, Page::Solved(time)) => Some(SOLVED.saturating_sub(time)),
            _ => None,
        }
    }

    fn draw(&self, rgb: &mut [u8]) {
        draw::draw(self, rgb);
    }

    fn finished(&self) -> bool {
        self.page == Page::End
    }
}
