//! What is tuned, on what, and for how long.

use egui::{CollapsingHeader, ComboBox, DragValue, Grid, Ui};

use crate::game::{Game, Solver};
use crate::kit::choice::Choices as _;
use crate::kit::option_field::option_fields;
use crate::kit::theme::space;
use crate::session::tune::{Tuning, tunable};

/// What is chosen in the fields.
pub(super) struct Chosen {
    pub(super) tuning: Tuning,
    /// Options that make levels like the open one.
    pub(super) like: Vec<(&'static str, String)>,
}

impl Chosen {
    /// The defaults for a solver.
    pub(super) fn of(
        game: &'static dyn Game,
        solver: &'static dyn Solver,
        like: Vec<(&'static str, String)>,
    ) -> Self {
        Self {
            tuning: Tuning::new(game, solver),
            like,
        }
    }

    /// The solver, with the name of its game.
    pub(super) fn title(&self) -> String {
        title(self.tuning.game, self.tuning.solver)
    }
}

fn title(game: &dyn Game, solver: &dyn Solver) -> String {
    format!("{}: {}", game.info().title, solver.info().title)
}

/// Shows the fields. Returns the defaults for another solver if that was chosen.
pub(super) fn show(ui: &mut Ui, chosen: &mut Chosen) -> Option<Chosen> {
    let mut other = None;
    let now = chosen.title();
    let label = ui.label("Solver");
    let combo = ComboBox::from_id_salt("tuned solver")
        .selected_text(&now)
        .width(260.0)
        .show_ui(ui, |ui| {
            for (game, solver) in tunable() {
                let title = title(game, solver);
                if ui.choice(title == now, &title).clicked() && title != now {
                    let same = game.info().id == chosen.tuning.game.info().id;
                    let like = if same {
                        chosen.like.clone()
                    } else {
                        Vec::new()
                    };
                    other = Some(Chosen::of(game, solver, like));
                }
            }
        });
    combo.response.labelled_by(label.id);
    ui.add_space(space::TIGHT);
    let tuning = &mut chosen.tuning;
    Grid::new("tuning")
        .num_columns(2)
        .spacing([space::MEDIUM, space::TIGHT])
        .show(ui, |ui| {
            let rows: [(&str, &str, &mut usize, usize, usize); 3] = [
                (
                    "Levels",
                    "As many more are used for the comparison at the end",
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
        return other;
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
                        &chosen.like,
                    );
                });
        });
    other
}
