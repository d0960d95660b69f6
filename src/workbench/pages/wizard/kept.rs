//! Saves the unfinished profile with its pictures, to restore it later.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{ImageFormat, RgbaImage};
use serde::{Deserialize, Serialize};

use crate::autoplay::profile_file::{picture, said};
use crate::game::{Cell, Seams, Size};
use crate::games;
use crate::session::Task;
use crate::session::disk::{Disk, save_kept};
use crate::vision::{ImageRect, decode};

use super::controls::ControlsDraft;
use super::draft::{Draft, Rules};
use super::picture::{Opened, Origin};
use super::{Step, Wizard};
use crate::page::Cx;

const MOST_BYTES: u64 = 64 << 20;
const VERSION: u32 = 1;

/// File contents of an unfinished profile. Files of earlier versions must remain readable.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    version: u32,
    game: String,
    /// Text of the level with the rules and invisible properties.
    level: String,
    /// Values of cells in each picture, as row, column, value.
    pictures: Vec<Vec<(usize, usize, String)>>,
    rect: (f32, f32, f32, f32),
    size: (usize, usize),
    #[serde(default)]
    seam: f32,
    #[serde(default)]
    seams: Seams,
    varies: bool,
    anchored: bool,
    title: String,
    apps: String,
    titles: String,
    path: String,
    controls: ControlsDraft,
    /// Values with the same appearance.
    #[serde(default)]
    alike: Vec<(String, String)>,
    /// Id of the profile being edited; `None` for a new one.
    #[serde(default)]
    changes: Option<String>,
}

pub(super) struct Begun {
    kept: Kept,
    images: Vec<Arc<RgbaImage>>,
}

fn folder(data: &Path) -> PathBuf {
    data.join("new-profile")
}

impl Kept {
    pub(super) fn of(wizard: &Wizard) -> Option<Self> {
        let (level, _) = wizard.base.as_ref()?;
        let draft = &wizard.draft;
        let said = |picture: &super::draft::Picture| {
            let samples = picture.samples.iter();
            let said = samples.map(|(cell, value)| (cell.row, cell.col, value.clone()));
            said.collect()
        };
        let rect = draft.rect;
        Some(Self {
            version: VERSION,
            game: wizard.game.info().id.to_owned(),
            level: level.to_text(),
            pictures: draft.pictures.iter().map(said).collect(),
            rect: (rect.x, rect.y, rect.width, rect.height),
            size: (draft.size.rows, draft.size.cols),
            seam: draft.seam,
            seams: draft.seams,
            varies: draft.varies,
            anchored: draft.anchored,
            title: draft.title.clone(),
            apps: draft.apps.clone(),
            titles: draft.titles.clone(),
            path: wizard.shots.path.clone(),
            controls: wizard.controls.clone(),
            alike: draft.alike.clone(),
            changes: draft.before.as_ref().map(|before| before.id.clone()),
        })
    }
}

pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    kept: &Kept,
    images: &[Arc<RgbaImage>],
) -> Result<(), String> {
    for (index, image) in images.iter().enumerate() {
        let mut bytes = Cursor::new(Vec::new());
        image
            .write_to(&mut bytes, ImageFormat::Png)
            .map_err(|error| error.to_string())?;
        disk.write_atomic(&picture(folder, index), bytes.get_ref())
            .map_err(|error| error.to_string())?;
    }
    save_kept(kept, disk, &said(folder))
}

/// Loads a draft; `None` if there is none or it cannot be continued.
pub(super) fn read(disk: &dyn Disk, folder: &Path) -> Option<Begun> {
    let bytes = disk.read(&said(folder), MOST_BYTES).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let kept: Kept = crate::game::from_ron_text(&text).ok()?;
    if kept.version != VERSION {
        return None;
    }
    let image = |index: usize| {
        let bytes = disk.read(&picture(folder, index), MOST_BYTES).ok()?;
        Some(Arc::new(decode(&bytes).ok()?.into_rgba8()))
    };
    let images: Option<Vec<_>> = (0..kept.pictures.len()).map(image).collect();
    Some(Begun {
        images: images?,
        kept,
    })
}

