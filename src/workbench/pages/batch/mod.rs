//! Many levels solved in the background, in a window that lies beside the board: a bar, a table,
//! one solver or two of them against each other.

mod summary;
mod table;

use std::time::{Duration, Instant};

use egui::{Checkbox, ComboBox, DragValue, ProgressBar, Ui};

use crate::game::{LevelRef, Solver};
use crate::games;
use crate::session::library::Origin;
use crate::session::results::{Found, Line, Totals, csv};
use crate::session::{self, Batch, BatchOptions, BatchTask, TaskState};

use crate::kit::answer;
use crate::kit::theme::space;
use crate::pages::export::Export;
use crate::shell::app::Workbench;
use crate::shell::dialogs::Beside;

/// A level of the batch.
struct Row {
    origin: Origin,
    title: String,
    level: LevelRef,
    content: u64,
    /// What each solver found, earlier or now.
    cells: [Cell; 2],
}

/// What is known of a solver on a level.
#[derive(Clone, Default)]
enum Cell {
    /// Nothing yet.
    #[default]
    Open,
    /// From an earlier run.
    Earlier(Found),
    /// A solver works on it.
    Running(Instant),
    /// From this run.
    Now(Found),
}

impl Cell {
    fn found(&self) -> Option<&Found> {
        match self {
            Self::Earlier(found) | Self::Now(found) => Some(found),
            Self::Open | Self::Running(_) => None,
        }
    }
}

/// The window and what goes on in it.
pub struct Many {
    open: bool,
    rows: Vec<Row>,
    /// Id of the game if all levels are of one.
    game: Option<String>,
    /// Ids of the solvers, where all levels are of one game; empty for its chosen one, and for none
    /// in the second place.
    solvers: [String; 2],
    seconds: u32,
    optimal: bool,
    again: bool,
    batch: Option<Batch>,
    /// The row and the column of each task of the batch.
    places: Vec<(usize, usize)>,
    /// Tasks whose results were taken over.
    taken: Vec<bool>,
    kept: Option<Instant>,
}

impl Default for Many {
    fn default() -> Self {
        Self {
            open: false,
            rows: Vec::new(),
            game: None,
            solvers: Default::default(),
            seconds: 10,
            optimal: false,
            again: false,
            batch: None,
            places: Vec::new(),
            taken: Vec::new(),
            kept: None,
        }
    }
}

/// Results are written to the disk after this time, and at the end.
const KEEP_EVERY: Duration = Duration::from_secs(5);

impl Many {
    /// Whether solvers are at work.
    pub fn is_busy(&self) -> bool {
        self.batch.as_ref().is_some_and(Batch::is_running)
    }

    /// Whether the window is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Closes the window; solvers at work go on.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// Whether two solvers are compared.
    fn compares(&self) -> bool {
        self.game.is_some() && !self.solvers[1].is_empty()
    }
}

impl Workbench {
    /// Opens the window with all levels that the library shows. A batch that runs is gone on with.
    pub(crate) fn solve_many(&mut self) {
        self.many.open = true;
        if self.many.is_busy() {
            return;
        }
        let items = self.cx.catalogue.on_show(&self.cx.settings.library);
        let rows = items.into_iter().filter_map(|item| {
            Some(Row {
                origin: item.entry.origin.clone(),
                title: item.title().to_owned(),
                level: item.entry.level.as_ref().ok()?.clone(),
                content: item.content?,
                cells: Default::default(),
            })
        });
        self.many.rows = rows.collect();
        self.many.batch = None;
        let mut ids = self.many.rows.iter().map(|row| row.level.game_id());
        let first = ids.next();
        let game = first.filter(|first| ids.all(|id| id == *first));
        if self.many.game.as_deref() != game {
            self.many.game = game.map(str::to_owned);
            self.many.solvers = Default::default();
        }
        self.recall_many();
    }

    /// Fills the table with what is known from earlier runs.
    fn recall_many(&mut self) {
        for index in 0..self.many.rows.len() {
            let solvers = self.solvers_of(index);
            let row = &mut self.many.rows[index];
            for (cell, solver) in row.cells.iter_mut().zip(solvers) {
                let id = solver.map(|solver| solver.info().id);
                let results = self.cx.catalogue.results();
                let known = id.and_then(|id| results.get(row.level.game_id(), row.content, id));
                *cell = known.map_or(Cell::Open, |known| Cell::Earlier(known.clone()));
            }
        }
    }

    /// The solvers that are to work on a row.
    fn solvers_of(&self, row: usize) -> [Option<&'static dyn Solver>; 2] {
        let id = self.many.rows[row].level.game_id();
        let solvers = games::by_id(id).map_or(&[][..], |game| game.solvers());
        let named = |name: &str| solvers.iter().copied().find(|it| it.info().id == name);
        let usual = || {
            let chosen = self.cx.settings.solving.solvers.get(id);
            chosen.and_then(|id| named(id)).or(solvers.first().copied())
        };
        if self.many.game.is_none() {
            return [usual(), None];
        }
        let [first, second] = &self.many.solvers;
        [named(first).or_else(usual), named(second)]
    }

