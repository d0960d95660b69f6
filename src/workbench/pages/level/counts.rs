//! Counts the level's solutions in the background while it is edited.

use std::time::Duration;

use egui::{RichText, Ui};

use crate::game::SolutionCount;
use crate::kit::answer;
use crate::kit::theme;
use crate::page::Cx;
use crate::search::Budget;
use crate::session::{LatestTask, Task};

const TIME_LIMIT: Duration = Duration::from_secs(3);

#[derive(Default)]
pub(super) struct SolutionCounts {
    /// By the level's revision.
    latest: LatestTask<u64, Option<SolutionCount>>,
}

impl SolutionCounts {
    pub(super) fn is_busy(&self) -> bool {
        self.latest.is_busy()
    }

    /// Takes over the result, and restarts counting when the level has changed.
    pub(super) fn poll(&mut self, cx: &Cx) {
        let document = &cx.document;
        self.latest.request(document.revision(), |_| {
            let level = document.level().clone();
            Task::start("count of solutions", &cx.wake, move |cancel| {
                let budget = Budget::default().with_cancel(cancel.clone());
                level.solution_count(&budget.with_time(TIME_LIMIT))
            })
        });
        self.latest.poll();
    }

    /// Shows the number of solutions, for games in which that matters.
    pub(super) fn show(&self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        let count = match self.latest.value() {
            None | Some(Ok(None)) => return,
            Some(Ok(Some(count))) => count,
            Some(Err(_)) => &SolutionCount::Unknown,
        };
        let none;
        let (text, color) = match count {
            SolutionCount::One => ("Exactly one solution", colors.good),
            SolutionCount::Several => ("More than one solution", colors.warn),
            SolutionCount::None(proof) => {
                none = format!("No solution: {}", answer::sentence(&proof.reason));
                (none.as_str(), colors.bad)
            }
            SolutionCount::Unknown => ("The solutions could not be counted in time", colors.weak),
        };
        ui.label(RichText::new(text).color(color));
    }
}
