//! Export of the graph: the format is chosen in a menu, and the export page writes the file.

use std::sync::Arc;
use std::time::Duration;

use egui::Ui;

use crate::export::states::{Along, States, StatesForm};
use crate::export::{ExportError, Form, Measures, Ticket};
use crate::game::Position;
use crate::page::{Cx, Export, Request};

use super::StatesPage;
use super::job::Snapshot;

const PICTURE: Duration = Duration::from_millis(400);

/// Formats in menu order: format, name, extension.
const FORMS: [(StatesForm, &str, &str); 5] = [
    (StatesForm::Picture(Form::Svg), "Drawing (SVG)", "svg"),
    (StatesForm::Picture(Form::Png), "Picture (PNG)", "png"),
    (StatesForm::Picture(Form::Gif), "Animation (GIF)", "gif"),
    (StatesForm::Picture(Form::Apng), "Animated PNG", "apng"),
    (StatesForm::Dot, "Graphviz (DOT)", "dot"),
];

struct Taken {
    start: Box<dyn Position>,
    snapshot: Arc<Snapshot>,
    dark: bool,
    along: Along,
}

impl StatesPage {
    pub(super) fn export_menu(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let selected = self.chosen.state;
        let along = &mut self.along;
        if matches!(along, Along::Best(_)) {
            *along = selected.map_or(Along::Search, Along::Best);
        }
        let mut chosen = None;
        ui.menu_button("Export…", |ui| {
            for form in FORMS {
                if ui.button(form.1).clicked() {
                    chosen = Some(form);
                    ui.close();
                }
            }
            ui.separator();
            ui.label("An animation shows");
            ui.radio_value(along, Along::Search, "the search");
            ui.radio_value(along, Along::Plan, "the plan");
            ui.add_enabled_ui(selected.is_some(), |ui| {
                let from = Along::Best(selected.unwrap_or(0));
                ui.radio_value(along, from, "the best moves from the selected state");
            });
        });
        let Some((form, name, extension)) = chosen else {
            return;
        };
        if let Some(taken) = self.taken(ui.visuals().dark_mode) {
            cx.ask(Request::Export(Export {
                name: "the graph of states".to_owned(),
                file_name: format!("{}-states.{extension}", cx.file_stem()),
                kind: (name, extension),
                work: Box::new(move |ticket| taken.write(form, ticket)),
            }));
        }
    }

    fn taken(&self, dark: bool) -> Option<Taken> {
        Some(Taken {
            start: self.of.as_ref()?.start.boxed_clone(),
            snapshot: self.snapshot.clone()?,
            dark,
            along: self.along,
        })
    }
}

impl Taken {
    fn write(&self, form: StatesForm, ticket: &Ticket) -> Result<Vec<u8>, ExportError> {
        let states = States {
            start: self.start.as_ref(),
            graph: &self.snapshot.graph,
            layout: &self.snapshot.layout,
            dark: self.dark,
            along: self.along,
        };
        let measures = Measures {
            scale: None,
            delay: PICTURE,
        };
        states.write(form, measures, ticket)
    }
}
