//! Plan page: plays back the plan's moves, or the run of a program.
//!
//! | file | contents |
//! |---|---|
//! | `commands` | the commands |
//! | `watching` | the displayed plan and its boards |
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
mod watching;

#[cfg(test)]
mod tests;

use egui::{Context, Key, Ui};

use crate::board::{MoveList, Player};
use crate::dialogs::{PasteDialog, PasteWords};
use crate::kit::fields::strip;
use crate::page::facts::RunLength;
use crate::page::{
    Answer, Command, CommandInfo, CommandState, Cx, Notice, Page, Request, Side, Tab, known,
};

use self::commands::*;
use self::effort::EffortLine;
use self::reasons::Reasons;
use self::watching::Watching;

/// The page.
#[derive(Default)]
pub struct PlanPage {
    watching: Watching,
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

    fn state(&self, command: Command, cx: &Cx) -> CommandState {
        let plan = CommandState::when(
            self.watching.has_plan(),
            "There is no plan for this level yet",
        );
        match command {
            PLAN | OPEN_PLAN | PASTE_PLAN => CommandState::possible(),
            USE_MOVES => CommandState::when(!cx.document.moves().is_empty(), "No moves yet"),
            RUN_PLAN if !cx.is_programmed() => {
                CommandState::from(Err("Solutions of this game are not programs"))
            }
            LOOP => CommandState {
                on: Some(self.watching.player.looping()),
                ..plan
            },
            _ => plan,
        }
    }

    fn run(&mut self, command: Command, ctx: &Context, cx: &mut Cx) {
        let player = &mut self.watching.player;
        match command {
            PLAN => cx.go(PLAN),
            USE_MOVES => attempt::use_my_moves(cx),
            OPEN_PLAN => attempt::choose_file(cx),
            PASTE_PLAN => cx.ask(Request::Ask(Box::new(paste_dialog()))),
            SAVE_PLAN => attempt::save(cx),
            COPY_PLAN => attempt::copy(ctx, cx),
            CONTINUE_BY_HAND => {
                // A run always includes the whole program.
                let playback = player.playback();
                attempt::continue_by_hand(cx, playback.map_or(usize::MAX, |it| it.at()));
            }
            RUN_PLAN => attempt::continue_by_hand(cx, usize::MAX),
            _ => {
                cx.go(PLAN);
                watch(player, command);
            }
        }
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.follow(cx);
        self.effort.poll(cx);
        if cx.tab == PLAN {
            self.reasons.follow(cx, &mut self.watching.player);
        } else {
            // Playback is not visible.
            self.watching.player.pause();
        }
    }

    fn hear(&mut self, notice: &Notice, _cx: &mut Cx) {
        if matches!(notice, Notice::Left) {
            self.watching.player.pause();
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.follow(cx);
        self.strips(ui, cx);
        cx.facts.hovered = self.watching.show(ui, cx);
        self.take_space(ui);
        self.write_facts(cx);
    }

    fn offers(&self, side: Side, cx: &Cx) -> bool {
        side != Side::Left && cx.tab == PLAN && self.watching.has_plan()
    }

    fn panel(&mut self, side: Side, ui: &mut Ui, cx: &mut Cx) {
        self.follow(cx);
        match side {
            Side::Bottom => self.timeline_panel(ui, cx),
            Side::Left | Side::Right => self.steps_panel(ui),
        }
    }

    fn zoom(&mut self, factor: Option<f32>, _cx: &mut Cx) {
        self.watching.zoom(factor);
    }

    fn answer(
        &mut self,
        command: Command,
        answer: &Answer,
        _ctx: &Context,
        cx: &mut Cx,
    ) -> Result<(), String> {
        match (command, answer) {
            (OPEN_PLAN, Answer::File(path)) => attempt::open_file(cx, path),
            (PASTE_PLAN, Answer::Text(text)) => attempt::open_text(cx, text, attempt::PASTED),
            _ => Ok(()),
        }
    }

    fn offer(&mut self, offered: &Answer, cx: &mut Cx) -> bool {
        match offered {
            Answer::File(path) => attempt::take_file(cx, path),
            Answer::Text(text) => {
                matches!(cx.tab, known::PLAY | PLAN) && attempt::take_text(cx, text)
            }
            Answer::None | Answer::Button(..) | Answer::Profile(..) => false,
        }
    }

    fn is_busy(&self) -> bool {
        self.watching.is_busy() || self.effort.is_busy() || self.reasons.is_busy()
    }
}

impl PlanPage {
    /// Updates the player to the document's plan.
    fn follow(&mut self, cx: &mut Cx) {
        self.watching.follow(cx);
        self.write_facts(cx);
    }

    /// The space bar plays and pauses, unless a button or field has the focus or the bar was held to move the board.
    fn take_space(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let (down, up, moves) = ui.input(|input| {
            let (down, up) = (input.key_down(Key::Space), input.key_released(Key::Space));
            (
                down,
                up && input.modifiers.is_none(),
                input.pointer.any_down(),
            )
        });
        self.space_used |= down && moves;
        if !up {
            return;
        }
        let focused = ctx.memory(|memory| memory.focused());
        let focused = focused.and_then(|id| ctx.read_response(id));
        let free = focused.is_none_or(|focused| focused.sense.senses_drag());
        let used = std::mem::take(&mut self.space_used);
        if free && !used && !ctx.text_edit_focused() && self.watching.has_plan() {
            self.watching.player.toggle();
        }
    }

    fn write_facts(&self, cx: &mut Cx) {
        let player = &self.watching.player;
        cx.facts.step = player.place().map(|(at, _)| at);
        cx.facts.run = player.run().map(|run| RunLength {
            steps: run.reached(),
            size: run.now().size(),
        });
    }

    /// Strip above the board: the plan, or how to get one.
    fn strips(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.watching.has_plan() {
            if cx.is_programmed() {
                strip(ui, |ui| {
                    self.watching.run.choice(ui);
                    ui.separator();
                    cx.button(ui, RUN_PLAN);
                });
            }
            attempt::strip_of(ui, cx);
            return;
        }
        let stale = cx.document.plan().is_some();
        strip(ui, |ui| {
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

fn watch(player: &mut Player, command: Command) {
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
    let words = PasteWords {
        title: "Paste plan from text",
        what: "Paste a plan for the open level: one move per line, or a program.",
        field: "Plan text",
    };
    PasteDialog::new(words, |text| {
        Request::Answer(Some(PASTE_PLAN), Answer::Text(text))
    })
}
