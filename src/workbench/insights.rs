//! Patterns of the level, browsed on the board one by one.

use crossbeam_channel::{Receiver, TryRecvError};
use egui::{Button, RichText, Ui};

use crate::game::{Insight, LevelRef, Patterns};
use crate::search::{Budget, CancelFlag, Stop};
use crate::session::background;

use super::app::{Mode, Workbench};
use super::board::{Mark, MarkKind};
use super::commands::Command;
use super::theme::{self, space};

/// So many patterns of a family can be browsed.
const MOST: usize = 1000;

/// What is browsed.
#[derive(Default)]
pub struct Insights {
    browsed: Option<Browsed>,
}

struct Browsed {
    insight: &'static Insight,
    /// The level they are of; of another one they say nothing.
    revision: u64,
    stop: CancelFlag,
    working: Option<Receiver<Result<Patterns, Stop>>>,
    patterns: Option<Result<Patterns, Stop>>,
    index: usize,
}

impl Drop for Browsed {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Insights {
    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        let browsed = self.browsed.as_ref();
        browsed.is_some_and(|browsed| browsed.working.is_some())
    }

    fn count(&self) -> usize {
        let patterns = self.browsed.as_ref().and_then(|b| b.patterns.as_ref());
        patterns.map_or(0, |patterns| patterns.as_ref().map_or(0, |p| p.first.len()))
    }
}

impl Workbench {
    /// Takes over what was worked out; forgets patterns of a level that has changed.
    pub(super) fn poll_insights(&mut self) {
        let revision = self.document.revision();
        let Some(browsed) = &mut self.insights.browsed else {
            return;
        };
        if browsed.revision != revision {
            self.insights.browsed = None;
            return;
        }
        if let Some(working) = &browsed.working {
            let patterns = match working.try_recv() {
                Ok(patterns) => patterns,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => Err(Stop::Cancelled),
            };
            browsed.working = None;
            browsed.patterns = Some(patterns);
        }
    }

    /// Whether a command about patterns can be run.
    pub(super) fn can_browse(&self, command: Command) -> Result<(), &'static str> {
        let some = !self.document.level().insights().is_empty();
        match command {
            Command::BrowsePatterns if some => Ok(()),
            Command::BrowsePatterns => Err("The levels of this game have no patterns to browse"),
            _ if self.insights.count() > 1 => Ok(()),
            _ => Err("There are no patterns on the board to go on to"),
        }
    }

    /// Runs a command about patterns.
    pub(super) fn browse(&mut self, command: Command) {
        match command {
            Command::NextPattern => self.turn(1),
            Command::PreviousPattern => self.turn(-1),
            _ if self.insights.browsed.is_some() => self.insights.browsed = None,
            _ => {
                if let Some(insight) = self.document.level().insights().first() {
                    self.work_out(insight);
                }
            }
        }
    }

    fn turn(&mut self, by: isize) {
        let count = self.insights.count();
        if let Some(browsed) = &mut self.insights.browsed
            && count > 0
        {
            browsed.index = (browsed.index + count).wrapping_add_signed(by) % count;
        }
    }

    fn work_out(&mut self, insight: &'static Insight) {
        let level: LevelRef = self.document.level().clone();
        let stop = CancelFlag::default();
        let budget = Budget::default().with_cancel(stop.clone());
        let work = move || level.insight(insight.id, MOST, &budget);
        self.insights.browsed = Some(Browsed {
            insight,
            revision: self.document.revision(),
            stop,
            working: Some(background("patterns", self.wake.clone(), work)),
            patterns: None,
            index: 0,
        });
    }

    /// The part of the inspector that browses.
    pub(super) fn insight_rows(&mut self, ui: &mut Ui) {
        let level = self.document.level().clone();
        for insight in level.insights() {
            ui.add_space(space::SMALL);
            self.insight_row(ui, insight);
        }
    }

    fn insight_row(&mut self, ui: &mut Ui, insight: &'static Insight) {
        let browsed = self.insights.browsed.as_ref();
        let Some(browsed) = browsed.filter(|browsed| browsed.insight.id == insight.id) else {
            let text = format!("Show {}", insight.names);
            if ui.button(text).on_hover_text(insight.help).clicked() {
                self.work_out(insight);
            }
            return;
        };
        let mut command = None;
        let problem = |stop: &Stop| match stop {
            Stop::Cancelled => "They could not be worked out.".to_owned(),
            other => format!("They could not be worked out: {other:?}."),
        };
        match &browsed.patterns {
            None => {
                ui.horizontal(|ui| {
                    ui.label(format!("Working out the {}…", insight.names));
                    if ui.button("Stop").clicked() {
                        command = Some(Command::BrowsePatterns);
                    }
                });
            }
            Some(Err(stop)) => {
                ui.label(RichText::new(problem(stop)).color(theme::colors(ui).bad));
            }
            Some(Ok(patterns)) if patterns.total == 0 => {
                ui.label(format!("There is no {}.", insight.name))
                    .on_hover_text(insight.help);
            }
            Some(Ok(patterns)) => {
                let name = capital(insight.name);
                let place = format!("{name} {} of {}", browsed.index + 1, patterns.total);
                let cells = patterns.first.get(browsed.index).map_or(0, Vec::len);
                ui.label(RichText::new(place).strong())
                    .on_hover_text(insight.help);
                ui.weak(match cells {
                    1 => "1 cell".to_owned(),
                    n => format!("{n} cells"),
                });
                ui.horizontal(|ui| {
                    let several = patterns.first.len() > 1;
                    for (text, what) in [
                        ("Previous", Command::PreviousPattern),
                        ("Next", Command::NextPattern),
                    ] {
                        let button = ui.add_enabled(several, Button::new(text));
                        if button.on_hover_text(what.info().tooltip).clicked() {
                            command = Some(what);
                        }
                    }
                    if ui.button("Hide").clicked() {
                        command = Some(Command::BrowsePatterns);
                    }
                });
            }
        }
        if let Some(command) = command {
            self.browse(command);
        }
    }

    /// The marks of the pattern that is shown.
    pub(super) fn pattern_marks(&self) -> Vec<Mark> {
        if matches!(
            self.mode,
            Mode::Live | Mode::States | Mode::History | Mode::NewProfile
        ) {
            return Vec::new();
        }
        let pattern = self.insights.browsed.as_ref().and_then(|browsed| {
            let patterns = browsed.patterns.as_ref()?.as_ref().ok()?;
            patterns.first.get(browsed.index)
        });
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
