//! Hints for playing by hand, computed in the background: first the region, then the move, then the reason, with each
//! request.

use std::time::Duration;

use egui::{Align, FontId, Label, Layout, RichText, ScrollArea, Ui};

use super::PLAY;
use crate::board::{BoardMark, Mark, MarkKind};
use crate::game::{Cell, Move, MoveReason, Slot, SolveError, Solver};
use crate::kit::answer;
use crate::kit::fields::{pane_title, tip_button};
use crate::kit::theme;
use crate::page::{Cx, known};
use crate::search::{Budget, CancelFlag};
use crate::session::{Hint, HintRegion, HintStrength, LatestTask, Task, explain_move, hint};

/// Time for a hint to a program.
const PROGRAM_TIME_LIMIT: Duration = Duration::from_secs(20);

/// Position of a hint: the level's revision, and the number of moves made.
type PositionKey = (u64, usize);

/// Search for a hint, and the hint found for its position.
#[derive(Default)]
pub(super) struct Hints {
    search: LatestTask<PositionKey, Result<Hint, SolveError>>,
    found: Option<FoundHint>,
}

/// A hint and how much of it is displayed.
struct FoundHint {
    hint: Hint,
    strength: HintStrength,
    region: HintRegion,
    reason: ReasonState,
}

enum ReasonState {
    NotRequested,
    Searching(Task<MoveReason>),
    Known(MoveReason),
}

impl Hints {
    pub(super) fn is_busy(&self) -> bool {
        let reason = self.found.as_ref().map(|found| &found.reason);
        self.search.is_busy() || matches!(reason, Some(ReasonState::Searching(..)))
    }

    pub(super) fn stop(&mut self) {
        match &mut self.found {
            None => self.search = LatestTask::default(),
            Some(found) if matches!(found.reason, ReasonState::Searching(..)) => {
                found.reason = ReasonState::NotRequested;
                found.strength = HintStrength::What;
            }
            Some(_) => {}
        }
    }

    /// The hint, if its move is already displayed.
    pub(super) fn shown_hint(&self) -> Option<&Hint> {
        let found = self.found.as_ref();
        let found = found.filter(|found| found.strength >= HintStrength::What);
        found.map(|found| &found.hint)
    }

