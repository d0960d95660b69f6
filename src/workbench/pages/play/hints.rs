//! Hints for playing by hand, computed in the background: first the region, then the move, then the reason, with each
//! request.

use std::time::Duration;

use crate::board::{BoardMark, Mark, MarkKind};
use crate::game::{Cell, Reason, SolveError, Solver};
use crate::kit::answer;
use crate::page::Cx;
use crate::page::messages::Weight;
use crate::search::Budget;
use crate::session::{Hint, Latest, Region, Strength, Task, hint, why};

use super::commands::PLAY;

const PROGRAM_HINT: Duration = Duration::from_secs(20);

/// Position of a hint: the level's revision, and the number of moves made.
type Key = (u64, usize);

/// Search for a hint, and the hint found for a position.
#[derive(Default)]
pub(super) struct Hints {
    pub(super) looking: Latest<Key, Result<Hint, SolveError>>,
    pub(super) found: Option<Found>,
}

/// A hint and how much of it is displayed.
pub(super) struct Found {
    pub(super) hint: Hint,
    key: Key,
    pub(super) strength: Strength,
    pub(super) region: Region,
    pub(super) why: Why,
}

pub(super) enum Why {
    Unasked,
    Looking(Task<Reason>),
    Known(Reason),
}

impl Hints {
    pub(super) fn is_busy(&self) -> bool {
        let why = self.found.as_ref().map(|found| &found.why);
        self.looking.is_busy() || matches!(why, Some(Why::Looking(..)))
    }

    pub(super) fn stop(&mut self) {
        self.looking = Latest::default();
        if let Some(found) = &mut self.found
            && matches!(found.why, Why::Looking(..))
        {
            found.why = Why::Unasked;
            found.strength = Strength::What;
        }
    }

    /// Drops a hint for an outdated position.
    pub(super) fn forget(&mut self) {
        self.stop();
        self.found = None;
    }

    /// The hint, if its move is already displayed.
    pub(super) fn what(&self) -> Option<&Hint> {
        let told = |found: &&Found| found.strength >= Strength::What;
        self.found.as_ref().filter(told).map(|found| &found.hint)
    }

    /// Marks of the hint; `level` is the board that the level is drawn on.
    pub(super) fn marks(&self, level: &'static str) -> Vec<BoardMark> {
        let Some(found) = &self.found else {
            return Vec::new();
        };
        let mark = |kind| move |cell: &Cell| Mark { cell: *cell, kind };
        match &found.hint {
            Hint::Next { .. } if found.strength == Strength::Where => {
                let cells = found.region.cells.iter().map(mark(MarkKind::Reason));
                let board = found.region.board.clone();
                cells.map(|mark| (board.clone().into(), mark)).collect()
            }
            Hint::Next { step, .. } => {
                let mut marks = Vec::new();
                if let Why::Known(reason) = &found.why {
                    let seen = reason.cells.iter().map(mark(MarkKind::Reason));
                    marks.extend(seen.map(|mark| (level.into(), mark)));
                }
                let cells = step.cells.iter().map(mark(MarkKind::Hint));
                marks.extend(cells.map(|mark| (step.board.clone(), mark)));
                marks
            }
            Hint::DeadEnd { cells, .. } => {
                let cells = cells.iter().map(mark(MarkKind::Problem));
                cells.map(|mark| (level.into(), mark)).collect()
            }
            // Programs have a board of their own.
            Hint::Command(_) | Hint::NoProgram { .. } | Hint::Solved | Hint::Unknown => Vec::new(),
        }
    }
}

impl Hints {
    /// Starts a search for a hint from the current position; if there is one already, displays more of it.
    pub(super) fn ask(&mut self, cx: &mut Cx) {
        let Some(solver) = hinter(cx) else {
            cx.messages.status("No solver of this game gives hints.");
            return;
        };
        cx.go(PLAY);
        let key = key(cx);
        if let Some(found) = &mut self.found
            && found.key == key
        {
            found.strength = found.strength.stronger();
            self.find_reason(cx, solver);
            return;
        }
        let looking = &self.looking;
        if looking.is_busy() && looking.is_for(&key) {
            return;
        }
        self.forget();
        let level = cx.document.level().clone();
        let done = cx.document.moves().to_vec();
        let is_programmed = cx.is_programmed();
        self.looking.want(key, |_| {
            Task::start("search for a hint", &cx.wake, move |cancel| {
                let mut budget = Budget::default().with_cancel(cancel.clone());
                if is_programmed {
                    // The best program is requested, and proving it optimal can take hours.
                    budget = budget.with_time(PROGRAM_HINT);
                }
                hint(level.as_ref(), &done, solver, &budget)
            })
        });
    }

    /// Obtains the reason for the hint once it is requested, in the background unless the hint contains it.
    fn find_reason(&mut self, cx: &Cx, solver: &'static dyn Solver) {
        let level = cx.document.level().clone();
        let done = cx.document.moves().to_vec();
        let wake = cx.wake.clone();
        let Some(found) = &mut self.found else {
            return;
        };
        let asked = found.strength == Strength::Why && matches!(found.why, Why::Unasked);
        if !asked {
            return;
        }
        found.why = match &found.hint {
            Hint::Next {
                reason: Some(reason),
                ..
            } => Why::Known(reason.clone()),
            Hint::Next { plan, .. } => {
                let plan = plan.clone();
                Why::Looking(Task::start("search for a reason", &wake, move |cancel| {
                    let budget = Budget::default().with_cancel(cancel.clone());
                    why(&level, &done, &plan, solver, &budget)
                }))
            }
            Hint::Command(command) => Why::Known(command.why()),
            Hint::DeadEnd { reason, .. } | Hint::NoProgram { reason, .. } => Why::Known(Reason {
                technique: "dead end",
                text: answer::sentence(reason),
                ..Reason::default()
            }),
            Hint::Solved | Hint::Unknown => Why::Unasked,
        };
    }

    pub(super) fn poll(&mut self, cx: &mut Cx) {
        let now = key(cx);
        let stale = self.found.as_ref().is_some_and(|found| found.key != now)
            || self.looking.key().is_some_and(|key| *key != now);
        if stale {
            self.forget();
            return;
        }
        if let Some(found) = &mut self.found
            && let Why::Looking(task) = &found.why
            && let Some(reason) = task.end()
        {
            found.why = reason.map_or(Why::Unasked, Why::Known);
        }
        self.looking.poll();
        let Some(ended) = self.looking.take() else {
            return;
        };
        let hint = match ended {
            Ok(hint) => hint.map_err(|error| error.to_string()),
            Err(broken) => Err(broken.to_string()),
        };
        match hint {
            Ok(hint) => {
                if let Hint::DeadEnd { reason, .. } | Hint::NoProgram { reason, .. } = &hint {
                    // It does not fit in the line above the board.
                    cx.messages.status(answer::sentence(reason));
                }
                let region = match &hint {
                    Hint::Next { mv, step, .. } => Region::of(cx.document.position(), mv, step),
                    _ => Region::default(),
                };
                self.found = Some(Found {
                    hint,
                    key: now,
                    strength: Strength::Where,
                    region,
                    why: Why::Unasked,
                });
            }
            Err(error) => cx.messages.toast(Weight::Bad, answer::sentence(&error)),
        }
    }
}

fn hinter(cx: &Cx) -> Option<&'static dyn Solver> {
    let game = cx.document.game()?;
    let mut solvers = game.solvers().iter().copied();
    let any = || solvers.find(|solver| solver.info().continues);
    game.explainer().or_else(any)
}

fn key(cx: &Cx) -> Key {
    (cx.document.revision(), cx.document.moves().len())
}
