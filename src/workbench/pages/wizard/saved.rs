//! Saves drafts with their pictures: the unfinished profile, to restore it later, and those of saved profiles, to edit
//! them with their original pictures or new ones.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::ImageFormat;
use serde::{Deserialize, Serialize};

use super::draft::ProfileDraft;
use super::source::level_of;
use super::{Wizard, WizardPage, WizardStep};
use crate::autoplay::profile_file::{annotations_file, picture_file, pictures_folder};
use crate::game::from_ron_text;
use crate::kit::answer;
use crate::page::{Cx, ProfilePart};
use crate::session::Task;
use crate::session::disk::{Disk, save_ron};
use crate::vision::{Profile, decode, is_picture_based};

/// Size limit of each file of a draft, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// Version of the file. Version 1, with the draft's facts in forms of their own, is no longer read.
const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
struct DraftFile<D> {
    version: u32,
    draft: D,
}

fn write_draft(disk: &dyn Disk, folder: &Path, draft: &ProfileDraft) -> Result<(), String> {
    for (index, picture) in draft.pictures.iter().enumerate() {
        let mut bytes = Cursor::new(Vec::new());
        let encoded = picture.image.write_to(&mut bytes, ImageFormat::Png);
        encoded.map_err(|error| error.to_string())?;
        let written = disk.write_atomic(&picture_file(folder, index), bytes.get_ref());
        written.map_err(|error| answer::io_error(&error))?;
    }
    let version = VERSION;
    let file = DraftFile { version, draft };
    save_ron(&file, disk, &annotations_file(folder))
}

/// Loads the draft of a saved profile or, without an id, the unfinished one; `None` if there is none. Fails if it cannot
/// be continued.
fn load_draft(id: &str, cx: &Cx) -> Result<Option<ProfileDraft>, String> {
    let (disk, folder) = (cx.world.disk.as_ref(), draft_folder(cx, id));
    let read = |folder: &PathBuf| disk.read(&annotations_file(folder), MAX_BYTES).ok();
    let Some((bytes, folder)) = folder.and_then(|folder| Some((read(&folder)?, folder))) else {
        return Ok(None);
    };
    let loaded = || {
        let text = String::from_utf8(bytes).ok()?;
        let file: DraftFile<ProfileDraft> = from_ron_text(&text).ok()?;
        let mut draft = Some(file.draft).filter(|_| file.version == VERSION)?;
        for (index, picture) in draft.pictures.iter_mut().enumerate() {
            let bytes = disk.read(&picture_file(&folder, index), MAX_BYTES).ok()?;
            picture.image = Arc::new(decode(&bytes).ok()?.into_rgba8());
        }
        Some(draft)
    };
    let draft = loaded().ok_or_else(|| {
        format!(
            "What was entered earlier is of another version of Planwright or damaged, and must be entered again. Its \
             pictures are in the folder {} until new ones are taken.",
            folder.display()
        )
    });
    draft.map(Some)
}

/// Folder with the pictures and draft of a saved profile or, without an id, of the unfinished one.
fn draft_folder(cx: &Cx, id: &str) -> Option<PathBuf> {
    let places = cx.world.folders.as_ref()?;
    Some(match id {
        "" => places.data.join("new-profile"),
        id => pictures_folder(places, id),
    })
}

impl WizardPage {
    /// Opens a profile for editing, at the given part.
    pub(super) fn edit_profile(
        &mut self,
        id: &str,
        part: Option<ProfilePart>,
        cx: &mut Cx,
    ) -> Result<(), String> {
        let profile = cx.world.live.profile(id);
        let profile = profile.ok_or_else(|| format!("There is no screen profile ‘{id}’."))?;
        self.begin(cx);
        let is_editing = |wizard: &Wizard| wizard.draft.profile.id == profile.id;
        match &self.wizard {
            Some(wizard) if is_editing(wizard) => {}
            Some(wizard) if !wizard.draft.pictures.is_empty() => {
                cx.messages
                    .status("Save or discard the other profile before you edit this one.");
            }
            _ => self.wizard = Some(Box::new(Wizard::reopen(&profile, cx)?)),
        }
        let wizard = self.wizard.as_mut().filter(|wizard| is_editing(wizard));
        // Without pictures, these come first.
        let wizard = wizard.filter(|wizard| !wizard.draft.pictures.is_empty());
        if let Some((wizard, part)) = wizard.zip(part) {
            wizard.go(WizardStep::for_part(part));
        }
        Ok(())
    }
}

