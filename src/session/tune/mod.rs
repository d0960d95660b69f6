//! Improves a solver's options by evolution on generated levels.
//!
//! Every setting of a population is scored on the same levels. The two best survive unchanged; the
//! rest are replaced by children of settings that won a small tournament (crossed value by value,
//! slightly mutated). The first population includes the defaults, so the result is never worse. The
//! score counts explored nodes, not time, so the same seed gives the same result on every machine,
//! as long as no run meets the time limit. At the end, the best setting and the defaults are
//! compared on unseen levels.
//!
//! Method: a genetic algorithm with elitism (J. H. Holland, *Adaptation in Natural and Artificial
//! Systems*, 1975). Unsolved levels outweigh everything else, as in the penalised averages of F.
//! Hutter et al., *ParamILS* (2009).

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

pub type Options = BTreeMap<String, String>;

/// What to tune, and how long.
#[derive(Clone)]
pub struct Tuning {
    pub game: &'static dyn Game,
    pub solver: &'static dyn Solver,
    /// Solver options that keep these values.
    pub fixed: Options,
    /// Options of the level generator.
    pub board_options: Options,
    /// Number of levels, at least 1. As many again are used for the final comparison.
    pub boards: usize,
    /// Settings per generation, at least 2.
    pub population: usize,
    /// Generations after the first one.
    pub generations: usize,
    /// Seed of the random numbers and of the first level; the other levels use the following seeds.
    pub seed: u64,
    /// Most search nodes per level; a level that needs more counts as unsolved.
    pub nodes: u64,
    /// Longest time per level, in case the solver does not count nodes.
    pub time: Duration,
    /// Levels solved at once; 0 means one per core.
    pub threads: usize,
}

impl Tuning {
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// All tuned options.
    pub options: Options,
    pub score: Score,
}

/// Summary of one generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// 0 for the first population: the defaults and random settings.
    pub number: usize,
    /// The best setting so far.
    pub best: Candidate,
    /// [`Score::work`] of the best setting.
    pub best_work: f64,
    /// Mean [`Score::work`] of the generation.
    pub mean_work: f64,
    /// Settings tried so far.
    pub tried: usize,
}

/// How a tuning ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuneEnd {
    /// After the last generation.
    Done,
    /// Early: no untried setting was left.
    AllTried,
    Interrupted,
}

/// Result of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    pub defaults: Candidate,
    /// The best setting, never worse than the defaults.
    pub best: Candidate,
    pub generations: Vec<Generation>,
    /// Scores of the defaults and of the best setting on unseen levels; `None` if both are the same
    /// or the tuning was interrupted.
    pub check: Option<(Score, Score)>,
    /// Runs that met the time limit; with any of these, another machine may get another result.
    pub late: usize,
    pub end: TuneEnd,
}

/// Why nothing was tuned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TuneError {
    /// The solver has no tunable option, or all are fixed.
    #[error("the solver ‘{solver}’ has nothing to tune{}", but_for(.fixed))]
    Nothing {
        solver: &'static str,
        /// Tunable options that are fixed.
        fixed: Vec<&'static str>,
    },
    #[error("levels of {0} cannot be generated, so there is nothing to tune on")]
    NoGenerator(&'static str),
    /// A level could not be generated.
    #[error("the board with seed {seed}: {error}")]
    Board {
        seed: u64,
        #[source]
        error: GenerateError,
    },
    /// The solver refuses its defaults together with the fixed options.
    #[error("{0}")]
    Refused(String),
    /// Stopped before the defaults were scored.
    #[error("it was stopped before anything was tried")]
    Stopped,
}

fn but_for(keys: &[&str]) -> String {
    match keys {
        [] => String::new(),
        keys => format!(" but what is set: {}", keys.join(", ")),
    }
}

pub fn is_tunable(solver: &SolverInfo) -> bool {
    solver
        .options
        .iter()
        .any(|option| Gene::of(option).is_some())
}

/// All solvers with tunable options, of games that can generate levels.
pub fn tunable() -> impl Iterator<Item = (&'static dyn Game, &'static dyn Solver)> {
    let games = crate::games::all()
        .iter()
        .copied()
        .filter(|game| game.generator().is_some());
    games.flat_map(|game| {
        let solvers = game.solvers().iter().copied();
        let able = solvers.filter(|solver| is_tunable(solver.info()));
        able.map(move |solver| (game, solver))
    })
}

/// Runs a tuning; `told` is called after each generation.
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

/// Generates the levels from number `skipped` on.
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
