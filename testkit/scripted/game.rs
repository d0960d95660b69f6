//! The game behind the scripted window: what presses do in it, and what happens by itself.

use std::collections::VecDeque;
use std::time::Duration;

use planwright_game::{Button, Cell, Gesture, LevelRef, Position};
use planwright_vision::{Key, OVER_PHASE, PLAYING_PHASE};

use super::script::{Acts, Protest, Script};

/// The phase in which a solved board flashes.
pub(super) const FLASHING: &str = "flashing";
/// The phase between two levels.
pub(super) const BETWEEN: &str = "between";
/// The keys that leave the title page.
const TITLE_KEYS: [Key; 2] = [Key::Space, Key::Enter];

/// What a press does in the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Effect {
    Key(Key),
    Click(Cell),
}

/// The game.
pub(super) struct Game {
    levels: Vec<LevelRef>,
    /// The index of the level in play.
    level: usize,
    position: Box<dyn Position>,
    pub(super) cursor: Cell,
    /// The cell that a click has chosen.
    pub(super) chosen: Option<Cell>,
    pub(super) phase: &'static str,
    pub(super) phase_since: Duration,
    /// The next phases, and when they come.
    pub(super) phases: VecDeque<(Duration, &'static str)>,
    /// Keys pressed on the title page.
    title_keys: usize,
    /// Whether it says that something is wrong.
    pub(super) protests: bool,
}

impl Game {
    pub(super) fn new(levels: Vec<LevelRef>, title: bool) -> Self {
        Self {
            position: levels[0].start(),
            levels,
            level: 0,
            cursor: Cell::default(),
            chosen: None,
            phase: if title { "title" } else { PLAYING_PHASE },
            phase_since: Duration::ZERO,
            phases: VecDeque::new(),
            title_keys: 0,
            protests: false,
        }
    }

    /// Comes into a phase.
    pub(super) fn enter(&mut self, phase: &'static str, now: Duration) {
        let flashed = std::mem::replace(&mut self.phase, phase) == FLASHING;
        self.phase_since = now;
        if phase == BETWEEN {
            self.level += 1;
        }
        if phase == PLAYING_PHASE
            && !flashed
            && let Some(level) = self.levels.get(self.level)
        {
            self.position = level.start();
        }
    }

    /// Begins the level in play again, as a game that is started again does.
    pub(super) fn restart(&mut self, now: Duration) {
        self.enter(PLAYING_PHASE, now);
        self.cursor = Cell::default();
    }

    /// Reacts to a press.
    pub(super) fn react(&mut self, effect: Effect, now: Duration, script: &Script) {
        if self.phase == "title" {
            let last = TITLE_KEYS.len() - 1;
            if effect == Effect::Key(TITLE_KEYS[self.title_keys.min(last)]) {
                self.title_keys += 1;
                if self.title_keys == TITLE_KEYS.len() {
                    let at = now + Duration::from_millis(400);
                    self.phases.push_back((at, PLAYING_PHASE));
                    self.phase = "starting";
                }
            }
            return;
        }
        if self.phase != PLAYING_PHASE {
            return;
        }
        let Some(size) = self.position.boards().first().map(|board| board.size) else {
            return;
        };
        let is_last = script.protests == Some(Protest::Unfinished)
            && end_in_one(self.position.as_ref()).is_some();
        let Cell { row, col } = &mut self.cursor;
        match effect {
            Effect::Click(cell) if matches!(script.acts, Acts::Click | Acts::ClickUntil) => {
                self.act(cell, now, script);
            }
            Effect::Click(cell)
                if script.acts == Acts::SecondClick && self.chosen == Some(cell) =>
            {
                self.chosen = None;
                self.act(cell, now, script);
            }
            Effect::Click(cell) => {
                let stays = script.acts == Acts::KeyWhileChosen;
                let again = stays && self.chosen == Some(cell);
                self.chosen = Some(cell).filter(|_| !again);
            }
            Effect::Key(Key::Char('q')) => *row = row.saturating_sub(1),
            Effect::Key(Key::Char('a')) => *row = (*row + 1).min(size.rows - 1),
            Effect::Key(Key::Char('o')) => *col = col.saturating_sub(1),
            Effect::Key(Key::Char('p')) => *col = (*col + 1).min(size.cols - 1),
            Effect::Key(Key::Space) => {
                let cell = match script.acts {
                    Acts::KeyThen => self.chosen.take(),
                    Acts::KeyWhileChosen => self.chosen,
                    _ => Some(self.cursor),
                };
                if let Some(cell) = cell {
                    self.act(cell, now, script);
                }
            }
            Effect::Key(Key::Enter) if self.position.is_solved() => self.go_on(now, script),
            Effect::Key(_) => {}
        }
        self.protests |= is_last && !self.position.is_solved();
    }

