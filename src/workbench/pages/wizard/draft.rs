//! What the person has said of the game's look, and the profile made of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{TextureHandle, TextureOptions};
use image::RgbaImage;

use crate::game::{Cell, LevelRef, ScreenBoard, Size};
use crate::search::CancelFlag;
use crate::vision::{
    CalibrateError, ImageRect, Naming, Profile, Sampled, ScreenReading, Shown, WindowRule,
    calibrate, groups, looks, read,
};

use super::Wizard;
use super::picture::{Opened, Origin};
use super::source::is_seen;
use crate::kit::picture::drawable;

/// A picture of the game.
pub(super) struct Picture {
    pub(super) image: Arc<RgbaImage>,
    pub(super) texture: TextureHandle,
    /// What some of its cells show.
    pub(super) samples: BTreeMap<Cell, String>,
}

/// What the person has said.
pub(super) struct Draft {
    /// Counts changes.
    pub(super) revision: u64,
    pub(super) pictures: Vec<Picture>,
    /// The one that is on screen.
    pub(super) shown: usize,
    /// Where the first picture comes from.
    pub(super) origin: Origin,
    pub(super) rect: ImageRect,
    pub(super) size: Size,
    pub(super) varies: bool,
    /// The board is always at the same place in the window.
    pub(super) anchored: bool,
    pub(super) title: String,
    pub(super) apps: String,
    pub(super) titles: String,
}

/// No box yet.
pub(super) const NOWHERE: ImageRect = ImageRect {
    x: 0.0,
    y: 0.0,
    width: 0.0,
    height: 0.0,
};

impl Default for Draft {
    fn default() -> Self {
        Self {
            revision: 1,
            pictures: Vec::new(),
            shown: 0,
            origin: Origin::default(),
            rect: NOWHERE,
            size: Size::new(5, 5),
            varies: false,
            anchored: false,
            title: String::new(),
            apps: String::new(),
            titles: String::new(),
        }
    }
}

/// What a draft is worth.
pub(super) struct Judged {
    /// The revision of the draft.
    pub(super) revision: u64,
    /// Cells of each picture that look alike.
    pub(super) groups: Vec<Vec<Vec<Cell>>>,
    pub(super) made: Result<Profile, CalibrateError>,
    /// What the profile reads in each picture.
    pub(super) seen: Vec<Option<ScreenReading>>,
}

impl Draft {
    pub(super) fn has_board(&self) -> bool {
        let least = |side: f32, count: usize| side >= 4.0 * count.max(1) as f32;
        self.size.area() > 0
            && least(self.rect.width, self.size.cols)
            && least(self.rect.height, self.size.rows)
    }

    /// Adds a picture. The first one says where the board may be; further ones are of the same window.
    ///
    /// # Errors
    /// When it is not as large as the first one.
    pub(super) fn add(
        &mut self,
        ctx: &egui::Context,
        opened: Opened,
        base: Option<&(LevelRef, ScreenBoard)>,
    ) -> Result<(), String> {
        if let Some(first) = self.pictures.first()
            && first.image.dimensions() != opened.image.dimensions()
        {
            let (width, height) = first.image.dimensions();
            return Err(format!(
                "All pictures must be of the same window, {width}×{height} pixels. To start with \
                 another picture, remove these."
            ));
        }
        if self.pictures.is_empty() {
            let size = base.and_then(|(_, board)| board.size);
            if let Some(size) = size {
                self.size = size;
            }
            if let Some((rect, found)) = opened.board
                && size.is_none_or(|size| size == found)
            {
                (self.rect, self.size) = (rect, found);
            } else {
                self.rect = NOWHERE;
            }
            if let Origin::Window { app, title, .. } = &opened.origin {
                (self.apps, self.titles) = (app.clone(), String::new());
                self.title = title.clone();
            } else if let Origin::File(name) = &opened.origin {
                self.title = name.clone();
            }
            self.origin = opened.origin;
        }
        let options = TextureOptions::NEAREST;
        let texture = ctx.load_texture("profile picture", drawable(&opened.image), options);
        self.pictures.push(Picture {
            image: opened.image,
            texture,
            samples: BTreeMap::new(),
        });
        self.shown = self.pictures.len() - 1;
        Ok(())
    }

