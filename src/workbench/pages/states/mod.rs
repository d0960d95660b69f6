//! Graph of a level's states: grows during the search, which can be replayed; states can be selected.
//!
//! | file | contents |
//! |---|---|
//! | `mod` | the page |
//! | `job` | the background search |
//! | `controls` | toolbar: options and size of the search |
//! | `film` | playback of the search |
//! | `view`, `camera` | drawing of the graph, and its visible part |
//! | `side` | the selected state |
//! | `export` | the graph as a file |

mod camera;
mod controls;
mod export;
mod film;
mod job;
mod side;
mod view;

use std::sync::Arc;

use egui::{Context, Frame, Margin, RichText, Ui};

use crate::export::states::Along;
use crate::game::{Move, Position, Solver};
use crate::graph::{Beginning, Limits, Order};
use crate::kit::answer;
use crate::kit::theme::{self, space};
use crate::page::command::commands;
use crate::page::{CommandInfo, Cx, Notice, Page, Panel, Side, Tab};

use self::camera::Camera;
use self::controls::{InOrder, Wanted};
use self::film::Film;
use self::job::{Method, Search, Snapshot, StatesJob};
use self::side::Chosen;
use self::view::Shown;

commands! {
    Play {
        15 STATES "States mode" "Explore the graph of states and moves, and watch how solvers search it" [ctrl(Key::Num4)];
    }
}

/// The page.
#[derive(Default)]
pub struct StatesPage {
    job: Option<StatesJob>,
    snapshot: Option<Arc<Snapshot>>,
    /// Level and position that the graph belongs to.
    of: Option<Of>,
    problem: Option<String>,
    wanted: Wanted,
    camera: Camera,
    film: Film,
    chosen: Chosen,
    /// Moves that exported animations display.
    along: Along,
}

/// Level and position that a graph belongs to.
struct Of {
    revision: u64,
    /// Moves before the first state; empty for the states of a program's board.
    done: Vec<Move>,
    start: Box<dyn Position>,
}

impl Page for StatesPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        Some(Tab {
            title: "States",
            command: STATES,
        })
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.take_over(cx);
    }

    fn hear(&mut self, notice: &Notice, _cx: &mut Cx) {
        if matches!(notice, Notice::Left) {
            self.film.pause();
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.graph_pane(ui, cx);
    }

    fn side(&self, side: Side, _cx: &Cx) -> Panel {
        match side {
            Side::Left | Side::Right => Panel::Common,
            Side::Bottom => Panel::None,
        }
    }

    fn zoom(&mut self, factor: Option<f32>, _cx: &mut Cx) {
        match factor {
            Some(factor) => self.camera.zoom_about_middle(factor),
            None => self.camera.fits = true,
        }
    }

    fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    fn can_stop(&self) -> bool {
        self.job.is_some()
    }

    /// Stops the search; the graph found so far remains.
    fn stop(&mut self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }
}

impl StatesPage {
    /// Takes over snapshots, and drops the graph when the level has changed.
    fn take_over(&mut self, cx: &Cx) {
        let revision = cx.document.revision();
        if self.of.as_ref().is_some_and(|of| of.revision != revision) {
            self.job = None;
            self.of = None;
            self.forget_graph();
        }
        let Some(job) = &self.job else {
            return;
        };
        // Read first, because the last snapshot is available once the search has ended.
        let ended = job.ended();
        if let Some(snapshot) = job.take() {
            self.snapshot = Some(snapshot);
        }
        if let Some(result) = ended {
            self.job = None;
            self.problem = result.err();
        }
    }

    fn forget_graph(&mut self) {
        self.snapshot = None;
        self.film = Film::default();
        self.chosen.clear();
    }

