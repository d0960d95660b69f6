//! The graph of a level's states: watched while it grows, searched step by step, looked into.

mod export;
mod job;
mod side;
mod view;

use std::sync::Arc;
use std::time::Duration;

use egui::{ComboBox, DragValue, Frame, Margin, RichText, Slider, Ui, WidgetInfo};

use crate::game::{Cost, Move};
use crate::graph::{Cut, Limits, NodeId, Order};

use self::export::{ExportJob, Taken};
use self::job::{Snapshot, StatesJob, Task};
use self::view::{Camera, Shown};
use super::answer;
use super::app::Workbench;
use super::board::Boards;
use super::theme::{self, space};

pub use self::export::GraphForm;

/// States that can be asked for at most: beyond that nothing can be made out.
const MOST: usize = 20_000;

/// States that are looked at if nobody says otherwise.
const FIRST: usize = 500;

/// From one frame of the search to the next when it is played.
const FRAME: Duration = Duration::from_millis(150);

/// What the view of the graph remembers.
pub struct States {
    job: Option<StatesJob>,
    snapshot: Option<Arc<Snapshot>>,
    /// What the graph is of: the level's revision, and the moves before its first state.
    of: Option<(u64, Vec<Move>)>,
    problem: Option<String>,
    limit: usize,
    order: Order,
    camera: Camera,
    board: Boards,
    selected: Option<NodeId>,
    /// The search as it stood after so many states; all of it if `None`.
    frame: Option<usize>,
    /// Seconds since the last frame while it is played.
    playing: Option<f32>,
    /// States that differ in a step counter only are shown apart.
    apart: bool,
    /// Animations show the plan, if there is one, rather than the search.
    along_plan: bool,
    /// What is to be written once its file has a name.
    taken: Option<Taken>,
    export: Option<ExportJob>,
}

impl Default for States {
    fn default() -> Self {
        Self {
            job: None,
            snapshot: None,
            of: None,
            problem: None,
            limit: FIRST,
            order: Order::default(),
            camera: Camera::default(),
            board: Boards::default(),
            selected: None,
            frame: None,
            playing: None,
            apart: false,
            along_plan: false,
            taken: None,
            export: None,
        }
    }
}

impl States {
    /// Whether a search goes on.
    pub fn is_busy(&self) -> bool {
        self.job.is_some() || self.export.is_some()
    }

