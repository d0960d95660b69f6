//! How long `auto` takes to a first plan.
//!
//! `cargo bench -p planwright-gdl --bench first_plans -- FILE…` prints a table of these levels, `seconds=S` among the words being
//! the limit for each. With `shorter` among them the plans are made shorter, as usual. Seconds are of the processor.

use std::path::Path;
use std::time::Duration;

use planwright_game::search::{Budget, NoProgress};
use planwright_game::{Game as _, Outcome, SolveRequest, bench_words, main_thread_time, solve};
use planwright_gdl::Gdl;

fn main() {
    let Some(words) = bench_words() else {
        return;
    };
    let seconds = words.iter().find_map(|word| word.strip_prefix("seconds="));
    let seconds: f64 = seconds.map_or(60.0, |seconds| seconds.parse().expect("is a number"));
    let first = !words.iter().any(|word| word == "shorter");
    println!("| level | steps | seconds |\n|---|---:|---:|");
    for path in words.iter().filter(|word| Path::new(word).is_file()) {
        let text = std::fs::read_to_string(path).expect("can be read");
        let level = Gdl
            .parse_text(&text)
            .unwrap_or_else(|error| panic!("{error}"));
        let request = SolveRequest {
            first,
            ..SolveRequest::new(level.as_ref())
        };
        let budget = Budget::default().with_time(Duration::from_secs_f64(seconds));
        let solvers = Gdl.solvers();
        let auto = solvers.iter().find(|solver| solver.info().id == "auto");
        let before = main_thread_time();
        let report = solve(*auto.expect("is there"), &request, &budget, &NoProgress);
        let took = main_thread_time()
            .zip(before)
            .map_or(Duration::ZERO, |(after, before)| after - before);
        let steps = match report.map(|report| report.outcome) {
            Ok(Outcome::Solved(solution)) => solution.cost.to_string(),
            Ok(_) => "none".to_owned(),
            Err(error) => error.to_string(),
        };
        let name = Path::new(path).file_stem().unwrap_or_default();
        println!("| {} | {steps} | {took:.2?} |", name.display());
    }
}
