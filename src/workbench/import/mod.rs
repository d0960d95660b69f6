//! Import dialog: makes a level from a picture, by choosing picture and profile and correcting the reading.

mod correct;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{ComboBox, ScrollArea, TextEdit, TextureHandle, TextureOptions, Ui, vec2};
use image::RgbaImage;

use crate::game::ScreenBoard;
use crate::games;
use crate::kit::answer;
use crate::kit::choice::Choices as _;
use crate::kit::fields::{buttons, named_field, primary, problem};
use crate::kit::theme::space;
use crate::page::dialog::window;
use crate::page::messages::Weight;
use crate::page::{Answer, Command, Cx, Dialog, DialogAnswer, Notice, Question, Request, known};
use crate::session::{Broken, Task};
use crate::vision::{self, Lesson, Profile, TeachError, Told};
use crate::world::{PictureReading, ProfileName, Source};

use self::correct::Correction;

/// File extensions of pictures, in lower case.
pub const PICTURES: &[&str] = &["png", "jpg", "jpeg", "gif", "bmp", "webp", "ppm", "pgm"];

/// Question for a picture file, for a command or the open dialog.
pub fn ask_for_picture(by: Option<Command>) -> Question {
    Question::beside_field(by, "Choose a picture", ("Pictures", PICTURES.to_vec()))
}

/// The import dialog.
pub struct ImportDialog {
    path: String,
    profiles: Vec<ProfileName>,
    profile: usize,
    /// The user chose the profile; otherwise the first one that can read the picture is used.
    picked: bool,
    reading: Option<Task<Attempt>>,
    result: Option<Result<Read, String>>,
    read: Option<(String, usize)>,
    /// Title of the window that was read instead of a file.
    window: Option<String>,
    purpose: Purpose,
    /// The profile learns the user's corrections.
    remember: bool,
    /// Error of the last attempt to learn.
    untaught: Option<Untaught>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Level,
    Teach,
}

/// Index of a profile, and its reading of the picture.
type Attempt = (usize, Result<Found, String>);

/// A reading, and the possible values of its cells.
type Found = (PictureReading, Option<ScreenBoard>);

/// Adds the possible cell values, if the game's rules list them and cells may need correction. Takes a while.
fn found(reading: PictureReading) -> Found {
    let mut boards = reading.reading.boards.iter();
    let is_doubtful = boards.any(|board| board.doubtful(reading.threshold).next().is_some());
    // When teaching, the user may correct any cell.
    let source = reading.source.as_ref();
    let source = source.filter(|source| is_doubtful || vision::learns(&source.profile));
    let game = source.and_then(|source| games::by_id(&source.profile.game));
    let base = game.zip(reading.reading.base.as_deref());
    let level = base.and_then(|(game, text)| game.parse_text(text).ok());
    let shown = level.and_then(|level| level.screen_board());
    (reading, shown)
}

/// Returns an error if most cells are doubtful or, although none is, no level of the game looks like that: the picture
/// then shows something else.
fn recognized(reading: PictureReading, game: &str) -> Result<PictureReading, String> {
    let boards = &reading.reading.boards;
    let cells: usize = boards.iter().map(|board| board.cells.iter().count()).sum();
    let doubtful = boards
        .iter()
        .map(|board| board.doubtful(reading.threshold).count());
    let doubtful: usize = doubtful.sum();
    let level = games::by_id(game).and_then(|game| game.level_from_reading(&reading.reading).ok());
    if let Some(reason) = level.and_then(|level| level.unplayable())
        && doubtful == 0
    {
        let reason = answer::inside(&reason);
        return Err(format!(
            "This does not look like the game: {reason}. {OTHER_PICTURE}"
        ));
    }
    match 2 * doubtful > cells {
        true => Err(format!(
            "This does not look like the game: {} of {} cells are unclear. {OTHER_PICTURE}",
            answer::number(doubtful as u64),
            answer::number(cells as u64)
        )),
        false => Ok(reading),
    }
}

