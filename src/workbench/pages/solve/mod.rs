//! Solver page: the chosen solver, its options, runs and answers.
//!
//! | file | contents |
//! |---|---|
//! | `run` | starting the solver and taking its result |
//! | `answers` | the latest answers |
//! | `panel` | the panel: solver with options and presets, progress, answer, displayed solution |

mod answers;
mod panel;
mod run;

use egui::{Context, Ui};

use crate::session::Document;
use crate::session::presets::Presets;

use self::answers::AnswerLog;
use self::run::{RunningSolver, can_improve};
use crate::page::command::commands;
use crate::page::{
    CommandId, CommandState, Cx, Dock, Notice, Page, PageLayout, Panel, Work, known,
};

commands! {
    Solve {
        0 SOLVE "Solve" "Run the chosen solver on the level" [key(Key::F5)];
        5 SOLVE_OPTIMAL "Solve until proved optimal" "Search until the plan is proved to be the best, with a solver that can prove it" [ctrl(Key::F5)];
        10 IMPROVE "Improve plan" "Look for a better plan, starting from this one" [];
    }
}

#[derive(Default)]
pub struct SolvePage {
    running: Option<RunningSolver>,
    answers: AnswerLog,
    /// Search until a plan is proved optimal.
    optimal: bool,
    /// Number of solutions to find, for solvers that count them; 0 counts as 1.
    solution_count: usize,
    presets: Presets,
}

impl SolvePage {
    pub fn answer_text(&self, document: &Document) -> Option<String> {
        self.answers.text(document)
    }

    /// Publishes a proof that the current level has no solution, and the cells that it names.
    fn publish_problems(&self, cx: &mut Cx) {
        cx.facts.level.is_unsolvable = self.answers.is_proof(&cx.document);
        let cells = self.answers.problems(&cx.document);
        if cx.facts.level.problems != cells {
            cx.facts.level.problems = cells.to_vec();
        }
    }
}

impl Page for SolvePage {
    fn state(&self, command: CommandId, cx: &Cx) -> CommandState {
        let idle = CommandState::when(self.running.is_none(), "A solver is running");
        if cx.document.is_placeholder() {
            return Err(known::TEXT_ERRORS).into();
        }
        if cx.document.is_empty() {
            return Err(known::EMPTY_LEVEL).into();
        }
        if cx.document.level().unplayable().is_some() {
            return Err("This level cannot be played").into();
        }
        if cx.document.moves().is_empty() && cx.document.position().is_solved() {
            return Err("This level is solved as drawn").into();
        }
        match cx.solver() {
            Some(_) if command == IMPROVE && self.running.is_none() => can_improve(cx).into(),
            Some(_) => idle,
            None => Err("This game has no solver").into(),
        }
    }

    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        match command {
            IMPROVE => self.improve(cx),
            _ => self.start(self.optimal || command == SOLVE_OPTIMAL, cx),
        }
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.poll_solver(cx);
        self.publish_problems(cx);
    }

    fn on_notice(&mut self, notice: &Notice, cx: &mut Cx) {
        match notice {
            Notice::Replaced => {
                self.answers = AnswerLog::default();
                // Dropping it stops the solver.
                self.running = None;
                self.publish_problems(cx);
            }
            Notice::PresetsChanged => self.read_presets(cx),
            Notice::Stop => {
                if let Some(running) = &self.running {
                    running.job.stop();
                }
            }
            _ => {}
        }
    }

    fn layout(&self, _cx: &Cx) -> PageLayout {
        PageLayout::default().with_panel(Dock::Right, Panel::Shared)
    }

    fn ui(&mut self, _dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        self.solver_panel(ui, cx);
    }

    fn status(&mut self, ui: &mut Ui, _cx: &mut Cx) {
        if self.running.is_some() {
            ui.separator();
            ui.label("Solving");
        }
    }

    fn work(&self) -> Option<Work> {
        self.running.is_some().then_some(Work::Stoppable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::test_page::{TestPage, notify, run, shows};

    #[test]
    fn alone_it_publishes_the_cells_of_a_proof_until_the_level_is_replaced() {
        let panel = Some(Dock::Right);
        let level = "logo\n\n4.\n..\n";
        let mut harness = TestPage::open(SolvePage::default(), COMMANDS, level, panel);
        run(&mut harness, known::SOLVE);
        assert!(shows(&harness, "There is no solution"));
        assert!(!harness.state().cx.facts.level.problems.is_empty());
        notify(&mut harness, &Notice::Replaced);
        assert!(shows(&harness, "Press F5 to find a plan"));
        assert!(harness.state().cx.facts.level.problems.is_empty());
    }
}
