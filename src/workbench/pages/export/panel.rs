//! The export dialog.

use egui::{ComboBox, DragValue, Grid, Ui};

use crate::export::ExportFormat;
use crate::kit::fields::{
    buttons, labelled_list, labelled_row, primary, row_of_choices, zero_as_word,
};
use crate::kit::theme::space;
use crate::page::{Cx, dialog};

use super::work::{self, ExportItem, PictureOptions, StepSource};
use super::{ExportPage, TITLE};

/// Range of a cell's side, in pixels.
const CELL_SIDES: std::ops::RangeInclusive<f32> = 8.0..=160.0;
/// Range of a step's duration, in milliseconds.
const STEP_DELAYS: std::ops::RangeInclusive<u64> = 20..=10_000;

impl ExportPage {
    /// Shows the dialog. Returns whether it stays open.
    pub(super) fn dialog(&mut self, ui: &Ui, cx: &mut Cx) -> bool {
        let (done, closed) = dialog::modal(ui, TITLE, 340.0, |ui| {
            self.fields(ui, cx);
            self.buttons(ui, cx)
        });
        !done && !closed
    }

    /// The chosen item; by default an animation of the run or plan or, without a plan, a picture of the level.
    pub(super) fn item(&self, cx: &Cx) -> ExportItem {
        match self.chosen {
            Some(item) if cx.is_programmed() => item,
            Some(item) => item.for_plan(),
            None if cx.document.current_plan().is_none() => ExportItem::Level(ExportFormat::Png),
            None if cx.is_programmed() => ExportItem::Animation(StepSource::Run, ExportFormat::Gif),
            None => ExportItem::Animation(StepSource::Plan, ExportFormat::Gif),
        }
    }

    fn fields(&mut self, ui: &mut Ui, cx: &Cx) {
        let mut item = self.item(cx);
        Grid::new("export")
            .num_columns(2)
            .spacing([space::MEDIUM, space::TIGHT])
            .show(ui, |ui| {
                let list = ComboBox::from_id_salt("what to export").width(230.0);
                let choices = ExportItem::offered(cx);
                if labelled_list(ui, "Format", list, &mut item, choices) {
                    self.chosen = Some(item);
                }
                ui.end_row();
                if !matches!(item, ExportItem::Text | ExportItem::Json) {
                    picture_fields(ui, item, &mut self.options);
                }
            });
        if let Some(line) = work::summary(self.item(cx), &self.options, cx) {
            ui.weak(line);
        }
    }

    /// Shows the buttons. Returns whether the dialog is done.
    fn buttons(&mut self, ui: &mut Ui, cx: &mut Cx) -> bool {
        let item = self.item(cx);
        let enabled = work::check(item, cx);
        if let Err(reason) = enabled {
            ui.weak(reason);
        }
        let (mut save, mut cancelled) = (false, false);
        buttons(ui, |ui| {
            save = primary(ui, "Save as…", enabled.is_ok());
            cancelled = ui.button("Cancel").clicked();
        });
        if save && let Some(export) = work::export(item, &self.options, cx) {
            self.files.ask(export, cx);
            return true;
        }
        cancelled
    }
}

fn picture_fields(ui: &mut Ui, item: ExportItem, options: &mut PictureOptions) {
    let drag = DragValue::new(&mut options.style.cell).range(CELL_SIDES);
    let drag = drag.max_decimals(0).speed(0.25);
    labelled_row(ui, "Size", drag.suffix(" px per cell"));
    if matches!(item, ExportItem::Animation(..)) {
        let mut delay = options.delay(item);
        let drag = DragValue::new(&mut delay).range(STEP_DELAYS).speed(5.0);
        if labelled_row(ui, "Speed", drag.suffix(" ms per step")).changed() {
            options.delay = Some(delay);
        }
    }
    if matches!(item, ExportItem::Strip(..)) {
        let drag = zero_as_word(&mut options.columns, 1000, "fit page", "").speed(1.0);
        labelled_row(ui, "Steps per row", drag).on_hover_text("0 fits the strip to a page");
    }
    let colours = [(false, "Dark on light"), (true, "Light on dark")];
    row_of_choices(ui, "Colours", &mut options.style.dark, colours);
    let cells = [(false, "Pictures"), (true, "Letters")];
    row_of_choices(ui, "Cells", &mut options.style.letters, cells);
}
