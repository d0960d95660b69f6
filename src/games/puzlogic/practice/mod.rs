//! The stand-in: the game's screen in a window of this program's own.
//!
//! A menu of the levels, and for each level board, sums and pieces, which are dragged. `r` begins a
//! level again, Escape leads to the menu, Enter goes on. There is the same as a page for browsers
//! in `assets/practice/puzlogic`, with the same levels.

mod areas;
mod draw;
mod layout;
mod leaves;
mod levels;
mod menu;
mod table;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::game::{LevelRef, Practice, PracticeError, PracticeInput, PracticeKey};

use super::INFO;
use areas::{Control, MOST_LEVELS, menu_square};
use leaves::Leaves;
use planwright_drawing::Letters;
use table::Table;

/// Leaves and ground have moved enough after so long to be drawn again.
const DRIFT: Duration = Duration::from_millis(50);

/// What is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Menu,
    Playing,
    Completed,
}

/// A piece in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dragged {
    piece: usize,
    /// From its corner to the pointer.
    hold: (i32, i32),
    corner: (i32, i32),
}

/// The stand-in.
pub(super) struct PuzlogicPractice {
    levels: Vec<LevelRef>,
    done: Vec<bool>,
    page: Page,
    /// Which level, from 0.
    current: usize,
    table: Table,
    dragged: Option<Dragged>,
    /// The menu was come to from the last level, with all of them done.
    ended: bool,
    time: Duration,
    leaves: Leaves,
    letters: Letters,
}

impl PuzlogicPractice {
    /// A game of these levels, or of the stand-in's own where there are none.
    ///
    /// # Errors
    /// When a level is not of this game, or cannot be played on this screen.
    pub(super) fn new(levels: &[LevelRef], seed: u64) -> Result<Self, PracticeError> {
        let levels = if levels.is_empty() {
            levels::levels()?
        } else {
            levels.to_vec()
        };
        if levels.len() > MOST_LEVELS {
            let reason = format!("the menu has room for {MOST_LEVELS} levels");
            let index = MOST_LEVELS;
            return Err(PracticeError::Level { index, reason });
        }
        let tables = levels.iter().enumerate().map(|(index, level)| {
            Table::new(level).map_err(|reason| PracticeError::Level { index, reason })
        });
        let tables: Vec<Table> = tables.collect::<Result<_, _>>()?;
        let letters = Letters::new(&draw::sizes(tables.iter().map(|table| &table.layout)));
        let table = tables.into_iter().next();
        Ok(Self {
            done: vec![false; levels.len()],
            levels,
            page: Page::Menu,
            current: 0,
            table: table.ok_or(PracticeError::None(INFO.id))?,
            dragged: None,
            ended: false,
            time: Duration::ZERO,
            leaves: Leaves::new(seed),
            letters,
        })
    }

    /// Whether a level can be chosen: the first, those done, and those behind one that is done.
    fn is_open(&self, index: usize) -> bool {
        let done = |index: usize| self.done.get(index).copied().unwrap_or(false);
        index < self.levels.len() && (index == 0 || done(index) || done(index - 1))
    }

    fn start(&mut self, index: usize) {
        // That they can be played was checked at the beginning.
        if let Some(Ok(table)) = self.levels.get(index).map(Table::new) {
            self.table = table;
            self.current = index;
            self.ended = false;
            self.show(Page::Playing);
        }
    }

    fn show(&mut self, page: Page) {
        self.page = page;
        self.dragged = None;
    }

    /// The first level that is not done, or the first.
    fn play(&mut self) {
        let fresh = self.done.iter().position(|done| !done);
        self.start(fresh.unwrap_or(0));
    }

    fn next(&mut self) {
        if self.current + 1 < self.levels.len() {
            self.start(self.current + 1);
        } else {
            self.ended = self.done.iter().all(|done| *done);
            self.show(Page::Menu);
        }
    }

    fn press(&mut self, at: (i32, i32)) {
        match self.page {
            Page::Menu => {
                let count = self.levels.len();
                let square = (0..count).find(|index| menu_square(*index, count).contains(at));
                if let Some(index) = square {
                    if self.is_open(index) {
                        self.start(index);
                    }
                } else if Control::Play.area().contains(at) {
                    self.play();
                }
            }
            Page::Completed => {
                if Control::Menu.area().contains(at) {
                    self.show(Page::Menu);
                } else if Control::Next.area().contains(at) {
                    self.next();
                }
            }
            Page::Playing => {
                if Control::Restart.area().contains(at) {
                    self.start(self.current);
                } else if Control::Quit.area().contains(at) {
                    self.show(Page::Menu);
                } else if self.dragged.is_none() {
                    self.take(at);
                }
            }
        }
    }

    fn take(&mut self, at: (i32, i32)) {
        self.dragged = self.table.piece_at(at).map(|piece| {
            let corner = self.table.corner(piece);
            Dragged {
                piece,
                hold: (at.0 - corner.0, at.1 - corner.1),
                corner,
            }
        });
    }

    fn drag(&mut self, (x, y): (i32, i32)) {
        if let Some(dragged) = &mut self.dragged {
            dragged.corner = (x - dragged.hold.0, y - dragged.hold.1);
        }
    }

    /// The piece in the hand falls where its middle is.
    fn release(&mut self, at: (i32, i32)) {
        self.drag(at);
        if let Some(Dragged { piece, corner, .. }) = self.dragged.take() {
            let half = self.table.layout.side() / 2;
            self.table.drop(piece, (corner.0 + half, corner.1 + half));
            if self.table.is_done() {
                if let Some(done) = self.done.get_mut(self.current) {
                    *done = true;
                }
                self.show(Page::Completed);
            }
        }
    }

    fn key(&mut self, key: PracticeKey) {
        match (self.page, key) {
            (Page::Menu, PracticeKey::Enter) => self.play(),
            (Page::Completed, PracticeKey::Enter) => self.next(),
            (Page::Playing, PracticeKey::Char('r')) => self.start(self.current),
            (Page::Playing | Page::Completed, PracticeKey::Escape) => self.show(Page::Menu),
            _ => {}
        }
    }
}

impl Practice for PuzlogicPractice {
    fn title(&self) -> String {
        let level = self.current + 1;
        let state = match self.page {
            Page::Menu if self.ended => "finished".to_owned(),
            Page::Menu => "menu".to_owned(),
            Page::Playing => format!("Level {level:02}"),
            Page::Completed => format!("Level {level:02} completed"),
        };
        format!("{} practice – {state}", INFO.title)
    }

    fn size(&self) -> (u32, u32) {
        draw::SIZE
    }

    fn input(&mut self, input: PracticeInput) {
        match input {
            PracticeInput::KeyDown(key) => self.key(key),
            PracticeInput::PointerDown(x, y) => self.press((x, y)),
            PracticeInput::PointerMoved(x, y) => self.drag((x, y)),
            PracticeInput::PointerUp(x, y) => self.release((x, y)),
            PracticeInput::KeyUp(_) => {}
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        self.time += elapsed;
    }

    fn next_change(&self) -> Option<Duration> {
        Some(DRIFT)
    }

    fn draw(&self, rgb: &mut [u8]) {
        draw::draw(self, rgb);
    }

    fn finished(&self) -> bool {
        self.ended
    }
}
