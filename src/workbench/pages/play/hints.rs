//! Hints while one plays by hand: where to look, what to do, why – stronger each time one asks.

use crate::page::known;
use std::time::Duration;

use egui::{RichText, Ui};

use crate::game::{Cell, Move, Reason, SolveError, Solver};
use crate::search::Budget;
use crate::session::{CommandHint, Hint, Latest, Region, Strength, Task, hint, why};

use crate::board::{BoardMark, Mark, MarkKind};
use crate::kit::answer;
use crate::kit::fields::strip;
use crate::kit::theme;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;

/// Time for a hint about a program.
const PROGRAM_HINT: Duration = Duration::from_secs(20);

/// Height of the room for a reason, in points.
const WHY_HEIGHT: f32 = 92.0;

/// The position a hint is for: the level's revision, and the number of moves made.
type Key = (u64, usize);

/// A hint that is looked for, or that was found for a position.
#[derive(Default)]
pub struct Hints {
    looking: Latest<Key, Result<Hint, SolveError>>,
    found: Option<Found>,
}

struct Found {
    hint: Hint,
    key: Key,
    strength: Strength,
    region: Region,
    why: Why,
}

/// The reason of a hint.
enum Why {
    Unasked,
    Looking(Task<Reason>),
    Known(Reason),
}

impl Hints {
    /// Whether a hint or its reason is looked for.
    pub fn is_busy(&self) -> bool {
        let why = self.found.as_ref().map(|found| &found.why);
        self.looking.is_busy() || matches!(why, Some(Why::Looking(..)))
    }

    /// Calls the search off.
    pub fn stop(&mut self) {
        self.looking = Latest::default();
        if let Some(found) = &mut self.found
            && matches!(found.why, Why::Looking(..))
        {
            found.why = Why::Unasked;
            found.strength = Strength::What;
        }
    }

    /// Another position: a hint for the old one is of no use.
    pub fn forget(&mut self) {
        self.stop();
        self.found = None;
    }

    /// The hint for the position at hand, if it may be told what to do by now.
    pub(crate) fn what(&self) -> Option<&Hint> {
        let told = |found: &&Found| found.strength >= Strength::What;
        self.found.as_ref().filter(told).map(|found| &found.hint)
    }

