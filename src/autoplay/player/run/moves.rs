//! Moves of the plan: their intents are carried out one by one, each confirmed by the screen.

use std::time::Duration;

use crate::event::{Frame, Pause};
use crate::game::{Intent, Position};
use crate::vision::ScreenReading;

use super::super::eye::Eye;
use super::super::eye::compare::{
    is_read, look_alike, reads_as_end, same_boards, shows_where_clear,
};
use super::super::eye::pieces::{is_stray, moved};
use super::super::hand::{Aimed, Reached};
use super::super::interrupt::{Break, Step};
use super::Run;
use super::level::Partial;
use super::recover::is_another;

const MOST_LOOKS: usize = 2000;
/// Longest wait for something that drifts over the board.
const DRIFTING: Duration = Duration::from_secs(6);
/// Longest wait for a screen that differs from the simulation, as a busy machine may take long to draw it.
const DRAWING: Duration = Duration::from_secs(2);

/// Time without change after which a reading that matches in every cell counts despite uncertain cells, as it cannot be
/// an animation.
const STEADY: Duration = Duration::from_millis(500);

/// Returns whether a static screen matches this position, uncertain cells included.
fn reads_steadily(position: &dyn Position, seen: &ScreenReading, eye: &Eye) -> bool {
    eye.still_for() >= STEADY && is_read(position, seen)
}

#[derive(Clone, Copy)]
pub(super) enum Goal<'a> {
    /// The first position, after the second. If it solves the level, the game may also have continued.
    Shown(&'a dyn Position, &'a dyn Position),
    /// Another board than before. Which one is known only after the move's last intent.
    Changed,
    /// Another phase, in which the entered plan runs.
    Started,
}

impl Goal<'_> {
    /// Returns whether a frame shows the goal. `untouched` is the frame before the first attempt, if there was one;
    /// `is_sent` is whether all inputs of the move were sent.
    fn is_reached(
        &self,
        eye: &Eye,
        frame: &Frame,
        untouched: Option<&Frame>,
        is_sent: bool,
    ) -> bool {
        match (self, frame.playing()) {
            // A move without visible change is confirmed by the attempt alone.
            (Self::Shown(after, before), Some(seen)) => {
                (shows_where_clear(*after, *before, seen) || reads_steadily(*after, seen, eye))
                    && (untouched.is_some() || !look_alike(*after, *before))
            }
            (Self::Shown(after, _), None) => is_sent && has_won_away(eye, *after),
            (Self::Changed, Some(seen)) => untouched
                .and_then(Frame::playing)
                .is_some_and(|before| !same_boards(before, seen)),
            (Self::Started, None) => eye.is_away(),
            (Self::Changed, None) | (Self::Started, Some(_)) => false,
        }
    }
}

/// Returns whether a game that shows no boards any more has most likely won, after all inputs of a solving move: the
/// last boards show no other effect of the move. A board that differs in many cells is taken as an animation.
fn has_won_away(eye: &Eye, after: &dyn Position) -> bool {
    let is_end = |last: &ScreenReading| {
        let seen = (eye.before_input(), Some(last));
        reads_as_end(after, None, seen) || is_another(after, last)
    };
    let is_solved = after.is_solved() && after.finish().is_none();
    is_solved && eye.is_away() && eye.boards_after_input().is_none_or(is_end)
}

struct Attempt<'a> {
    intent: &'a Intent,
    /// Required position of the screen before the intent, if known.
    before: Option<&'a dyn Position>,
    goal: Goal<'a>,
    /// The frame before the first input.
    untouched: Option<Frame>,
}

