//! Improves a solver's options by evolution on generated levels.
//!
//! Method: a genetic algorithm with elitism (J. H. Holland, *Adaptation in Natural and Artificial Systems*, 1975).
//! Every setting of a population is scored on the same levels. The two best survive unchanged; the rest are replaced by
//! children of settings that won a small tournament (crossed value by value, slightly mutated). The first population
//! includes the defaults, so the result is never worse. Unsolved levels outweigh everything else, as in the penalised
//! averages of F. Hutter et al., *ParamILS* (2009). The score counts explored nodes, not time, so a seed gives the same
//! result on every machine, unless a run meets the time limit.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::bail;
use fastrand::Rng;

use super::TuneBudget;
use crate::game::{
    Cost, Field, FieldChoices, LevelRef, Objective, Outcome, SolveRequest, Solver, one_thread,
    solve,
};
use crate::search::{Budget, CancelFlag, NoProgress};
use crate::session::presets::OptionValues;
use crate::session::task::{catch_panic, run_parallel};

/// Number of best settings that survive unchanged.
const ELITE: usize = 2;
/// Number of settings that compete to become a parent.
const TOURNAMENT: usize = 3;
/// Attempts to create an untried child.
const TRIES: usize = 50;
/// Memory per search in bytes; fixed, because it can affect the result.
const MEMORY: u64 = 512 << 20;

/// One number per tuned option, in order.
pub(super) type Setting = Vec<i64>;

/// Option with finitely many values.
pub(super) struct Gene {
    pub key: &'static str,
    /// Names of the values, if they have names.
    names: &'static [&'static str],
    min: i64,
    max: i64,
    default: i64,
}

impl Gene {
    /// Gene of a tunable option with countable values.
    pub fn from_option(option: &Field) -> Option<Self> {
        let (names, min, max): (&[&str], _, _) = match option.choices {
            FieldChoices::OneOf(names) => (names, 0, names.len() as i64 - 1),
            FieldChoices::Integer(min, max) => (&[], min, max),
            _ => return None,
        };
        let default = match names {
            [] => option.default.parse().ok()?,
            names => names.iter().position(|name| *name == option.default)? as i64,
        };
        (option.tunable && (min..=max).contains(&default)).then_some(Self {
            key: option.key,
            names,
            min,
            max,
            default,
        })
    }

    /// Mutates a value: to any name, or a number at a log-uniformly distributed distance.
    fn mutated(&self, value: i64, rng: &mut Rng) -> i64 {
        if !self.names.is_empty() {
            return rng.i64(self.min..=self.max);
        }
        let width = self.max.saturating_sub(self.min).max(1) as f64;
        let step = (rng.f64() * width.ln()).exp().round() as i64;
        let step = if rng.bool() { step } else { -step };
        value.saturating_add(step).clamp(self.min, self.max)
    }
}

/// Score of a setting, best first: fewer unsolved levels, then fewer nodes explored, then better plans.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TuneScore {
    unsolved: usize,
    /// Search nodes explored on solved levels.
    pub explored: u64,
    /// Sum of the plan costs, negated where more is better.
    cost: Cost,
    pub levels: usize,
}

impl TuneScore {
    /// Mean nodes explored per level, plus `nodes` for every unsolved level.
    pub fn work(&self, nodes: u64) -> f64 {
        self.explored as f64 / self.levels.max(1) as f64 + self.unsolved as f64 * nodes as f64
    }

    pub fn solved(&self) -> usize {
        self.levels - self.unsolved
    }
}

/// Summary of one generation; number 0 is the defaults and random settings.
pub(super) struct Generation {
    pub number: u16,
    /// Best setting so far.
    pub best: Setting,
    pub mean_work: f64,
    /// Settings tried so far.
    pub tried: usize,
}

/// End of a tuning.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TuneEnd {
    Done,
    /// No untried setting was left.
    AllTried,
    Interrupted,
}

/// Tuning in progress.
pub(super) struct Evolution<'a> {
    pub solver: &'static dyn Solver,
    pub direction: Objective,
    pub budget: &'a TuneBudget,
    /// Options that all settings share.
    pub fixed: OptionValues,
    pub genes: Vec<Gene>,
    pub cancel: CancelFlag,
    pub rng: Rng,
    /// Score of every setting tried.
    pub scores: BTreeMap<Setting, TuneScore>,
    /// Number of runs that met the time limit.
    pub timeouts: AtomicUsize,
}

