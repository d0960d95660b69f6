//! Fairness report on the open level for its author, with a board that displays the report's positions.

mod side;

use std::time::Duration;

use egui::{Context, Ui};

use crate::game::Fairness;
use crate::kit::answer;
use crate::kit::fields::{error_label, tip_button, tool_strip};
use crate::page::command::commands;
use crate::page::{CommandId, CommandState, Cx, Dock, Notice, Page, PageLayout, Panel, Work};
use crate::search::{Budget, NoProgress};
use crate::session::{LatestTask, Task};

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
    /// By the level's revision.
    analysis: LatestTask<u64, Result<Fairness, String>>,
    board: ReportBoard,
}

impl Page for FairnessPage {
    fn layout(&self, _cx: &Cx) -> PageLayout {
        if !self.is_open {
            return PageLayout::default();
        }
        let tab = PageLayout::tab("Fairness", FAIRNESS);
        tab.with_panel(Dock::Right, Panel::None)
            .with_panel(Dock::Bottom, Panel::None)
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
        let is_current = self.analysis.is_for(&cx.document.revision());
        if !is_current || self.report().is_none() && !self.analysis.is_busy() {
            self.start(cx);
        }
        self.is_open = true;
        cx.show_tab(FAIRNESS);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        if !self.analysis.is_for(&cx.document.revision()) {
            self.analysis = LatestTask::default();
        }
        if self.analysis.poll()
            && let Some(Ok(Ok(report))) = self.analysis.value()
        {
            self.board.show_level(cx.document.level().as_ref(), report);
        }
    }

    fn ui(&mut self, _dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        tool_strip(ui, |ui| self.controls(ui, cx));
        match self.analysis.value() {
            None => {}
            Some(Ok(Ok(report))) => {
                side::show(ui, report, &mut self.board, cx);
                self.board.show(ui);
            }
            Some(Ok(Err(text))) => error_label(ui, text),
            Some(Err(crash)) => error_label(ui, &answer::sentence(&crash.to_string())),
        }
    }

    fn work(&self) -> Option<Work> {
        self.analysis.is_busy().then_some(Work::Stoppable)
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        match notice {
            Notice::Zoom(factor) => self.board.boards.canvas().zoom(*factor),
            // Partial results are displayed.
            Notice::Stop => self.analysis.stop(),
            _ => {}
        }
    }
}

impl FairnessPage {
    fn report(&self) -> Option<&Fairness> {
        self.analysis.value()?.as_ref().ok()?.as_ref().ok()
    }

    fn start(&mut self, cx: &Cx) {
        let Some(analyzer) = cx.document.game().and_then(|game| game.analyzer()) else {
            return;
        };
        let level = cx.document.level().clone();
        self.analysis = LatestTask::default();
        self.analysis.request(cx.document.revision(), |_| {
            Task::start("report", &cx.wake, move |cancel| {
                let budget = Budget::default().with_cancel(cancel.clone());
                let budget = budget.with_time(TIME_LIMIT);
                let report = analyzer.analyze(level.as_ref(), &budget, &NoProgress);
                report.map_err(|error| format!("{error}."))
            })
        });
    }

    fn controls(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.analysis.is_busy() {
            ui.spinner();
            ui.label("Analysing the level…");
            if ui.button("Stop").clicked() {
                self.analysis.stop();
            }
            return;
        }
        if self.report().is_none() {
            ui.label("The level has changed since this report.");
        }
        if tip_button(ui, "Update report", "Analyse the level again") {
            self.start(cx);
        }
    }
}
