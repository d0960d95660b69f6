//! Levels made by chance, in a window that lies beside the board; and one more like the open one.

use std::collections::BTreeMap;

use egui::{ComboBox, DragValue, TextureHandle, TextureOptions, Ui, vec2};

use crate::game::{Game, GenerateError, Generator, LevelRef, generate};
use crate::games;
use crate::search::Budget;
use crate::session::library::content_id;
use crate::session::{Latest, Task};

use super::Beside;
use crate::kit::answer;
use crate::kit::fields::{buttons, list, primary_button, problem};
use crate::kit::option_field::option_fields;
use crate::kit::theme::space;
use crate::kit::thumbnail;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;

/// Largest side of the preview, in points.
const PREVIEW: usize = 260;

/// What is being made.
pub struct GenerateDialog {
    game: &'static dyn Game,
    options: BTreeMap<String, String>,
    seed: u64,
    /// Options that make levels like the open one.
    like: Vec<(&'static str, String)>,
    /// What is made of these options with this seed.
    making: Latest<(BTreeMap<String, String>, u64), Outcome>,
    made: Option<Result<Made, String>>,
}

/// A level that was made, or why there is none.
type Outcome = Result<LevelRef, GenerateError>;

struct Made {
    level: LevelRef,
    preview: TextureHandle,
}

impl GenerateDialog {
    fn of(game: &'static dyn Game, seed: u64) -> Self {
        Self {
            game,
            options: BTreeMap::new(),
            seed,
            like: Vec::new(),
            making: Latest::default(),
            made: None,
        }
    }

    /// Whether a level is being made.
    pub fn is_busy(&self) -> bool {
        self.making.is_busy()
    }
}

/// All that is about levels made by chance.
#[derive(Default)]
pub struct Generating {
    /// The window, if it is open.
    window: Option<Box<GenerateDialog>>,
    /// One more is being made without the window.
    another: Option<(Task<Outcome>, Recipe)>,
    /// What the level that was made last was made of.
    last: Option<Recipe>,
}

/// What a level was made of.
#[derive(Clone)]
struct Recipe {
    options: BTreeMap<String, String>,
    seed: u64,
    /// The number of the level's content, once it is there.
    content: Option<u64>,
}

impl Generating {
    /// Whether a level is being made.
    pub fn is_busy(&self) -> bool {
        let window = self.window.as_ref().is_some_and(|dialog| dialog.is_busy());
        window || self.another.is_some()
    }

    /// Whether the window is open.
    pub fn is_open(&self) -> bool {
        self.window.is_some()
    }

    /// Closes the window; what is being made in it is called off.
    pub fn close(&mut self) {
        self.window = None;
    }

    /// Calls one that is made without the window off.
    pub fn stop(&self) {
        if let Some((making, _)) = &self.another {
            making.stop();
        }
    }
}

/// The games whose levels can be made by chance.
fn with_generator() -> impl Iterator<Item = &'static dyn Game> {
    games::visible().filter(|game| game.generator().is_some())
}

impl Workbench {
    /// The window for the open level's game, if levels of that can be made.
    pub(crate) fn generate_level(&mut self) {
        let own = self
            .cx
            .document
            .game()
            .filter(|game| game.generator().is_some());
        if let Some(game) = own.or_else(|| with_generator().next()) {
            let seed = fastrand::u64(1..1_000_000);
            let mut dialog = GenerateDialog::of(game, seed);
            if let (true, Some(generator)) = (own.is_some(), game.generator()) {
                dialog.like = generator.like(self.cx.document.level().as_ref());
            }
            self.generating.window = Some(Box::new(dialog));
        }
    }

    /// Makes a level like the open one, by the same options if it was made by chance, and opens it.
    pub(crate) fn another_like_this(&mut self) {
        if self.generating.another.is_some() {
            return;
        }
        let level = self.cx.document.level().clone();
        let Some(game) = self.cx.document.game() else {
            return;
        };
        let Some(generator) = game.generator() else {
            self.cx
                .messages
                .status("Levels of this game cannot be made by chance.");
            return;
        };
        let own = Some(content_id(&level));
        let last = self.generating.last.as_ref();
        let recipe = match last.filter(|last| last.content == own) {
            Some(last) => Recipe {
                seed: last.seed.wrapping_add(1),
                content: None,
                ..last.clone()
            },
            None => {
                let like = generator.like(level.as_ref()).into_iter();
                Recipe {
                    options: like.map(|(key, value)| (key.to_owned(), value)).collect(),
                    seed: fastrand::u64(1..1_000_000),
                    content: None,
                }
            }
        };
        let making = self.begin_making(generator, recipe.options.clone(), recipe.seed);
        self.generating.another = Some((making, recipe));
        self.cx.messages.status("Making another level like this…");
    }

    /// Opens the level that was made without the window.
    pub(crate) fn poll_generating(&mut self) {
        let making = self.generating.another.as_ref();
        let Some(result) = making.and_then(|(making, _)| making.end()) else {
            return;
        };
        let Some((_, recipe)) = self.generating.another.take() else {
            return;
        };
        let warning = match result {
            Ok(Ok(level)) => return self.open_made(level, recipe),
            Ok(Err(GenerateError::Stopped)) => {
                return self.cx.messages.status("No other level was made.");
            }
            Ok(Err(error)) => error.to_string(),
            Err(broken) => broken.to_string(),
        };
        self.cx
            .messages
            .toast(Weight::Warn, answer::sentence(&warning));
    }

    fn open_made(&mut self, level: LevelRef, mut recipe: Recipe) {
        recipe.content = Some(content_id(&level));
        self.note_replaced();
        self.cx.document.new_level(level);
        self.level_replaced(format!(
            "Generated with seed {}. ‘Another one like this’ makes the next.",
            recipe.seed
        ));
        self.generating.last = Some(recipe);
    }

