//! `tune`: improves a solver's options by evolution on generated levels.
//!
//! Method: a genetic algorithm with elitism (J. H. Holland, *Adaptation in Natural and Artificial Systems*, 1975).
//! Every setting of a population is scored on the same levels. The two best survive unchanged; the rest are replaced by
//! children of settings that won a small tournament (crossed value by value, slightly mutated). The first population
//! includes the defaults, so the result is never worse. Unsolved levels outweigh everything else, as in the penalised
//! averages of F. Hutter et al., *ParamILS* (2009). The score counts explored nodes, not time, so a seed gives the same
//! result on every machine, unless a run meets the time limit.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Error, bail};
use fastrand::Rng;
use serde_json::{Value, json};

use super::args::{at_least_one, examples, game_ids, key_and_value, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::solve::{options, solver_named};
use super::status::{CommandResult, Status};
use crate::game::{
    Cost, Field, FieldChoices, Game, GenerateError, LevelRef, Objective, Outcome, SolveRequest,
    Solver, SolverInfo, generate, one_thread, solve, words,
};
use crate::games;
use crate::search::{Budget, CancelFlag, NoProgress};
use crate::session::disk::RealDisk;
use crate::session::library::AppFolders;
use crate::session::presets::{OptionValues, Presets, checked_name};
use crate::session::task::{catch_panic, run_parallel};

/// Number of best settings that survive unchanged.
const ELITE: usize = 2;
/// Number of settings that compete to become a parent.
const TOURNAMENT: usize = 3;
/// Attempts to create an untried child.
const TRIES: usize = 50;
/// Memory per search in bytes; fixed, because it can affect the result.
const MEMORY: u64 = 512 << 20;

const ALL_TRIED: &str = "all tried";
const INTERRUPTED: &str = "interrupted";

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright tune logo backward --nodes 10000",
    "planwright tune lights-out greedy --board rows=6 --board columns=6 --generations 3 --nodes 5000 --save six",
    "planwright tune lights-out greedy --set rule=published --boards 4 --generations 3 --nodes 2000 --json";
    "Standard output gets the best options, one KEY=VALUE per line, standard error one line per \
     generation. Settings are compared by levels solved within --nodes, then by search nodes, then by \
     plan cost.\n\
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
    /// Set an option of the level generator; ‘planwright games’ lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    board: Vec<(String, String)>,
    /// Number of levels to tune on; as many again are used for the final comparison
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    boards: u16,
    /// Settings per generation
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(2..=1000))]
    population: u16,
    /// Generations after the first one
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    generations: u16,
    /// Most search nodes per level
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Longest time per level, in seconds, in case a solver does not count nodes
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    time_limit: Duration,
    /// Levels solved at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<usize>,
    /// Random seed; the levels have this seed and the following ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Save the best options under this name, for ‘solve --preset’ and the workbench
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Print one JSON object with all generations instead of the options
    #[arg(long)]
    json: bool,
    /// Print nothing but errors on standard error
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &TuneArgs) -> CommandResult {
    let game = files::game(&args.game)?;
    let solver = solver_named(game, &args.solver)?;
    // Checked before the work starts.
    let name = args.save.as_ref().map(|name| checked_name(name, solver));
    let name = name.transpose().map_err(Error::msg)?;
    let with_file = |name| anyhow::Ok((preset_file()?, name));
    let preset = name.map(with_file).transpose()?;
    let genes = solver.info().options.iter().filter_map(Gene::from_option);
    let mut tuning = Tuning {
        args,
        solver,
        objective: game.info().objective,
        fixed: options(&args.set)?,
        genes: genes.collect(),
        cancel: cancel_on_ctrl_c(),
        rng: Rng::with_seed(args.seed),
        scores: BTreeMap::new(),
        generations: Vec::new(),
        timeouts: AtomicUsize::new(0),
    };
    let is_fixed = |gene: &mut Gene| tuning.fixed.contains_key(gene.key);
    let fixed = tuning.genes.extract_if(.., is_fixed);
    let fixed: Vec<_> = fixed.map(|gene| gene.key).collect();
    if tuning.genes.is_empty() {
        let but_for = match fixed.is_empty() {
            true => String::new(),
            false => format!(" but what is set: {}", fixed.join(", ")),
        };
        let (id, tunable) = (&args.solver, all_tunable());
        bail!("the solver ‘{id}’ has nothing to tune{but_for}; tunable solvers are: {tunable}");
    }
    let (best, mut outcome) = match tuning.levels(game, 0)? {
        Some(levels) => tuning.evolve(&levels)?,
        None => (None, INTERRUPTED),
    };
    let Some(best) = best else {
        files::notify("interrupted before the defaults were tried");
        return Ok(Status::Interrupted);
    };
    let settings = [tuning.defaults(), best.clone()];
    let mut check = None;
    // Compare on levels that were not used for tuning.
    if best != settings[0] && outcome != INTERRUPTED {
        if let Ok(Some(levels)) = tuning.levels(game, args.boards) {
            check = tuning.scores_of(&settings, &levels, false)?;
        }
        if tuning.cancel.is_cancelled() {
            outcome = INTERRUPTED;
        }
    }
    if args.json {
        let check = check
            .as_ref()
            .map(|it| json!({ "best": it[1].row(args), "defaults": it[0].row(args) }));
        files::print_json(&json!({
            "game": args.game,
            "solver": args.solver,
            "outcome": outcome,
            "seed": args.seed,
            "boards": args.boards,
            "population": args.population,
            "nodes": args.nodes,
            "best": tuning.row(&best),
            "defaults": tuning.row(&settings[0]),
            "check": check,
            "generations": tuning.generations,
            "ended_by_clock": tuning.timeouts.load(Ordering::Relaxed),
        }))?;
    } else {
        files::print(&pairs(&best, "\n"))?;
    }
    for line in tuning.summary(&settings, check.as_deref(), outcome) {
        tuning.report(&line);
    }
    if let Some((file, name)) = preset {
        let (game, id) = (game.info().id, solver.info().id);
        let save = |presets: &mut Presets| presets.insert(game, id, &name, best);
        Presets::change(&RealDisk, &file, save).map_err(Error::msg)?;
        tuning.report(&format!(
            "saved as ‘{name}’; to use it: solve --solver {id} --preset {name}"
        ));
    }
    Ok(match outcome {
        INTERRUPTED => Status::Interrupted,
        _ => Status::Done,
    })
}