    /// Acts on a cell.
    pub(super) fn act(&mut self, cell: Cell, now: Duration, script: &Script) {
        let boards = self.position.boards();
        let Some(board) = boards.first() else {
            return;
        };
        let col = (cell.col + script.beside) % board.size.cols;
        let gesture = Gesture::Click {
            board: board.id.to_owned(),
            cell: Cell::new(cell.row, col),
            button: Button::Primary,
        };
        if let Some(mv) = self.position.interpret(&gesture) {
            let before = self.position.boxed_clone();
            // A refused move changes nothing, as in a real game.
            let _ = self.position.apply(&mv);
            if script.protests == Some(Protest::Mistaken)
                && self.position.is_solved()
                && let Some(other) = unsolved_by_one(before.as_ref())
            {
                self.position = other;
                self.protests = true;
            }
        }
        if script.finishes
            && let Some(end) = end_in_one(self.position.as_ref())
        {
            self.position = end;
        }
        if self.position.is_solved() && self.phases.is_empty() && script.congratulates.is_none() {
            match script.flashes {
                Some(time) => {
                    let begin = now + script.lingers;
                    self.phases.push_back((begin, FLASHING));
                    self.phases.push_back((begin + time, PLAYING_PHASE));
                }
                None => self.go_on(now, script),
            }
        }
    }

    /// Whether the level in play is solved and still shown.
    pub(super) fn is_won(&self) -> bool {
        self.phase == PLAYING_PHASE && self.position.is_solved() && self.phases.is_empty()
    }

    /// Goes on to the next level, or to the end.
    pub(super) fn go_on(&mut self, now: Duration, script: &Script) {
        if self.phases.is_empty() {
            let between = now + script.lingers;
            let next = between + Duration::from_millis(550);
            self.phases.push_back((between, BETWEEN));
            if self.level + 1 < self.levels.len() {
                self.phases.push_back((next, PLAYING_PHASE));
            } else if script.says_end {
                self.phases.push_back((next, OVER_PHASE));
            }
        }
    }

    /// The position that the window shows while it shows boards; another one while the level slides in.
    pub(super) fn shown(&self, sliding: bool) -> Box<dyn Position> {
        let other = after_one(self.position.as_ref(), |_| true).filter(|_| sliding);
        match self.levels.get(self.level) {
            Some(level) if self.phase == FLASHING => level.start(),
            _ => other.unwrap_or_else(|| self.position.boxed_clone()),
        }
    }
}

/// The solved position that one move leads to.
fn end_in_one(position: &dyn Position) -> Option<Box<dyn Position>> {
    after_one(position, |after| after.is_solved() && !position.is_solved())
}

/// A position that one move leads to and that does not look solved.
fn unsolved_by_one(position: &dyn Position) -> Option<Box<dyn Position>> {
    after_one(position, |after| {
        !after.is_solved() && after.encode() != position.encode()
    })
}

fn after_one(
    position: &dyn Position,
    fits: impl Fn(&dyn Position) -> bool,
) -> Option<Box<dyn Position>> {
    let mut moves = position.legal_moves(100).into_iter();
    moves.find_map(|mv| {
        let mut after = position.boxed_clone();
        after.apply(&mv).ok()?;
        fits(after.as_ref()).then_some(after)
    })
}
