//! Steps of the profile from the title page to the first level.

use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;

use crate::event::Pause;
use crate::log::Kind;
use crate::vision::{Chord, Input, PLAYING_PHASE, StartStep};

use super::super::hand::typed;
use super::super::interrupt::{Break, Step};
use super::super::timing::ms;
use super::Run;

/// Limit of attempts of all steps, as keys may get lost.
const ATTEMPTS: u32 = 3;
/// Longest wait for the level after the last step.
const LEVEL_WAIT: Duration = Duration::from_secs(2);
/// Longest wait for the picture to change after a key, and limit of repetitions of a key.
const REACTION_WAIT: Duration = Duration::from_secs(2);
const REPEATS: u32 = 2;
/// Duration of a key press, and time until the next one.
const HOLD: Duration = Duration::from_millis(60);
const GAP: Duration = Duration::from_millis(80);

/// The last pressed key, and the picture before it.
type LastPress = Option<(Chord, Arc<RgbaImage>)>;

impl Run {
    /// Takes the steps until a level is shown, in which their keys would have another meaning.
    pub(super) fn start_game(&mut self) -> Step<()> {
        let Some(start) = self.config.profile.start.clone() else {
            return Ok(());
        };
        self.site.tell_preparing("Starting the game");
        let mut last_press = None;
        let attempts = match self.hand.retries() {
            0 => 1,
            _ => ATTEMPTS,
        };
        for attempt in 1..=attempts {
            let text = format!("from the title page to the first level, attempt {attempt}");
            self.site.note(Kind::Sent, text);
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

    fn is_level_shown(&mut self) -> Step<bool> {
        Ok(self.eye.look(&mut self.site)?.playing().is_some())
    }

    fn take_step(&mut self, step: &StartStep, last_press: &mut LastPress) -> Step<()> {
        match step {
            StartStep::Press(key) => {
                let before = self.eye.look(&mut self.site)?.picture;
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
                let input = Input::ClickAt(*point);
                self.hand.send(&mut self.site, &mut self.eye, &input)?;
                Ok(())
            }
            StartStep::Pause(time) => {
                let until = self.site.now() + ms(*time);
                self.site.wait_until(until)
            }
            StartStep::Change(time) => self.await_change(ms(*time), last_press),
            StartStep::Await { phase, timeout_ms } => {
                self.await_phase(phase, ms(*timeout_ms))?;
                Ok(())
            }
        }
    }

    /// Waits until the picture differs from that before the last press, which is repeated as needed.
    fn await_change(&mut self, limit: Duration, last_press: &LastPress) -> Step<()> {
        let (key, before) = match last_press {
            Some((key, before)) => (Some(*key), before.clone()),
            None => (None, self.eye.look(&mut self.site)?.picture),
        };
        for _ in 0..=self.hand.retries() {
            let deadline = self.site.now() + limit;
            let changed = self.eye.until(&mut self.site, deadline, |_, frame| {
                (frame.picture != before).then_some(())
            })?;
            let (Err(_), Some(key)) = (changed, key) else {
                break;
            };
            if self.hand.retries() == 0 {
                return Err(Break::Pause(Pause::NoReaction { key, times: 1 }));
            }
            self.site
                .note(Kind::Lost, format!("‘{key}’ changed nothing"));
            self.tap(key)?;
        }
        Ok(())
    }

    /// Waits for a phase. Returns whether it appeared.
    fn await_phase(&mut self, phase: &str, limit: Duration) -> Step<bool> {
        let deadline = self.site.now() + limit;
        let shown = self.eye.until(&mut self.site, deadline, |_, frame| {
            let seen = frame.seen.as_ref();
            seen.is_ok_and(|seen| seen.phase == phase).then_some(())
        })?;
        Ok(shown.is_ok())
    }

    /// Presses a key, repeatedly within the limits, until the picture changes. Returns whether it has changed.
    fn press(&mut self, key: Chord) -> Step<bool> {
        let before = self.eye.look(&mut self.site)?.picture;
        for repeat in 0..=REPEATS.min(self.hand.retries()) {
            if repeat > 0 {
                self.site
                    .note(Kind::Lost, format!("‘{key}’ changed nothing"));
            }
            self.tap(key)?;
            let deadline = self.site.now() + REACTION_WAIT;
            let changed = self.eye.until(&mut self.site, deadline, |_, frame| {
                (frame.picture != before).then_some(())
            })?;
            if changed.is_ok() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn tap(&mut self, key: Chord) -> Step<()> {
        self.hand.hold_for(&mut self.site, key, HOLD)?;
        let until = self.site.now() + GAP;
        self.site.wait_until(until)
    }
}
