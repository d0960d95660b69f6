//! Options of a solver, made better by evolution on generated boards.
//!
//! A population of settings is scored on the same boards; the best two stay as they are, the others
//! give way to children of settings that won a small tournament (crossed value by value, changed a
//! little). The defaults are in the first population, so the end is never worse than they are. The
//! score goes by what was explored and not by the clock: the same seed gives the same result on every
//! machine, as long as no run meets the time limit. At the end, the best setting and the defaults are
//! compared on boards that neither has seen.
//!
//! Method: a genetic algorithm with elitism (J. H. Holland, *Adaptation in Natural and Artificial
//! Systems*, 1975); unsolved boards weigh more than all others, as in the penalised averages of
//! F. Hutter et al., *ParamILS* (2009).

mod evolution;
mod genes;
mod score;

pub use score::Score;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use fastrand::Rng;
use thiserror::Error;

use crate::game::{Game, GenerateError, LevelRef, Solver, SolverInfo, generate};
use crate::search::{Budget, CancelFlag};

use self::evolution::Evolution;
use self::genes::Gene;
use self::score::Bench;

/// Options by key.
pub type Options = BTreeMap<String, String>;

/// What is to be tuned, and how long.
#[derive(Clone)]
pub struct Tuning {
    /// The game.
    pub game: &'static dyn Game,
    /// Its solver.
    pub solver: &'static dyn Solver,
    /// Options of the solver that keep these values.
    pub fixed: Options,
    /// Options of the generator of boards.
    pub board_options: Options,
    /// Boards, at least 1; as many others to compare at the end.
    pub boards: usize,
    /// Settings in a generation, at least 2.
    pub population: usize,
    /// Generations after the first one.
    pub generations: usize,
    /// What chance begins with; also the seed of the first board, the others follow it.
    pub seed: u64,
    /// Most search nodes for a board; a board that takes more is not solved.
    pub nodes: u64,
    /// Longest time for a board, in case that nodes are not counted.
    pub time: Duration,
    /// Boards that are solved at once; 0 for as many as there are processors.
    pub threads: usize,
}

impl Tuning {
    /// A tuning with the usual numbers.
    pub fn new(game: &'static dyn Game, solver: &'static dyn Solver) -> Self {
        Self {
            game,
            solver,
            fixed: Options::new(),
            board_options: Options::new(),
            boards: 8,
            population: 12,
            generations: 10,
            seed: 1,
            nodes: 100_000,
            time: Duration::from_secs(10),
            threads: 0,
        }
    }
}

/// Options and how good they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The options that are tuned, all of them.
    pub options: Options,
    /// How good they are.
    pub score: Score,
}

/// What one generation came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// 0 for the first population, which has the defaults and others by chance.
    pub number: usize,
    /// The best setting so far.
    pub best: Candidate,
    /// [`Score::work`] of the best one.
    pub best_work: f64,
    /// The mean of that of all settings of the generation.
    pub mean_work: f64,
    /// Settings tried so far.
    pub tried: usize,
}

/// How a tuning ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuneEnd {
    /// After the last generation.
    Done,
    /// Before it: no setting was left to try.
    AllTried,
    /// Somebody said stop.
    Interrupted,
}

/// What came of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The defaults.
    pub defaults: Candidate,
    /// The best setting, never worse than the defaults.
    pub best: Candidate,
    /// All generations.
    pub generations: Vec<Generation>,
    /// Scores of the defaults and of the best setting on other boards; `None` if the best are the
    /// defaults, or it was interrupted.
    pub check: Option<(Score, Score)>,
    /// Runs that the clock ended: with these, another machine may come to another result.
    pub late: usize,
    /// How it ended.
    pub end: TuneEnd,
}

/// Why nothing was tuned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TuneError {
    /// The solver has no option that can be tuned, or all of them are fixed.
    #[error("the solver ‘{solver}’ has nothing to tune{}", but_for(.fixed))]
    Nothing {
        /// The solver's id.
        solver: &'static str,
        /// Options that could be tuned, but are fixed.
        fixed: Vec<&'static str>,
    },
    /// Boards of the game cannot be generated.
    #[error("levels of {0} cannot be generated, so there is nothing to tune on")]
    NoGenerator(&'static str),
    /// A board was not made.
    #[error("the board with seed {seed}: {error}")]
    Board {
        /// Its seed.
        seed: u64,
        /// Why.
        #[source]
        error: GenerateError,
    },
    /// The solver refuses to work with its defaults and the fixed options.
    #[error("{0}")]
    Refused(String),
    /// It was stopped before the defaults were tried.
    #[error("it was stopped before anything was tried")]
    Stopped,
}

