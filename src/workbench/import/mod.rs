//! Import dialog: makes a level from a picture, by choosing picture and profile and correcting the reading.

mod correct;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::style::ScrollStyle;
use egui::{ComboBox, Label, RichText, ScrollArea, Ui, vec2};
use image::RgbaImage;

use crate::games;
use crate::kit::answer;
use crate::kit::fields::{enabled_button, error_label, list_value, primary, tip_button};
use crate::kit::theme::space;
use crate::page::dialog::{answer_buttons, window};
use crate::page::messages::Severity;
use crate::page::{
    CommandId, Cx, Dialog, DialogAnswer, LevelSource, Notice, Question, Reply, Request, known,
};
use crate::session::{LatestTask, Task};
use crate::vision::{self, CellLabels, Lesson, Profile, TeachError};
use crate::world::PictureReading;

use self::correct::Correction;

pub const PICTURE_EXTENSIONS: &[&str] = &["png", "jpg", "jpeg", "gif", "bmp", "webp", "ppm", "pgm"];

/// Question for a picture file, such as a screenshot.
pub fn picture_question(asker: CommandId) -> Question {
    let kinds = ("Pictures", PICTURE_EXTENSIONS.to_vec());
    Question::to_open(asker, "Choose a picture", kinds)
}

pub struct ImportDialog {
    path: PathBuf,
    profiles: Vec<Arc<Profile>>,
    /// Index of the chosen profile.
    profile: usize,
    /// Index of the profile that the user chose; otherwise the one that reads the picture with the fewest unclear cells
    /// is used.
    picked: Option<usize>,
    /// By the profile that the user chose.
    reading: LatestTask<Option<usize>, ReadAttempt>,
    result: Option<Result<Correction, String>>,
    /// Title of the window that was read instead of a file.
    window: Option<String>,
    /// The user teaches the profile of a run rather than imports a level.
    teaches: bool,
    /// The profile learns from corrections.
    remember: bool,
    teach_failure: Option<TeachFailure>,
}

enum ReadContent {
    /// Text of the level that the picture was exported from.
    Exported(String),
    Board(Box<Correction>),
}

impl ReadContent {
    fn board(reading: PictureReading) -> Result<Self, String> {
        Ok(Self::Board(Box::new(Correction::new(reading)?)))
    }
}

/// Index of the profile, with what it reads or why it cannot.
type ReadAttempt = (usize, Result<ReadContent, String>);

/// Degree to which a reading does not fit its profile's game; the lowest fits best.
#[derive(Default, PartialEq, PartialOrd)]
struct Mismatch {
    is_unplayable: bool,
    /// Share of unclear cells in the least clear board.
    unclear: f32,
}

impl Mismatch {
    /// Rates a reading with the profile that the user chose or that is proposed, where unclear cells can be corrected.
    /// Returns an error if most cells of a board of the largest size are unclear or, although none is, no level of the
    /// game looks like that: the picture then shows something else.
    fn of(reading: &PictureReading) -> Result<Self, String> {
        let boards = reading.reading.boards.iter();
        let counts = boards.map(|board| {
            let unclear = board.doubtful(reading.threshold()).count();
            (board.cells.iter().count(), unclear)
        });
        let counts: Vec<(usize, usize)> = counts.collect();
        let share = |&(cells, unclear): &(usize, usize)| unclear as f32 / cells.max(1) as f32;
        let game = games::by_id(&reading.profile.game);
        let level = game.and_then(|game| game.level_from_reading(&reading.reading).ok());
        let has_level = level.is_some();
        let reason = level.and_then(|level| level.unplayable());
        let mismatch = Self {
            is_unplayable: !has_level || reason.is_some(),
            unclear: counts.iter().map(share).fold(0.0, f32::max),
        };
        // Companions, such as a list of pieces, may be small and clear.
        let (cells, unclear) = counts.into_iter().max().unwrap_or_default();
        let reason = match reason {
            Some(reason) if mismatch.unclear == 0.0 => answer::mid_sentence(&reason),
            _ if 2 * unclear > cells => {
                let [unclear, cells] = [unclear, cells].map(|count| answer::number(count as u64));
                format!("{unclear} of {cells} cells are unclear")
            }
            _ => return Ok(mismatch),
        };
        Err(format!(
            "This does not look like the game: {reason}. Choose another picture or screen profile."
        ))
    }
}

