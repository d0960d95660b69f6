//! Solvers and generators that only see levels and positions of their own game.

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

use crate::search::{Budget, Progress};
use crate::{
    Answer, Chosen, Difficulty, Field, GenerateError, Generator, Level, LevelRef, Meta, Position,
    Preset, SolveError, SolveRequest, Solver, SolverInfo, plan::play,
};

use super::{Leveled, Puzzle};

/// The types of a game, and how to recognise its levels. Every [`Puzzle`] implements it. A game
/// whose levels are objects already uses `concrete(level)`.
pub trait Typed: 'static {
    /// What solvers see of a level.
    type Level: ?Sized;
    type Position: Position + Clone;

    /// The level's content, if it is of this game.
    fn of(level: &dyn Level) -> Option<&Self::Level>;
}

impl<P: Puzzle> Typed for P {
    type Level = Arc<P::Level>;
    type Position = P::Position;

    fn of(level: &dyn Level) -> Option<&Arc<P::Level>> {
        concrete::<Leveled<P>>(level).map(Leveled::content)
    }
}

/// Downcasts a level.
pub fn concrete<L: Level>(level: &dyn Level) -> Option<&L> {
    level.as_any().downcast_ref()
}

/// A request to solve a level of this game; derefs to the [`SolveRequest`].
pub struct Task<'a, G: Typed> {
    pub level: &'a G::Level,
    /// The position after the moves already made.
    pub start: G::Position,
    pub request: &'a SolveRequest<'a>,
}

impl<'a, G: Typed> Task<'a, G> {
    /// Checks a request for the solver with this id. Fails if the level is of another game or the
    /// moves made so far do not fit it.
    pub fn of(request: &'a SolveRequest<'a>, solver: &'static str) -> Result<Self, SolveError> {
        let wrong = SolveError::WrongGame {
            solver,
            game: request.level.game_id(),
        };
        let level = G::of(request.level).ok_or(wrong.clone())?;
        let start = play(request.level, request.done).map_err(SolveError::Prefix)?;
        let start: Box<dyn Any> = start;
        let start = *start.downcast::<G::Position>().map_err(|_| wrong)?;
        Ok(Self {
            level,
            start,
            request,
        })
    }
}

impl<'a, G: Typed> Deref for Task<'a, G> {
    type Target = SolveRequest<'a>;

    fn deref(&self) -> &SolveRequest<'a> {
        self.request
    }
}

/// A method that makes plans. It implements [`Solver`].
pub trait TypedSolver: Send + Sync {
    /// The game whose levels it takes.
    type Game: Typed;

    /// Identity and promises.
    const INFO: &'static SolverInfo;

    /// Identity and promises, where values of one type are different solvers.
    fn info(&self) -> &'static SolverInfo {
        Self::INFO
    }

    /// Solves a task.
    ///
    /// # Errors
    /// As [`Solver::run`].
    fn run(&self, task: &Task<'_, Self::Game>, budget: &Budget, progress: &Progress<'_>) -> Answer;

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
        let task = Task::of(request, TypedSolver::info(self).id)?;
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

/// Makes random levels. It implements [`Generator`].
pub trait TypedGenerator: Send + Sync {
    type Game: Puzzle;

    /// What its levels are called, between ‘Random’ and the seed.
    const NAME: &'static str = <Self::Game as Puzzle>::INFO.title;
    const OPTIONS: &'static [Field];
    /// The options of easy, medium and hard levels, in this order.
    const DIFFICULTIES: &'static [Difficulty];

    /// Makes a solvable level and notes for it, which may be empty. The same options and seed give
    /// the same level.
    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(<Self::Game as Puzzle>::Level, String), GenerateError>;

    /// Options that make levels like this one.
    fn like(&self, level: &<Self::Game as Puzzle>::Level) -> Vec<(&'static str, String)>;
}

impl<G: TypedGenerator> Generator for G {
    fn options(&self) -> &'static [Field] {
        G::OPTIONS
    }

    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError> {
        let (content, notes) = TypedGenerator::make(self, options, seed, budget)?;
        let meta = Meta {
            notes,
            title: format!("Random {} #{seed}", G::NAME),
            ..Meta::default()
        };
        Ok(Leveled::<G::Game>::shared(content, meta))
    }

    fn difficulties(&self) -> &'static [Difficulty] {
        G::DIFFICULTIES
    }

    fn like(&self, level: &dyn Level) -> Vec<(&'static str, String)> {
        let own = <G::Game as Typed>::of(level);
        own.map_or_else(Vec::new, |level| TypedGenerator::like(self, level))
    }
}
