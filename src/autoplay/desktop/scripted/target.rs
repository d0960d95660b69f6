//! The game behind the window: what presses do to it, when, and what happens by itself.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::desktop::{Signal, WindowId, WorldError};
use crate::game::{Button, Cell, Gesture, LevelRef, Position};
use crate::vision::{Key, OVER_PHASE, PLAYING_PHASE, Profile};

use super::profile::profile;
use super::{Happening, OTHER, Script, TARGET};

/// The phase in which a solved board flashes.
pub(super) const FLASHING: &str = "flashing";

/// What a press does when it comes to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Effect {
    Key(Key),
    Click(Cell),
}

/// The game behind the window.
pub(super) struct Target {
    pub(super) script: Script,
    pub(super) profile: Arc<Profile>,
    pub(super) now: Duration,
    pub(super) random: u64,
    pub(super) levels: Vec<LevelRef>,
    pub(super) level: usize,
    pub(super) position: Box<dyn Position>,
    pub(super) cursor: Cell,
    /// When it gets its next phase, and which.
    pub(super) phases: VecDeque<(Duration, &'static str)>,
    pub(super) phase: &'static str,
    /// When it got there.
    pub(super) phase_since: Duration,
    pub(super) title_steps: usize,
    pub(super) effects: VecDeque<(Duration, Effect)>,
    pub(super) held: Vec<(Key, Duration)>,
    pub(super) open: bool,
    pub(super) minimised: bool,
    pub(super) active: Option<WindowId>,
    pub(super) activating: Option<Duration>,
    pub(super) stop: Option<Signal>,
    pub(super) sent: Vec<(Duration, WindowId)>,
    pub(super) refused: usize,
    pub(super) values: Vec<String>,
}

impl Target {
    pub(super) fn new(script: Script, levels: Vec<LevelRef>) -> Self {
        let position = levels[0].start();
        let profile = Arc::new(profile(levels[0].as_ref(), position.as_ref(), &script));
        let phase = if script.title { "title" } else { PLAYING_PHASE };
        Self {
            random: script.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            script,
            profile,
            now: Duration::ZERO,
            levels,
            level: 0,
            position,
            cursor: Cell::default(),
            phases: VecDeque::new(),
            phase,
            phase_since: Duration::ZERO,
            title_steps: 0,
            effects: VecDeque::new(),
            held: Vec::new(),
            open: true,
            minimised: false,
            active: Some(OTHER),
            activating: None,
            stop: None,
            sent: Vec::new(),
            refused: 0,
            values: Vec::new(),
        }
    }

    /// A number from 0 to 1 (xorshift; good enough to lose keys with).
    pub(super) fn chance(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Lets time pass, and all that is due in it happen, in order.
    pub(super) fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        loop {
            let next = [
                self.effects.front().map(|(at, _)| *at),
                self.script.happenings.first().map(|(at, _)| *at),
                self.phases.front().map(|(at, _)| *at),
                self.activating,
            ];
            let Some(next) = next.into_iter().flatten().min().filter(|at| *at <= end) else {
                break;
            };
            self.now = self.now.max(next);
            if self.activating == Some(next) {
                self.activating = None;
                self.active = self.open.then_some(TARGET).or(self.active);
                self.minimised = false;
            } else if self.phases.front().is_some_and(|(at, _)| *at == next) {
                if let Some((_, phase)) = self.phases.pop_front() {
                    self.enter(phase);
                }
            } else if self.effects.front().is_some_and(|(at, _)| *at == next) {
                if let Some((_, effect)) = self.effects.pop_front() {
                    self.take_effect(effect);
                }
            } else {
                let (_, happening) = self.script.happenings.remove(0);
                self.happen(&happening);
            }
        }
        self.now = end;
    }

    pub(super) fn enter(&mut self, phase: &'static str) {
        let flashed = std::mem::replace(&mut self.phase, phase) == FLASHING;
        self.phase_since = self.now;
        if phase == "between" {
            self.level += 1;
        }
        if phase == PLAYING_PHASE
            && !flashed
            && let Some(level) = self.levels.get(self.level)
        {
            self.position = level.start();
        }
    }

    pub(super) fn happen(&mut self, happening: &Happening) {
        match happening {
            Happening::TakeFocus => self.active = Some(OTHER),
            Happening::Close => {
                self.open = false;
                self.active = Some(OTHER);
                self.effects.clear();
            }
            Happening::Reopen => {
                self.open = true;
                self.enter(PLAYING_PHASE);
                self.cursor = Cell::default();
            }
            Happening::Minimise(minimised) => {
                self.minimised = *minimised;
                if *minimised {
                    self.active = None;
                }
            }
            Happening::Stop(signal) => self.stop = *signal,
            Happening::Meddle(cell) => self.act(*cell),
        }
    }

