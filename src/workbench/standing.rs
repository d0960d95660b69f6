//! Whether the level at hand has one solution, told while it is drawn.

use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError};
use egui::{RichText, Ui};

use crate::game::Standing;
use crate::search::{Budget, CancelFlag};
use crate::session::background;

use super::answer;
use super::app::Workbench;
use super::theme;

/// Longest time spent on a level.
const TIME: Duration = Duration::from_secs(3);

/// What is known of the level, or is being worked out.
#[derive(Default)]
pub struct Standings {
    /// The level it is of.
    revision: Option<u64>,
    stop: CancelFlag,
    working: Option<Receiver<Option<Standing>>>,
    found: Option<Standing>,
}

impl Standings {
    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        self.working.is_some()
    }
}

impl Drop for Standings {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Workbench {
    /// Takes over what was worked out, and begins anew when the level has changed.
    pub(super) fn poll_standing(&mut self) {
        let revision = self.document.revision();
        if self.standing.revision != Some(revision) {
            let stop = CancelFlag::default();
            let budget = Budget::default().with_cancel(stop.clone()).with_time(TIME);
            let level = self.document.level().clone();
            let work = move || level.standing(&budget);
            // Dropping the one before stops it.
            self.standing = Standings {
                revision: Some(revision),
                stop,
                working: Some(background("standing", self.wake.clone(), work)),
                found: None,
            };
        }
        if let Some(working) = &self.standing.working {
            self.standing.found = match working.try_recv() {
                Ok(found) => found,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => Some(Standing::Unknown),
            };
            self.standing.working = None;
        }
    }

    /// A line about it.
    pub(super) fn standing_row(&self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        let (text, color) = match &self.standing.found {
            None => return,
            Some(Standing::One) => ("Just one solution".to_owned(), colors.good),
            Some(Standing::Several) => ("More than one solution".to_owned(), colors.warn),
            Some(Standing::None(proof)) => {
                let reason = answer::sentence(&proof.reason);
                (format!("No solution: {reason}"), colors.bad)
            }
            Some(Standing::Unknown) => (
                "How many solutions there are takes long to tell".to_owned(),
                colors.weak,
            ),
        };
        ui.label(RichText::new(text).color(color));
    }
}
