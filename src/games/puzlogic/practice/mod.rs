//! Practice window with the game's screen.
//!
//! A menu of the levels, and for each level its board, sums and pieces, which are dragged. `r` restarts a level,
//! Escape opens the menu, Enter continues.

mod art;
mod controls;
mod layout;
mod leaves;
mod menu;
mod picture;
mod table;
#[cfg(test)]
mod tests;

use std::time::Duration;

use planwright_stage::drawing::{Letters, Pen, Sheet};
use planwright_stage::{Show, Stage, read_levels};

use super::{PUZLOGIC, Puzlogic};
use crate::game::typed::Puzzle as _;
use crate::game::{Game, LevelRef, PracticeError, PracticeKey};
use controls::{MENU, MOST_LEVELS, NEXT, PLAY, QUIT, RESTART, menu_square};
use leaves::Leaves;
use table::Table;

/// Levels in the plain-text form. Their notes are the help on the screen.
const LEVELS: &str = include_str!("levels.txt");

/// Time between two frames of the leaves and the background.
const DRIFT: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Menu,
    Playing,
    Completed,
    /// The menu after the last level, with all of them done.
    Ended,
}

pub(super) struct PuzlogicShow {
    done: Vec<bool>,
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
    let fresh = stage.show.done.iter().position(|done| !done);
    stage.open(fresh.unwrap_or(0), Page::Playing);
}

fn again(stage: &mut Stage<PuzlogicShow>) {
    stage.open(stage.number() - 1, Page::Playing);
}

fn next(stage: &mut Stage<PuzlogicShow>) {
    if stage.number() < stage.count() || stage.show.done.iter().all(|done| *done) {
        stage.open_next(Page::Playing);
    } else {
        stage.go(Page::Menu);
    }
}

impl Show for PuzlogicShow {
    const GAME: &'static dyn Game = &PUZLOGIC;
    const SIZE: (u32, u32) = (800, 600);
    const END: Page = Page::Ended;
    type Page = Page;
    type Board = Table;

    fn levels(_: u64) -> Result<Vec<LevelRef>, PracticeError> {
        read_levels(&PUZLOGIC, LEVELS)
    }

    fn board(level: &LevelRef) -> Result<Table, String> {
        Table::new(level)
    }

    fn begin(tables: &[Table], seed: u64) -> Result<(Self, Page), PracticeError> {
        if tables.len() > MOST_LEVELS {
            let reason = format!("the menu has room for {MOST_LEVELS} levels");
            let index = MOST_LEVELS;
            return Err(PracticeError::Level { index, reason });
        }
        let show = Self {
            done: vec![false; tables.len()],
            time: Duration::ZERO,
            leaves: Leaves::new(seed),
            letters: Letters::new(&picture::sizes(tables)),
        };
        Ok((show, Page::Menu))
    }

    fn title(stage: &Stage<Self>) -> String {
        let level = stage.number();
        let state = match stage.page() {
            Page::Ended => "finished".to_owned(),
            Page::Menu => "menu".to_owned(),
            Page::Playing => format!("Level {level:02}"),
            Page::Completed => format!("Level {level:02} completed"),
        };
        format!("{} practice – {state}", Puzlogic::INFO.title)
    }

    fn tick(stage: &mut Stage<Self>, elapsed: Duration) {
        stage.show.time += elapsed;
    }

    fn next_change(_: &Stage<Self>) -> Option<Duration> {
        Some(DRIFT)
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        match (stage.page(), key) {
            (Page::Menu | Page::Ended, PracticeKey::Enter) => play(stage),
            (Page::Completed, PracticeKey::Enter) => next(stage),
            (Page::Playing, PracticeKey::Char('r')) => again(stage),
            (Page::Playing | Page::Completed, PracticeKey::Escape) => stage.go(Page::Menu),
            _ => {}
        }
        if stage.page() != Page::Playing {
            stage.board.hand = None;
        }
    }

    fn press(stage: &mut Stage<Self>, at: (i32, i32)) {
        match stage.page() {
            Page::Menu | Page::Ended => {
                let count = stage.count();
                let mut squares = (0..count).map(|index| menu_square(index, count));
                match squares.position(|square| square.contains(at)) {
                    Some(index) if stage.show.is_open(index) => stage.open(index, Page::Playing),
                    None if PLAY.area.contains(at) => play(stage),
                    _ => {}
                }
            }
            Page::Completed if MENU.area.contains(at) => stage.go(Page::Menu),
            Page::Completed if NEXT.area.contains(at) => next(stage),
            Page::Completed => {}
            Page::Playing if RESTART.area.contains(at) => again(stage),
            Page::Playing if QUIT.area.contains(at) => {
                stage.board.hand = None;
                stage.go(Page::Menu);
            }
            Page::Playing => stage.board.take(at),
        }
    }

    fn drag(stage: &mut Stage<Self>, at: (i32, i32)) {
        stage.board.carry(at);
    }

    fn release(stage: &mut Stage<Self>, at: (i32, i32)) {
        if stage.board.let_go(at) && stage.board.is_done() {
            let index = stage.number() - 1;
            if let Some(done) = stage.show.done.get_mut(index) {
                *done = true;
            }
            stage.go(Page::Completed);
        }
    }

    fn draw(stage: &Stage<Self>, pen: Pen<'_>) {
        let letters = &stage.show.letters;
        picture::draw(stage, &mut Sheet { pen, letters });
    }
}
