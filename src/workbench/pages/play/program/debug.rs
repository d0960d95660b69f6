//! Running a program: controls, where it is, and what came of it.

use crate::page::known;
use std::time::Duration;

use egui::{Align, Layout, RichText, Slider, Ui};

use crate::game::stack_words;

use crate::board::Icon;
use crate::board::icon_button;
use crate::kit::theme::{self, space};
use crate::page::Command;
use crate::shell::app::Workbench;

/// Commands a second at the ends of the slider.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=60.0;

/// Time that a run without pictures may take of a frame.
const FRAME: Duration = Duration::from_millis(8);

/// Steps made up at most in one frame.
const MOST_AT_ONCE: usize = 8;

impl Workbench {
    /// The row of buttons, and the lines below that say where the program is.
    pub(crate) fn debug_bar(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::TIGHT;
            let running = self.program.playing;
            let run = if running { Icon::Pause } else { Icon::Play };
            for (icon, command) in [
                (Icon::Start, known::PROGRAM_RESET),
                (Icon::Back, known::PROGRAM_BACK),
                (run, known::PROGRAM_RUN),
                (Icon::End, known::PROGRAM_END),
            ] {
                self.icon_command(ui, icon, command);
            }
            ui.separator();
            for (text, command) in [
                ("Into", known::PROGRAM_INTO),
                ("Over", known::PROGRAM_OVER),
                ("Out", known::PROGRAM_OUT),
            ] {
                let tip = self.cx.commands.tooltip(ui.ctx(), command);
                let button =
                    ui.add_enabled(self.possible(command).is_ok(), egui::Button::new(text));
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, command.text())
                });
                if button.on_hover_text(tip).clicked() {
                    self.run(ui.ctx(), command);
                }
            }
            ui.separator();
            ui.label("Speed");
            ui.spacing_mut().slider_width = 90.0;
            let speed = Slider::new(&mut self.cx.settings.program_speed, SPEEDS)
                .logarithmic(true)
                .max_decimals(1)
                .suffix("/s");
            ui.add(speed).on_hover_text("Commands a second");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.cx.button(ui, known::TRY_ON_ALL);
            });
        });
        ui.add_space(2.0);
        self.where_it_is(ui);
    }

    fn icon_command(&mut self, ui: &mut Ui, icon: Icon, command: Command) {
        let tip = self.cx.commands.tooltip(ui.ctx(), command);
        let possible = self.possible(command).is_ok();
        let name = command.text();
        let clicked = ui
            .add_enabled_ui(possible, |ui| {
                icon_button(ui, icon, name, &tip, None).clicked()
            })
            .inner;
        if clicked {
            self.run(ui.ctx(), command);
        }
    }

    fn where_it_is(&self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        let Some(debugger) = &self.program.debugger else {
            return;
        };
        let now = debugger.now();
        let named = |slot| debugger.run().named(slot);
        let tallies: Vec<String> = now.tallies().iter().map(ToString::to_string).collect();
        let mut counted = format!("Step {} · {}", now.steps(), tallies.join(" · "));
        let ending = now.ending().filter(|_| now.steps() > 0);
        let failed = ending.as_ref().filter(|ending| !ending.won);
        if let Some(last) = failed.and_then(|it| it.slot).and_then(named) {
            counted.push_str(&format!(" · last: {last}"));
        }
        ui.add(egui::Label::new(RichText::new(counted).strong()).truncate());
        match ending {
            Some(ending) => {
                let color = if ending.won { colors.good } else { colors.bad };
                let text = RichText::new(&ending.text).color(color).strong();
                ui.add(egui::Label::new(text).wrap());
            }
            None => {
                let words = match now.next().and_then(named) {
                    _ if debugger.is_going() => "Running…".to_owned(),
                    Some(next) => format!("Calls: {} · next: {next}", stack_words(now)),
                    None => "There is no command to run yet.".to_owned(),
                };
                ui.add(egui::Label::new(words).truncate());
            }
        }
        if let Some(refusal) = &self.program.refusal {
            let text = RichText::new(refusal).color(colors.warn);
            ui.add(egui::Label::new(text).truncate());
        }
    }

    /// Brings a running program on; asks for the next frame.
    pub(crate) fn advance_program(&mut self, ui: &Ui) {
        // Nobody sees it run elsewhere.
        self.program.playing &= self.shows_program();
        let speed = self
            .cx
            .settings
            .program_speed
            .clamp(*SPEEDS.start(), *SPEEDS.end());
        let state = &mut self.program;
        let Some(debugger) = &mut state.debugger else {
            return;
        };
        if debugger.is_going() && debugger.advance(FRAME) {
            ui.ctx().request_repaint();
        }
        if !state.playing {
            state.due = None;
            return;
        }
        let now = ui.input(|input| input.time);
        let pause = f64::from(1.0 / speed);
        let mut due = state.due.unwrap_or(now);
        for _ in 0..MOST_AT_ONCE {
            if due > now {
                break;
            }
            let went = debugger.step();
            if !went || debugger.ended() || debugger.at_breakpoint() {
                state.playing = false;
                state.due = None;
                ui.ctx().request_repaint();
                return;
            }
            due += pause;
        }
        // What could not be made up is let go.
        state.due = Some(due.max(now));
        let wait = (due - now).max(0.0);
        ui.ctx()
            .request_repaint_after(Duration::from_secs_f64(wait));
    }

    /// Whether a command about the program can be done now.
    ///
    /// # Errors
    /// Why not, for people.
    pub(crate) fn can_program(&self, command: Command) -> Result<(), &'static str> {
        if !self.cx.is_programmed() {
            return Err("The solution of this game is no program");
        }
        if command == known::TRY_ON_ALL {
            return match self.program.trials.as_ref() {
                Some(trials) if trials.is_busy() => Err("The program is being tried"),
                _ => Ok(()),
            };
        }
        let Some(debugger) = &self.program.debugger else {
            return Ok(());
        };
        let at_start = debugger.now().steps() == 0;
        match command {
            known::PROGRAM_BACK | known::PROGRAM_RESET if at_start && !self.program.playing => {
                Err("The program is at its start")
            }
            known::PROGRAM_OUT if debugger.now().depth() < 2 => Err("No call is open"),
            known::PROGRAM_INTO | known::PROGRAM_OVER | known::PROGRAM_END if debugger.ended() => {
                Err("The program is at its end")
            }
            known::PROGRAM_RUN if debugger.ended() && at_start => {
                Err("There is no command to run yet")
            }
            _ => Ok(()),
        }
    }

    /// Runs a command about the program.
    pub(crate) fn run_on_program(&mut self, command: Command) {
        self.cx.tab = known::PLAY;
        self.sync_program();
        if command == known::TRY_ON_ALL {
            return self.try_on_all();
        }
        let state = &mut self.program;
        let Some(debugger) = &mut state.debugger else {
            return;
        };
        let was_playing = std::mem::replace(&mut state.playing, false);
        debugger.stop();
        match command {
            known::PROGRAM_RUN => {
                if debugger.ended() {
                    debugger.reset();
                }
                state.playing = !was_playing;
                state.due = None;
            }
            known::PROGRAM_END => debugger.run_to_end(),
            known::PROGRAM_INTO => drop(debugger.step()),
            known::PROGRAM_OVER => debugger.step_over(),
            known::PROGRAM_OUT => debugger.step_out(),
            known::PROGRAM_BACK => drop(debugger.step_back()),
            known::PROGRAM_RESET => debugger.reset(),
            known::PROGRAM_BREAKPOINT => {
                let slot = state.caret;
                let program = self.cx.document.position().as_program();
                let procedures = program.map_or(Vec::new(), |it| it.procedures());
                let length = procedures
                    .get(slot.procedure)
                    .map_or(0, |it| it.commands.len());
                if slot.index < length {
                    debugger.toggle_breakpoint(slot);
                } else {
                    self.cx
                        .messages
                        .status("Put the caret before a command first.");
                }
            }
            known::CLEAR_BREAKPOINTS => debugger.clear_breakpoints(),
            _ => {}
        }
    }
}