    fn begin_making(
        &self,
        generator: &'static dyn Generator,
        options: BTreeMap<String, String>,
        seed: u64,
    ) -> Task<Outcome> {
        Task::start("generator", &self.cx.wake, move |cancel| {
            let budget = Budget::default().with_cancel(cancel.clone());
            generate(generator, &options, seed, &budget)
        })
    }

    /// Shows the window if it is open.
    pub(crate) fn show_generating(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.generating.window.take() else {
            return;
        };
        self.make(ui, &mut dialog);
        let (mut open, mut close) = (true, false);
        Beside::Generate
            .window()
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.ctx().content_rect().center() - vec2(320.0, 230.0))
            .show(ui.ctx(), |ui| {
                ui.set_width(640.0_f32.min(ui.ctx().content_rect().width() - 60.0));
                ui.columns(2, |columns| {
                    let [left, right] = columns else {
                        return;
                    };
                    fields(left, &mut dialog);
                    preview(right, &mut dialog);
                });
                buttons(ui, |ui| {
                    let made = match &dialog.made {
                        Some(Ok(made)) if !dialog.making.is_busy() => Some(made.level.clone()),
                        _ => None,
                    };
                    if primary_button(ui, "Open", made.is_some()).clicked()
                        && let Some(level) = made
                    {
                        let recipe = Recipe {
                            options: dialog.options.clone(),
                            seed: dialog.seed,
                            content: None,
                        };
                        self.open_made(level, recipe);
                        close = true;
                    }
                    if ui
                        .button("Another one")
                        .on_hover_text("The same with the next seed")
                        .clicked()
                    {
                        dialog.seed = dialog.seed.wrapping_add(1);
                    }
                    close |= ui.button("Cancel").clicked();
                });
            });
        if open && !close {
            self.generating.window = Some(dialog);
        }
    }

    /// Makes a level on a thread whenever what is wanted has changed.
    fn make(&self, ui: &Ui, dialog: &mut GenerateDialog) {
        dialog.making.poll();
        if let Some(ended) = dialog.making.take() {
            let made = match ended {
                Ok(Ok(level)) => Ok(Made {
                    preview: draw(ui, &level),
                    level,
                }),
                Ok(Err(error)) => Err(error.to_string()),
                Err(broken) => Err(broken.to_string()),
            };
            dialog.made = Some(made);
        }
        let Some(generator) = dialog.game.generator() else {
            return;
        };
        let wanted = (dialog.options.clone(), dialog.seed);
        let begin = |(options, seed): &(BTreeMap<String, String>, u64)| {
            self.begin_making(generator, options.clone(), *seed)
        };
        dialog.making.want(wanted, begin);
    }
}

fn fields(ui: &mut Ui, dialog: &mut GenerateDialog) {
    let label = ui.label("Game");
    let combo = ComboBox::from_id_salt("generated game")
        .selected_text(dialog.game.info().title)
        .width(220.0)
        .show_ui(ui, |ui| {
            for game in with_generator() {
                let info = game.info();
                let chosen = info.id == dialog.game.info().id;
                if ui.selectable_label(chosen, info.title).clicked() && !chosen {
                    *dialog = GenerateDialog::of(game, dialog.seed);
                }
            }
        });
    combo.response.labelled_by(label.id);
    ui.add_space(space::TIGHT);
    ui.horizontal(|ui| {
        ui.label("Difficulty");
        let levels = dialog
            .game
            .generator()
            .map_or(&[][..], |g| g.difficulties());
        for difficulty in levels {
            let set = difficulty.options.iter();
            let mut set = set.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            let chosen = set
                .clone()
                .all(|(key, value)| dialog.options.get(&key) == Some(&value));
            if ui.selectable_label(chosen, difficulty.name).clicked() {
                dialog.options.extend(set.by_ref());
            }
        }
    });
    ui.add_space(space::TIGHT);
    let known = dialog.game.generator().map_or(&[][..], |g| g.options());
    list(ui, 330.0, |ui| {
        egui::Grid::new("generator options")
            .num_columns(2)
            .spacing([space::MEDIUM, space::TIGHT])
            .show(ui, |ui| {
                option_fields(ui, known, &mut dialog.options, &dialog.like);
                let label = ui
                    .label("Seed")
                    .on_hover_text("The same seed and settings give the same level");
                ui.add(DragValue::new(&mut dialog.seed).speed(1.0))
                    .labelled_by(label.id);
                ui.end_row();
            });
    });
}

fn preview(ui: &mut Ui, dialog: &mut GenerateDialog) {
    if dialog.making.is_busy() {
        ui.horizontal(|ui| {
            ui.label("Making a level…");
            if ui.button("Stop").clicked() {
                dialog.making.stop();
            }
        });
    }
    match &dialog.made {
        None => {}
        Some(Err(error)) => problem(ui, &answer::sentence(error)),
        Some(Ok(made)) => {
            let size = made.preview.size_vec2();
            let scale = (PREVIEW as f32 / size.max_elem()).min(1.0);
            let image = egui::Image::new((made.preview.id(), size * scale.max(0.1)));
            ui.add(image.alt_text("The level that was made"));
            ui.weak(format!("{}", made.level.board().size));
        }
    }
    // The dialog keeps its size while levels come and go.
    ui.allocate_space(vec2(PREVIEW as f32, 0.0));
}

fn draw(ui: &Ui, level: &LevelRef) -> TextureHandle {
    let picture = thumbnail::picture(level.as_ref(), ui.visuals().dark_mode, [PREVIEW; 2]);
    ui.ctx()
        .load_texture("generated", picture, TextureOptions::NEAREST)
}
