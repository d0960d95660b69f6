//! The scripted target: the game's window among others, and everything that time does to it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use image::RgbaImage;

use crate::conformance::Received;
use planwright_autoplay::desktop::{Bounds, DesktopError, Signal, WindowId};
use planwright_game::{Cell, LevelRef};
use planwright_vision::{Key, Profile};

use super::game::{Effect, Game};
use super::profile::{client_size, profile};
use super::script::{DIALOG, Happening, OTHER, SCREEN, Script, TARGET};

/// The target, shared by its connections and the test.
pub(super) type Shared = Arc<Mutex<Target>>;

/// Takes the target for a moment.
pub(super) fn locked(shared: &Shared) -> MutexGuard<'_, Target> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The window, its game, and the hand's effects on them.
pub(super) struct Target {
    pub(super) script: Script,
    pub(super) profile: Arc<Profile>,
    pub(super) now: Duration,
    random: u64,
    pub(super) game: Game,
    pub(super) windows: Windows,
    /// What presses will do, and when.
    pub(super) effects: VecDeque<(Duration, Effect)>,
    /// Keys that are down, and since when.
    pub(super) held: Vec<(Key, Duration)>,
    pub(super) button_down: bool,
    pub(super) stop: Option<Signal>,
    pub(super) past: Past,
    /// The picture that is seen where others are lost.
    pub(super) kept: Option<RgbaImage>,
}

/// Where the windows are.
pub(super) struct Windows {
    pub(super) open: bool,
    pub(super) minimised: bool,
    /// Whether the game reacts to nothing.
    pub(super) frozen: bool,
    /// Whether the other window lies over the target.
    pub(super) covered: bool,
    /// Whether the game congratulates.
    pub(super) dialog: bool,
    /// Whether its scores come up instead of the target when that is to become active.
    pub(super) scores: bool,
    pub(super) active: Option<WindowId>,
    /// When the target becomes active.
    pub(super) activating: Option<Duration>,
    /// The target's client area.
    pub(super) client: Bounds,
}

/// What has happened so far.
#[derive(Default)]
pub(super) struct Past {
    pub(super) received: Vec<Received>,
    /// Inputs that were refused.
    pub(super) refused: usize,
    pub(super) focus_thefts: usize,
    /// Whether the pointer was moved to a place off the first board.
    pub(super) aside: bool,
    /// Windows of the game's own that were closed since the last level was won.
    pub(super) closed: usize,
    /// Keys that were still down when a connection ended.
    pub(super) left_down: Vec<Key>,
    /// Values of cells by their codes in pictures.
    pub(super) values: Vec<String>,
}

impl Target {
    pub(super) fn new(script: Script, levels: Vec<LevelRef>) -> Self {
        let profile = Arc::new(profile(levels[0].as_ref(), &script));
        let (width, height) = client_size(&profile);
        Self {
            random: script.faults.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            game: Game::new(levels, script.title),
            script,
            profile,
            now: Duration::ZERO,
            windows: Windows {
                open: true,
                minimised: false,
                frozen: false,
                covered: false,
                dialog: false,
                scores: false,
                active: Some(OTHER),
                activating: None,
                client: Bounds {
                    x: 10,
                    y: 10,
                    width,
                    height,
                },
            },
            effects: VecDeque::new(),
            held: Vec::new(),
            button_down: false,
            stop: None,
            past: Past::default(),
            kept: None,
        }
    }

    /// A number from 0 to 1 (xorshift; good enough to lose keys with).
    pub(super) fn chance(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Lets time pass; everything that is due happens in its order.
    pub(super) fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        loop {
            let next = [
                self.effects.front().map(|(at, _)| *at),
                self.script.happenings.first().map(|(at, _)| *at),
                self.game.phases.front().map(|(at, _)| *at),
                self.windows.activating,
            ];
            let Some(next) = next.into_iter().flatten().min().filter(|at| *at <= end) else {
                break;
            };
            self.now = self.now.max(next);
            let is_due = |at: Option<&Duration>| at == Some(&next);
            if is_due(self.windows.activating.as_ref()) {
                self.windows.activating = None;
                if std::mem::take(&mut self.windows.scores) {
                    self.windows.dialog = true;
                    self.windows.active = Some(DIALOG);
                } else if self.windows.open {
                    self.windows.active = Some(TARGET);
                }
                self.windows.minimised = false;
            } else if is_due(self.game.phases.front().map(|(at, _)| at)) {
                if let Some((_, phase)) = self.game.phases.pop_front() {
                    self.game.enter(phase, self.now);
                }
            } else if is_due(self.effects.front().map(|(at, _)| at)) {
                if let Some((_, effect)) = self.effects.pop_front()
                    && self.windows.open
                    && !self.windows.frozen
                {
                    self.game.react(effect, self.now, &self.script);
                    let speaks = self.game.is_won() || self.game.protests;
                    if self.script.congratulates.is_some() && speaks {
                        self.windows.dialog = true;
                        self.windows.active = Some(DIALOG);
                        self.past.closed = 0;
                    }
                }
            } else {
                let (_, happening) = self.script.happenings.remove(0);
                self.happen(&happening);
            }
        }
        self.now = end;
    }

