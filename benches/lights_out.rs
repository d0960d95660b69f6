//! How long the solvers of Lights Out take: `cargo bench --bench lights_out`.

use planwright::game::{LevelRef, SolveRequest, Solver, solve};
use planwright::games;
use planwright::search::{Budget, NoProgress};

fn main() {
    divan::main();
}

fn solver(id: &str) -> &'static dyn Solver {
    let game = games::by_id("lights-out").expect("is registered");
    let found = game.solvers().iter().find(|solver| solver.info().id == id);
    *found.expect("is one of its solvers")
}

/// A square board after presses by chance, so that it can be solved.
fn board(side: usize, states: u8, pattern: &str, holes: f64) -> LevelRef {
    let game = games::by_id("lights-out").expect("is registered");
    let mut random = fastrand::Rng::with_seed(side as u64);
    let mut text = format!("lights-out\nstates {states}\npattern {pattern}\n\n");
    for _ in 0..side {
        for _ in 0..side {
            text.push(if random.f64() < holes { '_' } else { '.' });
        }
        text.push('\n');
    }
    let blank = game.parse_text(&text).expect("is a level");
    let mut position = blank.start();
    for mv in position.legal_moves(usize::MAX) {
        if random.bool() {
            position.apply(&mv).expect("is legal");
        }
    }
    let mut rows = text.split_once("\n\n").expect("has a board").0.to_owned() + "\n\n";
    let size = blank.board().size;
    for cell in size.cells() {
        rows.push_str(&position.style("lights", cell).value);
        if cell.col + 1 == size.cols {
            rows.push('\n');
        }
    }
    game.parse_text(&rows).expect("is a level")
}

fn run(bencher: divan::Bencher<'_, '_>, id: &str, level: &LevelRef) {
    let solver = solver(id);
    bencher.bench_local(|| {
        let request = SolveRequest::new(level.as_ref());
        let report = solve(solver, &request, &Budget::default(), &NoProgress).expect("takes it");
        assert!(report.outcome.solution().is_some());
        report.elapsed
    });
}

#[divan::bench(args = [50, 100, 200, 400, 700, 1000], sample_count = 3)]
fn linear_plus(bencher: divan::Bencher<'_, '_>, side: usize) {
    run(bencher, "linear", &board(side, 2, "plus", 0.0));
}

#[divan::bench(args = [100, 300, 1000], sample_count = 3)]
fn linear_plus_with_a_tenth_holes(bencher: divan::Bencher<'_, '_>, side: usize) {
    run(bencher, "linear", &board(side, 2, "plus", 0.1));
}

#[divan::bench(args = ["x", "box", "01010/10001/00100/10001/01010"], sample_count = 3)]
fn linear_300_other_patterns(bencher: divan::Bencher<'_, '_>, pattern: &str) {
    run(bencher, "linear", &board(300, 2, pattern, 0.0));
}

#[divan::bench(args = [3, 4, 5, 6, 36], sample_count = 3)]
fn linear_300_states(bencher: divan::Bencher<'_, '_>, states: u8) {
    run(bencher, "linear", &board(300, states, "plus", 0.0));
}

#[divan::bench(args = [5, 9, 16, 19, 20, 30, 33])]
fn fewest_presses_plus(bencher: divan::Bencher<'_, '_>, side: usize) {
    run(bencher, "fewest-presses", &board(side, 2, "plus", 0.0));
}
