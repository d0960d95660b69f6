//! Playback of the search.

use std::time::Duration;

use egui::{Label, Role, Slider, Ui, WidgetInfo};

use super::job::GraphSnapshot;
use crate::kit::answer;
use crate::kit::fields::{enabled_button, set_name, tip_button};

const FRAME_TIME: Duration = Duration::from_millis(150);

/// Most frames of a playback: half a minute.
const MAX_FRAMES: usize = 200;

/// Least width in points at which the counts of frontier and pruned states are displayed.
const FULL_TEXT: f32 = 520.0;

#[derive(Default)]
pub(super) struct SearchPlayback {
    /// Number of explored states displayed; `None` for all.
    pub(super) frame: Option<usize>,
    /// Seconds since the last frame while playing.
    playing: Option<f32>,
}

impl SearchPlayback {
    pub(super) fn advance(&mut self, ui: &Ui, snapshot: &GraphSnapshot) {
        let Some(since) = &mut self.playing else {
            return;
        };
        *since += ui.input(|input| input.stable_dt);
        let last = snapshot.graph.expanded.len();
        let stride = last.div_ceil(MAX_FRAMES).max(1);
        if *since >= FRAME_TIME.as_secs_f32() {
            *since = 0.0;
            let next = self.frame.map_or(0, |frame| frame + stride);
            self.frame = (next < last).then_some(next);
            if self.frame.is_none() {
                self.playing = None;
            }
        }
        ui.ctx().request_repaint_after(FRAME_TIME / 3);
    }

    pub(super) fn pause(&mut self) {
        self.playing = None;
    }

    pub(super) fn show(&mut self, ui: &mut Ui, snapshot: &GraphSnapshot) {
        let last = snapshot.graph.expanded.len();
        let before = self.frame.unwrap_or(last);
        let mut frame = before;
        let playing = self.playing.is_some();
        let play = if playing { "Pause" } else { "Play the search" };
        let tip = "Watch the states in the order in which they were found";
        if tip_button(ui, play, tip) {
            self.playing = (!playing).then_some(0.0);
            if !playing && frame == last {
                self.frame = Some(0);
            }
            return;
        }
        if enabled_button(ui, frame > 0, "−", "Previous state") {
            frame = frame.saturating_sub(1);
        }
        if enabled_button(ui, frame < last, "+", "Next state") {
            frame += 1;
        }
        let (frontier, pruned) = snapshot.graph.frontier_and_pruned(frame);
        let [shown, all, frontier, pruned] = [frame, last, frontier, pruned].map(answer::number);
        let short = format!("{shown} of {all}");
        let text = format!("{short} explored, {frontier} in the frontier, {pruned} pruned");
        let is_narrow = ui.available_width() < FULL_TEXT;
        ui.spacing_mut().slider_width = (0.4 * ui.available_width()).max(60.0);
        let slider = Slider::new(&mut frame, 0..=last).show_value(false);
        let slider = ui.add(slider.trailing_fill(true));
        slider.widget_info(|| WidgetInfo::slider(true, frame as f64, "Step of the search"));
        let hint = format!("{text}.\nExplored: filled. Frontier: ringed. Pruned: crossed out");
        let counts = ui.add(Label::new(if is_narrow { &short } else { &text }).truncate());
        set_name(&counts, Role::Label, &text);
        counts.on_hover_text(hint);
        if frame != before {
            self.playing = None;
            self.frame = (frame < last).then_some(frame);
        }
    }
}
