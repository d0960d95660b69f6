//! The report as text, with buttons that display its positions.

use egui::{Label, Panel, RichText, ScrollArea, Ui};

use crate::export::fairness::describe;
use crate::game::Fairness;
use crate::kit::answer;
use crate::kit::fields::{panel_frame, tip_button};
use crate::kit::theme::space;
use crate::page::{Cx, known};

use super::board::ReportBoard;

const WIDTH: f32 = 380.0;

/// Shows a report at the right of the board.
pub(super) fn show(ui: &mut Ui, report: &Fairness, board: &mut ReportBoard, cx: &mut Cx) {
    Panel::right("report")
        .exact_size(WIDTH)
        .resizable(false)
        .frame(panel_frame(ui))
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
        if tip_button(ui, "Cells", help) {
            board.show_level(level.as_ref(), report);
        }
        let plans = report
            .shortest
            .iter()
            .flat_map(|shortest| &shortest.examples);
        for (index, plan) in plans.enumerate() {
            let name = format!("Plan {}", index + 1);
            if tip_button(ui, &name, "Show the end of this plan") {
                board.show_end(level.as_ref(), plan.moves(), &name.to_lowercase());
            }
        }
        let help = "Make the moves that lead to this position";
        if !board.moves.is_empty() && tip_button(ui, "Play from here", help) {
            let moves = board.moves.clone();
            match cx.document.set_moves("Play from a report", moves) {
                Ok(()) => cx.show_tab(known::PLAY),
                Err(error) => cx.messages.fail(&error),
            }
        }
    });
}

fn dead_ends(ui: &mut Ui, report: &Fairness, board: &mut ReportBoard, cx: &Cx) {
    let ends = report.dead_ends.as_ref();
    let ends = ends.map_or(&[][..], |ends| &ends.nearest);
    if ends.is_empty() {
        return;
    }
    ui.label(RichText::new("Dead ends near the shortest plan").strong());
    for end in ends {
        let level = cx.document.level();
        ui.horizontal(|ui| {
            let name = format!("Step {}: {}", end.way.len() + 1, end.wrong);
            if ui.link(name).clicked() {
                board.show_dead_end(level.as_ref(), end);
            }
            ui.weak(match end.moves {
                0 => "no more moves".to_owned(),
                moves => format!("{} left", answer::count(moves, "moves")),
            });
        });
    }
    ui.add_space(space::SMALL);
}
