//! The report as text, with buttons that display its positions.

use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};

use crate::export::fairness::describe;
use crate::game::{DeadEnd, Fairness};
use crate::kit::theme::{self, space};
use crate::page::messages::Severity;
use crate::page::{Cx, known};

use super::board::ReportBoard;

const WIDTH: f32 = 380.0;

/// Shows a report at the right of the board.
pub(super) fn show(ui: &mut Ui, report: &Fairness, board: &mut ReportBoard, cx: &mut Cx) {
    let frame = Frame::new()
        .fill(theme::colors(ui).panel)
        .inner_margin(Margin::same(space::PANEL));
    Panel::right("report")
        .exact_size(WIDTH)
        .resizable(false)
        .frame(frame)
        .show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                buttons(ui, report, board, cx);
                ui.add_space(space::SMALL);
                dead_ends(ui, report, board, cx);
                for line in describe(report, 0) {
                    ui.add(Label::new(line).wrap());
                }
            });
        });
}

/// Buttons for marks and plans.
fn buttons(ui: &mut Ui, report: &Fairness, board: &mut ReportBoard, cx: &mut Cx) {
    let level = cx.document.level().clone();
    ui.horizontal_wrapped(|ui| {
        let help = "Mark the cells whose contents make a difference";
        if ui.button("Cells").on_hover_text(help).clicked() {
            board.show_level(level.as_ref(), report);
        }
        let plans = report
            .shortest
            .as_ref()
            .map_or(&[][..], |ways| &ways.examples);
        for (index, plan) in plans.iter().enumerate() {
            let name = format!("Plan {}", index + 1);
            let button = ui.button(&name).on_hover_text("Show the end of this plan");
            if button.clicked() {
                board.show_end(level.as_ref(), plan.moves(), &name.to_lowercase());
            }
        }
        let help = "Make the moves that lead to the position shown";
        if !board.moves.is_empty() && ui.button("Play from there").on_hover_text(help).clicked() {
            match cx
                .document
                .set_moves("Play from a report", board.moves.clone())
            {
                Ok(()) => cx.show_tab(known::PLAY),
                Err(error) => cx.messages.toast(Severity::Bad, format!("{error}.")),
            }
        }
    });
}

/// Links to dead ends.
fn dead_ends(ui: &mut Ui, report: &Fairness, board: &mut ReportBoard, cx: &Cx) {
    let ends = report
        .dead_ends
        .as_ref()
        .map_or(&[][..], |ends| &ends.nearest);
    if ends.is_empty() {
        return;
    }
    ui.label(RichText::new("Dead ends next to the shortest plan").strong());
    for end in ends {
        let level = cx.document.level();
        ui.horizontal(|ui| {
            let name = format!("Step {}: {}", end.way.len() + 1, end.wrong);
            if ui.link(name).clicked() {
                board.show_dead_end(level.as_ref(), end);
            }
            ui.weak(depth_text(end));
        });
    }
    ui.add_space(space::SMALL);
}

/// Number of moves possible after the level is lost.
fn depth_text(end: &DeadEnd) -> String {
    match end.moves {
        0 => "the game ends there".to_owned(),
        1 => "1 move deep".to_owned(),
        moves => format!("{moves} moves deep"),
    }
}
