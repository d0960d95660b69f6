//! `tune`: improves a solver's options by evolution on generated levels, for authors of solvers.
//!
//! Method: an evolution strategy that keeps the best (I. Rechenberg, *Evolutionsstrategie*, 1973). All settings are
//! scored on the same levels. The first generation holds the defaults and random settings, each later one mutants of
//! the best setting so far, so the result is never worse than the defaults. Unsolved levels outweigh everything else,
//! as in the penalised averages of F. Hutter et al., *ParamILS* (2009). The score counts explored nodes, not time, so a
//! seed gives the same result on every machine, unless a run meets [`TIME_LIMIT`].

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Error, bail};
use fastrand::Rng;
use serde_json::{Value, json};

use super::args::{examples, game_ids, key_and_value};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::solve::{options, solver_named};
use super::status::{CommandResult, Status};
use crate::game::{
    Field, FieldChoices, Game, GenerateError, LevelRef, Outcome, SolveRequest, Solver, generate,
    one_thread, solve, words,
};
use crate::search::{Budget, CancelFlag, NoProgress};
use crate::session::disk::RealDisk;
use crate::session::library::AppFolders;
use crate::session::presets::{OptionValues, Presets, checked_name};
use crate::session::task::{catch_panic, run_parallel};

/// New settings per generation, the defaults included in the first one.
const POPULATION: usize = 12;
/// Attempts to create an untried setting, as the few values of a small solver may all have been tried.
const TRIES: usize = 50;
/// Memory per search in bytes; fixed, because it can affect the result.
const MEMORY: u64 = 512 << 20;
/// Longest time per search, for solvers that do not count nodes.
const TIME_LIMIT: Duration = Duration::from_secs(10);

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright tune logo backward --nodes 10000",
    "planwright tune lights-out greedy --generations 3 --nodes 5000 --save five",
    "planwright tune lights-out greedy --set rule=published --boards 4 --generations 3 --nodes 2000 --json";
    "Standard output gets the best options, one KEY=VALUE per line, standard error one line per \
     generation. Settings are compared by levels solved within --nodes, then by search nodes.\n\
     Exit status: 0 done, 2 bad input or nothing to tune, 130 interrupted (the best so far is printed \
     and saved)."
))]
pub(super) struct TuneArgs {
    #[arg(value_parser = game_ids())]
    game: String,
    /// The solver; ‘planwright games’ lists them
    solver: String,
    /// Fix an option of the solver at this value instead of tuning it
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    set: Vec<(String, String)>,
    /// Number of levels to tune on
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    boards: u16,
    /// Generations after the first one
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    generations: u16,
    /// Most search nodes per level
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random seed; the levels have this seed and the following ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Save the best options under this name, for ‘solve --preset’ and the workbench
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Print one JSON object with all generations instead of the options
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &TuneArgs) -> CommandResult {
    let game = files::game(&args.game)?;
    let solver = solver_named(game, &args.solver)?;
    // Checked before the work starts.
    let name = args.save.as_ref().map(|name| checked_name(name, solver));
    let name = name.transpose().map_err(Error::msg)?;
    let with_file = |name| anyhow::Ok((preset_file()?, name));
    let preset = name.map(with_file).transpose()?;
    let fixed = options(&args.set)?;
    let genes = solver.info().options.iter().filter_map(Gene::from_option);
    let (fixed_genes, genes): (Vec<_>, Vec<_>) =
        genes.partition(|gene| fixed.contains_key(gene.key));
    if genes.is_empty() {
        let keys: Vec<_> = fixed_genes.iter().map(|gene| gene.key).collect();
        let but_for = match keys[..] {
            [] => String::new(),
            _ => format!(" but what is set: {}", keys.join(", ")),
        };
        let id = &args.solver;
        bail!(
            "the solver ‘{id}’ has nothing to tune{but_for}; \
             ‘planwright games --json’ lists the tunable options"
        );
    }
    let cancel = cancel_on_ctrl_c();
    let Some(levels) = levels(args, game, &cancel)? else {
        return Ok(Status::Interrupted);
    };
    let mut tuning = Tuning {
        args,
        solver,
        fixed,
        genes,
        levels,
        cancel,
        rng: Rng::with_seed(args.seed),
        scores: BTreeMap::new(),
    };
    let generations = tuning.evolve()?;
    let is_interrupted = tuning.cancel.is_cancelled();
    let Some(best) = generations.last() else {
        files::notify("interrupted before the defaults were tried");
        return Ok(Status::Interrupted);
    };
    if args.json {
        let row = |(number, best)| json!({ "generation": number, "best": tuning.row(best) });
        files::print_json(&json!({
            "game": args.game,
            "solver": args.solver,
            "outcome": if is_interrupted { "interrupted" } else { "done" },
            "seed": args.seed,
            "boards": args.boards,
            "nodes": args.nodes,
            "best": tuning.row(best),
            "defaults": tuning.row(&tuning.defaults()),
            "generations": generations.iter().enumerate().map(row).collect::<Value>(),
        }))?;
    } else {
        files::print(&pairs(best, "\n"))?;
    }
    let (defaults, score) = (tuning.defaults(), tuning.text(best));
    files::notify(&match *best == defaults {
        true => format!("nothing better than the defaults was found: {score}"),
        false => format!("best: {score}; defaults: {}", tuning.text(&defaults)),
    });
    if is_interrupted {
        files::notify("interrupted: this is the best so far");
    }
    if let Some((file, name)) = preset {
        let (game, id) = (game.info().id, solver.info().id);
        let save = |presets: &mut Presets| presets.insert(game, id, &name, best.clone());
        if let Err(error) = Presets::change(&RealDisk, &file, save) {
            files::notify_error(&Error::msg(error));
            return Ok(Status::BadInput);
        }
        let usage = format!("solve --solver {id} --preset {name}");
        files::notify(&format!("saved as ‘{name}’; to use it: {usage}"));
    }
    Ok(match is_interrupted {
        true => Status::Interrupted,
        false => Status::Done,
    })
}

