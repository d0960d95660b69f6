//! Generic practice game for games on a board of cells, each drawn as a coloured square with optional marks.

use std::marker::PhantomData;
use std::time::Duration;

use crate::drawing::{Area, Colour, Pen, Tiling};
use crate::game::{
    Button, Cell, Game, Gesture, LevelRef, Move, Position, PracticeError, PracticeKey,
};
use crate::{Moves, Stage, StageScreen, read_levels};

/// Appearance and controls of such a practice game. A click has the same effect as in play; `r` undoes the last move,
/// Escape all moves, and `n` goes to the next level, if there is one.
pub trait Squares: Send + Sized + 'static {
    const GAME: &'static dyn Game;
    /// Own levels as plain text.
    const LEVELS: &'static str = "";
    /// Colours by plain-text token.
    const COLOURS: &'static [(&'static str, Colour)];
    /// Minimum and maximum distance of cells in pixels.
    const PITCH: (i32, i32) = (12, 48);
    /// Divisor of the pitch for the gap between squares.
    const GAP: i32 = 24;
    /// Duration of a colour change.
    const FADE: Duration = Duration::ZERO;
    /// Colour of the cursor, if there is one: hidden until the first arrow key; Space and Enter click at it.
    const CURSOR: Option<Colour> = None;
    /// True if pieces are dragged; a click then counts at its release.
    const DRAGS: bool = false;

    /// Own levels; override this for random ones.
    fn levels(_seed: u64) -> Result<Vec<LevelRef>, PracticeError> {
        read_levels(Self::GAME, Self::LEVELS)
    }

    /// Marks in the squares of a level. The error is the reason why the screen cannot show the level.
    fn marks(_level: &LevelRef, _tiling: &Tiling) -> Result<Vec<Mark>, String> {
        Ok(Vec::new())
    }

    /// Move of a key.
    fn key(_key: PracticeKey) -> Option<&'static str> {
        None
    }
}

/// Rectangle in a square.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub area: Area,
    /// True if it is filled, false for an outline of one pixel.
    pub filled: bool,
    pub colour: Colour,
}

pub struct SquaresGame<S>(PhantomData<fn() -> S>);

pub struct SquaresBoard {
    pub moves: Moves,
    pub tiling: Tiling,
    /// Cursor, if it is visible.
    pub cursor: Option<Cell>,
    marks: Vec<Mark>,
    /// Cell on which the pointer was pressed, where pieces are dragged.
    grabbed: Option<Cell>,
    /// Position before the change being animated, and the time since then.
    before: Option<(Box<dyn Position>, Duration)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquaresPage {
    Playing,
    Solved,
    /// All levels are solved.
    End,
}

/// Width and height of the picture, in pixels.
const SIZE: (u32, u32) = (480, 532);
/// Height of the line of text above the board, in pixels.
const HEADER_HEIGHT: i32 = 40;
/// Margin of the board at the left, right and bottom, in pixels.
const MARGIN: i32 = 12;
/// Display time of a solved board.
pub const SOLVED: Duration = Duration::from_millis(1200);
const BACKGROUND: Colour = [0x20, 0x24, 0x28];
const TEXT: Colour = [0xE0, 0xE4, 0xE8];
const SUCCESS: Colour = [0x81, 0xC7, 0x84];

impl SquaresBoard {
    /// Moves the cursor; the first time only displays it.
    fn move_cursor(&mut self, by: (isize, isize)) {
        let to = |at| self.tiling.size.moved(at, by);
        self.cursor = Some(self.cursor.map_or_else(Cell::default, to));
    }
}

impl<S: Squares> SquaresGame<S> {
    fn animate_change(board: &mut SquaresBoard, change: impl FnOnce(&mut Moves) -> bool) {
        let before = board.moves.position().boxed_clone();
        if change(&mut board.moves) && !S::FADE.is_zero() {
            board.before = Some((before, Duration::ZERO));
        }
    }

