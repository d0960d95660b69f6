//! Batch solving in the background: many levels, by one solver or by two for comparison.
//!
//! | file | contents |
//! |---|---|
//! | `mod` | the page: levels and earlier results |
//! | `row` | a level with the result of each solver |
//! | `run` | running solvers and their results |
//! | `window` | the window: options, progress, totals |
//! | `table`, `sorting`, `summary` | its table, the table's order, its sentences |

mod row;
mod run;
mod sorting;
mod summary;
mod table;
mod window;

use egui::{Context, Ui};

use crate::game::{Solver, optimal_solver};
use crate::games;
use crate::page::command::commands;
use crate::page::{CommandId, CommandInfo, Cx, Page};

use self::row::{BatchRow, SolverState};
use self::run::BatchRun;
use self::sorting::Sorting;

commands! {
    Solve {
        100 SOLVE_MANY "Solve many levels…" "Solve all levels that the library shows, in the background" [ctrl_shift(Key::F5)];
    }
}

const TITLE: &str = "Solve many levels";

/// The page.
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
    /// Ids of the solvers, if all levels are of one game. Empty means the chosen solver for the first, none for the
    /// second.
    solvers: [String; 2],
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
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn run(&mut self, _command: CommandId, _ctx: &Context, cx: &mut Cx) {
        self.open = true;
        // A running batch keeps its levels.
        if !self.is_running() {
            self.load_levels(cx);
        }
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.poll_run(cx);
    }

    fn is_modal(&self) -> bool {
        self.open
    }

    /// Closing the window does not stop running solvers.
    fn overlay(&mut self, ui: &Ui, cx: &mut Cx) {
        if self.open {
            self.show_batch(ui, cx);
        }
    }

    fn is_busy(&self) -> bool {
        self.is_running()
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
                let id = solver.map(|solver| solver.info().id);
                let results = cx.catalogue.results();
                let known = id.and_then(|id| results.get(row.level.game_id(), row.content, id));
                *cell = known.map_or(SolverState::Pending, |known| {
                    SolverState::Earlier(known.clone())
                });
            }
        }
    }

    fn solvers_of(&self, index: usize, cx: &Cx) -> [Option<&'static dyn Solver>; 2] {
        let id = self.rows[index].level.game_id();
        let solvers = games::by_id(id).map_or(&[][..], |game| game.solvers());
        let by_id = |name: &str| solvers.iter().copied().find(|it| it.info().id == name);
        let default = || {
            let chosen = cx.settings.solving.solvers.get(id);
            let chosen = chosen
                .and_then(|id| by_id(id))
                .or(solvers.first().copied())?;
            Some(match self.form.optimal {
                true => optimal_solver(chosen, solvers),
                false => chosen,
            })
        };
        if self.game.is_none() {
            return [default(), None];
        }
        let [first, second] = &self.form.solvers;
        [by_id(first).or_else(default), by_id(second)]
    }

    /// Returns whether two solvers are compared.
    fn compares_solvers(&self) -> bool {
        self.game.is_some() && !self.form.solvers[1].is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::test_page::{TestPage, TestView, click, run, shows};
    use crate::page::{LevelSource, Request};

    const LEVEL: &str = "logo\n\n...\n.1.\n...\n";

    #[test]
    fn alone_it_solves_what_the_library_shows_and_asks_to_open_a_level() {
        let mut harness = TestPage::open(BatchPage::default(), LEVEL, TestView::Overlay);
        harness.state_mut().cx.reload_catalogue();
        while !harness.state().cx.catalogue.is_ready() {
            harness.state_mut().cx.catalogue.poll();
            std::thread::yield_now();
        }
        "Cross".clone_into(&mut harness.state_mut().cx.catalogue.search);
        run(&mut harness, SOLVE_MANY);
        let rows = harness.state().page.rows.len();
        assert!(rows > 0);
        click(&mut harness, "Start");
        assert!(shows(&harness, &format!("{rows} of {rows}")));
        let title = harness.state().page.rows[0].title.clone();
        click(&mut harness, &title);
        let requests = &harness.state().requests;
        assert!(matches!(
            requests[..],
            [Request::Open(LevelSource::Origin(_))]
        ));
    }
}
