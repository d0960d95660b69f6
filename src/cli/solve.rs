//! `solve`: prints a plan on standard output, everything else on standard error.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Error, bail};

use super::args::{LevelArgs, at_least_one, examples, key_and_value, seconds};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::outcome::{PrintArgs, print_report};
use super::status::CommandResult;
use super::suggest::did_you_mean;
use crate::game::{Game, SolveRequest, Solver, optimal_solver, solve};
use crate::games::load::Loaded;
use crate::search::Budget;
use crate::session::disk::RealDisk;
use crate::session::library::AppFolders;
use crate::session::presets::Presets;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright solve my-level.txt",
    "planwright solve - < my-level.txt > plan.txt",
    "planwright solve my-level.txt --solver fewest-keys --set 'cursor=3 5'",
    "planwright solve my-level.txt --optimal --time-limit 2.5 --json",
    "planwright solve my-level.txt --count 10",
    "planwright solve my-level.txt --first",
    "planwright solve game.kif --improve my-moves.txt",
    "planwright solve lights.txt --solver greedy --preset tuned";
    "Exit status: 0 solved, 1 proved unsolvable, 2 bad input or usage, 3 a limit was reached first \
     (the best plan so far is printed), 130 interrupted (likewise)."
))]
pub(super) struct SolveArgs {
    #[command(flatten)]
    level: LevelArgs,
    /// Solver to use; ‘planwright games’ lists them
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    /// Search until the plan is proved optimal; without --solver, choose a solver that can
    #[arg(long)]
    optimal: bool,
    /// Take the first plan instead of looking for a better one for a while
    #[arg(long, conflicts_with_all = ["optimal", "count"])]
    first: bool,
    /// Look for up to N distinct solutions
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    count: Option<usize>,
    /// Improve the plan in a file, one move per line, instead of finding one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "count"])]
    improve: Option<PathBuf>,
    /// Stop after S seconds; fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// Use the solver's preset of this name; --set overrides single options
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Set an option of the solver; ‘planwright games’ lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    print: PrintArgs,
}

pub(super) fn run(args: &SolveArgs) -> CommandResult {
    files::with_playable_level(&args.level, args.print.quiet, |loaded| {
        solve_level(args, loaded)
    })
}

fn solve_level(args: &SolveArgs, loaded: &Loaded) -> CommandResult {
    let level = &loaded.level;
    let game = files::game(level.game_id())?;
    if loaded.guessed && !args.print.quiet {
        let title = game.info().title;
        files::notify(&format!("note: game detected from the content: {title}"));
    }
    let solver = choose(game, args)?;
    let known = match &args.improve {
        Some(path) => files::plan(level.as_ref(), path)?,
        None => Vec::new(),
    };
    let mut request = SolveRequest::new(level.as_ref());
    request.known = &known;
    request.optimal = args.optimal;
    request.first = args.first;
    request.count = args.count.unwrap_or(1).max(1);
    request.options = match &args.preset {
        Some(name) => preset(game, solver, name)?,
        None => BTreeMap::new(),
    };
    request.options.extend(options(&args.set)?);
    let mut budget = Budget::default().with_cancel(cancel_on_ctrl_c());
    if let Some(time) = args.time_limit {
        budget = budget.with_time(time);
    }
    let meter = Meter::new(solver.info().cost_unit, args.print.quiet);
    let result = solve(solver, &request, &budget, &meter);
    drop(meter);
    let (info, complaints) = (game.info(), &loaded.complaints);
    print_report(info, &result?, complaints, args.count, &args.print)
}

/// Solver of `--solver`, else the game's first one with the abilities that the other flags require.
fn choose(game: &dyn Game, args: &SolveArgs) -> anyhow::Result<&'static dyn Solver> {
    let solvers = game.solvers();
    let counting = args.count.is_some_and(|count| count > 1);
    if let Some(id) = &args.solver {
        let solver = solver_named(game, id)?;
        if args.optimal && !solver.info().proves_optimal {
            let note = format!("note: the solver ‘{id}’ does not prove plans optimal");
            files::notify(&note);
        }
        if args.improve.is_some() && !solver.info().improves {
            bail!("the solver ‘{id}’ does not improve plans");
        }
        if counting && !solver.info().counts {
            let infos = solvers.iter().map(|solver| solver.info());
            let able = infos.filter(|info| info.counts);
            let ids: Vec<_> = able.map(|info| info.id).collect();
            bail!(
                "the solver ‘{id}’ finds one solution and does not count them; {}",
                match ids[..] {
                    [] => "no solver of this game does".to_owned(),
                    _ => format!("use --solver {}", ids.join(" or ")),
                }
            );
        }
        return Ok(solver);
    }
    let able = solvers.iter().copied();
    let able = able.filter(|solver| !counting || solver.info().counts);
    let able = able.filter(|solver| args.improve.is_none() || solver.info().improves);
    let able: Vec<_> = able.collect();
    if able.is_empty() && args.improve.is_some() {
        bail!("no solver of {} improves plans", game.info().title);
    }
    match able.first().or(solvers.first()) {
        Some(first) if args.optimal => Ok(optimal_solver(*first, &able)),
        Some(first) => Ok(*first),
        None => bail!("{} has no solvers", game.info().id),
    }
}

pub(super) fn solver_named(game: &dyn Game, id: &str) -> anyhow::Result<&'static dyn Solver> {
    let solvers = game.solvers();
    let ids = || solvers.iter().map(|solver| solver.info().id);
    let Some(solver) = solvers.iter().find(|solver| solver.info().id == id) else {
        bail!(
            "{} has no solver ‘{id}’{} It has {}.",
            game.info().id,
            did_you_mean(id, ids()),
            ids().collect::<Vec<_>>().join(", ")
        );
    };
    Ok(*solver)
}

fn preset(
    game: &dyn Game,
    solver: &dyn Solver,
    name: &str,
) -> anyhow::Result<BTreeMap<String, String>> {
    let user_presets = match AppFolders::standard() {
        Some(places) => Presets::load(&RealDisk, &places.presets()).map_err(Error::msg)?,
        None => Presets::default(),
    };
    let presets_of = |solver: &dyn Solver| user_presets.all(game.info().id, solver);
    let presets = presets_of(solver);
    if let Some((_, options)) = presets.iter().find(|(known, _)| known == name) {
        return Ok(options.clone());
    }
    let names: Vec<_> = presets.iter().map(|(name, _)| name.as_str()).collect();
    let list = match names[..] {
        [] => " It has none.".to_owned(),
        _ => format!(" It has {}.", names.join(", ")),
    };
    let mut others = game.solvers().iter();
    let other = others.find(|other| presets_of(**other).iter().any(|(known, _)| known == name));
    bail!(
        "the solver ‘{}’ has no preset ‘{name}’{}{list}{}",
        solver.info().id,
        did_you_mean(name, names.iter().copied()),
        match other.map(|other| other.info().id) {
            Some(id) => format!(" --solver {id} has one of that name."),
            None => String::new(),
        }
    )
}

/// Collects KEY=VALUE options and refuses duplicates.
pub(super) fn options(set: &[(String, String)]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut options = BTreeMap::new();
    for (key, value) in set {
        if options.insert(key.clone(), value.clone()).is_some() {
            bail!("{key} is set twice");
        }
    }
    Ok(options)
}