impl Evolution<'_> {
    /// Tries settings on these levels; `report` is called after each generation. The last generation has the best
    /// setting; there is none if the tuning was stopped before the defaults were scored.
    pub fn run(
        &mut self,
        levels: &[LevelRef],
        mut report: impl FnMut(&Self, &Generation),
    ) -> anyhow::Result<(Vec<Generation>, TuneEnd)> {
        let size = self.budget.population.into();
        let mut population = vec![self.defaults()];
        let random = |genes: &[Gene], rng: &mut Rng| {
            let values = genes.iter().map(|gene| rng.i64(gene.min..=gene.max));
            values.collect()
        };
        self.fill(&mut population, size, random);
        let mut generations = Vec::new();
        for number in 0..=self.budget.generations {
            let mut untried = population.clone();
            untried.retain(|setting| !self.scores.contains_key(setting));
            let Some(scores) = self.scores_of(&untried, levels, number == 0)? else {
                return Ok((generations, TuneEnd::Interrupted));
            };
            self.scores.extend(untried.into_iter().zip(scores));
            // A stable sort: among equals, the older setting stays in front.
            population.sort_by_key(|setting| self.scores[setting]);
            let work = |setting: &Setting| self.scores[setting].work(self.budget.nodes);
            let generation = Generation {
                number,
                best: population[0].clone(),
                mean_work: population.iter().map(work).sum::<f64>() / population.len() as f64,
                tried: self.scores.len(),
            };
            report(self, &generation);
            generations.push(generation);
            let values = |gene: &Gene| gene.max.abs_diff(gene.min).saturating_add(1);
            let possible = self.genes.iter().map(values).fold(1, u64::saturating_mul);
            if self.scores.len() as u64 >= possible {
                return Ok((generations, TuneEnd::AllTried));
            }
            let parents = population.clone();
            population.truncate(ELITE);
            self.fill(&mut population, size, |genes, rng| {
                let mut parent = || {
                    let rivals = (0..TOURNAMENT).map(|_| rng.usize(0..parents.len()));
                    // Sorted best first, so the smallest index wins.
                    &parents[rivals.min().unwrap_or(0)]
                };
                let (a, b) = (parent(), parent());
                child(genes, a, b, rng)
            });
        }
        Ok((generations, TuneEnd::Done))
    }

    pub fn defaults(&self) -> Setting {
        self.genes.iter().map(|gene| gene.default).collect()
    }

    /// Values of a setting as text.
    pub fn options(&self, setting: &Setting) -> OptionValues {
        let text = |(gene, value): (&Gene, &i64)| {
            let name = usize::try_from(*value).ok();
            let name = name.and_then(|at| gene.names.get(at));
            let text = name.map_or_else(|| value.to_string(), |name| (*name).to_owned());
            (gene.key.to_owned(), text)
        };
        self.genes.iter().zip(setting).map(text).collect()
    }

    /// Fills the population with untried settings; fewer than `size` if hardly any are left.
    fn fill(
        &mut self,
        population: &mut Vec<Setting>,
        size: usize,
        make: impl Fn(&[Gene], &mut Rng) -> Setting,
    ) {
        while population.len() < size {
            let mut children = (0..TRIES).map(|_| make(&self.genes, &mut self.rng));
            let is_new =
                |new: &Setting| !self.scores.contains_key(new) && !population.contains(new);
            let Some(new) = children.find(is_new) else {
                break;
            };
            population.push(new);
        }
    }

    /// Scores settings on levels; `None` if stopped. A setting that the solver refuses solves nothing; if `first_must_work`
    /// is set, refusing the first one is an error.
    pub fn scores_of(
        &self,
        settings: &[Setting],
        levels: &[LevelRef],
        first_must_work: bool,
    ) -> anyhow::Result<Option<Vec<TuneScore>>> {
        let all = settings.len() * levels.len();
        let (next, runs) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.budget.threads.unwrap_or_else(cores);
        run_parallel(threads.clamp(1, all.max(1)), || {
            while !self.cancel.is_cancelled() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= all {
                    break;
                }
                let (setting, level) = (index / levels.len(), index % levels.len());
                let result = self.solve(self.options(&settings[setting]), &levels[level]);
                let mut runs = runs.lock().unwrap_or_else(PoisonError::into_inner);
                runs.push((setting, result));
            }
        });
        if self.cancel.is_cancelled() {
            return Ok(None);
        }
        let mut scores = vec![TuneScore::default(); settings.len()];
        for (setting, result) in runs.into_inner().unwrap_or_else(PoisonError::into_inner) {
            let score = &mut scores[setting];
            score.levels += 1;
            match result {
                Ok(Some((explored, cost))) => {
                    score.explored = score.explored.saturating_add(explored);
                    score.cost = score.cost.saturating_add(cost);
                }
                Err(reason) if first_must_work && setting == 0 => bail!("{reason}"),
                Ok(None) | Err(_) => score.unsolved += 1,
            }
        }
        Ok(Some(scores))
    }

    /// Nodes and cost of a plan, if one is found within the limits, or the reason why the solver refuses the options.
    fn solve(
        &self,
        setting: OptionValues,
        level: &LevelRef,
    ) -> Result<Option<(u64, Cost)>, String> {
        let mut request = SolveRequest::new(level.as_ref());
        request.options = one_thread(self.solver.info());
        request.options.extend(self.fixed.clone());
        request.options.extend(setting);
        let budget = Budget::default()
            .with_cancel(self.cancel.clone())
            .with_memory(MEMORY)
            .with_nodes(self.budget.nodes)
            .with_time(self.budget.time_limit);
        let report = match catch_panic(|| solve(self.solver, &request, &budget, &NoProgress)) {
            Ok(report) => report.map_err(|error| error.to_string())?,
            // A panic counts as unsolved.
            Err(_) => return Ok(None),
        };
        match report.outcome {
            // Not every solver checks its node budget; this treats all equally.
            Outcome::Solved(solution) if report.explored <= self.budget.nodes => {
                let cost = match self.direction {
                    Objective::Minimise => solution.cost,
                    Objective::Maximise => -solution.cost,
                };
                Ok(Some((report.explored, cost)))
            }
            _ => {
                if budget.time_left() == Some(Duration::ZERO) {
                    self.timeouts.fetch_add(1, Ordering::Relaxed);
                }
                Ok(None)
            }
        }
    }
}

/// Creates a child of two settings: each value from either parent, with about one mutation. It may equal a parent; the
/// caller tries again if it needs a new one.
fn child(genes: &[Gene], a: &Setting, b: &Setting, rng: &mut Rng) -> Setting {
    let values = genes.iter().zip(a.iter().zip(b));
    let value = |(gene, (a, b)): (&Gene, (&i64, &i64))| {
        let value = if rng.bool() { *a } else { *b };
        match rng.usize(0..genes.len()) {
            0 => gene.mutated(value, rng),
            _ => value,
        }
    };
    values.map(value).collect()
}