impl Wizard {
    /// Saves the draft in the background if it has changed.
    pub(super) fn save_draft(&mut self, cx: &Cx) {
        Task::result_of(&mut self.saving);
        let is_saved = self.saved.as_ref() == Some(&self.draft) || self.draft.pictures.is_empty();
        if is_saved || self.saving.is_some() || self.pointer.drawing.is_some() {
            return;
        }
        let Some(folder) = draft_folder(cx, "").filter(|_| self.base.is_some()) else {
            return;
        };
        let draft = self.draft.clone();
        self.saved = Some(draft.clone());
        let disk = cx.world.disk.clone();
        let work = move |_: &_| {
            if let Err(error) = write_draft(disk.as_ref(), &folder, &draft) {
                log::warn!("the new screen profile could not be kept: {error}");
            }
        };
        self.saving = Some(Task::start("keeper of the profile", &cx.wake, work));
    }

    pub(super) fn delete_draft(&self, cx: &Cx) {
        if let Some(task) = &self.saving {
            // A write in progress would restore the files; it takes milliseconds.
            task.wait(std::time::Duration::from_secs(1));
        }
        let Some(folder) = draft_folder(cx, "") else {
            return;
        };
        let pictures = (0..self.draft.pictures.len()).map(|index| picture_file(&folder, index));
        for path in std::iter::once(annotations_file(&folder)).chain(pictures) {
            if let Err(error) = cx.world.disk.remove(&path) {
                log::warn!("{} could not be removed: {error}", path.display());
            }
        }
    }

    /// Restores the wizard of an earlier run; `None` if there is none. Fails if it cannot be continued.
    pub(super) fn restore(cx: &Cx) -> Result<Option<Self>, String> {
        let draft = load_draft("", cx)?;
        draft.map(|draft| Self::from_draft(draft, cx)).transpose()
    }

    /// The wizard for a loaded draft. Fails if its game or level is unknown.
    fn from_draft(draft: ProfileDraft, cx: &Cx) -> Result<Self, String> {
        let (game, level) = level_of(&draft.profile)?;
        let mut wizard = Self::new(game, level, cx.wake.clone());
        if !draft.pictures.is_empty() {
            wizard.step = WizardStep::Board;
        }
        wizard.draft = draft;
        Ok(wizard)
    }

    /// Saves the pictures and draft of a saved profile, so that it can be edited later.
    pub(super) fn save_pictures(&self, id: &str, cx: &Cx) {
        let Some(folder) = draft_folder(cx, id) else {
            return;
        };
        if let Err(error) = write_draft(cx.world.disk.as_ref(), &folder, &self.draft) {
            log::warn!("the pictures of the screen profile could not be kept: {error}");
        }
    }

    /// The wizard for a saved profile, with its pictures or, if they are missing, at the picture step.
    fn reopen(profile: &Profile, cx: &mut Cx) -> Result<Self, String> {
        if !is_picture_based(profile) {
            return Err(format!(
                "‘{}’ was written by hand and has parts that cannot be edited here. Edit its file instead.",
                profile.title
            ));
        }
        let saved = load_draft(&profile.id, cx).unwrap_or_else(|error| {
            cx.messages.status(error);
            None
        });
        let mut draft = saved.unwrap_or_else(ProfileDraft::blank);
        let level = draft.profile.unseen.level.take();
        draft.profile = profile.clone();
        // The moves of a level with a board are known better.
        draft.profile.unseen.level = level.or(draft.profile.unseen.level);
        let mut wizard = Self::from_draft(draft, cx)?;
        if wizard.draft.pictures.is_empty() {
            wizard.step = WizardStep::Picture;
        }
        Ok(wizard)
    }
}