const OTHER_PICTURE: &str = "Choose another picture or screen profile.";

type Teaching = fn(&Profile, &RgbaImage, &Told) -> Result<Profile, TeachError>;

struct Untaught {
    text: String,
    /// The corrected cell resembles a cell with another value.
    alike: bool,
}

struct Read {
    correction: Correction,
    picture: TextureHandle,
    source: Option<Source>,
}

impl Read {
    /// The user's corrections, if the profile can learn.
    fn lesson(&self) -> Option<Lesson> {
        let source = self.source.as_ref();
        let source = source.filter(|source| vision::learns(&source.profile))?;
        Some(Lesson {
            image: source.image.clone(),
            told: self.correction.told(),
            profile: source.profile.clone(),
        })
    }

    /// Returns whether the profile can learn something from the corrections.
    fn can_teach(&self) -> bool {
        self.lesson().is_some_and(|lesson| lesson.learnt() > 0)
    }

    /// Returns whether the user has corrected something and no cell is doubtful, so that a run can continue.
    fn can_go_on(&self) -> bool {
        let lesson = self.lesson();
        lesson.is_some_and(|lesson| !lesson.told.is_empty()) && self.correction.doubts().is_empty()
    }

    /// Teaches the profile the corrections, and saves it unless it is a draft.
    fn teach(&self, how: Teaching, cx: &mut Cx) -> Result<(), Untaught> {
        let (Some(source), Some(lesson)) = (&self.source, self.lesson()) else {
            return Ok(());
        };
        let name = |value: String| self.correction.name(&value);
        let taught = how(&lesson.profile, &lesson.image, &lesson.told).map_err(|error| {
            let (alike, error) = match error {
                TeachError::Alike { cell, told, other } => {
                    let (told, other) = (name(told), name(other));
                    (true, TeachError::Alike { cell, told, other })
                }
                error => (false, error),
            };
            let text = answer::sentence(&error.to_string());
            Untaught { text, alike }
        })?;
        let learnt = lesson.learnt();
        if !source.draft && learnt > 0 {
            let kept = cx.world.pictures.keep(&taught, true);
            kept.map_err(|text| Untaught { text, alike: false })?;
        }
        let text = match learnt {
            0 => "Your corrections of numbers apply to this level.".to_owned(),
            1 => format!("‘{}’ learned 1 cell.", taught.title),
            n => format!("‘{}’ learned {n} cells.", taught.title),
        };
        cx.messages.toast(Weight::Good, text);
        cx.tell(Notice::Taught(Lesson {
            profile: Arc::new(taught),
            ..lesson
        }));
        Ok(())
    }
}

impl ImportDialog {
    /// Imports a picture file, read at once; with an empty path, the user chooses one.
    pub fn of_file(path: &Path, cx: &Cx) -> Self {
        let profiles = cx.world.pictures.profiles();
        let game = cx.document.level().game_id();
        let used = cx.settings.solving.profiles.get(game);
        let profile = profiles
            .iter()
            .position(|profile| Some(&profile.id) == used)
            .or_else(|| profiles.iter().position(|profile| profile.game == game));
        Self {
            path: path.to_string_lossy().into_owned(),
            profile: profile.unwrap_or(0),
            profiles,
            picked: false,
            reading: None,
            result: None,
            untaught: None,
            read: None,
            window: None,
            purpose: Purpose::Level,
            remember: true,
        }
    }

    /// Imports a picture file with a given screen profile.
    pub fn of_file_with(path: &Path, profile: &str, cx: &Cx) -> Self {
        let mut dialog = Self::of_file(path, cx);
        if let Some(index) = dialog.profiles.iter().position(|p| p.id == profile) {
            dialog.profile = index;
            dialog.picked = true;
        }
        dialog
    }

