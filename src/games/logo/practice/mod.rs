//! Practice window with the original's layout, colours, keys, rules and pages.
//!
//! From the title page: space, `2`, `5`, Enter, `7`, a player name, Enter. In play: `q` up, `a` down, `o` left, `p`
//! right, space stamps, `r` takes the last stamp back. A level restarts when its time is up. Layout and keys are
//! those that the published bot for the original reads and sends.
//! sends.

mod draw;
mod levels;
#[cfg(test)]
mod tests;

use std::time::Duration;

use planwright_stage::drawing::Pen;
use planwright_stage::{Moves, Show, Stage, content_of};

use crate::game::{Cell, Game, LevelRef, PracticeError, PracticeKey};

use super::level::ORIGINAL_SIZE;
use super::position::{FIELD, stamp};
use super::{LOGO, Logo};
use crate::game::typed::Puzzle as _;

pub use levels::levels;

/// Time for which the solved board is shown.
const SOLVED: Duration = Duration::from_millis(300);
/// Duration of the page between two levels.
const BETWEEN: Duration = Duration::from_millis(1200);
/// Time for a level; then it restarts.
const LEVEL_TIME: Duration = Duration::from_secs(300);
/// Duration of the page that says the time is up.
const TIME_UP: Duration = Duration::from_secs(2);
const NAME_LENGTH: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Title,
    Controls,
    Speed,
    Ready,
    Players,
    Name,
    /// Before a level.
    Between,
    Playing,
    /// The board is the target.
    Solved,
    /// The level's time was over.
    TimeUp,
    End,
}

/// State of the practice window: the player's name, and the time of all levels done.
#[derive(Default)]
pub(super) struct LogoShow {
    name: String,
    total: Duration,
}

/// A level being played.
pub(super) struct Board {
    moves: Moves,
    cursor: Cell,
    /// Time on this level.
    clock: Duration,
}

impl Board {
    /// The number on the playing field, 0 for none.
    fn stamped(&self, cell: Cell) -> u8 {
        number(&self.moves.position().look(FIELD, cell).value)
    }

    fn wanted(&self, cell: Cell) -> u8 {
        number(&self.moves.level().look(cell).value)
    }

    fn key(&mut self, key: PracticeKey) {
        match key {
            PracticeKey::Space => self.moves.make(stamp(self.cursor)),
            PracticeKey::Char('r') => self.moves.take_back(),
            _ => false,
        };
        let by = match key {
            PracticeKey::Char('q') => (-1, 0),
            PracticeKey::Char('a') => (1, 0),
            PracticeKey::Char('o') => (0, -1),
            PracticeKey::Char('p') => (0, 1),
            _ => (0, 0),
        };
        self.cursor = ORIGINAL_SIZE.moved(self.cursor, by);
    }

    fn judged(&self) -> Page {
        match self.moves.position().is_solved() {
            true => Page::Solved,
            false => Page::Playing,
        }
    }
}

impl Show for LogoShow {
    const GAME: &'static dyn Game = &LOGO;
    const SIZE: (u32, u32) = draw::SIZE;
    const END: Page = Page::End;
    type Page = Page;
    type Board = Board;

    fn levels(_: u64) -> Result<Vec<LevelRef>, PracticeError> {
        levels()
    }

    fn board(level: &LevelRef) -> Result<Board, String> {
        let size = content_of::<Logo>(level)?.size();
        if size != ORIGINAL_SIZE {
            return Err(format!(
                "the board is {size}, but the game’s screen has {ORIGINAL_SIZE} cells; resize the board"
            ));
        }
        Ok(Board {
            moves: Moves::new(level),
            cursor: Cell::default(),
            clock: Duration::ZERO,
        })
    }

    fn begin(_: &[Board], _: u64) -> Result<(Self, Page), PracticeError> {
        Ok((Self::default(), Page::Title))
    }

    fn title(_: &Stage<Self>) -> String {
        format!("Practice – {}", Logo::INFO.title)
    }

    fn stays(page: Page) -> Option<Duration> {
        match page {
            Page::Between => Some(BETWEEN),
            Page::Playing => Some(LEVEL_TIME),
            Page::Solved => Some(SOLVED),
            Page::TimeUp => Some(TIME_UP),
            _ => None,
        }
    }

    fn turn(stage: &mut Stage<Self>) {
        let done = stage.number();
        match stage.page() {
            Page::Between => stage.go(stage.board.judged()),
            Page::TimeUp => stage.open(done - 1, Page::Between),
            page => {
                stage.show.total += stage.board.clock;
                match page {
                    Page::Playing => stage.go(Page::TimeUp),
                    _ => stage.open(done, Page::Between),
                }
            }
        }
    }

    fn tick(stage: &mut Stage<Self>, elapsed: Duration) {
        if stage.page() == Page::Playing {
            stage.board.clock += elapsed;
        }
    }

    fn next_change(stage: &Stage<Self>) -> Option<Duration> {
        match stage.page() {
            Page::Between => Some(Duration::ZERO),
            Page::Playing => {
                let parts = Duration::from_nanos(stage.board.clock.subsec_nanos().into());
                Some(Duration::from_secs(1).saturating_sub(parts))
            }
            _ => None,
        }
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        use PracticeKey::{Backspace, Char, Enter, Space};
        let page = stage.page();
        let name = &mut stage.show.name;
        match (page, key) {
            (Page::Title, Space) => stage.go(Page::Controls),
            (Page::Controls, Char('2')) => stage.go(Page::Speed),
            (Page::Speed, Char('5')) => stage.go(Page::Ready),
            (Page::Ready, Enter) => stage.go(Page::Players),
            (Page::Players, Char('7')) => {
                name.clear();
                stage.go(Page::Name);
            }
            (Page::Name, Enter) if !name.is_empty() => {
                stage.show.total = Duration::ZERO;
                stage.open(0, Page::Between);
            }
            (Page::Name, Char(c)) if name.len() < NAME_LENGTH => name.push(c),
            (Page::Name, Backspace) => drop(name.pop()),
            (Page::Playing, key) => {
                stage.board.key(key);
                if stage.board.judged() == Page::Solved {
                    stage.go(Page::Solved);
                }
            }
            (Page::End, Enter) => stage.go(Page::Title),
            _ => {}
        }
    }

    fn draw(stage: &Stage<Self>, mut pen: Pen<'_>) {
        draw::draw(stage, &mut pen);
    }
}

fn number(token: &str) -> u8 {
    token.parse().unwrap_or(0)
}
