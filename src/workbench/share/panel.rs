//! The window in which an export is put together. It lies beside the board and asks for no answer:
//! the plan can be watched while it is open.

use std::time::Duration;

use egui::{ComboBox, DragValue, Grid, Ui};

use crate::export::plan::{Frames, sheet};
use crate::export::report::answer;
use crate::export::run::{self, RunFrames};
use crate::export::{Drawing, ExportError, Form, Measures, Style, Ticket, board, write};
use crate::game::{LevelRef, Move};

use super::super::answer;
use super::super::app::Workbench;
use super::super::dialogs::Beside;
use super::super::theme::space;
use super::what::{Of, What};
use super::{Export, ExportWork};

/// What is chosen in the window.
pub struct ExportPanel {
    /// Whether it is open.
    pub open: bool,
    /// `None` for what suits the game.
    chosen: Option<What>,
    /// Side of a cell in pixels.
    cell: u32,
    /// Milliseconds a step; `None` for what suits the steps.
    delay: Option<u64>,
    /// Steps in a row of a strip; 0 for as many as look well.
    columns: usize,
    dark: bool,
}

impl Default for ExportPanel {
    fn default() -> Self {
        Self {
            open: false,
            chosen: None,
            cell: 40,
            delay: None,
            columns: 0,
            dark: false,
        }
    }
}

/// Sides of a cell that can be chosen, in pixels.
const CELLS: std::ops::RangeInclusive<u32> = 8..=160;

/// Times of a step that can be chosen, in milliseconds.
const DELAYS: std::ops::RangeInclusive<u64> = 20..=10_000;

