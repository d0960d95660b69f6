//! What moves in the graph: the search frame by frame, and the walk along the best moves.

use std::time::Duration;

use egui::{Slider, Ui, WidgetInfo};

use super::States;
use super::job::Snapshot;
use crate::kit::theme::space;
use crate::shell::app::Workbench;

/// From one frame of the search to the next when it is played.
const FRAME: Duration = Duration::from_millis(150);

/// From one state of a walk to the next.
const STEP: Duration = Duration::from_millis(450);

impl States {
    /// Moves the film of the search on.
    pub(crate) fn play(&mut self, ui: &Ui) {
        let Some(since) = &mut self.playing else {
            return;
        };
        *since += ui.input(|input| input.stable_dt);
        let last = self
            .snapshot
            .as_ref()
            .map_or(0, |one| one.graph.expanded.len());
        // Long searches are shown in half a minute at most.
        let stride = last.div_ceil(200).max(1);
        if *since >= FRAME.as_secs_f32() {
            *since = 0.0;
            let next = self.frame.map_or(0, |frame| frame + stride);
            self.frame = (next < last).then_some(next);
            if self.frame.is_none() {
                self.playing = None;
            }
        }
        ui.ctx().request_repaint_after(FRAME / 3);
    }

    /// Goes on along the best moves from the selected state.
    pub(crate) fn walk(&mut self, ui: &Ui) {
        let Some(since) = &mut self.walking else {
            return;
        };
        *since += ui.input(|input| input.stable_dt);
        if *since >= STEP.as_secs_f32() {
            *since = 0.0;
            match self.best_move() {
                Some(to) => self.selected = Some(to),
                None => self.walking = None,
            }
        }
        ui.ctx().request_repaint_after(STEP / 3);
    }

    /// Where the best move from the selected state leads.
    pub(crate) fn best_move(&self) -> Option<usize> {
        let snapshot = self.snapshot.as_ref()?;
        let best = snapshot.facts.values.best.get(self.selected?)?;
        Some(snapshot.graph.edges[(*best)?].to)
    }
}

impl Workbench {
    /// The search frame by frame.
    pub(crate) fn film(&mut self, ui: &mut Ui, snapshot: &Snapshot) {
        let last = snapshot.graph.expanded.len();
        let states = &mut self.states;
        let mut frame = states.frame.unwrap_or(last);
        let before = frame;
        let playing = states.playing.is_some();
        if ui
            .button(if playing { "Pause" } else { "Play the search" })
            .on_hover_text("Watch the states as they were found")
            .clicked()
        {
            states.playing = (!playing).then_some(0.0);
            if !playing && frame == last {
                states.frame = Some(0);
            }
        } else {
            if ui
                .add_enabled(frame > 0, egui::Button::new("−"))
                .on_hover_text("One state back")
                .clicked()
            {
                frame = frame.saturating_sub(1);
            }
            if ui
                .add_enabled(frame < last, egui::Button::new("+"))
                .on_hover_text("One state on")
                .clicked()
            {
                frame += 1;
            }
            let (waiting, left_out) = snapshot.graph.waiting_and_left_out(frame);
            ui.label(format!("{frame} of {last} looked at, {waiting} waiting, {left_out} left out"))
                .on_hover_text("Looked at: filled. Waiting, the frontier: with a ring around. Left out: crossed out");
            ui.spacing_mut().slider_width = (ui.available_width() - space::LARGE).max(60.0);
            let slider = ui.add(
                Slider::new(&mut frame, 0..=last)
                    .show_value(false)
                    .trailing_fill(true),
            );
            slider.widget_info(|| WidgetInfo::slider(true, frame as f64, "Step of the search"));
            if frame != before {
                states.playing = None;
                states.frame = (frame < last).then_some(frame);
            }
        }
    }
}