    pub(super) fn happen(&mut self, happening: &Happening) {
        let windows = &mut self.windows;
        match happening {
            Happening::TakeFocus => {
                let before = windows.active.replace(OTHER);
                self.past.focus_thefts += usize::from(before == Some(TARGET));
            }
            Happening::Cover => windows.covered = true,
            Happening::Move(x, y) => (windows.client.x, windows.client.y) = (*x, *y),
            Happening::Shrink => {
                windows.client.width /= 2;
                windows.client.height /= 2;
            }
            Happening::Freeze => windows.frozen = true,
            Happening::Close => {
                windows.open = false;
                windows.active = Some(OTHER);
                self.effects.clear();
            }
            Happening::Reopen => {
                windows.open = true;
                self.game.restart(self.now);
            }
            Happening::Minimise(minimised) => {
                windows.minimised = *minimised;
                if *minimised {
                    windows.active = None;
                }
            }
            Happening::Stop(signal) => self.stop = *signal,
            Happening::Meddle(cell) => self.game.act(*cell, self.now, &self.script),
        }
    }

    /// Sends a press to the active window; its effect in the game comes later, twice, or not at all.
    pub(super) fn press(&mut self, effect: Option<Effect>, click: Option<(i32, i32)>) {
        if let Some(window) = self.windows.active {
            self.past.received.push(Received { window, click });
        }
        let Some(effect) = effect else {
            return;
        };
        let faults = self.script.faults.clone();
        if self.chance() < faults.lose {
            return;
        }
        let (least, most) = faults.delay;
        let mut delay = least + (most - least).mul_f64(self.chance());
        let (share, longest) = faults.hang;
        if share > 0.0 && self.chance() < share {
            delay += longest.mul_f64(self.chance());
        }
        // A game takes its keys in the order in which they were pressed.
        let last = self.effects.back().map(|(at, _)| *at).unwrap_or_default();
        let at = (self.now + delay).max(last);
        self.effects.push_back((at, effect));
        if self.chance() < faults.double {
            self.effects.push_back((at + faults.echo, effect));
        }
    }

    /// Takes a key that was pressed in the congratulation.
    pub(super) fn answer_dialog(&mut self, key: Key) {
        let (window, click) = (DIALOG, None);
        self.past.received.push(Received { window, click });
        if self.script.congratulates == Some(key) {
            self.windows.dialog = false;
            self.windows.scores = self.script.scores && self.past.closed == 0;
            self.past.closed += 1;
            if self.windows.scores {
                self.windows.active = None;
                return;
            }
            self.windows.active = Some(TARGET);
            self.game.go_on(self.now, &self.script);
        }
    }

    /// Refuses an input unless the window is the target or its dialog, and active.
    pub(super) fn check(&mut self, window: WindowId) -> Result<(), DesktopError> {
        // Time passes between the caller's look at the focus and the input.
        self.pass(Duration::from_micros(200));
        let windows = &self.windows;
        let is_open = match window {
            TARGET => windows.open,
            DIALOG => windows.dialog,
            _ => false,
        };
        let checked = if !is_open {
            Err(DesktopError::WindowGone)
        } else if windows.active != Some(window) {
            Err(DesktopError::NotActive)
        } else {
            Ok(())
        };
        self.past.refused += usize::from(checked.is_err());
        checked
    }

    /// Refuses a place that is not the target's on the screen.
    pub(super) fn check_place(&mut self, (x, y): (i32, i32)) -> Result<(), DesktopError> {
        let Windows {
            client, covered, ..
        } = &self.windows;
        let inside = |at: i32, side: u32| u32::try_from(at).is_ok_and(|at| at < side);
        let on_window = inside(x, client.width) && inside(y, client.height);
        if !on_window || !inside(client.x + x, SCREEN.0) || !inside(client.y + y, SCREEN.1) {
            return Err(DesktopError::OffScreen);
        }
        if *covered {
            return Err(DesktopError::Covered);
        }
        Ok(())
    }

    /// The cell of the first board at a place.
    pub(super) fn hit(&self, (x, y): (i32, i32)) -> Option<Cell> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let (row, col) = self.profile.boards.first()?.cell_at(x, y)?;
        Some(Cell { row, col })
    }

    /// The code of a value in pictures.
    pub(super) fn code(&mut self, value: &str) -> u8 {
        let values = &mut self.past.values;
        let known = values.iter().position(|known| known == value);
        let index = known.unwrap_or_else(|| {
            values.push(value.to_owned());
            values.len() - 1
        });
        u8::try_from(index).unwrap_or(u8::MAX)
    }
}