impl Workbench {
    /// Shows the window if it is open.
    pub(in super::super) fn show_export(&mut self, ui: &Ui) {
        if !self.exports.panel.open {
            return;
        }
        let mut open = true;
        Beside::Export
            .window()
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.ctx().content_rect().center() - egui::vec2(170.0, 150.0))
            .show(ui.ctx(), |ui| {
                ui.set_width(340.0);
                self.export_fields(ui);
                ui.add_space(space::SMALL);
                self.export_buttons(ui);
            });
        self.exports.panel.open &= open;
    }

    /// What is chosen, or the run of a program and the plan of all else.
    fn exported(&self) -> What {
        let programmed = self.is_programmed();
        match self.exports.panel.chosen {
            Some(what) if programmed => what,
            Some(what) => what.of_plan(),
            None => What::usual(programmed),
        }
    }

    fn export_fields(&mut self, ui: &mut Ui) {
        let (mut chosen, programmed) = (self.exported(), self.is_programmed());
        let panel = &mut self.exports.panel;
        Grid::new("export")
            .num_columns(2)
            .spacing([space::MEDIUM, space::TIGHT])
            .show(ui, |ui| {
                let label = ui.label("What");
                let name = What::ALL.iter().find(|(what, _)| *what == chosen);
                let combo = ComboBox::from_id_salt("what to export")
                    .selected_text(name.map_or("", |(_, name)| name))
                    .width(230.0)
                    .show_ui(ui, |ui| {
                        for (what, name) in What::ALL {
                            if programmed || !what.is_run() {
                                let label = ui.selectable_value(&mut chosen, what, name);
                                panel.chosen = label.clicked().then_some(what).or(panel.chosen);
                            }
                        }
                    });
                combo.response.labelled_by(label.id);
                ui.end_row();
                if chosen.is_drawn() {
                    let label = ui.label("Size");
                    ui.horizontal(|ui| {
                        let drag = DragValue::new(&mut panel.cell).range(CELLS);
                        ui.add(drag.suffix(" pixels a cell")).labelled_by(label.id);
                    });
                    ui.end_row();
                }
                if matches!(chosen, What::Animation(..)) {
                    let label = ui.label("Speed");
                    let mut delay = panel.delay.unwrap_or(chosen.delay());
                    let drag = DragValue::new(&mut delay).range(DELAYS).speed(5.0);
                    let drag = ui.add(drag.suffix(" ms a step"));
                    if drag.labelled_by(label.id).changed() {
                        panel.delay = Some(delay);
                    }
                    ui.end_row();
                }
                if matches!(chosen, What::Strip(..)) {
                    let label = ui.label("Steps in a row");
                    let drag = DragValue::new(&mut panel.columns).range(0..=1000);
                    let drag = drag.custom_formatter(|columns, _| match columns as usize {
                        0 => "as on paper".to_owned(),
                        n => n.to_string(),
                    });
                    ui.add(drag)
                        .on_hover_text("0: as near to a sheet of paper as they go")
                        .labelled_by(label.id);
                    ui.end_row();
                }
                if chosen.is_drawn() {
                    ui.label("Colours");
                    ui.horizontal(|ui| {
                        ui.selectable_value(&mut panel.dark, false, "Dark on light");
                        ui.selectable_value(&mut panel.dark, true, "Light on dark");
                    });
                    ui.end_row();
                }
            });
        if let Some(line) = self.export_facts() {
            ui.weak(line);
        }
    }

    /// What will come of it, in a line.
    fn export_facts(&self) -> Option<String> {
        let panel = &self.exports.panel;
        let what = self.exported();
        match what {
            What::Animation(of, form) => {
                let (pictures, words) = self.pictures(of, form)?;
                let delay = panel.delay.unwrap_or(what.delay());
                // The last picture is shown three times as long.
                let time = Duration::from_millis(delay * (pictures + 2));
                Some(format!("{words}, {} a round", answer::time(time)))
            }
            What::Strip(of, form) => Some(self.pictures(of, form)?.1),
            What::Level(_) => {
                let size = self.document.level().board().size;
                let side = |cells: usize| (cells as f32 + 0.8) * panel.cell as f32;
                let grid = self.document.level().as_grid().is_some();
                grid.then(|| format!("{:.0}×{:.0} pixels", side(size.cols), side(size.rows)))
            }
            What::Text | What::Json => None,
        }
    }

    /// How many pictures there will be, also in words; `None` as long as that is not known.
    fn pictures(&self, of: Of, form: Form) -> Option<(u64, String)> {
        let plan = self.current_plan()?;
        let (pictures, steps) = match of {
            Of::Plan => (plan.2.len() as u64 + 1, None),
            Of::Run => {
                let run = self.center.player.run()?;
                let steps = run.reached();
                (run::pictures(form, steps, run.now().size()), Some(steps))
            }
        };
        let mut words = answer::cost(pictures as i64, "pictures");
        if let Some(steps) = steps.filter(|steps| *steps >= pictures) {
            words.push_str(&format!(" of {steps} steps"));
        }
        Some((pictures, words))
    }

    fn export_buttons(&mut self, ui: &mut Ui) {
        let what = self.exported();
        let possible = self.export_possible(what);
        ui.horizontal(|ui| {
            let save = super::super::dialogs::primary_button(ui, "Save as…", possible.is_ok());
            let copies = matches!(what, What::Text | What::Json | What::Level(Form::Png));
            let copy = copies.then(|| {
                let button = egui::Button::new("Copy");
                ui.add_enabled(possible.is_ok(), button)
                    .on_hover_text("Put it on the clipboard")
            });
            if let Err(reason) = possible {
                save.on_disabled_hover_text(reason);
                ui.weak(reason);
                return;
            }
            if save.clicked() {
                self.save_export(what);
            }
            if copy.is_some_and(|copy| copy.clicked()) {
                self.copy_export(ui, what);
            }
        });
    }

    fn export_possible(&self, what: What) -> Result<(), &'static str> {
        if matches!(what, What::Level(_)) {
            return Ok(());
        }
        if self.current_plan().is_none() {
            return Err("Solve the level first, or take your moves as its plan");
        }
        if what == What::Json && self.answer_json().is_none() {
            return Err("No solver made this plan");
        }
        Ok(())
    }

    /// Level, moves before the plan, and the plan, if there is one for the level as it is.
    fn current_plan(&self) -> Option<(LevelRef, Vec<Move>, &[Move])> {
        let record = self.document.current_plan()?;
        let level = self.document.level().clone();
        Some((level, record.done.to_vec(), &record.moves))
    }

    fn answer_json(&self) -> Option<String> {
        let report = self.document.plan()?.report()?;
        let game = self.document.game()?;
        Some(format!("{}\n", answer(game.info(), report, None, None)))
    }

    fn plan_text(&self) -> Option<String> {
        Some(self.document.plan()?.text())
    }

    /// Asks where to save the plan, as text.
    pub(in super::super) fn save_plan(&mut self) {
        self.save_export(What::Text);
    }

    fn save_export(&mut self, what: What) {
        let Some(work) = self.export_work(what) else {
            return;
        };
        let (kind, extension) = what.kind();
        let (subject, suffix) = match what {
            What::Level(_) => ("the level", ""),
            what if what.is_run() => ("the run", "-run"),
            _ => ("the plan", "-plan"),
        };
        self.export(Export {
            name: format!("{subject} as {kind}"),
            file_name: format!("{}{suffix}.{extension}", self.file_stem()),
            kind: (kind, extension),
            work,
        });
    }

    fn copy_export(&mut self, ui: &Ui, what: What) {
        let text = match what {
            What::Text => self.plan_text(),
            What::Json => self.answer_json(),
            _ => {
                let level = self.document.level().clone();
                let style = self.exports.panel.style();
                return self.copy_picture("The level's picture", move || {
                    Ok(board::draw_level(level.as_ref(), style))
                });
            }
        };
        if let Some(text) = text {
            ui.ctx().copy_text(text);
            self.messages.status("The plan is on the clipboard.");
        }
    }

    /// What the thread will do.
    fn export_work(&self, what: What) -> Option<ExportWork> {
        let panel = &self.exports.panel;
        let (style, columns) = (panel.style(), (panel.columns > 0).then_some(panel.columns));
        let measures = Measures {
            scale: Some(1.0),
            delay: Duration::from_millis(panel.delay.unwrap_or(what.delay())),
        };
        let level = self.document.level().clone();
        Some(match what {
            What::Text => {
                let text = self.plan_text()?;
                Box::new(move |_| Ok(text.into_bytes()))
            }
            What::Json => {
                let text = self.answer_json()?;
                Box::new(move |_| Ok(text.into_bytes()))
            }
            What::Level(form) => Box::new(move |ticket: &Ticket| {
                let drawing = board::draw_level(level.as_ref(), style);
                let drawings = (1, std::iter::once(Ok(drawing)));
                write(form, measures, drawings, first, ticket)
            }),
            What::Animation(of, form) | What::Strip(of, form) => {
                let (level, mut done, moves) = self.current_plan()?;
                let moves = moves.to_vec();
                let one =
                    move |drawings: &mut dyn Iterator<Item = _>| sheet(drawings, columns, style);
                Box::new(move |ticket: &Ticket| match of {
                    Of::Plan => {
                        let frames = Frames::new(&level, &done, moves, style)?;
                        write(form, measures, (frames.total(), frames), one, ticket)
                    }
                    Of::Run => {
                        done.extend(moves);
                        let budget = ticket.budget();
                        let frames = RunFrames::new(level.as_ref(), &done, form, style, &budget)?;
                        write(form, measures, (frames.total(), frames), one, ticket)
                    }
                })
            }
        })
    }
}

impl ExportPanel {
    fn style(&self) -> Style {
        Style {
            cell: self.cell as f32,
            dark: self.dark,
        }
    }
}

/// The first of the drawings.
fn first(
    drawings: &mut dyn Iterator<Item = Result<Drawing, ExportError>>,
) -> Result<Drawing, ExportError> {
    drawings.next().unwrap_or(Err(ExportError::Nothing))
}
