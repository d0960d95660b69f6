//! Screens without a level: pages of text that wait for a key (titles, and messages between levels
//! or after a move), and the profile's steps from the title page to the first level.

use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;

use crate::event::{Observation, PauseReason};
use crate::log::LogKind;
use crate::player::{Break, Flow, ms};
use crate::vision::{Chord, FinderRule, GameInput, PLAYING_PHASE, StartStep};

use super::super::actuator::typed;
use super::PlayLoop;

/// Time without change after which a page waits for its key; before, it may disappear by itself.
const PAGE_REST: Duration = Duration::from_millis(500);
/// Time after which a page that keeps changing is turned.
const MAX_UNREST: Duration = Duration::from_secs(3);
/// Longest wait for a page to turn; multiplied by the number of attempts.
const TURN_TIMEOUT: Duration = Duration::from_secs(1);
/// Duration of the key press that turns a page.
const HOLD_TIME: Duration = Duration::from_millis(40);
/// Limit of pages before the first level, or where the game does not say how many follow.
const MAX_PAGES: usize = 30;
/// Limit of attempts of all steps, as keys may get lost.
const MAX_ATTEMPTS: u32 = 3;
/// Longest wait for the level after the last step.
const LEVEL_WAIT: Duration = Duration::from_secs(2);
/// Longest wait for the picture to change after a key of a step.
const REACTION_WAIT: Duration = Duration::from_secs(2);
/// Maximum number of repetitions of that key.
const MAX_REPEATS: u32 = 2;
/// Duration of a key press of a step. Programs that are starting miss shorter ones.
const STEP_HOLD: Duration = Duration::from_millis(60);
/// Time from a key press of a step to the next one.
const STEP_GAP: Duration = Duration::from_millis(80);

/// The last pressed key, and the picture before it.
type LastPress = Option<(Chord, Arc<RgbaImage>)>;

impl PlayLoop {
    /// Key that turns the page on a frame, if it shows one.
    fn page_key(&self, frame: &Observation) -> Option<Chord> {
        let FinderRule::Sprites(rule) = &self.config.profile.finder else {
            return None;
        };
        let screen = frame.screen.as_ref();
        let is_page = screen.is_ok_and(|screen| screen.phase == rule.page);
        match &self.actuator.controls.page {
            Some(GameInput::Press(key)) if is_page => Some(*key),
            _ => None,
        }
    }

    /// Turns the page on a frame once it is static. Returns whether there was one.
    pub(super) fn turn_page(&mut self, frame: &Observation) -> Flow<bool> {
        if self.page_key(frame).is_none() {
            return Ok(false);
        }
        let began = self.ctx.now();
        let (key, page) = loop {
            self.observer.wait_poll(&mut self.ctx);
            let frame = self.observer.observe(&mut self.ctx)?;
            let Some(key) = self.page_key(&frame) else {
                return Ok(false);
            };
            let waited = self.ctx.now().saturating_sub(began);
            // A picture from before this call may be of another page.
            let is_static = waited.min(self.observer.undrawn_for()) >= PAGE_REST;
            if is_static || waited >= MAX_UNREST {
                break (key, frame.picture);
            }
        };
        for times in 1..=self.actuator.pace.retries() + 1 {
            self.ctx
                .note(LogKind::Sent, format!("‘{key}’ to turn the page"));
            self.actuator.hold_for(&mut self.ctx, key, HOLD_TIME)?;
            if self.picture_changes(&page, TURN_TIMEOUT * times)? {
                return Ok(true);
            }
            let text = format!("‘{key}’ did not turn the page");
            self.actuator.count_lost(&mut self.ctx, text);
        }
        let times = self.actuator.pace.retries() + 1;
        Err(Break::Pause(PauseReason::NoReaction { key, times }))
    }

    /// Limit of pages until the next level: that of the last move, and the messages between the levels of the text.
    pub(super) fn pages_ahead(&self) -> usize {
        let (Some(solved), Some(later)) = (&self.past.solved, self.past.later_levels()) else {
            return MAX_PAGES;
        };
        let of_last_move = usize::from(solved.message().is_some());
        let messages = later.take_while(|next| next.message().is_some());
        of_last_move + messages.count()
    }

    /// Message after the last level of a text with several levels.
    pub(super) fn was_last_of_text(&self) -> Option<String> {
        self.past.solved.as_ref()?;
        let mut later = self.past.later_levels()?;
        let is_last = later.all(|next| next.message().is_some());
        is_last.then(|| format!("{}; that was the last one.", self.solved_so_far()))
    }

    /// Takes the steps until a level is shown, in which their keys would have another meaning.
    pub(super) fn start_game(&mut self) -> Flow<()> {
        let Some(start) = self.config.profile.start.clone() else {
            return Ok(());
        };
        self.ctx.notify_preparing("Starting the game");
        let mut last_press = None;
        let attempts = match self.actuator.pace.retries() {
            // Another window may have received the keys, so they are not sent again.
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
                // Once a key changes nothing, the program shows no typed text, so that the others are not repeated.
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
        self.actuator.hold_for(&mut self.ctx, key, STEP_HOLD)?;
        let end = self.ctx.now() + STEP_GAP;
        self.ctx.wait_until(end)
    }
}
