//! A level from a picture: choose picture and profile, look at what was read, correct it.

mod correct;
pub(crate) mod real;

use crate::page::known;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{
    ColorImage, ComboBox, Image, ScrollArea, TextEdit, TextureHandle, TextureOptions, Ui, vec2,
};

use image::RgbaImage;

use crate::game::Reading;
use crate::games;
use crate::session::{Broken, Task};
use crate::vision::Profile;

use self::correct::Correction;

use crate::kit::answer;
use crate::kit::fields::named_field;
use crate::kit::fields::{buttons, primary, problem};
use crate::kit::theme::space;
use crate::page::dialog::{DialogAnswer, window};
use crate::shell::app::Workbench;

pub use self::real::RealPictures;

/// A screen profile as the workbench lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileName {
    /// Stable id.
    pub id: String,
    /// Name on screen.
    pub title: String,
    /// Id of the game it shows.
    pub game: String,
    /// Whether it is for a window that this program itself opens to practise in.
    pub practice: bool,
}

/// What was read off a picture.
#[derive(Clone, Debug)]
pub struct PictureReading {
    /// The boards.
    pub reading: Reading,
    /// Cells read with less confidence than this are doubtful, 0 to 1.
    pub threshold: f32,
    /// The picture, to look at beside the reading.
    pub picture: Arc<ColorImage>,
}

/// Reading pictures, behind a trait so that tests need none. Called on threads of their own.
pub trait Pictures: Send + Sync {
    /// The screen profiles there are.
    fn profiles(&self) -> Vec<ProfileName>;

    /// Reads a picture file through a profile.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    fn read(&self, profile: &str, picture: &Path) -> Result<PictureReading, String>;

    /// Opens a picture file.
    ///
    /// # Errors
    /// Why it cannot be opened, for people.
    fn open(&self, picture: &Path) -> Result<Arc<RgbaImage>, String>;

    /// Saves a new screen profile among the person's own.
    ///
    /// # Errors
    /// Why it cannot be saved, for people.
    fn keep(&self, profile: &Profile) -> Result<(), String>;
}

/// A picture on its way to becoming a level.
pub struct ImportDialog {
    path: String,
    profiles: Vec<ProfileName>,
    profile: usize,
    /// The person has chosen the profile; else the first that reads the picture is taken.
    picked: bool,
    reading: Option<Task<Attempt>>,
    result: Option<Result<Read, String>>,
    /// Path and profile that were read last.
    read: Option<(String, usize)>,
    /// The title of the window that the picture is of, if it is not of a file.
    window: Option<String>,
}

/// Which of the profiles read a picture, and what came of it.
type Attempt = (usize, Result<PictureReading, String>);

/// What was read, in the hands of the person.
struct Read {
    correction: Correction,
    picture: TextureHandle,
}

impl Workbench {
    /// Opens the dialog for a picture; with a path it is read at once.
    pub fn import_picture(&mut self, path: &Path) {
        let profiles = self.cx.world.pictures.profiles();
        let game = self.cx.document.level().game_id();
        let profile = profiles.iter().position(|profile| profile.game == game);
        self.importing = Some(Box::new(ImportDialog {
            path: path.to_string_lossy().into_owned(),
            profile: profile.unwrap_or(0),
            profiles,
            picked: false,
            reading: None,
            result: None,
            read: None,
            window: None,
        }));
    }

    /// The same with this screen profile.
    pub(crate) fn import_picture_with(&mut self, path: &Path, profile: &str) {
        self.import_picture(path);
        if let Some(dialog) = &mut self.importing
            && let Some(index) = dialog.profiles.iter().position(|p| p.id == profile)
        {
            dialog.profile = index;
            dialog.picked = true;
        }
    }

    /// Opens the dialog for what was read in a window.
    pub(crate) fn import_reading(
        &mut self,
        window: &str,
        profile: ProfileName,
        reading: &PictureReading,
    ) {
        // As if it had just been read.
        let reading = reading.clone();
        let reading = Task::start("reader of pictures", &self.cx.wake, |_| (0, Ok(reading)));
        self.importing = Some(Box::new(ImportDialog {
            path: String::new(),
            profile: 0,
            profiles: vec![profile],
            picked: true,
            reading: Some(reading),
            result: None,
            read: None,
            window: Some(window.to_owned()),
        }));
    }

