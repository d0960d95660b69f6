//! Test of the profile at a second size of the game's window, made when the user saves it.

use egui::Ui;

use crate::game::{Cell, CellReading, words};
use crate::kit::fields::error_label;
use crate::page::Cx;
use crate::session::{LatestTask, Task};
use crate::vision::{Profile, ScreenReading, read};

#[derive(Default)]
pub(super) struct SizeTest {
    /// Its result is a fault with the remedy, if it has found one.
    task: LatestTask<(), Option<String>>,
}

impl SizeTest {
    pub(super) fn is_running(&self) -> bool {
        self.task.is_busy()
    }

    /// Fault found by the test. A test that crashed says nothing about the profile.
    fn doubt(&self) -> Option<&String> {
        self.task.value()?.as_ref().ok()?.as_ref()
    }

    /// Starts the test in the window that the pictures are of. Returns whether it did: not for
    /// pictures from files, and not if the user has seen its result.
    pub(super) fn start(&mut self, profile: &Profile, window: Option<u64>, cx: &Cx) -> bool {
        let Some(id) = window.filter(|_| self.doubt().is_none()) else {
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
        self.task = LatestTask::default();
        let start = |_: &_| Task::start("test of another window size", &cx.wake, work);
        self.task.request((), start);
        true
    }

    /// Returns whether the test has just ended without a doubt.
    pub(super) fn has_just_passed(&mut self) -> bool {
        self.task.poll() && self.doubt().is_none()
    }

    pub(super) fn ui(&self, ui: &mut Ui) {
        if self.is_running() {
            ui.weak("Reading the window at another size…");
        }
        if let Some(doubt) = self.doubt() {
            error_label(ui, doubt);
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
