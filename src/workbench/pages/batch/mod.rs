//! Batch solving in the background: many levels, by one solver or by two for comparison.
//!
//! | file | contents |
//! |---|---|
//! | `window` | the window: options, progress, totals |
//! | `table` | its table, and the table's order |

mod table;
mod window;

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Context, Ui};

use self::table::Sorting;
use crate::catalogue::LibraryItem;
use crate::game::{LevelRef, Solver, optimal_solver};
use crate::games;
use crate::page::command::commands;
use crate::page::messages::Severity;
use crate::page::{CommandId, Cx, Page, Work};
use crate::session::library::LevelOrigin;
use crate::session::{Batch, BatchOptions, BatchTask, TaskState};

commands! {
    Solve {
        100 SOLVE_MANY "Solve many levels…" "Solve all levels shown in the library, in the background" [ctrl_shift(Key::F5)];
    }
}

const TITLE: &str = "Solve many levels";

#[derive(Default)]
pub struct BatchPage {
    open: bool,
    rows: Vec<BatchRow>,
    /// Id of the game, if all levels are of one.
    game: Option<String>,
    form: BatchForm,
    sorting: Sorting,
    /// The current run, also after it was stopped.
    run: Option<BatchRun>,
}

struct BatchForm {
    /// Ids of the solvers, if all levels are of one game; empty for the chosen one and for no second one.
    solvers: [String; 2],
    /// Time limit per level and solver, in seconds.
    seconds: u32,
    /// Continues until a plan is proved optimal.
    optimal: bool,
    /// Solves levels again that have earlier results.
    rerun: bool,
}

impl Default for BatchForm {
    fn default() -> Self {
        Self {
            solvers: Default::default(),
            seconds: 10,
            optimal: false,
            rerun: false,
        }
    }
}

impl Page for BatchPage {
    fn run(&mut self, _command: CommandId, _ctx: &Context, cx: &mut Cx) {
        self.open = true;
        // A running batch keeps its levels.
        if !self.is_running() {
            self.load_levels(cx);
        }
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        let Some(run) = &mut self.run else { return };
        let Some(saved) = run.saved else { return };
        // Read before the states, so that results arriving in between are taken over next time.
        let running = run.batch.is_running();
        let (states, tasks) = (run.batch.states(), run.batch.tasks());
        for ((state, task), &(row, column)) in states.into_iter().zip(tasks).zip(&run.cells) {
            let cell = &mut self.rows[row].cells[column];
            if let (Some(found), None) = (state.result(), cell.result()) {
                if found.cost.is_some() {
                    cx.catalogue.mark_solved(&task.level);
                }
                let results = &mut cx.catalogue.results;
                results.insert(&task.level, task.solver.info().id, found.clone());
            }
            *cell = state;
        }
        if !running || saved.elapsed() >= SAVE_EVERY {
            run.saved = running.then(Instant::now);
            cx.save_marks();
            cx.save_results();
        }
    }

    /// Closing the window does not stop running solvers.
    fn overlay(&mut self, ui: &Ui, cx: &mut Cx) -> bool {
        if self.open {
            self.show_batch(ui, cx);
        }
        self.open
    }

    /// Shows the progress while the window is closed.
    fn status(&mut self, ui: &mut Ui, _cx: &mut Cx) {
        let is_hidden = self.is_running() && !self.open;
        if let Some(run) = self.run.as_ref().filter(|_| is_hidden) {
            let progress = run.batch.progress();
            ui.separator();
            let (done, total) = (progress.done, progress.total);
            ui.label(format!("Solving many levels: {done} of {total}"));
        }
    }

    fn work(&self) -> Option<Work> {
        self.is_running().then_some(Work::Running)
    }
}

impl BatchPage {
    /// Takes the levels that the library displays.
    fn load_levels(&mut self, cx: &Cx) {
        let items = cx.catalogue.visible_items(&cx.settings.library);
        self.rows = items.into_iter().filter_map(BatchRow::from_item).collect();
        self.run = None;
        let mut ids = self.rows.iter().map(|row| row.level.game_id());
        let first = ids.next();
        let game = first.filter(|first| ids.all(|id| id == *first));
        if self.game.as_deref() != game {
            self.game = game.map(str::to_owned);
            self.form.solvers = Default::default();
        }
        self.load_results(cx);
    }

    /// Fills the table with earlier results.
    fn load_results(&mut self, cx: &Cx) {
        for index in 0..self.rows.len() {
            let solvers = self.solvers_of(index, cx);
            let row = &mut self.rows[index];
            for (cell, solver) in row.cells.iter_mut().zip(solvers) {
                let results = &cx.catalogue.results;
                let game = row.level.game_id();
                let known = solver.and_then(|it| results.get(game, row.content, it.info().id));
                *cell = known.map_or(TaskState::Waiting, |known| {
                    TaskState::Done(Arc::new(known.clone()))
                });
            }
        }
    }

    /// Returns the first and the second solver of a row. The second one exists only if all levels are of one game.
    fn solvers_of(&self, index: usize, cx: &Cx) -> [Option<&'static dyn Solver>; 2] {
        let id = self.rows[index].level.game_id();
        let solvers = games::by_id(id).map_or(&[][..], |game| game.solvers());
        let by_id = |name: &str| solvers.iter().copied().find(|it| it.info().id == name);
        let default = || {
            let chosen = cx.settings.solving.solvers.get(id).and_then(|id| by_id(id));
            let chosen = chosen.or(solvers.first().copied())?;
            let optimal = || optimal_solver(chosen, solvers);
            Some(if self.form.optimal { optimal() } else { chosen })
        };
        if self.game.is_none() {
            return [default(), None];
        }
        let [first, second] = &self.form.solvers;
        [by_id(first).or_else(default), by_id(second)]
    }
}

struct BatchRow {
    origin: LevelOrigin,
    title: String,
    level: LevelRef,
    /// Id of the level's content.
    content: u64,
    /// State of the first and the second solver; a result may be an earlier one.
    cells: [TaskState; 2],
}

impl BatchRow {
    /// A row for a library level; `None` if that cannot be read.
    fn from_item(item: &LibraryItem) -> Option<Self> {
        Some(Self {
            origin: item.entry.origin.clone(),
            title: item.title.clone(),
            level: item.entry.level.as_ref().ok()?.clone(),
            content: item.content?,
            cells: Default::default(),
        })
    }

    fn game(&self) -> &'static str {
        games::by_id(self.level.game_id()).map_or("", |game| game.info().title)
    }
}

/// Time between two saves of the results.
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
                entry.cells[column] = TaskState::Waiting;
                cells.push((row, column));
                let level = entry.level.clone();
                tasks.push(BatchTask { level, solver });
            }
        }
        if tasks.is_empty() {
            let text =
                "All results are already known. Tick “Solve again” to run the solvers again.";
            // The status bar is behind the dialog.
            return cx.messages.toast(Severity::Info, text);
        }
        let options = BatchOptions {
            time: Duration::from_secs(self.form.seconds.into()),
            memory: u64::from(cx.settings.solving.memory_mib) << 20,
            optimal: self.form.optimal,
            // One per core.
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
}