    /// The picture on screen.
    pub(super) fn picture(&self) -> Option<&Picture> {
        self.pictures.get(self.shown)
    }

    /// How many cells have a value.
    pub(super) fn said(&self) -> usize {
        self.pictures
            .iter()
            .map(|picture| picture.samples.len())
            .sum()
    }

    /// Forgets values of cells outside the board, after rows or columns have changed.
    pub(super) fn resized(&mut self) {
        let size = self.size;
        for picture in &mut self.pictures {
            picture.samples.retain(|cell, _| size.contains(*cell));
        }
    }

    fn shown(&self) -> Option<(Arc<RgbaImage>, Shown)> {
        let (first, more) = self.pictures.split_first()?;
        let sampled = |picture: &Picture| Sampled {
            image: picture.image.clone(),
            samples: picture.samples.clone(),
        };
        let shown = Shown {
            rect: self.rect,
            size: self.size,
            samples: first.samples.clone(),
            more: more.iter().map(sampled).collect(),
            varies: self.varies,
            anchored: self.anchored,
        };
        Some((first.image.clone(), shown))
    }
}

impl Wizard {
    /// Work for a thread that finds out what the draft is worth.
    pub(super) fn work(&self) -> Option<impl FnOnce(&CancelFlag) -> Judged + Send + use<>> {
        let (_, board) = self.base.as_ref()?;
        if !self.draft.has_board() {
            return None;
        }
        let (first, shown) = self.draft.shown()?;
        let naming = Naming {
            id: "new".to_owned(),
            title: self.draft.title.clone(),
            game: self.game.info().id.to_owned(),
            board: board.id.clone(),
            properties: BTreeMap::new(),
        };
        let revision = self.draft.revision;
        Some(move |_: &CancelFlag| {
            let more = shown.more.iter().map(|more| more.image.clone());
            let images: Vec<Arc<RgbaImage>> = std::iter::once(first.clone()).chain(more).collect();
            let made = calibrate(&first, &shown, &naming).map(|(profile, _)| profile);
            let grouped = |image: &Arc<RgbaImage>| {
                let looks = looks(image, shown.rect, shown.size);
                looks.as_ref().map(groups).unwrap_or_default()
            };
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

    /// What the draft is worth as it is now, once that is known.
    pub(super) fn judged(&self) -> Option<&Judged> {
        let judged = self.judging.last.as_ref()?;
        (judged.revision == self.draft.revision).then_some(judged)
    }

    /// The profile as far as the pictures tell.
    pub(super) fn profile_so_far(&self) -> Option<&Profile> {
        self.judged()?.made.as_ref().ok()
    }

    /// The whole profile.
    ///
    /// # Errors
    /// What is missing.
    pub(super) fn profile(&self, id: &str) -> Result<Profile, String> {
        let (level, _) = self.base.as_ref().ok_or("Choose the game first.")?;
        let made = self.profile_so_far().ok_or("First say what cells show.")?;
        let image = self.draft.pictures.first().map(|picture| &picture.image);
        let image = image.ok_or("Take a picture first.")?;
        let words = |text: &str| -> Vec<String> {
            let words = text.split(',').map(str::trim);
            words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let mut profile = Profile {
            id: id.to_owned(),
            title: self.draft.title.trim().to_owned(),
            notes: "Made in the workbench.".to_owned(),
            window: WindowRule {
                apps: words(&self.draft.apps),
                titles: words(&self.draft.titles),
            },
            ..made.clone()
        };
        if is_seen(self.game, level) {
            let properties = level.properties().into_iter();
            profile.unseen.properties = properties
                .map(|p| (p.field.key.to_owned(), p.value))
                .collect();
        } else {
            profile.unseen.level = Some(level.to_text());
        }
        self.controls.put_into(&mut profile, image, &self.draft)?;
        Ok(profile)
    }
}
