//! Running solvers and their results.

use std::time::{Duration, Instant};

use crate::page::Cx;
use crate::session::results::SolverResult;
use crate::session::{Batch, BatchOptions, BatchTask, TaskState};

use super::{BatchPage, SolverState};

const SAVE_EVERY: Duration = Duration::from_secs(5);

pub(super) struct BatchRun {
    pub(super) batch: Batch,
    /// Row and column for the result of each task.
    cells: Vec<(usize, usize)>,
    /// Time of the last save; `None` once all results are saved.
    saved: Option<Instant>,
}

impl BatchRun {
    /// Starts or resumes the solvers.
    pub(super) fn start(&mut self) {
        self.batch.start();
        self.saved = Some(Instant::now());
    }
}

impl BatchPage {
    pub(super) fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.batch.is_running())
    }

    /// Starts a run for all missing results.
    pub(super) fn start(&mut self, cx: &mut Cx) {
        let (mut tasks, mut cells) = (Vec::new(), Vec::new());
        for row in 0..self.rows.len() {
            let solvers = self.solvers_of(row, cx);
            let (rerun, optimal) = (self.form.rerun, self.form.optimal);
            let entry = &mut self.rows[row];
            for (column, solver) in solvers.into_iter().enumerate() {
                let Some(solver) = solver else { continue };
                let optimal = optimal && solver.info().proves_optimal;
                let known = entry.cells[column].result();
                if !rerun && known.is_some_and(|found| found.is_final(optimal)) {
                    continue;
                }
                entry.cells[column] = SolverState::Pending;
                cells.push((row, column));
                let level = entry.level.clone();
                tasks.push(BatchTask { level, solver });
            }
        }
        if tasks.is_empty() {
            let text =
                "All results are already known. Tick “Solve again” to run the solvers again.";
            return cx.messages.status(text);
        }
        let options = BatchOptions {
            time: Duration::from_secs(self.form.seconds.into()),
            memory: u64::from(cx.settings.solving.memory_mib) << 20,
            optimal: self.form.optimal,
            threads: 0,
        };
        let mut run = BatchRun {
            batch: Batch::new(tasks, options, cx.wake.clone()),
            cells,
            saved: None,
        };
        run.start();
        self.run = Some(run);
    }

    /// Takes over new results.
    pub(super) fn poll_run(&mut self, cx: &mut Cx) {
        let Some(run) = &mut self.run else { return };
        let Some(saved) = run.saved else { return };
        // Read before the states, so that results arriving in between are taken over next time.
        let running = run.batch.is_running();
        let (states, tasks) = (run.batch.states(), run.batch.tasks());
        for ((state, task), &(row, column)) in states.iter().zip(tasks).zip(&run.cells) {
            let cell = &mut self.rows[row].cells[column];
            match state {
                TaskState::Waiting => *cell = SolverState::Pending,
                TaskState::Running(since) => *cell = SolverState::Running(*since),
                TaskState::Done(_) if matches!(cell, SolverState::Current(_)) => {}
                TaskState::Done(result) => {
                    let found = SolverResult::new(result);
                    *cell = SolverState::Current(found.clone());
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
            cx.save_marks();
            cx.save_results();
        }
    }
}
