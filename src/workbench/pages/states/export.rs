//! Export of the graph: the format is chosen in a menu, and the export page writes the file.

use std::sync::Arc;
use std::time::Duration;

use egui::Ui;

use crate::export::states::{GraphSequence, StatesExport, StatesForm};
use crate::export::{ExportError, ExportFormat, RenderOptions, Ticket};
use crate::game::Position;
use crate::page::{Cx, Export, Request};

use super::StatesPage;
use super::job::GraphSnapshot;

const FRAME_DELAY: Duration = Duration::from_millis(400);

/// Formats in menu order: format, name, extension.
const FORMS: [(StatesForm, &str, &str); 5] = [
    (
        StatesForm::Picture(ExportFormat::Svg),
        "Drawing (SVG)",
        "svg",
    ),
    (
        StatesForm::Picture(ExportFormat::Png),
        "Picture (PNG)",
        "png",
    ),
    (
        StatesForm::Picture(ExportFormat::Gif),
        "Animation (GIF)",
        "gif",
    ),
    (
        StatesForm::Picture(ExportFormat::Apng),
        "Animated PNG",
        "apng",
    ),
    (StatesForm::Dot, "Graphviz (DOT)", "dot"),
];

struct GraphExport {
    start: Box<dyn Position>,
    snapshot: Arc<GraphSnapshot>,
    dark: bool,
    along: GraphSequence,
}

impl StatesPage {
    pub(super) fn export_menu(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let selected = self.selection.state;
        let along = &mut self.along;
        if matches!(along, GraphSequence::Best(_)) {
            *along = selected.map_or(GraphSequence::Search, GraphSequence::Best);
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
            ui.radio_value(along, GraphSequence::Search, "the search");
            ui.radio_value(along, GraphSequence::Plan, "the plan");
            ui.add_enabled_ui(selected.is_some(), |ui| {
                let from = GraphSequence::Best(selected.unwrap_or(0));
                ui.radio_value(along, from, "the best moves from the selected state");
            });
        });
        let Some((form, name, extension)) = chosen else {
            return;
        };
        if let Some(export) = self.graph_export(ui.visuals().dark_mode) {
            cx.send(Request::Export(Export {
                name: "the graph of states".to_owned(),
                file_name: format!("{}-states.{extension}", cx.file_stem()),
                kind: (name, extension),
                work: Box::new(move |ticket| export.write(form, ticket)),
            }));
        }
    }

    fn graph_export(&self, dark: bool) -> Option<GraphExport> {
        Some(GraphExport {
            start: self.origin.as_ref()?.start.boxed_clone(),
            snapshot: self.snapshot.clone()?,
            dark,
            along: self.along,
        })
    }
}

impl GraphExport {
    fn write(&self, form: StatesForm, ticket: &Ticket) -> Result<Vec<u8>, ExportError> {
        let states = StatesExport {
            start: self.start.as_ref(),
            graph: &self.snapshot.graph,
            layout: &self.snapshot.layout,
            dark: self.dark,
            sequence: self.along,
        };
        let measures = RenderOptions {
            scale: None,
            delay: FRAME_DELAY,
        };
        states.write(form, measures, ticket)
    }
}