/// File of the user's presets, which must be readable.
fn preset_file() -> anyhow::Result<PathBuf> {
    let places = AppFolders::standard().context("home folder not found; set PLANWRIGHT_HOME")?;
    Presets::load(&RealDisk, &places.presets()).map_err(Error::msg)?;
    Ok(places.presets())
}

/// Formats values as `key=value`, each followed by `end`.
fn pairs(values: &OptionValues, end: &str) -> String {
    let pair = |(key, value)| format!("{key}={value}{end}");
    values.iter().map(pair).collect()
}

/// Option with finitely many values.
struct Gene {
    key: &'static str,
    default: &'static str,
    /// Names of the values, if they have names.
    names: &'static [&'static str],
    /// The values, as indexes of names or as numbers.
    range: RangeInclusive<i64>,
}

impl Gene {
    /// Gene of a tunable option with countable values.
    fn from_option(option: &Field) -> Option<Self> {
        let (names, range): (&[&str], _) = match option.choices {
            FieldChoices::OneOf(names) => (names, 0..=names.len() as i64 - 1),
            FieldChoices::Integer(min, max) => (&[], min..=max),
            _ => return None,
        };
        option.tunable.then_some(Self {
            key: option.key,
            default: option.default,
            names,
            range,
        })
    }

    fn random(&self, rng: &mut Rng) -> String {
        let value = rng.i64(self.range.clone());
        match self.names {
            [] => value.to_string(),
            names => names[value as usize].to_owned(),
        }
    }

    /// Mutates a value: to any name, or a number at a log-uniformly distributed distance.
    fn mutated(&self, value: &str, rng: &mut Rng) -> String {
        let (min, max) = (*self.range.start(), *self.range.end());
        let Some(value) = value.parse::<i64>().ok().filter(|_| self.names.is_empty()) else {
            return self.random(rng);
        };
        let width = max.saturating_sub(min).max(1) as f64;
        let step = (rng.f64() * width.ln()).exp().round() as i64;
        let step = if rng.bool() { step } else { -step };
        value.saturating_add(step).clamp(min, max).to_string()
    }
}

/// Generates the levels to tune on; `None` if cancelled.
fn levels(
    args: &TuneArgs,
    game: &dyn Game,
    cancel: &CancelFlag,
) -> anyhow::Result<Option<Vec<LevelRef>>> {
    let Some(generator) = game.generator() else {
        let id = game.info().id;
        bail!("levels of {id} cannot be generated, so there is nothing to tune on");
    };
    let mut levels = Vec::new();
    for index in 0..args.boards {
        let seed = args.seed.wrapping_add(index.into());
        let budget = Budget::default().with_cancel(cancel.clone());
        match generate(generator, &BTreeMap::new(), seed, &budget) {
            Ok(level) => levels.push(level),
            Err(GenerateError::Stopped) if cancel.is_cancelled() => return Ok(None),
            Err(error) => bail!("the board with seed {seed}: {error}"),
        }
    }
    Ok(Some(levels))
}

/// Score of a setting, best first: fewer unsolved levels, then fewer nodes explored.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct TuneScore {
    unsolved: usize,
    /// Search nodes explored on solved levels.
    explored: u64,
}

struct Tuning<'a> {
    args: &'a TuneArgs,
    solver: &'static dyn Solver,
    /// Options that all settings share.
    fixed: OptionValues,
    genes: Vec<Gene>,
    levels: Vec<LevelRef>,
    cancel: CancelFlag,
    rng: Rng,
    /// Score of every setting tried.
    scores: BTreeMap<OptionValues, TuneScore>,
}