/// Largest share of unclear cells with which a profile that the user did not choose is taken.
const MAX_UNCLEAR_SHARE: f32 = 0.25;
/// Smallest share of the picture that a board covers if the user did not choose its profile: 205×205 pixels of a screen
/// of 1920×1080. Smaller ones are mostly pictures of boards within other windows.
const MIN_COVERED_SHARE: f32 = 0.02;

/// Share of the picture that its largest board covers, if the places of the cells are known.
fn covered_share(reading: &PictureReading) -> Option<f32> {
    let share = reading
        .areas
        .iter()
        .map(|board| board.iter().map(|(_, cell)| cell.area()).sum());
    share.reduce(f32::max).filter(|share| *share > 0.0)
}

/// Reads a picture with each of the profiles, given as (index, profile), until one fits without doubt. Returns the best
/// attempt, otherwise the first profile that finds a tiny board, otherwise the first profile's error.
fn read_best(
    order: Vec<(usize, Arc<Profile>)>,
    read: impl Fn(&Profile) -> Result<PictureReading, String>,
) -> ReadAttempt {
    let mut best: Option<(Mismatch, usize, PictureReading)> = None;
    let mut errors: Vec<(usize, String)> = Vec::new();
    let count = order.len();
    for (position, (index, profile)) in order.into_iter().enumerate() {
        let rated = read(&profile).and_then(|reading| {
            let covered = covered_share(&reading);
            if count > 1 && covered.is_some_and(|share| share < MIN_COVERED_SHARE) {
                return Err(TINY_BOARD.to_owned());
            }
            Ok((Mismatch::of(&reading)?, reading))
        });
        match rated {
            Ok((mismatch, reading)) => {
                let is_best = best.as_ref().is_none_or(|(least, ..)| mismatch < *least);
                // A profile other than the proposed one must be plausible.
                let is_clear = mismatch.unclear <= MAX_UNCLEAR_SHARE;
                if is_best && (position == 0 || is_clear && !mismatch.is_unplayable) {
                    best = Some((mismatch, index, reading));
                }
            }
            Err(text) => errors.push((index, text)),
        }
        let least = best.as_ref().map(|(mismatch, ..)| mismatch);
        if least == Some(&Mismatch::default()) {
            break;
        }
    }
    if let Some((_, index, reading)) = best {
        return (index, ReadContent::board(reading));
    }
    if let Some((index, text)) = errors.iter().find(|(_, text)| text == TINY_BOARD) {
        return (*index, Err(text.clone()));
    }
    // An error common to all profiles is reported alone: mostly the file cannot be read.
    let is_same_error = errors.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let first = errors.into_iter().next();
    let (index, text) = first.unwrap_or_else(|| (0, "There is no screen profile.".to_owned()));
    let text = match is_same_error {
        true => text,
        false => format!(
            "None of the {count} screen profiles recognizes a level in this picture. Choose a screenshot of a game's \
             window with a level, or mark the board with ‘New profile…’.\nWith the profile above: {text}"
        ),
    };
    (index, Err(text))
}

const TINY_BOARD: &str = "This profile finds only a tiny board in the picture. If that is the level, choose the profile in the list above.";

type Teaching = fn(&Profile, &RgbaImage, &CellLabels) -> Result<Profile, TeachError>;

struct TeachFailure {
    text: String,
    /// The corrected cell resembles a cell with another value.
    ambiguous: bool,
}

impl Correction {
    /// Returns whether the profile can learn something from the corrections.
    fn has_lesson(&self) -> bool {
        self.lesson().is_some_and(|lesson| lesson.learnt() > 0)
    }

    /// Returns whether the user has corrected something and no cell is doubtful, so that a run can continue.
    fn can_continue(&self) -> bool {
        let lesson = self.lesson();
        lesson.is_some_and(|lesson| !lesson.labels.is_empty()) && self.uncertain_cells().is_empty()
    }

