//! The profile draft: pictures and cell values given by the user, and the profile calibrated from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{TextureHandle, TextureOptions};
use image::RgbaImage;

use crate::game::{Cell, ScreenBoard, Seams, Size};
use crate::search::CancelFlag;
use crate::vision::{
    CalibrateError, Finder, ImageRect, Lesson, Naming, Profile, Sampled, ScreenReading, Shown,
    Tiling, WindowRule, calibrate, groups, looks, read, with_samples_of,
};

use super::Wizard;
use super::fitted::First;
use super::picture::{Opened, Origin};
use super::source::is_seen;
use crate::kit::picture::drawable;

pub(super) struct Picture {
    pub(super) image: Arc<RgbaImage>,
    pub(super) texture: TextureHandle,
    /// Given values of cells.
    pub(super) samples: BTreeMap<Cell, String>,
}

pub(super) struct Draft {
    pub(super) revision: u64,
    pub(super) pictures: Vec<Picture>,
    /// Index of the displayed picture.
    pub(super) shown: usize,
    pub(super) origin: Origin,
    pub(super) rect: ImageRect,
    /// Rows and columns, including seams.
    pub(super) size: Size,
    /// Width of the seams in pixels, if the rules have seams.
    pub(super) seam: f32,
    pub(super) seams: Seams,
    pub(super) varies: bool,
    /// The board is always at the same position in the window.
    pub(super) anchored: bool,
    pub(super) title: String,
    pub(super) apps: String,
    pub(super) titles: String,
    /// Values with the same appearance: the recognized one, and the alternative.
    pub(super) alike: Vec<(String, String)>,
    /// The profile being edited; `None` for a new one.
    pub(super) before: Option<Arc<Profile>>,
}

/// Largest distance between edges of the same cell after the rectangle was redrawn, as a fraction of its side.
const LYING_OFF: f32 = 0.35;

/// Assumed width of a seam, as a fraction of the cell distance.
const SEAM: f32 = 0.25;

/// No rectangle yet.
pub(super) const NOWHERE: ImageRect = ImageRect {
    x: 0.0,
    y: 0.0,
    width: 0.0,
    height: 0.0,
};

/// The game's rules for the board's cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Rules {
    /// Fixed rows and columns, including seams; `None` if they may vary.
    pub(super) size: Option<Size>,
    /// Narrow rows and columns between or around cells.
    pub(super) seams: Option<Seams>,
}

impl Rules {
    /// Rows and columns, including seams, of a board with these cells.
    pub(super) fn whole(self, cells: Size) -> Size {
        let lines = |cells| self.seams.map_or(cells, |seams| seams.lines(cells));
        Size::new(lines(cells.rows), lines(cells.cols))
    }
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            revision: 1,
            pictures: Vec::new(),
            shown: 0,
            origin: Origin::default(),
            rect: NOWHERE,
            size: Size::new(5, 5),
            seam: 0.0,
            seams: Seams::default(),
            varies: false,
            anchored: false,
            title: String::new(),
            apps: String::new(),
            titles: String::new(),
            alike: Vec::new(),
            before: None,
        }
    }
}

/// Browsers: their window titles are more specific than their names.
const BROWSERS: [&str; 4] = ["chrom", "firefox", "browser", "epiphany"];

