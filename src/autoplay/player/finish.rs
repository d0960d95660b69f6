//! Plans that are entered first and started then: what is entered is read back, it is started by
//! the game's own control, and what the screen shows at the end must be what was simulated.

use std::time::Duration;

use crate::event::State;
use crate::game::{Cell, Finish, Position, ShownBoard};
use crate::log::Kind;
use crate::reader::{shows, unlike};
use crate::vision::{ENDED_PHASE, ScreenReading};

use super::moves::Goal;
use super::{Break, Player, Step};

/// A plan that the game took back without its end having been seen is started so often.
const STARTS: u32 = 3;
/// The end is looked at for so long before it is called wrong: it may still be drawn.
const DRAWING: Duration = Duration::from_secs(1);

/// What was seen of a run.
enum End {
    /// What was simulated.
    AsPlanned,
    /// The game is back before the start.
    Back,
}

impl Player {
    /// Starts the plan that was entered, if the game has to be told to, and waits for its end.
    pub(super) fn carry_out(&mut self) -> Step<()> {
        let Some((finish, position)) = self.current.as_ref().and_then(|current| {
            let finish = current.position.finish()?;
            Some((finish, current.position.boxed_clone()))
        }) else {
            return Ok(());
        };
        for _ in 0..STARTS {
            if !self.current.as_ref().is_some_and(|current| current.started) {
                self.start_plan(&finish, position.as_ref())?;
            }
            let end = self.await_end(&finish)?;
            if let Some(current) = &mut self.current {
                current.started = false;
            }
            match end {
                End::AsPlanned => return Ok(()),
                End::Back => {
                    let text = "the game is back before the start of the plan".to_owned();
                    self.note(Kind::Lost, text);
                }
            }
        }
        let what = format!("The plan was started {STARTS} times, and never seen to reach its end.");
        let seen = self.last.as_ref().and_then(|frame| frame.seen.clone().ok());
        Err(self.diverged(what, seen.as_deref()))
    }

    /// Reads back what was entered, and starts it.
    fn start_plan(&mut self, finish: &Finish, position: &dyn Position) -> Step<()> {
        self.checkpoint()?;
        let deadline = self.deps.world.now() + self.pace.longest_timeout() * 4;
        loop {
            let (frame, stable) = self.settled(self.pace.settle(), self.pace.longest_timeout())?;
            let as_simulated = frame.playing().is_some_and(|seen| shows(position, seen));
            if stable && as_simulated {
                break;
            }
            let now = self.deps.world.now();
            if now >= deadline {
                return Err(self.not_as_simulated(&frame));
            }
            self.nap(now);
        }
        self.note(
            Kind::Confirmed,
            "the whole plan is entered; it is started".to_owned(),
        );
        for intent in &finish.start {
            self.perform(intent, Some(position), &Goal::Started)?;
        }
        if let Some(current) = &mut self.current {
            current.started = true;
        }
        Ok(())
    }

    fn await_end(&mut self, finish: &Finish) -> Step<End> {
        self.say(State::Preparing("Watching the plan run".to_owned()));
        let deadline = self.deps.world.now() + self.pace.run_timeout();
        let mut ended_since: Option<Duration> = None;
        loop {
            let (frame, stable) = self.settled(self.pace.settle(), self.pace.poll())?;
            let now = self.deps.world.now();
            let ended = frame.seen.as_ref().ok();
            let ended = ended.filter(|seen| seen.phase == ENDED_PHASE).cloned();
            if let Some(seen) = ended {
                if is_shown(&finish.shown, &seen) {
                    return Ok(End::AsPlanned);
                }
                let since = *ended_since.get_or_insert(now);
                if stable && now.saturating_sub(since) >= DRAWING {
                    return Err(self.ended_otherwise(finish, &seen));
                }
            } else {
                ended_since = None;
            }
            if let Some(seen) = frame.playing().filter(|_| stable) {
                // Its end went by unseen if there is another level now.
                return Ok(if self.is_another_level(seen) {
                    End::AsPlanned
                } else {
                    End::Back
                });
            }
            if now >= deadline {
                let waited = self.pace.run_timeout().as_secs();
                let what =
                    format!("The plan was started, but has not come to its end in {waited} s.");
                let seen = frame.seen.as_ref().ok().cloned();
                return Err(self.diverged(what, seen.as_deref()));
            }
            self.nap(now);
        }
    }

    /// Whether a reading is that of a level other than the one in hand, at its start.
    fn is_another_level(&self, seen: &ScreenReading) -> bool {
        let Ok(level) = self.game.level_from_reading(&seen.reading) else {
            return false;
        };
        let other = |current: &super::Current| current.level.to_text() != level.to_text();
        self.current.as_ref().is_some_and(other) && shows(level.start().as_ref(), seen)
    }

    /// What to say when a plan ended, but not as simulated.
    fn ended_otherwise(&mut self, finish: &Finish, seen: &ScreenReading) -> Break {
        let boards: Vec<String> = finish
            .shown
            .iter()
            .filter(|board| seen.reading.board(board.id).is_some())
            .filter_map(|board| {
                let cells: Vec<String> = unlike(board, seen).map(|c| c.to_string()).collect();
                let all = cells.join(", ");
                (!cells.is_empty()).then(|| format!("‘{}’ differs at {all}", board.id))
            })
            .collect();
        let what = format!(
            "The plan ran to its end, but not to the one that was simulated: {}. Either the level \
             was not read rightly, or its rules are others here.",
            boards.join("; ")
        );
        self.diverged(what, Some(seen))
    }
}

/// Whether boards show what they should, as far as can be seen: what came to stand before others
/// may hide some of them. Boards that the profile does not read say nothing.
fn is_shown(boards: &[ShownBoard], seen: &ScreenReading) -> bool {
    boards.iter().all(|board| {
        let Some(read) = seen.reading.board(board.id) else {
            return true;
        };
        let hidden = |cell: &Cell| {
            let read = read.cells.get(*cell);
            read.is_some_and(|read| read.confidence < seen.doubtful_below)
        };
        unlike(board, seen).all(|cell| hidden(&cell))
    })
}
