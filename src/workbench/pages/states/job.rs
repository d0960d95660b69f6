//! Background search for states, which publishes snapshots of the growing graph.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::game::{LevelRef, Move, SolveRequest, Solver, play, solve};
use crate::graph::{
    Analysis, Beginning, Explorer, Layout, Limits, Order, Recorder, StateGraph, layout,
};
use crate::search::{self, Budget, CancelFlag, ProgressSink, Visit, VisitSink};
use crate::session::{Task, Wake};

const EVERY: Duration = Duration::from_millis(120);

/// A graph, complete or growing, ready to be drawn.
pub(super) struct Snapshot {
    pub(super) graph: StateGraph,
    pub(super) layout: Layout,
    pub(super) facts: Analysis,
}

pub(super) struct Search {
    pub(super) level: LevelRef,
    /// Moves before the first state.
    pub(super) done: Vec<Move>,
    /// A plan from there; may be empty.
    pub(super) plan: Vec<Move>,
    pub(super) limits: Limits,
    pub(super) method: Method,
}

pub(super) enum Method {
    /// In a fixed order.
    Plain(Order),
    /// By a solver, with these options and limits.
    Solver(&'static dyn Solver, BTreeMap<String, String>, Budget),
}

pub(super) struct StatesJob {
    /// Only the newest snapshot is stored, as the page may not be polled for long.
    latest: Arc<Mutex<Option<Arc<Snapshot>>>>,
    task: Task<Result<(), String>>,
}

impl StatesJob {
    pub(super) fn start(search: Search, wake: Wake) -> Self {
        let latest = Arc::new(Mutex::new(None));
        let (show, waker) = (latest.clone(), wake.clone());
        let task = Task::start("search for states", &wake, move |stop| {
            look(search, stop, |snapshot| {
                *show.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(snapshot));
                waker();
            })
        });
        Self { latest, task }
    }

    /// Requests a stop; a last snapshot follows.
    pub(super) fn stop(&self) {
        self.task.stop();
    }

    /// Takes the newest snapshot, if not taken yet.
    pub(super) fn take(&self) -> Option<Arc<Snapshot>> {
        self.latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Result; `None` while it runs.
    pub(super) fn ended(&self) -> Option<Result<(), String>> {
        self.task.outcome()
    }
}

fn look(
    search: Search,
    stop: &CancelFlag,
    show: impl FnMut(Snapshot) + Send,
) -> Result<(), String> {
    let mut screen = Screen {
        show,
        shown: Instant::now(),
        before: None,
    };
    let Search {
        level,
        done,
        plan,
        limits,
        method,
    } = search;
    let (solver, options, budget) = match method {
        Method::Solver(solver, options, budget) => (solver, options, budget),
        Method::Plain(order) => {
            let beginning = Beginning::of(level.as_ref(), &done, &plan);
            let beginning = beginning.map_err(|error| error.to_string())?;
            let explorer = Explorer::along(beginning, limits, order);
            let mut explorer = explorer.map_err(|error| error.to_string())?;
            while !stop.is_cancelled() && explorer.step().is_some() {
                if screen.is_due() {
                    screen.show(explorer.graph().clone());
                }
            }
            screen.show(explorer.into_graph());
            return Ok(());
        }
    };
    let start = play(level.as_ref(), &done).map_err(|error| error.to_string())?;
    let watched = Watched {
        recorder: Recorder::new(start, limits),
        screen: Mutex::new(screen),
    };
    let request = SolveRequest {
        done: &done,
        options,
        ..SolveRequest::new(level.as_ref())
    };
    let budget = budget.with_cancel(stop.clone());
    let report = solve(solver, &request, &budget, &watched).map_err(|error| error.to_string())?;
    let solution = report.outcome.solution();
    let plan = solution.map_or(&[][..], |solution| solution.plan.moves());
    let graph = watched.recorder.graph(plan);
    let screen = watched.screen.into_inner();
    screen.unwrap_or_else(PoisonError::into_inner).show(graph);
    Ok(())
}

/// Publishes the growing graph.
struct Screen<F> {
    show: F,
    shown: Instant,
    before: Option<Layout>,
}

impl<F: FnMut(Snapshot)> Screen<F> {
    fn is_due(&self) -> bool {
        self.shown.elapsed() >= EVERY
    }

    fn show(&mut self, graph: StateGraph) {
        let layout = layout(&graph, self.before.as_ref());
        self.before = Some(layout.clone());
        let facts = Analysis::of(&graph);
        (self.show)(Snapshot {
            graph,
            layout,
            facts,
        });
        self.shown = Instant::now();
    }
}

/// Publishes the graph while a solver visits states.
struct Watched<F> {
    recorder: Recorder,
    screen: Mutex<Screen<F>>,
}

impl<F: FnMut(Snapshot) + Send> ProgressSink for Watched<F> {
    fn snapshot(&self, _: search::Snapshot) {}

    fn visits(&self) -> Option<&dyn VisitSink> {
        Some(self)
    }
}

impl<F: FnMut(Snapshot) + Send> VisitSink for Watched<F> {
    fn visit(&self, visit: Visit<'_>) {
        self.recorder.visit(visit);
        let mut screen = self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        if screen.is_due() {
            screen.show(self.recorder.graph(&[]));
        }
    }
}
