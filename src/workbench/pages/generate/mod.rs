//! Random levels: by dialog, or similar to the open level.

mod window;

use egui::{Context, Ui};

use crate::game::GenerateError;
use crate::kit::answer;
use crate::page::command::commands;
use crate::page::messages::Severity;
use crate::page::{CommandId, Cx, Notice, Page, Work};
use crate::session::LatestTask;
use crate::session::library::content_id;

use self::window::{GenerateResult, GenerateWindow, Recipe, with_generator};

commands! {
    File {
        5 GENERATE "Generate…" "Make a random, solvable level of the difficulty you choose" [ctrl(Key::G)];
        10 ANOTHER_LIKE "Another one like this" "Make and open another random level like this one" [ctrl_shift(Key::G)];
    }
}

const TITLE: &str = "Generate level";

#[derive(Default)]
pub struct GeneratePage {
    window: Option<GenerateWindow>,
    /// A level being generated without the dialog.
    another: LatestTask<Recipe, GenerateResult>,
    /// Recipe of the last opened level, and the id of its content.
    last: Option<(Recipe, u64)>,
}

impl Page for GeneratePage {
    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        match command {
            GENERATE => self.open_window(cx),
            ANOTHER_LIKE => self.another_like_this(cx),
            _ => {}
        }
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.another.poll();
        let recipe = self.another.key().cloned();
        let Some((recipe, result)) = recipe.zip(self.another.take()) else {
            return;
        };
        let warning = match result {
            Ok(Ok(level)) => {
                // A generated level is closed if it was not changed.
                let id = content_id(cx.document.level());
                let is_last = self.last.as_ref().is_some_and(|(_, last)| *last == id);
                let close = is_last && cx.document.history().depth() == 0;
                self.last = Some(recipe.open(level, close, cx));
                return;
            }
            Ok(Err(GenerateError::Stopped)) => {
                return cx.messages.status("No other level could be generated.");
            }
            Ok(Err(error)) => error.to_string(),
            Err(broken) => broken.to_string(),
        };
        cx.messages
            .toast(Severity::Warn, answer::sentence(&warning));
    }

    fn overlay(&mut self, ui: &Ui, cx: &mut Cx) -> bool {
        let Some(window) = &mut self.window else {
            return false;
        };
        let (level, closed) = window.show(ui, cx);
        if let Some(level) = level {
            let close = false;
            self.last = Some(window.recipe.clone().open(level, close, cx));
        } else if !closed {
            return true;
        }
        self.window = None;
        false
    }

    fn work(&self) -> Option<Work> {
        let generating = self.window.as_ref().is_some_and(|it| it.job.is_busy());
        (generating || self.another.is_busy()).then_some(Work::Stoppable)
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        if !matches!(notice, Notice::Stop) {
            return;
        }
        if let Some(window) = &self.window {
            window.job.stop();
        }
        self.another.stop();
    }
}

impl GeneratePage {
    /// Opens the dialog for the open level's game, or for another one if that has no generator.
    fn open_window(&mut self, cx: &Cx) {
        let current = cx.document.game().filter(|game| game.generator().is_some());
        if let Some(game) = current.or_else(|| with_generator().next()) {
            self.window = Some(GenerateWindow::new(game, window::random_seed()));
        }
    }

    /// Generates and opens a level like the open one, with the same options if that was generated here.
    fn another_like_this(&mut self, cx: &mut Cx) {
        if self.another.is_busy() {
            return;
        }
        let level = cx.document.level();
        let game = cx.document.game();
        let Some((game, generator)) = game.and_then(|game| Some((game, game.generator()?))) else {
            return cx.messages.status("This game has no generator.");
        };
        let recipe = match &self.last {
            Some((last, id)) if *id == content_id(level) => last.next_seed(),
            _ => Recipe::like(generator, level.as_ref()),
        };
        let start = |recipe: &Recipe| recipe.start(game, generator, cx);
        self.another = LatestTask::default();
        self.another.request(recipe, start);
        cx.messages.status("Generating another level like this…");
    }
}
