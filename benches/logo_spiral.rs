//! How long `peel` takes on its hardest boards: 200×200, stamped along a spiral with a few cells
//! out of order.
//!
//! `cargo bench -p planwright-logo --bench logo_spiral` prints median and slowest of ten boards for
//! each share out of order, in processor time, the mean of five runs a board.
//! `docs/performance.md` has the figures.

use planwright_game::search::{Budget, NoProgress, Progress};
use planwright_game::{Game as _, Outcome, Size, SolveRequest, Solver};
use planwright_logo::LOGO;
use planwright_logo::generate::Family;
use testkit_game::{bench_words, computing_time};

const SIZE: Size = Size::new(200, 200);

const BOARDS: u64 = 10;
const RUNS: u32 = 5;

fn main() {
    if bench_words().is_none() {
        return;
    }
    println!("| out of order | median | slowest |");
    println!("|---:|---:|---:|");
    for percent in [5, 10, 20, 30, 40] {
        let mut times: Vec<f64> = (0..BOARDS).map(|seed| measure(percent, seed)).collect();
        times.sort_by(f64::total_cmp);
        let [median, slowest] = [times.len() / 2, times.len() - 1].map(|at| 1000.0 * times[at]);
        println!("| {percent} % | {median:.0} ms | {slowest:.0} ms |");
    }
}

/// Seconds to a plan.
fn measure(percent: u8, seed: u64) -> f64 {
    let mut solvers = LOGO.solvers().iter();
    let solver = solvers.find(|solver| solver.info().id == "peel");
    let solver: &dyn Solver = *solver.expect("is one of its solvers");
    let level = Family::Spiral(percent).level(SIZE, seed);
    let request = SolveRequest::new(&level);
    // Of all threads, ended ones as well.
    let before = computing_time();
    for _ in 0..RUNS {
        let outcome = solver.run(&request, &Budget::default(), &Progress::new(&NoProgress));
        assert!(matches!(outcome, Ok(Outcome::Solved(_))), "has a plan");
    }
    (computing_time() - before).as_secs_f64() / f64::from(RUNS)
}
