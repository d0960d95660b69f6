//! Solvers and generators that see levels and positions of their own game only.

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

use crate::search::{Budget, Progress};
use crate::{
    Answer, Chosen, Difficulty, Field, GenerateError, Generator, Level, LevelRef, Meta, Position,
    Preset, Resumable, SolveError, SolveRequest, Solver, SolverInfo, plan::play,
};

use super::{Leveled, Puzzle};

/// What the types of a game are, and how its levels are told from those of others. Every [`Puzzle`] is one. A game
/// that still writes its levels as objects says `concrete(level)`.
pub trait Typed: 'static {
    /// What solvers see of a level.
    type Level: ?Sized;
    /// A state of play.
    type Position: Position + Clone;

    /// What is in a level, if it is of this game.
    fn of(level: &dyn Level) -> Option<&Self::Level>;
}

impl<P: Puzzle> Typed for P {
    type Level = Arc<P::Level>;
    type Position = P::Position;

    fn of(level: &dyn Level) -> Option<&Arc<P::Level>> {
        concrete::<Leveled<P>>(level).map(Leveled::content)
    }
}

/// The level behind an object, if it is of this type.
pub fn concrete<L: Level>(level: &dyn Level) -> Option<&L> {
    level.as_any().downcast_ref()
}

/// What is to be solved: a level of the game, where to go on from, and, by `Deref`, the rest of the request.
pub struct Task<'a, G: Typed> {
    /// The level.
    pub level: &'a G::Level,
    /// The position after the moves already made.
    pub start: G::Position,
    /// The request as it was made.
    pub request: &'a SolveRequest<'a>,
}

impl<'a, G: Typed> Task<'a, G> {
    /// The task that a request poses to the solver of this id.
    ///
    /// # Errors
    /// When the level is of another game, or the moves made so far do not fit it.
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

/// A method that makes plans, as [`Solver`], which it is by this.
pub trait TypedSolver: Send + Sync {
    /// Whose levels it takes.
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

    /// As [`Solver::cost_unit`].
    fn cost_unit(&self, _request: &SolveRequest<'_>) -> &'static str {
        TypedSolver::info(self).cost_unit
    }

    /// As [`Solver::up_to`].
    fn up_to(&self) -> &'static str {
        ""
    }

    /// As [`Solver::presets`].
    fn presets(&self) -> &'static [Preset] {
        &[]
    }

    /// As [`Solver::resumable`].
    fn resumable(&self) -> Option<&dyn Resumable> {
        None
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

    fn resumable(&self) -> Option<&dyn Resumable> {
        TypedSolver::resumable(self)
    }
}

/// Makes levels by chance, as [`Generator`], which it is by this.
pub trait TypedGenerator: Send + Sync {
    /// Whose levels it makes.
    type Game: Puzzle;

    /// What its levels are called, before ‘by chance’ and the seed.
    const NAME: &'static str = <Self::Game as Puzzle>::INFO.title;
    /// What can be chosen.
    const OPTIONS: &'static [Field];
    /// What makes easy, medium and hard levels, the easy ones first.
    const DIFFICULTIES: &'static [Difficulty];

    /// Makes a level that can be solved, and says what is to be noted of it, if anything. The same options and the
    /// same seed give the same level.
    ///
    /// # Errors
    /// As [`Generator::make`].
    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(<Self::Game as Puzzle>::Level, String), GenerateError>;

    /// Options, by key, that make levels like this one.
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
            title: format!("{} by chance {seed}", G::NAME),
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
