//! The plan along the time, and its moves as a list.

use egui::{Frame, Margin, Panel, Ui};

use crate::shell::app::{Mode, Workbench, pane_title};
use crate::board::{TimelineKeys, timeline};
use crate::page::commands::{Command, shortcut_text};
use crate::shell::focus::Pane;
use crate::kit::theme::space;

/// Width of the list of moves, in points: at first, and how far it can be dragged.
const LIST: (f32, std::ops::RangeInclusive<f32>) = (280.0, 180.0..=460.0);

/// Width from which the list is shown beside the controls, in points.
const BOTH: f32 = 620.0;

/// Room between the controls and the list, in points.
const LIST_MARGIN: i8 = 8;

impl Workbench {
    /// The bottom pane.
    pub(crate) fn timeline_pane(&mut self, ui: &mut Ui) {
        self.panes.mark(ui, Pane::Timeline);
        // The pane keeps its height when there is little in it.
        ui.set_min_height(ui.available_height());
        if !self.center.has_plan() {
            pane_title(ui, "Timeline");
            ui.weak("Solve the level, and its plan is shown here step by step.");
            ui.add_space(space::SMALL);
            ui.horizontal_wrapped(|ui| {
                self.command_button(ui, Command::UseMoves);
                self.command_button(ui, Command::OpenPlan);
            });
            return;
        }
        if self.mode != Mode::Plan {
            // Nobody sees it run.
            self.center.player.pause();
        }
        let key = |command| shortcut_text(ui.ctx(), command).unwrap_or_default();
        let (play, back, forward) = (
            key(Command::PlayPause),
            key(Command::StepBack),
            key(Command::StepForward),
        );
        let (start, end) = (key(Command::PlanStart), key(Command::PlanEnd));
        let keys = TimelineKeys {
            play: &play,
            back: &back,
            forward: &forward,
            start: &start,
            end: &end,
        };
        let mut touched = false;
        let list = Panel::right("moves")
            .frame(Frame::new().inner_margin(Margin {
                left: LIST_MARGIN,
                ..Margin::ZERO
            }))
            .resizable(true)
            .default_size(LIST.0)
            .size_range(LIST.1);
        if ui.available_width() >= BOTH {
            list.show(ui, |ui| {
                touched |= self.center.moves.show(ui, &mut self.center.player);
            });
        }
        // The list's edge does not touch the controls.
        let room = Margin {
            right: LIST_MARGIN,
            ..Margin::ZERO
        };
        Frame::new().inner_margin(room).show(ui, |ui| {
            ui.horizontal(|ui| {
                pane_title(ui, "Timeline");
                self.effort_line(ui);
            });
            touched |= timeline(ui, &mut self.center.player, keys);
        });
        if touched {
            self.mode = Mode::Plan;
        }
    }
}
