//! Compares this engine with what was recorded of the original.
//!
//! `cargo run -p planwright-puzzlescript --example recorded -- sessions FILE`: play sessions, an object a line with `source`,
//! `level`, `seed`, `inputs` (0 up, 1 left, 2 down, 3 right, 4 action, `undo`, `restart`, `tick`) and the board `expected`.
//!
//! `… -- problems FILE`: texts, an object a line with `source`, `errors` (`line N : …`) and their `count`.

#[path = "replay/mod.rs"]
mod replay;

use std::collections::BTreeSet;
use std::sync::Arc;

use planwright_game::search::Budget;
use planwright_puzzlescript::compile::compile;
use planwright_puzzlescript::engine::{GamePlan, Session};
use replay::replay;
use serde_json::Value;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, file] = args.as_slice() else {
        println!("give ‘sessions’ or ‘problems’, and a file");
        return;
    };
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let fits = if what == "sessions" {
        ends_as_recorded
    } else {
        complains_as_recorded
    };
    let (mut good, mut all) = (0, 0);
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("is JSON");
        all += 1;
        match fits(&case) {
            Ok(()) => good += 1,
            Err(why) => println!("{}: {why}", case["name"]),
        }
    }
    println!("{good} of {all}");
}

fn ends_as_recorded(case: &Value) -> Result<(), String> {
    let (game, problems) = compile(case["source"].as_str().unwrap_or_default());
    let game = Arc::new(game.ok_or(format!("no game, {} problems", problems.len()))?);
    let endless = |_| "the rules never finish".to_owned();
    let stage = case["level"].as_u64().unwrap_or(0) as usize;
    let seed = case["seed"].as_str().unwrap_or("0");
    let plan = Arc::new(GamePlan::new(&game));
    let budget = Budget::default();
    let session = Session::new(Arc::clone(&game), plan, (stage, None), seed, false, &budget);
    let mut session = session.map_err(endless)?;
    let inputs = case["inputs"].as_array().map_or(&[][..], Vec::as_slice);
    replay(&mut session, inputs).map_err(endless)?;
    let (rows, cols) = session.level().map_or((0, 0), |level| level.size());
    let cell = |row: usize, col: usize| {
        let objects = session.objects_in(col * rows + row).into_iter();
        let mut names: Vec<&str> = objects
            .map(|it| game.names.objects[it].name.as_str())
            .collect();
        names.sort_unstable();
        names.join(" ")
    };
    let board: Vec<Vec<String>> = (0..rows)
        .map(|row| (0..cols).map(|col| cell(row, col)).collect())
        .collect();
    match serde_json::json!(board) == case["expected"] {
        true => Ok(()),
        false => Err("ends otherwise".to_owned()),
    }
}

fn complains_as_recorded(case: &Value) -> Result<(), String> {
    let (game, problems) = compile(case["source"].as_str().unwrap_or_default());
    let line = |text: &str| {
        text.strip_prefix("line ")?
            .split(' ')
            .next()?
            .parse::<usize>()
            .ok()
    };
    let errors = case["errors"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    let theirs: BTreeSet<usize> = errors.filter_map(line).map(|line| line.max(1)).collect();
    // What has no line stands at the beginning.
    let own: BTreeSet<usize> = problems
        .iter()
        .map(|problem| &problem.error)
        .filter(|error| (error.line, error.column) != (1, 1) || theirs.contains(&1))
        .map(|error| error.line)
        .collect();
    if case["count"] == 0 && (game.is_none() || problems.iter().any(|problem| problem.severe)) {
        return Err("is refused, and the original takes it".to_owned());
    }
    match own == theirs {
        true => Ok(()),
        false => Err(format!("lines {own:?}, in the original {theirs:?}")),
    }
}
