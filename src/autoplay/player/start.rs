//! From the title page to the first level, by the profile's steps.

use std::time::Duration;

use crate::event::State;
use crate::log::Kind;
use crate::vision::{Input, Key, PLAYING_PHASE, StartStep};

use super::{Player, Step};

/// The whole of the steps is tried so often: on the way to a game keys get lost, too.
const ATTEMPTS: u32 = 3;

impl Player {
    /// Takes the steps. Stops taking them as soon as a level is shown: the keys of a title page
    /// mean something else in a level.
    pub(super) fn start_game(&mut self) -> Step<()> {
        let Some(start) = self.config.profile.start.clone() else {
            return Ok(());
        };
        self.say(State::Preparing("Starting the game".to_owned()));
        for attempt in 1..=ATTEMPTS {
            let text = format!("from the title page to the first level, attempt {attempt}");
            self.note(Kind::Sent, text);
            for step in &start.steps {
                if self.is_playing()? {
                    return Ok(());
                }
                self.take_step(step)?;
            }
            let limit = Duration::from_secs(2);
            if self.await_phase(PLAYING_PHASE, limit)? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn is_playing(&mut self) -> Step<bool> {
        Ok(self.look()?.playing().is_some())
    }

    fn take_step(&mut self, step: &StartStep) -> Step<()> {
        match step {
            StartStep::Press(key) => {
                self.before_press = Some((*key, self.look()?.picture));
                self.tap(*key)
            }
            StartStep::Type(text) => {
                for character in text.chars() {
                    let key = if character == ' ' {
                        Key::Space
                    } else {
                        Key::Char(character)
                    };
                    if self.is_playing()? {
                        break;
                    }
                    self.tap(key)?;
                }
                Ok(())
            }
            StartStep::ClickAt(point) => self.send(&Input::ClickAt(*point)).map(|_| ()),
            StartStep::Pause(time) => {
                let until = self.deps.world.now() + Duration::from_millis((*time).into());
                self.wait_until(until)
            }
            StartStep::Change(time) => self.await_change(Duration::from_millis((*time).into())),
            StartStep::Await { phase, timeout_ms } => {
                let limit = Duration::from_millis((*timeout_ms).into());
                self.await_phase(phase, limit).map(|_| ())
            }
        }
    }

    /// Waits for another picture than before the last press, and presses again where none comes.
    fn await_change(&mut self, time: Duration) -> Step<()> {
        let (key, before) = match self.before_press.clone() {
            Some((key, before)) => (Some(key), before),
            None => (None, self.look()?.picture),
        };
        for _ in 0..=self.pace.retries() {
            let deadline = self.deps.world.now() + time;
            loop {
                let frame = self.look()?;
                let now = self.deps.world.now();
                if frame.picture != before {
                    return Ok(());
                }
                if now >= deadline {
                    break;
                }
                self.nap(now);
            }
            match key {
                Some(key) => {
                    self.note(Kind::Lost, format!("‘{key}’ changed nothing"));
                    self.tap(key)?;
                }
                None => break,
            }
        }
        Ok(())
    }

    fn await_phase(&mut self, phase: &str, limit: Duration) -> Step<bool> {
        let deadline = self.deps.world.now() + limit;
        loop {
            let frame = self.look()?;
            if frame.seen.is_ok_and(|seen| seen.phase == phase) {
                return Ok(true);
            }
            let now = self.deps.world.now();
            if now >= deadline {
                return Ok(false);
            }
            self.nap(now);
        }
    }

    /// Presses a key whose effect nobody looks for, for the profile's own time.
    fn tap(&mut self, key: Key) -> Step<()> {
        self.hold_for(key, Duration::from_millis(60))?;
        let until = self.deps.world.now() + Duration::from_millis(80);
        self.wait_until(until)
    }
}