impl Tuning<'_> {
    /// Tries settings, reports each generation to the user, and returns the best setting so far after each. Ends early if
    /// cancelled, perhaps without a generation, or if the best setting has no untried mutants.
    fn evolve(&mut self) -> anyhow::Result<Vec<OptionValues>> {
        let mut generations: Vec<OptionValues> = Vec::new();
        for number in 0..=self.args.generations {
            let best = generations.last();
            let untried = self.untried(best);
            let Some(scores) = self.scores_of(&untried)? else {
                break;
            };
            self.scores.extend(untried.iter().cloned().zip(scores));
            // Of equals, the oldest.
            let all = best.cloned().into_iter().chain(untried);
            let best = all.min_by_key(|setting| self.scores[setting]);
            generations.extend(best.inspect(|best| {
                let (all, score) = (self.args.generations, self.text(best));
                let line = format!("generation {number} of {all}: {score}; ");
                files::notify((line + &pairs(best, " ")).trim_end());
            }));
        }
        Ok(generations)
    }

    fn defaults(&self) -> OptionValues {
        let pair = |gene: &Gene| (gene.key.to_owned(), gene.default.to_owned());
        self.genes.iter().map(pair).collect()
    }

    /// New settings of a generation: mutants of the best setting or, without one, the defaults and random ones. Fewer
    /// than [`POPULATION`] if hardly any are left.
    fn untried(&mut self, best: Option<&OptionValues>) -> Vec<OptionValues> {
        let mut settings = Vec::new();
        if best.is_none() {
            settings.push(self.defaults());
        }
        let (genes, rng) = (&self.genes, &mut self.rng);
        while settings.len() < POPULATION {
            let mut new = (0..TRIES).map(|_| new_setting(genes, best, rng));
            let is_untried =
                |it: &OptionValues| !self.scores.contains_key(it) && !settings.contains(it);
            let Some(setting) = new.find(is_untried) else {
                break;
            };
            settings.push(setting);
        }
        settings
    }

    /// Scores settings on all levels, in parallel; `None` if cancelled or without settings, an error if the solver refuses
    /// the options.
    fn scores_of(&self, settings: &[OptionValues]) -> anyhow::Result<Option<Vec<TuneScore>>> {
        // Each pair of a setting and a level is one task.
        let (next_task, runs) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        run_parallel(cores, || {
            while !self.cancel.is_cancelled() {
                let task = next_task.fetch_add(1, Ordering::Relaxed);
                let setting = task / self.levels.len();
                let Some(options) = settings.get(setting) else {
                    break;
                };
                let result = self.solve(options, &self.levels[task % self.levels.len()]);
                let mut runs = runs.lock().unwrap_or_else(PoisonError::into_inner);
                runs.push((setting, result));
            }
        });
        if self.cancel.is_cancelled() || settings.is_empty() {
            return Ok(None);
        }
        let mut scores = vec![TuneScore::default(); settings.len()];
        for (setting, result) in runs.into_inner().unwrap_or_else(PoisonError::into_inner) {
            let score = &mut scores[setting];
            match result? {
                Some(explored) => score.explored = score.explored.saturating_add(explored),
                None => score.unsolved += 1,
            }
        }
        Ok(Some(scores))
    }

    /// Nodes explored until a plan is found within the limits, if one is; an error if the solver refuses the options.
    fn solve(&self, setting: &OptionValues, level: &LevelRef) -> anyhow::Result<Option<u64>> {
        let mut request = SolveRequest::new(level.as_ref());
        request.options = one_thread(self.solver.info());
        request.options.extend(self.fixed.clone());
        request.options.extend(setting.clone());
        let budget = Budget::default()
            .with_cancel(self.cancel.clone())
            .with_memory(MEMORY)
            .with_nodes(self.args.nodes)
            .with_time(TIME_LIMIT);
        // A panic counts as unsolved.
        let Ok(report) = catch_panic(|| solve(self.solver, &request, &budget, &NoProgress)) else {
            return Ok(None);
        };
        let report = report?;
        // Not every solver checks its node budget; this treats all equally.
        let is_within = report.explored <= self.args.nodes;
        let is_solved = matches!(report.outcome, Outcome::Solved(_)) && is_within;
        Ok(is_solved.then_some(report.explored))
    }

    /// Number of levels that a tried setting solved.
    fn solved(&self, setting: &OptionValues) -> usize {
        self.levels.len() - self.scores[setting].unsolved
    }

    /// Score of a tried setting, as in "solved 3 of 8, 1,234 explored".
    fn text(&self, setting: &OptionValues) -> String {
        let (solved, all) = (self.solved(setting), self.levels.len());
        let explored = words::number(self.scores[setting].explored);
        format!("solved {solved} of {all}, {explored} explored")
    }

    fn row(&self, setting: &OptionValues) -> Value {
        let (solved, explored) = (self.solved(setting), self.scores[setting].explored);
        json!({ "options": setting, "solved": solved, "explored": explored })
    }
}

/// Creates a setting: a copy of `parent` with about one value mutated or, without one, random values.
fn new_setting(genes: &[Gene], parent: Option<&OptionValues>, rng: &mut Rng) -> OptionValues {
    let mut value = |gene: &Gene| match parent {
        None => gene.random(rng),
        Some(parent) if rng.usize(0..genes.len()) == 0 => gene.mutated(&parent[gene.key], rng),
        Some(parent) => parent[gene.key].clone(),
    };
    let pair = |gene: &Gene| (gene.key.to_owned(), value(gene));
    genes.iter().map(pair).collect()
}
