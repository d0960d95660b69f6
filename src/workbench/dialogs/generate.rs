//! A level made by chance.

use std::collections::BTreeMap;

use crossbeam_channel::{Receiver, TryRecvError};
use egui::{ComboBox, DragValue, TextEdit, TextureHandle, TextureOptions, Ui, vec2};

use crate::game::{Game, GenerateError, LevelRef, generate};
use crate::games;
use crate::search::{Budget, CancelFlag};
use crate::session::background;

use super::super::answer;
use super::super::app::Workbench;
use super::super::library_panel::named_field;
use super::super::theme::space;
use super::super::thumbnail;
use super::{DialogAnswer, buttons, list, primary, problem, window};

/// Largest side of the preview, in points.
const PREVIEW: usize = 260;

/// What is being made.
pub struct GenerateDialog {
    game: &'static dyn Game,
    options: BTreeMap<String, String>,
    seed: u64,
    /// Options that make levels like the open one.
    like: Vec<(&'static str, String)>,
    /// What the newest result was made of.
    made_of: Option<(BTreeMap<String, String>, u64)>,
    making: Option<Making>,
    made: Option<Result<Made, GenerateError>>,
}

struct Making {
    stop: CancelFlag,
    result: Receiver<Result<LevelRef, GenerateError>>,
}

impl Drop for Making {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

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
            made_of: None,
            making: None,
            made: None,
        }
    }

    /// Whether a level is being made.
    pub fn is_busy(&self) -> bool {
        self.making.is_some()
    }
}

/// The games whose levels can be made by chance.
fn with_generator() -> impl Iterator<Item = &'static dyn Game> {
    games::visible().filter(|game| game.generator().is_some())
}

impl Workbench {
    /// The dialog for the open level's game, if levels of that can be made.
    pub(in super::super) fn generate_level(&mut self) {
        let own = self
            .document
            .game()
            .filter(|game| game.generator().is_some());
        if let Some(game) = own.or_else(|| with_generator().next()) {
            let seed = fastrand::u64(1..1_000_000);
            let mut dialog = GenerateDialog::of(game, seed);
            if let (true, Some(generator)) = (own.is_some(), game.generator()) {
                dialog.like = generator.like(self.document.level().as_ref());
            }
            self.dialog = Some(super::Dialog::Generate(Box::new(dialog)));
        }
    }

    pub(super) fn generate_dialog(&mut self, ui: &Ui, dialog: &mut GenerateDialog) -> DialogAnswer {
        self.make(ui, dialog);
        window(ui, "Generate level", 700.0, |ui| {
            ui.columns(2, |columns| {
                let [left, right] = columns else {
                    return;
                };
                fields(left, dialog);
                preview(right, dialog);
            });
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                let made = match &dialog.made {
                    Some(Ok(made)) if dialog.making.is_none() => Some(made.level.clone()),
                    _ => None,
                };
                if primary(ui, "Open", made.is_some())
                    && let Some(level) = made
                {
                    self.note_replaced();
                    self.document.new_level(level);
                    self.level_replaced(format!("Generated with seed {}.", dialog.seed));
                    answer = DialogAnswer::Close;
                }
                if ui
                    .button("Another one")
                    .on_hover_text("The same with the next seed")
                    .clicked()
                {
                    dialog.seed = dialog.seed.wrapping_add(1);
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }

    /// Makes a level on a thread whenever what is wanted has changed.
    fn make(&self, ui: &Ui, dialog: &mut GenerateDialog) {
        if let Some(making) = &dialog.making {
            let result = match making.result.try_recv() {
                Ok(result) => Some(result),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Err(GenerateError::Stopped)),
            };
            if let Some(result) = result {
                dialog.making = None;
                dialog.made = Some(result.map(|level| Made {
                    preview: draw(ui, &level),
                    level,
                }));
            }
        }
        let wanted = (dialog.options.clone(), dialog.seed);
        if dialog.made_of.as_ref() == Some(&wanted) {
            return;
        }
        let Some(generator) = dialog.game.generator() else {
            return;
        };
        let stop = CancelFlag::default();
        let budget = Budget::default().with_cancel(stop.clone());
        let (options, seed) = wanted.clone();
        let work = move || generate(generator, &options, seed, &budget);
        dialog.made_of = Some(wanted);
        // Dropping the one before stops it.
        dialog.making = Some(Making {
            stop,
            result: background("generate", self.wake.clone(), work),
        });
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
    ui.add_space(space::SMALL);
    let known = dialog.game.generator().map_or(&[][..], |g| g.options());
    list(ui, 330.0, |ui| {
        egui::Grid::new("generator options")
            .num_columns(2)
            .spacing([space::MEDIUM, space::TIGHT])
            .show(ui, |ui| {
                for option in known {
                    ui.label(option.name).on_hover_text(option.help);
                    let given = dialog.options.get(option.key);
                    let mut value = given.map_or(option.default, String::as_str).to_owned();
                    let field = ui
                        .add(TextEdit::singleline(&mut value).desired_width(130.0))
                        .on_hover_text(option.help);
                    field.widget_info(|| named_field(option.name, &value));
                    if field.changed() {
                        dialog.options.insert(option.key.to_owned(), value);
                    }
                    ui.end_row();
                }
                let label = ui
                    .label("Seed")
                    .on_hover_text("The same seed and settings give the same level");
                ui.add(DragValue::new(&mut dialog.seed).speed(1.0))
                    .labelled_by(label.id);
                ui.end_row();
                if !dialog.like.is_empty() {
                    ui.label("");
                    let button = ui.button("Like the open level");
                    let button = button.on_hover_text("Take over its size and shape");
                    if button.clicked() {
                        let like = dialog.like.iter();
                        dialog
                            .options
                            .extend(like.map(|(key, value)| ((*key).to_owned(), value.clone())));
                    }
                    ui.end_row();
                }
            });
    });
}

fn preview(ui: &mut Ui, dialog: &mut GenerateDialog) {
    if dialog.making.is_some() {
        ui.horizontal(|ui| {
            ui.label("Making a level…");
            if ui.button("Stop").clicked()
                && let Some(making) = &dialog.making
            {
                making.stop.cancel();
            }
        });
    }
    match &dialog.made {
        None => {}
        Some(Err(error)) => problem(ui, &answer::sentence(&error.to_string())),
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
