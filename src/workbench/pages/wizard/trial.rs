//! The last steps: trial in the game's window, and saving after a test of the profile at a second size of the window.

use std::path::Path;
use std::sync::Arc;

use egui::{RichText, TextEdit, Ui};

use super::steps::WizardStep;
use super::{DRAFT_ID, Wizard};
use crate::game::{Cell, CellReading, words};
use crate::import::ImportDialog;
use crate::kit::fields::{enabled_button, error_label, labelled, primary_button, text_field};
use crate::kit::theme::{self, space};
use crate::live_panel::{LivePanel, TrialRun};
use crate::page::messages::Severity;
use crate::page::{CommandId, Cx, Notice, Request, known};
use crate::session::{LatestTask, Task};
use crate::vision::{Profile, ScreenReading, WindowRule, read};

impl Wizard {
    /// Shows the game's window as read with the current profile, or what the profile lacks.
    pub(super) fn try_it(&mut self, ui: &mut Ui, cx: &mut Cx, trial: &mut LivePanel) {
        match self.profile(DRAFT_ID) {
            Ok(profile) => {
                self.tried |= trial.is_ready(cx);
                trial.try_draft(Some(Arc::new(profile)), cx);
                trial.ui(ui, cx);
            }
            Err(error) => {
                let frame = egui::Frame::new().inner_margin(space::LARGE);
                frame.show(ui, |ui| error_label(ui, &error));
            }
        }
    }

    /// Trials, from a dry run to a whole level.
    pub(super) fn trial_fields(&mut self, ui: &mut Ui, cx: &mut Cx, panel: &mut LivePanel) {
        let text = "The window is read continuously. Make a move by hand and check that the reading follows, then let Planwright play.";
        ui.label(text);
        self.window_fields(ui);
        if !self.draft.controls.is_playable() {
            return;
        }
        panel.solver_choice(ui);
        let ready = panel.is_ready(cx);
        let title = panel.window_title().unwrap_or_default();
        let tip = "Solve the level and list the input, without sending it";
        if enabled_button(ui, ready, "Dry run", tip) {
            panel.try_run(TrialRun::Dry, cx);
        }
        let tip = "Solve the level and make the first move";
        if enabled_button(ui, ready, "One move…", tip) {
            self.prompt.trial = Some(TrialRun::OneMove);
        }
        if enabled_button(ui, ready, "Whole level…", "Play the level to its end") {
            self.prompt.trial = Some(TrialRun::Level);
        }
        if let Some(trial) = self.prompt.trial {
            let color = theme::colors(ui).warn;
            let stop = panel.stop_signals();
            let text = format!("Keys and clicks go only to the window ‘{title}’. {stop}");
            ui.colored_label(color, text);
            ui.horizontal(|ui| {
                let text = match trial {
                    TrialRun::OneMove => "Make one move",
                    TrialRun::Dry | TrialRun::Level => "Play the level",
                };
                if primary_button(ui, text, ready).clicked() {
                    self.prompt.trial = None;
                    panel.try_run(trial, cx);
                }
                if ui.button("Cancel").clicked() {
                    self.prompt.trial = None;
                }
            });
        }
        self.likely_cause(ui, panel);
    }

