//! `tune`: improves a solver's options by evolution on generated levels.

use std::time::Duration;

use anyhow::{Context as _, Error, bail};
use serde_json::{Value, json};

use super::args::{at_least_one, examples, game_ids, key_and_value, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::solve::{options, solver_named};
use super::status::{Ended, Status};
use crate::game::{self, Game, Solver};
use crate::session::disk::RealDisk;
use crate::session::library::Places;
use crate::session::presets::{Presets, checked_name};
use crate::session::tune::{
    Candidate, Generation, Options, Score, TuneEnd, TuneError, Tuned, Tuning, tunable, tune,
};

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
    effort: Effort,
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

/// How much work a tuning does.
#[derive(Debug, clap::Args)]
struct Effort {
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

pub(super) fn run(args: &TuneArgs) -> Ended {
    let game = files::game(&args.game)?;
    let solver = solver_named(game, &args.solver)?;
    let target = match &args.save {
        Some(name) => Some(Target::new(game, solver, name)?),
        None => None,
    };
    let tuning = Tuning {
        fixed: options(&args.set)?,
        board_options: options(&args.board)?,
        boards: args.effort.boards.into(),
        population: args.effort.population.into(),
        generations: args.effort.generations.into(),
        seed: args.seed,
        nodes: args.effort.nodes,
        time: args.effort.time_limit,
        threads: args.effort.threads.unwrap_or(0),
        ..Tuning::new(game, solver)
    };
    let report = |generation: &Generation| {
        if !args.quiet {
            files::tell(&line(generation, args));
        }
    };
    let tuned = match tune(&tuning, &cancel_on_ctrl_c(), report) {
        Err(error @ TuneError::Nothing { .. }) => {
            bail!("{error}; tunable solvers are: {}", all_tunable())
        }
        Err(TuneError::Stopped) => {
            files::tell("interrupted before the defaults were tried");
            return Ok(Status::Interrupted);
        }
        tuned => tuned?,
    };
    if args.json {
        files::print_json(&answer(&tuning, &tuned))?;
    } else {
        files::print(&lines(&tuned.best.options))?;
    }
    if !args.quiet {
        for line in summary(&tuned) {
            files::tell(&line);
        }
    }
    if let Some(target) = target {
        target.save(&tuned.best.options)?;
        if !args.quiet {
            files::tell(&format!(
                "saved as ‘{}’; to use it: solve --solver {} --preset {}",
                target.name, args.solver, target.name
            ));
        }
    }
    Ok(match tuned.end {
        TuneEnd::Interrupted => Status::Interrupted,
        TuneEnd::Done | TuneEnd::AllTried => Status::Done,
    })
}

/// Where to save the best options; checked before the work begins.
struct Target {
    places: Places,
    game: &'static str,
    solver: &'static str,
    name: String,
}

impl Target {
    fn new(
        game: &'static dyn Game,
        solver: &'static dyn Solver,
        name: &str,
    ) -> anyhow::Result<Self> {
        let places = Places::of_this_machine();
        let places = places.context("home folder not found; set PLANWRIGHT_HOME")?;
        Presets::load(&RealDisk, &places.presets()).map_err(Error::msg)?;
        Ok(Self {
            places,
            game: game.info().id,
            solver: solver.info().id,
            name: checked_name(name, solver).map_err(Error::msg)?,
        })
    }

    fn save(&self, options: &Options) -> anyhow::Result<()> {
        let keep = |presets: &mut Presets| {
            presets.keep(self.game, self.solver, &self.name, options.clone())
        };
        let kept = Presets::change(&RealDisk, &self.places.presets(), keep);
        kept.map_err(Error::msg)?;
        Ok(())
    }
}

/// All tunable solvers, by game.
fn all_tunable() -> String {
    let pairs = tunable().map(|(game, solver)| (game.info().id, solver.info().id));
    let pairs: Vec<_> = pairs.collect();
    let games = pairs.chunk_by(|a, b| a.0 == b.0).map(|same| {
        let solvers: Vec<_> = same.iter().map(|(_, solver)| *solver).collect();
        format!("{} {}", same[0].0, solvers.join(", "))
    });
    games.collect::<Vec<_>>().join("; ")
}

fn lines(options: &Options) -> String {
    let lines = options
        .iter()
        .map(|(key, value)| format!("{key}={value}\n"));
    lines.collect()
}

fn line(generation: &Generation, args: &TuneArgs) -> String {
    let best = &generation.best;
    let options = best.options.iter();
    let options: Vec<_> = options
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    format!(
        "generation {} of {}: solved {} of {}, work {:.0} per level, mean {:.0}; {}",
        generation.number,
        args.effort.generations,
        best.score.solved(),
        best.score.boards,
        generation.best_work,
        generation.mean_work,
        options.join(" ")
    )
}

fn words(score: &Score) -> String {
    format!(
        "solved {} of {}, {} explored",
        score.solved(),
        score.boards,
        game::words::number(score.explored)
    )
}

fn summary(tuned: &Tuned) -> Vec<String> {
    let best = words(&tuned.best.score);
    let usual = words(&tuned.defaults.score);
    let mut lines = vec![match tuned.best == tuned.defaults {
        true => format!("nothing better than the defaults was found: {best}"),
        false => format!("best: {best}; defaults: {usual}"),
    }];
    if let Some((usual, best)) = &tuned.check {
        let (best, usual) = (words(best), words(usual));
        lines.push(format!("on other levels: {best}; defaults: {usual}"));
    }
    match tuned.end {
        TuneEnd::Done => {}
        TuneEnd::AllTried => lines.push("every setting was tried".to_owned()),
        TuneEnd::Interrupted => lines.push("interrupted: this is the best so far".to_owned()),
    }
    if tuned.late > 0 {
        lines.push(format!(
            "note: {} ended by --time-limit; the result may differ on another machine",
            match tuned.late {
                1 => "one search was".to_owned(),
                late => format!("{late} searches were"),
            }
        ));
    }
    lines
}

/// The JSON output.
fn answer(tuning: &Tuning, tuned: &Tuned) -> Value {
    let score = |score: &Score| {
        json!({
            "solved": score.solved(),
            "explored": score.explored,
            "work": score.work(tuning.nodes),
        })
    };
    let row = |candidate: &Candidate| {
        let mut row = score(&candidate.score);
        row["options"] = json!(candidate.options);
        row
    };
    let generation = |one: &Generation| {
        json!({
            "generation": one.number,
            "tried": one.tried,
            "mean_work": one.mean_work,
            "best": row(&one.best),
        })
    };
    // On levels that were not tuned on.
    let check = tuned.check.as_ref();
    let check =
        check.map(|(defaults, best)| json!({ "best": score(best), "defaults": score(defaults) }));
    json!({
        "game": tuning.game.info().id,
        "solver": tuning.solver.info().id,
        "outcome": match tuned.end {
            TuneEnd::Done => "done",
            TuneEnd::AllTried => "all tried",
            TuneEnd::Interrupted => "interrupted",
        },
        "seed": tuning.seed,
        "boards": tuning.boards,
        "population": tuning.population,
        "nodes": tuning.nodes,
        "best": row(&tuned.best),
        "defaults": row(&tuned.defaults),
        "check": check,
        "generations": tuned.generations.iter().map(generation).collect::<Vec<_>>(),
        "ended_by_clock": tuned.late,
    })
}
