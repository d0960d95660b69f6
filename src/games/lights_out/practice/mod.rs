//! The stand-in: a board of lights in a window of this program's own.
//!
//! A click presses a cell. Arrow keys move a cursor, which is hidden until the first of them; the
//! space bar or Enter presses there. `r` takes the last press back, Escape all of them, `n` goes on
//! to the next level. Each cell has a little map of what it switches, as in Flip of Simon Tatham's
//! collection, so that boards of any wiring can be read from the picture.

mod layout;
mod levels;
#[cfg(test)]
mod tests;

use std::time::Duration;

use planwright_stage::drawing::{Area, Colour, Pen};
use planwright_stage::{Moves, Show, Stage, level_of, moved};

use crate::game::typed::Puzzle as _;
use crate::game::{Cell, Game, LevelRef, Position, PracticeError, PracticeKey};

use super::position::press_move;
use super::puzzle::{Goal, LIGHTS};
use super::{LIGHTS_OUT, LightsLevel, LightsOut};
use layout::{Layout, MARGIN};

/// Width and height of the picture.
const SIZE: (u32, u32) = (480, 532);
/// A light takes so long to change.
const FADE: Duration = Duration::from_millis(120);
/// The solved board stays on the screen for so long.
const SOLVED: Duration = Duration::from_millis(1200);

const GROUND: Colour = [0x20, 0x24, 0x28];
const OFF: Colour = [0x3C, 0x42, 0x4A];
const ON: Colour = [0xF2, 0xC1, 0x4E];
const MAP: Colour = [0x8A, 0x8F, 0x94];
const CURSOR: Colour = [0x4F, 0xC3, 0xF7];
const TEXT: Colour = [0xE0, 0xE4, 0xE8];
const GOOD: Colour = [0x81, 0xC7, 0x84];

/// Where in the game the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Playing,
    /// All lights are as they should be.
    Solved,
    End,
}

/// The stand-in.
pub(super) struct Lights;

/// The board on the screen.
pub(super) struct Board {
    layout: Layout,
    moves: Moves,
    /// The position before the press that is being shown, and for how long that is.
    before: Option<(Box<dyn Position>, Duration)>,
    cursor: Option<Cell>,
}

impl Board {
    /// Changes the position, and shows how the lights change.
    fn change(&mut self, change: impl FnOnce(&mut Moves) -> bool) {
        let before = self.moves.position().boxed_clone();
        if change(&mut self.moves) {
            self.before = Some((before, Duration::ZERO));
        }
    }

    /// An arrow key; the first one only shows where the cursor is.
    fn step(&mut self, by: (isize, isize)) {
        let to = |at| moved(at, by, self.layout.size);
        self.cursor = Some(self.cursor.map_or_else(Cell::default, to));
    }

    fn draw_cell(&self, cell: Cell, pen: &mut Pen<'_>) {
        let Some(now) = colour(self.moves.position(), cell) else {
            return;
        };
        let ground = match &self.before {
            Some((before, time)) => {
                let before = colour(before.as_ref(), cell).unwrap_or(now);
                mixed(before, now, time.as_secs_f32() / FADE.as_secs_f32())
            }
            None => now,
        };
        let Area { x, y, width, .. } = self.layout.patch(cell);
        pen.fill(x, y, width, width, ground);
        if self.cursor == Some(cell) {
            let line = (width / 20).max(1);
            let (inset, side) = (line + 1, width - 2 * (line + 1));
            pen.frame((x + inset, y + inset, side, side), line, CURSOR);
        }
        let step = self.layout.step;
        let (left, top) = (x + (width - step) / 2, y + (width - step) / 2);
        for (down, right) in self.layout.map(cell) {
            let at = (left + right * step, top + down * step);
            pen.frame((at.0, at.1, step + 1, step + 1), 1, MAP);
        }
        pen.fill(left, top, step + 1, step + 1, MAP);
    }
}

fn press(stage: &mut Stage<Lights>, cell: Cell) {
    if stage.page() == Page::Playing {
        let mv = press_move(cell, 1);
        stage.board.change(|moves| moves.make(mv));
        judge(stage);
    }
}

fn judge(stage: &mut Stage<Lights>) {
    if stage.page() == Page::Playing && stage.board.moves.position().is_solved() {
        stage.go(Page::Solved);
    }
}

