//! `solve`: plans, exit statuses, JSON, options and messages.

use std::collections::BTreeSet;

use planwright::games;
use predicates::str::{contains, is_empty, is_match};
use serde_json::{Value, json};
use testkit::cli::{Dir, assert_has};
use testkit::conformance::conformance;

use super::cli::{CROSS, slow};

const UNSOLVABLE: &str = "logo\n\n22\n22\n";
const STAMP: &str = "logo\n\n.1.\n";

/// The moves of a plan in JSON, one per line.
fn plan_text(plan: &Value) -> String {
    let moves = plan.as_array().expect("is a plan").iter();
    let moves: Vec<_> = moves.map(|mv| mv.as_str().expect("is a move")).collect();
    moves.join("\n")
}

#[test]
fn stdout_holds_only_the_plan() {
    let dir = Dir::default().with("cross.txt", CROSS);
    let plan = is_match(r"\A(\d+ \d+\n){5}\z").expect("is a pattern");
    dir.run("solve cross.txt")
        .code(0)
        .stdout(plan)
        .stderr(contains("5 stamps"));
    dir.run("solve cross.txt --quiet")
        .code(0)
        .stderr(is_empty());
}

#[test]
fn every_exit_status_of_solve() {
    let dir = Dir::default()
        .with("cross.txt", CROSS)
        .with("no.txt", UNSOLVABLE)
        .with("slow.txt", slow("backward"));
    dir.run("solve cross.txt").code(0);
    dir.run("solve no.txt")
        .code(1)
        .stdout(is_empty())
        .stderr(contains("unsolvable"));
    dir.run("solve missing.txt")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("missing.txt"));
    dir.run("solve slow.txt --solver backward --time-limit 0.3")
        .code(3)
        .stdout(is_empty())
        .stderr(contains("time limit"));
}

#[test]
fn a_limit_prints_the_best_plan_so_far() {
    let dir = Dir::default().with("slow.txt", slow("fewest-keys"));
    let limited = "solve slow.txt --solver fewest-keys --optimal --time-limit 2 --json";
    let object = dir.json(limited, 3);
    let limit =
        json!({ "outcome": "limit", "limit": "time", "optimal": false, "cost_unit": "keys" });
    assert_has(&object, &limit);
    let (cost, bound) = (object["cost"].as_i64(), object["lower_bound"].as_i64());
    assert!(bound < cost, "{bound:?} is below {cost:?}");
    dir.pipe(plan_text(&object["plan"]), "verify slow.txt -")
        .code(0);
}

#[test]
fn count_lists_distinct_plans() {
    // The cell in the middle comes first or last: two orders.
    let dir = Dir::default().with("two.txt", "logo\n\n131\n313\n131\n");
    let object = dir.json("solve two.txt --count 5 --json", 0);
    let plans = object["plans"].as_array().expect("has plans");
    assert_eq!(object["solutions"], plans.len());
    assert_eq!(plans[0], object["plan"]);
    let distinct: BTreeSet<_> = plans.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), plans.len());
    for plan in plans {
        dir.pipe(plan_text(plan), "verify two.txt -").code(0);
    }
}

#[test]
fn plans_with_cycles_count_only_with_the_option() {
    let dir = Dir::default();
    let river = "gdl/02-wolf-goat-cabbage";
    for solver in ["search", "sat", "auto"] {
        let line = format!("solve {river} --solver {solver} --count 9 --json");
        let found = dir.json(&line, 0);
        assert_eq!(found["solutions"], 2, "{solver}: {found}");
    }
}

#[test]
fn a_solver_that_cannot_count_names_one_that_can() {
    let dir = Dir::default().with("lights.txt", "lights-out\n\n#.\n.#\n");
    dir.run("solve lights.txt --count 5 --solver greedy")
        .code(2)
        .stderr(contains("does not count them; use --solver linear"));
}

