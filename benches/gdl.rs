//! Games by chance on the network of shipped levels, in states a second, and loading of large rules.
//!
//! `cargo bench --bench gdl [-- PART]` prints one line a level; PART picks levels by name.

#[path = "gdl_compare/playout.rs"]
mod playout;

use std::time::{Duration, Instant};

use planwright::games::gdl::model::{GdlSource, Model, NetLimits};
use planwright::games::gdl::net::machine::Machine;
use planwright::games::gdl::syntax::ReadOptions;
use planwright::search::Budget;

use playout::measure_rate;

/// Levels and the rate asked for, in million states a second.
const MARKS: [(&str, f64); 9] = [
    ("01-buttons-and-lights", 5.0),
    ("12-maze", 5.0),
    ("11-hanoi-six", 3.0),
    ("08-lights-out", 3.0),
    ("09-knights-tour", 3.0),
    ("06-eight-puzzle", 1.0),
    ("07-peg-solitaire", 1.0),
    ("10-queens", 1.0),
    ("15-sudoku", 1.0),
];

fn make(text: &str) -> (Model, Duration) {
    let started = Instant::now();
    let source =
        GdlSource::read(text, ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let model = Model::new(&source, NetLimits::default(), &Budget::default())
        .unwrap_or_else(|error| panic!("{error}"));
    (model, started.elapsed())
}

/// Rules that come to about `literals` literals without variables: pairs of cells that see each other.
fn large(side: usize) -> String {
    let mut text = String::from("(role player)\n(init (left 0))\n");
    for n in 1..=side {
        text.push_str(&format!("(index {n})\n(succ {} {n})\n", n - 1));
    }
    text.push_str(
        "(<= (init (cell ?x ?y)) (index ?x) (index ?y))\n\
         (<= (legal player (take ?x ?y)) (true (cell ?x ?y)) (not (seen ?x ?y)))\n\
         (<= (seen ?x ?y) (true (mark ?x ?z)) (index ?y) (distinct ?y ?z))\n\
         (<= (seen ?x ?y) (true (mark ?z ?y)) (index ?x) (distinct ?x ?z))\n\
         (<= (next (mark ?x ?y)) (does player (take ?x ?y)))\n\
         (<= (next (mark ?x ?y)) (true (mark ?x ?y)))\n\
         (<= (next (cell ?x ?y)) (true (cell ?x ?y)) (not (does player (take ?x ?y))))\n\
         (<= some (legal player ?m))\n(<= terminal (not some))\n\
         (<= (goal player 100) (not some))\n(<= (goal player 0) some)\n",
    );
    text
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/gdl");
    for (name, mark) in MARKS {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let text = std::fs::read_to_string(format!("{folder}/{name}.kif")).expect("is shipped");
        let (model, loaded) = make(&text);
        let mut machine = Machine::<4>::new(&model.code);
        let mut random = fastrand::Rng::with_seed(1);
        let (states, seconds) = measure_rate(&mut machine, &mut random, 2.0);
        println!(
            "{name:24} {:7.2} M states/s (mark {mark}), {} literals, loaded in {:.1} ms",
            states as f64 / seconds / 1e6,
            model.net.size(),
            loaded.as_secs_f64() * 1e3
        );
    }
    if wanted.is_empty() || wanted.iter().any(|part| "large".contains(part.as_str())) {
        let (model, loaded) = make(&large(37));
        println!(
            "large: {} literals in gates, loaded in {:.0} ms (mark 1000 ms for 100,000 ground literals)",
            model.net.size(),
            loaded.as_secs_f64() * 1e3
        );
    }
}
