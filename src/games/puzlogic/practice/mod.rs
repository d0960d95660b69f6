//! Practice window with the game's screen.
//!
//! A menu of the levels, and for each level its board, sums and pieces, which are dragged. `r` restarts a level,
//! Escape opens the menu, Enter continues.

mod board;
mod controls;
mod layout;
mod leaves;
mod picture;
#[cfg(test)]
mod tests;

use std::time::Duration;

use planwright_stage::drawing::{Letters, Pen, StageSheet};
use planwright_stage::{Stage, StageScreen, read_levels};

use super::{PUZLOGIC, Puzlogic};
use crate::game::typed::Puzzle as _;
use crate::game::{Game, LevelRef, PracticeError, PracticeKey};
use board::PracticeBoard;
use controls::{MAX_LEVELS, MENU, NEXT, PLAY, QUIT, RESTART, menu_square};
use leaves::Leaves;

/// Levels in the plain-text form. Their notes are the help on the screen.
const LEVELS: &str = include_str!("levels.txt");

const FRAME_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PuzlogicPage {
    Menu,
    Playing,
    Completed,
    /// The menu after the last level, with all of them done.
    Ended,
}

pub(super) struct PuzlogicShow {
    /// For each level whether it is done.
    done: Vec<bool>,
    /// Time since the window was opened, which moves the leaves.
    time: Duration,
    leaves: Leaves,
    letters: Letters,
}

impl PuzlogicShow {
    /// Returns whether a level can be chosen: the first, those done, and those after a done one.
    fn is_open(&self, index: usize) -> bool {
        let done = |index: usize| self.done.get(index).copied().unwrap_or(false);
        index < self.done.len() && (index == 0 || done(index) || done(index - 1))
    }
}

/// Opens the first level that is not done, or the first.
fn play(stage: &mut Stage<PuzlogicShow>) {
    let first_open = stage.screen.done.iter().position(|done| !done);
    stage.open(first_open.unwrap_or(0), PuzlogicPage::Playing);
}

fn restart(stage: &mut Stage<PuzlogicShow>) {
    stage.open(stage.number() - 1, PuzlogicPage::Playing);
}

fn advance(stage: &mut Stage<PuzlogicShow>) {
    if stage.number() < stage.count() || stage.screen.done.iter().all(|done| *done) {
        stage.open_next(PuzlogicPage::Playing);
    } else {
        stage.set_page(PuzlogicPage::Menu);
    }
}

impl StageScreen for PuzlogicShow {
    const GAME: &'static dyn Game = &PUZLOGIC;
    const SIZE: (u32, u32) = (800, 600);
    const END: PuzlogicPage = PuzlogicPage::Ended;
    type Page = PuzlogicPage;
    type Board = PracticeBoard;

    fn levels(_: u64) -> Result<Vec<LevelRef>, PracticeError> {
        read_levels(&PUZLOGIC, LEVELS)
    }

    fn board(level: &LevelRef) -> Result<PracticeBoard, String> {
        PracticeBoard::new(level)
    }

    fn begin(boards: &[PracticeBoard], seed: u64) -> Result<(Self, PuzlogicPage), PracticeError> {
        if boards.len() > MAX_LEVELS {
            let reason = format!("the menu has room for {MAX_LEVELS} levels");
            let index = MAX_LEVELS;
            return Err(PracticeError::Level { index, reason });
        }
        let show = Self {
            done: vec![false; boards.len()],
            time: Duration::ZERO,
            leaves: Leaves::new(seed),
            letters: Letters::new(&picture::letter_sizes(boards)),
        };
        Ok((show, PuzlogicPage::Menu))
    }

    fn title(stage: &Stage<Self>) -> String {
        let level = stage.number();
        let state = match stage.page() {
            PuzlogicPage::Ended => "finished".to_owned(),
            PuzlogicPage::Menu => "menu".to_owned(),
            PuzlogicPage::Playing => format!("Level {level:02}"),
            PuzlogicPage::Completed => format!("Level {level:02} completed"),
        };
        format!("{} practice – {state}", Puzlogic::INFO.title)
    }

    fn tick(stage: &mut Stage<Self>, elapsed: Duration) {
        stage.screen.time += elapsed;
    }

    fn next_change(_: &Stage<Self>) -> Option<Duration> {
        Some(FRAME_INTERVAL)
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        match (stage.page(), key) {
            (PuzlogicPage::Menu | PuzlogicPage::Ended, PracticeKey::Enter) => play(stage),
            (PuzlogicPage::Completed, PracticeKey::Enter) => advance(stage),
            (PuzlogicPage::Playing, PracticeKey::Char('r')) => restart(stage),
            (PuzlogicPage::Playing | PuzlogicPage::Completed, PracticeKey::Escape) => {
                stage.set_page(PuzlogicPage::Menu)
            }
            _ => {}
        }
        if stage.page() != PuzlogicPage::Playing {
            stage.board.dragged = None;
        }
    }

    fn press(stage: &mut Stage<Self>, at: (i32, i32)) {
        match stage.page() {
            PuzlogicPage::Menu | PuzlogicPage::Ended => {
                let count = stage.count();
                let mut squares = (0..count).map(|index| menu_square(index, count));
                match squares.position(|square| square.contains(at)) {
                    Some(index) if stage.screen.is_open(index) => {
                        stage.open(index, PuzlogicPage::Playing)
                    }
                    None if PLAY.area.contains(at) => play(stage),
                    _ => {}
                }
            }
            PuzlogicPage::Completed if MENU.area.contains(at) => stage.set_page(PuzlogicPage::Menu),
            PuzlogicPage::Completed if NEXT.area.contains(at) => advance(stage),
            PuzlogicPage::Completed => {}
            PuzlogicPage::Playing if RESTART.area.contains(at) => restart(stage),
            PuzlogicPage::Playing if QUIT.area.contains(at) => {
                stage.board.dragged = None;
                stage.set_page(PuzlogicPage::Menu);
            }
            PuzlogicPage::Playing => stage.board.pick_up(at),
        }
    }

    fn drag(stage: &mut Stage<Self>, at: (i32, i32)) {
        stage.board.drag_to(at);
    }

    fn release(stage: &mut Stage<Self>, at: (i32, i32)) {
        if stage.board.release(at) && stage.board.is_done() {
            let index = stage.number() - 1;
            if let Some(done) = stage.screen.done.get_mut(index) {
                *done = true;
            }
            stage.set_page(PuzlogicPage::Completed);
        }
    }

    fn draw(stage: &Stage<Self>, pen: Pen<'_>) {
        let letters = &stage.screen.letters;
        picture::draw(stage, &mut StageSheet { pen, letters });
    }
}
