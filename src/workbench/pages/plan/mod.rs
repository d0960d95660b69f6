//! Plan page: plays back the plan's moves, or the run of a program.
//!
//! | file | contents |
//! |---|---|
//! | `viewer` | the displayed plan, its boards, and reasons for its steps |
//! | `run` | the run of a program, and the program next to its board |
//! | `attempt` | plans that no solver made: made by hand, or read from text |
//! | `cost` | cost of the plan in a window |

mod attempt;
mod cost;
mod run;
mod viewer;

use egui::{Context, Key, Label, Ui};

use crate::board::{MoveList, Player, TimelineKeys, timeline};
use crate::kit::answer;
use crate::kit::fields::{pane_title, tool_strip};
use crate::kit::theme::space;
use crate::page::command::commands;
use crate::page::cx::RunLength;
use crate::page::{
    CommandId, CommandState, Cx, Dock, Notice, Page, PageInput, PageLayout, Panel, Reply, Request,
    Work, known,
};

use self::cost::CostSearch;
use self::viewer::{PlanViewer, ReasonSearch};

commands! {
    Play {
        10 PLAN "Plan mode" "Watch the plan step by step" [ctrl(Key::Num3)];
    }
    Plan {
        0 PLAY_PAUSE "Play or pause" "Play or pause the plan (also the space bar)" [ctrl(Key::Space)];
        5 STEP_FORWARD "Step forward" "Go one move forward" [ctrl(Key::Period), alt(Key::ArrowRight)];
        10 STEP_BACK "Step back" "Go one move back" [ctrl_shift(Key::Period), alt(Key::ArrowLeft)];
        15 PLAN_START "Go to start" "Go to the position before the first move" [ctrl(Key::Home)] yields;
        20 PLAN_END "Go to end" "Go to the position after the last move" [ctrl(Key::End)] yields;
        110 LOOP "Repeat" "Start again after the last move" [ctrl(Key::L)];
        200 USE_MOVES "Use my moves as plan" "Use your moves as the plan, to watch, save, export or play it live" [];
        205 OPEN_PLAN "Open plan…" "Open a plan for this level from a text file" [];
        210 PASTE_PLAN "Paste plan" "Read a plan for this level: one move per line, or a program" [];
        215 SAVE_PLAN "Save plan…" "Save the plan as text, one move per line" [];
        300 CONTINUE_BY_HAND "Continue by hand" "Play on by hand from this step of the plan" [];
        305 COPY_PLAN "Copy plan as text" "Copy the plan, one move per line" [];
    }
    Program {
        300 RUN_PLAN "Use this program" "Copy the solver's program into the slots, to run it there" [];
    }
}

#[derive(Default)]
pub struct PlanPage {
    viewer: PlanViewer,
    moves: MoveList,
    cost: CostSearch,
    reasons: ReasonSearch,
    /// The space bar was held to move the board.
    space_used: bool,
}

impl Page for PlanPage {
    fn layout(&self, cx: &Cx) -> PageLayout {
        let tab = PageLayout::tab("Plan", PLAN);
        if cx.tab != PLAN || !self.viewer.has_plan() {
            return tab;
        }
        tab.with_panel(Dock::Right, Panel::Shared)
            .with_panel(Dock::Bottom, Panel::Shared)
    }

