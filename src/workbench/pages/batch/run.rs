//! Running solvers and their results.

use std::time::{Duration, Instant};

use crate::page::Cx;
use crate::session::results::Found;
use crate::session::{Batch, BatchOptions, BatchTask, TaskState};

use super::{BatchPage, Cell};

const SAVE_EVERY: Duration = Duration::from_secs(5);

/// A batch, with the table cell of each task.
pub(super) struct Run {
    pub(super) batch: Batch,
    /// One for each task of the batch.
    places: Vec<Place>,
    /// Time of the last save; `None` once all results are saved.
    saved: Option<Instant>,
}

/// Table cell for the result of a task.
struct Place {
    row: usize,
    column: usize,
    /// The result was taken over.
    taken: bool,
}

impl Run {
    /// Starts or resumes the solvers.
    pub(super) fn start(&mut self) {
        self.batch.go_on();
        self.saved = Some(Instant::now());
    }
}

impl BatchPage {
    pub(super) fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.batch.is_running())
    }

    /// Starts a run for all missing results.
    pub(super) fn start(&mut self, cx: &mut Cx) {
        let (mut tasks, mut places) = (Vec::new(), Vec::new());
        for row in 0..self.rows.len() {
            let solvers = self.solvers_of(row, cx);
            let (again, optimal) = (self.wanted.again, self.wanted.optimal);
            let of_row = &mut self.rows[row];
            for (column, solver) in solvers.into_iter().enumerate() {
                let Some(solver) = solver else { continue };
                let optimal = optimal && solver.info().proves_optimal;
                let known = of_row.cells[column].found();
                if !again && known.is_some_and(|found| found.is_final(optimal)) {
                    continue;
                }
                of_row.cells[column] = Cell::Open;
                places.push(Place {
                    row,
                    column,
                    taken: false,
                });
                let level = of_row.level.clone();
                tasks.push(BatchTask { level, solver });
            }
        }
        if tasks.is_empty() {
            let text =
                "All results are already known. Tick “Solve again” to run the solvers again.";
            return cx.messages.status(text);
        }
        let options = BatchOptions {
            time: Duration::from_secs(self.wanted.seconds.into()),
            memory: u64::from(cx.settings.solving.memory_mib) << 20,
            optimal: self.wanted.optimal,
            threads: 0,
        };
        let mut run = Run {
            batch: Batch::new(tasks, options, cx.wake.clone()),
            places,
            saved: None,
        };
        run.start();
        self.run = Some(run);
    }

    /// Takes over new results.
    pub(super) fn poll_run(&mut self, cx: &mut Cx) {
        let Some(run) = &mut self.run else {
            return;
        };
        let Some(saved) = run.saved else {
            return;
        };
        // Read before the states, so that results arriving in between are taken over next time.
        let running = run.batch.is_running();
        let (states, tasks) = (run.batch.states(), run.batch.tasks());
        for ((state, task), place) in states.iter().zip(tasks).zip(&mut run.places) {
            let cell = &mut self.rows[place.row].cells[place.column];
            match state {
                TaskState::Waiting => *cell = Cell::Open,
                TaskState::Running(since) => *cell = Cell::Running(*since),
                TaskState::Done(_) if place.taken => {}
                TaskState::Done(result) => {
                    let found = Found::of(result);
                    *cell = Cell::Now(found.clone());
                    place.taken = true;
                    if found.cost.is_some() {
                        cx.catalogue.mark_solved(&task.level);
                    }
                    let results = cx.catalogue.results_mut();
                    results.insert(&task.level, task.solver.info().id, found);
                }
            }
        }
        if !running || saved.elapsed() >= SAVE_EVERY {
            run.saved = running.then(Instant::now);
            save(cx);
        }
    }
}

fn save(cx: &mut Cx) {
    cx.save_marks();
    cx.save_results();
}
