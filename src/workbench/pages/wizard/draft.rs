//! The profile draft: pictures and cell values given by the user, and the profile calibrated from them in the
//! background ([`Wizard::analysis_work`]) after each change, and completed for trials and saving ([`Wizard::profile`]).
//!
//! All pictures show the board at one place: [`super::align`] makes pictures of another size do so.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{TextureHandle, TextureOptions};
use image::RgbaImage;

use crate::game::{Cell, ScreenBoard, Seams, Size};
use crate::search::CancelFlag;
use crate::vision::{
    BoardSpec, CalibrateError, FinderRule, ImageRect, LabelledPicture, Lesson, Profile,
    ProfileNames, ScreenReading, Tiling, WindowRule, calibrate, cell_templates, groups, read,
    with_samples_of,
};

use super::Wizard;
use super::align::ReferencePicture;
use super::picture::{OpenedPicture, PictureOrigin};
use super::source::shows_level;
use crate::kit::picture::drawable;

pub(super) struct DraftPicture {
    pub(super) image: Arc<RgbaImage>,
    pub(super) texture: TextureHandle,
    /// Given values of cells.
    pub(super) samples: BTreeMap<Cell, String>,
}

#[derive(Default)]
pub(super) struct ProfileDraft {
    /// Counted up by [`Wizard::changed`]; an analysis of another revision is out of date.
    pub(super) revision: u64,
    pub(super) pictures: Vec<DraftPicture>,
    /// Index of the displayed picture.
    pub(super) current: usize,
    /// Origin of the first picture.
    pub(super) origin: PictureOrigin,
    /// The board in the pictures, from its first to its last cell; of no size until it is proposed or drawn.
    pub(super) rect: ImageRect,
    /// Rows and columns of the board in the pictures, including seams.
    pub(super) size: Size,
    /// Width of the seams in pixels, if the rules have seams.
    pub(super) seam: f32,
    pub(super) seams: Seams,
    /// Boards of other levels have other sizes.
    pub(super) varies: bool,
    /// The board is always at the same position in the window.
    pub(super) anchored: bool,
    /// Name of the profile.
    pub(super) title: String,
    /// Programs that the window may belong to, separated by commas.
    pub(super) apps: String,
    /// Parts of the window's title, separated by commas; one must occur.
    pub(super) titles: String,
    /// Values with the same appearance: the recognized one, and the alternative (`alike` in a profile).
    pub(super) ambiguous: Vec<(String, String)>,
    /// The profile being edited; `None` for a new one.
    pub(super) before: Option<Arc<Profile>>,
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
    let is_own_title = app
        .to_lowercase()
        .contains(&title.to_lowercase().replace(' ', "-"));
    let by_title = app.trim().is_empty() || is_host || is_own_title;
    let name = if by_title { title } else { app };
    let mut letters = name.trim().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

pub(super) struct DraftAnalysis {
    pub(super) revision: u64,
    /// Cells of each picture, grouped by appearance.
    pub(super) groups: Vec<Vec<Vec<Cell>>>,
    pub(super) profile: Result<Profile, CalibrateError>,
    /// The profile's reading of each picture.
    pub(super) readings: Vec<Option<ScreenReading>>,
}

impl ProfileDraft {
    /// Returns whether there is a board, with cells large enough to be compared.
    pub(super) fn has_board(&self) -> bool {
        let pitch = self.tiling().pitch();
        self.size.area() > 0 && pitch.0.min(pitch.1) >= MIN_CELL_PX + self.seam
    }

    pub(super) fn tiling(&self) -> Tiling {
        Tiling {
            rect: self.rect,
            size: self.size,
            seam: self.seam,
            seams: self.seams,
        }
    }