fn kept_folder(cx: &Cx) -> Option<PathBuf> {
    let places = cx.world.places.as_ref()?;
    Some(folder(&places.data))
}

impl Wizard {
    /// Saves the draft in the background if it has changed.
    pub(super) fn keep(&mut self, cx: &Cx) {
        Task::end_of(&mut self.keeping.task);
        let is_kept = self.keeping.kept == self.keeping.touched;
        if is_kept || self.keeping.task.is_some() || self.pointer.handle.is_some() {
            return;
        }
        let (Some(folder), Some(kept)) = (kept_folder(cx), Kept::of(self)) else {
            return;
        };
        if kept.pictures.is_empty() {
            return;
        }
        self.keeping.kept = self.keeping.touched;
        let images = self.draft.images();
        let disk = cx.world.disk.clone();
        let work = move |_: &_| {
            if let Err(error) = write(disk.as_ref(), &folder, &kept, &images) {
                log::warn!("the new screen profile could not be kept: {error}");
            }
        };
        self.keeping.task = Some(Task::start("keeper of the profile", &cx.wake, work));
    }

    pub(super) fn forget(&self, cx: &Cx) {
        if let Some(task) = &self.keeping.task {
            // A write in progress would restore the files; it takes milliseconds.
            task.wait(std::time::Duration::from_secs(1));
        }
        let Some(folder) = kept_folder(cx) else {
            return;
        };
        let pictures = (0..self.draft.pictures.len()).map(|index| picture(&folder, index));
        for path in std::iter::once(said(&folder)).chain(pictures) {
            if let Err(error) = cx.world.disk.remove(&path) {
                log::warn!("{} could not be removed: {error}", path.display());
            }
        }
    }

    /// Restores the wizard of an earlier run.
    pub(super) fn begun(ctx: &egui::Context, cx: &Cx) -> Option<Self> {
        let begun = read(cx.world.disk.as_ref(), &kept_folder(cx)?)?;
        Self::of(begun, ctx, cx)
    }

    /// The wizard for a loaded draft.
    pub(super) fn of(begun: Begun, ctx: &egui::Context, cx: &Cx) -> Option<Self> {
        let game = games::by_id(&begun.kept.game)?;
        let level = game.parse_text(&begun.kept.level).ok()?;
        let mut wizard = Self::new(game, level);
        let Begun { kept, images } = begun;
        let (x, y, width, height) = kept.rect;
        for image in images {
            wizard
                .draft
                .add(ctx, Opened::again(image), Rules::default())
                .ok()?;
        }
        for (picture, said) in wizard.draft.pictures.iter_mut().zip(kept.pictures) {
            let samples = said.into_iter();
            picture.samples = samples
                .map(|(r, c, value)| (Cell::new(r, c), value))
                .collect();
        }
        wizard.draft = Draft {
            rect: ImageRect {
                x,
                y,
                width,
                height,
            },
            size: Size::new(kept.size.0, kept.size.1),
            seam: kept.seam,
            seams: kept.seams,
            varies: kept.varies,
            anchored: kept.anchored,
            title: kept.title,
            apps: kept.apps,
            titles: kept.titles,
            alike: kept.alike,
            origin: match kept.path.trim() {
                "" => Origin::None,
                path => Origin::File(path.to_owned()),
            },
            shown: 0,
            before: kept.changes.and_then(|id| cx.world.live.profile(&id)),
            ..wizard.draft
        };
        wizard.shots.path = kept.path;
        wizard.controls = kept.controls;
        wizard.step = if wizard.draft.pictures.is_empty() {
            Step::Game
        } else {
            Step::Board
        };
        Some(wizard)
    }
}
