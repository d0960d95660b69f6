//! Patterns of the level, browsed on the board one by one.

use crate::page::known;
use egui::{Button, RichText, Ui};

use crate::game::{Insight, LevelRef, Patterns};
use crate::search::{Budget, Stop};
use crate::session::{Latest, Task};

use crate::board::{Mark, MarkKind};
use crate::kit::theme::{self, space};
use crate::page::Command;
use crate::shell::app::Workbench;

/// So many patterns of a family can be browsed.
const MOST: usize = 1000;

/// What is browsed.
#[derive(Default)]
pub struct Insights {
    /// The patterns of a family, by its id, in a level, by its revision.
    patterns: Latest<(u64, &'static str), Result<Patterns, Stop>>,
    /// Which of them is shown.
    index: usize,
}

impl Insights {
    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        self.patterns.is_busy()
    }

    fn found(&self) -> Option<&Patterns> {
        self.patterns.value()?.as_ref().ok()?.as_ref().ok()
    }

    fn count(&self) -> usize {
        self.found().map_or(0, |patterns| patterns.first.len())
    }
}

impl Workbench {
    /// Takes over what was worked out; forgets patterns of a level that has changed.
    pub(crate) fn poll_insights(&mut self) {
        let revision = self.cx.document.revision();
        let stale = |(of, _): &(u64, &str)| *of != revision;
        if self.insights.patterns.key().is_some_and(stale) {
            self.insights = Insights::default();
        }
        self.insights.patterns.poll();
    }

    /// Whether a command about patterns can be run.
    pub(crate) fn can_browse(&self, command: Command) -> Result<(), &'static str> {
        let some = !self.cx.document.level().insights().is_empty();
        match command {
            known::BROWSE_PATTERNS if some => Ok(()),
            known::BROWSE_PATTERNS => Err("The levels of this game have no patterns to browse"),
            _ if self.insights.count() > 1 => Ok(()),
            _ => Err("There are no patterns on the board to go on to"),
        }
    }

    /// Runs a command about patterns.
    pub(crate) fn browse(&mut self, command: Command) {
        match command {
            known::NEXT_PATTERN => self.turn(1),
            known::PREVIOUS_PATTERN => self.turn(-1),
            _ if self.insights.patterns.key().is_some() => self.insights = Insights::default(),
            _ => {
                if let Some(insight) = self.cx.document.level().insights().first() {
                    self.work_out(insight);
                }
            }
        }
    }

    fn turn(&mut self, by: isize) {
        let count = self.insights.count();
        if count > 0 {
            let index = &mut self.insights.index;
            *index = (*index + count).wrapping_add_signed(by) % count;
        }
    }

    fn work_out(&mut self, insight: &'static Insight) {
        let level: LevelRef = self.cx.document.level().clone();
        let key = (self.cx.document.revision(), insight.id);
        self.insights.index = 0;
        self.insights.patterns.want(key, |_| {
            Task::start("search for patterns", &self.cx.wake, move |cancel| {
                let budget = Budget::default().with_cancel(cancel.clone());
                level.insight(insight.id, MOST, &budget)
            })
        });
    }

    /// The part of the inspector that browses.
    pub(crate) fn insight_rows(&mut self, ui: &mut Ui) {
        let level = self.cx.document.level().clone();
        for insight in level.insights() {
            ui.add_space(space::SMALL);
            self.insight_row(ui, insight);
        }
    }

    fn insight_row(&mut self, ui: &mut Ui, insight: &'static Insight) {
        let Insights { patterns, index } = &self.insights;
        if patterns.key().is_none_or(|(_, id)| *id != insight.id) {
            let text = format!("Show {}", insight.names);
            if ui.button(text).on_hover_text(insight.help).clicked() {
                self.work_out(insight);
            }
            return;
        }
        let mut command = None;
        let patterns = patterns.value().map(|value| match value {
            Ok(found) => found.as_ref().map_err(|stop| stop.in_words().to_owned()),
            Err(broken) => Err(broken.to_string()),
        });
        match patterns {
            None => {
                ui.horizontal(|ui| {
                    ui.label(format!("Working out the {}…", insight.names));
                    if ui.button("Stop").clicked() {
                        command = Some(known::BROWSE_PATTERNS);
                    }
                });
            }
            Some(Err(reason)) => {
                let text = format!("They could not be worked out: {reason}.");
                ui.label(RichText::new(text).color(theme::colors(ui).bad));
            }
            Some(Ok(patterns)) if patterns.total == 0 => {
                ui.label(format!("There is no {}.", insight.name))
                    .on_hover_text(insight.help);
            }
            Some(Ok(patterns)) => {
                let name = capital(insight.name);
                let place = format!("{name} {} of {}", index + 1, patterns.total);
                let cells = patterns.first.get(*index).map_or(0, Vec::len);
                ui.label(RichText::new(place).strong())
                    .on_hover_text(insight.help);
                ui.weak(match cells {
                    1 => "1 cell".to_owned(),
                    n => format!("{n} cells"),
                });
                ui.horizontal(|ui| {
                    let several = patterns.first.len() > 1;
                    for (text, what) in [
                        ("Previous", known::PREVIOUS_PATTERN),
                        ("Next", known::NEXT_PATTERN),
                    ] {
                        let button = ui.add_enabled(several, Button::new(text));
                        if button
                            .on_hover_text(
                                self.cx.commands.info(what).map_or("", |info| info.tooltip),
                            )
                            .clicked()
                        {
                            command = Some(what);
                        }
                    }
                    if ui.button("Hide").clicked() {
                        command = Some(known::BROWSE_PATTERNS);
                    }
                });
            }
        }
        if let Some(command) = command {
            self.browse(command);
        }
    }

    /// The marks of the pattern that is shown.
    pub(crate) fn pattern_marks(&self) -> Vec<Mark> {
        if matches!(
            self.cx.tab,
            known::LIVE | known::STATES | known::HISTORY | known::NEW_PROFILE
        ) {
            return Vec::new();
        }
        let found = self.insights.found();
        let pattern = found.and_then(|patterns| patterns.first.get(self.insights.index));
        let mark = |(cell, times): &(crate::game::Cell, u32)| Mark {
            cell: *cell,
            kind: MarkKind::Pattern(u8::try_from(*times).unwrap_or(u8::MAX)),
        };
        pattern.into_iter().flatten().map(mark).collect()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
