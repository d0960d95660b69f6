//! How many of some levels the solver solves in so many seconds each, and how many a breadth-first search on the original engine
//! does, in one run.
//!
//! `GAMES=FILE [PUZZLESCRIPT=CHECKOUT] [SECONDS=10] [LEVELS=100] [SEED=1] [SOLVER=auto]
//! [THREADS=1] [NAMES=…] cargo bench -p planwright-puzzlescript --bench solved`
//!
//! NAMES are those of levels, with commas between them, that alone are solved of those that were drawn.
//!
//! FILE has an object a line with `source`, a game; levels are drawn of all their levels, by chance. CHECKOUT is a checkout
//! of the original, which is left out where none is given; that needs Node.

mod original;

use std::time::Duration;

use planwright_game::search::{Budget, NoProgress};
use planwright_game::{Game as _, LevelRef, Outcome, SolveRequest, THREADS, solve};
use planwright_puzzlescript::PuzzleScript;
use serde_json::{Value, json};

fn main() {
    let Some(games) = std::env::var_os("GAMES") else {
        println!("nothing to solve: set GAMES to a file with an object with `source` a line");
        return;
    };
    let games = std::fs::read_to_string(games).expect("the games can be read");
    let seconds = number("SECONDS", 10);
    let levels = drawn(&games);
    let cases: Vec<String> = levels.iter().map(|(_, case)| case.to_string()).collect();
    let theirs = std::env::var_os("PUZZLESCRIPT")
        .map(|checkout| original::run(&checkout, &[&seconds.to_string()], &cases.join("\n")));
    let id = std::env::var("SOLVER").unwrap_or_else(|_| "auto".to_owned());
    let solvers = PuzzleScript.solvers();
    let solver = solvers.iter().find(|solver| solver.info().id == id);
    let solver = *solver.expect("there is such a solver");
    let (mut solved, mut decided, mut breadth) = (0, 0, 0);
    println!(
        "{:>10} {:>8} {:>10} {:>8} {:>9} {:>9}  level",
        "own", "s", "states", "orig.", "s", "moves"
    );
    for (index, (level, case)) in levels.iter().enumerate() {
        let mut request = SolveRequest::new(level.as_ref());
        if solver
            .info()
            .options
            .iter()
            .any(|option| option.key == THREADS.key)
        {
            let threads = number("THREADS", 1).to_string();
            request.options.insert(THREADS.key.to_owned(), threads);
        }
        let budget = Budget::default()
            .with_time(Duration::from_secs(seconds))
            .with_memory(4 << 30);
        let report = match solve(solver, &request, &budget, &NoProgress) {
            Ok(report) => report,
            Err(error) => {
                println!("{error}: {}", case["name"]);
                continue;
            }
        };
        let own = match &report.outcome {
            Outcome::Solved(found) if found.optimal => format!("={}", found.cost),
            Outcome::Solved(found) => found.cost.to_string(),
            Outcome::Unsolvable(_) => "none".to_owned(),
            Outcome::Stopped { stop, .. } => format!("{stop:?}"),
        };
        solved += usize::from(report.outcome.solution().is_some());
        decided += usize::from(matches!(report.outcome, Outcome::Unsolvable(_)));
        let other = theirs
            .as_ref()
            .map_or(Value::Null, |all| all[index].clone());
        breadth += usize::from(other["length"].is_number());
        let wrong = other["length"].as_i64().is_some_and(|length| {
            matches!(&report.outcome, Outcome::Unsolvable(_))
                || report.outcome.solution().is_some_and(|found| {
                    found.cost < length || found.optimal && found.cost != length
                })
        });
        println!(
            "{own:>10} {:8.2} {:10} {:>8} {:9.2} {:>9}  {}{}",
            report.elapsed.as_secs_f64(),
            report.explored,
            other["length"].to_string(),
            other["seconds"].as_f64().unwrap_or(0.0),
            other["moves"].to_string(),
            case["name"].as_str().unwrap_or_default(),
            if wrong { "  NOT AS THE ORIGINAL" } else { "" },
        );
    }
    println!(
        "{} levels, {seconds} s each: {solved} solved, {decided} proved to have no solution; breadth-first on the original {breadth}",
        levels.len()
    );
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("is a number"))
}

/// Levels drawn by chance from all games, each with what the original needs to know of it.
fn drawn(games: &str) -> Vec<(LevelRef, Value)> {
    let mut titles = std::collections::BTreeSet::new();
    let mut all = Vec::new();
    for line in games.lines() {
        let game: Value = serde_json::from_str(line).expect("is JSON");
        let source = game["source"].as_str().unwrap_or_default();
        let levels = PuzzleScript.parse_several(source);
        let levels: Vec<LevelRef> = levels.into_iter().filter_map(Result::ok).collect();
        let title = levels.first().map_or("", |level| &level.meta().title);
        // Texts without a name, or with the example's, are tries and no games.
        if title.is_empty()
            || title == "Simple Block Pushing Game"
            || !titles.insert(title.to_owned())
        {
            continue;
        }
        for (index, level) in levels.iter().enumerate() {
            if level.unplayable().is_none() {
                let name = format!("{title} #{}", index + 1);
                let case = json!({"source": source, "level": index, "name": name});
                all.push((level.clone(), case));
            }
        }
    }
    fastrand::Rng::with_seed(number("SEED", 1)).shuffle(&mut all);
    all.truncate(number("LEVELS", 100) as usize);
    if let Ok(names) = std::env::var("NAMES") {
        let wanted = |case: &Value| names.split(',').any(|name| case["name"] == name);
        all.retain(|(_, case)| wanted(case));
    }
    all
}
