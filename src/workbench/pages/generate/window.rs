//! The dialog for random levels: options, and a preview.

use egui::{ComboBox, DragValue, TextureHandle, TextureOptions, Ui, vec2};

use crate::game::{Game, LevelRef};
use crate::kit::answer;
use crate::kit::choice::Choices as _;
use crate::kit::fields::{buttons, list, primary_button, problem};
use crate::kit::option_field::option_fields;
use crate::kit::theme::space;
use crate::kit::thumbnail;
use crate::page::{Cx, dialog};
use crate::session::Latest;

use super::TITLE;
use super::recipe::{Outcome, Recipe, with_generator};

const PREVIEW: usize = 260;

pub(super) struct GenerateWindow {
    game: &'static dyn Game,
    recipe: Recipe,
    /// Options for levels like the open one.
    pub(super) like: Vec<(&'static str, String)>,
    /// Generation for the current recipe.
    making: Latest<Recipe, Outcome>,
    made: Option<Result<Made, String>>,
}

struct Made {
    level: LevelRef,
    preview: TextureHandle,
}

pub(super) enum Answer {
    None,
    Close,
    /// Opens this level, generated from this recipe.
    Open(LevelRef, Recipe),
}

impl GenerateWindow {
    /// The dialog for levels of a game.
    pub(super) fn of(game: &'static dyn Game, seed: u64) -> Self {
        Self {
            game,
            recipe: Recipe {
                options: Default::default(),
                seed,
            },
            like: Vec::new(),
            making: Latest::default(),
            made: None,
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.making.is_busy()
    }

    pub(super) fn stop(&self) {
        self.making.stop();
    }

    pub(super) fn show(&mut self, ui: &Ui, cx: &Cx) -> Answer {
        self.make(ui, cx);
        let (answer, closed) = dialog::modal(ui, TITLE, 640.0, |ui| {
            ui.columns(2, |columns| {
                let [left, right] = columns else {
                    return;
                };
                fields(left, self);
                preview(right, self);
            });
            let mut answer = Answer::None;
            buttons(ui, |ui| answer = self.buttons(ui));
            answer
        });
        if closed { Answer::Close } else { answer }
    }

    fn buttons(&mut self, ui: &mut Ui) -> Answer {
        let mut answer = Answer::None;
        let made = match &self.made {
            Some(Ok(made)) if !self.making.is_busy() => Some(made.level.clone()),
            _ => None,
        };
        if primary_button(ui, "Open", made.is_some()).clicked()
            && let Some(level) = made
        {
            answer = Answer::Open(level, self.recipe.clone());
        }
        let another = ui.button("Another one");
        if another
            .on_hover_text("Generate another level with the next seed")
            .clicked()
        {
            self.recipe = self.recipe.next();
        }
        if ui.button("Cancel").clicked() {
            answer = Answer::Close;
        }
        answer
    }

    /// Generates a level in the background whenever the recipe changes.
    fn make(&mut self, ui: &Ui, cx: &Cx) {
        self.making.poll();
        if let Some(ended) = self.making.take() {
            let made = match ended {
                Ok(Ok(level)) => Ok(Made {
                    preview: draw(ui, &level),
                    level,
                }),
                Ok(Err(error)) => Err(error.to_string()),
                Err(broken) => Err(broken.to_string()),
            };
            self.made = Some(made);
        }
        if let Some(generator) = self.game.generator() {
            let make = |recipe: &Recipe| recipe.make(self.game, generator, cx);
            self.making.want(self.recipe.clone(), make);
        }
    }
}

fn fields(ui: &mut Ui, window: &mut GenerateWindow) {
    list(ui, 500.0, |ui| {
        game_field(ui, window);
        ui.add_space(space::TIGHT);
        difficulty_field(ui, window);
        ui.add_space(space::TIGHT);
        let known = window.game.generator().map_or(&[][..], |g| g.options());
        egui::Grid::new("generator options")
            .num_columns(2)
            .spacing([space::MEDIUM, space::TIGHT])
            .show(ui, |ui| {
                option_fields(ui, known, &mut window.recipe.options, &window.like);
                let label = ui
                    .label("Seed")
                    .on_hover_text("The same seed and settings give the same level");
                ui.add(DragValue::new(&mut window.recipe.seed).speed(1.0))
                    .labelled_by(label.id);
                ui.end_row();
            });
    });
}

fn game_field(ui: &mut Ui, window: &mut GenerateWindow) {
    let label = ui.label("Game");
    let combo = ComboBox::from_id_salt("generated game")
        .selected_text(window.game.info().title)
        .width(220.0)
        .show_ui(ui, |ui| {
            for game in with_generator() {
                let info = game.info();
                let chosen = info.id == window.game.info().id;
                if ui.choice(chosen, info.title).clicked() && !chosen {
                    *window = GenerateWindow::of(game, window.recipe.seed);
                }
            }
        });
    combo.response.labelled_by(label.id);
}

fn difficulty_field(ui: &mut Ui, window: &mut GenerateWindow) {
    let generator = window.game.generator();
    let difficulties = generator.map_or(&[][..], |generator| generator.difficulties());
    ui.horizontal(|ui| {
        ui.label("Difficulty");
        for difficulty in difficulties {
            let set = difficulty.options.iter();
            let mut set = set.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            let chosen = set
                .clone()
                .all(|(key, value)| window.recipe.options.get(&key) == Some(&value));
            let choice = egui::Button::new(difficulty.name).selected(chosen);
            if ui.add(choice).clicked() {
                window.recipe.options.extend(set.by_ref());
            }
        }
    });
}

fn preview(ui: &mut Ui, window: &mut GenerateWindow) {
    if window.making.is_busy() {
        ui.horizontal(|ui| {
            ui.label("Generating a level…");
            if ui.button("Stop").clicked() {
                window.making.stop();
            }
        });
    }
    match &window.made {
        None => {}
        Some(Err(error)) => problem(ui, &answer::sentence(error)),
        Some(Ok(made)) => {
            let size = made.preview.size_vec2();
            let scale = (PREVIEW as f32 / size.max_elem()).min(1.0);
            let image = egui::Image::new((made.preview.id(), size * scale.max(0.1)));
            ui.add(image.alt_text("Generated level"));
            ui.weak(made.level.extent());
        }
    }
    // Keeps the dialog's width while levels change.
    ui.allocate_space(vec2(PREVIEW as f32, 0.0));
}

fn draw(ui: &Ui, level: &LevelRef) -> TextureHandle {
    let picture = thumbnail::picture(level.as_ref(), ui.visuals().dark_mode, [PREVIEW; 2]);
    ui.ctx()
        .load_texture("generated", picture, TextureOptions::NEAREST)
}
