//! `tune`: improves a solver's options by evolution on generated levels.

mod evolution;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Error, bail};
use fastrand::Rng;
use serde_json::{Value, json};

use self::evolution::{Evolution, Gene, Generation, Setting, TuneEnd, TuneScore};
use super::args::{at_least_one, examples, game_ids, key_and_value, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::solve::{options, solver_named};
use super::status::{CommandResult, Status};
use crate::game::{self, Game, GenerateError, LevelRef, Solver, generate};
use crate::games;
use crate::search::{Budget, CancelFlag};
use crate::session::disk::RealDisk;
use crate::session::library::AppFolders;
use crate::session::presets::{OptionValues, Presets, checked_name};

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
    #[command(flatten)]
    budget: TuneBudget,
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

/// Budget of a tuning.
#[derive(Debug, clap::Args)]
struct TuneBudget {
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
}

pub(super) fn run(args: &TuneArgs) -> CommandResult {
    let game = files::game(&args.game)?;
    let solver = solver_named(game, &args.solver)?;
    let target = match &args.save {
        Some(name) => Some(PresetTarget::new(game, solver, name)?),
        None => None,
    };
    let cancel = cancel_on_ctrl_c();
    let mut evolution = Evolution {
        solver,
        direction: game.info().objective,
        budget: &args.budget,
        fixed: options(&args.set)?,
        genes: Vec::new(),
        cancel: cancel.clone(),
        rng: Rng::with_seed(args.seed),
        scores: BTreeMap::new(),
        timeouts: AtomicUsize::new(0),
    };
    let genes = solver.info().options.iter().filter_map(Gene::from_option);
    let is_fixed = |gene: &Gene| evolution.fixed.contains_key(gene.key);
    let (fixed, genes): (Vec<_>, Vec<_>) = genes.partition(is_fixed);
    if genes.is_empty() {
        let fixed: Vec<_> = fixed.iter().map(|gene| gene.key).collect();
        let but_for = match fixed.is_empty() {
            true => String::new(),
            false => format!(" but what is set: {}", fixed.join(", ")),
        };
        bail!(
            "the solver ‘{}’ has nothing to tune{but_for}; tunable solvers are: {}",
            args.solver,
            all_tunable()
        );
    }
    evolution.genes = genes;
    let print = |text: &str| {
        if !args.quiet {
            files::notify(text);
        }
    };
    let Some(boards) = levels(args, game, 0, &cancel)? else {
        files::notify("interrupted before the defaults were tried");
        return Ok(Status::Interrupted);
    };
    let report =
        |evolution: &Evolution<'_>, generation: &Generation| print(&line(generation, evolution));
    let (generations, mut end) = evolution.run(&boards, report)?;
    let Some(best) = generations.last().map(|last| last.best.clone()) else {
        files::notify("interrupted before the defaults were tried");
        return Ok(Status::Interrupted);
    };
    let mut check = None;
    if best != evolution.defaults() && end != TuneEnd::Interrupted {
        // Compare on levels that were not used for tuning.
        if let Ok(Some(others)) = levels(args, game, args.budget.boards, &cancel) {
            let settings = [evolution.defaults(), best.clone()];
            let scores = evolution.scores_of(&settings, &others, false)?;
            check = scores.map(|scores| (scores[0], scores[1]));
        }
        if cancel.is_cancelled() {
            end = TuneEnd::Interrupted;
        }
    }
    let result = TuneResult {
        options: evolution.options(&best),
        best,
        generations,
        check,
        end,
        evolution,
    };
    if args.json {
        files::print_json(&result.answer(args))?;
    } else {
        let options = result.options.iter();
        let lines = options.map(|(key, value)| format!("{key}={value}\n"));
        files::print(&lines.collect::<String>())?;
    }
    result.summary().iter().for_each(|line| print(line));
    if let Some(target) = target {
        target.save(&result.options)?;
        print(&format!(
            "saved as ‘{}’; to use it: solve --solver {} --preset {}",
            target.name, args.solver, target.name
        ));
    }
    Ok(match result.end {
        TuneEnd::Interrupted => Status::Interrupted,
        TuneEnd::Done | TuneEnd::AllTried => Status::Done,
    })
}

/// Generates the levels from number `skipped` on; `None` if cancelled.
fn levels(
    args: &TuneArgs,
    game: &dyn Game,
    skipped: u16,
    cancel: &CancelFlag,
) -> anyhow::Result<Option<Vec<LevelRef>>> {
    let Some(generator) = game.generator() else {
        let id = game.info().id;
        bail!("levels of {id} cannot be generated, so there is nothing to tune on");
    };
    let board = options(&args.board)?;
    let seeds = (skipped..skipped + args.budget.boards).map(u64::from);
    let levels = seeds.map(|index| {
        let seed = args.seed.wrapping_add(index);
        let budget = Budget::default().with_cancel(cancel.clone());
        generate(generator, &board, seed, &budget).map_err(|error| (seed, error))
    });
    match levels.collect() {
        Ok(levels) => Ok(Some(levels)),
        Err((_, GenerateError::Stopped)) if cancel.is_cancelled() => Ok(None),
        Err((seed, error)) => bail!("the board with seed {seed}: {error}"),
    }
}

/// Target for saving the best options; checked before the work starts.
struct PresetTarget {
    places: AppFolders,
    game: &'static str,
    solver: &'static str,
    name: String,
}

impl PresetTarget {
    fn new(
        game: &'static dyn Game,
        solver: &'static dyn Solver,
        name: &str,
    ) -> anyhow::Result<Self> {
        let places = AppFolders::standard();
        let places = places.context("home folder not found; set PLANWRIGHT_HOME")?;
        Presets::load(&RealDisk, &places.presets()).map_err(Error::msg)?;
        Ok(Self {
            places,
            game: game.info().id,
            solver: solver.info().id,
            name: checked_name(name, solver).map_err(Error::msg)?,
        })
    }

    fn save(&self, options: &OptionValues) -> anyhow::Result<()> {
        let save = |presets: &mut Presets| {
            presets.insert(self.game, self.solver, &self.name, options.clone())
        };
        let saved = Presets::change(&RealDisk, &self.places.presets(), save);
        saved.map_err(Error::msg)?;
        Ok(())
    }
}

/// Lists all solvers with tunable options, by game, of games that can generate levels.
fn all_tunable() -> String {
    let games = games::all()
        .iter()
        .copied()
        .filter(|game| game.generator().is_some());
    let lines = games.filter_map(|game| {
        let solvers = game.solvers().iter().map(|solver| solver.info());
        let tunable = solvers.filter(|solver| {
            solver
                .options
                .iter()
                .any(|o| Gene::from_option(o).is_some())
        });
        let ids: Vec<_> = tunable.map(|solver| solver.id).collect();
        (!ids.is_empty()).then(|| format!("{} {}", game.info().id, ids.join(", ")))
    });
    lines.collect::<Vec<_>>().join("; ")
}

fn line(generation: &Generation, evolution: &Evolution<'_>) -> String {
    let best = evolution.scores[&generation.best];
    let options = evolution.options(&generation.best).into_iter();
    let options: Vec<_> = options
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    format!(
        "generation {} of {}: solved {} of {}, work {:.0} per level, mean {:.0}; {}",
        generation.number,
        evolution.budget.generations,
        best.solved(),
        best.levels,
        best.work(evolution.budget.nodes),
        generation.mean_work,
        options.join(" ")
    )
}

fn score_text(score: &TuneScore) -> String {
    format!(
        "solved {} of {}, {} explored",
        score.solved(),
        score.levels,
        game::words::number(score.explored)
    )
}

/// Result of a tuning.
struct TuneResult<'a> {
    /// Best setting, never worse than the defaults, and its options.
    best: Setting,
    options: OptionValues,
    generations: Vec<Generation>,
    /// Scores of the defaults and of the best setting on unseen levels; `None` if both are the same or it was
    /// interrupted.
    check: Option<(TuneScore, TuneScore)>,
    end: TuneEnd,
    evolution: Evolution<'a>,
}

