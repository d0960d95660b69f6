//! The profile draft, as it is saved: what is known of the profile, and labelled pictures. After each change, the
//! profile is calibrated in the background ([`AnalysisInput::analyze`]); [`Wizard::profile`] completes it.
//!
//! All pictures show the board at one place: [`ReferencePicture`] makes pictures of another size do so.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbaImage;
use serde::{Deserialize, Serialize};

use super::Wizard;
use super::controls::{ControlsDraft, InputRef, PickTarget};
use super::picture::{OpenedPicture, ReferencePicture};
use super::source::unseen;
use crate::autoplay::desktop::{WindowId, WindowInfo};
use crate::game::{Cell, ScreenBoard, Seams, Size};
use crate::vision::{
    BoardSpec, CalibrateError, FinderRule, ImageRect, LabelledPicture, Lesson, Point, Profile,
    ScreenReading, ScreenRule, Tiling, WindowRule, calibrate, cell_templates, groups, read,
    with_samples_of,
};

#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct DraftPicture {
    /// Saved as a file of its own.
    #[serde(skip)]
    pub(super) image: Arc<RgbaImage>,
    /// Given values of cells.
    pub(super) samples: BTreeMap<Cell, String>,
    /// Cell of the game's own cursor, if given.
    pub(super) cursor: Option<Cell>,
    /// The position to click for the next level was picked here.
    pub(super) is_later: bool,
}

impl DraftPicture {
    /// Assigns a value to a group of similar cells, the most typical one first, or clears them. The most and the least
    /// typical cell become samples.
    pub(super) fn assign_group(&mut self, group: &[Cell], value: Option<&String>) {
        for cell in group {
            self.samples.remove(cell);
        }
        if let Some(value) = value {
            for cell in group.first().into_iter().chain(group.last()) {
                self.samples.insert(*cell, value.clone());
            }
        }
    }
}

#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProfileDraft {
    /// Title, window, game, and the whole level with the rules; of a profile being edited, also all that the steps do
    /// not ask for. A new one has no id yet.
    pub(super) profile: Profile,
    pub(super) controls: ControlsDraft,
    pub(super) pictures: Vec<DraftPicture>,
    /// The board in the pictures, without what is said of these. Its rectangle is empty until it is proposed or drawn.
    pub(super) board: BoardSpec,
    /// Values with the same appearance: the recognized one, and the alternative (`alike` in a profile).
    pub(super) ambiguous: Vec<(String, String)>,
    /// Path of the last picture file. Text, as a path that is not Unicode cannot be saved.
    pub(super) path: String,
    /// Window of the first picture.
    #[serde(skip)]
    pub(super) window: Option<WindowId>,
    /// Index of the displayed picture.
    #[serde(skip)]
    pub(super) current: usize,
}

/// Largest distance between edges of the same cell after the rectangle was redrawn, as a fraction of its side.
const MAX_OFFSET: f32 = 0.35;
/// Smallest distance of cells, without the seam, at which their pixels can be compared.
const MIN_CELL_PX: f32 = 4.0;
/// Confidence below which a reading is unclear, as profiles have it by default.
pub(super) const UNCLEAR_BELOW: f32 = 0.5;
/// Assumed width of a seam, as a fraction of the cell distance.
const SEAM_RATIO: f32 = 0.25;

/// The game's rules for the board's cells.
#[derive(Clone, Copy, Default)]
pub(super) struct BoardRules {
    /// Fixed rows and columns, including seams; `None` if they may vary.
    pub(super) size: Option<Size>,
    /// Narrow rows and columns between or around cells.
    pub(super) seams: Option<Seams>,
}

impl BoardRules {
    /// Rows and columns, including seams, of a board with these cells.
    pub(super) fn with_seams(self, cells: Size) -> Size {
        let lines = |cells| self.seams.map_or(cells, |seams| seams.lines(cells));
        Size::new(lines(cells.rows), lines(cells.cols))
    }
}

