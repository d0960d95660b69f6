//! Recovery from a screen that is not as simulated, without asking the person.

use crate::game::{BoardReading, Cell, Intent, Move, Position, play, words};
use crate::log::Kind;
use crate::vision::{AfterLevel, ScreenReading};

use super::super::eye::compare::{clear_differences, shows, shows_where_clear};
use super::super::eye::pieces::is_stray;
use super::super::interrupt::{Break, Step};
use super::Run;
use super::level::{after, known_path};

/// Recoveries in one level for each time that a press may be repeated.
const RECOVERIES: u32 = 4;

/// Another level differs from a position of the one before in more than one cell of so many.
const OTHER_LEVEL: usize = 5;
/// Most moves that are tried to explain what is seen.
const MOST_MOVES: usize = 500;

/// How the plan goes on: the moves that are made, those that are left, and the position between.
type Course = (Vec<Move>, Vec<Move>, Box<dyn Position>);

impl Run {
    /// Resumes the plan from an unexpected board, if the game recognises the position and knows a
    /// way on from it (for example, it takes back a press that counted twice). Gives up after some
    /// attempts: the profile may be wrong about what a press does.
    ///
    /// # Errors
    /// The divergence, where that is not possible.
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

    /// Whether to plan again from what the screen shows without asking: in games where any board is
    /// as good a start as another, a press that counted twice is no reason to stop. Gives up after
    /// some attempts without a move made in between.
    pub(super) fn may_replan(&mut self) -> bool {
        self.replans += 1;
        let playing = self.eye.playing().is_some();
        self.game.info().memoryless && playing && self.replans <= self.hand.retries()
    }

    /// From a position that the game recognises and from which it knows the path to the end of the
    /// plan.
    fn on_from_known_position(&self) -> Option<Course> {
        let level = self.level.as_ref()?;
        let seen = self.eye.playing()?;
        let game_level = level.level.as_ref();
        let made = self.game.moves_from_reading(game_level, &seen.reading)?;
        let position = play(game_level, &made).ok()?;
        let left = known_path(game_level, &made, &level.moves)?;
        shows(position.as_ref(), seen).then_some((made, left, position))
    }

    /// From a position that comes later in the plan: a game may make the last moves by itself, such as marks in cells that
    /// are left over, or an input may count twice where the plan has it twice.
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

    /// With the last move the next level came before the end of this one was seen, in a game in which it comes by itself:
    /// much is clearly otherwise than in this level, as no move can make it.
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

    /// From a plan of drags in which a piece seemed to have come to its goal but lies elsewhere: a
    /// slow game may show a held piece as if it lay there. Moves whose effect is seen count as made,
    /// in whatever order, as some games make the last ones by themselves; the first of the others is that of the piece
    /// beside its goal.
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

/// Whether many cells are clearly read otherwise than in a position, as those of another level are.
pub(super) fn is_another(known: &dyn Position, seen: &ScreenReading) -> bool {
    let clear = clear_differences(known, seen).unwrap_or_default();
    clear.len() * OTHER_LEVEL > seen.reading.area()
}

/// The position after a legal move that is made by one drag.
fn after_drag(before: &dyn Position, mv: &Move) -> Option<Box<dyn Position>> {
    match before.intents(mv).as_slice() {
        [Intent::Drag { .. }] => after(before, mv),
        _ => None,
    }
}

/// Whether the cells that a move changes are read, with confidence, as they are after it.
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
    // The game does not say which cells: those that look otherwise than before.
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
