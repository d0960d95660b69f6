//! Fairness report on the open level for its author, with a board that displays the report's positions.

mod side;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use egui::{Context, Ui};

use crate::game::Fairness;
use crate::kit::fields::{error_label, tip_button, tool_strip};
use crate::page::command::commands;
use crate::page::{CommandId, CommandState, Cx, Dock, Notice, Page, Panel, Tab, Work};
use crate::search::{Budget, CancelFlag, ProgressSink, Snapshot};
use crate::session::Task;
use crate::session::task::Reporter;

use self::side::ReportBoard;

commands! {
    Solve {
        115 FAIRNESS "Check fairness" "Count the shortest plans, and find dead ends and cells that are not needed" [];
    }
}

/// Time for an analysis.
const TIME_LIMIT: Duration = Duration::from_secs(30);

#[derive(Default)]
pub struct FairnessPage {
    is_open: bool,
    analysis: Option<Task<Result<Fairness, String>, String>>,
    /// Description of what the analysis is at; empty at its start.
    phase: String,
    /// Revision of the level that the report is about.
    revision: u64,
    report: Option<Fairness>,
    problem: Option<String>,
    board: ReportBoard,
}

impl Page for FairnessPage {
    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        self.is_open.then_some(Tab::new("Fairness", FAIRNESS))
    }

    fn state(&self, _command: CommandId, cx: &Cx) -> CommandState {
        match cx.document.game().and_then(|game| game.analyzer()) {
            None => Err("There is no fairness report for this game").into(),
            Some(_) => {
                let playable = cx.document.level().unplayable().is_none();
                CommandState::when(playable, "This level cannot be played")
            }
        }
    }

    fn run(&mut self, _command: CommandId, _ctx: &Context, cx: &mut Cx) {
        let is_current = self.report.is_some() && self.revision == cx.document.revision();
        if !is_current && self.analysis.is_none() {
            self.start(cx);
        }
        self.is_open = true;
        cx.show_tab(FAIRNESS);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        if self.revision != cx.document.revision() {
            self.analysis = None;
            self.report = None;
            self.problem = None;
        }
        let phases = self.analysis.as_ref().map(Task::messages);
        if let Some(phase) = phases.and_then(|phases| phases.try_iter().last()) {
            self.phase = phase;
        }
        match Task::outcome_of(&mut self.analysis) {
            None => {}
            Some(Ok(report)) => {
                self.board.show_level(cx.document.level().as_ref(), &report);
                self.report = Some(report);
            }
            Some(Err(error)) => self.problem = Some(error),
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        tool_strip(ui, |ui| self.controls(ui, cx));
        if let Some(text) = &self.problem {
            error_label(ui, text);
        }
        if let Some(report) = &self.report {
            side::show(ui, report, &mut self.board, cx);
            self.board.show(ui);
        }
    }

    fn panels(&self, dock: Dock, _cx: &Cx) -> Panel {
        match dock {
            Dock::Left => Panel::Common,
            Dock::Right | Dock::Bottom => Panel::None,
        }
    }

    fn work(&self) -> Work {
        Work::stoppable(self.analysis.is_some())
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        match notice {
            Notice::Zoom(factor) => self.board.zoom(*factor),
            Notice::Stop => self.stop(),
            _ => {}
        }
    }
}

impl FairnessPage {
    /// Ends the analysis; partial results are displayed.
    fn stop(&self) {
        if let Some(analysis) = &self.analysis {
            analysis.stop();
        }
    }

    fn start(&mut self, cx: &Cx) {
        let Some(analyzer) = cx.document.game().and_then(|game| game.analyzer()) else {
            return;
        };
        let level = cx.document.level().clone();
        let cancel = CancelFlag::default();
        let budget = Budget::default()
            .with_time(TIME_LIMIT)
            .with_cancel(cancel.clone());
        self.revision = cx.document.revision();
        self.report = None;
        self.problem = None;
        self.phase.clear();
        let work = move |reporter: &Reporter<String>| {
            let phases = PhaseReporter {
                reporter,
                last: Mutex::default(),
            };
            let report = analyzer.analyze(level.as_ref(), &budget, &phases);
            report.map_err(|error| format!("{error}."))
        };
        self.analysis = Some(Task::with_messages("report", &cx.wake, cancel, work));
    }

    fn controls(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.analysis.is_some() {
            ui.spinner();
            ui.label(match self.phase.as_str() {
                "" => "Analysing the level…".to_owned(),
                phase => format!("Analysing the level: {phase}…"),
            });
            if ui.button("Stop").clicked() {
                self.stop();
            }
            return;
        }
        if self.report.is_none() {
            ui.label("The level has changed since this report.");
        }
        if tip_button(ui, "Update report", "Analyse the level again") {
            self.start(cx);
        }
    }
}

/// Reports each new phase to the page.
struct PhaseReporter<'a> {
    reporter: &'a Reporter<String>,
    last: Mutex<String>,
}

impl ProgressSink for PhaseReporter<'_> {
    fn snapshot(&self, snapshot: Snapshot) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if *last != snapshot.phase {
            *last = snapshot.phase.into_owned();
            self.reporter.send(last.clone());
        }
    }
}
