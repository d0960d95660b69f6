//! The plan along the time, and its moves as a list.

use egui::{ScrollArea, Slider, Ui};

use super::app::{Workbench, pane_title};
use super::commands::Command;
use super::focus::Pane;
use super::theme::space;

impl Workbench {
    /// The bottom pane.
    pub(super) fn timeline_pane(&mut self, ui: &mut Ui) {
        self.panes.mark(ui, Pane::Timeline);
        // The pane keeps its height when there is little in it.
        ui.set_min_height(ui.available_height());
        pane_title(ui, "Timeline");
        let Some(playback) = self.center.playback() else {
            ui.weak("Solve the level, and its plan is shown here step by step.");
            return;
        };
        let len = playback.len();
        let mut at = playback.at();
        ui.horizontal(|ui| {
            for command in [
                Command::PlanStart,
                Command::StepBack,
                Command::StepForward,
                Command::PlanEnd,
            ] {
                self.command_button(ui, command);
            }
            ui.spacing_mut().slider_width = ui.available_width() - 80.0;
            let slider = ui.add(Slider::new(&mut at, 0..=len));
            slider.widget_info(|| egui::WidgetInfo::slider(true, at as f64, "Step"));
        });
        if let Some(playback) = self.center.playback()
            && playback.at() != at
        {
            playback.seek(at);
        }
        ui.add_space(space::TIGHT);
        let Some(playback) = self.center.playback() else {
            return;
        };
        let mut seek = None;
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show_rows(ui, 24.0, len, |ui, rows| {
                for index in rows {
                    let text = playback
                        .describe(index)
                        .map_or(String::new(), |step| step.text);
                    let now = playback.at() == index + 1;
                    if ui
                        .selectable_label(now, format!("{}  {text}", index + 1))
                        .clicked()
                    {
                        seek = Some(index + 1);
                    }
                }
            });
        if let Some(at) = seek {
            playback.seek(at);
        }
    }
}
