//! The profile tried on the game's own window, by the live panel; and saved.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Label, RichText, TextEdit, Ui};

use crate::vision::{Profile, WindowRule};

use super::super::app::{Mode, Workbench};
use super::super::dialogs::{primary_button, problem};
use super::super::import::ProfileName;
use super::super::library_panel::named_field;
use super::super::messages::Weight;
use super::super::theme::{self, space};
use super::Wizard;
use super::picture::Origin;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trial {
    OneMove,
    Level,
}

impl Workbench {
    /// The live panel with the profile as it is now.
    pub(super) fn wizard_trial(&mut self, ui: &mut Ui, wizard: &mut Wizard) {
        match wizard.profile("new-profile") {
            Ok(profile) => {
                wizard.tried |= self.live.is_ready();
                let name = ProfileName {
                    id: profile.id.clone(),
                    title: profile.title.clone(),
                    game: profile.game.clone(),
                    practice: false,
                };
                self.live.try_draft(Some((name, Arc::new(profile))));
                self.live_panel(ui);
            }
            Err(error) => {
                egui::Frame::new()
                    .inner_margin(space::LARGE)
                    .show(ui, |ui| problem(ui, &error));
            }
        }
    }

    /// What can be tried, from harmless to whole.
    pub(super) fn wizard_trial_fields(&mut self, ui: &mut Ui, wizard: &mut Wizard) {
        let text = "The window is read again and again: play a move by hand and see whether the \
                    reading follows. Then let Planwright play.";
        ui.add(Label::new(text).wrap());
        wizard.window_fields(ui);
        if !wizard.controls.plays() {
            return;
        }
        let ready = self.live.is_ready();
        let title = self.live.window_title().unwrap_or_default();
        if ui
            .add_enabled(ready, egui::Button::new("Dry run"))
            .on_hover_text("Solve the level and say what would be sent, sending nothing")
            .clicked()
        {
            self.live.try_run(true, false);
            self.start_live();
        }
        for (trial, text, hint) in [
            (
                Trial::OneMove,
                "One move…",
                "Solve the level, wait, and send what the first move needs",
            ),
            (Trial::Level, "Whole level…", "Play the level to its end"),
        ] {
            let button = egui::Button::new(text);
            if ui.add_enabled(ready, button).on_hover_text(hint).clicked() {
                wizard.asked = Some(trial);
            }
        }
        if let Some(trial) = wizard.asked {
            let color = theme::colors(ui).warn;
            let text = format!(
                "Keys and clicks go to the window ‘{title}’, and to no other. To stop, move the \
                 pointer into a corner of the screen."
            );
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
            ui.horizontal(|ui| {
                let text = match trial {
                    Trial::OneMove => "Make one move",
                    Trial::Level => "Play the level",
                };
                if primary_button(ui, text, ready).clicked() {
                    wizard.asked = None;
                    self.live.try_run(false, trial == Trial::OneMove);
                    self.start_live();
                    if trial == Trial::OneMove {
                        // The run begins waiting; this is the step it waits for.
                        self.live.step_once();
                    }
                }
                if ui.button("No").clicked() {
                    wizard.asked = None;
                }
            });
        }
    }

    /// Name and window; where to go once the profile is saved.
    pub(super) fn wizard_save(&mut self, ui: &mut Ui, wizard: &mut Wizard) -> Option<Mode> {
        let label = ui.label("Name of the profile");
        let field = TextEdit::singleline(&mut wizard.draft.title).desired_width(220.0);
        let field = ui.add(field).labelled_by(label.id);
        field.on_hover_text(Profile::PART.help("title"));
        wizard.window_fields(ui);
        if let Some(trouble) = &wizard.trouble {
            problem(ui, trouble);
        }
        let profile = wizard.profile("new-profile");
        if let Err(error) = &profile {
            problem(ui, error);
        }
        let named = !wizard.draft.title.trim().is_empty();
        if !primary_button(ui, "Save profile", profile.is_ok() && named).clicked() {
            return None;
        }
        let known = self.world.pictures.profiles().into_iter();
        let taken: Vec<String> = known.map(|profile| profile.id).collect();
        let profile = Profile {
            id: free_id(wizard.draft.title.trim(), &taken),
            ..profile.ok()?
        };
        match self.world.pictures.keep(&profile) {
            Ok(()) => {
                let text = format!("Saved the screen profile ‘{}’.", profile.id);
                self.messages.toast(Weight::Good, text);
                wizard.saved = Some(profile.id.clone());
                self.live.try_draft(None);
                self.live.choose_profile(&profile.id);
                if matches!(wizard.draft.origin, Origin::File(_)) {
                    // The level of the picture is what it was opened for.
                    let path = PathBuf::from(wizard.shots.path.trim());
                    self.import_picture_with(&path, &profile.id);
                    return Some(Mode::Edit);
                }
                Some(Mode::Live)
            }
            Err(error) => {
                wizard.trouble = Some(error);
                None
            }
        }
    }
}

impl Wizard {
    /// How the window is known.
    fn window_fields(&mut self, ui: &mut Ui) {
        egui::Grid::new("window").num_columns(2).show(ui, |ui| {
            for (name, text, key) in [
                ("Program", &mut self.draft.apps, "apps"),
                ("Title has", &mut self.draft.titles, "titles"),
            ] {
                ui.label(name);
                let field = TextEdit::singleline(text).desired_width(150.0);
                let field = ui.add(field);
                field.widget_info(|| named_field(name, text));
                field.on_hover_text(WindowRule::PART.help(key));
                ui.end_row();
            }
        });
        if self.draft.apps.trim().is_empty() && self.draft.titles.trim().is_empty() {
            ui.weak("Without either no window is found by itself.");
        }
    }
}

/// An id made of the title, other than those taken.
fn free_id(title: &str, taken: &[String]) -> String {
    let mut id = String::new();
    for character in title.to_lowercase().chars() {
        if character.is_ascii_alphanumeric() {
            id.push(character);
        } else if !id.ends_with('-') && !id.is_empty() {
            id.push('-');
        }
    }
    let id = id.trim_end_matches('-');
    let id = if id.is_empty() { "profile" } else { id };
    let free = |id: &String| !taken.contains(id);
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    std::iter::once(id.to_owned())
        .chain(numbered)
        .find(free)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_made_of_titles_and_never_taken_twice() {
        let taken = vec!["my-lamps".to_owned(), "my-lamps-2".to_owned()];
        assert_eq!(free_id("Other", &taken), "other");
        assert_eq!(free_id("My lamps!", &taken), "my-lamps-3");
        assert_eq!(free_id("  ÄÖ – 12 % ", &taken), "12");
        assert_eq!(free_id("…", &taken), "profile");
    }
}
