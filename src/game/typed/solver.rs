//! Solvers and generators that only handle levels and positions of their own game.

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

use crate::search::Budget;
use crate::{
    Difficulty, Field, GenerateError, Generator, Level, LevelRef, Meta, OptionSet, SolveError,
    SolveRequest, plan::play,
};

use super::{Puzzle, TypedLevel};

/// The level as this type, if it is one.
pub fn downcast_level<L: Level>(level: &dyn Level) -> Option<&L> {
    level.as_any().downcast_ref()
}

/// Request to solve a level of this game, as a solver sees it; derefs to the [`SolveRequest`].
pub struct SolveTask<'a, P: Puzzle> {
    pub level: &'a Arc<P::Level>,
    /// Position after the moves already made.
    pub start: P::Position,
    pub request: &'a SolveRequest<'a>,
}

impl<'a, P: Puzzle> SolveTask<'a, P> {
    /// Checks a request for the solver with this id; the first thing that
    /// [`Solver::run`](crate::Solver::run) does. Fails for a level of another game or wrong moves.
    pub fn new(request: &'a SolveRequest<'a>, solver: &'static str) -> Result<Self, SolveError> {
        let wrong_game = SolveError::WrongGame {
            solver,
            game: request.level.game_id(),
        };
        let level = P::downcast(request.level).ok_or(wrong_game.clone())?;
        let start = play(request.level, request.done).map_err(SolveError::Prefix)?;
        let start: Box<dyn Any> = start;
        let start = *start.downcast::<P::Position>().map_err(|_| wrong_game)?;
        Ok(Self {
            level,
            start,
            request,
        })
    }
}

impl<'a, P: Puzzle> Deref for SolveTask<'a, P> {
    type Target = SolveRequest<'a>;

    fn deref(&self) -> &SolveRequest<'a> {
        self.request
    }
}

/// Generates random levels. It implements [`Generator`].
pub trait TypedGenerator: Send + Sync {
    type Game: Puzzle;

    /// Name of its levels, between ‘Random’ and the seed.
    const NAME: &'static str = <Self::Game as Puzzle>::INFO.title;
    const OPTIONS: &'static [Field];
    /// Options of easy, medium and hard levels, in this order.
    const DIFFICULTIES: &'static [Difficulty];

    /// Generates a solvable level and notes for it, which may be empty. The same options and seed give the same level.
    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(<Self::Game as Puzzle>::Level, String), GenerateError>;

    /// Options that generate levels like this one.
    fn options_like(&self, level: &<Self::Game as Puzzle>::Level) -> Vec<(&'static str, String)>;
}

impl<G: TypedGenerator> Generator for G {
    fn options(&self) -> &'static [Field] {
        G::OPTIONS
    }

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError> {
        let (content, notes) = TypedGenerator::generate(self, options, seed, budget)?;
        let meta = Meta {
            notes,
            title: format!("Random {} #{seed}", G::NAME),
            ..Meta::default()
        };
        Ok(TypedLevel::<G::Game>::shared(content, meta))
    }

    fn difficulties(&self) -> &'static [Difficulty] {
        G::DIFFICULTIES
    }

    fn options_like(&self, level: &dyn Level) -> Vec<(&'static str, String)> {
        let content = G::Game::downcast(level);
        content.map_or_else(Vec::new, |level| TypedGenerator::options_like(self, level))
    }
}
