//! A stand-in of any game on a board of cells: each cell is a square of one colour.

use std::marker::PhantomData;
use std::time::Duration;

use crate::drawing::{Area, Colour, Pen};
use crate::game::{Button, Cell, Game, Gesture, LevelRef, Move, PracticeError, PracticeKey, Size};
use crate::{Moves, Show, Stage, read_levels};

/// What such a stand-in looks like and takes. A click means what it means in play; `r` takes the last
/// move back, Escape all of them, `n` goes on to the next level.
pub trait Squares: Send + Sized + 'static {
    /// Whose.
    const GAME: &'static dyn Game;
    /// Its own levels in the plain-text form, one after the other.
    const LEVELS: &'static str;
    /// The squares' colours by the tokens of the plain-text form.
    const COLOURS: &'static [(&'static str, Colour)];

    /// What a key means as a move.
    fn key(key: PracticeKey) -> Option<&'static str>;
}

/// The stand-in of a game with [`Squares`].
pub struct Board<S>(PhantomData<fn() -> S>);

/// Where in the game the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// A level is played.
    Playing,
    /// It is solved.
    Solved,
    /// So is the last one.
    End,
}

/// Width and height of the picture, the height of its line of text, and the smallest and the largest cell.
const SIZE: (u32, u32) = (480, 520);
const HEAD: i32 = 40;
const CELL: (i32, i32) = (12, 48);
/// The solved board stays on the screen for so long.
const SOLVED: Duration = Duration::from_millis(1200);

const GROUND: Colour = [0x20, 0x24, 0x28];
const TEXT: Colour = [0xE0, 0xE4, 0xE8];

/// From cell to cell, in pixels.
fn pitch(size: Size) -> i32 {
    let room = |length: u32, rim: i32, count: usize| (length as i32 - rim) / (count.max(1) as i32);
    let pitch = room(SIZE.1, HEAD + 8, size.rows).min(room(SIZE.0, 16, size.cols));
    pitch.min(CELL.1)
}

/// Where a cell is drawn.
fn area(cell: Cell, size: Size) -> Area {
    let pitch = pitch(size);
    let left = (SIZE.0 as i32 - pitch * size.cols as i32) / 2;
    let (x, y) = (
        left + pitch * cell.col as i32,
        HEAD + pitch * cell.row as i32,
    );
    Area::square(x, y, pitch)
}

fn act<S: Squares>(stage: &mut Stage<Board<S>>, mv: Option<Move>) {
    if stage.page() == Page::Playing
        && mv.is_some_and(|mv| stage.board.make(mv))
        && stage.board.position().is_solved()
    {
        stage.go(Page::Solved);
    }
}

impl<S: Squares> Show for Board<S> {
    const GAME: &'static dyn Game = S::GAME;
    const SIZE: (u32, u32) = SIZE;
    const END: Page = Page::End;
    type Page = Page;
    type Board = Moves;

    fn levels(_seed: u64) -> Result<Vec<LevelRef>, PracticeError> {
        read_levels(S::GAME, S::LEVELS)
    }

    fn board(level: &LevelRef) -> Result<Moves, String> {
        if level.game_id() != S::GAME.info().id {
            return Err(format!("it is a level of ‘{}’", level.game_id()));
        }
        if let Some(reason) = level.unplayable() {
            return Err(reason);
        }
        let size = level.board().size;
        if pitch(size) < CELL.0 {
            return Err(format!("the board of {size} is too large for the window"));
        }
        Ok(Moves::new(level))
    }

    fn begin(_: &[Moves], _seed: u64) -> Result<(Self, Page), PracticeError> {
        Ok((Self(PhantomData), Page::Playing))
    }

    fn title(_: &Stage<Self>) -> String {
        format!("Practice – {}", S::GAME.info().title)
    }

    fn stays(page: Page) -> Option<Duration> {
        (page == Page::Solved).then_some(SOLVED)
    }

    fn turn(stage: &mut Stage<Self>) {
        stage.open_next(Page::Playing);
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        match (key, stage.page()) {
            (_, Page::End) => {}
            (PracticeKey::Char('n'), _) => stage.open_next(Page::Playing),
            (_, Page::Solved) => {}
            (PracticeKey::Char('r'), _) => {
                stage.board.take_back();
            }
            (PracticeKey::Escape, _) => {
                stage.board.back_to(0);
            }
            (key, _) => act(stage, S::key(key).map(Move::new)),
        }
    }

    fn press(stage: &mut Stage<Self>, at: (i32, i32)) {
        let shown = stage.board.level().board();
        let mut cells = shown.size.cells();
        let Some(cell) = cells.find(|cell| area(*cell, shown.size).contains(at)) else {
            return;
        };
        let gesture = Gesture::Click {
            board: shown.id.to_owned(),
            cell,
            button: Button::Primary,
        };
        let mv = stage.board.position().interpret(&gesture);
        act(stage, mv);
    }

    fn draw(stage: &Stage<Self>, mut pen: Pen<'_>) {
        pen.clear(GROUND);
        if stage.page() == Page::End {
            return pen.text_in_middle(SIZE.1 as i32 / 2, 2, TEXT, "All done");
        }
        pen.text_in_middle(16, 1, TEXT, &stage.heading());
        let shown = stage.board.level().board();
        for cell in shown.size.cells() {
            let value = stage.board.position().look(shown.id, cell).value;
            let known = S::COLOURS.iter().find(|(token, _)| *token == value);
            let Area { x, y, width, .. } = area(cell, shown.size);
            let colour = known.map_or(GROUND, |(_, colour)| *colour);
            pen.fill(x + 1, y + 1, width - 2, width - 2, colour);
        }
    }
}