    /// Adopts an evenly spaced board of `size` cells, without seams, if the rules allow that.
    /// Returns whether they do. If the rules have seams, their width is taken from the cells.
    pub(super) fn adopt_board(&mut self, rect: ImageRect, size: Size, rules: BoardRules) -> bool {
        let lines = rules.with_seams(size);
        if rules.size.is_some_and(|required| required != lines) {
            return false;
        }
        (self.rect, self.size, self.seam) = (rect, lines, 0.0);
        if let Some(seams) = rules.seams {
            let pitch = Tiling::even(rect, size).pitch();
            let seam = (pitch.0.min(pitch.1) * SEAM_RATIO).round();
            let inset = if seams.before() > 0 { -seam } else { seam };
            (self.seam, self.seams) = (seam, seams);
            self.rect = ImageRect {
                x: rect.x + inset / 2.0,
                y: rect.y + inset / 2.0,
                width: rect.width - inset,
                height: rect.height - inset,
            };
        }
        true
    }

    /// Data of the first picture, for aligning others of the same window.
    pub(super) fn reference(&self, profile: Option<&Profile>) -> Option<ReferencePicture> {
        let first = self.pictures.first()?;
        Some(ReferencePicture {
            image: first.image.clone(),
            rect: self.rect,
            cells: match (self.seam > 0.0, self.seams, self.size) {
                (true, seams, size) => Size::new(seams.cells(size.rows), seams.cells(size.cols)),
                (false, _, size) => size,
            },
            profile: profile.cloned(),
        })
    }

    /// Adds a picture of the first one's size, or replaces one and retains the values of cells with
    /// identical pixels. The first picture determines the proposed board.
    pub(super) fn add(
        &mut self,
        ctx: &egui::Context,
        opened: OpenedPicture,
        rules: BoardRules,
    ) -> Result<(), String> {
        if let Some(first) = self.pictures.first()
            && first.image.dimensions() != opened.image.dimensions()
        {
            let (width, height) = first.image.dimensions();
            return Err(format!(
                "All pictures must be as large as the first one, {width}×{height} pixels. To start with another one, remove \
                 these."
            ));
        }
        if self.pictures.is_empty() {
            if let Some(size) = rules.size {
                self.size = size;
            }
            let found = opened.board;
            if !found.is_some_and(|(rect, size)| self.adopt_board(rect, size, rules)) {
                self.rect = ImageRect::default();
            }
            match &opened.origin {
                // Window and title are those of the profile.
                _ if self.before.is_some() => {}
                PictureOrigin::Window { app, title, .. } => {
                    self.apps.clone_from(app);
                    // Only the title tells the game's terminal from others; commas separate titles.
                    let title_part = title.split(',').next().unwrap_or_default();
                    let is_terminal = is_one_of(app, &TERMINALS);
                    self.titles = match is_terminal {
                        true => title_part.trim().to_owned(),
                        false => String::new(),
                    };
                    self.title = profile_name(app, title);
                }
                PictureOrigin::File(name) => self.title = name.clone(),
                PictureOrigin::None => {}
            }
            self.origin = opened.origin;
        }
        let options = TextureOptions::NEAREST;
        let texture = ctx.load_texture("profile picture", drawable(&opened.image), options);
        let mut picture = DraftPicture {
            image: opened.image,
            texture,
            samples: BTreeMap::new(),
        };
        let tiling = self.tiling();
        match opened.replaces.and_then(|it| self.pictures.get_mut(it)) {
            Some(before) => {
                picture.samples = std::mem::take(&mut before.samples);
                let same = |cell: &Cell| {
                    let at = tiling.cell(*cell);
                    at.crop(&before.image) == at.crop(&picture.image)
                };
                picture.samples.retain(|cell, _| same(cell));
                *before = picture;
            }
            None => {
                self.pictures.push(picture);
                self.current = self.pictures.len() - 1;
            }
        }
        Ok(())
    }