impl Attempt<'_> {
    fn is_reached(&self, eye: &Eye, frame: &Frame, is_sent: bool) -> bool {
        let untouched = self.untouched.as_ref();
        self.goal.is_reached(eye, frame, untouched, is_sent)
    }

    /// Returns whether the screen shows the position before the intent, or its piece dropped next to the target, where
    /// it can be picked up.
    fn is_as_simulated(&self, eye: &Eye, frame: &Frame) -> bool {
        match (frame.playing(), self.before) {
            (Some(seen), Some(before)) => {
                let after = match self.goal {
                    Goal::Shown(after, _) => after,
                    Goal::Changed | Goal::Started => before,
                };
                shows_where_clear(before, after, seen)
                    || reads_steadily(before, seen, eye)
                    || is_stray(self.intent, before, seen)
            }
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}

impl Run {
    pub(super) fn make_move(&mut self) -> Step<()> {
        let Some(level) = &self.level else {
            return Ok(());
        };
        let Some(next) = level.next_move() else {
            return Ok(());
        };
        let (mv, after) = next?;
        let before = level.position.boxed_clone();
        let intents = before.intents(&mv);
        if intents.is_empty() {
            let reason = format!("the game does not say how the move ‘{mv}’ is made on a screen");
            return Err(Break::unplayable(&self.config.profile, reason));
        }
        let last = intents.len() - 1;
        let done = level.partial().map_or(0, |partial| partial.intents);
        for (index, intent) in intents.iter().enumerate().skip(done) {
            let goal = if index == last {
                Goal::Shown(after.as_ref(), before.as_ref())
            } else {
                Goal::Changed
            };
            if let Some(place) = self.cycled(intent)? {
                let both = (before.as_ref(), after.as_ref());
                self.cycle(intent, place, both, index == last)?;
                self.intent_done(index + 1);
                continue;
            }
            let start = (index == 0).then_some(before.as_ref());
            self.perform(intent, start, goal)?;
            if let Intent::Act { board, .. } = intent {
                let both = (before.as_ref(), after.as_ref());
                self.hand.follow_chosen(|cell| moved(both, board, cell));
            }
            self.intent_done(index + 1);
        }
        self.move_made(&mv, after);
        Ok(())
    }

    /// Records that the first `intents` intents of the next move were carried out.
    fn intent_done(&mut self, intents: usize) {
        let boards = self.eye.last_boards();
        if let (Some(level), Some(boards)) = (&mut self.level, boards) {
            let step = level.made;
            level.partial = Some(Partial {
                step,
                intents,
                boards,
            });
        }
    }

    pub(super) fn is_next_sent(&self) -> bool {
        let level = self.level.as_ref();
        level.is_some_and(|level| level.is_next_sent())
    }

    /// Returns whether the game shows no boards because the next move, which was sent, has won.
    pub(super) fn has_won_away(&self, after: &dyn Position) -> bool {
        self.is_next_sent() && has_won_away(&self.eye, after)
    }

    /// Sends the input for an intent until the screen confirms it. It is repeated only after a stable frame shows that
    /// it had no effect.
    pub(super) fn perform(
        &mut self,
        intent: &Intent,
        before: Option<&dyn Position>,
        goal: Goal<'_>,
    ) -> Step<()> {
        let mut attempt = Attempt {
            intent,
            before,
            goal,
            untouched: None,
        };
        let mut times = 0;
        loop {
            if self.eye.last().is_none() {
                self.eye.look(&mut self.site)?;
            }
            let Some(aimed) = self.aim(&attempt)? else {
                return Ok(());
            };
            let Some(ready) = self.ready(&attempt, &aimed)? else {
                return Ok(());
            };
            if times > 0 {
                let text = format!("no effect of {aimed} was seen in time");
                self.hand.count_lost(&mut self.site, text);
                if times == 1 && matches!(aimed, Aimed::Press { .. }) {
                    self.point_once()?;
                }
                if times > self.hand.retries() {
                    return Err(Break::Pause(match aimed {
                        Aimed::Press { key, .. } => Pause::NoReaction { key, times },
                        other => {
                            let cell = other.cell().unwrap_or_default();
                            Pause::NoClickReaction { cell, times }
                        }
                    }));
                }
                // The effect of the last input may be late, so it is waited for before the repetition.
                if self.ready(&attempt, &aimed)?.is_none() {
                    self.hand.learn_late_effect(self.eye.changed_at());
                    return Ok(());
                }
            }
            // Pieces may have moved during the wait.
            let Some(aimed) = self.aim(&attempt)? else {
                return Ok(());
            };
            attempt.untouched.get_or_insert(ready);
            times += 1;
            // An action cannot always be undone, so its time-out is longer than that of a cursor step.
            let timeout = self.hand.timeout_after(times);
            let mut reached = |eye: &Eye, frame: &Frame| attempt.is_reached(eye, frame, true);
            let is_last = matches!(goal, Goal::Shown(..));
            if self.act(&aimed, is_last, timeout, &mut reached)? {
                // Separates a second effect of this input from the next input.
                let rested = self.site.now() + self.eye.settle_time();
                self.hand.rest_until(rested);
                return Ok(());
            }
        }
    }

    /// Sends an input of the next move, which is its last one if `is_last`. Returns whether its effect was observed.
    pub(super) fn act(
        &mut self,
        aimed: &Aimed,
        is_last: bool,
        timeout: Duration,
        reached: Reached<'_>,
    ) -> Step<bool> {
        let sent = self.hand.counts().sent;
        let before = self.level.as_mut().and_then(|level| {
            let made = level.made;
            level.attempted.replace(made)
        });
        let (site, eye) = (&mut self.site, &mut self.eye);
        let acted = self.hand.act(site, eye, aimed, timeout, reached);
        if acted.is_err()
            && self.hand.counts().sent == sent
            && let Some(level) = &mut self.level
        {
            // Interrupted before anything was sent.
            level.attempted = before;
        }
        if is_last
            && self.hand.is_complete()
            && let Some(level) = &mut self.level
        {
            level.sent = Some(level.made);
        }
        acted
    }

    /// Waits until an intent can be aimed; `None` if its goal is reached meanwhile.
    fn aim(&mut self, attempt: &Attempt<'_>) -> Step<Option<Aimed>> {
        let deadline = self.site.now() + DRIFTING;
        loop {
            let position = self.level.as_ref().map(|level| level.position.as_ref());
            if let Some(aimed) = self.hand.aim(&self.eye, position, attempt.intent)? {
                return Ok(Some(aimed));
            }
            let (frame, _) = self.eye.settled(&mut self.site)?;
            let is_shown = matches!(attempt.goal, Goal::Shown(..));
            if is_shown
                && attempt
                    .goal
                    .is_reached(&self.eye, &frame, None, self.is_next_sent())
            {
                return Ok(None);
            }
            if self.site.now() >= deadline {
                return Err(self.not_as_simulated(&frame));
            }
            if let Goal::Shown(after, before) = attempt.goal
                && self.scroll_to_change(after, before, &frame)?
            {
                continue;
            }
            self.eye.nap(&mut self.site);
        }
    }

    /// Waits until the input can be sent: the game's cursor is at its cell, the screen is stable and shows the
    /// simulated position, and no earlier input can still take effect. Returns the frame, or `None` if the goal is
    /// reached already, because an earlier input was late.
    fn ready(&mut self, attempt: &Attempt<'_>, aimed: &Aimed) -> Step<Option<Frame>> {
        let on = match aimed {
            Aimed::Press { on, .. } => *on,
            Aimed::Click { .. } | Aimed::Point { .. } | Aimed::Steps { .. } => None,
        };
        let mut wrong_since: Option<Duration> = None;
        for _ in 0..MOST_LOOKS {
            let may_play = |frame: &Frame| frame.playing().is_some();
            if let Some(cell) = on
                && self.eye.last().is_none_or(may_play)
            {
                self.hand.go_to(&mut self.site, &mut self.eye, cell)?;
            }
            let (frame, stable) = self.eye.settled(&mut self.site)?;
            // Before the first attempt, a page belongs to the move before.
            if attempt.untouched.is_none() && self.turn_page(&frame)? {
                continue;
            }
            if attempt.is_reached(&self.eye, &frame, self.is_next_sent()) {
                return Ok(None);
            }
            let as_simulated = attempt.is_as_simulated(&self.eye, &frame);
            if let (false, Goal::Shown(after, _), Some(_)) =
                (as_simulated, attempt.goal, &attempt.untouched)
                && self.has_landed(after, &frame, stable)
            {
                return Ok(None);
            }
            // A message may belong to this move or the one before.
            if !as_simulated && self.turn_page(&frame)? {
                wrong_since = None;
                continue;
            }
            let now = self.site.now();
            if as_simulated {
                wrong_since = None;
                let in_place = on.is_none() || frame.cursor() == on;
                if !in_place || !stable {
                    continue;
                }
                if now >= self.hand.safe_from(aimed) {
                    return Ok(Some(frame));
                }
            } else if self.stays_wrong(&mut wrong_since, &frame) {
                return Err(self.not_as_simulated(&frame));
            }
            self.eye.nap(&mut self.site);
        }
        Err(Break::Diverged("The screen keeps changing.".to_owned()))
    }

    /// Returns whether a difference from the simulation persists, although the screen may have been drawn or something
    /// may have drifted over it. `since` is when it was first observed, and is set by the first call.
    pub(super) fn stays_wrong(&mut self, since: &mut Option<Duration>, frame: &Frame) -> bool {
        let now = self.site.now();
        let since = *since.get_or_insert(now);
        let is_covered = frame
            .playing()
            .is_some_and(|seen| !seen.doubtful().is_empty());
        // A game may show the effects of a move one after the other.
        let (since, patience) = match is_covered {
            true => (since, DRIFTING),
            false => (since.max(self.eye.changed_at()), DRAWING),
        };
        now.saturating_sub(since) >= patience
    }
}