    /// The marks that it sets on boards; `level` is the board that the level is drawn on.
    pub(crate) fn marks(&self, level: &'static str) -> Vec<BoardMark> {
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

/// What a click in the line above the board asks for.
#[derive(Default)]
pub(crate) struct Wanted {
    pub(crate) take_back_to: Option<usize>,
    pub(crate) make: Option<Move>,
    pub(crate) write: Option<Vec<Move>>,
}

impl Workbench {
    /// The solver that hints come from.
    fn hinter(&self) -> Option<&'static dyn Solver> {
        let game = self.cx.document.game()?;
        let mut solvers = game.solvers().iter().copied();
        let any = || solvers.find(|solver| solver.info().continues);
        game.explainer().or_else(any)
    }

    fn hint_key(&self) -> Key {
        (self.cx.document.revision(), self.cx.document.moves().len())
    }

    /// Looks for a hint from the position at hand, on a thread; where there is one already, gives a
    /// stronger one.
    pub(crate) fn ask_for_hint(&mut self) {
        self.sync_program();
        let Some(solver) = self.hinter() else {
            self.cx
                .messages
                .status("No solver of this game gives hints.");
            return;
        };
        self.cx.tab = known::PLAY;
        let key = self.hint_key();
        if let Some(found) = &mut self.center.hints.found
            && found.key == key
        {
            found.strength = found.strength.stronger();
            self.reason_hint(solver);
            return;
        }
        let looking = &self.center.hints.looking;
        if looking.is_busy() && looking.is_for(&key) {
            return;
        }
        self.center.hints.forget();
        let level = self.cx.document.level().clone();
        let done = self.cx.document.moves().to_vec();
        let is_programmed = self.cx.is_programmed();
        self.center.hints.looking.want(key, |_| {
            Task::start("search for a hint", &self.cx.wake, move |cancel| {
                let mut budget = Budget::default().with_cancel(cancel.clone());
                if is_programmed {
                    // The best program is wanted, and that it is the best can take hours to prove.
                    budget = budget.with_time(PROGRAM_HINT);
                }
                hint(level.as_ref(), &done, solver, &budget)
            })
        });
    }

    /// Finds the reason for the hint once it is asked for: most are worked out on a thread.
    fn reason_hint(&mut self, solver: &'static dyn Solver) {
        let level = self.cx.document.level().clone();
        let done = self.cx.document.moves().to_vec();
        let wake = self.cx.wake.clone();
        let Some(found) = &mut self.center.hints.found else {
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

    /// Takes over what was found.
    pub(crate) fn poll_hint(&mut self) {
        let now = self.hint_key();
        let hints = &mut self.center.hints;
        let stale = hints.found.as_ref().is_some_and(|found| found.key != now)
            || hints.looking.key().is_some_and(|key| *key != now);
        if stale {
            hints.forget();
            return;
        }
        if let Some(found) = &mut hints.found
            && let Why::Looking(task) = &found.why
            && let Some(reason) = task.end()
        {
            found.why = reason.map_or(Why::Unasked, Why::Known);
        }
        hints.looking.poll();
        let Some(ended) = hints.looking.take() else {
            return;
        };
        let hint = match ended {
            Ok(hint) => hint.map_err(|error| error.to_string()),
            Err(broken) => Err(broken.to_string()),
        };
        match hint {
            Ok(hint) => {
                if let Hint::DeadEnd { reason, .. } | Hint::NoProgram { reason, .. } = &hint {
                    // The line above the board has no room for it.
                    self.cx.messages.status(answer::sentence(reason));
                }
                let region = match &hint {
                    Hint::Next { mv, step, .. } => {
                        Region::of(self.cx.document.position(), mv, step)
                    }
                    _ => Region::default(),
                };
                hints.found = Some(Found {
                    hint,
                    key: now,
                    strength: Strength::Where,
                    region,
                    why: Why::Unasked,
                });
            }
            Err(error) => self
                .cx
                .messages
                .toast(Weight::Bad, answer::sentence(&error)),
        }
    }

    /// The hint in the line above the board; `false` if there is none to show.
    pub(crate) fn hint_line(&mut self, ui: &mut Ui, wanted: &mut Wanted) -> bool {
        if self.center.hints.looking.is_busy() {
            ui.label("Looking for a hint…");
            self.cx.button(ui, known::STOP);
            return true;
        }
        let Some(found) = &self.center.hints.found else {
            return false;
        };
        let colors = theme::colors(ui);
        let only_where = found.strength == Strength::Where;
        match &found.hint {
            Hint::Next { reason, .. } if only_where => {
                let place = found.region.words();
                let place = place.unwrap_or_else(|| "the board as a whole".to_owned());
                ui.label(match reason {
                    Some(reason) => format!("Look at {place}: {}.", reason.technique),
                    None => format!("Look at {place}."),
                });
            }
            Hint::Next {
                mv,
                step,
                moves_left,
                ..
            } => {
                ui.label(format!("{} ({moves_left} left).", step.text));
                if ui.button("Do it").clicked() {
                    wanted.make = Some(mv.clone());
                }
            }
            Hint::DeadEnd {
                undo_to: Some(to),
                reason,
                ..
            } => {
                let text = RichText::new("This cannot be finished.").color(colors.warn);
                ui.label(text.strong())
                    .on_hover_text(answer::sentence(reason));
                let text = match to {
                    0 => "Undo to the start".to_owned(),
                    n => format!("Undo to step {n}"),
                };
                if ui.button(text).clicked() {
                    wanted.take_back_to = Some(*to);
                }
            }
            Hint::DeadEnd {
                undo_to: None,
                reason,
                ..
            } => {
                let text = format!("This level has no solution. {}", answer::sentence(reason));
                ui.label(RichText::new(text).color(colors.bad));
            }
            Hint::Command(next) if only_where => {
                let place = next.slot.index + 1;
                ui.label(format!("Look at {}, slot {place}.", next.procedure));
            }
            Hint::Command(next) => {
                let CommandHint {
                    text,
                    procedure,
                    left,
                    proved,
                    ..
                } = next;
                let best = if *proved { "" } else { ", as far as was found" };
                ui.label(format!("Next: {text} in {procedure} ({left} to go{best})."));
                if ui.button("Do it").clicked() {
                    wanted.write = Some(next.moves.clone());
                }
            }
            Hint::NoProgram { back, reason } => {
                let text = RichText::new("No program that wins begins so.");
                ui.label(text.color(colors.warn).strong())
                    .on_hover_text(answer::sentence(reason));
                if let Some((moves, kept)) = back
                    && ui
                        .button(format!("Keep the first {kept} commands"))
                        .clicked()
                {
                    wanted.write = Some(moves.clone());
                }
            }
            Hint::Solved => {
                ui.label("It is solved already.");
            }
            Hint::Unknown => {
                ui.label("No hint was found.");
            }
        }
        let more = match found.strength {
            Strength::Where => "ask again for what to do",
            Strength::What => "ask again for the reason",
            Strength::Why => "",
        };
        if matches!(found.hint, Hint::Next { .. } | Hint::Command(_)) && !more.is_empty() {
            ui.weak(more);
        }
        true
    }

    /// Below it: why, once that was asked for.
    pub(crate) fn hint_reason(&mut self, ui: &mut Ui) {
        let Some(found) = &self.center.hints.found else {
            return;
        };
        if found.strength != Strength::Why {
            return;
        }
        match &found.why {
            Why::Unasked => {}
            Why::Looking(..) => strip(ui, |ui| {
                ui.label("Working out why…");
            }),
            Why::Known(reason) => strip(ui, |ui| reason_label(ui, reason)),
        }
    }
}

/// Why a move is made.
fn reason_label(ui: &mut Ui, reason: &Reason) {
    let mut name = answer::sentence(reason.technique);
    name.pop();
    let colors = theme::colors(ui);
    let color = if reason.tried {
        colors.warn
    } else {
        colors.accent
    };
    ui.vertical(|ui| {
        ui.label(RichText::new(name).color(color).strong());
        // A long argument must not push the board away.
        egui::ScrollArea::vertical()
            .id_salt("why")
            .max_height(WHY_HEIGHT)
            .show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                for line in reason.text.lines() {
                    ui.add(egui::Label::new(line).wrap());
                }
            });
    });
}
