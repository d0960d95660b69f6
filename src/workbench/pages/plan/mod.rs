//! Plan page: plays back the plan's moves, or the run of a program.
//!
//! | file | contents |
//! |---|---|
//! | `commands` | the commands |
//! | `viewer` | the displayed plan and its boards |
//! | `run`, `run_pane` | the run of a program, and the program next to its board |
//! | `timeline_panel` | the timeline and the list of steps |
//! | `attempt` | plans that no solver made: made by hand, or read from text |
//! | `reasons` | reasons for the displayed step |
//! | `effort` | cost of the plan in a window |

mod attempt;
mod commands;
mod effort;
mod reasons;
mod run;
mod run_pane;
mod timeline_panel;
mod viewer;

#[cfg(test)]
mod tests;

use egui::{Context, Key, Ui};

use crate::board::{MoveList, Player};
use crate::dialogs::{PasteDialog, PasteTexts};
use crate::kit::fields::tool_strip;
use crate::page::facts::RunLength;
use crate::page::{
    CommandId, CommandInfo, CommandState, Cx, Dock, Notice, Page, Reply, Request, Tab, known,
};

use self::commands::*;
use self::effort::EffortLine;
use self::reasons::Reasons;
use self::viewer::PlanViewer;

/// The page.
#[derive(Default)]
pub struct PlanPage {
    viewer: PlanViewer,
    moves: MoveList,
    effort: EffortLine,
    reasons: Reasons,
    /// The space bar was held to move the board.
    space_used: bool,
}

impl Page for PlanPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        Some(Tab {
            title: "Plan",
            command: PLAN,
        })
    }

    fn state(&self, command: CommandId, cx: &Cx) -> CommandState {
        let plan = CommandState::when(
            self.viewer.has_plan(),
            "There is no plan for this level yet",
        );
        match command {
            PLAN | OPEN_PLAN | PASTE_PLAN => CommandState::enabled(),
            USE_MOVES => CommandState::when(!cx.document.moves().is_empty(), "No moves yet"),
            RUN_PLAN if !cx.is_programmed() => {
                CommandState::from(Err("Solutions of this game are not programs"))
            }
            LOOP => CommandState {
                on: Some(self.viewer.player.looping()),
                ..plan
            },
            _ => plan,
        }
    }

    fn run(&mut self, command: CommandId, ctx: &Context, cx: &mut Cx) {
        let player = &mut self.viewer.player;
        match command {
            PLAN => cx.show_tab(PLAN),
            USE_MOVES => attempt::use_my_moves(cx),
            OPEN_PLAN => attempt::choose_file(cx),
            PASTE_PLAN => cx.send(Request::OpenDialog(Box::new(paste_dialog()))),
            SAVE_PLAN => attempt::save_plan(cx),
            COPY_PLAN => attempt::copy_plan(ctx, cx),
            CONTINUE_BY_HAND => {
                // A run always includes the whole program.
                let playback = player.playback();
                attempt::continue_by_hand(cx, playback.map_or(usize::MAX, |it| it.at()));
            }
            RUN_PLAN => attempt::continue_by_hand(cx, usize::MAX),
            _ => {
                cx.show_tab(PLAN);
                control(player, command);
            }
        }
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.follow(cx);
        self.effort.poll(cx);
        if cx.tab == PLAN {
            self.reasons.follow(cx, &mut self.viewer.player);
        } else {
            // Playback is not visible.
            self.viewer.player.pause();
        }
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        if matches!(notice, Notice::TabChanged) {
            self.viewer.player.pause();
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.follow(cx);
        self.strips(ui, cx);
        cx.facts.hovered = self.viewer.show(ui, cx);
        self.handle_space(ui);
        self.write_facts(cx);
    }

    fn has_panel(&self, dock: Dock, cx: &Cx) -> bool {
        dock != Dock::Left && cx.tab == PLAN && self.viewer.has_plan()
    }

    fn panel(&mut self, dock: Dock, ui: &mut Ui, cx: &mut Cx) {
        self.follow(cx);
        match dock {
            Dock::Bottom => self.timeline_panel(ui, cx),
            Dock::Left | Dock::Right => self.steps_panel(ui),
        }
    }

    fn zoom(&mut self, factor: Option<f32>, _cx: &mut Cx) {
        self.viewer.zoom(factor);
    }

    fn answer(
        &mut self,
        command: CommandId,
        answer: &Reply,
        _ctx: &Context,
        cx: &mut Cx,
    ) -> Result<(), String> {
        match (command, answer) {
            (OPEN_PLAN, Reply::File(path)) => attempt::open_file(cx, path),
            (PASTE_PLAN, Reply::Text(text)) => attempt::open_text(cx, text, attempt::PASTED),
            _ => Ok(()),
        }
    }

    fn accept(&mut self, answer: &Reply, cx: &mut Cx) -> bool {
        match answer {
            Reply::File(path) => attempt::accept_file(cx, path),
            Reply::Text(text) => {
                matches!(cx.tab, known::PLAY | PLAN) && attempt::accept_text(cx, text)
            }
            Reply::None | Reply::Button(..) | Reply::Profile(..) => false,
        }
    }

    fn is_busy(&self) -> bool {
        self.viewer.is_busy() || self.effort.is_busy() || self.reasons.is_busy()
    }
}

