//! The graph of a level's states: watched while it grows, searched step by step, looked into.

mod export;
mod film;
mod job;
mod side;
mod view;

use std::sync::Arc;

use egui::{ComboBox, DragValue, Frame, Margin, RichText, Role, Ui, WidgetInfo};

use crate::export::states::Along;
use crate::game::{Cost, Move, Solver};
use crate::graph::{Cut, Limits, NodeId, Order};

use self::export::{ExportJob, Taken};
use self::job::{Looked, Snapshot, StatesJob, Task};
use self::view::{Camera, Shown};
use crate::board::Boards;
use crate::kit::answer;
use crate::kit::theme::{self, space};
use crate::shell::app::Workbench;

pub use self::export::GraphForm;

/// States that can be asked for at most: beyond that nothing can be made out.
const MOST: usize = 20_000;

/// States that are looked at if nobody says otherwise.
const FIRST: usize = 500;

/// In which order states are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InOrder {
    /// One that no solver has a part in.
    Plain(Order),
    /// That of the solver with this id.
    Solver(&'static str),
}

/// What the view of the graph remembers.
pub struct States {
    job: Option<StatesJob>,
    snapshot: Option<Arc<Snapshot>>,
    /// What the graph is of: the level's revision, and the moves before its first state.
    of: Option<(u64, Vec<Move>)>,
    problem: Option<String>,
    limit: usize,
    order: InOrder,
    camera: Camera,
    board: Boards,
    selected: Option<NodeId>,
    /// The search as it stood after so many states; all of it if `None`.
    frame: Option<usize>,
    /// Seconds since the last frame while it is played.
    playing: Option<f32>,
    /// States that differ in a step counter only are shown apart.
    apart: bool,
    /// Seconds since the last step of a walk along the best moves.
    walking: Option<f32>,
    /// What animations show.
    along: Along,
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
            order: InOrder::Plain(Order::default()),
            camera: Camera::default(),
            board: Boards::default(),
            selected: None,
            frame: None,
            playing: None,
            apart: false,
            walking: None,
            along: Along::default(),
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
    pub(crate) fn zoom_by(&mut self, factor: Option<f32>) {
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
}

impl Workbench {
    /// Takes over what the search has found; forgets the graph of a level that has changed.
    pub(crate) fn poll_states(&mut self) {
        self.poll_export();
        let revision = self.cx.document.revision();
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
            self.states.walking = None;
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
    pub(crate) fn explore_states(&mut self) {
        let (done, plan) = match self.cx.document.current_plan() {
            Some(record) => (record.done.to_vec(), record.moves.to_vec()),
            None => (Vec::new(), Vec::new()),
        };
        let order = self.looked();
        let states = &mut self.states;
        let task = Task {
            level: self.cx.document.level().clone(),
            done: done.clone(),
            plan,
            limits: Limits {
                nodes: states.limit,
                timeless: !states.apart,
                ..Limits::default()
            },
            order,
        };
        states.of = Some((self.cx.document.revision(), done));
        states.snapshot = None;
        states.problem = None;
        states.selected = None;
        states.frame = None;
        states.playing = None;
        states.walking = None;
        states.camera = Camera::default();
        states.job = Some(StatesJob::start(task, self.cx.wake.clone()));
    }

    /// The solvers that tell which states they visit.
    fn watchable(&self) -> impl Iterator<Item = &'static dyn Solver> {
        let game = self.cx.document.game();
        let solvers = game.map_or(&[][..], |game| game.solvers());
        solvers
            .iter()
            .copied()
            .filter(|solver| solver.tells_visits())
    }

    /// Who looks at the states, and in which order.
    fn looked(&mut self) -> Looked {
        match self.states.order {
            InOrder::Plain(order) => Looked::Plainly(order),
            InOrder::Solver(id) => {
                let solver = self.watchable().find(|solver| solver.info().id == id);
                let Some(solver) = solver else {
                    // Another game's level has been opened.
                    self.states.order = InOrder::Plain(Order::default());
                    return Looked::Plainly(Order::default());
                };
                let options = self.cx.chosen_options(solver.info());
                Looked::By(solver, options, self.cx.solver_budget())
            }
        }
    }

    /// Lets the person choose in which order states are looked at.
    fn order_picker(&mut self, ui: &mut Ui) {
        let plain = [
            (
                InOrder::Plain(Order::BreadthFirst),
                "breadth first".to_owned(),
            ),
            (InOrder::Plain(Order::DepthFirst), "depth first".to_owned()),
        ];
        let solvers = self.watchable().map(|solver| {
            let info = solver.info();
            let name = format!("as ‘{}’ looks at them", info.title);
            (InOrder::Solver(info.id), name)
        });
        let choices: Vec<_> = plain.into_iter().chain(solvers).collect();
        let chosen = choices
            .iter()
            .find(|(order, _)| *order == self.states.order);
        let name = chosen.map_or("breadth first", |(_, name)| name);
        let before = self.states.order;
        let combo = ComboBox::from_id_salt("order of states")
            .selected_text(name)
            .show_ui(ui, |ui| {
                for (order, name) in &choices {
                    ui.selectable_value(&mut self.states.order, *order, name);
                }
            });
        combo.response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::ComboBox, true, "Order of states");
            info.current_text_value = Some(name.to_owned());
            info
        });
        combo.response.on_hover_text("The order in which states are looked at. A solver has the options of its panel, and shows what it leaves out");
        if self.states.order != before {
            self.explore_states();
        }
    }

    /// The middle of the window while the graph is shown.
    pub(crate) fn states_pane(&mut self, ui: &mut Ui) {
        if self.states.of.is_none() && self.states.problem.is_none() {
            self.explore_states();
        }
        self.states.play(ui);
        self.states.walk(ui);
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
        self.order_picker(ui);
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
        if graph.beyond > 0 {
            text.push_str(&format!(
                ", {} more looked at",
                answer::number(graph.beyond)
            ));
        }
        if graph.timeless {
            text.push_str(", without the step counter");
        }
        ui.label(RichText::new(text).color(theme::colors(ui).weak));
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