    /// Marks of the hint; `level` is the board that the level is drawn on.
    pub(super) fn marks(&self, level: &'static str) -> Vec<BoardMark> {
        let Some(found) = &self.found else {
            return Vec::new();
        };
        let mark = |kind| move |cell: &Cell| Mark { cell: *cell, kind };
        match &found.hint {
            Hint::Next { .. } if found.strength == HintStrength::Where => {
                let cells = found.region.cells.iter().map(mark(MarkKind::Reason));
                let board = found.region.board.clone();
                cells.map(|mark| (board.clone().into(), mark)).collect()
            }
            Hint::Next { step, .. } => {
                let mut marks = Vec::new();
                if let ReasonState::Known(reason) = &found.reason {
                    let cells = reason.cells.iter().map(mark(MarkKind::Reason));
                    marks.extend(cells.map(|mark| (level.into(), mark)));
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

    /// Starts a search for a hint from the current position; if there is one already, displays more of it.
    pub(super) fn request(&mut self, cx: &mut Cx) {
        let Some(solver) = hint_solver(cx) else {
            return cx.messages.status("No solver of this game gives hints.");
        };
        cx.show_tab(PLAY);
        let key = position_key(cx);
        if !self.search.is_for(&key) || !self.search.is_busy() && self.found.is_none() {
            *self = Self::default();
        }
        if let Some(found) = &mut self.found {
            found.strength = found.strength.stronger();
            return self.find_reason(cx, solver);
        }
        let level = cx.document.level().clone();
        let done = cx.document.moves().to_vec();
        let is_programmed = cx.is_programmed();
        self.search.request(key, |_| {
            Task::start("search for a hint", &cx.wake, move |cancel| {
                let mut budget = Budget::default().with_cancel(cancel.clone());
                if is_programmed {
                    // The best program is requested, and proving it optimal can take hours.
                    budget = budget.with_time(PROGRAM_TIME_LIMIT);
                }
                hint(level.as_ref(), &done, solver, &budget)
            })
        });
    }

    /// Obtains the reason for the hint once it is requested, in the background unless the hint contains it.
    fn find_reason(&mut self, cx: &Cx, solver: &'static dyn Solver) {
        let Some(found) = &mut self.found else { return };
        let is_new = matches!(found.reason, ReasonState::NotRequested);
        if found.strength != HintStrength::Why || !is_new {
            return;
        }
        found.reason = match &found.hint {
            Hint::Next {
                reason: Some(reason),
                ..
            } => ReasonState::Known(reason.clone()),
            Hint::Next { plan, .. } => {
                let (level, plan) = (cx.document.level().clone(), plan.clone());
                let done = cx.document.moves().to_vec();
                let work = move |cancel: &CancelFlag| {
                    let budget = Budget::default().with_cancel(cancel.clone());
                    explain_move(&level, &done, &plan, solver, &budget)
                };
                ReasonState::Searching(Task::start("search for a reason", &cx.wake, work))
            }
            Hint::Command(command) => ReasonState::Known(command.reason()),
            Hint::DeadEnd { reason, .. } | Hint::NoProgram { reason, .. } => {
                ReasonState::Known(MoveReason {
                    technique: "dead end",
                    text: answer::sentence(reason),
                    ..MoveReason::default()
                })
            }
            Hint::Solved | Hint::Unknown => ReasonState::NotRequested,
        };
    }

    pub(super) fn poll(&mut self, cx: &mut Cx) {
        if !self.search.is_for(&position_key(cx)) {
            *self = Self::default();
            return;
        }
        if let Some(found) = &mut self.found
            && let ReasonState::Searching(task) = &found.reason
            && let Some(reason) = task.result()
        {
            found.reason = reason.map_or(ReasonState::NotRequested, ReasonState::Known);
        }
        self.search.poll();
        let Some(result) = self.search.take() else {
            return;
        };
        match result {
            Ok(Err(error)) => cx.messages.fail(error),
            Err(broken) => cx.messages.fail(broken),
            Ok(Ok(hint)) => {
                if let Hint::DeadEnd { reason, .. } | Hint::NoProgram { reason, .. } = &hint {
                    // It does not fit in the line above the board.
                    cx.messages.status(answer::sentence(reason));
                }
                let region = match &hint {
                    Hint::Next { mv, step, .. } => {
                        HintRegion::around_move(cx.document.position(), mv, step)
                    }
                    _ => HintRegion::default(),
                };
                let has_place = !region.cells.is_empty() || matches!(hint, Hint::Command(_));
                self.found = Some(FoundHint {
                    hint,
                    strength: match has_place {
                        true => HintStrength::Where,
                        false => HintStrength::What,
                    },
                    region,
                    reason: ReasonState::NotRequested,
                });
            }
        }
    }
}

/// Solver that explains its moves, else the first that can continue from the moves made.
fn hint_solver(cx: &Cx) -> Option<&'static dyn Solver> {
    let game = cx.document.game()?;
    let mut solvers = game.solvers().iter().copied();
    let default = || solvers.find(|solver| solver.info().continues);
    game.explainer().or_else(default)
}

fn position_key(cx: &Cx) -> PositionKey {
    (cx.document.revision(), cx.document.moves().len())
}

pub(super) enum HintAction {
    /// Takes back all moves after this number of them.
    UndoTo(usize),
    MakeMove(Move),
    /// Makes these moves, which write a program, as one undo step; the caret moves behind this slot.
    WriteProgram(Vec<Move>, Option<Slot>),
}

impl Hints {
    /// Shows the hint in the line above the board, the button first, as the text may be cut. Returns `false` if there is none.
    pub(super) fn line(&self, ui: &mut Ui, cx: &mut Cx, action: &mut Option<HintAction>) -> bool {
        if self.search.is_busy() {
            ui.label("Looking for a hint…");
            cx.button(ui, known::STOP);
            return true;
        }
        let Some(found) = &self.found else {
            return false;
        };
        let colors = theme::colors(ui);
        let region_only = found.strength == HintStrength::Where;
        match &found.hint {
            Hint::Next { reason, .. } if region_only => {
                let region = found.region.description().unwrap_or_default();
                ui.label(match reason {
                    Some(reason) => format!("Look at {region}: {}.", reason.technique),
                    None => format!("Look at {region}."),
                });
            }
            Hint::Next { mv, step, plan, .. } => {
                if ui.button("Do it").clicked() {
                    *action = Some(HintAction::MakeMove(mv.clone()));
                }
                ui.label(format!("{} ({} to go).", step.text, plan.len()));
            }
            Hint::DeadEnd {
                undo_to: Some(to),
                reason,
                ..
            } => {
                let text = match to {
                    0 => "Undo to the start".to_owned(),
                    n => format!("Undo to step {}", answer::number(*n)),
                };
                if ui.button(text).clicked() {
                    *action = Some(HintAction::UndoTo(*to));
                }
                let text = RichText::new("The level can no longer be solved from here.");
                let label = ui.label(text.color(colors.warn).strong());
                label.on_hover_text(answer::sentence(reason));
            }
            Hint::DeadEnd {
                undo_to: None,
                reason,
                ..
            } => {
                let text = format!("This level has no solution. {}", answer::sentence(reason));
                ui.label(RichText::new(text).color(colors.bad));
            }
            Hint::Command(next) if region_only => {
                let place = next.slot.index + 1;
                ui.label(format!("Look at {}, slot {place}.", next.procedure));
            }
            Hint::Command(next) => {
                let (name, procedure, left) = (&next.name, &next.procedure, next.left);
                let best = if next.proved { "" } else { ", perhaps fewer" };
                if ui.button("Do it").clicked() {
                    let moves = next.moves.clone();
                    *action = Some(HintAction::WriteProgram(moves, Some(next.slot)));
                }
                ui.label(format!("Next: {name} in {procedure} ({left} to go{best})."));
            }
            Hint::NoProgram { back, reason } => {
                if let Some((moves, count)) = back {
                    let count = answer::count(*count, "commands");
                    if ui.button(format!("Keep the first {count}")).clicked() {
                        *action = Some(HintAction::WriteProgram(moves.clone(), None));
                    }
                }
                let text = RichText::new("No winning program begins like this.");
                ui.label(text.color(colors.warn).strong())
                    .on_hover_text(answer::sentence(reason));
            }
            Hint::Solved => drop(ui.label("Already solved.")),
            Hint::Unknown => drop(ui.label("No hint was found.")),
        }
        let has_more = matches!(found.hint, Hint::Next { .. } | Hint::Command(_));
        if has_more && found.strength < HintStrength::Why {
            let more = match &found.hint {
                _ if !region_only => "reason",
                Hint::Command(_) => "command",
                _ => "move",
            };
            let text = format!("Hint again: the {more}.");
            let font = FontId::proportional(theme::text::BODY);
            let text = ui
                .painter()
                .layout_no_wrap(text, font, theme::colors(ui).weak);
            // A cut text would help nobody.
            if text.size().x <= ui.available_width() {
                ui.label(text);
            }
        }
        true
    }

    /// Returns whether a reason was requested for the displayed hint.
    pub(super) fn has_reason(&self) -> bool {
        self.found.as_ref().is_some_and(|found| {
            found.strength == HintStrength::Why
                && !matches!(found.reason, ReasonState::NotRequested)
        })
    }

    /// Shows the reason, once requested; what exceeds the height, in points, is scrolled to.
    pub(super) fn reason(&mut self, ui: &mut Ui, max_height: f32) {
        let Some(found) = &self.found else { return };
        let mut closed = false;
        ui.horizontal(|ui| {
            pane_title(ui, "Why");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                closed = tip_button(ui, "Close", "Close (Escape)");
            });
        });
        match &found.reason {
            ReasonState::Known(reason) => reason_label(ui, reason, max_height),
            _ => drop(ui.label("Looking for the reason…")),
        }
        if closed {
            self.close();
        }
    }

    /// Closes the reason or, if none is displayed, the hint.
    pub(super) fn close(&mut self) {
        match &mut self.found {
            Some(found) if found.strength == HintStrength::Why => {
                found.strength = HintStrength::What
            }
            found => *found = None,
        }
    }
}

fn reason_label(ui: &mut Ui, reason: &MoveReason, max_height: f32) {
    let mut name = answer::sentence(reason.technique);
    name.pop();
    let colors = theme::colors(ui);
    let color = match reason.needs_search {
        true => colors.warn,
        false => colors.accent,
    };
    ui.vertical(|ui| {
        ui.label(RichText::new(name).color(color).strong());
        // A solid bar shows that there is more of a long argument.
        ui.spacing_mut().scroll = egui::style::ScrollStyle::solid();
        ScrollArea::vertical()
            .id_salt(("why", &reason.text))
            .max_height(max_height)
            .show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                for line in reason.text.lines() {
                    ui.add(Label::new(line).wrap());
                }
            });
    });
}
