//! Boards whose blanks were lost: what the open one may have been, to choose from.

use std::time::Duration;

use egui::{Button, DragValue, Grid, Image, RichText, TextureHandle, TextureOptions, Ui};

use crate::game::{Game, LevelRef, LostBlanks, Readings, Solver};
use crate::games;
use crate::session::results::Found;
use crate::session::{Batch, BatchOptions, BatchTask, Document, Latest, Task, TaskState};

use crate::kit::answer;
use crate::kit::fields::{buttons, list, primary_button, problem};
use crate::kit::theme::space;
use crate::kit::thumbnail;
use crate::page::dialog::window;
use crate::page::{Cx, Dialog, DialogAnswer, Request};

/// Readings shown at most.
const MOST: usize = 60;

/// Largest side of a picture, in points.
const PICTURE: usize = 110;

/// Pictures side by side.
const COLUMNS: usize = 5;

/// Longest time for solving one reading.
const TIME: Duration = Duration::from_secs(2);

/// The readings of the open board.
pub struct BlanksDialog {
    lost: &'static dyn LostBlanks,
    solver: Option<&'static dyn Solver>,
    /// The board's text.
    source: String,
    width: usize,
    /// The readings of a width.
    making: Latest<usize, Result<Readings, String>>,
    made: Option<Result<Made, String>>,
}

struct Made {
    total: u128,
    readings: Vec<(LevelRef, TextureHandle)>,
    /// All of them being solved.
    batch: Option<Batch>,
}

impl BlanksDialog {
    /// The readings of a board of a game, `width` cells wide at first; `None` if no blanks can be lost there.
    pub fn new(game: &dyn Game, source: String, width: usize) -> Option<Self> {
        Some(Self {
            lost: game.lost_blanks()?,
            solver: game.solvers().first().copied(),
            source,
            width,
            making: Latest::default(),
            made: None,
        })
    }

    /// For the open level, if blanks can be lost in its game.
    pub fn of_level(document: &Document) -> Option<Self> {
        let level = document.level();
        let width = level.board().size.cols;
        Self::new(document.game()?, level.to_text(), width)
    }

    /// The readings of a text that is nothing but a board, of the first game that takes it for one.
    pub fn of_rows(text: &str) -> Option<Self> {
        // A word or two are no board, whatever letters they have.
        if text.trim().lines().count() < 3 {
            return None;
        }
        games::visible().find_map(|game| {
            let readings = game.lost_blanks()?.readings(text, None, 1).ok()?;
            Self::new(game, text.to_owned(), readings.width)
        })
    }

    fn made(&self) -> Option<&Made> {
        self.made.as_ref()?.as_ref().ok()
    }
}

impl Dialog for BlanksDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        self.make_readings(ui, cx);
        let mut chosen = None;
        let answer = window(ui, "Restore lost blanks", 720.0, |ui| {
            ui.label(
                "Web pages merge several blanks into one and drop those at line ends. These \
                 boards fit, the most plausible first. Choose one to open it.",
            );
            ui.add_space(space::TIGHT);
            ui.horizontal(|ui| {
                let label = ui.label("Columns");
                ui.add(DragValue::new(&mut self.width).range(1..=999))
                    .labelled_by(label.id);
                match self.made() {
                    Some(made) if !self.making.is_busy() => {
                        ui.weak(format!("{} of {} boards", made.readings.len(), made.total));
                    }
                    _ if self.making.is_busy() => {
                        ui.spinner();
                    }
                    _ => {}
                }
            });
            if let Some(Err(error)) = &self.made {
                problem(ui, error);
            }
            ui.add_space(space::TIGHT);
            list(ui, 400.0, |ui| {
                // The buttons stay where they are.
                ui.set_min_height(400.0_f32.min(ui.available_height()));
                if let Some(made) = self.made() {
                    chosen = cards(ui, made);
                }
            });
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                let solver = self.solver.filter(|_| !self.is_busy());
                let some = self.made().is_some_and(|made| !made.readings.is_empty());
                let button = primary_button(ui, "Solve each", some && solver.is_some());
                if let (true, Some(solver), Some(Ok(made))) =
                    (button.clicked(), solver, &mut self.made)
                {
                    made.batch = Some(batch_of(&made.readings, solver, cx));
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        });
        match chosen {
            Some(level) => DialogAnswer::Try(Request::Replace {
                status: "Opened the board.".to_owned(),
                put: Box::new(|document| document.import_level(level)),
            }),
            None => answer,
        }
    }

    fn is_busy(&self) -> bool {
        let batch = self.made().and_then(|made| made.batch.as_ref());
        self.making.is_busy() || batch.is_some_and(Batch::is_running)
    }
}