#[test]
fn optimal_uses_a_solver_that_proves_it() {
    let dir = Dir::default().with("stamp.txt", STAMP);
    let object = dir.json("solve stamp.txt --optimal --json", 0);
    assert_has(&object, &json!({ "optimal": true, "solver": "peel" }));
    let dir = dir.with("lights.txt", "lights-out\n\n#..\n");
    dir.run("solve lights.txt --optimal --solver linear")
        .code(0)
        .stderr(contains("does not prove"));
    let best = json!({ "cost": 4, "optimal": true, "solver": "fewest-presses" });
    assert_has(
        &dir.json("solve lights-out/05-four-by-four --optimal --json", 0),
        &best,
    );
    let plain = json!({ "cost": 4, "optimal": true, "solver": "linear" });
    assert_has(
        &dir.json("solve lights-out/05-four-by-four --json", 0),
        &plain,
    );
}

#[test]
fn optimal_has_the_best_plan_so_far_when_time_runs_out() {
    let dir = Dir::default();
    let generate = "generate logo --set rows=12 --set columns=12 --seed 1 -o large";
    dir.run(generate).code(0);
    // The first plan takes no time, the proof far longer than the limit.
    let solve =
        "solve large/logo-1-seed-1.txt --solver fewest-keys --optimal --time-limit 2 --json";
    let object = dir.json(solve, 3);
    assert_has(&object, &json!({ "outcome": "limit", "optimal": false }));
    assert!(object["cost"].is_number(), "{object}");
}

#[test]
fn first_works_in_every_game() {
    for game in games::all() {
        let text = conformance(*game).small.swap_remove(0);
        let dir = Dir::default().with("level.txt", &text);
        dir.run("solve level.txt --first").code(0);
    }
    let dir = Dir::default().with("cross.txt", CROSS);
    for other in ["--optimal", "--count 2"] {
        dir.run(&format!("solve cross.txt --first {other}"))
            .code(2)
            .stderr(contains("--first"));
    }
}

#[test]
fn solver_options_are_set_and_checked() {
    let dir = Dir::default().with("one.txt", "logo\n\n...1\n");
    let keys = |set: &str| {
        let solve = format!("solve one.txt --json --solver fewest-keys --set '{set}'");
        dir.json(&solve, 0)["cost"].clone()
    };
    assert_eq!(keys("cursor=1 1"), 4);
    assert_eq!(keys("cursor=1 4"), 1);
    for (more, part) in [
        ("--set 'cursor=1 1'", "no options"),
        (
            "--solver fewest-keys --set start=1",
            "‘fewest-keys’ are cursor",
        ),
        ("--solver fewest-keys --set 'cursor=9 9'", "1×4"),
        ("--set cursor", "KEY=VALUE"),
        (
            "--solver fewest-keys --set 'cursor=1 1' --set 'cursor=1 2'",
            "twice",
        ),
    ] {
        dir.run(&format!("solve one.txt {more}"))
            .code(2)
            .stdout(is_empty())
            .stderr(contains(part));
    }
}

#[test]
fn standard_input_crlf_and_byte_order_marks_work() {
    let dir = Dir::default();
    let crlf = CROSS.replace('\n', "\r\n");
    for text in [
        CROSS.to_owned(),
        format!("\u{feff}{crlf}"),
        "1 2\r\n21\r\n".to_owned(),
    ] {
        dir.pipe(text, "solve -").code(0);
    }
}