fn but_for(keys: &[&str]) -> String {
    match keys {
        [] => String::new(),
        keys => format!(" but what is set: {}", keys.join(", ")),
    }
}

/// Whether the solver has options that can be tuned.
pub fn is_tunable(solver: &SolverInfo) -> bool {
    solver
        .options
        .iter()
        .any(|option| Gene::of(option).is_some())
}

/// The solvers with options that can be tuned, of the games whose levels can be generated.
pub fn tunable() -> impl Iterator<Item = (&'static dyn Game, &'static dyn Solver)> {
    let games = crate::games::visible().filter(|game| game.generator().is_some());
    games.flat_map(|game| {
        let solvers = game.solvers().iter().copied();
        let able = solvers.filter(|solver| is_tunable(solver.info()));
        able.map(move |solver| (game, solver))
    })
}

/// Tunes; `told` hears of each generation as it ends.
///
/// # Errors
/// [`TuneError`] when there is nothing to tune, a board cannot be made, or the solver refuses.
pub fn tune(
    tuning: &Tuning,
    cancel: &CancelFlag,
    told: impl FnMut(&Generation),
) -> Result<Tuned, TuneError> {
    let info = tuning.solver.info();
    let all: Vec<Gene> = info.options.iter().filter_map(Gene::of).collect();
    let is_fixed = |gene: &Gene| tuning.fixed.contains_key(gene.key());
    let (fixed, genes): (Vec<_>, Vec<_>) = all.into_iter().partition(is_fixed);
    if genes.is_empty() {
        return Err(TuneError::Nothing {
            solver: info.id,
            fixed: fixed.iter().map(Gene::key).collect(),
        });
    }
    let threads = match tuning.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let bench = Bench {
        solver: tuning.solver,
        direction: tuning.game.info().direction,
        fixed: &tuning.fixed,
        nodes: tuning.nodes,
        time: tuning.time,
        threads,
        cancel,
        late: AtomicUsize::new(0),
    };
    let mut evolution = Evolution {
        bench,
        boards: boards(tuning, 0, cancel)?,
        genes,
        rng: Rng::with_seed(tuning.seed),
        scores: BTreeMap::new(),
        generations: Vec::new(),
        told,
    };
    let (defaults, best, end) = evolution.run(tuning)?;
    let mut tuned = Tuned {
        check: None,
        generations: evolution.generations,
        late: 0,
        defaults,
        best,
        end,
    };
    if tuned.best != tuned.defaults && end != TuneEnd::Interrupted {
        let both = [tuned.defaults.options.clone(), tuned.best.options.clone()];
        let others = boards(tuning, tuning.boards, cancel).ok();
        let scores = others.and_then(|others| evolution.bench.scores(&both, &others, false).ok());
        tuned.check = scores.map(|scores| (scores[0], scores[1]));
        if cancel.is_cancelled() {
            tuned.end = TuneEnd::Interrupted;
        }
    }
    tuned.late = evolution.bench.late.into_inner();
    Ok(tuned)
}

/// The boards from the `skipped`th on.
fn boards(
    tuning: &Tuning,
    skipped: usize,
    cancel: &CancelFlag,
) -> Result<Vec<LevelRef>, TuneError> {
    let Some(generator) = tuning.game.generator() else {
        return Err(TuneError::NoGenerator(tuning.game.info().id));
    };
    let seeds = skipped as u64..(skipped + tuning.boards.max(1)) as u64;
    let board = |index: u64| {
        let seed = tuning.seed.wrapping_add(index);
        let budget = Budget::default().with_cancel(cancel.clone());
        let made = generate(generator, &tuning.board_options, seed, &budget);
        made.map_err(|error| match error {
            GenerateError::Stopped if cancel.is_cancelled() => TuneError::Stopped,
            error => TuneError::Board { seed, error },
        })
    };
    seeds.map(board).collect()
}

#[cfg(test)]
mod tests;
