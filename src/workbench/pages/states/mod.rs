//! Graph of a level's states: grows during the search, which can be replayed; states can be selected.
//!
//! | file | contents |
//! |---|---|
//! | `job` | the background search |
//! | `controls` | toolbar: options and size of the search, its playback, the graph as a file |
//! | `view` | drawing of the graph, and its visible part |
//! | `side` | the selected state |

mod controls;
mod job;
mod side;
mod view;

use std::sync::Arc;

use egui::{Context, RichText, Ui};

use crate::export::states::GraphSequence;
use crate::game::{Move, Position, Solver};
use crate::graph::{ExploreLimits, ExploreStart, SearchOrder};
use crate::kit::fields::{panel_frame, toolbar};
use crate::kit::{answer, theme};
use crate::page::command::commands;
use crate::page::{Cx, Dock, Notice, Page, PageLayout, Panel, Work};

use self::controls::{ExploreOptions, SearchPlayback, StateOrder};
use self::job::{GraphSnapshot, SearchMethod, StateSearch, StatesJob};
use self::side::StateSelection;
use self::view::GraphCamera;

commands! {
    Play {
        15 STATES "States mode" "Explore the graph of states and moves, and watch how solvers search it" [ctrl(Key::Num4)];
    }
}

#[derive(Default)]
pub struct StatesPage {
    job: Option<StatesJob>,
    snapshot: Option<Arc<GraphSnapshot>>,
    /// Level and position that the graph belongs to.
    origin: Option<GraphOrigin>,
    /// Why the graph could not be computed.
    problem: Option<String>,
    options: ExploreOptions,
    camera: GraphCamera,
    playback: SearchPlayback,
    selection: StateSelection,
    /// Moves that exported animations display.
    along: GraphSequence,
}

/// Level and position that a graph belongs to.
struct GraphOrigin {
    revision: u64,
    /// Moves before the first state; empty for the states of a program's board.
    done: Vec<Move>,
    start: Box<dyn Position>,
}

impl Page for StatesPage {
    fn layout(&self, _cx: &Cx) -> PageLayout {
        PageLayout::tab("States", STATES).with_panel(Dock::Bottom, Panel::None)
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        let revision = cx.document.revision();
        let origin = self.origin.as_ref();
        if origin.is_some_and(|origin| origin.revision != revision) {
            self.job = None;
            self.origin = None;
            self.clear_graph();
        }
        let Some(job) = &self.job else { return };
        // Read first, because the last snapshot is available once the search has ended.
        let ended = job.task.outcome();
        if let Some(snapshot) = job.take_snapshot() {
            self.snapshot = Some(snapshot);
        }
        if let Some(result) = ended {
            self.job = None;
            self.problem = result.err();
        }
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        match notice {
            Notice::TabChanged => self.playback.playing = None,
            Notice::Zoom(Some(factor)) => self.camera.zoom_by(*factor),
            Notice::Zoom(None) => self.camera.auto_fit = true,
            Notice::Stop => self.stop(),
            _ => {}
        }
    }

    fn ui(&mut self, _dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        if self.origin.is_none() && self.problem.is_none() {
            self.explore(cx);
        }
        if let Some(snapshot) = &self.snapshot {
            self.playback.advance(ui, snapshot);
        }
        toolbar(ui, |ui| self.controls(ui, cx));
        let Some(snapshot) = self.snapshot.clone() else {
            self.no_graph(ui);
            return;
        };
        let playback = egui::Panel::bottom("playback of the search").frame(panel_frame(ui));
        playback.show(ui, |ui| {
            ui.horizontal(|ui| self.playback.show(ui, &snapshot))
        });
        if let Some(origin) = &self.origin {
            self.selection.show(ui, &snapshot, origin, cx);
        }
        // Content that overflows the toolbars must not widen the canvas.
        let right = ui.max_rect().right();
        let mut area = ui.available_rect_before_wrap();
        area.max.x = area.max.x.min(right);
        let shown = (self.playback.frame, self.selection.state);
        if let Some(id) = view::show(ui, area, &mut self.camera, &snapshot, shown) {
            self.selection.state = (self.selection.state != Some(id)).then_some(id);
        }
    }

    fn work(&self) -> Option<Work> {
        self.job.is_some().then_some(Work::Stoppable)
    }
}

impl StatesPage {
    /// Stops the search; the graph found so far remains.
    fn stop(&self) {
        if let Some(job) = &self.job {
            job.task.stop();
        }
    }

    fn clear_graph(&mut self) {
        self.snapshot = None;
        self.playback = SearchPlayback::default();
        self.selection.state = None;
    }

    /// Starts a search of the level's states, along the plan if there is one.
    fn explore(&mut self, cx: &Cx) {
        if let Some(text) = cx.unplayable_text() {
            return self.problem = Some(text);
        }
        let (done, plan) = match cx.document.current_plan() {
            Some(record) => (record.done.to_vec(), record.moves.to_vec()),
            None => (Vec::new(), Vec::new()),
        };
        let start = match ExploreStart::state(cx.document.level().as_ref(), &done) {
            Ok(start) => start,
            Err(error) => return self.problem = Some(error.to_string()),
        };
        let search = StateSearch {
            level: cx.document.level().clone(),
            done: done.clone(),
            plan,
            limits: ExploreLimits {
                nodes: self.options.limit,
                timeless: !self.options.by_counter,
                ..ExploreLimits::default()
            },
            method: self.method(cx),
        };
        self.origin = Some(GraphOrigin {
            revision: cx.document.revision(),
            done: if cx.is_programmed() { Vec::new() } else { done },
            start,
        });
        self.problem = None;
        self.clear_graph();
        self.camera = GraphCamera::default();
        self.job = Some(StatesJob::start(search, cx.wake.clone()));
    }

    fn method(&self, cx: &Cx) -> SearchMethod {
        let id = match self.options.order {
            StateOrder::Plain(order) => return SearchMethod::Plain(order),
            StateOrder::Solver(id) => id,
        };
        match watchable_solvers(cx).find(|solver| solver.info().id == id) {
            Some(solver) => {
                SearchMethod::Solver(solver, cx.chosen_options(solver.info()), cx.solver_budget())
            }
            // A level of another game has been opened.
            None => SearchMethod::Plain(SearchOrder::default()),
        }
    }

    fn no_graph(&self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        ui.centered_and_justified(|ui| match &self.problem {
            Some(problem) => {
                ui.label(RichText::new(answer::sentence(problem)).color(colors.bad));
            }
            None => {
                ui.label("Exploring states and moves…");
            }
        });
    }
}

/// Solvers that report the states they visit.
fn watchable_solvers(cx: &Cx) -> impl Iterator<Item = &'static dyn Solver> {
    let solvers = cx.solvers().iter().copied();
    solvers.filter(|solver| solver.info().reports_visits)
}
