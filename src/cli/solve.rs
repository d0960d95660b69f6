//! `solve`: a plan on standard output, everything else on standard error.

use std::collections::BTreeMap;

use anyhow::{Error, bail};

use super::args::SolveArgs;
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::long;
use super::meter::Meter;
use super::status::{Ended, Status};
use super::suggest::did_you_mean;
use crate::export::report::Answer;
use crate::game::{
    Cost, Direction, Game, GameInfo, Limit, Outcome, Part, Report, Solution, SolveRequest, Solver,
    solve,
};
use crate::games;
use crate::search::Budget;
use crate::session::disk::RealDisk;
use crate::session::library::Places;
use crate::session::presets::Presets;

/// Solves the level.
pub(super) fn run(args: &SolveArgs) -> Ended {
    let level = files::level(&args.level, args.game.as_deref())?;
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

/// Prints an outcome, and gives its status. `part` is told where only a part was searched, with
/// whether it is done.
pub(super) fn tell(
    game: &GameInfo,
    report: &Report,
    part: Option<(Part, bool)>,
    args: &SolveArgs,
) -> Ended {
    let done = matches!(part, Some((_, true)));
    if args.json {
        files::print_json(&Answer::new(game, report, args.count, part))?;
    } else if part.is_none()
        && let Some(solution) = report.outcome.solution()
    {
        files::print(&plans_as_text(solution))?;
    }
    if !args.quiet {
        for line in reasons(report) {
            files::tell(&line);
        }
        files::tell(&match part {
            Some((part, true)) => {
                let best = so_far(
                    game,
                    &report.outcome.solution().cloned(),
                    None,
                    report.cost_unit,
                );
                format!("part {part} is done: {best}; {}", took(report))
            }
            Some((part, false)) => format!("part {part}: {}", summary(game, report, args)),
            None => summary(game, report, args),
        });
    }
    Ok(match report.outcome {
        _ if done => Status::Done,
        Outcome::Solved(_) => Status::Done,
        Outcome::Unsolvable(_) => Status::No,
        Outcome::Limit { .. } => Status::Limit,
        Outcome::Interrupted { .. } => Status::Interrupted,
    })
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

/// One move a line; an empty line between two plans.
fn plans_as_text(solution: &Solution) -> String {
    let plans: Vec<_> = solution.plans().map(ToString::to_string).collect();
    plans.join("\n")
}

/// The reasons of a plan, one a line.
fn reasons(report: &Report) -> Vec<String> {
    let Some(solution) = report.outcome.solution() else {
        return Vec::new();
    };
    let moves = solution.plan.moves().iter().zip(&solution.reasons);
    moves
        .enumerate()
        .map(|(index, (mv, reason))| {
            let (technique, text) = (reason.technique, reason.text.replace('\n', " "));
            format!("{}. {mv} ({technique}): {text}", index + 1)
        })
        .collect()
}

fn took(report: &Report) -> String {
    format!(
        "{} explored in {} ({})",
        report.explored,
        seconds(report.elapsed.as_secs_f64()),
        report.solver
    )
}

/// What came out, in a line for people.
fn summary(game: &GameInfo, report: &Report, args: &SolveArgs) -> String {
    let unit = report.cost_unit;
    let took = took(report);
    match &report.outcome {
        Outcome::Solved(solution) => {
            let mut line = format!("solved: {}; {took}", quality(game, solution, unit, None));
            if let Some(asked) = args.count.filter(|count| *count > 1) {
                line.push_str(&counted(solution, report.up_to, asked));
            }
            line
        }
        Outcome::Unsolvable(proof) if proof.reason.is_empty() => format!("unsolvable; {took}"),
        Outcome::Unsolvable(proof) => {
            format!("unsolvable: {}; {took}", proof.reason.trim_end_matches('.'))
        }
        Outcome::Limit {
            limit,
            best,
            lower_bound,
        } => {
            let what = match limit {
                Limit::Time => "the time limit was reached",
                Limit::Memory => "the memory limit was reached",
                Limit::Method => "the method's own limit was reached",
            };
            format!("{what}: {}; {took}", so_far(game, best, *lower_bound, unit))
        }
        Outcome::Interrupted { best, lower_bound } => {
            format!(
                "interrupted: {}; {took}",
                so_far(game, best, *lower_bound, unit)
            )
        }
    }
}

/// How many solutions there are, as far as `asked` tells.
fn counted(solution: &Solution, up_to: &str, asked: usize) -> String {
    let up_to = match up_to {
        "" => String::new(),
        up_to => format!(" {up_to}"),
    };
    let mut line = match solution.solutions {
        Some(1) if up_to.is_empty() => "; no other solution".to_owned(),
        Some(1) => format!("; one solution{up_to}"),
        Some(found) if found < asked as u64 => {
            format!("; {found} solutions{up_to}, there are no others")
        }
        Some(found) => format!("; {found} solutions{up_to}, maybe more"),
        None => "; this solver does not look for several solutions".to_owned(),
    };
    if let Some(orders) = &solution.orders {
        let noun = if orders == "1" { "order" } else { "orders" };
        line.push_str(&format!("; {orders} {noun}"));
    }
    line
}

pub(super) fn so_far(
    game: &GameInfo,
    best: &Option<Solution>,
    bound: Option<Cost>,
    unit: &str,
) -> String {
    match (best, bound) {
        (Some(best), bound) => format!("best so far {}", quality(game, best, unit, bound)),
        (None, Some(bound)) => format!("no plan so far, {}", bound_text(game, bound, unit)),
        (None, None) => "no plan so far".to_owned(),
    }
}

/// A cost, and how good it is known to be.
pub(super) fn quality(
    game: &GameInfo,
    solution: &Solution,
    unit: &str,
    bound: Option<Cost>,
) -> String {
    let cost = solution.cost;
    if solution.optimal {
        return format!("{cost} {unit}, proved best");
    }
    match bound.or(solution.lower_bound) {
        Some(bound) => format!("{cost} {unit}, {}", bound_text(game, bound, unit)),
        None => format!("{cost} {unit}, not proved best"),
    }
}

fn bound_text(game: &GameInfo, bound: Cost, unit: &str) -> String {
    match game.direction {
        Direction::Minimise => format!("no plan takes fewer than {bound} {unit}"),
        Direction::Maximise => format!("no plan gets more than {bound} {unit}"),
    }
}

/// A time with as many digits as it is worth.
fn seconds(time: f64) -> String {
    if time < 0.001 {
        format!("{:.0} µs", time * 1e6)
    } else if time < 1.0 {
        format!("{:.1} ms", time * 1e3)
    } else {
        format!("{time:.1} s")
    }
}