impl BlanksDialog {
    /// Makes the readings in the background whenever another width is wanted.
    fn make_readings(&mut self, ui: &Ui, cx: &Cx) {
        let (lost, source) = (self.lost, &self.source);
        self.making.want(self.width, |width| {
            let (width, source) = (*width, source.clone());
            Task::start("search for readings", &cx.wake, move |_| {
                let readings = lost.readings(&source, Some(width), MOST);
                readings.map_err(|error| error.to_string())
            })
        });
        self.making.poll();
        if let Some(ended) = self.making.take() {
            let readings = ended.unwrap_or_else(|broken| Err(broken.to_string()));
            let made = readings.map(|readings| Made {
                total: readings.total,
                readings: with_pictures(ui, readings.levels),
                batch: None,
            });
            self.made = Some(made.map_err(|error| answer::sentence(&error)));
        }
    }
}

/// Solves all readings.
fn batch_of(readings: &[(LevelRef, TextureHandle)], solver: &'static dyn Solver, cx: &Cx) -> Batch {
    let tasks = readings.iter().map(|(level, _)| BatchTask {
        level: level.clone(),
        solver,
    });
    let options = BatchOptions {
        time: TIME,
        memory: u64::from(cx.settings.solving.memory_mib) << 20,
        optimal: false,
        threads: 0,
    };
    let mut batch = Batch::new(tasks.collect(), options, cx.wake.clone());
    batch.go_on();
    batch
}

fn with_pictures(ui: &Ui, levels: Vec<LevelRef>) -> Vec<(LevelRef, TextureHandle)> {
    let dark = ui.visuals().dark_mode;
    let draw = |level: LevelRef| {
        let picture = thumbnail::picture(level.as_ref(), dark, [PICTURE; 2]);
        let texture = ui
            .ctx()
            .load_texture("reading", picture, TextureOptions::NEAREST);
        (level, texture)
    };
    levels.into_iter().map(draw).collect()
}

/// The readings as pictures with their numbers and what solving them came to; the one that was chosen.
fn cards(ui: &mut Ui, made: &Made) -> Option<LevelRef> {
    let states = made.batch.as_ref().map_or_else(Vec::new, Batch::states);
    let mut chosen = None;
    Grid::new("readings").num_columns(COLUMNS).show(ui, |ui| {
        for (index, (level, picture)) in made.readings.iter().enumerate() {
            let number = index + 1;
            ui.vertical(|ui| {
                ui.set_width(PICTURE as f32 + space::MEDIUM);
                let button = ui.add(Button::image(Image::from_texture(picture)));
                button.widget_info(|| {
                    let name = format!("Reading {number}");
                    egui::WidgetInfo::labeled(egui::Role::Button, true, name)
                });
                if button.clicked() {
                    chosen = Some(level.clone());
                }
                let found = match states.get(index) {
                    None => String::new(),
                    Some(TaskState::Done(result)) => format!(": {}", words(&Found::of(result))),
                    Some(TaskState::Running(_)) => ": solving".to_owned(),
                    Some(TaskState::Waiting) => ": waiting".to_owned(),
                };
                ui.label(RichText::new(format!("{number}{found}")).small());
            });
            if number % COLUMNS == 0 {
                ui.end_row();
            }
        }
    });
    chosen
}

/// What solving a reading came to, in a few words.
fn words(found: &Found) -> String {
    match found.cost {
        Some(cost) => {
            let best = if found.optimal { ", best" } else { "" };
            format!("{}{best}", answer::cost(cost, &found.unit))
        }
        None => found.ending.word().to_owned(),
    }
}
