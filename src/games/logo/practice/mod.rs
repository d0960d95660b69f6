//! The stand-in of the original's screen: its layout, colours, keys, rules and pages.
//!
//! From the title page: space, `2`, `5`, Enter, `7`, a player name, Enter. In play: `q` up, `a`
//! down, `o` left, `p` right, space stamps, `r` takes the last stamp back. A level that takes too
//! long starts anew. Layout and keys are those that the published bot for the original reads and
//! sends.

mod draw;
mod levels;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::game::{
    Cell, LevelRef, Position, Practice, PracticeError, PracticeInput, PracticeKey, play,
};

use super::level::{LogoLevel, ORIGINAL_SIZE};
use super::position::{FIELD, stamp};
use super::{INFO, level};

pub use levels::levels;

/// The solved board stays on the screen for so long.
const SOLVED: Duration = Duration::from_millis(300);
/// The page between two levels stays for so long.
const BETWEEN: Duration = Duration::from_millis(1200);
/// Time for a level; then it starts anew.
const LEVEL_TIME: Duration = Duration::from_secs(300);
/// That the time is up stays on the screen for so long.
const TIME_UP: Duration = Duration::from_secs(2);
/// Longest player name.
const NAME_LENGTH: usize = 12;

/// Where in the game the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Title,
    Controls,
    Speed,
    Ready,
    Players,
    Name,
    /// Before a level, for so long now.
    Between(Duration),
    Playing,
    /// The board is the target, for so long now.
    Solved(Duration),
    /// The time for the level was over, for so long now.
    TimeUp(Duration),
    End,
}

/// The stand-in.
pub(super) struct LogoPractice {
    levels: Vec<LevelRef>,
    page: Page,
    name: String,
    /// Which level, from 0.
    current: usize,
    position: Box<dyn Position>,
    stamps: Vec<Cell>,
    cursor: Cell,
    /// Time on this level, and on all before it.
    clock: Duration,
    total: Duration,
}

impl LogoPractice {
    /// A game of these levels, or of the stand-in's own where there are none.
    ///
    /// # Errors
    /// When a level is not of this game, or not of the size of the original's screen.
    pub(super) fn new(levels: &[LevelRef]) -> Result<Self, PracticeError> {
        let own;
        let levels = if levels.is_empty() {
            own = self::levels()?;
            &own
        } else {
            levels
        };
        for (index, level) in levels.iter().enumerate() {
            check(index, level)?;
        }
        let first = levels.first().ok_or(PracticeError::None(INFO.id))?;
        Ok(Self {
            position: first.start(),
            levels: levels.to_vec(),
            page: Page::Title,
            name: String::new(),
            current: 0,
            stamps: Vec::new(),
            cursor: Cell::default(),
            clock: Duration::ZERO,
            total: Duration::ZERO,
        })
    }

    /// The number on the playing field, 0 where it is empty.
    fn stamped(&self, cell: Cell) -> u8 {
        number(&self.position.look(FIELD, cell).value)
    }

    /// The number the target wants.
    fn wanted(&self, cell: Cell) -> u8 {
        let level = self.levels.get(self.current);
        level.map_or(0, |level| number(&level.look(cell).value))
    }

    fn key(&mut self, key: PracticeKey) {
        use PracticeKey::{Backspace, Char, Enter, Space};
        self.page = match (self.page, key) {
            (Page::Title, Space) => Page::Controls,
            (Page::Controls, Char('2')) => Page::Speed,
            (Page::Speed, Char('5')) => Page::Ready,
            (Page::Ready, Enter) => Page::Players,
            (Page::Players, Char('7')) => {
                self.name.clear();
                Page::Name
            }
            (Page::Name, Enter) if !self.name.is_empty() => {
                self.total = Duration::ZERO;
                self.open(0)
            }
            (Page::Name, key) => {
                match key {
                    Char(c) if self.name.len() < NAME_LENGTH => self.name.push(c),
                    Backspace => drop(self.name.pop()),
                    _ => {}
                }
                Page::Name
            }
            (Page::Playing, key) => self.play(key),
            (Page::End, Enter) => Page::Title,
            (page, _) => page,
        };
    }

