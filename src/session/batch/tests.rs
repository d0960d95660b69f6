use super::*;
use crate::game::{Plan, SolveError, SolverInfo};
use crate::games;
use crate::search::Progress;

fn options(time_ms: u64) -> BatchOptions {
    BatchOptions {
        time: Duration::from_millis(time_ms),
        memory: 1 << 30,
        optimal: false,
        threads: 2,
    }
}

fn quiet() -> Wake {
    Arc::new(|| {})
}

fn levels(count: usize) -> Vec<LevelRef> {
    let lights = games::by_id("lights-out").expect("is registered");
    (0..count)
        .map(|_| {
            lights
                .parse_text("lights-out\n\n.#.\n")
                .expect("is a level")
        })
        .collect()
}

fn finish(batch: &Batch) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while batch.is_running() {
        assert!(Instant::now() < deadline, "does not come to an end");
        thread::sleep(Duration::from_millis(5));
    }
}

struct Endless;

static ENDLESS: SolverInfo = SolverInfo {
    id: "endless",
    title: "Endless",
    good_for: "Nothing.",
    method: "",
    guarantee: "",
    cost_unit: "moves",
    reference: false,
    proves_unsolvable: false,
    proves_optimal: false,
    continues: false,
    counts: false,
    options: &[],
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
    let tasks = levels(8)
        .into_iter()
        .enumerate()
        .map(|(index, level)| BatchTask {
            level,
            // These would occupy both threads for a minute.
            solver: if index < 4 { &Endless } else { easy },
        });
    let mut batch = Batch::new(tasks.collect(), options(60_000), quiet());
    batch.start();
    let start = Instant::now();
    while batch.progress().solved < 4 {
        assert!(start.elapsed() < Duration::from_secs(120), "they wait");
        thread::sleep(Duration::from_millis(10));
    }
    batch.stop();
    finish(&batch);
    assert_eq!(batch.progress().done, 4, "the others are not given up");
}

#[test]
fn a_batch_resumes_where_it_was_stopped_and_ends_at_the_limit() {
    let tasks = levels(3).into_iter().map(|level| BatchTask {
        level,
        solver: &Endless,
    });
    let mut batch = Batch::new(tasks.collect(), options(300), quiet());
    batch.start();
    let runs = |state: &TaskState| matches!(state, TaskState::Running(_));
    let deadline = Instant::now() + Duration::from_secs(120);
    while !batch.states().iter().any(runs) {
        assert!(Instant::now() < deadline, "none begins");
        thread::sleep(Duration::from_millis(5));
    }
    batch.stop();
    finish(&batch);
    assert_eq!(batch.progress().done, 0);
    assert!(
        batch
            .states()
            .iter()
            .all(|state| matches!(state, TaskState::Waiting))
    );
    batch.start();
    finish(&batch);
    let progress = batch.progress();
    assert_eq!((progress.done, progress.solved), (3, 0));
    for state in batch.states() {
        let report = state.result().expect("is done").as_ref().expect("worked");
        assert!(out_of_time(report));
    }
}
