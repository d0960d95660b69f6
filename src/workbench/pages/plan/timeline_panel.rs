//! The plan along the time, and its moves as a list.

use egui::{Frame, Margin, Ui};

use super::PlanPage;
use super::commands::*;
use crate::board::{TimelineKeys, timeline};
use crate::kit::fields::pane_title;
use crate::kit::pane::Pane;
use crate::page::Cx;

/// Smallest and largest width of the list of moves, in points.
const LIST: (f32, f32) = (180.0, 460.0);

/// Width that the controls need, in points.
const CONTROLS: f32 = 330.0;

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
        let room = ui.available_width() - CONTROLS;
        let both = room >= LIST.0;
        if both {
            let list = Pane::right("moves", 280.0, LIST.0..=room.min(LIST.1));
            let frame = Frame::new().inner_margin(Margin {
                left: LIST_MARGIN,
                ..Margin::ZERO
            });
            list.frame(frame).show(ui, |ui| {
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
                if !both {
                    ui.toggle_value(&mut self.lists, "Moves");
                }
                self.effort.show(ui);
            });
            if self.lists && !both {
                touched |= self.moves.show(ui, &mut self.watching.player);
            } else {
                touched |= timeline(ui, &mut self.watching.player, keys);
            }
        });
        if touched {
            cx.go(PLAN);
        }
    }
}