    fn state(&self, command: CommandId, cx: &Cx) -> CommandState {
        let has_plan = self.viewer.has_plan();
        let plan = CommandState::when(has_plan, "There is no plan for this level yet");
        match command {
            PLAN | OPEN_PLAN | PASTE_PLAN => CommandState::default(),
            USE_MOVES => CommandState::when(!cx.document.moves().is_empty(), "No moves yet"),
            RUN_PLAN if !cx.is_programmed() => {
                CommandState::from(Err("Solutions of this game are not programs"))
            }
            LOOP => CommandState {
                on: Some(self.viewer.player.looping),
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
            PASTE_PLAN => cx.send(Request::Paste(PASTE_PLAN)),
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
        cost::poll(&mut self.cost, cx);
        if cx.tab == PLAN {
            viewer::follow_reasons(&mut self.reasons, cx, &mut self.viewer.player);
        } else {
            // Playback is not visible.
            self.viewer.player.pause();
        }
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        match notice {
            Notice::TabChanged => self.viewer.player.pause(),
            Notice::Replaced => self.viewer.zoom(None),
            Notice::Zoom(factor) => self.viewer.zoom(*factor),
            _ => {}
        }
    }

    fn ui(&mut self, dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        self.follow(cx);
        match dock {
            Some(Dock::Bottom) => self.timeline_panel(ui, cx),
            Some(_) => self.steps_panel(ui),
            None => {
                self.strips(ui, cx);
                cx.facts.level.hovered = self.viewer.show(ui, cx);
                self.handle_space(ui);
                self.write_facts(cx);
            }
        }
    }

    fn accept(&mut self, input: PageInput<'_>, cx: &mut Cx) -> Option<Result<(), String>> {
        match input {
            PageInput::File(path) => attempt::accept_file(cx, path),
            PageInput::Text(text) if matches!(cx.tab, known::PLAY | PLAN) => {
                attempt::accept_text(cx, text, attempt::PASTED)
            }
            PageInput::Answer(OPEN_PLAN, Reply::File(path)) => Some(attempt::open_file(cx, &path)),
            PageInput::Answer(PASTE_PLAN, Reply::Text(text)) => {
                Some(attempt::open_text(cx, &text, attempt::PASTED))
            }
            _ => None,
        }
    }

    fn work(&self) -> Option<Work> {
        let running =
            self.viewer.run.task.is_some() || self.cost.is_busy() || self.reasons.is_busy();
        running.then_some(Work::Running)
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
        let (dragged, up) = ui.input(|input| {
            let dragged = input.key_down(Key::Space) && input.pointer.any_down();
            let up = input.key_released(Key::Space) && input.modifiers.is_none();
            (dragged, up)
        });
        self.space_used |= dragged;
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
        cx.facts.level.step = player.progress().map(|(at, _)| at);
        cx.facts.level.run = player.run().map(|run| RunLength {
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
            ui.horizontal_wrapped(|ui| {
                ui.label(if stale {
                    "The level has changed since this plan was made. Undo the edits, or"
                } else if cx.document.is_empty() {
                    known::EMPTY_LEVEL
                } else if cx.facts.level.is_unsolvable {
                    "This level has no solution."
                } else {
                    "There is no plan yet."
                });
                for command in [known::SOLVE, USE_MOVES, OPEN_PLAN] {
                    if command == OPEN_PLAN || cx.commands.enabled(command).is_ok() {
                        cx.button(ui, command);
                    }
                }
            });
        });
    }

    fn timeline_panel(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let key = |command| cx.commands.shortcut(ui.ctx(), command).unwrap_or_default();
        let keys = TimelineKeys {
            play: key(PLAY_PAUSE),
            back: key(STEP_BACK),
            forward: key(STEP_FORWARD),
            start: key(PLAN_START),
            end: key(PLAN_END),
        };
        if timeline(ui, &mut self.viewer.player, &keys) {
            cx.show_tab(PLAN);
        }
    }

    /// The list of steps and the reason for the last one.
    fn steps_panel(&mut self, ui: &mut Ui) {
        pane_title(ui, "Steps");
        cost::show(&self.cost, ui);
        ui.scope(|ui| self.moves.show(ui, &mut self.viewer.player));
        let player = &self.viewer.player;
        let last = player.progress().and_then(|(at, _)| at.checked_sub(1));
        if let Some(reason) = last.and_then(|last| player.reason(last)) {
            ui.add_space(space::SMALL);
            pane_title(ui, "Why");
            let technique = answer::sentence(reason.technique);
            ui.add(Label::new(format!("{technique} {}", reason.text)).wrap());
        }
    }
}

fn control(player: &mut Player, command: CommandId) {
    match command {
        PLAY_PAUSE => player.toggle(),
        LOOP => player.looping = !player.looping,
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