    /// Puts a chosen picture into the open dialog.
    pub(crate) fn picture_chosen(&mut self, path: &Path) {
        if self.cx.tab == known::NEW_PROFILE && self.importing.is_none() {
            return self.wizard_takes_picture(path);
        }
        match &mut self.importing {
            Some(dialog) if dialog.window.is_none() => {
                dialog.path = path.to_string_lossy().into_owned();
            }
            _ => self.import_picture(path),
        }
    }

    pub(crate) fn import_dialog(&mut self, ui: &Ui, dialog: &mut ImportDialog) -> DialogAnswer {
        self.read_picture(ui, dialog);
        let title = match dialog.window {
            Some(_) => "Read level from window",
            None => "Import picture",
        };
        let mut new = None;
        let answer = window(ui, title, 760.0, |ui| {
            if dialog.profiles.is_empty() {
                ui.label("There is no screen profile yet that says how a picture is to be read.");
                return self.import_buttons(ui, dialog);
            }
            match &dialog.window {
                Some(window) => {
                    let profile = &dialog.profiles[0].title;
                    ui.label(format!("Read from the window ‘{window}’ as ‘{profile}’."));
                }
                None => new = self.import_fields(ui, dialog),
            }
            ui.add_space(space::SMALL);
            // The dialog has its full height at once, so that nothing moves under the pointer.
            let height = (ui.ctx().content_rect().height() - 330.0).clamp(160.0, 480.0);
            let below = ui.cursor().top() + height;
            match &mut dialog.result {
                None if dialog.reading.is_some() => {
                    ui.label("Reading the picture…");
                }
                None => {
                    ui.weak("Choose a screenshot of the game's window.");
                }
                Some(Err(error)) => problem(ui, error),
                Some(Ok(read)) => {
                    ScrollArea::vertical().max_height(height).show(ui, |ui| {
                        ui.columns(2, |columns| {
                            let width = columns[0].available_width();
                            let picture = Image::new(&read.picture)
                                .max_size(vec2(width, height))
                                .alt_text("The picture");
                            columns[0].add(picture);
                            read.correction.show(&mut columns[1]);
                        });
                    });
                }
            }
            ui.add_space((below - ui.cursor().top()).max(0.0));
            self.import_buttons(ui, dialog)
        });
        match new {
            Some(path) => {
                self.new_profile_of(ui.ctx(), path);
                DialogAnswer::Close
            }
            None => answer,
        }
    }

    /// Reads the picture on a thread whenever path or profile have changed.
    fn read_picture(&mut self, ui: &Ui, dialog: &mut ImportDialog) {
        if dialog.reading.is_some() {
            let Some(ended) = Task::end_of(&mut dialog.reading) else {
                return;
            };
            let broke =
                |broken: Broken| (dialog.profile, Err(answer::sentence(&broken.to_string())));
            let (profile, result) = ended.unwrap_or_else(broke);
            dialog.profile = profile;
            if let Some((_, read)) = &mut dialog.read {
                *read = profile;
            }
            dialog.result = Some(result.and_then(|read| taken_over(ui, dialog, read)));
        }
        let now = (dialog.path.clone(), dialog.profile);
        let wanted = !now.0.trim().is_empty() && dialog.read.as_ref() != Some(&now);
        if !wanted || ui.ctx().text_edit_focused() {
            return;
        }
        let order = order(&dialog.profiles, now.1, dialog.picked);
        let pictures = self.cx.world.pictures.clone();
        let path = PathBuf::from(now.0.trim());
        dialog.read = Some(now);
        dialog.result = None;
        let work = move |_: &_| {
            let mut first: Option<Attempt> = None;
            for (index, id) in order {
                let attempt = (index, pictures.read(&id, &path));
                if attempt.1.is_ok() {
                    return attempt;
                }
                first.get_or_insert(attempt);
            }
            first.unwrap_or((0, Err("There is no screen profile.".to_owned())))
        };
        dialog.reading = Some(Task::start("reader of pictures", &self.cx.wake, work));
    }