    /// Sets the board up for a level; the page between comes first.
    fn open(&mut self, index: usize) -> Page {
        let Some(level) = self.levels.get(index) else {
            return Page::End;
        };
        self.position = level.start();
        self.current = index;
        self.stamps.clear();
        self.cursor = Cell::default();
        self.clock = Duration::ZERO;
        Page::Between(Duration::ZERO)
    }

    fn play(&mut self, key: PracticeKey) -> Page {
        let Cell { row, col } = &mut self.cursor;
        match key {
            PracticeKey::Char('q') => *row = row.saturating_sub(1),
            PracticeKey::Char('a') => *row = (*row + 1).min(ORIGINAL_SIZE.rows - 1),
            PracticeKey::Char('o') => *col = col.saturating_sub(1),
            PracticeKey::Char('p') => *col = (*col + 1).min(ORIGINAL_SIZE.cols - 1),
            PracticeKey::Space => self.stamp(),
            PracticeKey::Char('r') => self.take_back(),
            _ => {}
        }
        self.judge()
    }

    /// Stamps where the cursor is; a cell that is stamped already stays as it is.
    fn stamp(&mut self) {
        if self.position.apply(&stamp(self.cursor)).is_ok() {
            self.stamps.push(self.cursor);
        }
    }

    /// Takes the last stamp back: all others are made again on an empty board.
    fn take_back(&mut self) {
        self.stamps.pop();
        let moves: Vec<_> = self.stamps.iter().copied().map(stamp).collect();
        if let Some(level) = self.levels.get(self.current)
            && let Ok(position) = play(level.as_ref(), &moves)
        {
            self.position = position;
        }
    }

    fn judge(&self) -> Page {
        if self.position.is_solved() {
            Page::Solved(Duration::ZERO)
        } else {
            Page::Playing
        }
    }
}

impl Practice for LogoPractice {
    fn title(&self) -> String {
        format!("Practice – {}", INFO.title)
    }

    fn size(&self) -> (u32, u32) {
        draw::SIZE
    }

    fn input(&mut self, input: PracticeInput) {
        if let PracticeInput::KeyDown(key) = input {
            self.key(key);
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        self.page = match self.page {
            Page::Playing => {
                self.clock += elapsed;
                if self.clock < LEVEL_TIME {
                    Page::Playing
                } else {
                    self.total += self.clock;
                    Page::TimeUp(Duration::ZERO)
                }
            }
            Page::TimeUp(time) if time + elapsed < TIME_UP => Page::TimeUp(time + elapsed),
            Page::TimeUp(_) => self.open(self.current),
            Page::Between(time) if time + elapsed < BETWEEN => Page::Between(time + elapsed),
            Page::Between(_) => self.judge(),
            Page::Solved(time) if time + elapsed < SOLVED => Page::Solved(time + elapsed),
            Page::Solved(_) => {
                self.total += self.clock;
                self.open(self.current + 1)
            }
            page => page,
        };
    }

    fn next_change(&self) -> Option<Duration> {
        match self.page {
            Page::Between(_) => Some(Duration::ZERO),
            Page::Solved(time) => Some(SOLVED.saturating_sub(time)),
            Page::TimeUp(time) => Some(TIME_UP.saturating_sub(time)),
            // The clock shows seconds.
            Page::Playing => {
                let parts = Duration::from_nanos(self.clock.subsec_nanos().into());
                Some(Duration::from_secs(1).saturating_sub(parts))
            }
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

/// The number a cell shows, 0 for none.
fn number(token: &str) -> u8 {
    token.parse().unwrap_or(0)
}

fn check(index: usize, level: &LevelRef) -> Result<(), PracticeError> {
    let refused = |reason: String| Err(PracticeError::Level { index, reason });
    let Some(level) = level.as_any().downcast_ref::<LogoLevel>() else {
        return refused(format!("it is a level of ‘{}’", level.game_id()));
    };
    let size = level.target().size();
    if size != ORIGINAL_SIZE {
        return refused(format!(
            "the board is {size}, but the original's screen has {ORIGINAL_SIZE} cells; resize it"
        ));
    }
    Ok(())
}
