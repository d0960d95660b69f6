//! The export dialog.

use egui::{Button, ComboBox, DragValue, Grid, Ui};

use crate::export::Form;
use crate::kit::choice::Choices as _;
use crate::kit::fields::primary_button;
use crate::kit::theme::space;
use crate::page::{Cx, Export, dialog};

use super::TITLE;
use super::copy::Copying;
use super::what::What;
use super::work::{self, Look};

/// Range of a cell's side, in pixels.
const CELLS: std::ops::RangeInclusive<u32> = 8..=160;

/// Range of a step's duration, in milliseconds.
const DELAYS: std::ops::RangeInclusive<u64> = 20..=10_000;

pub(super) struct ExportPanel {
    /// `None` for the game's default.
    chosen: Option<What>,
    look: Look,
}

impl Default for ExportPanel {
    fn default() -> Self {
        Self {
            chosen: None,
            look: Look {
                cell: 40,
                delay: None,
                columns: 0,
                dark: false,
                letters: false,
            },
        }
    }
}

pub(super) enum Wish {
    Save(Export),
    Copy(Copying),
}

impl ExportPanel {
    /// Shows the dialog. Returns the chosen action, and whether the dialog was closed.
    pub(super) fn show(&mut self, ui: &Ui, cx: &mut Cx) -> (Option<Wish>, bool) {
        dialog::modal(ui, TITLE, 340.0, |ui| {
            self.fields(ui, cx);
            ui.add_space(space::SMALL);
            self.buttons(ui, cx)
        })
    }

    /// Called when the dialog opens: drops an earlier choice that cannot be exported now.
    pub(super) fn opened(&mut self, cx: &Cx) {
        let what = self.what(cx);
        self.chosen.take_if(|_| work::possible(what, cx).is_err());
    }

    /// The chosen item, otherwise the default: the run for programs, the plan for other games, or the first exportable
    /// item.
    fn what(&self, cx: &Cx) -> What {
        let programmed = cx.is_programmed();
        match self.chosen {
            Some(what) if programmed => what,
            Some(what) => what.of_plan(),
            None => {
                let usual = What::usual(programmed);
                let mut all = What::ALL.into_iter().map(|(what, _)| what);
                let is_possible = |what: &What| work::possible(*what, cx).is_ok();
                let first = || all.find(is_possible);
                Some(usual)
                    .filter(is_possible)
                    .or_else(first)
                    .unwrap_or(usual)
            }
        }
    }

    fn fields(&mut self, ui: &mut Ui, cx: &Cx) {
        let mut what = self.what(cx);
        Grid::new("export")
            .num_columns(2)
            .spacing([space::MEDIUM, space::TIGHT])
            .show(ui, |ui| {
                self.what_picker(ui, &mut what, cx.is_programmed());
                ui.end_row();
                if what.is_drawn() {
                    look_fields(ui, what, &mut self.look);
                }
            });
        if let Some(line) = work::facts(self.what(cx), &self.look, cx) {
            ui.weak(line);
        }
    }

    fn what_picker(&mut self, ui: &mut Ui, shown: &mut What, programmed: bool) {
        let label = ui.label("What");
        let name = What::ALL.iter().find(|(what, _)| what == shown);
        let combo = ComboBox::from_id_salt("what to export")
            .selected_text(name.map_or("", |(_, name)| name))
            .width(230.0)
            .show_ui(ui, |ui| {
                for (what, name) in What::ALL {
                    if (programmed || !what.is_run())
                        && ui.choice_value(shown, what, name).clicked()
                    {
                        self.chosen = Some(what);
                    }
                }
            });
        combo.response.labelled_by(label.id);
    }

    fn buttons(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Wish> {
        let what = self.what(cx);
        let possible = work::possible(what, cx);
        let row = ui.horizontal_wrapped(|ui| {
            let save = primary_button(ui, "Save as…", possible.is_ok());
            let copies = matches!(what, What::Text | What::Json | What::Level(Form::Png));
            let copy = copies.then(|| {
                ui.add_enabled(possible.is_ok(), Button::new("Copy"))
                    .on_hover_text("Copy it")
            });
            if let Err(reason) = possible {
                save.on_disabled_hover_text(reason);
                ui.weak(reason);
                return None;
            }
            if copy.is_some_and(|copy| copy.clicked()) {
                return self.copy(ui, what, cx);
            }
            let export = save.clicked().then(|| work::export(what, &self.look, cx));
            export.flatten().map(Wish::Save)
        });
        row.inner
    }

    /// Copies a text at once; for a picture returns the action to copy it.
    fn copy(&self, ui: &Ui, what: What, cx: &mut Cx) -> Option<Wish> {
        if what.is_drawn() {
            return Some(Wish::Copy(Copying::in_style(cx, self.look.style())));
        }
        if let Some(Ok(text)) = work::text(what, cx) {
            ui.ctx().copy_text(text);
            cx.messages.status("Copied the plan.");
        }
        None
    }
}

fn look_fields(ui: &mut Ui, what: What, look: &mut Look) {
    let label = ui.label("Size");
    ui.horizontal(|ui| {
        let drag = DragValue::new(&mut look.cell).range(CELLS);
        ui.add(drag.suffix(" pixels a cell")).labelled_by(label.id);
    });
    ui.end_row();
    if matches!(what, What::Animation(..)) {
        let label = ui.label("Speed");
        let mut delay = look.delay(what);
        let drag = DragValue::new(&mut delay).range(DELAYS).speed(5.0);
        let drag = ui.add(drag.suffix(" ms a step"));
        if drag.labelled_by(label.id).changed() {
            look.delay = Some(delay);
        }
        ui.end_row();
    }
    if matches!(what, What::Strip(..)) {
        let label = ui.label("Steps in a row");
        let drag = DragValue::new(&mut look.columns).range(0..=1000);
        let drag = drag.custom_formatter(|columns, _| match columns as usize {
            0 => "fit to a page".to_owned(),
            n => n.to_string(),
        });
        ui.add(drag)
            .on_hover_text("0: fit to a page")
            .labelled_by(label.id);
        ui.end_row();
    }
    ui.label("Colours");
    ui.horizontal(|ui| {
        ui.selectable_value(&mut look.dark, false, "Dark on light");
        ui.selectable_value(&mut look.dark, true, "Light on dark");
    });
    ui.end_row();
    ui.label("Cells");
    ui.horizontal(|ui| {
        ui.selectable_value(&mut look.letters, false, "Pictures");
        ui.selectable_value(&mut look.letters, true, "Letters");
    });
    ui.end_row();
}
