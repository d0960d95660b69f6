//! A stand-in of the screen of any game on a board of cells: each cell is a square of one colour.

use std::time::Duration;

use super::{Board, Cells};
use crate::canvas::{Canvas, Colour};
use crate::typed::{Content as _, Play, Puzzle};
use crate::{
    Button, Cell, Gesture, Meta, PlainText, Practice, PracticeError, PracticeInput, PracticeKey,
};

/// What the stand-in of a game looks like and takes. A click means what it means in play; `r` takes the last move
/// back, Escape all of them, `n` goes on to the next level.
pub struct StandIn<P> {
    /// The squares' colours, in the order of the table of values.
    pub colours: &'static [Colour],
    /// What keys mean as moves.
    pub keys: fn(PracticeKey) -> Option<&'static str>,
    /// Its own levels, in the plain-text form.
    pub levels: &'static [&'static str],
    /// Whose.
    pub game: P,
}

/// Width and height of the picture, the height of its line of text, and the smallest and the largest cell.
const SIZE: (u32, u32) = (480, 520);
const HEAD: u32 = 40;
const CELL: (u32, u32) = (12, 48);
/// The solved board stays on the screen for so long.
const SOLVED: Duration = Duration::from_millis(1200);

const GROUND: Colour = [0x20, 0x24, 0x28];
const TEXT: Colour = [0xE0, 0xE4, 0xE8];

impl<P: Puzzle<Level = Board<P>> + Cells> StandIn<P> {
    /// Opens it with these levels, or its own where there are none.
    ///
    /// # Errors
    /// When a level cannot be played or is too large for the picture.
    pub fn open(
        &'static self,
        levels: &[(Meta, &Board<P>)],
    ) -> Result<Box<dyn Practice>, PracticeError> {
        let refused = |index, reason| Err(PracticeError::Level { index, reason });
        let mut shown = Vec::new();
        for (meta, board) in levels {
            shown.push((meta.title.clone(), (*board).clone()));
        }
        if levels.is_empty() {
            for (index, text) in self.levels.iter().enumerate() {
                let text = PlainText::parse(P::INFO.id, text);
                match text.and_then(|text| Ok((text.meta.title.clone(), Board::read(&text)?))) {
                    Ok(level) => shown.push(level),
                    Err(error) => return refused(index, error.to_string()),
                }
            }
        }
        for (index, (_, board)) in shown.iter().enumerate() {
            if let Some(reason) = P::unplayable(board) {
                return refused(index, reason);
            }
            if pitch(board) < CELL.0 {
                let size = board.size();
                return refused(
                    index,
                    format!("the board of {size} is too large for the window"),
                );
            }
        }
        let (_, first) = shown.first().ok_or(PracticeError::None(P::INFO.id))?;
        Ok(Box::new(Playing {
            screen: self,
            states: vec![P::start(first)],
            levels: shown,
            current: 0,
            solved: None,
        }))
    }
}

/// From cell to cell.
fn pitch<C: Cells>(board: &Board<C>) -> u32 {
    let (rows, cols) = (board.size().rows as u32, board.size().cols as u32);
    let room = (SIZE.1 - HEAD - 8) / rows;
    room.min((SIZE.0 - 16) / cols).min(CELL.1)
}

/// Where the upper left corner of the board is.
fn corner<C: Cells>(board: &Board<C>) -> (u32, u32) {
    ((SIZE.0 - pitch(board) * board.size().cols as u32) / 2, HEAD)
}

/// A stand-in that is being played.
struct Playing<P: Puzzle> {
    screen: &'static StandIn<P>,
    levels: Vec<(String, P::Level)>,
    current: usize,
    /// The states from the start on; the last one is on the screen.
    states: Vec<P::Position>,
    /// For how long the board has been solved.
    solved: Option<Duration>,
}

impl<P: Puzzle<Level = Board<P>> + Cells> Playing<P> {
    fn next(&mut self) {
        self.solved = None;
        self.current += 1;
        if let Some((_, board)) = self.levels.get(self.current) {
            self.states = vec![P::start(board)];
        }
    }

    fn make(&mut self, mv: Option<<P::Position as Play>::Move>) {
        let state = self.states.last().cloned();
        if let (Some(mv), Some(mut state), None) = (mv, state, self.solved)
            && state.make(&mv).is_ok()
        {
            self.solved = state.is_solved().then_some(Duration::ZERO);
            self.states.push(state);
        }
    }

    fn click(&mut self, (x, y): (i32, i32)) {
        let Some((_, board)) = self.levels.get(self.current) else {
            return;
        };
        let (pitch, (left, top)) = (pitch(board) as i32, corner(board));
        let place = |at: i32, corner: u32| usize::try_from((at - corner as i32).div_euclid(pitch));
        let (Ok(row), Ok(col)) = (place(y, top), place(x, left)) else {
            return;
        };
        let gesture = Gesture::Click {
            board: P::ID.to_owned(),
            cell: Cell::new(row, col),
            button: Button::Primary,
        };
        let inside = board.size().contains(Cell::new(row, col));
        let mv = self.states.last().filter(|_| inside);
        self.make(mv.and_then(|state| state.interpret(&gesture)));
    }
}

impl<P: Puzzle<Level = Board<P>> + Cells> Practice for Playing<P> {
    fn title(&self) -> String {
        format!("Practice – {}", P::INFO.title)
    }

    fn size(&self) -> (u32, u32) {
        SIZE
    }

    fn input(&mut self, input: PracticeInput) {
        match input {
            _ if self.finished() => {}
            PracticeInput::PointerDown(x, y) => self.click((x, y)),
            PracticeInput::KeyDown(PracticeKey::Char('n')) => self.next(),
            PracticeInput::KeyDown(PracticeKey::Char('r')) if self.solved.is_none() => {
                self.states.truncate((self.states.len() - 1).max(1));
            }
            PracticeInput::KeyDown(PracticeKey::Escape) if self.solved.is_none() => {
                self.states.truncate(1);
            }
            PracticeInput::KeyDown(key) => {
                self.make((self.screen.keys)(key).and_then(P::Position::read));
            }
            _ => {}
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        match &mut self.solved {
            Some(since) if *since + elapsed < SOLVED => *since += elapsed,
            Some(_) => self.next(),
            None => {}
        }
    }

    fn next_change(&self) -> Option<Duration> {
        self.solved.map(|since| SOLVED.saturating_sub(since))
    }

    fn draw(&self, rgb: &mut [u8]) {
        let mut canvas = Canvas::new(rgb, SIZE);
        canvas.fill(0, 0, SIZE.0, SIZE.1, GROUND);
        let (Some((title, board)), Some(state)) =
            (self.levels.get(self.current), self.states.last())
        else {
            canvas.middle(SIZE.1 / 2, 2, TEXT, "All done");
            return;
        };
        canvas.middle(16, 1, TEXT, &format!("Level {}: {title}", self.current + 1));
        let (pitch, (left, top)) = (pitch(board), corner(board));
        for cell in board.size().cells() {
            let shown = state.look(P::ID, cell).value;
            let value = P::VALUES.iter().position(|value| value.token == shown);
            let colour = value.and_then(|value| self.screen.colours.get(value));
            let (x, y) = (
                left + pitch * cell.col as u32,
                top + pitch * cell.row as u32,
            );
            canvas.fill(
                x + 1,
                y + 1,
                pitch - 2,
                pitch - 2,
                *colour.unwrap_or(&GROUND),
            );
        }
    }

    fn finished(&self) -> bool {
        self.current >= self.levels.len()
    }
}
