//! How long the solvers of Robo's Escape take: `cargo bench --bench robos_escape`.

use planwright::game::{LevelRef, Outcome, SolveRequest, Solver, solve};
use planwright::games;
use planwright::search::{Budget, NoProgress};

fn main() {
    divan::main();
}

fn solver(id: &str) -> &'static dyn Solver {
    let game = games::by_id("robos-escape").expect("is registered");
    let found = game.solvers().iter().find(|solver| solver.info().id == id);
    *found.expect("is one of its solvers")
}

fn shipped(name: &str, calls: &str) -> LevelRef {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/robos-escape");
    let text = std::fs::read_to_string(format!("{folder}/{name}.txt")).expect("is shipped");
    let game = games::by_id("robos-escape").expect("is registered");
    let level = game.parse_text(&text).expect("is a level");
    level.with_property("calls", calls).expect("has calls")
}

/// Until the best program is proved.
fn prove(bencher: divan::Bencher<'_, '_>, id: &str, level: &LevelRef) {
    let solver = solver(id);
    bencher.bench_local(|| {
        let request = SolveRequest {
            optimal: true,
            ..SolveRequest::new(level.as_ref())
        };
        let report = solve(solver, &request, &Budget::default(), &NoProgress).expect("takes it");
        assert!(matches!(&report.outcome, Outcome::Solved(solution) if solution.optimal));
        report.elapsed
    });
}

#[divan::bench(args = ["03-many-exits", "09-spiral", "05-boxed-in"], sample_count = 3)]
fn lazy_strict(bencher: divan::Bencher<'_, '_>, name: &str) {
    prove(bencher, "lazy", &shipped(name, "strict"));
}

#[divan::bench(args = ["03-many-exits", "09-spiral", "05-boxed-in"], sample_count = 3)]
fn lazy_published(bencher: divan::Bencher<'_, '_>, name: &str) {
    prove(bencher, "lazy", &shipped(name, "published"));
}

#[divan::bench(sample_count = 1)]
fn brute_force_strict(bencher: divan::Bencher<'_, '_>) {
    prove(bencher, "brute-force", &shipped("03-many-exits", "strict"));
}
