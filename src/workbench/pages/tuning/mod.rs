//! Options of a solver that evolve on generated levels, in a dialog.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod` | the page |
//! | `window` | the window: the run and its result, and what is done with it |
//! | `fields` | what is tuned, on what, and for how long |
//! | `plot`, `outcome` | the run as a curve, its result in words |

mod fields;
mod outcome;
mod plot;
mod window;

use egui::{Context, Ui};

use crate::game::{Game, Solver};
use crate::page::command::commands;
use crate::page::{Command, CommandInfo, Cx, Page};
use crate::session::tune::tunable;

use self::window::TuningWindow;

commands! {
    Solve {
        110 TUNE "Tune options…" "Find better solver options by trying them on generated levels" [ctrl_shift(Key::U)];
    }
}

/// The page.
#[derive(Default)]
pub struct TuningPage {
    /// The window, if it is open.
    window: Option<TuningWindow>,
}

impl Page for TuningPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    /// Opens the window: for the chosen solver if that can be tuned, else for another one of the game,
    /// else for the first one of all.
    fn run(&mut self, _command: Command, _ctx: &Context, cx: &mut Cx) {
        let level = cx.document.level();
        let chosen = cx.solver().map(|solver| solver.info().id);
        let fit = |(game, solver): &(&'static dyn Game, &'static dyn Solver)| {
            let own = game.info().id == level.game_id();
            (!own, !(own && chosen == Some(solver.info().id)))
        };
        self.window = tunable().min_by_key(fit).map(|(game, solver)| {
            let own = game.info().id == level.game_id();
            let generator = game.generator().filter(|_| own);
            let like = generator.map(|generator| generator.like(level.as_ref()));
            TuningWindow::of(game, solver, like.unwrap_or_default())
        });
    }

    fn is_modal(&self) -> bool {
        self.window.is_some()
    }

    /// Closing the dialog stops what goes on in it.
    fn overlay(&mut self, ui: &Ui, cx: &mut Cx) {
        self.window.take_if(|window| !window.show(ui, cx));
    }

    fn is_busy(&self) -> bool {
        self.window.as_ref().is_some_and(TuningWindow::is_running)
    }

    fn can_stop(&self) -> bool {
        self.is_busy()
    }

    /// Stops the run; the best options so far stay.
    fn stop(&mut self) {
        if let Some(window) = &self.window {
            window.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::alone::{Alone, Show, click, run, says};
    use crate::page::{Notice, Request};

    const LEVEL: &str = "lights-out\n\n10.\n.1.\n..1\n";

    #[test]
    fn alone_it_tunes_and_hands_the_best_options_over() {
        let mut harness = Alone::open(TuningPage::default(), LEVEL, Show::Window);
        run(&mut harness, TUNE);
        assert!(says(&harness, "Progress: nothing yet"));
        let window = harness.state_mut().page.window.as_mut();
        window.expect("is open").shorten();
        click(&mut harness, "Tune");
        assert!(says(&harness, "Progress: after generation 1 best"));
        click(&mut harness, "Use");
        let asked = &harness.state().requests;
        assert!(matches!(
            asked[..],
            [Request::Tell(Notice::UseOptions(game, ..))] if game.info().id == "lights-out"
        ));
        click(&mut harness, "Close");
        assert!(!harness.state().page.is_modal());
    }
}
