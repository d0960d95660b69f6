//! How near `fewest-keys` comes to the best plan on boards too large for a quick proof.
//!
//! `cargo bench -p planwright-logo --bench logo_gap` prints a table of plans and bounds after 60 s
//! a board. Words after `--` pick boards that have them all in their name, such as `12×12`,
//! `Tiled` or `#0`; `10s` gives each 10 s instead.
//! `docs/solvers/logo.md` has the figures.

use std::time::Duration;

use planwright_game::search::{Budget, NoProgress};
use planwright_game::{Game as _, Size, SolveRequest, Solver, solve};
use planwright_logo::LOGO;
use planwright_logo::generate::Family;
use testkit_game::{bench_words, main_thread_time};

/// Rows and columns, and how many boards of each family.
const SIZES: [(usize, usize, u64); 2] = [(12, 12, 2), (16, 16, 1)];

const FAMILIES: [Family; 6] = [
    Family::Full,
    Family::Share(70),
    Family::Checkerboard(10),
    Family::Tiled(4),
    Family::Strips(3),
    Family::Spiral(20),
];

fn main() {
    let Some(words) = bench_words() else {
        return;
    };
    let seconds = |word: &String| word.strip_suffix('s')?.parse().ok();
    let time = Duration::from_secs(words.iter().find_map(seconds).unwrap_or(60));
    let named = words
        .iter()
        .filter(|word| !word.starts_with("--") && seconds(word).is_none());
    let named: Vec<&String> = named.collect();
    println!("| board | stamps | plan | bound | gap, of the plan | processor time |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (rows, cols, boards) in SIZES {
        for family in FAMILIES {
            for seed in 0..boards {
                let name = format!("{rows}×{cols} `{family:?}` #{seed}");
                if named.iter().all(|word| name.contains(*word)) {
                    measure(&name, family, Size::new(rows, cols), seed, time);
                }
            }
        }
    }
}

fn measure(name: &str, family: Family, size: Size, seed: u64, time: Duration) {
    let mut solvers = LOGO.solvers().iter();
    let solver = solvers.find(|solver| solver.info().id == "fewest-keys");
    let solver: &dyn Solver = *solver.expect("is one of its solvers");
    let level = family.level(size, seed);
    let mut request = SolveRequest::new(&level);
    request.optimal = true;
    let before = processor_time();
    let budget = Budget::default().with_time(time);
    // Replays the plan.
    let report = solve(solver, &request, &budget, &NoProgress).expect("takes the level");
    let seconds = processor_time() - before;
    let solution = report.outcome.solution().expect("has a plan");
    let stamps = solution.plan.moves().len();
    let (cost, bound) = (solution.cost, solution.lower_bound.unwrap_or(0));
    let gap = if solution.optimal {
        "proved".to_owned()
    } else {
        format!("{:.1} %", 100.0 * (cost - bound) as f64 / cost as f64)
    };
    println!("| {name} | {stamps} | {cost} | {bound} | {gap} | {seconds:.1} s |");
}

/// Processor time of this thread in seconds, on Linux.
fn processor_time() -> f64 {
    let time = main_thread_time();
    time.expect("the system tells processor time").as_secs_f64()
}