    /// Adopts what the edited profile reads in the first picture.
    pub(super) fn read_by_profile(&mut self) {
        let (Some(before), Some(picture)) = (self.before.clone(), self.pictures.first_mut()) else {
            return;
        };
        self.anchored = matches!(before.finder, FinderRule::Fixed(_));
        let Some(rule) = before.boards.first() else {
            return;
        };
        self.varies = rule.rows == 0 || rule.cols == 0;
        self.ambiguous.clone_from(&rule.alike);
        let Ok(screen) = read(&before, &picture.image, None) else {
            return;
        };
        let Some(board) = screen.reading.board(&rule.id) else {
            return;
        };
        if let Some(rect) = screen.board_rect(&before, &rule.id) {
            (self.rect, self.size) = (rect, board.size());
            self.seam = rule.seam as f32 * screen.place.scale;
            self.seams = rule.seams;
        }
        let cells = board.cells.iter();
        let confident = cells.filter(|(_, read)| read.confidence >= screen.doubtful_below);
        let samples = confident.map(|(cell, read)| (cell, read.value.clone()));
        picture.samples = samples.collect();
    }

    /// Adds a picture with the values of a lesson. Fails if its size differs and its board is not found.
    pub(super) fn learn(&mut self, ctx: &egui::Context, lesson: &Lesson) -> Result<(), String> {
        let current = self.current;
        let image = match self.reference(Some(&lesson.profile)) {
            Some(first) => first.align(lesson.image.clone())?,
            None => lesson.image.clone(),
        };
        let opened = OpenedPicture::without_board(image);
        self.add(ctx, opened, BoardRules::default())?;
        self.current = current;
        let board = lesson.profile.boards.first();
        if let Some((board, picture)) = board.zip(self.pictures.last_mut()) {
            self.ambiguous.clone_from(&board.alike);
            // Clue numbers outside the board are not learned.
            let samples = lesson.labels.iter().filter(|((id, _), _)| *id == board.id);
            let samples = samples.map(|((_, cell), value)| (*cell, value.clone()));
            picture.samples = samples.collect();
        }
        Ok(())
    }

    /// Rule that identifies the game's window.
    pub(super) fn window_rule(&self) -> WindowRule {
        let words = |text: &str| {
            let words = text
                .split(',')
                .map(str::trim)
                .filter(|word| !word.is_empty());
            words.map(str::to_owned).collect()
        };
        WindowRule {
            apps: words(&self.apps),
            titles: words(&self.titles),
        }
    }

    pub(super) fn images(&self) -> Vec<Arc<RgbaImage>> {
        let pictures = self.pictures.iter();
        pictures.map(|picture| picture.image.clone()).collect()
    }

    pub(super) fn picture(&self) -> Option<&DraftPicture> {
        self.pictures.get(self.current)
    }

    pub(super) fn sample_count(&self) -> usize {
        self.pictures.iter().map(|it| it.samples.len()).sum()
    }

    /// Drops values of cells outside the board, after rows or columns have changed.
    pub(super) fn drop_outside(&mut self) {
        let size = self.size;
        for picture in &mut self.pictures {
            picture.samples.retain(|cell, _| size.contains(*cell));
        }
    }

    /// Retains values of cells that coincide with earlier cells; drops all others.
    pub(super) fn remap_samples(&mut self, before: Tiling) {
        let now = self.tiling();
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
        if self.varies { &board.further } else { &[] }
    }

    /// The first picture, and what calibration needs to know of it and the others; `None` without pictures.
    fn calibration(&self, board: &ScreenBoard) -> Option<(Arc<RgbaImage>, BoardSpec)> {
        let (first, more) = self.pictures.split_first()?;
        let samples = |picture: &DraftPicture| {
            let samples = picture.samples.iter();
            samples
                .map(|(cell, value)| (*cell, self.read_as(value).clone()))
                .collect()
        };
        let sampled = |picture: &DraftPicture| LabelledPicture {
            image: picture.image.clone(),
            samples: samples(picture),
        };
        let calibration = BoardSpec {
            rect: self.rect,
            size: self.size,
            samples: samples(first),
            more: more.iter().map(sampled).collect(),
            varies: self.varies,
            anchored: self.anchored,
            clues: board.clues.clone(),
            numbers: board
                .numbers()
                .chain(self.further(board))
                .cloned()
                .collect(),
            blank: board.blank.clone(),
            turned: board.rotations.clone(),
            seam: self.seam,
            seams: self.seams,
        };
        Some((first.image.clone(), calibration))
    }
}

impl Wizard {
    /// Numbers that only boards of other sizes have; empty if the size is fixed.
    pub(super) fn further(&self) -> Vec<String> {
        let board = self.base.as_ref().map(|(_, board)| board);
        board.map_or_else(Vec::new, |board| self.draft.further(board).to_vec())
    }