    /// Path and profile; the picture of which a new profile is wanted.
    fn import_fields(&mut self, ui: &mut Ui, dialog: &mut ImportDialog) -> Option<PathBuf> {
        let mut new = None;
        ui.horizontal(|ui| {
            let field = ui.add(
                TextEdit::singleline(&mut dialog.path)
                    .hint_text("Path of a picture")
                    .desired_width(430.0),
            );
            field.widget_info(|| named_field("Picture", &dialog.path));
            if ui.button("Choose…").clicked() {
                let question = self.picture_question();
                self.choose_file(question);
            }
        });
        let title = |profile: &ProfileName| {
            let game = games::by_id(&profile.game).map_or("", |game| game.info().title);
            format!("{} ({game})", profile.title)
        };
        ui.horizontal(|ui| {
            let label = ui.label("Screen profile");
            let shown = dialog.profiles.get(dialog.profile).map(title);
            let combo = ComboBox::from_id_salt("import profile")
                .selected_text(shown.unwrap_or_default())
                .width(300.0)
                .show_ui(ui, |ui| {
                    for (index, profile) in dialog.profiles.iter().enumerate() {
                        let value = &mut dialog.profile;
                        dialog.picked |=
                            ui.selectable_value(value, index, title(profile)).clicked();
                    }
                });
            combo.response.labelled_by(label.id);
            let path = dialog.path.trim();
            let button = ui
                .add_enabled(!path.is_empty(), egui::Button::new("New profile…"))
                .on_hover_text("Say where the board is in this picture and what its cells show")
                .on_disabled_hover_text("Choose a picture first");
            if button.clicked() {
                new = Some(PathBuf::from(path));
            }
        });
        new
    }

    fn import_buttons(&mut self, ui: &mut Ui, dialog: &mut ImportDialog) -> DialogAnswer {
        let mut answer = DialogAnswer::Stay;
        let mut use_it = false;
        let level = match &dialog.result {
            Some(Ok(read)) => Some(read.correction.level()),
            _ => None,
        };
        if let Some(Err(error)) = &level {
            problem(ui, &crate::kit::answer::sentence(error));
        }
        buttons(ui, |ui| {
            if let (Some(Ok(read)), Some(Ok(_))) = (&dialog.result, &level) {
                let doubts = read.correction.doubts().len();
                use_it = primary(ui, "Use level", doubts == 0);
                if doubts > 0 {
                    use_it |= ui.button("Use as read, doubts and all").clicked();
                }
            }
            if ui.button("Cancel").clicked() {
                answer = DialogAnswer::Close;
            }
        });
        if use_it && let Some(Ok(level)) = level {
            self.note_replaced();
            let (step, from) = match dialog.window {
                Some(_) => ("Read level from window", "window"),
                None => ("Import picture", "picture"),
            };
            let moves = match &dialog.result {
                Some(Ok(read)) => read.correction.moves(level.as_ref()),
                _ => Vec::new(),
            };
            self.cx.document.import_level(step, level);
            self.level_replaced(format!("Read the level from the {from}."));
            // What was done in the picture can be gone on with, or taken back.
            for mv in &moves {
                if self.cx.make_move(mv).is_some() {
                    break;
                }
            }
            if matches!(
                self.cx.tab,
                known::LIVE | known::STATES | known::HISTORY | known::NEW_PROFILE
            ) {
                self.cx.tab = known::EDIT;
            }
            answer = DialogAnswer::Close;
        }
        answer
    }
}

/// In which order profiles, as (index, id), are tried: the chosen one, then, if the person has not
/// chosen it, those of the same game, then all others.
fn order(profiles: &[ProfileName], chosen: usize, picked: bool) -> Vec<(usize, String)> {
    let game = profiles.get(chosen).map(|profile| profile.game.as_str());
    let mut order: Vec<(usize, &ProfileName)> = profiles.iter().enumerate().collect();
    order.retain(|(index, _)| *index == chosen || !picked);
    order.sort_by_key(|(index, profile)| (*index != chosen, Some(profile.game.as_str()) != game));
    let with_id = |(index, profile): (usize, &ProfileName)| (index, profile.id.clone());
    order.into_iter().map(with_id).collect()
}

fn taken_over(ui: &Ui, dialog: &ImportDialog, read: PictureReading) -> Result<Read, String> {
    let profile = dialog.profiles.get(dialog.profile);
    let game = profile.and_then(|profile| games::by_id(&profile.game));
    let game = game.ok_or_else(|| "The profile is for a game this program lacks.".to_owned())?;
    let picture = ui
        .ctx()
        .load_texture("import", read.picture, TextureOptions::LINEAR);
    Ok(Read {
        correction: Correction::new(game, read.reading, read.threshold),
        picture,
    })
}