    /// Starts a search of the level's states, along the plan if there is one.
    fn explore(&mut self, cx: &Cx) {
        let (done, plan) = match cx.document.current_plan() {
            Some(record) => (record.done.to_vec(), record.moves.to_vec()),
            None => (Vec::new(), Vec::new()),
        };
        let start = match Beginning::state(cx.document.level().as_ref(), &done) {
            Ok(start) => start,
            Err(error) => return self.problem = Some(error.to_string()),
        };
        let search = Search {
            level: cx.document.level().clone(),
            done: done.clone(),
            plan,
            limits: Limits {
                nodes: self.wanted.limit,
                timeless: !self.wanted.apart,
                ..Limits::default()
            },
            method: self.method(cx),
        };
        self.of = Some(Of {
            revision: cx.document.revision(),
            done: if cx.is_programmed() { Vec::new() } else { done },
            start,
        });
        self.problem = None;
        self.forget_graph();
        self.camera = Camera::default();
        self.job = Some(StatesJob::start(search, cx.wake.clone()));
    }

    fn method(&mut self, cx: &Cx) -> Method {
        match self.wanted.order {
            InOrder::Plain(order) => Method::Plain(order),
            InOrder::Solver(id) => {
                let Some(solver) = watchable(cx).find(|solver| solver.info().id == id) else {
                    // A level of another game has been opened.
                    self.wanted.order = InOrder::Plain(Order::default());
                    return Method::Plain(Order::default());
                };
                let options = cx.chosen_options(solver.info());
                Method::Solver(solver, options, cx.solver_budget())
            }
        }
    }

    fn graph_pane(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.of.is_none() && self.problem.is_none() {
            self.explore(cx);
        }
        if let Some(snapshot) = &self.snapshot {
            self.film.advance(ui, snapshot);
            self.chosen.walk(ui, snapshot);
        }
        bar(ui, |ui| self.controls(ui, cx));
        let Some(snapshot) = self.snapshot.clone() else {
            self.no_graph(ui);
            return;
        };
        bar(ui, |ui| {
            ui.horizontal(|ui| self.film.show(ui, &snapshot));
        });
        if let Some(of) = &self.of {
            self.chosen.show(ui, &snapshot, of, cx);
        }
        // Content that overflows the toolbars must not widen the canvas.
        let right = ui.max_rect().right();
        let mut room = ui.available_rect_before_wrap();
        room.max.x = room.max.x.min(right);
        let shown = Shown {
            snapshot: &snapshot,
            frame: self.film.frame,
            selected: self.chosen.state,
        };
        if let Some(id) = view::show(ui, room, &mut self.camera, &shown) {
            self.chosen.state = (self.chosen.state != Some(id)).then_some(id);
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
fn watchable(cx: &Cx) -> impl Iterator<Item = &'static dyn Solver> {
    let solvers = cx.solvers().iter().copied();
    solvers.filter(|solver| solver.tells_visits())
}

/// A toolbar above the graph.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::alone::{Alone, Show, click, says, settle};
    use crate::page::{Request, known};

    const RIVER: &str = include_str!("../../../../levels/gdl/02-wolf-goat-cabbage.kif");

    #[test]
    fn alone_it_explores_the_level_and_plays_from_a_state() {
        let mut harness = Alone::open(StatesPage::default(), RIVER, Show::Middle);
        settle(&mut harness);
        assert!(says(&harness, "15 states, 26 moves, 1 solved, 5 lost"));
        click(&mut harness, "State 14, depth 7, solved");
        click(&mut harness, "Play from here");
        let alone = harness.state();
        assert_eq!(alone.cx.document.moves().len(), 7);
        assert!(matches!(alone.requests[..], [Request::Go(known::PLAY)]));
    }

    #[test]
    fn the_graph_is_handed_over_to_be_exported() {
        let mut harness = Alone::open(StatesPage::default(), RIVER, Show::Middle);
        settle(&mut harness);
        click(&mut harness, "Export…");
        click(&mut harness, "Graphviz (DOT)");
        let Some(Request::Export(export)) = harness.state_mut().requests.pop() else {
            panic!("has an export");
        };
        assert_eq!(export.kind.1, "dot");
        let bytes = (export.work)(&Default::default()).expect("is written");
        assert!(bytes.starts_with(b"digraph"));
    }
}