    /// Work that calibrates a profile from the current draft and reads the pictures with it, for a
    /// background thread; `None` without rules or a board.
    pub(super) fn analysis_work(
        &self,
    ) -> Option<impl FnOnce(&CancelFlag) -> DraftAnalysis + Send + use<>> {
        let (_, board) = self.base.as_ref()?;
        if !self.draft.has_board() {
            return None;
        }
        let (first, mut calibration) = self.draft.calibration(board)?;
        // Positions outside the board require the board's own position to be known.
        calibration.anchored |= !self.controls.positions().is_empty();
        let draft = &self.draft;
        let naming = ProfileNames {
            id: "new".to_owned(),
            title: draft.title.clone(),
            game: self.game.info().id.to_owned(),
            board: board.id.clone(),
            properties: BTreeMap::new(),
        };
        let (revision, images) = (draft.revision, draft.images());
        let (before, ambiguous) = (draft.before.clone(), draft.ambiguous.clone());
        Some(move |_: &CancelFlag| {
            let profile = calibrate(&first, &calibration, &naming).map(|(mut profile, _)| {
                if let Some(board) = profile.boards.first_mut() {
                    board.alike = ambiguous;
                }
                match &before {
                    Some(before) => with_samples_of(&profile, before),
                    None => profile,
                }
            });
            let grouped =
                |image: &Arc<RgbaImage>| groups(&cell_templates(image, calibration.tiling()));
            let read_by = |image: &Arc<RgbaImage>| {
                let profile = profile.as_ref().ok()?;
                read(profile, image, None).ok()
            };
            DraftAnalysis {
                revision,
                groups: images.iter().map(grouped).collect(),
                readings: images.iter().map(read_by).collect(),
                profile,
            }
        })
    }

    /// Analysis of the current draft, once available.
    pub(super) fn current_analysis(&self) -> Option<&DraftAnalysis> {
        let analysis = self.analysis.last.as_ref()?;
        (analysis.revision == self.draft.revision).then_some(analysis)
    }

    /// The calibrated profile, without window and controls.
    pub(super) fn partial_profile(&self) -> Option<&Profile> {
        self.current_analysis()?.profile.as_ref().ok()
    }

    /// The complete profile, or what is still missing.
    pub(super) fn profile(&self, id: &str) -> Result<Profile, String> {
        let (level, _) = self.base.as_ref().ok_or("Choose the game first.")?;
        let partial = self.partial_profile();
        let partial = partial.ok_or("First choose what the cells show.")?;
        let picture = self.draft.pictures.first();
        let image = &picture.ok_or("Take a picture first.")?.image;
        let mut profile = Profile {
            id: id.to_owned(),
            title: self.draft.title.trim().to_owned(),
            notes: match &self.draft.before {
                Some(before) => before.notes.clone(),
                None => "Made in the workbench.".to_owned(),
            },
            window: self.draft.window_rule(),
            ..partial.clone()
        };
        if let Some(before) = &self.draft.before {
            profile.cost.clone_from(&before.cost);
            profile.start.clone_from(&before.start);
            profile.screen.doubtful_below = before.screen.doubtful_below;
        }
        if shows_level(self.game, level) {
            let properties = level.properties().into_iter();
            let properties = properties.map(|it| (it.field.key.to_owned(), it.value));
            profile.unseen.properties = properties.collect();
        } else {
            profile.unseen.level = Some(level.to_text());
        }
        self.controls
            .write_to(&mut profile, image, &self.draft, &self.further())?;
        Ok(profile)
    }
}