/// Parts of the names of browsers, in small letters. Their window titles are more specific than their names.
const BROWSERS: [&str; 4] = ["chrom", "firefox", "browser", "epiphany"];

/// Parts of the names of terminals, in small letters. Any program may run in them.
const TERMINALS: [&str; 9] = [
    "term",
    "konsole",
    "kitty",
    "alacritty",
    "rxvt",
    "tilix",
    "ghostty",
    "console",
    "foot",
];

fn is_one_of(app: &str, parts: &[&str]) -> bool {
    let program = app.to_lowercase();
    parts.iter().any(|part| program.contains(part))
}

/// Name for the profile of a window: the title, if it belongs to the program, a web page or a program in a terminal;
/// otherwise the program's name, since the title may be that of a level or a message.
fn profile_name(app: &str, title: &str) -> String {
    let is_host = is_one_of(app, &BROWSERS) || is_one_of(app, &TERMINALS);
    let program_name = title.to_lowercase().replace(' ', "-");
    let is_own_title = app.to_lowercase().contains(&program_name);
    let by_title = app.trim().is_empty() || is_host || is_own_title;
    let name = if by_title { title } else { app };
    let mut letters = name.trim().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// All of a draft that its calibration depends on, apart from the profile being edited.
#[derive(Clone, PartialEq)]
pub(super) struct AnalysisInput {
    first: Arc<RgbaImage>,
    /// The board, with the labels of the first picture and with the further pictures.
    spec: BoardSpec,
    /// Id of the board.
    board: String,
    ambiguous: Vec<(String, String)>,
}

pub(super) struct DraftAnalysis {
    /// Cells of each picture, grouped by appearance.
    pub(super) groups: Vec<Vec<Vec<Cell>>>,
    pub(super) profile: Result<Profile, CalibrateError>,
    /// The profile's reading of each picture.
    pub(super) readings: Vec<Option<ScreenReading>>,
}

impl ProfileDraft {
    /// The draft of a new profile.
    pub(super) fn blank() -> Self {
        Self {
            profile: Profile {
                notes: "Made in the workbench.".to_owned(),
                ..Profile::default()
            },
            board: BoardSpec::new(ImageRect::default(), Size::new(5, 5)),
            ..Self::default()
        }
    }

    /// Returns whether a profile is being edited, not a new one.
    pub(super) fn is_edit(&self) -> bool {
        !self.profile.id.is_empty()
    }

    /// Returns whether there is a board, with cells large enough to be compared.
    pub(super) fn has_board(&self) -> bool {
        let pitch = self.board.tiling().pitch();
        self.board.size.area() > 0 && pitch.0.min(pitch.1) >= MIN_CELL_PX + self.board.seam
    }

    /// Adopts an evenly spaced board of `size` cells, without seams, if the rules allow that.
    /// Returns whether they do. If the rules have seams, their width is taken from the cells.
    pub(super) fn adopt_board(&mut self, rect: ImageRect, size: Size, rules: BoardRules) -> bool {
        let board = &mut self.board;
        let lines = rules.with_seams(size);
        if rules.size.is_some_and(|required| required != lines) {
            return false;
        }
        (board.rect, board.size, board.seam) = (rect, lines, 0.0);
        if let Some(seams) = rules.seams {
            let pitch = Tiling::even(rect, size).pitch();
            let seam = (pitch.0.min(pitch.1) * SEAM_RATIO).round();
            // The even rectangle ends in the middle of the outer seams, which a board includes whole or not at all.
            let inset = if seams.before() > 0 { -seam } else { seam };
            (board.seam, board.seams) = (seam, seams);
            board.rect = rect.grown(-inset / 2.0, -inset / 2.0);
        }
        true
    }

    /// Data of the first picture, for aligning others of the same window.
    pub(super) fn reference(&self, profile: Option<&Profile>) -> Option<ReferencePicture> {
        let (first, board) = (self.pictures.first()?, &self.board);
        Some(ReferencePicture {
            image: first.image.clone(),
            rect: board.rect,
            cells: match (board.seam > 0.0, board.seams, board.size) {
                (true, seams, size) => Size::new(seams.cells(size.rows), seams.cells(size.cols)),
                (false, _, size) => size,
            },
            profile: profile.cloned(),
        })
    }

    /// Adds a picture, aligned with the first one, or replaces one and retains the values of cells with identical
    /// pixels. The first picture determines the proposed board.
    pub(super) fn add(&mut self, opened: OpenedPicture, rules: BoardRules) {
        if self.pictures.is_empty() {
            if let Some(size) = rules.size {
                self.board.size = size;
            }
            let found = opened.board;
            if !found.is_some_and(|(rect, size)| self.adopt_board(rect, size, rules)) {
                self.board.rect = ImageRect::default();
            }
            self.name_by(&opened);
        }
        let image = opened.image;
        let tiling = self.board.tiling();
        match opened.replaces.and_then(|it| self.pictures.get_mut(it)) {
            Some(picture) => {
                let same = |cell: &Cell| {
                    let at = tiling.cell(*cell);
                    at.crop(&picture.image) == at.crop(&image)
                };
                picture.samples.retain(|cell, _| same(cell));
                picture.image = image;
            }
            None => {
                self.current = self.pictures.len();
                self.pictures.push(DraftPicture {
                    image,
                    ..DraftPicture::default()
                });
            }
        }
    }

    /// Takes title and window of a new profile from the first picture; an edited one has them.
    fn name_by(&mut self, opened: &OpenedPicture) {
        self.window = opened.window.as_ref().map(|window| window.id);
        let (is_edit, title) = (self.is_edit(), &opened.title);
        let profile = &mut self.profile;
        match &opened.window {
            _ if is_edit => {}
            Some(WindowInfo { app, .. }) => {
                profile.title = profile_name(app, title);
                profile.window.apps = vec![app.clone()];
                // Only the title tells the game's terminal from others; commas separate titles.
                let title_part = title.split(',').next().unwrap_or_default();
                let title_part = is_one_of(app, &TERMINALS).then(|| title_part.trim().to_owned());
                profile.window.titles = title_part.into_iter().collect();
            }
            None => profile.title.clone_from(title),
        }
    }

    /// Fills the draft of a profile being edited from that and its reading of the first picture. `board`: that of the
    /// rules, if known.
    pub(super) fn read_original(&mut self, board: Option<&ScreenBoard>) {
        let is_edit = self.is_edit();
        let Some(picture) = self.pictures.first_mut().filter(|_| is_edit) else {
            return;
        };
        let (profile, width) = (&self.profile, picture.image.width());
        let size = profile.finder.size();
        let pixels_per_unit = size.map_or(1.0, |(units, _)| width as f32 / units.max(1) as f32);
        self.controls = ControlsDraft::from_profile(profile, pixels_per_unit);
        if let Some(board) = board {
            self.controls.follow(board);
        }
        self.board.anchored = matches!(profile.finder, FinderRule::Fixed(_));
        let Some(rule) = profile.boards.first() else {
            return;
        };
        self.board.varies = rule.rows == 0 || rule.cols == 0;
        self.ambiguous.clone_from(&rule.alike);
        let Ok(screen) = read(profile, &picture.image, None) else {
            return;
        };
        let Some(board) = screen.reading.board(&rule.id) else {
            return;
        };
        if let Some(rect) = screen.board_rect(profile, &rule.id) {
            (self.board.rect, self.board.size) = (rect, board.size());
            self.board.seam = rule.seam as f32 * screen.place.scale;
            self.board.seams = rule.seams;
        }
        let cells = board.cells.iter();
        let confident = cells.filter(|(_, read)| read.confidence >= screen.doubtful_below);
        let samples = confident.map(|(cell, read)| (cell, read.value.clone()));
        picture.samples = samples.collect();
    }

    /// Adds a picture with the values of a lesson. Fails if its size differs and its board is not found.
    pub(super) fn learn(&mut self, lesson: &Lesson) -> Result<(), String> {
        let image = match self.reference(Some(&lesson.profile)) {
            Some(first) => first.align(lesson.image.clone())?,
            None => lesson.image.clone(),
        };
        let mut samples = BTreeMap::new();
        if let Some(board) = lesson.profile.boards.first() {
            self.ambiguous.clone_from(&board.alike);
            // Clue numbers outside the board are not learned.
            let labels = lesson.labels.iter().filter(|((id, _), _)| *id == board.id);
            samples.extend(labels.map(|((_, cell), value)| (*cell, value.clone())));
        }
        self.pictures.push(DraftPicture {
            image,
            samples,
            ..DraftPicture::default()
        });
        Ok(())
    }

    /// Rule that identifies the game's window, from what was entered.
    pub(super) fn window_rule(&self) -> WindowRule {
        let entered = &self.profile.window;
        let words = |words: &[String]| {
            let words = words.iter().map(|word| word.trim());
            let words = words.filter(|word| !word.is_empty());
            words.map(str::to_owned).collect()
        };
        WindowRule {
            apps: words(&entered.apps),
            titles: words(&entered.titles),
        }
    }

    pub(super) fn picture(&self) -> Option<&DraftPicture> {
        self.pictures.get(self.current)
    }

    pub(super) fn picture_mut(&mut self) -> Option<&mut DraftPicture> {
        self.pictures.get_mut(self.current)
    }

    /// Sets the position of an input picked in the displayed picture. Returns the input that needs a position next.
    pub(super) fn set_position(&mut self, slot: PickTarget, at: Point) -> Option<PickTarget> {
        if matches!(slot, PickTarget::Step(InputRef::NextLevel, _)) {
            for (index, picture) in self.pictures.iter_mut().enumerate() {
                picture.is_later = index == self.current;
            }
        }
        self.controls.set_position(slot, at)
    }

    /// Pictures in which the cell of the game's own cursor was given, by index, with that cell.
    pub(super) fn marked_cursors(&self) -> Vec<(usize, Cell)> {
        let pictures = self.pictures.iter().enumerate();
        let marked = pictures.filter_map(|(index, picture)| Some((index, picture.cursor?)));
        marked.collect()
    }

    /// Sets the cell of the cursor in the displayed picture, or clears it if it is set. Does nothing if the controls
    /// need no cursor.
    pub(super) fn toggle_cursor(&mut self, cell: Cell) {
        let has_keys = self.controls.has_keys();
        if let Some(picture) = self.picture_mut().filter(|_| has_keys) {
            picture.cursor = Some(cell).filter(|cell| picture.cursor != Some(*cell));
        }
    }

    /// Describes what is missing or wrong in the controls.
    pub(super) fn problem(&self) -> Option<String> {
        let lacks_cell = self.controls.has_keys() && self.marked_cursors().is_empty();
        self.controls.problem().or_else(|| {
            let text = "In the picture, click the cell that the game's own cursor is on.";
            lacks_cell.then(|| text.to_owned())
        })
    }

    /// Drops values of cells outside the board, after rows or columns have changed.
    pub(super) fn drop_outside(&mut self) {
        let size = self.board.size;
        for picture in &mut self.pictures {
            picture.samples.retain(|cell, _| size.contains(*cell));
        }
    }

    /// Retains values of cells that coincide with earlier cells; drops all others.
    pub(super) fn remap_samples(&mut self, before: Tiling) {
        let now = self.board.tiling();
        let cells: Vec<Cell> = now.size.cells().filter(|cell| now.has(*cell)).collect();
        let cell_now = |was: Cell| {
            let old = before.cell(was);
            let off = (MAX_OFFSET * old.width, MAX_OFFSET * old.height);
            let mut cells = cells.iter().copied();
            cells.find(|cell| old.is_near(&now.cell(*cell), off))
        };
        for picture in &mut self.pictures {
            let samples = std::mem::take(&mut picture.samples).into_iter();
            let samples = samples.filter_map(|(cell, value)| Some((cell_now(cell)?, value)));
            picture.samples = samples.collect();
        }
    }

    /// The value that a cell of a given value is recognized as: one with the same appearance, or itself.
    fn read_as<'a>(&'a self, value: &'a String) -> &'a String {
        let pair = self.ambiguous.iter().find(|(_, other)| other == value);
        pair.map_or(value, |(read, _)| read)
    }

    /// Numbers that only boards of other sizes have; empty if the size is fixed.
    fn further<'b>(&self, board: &'b ScreenBoard) -> &'b [String] {
        match self.board.varies {
            true => &board.further,
            false => &[],
        }
    }

    /// `None` without pictures or a board.
    pub(super) fn analysis_input(&self, board: &ScreenBoard) -> Option<AnalysisInput> {
        if !self.has_board() {
            return None;
        }
        let mut pictures = self.pictures.iter().map(|picture| {
            let samples = picture.samples.iter();
            let samples = samples.map(|(cell, value)| (*cell, self.read_as(value).clone()));
            LabelledPicture {
                image: picture.image.clone(),
                samples: samples.collect(),
            }
        });
        let first = pictures.next()?;
        let numbers = board.numbers().chain(self.further(board));
        let spec = BoardSpec {
            samples: first.samples,
            more: pictures.collect(),
            clues: board.clues.clone(),
            numbers: numbers.cloned().collect(),
            blank: board.blank.clone(),
            turned: board.rotations.clone(),
            // Positions outside the board require the board's own position to be known.
            anchored: self.board.anchored || !self.controls.positions().is_empty(),
            ..self.board.clone()
        };
        Some(AnalysisInput {
            first: first.image,
            spec,
            board: board.id.clone(),
            ambiguous: self.ambiguous.clone(),
        })
    }
}

