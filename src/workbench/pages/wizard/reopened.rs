//! Editing of saved profiles, with their original pictures or new ones, and learning during trials.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use crate::autoplay::profile_file::pictures_folder;
use crate::games;
use crate::page::{Cx, ProfilePart};
use crate::vision::{Lesson, Profile, is_picture_based};

use super::controls::ControlsDraft;
use super::saved::{SavedDraft, load_draft, write_draft};
use super::{Wizard, WizardPage, WizardStep};

/// Folder with the pictures and draft of a saved profile.
fn saved_folder(cx: &Cx, id: &str) -> Option<PathBuf> {
    let places = cx.world.folders.as_ref()?;
    Some(pictures_folder(places, id))
}

impl WizardPage {
    /// Opens a profile for editing, at the given part.
    pub(super) fn edit_profile(
        &mut self,
        id: &str,
        part: Option<ProfilePart>,
        ctx: &Context,
        cx: &mut Cx,
    ) -> Result<(), String> {
        let profile = cx.world.live.profile(id);
        let profile = profile.ok_or_else(|| format!("There is no screen profile ‘{id}’."))?;
        self.begin(ctx, cx);
        let is_editing = |wizard: &Wizard| {
            wizard.draft.before.as_ref().map(|before| &before.id) == Some(&profile.id)
        };
        match &self.wizard {
            Some(wizard) if is_editing(wizard) => {}
            Some(wizard) if !wizard.draft.pictures.is_empty() => {
                cx.messages
                    .status("Save or discard the other profile before you edit this one.");
            }
            _ => self.wizard = Some(Box::new(Wizard::reopen(profile.clone(), ctx, cx)?)),
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
    /// Saves the pictures and draft of a saved profile, so that it can be edited later.
    pub(super) fn save_pictures(&self, id: &str, cx: &Cx) {
        let (Some(folder), Some(saved)) = (saved_folder(cx, id), SavedDraft::from_wizard(self))
        else {
            return;
        };
        let images = self.draft.images();
        if let Err(error) = write_draft(cx.world.disk.as_ref(), &folder, &saved, &images) {
            log::warn!("the pictures of the screen profile could not be kept: {error}");
        }
    }

    /// The wizard for a saved profile, with its pictures or, if they are missing, at the picture step.
    pub(super) fn reopen(profile: Arc<Profile>, ctx: &Context, cx: &Cx) -> Result<Self, String> {
        if !is_picture_based(&profile) {
            return Err(format!(
                "‘{}’ was written by hand and has parts that cannot be edited here. Edit its file instead.",
                profile.title
            ));
        }
        let saved = saved_folder(cx, &profile.id);
        let saved = saved.and_then(|folder| load_draft(cx.world.disk.as_ref(), &folder));
        if let Some(mut wizard) = saved.and_then(|loaded| Self::from_draft(loaded, ctx, cx)) {
            wizard.draft.before = Some(profile);
            return Ok(wizard);
        }
        let game = games::by_id(&profile.game);
        let game = game.ok_or("This profile is for a game that Planwright does not have.")?;
        let level = match &profile.unseen.level {
            Some(text) => game.parse_text(text).map_err(|error| format!("{error}."))?,
            None => {
                let set = profile.unseen.properties.iter();
                set.fold(game.blank(None), |level, (key, value)| {
                    level.with_property(key, value).unwrap_or(level)
                })
            }
        };
        let mut wizard = Self::new(game, level);
        wizard.draft.title.clone_from(&profile.title);
        wizard.draft.apps = profile.window.apps.join(", ");
        wizard.draft.titles = profile.window.titles.join(", ");
        wizard.draft.before = Some(profile);
        wizard.step = WizardStep::Picture;
        Ok(wizard)
    }

    /// Adds a lesson learned during a trial.
    pub(super) fn learn(&mut self, ctx: &Context, lesson: &Lesson) {
        match self.draft.learn(ctx, lesson) {
            Ok(()) => self.changed(),
            Err(error) => self.prompt.trouble = Some(error),
        }
    }

    /// Fills the draft from the edited profile and its reading of the first picture.
    pub(super) fn read_original(&mut self) {
        let (Some(before), Some(picture)) = (self.draft.before.clone(), self.draft.picture())
        else {
            return;
        };
        let width = picture.image.width();
        let units = before.finder.size().map_or(width, |(width, _)| width);
        self.controls = ControlsDraft::from_profile(&before, width as f32 / units.max(1) as f32);
        if let Some((_, board)) = &self.base {
            self.controls.follow(board);
        }
        self.draft.read_by_profile();
    }
}
