//! `solve --count`: which plans count.

use testkit::cli::{json, planwright};

#[test]
fn plans_that_come_back_to_a_state_count_only_if_asked_for() {
    let river = "levels/gdl/02-wolf-goat-cabbage.kif";
    for solver in ["search", "sat", "iterative-deepening", "auto"] {
        let count = |count: &str, more: &[&str]| {
            let mut command = planwright();
            command.args([
                "solve", river, "--solver", solver, "--count", count, "--json",
            ]);
            json(&command.args(more).assert().success())
        };
        let simple = count("9", &[]);
        assert_eq!(simple["solutions"], 2, "{solver}: {simple}");
        // Wherever somebody goes there and back there is one more.
        let all = count("9", &["--with-cycles"]);
        assert_eq!(all["solutions"], 9, "{solver}: {all}");
    }
    planwright()
        .args(["solve", river, "--with-cycles"])
        .assert()
        .code(2);
}
