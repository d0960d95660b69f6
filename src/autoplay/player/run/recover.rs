//! Recovery from a screen that differs from the simulation, without asking the user.

use crate::game::{Cell, Intent, Move, Position, play, words};
use crate::log::LogKind;
use crate::player::{Break, Flow};
use crate::vision::{AfterLevel, ScreenReading};

use super::super::observer::compare::{
    certain_differences, changed_cells, shows, shows_except_uncertain,
};
use super::super::observer::pieces::has_stray_piece;
use super::PlayLoop;
use super::level::{MAX_EXPLAINING_MOVES, after, known_path, legal_results};

/// Limit of recoveries per level, as a multiple of the retries of an input.
const RECOVERIES_PER_RETRY: u32 = 4;
/// A reading that differs in more than one of this many cells shows another level.
const OTHER_LEVEL_RATIO: usize = 5;

/// Continuation of a plan: made moves, remaining moves, and the position between them.
type Continuation = (Vec<Move>, Vec<Move>, Box<dyn Position>);

impl PlayLoop {
    /// Resumes the plan from an unexpected board, if the game recognizes the position and knows a path from it (for
    /// example by undoing a press that counted twice). Limited in number, as the profile may be wrong about the effect
    /// of an input. If nothing was sent and the screen shows the start of a level, that is read again, as it may
    /// have been read in the middle of an animation. Otherwise returns the divergence.
    pub(super) fn recover(&mut self, what: String) -> Flow<()> {
        let retries = self.actuator.pace.retries();
        let limit = retries.saturating_mul(RECOVERIES_PER_RETRY);
        let level = self.level.as_ref().filter(|level| level.recoveries < limit);
        let may_recover = level.is_some() && self.replans < retries;
        let from_drop = self.dropped_piece_plan();
        let is_dropped = from_drop.is_some();
        let continuation = from_drop.or_else(|| self.known_position_plan());
        let continuation = continuation.or_else(|| self.later_step_plan());
        // Last, as the screen shows no position of this level then.
        let continuation = continuation.or_else(|| self.next_level_plan());
        let continuation = continuation.filter(|_| may_recover);
        let sent = self.actuator.counts.sent;
        let is_start = |screen: &ScreenReading| self.level_at_start(screen).is_some();
        let is_untouched = self.level.as_ref().is_some_and(|it| it.is_untouched(sent))
            && self.observer.playing().is_some_and(is_start);
        if continuation.is_none() && may_recover && is_untouched {
            self.replans += 1;
            self.level = None;
            let text = format!("{what} Nothing was sent, so the level is read again.");
            self.ctx.note(LogKind::Plan, text);
            return Ok(());
        }
        let (Some(level), Some((done, remaining, position))) = (&mut self.level, continuation)
        else {
            return Err(Break::Diverged(what));
        };
        self.replans += 1;
        level.recoveries += 1;
        // Some games make moves by themselves.
        let is_ahead = done.len() > level.done;
        let text = match is_ahead {
            true if remaining.is_empty() => "the plan is finished".to_owned(),
            true => format!(
                "the screen shows {} of the plan; {} left",
                words::count(done.len(), "moves"),
                remaining.len()
            ),
            false => format!(
                "{what} The plan continues from there with {}.",
                words::count(remaining.len(), "steps")
            ),
        };
        level.set_plan(done, remaining, position);
        if is_ahead {
            self.ctx.note(LogKind::Plan, text);
        } else if is_dropped {
            self.actuator.count_lost(&mut self.ctx, text);
        } else {
            self.actuator.count_doubled(&mut self.ctx, text);
        }
        Ok(())
    }

    /// Returns whether to plan again from the screen without asking, in games where any board is as
    /// good a start as another. Limited in number without a move in between.
    pub(super) fn may_replan(&mut self) -> bool {
        self.replans += 1;
        let playing = self.observer.playing().is_some();
        self.game.info().memoryless && playing && self.replans <= self.actuator.pace.retries()
    }

    /// Continuation from a position that the game recognizes, with a known path to the end of the plan.
    fn known_position_plan(&self) -> Option<Continuation> {
        let level = self.level.as_ref()?;
        let screen = self.observer.playing()?;
        let game_level = level.level.as_ref();
        let done = self.game.moves_from_reading(game_level, &screen.reading)?;
        let position = play(game_level, &done).ok()?;
        let remaining = known_path(game_level, &done, &level.moves)?;
        shows(position.as_ref(), screen).then_some((done, remaining, position))
    }