    /// Teaches the profile the corrections, and saves it unless it is a draft.
    fn teach(&self, teach_fn: Teaching, cx: &mut Cx) -> Result<(), TeachFailure> {
        let Some(lesson) = self.lesson() else {
            return Ok(());
        };
        let profile = teach_fn(&lesson.profile, &lesson.image, &lesson.labels);
        let profile = profile.map_err(|mut error| {
            let mut ambiguous = false;
            if let TeachError::Ambiguous { label, other, .. } = &mut error {
                *label = self.name(label);
                *other = self.name(other);
                ambiguous = true;
            }
            let text = answer::sentence(&error.to_string());
            TeachFailure { text, ambiguous }
        })?;
        let count = lesson.learnt();
        if !self.reading.draft && count > 0 {
            let ambiguous = false;
            let saved = cx.world.pictures.save_profile(&profile, true);
            saved.map_err(|text| TeachFailure { text, ambiguous })?;
        }
        let text = match count {
            0 => "Your corrections of numbers apply to this level only.".to_owned(),
            n => format!("‘{}’ learned {}.", profile.title, answer::count(n, "cells")),
        };
        cx.messages.toast(Severity::Good, text);
        cx.notify(Notice::Learned(Lesson {
            profile: Arc::new(profile),
            ..lesson
        }));
        Ok(())
    }
}

impl ImportDialog {
    /// Imports a picture file.
    pub fn from_file(path: &Path, cx: &Cx) -> Self {
        let profiles = cx.world.pictures.profiles();
        let game = cx.document.level().game_id();
        let last_used = cx.settings.solving.profiles.get(game);
        let find = |matches: &dyn Fn(&Arc<Profile>) -> bool| profiles.iter().position(matches);
        let profile = find(&|profile| Some(&profile.id) == last_used);
        let profile = profile.or_else(|| find(&|profile| profile.game == game));
        Self {
            path: path.to_owned(),
            profile: profile.unwrap_or(0),
            profiles,
            picked: None,
            reading: LatestTask::default(),
            result: None,
            teach_failure: None,
            window: None,
            teaches: false,
            remember: true,
        }
    }

    /// Imports a picture file with a given screen profile.
    pub fn from_file_with(path: &Path, profile: &str, cx: &Cx) -> Self {
        let mut dialog = Self::from_file(path, cx);
        if let Some(index) = dialog.profiles.iter().position(|p| p.id == profile) {
            dialog.profile = index;
            dialog.picked = Some(index);
        }
        dialog
    }

    /// Imports a reading of the window with this title or, if it `teaches`, teaches the profile unknown cell values.
    pub fn from_window(title: &str, read: PictureReading, teaches: bool, cx: &Cx) -> Self {
        let profiles = vec![read.profile.clone()];
        // Treated as a reading that has just finished.
        let work = move |_: &_| (0, ReadContent::board(read));
        let mut reading = LatestTask::default();
        let start = |_: &_| Task::start("reader of pictures", &cx.wake, work);
        reading.request(None, start);
        Self {
            profile: 0,
            profiles,
            reading,
            window: Some(title.to_owned()),
            teaches,
            ..Self::from_file(Path::new(""), cx)
        }
    }
}

impl Dialog for ImportDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        if let Some(text) = self.read_picture(cx) {
            return DialogAnswer::Try(Request::Open(LevelSource::Text(text, None)));
        }
        let title = match &self.window {
            _ if self.teaches => "Identify cells",
            Some(_) => "Read level from window",
            None => "Import picture",
        };
        window(ui, title, 760.0, |ui| self.content(ui, cx))
    }

    fn is_busy(&self) -> bool {
        self.reading.is_busy()
    }

    fn failed(&mut self, error: String) {
        self.result = Some(Err(error));
    }

    fn set_picture(&mut self, path: &Path) -> bool {
        let is_file = self.window.is_none();
        if is_file {
            self.path = path.to_owned();
            self.reading = LatestTask::default();
        }
        is_file
    }
}

