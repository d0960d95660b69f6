//! The plan along the time, and its moves as a list.

use crate::page::known;
use egui::{Frame, Margin, Panel, Ui};

use crate::board::{TimelineKeys, timeline};
use crate::kit::fields::pane_title;
use crate::kit::theme::space;
use crate::shell::app::Workbench;
use crate::shell::focus::Pane;

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
                self.cx.button(ui, known::USE_MOVES);
                self.cx.button(ui, known::OPEN_PLAN);
            });
            return;
        }
        if self.cx.tab != known::PLAN {
            // Nobody sees it run.
            self.center.player.pause();
        }
        let key = |command| {
            self.cx
                .commands
                .shortcut(ui.ctx(), command)
                .unwrap_or_default()
        };
        let (play, back, forward) = (
            key(known::PLAY_PAUSE),
            key(known::STEP_BACK),
            key(known::STEP_FORWARD),
        );
        let (start, end) = (key(known::PLAN_START), key(known::PLAN_END));
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
            self.cx.tab = known::PLAN;
        }
    }
}