#[test]
fn broken_levels_are_refused_with_their_place() {
    let dir = Dir::default();
    for (text, parts) in [
        ("logo\n\n1.5\n", ["-:3:3: error: ", "‘5’"]),
        ("logo\n\n12\n1\n", ["-:4:2: error: ", "1 cell,"]),
        ("logo\nspeed 3\n\n1\n", ["-:2:1: error: ", "‘speed’"]),
        ("", ["it is empty", "logo"]),
        ("lego\n\n1\n", ["no game recognizes", "logo"]),
        (
            "(version: 1, game: \"logo\", board: [\"1\"",
            ["-:1:", ": error: "],
        ),
        (
            "(version: 9, game: \"logo\", board: [\"1\"])",
            ["version 9", "version 1"],
        ),
    ] {
        let assert = dir.pipe(text, "solve -").code(2).stdout(is_empty());
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        for part in parts {
            assert!(message.contains(part), "{text:?}: {message}");
        }
    }
    dir.pipe(b"logo\n\n\xff\n", "solve -")
        .code(2)
        .stderr(contains("‘ÿ’ is not one of"));
    dir.run("solve .").code(2).stderr(contains("folder"));
}

#[test]
fn unknown_names_suggest_the_nearest() {
    let dir = Dir::default().with("cross.txt", CROSS);
    for (args, part) in [
        ("solve cross.txt --solver pell", "‘peel’"),
        (
            "solve cross.txt --solver xyz",
            "peel, fewest-keys, backward, forward",
        ),
        ("solve cross.txt --game lago", "'logo'"),
        ("solve cross.txt --jsno", "--json"),
        ("solv cross.txt", "‘solve’"),
        ("missing.txt", "‘missing.txt’"),
        ("practice lgoo", "'logo'"),
        ("convert cross.txt --to rom", "'ron'"),
        ("import x.png --profile logo-fues", "‘logo-fuse’"),
        ("profile show logo-practise", "‘logo-practice’"),
        ("profile lsit", "'list'"),
        ("completions bsh", "'bash'"),
    ] {
        dir.run(args)
            .code(2)
            .stdout(is_empty())
            .stderr(contains(part));
    }
}

#[test]
fn wrong_numbers_are_usage_errors() {
    let dir = Dir::default().with("cross.txt", CROSS);
    for args in [
        "--time-limit -1",
        "--time-limit inf",
        "--time-limit soon",
        "--count 0",
        "--count -3",
        "--count 1.5",
    ] {
        dir.run(&format!("solve cross.txt {args}"))
            .code(2)
            .stdout(is_empty());
    }
    for args in [
        "--lose 1.5",
        "--double -1",
        "--lose 0.6 --double 0.6",
        "--scale 5",
        "--scale 0",
    ] {
        dir.run(&format!("practice logo {args}")).code(2);
    }
}

#[test]
fn a_plan_in_a_file_is_improved_or_refused() {
    let solve = "solve gdl/02-wolf-goat-cabbage --improve plan.txt --json";
    let moves = "row\nrow\n(take wolf)\n(take goat)\n(take cabbage)\nrow\n(take goat)\n";
    let dir = Dir::default().with("plan.txt", format!("(take goat)\nrow\n{moves}"));
    assert_eq!(dir.json(solve, 0)["cost"], 7);
    let unsolved = Dir::default().with("plan.txt", "(take goat)\n");
    unsolved.run(solve).code(2).stderr(contains("not solved"));
    dir.run("solve logo/02-one-stamp --improve plan.txt")
        .code(2)
        .stderr(contains("no solver of Logo: Part 1 improves plans"));
}

#[test]
fn a_solver_that_explains_its_steps_keeps_to_its_time() {
    let size = 14;
    let row = vec!["_"; size].join(" ");
    let pieces = (1..=size).map(|number| vec![number.to_string(); size].join(" "));
    let pieces: Vec<String> = pieces.collect();
    let level = format!(
        "puzlogic\n\n{}\npieces {}\nrow 1 placed 105\n",
        vec![row; size].join("\n"),
        pieces.join(" ")
    );
    let dir = Dir::default().with("large.txt", level);
    let answer = dir.json(
        "solve large.txt --solver explain --time-limit 1 --json --quiet",
        3,
    );
    // Without checks of the time it takes minutes.
    let seconds = answer["elapsed_s"].as_f64().expect("is a number");
    assert!(seconds < 15.0, "{seconds}");
}