/// File of the user's presets, which must be readable.
fn preset_file() -> anyhow::Result<PathBuf> {
    let places = AppFolders::standard().context("home folder not found; set PLANWRIGHT_HOME")?;
    Presets::load(&RealDisk, &places.presets()).map_err(Error::msg)?;
    Ok(places.presets())
}

/// Lists all solvers with tunable options, by game, of games that can generate levels.
fn all_tunable() -> String {
    let is_tunable = |info: &&SolverInfo| {
        let mut genes = info.options.iter().filter_map(Gene::from_option);
        genes.next().is_some()
    };
    let games = games::all()
        .iter()
        .filter(|game| game.generator().is_some());
    let lines = games.filter_map(|game| {
        let solvers = game.solvers().iter().map(|solver| solver.info());
        let ids: Vec<_> = solvers.filter(is_tunable).map(|info| info.id).collect();
        (!ids.is_empty()).then(|| format!("{} {}", game.info().id, ids.join(", ")))
    });
    lines.collect::<Vec<_>>().join("; ")
}

/// Formats values as `key=value`, each followed by `end`.
fn pairs(values: &OptionValues, end: &str) -> String {
    values
        .iter()
        .map(|(key, value)| format!("{key}={value}{end}"))
        .collect()
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
        let (key, default) = (option.key, option.default);
        let is_known = match names {
            [] => range.contains(&default.parse().ok()?),
            names => names.contains(&default),
        };
        (option.tunable && is_known).then_some(Self {
            key,
            default,
            names,
            range,
        })
    }

    fn random(&self, rng: &mut Rng) -> String {
        let value = rng.i64(self.range.clone());
        let name = usize::try_from(value)
            .ok()
            .and_then(|index| self.names.get(index));
        name.map_or_else(|| value.to_string(), |name| (*name).to_owned())
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

/// Score of a setting, best first: fewer unsolved levels, then fewer nodes explored, then better plans.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct TuneScore {
    unsolved: usize,
    /// Search nodes explored on solved levels.
    explored: u64,
    /// Sum of the plan costs, negated where more is better.
    cost: Cost,
    levels: usize,
}

impl TuneScore {
    /// Mean nodes explored per level, plus the limit for every unsolved level.
    fn work(&self, args: &TuneArgs) -> f64 {
        let unsolved = self.unsolved as f64 * args.nodes as f64;
        self.explored as f64 / self.levels.max(1) as f64 + unsolved
    }

    /// Returns the numbers of solved and of all levels, as in "solved 3 of 8".
    fn solved(&self) -> String {
        format!("solved {} of {}", self.levels - self.unsolved, self.levels)
    }