    /// Begins with all that is not known.
    fn start_many(&mut self) {
        let (mut tasks, mut places) = (Vec::new(), Vec::new());
        for index in 0..self.many.rows.len() {
            let solvers = self.solvers_of(index);
            let (again, optimal) = (self.many.again, self.many.optimal);
            let row = &mut self.many.rows[index];
            for (column, solver) in solvers.into_iter().enumerate() {
                let Some(solver) = solver else { continue };
                let optimal = optimal && solver.info().proves_optimal;
                let known = row.cells[column].found();
                if !again && known.is_some_and(|found| found.is_final(optimal)) {
                    continue;
                }
                row.cells[column] = Cell::Open;
                places.push((index, column));
                let level = row.level.clone();
                tasks.push(BatchTask { level, solver });
            }
        }
        if tasks.is_empty() {
            self.cx
                .messages
                .status("All of it is known from earlier; tick ‘Again’ to solve it anew.");
            return;
        }
        let options = BatchOptions {
            time: Duration::from_secs(self.many.seconds.into()),
            memory: u64::from(self.cx.settings.solving.memory_mib) << 20,
            optimal: self.many.optimal,
            threads: 0,
        };
        self.many.taken = vec![false; tasks.len()];
        self.many.places = places;
        let mut batch = Batch::new(tasks, options, self.cx.wake.clone());
        batch.go_on();
        self.many.batch = Some(batch);
        self.many.kept = Some(Instant::now());
    }

    /// Takes over what was found.
    pub(crate) fn poll_many(&mut self) {
        let Some(batch) = &self.many.batch else {
            return;
        };
        if self.many.kept.is_none() {
            return;
        }
        // Asked for first: what ends after that is taken over next time.
        let running = batch.is_running();
        let states = batch.states();
        let tasks = batch.tasks().to_vec();
        for (index, state) in states.iter().enumerate() {
            let (row, column) = self.many.places[index];
            let cell = &mut self.many.rows[row].cells[column];
            match state {
                TaskState::Waiting => *cell = Cell::Open,
                TaskState::Running(since) => *cell = Cell::Running(*since),
                TaskState::Done(_) if self.many.taken[index] => {}
                TaskState::Done(result) => {
                    let found = Found::of(result);
                    *cell = Cell::Now(found.clone());
                    self.many.taken[index] = true;
                    let (level, solver) = (&tasks[index].level, tasks[index].solver.info());
                    if found.cost.is_some() {
                        self.cx.catalogue.mark_solved(level);
                    }
                    let results = self.cx.catalogue.results_mut();
                    results.insert(level, solver.id, found);
                }
            }
        }
        let due = self
            .many
            .kept
            .is_some_and(|kept| kept.elapsed() >= KEEP_EVERY);
        if due || !running {
            self.keep_results();
            self.many.kept = running.then(Instant::now);
        }
    }

    /// Writes results and marks, on a thread.
    fn keep_results(&mut self) {
        self.cx.save_marks();
        let Some(path) = self.cx.world.places.as_ref().map(|places| places.results()) else {
            return;
        };
        let (disk, results) = (
            self.cx.world.disk.clone(),
            self.cx.catalogue.results().clone(),
        );
        session::Task::start("list of results", &self.cx.wake, move |_| {
            if let Err(error) = results.save(disk.as_ref(), &path) {
                log::warn!("results could not be saved: {error}");
            }
        });
    }

    /// Shows the window if it is open.
    pub(crate) fn show_many(&mut self, ui: &Ui) {
        if !self.many.open {
            return;
        }
        let mut open = true;
        let mut chosen = None;
        let room = ui.ctx().content_rect();
        Beside::Many
            .window()
            .open(&mut open)
            .collapsible(true)
            .default_pos([room.left() + 250.0_f32.min(0.1 * room.width()), 130.0])
            .default_size([
                760.0_f32.min(room.width() - 80.0),
                480.0_f32.min(room.height() - 120.0),
            ])
            .show(ui.ctx(), |ui| {
                self.many_fields(ui);
                self.many_buttons(ui);
                ui.separator();
                chosen = table::show(ui, &self.many.rows, &self.many_names());
            });
        self.many.open = open;
        if let Some(row) = chosen {
            let origin = self.many.rows[row].origin.clone();
            self.open_origin(&origin);
        }
    }

