//! The pane next to a run's board: program with the last executed command, counts, open calls.

use egui::{Label, RichText, Role, Sense, Ui, Vec2};

use crate::board::tile::{self, GAP, SIDE, TileState, wrap_slots};
use crate::game::{RunTimeline, Slot};
use crate::kit::answer;
use crate::kit::fields::{scroll_area, set_name};
use crate::kit::theme::{self, space};

/// Most calls listed.
const MAX_CALLS: usize = 6;
/// Lines of calls for which space is always left.
const RESERVED_LINES: f32 = 3.0;

/// State of the pane between frames.
#[derive(Default)]
pub(super) struct RunPane {
    /// Step of the last frame; the program scrolls only when it changes, so that the user can scroll, too.
    last_step: Option<u64>,
}

impl RunPane {
    pub(super) fn show(&mut self, ui: &mut Ui, run: &RunTimeline) {
        // The pane keeps its size whatever its content.
        ui.set_min_size(ui.available_size());
        let colors = theme::colors(ui);
        let (now, all) = (run.now(), run.reached());
        let counter = format!("Command {}", answer::progress(now.steps(), all));
        ui.add(Label::new(RichText::new(counter).strong()).truncate());
        let tallies: Vec<String> = now.counters().iter().map(ToString::to_string).collect();
        ui.add(Label::new(tallies.join(" · ")).truncate());
        ui.add_space(space::SMALL);
        let ending = now.ending();
        let heading = if ending.is_some() { "End" } else { "Calls" };
        ui.label(RichText::new(heading).strong());
        let top = ui.cursor().top();
        ui.spacing_mut().item_spacing.y = 1.0;
        match ending {
            Some(ending) => {
                let color = if ending.won { colors.good } else { colors.bad };
                ui.add(Label::new(RichText::new(ending.text).color(color)).wrap());
            }
            None => {
                for call in run.calls(MAX_CALLS) {
                    ui.add(Label::new(call).truncate());
                }
            }
        }
        // The program moves only for deeper calls and longer endings.
        let line = ui.text_style_height(&egui::TextStyle::Body) + 1.0;
        let padding = RESERVED_LINES * line - (ui.cursor().top() - top);
        ui.add_space(padding.max(0.0) + space::SMALL);
        let changed = self.last_step != Some(now.steps());
        scroll_area(ui, "program that runs", |ui| program(ui, run, changed));
        self.last_step = Some(now.steps());
    }
}

/// Shows the program and marks the last executed command, scrolling to it if it has changed.
fn program(ui: &mut Ui, run: &RunTimeline, changed: bool) {
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    let colors = theme::colors(ui);
    ui.add_space(GAP);
    for (index, procedure) in run.procedures().iter().enumerate() {
        if procedure.commands.is_empty() {
            continue;
        }
        ui.label(RichText::new(procedure.name.as_ref()).color(colors.weak));
        for line in wrap_slots(procedure, procedure.commands.len(), ui.available_width()) {
            ui.horizontal(|ui| {
                for at in line {
                    command_tile(ui, run, Slot::new(index, at), changed);
                }
            });
        }
    }
}

fn command_tile(ui: &mut Ui, run: &RunTimeline, slot: Slot, changed: bool) {
    let Some((procedure, tile)) = run.command(slot) else {
        return;
    };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
    let marked = run.now().last() == Some(slot);
    let name = format!(
        "{} command {}, {}{}",
        procedure.name,
        slot.index + 1,
        tile.name,
        if marked { ", carried out" } else { "" }
    );
    set_name(&response, Role::Image, &name);
    if marked && changed {
        response.scroll_to_me(None);
    }
    if ui.is_rect_visible(rect) {
        let look = TileState {
            current: marked,
            ..TileState::default()
        };
        tile::paint(ui.painter(), rect, tile, look, ui.visuals().dark_mode);
    }
    response.on_hover_text(tile.name.as_ref());
}