fn next(stage: &mut Stage<Lights>) {
    stage.open_next(Page::Playing);
    judge(stage);
}

impl Show for Lights {
    const GAME: &'static dyn Game = &LIGHTS_OUT;
    const SIZE: (u32, u32) = SIZE;
    const END: Page = Page::End;
    type Page = Page;
    type Board = Board;

    fn levels(seed: u64) -> Result<Vec<LevelRef>, PracticeError> {
        Ok(levels::levels(seed))
    }

    fn board(level: &LevelRef) -> Result<Board, String> {
        let puzzle = level_of::<LightsLevel>(level)?.content();
        if puzzle.states != 2 {
            return Err(
                "its lights have more than two states; the practice screen shows on and off".into(),
            );
        }
        if puzzle.goal != Goal::Off {
            return Err(
                "its goal is not ‘off’; in the practice window all lights must go out".into(),
            );
        }
        Ok(Board {
            layout: Layout::new(puzzle)?,
            moves: Moves::new(level),
            before: None,
            cursor: None,
        })
    }

    fn begin(_: &[Board], _: u64) -> Result<(Self, Page), PracticeError> {
        Ok((Self, Page::Playing))
    }

    fn title(_: &Stage<Self>) -> String {
        format!("Practice – {}", LightsOut::INFO.title)
    }

    fn stays(page: Page) -> Option<Duration> {
        (page == Page::Solved).then_some(SOLVED)
    }

    fn turn(stage: &mut Stage<Self>) {
        next(stage);
    }

    fn tick(stage: &mut Stage<Self>, elapsed: Duration) {
        let before = stage.board.before.take();
        let before = before.map(|(position, time)| (position, time + elapsed));
        stage.board.before = before.filter(|(_, time)| *time < FADE);
    }

    fn next_change(stage: &Stage<Self>) -> Option<Duration> {
        stage.board.before.as_ref().map(|_| Duration::ZERO)
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        let page = stage.page();
        let board = &mut stage.board;
        match (key, page) {
            (_, Page::End) => {}
            (PracticeKey::Up, _) => board.step((-1, 0)),
            (PracticeKey::Down, _) => board.step((1, 0)),
            (PracticeKey::Left, _) => board.step((0, -1)),
            (PracticeKey::Right, _) => board.step((0, 1)),
            (PracticeKey::Space | PracticeKey::Enter, _) => {
                if let Some(cell) = board.cursor {
                    press(stage, cell);
                }
            }
            (PracticeKey::Char('r'), Page::Playing) => board.change(Moves::take_back),
            (PracticeKey::Escape, Page::Playing) => board.change(|moves| moves.back_to(0)),
            (PracticeKey::Char('n'), _) => next(stage),
            _ => {}
        }
    }

    fn press(stage: &mut Stage<Self>, at: (i32, i32)) {
        if let Some(cell) = stage.board.layout.cell_at(at) {
            stage.board.cursor = None;
            press(stage, cell);
        }
    }

    fn draw(stage: &Stage<Self>, mut pen: Pen<'_>) {
        pen.clear(GROUND);
        let levels = stage.count();
        let (colour, text) = match stage.page() {
            Page::End => {
                pen.text_in_middle(220, 3, GOOD, "ALL SOLVED");
                return pen.text_in_middle(260, 2, TEXT, &format!("{levels} LEVELS"));
            }
            Page::Solved => (GOOD, "COMPLETED".to_owned()),
            Page::Playing => {
                let (level, presses) = (stage.number(), stage.board.moves.count());
                let text = format!("LEVEL {level} OF {levels}   PRESSES {presses}");
                (TEXT, text)
            }
        };
        pen.text(MARGIN, 12, 2, colour, &text);
        for cell in stage.board.layout.size.cells() {
            stage.board.draw_cell(cell, &mut pen);
        }
    }
}

/// What a light shows; `None` if there is none.
fn colour(position: &dyn Position, cell: Cell) -> Option<Colour> {
    match &*position.look(LIGHTS, cell).value {
        "_" => None,
        "." => Some(OFF),
        _ => Some(ON),
    }
}

fn mixed(from: Colour, to: Colour, share: f32) -> Colour {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|channel| {
        let (from, to) = (f32::from(from[channel]), f32::from(to[channel]));
        (from + (to - from) * share).round() as u8
    })
}
