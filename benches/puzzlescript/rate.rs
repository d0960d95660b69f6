//! How many moves a second this engine makes and how many the original makes, on the same play sessions in one run.
//!
//! `PUZZLESCRIPT=CHECKOUT SESSIONS=FILE cargo bench -p planwright-puzzlescript --bench rate`
//!
//! CHECKOUT is a checkout of the original, FILE has an object a line with `source`, `level`, `seed` and `inputs` (0 up,
//! 1 left, 2 down, 3 right, 4 action, `undo`, `restart`, `tick`). Needs Node.

mod original;
mod replay;

use std::sync::Arc;
use std::time::{Duration, Instant};

use planwright_game::search::Budget;
use planwright_puzzlescript::compile::compile;
use planwright_puzzlescript::engine::{GamePlan, Session, Unfinished};
use replay::replay;
use serde_json::Value;

/// How long each session is replayed at least.
const LEAST: Duration = Duration::from_millis(100);

/// How many sessions are played between two looks at the clock, which takes as long as a few moves.
const AT_ONCE: usize = 16;

fn main() {
    let (Some(checkout), Some(sessions)) = (
        std::env::var_os("PUZZLESCRIPT"),
        std::env::var_os("SESSIONS"),
    ) else {
        println!(
            "nothing to compare: set PUZZLESCRIPT to a checkout of the original and SESSIONS to recorded sessions"
        );
        return;
    };
    let sessions = std::fs::read_to_string(sessions).expect("the sessions can be read");
    let original = original::run(&checkout, &[], &sessions);
    let mut ratios = Vec::new();
    println!(
        "{:>12} {:>12} {:>8}  session",
        "original/s", "own/s", "ratio"
    );
    for (line, theirs) in sessions.lines().zip(&original) {
        let session: Value = serde_json::from_str(line).expect("is JSON");
        let name = session["name"].as_str().unwrap_or_default();
        let inputs = session["inputs"].as_array().map_or(0, Vec::len);
        let (Some(own), Some(theirs)) = (
            own(&session),
            theirs["moves_per_s"].as_f64().filter(|_| inputs > 0),
        ) else {
            println!("{:>34}  {name}: {}", "not compared", theirs["error"]);
            continue;
        };
        let ratio = own / theirs;
        println!("{theirs:12.0} {own:12.0} {ratio:8.1}  {name}");
        ratios.push(ratio);
    }
    ratios.sort_by(f64::total_cmp);
    let at = |part: usize| {
        ratios
            .get(ratios.len() * part / 100)
            .copied()
            .unwrap_or(f64::NAN)
    };
    println!(
        "{} sessions: ratio {:.1} (10 %), {:.1} (median), {:.1} (90 %)",
        ratios.len(),
        at(10),
        at(50),
        at(90)
    );
}

/// Moves a second of this engine.
fn own(case: &Value) -> Option<f64> {
    let (game, _) = compile(case["source"].as_str()?);
    let game = Arc::new(game?);
    let plan = Arc::new(GamePlan::new(&game));
    let stage = case["level"].as_u64().unwrap_or(0) as usize;
    let seed = case["seed"].as_str().unwrap_or("0");
    let inputs: Vec<Value> = case["inputs"].as_array()?.clone();
    // Only the moves are timed, not how the level is set up.
    let play = || -> Result<Duration, Unfinished> {
        let new = || {
            Session::new(
                Arc::clone(&game),
                Arc::clone(&plan),
                (stage, None),
                seed,
                false,
                &Budget::default(),
            )
        };
        let mut sessions = (0..AT_ONCE)
            .map(|_| new())
            .collect::<Result<Vec<_>, Unfinished>>()?;
        let begun = Instant::now();
        for session in &mut sessions {
            replay(session, &inputs)?;
        }
        Ok(begun.elapsed())
    };
    play().ok()?;
    let (mut moves, mut spent) = (0, Duration::ZERO);
    while spent < LEAST {
        spent += play().ok()?;
        moves += AT_ONCE * inputs.len();
    }
    Some(moves as f64 / spent.as_secs_f64())
}
