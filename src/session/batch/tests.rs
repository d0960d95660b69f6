use super::*;
use crate::game::{Plan, SolveError, SolverInfo};
use crate::games;
use crate::search::Progress;
use crate::task::no_wake;

fn options(time_ms: u64) -> BatchOptions {
    BatchOptions {
        time: Duration::from_millis(time_ms),
        memory: 1 << 30,
        optimal: false,
        threads: 2,
    }
}

fn levels(count: usize) -> Vec<LevelRef> {
    let lights = games::by_id("lights-out").expect("is registered");
    let level = lights.parse_text("lights-out\n\n.#.\n");
    vec![level.expect("is a level"); count]
}

fn wait_until(condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !condition() {
        assert!(Instant::now() < deadline, "takes too long");
        thread::sleep(Duration::from_millis(5));
    }
}

struct Endless;

static ENDLESS: SolverInfo = SolverInfo {
    id: "endless",
    title: "Endless",
    ..SolverInfo::EXACT
};

impl Solver for Endless {
    fn info(&self) -> &'static SolverInfo {
        &ENDLESS
    }

    fn run(
        &self,
        _request: &SolveRequest<'_>,
        budget: &Budget,
        _progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        loop {
            if let Err(stop) = budget.check() {
                return Ok(stop.outcome(None, None));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn easy_levels_do_not_wait_for_hard_ones() {
    let easy = games::by_id("lights-out").expect("is registered").solvers()[0];
    let levels = levels(8).into_iter().enumerate();
    let tasks = levels.map(|(index, level)| BatchTask {
        level,
        // These would occupy both threads for a minute.
        solver: if index < 4 { &Endless } else { easy },
    });
    let mut batch = Batch::new(tasks.collect(), options(60_000), no_wake());
    batch.start();
    wait_until(|| batch.progress().solved == 4);
    batch.stop();
    wait_until(|| !batch.is_running());
    assert_eq!(batch.progress().done, 4, "the others are not given up");
}

#[test]
fn a_batch_resumes_where_it_was_stopped_and_ends_at_the_limit() {
    let tasks = levels(3).into_iter().map(|level| BatchTask {
        level,
        solver: &Endless,
    });
    let mut batch = Batch::new(tasks.collect(), options(300), no_wake());
    batch.start();
    let runs = |state: &TaskState| matches!(state, TaskState::Running(_));
    wait_until(|| batch.states().iter().any(runs));
    batch.stop();
    wait_until(|| !batch.is_running());
    assert_eq!(batch.progress().done, 0);
    let waits = |state: &TaskState| matches!(state, TaskState::Waiting);
    assert!(batch.states().iter().all(waits));
    batch.start();
    wait_until(|| !batch.is_running());
    let progress = batch.progress();
    assert_eq!((progress.done, progress.solved), (3, 0));
    for state in batch.states() {
        let report = state.result().expect("is done").as_ref().expect("worked");
        assert!(out_of_time(report));
    }
}
