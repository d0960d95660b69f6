//! What is tuned, on what, and for how long.

use egui::{CollapsingHeader, ComboBox, DragValue, Grid, Ui};

use crate::session::tune::tunable;

use super::{Open, title};
use crate::kit::option_field::option_fields;
use crate::kit::theme::space;

/// Shows the fields.
pub(crate) fn show(ui: &mut Ui, open: &mut Open) {
    let label = ui.label("Solver");
    let combo = ComboBox::from_id_salt("tuned solver")
        .selected_text(open.title())
        .width(260.0)
        .show_ui(ui, |ui| {
            for (game, solver) in tunable() {
                let title = title(game, solver);
                let chosen = title == open.title();
                if ui.selectable_label(chosen, title).clicked() && !chosen {
                    let same = game.info().id == open.tuning.game.info().id;
                    let like = if same { open.like.clone() } else { Vec::new() };
                    *open = Open::of(game, solver);
                    open.like = like;
                }
            }
        });
    combo.response.labelled_by(label.id);
    ui.add_space(space::TIGHT);
    let tuning = &mut open.tuning;
    Grid::new("tuning")
        .num_columns(2)
        .spacing([space::MEDIUM, space::TIGHT])
        .show(ui, |ui| {
            let rows: [(&str, &str, &mut usize, usize, usize); 3] = [
                (
                    "Levels",
                    "As many others are for the comparison at the end",
                    &mut tuning.boards,
                    1,
                    1000,
                ),
                (
                    "Population",
                    "Settings in a generation",
                    &mut tuning.population,
                    2,
                    1000,
                ),
                (
                    "Generations",
                    "After the first one",
                    &mut tuning.generations,
                    0,
                    10_000,
                ),
            ];
            for (name, tip, value, least, most) in rows {
                let label = ui.label(name).on_hover_text(tip);
                ui.add(DragValue::new(value).range(least..=most))
                    .labelled_by(label.id);
                ui.end_row();
            }
            let label = ui
                .label("Nodes")
                .on_hover_text("Most search nodes for a level");
            let nodes = DragValue::new(&mut tuning.nodes)
                .range(1..=u64::MAX)
                .speed(1000.0);
            ui.add(nodes).labelled_by(label.id);
            ui.end_row();
            let tip = "The same seed and settings give the same result";
            let label = ui.label("Seed").on_hover_text(tip);
            ui.add(DragValue::new(&mut tuning.seed).speed(1.0))
                .labelled_by(label.id);
            ui.end_row();
        });
    let Some(generator) = tuning.game.generator() else {
        return;
    };
    CollapsingHeader::new("What the levels are like")
        .default_open(true)
        .show(ui, |ui| {
            Grid::new("tuned on")
                .num_columns(2)
                .spacing([space::MEDIUM, space::TIGHT])
                .show(ui, |ui| {
                    option_fields(
                        ui,
                        generator.options(),
                        &mut tuning.board_options,
                        &open.like,
                    );
                });
        });
}