    /// Imports a reading of the window with this title.
    pub fn of_window(title: &str, profile: ProfileName, reading: &PictureReading, cx: &Cx) -> Self {
        // Treated as a reading that has just finished.
        let reading = reading.clone();
        let work = move |_: &_| (0, Ok(found(reading)));
        let reading = Task::start("reader of pictures", &cx.wake, work);
        Self {
            path: String::new(),
            profile: 0,
            profiles: vec![profile],
            picked: true,
            reading: Some(reading),
            result: None,
            untaught: None,
            read: None,
            window: Some(title.to_owned()),
            purpose: Purpose::Level,
            remember: true,
        }
    }

    /// Imports a reading of a window, to teach the profile unknown cell values.
    pub fn to_teach(title: &str, profile: ProfileName, reading: &PictureReading, cx: &Cx) -> Self {
        Self {
            purpose: Purpose::Teach,
            ..Self::of_window(title, profile, reading, cx)
        }
    }
}

impl Dialog for ImportDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        self.read_picture(ui, cx);
        let title = match (self.purpose, &self.window) {
            (Purpose::Teach, _) => "Identify cells",
            (Purpose::Level, Some(_)) => "Read level from window",
            (Purpose::Level, None) => "Import picture",
        };
        window(ui, title, 760.0, |ui| self.content(ui, cx))
    }

    fn is_busy(&self) -> bool {
        self.reading.is_some()
    }

    fn chosen(&mut self, path: &Path, _cx: &mut Cx) {
        if self.window.is_none() {
            self.path = path.to_string_lossy().into_owned();
        }
    }
}

