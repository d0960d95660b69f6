//! The hand: turns intents into key presses and pointer actions, and counts what became of them.
//!
//! A key or button is held by a guard that lets it up when it is dropped, however the run is left.

mod aim;
mod aimed;
mod choice;
mod click;
mod cursor;
mod cursor_paths;
mod outstanding;
mod pace;
mod press;
mod profile_keys;
mod rehearse;

use std::collections::HashSet;
use std::ops::Sub;
use std::sync::Arc;
use std::time::Duration;

use crate::game::Cell;
use crate::log::Kind;
use crate::vision::{Chord, Controls, Profile};

use super::eye::Eye;
use super::site::Site;

pub use self::aimed::Aimed;
use self::choice::{Choices, ChosenCell};
use self::outstanding::Outstanding;
use self::pace::Pace;
pub use self::profile_keys::{profile_keys, typed};

/// Whether the effect of an input shows.
pub type Reached<'a> = &'a mut dyn FnMut(&Eye, &crate::event::Frame) -> bool;

/// Presses, clicks and drags.
pub struct Hand {
    profile: Arc<Profile>,
    controls: Controls,
    pace: Pace,
    counts: Counts,
    /// By which of several steps they are made.
    choices: Vec<Choices>,
    chosen: ChosenCell,
    /// Presses whose effect was not seen.
    outstanding: Outstanding,
    /// When the last key went down.
    last_press: Duration,
    /// The next key is pressed no earlier than this.
    next_press: Duration,
    /// The effect of a press that was called lost may come until then.
    late_until: Duration,
    /// When the latest input was sent.
    last_sent: Duration,
    /// When the first one was sent of those that were called lost in a row.
    lost_since: Option<Duration>,
    /// How long that one took, should the effect that was seen be its own.
    perhaps_late: Option<Duration>,
    /// Where the game's cursor was after the last confirmed press, and when.
    cursor: Option<(Cell, Duration)>,
    /// Whether all of the latest input was sent, the last of its steps included.
    complete: bool,
    /// Keys whose effect was seen, and whether that of a click was.
    effective: (HashSet<Chord>, bool),
}

/// How many inputs were sent, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Keys and clicks sent.
    pub sent: u64,
    /// Those whose effect was seen.
    pub confirmed: u64,
    /// Those without effect, sent again.
    pub lost: u64,
    /// Those with more effect than they should have.
    pub doubled: u64,
}

impl Sub for Counts {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            sent: self.sent - earlier.sent,
            confirmed: self.confirmed - earlier.confirmed,
            lost: self.lost - earlier.lost,
            doubled: self.doubled - earlier.doubled,
        }
    }
}

impl Hand {
    /// A hand that has touched nothing yet.
    pub fn new(profile: Arc<Profile>, controls: Controls) -> Self {
        Self {
            pace: Pace::new(&controls.pacing),
            profile,
            controls,
            counts: Counts::default(),
            choices: Vec::new(),
            chosen: ChosenCell::default(),
            outstanding: Outstanding::default(),
            last_press: Duration::ZERO,
            next_press: Duration::ZERO,
            late_until: Duration::ZERO,
            last_sent: Duration::ZERO,
            lost_since: None,
            perhaps_late: None,
            cursor: None,
            complete: false,
            effective: Default::default(),
        }
    }

    /// What was sent since the run began.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether all of the latest input was sent, the last of its steps included.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// How often in a row an input may be repeated.
    pub fn retries(&self) -> u32 {
        self.pace.retries()
    }

    /// Repeats no input: one without effect may have gone to another window.
    pub fn repeat_nothing(&mut self) {
        self.pace.repeat_nothing();
    }

    /// An input is called lost after this time when so many before it were.
    pub fn timeout_after(&self, lost: u32) -> Duration {
        self.pace.timeout_after(lost)
    }

    /// Forgets where the game's cursor was, and which cell is chosen: somebody else may have done something.
    pub fn forget_cursor_and_choice(&mut self) {
        self.cursor = None;
        self.follow_chosen(|_| None);
    }

    /// Sends nothing before this moment, so that a second effect of the last press cannot meet the
    /// next one.
    pub fn rest_until(&mut self, moment: Duration) {
        self.next_press = self.next_press.max(moment);
    }

    /// The moment from which on no earlier input can take effect any more.
    pub fn safe_from(&self, next: &Aimed) -> Duration {
        let echo_over = self.last_press + self.pace.reach();
        match next {
            // The cursor has shown that no earlier press can still take effect.
            Aimed::Press { on: Some(_), .. } => echo_over,
            Aimed::Press { on: None, .. } => self.late_until.max(echo_over),
            Aimed::Click { .. } | Aimed::Point { .. } | Aimed::Steps { .. } => self.late_until,
        }
    }

    /// Counts an input that had no effect yet.
    pub fn count_lost(&mut self, site: &mut Site, what: String) {
        self.pace.lost();
        self.lost_since.get_or_insert(self.last_sent);
        self.counts.lost += 1;
        self.late_until = site.now() + self.pace.late();
        site.note(Kind::Lost, what);
    }

    /// Counts an input that had more effect than it should.
    pub fn count_doubled(&mut self, site: &mut Site, what: String) {
        // One that was called lost too early was sent again.
        if let Some(after) = self.perhaps_late.take() {
            self.pace.late_effect(after);
        }
        self.counts.doubled += 1;
        site.note(Kind::Doubled, what);
    }

    /// Learns that an input which was called lost had its effect after all.
    pub fn learn_late_effect(&mut self, at: Duration) {
        if let Some(since) = self.lost_since.take() {
            self.pace.late_effect(at.saturating_sub(since));
        }
    }

    /// Counts an input whose effect showed after this time.
    fn count_confirmed(&mut self, after: Duration) {
        let lost_since = self.lost_since.take();
        self.perhaps_late = lost_since.map(|since| (self.last_sent + after).saturating_sub(since));
        self.pace.confirmed(after);
        self.counts.confirmed += 1;
    }

    /// Returns whether the effect of a key, or of a click, was seen before.
    pub fn has_worked(&self, key: Option<Chord>) -> bool {
        let (keys, has_clicked) = &self.effective;
        key.map_or(*has_clicked, |key| keys.contains(&key))
    }

    /// How long a key is held.
    pub fn hold(&self) -> Duration {
        self.pace.hold()
    }

    /// Counts a press that was just sent.
    fn count_press(&mut self, key: Chord, now: Duration) {
        self.counts.sent += 1;
        (self.last_press, self.last_sent) = (now, now);
        self.outstanding.pressed(key);
    }
}
