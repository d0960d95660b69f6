//! Background search for states, which publishes snapshots of the growing graph.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::game::{LevelRef, Move, SolveRequest, Solver, play, solve};
use crate::graph::{
    Analysis, ExploreLimits, ExploreStart, Explorer, GraphLayout, Recorder, SearchOrder,
    StateGraph, layout,
};
use crate::search::{self, Budget, CancelFlag, ProgressSink, Visit, VisitSink};
use crate::session::{Task, Wake, lock};

/// Time between two displayed states of the search.
const SNAPSHOT_INTERVAL: Duration = Duration::from_millis(120);

/// A graph, complete or growing, ready to be drawn.
pub(super) struct GraphSnapshot {
    pub(super) graph: StateGraph,
    pub(super) layout: GraphLayout,
    pub(super) facts: Analysis,
}

pub(super) struct StateSearch {
    pub(super) level: LevelRef,
    /// Moves before the first state.
    pub(super) done: Vec<Move>,
    /// A plan from there; may be empty.
    pub(super) plan: Vec<Move>,
    pub(super) limits: ExploreLimits,
    pub(super) method: SearchMethod,
}

pub(super) enum SearchMethod {
    /// In a fixed order.
    Plain(SearchOrder),
    /// By a solver, with these options and limits.
    Solver(&'static dyn Solver, BTreeMap<String, String>, Budget),
}

/// The newest snapshot. Older ones are not stored, as the page may not be polled for long.
type LatestSnapshot = Arc<Mutex<Option<Arc<GraphSnapshot>>>>;

/// A last snapshot follows when it is stopped.
pub(super) struct StatesJob {
    latest: LatestSnapshot,
    pub(super) task: Task<Result<(), String>>,
}

impl StatesJob {
    pub(super) fn start(search: StateSearch, wake: Wake) -> Self {
        let latest = LatestSnapshot::default();
        let publisher = Publisher {
            latest: latest.clone(),
            wake: wake.clone(),
            last_shown: Instant::now(),
            previous: None,
        };
        let work = move |stop: &CancelFlag| explore(search, stop, publisher);
        let task = Task::start("search for states", &wake, work);
        Self { latest, task }
    }

    /// Takes the newest snapshot, if not taken yet.
    pub(super) fn take_snapshot(&self) -> Option<Arc<GraphSnapshot>> {
        lock(&self.latest).take()
    }
}

fn explore(search: StateSearch, stop: &CancelFlag, mut publisher: Publisher) -> Result<(), String> {
    let (level, done, limits) = (search.level, search.done, search.limits);
    let (solver, options, budget) = match search.method {
        SearchMethod::Solver(solver, options, budget) => (solver, options, budget),
        SearchMethod::Plain(order) => {
            let start = ExploreStart::new(level.as_ref(), &done, &search.plan);
            let start = start.map_err(|error| error.to_string())?;
            let explorer = Explorer::with_plan(start, limits, order);
            let mut explorer = explorer.map_err(|error| error.to_string())?;
            while !stop.is_cancelled() && explorer.step().is_some() {
                if publisher.is_due() {
                    publisher.show(explorer.graph().clone());
                }
            }
            publisher.show(explorer.into_graph());
            return Ok(());
        }
    };
    let start = play(level.as_ref(), &done).map_err(|error| error.to_string())?;
    let watch = SolverWatch {
        recorder: Recorder::new(start, limits),
        publisher: Mutex::new(publisher),
    };
    let request = SolveRequest {
        done: &done,
        options,
        ..SolveRequest::new(level.as_ref())
    };
    let budget = budget.with_cancel(stop.clone());
    let report = solve(solver, &request, &budget, &watch).map_err(|error| error.to_string())?;
    let solution = report.outcome.solution();
    let plan = solution.map_or(&[][..], |solution| solution.plan.moves());
    let graph = watch.recorder.graph(plan);
    lock(&watch.publisher).show(graph);
    Ok(())
}

/// Publishes the growing graph.
struct Publisher {
    latest: LatestSnapshot,
    wake: Wake,
    last_shown: Instant,
    /// Layout of the last snapshot, from which the next one starts.
    previous: Option<GraphLayout>,
}

impl Publisher {
    fn is_due(&self) -> bool {
        self.last_shown.elapsed() >= SNAPSHOT_INTERVAL
    }

    fn show(&mut self, graph: StateGraph) {
        let layout = layout(&graph, self.previous.as_ref());
        self.previous = Some(layout.clone());
        let facts = Analysis::new(&graph);
        *lock(&self.latest) = Some(Arc::new(GraphSnapshot {
            graph,
            layout,
            facts,
        }));
        (self.wake)();
        self.last_shown = Instant::now();
    }
}

/// Publishes the graph while a solver visits states.
struct SolverWatch {
    recorder: Recorder,
    publisher: Mutex<Publisher>,
}

impl ProgressSink for SolverWatch {
    fn snapshot(&self, _: search::Snapshot) {}

    fn visits(&self) -> Option<&dyn VisitSink> {
        Some(self)
    }
}

impl VisitSink for SolverWatch {
    fn visit(&self, visit: Visit<'_>) {
        self.recorder.visit(visit);
        let mut publisher = lock(&self.publisher);
        if publisher.is_due() {
            publisher.show(self.recorder.graph(&[]));
        }
    }
}
