//! Running a program: at once, step by step, or by itself at a chosen speed.

use std::time::Duration;

use egui::Context;

use crate::game::{Programmed, Slot};
use crate::page::Command;
use crate::session::Debugger;

use super::super::commands::*;

/// Commands a second at the ends of the slider.
pub(super) const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=60.0;

/// Time that a run without pictures may take of a frame.
const FRAME: Duration = Duration::from_millis(8);

/// Steps made up at most in one frame.
const MOST_AT_ONCE: usize = 8;

/// The debugger and its clock.
#[derive(Default)]
pub(super) struct Debugging {
    debugger: Option<Debugger>,
    /// Revision and program that the debugger was made for.
    loaded: Option<(u64, Vec<u8>)>,
    /// The program runs by itself.
    playing: bool,
    /// When its next step is due, in the context's seconds.
    due: Option<f64>,
}

impl Debugging {
    /// The program as it runs.
    pub(super) fn debugger(&self) -> Option<&Debugger> {
        self.debugger.as_ref()
    }

    /// Whether a run to the end goes on.
    pub(super) fn is_busy(&self) -> bool {
        self.debugger.as_ref().is_some_and(Debugger::is_going)
    }

    /// Whether the program runs by itself.
    pub(super) fn is_playing(&self) -> bool {
        self.playing
    }

    /// Stops a program that runs by itself.
    pub(super) fn pause(&mut self) {
        self.playing = false;
    }

    /// Stops whatever runs.
    pub(super) fn halt(&mut self) {
        self.playing = false;
        if let Some(debugger) = &mut self.debugger {
            debugger.stop();
        }
    }

    /// Takes a program in if it is another one, known by the level's revision and its code. Returns
    /// whether the level is another one, too.
    pub(super) fn load(&mut self, now: (u64, Vec<u8>), program: &dyn Programmed) -> Option<bool> {
        if self.loaded.as_ref() == Some(&now) {
            return None;
        }
        let other_level = self.loaded.as_ref().is_none_or(|it| it.0 != now.0);
        let debugger = match &mut self.debugger {
            Some(debugger) => {
                debugger.load(program);
                debugger
            }
            None => self.debugger.insert(Debugger::new(program)),
        };
        if other_level {
            debugger.clear_breakpoints();
        }
        self.loaded = Some(now);
        self.playing = false;
        Some(other_level)
    }

    /// Sets a breakpoint, or clears it.
    pub(super) fn toggle_breakpoint(&mut self, slot: Slot) {
        if let Some(debugger) = &mut self.debugger {
            debugger.toggle_breakpoint(slot);
        }
    }

    /// Makes the steps that are due; asks for the next frame. `speed` is in commands a second.
    pub(super) fn advance(&mut self, ctx: &Context, speed: f32) {
        let speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        let Some(debugger) = &mut self.debugger else {
            return;
        };
        if debugger.is_going() && debugger.advance(FRAME) {
            ctx.request_repaint();
        }
        if !self.playing {
            self.due = None;
            return;
        }
        let now = ctx.input(|input| input.time);
        let pause = f64::from(1.0 / speed);
        let mut due = self.due.unwrap_or(now);
        for _ in 0..MOST_AT_ONCE {
            if due > now {
                break;
            }
            let went = debugger.step();
            if !went || debugger.ended() || debugger.at_breakpoint() {
                self.playing = false;
                self.due = None;
                ctx.request_repaint();
                return;
            }
            due += pause;
        }
        // Steps that could not be made up are dropped.
        self.due = Some(due.max(now));
        let wait = (due - now).max(0.0);
        ctx.request_repaint_after(Duration::from_secs_f64(wait));
    }

    /// Whether a command can be run.
    ///
    /// # Errors
    /// Why not, for people.
    pub(super) fn possible(&self, command: Command) -> Result<(), &'static str> {
        let Some(debugger) = &self.debugger else {
            return Ok(());
        };
        let at_start = debugger.now().steps() == 0;
        match command {
            PROGRAM_BACK | PROGRAM_RESET if at_start && !self.playing => {
                Err("The program is at its start")
            }
            PROGRAM_OUT if debugger.now().depth() < 2 => Err("No call is open"),
            PROGRAM_INTO | PROGRAM_OVER | PROGRAM_END if debugger.ended() => {
                Err("The program is at its end")
            }
            PROGRAM_RUN if debugger.ended() && at_start => Err("There are no commands to run yet"),
            _ => Ok(()),
        }
    }

    /// Runs a command.
    pub(super) fn run(&mut self, command: Command) {
        let was_playing = self.playing;
        self.halt();
        let Some(debugger) = &mut self.debugger else {
            return;
        };
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
            _ => {}
        }
    }
}
