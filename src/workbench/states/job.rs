//! The search for states on a thread of its own, which shows what it has from time to time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError};

use crate::game::{LevelRef, Move, MoveError};
use crate::graph::{Analysis, Explorer, Layout, Limits, Order, StateGraph, layout};
use crate::search::CancelFlag;
use crate::session::{Wake, background};

/// From one picture to the next while it grows.
const EVERY: Duration = Duration::from_millis(120);

/// A graph as far as it is known, ready to be drawn.
pub struct Snapshot {
    /// States and moves.
    pub graph: StateGraph,
    /// Where they are drawn.
    pub layout: Layout,
    /// What they tell.
    pub facts: Analysis,
}

/// What is looked at.
pub struct Task {
    /// The level.
    pub level: LevelRef,
    /// Moves before the first state.
    pub done: Vec<Move>,
    /// A plan from there on; may be empty.
    pub plan: Vec<Move>,
    /// How much.
    pub limits: Limits,
    /// In which order.
    pub order: Order,
}

/// A search that goes on.
pub struct StatesJob {
    latest: Arc<Mutex<Option<Arc<Snapshot>>>>,
    end: Receiver<Result<(), MoveError>>,
    stop: CancelFlag,
}

impl Drop for StatesJob {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl StatesJob {
    /// Starts it.
    pub fn start(task: Task, wake: Wake) -> Self {
        let latest = Arc::new(Mutex::new(None));
        let stop = CancelFlag::default();
        let (show, told, waker) = (latest.clone(), stop.clone(), wake.clone());
        let end = background("states", wake, move || {
            explore(task, &told, |snapshot| {
                *show.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(snapshot));
                waker();
            })
        });
        Self { latest, end, stop }
    }

    /// Ends it; what is known stays.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// The newest picture, if there is one that was not taken yet.
    pub fn take(&self) -> Option<Arc<Snapshot>> {
        self.latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// How it ended; `None` while it goes on.
    pub fn ended(&self) -> Option<Result<(), String>> {
        match self.end.try_recv() {
            Ok(result) => Some(result.map_err(|error| error.to_string())),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err("the search for states broke off".to_owned()))
            }
        }
    }
}

fn explore(task: Task, stop: &CancelFlag, mut show: impl FnMut(Snapshot)) -> Result<(), MoveError> {
    let Task {
        level,
        done,
        plan,
        limits,
        order,
    } = task;
    let mut explorer = Explorer::with_plan(level, &done, &plan, limits, order)?;
    let mut before: Option<Layout> = None;
    let mut shown = Instant::now();
    loop {
        let goes_on = !stop.is_cancelled() && explorer.step().is_some();
        if goes_on && shown.elapsed() < EVERY {
            continue;
        }
        let graph = explorer.graph().clone();
        let layout = layout(&graph, before.as_ref());
        before = Some(layout.clone());
        let facts = Analysis::of(&graph);
        show(Snapshot {
            graph,
            layout,
            facts,
        });
        shown = Instant::now();
        if !goes_on {
            return Ok(());
        }
    }
}