    /// Names of the solvers for the table's head.
    fn many_names(&self) -> Vec<&'static str> {
        match (self.many.game.is_some(), self.many.rows.is_empty()) {
            (true, false) => {
                let solvers = self.solvers_of(0).into_iter().flatten();
                solvers.map(|solver| solver.info().title).collect()
            }
            _ => vec!["Each game's solver"],
        }
    }

    fn many_fields(&mut self, ui: &mut Ui) {
        let busy = self.many.is_busy();
        let before = self.many.solvers.clone();
        let game = self.many.game.as_deref().and_then(games::by_id);
        let solvers = game.map_or(&[][..], |game| game.solvers());
        let current = match self.many.rows.is_empty() {
            true => [None, None],
            false => self.solvers_of(0),
        };
        ui.add_enabled_ui(!busy, |ui| {
            ui.horizontal_wrapped(|ui| {
                if game.is_some() {
                    for (column, name) in ["Solver", "Compare with"].into_iter().enumerate() {
                        let label = ui.label(name);
                        let shown = current[column].map_or("nothing", |it| it.info().title);
                        let combo = ComboBox::from_id_salt(("batch solver", column))
                            .selected_text(shown)
                            .show_ui(ui, |ui| {
                                let value = &mut self.many.solvers[column];
                                if column == 1 {
                                    ui.selectable_value(value, String::new(), "nothing");
                                }
                                for solver in solvers {
                                    let info = solver.info();
                                    let other = current[1 - column];
                                    if other.is_some_and(|other| other.info().id == info.id) {
                                        continue;
                                    }
                                    ui.selectable_value(value, info.id.to_owned(), info.title);
                                }
                            });
                        combo.response.labelled_by(label.id);
                    }
                } else {
                    ui.label("Levels of several games: each game's chosen solver works on them.");
                }
            });
            ui.horizontal_wrapped(|ui| {
                let label = ui.label("At most");
                let drag = DragValue::new(&mut self.many.seconds).range(1..=86_400);
                ui.add(drag.suffix(" s")).labelled_by(label.id);
                ui.label("a level");
                ui.add_space(space::SMALL);
                ui.checkbox(&mut self.many.optimal, "Best plans, proved");
                ui.add(Checkbox::new(&mut self.many.again, "Again"))
                    .on_hover_text("Solve anew what is known from earlier");
            });
        });
        if before != self.many.solvers {
            self.many.batch = None;
            self.recall_many();
        }
    }

    fn many_buttons(&mut self, ui: &mut Ui) {
        let progress = self.many.batch.as_ref().map(Batch::progress);
        let busy = self.many.is_busy();
        ui.horizontal(|ui| {
            let left = progress.is_some_and(|progress| progress.done < progress.total);
            if busy {
                if ui.button("Stop").clicked()
                    && let Some(batch) = &self.many.batch
                {
                    batch.stop();
                }
            } else {
                let some = !self.many.rows.is_empty();
                if left
                    && crate::kit::fields::primary_button(ui, "Go on", true).clicked()
                    && let Some(batch) = &mut self.many.batch
                {
                    batch.go_on();
                    self.many.kept = Some(Instant::now());
                }
                let start = match left {
                    true => ui.button("From the beginning"),
                    false => crate::kit::fields::primary_button(ui, "Start", some),
                };
                if start.clicked() {
                    self.start_many();
                }
            }
            let known = self
                .many
                .rows
                .iter()
                .any(|row| row.cells[0].found().is_some());
            let save = ui.add_enabled(known, egui::Button::new("Save as CSV…"));
            if save.on_hover_text("The table for a spreadsheet").clicked() {
                self.export_many();
            }
            if let Some(progress) = progress {
                let share = progress.done as f32 / progress.total.max(1) as f32;
                let text = format!("{} of {}", progress.done, progress.total);
                ui.add(ProgressBar::new(share).desired_width(140.0).text(text));
            }
        });
        if let Some(progress) = progress {
            ui.weak(summary::progress(&progress));
            if busy {
                ui.ctx().request_repaint_after(Duration::from_millis(500));
            }
        }
        if !busy {
            let cells = self.many.rows.iter().flat_map(|row| &row.cells);
            let totals = Totals::of(cells.filter_map(Cell::found));
            if !totals.is_empty() {
                ui.label(format!("{totals}."));
            }
        }
        if self.many.compares() {
            let pairs = self.many.rows.iter();
            let pairs =
                pairs.filter_map(|row| Some((row.cells[0].found()?, row.cells[1].found()?)));
            let game = self.many.game.as_deref().and_then(games::by_id);
            let direction = game.map(|game| game.info().direction).unwrap_or_default();
            if let Some(line) = summary::comparison(pairs, &self.many_names(), direction) {
                ui.label(line);
            }
        }
    }

    fn export_many(&mut self) {
        let mut lines = Vec::new();
        for (index, row) in self.many.rows.iter().enumerate() {
            for (cell, solver) in row.cells.iter().zip(self.solvers_of(index)) {
                if let (Some(found), Some(solver)) = (cell.found(), solver) {
                    lines.push(Line {
                        level: &row.title,
                        game: row.level.game_id(),
                        solver: solver.info().id,
                        found,
                    });
                }
            }
        }
        let name = format!("{} as CSV", answer::cost(lines.len() as i64, "results"));
        let text = csv(lines.into_iter());
        self.export(Export {
            name,
            file_name: "results.csv".to_owned(),
            kind: ("Comma-separated values", "csv"),
            work: Box::new(move |_| Ok(text.into_bytes())),
        });
    }
}
