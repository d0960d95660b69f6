//! Export of the graph: the format is chosen in a menu, and the export page writes the file.

use std::time::Duration;

use egui::Ui;

use crate::export::states::{GraphSequence, StatesExport, StatesForm};
use crate::export::{ExportFormat, RenderOptions, Ticket};
use crate::page::{Cx, Export, Request};

use super::StatesPage;

const FRAME_DELAY: Duration = Duration::from_millis(400);

/// Formats in menu order: format, name, extension.
const FORMS: [(StatesForm, &str, &str); 5] = {
    use ExportFormat::{Apng, Gif, Png, Svg};
    use StatesForm::{Dot, Picture};
    [
        (Picture(Svg), "Drawing (SVG)", "svg"),
        (Picture(Png), "Picture (PNG)", "png"),
        (Picture(Gif), "Animation (GIF)", "gif"),
        (Picture(Apng), "Animated PNG", "apng"),
        (Dot, "Graphviz (DOT)", "dot"),
    ]
};

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
            ui.label("Animations show");
            ui.radio_value(along, GraphSequence::Search, "the search");
            ui.radio_value(along, GraphSequence::Plan, "the plan");
            ui.add_enabled_ui(selected.is_some(), |ui| {
                let from = GraphSequence::Best(selected.unwrap_or(0));
                ui.radio_value(along, from, "the best moves from the selected state");
            });
        });
        let (Some((form, name, extension)), Some(origin)) = (chosen, &self.origin) else {
            return;
        };
        let Some(snapshot) = self.snapshot.clone() else {
            return;
        };
        let (start, sequence) = (origin.start.boxed_clone(), self.along);
        let dark = ui.visuals().dark_mode;
        let work = move |ticket: &Ticket| {
            let states = StatesExport {
                start: start.as_ref(),
                graph: &snapshot.graph,
                layout: &snapshot.layout,
                dark,
                sequence,
            };
            let measures = RenderOptions {
                scale: None,
                delay: FRAME_DELAY,
            };
            states.write(form, measures, ticket)
        };
        cx.send(Request::Export(Export {
            name: "the graph of states".to_owned(),
            file_name: format!("{}-states.{extension}", cx.file_stem()),
            kind: (name, extension),
            work: Box::new(work),
        }));
    }
}
