//! The way back to the plan, without asking, from a screen that is not as simulated.

use std::sync::Arc;

use crate::event::Divergence;
use crate::game::{Intent, Level, Move, Position, play};
use crate::reader::{shows, shows_all_but_covered};
use crate::vision::ScreenReading;

use super::moves::fell_beside;
use super::{Break, Player, Step};

/// For each time that a press may be repeated, so many mends a level.
const MENDS: u32 = 4;

/// Where the plan is gone on with: the moves that are made, those that are left, and the position
/// between.
type Mended = (Vec<Move>, Vec<Move>, Box<dyn Position>);

impl Player {
    /// Takes a board that is not as simulated for where the plan goes on from, if the game can
    /// tell which position that is and the way from there is known: a press that counted twice is
    /// taken back so. Not for ever: a profile may be wrong about what a press does.
    ///
    /// # Errors
    /// The divergence, where that is not so.
    pub(super) fn mend(&mut self, what: Arc<Divergence>) -> Step<()> {
        let may = self.replans < self.pace.retries()
            && self.mends < self.pace.retries().saturating_mul(MENDS);
        let regained = self.regained().filter(|_| may);
        let dropped = regained.is_some();
        let mended = regained.or_else(|| self.mended().filter(|_| may));
        let Some((there, way, position)) = mended else {
            return Err(Break::Diverged(what));
        };
        (self.replans, self.mends) = (self.replans + 1, self.mends + 1);
        let text = format!("{} {} steps lead on from there.", what.what, way.len());
        if dropped {
            self.count_lost(text);
        } else {
            self.count_doubled(text);
        }
        if let Some(current) = &mut self.current {
            current.made = there.len();
            current.moves = there.into_iter().chain(way).collect();
            current.position = position;
        }
        self.attempted = None;
        Ok(())
    }

    /// The moves to what the screen shows, those from there to the end of the plan, and the
    /// position between.
    fn mended(&self) -> Option<Mended> {
        let current = self.current.as_ref()?;
        let seen = self.last.as_ref()?.playing()?;
        let there = self
            .game
            .moves_from_reading(current.level.as_ref(), &seen.reading)?;
        let position = play(current.level.as_ref(), &there).ok()?;
        let end = play(current.level.as_ref(), &current.moves).ok()?;
        let way = position.way_to(&end.encode())?;
        shows(position.as_ref(), seen).then_some((there, way, position))
    }

    /// What is left of a plan of drags of which one seemed to have come to its goal, but lies
    /// elsewhere: a game that falls behind shows for a while as lying there what is still held.
    /// Moves whose effect is seen count as made, in whatever order, the others as to be made; the
    /// first of these is the one whose thing lies beside its goal.
    fn regained(&self) -> Option<Mended> {
        let current = self.current.as_ref()?;
        let seen = self.last.as_ref()?.playing()?;
        let (mut made, mut rest) = (Vec::new(), Vec::new());
        let mut position = current.level.start();
        after_drag(position.as_ref(), current.moves.first()?)?;
        for mv in &current.moves {
            match after_drag(position.as_ref(), mv).filter(|after| is_seen(&**after, mv, seen)) {
                Some(after) => {
                    made.push(mv.clone());
                    position = after;
                }
                None => rest.push(mv.clone()),
            }
        }
        if !shows_all_but_covered(position.as_ref(), position.as_ref(), seen) {
            let first = rest.iter().position(|mv| {
                let intents = position.intents(mv);
                intents
                    .last()
                    .is_some_and(|intent| fell_beside(intent, position.as_ref(), seen))
            })?;
            rest.get_mut(..=first)?.rotate_right(1);
        }
        let all: Vec<Move> = made.iter().chain(&rest).cloned().collect();
        let planned = play(current.level.as_ref(), &current.moves).ok()?;
        let end = play(current.level.as_ref(), &all).ok()?;
        (end.encode() == planned.encode()).then_some((made, rest, position))
    }
}

/// The position after a move that is made by one drag, if it is such a one and legal.
fn after_drag(before: &dyn Position, mv: &Move) -> Option<Box<dyn Position>> {
    let [Intent::Drag { .. }] = before.intents(mv).as_slice() else {
        return None;
    };
    let mut after = before.boxed_clone();
    after.apply(mv).ok().map(|()| after)
}

/// Whether the cells that a move is about are read, for sure, as they are after it.
fn is_seen(after: &dyn Position, mv: &Move, seen: &ScreenReading) -> bool {
    let step = after.describe(mv);
    let board = seen.reading.board(&step.board);
    board.is_some_and(|board| {
        step.cells.iter().all(|cell| {
            board.cells.get(*cell).is_some_and(|read| {
                let sure = read.confidence >= seen.doubtful_below;
                sure && read.value == after.look(&step.board, *cell).value
            })
        })
    })
}

/// The way from where `made` leads to where `moves` lead, both from the level's start, in games
/// that know it without searching.
pub(super) fn direct(level: &dyn Level, made: &[Move], moves: &[Move]) -> Option<Vec<Move>> {
    let end = play(level, moves).ok()?.encode();
    play(level, made).ok()?.way_to(&end)
}