    /// Ends the search; what is known stays.
    pub fn stop(&mut self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    /// Zooms the graph about its middle, or shows all of it.
    pub(super) fn zoom_by(&mut self, factor: Option<f32>) {
        match factor {
            Some(factor) => self.camera.zoom_about_middle(factor),
            None => self.camera.fits = true,
        }
    }

    /// Whether there are states that differ in a step counter only.
    fn has_counter(&self) -> bool {
        let merged = |one: &Arc<Snapshot>| one.graph.timeless;
        self.apart || self.snapshot.as_ref().is_some_and(merged)
    }

    /// Moves the film of the search on.
    fn play(&mut self, ui: &Ui) {
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
}

impl Workbench {
    /// Takes over what the search has found; forgets the graph of a level that has changed.
    pub(super) fn poll_states(&mut self) {
        self.poll_export();
        let revision = self.document.revision();
        if self
            .states
            .of
            .as_ref()
            .is_some_and(|(of, _)| *of != revision)
        {
            self.states.job = None;
            self.states.snapshot = None;
            self.states.of = None;
            self.states.selected = None;
            self.states.frame = None;
            self.states.playing = None;
        }
        let Some(job) = &self.states.job else {
            return;
        };
        // The end is asked for first: the last picture is there by then.
        let ended = job.ended();
        if let Some(snapshot) = job.take() {
            self.states.snapshot = Some(snapshot);
        }
        if let Some(result) = ended {
            self.states.job = None;
            self.states.problem = result.err();
        }
    }

    /// Begins to look at the states of the level, next to the plan if there is one.
    pub(super) fn explore_states(&mut self) {
        let (done, plan) = match self.document.current_plan() {
            Some(record) => (record.done.to_vec(), record.moves.to_vec()),
            None => (Vec::new(), Vec::new()),
        };
        let states = &mut self.states;
        let task = Task {
            level: self.document.level().clone(),
            done: done.clone(),
            plan,
            limits: Limits {
                nodes: states.limit,
                timeless: !states.apart,
                ..Limits::default()
            },
            order: states.order,
        };
        states.of = Some((self.document.revision(), done));
        states.snapshot = None;
        states.problem = None;
        states.selected = None;
        states.frame = None;
        states.playing = None;
        states.camera = Camera::default();
        states.job = Some(StatesJob::start(task, self.wake.clone()));
    }

    /// The middle of the window while the graph is shown.
    pub(super) fn states_pane(&mut self, ui: &mut Ui) {
        if self.states.of.is_none() && self.states.problem.is_none() {
            self.explore_states();
        }
        self.states.play(ui);
        bar(ui, |ui| self.states_controls(ui));
        let Some(snapshot) = self.states.snapshot.clone() else {
            self.states_empty(ui);
            return;
        };
        bar(ui, |ui| {
            ui.horizontal(|ui| self.film(ui, &snapshot));
        });
        if self.states.selected.is_some() {
            self.state_side(ui, &snapshot);
        }
        // What does not fit into the lines above must not make the canvas wider.
        let right = ui.max_rect().right();
        let mut room = ui.available_rect_before_wrap();
        room.max.x = room.max.x.min(right);
        let shown = Shown {
            snapshot: &snapshot,
            frame: self.states.frame,
            selected: self.states.selected,
        };
        if let Some(id) = view::show(ui, room, &mut self.states.camera, &shown) {
            self.states.selected = (self.states.selected != Some(id)).then_some(id);
        }
    }

    fn states_empty(&mut self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        ui.centered_and_justified(|ui| match &self.states.problem {
            Some(problem) => {
                ui.label(RichText::new(answer::sentence(problem)).color(colors.bad));
            }
            None => {
                ui.label("Looking at the first states…");
            }
        });
    }

    fn states_controls(&mut self, ui: &mut Ui) {
        if self.states.job.is_some() {
            if ui.button("Stop").clicked() {
                self.states.stop();
            }
            ui.spinner();
        } else if ui
            .button("Explore")
            .on_hover_text("Look at the states anew, next to the plan if there is one")
            .clicked()
        {
            self.explore_states();
        }
        ui.label("up to");
        let limit = ui.add(
            DragValue::new(&mut self.states.limit)
                .range(10..=MOST)
                .speed(20.0),
        );
        limit.on_hover_text("States that are looked at");
        ui.label("states,");
        let name = |order| match order {
            Order::BreadthFirst => "breadth first",
            Order::DepthFirst => "depth first",
        };
        ComboBox::from_id_salt("order of states")
            .selected_text(name(self.states.order))
            .show_ui(ui, |ui| {
                for order in [Order::BreadthFirst, Order::DepthFirst] {
                    ui.selectable_value(&mut self.states.order, order, name(order));
                }
            });
        if ui.button("Fit").on_hover_text("Show all of it").clicked() {
            self.states.camera.fits = true;
        }
        if self.states.has_counter() {
            let apart = ui.checkbox(&mut self.states.apart, "Step counter").on_hover_text(
                "Show states apart that differ in the step counter only. Without it the graph is \
                 that of the game without its step limit",
            );
            if apart.changed() {
                self.explore_states();
            }
        }
        self.export_menu(ui);
        let Some(snapshot) = &self.states.snapshot else {
            return;
        };
        let graph = &snapshot.graph;
        let lost = snapshot.facts.lost.iter().filter(|lost| **lost).count();
        let solved = graph.nodes.iter().filter(|node| node.solved).count();
        let number = |count: usize, unit| answer::cost(count as Cost, unit);
        let mut text = format!(
            "{}, {}, {solved} solved, {lost} lost",
            number(graph.nodes.len(), "states"),
            number(graph.edges.len(), "moves"),
        );
        match graph.cut {
            Some(Cut::Nodes) => text.push_str(", not all: raise the number of states"),
            Some(Cut::Moves) => text.push_str(", not all moves of every state"),
            None => {}
        }
        if graph.timeless {
            text.push_str(", without the step counter");
        }
        ui.label(RichText::new(text).color(theme::colors(ui).weak));
    }

    /// The search frame by frame.
    fn film(&mut self, ui: &mut Ui, snapshot: &Snapshot) {
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
            ui.label(format!("{frame} of {last} looked at"));
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

    /// The moves that lead from the level's start to a state of the graph.
    fn moves_to(&self, snapshot: &Snapshot, id: NodeId) -> Vec<Move> {
        let before = self.states.of.as_ref().map(|(_, done)| done.clone());
        let mut moves = before.unwrap_or_default();
        moves.extend(snapshot.graph.path(id));
        moves
    }
}

/// A line above the graph.
fn bar(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let colors = theme::colors(ui);
    Frame::new()
        .fill(colors.raised)
        .inner_margin(Margin::symmetric(space::PANEL, 5))
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = space::SMALL;
                ui.set_min_width(ui.available_width());
                add(ui);
            });
        });
}
