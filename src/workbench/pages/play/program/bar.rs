//! The debugger's buttons and the state of the run.

use egui::{Button, Label, RichText, Role, Slider, Ui};

use super::super::{
    PROGRAM_BACK, PROGRAM_END, PROGRAM_INTO, PROGRAM_OUT, PROGRAM_OVER, PROGRAM_RESET, PROGRAM_RUN,
};
use super::debugging::SPEEDS;
use super::{MIN_WIDE_WIDTH, ProgramEditor};
use crate::board::{Icon, icon_button};
use crate::game::stack_text;
use crate::kit::answer;
use crate::kit::fields::set_name;
use crate::kit::theme::{self, space};
use crate::page::{CommandId, Cx, Request};
use crate::session::Debugger;

impl ProgramEditor {
    pub(super) fn bar(&mut self, ui: &mut Ui, cx: &mut Cx) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::TIGHT;
            let run = if self.playing {
                Icon::Pause
            } else {
                Icon::Play
            };
            for (icon, command) in [
                (Icon::Start, PROGRAM_RESET),
                (Icon::Back, PROGRAM_BACK),
                (run, PROGRAM_RUN),
                (Icon::End, PROGRAM_END),
            ] {
                icon_command(ui, cx, icon, command);
            }
            ui.separator();
            for (text, command) in [
                ("Into", PROGRAM_INTO),
                ("Over", PROGRAM_OVER),
                ("Out", PROGRAM_OUT),
            ] {
                let button = cx.styled_button(ui, command, Button::new(text));
                set_name(&button, Role::Button, command.text());
            }
            ui.separator();
            ui.label("Speed");
            ui.spacing_mut().slider_width = 90.0;
            let speed = Slider::new(&mut cx.settings.program_speed, SPEEDS)
                .logarithmic(true)
                .max_decimals(1)
                .suffix("/s");
            ui.add(speed).on_hover_text("Commands per second");
        });
        ui.add_space(2.0);
        self.run_status(ui);
    }

    fn run_status(&self, ui: &mut Ui) {
        let Some(debugger) = &self.debugger else {
            return;
        };
        let now = debugger.state();
        let describe = |slot| debugger.run().describe_command(slot);
        let tallies: Vec<String> = now.counters().iter().map(ToString::to_string).collect();
        let (step, tallies) = (answer::number(now.steps()), tallies.join(" · "));
        let mut status = format!("Step {step} · {tallies}");
        let failed = now.ending().filter(|it| now.steps() > 0 && !it.won);
        if let Some(last) = failed.and_then(|it| it.slot).and_then(describe) {
            status.push_str(&format!(" · last: {last}"));
        }
        if ui.available_width() >= MIN_WIDE_WIDTH {
            ui.horizontal(|ui| {
                ui.add(Label::new(RichText::new(status).strong()));
                self.next_command(ui, debugger);
            });
        } else {
            ui.add(Label::new(RichText::new(status).strong()).truncate());
            self.next_command(ui, debugger);
        }
    }

    /// Shows why a command was refused, how the run ended, or the command that is next.
    fn next_command(&self, ui: &mut Ui, debugger: &Debugger) {
        let colors = theme::colors(ui);
        let now = debugger.state();
        let describe = |slot| debugger.run().describe_command(slot);
        if let Some(refusal) = &self.refusal {
            let text = RichText::new(refusal).color(colors.warn);
            ui.add(Label::new(text).truncate());
            return;
        }
        match now.ending().filter(|_| now.steps() > 0) {
            Some(ending) => {
                let color = if ending.won { colors.good } else { colors.warn };
                let text = RichText::new(&ending.text).color(color).strong();
                ui.add(Label::new(text).wrap());
            }
            None => {
                let text = match now.next().and_then(describe) {
                    _ if debugger.is_running() => "Running…".to_owned(),
                    Some(next) => format!("Calls: {} · next: {next}", stack_text(now)),
                    None => "There are no commands to run yet.".to_owned(),
                };
                ui.add(Label::new(text).truncate());
            }
        }
    }
}

/// Shows an icon that runs a command.
pub(in super::super) fn icon_command(ui: &mut Ui, cx: &mut Cx, icon: Icon, command: CommandId) {
    let tip = cx.commands.tooltip(ui.ctx(), command);
    let possible = cx.commands.enabled(command).is_ok();
    let button = ui.add_enabled_ui(possible, |ui| {
        icon_button(ui, icon, command.text(), &tip, None).clicked()
    });
    if button.inner {
        cx.send(Request::Run(command));
    }
}
