//! How long the solvers of Logo take, by family of boards. After the benchmarks the slowest of
//! many boards are looked for; `docs/performance.md` has the figures.
//!
//! `cargo bench --bench logo` runs all of it, `cargo bench --bench logo -- slowest` only the
//! search for the slowest.

use std::time::{Duration, Instant};

use divan::Bencher;
use planwright::game::{Outcome, Plan, Size, SolveRequest, Solver};
use planwright::games::logo::LogoLevel;
use planwright::games::logo::generate::Family;
use planwright::search::{Budget, NoProgress, Progress};
use testkit_game::bench_words;

const ORIGINAL: Size = Size::new(6, 10);
const LARGEST: Size = Size::new(200, 200);

fn main() {
    divan::main();
    if bench_words().is_some() {
        slowest(ORIGINAL, 1000, &Family::SOLVABLE);
        slowest(ORIGINAL, 1000, &Family::DOUBTFUL);
        slowest(LARGEST, 10, &Family::SOLVABLE);
        slowest(LARGEST, 10, &Family::DOUBTFUL);
    }
}

fn solver(id: &str) -> &'static dyn Solver {
    let game = planwright::games::by_id("logo").expect("is registered");
    let found = game.solvers().iter().find(|solver| solver.info().id == id);
    *found.expect("is a solver")
}

/// One run without the replay, which is not the solver's work.
fn run(solver: &dyn Solver, level: &LogoLevel, budget: &Budget) -> Outcome<Plan> {
    let progress = Progress::new(&NoProgress);
    let outcome = solver.run(&SolveRequest::new(level), budget, &progress);
    outcome.expect("takes the level")
}

fn name(family: Family) -> String {
    format!("{family:?}")
}

/// Like [`Family`], but with a name that the benchmarks print.
struct Named(Family);

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&name(self.0))
    }
}

fn families() -> impl Iterator<Item = Named> {
    Family::SOLVABLE
        .into_iter()
        .chain(Family::DOUBTFUL)
        .map(Named)
}

#[divan::bench(args = families())]
fn peel_6x10(bencher: Bencher<'_, '_>, family: &Named) {
    let level = family.0.level(ORIGINAL, 94);
    let budget = Budget::default();
    bencher.bench(|| run(solver("peel"), &level, &budget));
}

// `Spiral` takes seconds at this size; the search for the slowest tells how many.
#[divan::bench(args = families().filter(|family| !matches!(family.0, Family::Spiral(_))))]
fn peel_200x200(bencher: Bencher<'_, '_>, family: &Named) {
    let level = family.0.level(LARGEST, 94);
    let budget = Budget::default();
    bencher.bench(|| run(solver("peel"), &level, &budget));
}

#[divan::bench(args = [Family::Full, Family::Share(70), Family::Isolated].map(Named))]
fn backward_6x10(bencher: Bencher<'_, '_>, family: &Named) {
    let level = family.0.level(ORIGINAL, 1);
    let budget = Budget::default().with_time(Duration::from_secs(10));
    bencher.bench(|| run(solver("backward"), &level, &budget));
}

/// Until proved best.
#[divan::bench(args = [Family::Full, Family::Share(70), Family::Tiled(4), Family::Strips(3)].map(Named), sample_count = 5)]
fn fewest_keys_6x10(bencher: Bencher<'_, '_>, family: &Named) {
    let level = family.0.level(ORIGINAL, 1);
    let budget = Budget::default().with_time(Duration::from_secs(60));
    bencher.bench(|| {
        let mut request = SolveRequest::new(&level);
        request.optimal = true;
        let progress = Progress::new(&NoProgress);
        let outcome = solver("fewest-keys").run(&request, &budget, &progress);
        assert_eq!(outcome.expect("takes the level").word(), "solved");
    });
}

/// Prints the slowest of `number` boards of each family; the best of three runs counts, so that
/// the machine's other work does not.
fn slowest(size: Size, number: u64, families: &[Family]) {
    println!("\npeel, slowest of {number} boards of {size}");
    for family in families {
        let mut times = Vec::new();
        let mut solved = 0;
        for seed in 0..number {
            let level = family.level(size, seed);
            let budget = Budget::default().with_time(Duration::from_secs(60));
            let mut best = Duration::MAX;
            for _ in 0..3 {
                let started = Instant::now();
                let outcome = run(solver("peel"), &level, &budget);
                best = best.min(started.elapsed());
                solved += u64::from(matches!(outcome, Outcome::Solved(_)));
                if best > Duration::from_secs(1) {
                    solved += 2 * u64::from(matches!(outcome, Outcome::Solved(_)));
                    break;
                }
            }
            times.push(best);
        }
        times.sort_unstable();
        println!(
            "{:16} median {:>10.1?}  slowest {:>10.1?}  solved {} of {number}",
            name(*family),
            times[times.len() / 2],
            times[times.len() - 1],
            solved / 3,
        );
    }
}
