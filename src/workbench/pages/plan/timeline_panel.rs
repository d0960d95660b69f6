//! The plan as a timeline and as a list of steps.

use egui::{Label, Ui};

use super::PlanPage;
use super::commands::*;
use crate::board::{TimelineKeys, timeline};
use crate::kit::fields::pane_title;
use crate::kit::theme::space;
use crate::page::Cx;

impl PlanPage {
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
        if timeline(ui, &mut self.viewer.player, keys) {
            cx.show_tab(PLAN);
        }
    }

    /// The list of steps and the reason for the last one.
    pub(super) fn steps_panel(&mut self, ui: &mut Ui) {
        pane_title(ui, "Steps");
        self.effort.show(ui);
        ui.scope(|ui| self.moves.show(ui, &mut self.viewer.player));
        let player = &self.viewer.player;
        let last = player.progress().and_then(|(at, _)| at.checked_sub(1));
        if let Some(reason) = last.and_then(|last| player.reason(last)) {
            ui.add_space(space::SMALL);
            pane_title(ui, "Why");
            let text = format!("{}. {}", reason.technique, reason.text);
            ui.add(Label::new(text).wrap());
        }
    }
}