    fn text(&self) -> String {
        let (solved, explored) = (self.solved(), words::number(self.explored));
        format!("{solved}, {explored} explored")
    }

    fn row(&self, args: &TuneArgs) -> Value {
        let solved = self.levels - self.unsolved;
        json!({ "solved": solved, "explored": self.explored, "work": self.work(args) })
    }
}

/// A tuning with its results so far.
struct Tuning<'a> {
    args: &'a TuneArgs,
    solver: &'static dyn Solver,
    objective: Objective,
    /// Options that all settings share.
    fixed: OptionValues,
    genes: Vec<Gene>,
    cancel: CancelFlag,
    rng: Rng,
    /// Score of every setting tried.
    scores: BTreeMap<OptionValues, TuneScore>,
    /// For the JSON output.
    generations: Vec<Value>,
    /// Number of runs that met the time limit.
    timeouts: AtomicUsize,
}

impl Tuning<'_> {
    fn report(&self, text: &str) {
        if !self.args.quiet {
            files::notify(text);
        }
    }

    /// Generates the levels from number `skipped` on; `None` if cancelled.
    fn levels(&self, game: &dyn Game, skipped: u16) -> anyhow::Result<Option<Vec<LevelRef>>> {
        let Some(generator) = game.generator() else {
            let id = game.info().id;
            bail!("levels of {id} cannot be generated, so there is nothing to tune on");
        };
        let board = options(&self.args.board)?;
        let mut levels = Vec::new();
        for index in skipped..skipped + self.args.boards {
            let seed = self.args.seed.wrapping_add(index.into());
            let budget = Budget::default().with_cancel(self.cancel.clone());
            match generate(generator, &board, seed, &budget) {
                Ok(level) => levels.push(level),
                Err(GenerateError::Stopped) if self.cancel.is_cancelled() => return Ok(None),
                Err(error) => bail!("the board with seed {seed}: {error}"),
            }
        }
        Ok(Some(levels))
    }

    /// Tries settings, and reports each generation. Returns the best one, if any was scored, and the outcome.
    fn evolve(
        &mut self,
        levels: &[LevelRef],
    ) -> anyhow::Result<(Option<OptionValues>, &'static str)> {
        let mut population = vec![self.defaults()];
        let mut best = None;
        for number in 0..=self.args.generations {
            let parents = population.clone();
            population.truncate(ELITE);
            self.fill(&mut population, if number == 0 { &[] } else { &parents });
            let mut untried = population.clone();
            untried.retain(|setting| !self.scores.contains_key(setting));
            let Some(scores) = self.scores_of(&untried, levels, number == 0)? else {
                return Ok((best, INTERRUPTED));
            };
            self.scores.extend(untried.into_iter().zip(scores));
            // A stable sort: among equals, the older setting stays in front.
            population.sort_by_key(|setting| self.scores[setting]);
            let score = self.scores[&population[0]];
            let works = population
                .iter()
                .map(|setting| self.scores[setting].work(self.args));
            let mean = works.sum::<f64>() / population.len() as f64;
            let (all, options) = (self.args.generations, pairs(&population[0], " "));
            let (solved, work) = (score.solved(), score.work(self.args));
            let text = format!("{solved}, work {work:.0} per level, mean {mean:.0}; {options}");
            self.report(format!("generation {number} of {all}: {text}").trim_end());
            self.generations.push(json!({
                "generation": number,
                "tried": self.scores.len(),
                "mean_work": mean,
                "best": self.row(&population[0]),
            }));
            best = Some(population[0].clone());
            let values = |gene: &Gene| gene.range.end().abs_diff(*gene.range.start());
            let possible = self.genes.iter().map(|gene| values(gene).saturating_add(1));
            if self.scores.len() as u64 >= possible.fold(1, u64::saturating_mul) {
                return Ok((best, ALL_TRIED));
            }
        }
        Ok((best, "done"))
    }

    fn defaults(&self) -> OptionValues {
        let pair = |gene: &Gene| (gene.key.to_owned(), gene.default.to_owned());
        self.genes.iter().map(pair).collect()
    }

    /// Fills the population with untried settings, random ones or children; fewer if hardly any are left.
    fn fill(&mut self, population: &mut Vec<OptionValues>, parents: &[OptionValues]) {
        let (genes, rng, scores) = (&self.genes, &mut self.rng, &self.scores);
        while population.len() < self.args.population.into() {
            let mut made = (0..TRIES).map(|_| new_setting(genes, parents, rng));
            let is_new = |it: &OptionValues| !scores.contains_key(it) && !population.contains(it);
            let Some(new) = made.find(is_new) else { break };
            population.push(new);
        }
    }

    /// Scores settings on levels; `None` if stopped. A setting that the solver refuses solves nothing; if
    /// `first_must_work` is set, refusing the first one is an error.
    fn scores_of(
        &self,
        settings: &[OptionValues],
        levels: &[LevelRef],
        first_must_work: bool,
    ) -> anyhow::Result<Option<Vec<TuneScore>>> {
        let all = settings.len() * levels.len();
        let (next, runs) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.args.threads.unwrap_or_else(cores);
        run_parallel(threads.clamp(1, all.max(1)), || {
            while !self.cancel.is_cancelled() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let setting = index / levels.len();
                let Some(options) = settings.get(setting) else {
                    break;
                };
                let result = self.solve(options, &levels[index % levels.len()]);
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
        setting: &OptionValues,
        level: &LevelRef,
    ) -> Result<Option<(u64, Cost)>, String> {
        let mut request = SolveRequest::new(level.as_ref());
        request.options = one_thread(self.solver.info());
        request.options.extend(self.fixed.clone());
        request.options.extend(setting.clone());
        let budget = Budget::default()
            .with_cancel(self.cancel.clone())
            .with_memory(MEMORY)
            .with_nodes(self.args.nodes)
            .with_time(self.args.time_limit);
        // A panic counts as unsolved.
        let Ok(report) = catch_panic(|| solve(self.solver, &request, &budget, &NoProgress)) else {
            return Ok(None);
        };
        let report = report.map_err(|error| error.to_string())?;
        Ok(match report.outcome {
            // Not every solver checks its node budget; this treats all equally.
            Outcome::Solved(solution) if report.explored <= self.args.nodes => {
                let is_cost = self.objective == Objective::Minimise;
                Some((
                    report.explored,
                    if is_cost {
                        solution.cost
                    } else {
                        -solution.cost
                    },
                ))
            }
            _ => {
                let is_late = budget.time_left() == Some(Duration::ZERO);
                self.timeouts.fetch_add(is_late.into(), Ordering::Relaxed);
                None
            }
        })
    }

    /// JSON form of a tried setting.
    fn row(&self, setting: &OptionValues) -> Value {
        let mut row = self.scores[setting].row(self.args);
        row["options"] = json!(setting);
        row
    }

    /// Summarizes the scores of the defaults and of the best setting: on the levels used for tuning, and on others.
    fn summary(
        &self,
        settings: &[OptionValues; 2],
        check: Option<&[TuneScore]>,
        outcome: &str,
    ) -> Vec<String> {
        let [defaults, best] = settings.each_ref().map(|it| self.scores[it].text());
        let mut lines = vec![match settings[0] == settings[1] {
            true => format!("nothing better than the defaults was found: {best}"),
            false => format!("best: {best}; defaults: {defaults}"),
        }];
        lines.extend(check.map(|check| {
            let [defaults, best] = [0, 1].map(|index: usize| check[index].text());
            format!("on other levels: {best}; defaults: {defaults}")
        }));
        match outcome {
            ALL_TRIED => lines.push("every setting was tried".to_owned()),
            INTERRUPTED => lines.push("interrupted: this is the best so far".to_owned()),
            _ => {}
        }
        let searches = match self.timeouts.load(Ordering::Relaxed) {
            0 => return lines,
            1 => "one search was".to_owned(),
            searches => format!("{searches} searches were"),
        };
        let effect = "the result may differ on another machine";
        lines.push(format!("note: {searches} ended by --time-limit; {effect}"));
        lines
    }
}

/// Creates a setting: random, or a child of two parents (best first) that won a tournament, slightly mutated.
fn new_setting(genes: &[Gene], parents: &[OptionValues], rng: &mut Rng) -> OptionValues {
    if parents.is_empty() {
        let pair = |gene: &Gene| (gene.key.to_owned(), gene.random(rng));
        return genes.iter().map(pair).collect();
    }
    let mut parent = || {
        let rivals = (0..TOURNAMENT).map(|_| rng.usize(0..parents.len()));
        rivals.min().unwrap_or(0)
    };
    let (a, b) = (parent(), parent());
    let pair = |gene: &Gene| {
        let value = &parents[if rng.bool() { a } else { b }][gene.key];
        let value = match rng.usize(0..genes.len()) {
            0 => gene.mutated(value, rng),
            _ => value.clone(),
        };
        (gene.key.to_owned(), value)
    };
    genes.iter().map(pair).collect()
}