    /// Fields for name and window. A profile made in a window is first tested at a second size of
    /// it. Returns the tab to show once the profile is saved.
    pub(super) fn save_fields(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<CommandId> {
        let field = TextEdit::singleline(&mut self.draft.profile.title).desired_width(220.0);
        let field = labelled(ui, "Name of the profile", field);
        field.on_hover_text(Profile::PART.help("title"));
        self.window_fields(ui);
        if let Some(trouble) = &self.prompt.trouble {
            error_label(ui, trouble);
        }
        let profile = self.profile(DRAFT_ID);
        if let Err(error) = &profile {
            error_label(ui, error);
        }
        let named = !self.draft.profile.title.trim().is_empty();
        if self.size_test.is_busy() {
            ui.weak("Reading the window at another size…");
        }
        if let Some(doubt) = self.doubt() {
            error_label(ui, doubt);
        }
        let can_save = profile.is_ok() && named && !self.size_test.is_busy();
        let pressed = primary_button(ui, "Save profile", can_save).clicked();
        let profile = profile.ok()?;
        if pressed && self.start_size_test(&profile, cx) {
            return None;
        }
        let has_just_passed = self.size_test.poll() && self.doubt().is_none();
        if !pressed && !has_just_passed {
            return None;
        }
        let profiles = cx.world.pictures.profiles().into_iter();
        let ids: Vec<String> = profiles.map(|profile| profile.id.clone()).collect();
        let is_edit = self.draft.is_edit();
        let profile = Profile {
            id: match is_edit {
                true => self.draft.profile.id.clone(),
                false => free_id(self.draft.profile.title.trim(), &ids),
            },
            ..profile
        };
        match cx.world.pictures.save_profile(&profile, is_edit) {
            Ok(()) => {
                self.save_pictures(&profile.id, cx);
                let text = format!("Saved the screen profile ‘{}’.", profile.id);
                cx.messages.toast(Severity::Good, text);
                cx.notify(Notice::ProfileSaved(profile.id.clone()));
                let path = Path::new(&self.draft.path);
                if self.draft.window.is_none() && !self.draft.path.is_empty() {
                    // The user opened the picture to import its level.
                    let dialog = ImportDialog::from_file_with(path, &profile.id, cx);
                    cx.send(Request::OpenDialog(Box::new(dialog)));
                    return Some(known::EDIT);
                }
                Some(known::LIVE)
            }
            Err(error) => {
                self.prompt.trouble = Some(error);
                None
            }
        }
    }

    /// Fault found by the test at a second size. A test that crashed says nothing about the profile.
    fn doubt(&self) -> Option<&String> {
        self.size_test.value()?.as_ref().ok()?.as_ref()
    }

    /// Starts the test in the window that the pictures are of. Returns whether it did: not for
    /// pictures from files, and not if the user has seen its result.
    fn start_size_test(&mut self, profile: &Profile, cx: &Cx) -> bool {
        let Some(id) = self.draft.window.filter(|_| self.doubt().is_none()) else {
            return false;
        };
        let (live, profile) = (cx.world.live.clone(), profile.clone());
        let work = move |_: &_| {
            let [original, resized] = live.pictures_at_two_sizes(id)?;
            let expected = read(&profile, &original, None).ok()?;
            // Without a level in the window, there is nothing to compare.
            let expected = Some(expected).filter(ScreenReading::is_playing)?;
            let problem = match read(&profile, &resized, None) {
                Ok(found) => difference(&expected, &found)?,
                Err(error) => error.to_string(),
            };
            let ((width, height), remedy) = (resized.dimensions(), remedy(&profile));
            Some(format!(
                "With {width}×{height} pixels, the window is not read as before ({problem}). {remedy} To save the profile as it is, press ‘Save profile’ again."
            ))
        };
        self.size_test = LatestTask::default();
        let start = |_: &_| Task::start("test of another window size", &cx.wake, work);
        self.size_test.request((), start);
        true
    }

    fn window_fields(&mut self, ui: &mut Ui) {
        egui::Grid::new("window").num_columns(2).show(ui, |ui| {
            let window = &mut self.draft.profile.window;
            for (name, words, key) in [
                ("Program", &mut window.apps, "apps"),
                ("Title contains", &mut window.titles, "titles"),
            ] {
                ui.label(name);
                let mut text = words.join(",");
                let field = text_field(ui, name, &mut text, "", 150.0);
                if field.changed() {
                    *words = text.split(',').map(str::to_owned).collect();
                }
                field.on_hover_text(WindowRule::PART.help(key));
                ui.end_row();
            }
        });
        if self.draft.window_rule() == WindowRule::default() {
            ui.weak("Fill in at least one, so that the window can be found.");
        }
    }

    /// Shows the likely cause of a trial's problem, with a button that leads to its step.
    fn likely_cause(&mut self, ui: &mut Ui, panel: &LivePanel) {
        let Some((part, reason)) = panel.suspect_part() else {
            return;
        };
        let step = WizardStep::for_part(part);
        let name = step.name();
        ui.add_space(space::SMALL);
        let color = theme::colors(ui).warn;
        let text = format!("The likely cause is in the step ‘{name}’.");
        ui.label(RichText::new(text).color(color).strong());
        ui.label(reason);
        if ui.button(format!("Go to ‘{name}’")).clicked() {
            self.go(step);
        }
    }
}

/// Describes in which way a reading of the same level differs, if it does.
fn difference(expected: &ScreenReading, found: &ScreenReading) -> Option<String> {
    if let Some(why) = &found.why_no_boards {
        return Some(why.clone());
    }
    let mut changed = 0;
    for board in &expected.reading.boards {
        let other = found.reading.board(&board.id);
        let Some(other) = other.filter(|other| other.size() == board.size()) else {
            return Some("the board seems to have another size".to_owned());
        };
        let is_changed = |(cell, read): &(Cell, &CellReading<String>)| {
            other.cells.get(*cell).map(|it| &it.value) != Some(&read.value)
        };
        changed += board.cells.iter().filter(is_changed).count();
    }
    let before = expected.doubtful().len();
    let doubtful = found.doubtful().len().saturating_sub(before);
    match (changed, doubtful) {
        (0, 0) => None,
        (0, doubtful) => Some(format!("{} unclear", words::count(doubtful, "cells"))),
        (changed, _) => Some(format!(
            "other values in {}",
            words::count(changed, "cells")
        )),
    }
}

/// Advice for making the profile read windows of other sizes.
fn remedy(profile: &Profile) -> &'static str {
    match profile.finder.size() {
        Some(_) => {
            "Leave the window at its size when you play, or turn off ‘Always at this position in the window’ in the step ‘Board’."
        }
        None => {
            "Leave the window at its size when you play, or take ‘One more’ picture of the larger window in the step ‘Cells’."
        }
    }
}

/// An unused id made from the title.
fn free_id(title: &str, used: &[String]) -> String {
    let title = title.to_lowercase();
    let words = title.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let id = match words.is_empty() {
        true => "profile".to_owned(),
        false => words.join("-"),
    };
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    let mut ids = std::iter::once(id.clone()).chain(numbered);
    ids.find(|id| !used.contains(id)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_made_of_titles_and_never_taken_twice() {
        let used = vec!["my-lamps".to_owned(), "my-lamps-2".to_owned()];
        assert_eq!(free_id("Other", &used), "other");
        assert_eq!(free_id("My lamps!", &used), "my-lamps-3");
        assert_eq!(free_id("  ÄÖ – 12 % ", &used), "12");
        assert_eq!(free_id("…", &used), "profile");
    }
}
