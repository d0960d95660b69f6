//! Saves the unfinished profile with its pictures, to restore it later.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{ImageFormat, RgbaImage};
use serde::{Deserialize, Serialize};

use crate::autoplay::profile_file::{annotations_file, picture_file};
use crate::game::{Cell, Seams, Size};
use crate::games;
use crate::kit::answer;
use crate::session::Task;
use crate::session::disk::{Disk, save_ron};
use crate::vision::{ImageRect, decode};

use super::controls::ControlsDraft;
use super::draft::{BoardRules, ProfileDraft};
use super::picture::{OpenedPicture, PictureOrigin};
use super::{Wizard, WizardStep};
use crate::page::Cx;

const MAX_BYTES: u64 = 64 << 20;
const VERSION: u32 = 1;

/// File contents of an unfinished profile. Files of earlier versions must remain readable.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedDraft {
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

pub(super) struct LoadedDraft {
    saved: SavedDraft,
    images: Vec<Arc<RgbaImage>>,
}

impl SavedDraft {
    pub(super) fn from_wizard(wizard: &Wizard) -> Option<Self> {
        let (level, _) = wizard.base.as_ref()?;
        let draft = &wizard.draft;
        let rows_of = |picture: &super::draft::DraftPicture| {
            let samples = picture.samples.iter();
            samples
                .map(|(cell, value)| (cell.row, cell.col, value.clone()))
                .collect()
        };
        let rect = draft.rect;
        Some(Self {
            version: VERSION,
            game: wizard.game.info().id.to_owned(),
            level: level.to_text(),
            pictures: draft.pictures.iter().map(rows_of).collect(),
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
            alike: draft.ambiguous.clone(),
            changes: draft.before.as_ref().map(|before| before.id.clone()),
        })
    }
}

pub(super) fn write_draft(
    disk: &dyn Disk,
    folder: &Path,
    saved: &SavedDraft,
    images: &[Arc<RgbaImage>],
) -> Result<(), String> {
    for (index, image) in images.iter().enumerate() {
        let mut bytes = Cursor::new(Vec::new());
        let encoded = image.write_to(&mut bytes, ImageFormat::Png);
        encoded.map_err(|error| error.to_string())?;
        let written = disk.write_atomic(&picture_file(folder, index), bytes.get_ref());
        written.map_err(|error| answer::io_error(&error))?;
    }
    save_ron(saved, disk, &annotations_file(folder))
}

/// Loads a draft; `None` if there is none or it cannot be continued.
pub(super) fn load_draft(disk: &dyn Disk, folder: &Path) -> Option<LoadedDraft> {
    let bytes = disk.read(&annotations_file(folder), MAX_BYTES).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let saved: SavedDraft = crate::game::from_ron_text(&text).ok()?;
    if saved.version != VERSION {
        return None;
    }
    let image = |index: usize| {
        let bytes = disk.read(&picture_file(folder, index), MAX_BYTES).ok()?;
        Some(Arc::new(decode(&bytes).ok()?.into_rgba8()))
    };
    let images: Option<Vec<_>> = (0..saved.pictures.len()).map(image).collect();
    Some(LoadedDraft {
        images: images?,
        saved,
    })
}

fn draft_folder(cx: &Cx) -> Option<PathBuf> {
    let places = cx.world.folders.as_ref()?;
    Some(places.data.join("new-profile"))
}

impl Wizard {
    /// Saves the draft in the background if it has changed.
    pub(super) fn save_draft(&mut self, cx: &Cx) {
        Task::result_of(&mut self.saving.task);
        let is_saved = self.saving.saved == self.saving.changes;
        if is_saved || self.saving.task.is_some() || self.pointer.handle.is_some() {
            return;
        }
        let (Some(folder), Some(saved)) = (draft_folder(cx), SavedDraft::from_wizard(self)) else {
            return;
        };
        if saved.pictures.is_empty() {
            return;
        }
        self.saving.saved = self.saving.changes;
        let images = self.draft.images();
        let disk = cx.world.disk.clone();
        let work = move |_: &_| {
            if let Err(error) = write_draft(disk.as_ref(), &folder, &saved, &images) {
                log::warn!("the new screen profile could not be kept: {error}");
            }
        };
        self.saving.task = Some(Task::start("keeper of the profile", &cx.wake, work));
    }

    pub(super) fn delete_draft(&self, cx: &Cx) {
        if let Some(task) = &self.saving.task {
            // A write in progress would restore the files; it takes milliseconds.
            task.wait(std::time::Duration::from_secs(1));
        }
        let Some(folder) = draft_folder(cx) else {
            return;
        };
        let pictures = (0..self.draft.pictures.len()).map(|index| picture_file(&folder, index));
        for path in std::iter::once(annotations_file(&folder)).chain(pictures) {
            if let Err(error) = cx.world.disk.remove(&path) {
                log::warn!("{} could not be removed: {error}", path.display());
            }
        }
    }

    /// Restores the wizard of an earlier run.
    pub(super) fn restore(ctx: &egui::Context, cx: &Cx) -> Option<Self> {
        let loaded = load_draft(cx.world.disk.as_ref(), &draft_folder(cx)?)?;
        Self::from_draft(loaded, ctx, cx)
    }

    /// The wizard for a loaded draft.
    pub(super) fn from_draft(loaded: LoadedDraft, ctx: &egui::Context, cx: &Cx) -> Option<Self> {
        let game = games::by_id(&loaded.saved.game)?;
        let level = game.parse_text(&loaded.saved.level).ok()?;
        let mut wizard = Self::new(game, level);
        let LoadedDraft { saved, images } = loaded;
        let (x, y, width, height) = saved.rect;
        for image in images {
            let opened = OpenedPicture::without_board(image);
            wizard.draft.add(ctx, opened, BoardRules::default()).ok()?;
        }
        for (picture, rows) in wizard.draft.pictures.iter_mut().zip(saved.pictures) {
            let samples = rows.into_iter();
            let samples = samples.map(|(row, col, value)| (Cell::new(row, col), value));
            picture.samples = samples.collect();
        }
        wizard.draft = ProfileDraft {
            rect: ImageRect {
                x,
                y,
                width,
                height,
            },
            size: Size::new(saved.size.0, saved.size.1),
            seam: saved.seam,
            seams: saved.seams,
            varies: saved.varies,
            anchored: saved.anchored,
            title: saved.title,
            apps: saved.apps,
            titles: saved.titles,
            ambiguous: saved.alike,
            origin: match saved.path.trim() {
                "" => PictureOrigin::None,
                path => PictureOrigin::File(path.to_owned()),
            },
            current: 0,
            before: saved.changes.and_then(|id| cx.world.live.profile(&id)),
            ..wizard.draft
        };
        wizard.shots.path = saved.path;
        wizard.controls = saved.controls;
        wizard.step = if wizard.draft.pictures.is_empty() {
            WizardStep::Game
        } else {
            WizardStep::Board
        };
        Some(wizard)
    }
}
