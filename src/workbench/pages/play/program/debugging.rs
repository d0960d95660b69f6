//! Execution of a program: at once, step by step, or at a chosen speed.

use std::time::Duration;

use egui::Context;

use crate::game::Slot;
use crate::page::{CommandId, Cx};
use crate::session::Debugger;

use super::super::{
    CLEAR_BREAKPOINTS, PLAY, PROGRAM_BACK, PROGRAM_BREAKPOINT, PROGRAM_END, PROGRAM_INTO,
    PROGRAM_OUT, PROGRAM_OVER, PROGRAM_RESET, PROGRAM_RUN,
};
use super::ProgramEditor;

/// Range of the speed slider, in commands per second.
pub(super) const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=60.0;
/// Time per frame for a run without display.
const FRAME_BUDGET: Duration = Duration::from_millis(8);
/// Limit of overdue steps executed in one frame.
const MAX_STEPS_PER_FRAME: usize = 8;

impl ProgramEditor {
    /// Returns whether a run to the end is in progress.
    pub fn is_busy(&self) -> bool {
        self.debugger.as_ref().is_some_and(Debugger::is_running)
    }

    pub(in super::super) fn pause(&mut self) {
        self.playing = false;
    }

    pub(super) fn toggle_breakpoint(&mut self, slot: Slot) {
        if let Some(debugger) = &mut self.debugger {
            debugger.toggle_breakpoint(slot);
        }
    }

    /// Executes due steps and requests the next frame.
    pub(in super::super) fn advance(&mut self, ctx: &Context, cx: &Cx) {
        // Playing in another tab would not be visible.
        if cx.tab != PLAY {
            self.pause();
        }
        let speed = cx.settings.program_speed;
        let speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        let Some(debugger) = &mut self.debugger else {
            return;
        };
        if debugger.is_running() && debugger.advance(FRAME_BUDGET) {
            ctx.request_repaint();
        }
        if !self.playing {
            self.due = None;
            return;
        }
        let now = ctx.input(|input| input.time);
        let interval = f64::from(1.0 / speed);
        let mut due = self.due.unwrap_or(now);
        for _ in 0..MAX_STEPS_PER_FRAME {
            if due > now {
                break;
            }
            let stepped = debugger.step();
            if !stepped || debugger.ended() || debugger.at_breakpoint() {
                self.playing = false;
                self.due = None;
                ctx.request_repaint();
                return;
            }
            due += interval;
        }
        // Overdue steps beyond the limit are dropped.
        self.due = Some(due.max(now));
        let wait = (due - now).max(0.0);
        ctx.request_repaint_after(Duration::from_secs_f64(wait));
    }

    /// Returns whether a command can be run, or the reason why not.
    pub(in super::super) fn check(&self, command: CommandId) -> Result<(), &'static str> {
        let Some(debugger) = &self.debugger else {
            return Ok(());
        };
        let at_start = debugger.state().steps() == 0;
        match command {
            PROGRAM_BACK | PROGRAM_RESET if at_start && !self.playing => {
                Err("The program is at its start")
            }
            PROGRAM_OUT if debugger.state().depth() < 2 => Err("No call is open"),
            PROGRAM_RUN | PROGRAM_INTO | PROGRAM_OVER | PROGRAM_END
                if debugger.ended() && at_start =>
            {
                Err("There are no commands to run yet")
            }
            PROGRAM_INTO | PROGRAM_OVER | PROGRAM_END if debugger.ended() => {
                Err("The program is at its end")
            }
            _ => Ok(()),
        }
    }

    pub(in super::super) fn run(&mut self, command: CommandId, cx: &mut Cx) {
        self.follow(&cx.document);
        let was_playing = std::mem::take(&mut self.playing);
        let slot = self.caret.slot;
        let Some(debugger) = &mut self.debugger else {
            return;
        };
        debugger.stop();
        match command {
            PROGRAM_RUN => {
                if debugger.ended() {
                    debugger.reset();
                }
                self.playing = !was_playing;
                self.due = None;
            }
            PROGRAM_END => debugger.run_to_end(),
            PROGRAM_INTO => drop(debugger.step()),
            PROGRAM_OVER => debugger.step_over(),
            PROGRAM_OUT => debugger.step_out(),
            PROGRAM_BACK => drop(debugger.step_back()),
            PROGRAM_RESET => debugger.reset(),
            CLEAR_BREAKPOINTS => debugger.clear_breakpoints(),
            PROGRAM_BREAKPOINT => {
                let program = cx.document.position().as_program();
                let procedures = program.map_or(Vec::new(), |it| it.procedures());
                let procedure = procedures.get(slot.procedure);
                if slot.index < procedure.map_or(0, |it| it.commands.len()) {
                    debugger.toggle_breakpoint(slot);
                } else {
                    let text = "Place the caret before a command first.";
                    cx.messages.status(text);
                }
            }
            _ => {}
        }
    }
}
