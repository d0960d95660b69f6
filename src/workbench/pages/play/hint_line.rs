//! Display of a hint: a line above the board, and the reason over the board.

use egui::{Align2, Area, Frame, Id, Label, RichText, ScrollArea, Ui};

use super::BoardLayout;
use super::hints::{Hints, ReasonState};
use crate::game::{Move, MoveReason, Slot};
use crate::kit::answer;
use crate::kit::theme::{self, space};
use crate::page::{Cx, known};
use crate::session::{Hint, HintStrength};

/// Least height of the room for a reason, in points, and its share of the boards' height.
const REASON_HEIGHT: (f32, f32) = (72.0, 0.4);

/// Largest width of a reason, in points.
const REASON_WIDTH: f32 = 480.0;

pub(super) enum HintAction {
    UndoTo(usize),
    MakeMove(Move),
    /// Makes these moves, which write a program, as one undo step; the caret moves behind this slot.
    WriteProgram(Vec<Move>, Option<Slot>),
}

impl Hints {
    /// Shows the hint in the line above the board. Returns `false` if there is none.
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
                let region = found.region.description();
                let region = region.unwrap_or_else(|| "the whole board".to_owned());
                ui.label(match reason {
                    Some(reason) => format!("Look at {region}: {}.", reason.technique),
                    None => format!("Look at {region}."),
                });
            }
            Hint::Next {
                mv,
                step,
                moves_left,
                ..
            } => {
                ui.label(format!("{} ({moves_left} to go).", step.text));
                if ui.button("Do it").clicked() {
                    *action = Some(HintAction::MakeMove(mv.clone()));
                }
            }
            Hint::DeadEnd {
                undo_to: Some(to),
                reason,
                ..
            } => {
                let text = RichText::new("The level can no longer be solved from here.");
                let label = ui.label(text.color(colors.warn).strong());
                label.on_hover_text(answer::sentence(reason));
                let text = match to {
                    0 => "Undo to the start".to_owned(),
                    n => format!("Undo to step {n}"),
                };
                if ui.button(text).clicked() {
                    *action = Some(HintAction::UndoTo(*to));
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
            Hint::Command(next) if region_only => {
                let place = next.slot.index + 1;
                ui.label(format!("Look at {}, slot {place}.", next.procedure));
            }
            Hint::Command(next) => {
                let (text, procedure, left) = (&next.text, &next.procedure, next.left);
                let best = if next.proved { "" } else { ", perhaps fewer" };
                ui.label(format!("Next: {text} in {procedure} ({left} to go{best})."));
                if ui.button("Do it").clicked() {
                    let moves = next.moves.clone();
                    *action = Some(HintAction::WriteProgram(moves, Some(next.slot)));
                }
            }
            Hint::NoProgram { back, reason } => {
                let text = RichText::new("No winning program begins like this.");
                ui.label(text.color(colors.warn).strong())
                    .on_hover_text(answer::sentence(reason));
                if let Some((moves, count)) = back {
                    let count = answer::count(*count, "commands");
                    if ui.button(format!("Keep the first {count}")).clicked() {
                        *action = Some(HintAction::WriteProgram(moves.clone(), None));
                    }
                }
            }
            Hint::Solved => drop(ui.label("Already solved.")),
            Hint::Unknown => drop(ui.label("No hint was found.")),
        }
        let has_more = matches!(found.hint, Hint::Next { .. } | Hint::Command(_));
        if has_more && found.strength < HintStrength::Why {
            let more = if region_only { "move" } else { "reason" };
            ui.weak(format!("Press Hint again for the {more}."));
        }
        true
    }

    /// Shows the reason over the board, once requested, in the half away from the cells it is about.
    pub(super) fn reason(&self, ui: &Ui, layout: &BoardLayout) {
        let Some(found) = &self.found else { return };
        if found.strength != HintStrength::Why || matches!(found.reason, ReasonState::NotRequested)
        {
            return;
        }
        let area = layout.panel_room(REASON_WIDTH);
        let above = layout
            .hint_y
            .is_some_and(|hint_y| hint_y > layout.area.center().y);
        let (pivot, at) = match above {
            true => (Align2::LEFT_TOP, area.left_top()),
            false => (Align2::LEFT_BOTTOM, area.left_bottom()),
        };
        Area::new(Id::unique("reason for a hint"))
            .pivot(pivot)
            .fixed_pos(at)
            .fade_in(false)
            .show(ui.ctx(), |ui| {
                Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_width(area.width() - 2.0 * f32::from(space::PANEL));
                    match &found.reason {
                        ReasonState::Known(reason) => reason_label(ui, reason, area.height()),
                        _ => drop(ui.label("Looking for the reason…")),
                    }
                });
            });
    }
}

fn reason_label(ui: &mut Ui, reason: &MoveReason, height: f32) {
    let mut name = answer::sentence(reason.technique);
    name.pop();
    let colors = theme::colors(ui);
    let color = if reason.needs_search {
        colors.warn
    } else {
        colors.accent
    };
    ui.vertical(|ui| {
        ui.label(RichText::new(name).color(color).strong());
        // A long argument must not cover the board; a solid bar shows that there is more of it.
        ui.spacing_mut().scroll = egui::style::ScrollStyle::solid();
        let max_height = (REASON_HEIGHT.1 * height).max(REASON_HEIGHT.0);
        ScrollArea::vertical()
            .id_salt(("why", &reason.text))
            .max_height(max_height)
            // An area is as high as at its first frame unless its contents request more.
            .min_scrolled_height(max_height)
            .show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                for line in reason.text.lines() {
                    ui.add(Label::new(line).wrap());
                }
            });
    });
}