impl TuneResult<'_> {
    fn summary(&self) -> Vec<String> {
        let score = |setting: &Setting| score_text(&self.evolution.scores[setting]);
        let (best, defaults) = (score(&self.best), score(&self.evolution.defaults()));
        let mut lines = vec![match self.best == self.evolution.defaults() {
            true => format!("nothing better than the defaults was found: {best}"),
            false => format!("best: {best}; defaults: {defaults}"),
        }];
        if let Some((defaults, best)) = &self.check {
            let (best, defaults) = (score_text(best), score_text(defaults));
            lines.push(format!("on other levels: {best}; defaults: {defaults}"));
        }
        match self.end {
            TuneEnd::Done => {}
            TuneEnd::AllTried => lines.push("every setting was tried".to_owned()),
            TuneEnd::Interrupted => lines.push("interrupted: this is the best so far".to_owned()),
        }
        let timeouts = match self.evolution.timeouts.load(Ordering::Relaxed) {
            0 => return lines,
            1 => "one search was".to_owned(),
            timeouts => format!("{timeouts} searches were"),
        };
        lines.push(format!(
            "note: {timeouts} ended by --time-limit; the result may differ on another machine"
        ));
        lines
    }

    /// The JSON output.
    fn answer(&self, args: &TuneArgs) -> Value {
        let score = |score: &TuneScore| {
            json!({
                "solved": score.solved(),
                "explored": score.explored,
                "work": score.work(args.budget.nodes),
            })
        };
        let row = |setting: &Setting| {
            let mut row = score(&self.evolution.scores[setting]);
            row["options"] = json!(self.evolution.options(setting));
            row
        };
        let generation = |generation: &Generation| {
            json!({
                "generation": generation.number,
                "tried": generation.tried,
                "mean_work": generation.mean_work,
                "best": row(&generation.best),
            })
        };
        let check = self.check.as_ref();
        json!({
            "game": args.game,
            "solver": args.solver,
            "outcome": match self.end {
                TuneEnd::Done => "done",
                TuneEnd::AllTried => "all tried",
                TuneEnd::Interrupted => "interrupted",
            },
            "seed": args.seed,
            "boards": args.budget.boards,
            "population": args.budget.population,
            "nodes": args.budget.nodes,
            "best": row(&self.best),
            "defaults": row(&self.evolution.defaults()),
            "check": check.map(|(defaults, best)| {
                json!({ "best": score(best), "defaults": score(defaults) })
            }),
            "generations": self.generations.iter().map(generation).collect::<Vec<_>>(),
            "ended_by_clock": self.evolution.timeouts.load(Ordering::Relaxed),
        })
    }
}
