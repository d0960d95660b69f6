//! Solvers and generators that only handle levels and positions of their own game.

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

use crate::search::{Budget, Progress};
use crate::{
    Answer, Difficulty, Field, GenerateError, Generator, Level, LevelRef, Meta, OptionSet,
    Position, Preset, SolveError, SolveRequest, Solver, SolverInfo, plan::play,
};

use super::{Puzzle, TypedLevel};

/// Types of a game, and access to its levels. Every [`Puzzle`] implements it; games whose levels are already objects
/// use `downcast_level(level)`.
pub trait GameTypes: 'static {
    /// Form of a level that solvers receive.
    type Level: ?Sized;
    type Position: Position + Clone;

    /// Content of a level, if it is of this game.
    fn downcast(level: &dyn Level) -> Option<&Self::Level>;
}

impl<P: Puzzle> GameTypes for P {
    type Level = Arc<P::Level>;
    type Position = P::Position;

    fn downcast(level: &dyn Level) -> Option<&Arc<P::Level>> {
        downcast_level::<TypedLevel<P>>(level).map(TypedLevel::content)
    }
}

pub fn downcast_level<L: Level>(level: &dyn Level) -> Option<&L> {
    level.as_any().downcast_ref()
}

/// Request to solve a level of this game; derefs to the [`SolveRequest`].
pub struct SolveTask<'a, G: GameTypes> {
    pub level: &'a G::Level,
    /// Position after the moves already made.
    pub start: G::Position,
    pub request: &'a SolveRequest<'a>,
}

impl<'a, G: GameTypes> SolveTask<'a, G> {
    /// Checks a request for the solver with this id. Fails for a level of another game or wrong moves.
    pub fn new(request: &'a SolveRequest<'a>, solver: &'static str) -> Result<Self, SolveError> {
        let wrong_game = SolveError::WrongGame {
            solver,
            game: request.level.game_id(),
        };
        let level = G::downcast(request.level).ok_or(wrong_game.clone())?;
        let start = play(request.level, request.done).map_err(SolveError::Prefix)?;
        let start: Box<dyn Any> = start;
        let start = *start.downcast::<G::Position>().map_err(|_| wrong_game)?;
        Ok(Self {
            level,
            start,
            request,
        })
    }
}

impl<'a, G: GameTypes> Deref for SolveTask<'a, G> {
    type Target = SolveRequest<'a>;

    fn deref(&self) -> &SolveRequest<'a> {
        self.request
    }
}

/// Method that computes plans. It implements [`Solver`].
pub trait TypedSolver: Send + Sync {
    /// Game whose levels it solves.
    type Game: GameTypes;

    /// Identity and guarantees.
    const INFO: &'static SolverInfo;

    /// Identity and guarantees, for types whose values are different solvers.
    fn info(&self) -> &'static SolverInfo {
        Self::INFO
    }

    /// Solves a task.
    ///
    /// # Errors
    /// As [`Solver::run`].
    fn run(
        &self,
        task: &SolveTask<'_, Self::Game>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer;

    /// See [`Solver::cost_unit`].
    fn cost_unit(&self, _request: &SolveRequest<'_>) -> &'static str {
        TypedSolver::info(self).cost_unit
    }

    /// See [`Solver::up_to`].
    fn up_to(&self) -> &'static str {
        ""
    }

    /// See [`Solver::presets`].
    fn presets(&self) -> &'static [Preset] {
        &[]
    }
}

impl<S: TypedSolver> Solver for S {
    fn info(&self) -> &'static SolverInfo {
        TypedSolver::info(self)
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = SolveTask::new(request, TypedSolver::info(self).id)?;
        TypedSolver::run(self, &task, budget, progress)
    }

    fn cost_unit(&self, request: &SolveRequest<'_>) -> &'static str {
        TypedSolver::cost_unit(self, request)
    }

    fn up_to(&self) -> &'static str {
        TypedSolver::up_to(self)
    }

    fn presets(&self) -> &'static [Preset] {
        TypedSolver::presets(self)
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
        let content = <G::Game as GameTypes>::downcast(level);
        content.map_or_else(Vec::new, |level| TypedGenerator::options_like(self, level))
    }
}
