//! The dialog for random levels: options, seed, and a preview.

use std::collections::BTreeMap;

use egui::{ComboBox, DragValue, Label, RichText, TextureHandle, TextureOptions, Ui, vec2};

use super::TITLE;
use crate::game::{Game, GenerateError, Generator, Level, LevelRef, generate_from};
use crate::games;
use crate::kit::fields::{buttons, error_label, labelled_list, list, primary, tip_button};
use crate::kit::option_field::option_fields;
use crate::kit::theme::space;
use crate::kit::{answer, picture};
use crate::page::{Cx, Request, dialog};
use crate::search::Budget;
use crate::session::library::content_id;
use crate::session::{LatestTask, Task};

/// Side of the preview, in pixels.
const PREVIEW_SIZE: usize = 260;

pub(super) struct GenerateWindow {
    game: &'static dyn Game,
    pub(super) recipe: Recipe,
    /// Generation for the current recipe.
    pub(super) job: LatestTask<Recipe, GenerateResult>,
    /// The last generated level with its preview, or why there is none.
    result: Option<Result<(LevelRef, TextureHandle), String>>,
}

impl GenerateWindow {
    pub(super) fn new(game: &'static dyn Game, seed: u64) -> Self {
        Self {
            game,
            recipe: Recipe {
                options: BTreeMap::new(),
                seed,
            },
            job: LatestTask::default(),
            result: None,
        }
    }

    /// Shows the dialog. Returns the level to open, and whether the dialog was closed.
    pub(super) fn show(&mut self, ui: &Ui, cx: &Cx) -> (Option<LevelRef>, bool) {
        self.update(ui, cx);
        let ((level, cancelled), closed) = dialog::modal(ui, TITLE, 640.0, |ui| {
            ui.columns(2, |columns| {
                let [left, right] = columns else { return };
                fields(left, self);
                right.vertical(|ui| preview(ui, self));
            });
            buttons(ui, |ui| self.buttons(ui))
        });
        (level, cancelled || closed)
    }

    /// Shows the buttons. Returns the level to open, and whether Cancel was clicked.
    fn buttons(&mut self, ui: &mut Ui) -> (Option<LevelRef>, bool) {
        let level = match &self.result {
            Some(Ok((level, _))) if !self.job.is_busy() => Some(level.clone()),
            _ => None,
        };
        let opened = primary(ui, "Open", level.is_some());
        if tip_button(ui, "Generate another", "Use the next seed") {
            self.recipe = self.recipe.next_seed();
        }
        (level.filter(|_| opened), ui.button("Cancel").clicked())
    }

    /// Generates a level in the background whenever the recipe changes.
    fn update(&mut self, ui: &Ui, cx: &Cx) {
        self.job.poll();
        if let Some(outcome) = self.job.take() {
            let result = match outcome {
                Ok(Ok(level)) => {
                    let (dark, options) = (ui.visuals().dark_mode, TextureOptions::NEAREST);
                    let picture = picture::picture(level.as_ref(), dark, [PREVIEW_SIZE; 2]);
                    let preview = ui.ctx().load_texture("generated", picture, options);
                    Ok((level, preview))
                }
                Ok(Err(GenerateError::Option { key, value, reason })) => {
                    let mut options = self
                        .game
                        .generator()
                        .into_iter()
                        .flat_map(|it| it.options());
                    let name = options.find(|option| option.key == key);
                    let name = name.map_or(key, |option| option.name.to_owned());
                    Err(format!("{name}: ‘{value}’ is not possible, {reason}"))
                }
                Ok(Err(error)) => Err(error.to_string()),
                Err(broken) => Err(broken.to_string()),
            };
            self.result = Some(result);
        }
        if let Some(generator) = self.game.generator() {
            let start = |recipe: &Recipe| recipe.start(self.game, generator, cx);
            self.job.request(self.recipe.clone(), start);
        }
    }
}

fn fields(ui: &mut Ui, window: &mut GenerateWindow) {
    list(ui, 500.0, |ui| {
        game_field(ui, window);
        ui.add_space(space::TIGHT);
        difficulty_field(ui, window);
        ui.add_space(space::TIGHT);
        let options = window.game.generator().map_or(&[][..], |g| g.options());
        egui::Grid::new("generator options")
            .num_columns(2)
            .spacing([space::MEDIUM, space::TIGHT])
            .show(ui, |ui| {
                option_fields(ui, options, &mut window.recipe.options);
                let label = ui.label("Seed");
                let label = label.on_hover_text("The same seed and settings give the same level");
                ui.add(DragValue::new(&mut window.recipe.seed).speed(1.0))
                    .labelled_by(label.id);
                ui.end_row();
            });
    });
}