impl AnalysisInput {
    /// Calibrates a profile, with the samples of the edited one, and reads the pictures with it. Takes a while.
    pub(super) fn analyze(&self, edited: &Profile) -> DraftAnalysis {
        let profile = calibrate(&self.first, &self.spec, &self.board).map(|(mut profile, _)| {
            if let Some(board) = profile.boards.first_mut() {
                board.alike.clone_from(&self.ambiguous);
            }
            with_samples_of(&profile, edited)
        });
        let more = self.spec.more.iter().map(|picture| &picture.image);
        let images = || std::iter::once(&self.first).chain(more.clone());
        let grouped = |image: &Arc<RgbaImage>| groups(&cell_templates(image, self.spec.tiling()));
        let read_by = |image: &Arc<RgbaImage>| read(profile.as_ref().ok()?, image, None).ok();
        DraftAnalysis {
            groups: images().map(grouped).collect(),
            readings: images().map(read_by).collect(),
            profile,
        }
    }
}

impl Wizard {
    /// Analysis of the current draft, once available.
    pub(super) fn current_analysis(&self) -> Option<&DraftAnalysis> {
        self.analysis.value()?.as_ref().ok()
    }

    /// The calibrated profile, without window and controls.
    pub(super) fn partial_profile(&self) -> Option<&Profile> {
        self.current_analysis()?.profile.as_ref().ok()
    }

    /// The complete profile, or what is still missing.
    pub(super) fn profile(&self, id: &str) -> Result<Profile, String> {
        let (level, board) = self.base.as_ref().ok_or("Choose the game first.")?;
        let calibrated = self.partial_profile();
        let calibrated = calibrated.ok_or("First choose what the cells show.")?;
        let edited = &self.draft.profile;
        let mut profile = Profile {
            id: id.to_owned(),
            title: edited.title.trim().to_owned(),
            window: self.draft.window_rule(),
            finder: calibrated.finder.clone(),
            boards: calibrated.boards.clone(),
            screen: ScreenRule {
                doubtful_below: edited.screen.doubtful_below,
                ..calibrated.screen.clone()
            },
            unseen: unseen(self.game, level),
            ..edited.clone()
        };
        let further = self.draft.further(board);
        self.draft.write_controls(&mut profile, further)?;
        Ok(profile)
    }
}