    fn act(stage: &mut Stage<Self>, mv: Option<Move>) {
        if let Some(mv) = mv.filter(|_| stage.page() == SquaresPage::Playing) {
            Self::animate_change(&mut stage.board, |moves| moves.make(mv));
            Self::check_solved(stage);
        }
    }

    fn click(stage: &mut Stage<Self>, cell: Cell) {
        let gesture = Gesture::Click {
            board: S::GAME.info().level_board.to_owned(),
            cell,
            button: Button::Primary,
        };
        let mv = stage.board.moves.position().interpret(&gesture);
        Self::act(stage, mv);
    }

    fn check_solved(stage: &mut Stage<Self>) {
        if stage.page() == SquaresPage::Playing && stage.board.moves.position().is_solved() {
            stage.set_page(SquaresPage::Solved);
        }
    }

    fn colour(position: &dyn Position, cell: Cell) -> Option<Colour> {
        let value = position.style(S::GAME.info().level_board, cell).value;
        let entry = S::COLOURS.iter().find(|(token, _)| *token == value);
        entry.map(|(_, colour)| *colour)
    }

    fn draw_cell(board: &SquaresBoard, cell: Cell, pen: &mut Pen<'_>) {
        let Some(now) = Self::colour(board.moves.position(), cell) else {
            return;
        };
        let colour = board.before.as_ref().map_or(now, |(before, time)| {
            let before = Self::colour(before.as_ref(), cell).unwrap_or(now);
            blend(before, now, time.as_secs_f32() / S::FADE.as_secs_f32())
        });
        let Area { x, y, width, .. } = board.tiling.area(cell);
        pen.fill(x, y, width, width, colour);
        if let Some(colour) = S::CURSOR.filter(|_| board.cursor == Some(cell)) {
            let line = (width / 20).max(1);
            let (inset, side) = (line + 1, width - 2 * (line + 1));
            pen.frame((x + inset, y + inset, side, side), line, colour);
        }
    }
}

fn blend(from: Colour, to: Colour, share: f32) -> Colour {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|channel| {
        let (from, to) = (f32::from(from[channel]), f32::from(to[channel]));
        (from + (to - from) * share).round() as u8
    })
}

impl<S: Squares> StageScreen for SquaresGame<S> {
    const GAME: &'static dyn Game = S::GAME;
    const SIZE: (u32, u32) = SIZE;
    const END: SquaresPage = SquaresPage::End;
    type Page = SquaresPage;
    type Board = SquaresBoard;

    fn levels(seed: u64) -> Result<Vec<LevelRef>, PracticeError> {
        S::levels(seed)
    }

    fn board(level: &LevelRef) -> Result<SquaresBoard, String> {
        if level.game_id() != S::GAME.info().id {
            return Err(format!("it is a level of ‘{}’", level.game_id()));
        }
        if let Some(reason) = level.unplayable() {
            return Err(reason);
        }
        let (width, height) = (SIZE.0 as i32 - 2 * MARGIN, SIZE.1 as i32 - MARGIN);
        let bounds = Area::new(MARGIN, HEADER_HEIGHT, width, height - HEADER_HEIGHT);
        let tiling = Tiling::within(bounds, level.board().size, S::PITCH, S::GAP)?;
        Ok(SquaresBoard {
            moves: Moves::new(level),
            tiling,
            cursor: None,
            marks: S::marks(level, &tiling)?,
            grabbed: None,
            before: None,
        })
    }

    fn begin(_: &[SquaresBoard], _seed: u64) -> Result<(Self, SquaresPage), PracticeError> {
        Ok((Self(PhantomData), SquaresPage::Playing))
    }

    fn title(_: &Stage<Self>) -> String {
        format!("Practice – {}", S::GAME.info().title)
    }

    fn page_time(page: SquaresPage) -> Option<Duration> {
        (page == SquaresPage::Solved).then_some(SOLVED)
    }