impl PlanPage {
    /// Updates the player to the document's plan.
    fn follow(&mut self, cx: &mut Cx) {
        self.viewer.follow(cx);
        self.write_facts(cx);
    }

    /// The space bar plays and pauses, unless a button or field has the focus or the bar was held to move the board.
    fn handle_space(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let (down, up, dragging) = ui.input(|input| {
            let (down, up) = (input.key_down(Key::Space), input.key_released(Key::Space));
            (
                down,
                up && input.modifiers.is_none(),
                input.pointer.any_down(),
            )
        });
        self.space_used |= down && dragging;
        if !up {
            return;
        }
        let focused = ctx.memory(|memory| memory.focused());
        let focused = focused.and_then(|id| ctx.read_response(id));
        let free = focused.is_none_or(|focused| focused.sense.senses_drag());
        let used = std::mem::take(&mut self.space_used);
        if free && !used && !ctx.text_edit_focused() && self.viewer.has_plan() {
            self.viewer.player.toggle();
        }
    }

    fn write_facts(&self, cx: &mut Cx) {
        let player = &self.viewer.player;
        cx.facts.step = player.progress().map(|(at, _)| at);
        cx.facts.run = player.run().map(|run| RunLength {
            steps: run.reached(),
            size: run.now().size(),
        });
    }

    /// Strip above the board: the plan, or how to get one.
    fn strips(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.viewer.has_plan() {
            if cx.is_programmed() {
                tool_strip(ui, |ui| {
                    self.viewer.run.mode_switch(ui);
                    ui.separator();
                    cx.button(ui, RUN_PLAN);
                });
            }
            attempt::plan_strip(ui, cx);
            return;
        }
        let stale = cx.document.plan().is_some();
        tool_strip(ui, |ui| {
            ui.label(if stale {
                "The level has changed since this plan was made. Undo the edits, or"
            } else if cx.document.is_empty() {
                "This level is empty. Draw it first."
            } else {
                "There is no plan yet."
            });
            cx.button(ui, known::SOLVE);
            cx.button(ui, USE_MOVES);
            cx.button(ui, OPEN_PLAN);
        });
    }
}

fn control(player: &mut Player, command: CommandId) {
    match command {
        PLAY_PAUSE => player.toggle(),
        FASTER => player.faster(),
        SLOWER => player.slower(),
        LOOP => player.set_looping(!player.looping()),
        STEP_FORWARD => player.step_forward(),
        STEP_BACK => player.step_back(),
        PLAN_START => player.seek(0),
        PLAN_END => {
            player.pause();
            player.seek(usize::MAX);
        }
        _ => {}
    }
}

fn paste_dialog() -> PasteDialog {
    let words = PasteTexts {
        title: "Paste plan from text",
        prompt: "Paste a plan for the open level: one move per line, or a program.",
        field: "Plan text",
    };
    PasteDialog::new(words, |text| {
        Request::Reply(Some(PASTE_PLAN), Reply::Text(text))
    })
}
