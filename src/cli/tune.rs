//! `tune`: options of a solver that evolve on generated levels.

use anyhow::{Context as _, Error, bail};
use serde::Serialize;

use super::args::TuneArgs;
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::solve::{options, solver_named};
use super::status::{Ended, Status};
use crate::game::{Game, Solver};
use crate::games;
use crate::session::disk::RealDisk;
use crate::session::library::Places;
use crate::session::presets::{Presets, checked_name};
use crate::session::tune::{
    Candidate, Generation, Options, Score, TuneEnd, TuneError, Tuned, Tuning, tunable, tune,
};

/// Tunes, and prints the best options.
pub(super) fn run(args: &TuneArgs) -> Ended {
    let Some(game) = games::by_id(&args.game) else {
        bail!("there is no game ‘{}’", args.game);
    };
    let solver = solver_named(game, &args.solver)?;
    let keeper = match &args.save {
        Some(name) => Some(Keeper::new(game, solver, name)?),
        None => None,
    };
    let tuning = Tuning {
        fixed: options(&args.set)?,
        board_options: options(&args.board)?,
        boards: args.boards.into(),
        population: args.population.into(),
        generations: args.generations.into(),
        seed: args.seed,
        nodes: args.nodes,
        time: args.time_limit,
        threads: args.threads.unwrap_or(0),
        ..Tuning::new(game, solver)
    };
    let told = |generation: &Generation| {
        if !args.quiet {
            files::tell(&line(generation, args));
        }
    };
    let tuned = tune(&tuning, &cancel_on_ctrl_c(), told);
    let tuned = match tuned {
        Err(error @ TuneError::Nothing { .. }) => {
            bail!("{error}; what can be tuned: {}", all_tunable())
        }
        Err(TuneError::Stopped) => {
            files::tell("interrupted before the defaults were tried");
            return Ok(Status::Interrupted);
        }
        tuned => tuned?,
    };
    if args.json {
        files::print_json(&Answer::new(&tuning, &tuned))?;
    } else {
        files::print(&lines(&tuned.best.options))?;
    }
    if !args.quiet {
        for line in summary(&tuned) {
            files::tell(&line);
        }
    }
    if let Some(keeper) = keeper {
        keeper.keep(&tuned.best.options)?;
        if !args.quiet {
            files::tell(&format!(
                "kept as ‘{}’: solve --solver {} --preset {}",
                keeper.name, args.solver, keeper.name
            ));
        }
    }
    Ok(match tuned.end {
        TuneEnd::Interrupted => Status::Interrupted,
        TuneEnd::Done | TuneEnd::AllTried => Status::Done,
    })
}

/// Where the best options are to be kept; looked at before the work begins.
struct Keeper {
    places: Places,
    game: &'static str,
    solver: &'static str,
    name: String,
}

impl Keeper {
    fn new(
        game: &'static dyn Game,
        solver: &'static dyn Solver,
        name: &str,
    ) -> anyhow::Result<Self> {
        let places = Places::of_this_machine();
        let places = places.context("the platform names no home folder; set PLANWRIGHT_HOME")?;
        Presets::load(&RealDisk, &places.presets()).map_err(Error::msg)?;
        Ok(Self {
            places,
            game: game.info().id,
            solver: solver.info().id,
            name: checked_name(name, solver).map_err(Error::msg)?,
        })
    }

    fn keep(&self, options: &Options) -> anyhow::Result<()> {
        let keep = |presets: &mut Presets| {
            presets.keep(self.game, self.solver, &self.name, options.clone())
        };
        let kept = Presets::change(&RealDisk, &self.places.presets(), keep);
        kept.map_err(Error::msg)?;
        Ok(())
    }
}

/// All that can be tuned, by game.
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

/// A generation in one line.
fn line(generation: &Generation, args: &TuneArgs) -> String {
    let best = &generation.best;
    let options = best.options.iter();
    let options: Vec<_> = options
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    format!(
        "generation {} of {}: solved {} of {}, work {:.0} a level, mean {:.0}; {}",
        generation.number,
        args.generations,
        best.score.solved(),
        best.score.boards,
        generation.best_work,
        generation.mean_work,
        options.join(" ")
    )
}

/// A score in words.
fn words(score: &Score) -> String {
    format!(
        "solved {} of {}, {} explored",
        score.solved(),
        score.boards,
        score.explored
    )
}

/// What came out, for people.
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
            "note: {} ended by --time-limit; on another machine the result may be another",
            match tuned.late {
                1 => "one search was".to_owned(),
                late => format!("{late} searches were"),
            }
        ));
    }
    lines
}

#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    solver: &'a str,
    outcome: &'a str,
    seed: u64,
    boards: usize,
    population: usize,
    nodes: u64,
    best: Row<'a>,
    defaults: Row<'a>,
    /// On levels that neither was tuned on.
    check: Option<Check>,
    generations: Vec<GenerationRow<'a>>,
    ended_by_clock: usize,
}

#[derive(Serialize)]
struct Row<'a> {
    options: &'a Options,
    #[serde(flatten)]
    score: ScoreRow,
}

#[derive(Serialize)]
struct ScoreRow {
    solved: usize,
    explored: u64,
    work: f64,
}

#[derive(Serialize)]
struct Check {
    best: ScoreRow,
    defaults: ScoreRow,
}

#[derive(Serialize)]
struct GenerationRow<'a> {
    generation: usize,
    tried: usize,
    mean_work: f64,
    best: Row<'a>,
}

impl<'a> Answer<'a> {
    fn new(tuning: &'a Tuning, tuned: &'a Tuned) -> Self {
        let score = |score: &Score| ScoreRow {
            solved: score.solved(),
            explored: score.explored,
            work: score.work(tuning.nodes),
        };
        let row = |candidate: &'a Candidate| Row {
            options: &candidate.options,
            score: score(&candidate.score),
        };
        let generation = |one: &'a Generation| GenerationRow {
            generation: one.number,
            tried: one.tried,
            mean_work: one.mean_work,
            best: row(&one.best),
        };
        Self {
            game: tuning.game.info().id,
            solver: tuning.solver.info().id,
            outcome: match tuned.end {
                TuneEnd::Done => "done",
                TuneEnd::AllTried => "all tried",
                TuneEnd::Interrupted => "interrupted",
            },
            seed: tuning.seed,
            boards: tuning.boards,
            population: tuning.population,
            nodes: tuning.nodes,
            best: row(&tuned.best),
            defaults: row(&tuned.defaults),
            check: tuned.check.as_ref().map(|(defaults, best)| Check {
                best: score(best),
                defaults: score(defaults),
            }),
            generations: tuned.generations.iter().map(generation).collect(),
            ended_by_clock: tuned.late,
        }
    }
}