    fn end_page(stage: &mut Stage<Self>) {
        stage.open_next(SquaresPage::Playing);
        // A level may be solved at its start.
        Self::check_solved(stage);
    }

    fn tick(stage: &mut Stage<Self>, elapsed: Duration) {
        let before = stage.board.before.take();
        let before = before.map(|(position, time)| (position, time + elapsed));
        stage.board.before = before.filter(|(_, time)| *time < S::FADE);
    }

    fn next_change(stage: &Stage<Self>) -> Option<Duration> {
        stage.board.before.as_ref().map(|_| Duration::ZERO)
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        use PracticeKey::{Char, Down, Enter, Escape, Left, Right, Space, Up};
        let page = stage.page();
        let is_last = stage.number() == stage.count();
        let board = &mut stage.board;
        match (key, page) {
            (_, SquaresPage::End) => {}
            // The last page says that all levels are solved.
            (Char('n'), SquaresPage::Playing) if is_last => {}
            (Char('n'), _) => Self::end_page(stage),
            (Up, _) if S::CURSOR.is_some() => board.move_cursor((-1, 0)),
            (Down, _) if S::CURSOR.is_some() => board.move_cursor((1, 0)),
            (Left, _) if S::CURSOR.is_some() => board.move_cursor((0, -1)),
            (Right, _) if S::CURSOR.is_some() => board.move_cursor((0, 1)),
            (_, SquaresPage::Solved) => {}
            (Char('r'), _) => Self::animate_change(board, Moves::undo),
            (Escape, _) => Self::animate_change(board, |moves| moves.rewind(0)),
            (key, _) => match board.cursor.filter(|_| matches!(key, Space | Enter)) {
                Some(cell) => Self::click(stage, cell),
                None => Self::act(stage, S::key(key).map(Move::new)),
            },
        }
    }

    fn press(stage: &mut Stage<Self>, at: (i32, i32)) {
        if let Some(cell) = stage.board.tiling.cell_at(at) {
            stage.board.cursor = None;
            match S::DRAGS {
                true => stage.board.grabbed = Some(cell),
                false => Self::click(stage, cell),
            }
        }
    }

    fn release(stage: &mut Stage<Self>, at: (i32, i32)) {
        let board = &mut stage.board;
        match board.grabbed.take().zip(board.tiling.cell_at(at)) {
            Some((from, to)) if from == to => Self::click(stage, to),
            Some((from, to)) => {
                let board = S::GAME.info().level_board.to_owned();
                let gesture = Gesture::Drag {
                    from_board: board.clone(),
                    from,
                    to_board: board,
                    to,
                };
                let mv = stage.board.moves.position().interpret(&gesture);
                Self::act(stage, mv);
            }
            None => {}
        }
    }

    fn draw(stage: &Stage<Self>, mut pen: Pen<'_>) {
        pen.clear(BACKGROUND);
        let (board, levels) = (&stage.board, stage.count());
        let (colour, text) = match stage.page() {
            SquaresPage::End => (SUCCESS, format!("ALL SOLVED   {}", stage.count_text())),
            SquaresPage::Solved => (SUCCESS, "COMPLETED".to_owned()),
            SquaresPage::Playing => {
                let (level, moves) = (stage.number(), board.moves.count());
                (TEXT, format!("LEVEL {level} OF {levels}   MOVES {moves}"))
            }
        };
        pen.text(MARGIN, 12, 2, colour, &text);
        for cell in board.tiling.size.cells() {
            Self::draw_cell(board, cell, &mut pen);
        }
        for mark in &board.marks {
            let Area { x, y, .. } = mark.area;
            let (width, height) = (mark.area.width, mark.area.height);
            match mark.filled {
                true => pen.fill(x, y, width, height, mark.colour),
                false => pen.frame((x, y, width, height), 1, mark.colour),
            }
        }
    }
}
