//! `solve`: a plan on standard output, everything else on standard error.

use std::collections::BTreeMap;

use anyhow::{Error, bail};

use super::args::SolveArgs;
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::long;
use super::meter::Meter;
use super::outcome::tell;
use super::status::Ended;
use super::suggest::did_you_mean;
use crate::game::{Game, SolveRequest, Solver, solve};
use crate::games;
use crate::search::Budget;
use crate::session::disk::RealDisk;
use crate::session::library::Places;
use crate::session::presets::Presets;

/// Solves the level.
pub(super) fn run(args: &SolveArgs) -> Ended {
    let level = files::chosen(&args.level)?;
    let Some(game) = games::by_id(level.game_id()) else {
        bail!("the level is of an unknown game ‘{}’", level.game_id());
    };
    let solver = choose(game, args)?;
    let mut request = SolveRequest::new(level.as_ref());
    // Of a part all is to be done.
    request.optimal = args.optimal || args.shard.is_some();
    request.first = args.first;
    request.count = args.count.unwrap_or(1).max(1);
    request.cycles = args.with_cycles;
    request.options = match &args.preset {
        Some(name) => preset(game, solver, name)?,
        None => BTreeMap::new(),
    };
    request.options.extend(options(&args.set)?);
    let mut budget = Budget::default().with_cancel(cancel_on_ctrl_c());
    if let Some(time) = args.time_limit {
        budget = budget.with_time(time);
    }
    if long::is_asked_for(args) {
        return long::run(game, solver, &request, &budget, args);
    }
    if args.output.is_some() {
        bail!("--output is for --shard and --merge; the plan goes to standard output");
    }
    let meter = Meter::new(solver.info().cost_unit, args.quiet);
    let solved = solve(solver, &request, &budget, &meter);
    meter.clear();
    tell(game.info(), &solved?, None, args)
}

/// The solver asked for; without a name the game's default, or with `--optimal` the first that
/// proves what it finds to be the best.
fn choose(game: &dyn Game, args: &SolveArgs) -> anyhow::Result<&'static dyn Solver> {
    let solvers = game.solvers();
    let counting = args.count.is_some_and(|count| count > 1);
    if let Some(id) = &args.solver {
        let solver = solver_named(game, id)?;
        if args.optimal && !solver.info().proves_optimal {
            files::tell(&format!(
                "note: the solver ‘{id}’ does not prove plans to be the best"
            ));
        }
        if counting && !solver.info().counts {
            let able = solvers.iter().map(|solver| solver.info());
            let able: Vec<_> = able
                .filter(|info| info.counts)
                .map(|info| info.id)
                .collect();
            bail!(
                "the solver ‘{id}’ finds one solution and does not count them; {}",
                match able[..] {
                    [] => "no solver of this game does".to_owned(),
                    _ => format!("take --solver {}", able.join(" or ")),
                }
            );
        }
        return Ok(solver);
    }
    let counts = |solver: &&&dyn Solver| !counting || solver.info().counts;
    let proving = |solver: &&&dyn Solver| solver.info().proves_optimal && counts(solver);
    let chosen = if long::is_asked_for(args) {
        let mut able = solvers.iter().filter(|solver| solver.resumable().is_some());
        able.find(|solver| !args.optimal || proving(solver))
    } else if args.optimal {
        solvers.iter().find(proving)
    } else {
        solvers.iter().find(counts)
    };
    match chosen.or(solvers.first()) {
        Some(solver) => Ok(*solver),
        None => bail!("{} has no solvers", game.info().id),
    }
}

/// The solver of a game with this id.
pub(super) fn solver_named(game: &dyn Game, id: &str) -> anyhow::Result<&'static dyn Solver> {
    let solvers = game.solvers();
    let ids = || solvers.iter().map(|solver| solver.info().id);
    let Some(solver) = solvers.iter().find(|solver| solver.info().id == id) else {
        bail!(
            "{} has no solver ‘{id}’{} It has {}.",
            game.info().id,
            match did_you_mean(id, ids()) {
                hint if hint.is_empty() => ".".to_owned(),
                hint => hint,
            },
            ids().collect::<Vec<_>>().join(", ")
        );
    };
    Ok(*solver)
}

/// The options that are kept under a name for a solver.
fn preset(
    game: &dyn Game,
    solver: &dyn Solver,
    name: &str,
) -> anyhow::Result<BTreeMap<String, String>> {
    let own = match Places::of_this_machine() {
        Some(places) => Presets::load(&RealDisk, &places.presets()).map_err(Error::msg)?,
        None => Presets::default(),
    };
    let of = |solver: &dyn Solver| own.all(game.info().id, solver);
    let known = of(solver);
    if let Some((_, options)) = known.iter().find(|(known, _)| known == name) {
        return Ok(options.clone());
    }
    let names: Vec<_> = known.iter().map(|(name, _)| name.as_str()).collect();
    let there = match names[..] {
        [] => " It has none.".to_owned(),
        _ => format!(" It has {}.", names.join(", ")),
    };
    let mut others = game.solvers().iter();
    let other = others.find(|other| of(**other).iter().any(|(known, _)| known == name));
    bail!(
        "the solver ‘{}’ has no preset ‘{name}’{}{there}{}",
        solver.info().id,
        match did_you_mean(name, names.iter().copied()) {
            hint if hint.is_empty() => ".".to_owned(),
            hint => hint,
        },
        match other.map(|other| other.info().id) {
            Some(id) => format!(" That one is for --solver {id}."),
            None => String::new(),
        }
    )
}

/// Options given as KEY=VALUE, each once.
pub(super) fn options(set: &[(String, String)]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut options = BTreeMap::new();
    for (key, value) in set {
        if options.insert(key.clone(), value.clone()).is_some() {
            bail!("{key} is given twice");
        }
    }
    Ok(options)
}
