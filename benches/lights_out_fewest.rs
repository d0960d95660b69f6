//! What `fewest-presses` proves on boards with many quiet patterns.
//!
//! `cargo bench -p planwright-lights-out --bench lights_out_fewest` prints a table, for each board with all lights on and
//! after presses by chance; a word after `--` picks boards that have it in their name, such as
//! `torus` or `12×12`. Times are processor time of the solver's thread.

use planwright_game::search::{Budget, NoProgress};
use planwright_game::{Game as _, Level, LevelRef, Outcome, SolveRequest, Solver, solve};
use planwright_lights_out::LIGHTS_OUT;
use testkit_game::{bench_words, main_thread_time};

/// Side, pattern, border.
const BOARDS: [(usize, &str, &str); 10] = [
    (12, "box", "torus"),
    (15, "box", "torus"),
    (20, "box", "none"),
    (20, "plus", "torus"),
    (24, "plus", "torus"),
    (39, "plus", "none"),
    (31, "plus", "torus"),
    (33, "plus", "torus"),
    (40, "plus", "torus"),
    (61, "plus", "none"),
];

fn main() {
    let Some(words) = bench_words() else {
        return;
    };
    let words: Vec<&String> = words
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    println!("| board | lights | nullity | presses | bound | proved | seconds |");
    println!("|---|---|---:|---:|---:|---|---:|");
    for (side, pattern, wrap) in BOARDS {
        let name = format!("{side}×{side}, `{pattern}`, {wrap}");
        if !words.iter().all(|word| name.contains(*word)) {
            continue;
        }
        let head = format!("lights-out\npattern {pattern}\nwrap {wrap}\n\n");
        let on = read(&(head.clone() + &("#".repeat(side) + "\n").repeat(side)));
        measure(&name, "on", &on);
        measure(&name, "by chance", &by_chance(&head, side));
    }
}

fn read(text: &str) -> LevelRef {
    LIGHTS_OUT.parse_text(text).expect("is a level")
}

/// A board after presses of half of the cells, drawn by chance, so that it can be solved.
fn by_chance(head: &str, side: usize) -> LevelRef {
    let blank = read(&(head.to_owned() + &(".".repeat(side) + "\n").repeat(side)));
    let mut random = fastrand::Rng::with_seed(side as u64);
    let mut position = blank.start();
    for mv in position.legal_moves(usize::MAX) {
        if random.bool() {
            position.apply(&mv).expect("is legal");
        }
    }
    let mut text = head.to_owned();
    for cell in blank.board().size.cells() {
        text.push_str(&position.style("lights", cell).value);
        if cell.col + 1 == side {
            text.push('\n');
        }
    }
    read(&text)
}

fn measure(name: &str, lights: &str, level: &LevelRef) {
    let mut solvers = LIGHTS_OUT.solvers().iter();
    let solver = solvers.find(|solver| solver.info().id == "fewest-presses");
    let solver: &dyn Solver = *solver.expect("is one of its solvers");
    let nullity = nullity(level.as_ref());
    let before = processor_time();
    let request = SolveRequest::new(level.as_ref());
    let report = solve(solver, &request, &Budget::default(), &NoProgress).expect("takes it");
    let seconds = processor_time() - before;
    let Outcome::Solved(solution) = report.outcome else {
        println!("| {name} | {lights} | {nullity} | none | | | {seconds:.2} |");
        return;
    };
    let bound = solution.lower_bound.unwrap_or_default();
    let proved = if solution.optimal { "yes" } else { "" };
    let cost = solution.cost;
    println!("| {name} | {lights} | {nullity} | {cost} | {bound} | {proved} | {seconds:.2} |");
}

/// Number of quiet patterns.
fn nullity(level: &dyn Level) -> usize {
    let quiet = level.insight("quiet", 1, &Budget::default());
    quiet.expect("has time").total
}

/// Processor time of this thread in seconds, on Linux.
fn processor_time() -> f64 {
    let time = main_thread_time();
    time.expect("the system tells processor time").as_secs_f64()
}