impl ImportDialog {
    fn content(&mut self, ui: &mut Ui, cx: &mut Cx) -> DialogAnswer {
        if self.profiles.is_empty() {
            ui.label("There is no screen profile yet to read pictures with.");
            return self.buttons(ui, cx);
        }
        let new_profile = match &self.window {
            Some(window) => {
                let profile = &self.profiles[0].title;
                ui.label(format!("Read from the window ‘{window}’ as ‘{profile}’."));
                None
            }
            None => self.fields(ui, cx),
        };
        ui.add_space(space::SMALL);
        // The dialog has its full height from the start, so that nothing moves under the pointer.
        let height = (ui.ctx().content_rect().height() - 330.0).clamp(160.0, 480.0);
        let bottom = ui.cursor().top() + height;
        match &mut self.result {
            None => {
                ui.label("Reading the picture…");
            }
            Some(Err(error)) => {
                // The details are of the profile, not of the user's doing.
                let (error, details) = error.split_once('\n').unwrap_or((error, ""));
                error_label(ui, error);
                ui.weak(details);
            }
            Some(Ok(correction)) => {
                // A solid bar shows that there are more boards.
                ui.spacing_mut().scroll = ScrollStyle::solid();
                let area = ScrollArea::vertical().max_height(height);
                area.show(ui, |ui| {
                    ui.columns_const(|[left, right]| {
                        let space = vec2(left.available_width(), height);
                        correction.show_picture(left, space);
                        correction.show(right);
                    });
                });
            }
        }
        ui.add_space((bottom - ui.cursor().top()).max(0.0));
        let answer = self.buttons(ui, cx);
        new_profile.map_or(answer, DialogAnswer::Try)
    }

    /// Reads the picture in the background, again for each profile that the user chooses. Returns the text of the level
    /// that an exported picture holds.
    fn read_picture(&mut self, cx: &Cx) -> Option<String> {
        self.reading.poll();
        if let Some(result) = self.reading.take() {
            let (profile, result) = result.unwrap_or_else(|error| {
                let error = answer::sentence(&error.to_string());
                (self.profile, Err(error))
            });
            self.profile = profile;
            self.result = Some(match result {
                Ok(ReadContent::Exported(text)) => return Some(text),
                Ok(ReadContent::Board(correction)) => Ok(*correction),
                Err(error) => Err(error),
            });
        }
        if self.reading.is_for(&self.picked) {
            return None;
        }
        self.result = None;
        let selected = self.picked.unwrap_or(self.profile);
        let order = reading_order(&self.profiles, selected, self.picked.is_some());
        let (pictures, path) = (cx.world.pictures.clone(), self.path.clone());
        let work = move |_: &_| match pictures.level_text(&path) {
            Some(text) => (selected, Ok(ReadContent::Exported(text))),
            None => read_best(order, |profile| pictures.read(&profile.id, &path)),
        };
        let start = |_: &_| Task::start("reader of pictures", &cx.wake, work);
        self.reading.request(self.picked, start);
        None
    }

