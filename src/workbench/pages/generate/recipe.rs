//! Recipe of a random level: a generator's options and a seed.

use std::collections::BTreeMap;

use crate::game::{Game, GenerateError, Generator, Level, LevelRef, generate_from};
use crate::games;
use crate::page::{Cx, Request};
use crate::search::Budget;
use crate::session::Task;
use crate::session::library::content_id;

/// A generated level, or why there is none.
pub(super) type GenerateResult = Result<LevelRef, GenerateError>;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recipe {
    pub(super) options: BTreeMap<String, String>,
    pub(super) seed: u64,
}

impl Recipe {
    /// Options for levels like this one, with a random seed.
    pub(super) fn like(generator: &dyn Generator, level: &dyn Level) -> Self {
        let options = generator.options_like(level).into_iter();
        let options = options.map(|(key, value)| (key.to_owned(), value));
        Self {
            options: options.collect(),
            seed: random_seed(),
        }
    }

    pub(super) fn next_seed(&self) -> Self {
        Self {
            options: self.options.clone(),
            seed: self.seed.wrapping_add(1),
        }
    }

    /// Generates the level in the background. Generators that modify levels start from the open one.
    pub(super) fn start(
        &self,
        game: &'static dyn Game,
        generator: &'static dyn Generator,
        cx: &Cx,
    ) -> Task<GenerateResult> {
        let Self { options, seed } = self.clone();
        let open = cx.document.level().clone();
        let is_base = generator.changes_levels() && open.game_id() == game.info().id;
        Task::start("generator", &cx.wake, move |cancel| {
            let budget = Budget::default().with_cancel(cancel.clone());
            let base = is_base.then_some(open.as_ref());
            generate_from(generator, base, &options, seed, &budget)
        })
    }

    /// Requests to open the level generated from this recipe, in place of the open one if `close`.
    /// Returns the id of the level's content.
    pub(super) fn open(self, level: LevelRef, close: bool, cx: &mut Cx) -> (Self, u64) {
        let content = content_id(&level);
        cx.send(Request::Replace {
            status: format!("Generated with seed {}.", self.seed),
            load: Box::new(move |document| document.import_level(level)),
            close,
        });
        (self, content)
    }
}

pub(super) fn random_seed() -> u64 {
    fastrand::u64(1..1_000_000)
}

pub(super) fn with_generator() -> impl Iterator<Item = &'static dyn Game> {
    let games = games::all().iter().copied();
    games.filter(|game| game.generator().is_some())
}
