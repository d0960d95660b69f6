//! Pages of text that wait for a key: titles, and messages between levels or after a move.

use std::time::Duration;

use crate::event::{Observation, PauseReason};
use crate::log::LogKind;
use crate::player::{Break, Flow};
use crate::vision::{Chord, FinderRule, GameInput};

use super::PlayLoop;

/// Time without change after which a page waits for its key; before, it may disappear by itself.
const PAGE_REST: Duration = Duration::from_millis(500);
/// Time after which a page that keeps changing is turned.
const MAX_UNREST: Duration = Duration::from_secs(3);
const TURN_TIMEOUT: Duration = Duration::from_secs(1);
const HOLD_TIME: Duration = Duration::from_millis(40);
const MAX_PAGES: usize = 30;

impl PlayLoop {
    /// Key that turns the page on a frame, if it shows one.
    fn page_key(&self, frame: &Observation) -> Option<Chord> {
        let FinderRule::Sprites(rule) = &self.config.profile.finder else {
            return None;
        };
        let screen = frame.screen.as_ref();
        let is_page = screen.is_ok_and(|screen| screen.phase == rule.page);
        match &self.config.profile.controls.as_ref()?.page {
            Some(GameInput::Press(key)) if is_page => Some(*key),
            _ => None,
        }
    }

    /// Turns the page on a frame once it is static. Returns whether there was one.
    pub(super) fn turn_page(&mut self, frame: &Observation) -> Flow<bool> {
        if self.page_key(frame).is_none() {
            return Ok(false);
        }
        let (began, mut page) = (self.ctx.now(), frame.picture.clone());
        let mut since = began;
        let key = loop {
            self.observer.wait_poll(&mut self.ctx);
            let frame = self.observer.observe(&mut self.ctx)?;
            let Some(key) = self.page_key(&frame) else {
                return Ok(false);
            };
            let now = self.ctx.now();
            if frame.picture != page {
                (page, since) = (frame.picture, now);
            }
            let is_static = now.saturating_sub(since) >= PAGE_REST;
            if is_static || now.saturating_sub(began) >= MAX_UNREST {
                break key;
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

    /// Limit of pages until the next level.
    pub(super) fn pages_ahead(&self) -> usize {
        let (Some(solved), Some(level)) = (&self.past.solved, &self.past.level) else {
            return MAX_PAGES;
        };
        // The text of the last move comes first.
        let own = usize::from(solved.message().is_some());
        let Some(number) = level.number() else {
            return MAX_PAGES;
        };
        let next = (number + 1..).map_while(|number| level.sibling(number));
        let messages = next.take_while(|next| next.message().is_some());
        own + messages.count()
    }

    /// Message after the last level of a text with several levels.
    pub(super) fn was_last_of_text(&self) -> Option<String> {
        self.past.solved.as_ref()?;
        let level = self.past.level.as_ref()?;
        let number = level.number()?;
        let mut next = (number + 1..).map_while(|number| level.sibling(number));
        let is_last = next.all(|next| next.message().is_some());
        is_last.then(|| format!("{}; that was the last one.", self.solved_so_far()))
    }
}
