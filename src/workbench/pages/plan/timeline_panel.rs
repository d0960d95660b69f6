//! The plan along the time, and its moves as a list.

use egui::{Frame, Margin, Ui};

use super::PlanPage;
use super::commands::*;
use crate::board::{TimelineKeys, timeline};
use crate::kit::fields::pane_title;
use crate::kit::pane::Pane;
use crate::page::Cx;

/// Width of the list of moves, in points: at first, and how far it can be dragged.
const LIST: (f32, std::ops::RangeInclusive<f32>) = (280.0, 180.0..=460.0);

/// Width from which the list is shown beside the controls, in points.
const BOTH: f32 = 620.0;

/// Room between the controls and the list, in points.
const LIST_MARGIN: i8 = 8;

impl PlanPage {
    /// The panel at the bottom of the window.
    pub(super) fn timeline_panel(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let key = |command| cx.commands.shortcut(ui.ctx(), command).unwrap_or_default();
        let (play, back, forward) = (key(PLAY_PAUSE), key(STEP_BACK), key(STEP_FORWARD));
        let (start, end) = (key(PLAN_START), key(PLAN_END));
        let keys = TimelineKeys {
            play: &play,
            back: &back,
            forward: &forward,
            start: &start,
            end: &end,
        };
        let mut touched = false;
        let list = Pane::right("moves", LIST.0, LIST.1).frame(Frame::new().inner_margin(Margin {
            left: LIST_MARGIN,
            ..Margin::ZERO
        }));
        if ui.available_width() >= BOTH {
            list.show(ui, |ui| {
                touched |= self.moves.show(ui, &mut self.watching.player);
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
                self.effort.show(ui);
            });
            touched |= timeline(ui, &mut self.watching.player, keys);
        });
        if touched {
            cx.go(PLAN);
        }
    }
}
