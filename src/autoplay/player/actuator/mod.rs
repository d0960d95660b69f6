//! Actuator: turns intents into key presses and pointer actions, and counts their outcomes.
//!
//! Pressed keys and buttons are held by guards that release them on drop, however the run is interrupted.

mod aim;
mod cursor;
mod cursor_paths;
mod describe;
mod pace;
mod pending;
mod press;
mod selection;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use crate::game::Cell;
use crate::log::LogKind;
use crate::player::{Observer, RunContext};
use crate::vision::{Chord, Controls, GameInput, Key, Profile, StartStep};

pub use self::aim::AimedInput;
use self::pace::Pace;
use self::pending::PendingPresses;
use self::selection::{SelectedCell, SelectionStats};

/// Predicate: whether the effect of an input is visible in a frame.
pub type EffectTest<'a> = &'a mut dyn FnMut(&Observer, &crate::event::Observation) -> bool;

#[derive(Default)]
pub struct Actuator {
    profile: Arc<Profile>,
    pub controls: Controls,
    pub pace: Pace,
    /// Counts since the start of the run.
    pub counts: InputCounts,
    /// Feedback of each step of inputs in several steps.
    selections: Vec<SelectionStats>,
    selected: SelectedCell,
    pending: PendingPresses,
    /// Time of the last key press.
    last_press: Duration,
    /// Earliest time of the next input: the gap after the last one.
    next_press: Duration,
    /// Time until which the effect of a press counted as lost may still come.
    late_until: Duration,
    /// Time of the last key press or click.
    last_sent: Duration,
    /// Time of the first of consecutive inputs counted as lost.
    lost_since: Option<Duration>,
    /// Delay of that input's effect, if the observed effect was its own.
    late_delay: Option<Duration>,
    /// Cell of the game's cursor after the last confirmed press, and the time.
    cursor: Option<(Cell, Duration)>,
    /// True if the latest input was sent completely, including the last of its steps.
    pub complete: bool,
    /// Keys whose effect was observed; `None` is for clicks.
    effective: HashSet<Option<Chord>>,
}

/// Numbers of inputs: all, with observed effect, without one in time, and with more than intended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputCounts {
    pub sent: u64,
    pub confirmed: u64,
    pub lost: u64,
    pub doubled: u64,
}

impl Actuator {
    pub fn new(profile: Arc<Profile>, controls: Controls) -> Self {
        Self {
            pace: Pace::new(&controls.pacing),
            profile,
            controls,
            ..Self::default()
        }
    }

    /// Forgets the game's cursor and the selected cell, when the user or a new level may have changed them.
    pub fn forget_cursor_and_choice(&mut self) {
        self.cursor = None;
        self.track_selection(|_| None);
    }

    /// Sends nothing before `moment`, to separate a second effect of the last press from the next press.
    pub fn delay_until(&mut self, moment: Duration) {
        self.next_press = self.next_press.max(moment);
    }

    /// Time from which no earlier input can take effect, if `next` is sent then.
    pub fn safe_from(&self, next: &AimedInput) -> Duration {
        let echo_over = self.last_press + self.pace.max_reaction();
        match next {
            // Reaching the cell has shown that no earlier press can still take effect.
            AimedInput::Press { on: Some(_), .. } => echo_over,
            AimedInput::Press { on: None, .. } => self.late_until.max(echo_over),
            AimedInput::Click { .. } | AimedInput::Point { .. } | AimedInput::Steps { .. } => {
                self.late_until
            }
        }
    }

    /// Counts an input without effect so far.
    pub fn count_lost(&mut self, ctx: &mut RunContext, what: String) {
        self.pace.lost();
        self.lost_since.get_or_insert(self.last_sent);
        self.counts.lost += 1;
        self.late_until = ctx.now() + self.pace.late_wait();
        ctx.note(LogKind::Lost, what);
    }

    /// Counts an input with more effect than intended.
    pub fn count_doubled(&mut self, ctx: &mut RunContext, what: String) {
        // The input may have been counted as lost too early and sent again.
        if let Some(after) = self.late_delay.take() {
            self.pace.late_effect(after);
        }
        self.counts.doubled += 1;
        ctx.note(LogKind::Doubled, what);
    }

    /// Adapts the time-out to an input that was counted as lost but had its effect.
    pub fn learn_late_effect(&mut self, at: Duration) {
        if let Some(since) = self.lost_since.take() {
            self.pace.late_effect(at.saturating_sub(since));
        }
    }

    /// Counts an input whose effect was observed after this time.
    fn count_confirmed(&mut self, after: Duration) {
        let lost_since = self.lost_since.take();
        self.late_delay = lost_since.map(|since| (self.last_sent + after).saturating_sub(since));
        self.pace.confirmed(after);
        self.counts.confirmed += 1;
    }

    /// Returns whether the effect of a key (or of a click, for `None`) was observed before.
    pub fn has_worked(&self, key: Option<Chord>) -> bool {
        self.effective.contains(&key)
    }

    fn count_press(&mut self, key: Chord, now: Duration) {
        self.counts.sent += 1;
        (self.last_press, self.last_sent) = (now, now);
        self.pending.push(key);
    }
}

pub fn profile_keys(profile: &Profile) -> Vec<Key> {
    let mut keys = Vec::new();
    if let Some(controls) = &profile.controls {
        if let Some(cursor) = &controls.cursor {
            keys.extend([cursor.up, cursor.down, cursor.left, cursor.right]);
        }
        keys.extend(controls.inputs().flat_map(GameInput::keys));
        keys.extend(controls.dialog.iter().flat_map(|chord| chord.keys()));
    }
    for step in profile.start.iter().flat_map(|start| &start.steps) {
        match step {
            StartStep::Press(chord) => keys.extend(chord.keys()),
            StartStep::Type(text) => keys.extend(text.chars().map(typed)),
            _ => {}
        }
    }
    keys
}

pub fn typed(character: char) -> Key {
    match character {
        ' ' => Key::Space,
        other => Key::Char(other),
    }
}
