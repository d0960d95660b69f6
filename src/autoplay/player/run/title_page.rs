//! Steps of the profile from the title page to the first level.

use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;

use crate::event::{Observation, PauseReason};
use crate::log::LogKind;
use crate::player::{Break, Flow, ms};
use crate::vision::{Chord, GameInput, PLAYING_PHASE, StartStep};

use super::super::actuator::typed;
use super::PlayLoop;

/// Limit of attempts of all steps, as keys may get lost.
const MAX_ATTEMPTS: u32 = 3;
/// Longest wait for the level after the last step.
const LEVEL_WAIT: Duration = Duration::from_secs(2);
/// Longest wait for the picture to change after a key, and limit of repetitions of a key.
const REACTION_WAIT: Duration = Duration::from_secs(2);
const MAX_REPEATS: u32 = 2;
/// Duration of a key press, and time until the next one.
const HOLD_TIME: Duration = Duration::from_millis(60);
const GAP_TIME: Duration = Duration::from_millis(80);

/// The last pressed key, and the picture before it.
type LastPress = Option<(Chord, Arc<RgbaImage>)>;

impl PlayLoop {
    /// Takes the steps until a level is shown, in which their keys would have another meaning.
    pub(super) fn start_game(&mut self) -> Flow<()> {
        let Some(start) = self.config.profile.start.clone() else {
            return Ok(());
        };
        self.ctx.notify_preparing("Starting the game");
        let mut last_press = None;
        let attempts = match self.actuator.pace.retries() {
            0 => 1,
            _ => MAX_ATTEMPTS,
        };
        for attempt in 1..=attempts {
            let text = format!("from the title page to the first level, attempt {attempt}");
            self.ctx.note(LogKind::Sent, text);
            for step in &start.steps {
                if self.is_level_shown()? {
                    return Ok(());
                }
                self.take_step(step, &mut last_press)?;
            }
            if self.await_phase(PLAYING_PHASE, LEVEL_WAIT)? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn is_level_shown(&mut self) -> Flow<bool> {
        Ok(self.observer.observe(&mut self.ctx)?.playing().is_some())
    }

    fn take_step(&mut self, step: &StartStep, last_press: &mut LastPress) -> Flow<()> {
        match step {
            StartStep::Press(key) => {
                let before = self.observer.observe(&mut self.ctx)?.picture;
                *last_press = Some((*key, before));
                self.press(*key)?;
                Ok(())
            }
            StartStep::Type(text) => {
                let mut has_echo = true;
                for character in text.chars() {
                    if self.is_level_shown()? {
                        break;
                    }
                    let key = typed(character).into();
                    match has_echo {
                        true => has_echo = self.press(key)?,
                        false => self.tap(key)?,
                    }
                }
                Ok(())
            }
            StartStep::ClickAt(point) => {
                let input = GameInput::ClickAt(*point);
                self.actuator
                    .send(&mut self.ctx, &mut self.observer, &input)?;
                Ok(())
            }
            StartStep::Pause(time) => {
                let end = self.ctx.now() + ms(*time);
                self.ctx.wait_until(end)
            }
            StartStep::Change(time) => self.await_change(ms(*time), last_press),
            StartStep::Await { phase, timeout_ms } => {
                self.await_phase(phase, ms(*timeout_ms))?;
                Ok(())
            }
        }
    }

    /// Waits until the picture differs from that before the last press, which is repeated as needed.
    fn await_change(&mut self, limit: Duration, last_press: &LastPress) -> Flow<()> {
        let (key, before) = match last_press {
            Some((key, before)) => (Some(*key), before.clone()),
            None => (None, self.observer.observe(&mut self.ctx)?.picture),
        };
        for _ in 0..=self.actuator.pace.retries() {
            let changed = self.picture_changes(&before, limit)?;
            let (false, Some(key)) = (changed, key) else {
                break;
            };
            if self.actuator.pace.retries() == 0 {
                return Err(Break::Pause(PauseReason::NoReaction { key, times: 1 }));
            }
            self.ctx
                .note(LogKind::Lost, format!("‘{key}’ changed nothing"));
            self.tap(key)?;
        }
        Ok(())
    }

    /// Waits for a phase. Returns whether it appeared.
    fn await_phase(&mut self, phase: &str, limit: Duration) -> Flow<bool> {
        let deadline = self.ctx.now() + limit;
        let is_shown = |_: &_, frame: &Observation| {
            let screen = frame.screen.as_ref();
            screen.is_ok_and(|it| it.phase == phase).then_some(())
        };
        let found = self.observer.wait_for(&mut self.ctx, deadline, is_shown)?;
        Ok(found.is_ok())
    }

    /// Presses a key, repeatedly within the limits, until the picture changes. Returns whether it has changed.
    fn press(&mut self, key: Chord) -> Flow<bool> {
        let before = self.observer.observe(&mut self.ctx)?.picture;
        for repeat in 0..=MAX_REPEATS.min(self.actuator.pace.retries()) {
            if repeat > 0 {
                self.ctx
                    .note(LogKind::Lost, format!("‘{key}’ changed nothing"));
            }
            self.tap(key)?;
            if self.picture_changes(&before, REACTION_WAIT)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Waits until the picture differs from `before`. Returns whether it does.
    pub(super) fn picture_changes(
        &mut self,
        before: &Arc<RgbaImage>,
        limit: Duration,
    ) -> Flow<bool> {
        let deadline = self.ctx.now() + limit;
        let differs = |_: &_, frame: &Observation| (frame.picture != *before).then_some(());
        let found = self.observer.wait_for(&mut self.ctx, deadline, differs)?;
        Ok(found.is_ok())
    }

    fn tap(&mut self, key: Chord) -> Flow<()> {
        self.actuator.hold_for(&mut self.ctx, key, HOLD_TIME)?;
        let end = self.ctx.now() + GAP_TIME;
        self.ctx.wait_until(end)
    }
}
