//! Pages of text that wait for a key: titles, and messages between levels or after a move.

use std::time::Duration;

use crate::event::{Frame, Pause};
use crate::log::Kind;
use crate::vision::{Chord, Finder, Input};

use super::super::interrupt::{Break, Step};
use super::Run;

/// Time without change after which a page waits for its key; before, it may disappear by itself.
const STILL: Duration = Duration::from_millis(500);
/// Time after which a page that keeps changing is turned.
const RESTLESS: Duration = Duration::from_secs(3);
const TURNING: Duration = Duration::from_secs(1);
const HOLD: Duration = Duration::from_millis(40);
const MOST_PAGES: usize = 30;

impl Run {
    /// Key that turns the page on a frame, if it shows one.
    fn page_key(&self, frame: &Frame) -> Option<Chord> {
        let Finder::Sprites(rule) = &self.config.profile.finder else {
            return None;
        };
        let shown = frame.seen.as_ref();
        let is_page = shown.is_ok_and(|seen| seen.phase == rule.page);
        match &self.config.profile.controls.as_ref()?.page {
            Some(Input::Press(key)) if is_page => Some(*key),
            _ => None,
        }
    }

    /// Turns the page on a frame once it is static. Returns whether there was one.
    pub(super) fn turn_page(&mut self, frame: &Frame) -> Step<bool> {
        if self.page_key(frame).is_none() {
            return Ok(false);
        }
        let (began, mut page) = (self.site.now(), frame.picture.clone());
        let mut since = began;
        let key = loop {
            self.eye.nap(&mut self.site);
            let frame = self.eye.look(&mut self.site)?;
            let Some(key) = self.page_key(&frame) else {
                return Ok(false);
            };
            let now = self.site.now();
            if frame.picture != page {
                (page, since) = (frame.picture, now);
            }
            let rests = now.saturating_sub(since) >= STILL;
            if rests || now.saturating_sub(began) >= RESTLESS {
                break key;
            }
        };
        for times in 1..=self.hand.retries() + 1 {
            self.site
                .note(Kind::Sent, format!("‘{key}’ to turn the page"));
            self.hand.hold_for(&mut self.site, key, HOLD)?;
            let deadline = self.site.now() + TURNING * times;
            let changed = |_: &_, frame: &Frame| (frame.picture != page).then_some(());
            if self.eye.until(&mut self.site, deadline, changed)?.is_ok() {
                return Ok(true);
            }
            let text = format!("‘{key}’ did not turn the page");
            self.hand.count_lost(&mut self.site, text);
        }
        let times = self.hand.retries() + 1;
        Err(Break::Pause(Pause::NoReaction { key, times }))
    }

    /// Limit of pages until the next level.
    pub(super) fn pages_ahead(&self) -> usize {
        let (Some(solved), Some(level)) = (&self.past.solved, &self.past.level) else {
            return MOST_PAGES;
        };
        // The text of the last move comes first.
        let said = usize::from(solved.says().is_some());
        let Some(number) = level.number() else {
            return MOST_PAGES;
        };
        let next = (number + 1..).map_while(|number| level.sibling(number));
        let messages = next.take_while(|next| next.message().is_some());
        said + messages.count()
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