/// Name for the profile of a window: the title, if it belongs to the program or a web page; otherwise the program's
/// name, since the title may be that of a level or a message.
fn named_after(app: &str, title: &str) -> String {
    let program = app.to_lowercase();
    let shows_pages = BROWSERS.iter().any(|part| program.contains(part));
    let is_its_own = program.contains(&title.to_lowercase().replace(' ', "-"));
    let name = if app.trim().is_empty() || shows_pages || is_its_own {
        title
    } else {
        app
    };
    let mut letters = name.trim().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

pub(super) struct Judged {
    pub(super) revision: u64,
    /// Cells of each picture, grouped by appearance.
    pub(super) groups: Vec<Vec<Vec<Cell>>>,
    pub(super) made: Result<Profile, CalibrateError>,
    /// The profile's reading of each picture.
    pub(super) seen: Vec<Option<ScreenReading>>,
}

impl Draft {
    pub(super) fn has_board(&self) -> bool {
        let pitch = self.tiling().pitch();
        self.size.area() > 0 && pitch.0.min(pitch.1) >= 4.0 + self.seam
    }

    pub(super) fn tiling(&self) -> Tiling {
        Tiling {
            rect: self.rect,
            size: self.size,
            seam: self.seam,
            seams: self.seams,
        }
    }

    /// Adopts an evenly spaced board if the rules allow its size; seams are taken from the cells' sides. Returns
    /// whether it was adopted.
    pub(super) fn take_box(&mut self, rect: ImageRect, size: Size, rules: Rules) -> bool {
        let whole = rules.whole(size);
        if rules.size.is_some_and(|wanted| wanted != whole) {
            return false;
        }
        (self.rect, self.size, self.seam) = (rect, whole, 0.0);
        if let Some(seams) = rules.seams {
            let pitch = Tiling::even(rect, size).pitch();
            let seam = (pitch.0.min(pitch.1) * SEAM).round();
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
    pub(super) fn first(&self, profile: Option<&Profile>) -> Option<First> {
        let first = self.pictures.first()?;
        Some(First {
            image: first.image.clone(),
            rect: self.rect,
            cells: match self.seam > 0.0 {
                true => Size::new(
                    self.seams.cells(self.size.rows),
                    self.seams.cells(self.size.cols),
                ),
                false => self.size,
            },
            profile: profile.cloned(),
        })
    }

    /// Adds a picture, or replaces one; a replaced picture's values are retained for cells with identical pixels. The
    /// first picture determines the proposed board.
    ///
    /// # Errors
    /// When its size differs from the first picture's.
    pub(super) fn add(
        &mut self,
        ctx: &egui::Context,
        opened: Opened,
        rules: Rules,
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
            if !found.is_some_and(|(rect, size)| self.take_box(rect, size, rules)) {
                self.rect = NOWHERE;
            }
            match &opened.origin {
                // Window and title are those of the profile.
                _ if self.before.is_some() => {}
                Origin::Window { app, title, .. } => {
                    (self.apps, self.titles) = (app.clone(), String::new());
                    self.title = named_after(app, title);
                }
                Origin::File(name) => self.title = name.clone(),
                Origin::None => {}
            }
            self.origin = opened.origin;
        }
        let options = TextureOptions::NEAREST;
        let texture = ctx.load_texture("profile picture", drawable(&opened.image), options);
        let mut picture = Picture {
            image: opened.image,
            texture,
            samples: BTreeMap::new(),
        };
        let tiling = self.tiling();
        match opened.instead.and_then(|it| self.pictures.get_mut(it)) {
            Some(before) => {
                picture.samples = std::mem::take(&mut before.samples);
                let same = |cell: &Cell| {
                    let at = tiling.cell(*cell);
                    at.cut_from(&before.image) == at.cut_from(&picture.image)
                };
                picture.samples.retain(|cell, _| same(cell));
                *before = picture;
            }
            None => {
                self.pictures.push(picture);
                self.shown = self.pictures.len() - 1;
            }
        }
        Ok(())
    }

    /// Adopts what the edited profile reads in the first picture.
    pub(super) fn read_by_profile(&mut self) {
        let (Some(before), Some(picture)) = (self.before.clone(), self.pictures.first_mut()) else {
            return;
        };
        self.anchored = matches!(before.finder, Finder::Fixed(_));
        let Some(rule) = before.boards.first() else {
            return;
        };
        self.varies = rule.rows == 0 || rule.cols == 0;
        self.alike.clone_from(&rule.alike);
        let Ok(seen) = read(&before, &picture.image, None) else {
            return;
        };
        let Some(board) = seen.reading.board(&rule.id) else {
            return;
        };
        if let Some(rect) = seen.board_rect(&before, &rule.id) {
            (self.rect, self.size) = (rect, board.size());
            self.seam = rule.seam as f32 * seen.place.scale;
            self.seams = rule.seams;
        }
        let sure = board.cells.iter();
        let sure = sure.filter(|(_, read)| read.confidence >= seen.doubtful_below);
        picture.samples = sure
            .map(|(cell, read)| (cell, read.value.clone()))
            .collect();
    }

    /// Adds a picture with the values of a lesson.
    ///
    /// # Errors
    /// When its size differs and its board is not found.
    pub(super) fn learn(&mut self, ctx: &egui::Context, lesson: &Lesson) -> Result<(), String> {
        let shown = self.shown;
        let image = match self.first(Some(&lesson.profile)) {
            Some(first) => first.fit(lesson.image.clone())?,
            None => lesson.image.clone(),
        };
        self.add(ctx, Opened::again(image), Rules::default())?;
        self.shown = shown;
        let Some((board, picture)) = lesson.profile.boards.first().zip(self.pictures.last_mut())
        else {
            return Ok(());
        };
        self.alike.clone_from(&board.alike);
        // Clue numbers outside the board are not learned.
        let told = lesson.told.iter().filter(|((id, _), _)| *id == board.id);
        let told = told.map(|((_, cell), value)| (*cell, value.clone()));
        picture.samples = told.collect();
        Ok(())
    }

    /// Rule that identifies the game's window.
    pub(super) fn window(&self) -> WindowRule {
        let words = |text: &str| -> Vec<String> {
            let words = text.split(',').map(str::trim);
            words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
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

    pub(super) fn picture(&self) -> Option<&Picture> {
        self.pictures.get(self.shown)
    }

    /// Number of cells with a given value.
    pub(super) fn said(&self) -> usize {
        self.pictures
            .iter()
            .map(|picture| picture.samples.len())
            .sum()
    }

    /// Drops values of cells outside the board, after rows or columns have changed.
    pub(super) fn resized(&mut self) {
        let size = self.size;
        for picture in &mut self.pictures {
            picture.samples.retain(|cell, _| size.contains(*cell));
        }
    }

    /// Retains values of cells that coincide with earlier cells; drops all others.
    pub(super) fn moved_from(&mut self, before: Tiling) {
        let now = self.tiling();
        let cells: Vec<Cell> = now.size.cells().filter(|cell| now.has(*cell)).collect();
        let same = |was: Cell| {
            let was = before.cell(was);
            let off = (LYING_OFF * was.width, LYING_OFF * was.height);
            let mut cells = cells.iter().copied();
            cells.find(|cell| was.lies_at(&now.cell(*cell), off))
        };
        for picture in &mut self.pictures {
            let said = std::mem::take(&mut picture.samples).into_iter();
            picture.samples = said
                .filter_map(|(cell, value)| Some((same(cell)?, value)))
                .collect();
        }
    }

    /// The value recognized for a given value: one with the same appearance, or itself.
    fn read_as<'a>(&'a self, value: &'a String) -> &'a String {
        let pair = self.alike.iter().find(|(_, other)| other == value);
        pair.map_or(value, |(read, _)| read)
    }

    /// Numbers that only boards of other sizes have; empty if the size is fixed.
    fn further<'b>(&self, board: &'b ScreenBoard) -> &'b [String] {
        if self.varies { &board.further } else { &[] }
    }

    fn shown(&self, board: &ScreenBoard) -> Option<(Arc<RgbaImage>, Shown)> {
        let (first, more) = self.pictures.split_first()?;
        let samples = |picture: &Picture| {
            let said = picture.samples.iter();
            let read = said.map(|(cell, value)| (*cell, self.read_as(value).clone()));
            read.collect()
        };
        let sampled = |picture: &Picture| Sampled {
            image: picture.image.clone(),
            samples: samples(picture),
        };
        let shown = Shown {
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
            turned: board.turned.clone(),
            seam: self.seam,
            seams: self.seams,
        };
        Some((first.image.clone(), shown))
    }
}

impl Wizard {
    /// Numbers that only boards of other sizes have; empty if the size is fixed.
    pub(super) fn further(&self) -> Vec<String> {
        let board = self.base.as_ref().map(|(_, board)| board);
        board.map_or_else(Vec::new, |board| self.draft.further(board).to_vec())
    }

    /// Background work that analyzes the draft.
    pub(super) fn work(&self) -> Option<impl FnOnce(&CancelFlag) -> Judged + Send + use<>> {
        let (_, board) = self.base.as_ref()?;
        if !self.draft.has_board() {
            return None;
        }
        let (first, mut shown) = self.draft.shown(board)?;
        // Positions outside the board require the board's own position to be known.
        shown.anchored |= !self.controls.places().is_empty();
        let naming = Naming {
            id: "new".to_owned(),
            title: self.draft.title.clone(),
            game: self.game.info().id.to_owned(),
            board: board.id.clone(),
            properties: BTreeMap::new(),
        };
        let revision = self.draft.revision;
        let before = self.draft.before.clone();
        let alike = self.draft.alike.clone();
        let images = self.draft.images();
        Some(move |_: &CancelFlag| {
            let made = calibrate(&first, &shown, &naming).map(|(mut profile, _)| {
                if let Some(board) = profile.boards.first_mut() {
                    board.alike = alike;
                }
                match &before {
                    Some(before) => with_samples_of(&profile, before),
                    None => profile,
                }
            });
            let grouped = |image: &Arc<RgbaImage>| groups(&looks(image, shown.tiling()));
            let read_by = |image: &Arc<RgbaImage>| {
                let profile = made.as_ref().ok()?;
                read(profile, image, None).ok()
            };
            Judged {
                revision,
                groups: images.iter().map(grouped).collect(),
                seen: images.iter().map(read_by).collect(),
                made,
            }
        })
    }

    /// Analysis of the current draft, once available.
    pub(super) fn judged(&self) -> Option<&Judged> {
        let judged = self.judging.last.as_ref()?;
        (judged.revision == self.draft.revision).then_some(judged)
    }

    /// The calibrated profile, without window and controls.
    pub(super) fn profile_so_far(&self) -> Option<&Profile> {
        self.judged()?.made.as_ref().ok()
    }

    /// The complete profile.
    ///
    /// # Errors
    /// A description of the missing input.
    pub(super) fn profile(&self, id: &str) -> Result<Profile, String> {
        let (level, _) = self.base.as_ref().ok_or("Choose the game first.")?;
        let made = self
            .profile_so_far()
            .ok_or("First choose what the cells show.")?;
        let image = self.draft.pictures.first().map(|picture| &picture.image);
        let image = image.ok_or("Take a picture first.")?;
        let mut profile = Profile {
            id: id.to_owned(),
            title: self.draft.title.trim().to_owned(),
            notes: match &self.draft.before {
                Some(before) => before.notes.clone(),
                None => "Made in the workbench.".to_owned(),
            },
            window: self.draft.window(),
            ..made.clone()
        };
        if let Some(before) = &self.draft.before {
            profile.cost.clone_from(&before.cost);
            profile.start.clone_from(&before.start);
            profile.screen.doubtful_below = before.screen.doubtful_below;
        }
        if is_seen(self.game, level) {
            let properties = level.properties().into_iter();
            profile.unseen.properties = properties
                .map(|p| (p.field.key.to_owned(), p.value))
                .collect();
        } else {
            profile.unseen.level = Some(level.to_text());
        }
        self.controls
            .put_into(&mut profile, image, &self.draft, &self.further())?;
        Ok(profile)
    }
}