    pub(super) fn take_effect(&mut self, effect: Effect) {
        if !self.open {
            return;
        }
        if self.phase == "title" {
            let steps = [Key::Space, Key::Enter];
            if effect == Effect::Key(steps[self.title_steps.min(1)]) {
                self.title_steps += 1;
                if self.title_steps == 2 {
                    let at = self.now + Duration::from_millis(400);
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
        match effect {
            Effect::Click(cell) => self.act(cell),
            Effect::Key(Key::Char('q')) => self.cursor.row = self.cursor.row.saturating_sub(1),
            Effect::Key(Key::Char('a')) => {
                self.cursor.row = (self.cursor.row + 1).min(size.rows - 1);
            }
            Effect::Key(Key::Char('o')) => self.cursor.col = self.cursor.col.saturating_sub(1),
            Effect::Key(Key::Char('p')) => {
                self.cursor.col = (self.cursor.col + 1).min(size.cols - 1);
            }
            Effect::Key(Key::Space) => self.act(self.cursor),
            Effect::Key(Key::Enter) if self.position.is_solved() => self.go_on(),
            Effect::Key(_) => {}
        }
    }

    pub(super) fn act(&mut self, cell: Cell) {
        let boards = self.position.boards();
        let Some(board) = boards.first() else {
            return;
        };
        let gesture = Gesture::Click {
            board: board.id.to_owned(),
            cell,
            button: Button::Primary,
        };
        if let Some(mv) = self.position.interpret(&gesture) {
            // A refused move changes nothing, as on the target.
            let _ = self.position.apply(&mv);
        }
        if self.position.is_solved() && self.phases.is_empty() {
            match self.script.flashes {
                Some(time) => {
                    self.phases
                        .push_back((self.now + self.script.lingers, FLASHING));
                    let end = self.now + self.script.lingers + time;
                    self.phases.push_back((end, PLAYING_PHASE));
                }
                None => self.go_on(),
            }
        }
    }

    /// On to the next level, or to the end.
    fn go_on(&mut self) {
        if self.phases.is_empty() {
            let between = self.now + self.script.lingers;
            let next = between + Duration::from_millis(550);
            self.phases.push_back((between, "between"));
            if self.level + 1 < self.levels.len() {
                self.phases.push_back((next, PLAYING_PHASE));
            } else if self.script.says_end {
                self.phases.push_back((next, OVER_PHASE));
            }
        }
    }

    /// What its window shows while it shows a board.
    pub(super) fn shown_position(&self) -> Box<dyn Position> {
        match self.levels.get(self.level) {
            Some(level) if self.phase == FLASHING => level.start(),
            _ => self.position.boxed_clone(),
        }
    }

    pub(super) fn press(&mut self, effect: Effect) {
        self.sent.push((self.now, TARGET));
        if self.chance() < self.script.lose {
            return;
        }
        let (least, most) = self.script.delay;
        let mut delay = least + (most - least).mul_f64(self.chance());
        let (share, longest) = self.script.hang;
        if share > 0.0 && self.chance() < share {
            delay += longest.mul_f64(self.chance());
        }
        // In the order in which they were pressed.
        let last = self.effects.back().map(|(at, _)| *at).unwrap_or_default();
        let at = (self.now + delay).max(last);
        self.effects.push_back((at, effect));
        if self.chance() < self.script.double {
            self.effects.push_back((at + self.script.echo, effect));
        }
    }

    pub(super) fn check(&mut self, target: WindowId) -> Result<(), WorldError> {
        // Time passes between the caller's look at the focus and the input.
        self.pass(Duration::from_micros(200));
        if !self.open {
            self.refused += 1;
            return Err(WorldError::WindowGone);
        }
        if self.active == Some(target) && target == TARGET {
            return Ok(());
        }
        self.refused += 1;
        Err(WorldError::NotActive)
    }

    /// The code of a value in pictures.
    pub(super) fn code(&mut self, value: &str) -> u8 {
        let known = self.values.iter().position(|known| known == value);
        let index = known.unwrap_or_else(|| {
            self.values.push(value.to_owned());
            self.values.len() - 1
        });
        u8::try_from(index).unwrap_or(u8::MAX)
    }
}