    /// Continuation from a later position of the plan: a game may make the last moves by itself, such as marks in the
    /// remaining cells, or an input that the plan contains twice may have counted twice.
    fn later_step_plan(&self) -> Option<Continuation> {
        let level = self.level.as_ref()?;
        let screen = self.observer.playing()?;
        let mut position = level.position.boxed_clone();
        for (index, mv) in level.moves.iter().enumerate().skip(level.done) {
            position.apply(mv).ok()?;
            if shows(position.as_ref(), screen) {
                let (done, remaining) = level.moves.split_at(index + 1);
                return Some((done.to_vec(), remaining.to_vec(), position));
            }
        }
        None
    }

    /// Continuation at the end of the plan, if the next level replaced this one before its end was observed, in games
    /// where it appears by itself: the screen differs from this level in more cells than a move can change.
    fn next_level_plan(&self) -> Option<Continuation> {
        let level = self.level.as_ref()?;
        let screen = self.observer.playing()?;
        let after_level = &self.actuator.controls.after_level;
        let is_last = level.done + 1 == level.moves.len();
        if !(is_last && level.is_next_sent) || *after_level != AfterLevel::Automatic {
            return None;
        }
        let end = level.end()?;
        let start = level.level.start();
        let known = [start.as_ref(), level.position.as_ref(), end.as_ref()];
        if !known.into_iter().all(|known| is_other_level(known, screen)) {
            return None;
        }
        let mut results = legal_results(level.position.as_ref(), MAX_EXPLAINING_MOVES);
        let is_explained = results.any(|(_, result)| !is_other_level(result.as_ref(), screen));
        (!is_explained).then(|| (level.moves.clone(), Vec::new(), end))
    }

    /// Continuation of a plan of drags, if a piece seemed to reach its target but lies elsewhere, as a slow game may
    /// show a held piece there. Moves whose effect is visible count as made, in any order, as some games make the last
    /// ones by themselves. If a piece lies next to its target, its move comes first.
    fn dropped_piece_plan(&self) -> Option<Continuation> {
        let level = self.level.as_ref()?;
        let screen = self.observer.playing()?;
        let (mut done, mut remaining) = (Vec::new(), Vec::new());
        let mut position = level.level.start();
        // `None` for other plans than those of drags.
        after_drag(position.as_ref(), level.moves.first()?)?;
        for mv in &level.moves {
            let after = after_drag(position.as_ref(), mv);
            match after.filter(|after| is_confirmed(position.as_ref(), mv, after.as_ref(), screen))
            {
                Some(after) => {
                    done.push(mv.clone());
                    position = after;
                }
                None => remaining.push(mv.clone()),
            }
        }
        if !shows_except_uncertain(position.as_ref(), position.as_ref(), screen) {
            let first = remaining.iter().position(|mv| {
                let intents = position.intents(mv);
                let last = intents.last();
                last.is_some_and(|intent| has_stray_piece(intent, position.as_ref(), screen))
            })?;
            remaining.get_mut(..=first)?.rotate_right(1);
        }
        // The moves now come in another order, which must lead to the same end.
        let end = |moves: &[Move]| Some(play(level.level.as_ref(), moves).ok()?.encode());
        let all: Vec<Move> = done.iter().chain(&remaining).cloned().collect();
        (end(&all)? == end(&level.moves)?).then_some((done, remaining, position))
    }
}

/// Returns whether the reading differs with certainty in enough cells to show another level.
pub(super) fn is_other_level(known: &dyn Position, screen: &ScreenReading) -> bool {
    let certain = certain_differences(known, screen).unwrap_or_default();
    certain.len() * OTHER_LEVEL_RATIO > screen.reading.area()
}

/// Position after a legal move that consists of one drag.
fn after_drag(before: &dyn Position, mv: &Move) -> Option<Box<dyn Position>> {
    match before.intents(mv).as_slice() {
        [Intent::Drag { .. }] => after(before, mv),
        _ => None,
    }
}

/// Returns whether the cells changed by a move are read with confidence as after it.
fn is_confirmed(
    before: &dyn Position,
    mv: &Move,
    after: &dyn Position,
    screen: &ScreenReading,
) -> bool {
    let is_as_after = |board: &str, cell: Cell| {
        let read = screen.certain_cell(board, cell);
        read.is_some_and(|read| read.value == after.style(board, cell).on_screen())
    };
    let step = after.describe(mv);
    if screen.reading.board(&step.board).is_some() {
        return step
            .cells
            .iter()
            .all(|cell| is_as_after(&step.board, *cell));
    }
    // The game does not name the cells, so those that look different are compared.
    let mut changed = changed_cells(before, after);
    changed.retain(|(board, cell)| screen.cell(board, *cell).is_some());
    let mut cells = changed.iter();
    !changed.is_empty() && cells.all(|(board, cell)| is_as_after(board, *cell))
}
