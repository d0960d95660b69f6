//! Moves of the plan: their intents are carried out one by one, each confirmed by the screen.

use std::mem;
use std::time::Duration;

use crate::event::{Observation, PauseReason};
use crate::game::{Cell, Intent, Position};
use crate::player::{Break, Flow, Observer};
use crate::vision::ScreenReading;

use super::super::actuator::{AimedInput, EffectTest};
use super::super::observer::compare::{
    certain_differences, changed_cells, have_same_display, is_uncertain, matches_screen,
    same_boards, shows_end, shows_except_uncertain,
};
use super::super::observer::pieces::{has_stray_piece, moved_to};
use super::PlayLoop;
use super::level::{DRAW_WAIT, PartialMove};
use super::recover::is_other_level;

/// Limit of captures while an input waits, in case the screen never settles: some minutes.
const MAX_OBSERVATIONS: usize = 2000;
/// Longest wait for something that drifts over the board.
const DRIFT_WAIT: Duration = Duration::from_secs(6);
/// Time without change after which a matching reading cannot be an animation, despite uncertain cells.
const STABLE_TIME: Duration = Duration::from_millis(500);

/// Returns whether a static screen matches this position, uncertain cells included.
fn matches_stably(position: &dyn Position, screen: &ScreenReading, observer: &Observer) -> bool {
    observer.unchanged_for() >= STABLE_TIME && matches_screen(position, screen)
}

/// Returns whether a static screen matches `before` in all certain cells, among which are those that differ in `after`.
fn matches_where_certain(
    before: &dyn Position,
    after: &dyn Position,
    screen: &ScreenReading,
    observer: &Observer,
) -> bool {
    let changed = changed_cells(before, after);
    let is_certain = |(board, cell): &(String, Cell)| !is_uncertain(screen, board, *cell);
    observer.unchanged_for() >= STABLE_TIME
        && !changed.is_empty()
        && changed.iter().all(is_certain)
        && certain_differences(before, screen).is_some_and(|cells| cells.is_empty())
}

#[derive(Clone, Copy)]
pub(super) enum MoveGoal<'a> {
    /// The first position, which the move leads to, from the second. If it solves the level, the game may also have
    /// continued.
    Shown(&'a dyn Position, &'a dyn Position),
    /// Another board than before. Which one is known only after the move's last intent.
    Changed,
    /// Another phase, in which the entered plan runs.
    Started,
}

impl MoveGoal<'_> {
    /// Returns whether a frame shows the goal. `untouched` is the frame before the first attempt,
    /// if there was one; `is_sent` is whether all inputs of the move were sent.
    fn is_reached(
        &self,
        observer: &Observer,
        frame: &Observation,
        untouched: Option<&Observation>,
        is_sent: bool,
    ) -> bool {
        match (self, frame.playing()) {
            // A move without visible change is confirmed by the attempt alone.
            (Self::Shown(after, before), Some(screen)) => {
                (shows_except_uncertain(*after, *before, screen)
                    || matches_stably(*after, screen, observer))
                    && (untouched.is_some() || !have_same_display(*after, *before))
            }
            (Self::Shown(after, _), None) => is_sent && has_won_away(observer, *after),
            (Self::Changed, Some(screen)) => untouched
                .and_then(Observation::playing)
                .is_some_and(|before| !same_boards(before, screen)),
            (Self::Started, None) => observer.is_away(),
            (Self::Changed, None) | (Self::Started, Some(_)) => false,
        }
    }
}

/// Returns whether a game that shows no boards any more has most likely won, after all inputs of a solving move: the
/// last boards show no other effect of the move. A board that differs in many cells is taken as an animation.
fn has_won_away(observer: &Observer, after: &dyn Position) -> bool {
    let is_end = |last: &ScreenReading| {
        let screens = (observer.before_input(), Some(last));
        shows_end(after, None, screens) || is_other_level(after, last)
    };
    let is_solved = after.is_solved() && after.launch().is_none();
    is_solved && observer.is_away() && observer.boards_after_input().is_none_or(is_end)
}

/// An intent that is being carried out, over all attempts to send its input.
struct InputAttempt<'a> {
    intent: &'a Intent,
    /// Required position of the screen before the intent, if known.
    before: Option<&'a dyn Position>,
    goal: MoveGoal<'a>,
    /// The frame before the first input.
    untouched: Option<Observation>,
}

