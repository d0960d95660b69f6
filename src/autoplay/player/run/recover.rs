//! Recovery from a screen that differs from the simulation, without asking the user.

use crate::game::{BoardReading, Cell, Intent, Move, Position, play, words};
use crate::log::Kind;
use crate::vision::{AfterLevel, ScreenReading};

use super::super::eye::compare::{clear_differences, shows, shows_where_clear};
use super::super::eye::pieces::is_stray;
use super::super::interrupt::{Break, Step};
use super::Run;
use super::level::{after, known_path};

/// Limit of recoveries per level, as a multiple of the retries of an input.
const RECOVERIES: u32 = 4;

/// A reading that differs in more than one of this many cells shows another level.
const OTHER_LEVEL: usize = 5;
/// Limit of moves tried as explanations.
const MOST_MOVES: usize = 500;

/// Continuation of a plan: made moves, remaining moves, and the position between them.
type Course = (Vec<Move>, Vec<Move>, Box<dyn Position>);

impl Run {
    /// Resumes the plan from an unexpected board, if the game recognizes the position and knows a path from it (for
    /// example by undoing a press that counted twice). Limited in number, as the profile may be wrong about the effect
    /// of an input.
    ///
    /// # Errors
    /// The divergence, if there is no continuation.
    pub(super) fn recover(&mut self, what: String) -> Step<()> {
        let retries = self.hand.retries();
        let most = retries.saturating_mul(RECOVERIES);
        let may = |level: &&super::LevelInHand| self.replans < retries && level.recoveries < most;
        let may_recover = self.level.as_ref().filter(may).is_some();
        let dropped = self.after_dropped_piece();
        let is_dropped = dropped.is_some();
        let course = dropped.or_else(|| self.on_from_known_position());
        let course = course.or_else(|| self.further_in_plan());
        let course = course.or_else(|| self.another_level_came());
        let course = course.filter(|_| may_recover);
        let (Some(level), Some((made, left, position))) = (&mut self.level, course) else {
            return Err(Break::Diverged(what));
        };
        self.replans += 1;
        level.recoveries += 1;
        // Some games make moves by themselves.
        let is_ahead = made.len() > level.made;
        let text = match is_ahead {
            true if left.is_empty() => "the plan is finished".to_owned(),
            true => format!(
                "the screen shows {} of the plan; {} left",
                words::count(made.len(), "moves"),
                left.len()
            ),
            false => format!(
                "{what} The plan continues from there with {}.",
                words::count(left.len(), "steps")
            ),
        };
        level.go_on(made, left, position);
        if is_ahead {
            self.site.note(Kind::Plan, text);
        } else if is_dropped {
            self.hand.count_lost(&mut self.site, text);
        } else {
            self.hand.count_doubled(&mut self.site, text);
        }
        Ok(())
    }

    /// Returns whether to plan again from the screen without asking, in games where any board is as good a start as
    /// another. Limited in number without a move in between.
    pub(super) fn may_replan(&mut self) -> bool {
        self.replans += 1;
        let playing = self.eye.playing().is_some();
        self.game.info().memoryless && playing && self.replans <= self.hand.retries()
    }

    /// Continuation from a position that the game recognizes, with a known path to the end of the plan.
    fn on_from_known_position(&self) -> Option<Course> {
        let level = self.level.as_ref()?;
        let seen = self.eye.playing()?;
        let game_level = level.level.as_ref();
        let made = self.game.moves_from_reading(game_level, &seen.reading)?;
        let position = play(game_level, &made).ok()?;
        let left = known_path(game_level, &made, &level.moves)?;
        shows(position.as_ref(), seen).then_some((made, left, position))
    }

    /// Continuation from a later position of the plan: a game may make the last moves by itself, such as marks in the
    /// remaining cells, or an input that the plan contains twice may have counted twice.
    fn further_in_plan(&self) -> Option<Course> {
        let level = self.level.as_ref()?;
        let seen = self.eye.playing()?;
        let mut position = level.position.boxed_clone();
        for (index, mv) in level.moves.iter().enumerate().skip(level.made) {
            position.apply(mv).ok()?;
            if shows(position.as_ref(), seen) {
                let (made, left) = level.moves.split_at(index + 1);
                return Some((made.to_vec(), left.to_vec(), position));
            }
        }
        None
    }

