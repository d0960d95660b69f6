//! Practice window with the original's layout, colours, keys, rules and pages.
//!
//! From the title page: space, `2`, `5`, Enter, `7`, a player name, Enter. In play: `q` up, `a` down, `o` left, `p`
//! right, space stamps, `r` takes the last stamp back. A level restarts when its time is up. Layout and keys are
//! those that the published bot for the original reads and sends.

mod draw;
#[cfg(test)]
mod tests;

use std::time::Duration;

use planwright_stage::drawing::Pen;
use planwright_stage::{Moves, Stage, StageScreen, content_of};

use crate::game::{Cell, Game, LevelRef, Meta, PracticeError, PracticeKey};

use super::level::ORIGINAL_SIZE;
use super::position::{FIELD, stamp};
use super::{LOGO, Logo};
use crate::game::typed::Puzzle as _;

/// Time for which the solved board is shown.
const SOLVED_TIME: Duration = Duration::from_millis(300);
/// Duration of the page between two levels.
const BETWEEN_TIME: Duration = Duration::from_millis(1200);
/// Time for a level; then it restarts.
const LEVEL_TIME: Duration = Duration::from_secs(300);
/// Duration of the page that says the time is up.
const TIME_UP: Duration = Duration::from_secs(2);
const NAME_LENGTH: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogoPage {
    Title,
    Controls,
    Speed,
    Ready,
    Players,
    Name,
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

pub(super) struct LogoBoard {
    moves: Moves,
    cursor: Cell,
    /// Time on this level.
    clock: Duration,
}

impl LogoBoard {
    /// The number on the playing field, 0 for none.
    fn stamped(&self, cell: Cell) -> u8 {
        number(&self.moves.position().style(FIELD, cell).value)
    }

    fn target(&self, cell: Cell) -> u8 {
        number(&self.moves.level().style(cell).value)
    }

    fn key(&mut self, key: PracticeKey) {
        let mut walk = |step| self.cursor = ORIGINAL_SIZE.moved(self.cursor, step);
        match key {
            PracticeKey::Char('q') => walk((-1, 0)),
            PracticeKey::Char('a') => walk((1, 0)),
            PracticeKey::Char('o') => walk((0, -1)),
            PracticeKey::Char('p') => walk((0, 1)),
            PracticeKey::Char('r') => _ = self.moves.undo(),
            PracticeKey::Space => _ = self.moves.make(stamp(self.cursor)),
            _ => {}
        }
    }

    /// The page for this state; a level can be solved from the start.
    fn page(&self) -> LogoPage {
        match self.moves.position().is_solved() {
            true => LogoPage::Solved,
            false => LogoPage::Playing,
        }
    }
}

impl StageScreen for LogoShow {
    const GAME: &'static dyn Game = &LOGO;
    const SIZE: (u32, u32) = draw::SIZE;
    const END: LogoPage = LogoPage::End;
    type Page = LogoPage;
    type Board = LogoBoard;

    fn levels(_: u64) -> Result<Vec<LevelRef>, PracticeError> {
        levels()
    }

    fn board(level: &LevelRef) -> Result<LogoBoard, String> {
        let size = content_of::<Logo>(level)?.size();
        if size != ORIGINAL_SIZE {
            return Err(format!(
                "the board is {size}, but the game’s screen has {ORIGINAL_SIZE} cells; resize the board"
            ));
        }
        Ok(LogoBoard {
            moves: Moves::new(level),
            cursor: Cell::default(),
            clock: Duration::ZERO,
        })
    }

    fn begin(_: &[LogoBoard], _: u64) -> Result<(Self, LogoPage), PracticeError> {
        Ok((Self::default(), LogoPage::Title))
    }

    fn title(_: &Stage<Self>) -> String {
        format!("Practice – {}", Logo::INFO.title)
    }

    fn page_time(page: LogoPage) -> Option<Duration> {
        match page {
            LogoPage::Between => Some(BETWEEN_TIME),
            LogoPage::Playing => Some(LEVEL_TIME),
            LogoPage::Solved => Some(SOLVED_TIME),
            LogoPage::TimeUp => Some(TIME_UP),
            _ => None,
        }
    }

    fn end_page(stage: &mut Stage<Self>) {
        let done = stage.number();
        match stage.page() {
            LogoPage::Between => stage.set_page(stage.board.page()),
            LogoPage::TimeUp => stage.open(done - 1, LogoPage::Between),
            page => {
                stage.screen.total += stage.board.clock;
                match page {
                    LogoPage::Playing => stage.set_page(LogoPage::TimeUp),
                    _ => stage.open(done, LogoPage::Between),
                }
            }
        }
    }

    fn tick(stage: &mut Stage<Self>, elapsed: Duration) {
        if stage.page() == LogoPage::Playing {
            stage.board.clock += elapsed;
        }
    }

    fn next_change(stage: &Stage<Self>) -> Option<Duration> {
        match stage.page() {
            LogoPage::Between => Some(Duration::ZERO),
            LogoPage::Playing => {
                let fraction = Duration::from_nanos(stage.board.clock.subsec_nanos().into());
                Some(Duration::from_secs(1).saturating_sub(fraction))
            }
            _ => None,
        }
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        use PracticeKey::{Backspace, Char, Enter, Space};
        let page = stage.page();
        let name = &mut stage.screen.name;
        match (page, key) {
            (LogoPage::Title, Space) => stage.set_page(LogoPage::Controls),
            (LogoPage::Controls, Char('2')) => stage.set_page(LogoPage::Speed),
            (LogoPage::Speed, Char('5')) => stage.set_page(LogoPage::Ready),
            (LogoPage::Ready, Enter) => stage.set_page(LogoPage::Players),
            (LogoPage::Players, Char('7')) => {
                name.clear();
                stage.set_page(LogoPage::Name);
            }
            (LogoPage::Name, Enter) if !name.is_empty() => {
                stage.screen.total = Duration::ZERO;
                stage.open(0, LogoPage::Between);
            }
            (LogoPage::Name, Char(c)) if name.len() < NAME_LENGTH => name.push(c),
            (LogoPage::Name, Backspace) => drop(name.pop()),
            (LogoPage::Playing, key) => {
                stage.board.key(key);
                if stage.board.page() == LogoPage::Solved {
                    stage.set_page(LogoPage::Solved);
                }
            }
            (LogoPage::End, Enter) => stage.set_page(LogoPage::Title),
            _ => {}
        }
    }

    fn draw(stage: &Stage<Self>, mut pen: Pen<'_>) {
        draw::draw(stage, &mut pen);
    }
}

/// Number of a cell's token, 0 for none.
fn number(token: &str) -> u8 {
    token.parse().unwrap_or(0)
}

/// A line `; number title` before the rows of each level, an empty line after them. The form is
/// that of the imitation in `assets/practice/logo`, which a test compares.
const TEXT: &str = include_str!("levels.txt");

/// Returns the practice levels in order.
///
/// # Errors
/// [`PracticeError::Level`] if the file is damaged.
pub fn levels() -> Result<Vec<LevelRef>, PracticeError> {
    parse(TEXT)
}

fn parse(text: &str) -> Result<Vec<LevelRef>, PracticeError> {
    let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
    let levels = blocks.enumerate().map(|(index, block)| {
        block_level(index, block).map_err(|reason| PracticeError::Level { index, reason })
    });
    levels.collect()
}

fn block_level(index: usize, block: &str) -> Result<LevelRef, String> {
    let (head, rows) = block.split_once('\n').unwrap_or((block, ""));
    let heading = head
        .strip_prefix("; ")
        .and_then(|head| head.split_once(' '));
    let (_, title) = heading
        .filter(|(number, _)| number.parse() == Ok(index + 1))
        .ok_or_else(|| format!("‘{head}’ should be ‘; {:02} title’", index + 1))?;
    let level = LOGO.parse_text(&format!("logo\n\n{rows}"));
    let level = level.map_err(|error| error.message)?;
    Ok(level.with_meta(Meta {
        title: title.trim().to_owned(),
        author: "Planwright".to_owned(),
        notes: String::new(),
    }))
}
