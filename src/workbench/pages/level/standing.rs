//! Whether the level at hand has one solution, told while it is drawn.

use std::time::Duration;

use egui::{RichText, Ui};

use crate::game::Standing;
use crate::search::Budget;
use crate::session::{Latest, Task};

use crate::kit::answer;
use crate::kit::theme;
use crate::shell::app::Workbench;

/// Longest time spent on a level.
const TIME: Duration = Duration::from_secs(3);

/// What is known of the level, or is being worked out.
#[derive(Default)]
pub struct Standings {
    /// By the level's revision.
    latest: Latest<u64, Option<Standing>>,
}

impl Standings {
    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        self.latest.is_busy()
    }
}

impl Workbench {
    /// Takes over what was worked out, and begins anew when the level has changed.
    pub(crate) fn poll_standing(&mut self) {
        let level = self.cx.document.level();
        self.standing.latest.want(self.cx.document.revision(), |_| {
            let level = level.clone();
            Task::start("count of solutions", &self.cx.wake, move |cancel| {
                let budget = Budget::default().with_cancel(cancel.clone());
                level.standing(&budget.with_time(TIME))
            })
        });
        self.standing.latest.poll();
    }

    /// A line about it.
    pub(crate) fn standing_row(&self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        let found = match self.standing.latest.value() {
            None | Some(Ok(None)) => return,
            Some(Ok(Some(found))) => found,
            Some(Err(_)) => &Standing::Unknown,
        };
        let (text, color) = match found {
            Standing::One => ("Just one solution".to_owned(), colors.good),
            Standing::Several => ("More than one solution".to_owned(), colors.warn),
            Standing::None(proof) => {
                let reason = answer::sentence(&proof.reason);
                (format!("No solution: {reason}"), colors.bad)
            }
            Standing::Unknown => (
                "How many solutions there are takes long to tell".to_owned(),
                colors.weak,
            ),
        };
        ui.label(RichText::new(text).color(color));
    }
}