fn game_field(ui: &mut Ui, window: &mut GenerateWindow) {
    let list = ComboBox::from_id_salt("generated game").width(220.0);
    let choices = with_generator().map(|game| (game.info().id, game.info().title));
    let mut id = window.game.info().id;
    if labelled_list(ui, "Game", list, &mut id, choices)
        && let Some(game) = games::by_id(id)
    {
        *window = GenerateWindow::new(game, window.recipe.seed);
    }
}

fn difficulty_field(ui: &mut Ui, window: &mut GenerateWindow) {
    let generator = window.game.generator();
    let difficulties = generator.map_or(&[][..], |generator| generator.difficulties());
    ui.horizontal(|ui| {
        ui.label("Difficulty");
        for difficulty in difficulties {
            let options = difficulty.options.iter();
            let options = options.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            let chosen_options = &mut window.recipe.options;
            let mut all = options.clone();
            let chosen = all.all(|(key, value)| chosen_options.get(&key) == Some(&value));
            let choice = egui::Button::new(answer::capitalized(difficulty.name)).selected(chosen);
            if ui.add(choice).clicked() {
                chosen_options.extend(options);
            }
        }
    });
}

fn preview(ui: &mut Ui, window: &mut GenerateWindow) {
    if window.job.is_busy() {
        ui.horizontal(|ui| {
            ui.label("Generating a level…");
            if ui.button("Stop").clicked() {
                window.job.stop();
            }
        });
    }
    match &window.result {
        None => {}
        Some(Err(error)) => error_label(ui, &answer::sentence(error)),
        Some(Ok((level, preview))) => {
            ui.add(egui::Image::new(preview).alt_text("Generated level"));
            ui.weak(level.extent());
            // What the picture does not show.
            let properties = level.properties().into_iter();
            for property in properties.filter(|it| !it.field.expert && it.styles.is_empty()) {
                if !property.value.is_empty() {
                    let text = format!("{}: {}", property.field.name, property.value);
                    ui.add(Label::new(RichText::new(text).weak()).wrap());
                }
            }
        }
    }
    // Keeps the dialog's width while levels change.
    ui.allocate_space(vec2(PREVIEW_SIZE as f32, 0.0));
}

/// A generated level, or why there is none.
pub(super) type GenerateResult = Result<LevelRef, GenerateError>;

/// Options and seed, from which the same level can be generated again.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recipe {
    pub(super) options: BTreeMap<String, String>,
    pub(super) seed: u64,
}

impl Recipe {
    /// Options for levels like this one, with a random seed.
    pub(super) fn like(generator: &dyn Generator, level: &dyn Level) -> Self {
        let options = generator.options_like(level).into_iter();
        let options = options.map(|(key, value)| (key.to_owned(), value));
        Self {
            options: options.collect(),
            seed: random_seed(),
        }
    }

    pub(super) fn next_seed(&self) -> Self {
        Self {
            options: self.options.clone(),
            seed: self.seed.wrapping_add(1),
        }
    }

    /// Generates the level in the background. Generators that modify levels start from the open one.
    pub(super) fn start(
        &self,
        game: &'static dyn Game,
        generator: &'static dyn Generator,
        cx: &Cx,
    ) -> Task<GenerateResult> {
        let Self { options, seed } = self.clone();
        let open = cx.document.level().clone();
        let is_base = generator.changes_levels() && open.game_id() == game.info().id;
        Task::start("generator", &cx.wake, move |cancel| {
            let budget = Budget::default().with_cancel(cancel.clone());
            let base = is_base.then_some(open.as_ref());
            generate_from(generator, base, &options, seed, &budget)
        })
    }

    /// Requests to open the level generated from this recipe. `close` closes the open one even if it is unsaved.
    /// Returns the recipe and the id of the level's content, by which the level is recognized while it is unchanged.
    pub(super) fn open(self, level: LevelRef, close: bool, cx: &mut Cx) -> (Self, u64) {
        let content = content_id(&level);
        cx.send(Request::Replace {
            status: format!("Generated with seed {}.", self.seed),
            load: Box::new(move |document| document.import_level(level)),
            close,
        });
        (self, content)
    }
}

/// A random seed of at most six digits, which is easy to note.
pub(super) fn random_seed() -> u64 {
    fastrand::u64(1..1_000_000)
}

pub(super) fn with_generator() -> impl Iterator<Item = &'static dyn Game> {
    let games = games::all().iter().copied();
    games.filter(|game| game.generator().is_some())
}
