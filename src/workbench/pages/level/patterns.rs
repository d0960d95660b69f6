//! Number of solutions, and patterns of the level, displayed on the board one at a time.

use std::time::Duration;

use egui::{RichText, Ui};

use crate::board::{Mark, MarkKind};
use crate::game::{Cell, Insight, LevelRef, PatternList, SolutionCount};
use crate::kit::answer;
use crate::kit::fields::{enabled_button, tip_button};
use crate::kit::theme::{self, space};
use crate::page::Cx;
use crate::search::{Budget, Stop};
use crate::session::{LatestTask, Task};

/// Most patterns searched for one insight.
const MAX_PATTERNS: usize = 1000;

/// The patterns of a family, and the index of the displayed one.
#[derive(Default)]
pub(super) struct PatternBrowser {
    /// By the level's revision and the family's id.
    pub(super) patterns: LatestTask<(u64, &'static str), Result<PatternList, Stop>>,
    index: usize,
}

impl PatternBrowser {
    /// Takes over the patterns found; drops those of an older revision.
    pub(super) fn poll(&mut self, cx: &Cx) {
        let stale = |(old, _): &(u64, &str)| *old != cx.document.revision();
        if self.patterns.key().is_some_and(stale) {
            *self = Self::default();
        }
        self.patterns.poll();
    }

    fn result(&self) -> Option<&PatternList> {
        self.patterns.value()?.as_ref().ok()?.as_ref().ok()
    }

    /// Searches the patterns of a family in the background.
    fn search(&mut self, insight: &'static Insight, cx: &Cx) {
        let level: LevelRef = cx.document.level().clone();
        let key = (cx.document.revision(), insight.id);
        self.index = 0;
        self.patterns.request(key, |_| {
            Task::start("search for patterns", &cx.wake, move |cancel| {
                let budget = Budget::default().with_cancel(cancel.clone());
                level.insight(insight.id, MAX_PATTERNS, &budget)
            })
        });
    }

    pub(super) fn marks(&self) -> Vec<Mark> {
        let result = self.result();
        let pattern = result.and_then(|patterns| patterns.first.get(self.index));
        let mark = |(cell, times): &(Cell, u32)| Mark {
            cell: *cell,
            kind: MarkKind::Pattern(u8::try_from(*times).unwrap_or(u8::MAX)),
        };
        pattern.into_iter().flatten().map(mark).collect()
    }

    /// Rows of the panel, one per family of patterns.
    pub(super) fn rows(&mut self, ui: &mut Ui, cx: &Cx) {
        for insight in cx.document.level().insights() {
            ui.add_space(space::SMALL);
            self.row(ui, insight, cx);
        }
    }

    fn row(&mut self, ui: &mut Ui, insight: &'static Insight, cx: &Cx) {
        if self.patterns.key().is_none_or(|(_, id)| *id != insight.id) {
            if tip_button(ui, &format!("Show {}", insight.names), insight.help) {
                self.search(insight, cx);
            }
            return;
        }
        let patterns = self.patterns.value().map(|value| match value {
            Ok(found) => found.as_ref().map_err(|stop| stop.in_words().to_owned()),
            Err(broken) => Err(broken.to_string()),
        });
        let hides = match patterns {
            None => {
                let row = ui.horizontal(|ui| {
                    ui.label(format!("Searching for {}…", insight.names));
                    ui.button("Stop").clicked()
                });
                row.inner
            }
            Some(Err(reason)) => {
                let text = format!("The {} could not be found: {reason}.", insight.names);
                ui.label(RichText::new(text).color(theme::colors(ui).bad));
                ui.button("Hide").clicked()
            }
            Some(Ok(patterns)) if patterns.total == 0 => {
                ui.label(format!("There is no {}.", insight.name))
                    .on_hover_text(insight.help);
                ui.button("Hide").clicked()
            }
            Some(Ok(patterns)) => pattern_row(ui, insight, patterns, &mut self.index),
        };
        if hides {
            *self = Self::default();
        }
    }
}

/// Position among the patterns, with buttons that change it. Returns whether the patterns are to be hidden.
fn pattern_row(ui: &mut Ui, insight: &Insight, patterns: &PatternList, index: &mut usize) -> bool {
    let name = answer::sentence(insight.name);
    let name = name.trim_end_matches('.');
    let position = format!("{name} {}", answer::progress(*index + 1, patterns.total));
    ui.label(RichText::new(position).strong())
        .on_hover_text(insight.help);
    let cells = patterns.first.get(*index).map_or(0, Vec::len);
    ui.weak(answer::count(cells, "cells"));
    let count = patterns.first.len();
    let row = ui.horizontal(|ui| {
        for (text, help, step) in [
            (
                "Previous",
                "Show the previous pattern",
                count.saturating_sub(1),
            ),
            ("Next", "Show the next pattern", 1),
        ] {
            if enabled_button(ui, count > 1, text, help) {
                *index = (*index + step) % count;
            }
        }
        ui.button("Hide").clicked()
    });
    row.inner
}

/// Time for counting the solutions.
const TIME_LIMIT: Duration = Duration::from_secs(3);

/// Number of solutions, by the level's revision.
pub(super) type SolutionCounts = LatestTask<u64, Option<SolutionCount>>;

/// Takes over the result, and restarts counting when the level has changed.
pub(super) fn count_solutions(counts: &mut SolutionCounts, cx: &Cx) {
    let document = &cx.document;
    counts.request(document.revision(), |_| {
        let level = document.level().clone();
        Task::start("count of solutions", &cx.wake, move |cancel| {
            let budget = Budget::default().with_cancel(cancel.clone());
            level.solution_count(&budget.with_time(TIME_LIMIT))
        })
    });
    counts.poll();
}

/// Shows the number of solutions, for games in which that matters.
pub(super) fn solution_count(ui: &mut Ui, counts: &SolutionCounts) {
    let colors = theme::colors(ui);
    let count = match counts.value() {
        None | Some(Ok(None)) => return,
        Some(Ok(Some(count))) => count,
        Some(Err(_)) => &SolutionCount::Unknown,
    };
    ui.label(match count {
        SolutionCount::One => RichText::new("Exactly one solution").color(colors.good),
        SolutionCount::Several => RichText::new("More than one solution").color(colors.warn),
        SolutionCount::None(proof) => {
            let text = format!("No solution: {}", answer::sentence(&proof.reason));
            RichText::new(text).color(colors.bad)
        }
        SolutionCount::Unknown => {
            RichText::new("The solutions could not be counted in time").color(colors.weak)
        }
    });
}