impl InputAttempt<'_> {
    fn is_reached(&self, observer: &Observer, frame: &Observation, is_sent: bool) -> bool {
        let untouched = self.untouched.as_ref();
        self.goal.is_reached(observer, frame, untouched, is_sent)
    }

    /// Returns whether the screen shows the position before, its piece dropped next to the target, or, after an attempt
    /// in several steps, something over it that the first steps may have opened.
    fn is_as_simulated(
        &self,
        observer: &Observer,
        frame: &Observation,
        aimed: &AimedInput,
    ) -> bool {
        match (frame.playing(), self.before) {
            (Some(screen), Some(before)) => {
                let after = match self.goal {
                    MoveGoal::Shown(after, _) => after,
                    MoveGoal::Changed | MoveGoal::Started => before,
                };
                let may_be_covered =
                    self.untouched.is_some() && matches!(aimed, AimedInput::Steps { .. });
                shows_except_uncertain(before, after, screen)
                    || matches_stably(before, screen, observer)
                    || has_stray_piece(self.intent, before, screen)
                    || may_be_covered && matches_where_certain(before, after, screen, observer)
            }
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}

impl PlayLoop {
    /// Makes the next move of the plan, if there is one. A move that was partly made continues with its next intent.
    pub(super) fn make_move(&mut self) -> Flow<()> {
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
        let skipped = level.partial.as_ref().map_or(0, |partial| partial.intents);
        for (index, intent) in intents.iter().enumerate().skip(skipped) {
            let goal = if index == last {
                MoveGoal::Shown(after.as_ref(), before.as_ref())
            } else {
                MoveGoal::Changed
            };
            if let Some(target) = self.cycle_target(intent)? {
                let positions = (before.as_ref(), after.as_ref());
                self.click_until(intent, target, positions, index == last)?;
                self.set_intents_done(index + 1);
                continue;
            }
            let before_intent = (index == 0).then_some(before.as_ref());
            self.perform(intent, before_intent, goal)?;
            if let Intent::Act { board, .. } = intent {
                let positions = (before.as_ref(), after.as_ref());
                self.actuator
                    .track_selection(|cell| moved_to(positions, board, cell));
            }
            self.set_intents_done(index + 1);
        }
        self.complete_move(&mv, after);
        Ok(())
    }

    /// Records that the first `intents` intents of the next move were carried out.
    fn set_intents_done(&mut self, intents: usize) {
        let boards = self.observer.last_boards();
        if let (Some(level), Some(boards)) = (&mut self.level, boards) {
            level.partial = Some(PartialMove { intents, boards });
        }
    }

    pub(super) fn is_next_sent(&self) -> bool {
        let level = self.level.as_ref();
        level.is_some_and(|level| level.is_next_sent)
    }

    /// Returns whether the game shows no boards because the next move, which was sent, has won.
    pub(super) fn has_won_away(&self, after: &dyn Position) -> bool {
        self.is_next_sent() && has_won_away(&self.observer, after)
    }

    /// Sends the input for an intent until the screen confirms it; again only after a stable frame shows no effect.
    pub(super) fn perform(
        &mut self,
        intent: &Intent,
        before: Option<&dyn Position>,
        goal: MoveGoal<'_>,
    ) -> Flow<()> {
        let mut attempt = InputAttempt {
            intent,
            before,
            goal,
            untouched: None,
        };
        let mut times = 0;
        loop {
            if self.observer.last().is_none() {
                self.observer.observe(&mut self.ctx)?;
            }
            let Some(aimed) = self.aim(&attempt)? else {
                return Ok(());
            };
            let Some(frame) = self.wait_until_ready(&attempt, &aimed)? else {
                return Ok(());
            };
            if times > 0 {
                let text = format!("no effect of {aimed} was seen in time");
                self.actuator.count_lost(&mut self.ctx, text);
                // Some programs accept keys only once the pointer was over their window.
                if times == 1 && matches!(aimed, AimedInput::Press { .. }) {
                    self.hover_once()?;
                }
                if times > self.actuator.pace.retries() {
                    return Err(Break::Pause(match aimed {
                        AimedInput::Press { key, .. } => PauseReason::NoReaction { key, times },
                        other => {
                            let cell = other.cell().unwrap_or_default();
                            PauseReason::NoClickReaction { cell, times }
                        }
                    }));
                }
                // The effect of the last input may be late, so it is waited for before the repetition.
                if self.wait_until_ready(&attempt, &aimed)?.is_none() {
                    self.actuator.learn_late_effect(self.observer.changed_at());
                    return Ok(());
                }
            }
            // Pieces may have moved during the wait.
            let Some(aimed) = self.aim(&attempt)? else {
                return Ok(());
            };
            attempt.untouched.get_or_insert(frame);
            times += 1;
            // An action cannot always be undone, so its time-out is longer than that of a cursor step.
            let timeout = self.actuator.pace.timeout_after(times);
            let mut has_effect = |observer: &Observer, frame: &Observation| {
                attempt.is_reached(observer, frame, true)
            };
            let is_last = matches!(goal, MoveGoal::Shown(..));
            if self.act(&aimed, is_last, timeout, &mut has_effect)? {
                // Separates a second effect of this input from the next input.
                let earliest = self.ctx.now() + self.observer.settle;
                self.actuator.delay_until(earliest);
                return Ok(());
            }
        }
    }

    /// Sends an input of the next move, which is its last one if `is_last`. Returns whether its effect was observed.
    pub(super) fn act(
        &mut self,
        aimed: &AimedInput,
        is_last: bool,
        timeout: Duration,
        has_effect: EffectTest<'_>,
    ) -> Flow<bool> {
        let sent = self.actuator.counts.sent;
        let level = self.level.as_mut();
        let was_attempted = level.map(|level| mem::replace(&mut level.is_next_attempted, true));
        let (ctx, observer) = (&mut self.ctx, &mut self.observer);
        let result = self.actuator.act(ctx, observer, aimed, timeout, has_effect);
        if let Some(level) = &mut self.level {
            if result.is_err() && self.actuator.counts.sent == sent {
                // Interrupted before anything was sent.
                level.is_next_attempted = was_attempted.unwrap_or_default();
            }
            level.is_next_sent |= is_last && self.actuator.complete;
        }
        result
    }

    /// Waits until an intent can be aimed; `None` if its goal is reached meanwhile.
    fn aim(&mut self, attempt: &InputAttempt<'_>) -> Flow<Option<AimedInput>> {
        let deadline = self.ctx.now() + DRIFT_WAIT;
        loop {
            let position = self.level.as_ref().map(|level| level.position.as_ref());
            let aimed = self
                .actuator
                .aim(&self.observer, position, attempt.intent)?;
            if aimed.is_some() {
                return Ok(aimed);
            }
            let (frame, _) = self.observer.wait_until_stable(&mut self.ctx)?;
            let is_sent = self.is_next_sent();
            if matches!(attempt.goal, MoveGoal::Shown(..))
                && attempt
                    .goal
                    .is_reached(&self.observer, &frame, None, is_sent)
            {
                return Ok(None);
            }
            if self.ctx.now() >= deadline {
                return Err(self.mismatch(&frame));
            }
            if let MoveGoal::Shown(after, before) = attempt.goal
                && self.scroll_to_change(after, before, &frame)?
            {
                continue;
            }
            self.observer.wait_poll(&mut self.ctx);
        }
    }

    /// Waits until the input can be sent: the game's cursor is at its cell, the screen is stable
    /// and shows the simulated position, and no earlier input can still take effect. Returns the
    /// frame, or `None` if the goal is reached already, because an earlier input was late.
    fn wait_until_ready(
        &mut self,
        attempt: &InputAttempt<'_>,
        aimed: &AimedInput,
    ) -> Flow<Option<Observation>> {
        let cell = match aimed {
            AimedInput::Press { on, .. } => *on,
            AimedInput::Click { .. } | AimedInput::Point { .. } | AimedInput::Steps { .. } => None,
        };
        let mut wrong_since: Option<Duration> = None;
        for _ in 0..MAX_OBSERVATIONS {
            let has_boards = |frame: &Observation| frame.playing().is_some();
            if let Some(target) = cell
                && self.observer.last().is_none_or(has_boards)
            {
                self.actuator
                    .move_cursor(&mut self.ctx, &mut self.observer, target)?;
            }
            let (frame, stable) = self.observer.wait_until_stable(&mut self.ctx)?;
            // Before the first attempt, a page belongs to the move before.
            if attempt.untouched.is_none() && self.turn_page(&frame)? {
                continue;
            }
            if attempt.is_reached(&self.observer, &frame, self.is_next_sent()) {
                return Ok(None);
            }
            let is_as_simulated = attempt.is_as_simulated(&self.observer, &frame, aimed);
            if let (false, MoveGoal::Shown(after, _), Some(_)) =
                (is_as_simulated, attempt.goal, &attempt.untouched)
                && self.has_taken_effect(after, &frame, stable)
            {
                return Ok(None);
            }
            // A message may belong to this move or the one before.
            if !is_as_simulated && self.turn_page(&frame)? {
                wrong_since = None;
                continue;
            }
            let now = self.ctx.now();
            if is_as_simulated {
                wrong_since = None;
                let is_in_place = cell.is_none() || frame.cursor() == cell;
                if !is_in_place || !stable {
                    continue;
                }
                if now >= self.actuator.safe_from(aimed) {
                    return Ok(Some(frame));
                }
            } else if self.stays_wrong(&mut wrong_since, &frame) {
                return Err(self.mismatch(&frame));
            }
            self.observer.wait_poll(&mut self.ctx);
        }
        Err(Break::Diverged("The screen keeps changing.".to_owned()))
    }

    /// Returns whether a difference from the simulation persists, although the screen may have been drawn or something
    /// may have drifted over it. `since` is when it was first observed, and is set by the first call.
    pub(super) fn stays_wrong(
        &mut self,
        since: &mut Option<Duration>,
        frame: &Observation,
    ) -> bool {
        let now = self.ctx.now();
        let since = *since.get_or_insert(now);
        let screen = frame.playing();
        let is_covered = screen.is_some_and(|screen| !screen.doubtful().is_empty());
        // A game may show the effects of a move one after the other.
        let (since, patience) = match is_covered {
            true => (since, DRIFT_WAIT),
            false => (since.max(self.observer.changed_at()), DRAW_WAIT),
        };
        now.saturating_sub(since) >= patience
    }
}