    /// Continuation at the end of the plan, if the next level replaced this one before its end was observed, in games
    /// where it appears by itself: the screen differs from this level in more cells than a move can change.
    fn another_level_came(&self) -> Option<Course> {
        let level = self.level.as_ref()?;
        let seen = self.eye.playing()?;
        let controls = self.config.profile.controls.as_ref()?;
        let is_last = level.made + 1 == level.moves.len();
        if !(is_last && level.is_next_sent()) || controls.after_level != AfterLevel::Automatic {
            return None;
        }
        let end = level.end()?;
        let start = level.level.start();
        let known = [start.as_ref(), level.position.as_ref(), end.as_ref()];
        if !known.into_iter().all(|known| is_another(known, seen)) {
            return None;
        }
        let mut moves = level.position.legal_moves(MOST_MOVES).into_iter();
        let by_a_move = moves.any(|mv| {
            let after = after(level.position.as_ref(), &mv);
            after.is_some_and(|after| !is_another(after.as_ref(), seen))
        });
        (!by_a_move).then(|| (level.moves.clone(), Vec::new(), end))
    }

    /// Continuation of a plan of drags, if a piece seemed to reach its target but lies elsewhere, as a slow game may
    /// show a held piece there. Moves whose effect is visible count as made, in any order, as some games make the last
    /// ones by themselves. If a piece lies next to its target, its move comes first.
    fn after_dropped_piece(&self) -> Option<Course> {
        let level = self.level.as_ref()?;
        let seen = self.eye.playing()?;
        let (mut made, mut left) = (Vec::new(), Vec::new());
        let mut position = level.level.start();
        after_drag(position.as_ref(), level.moves.first()?)?;
        for mv in &level.moves {
            let after = after_drag(position.as_ref(), mv);
            match after.filter(|after| is_seen(position.as_ref(), mv, after.as_ref(), seen)) {
                Some(after) => {
                    made.push(mv.clone());
                    position = after;
                }
                None => left.push(mv.clone()),
            }
        }
        if !shows_where_clear(position.as_ref(), position.as_ref(), seen) {
            let first = left.iter().position(|mv| {
                let intents = position.intents(mv);
                let last = intents.last();
                last.is_some_and(|intent| is_stray(intent, position.as_ref(), seen))
            })?;
            left.get_mut(..=first)?.rotate_right(1);
        }
        let end = |moves: &[Move]| Some(play(level.level.as_ref(), moves).ok()?.encode());
        let all: Vec<Move> = made.iter().chain(&left).cloned().collect();
        (end(&all)? == end(&level.moves)?).then_some((made, left, position))
    }
}

/// Returns whether the reading differs with certainty in enough cells to show another level.
pub(super) fn is_another(known: &dyn Position, seen: &ScreenReading) -> bool {
    let clear = clear_differences(known, seen).unwrap_or_default();
    clear.len() * OTHER_LEVEL > seen.reading.area()
}

/// Position after a legal move that consists of one drag.
fn after_drag(before: &dyn Position, mv: &Move) -> Option<Box<dyn Position>> {
    match before.intents(mv).as_slice() {
        [Intent::Drag { .. }] => after(before, mv),
        _ => None,
    }
}

/// Returns whether the cells changed by a move are read with confidence as after it.
fn is_seen(before: &dyn Position, mv: &Move, after: &dyn Position, seen: &ScreenReading) -> bool {
    let is_read = |board: &BoardReading, cell: Cell| {
        board.cells.get(cell).is_some_and(|read| {
            let sure = read.confidence >= seen.doubtful_below;
            sure && read.value == after.look(&board.id, cell).on_screen()
        })
    };
    let step = after.describe(mv);
    if let Some(board) = seen.reading.board(&step.board) {
        return step.cells.iter().all(|cell| is_read(board, *cell));
    }
    // The game does not name the cells, so those that look different are compared.
    let changed = seen.reading.boards.iter().flat_map(|board| {
        let look = |at: &dyn Position, cell| at.look(&board.id, cell).on_screen().to_owned();
        let cells = board.cells.iter().map(|(cell, _)| cell);
        let changed = cells.filter(move |cell| look(before, *cell) != look(after, *cell));
        changed.map(move |cell| (board, cell))
    });
    let changed: Vec<_> = changed.collect();
    let mut cells = changed.iter();
    !changed.is_empty() && cells.all(|(board, cell)| is_read(board, *cell))
}