    /// The picture, and the choice of its profile. Returns the request for a new profile for the picture.
    fn fields(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Request> {
        let mut new_profile = None;
        ui.horizontal(|ui| {
            if tip_button(ui, "Choose…", "Import another picture") {
                cx.send(Request::Run(known::IMPORT_PICTURE));
            }
            let name = self.path.file_name().unwrap_or(self.path.as_os_str());
            let name = RichText::new(name.to_string_lossy()).strong();
            let name = ui.add(Label::new(name).truncate());
            name.on_hover_text(self.path.to_string_lossy());
        });
        let title = |profile: &Arc<Profile>| {
            let game = games::by_id(&profile.game).map_or("", |game| game.info().title);
            format!("{} ({game})", profile.title)
        };
        ui.horizontal(|ui| {
            let label = ui.label("Screen profile");
            let chosen = self.profiles.get(self.profile).map_or(String::new(), title);
            let list = ComboBox::from_id_salt("import profile").width(300.0);
            let list = list.selected_text(chosen).show_ui(ui, |ui| {
                for (index, profile) in self.profiles.iter().enumerate() {
                    // A click on the profile that is shown chooses it as well.
                    let entry = list_value(ui, &mut self.profile, index, title(profile));
                    if entry.clicked() {
                        self.picked = Some(index);
                    }
                }
            });
            list.response.labelled_by(label.id);
            let tip = "Mark the board in this picture and name its cells";
            if tip_button(ui, "New profile…", tip) {
                let picture = Reply::File(self.path.clone());
                new_profile = Some(Request::Reply(known::NEW_PROFILE, picture));
            }
        });
        new_profile
    }

    fn teach_buttons(&mut self, ui: &mut Ui, cx: &mut Cx) -> DialogAnswer {
        let read = self.result.as_ref().and_then(|read| read.as_ref().ok());
        if read.is_some_and(|read| !vision::is_teachable(&read.reading.profile)) {
            let text = "This profile recognizes cells by fixed rules, so it cannot learn from samples. \
                Edit its file instead.";
            error_label(ui, text);
        }
        let mut teach_fn: Option<Teaching> = None;
        if let Some(failure) = &self.teach_failure {
            error_label(ui, &failure.text);
        }
        let mut answer = answer_buttons(ui, |ui| {
            if let Some(read) = read {
                let can_continue = read.can_continue();
                if primary(ui, "Learn and continue", can_continue) {
                    teach_fn = Some(vision::teach);
                }
                let failure = self.teach_failure.as_ref();
                if failure.is_some_and(|failure| failure.ambiguous) {
                    let name = "They look the same in this game";
                    let tip = "From now on, such a cell may be either of them";
                    if enabled_button(ui, can_continue, name, tip) {
                        teach_fn = Some(vision::teach_ambiguous);
                    }
                }
            }
            None
        });
        if let Some((teach_fn, read)) = teach_fn.zip(read) {
            match read.teach(teach_fn, cx) {
                Ok(()) => answer = DialogAnswer::Close,
                Err(failure) => self.teach_failure = Some(failure),
            }
        }
        answer
    }

    fn buttons(&mut self, ui: &mut Ui, cx: &mut Cx) -> DialogAnswer {
        if self.teaches {
            return self.teach_buttons(ui, cx);
        }
        let mut accepted = false;
        let read = self.result.as_ref().and_then(|read| read.as_ref().ok());
        let level = read.map(Correction::level);
        if let Some(Err(error)) = &level {
            error_label(ui, &answer::sentence(error));
        }
        if read.is_some_and(Correction::has_lesson) {
            let text = "Remember my corrections in the screen profile";
            let tip = "Recognize cells like these from now on. A built-in profile is copied before it is changed.";
            ui.checkbox(&mut self.remember, text).on_hover_text(tip);
        }
        let answer = answer_buttons(ui, |ui| {
            if let (Some(read), Some(Ok(_))) = (read, &level) {
                let uncertain = read.uncertain_cells().len();
                accepted = primary(ui, "Use level", uncertain == 0);
                if uncertain > 0 {
                    accepted |= ui.button("Use with unclear cells as read").clicked();
                }
            }
            None
        });
        if accepted && let (Some(read), Some(Ok(level))) = (read, level) {
            if self.remember
                && read.has_lesson()
                && let Err(TeachFailure { text, .. }) = read.teach(vision::teach, cx)
            {
                let text = format!("The screen profile could not learn from this: {text}");
                cx.messages.toast(Severity::Warn, text);
            }
            let source = match self.window {
                Some(_) => "window",
                None => "picture",
            };
            // Moves made before the capture can be continued or undone.
            let moves = read.moves(level.as_ref());
            if TABS_WITHOUT_LEVEL.contains(&cx.tab) {
                cx.show_tab(known::EDIT);
            }
            return DialogAnswer::Try(Request::Replace {
                status: format!("Read the level from the {source}."),
                close: false,
                load: Box::new(move |document| {
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

/// Tabs that would not show the imported level.
const TABS_WITHOUT_LEVEL: [CommandId; 4] = [
    known::LIVE,
    known::STATES,
    known::HISTORY,
    known::NEW_PROFILE,
];

/// Profiles to try, with their indices: the chosen one and, unless the user has picked it, those of the same game, then
/// all others.
fn reading_order(
    profiles: &[Arc<Profile>],
    chosen: usize,
    picked: bool,
) -> Vec<(usize, Arc<Profile>)> {
    let game = profiles.get(chosen).map(|profile| profile.game.as_str());
    let mut order: Vec<_> = profiles.iter().cloned().enumerate().collect();
    order.retain(|(index, _)| *index == chosen || !picked);
    order.sort_by_key(|(index, profile)| (*index != chosen, Some(profile.game.as_str()) != game));
    order
}
