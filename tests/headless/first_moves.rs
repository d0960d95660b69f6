//! Why only program searches are divided: others, divided by their first moves, do the same work
//! again in each part. docs/solvers/program-search.md, ‘What does not divide’, has the table that
//! this prints (`cargo test --test headless first_moves -- --nocapture`).

use planwright::game::{Move, Outcome, SolveRequest, Solver, solve};
use planwright::games;
use planwright::search::{Budget, NoProgress};
use planwright::session::library::shipped_level;

/// States explored to prove the best plan after these moves.
fn explored(solver: &dyn Solver, request: &SolveRequest<'_>) -> u64 {
    let report = solve(solver, request, &Budget::default(), &NoProgress).expect("is no refusal");
    let decided = matches!(report.outcome, Outcome::Solved(_) | Outcome::Unsolvable(_));
    assert!(decided, "{:?}", report.outcome.word());
    report.explored
}

#[test]
fn parts_by_first_moves_repeat_the_whole() {
    for (name, id, repeats) in [
        ("logo/36", "fewest-keys", true),
        ("gdl/07", "search", true),
        ("gdl/11", "search", true),
        ("gdl/14", "search", true),
        ("gdl/17", "search", true),
        // Queens are put row by row: no position is reached in two ways.
        ("gdl/10", "search", false),
        ("puzzlescript/05", "shortest", true),
        ("puzzlescript/08", "shortest", true),
    ] {
        let level = shipped_level(name).expect(name);
        let game = games::by_id(level.game_id()).expect("is a game");
        let mut solvers = game.solvers().iter();
        let solver = solvers.find(|solver| solver.info().id == id);
        let solver = *solver.expect(id);
        let mut request = SolveRequest::new(level.as_ref());
        request.optimal = true;
        let whole = explored(solver, &request);
        let moves = level.start().legal_moves(usize::MAX);
        let part = |mv: &Move| {
            let done = std::slice::from_ref(mv);
            let request = SolveRequest {
                done,
                ..request.clone()
            };
            explored(solver, &request)
        };
        let sum: u64 = moves.iter().map(part).sum();
        let times = sum as f64 / whole as f64;
        println!(
            "| {name} | `{id}` | {whole} | {} | {sum} | {times:.1} |",
            moves.len()
        );
        assert_eq!(times > 1.5, repeats, "{name}: {times}");
    }
}