impl ImportDialog {
    fn content(&mut self, ui: &mut Ui, cx: &mut Cx) -> DialogAnswer {
        if self.profiles.is_empty() {
            ui.label("There is no screen profile yet to read a picture with.");
            return self.buttons(ui, cx);
        }
        let mut teach = None;
        match &self.window {
            Some(window) => {
                let profile = &self.profiles[0].title;
                ui.label(format!("Read from the window ‘{window}’ as ‘{profile}’."));
            }
            None => teach = self.fields(ui, cx),
        }
        ui.add_space(space::SMALL);
        // The dialog has its full height from the start, so that nothing moves under the pointer.
        let height = (ui.ctx().content_rect().height() - 330.0).clamp(160.0, 480.0);
        let below = ui.cursor().top() + height;
        match &mut self.result {
            None if self.reading.is_some() => {
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
                        let room = vec2(width, height);
                        let areas = read.source.as_ref().map_or(&[][..], |source| &source.areas);
                        let (correction, picture) = (&mut read.correction, &read.picture);
                        correction.show_picture(&mut columns[0], picture, areas, room);
                        correction.show(&mut columns[1], !areas.is_empty());
                    });
                });
            }
        }
        ui.add_space((below - ui.cursor().top()).max(0.0));
        let answer = self.buttons(ui, cx);
        match teach {
            Some(path) => {
                let picture = Answer::File(path);
                DialogAnswer::Try(Request::Answer(Some(known::NEW_PROFILE), picture))
            }
            None => answer,
        }
    }

    /// Reads the picture in the background whenever path or profile change.
    fn read_picture(&mut self, ui: &Ui, cx: &Cx) {
        if self.reading.is_some() {
            let Some(ended) = Task::end_of(&mut self.reading) else {
                return;
            };
            let broke = |broken: Broken| (self.profile, Err(answer::sentence(&broken.to_string())));
            let (profile, result) = ended.unwrap_or_else(broke);
            self.profile = profile;
            if let Some((_, read)) = &mut self.read {
                *read = profile;
            }
            self.result = Some(result.and_then(|found| self.to_correct(ui, found)));
        }
        if self.window.is_some() {
            return;
        }
        let now = (self.path.clone(), self.profile);
        let is_read = self.read.as_ref() == Some(&now);
        if !is_read {
            // The previous result belongs to another picture.
            self.result = None;
        }
        let wanted = !now.0.trim().is_empty() && !is_read;
        if !wanted || ui.ctx().text_edit_focused() {
            return;
        }
        let order = order(&self.profiles, now.1, self.picked);
        let pictures = cx.world.pictures.clone();
        let path = PathBuf::from(now.0.trim());
        self.read = Some(now);
        self.result = None;
        let work = move |_: &_| {
            let mut first: Option<Attempt> = None;
            for (index, profile) in order {
                let reading = pictures.read(&profile.id, &path);
                let reading = reading.and_then(|reading| recognized(reading, &profile.game));
                let attempt = (index, reading.map(found));
                if attempt.1.is_ok() {
                    return attempt;
                }
                first.get_or_insert(attempt);
            }
            first.unwrap_or((0, Err("There is no screen profile.".to_owned())))
        };
        self.reading = Some(Task::start("reader of pictures", &cx.wake, work));
    }

    /// Prepares a reading for correction.
    fn to_correct(&self, ui: &Ui, (read, shown): Found) -> Result<Read, String> {
        let profile = self.profiles.get(self.profile);
        let game = profile.and_then(|profile| games::by_id(&profile.game));
        let game = game
            .ok_or_else(|| "The profile is for a game that Planwright does not have.".to_owned())?;
        let picture = ui
            .ctx()
            .load_texture("import", read.picture, TextureOptions::LINEAR);
        Ok(Read {
            correction: Correction::new(game, read.reading, read.threshold, shown),
            picture,
            source: read.source,
        })
    }

    /// Fields for path and profile. Returns the picture if the user wants a new profile made from it.
    fn fields(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<PathBuf> {
        let mut teach = None;
        ui.horizontal(|ui| {
            let field = ui.add(
                TextEdit::singleline(&mut self.path)
                    .hint_text("Path of a picture")
                    .desired_width(430.0),
            );
            if field.changed() {
                self.result = None;
            }
            field.widget_info(|| named_field("Picture", &self.path));
            // Text typed or pasted right away becomes the path.
            if self.path.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
                field.request_focus();
            }
            if ui.button("Choose…").clicked() {
                cx.ask(Request::Choose(ask_for_picture(None)));
            }
        });
        let title = |profile: &ProfileName| {
            let game = games::by_id(&profile.game).map_or("", |game| game.info().title);
            format!("{} ({game})", profile.title)
        };
        ui.horizontal(|ui| {
            let label = ui.label("Screen profile");
            let shown = self.profiles.get(self.profile).map(title);
            let combo = ComboBox::from_id_salt("import profile")
                .selected_text(shown.unwrap_or_default())
                .width(300.0)
                .show_ui(ui, |ui| {
                    for (index, profile) in self.profiles.iter().enumerate() {
                        let value = &mut self.profile;
                        self.picked |= ui.choice_value(value, index, title(profile)).clicked();
                    }
                });
            combo.response.labelled_by(label.id);
            let path = self.path.trim();
            let button = ui
                .add_enabled(!path.is_empty(), egui::Button::new("New profile…"))
                .on_hover_text("Show where the board is in this picture and what its cells mean")
                .on_disabled_hover_text("Choose a picture first");
            if button.clicked() {
                teach = Some(PathBuf::from(path));
            }
        });
        teach
    }

    fn teach_buttons(&mut self, ui: &mut Ui, cx: &mut Cx) -> DialogAnswer {
        let read = self.result.as_ref().and_then(|read| read.as_ref().ok());
        let source = read.and_then(|read| read.source.as_ref());
        if source.is_some_and(|source| !vision::learns(&source.profile)) {
            let text = "This profile tells cells apart by rules that are written down, so it cannot learn from samples. \
                        Change it in its file.";
            problem(ui, text);
        }
        let mut answer = DialogAnswer::Stay;
        let mut how: Option<Teaching> = None;
        if let Some(untaught) = &self.untaught {
            problem(ui, &untaught.text);
        }
        buttons(ui, |ui| {
            if let Some(read) = read {
                let ready = read.can_go_on();
                if primary(ui, "Learn and continue", ready) {
                    how = Some(vision::teach);
                }
                let alike = self
                    .untaught
                    .as_ref()
                    .is_some_and(|untaught| untaught.alike);
                if alike
                    && ui
                        .add_enabled(ready, egui::Button::new("They look the same in this game"))
                        .on_hover_text("From now on, such a cell may be either of them")
                        .clicked()
                {
                    how = Some(vision::teach_alike);
                }
            }
            if ui.button("Cancel").clicked() {
                answer = DialogAnswer::Close;
            }
        });
        if let Some((how, read)) = how.zip(read) {
            match read.teach(how, cx) {
                Ok(()) => answer = DialogAnswer::Close,
                Err(untaught) => self.untaught = Some(untaught),
            }
        }
        answer
    }

    fn buttons(&mut self, ui: &mut Ui, cx: &mut Cx) -> DialogAnswer {
        if self.purpose == Purpose::Teach {
            return self.teach_buttons(ui, cx);
        }
        let mut answer = DialogAnswer::Stay;
        let mut used = false;
        let level = match &self.result {
            Some(Ok(read)) => Some(read.correction.level()),
            _ => None,
        };
        if let Some(Err(error)) = &level {
            problem(ui, &answer::sentence(error));
        }
        if let Some(Ok(read)) = &self.result
            && read.can_teach()
        {
            let text = "Remember my corrections in the screen profile";
            ui.checkbox(&mut self.remember, text).on_hover_text(
                "Cells like these are read without a doubt from now on; of a profile that is shipped a copy of your own is \
                 changed",
            );
        }
        buttons(ui, |ui| {
            if let (Some(Ok(read)), Some(Ok(_))) = (&self.result, &level) {
                let doubts = read.correction.doubts().len();
                used = primary(ui, "Use level", doubts == 0);
                if doubts > 0 {
                    used |= ui
                        .button("Use the level as read, unclear cells included")
                        .clicked();
                }
            }
            if ui.button("Cancel").clicked() {
                answer = DialogAnswer::Close;
            }
        });
        if used && let (Some(Ok(read)), Some(Ok(level))) = (&self.result, level) {
            if self.remember
                && read.can_teach()
                && let Err(error) = read.teach(vision::teach, cx)
            {
                let text = format!(
                    "The screen profile could not learn from this: {}",
                    error.text
                );
                cx.messages.toast(Weight::Warn, text);
            }
            let from = match self.window {
                Some(_) => "window",
                None => "picture",
            };
            // Moves made before the capture can be continued or undone.
            let moves = read.correction.moves(level.as_ref());
            if shows_no_level(cx.tab) {
                cx.go(known::EDIT);
            }
            answer = DialogAnswer::Try(Request::Replace {
                status: format!("Read the level from the {from}."),
                closes: false,
                put: Box::new(move |document| {
                    document.import_level(level);
                    for mv in &moves {
                        if let Err(error) = document.make_move(mv) {
                            log::warn!("a move read in a picture: {error}");
                            break;
                        }
                    }
                }),
            });
        }
        answer
    }
}

/// Returns whether this tab does not show the open level.
fn shows_no_level(tab: Command) -> bool {
    matches!(
        tab,
        known::LIVE | known::STATES | known::HISTORY | known::NEW_PROFILE
    )
}

/// Profiles to try, as (index, id): the chosen one; then, unless the user chose it, those of the same game; then all
/// others.
fn order(profiles: &[ProfileName], chosen: usize, picked: bool) -> Vec<(usize, ProfileName)> {
    let game = profiles.get(chosen).map(|profile| profile.game.as_str());
    let mut order: Vec<(usize, &ProfileName)> = profiles.iter().enumerate().collect();
    order.retain(|(index, _)| *index == chosen || !picked);
    order.sort_by_key(|(index, profile)| (*index != chosen, Some(profile.game.as_str()) != game));
    let owned = |(index, profile): (usize, &ProfileName)| (index, profile.clone());
    order.into_iter().map(owned).collect()
}
