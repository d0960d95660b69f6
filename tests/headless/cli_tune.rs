//! `tune` and its presets.

use planwright::game::SolverInfo;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match};
use serde_json::Value;
use testkit::cli::{Dir, interrupt};

const SEVEN: &str = include_str!("../../levels/lights-out/29-seven-by-seven.txt");

/// A tuning that takes only a moment.
fn short(more: &str) -> String {
    let sizes = "--boards 3 --generations 2 --nodes 3000";
    format!("tune lights-out greedy {sizes} {more}")
}

#[test]
fn the_best_options_and_one_line_per_generation_are_printed() {
    let dir = Dir::default();
    let lines = is_match(r"generation 0 of 2: .*\n.*generation 1 of 2: .*\n.*generation 2 of 2: ");
    dir.run(&short(""))
        .code(0)
        .stdout(is_match(r"\Adepth=\d+\nedge=-?\d+\nrule=(any|published)\n\z").expect("is one"))
        .stderr(lines.expect("is one"));
}

#[test]
fn the_same_seed_gives_the_same_result_no_worse_than_the_defaults() {
    let dir = Dir::default();
    let run = |seed| dir.json(&short(&format!("--seed {seed} --json")), 0);
    let first = run(7);
    assert_eq!(first, run(7));
    assert_ne!(first["generations"], run(8)["generations"]);
    let key = |row: &serde_json::Value| {
        let number = |key: &str| row[key].as_u64().expect("is a number");
        (3 - number("solved"), number("explored"))
    };
    assert!(key(&first["best"]) <= key(&first["defaults"]));
    let generations = first["generations"].as_array().expect("is a list");
    assert_eq!(generations.len(), 3);
}

#[test]
fn a_saved_preset_has_the_printed_options() {
    let dir = Dir::default().with("small.txt", "lights-out\n\n#..\n.#.\n..#\n");
    let tuned = dir.run(&short("--save best")).code(0);
    let tuned = tuned.stderr(contains("--preset best"));
    let printed = String::from_utf8_lossy(&tuned.get_output().stdout).into_owned();
    let set: String = printed.lines().map(|it| format!(" --set {it}")).collect();
    let solve = "solve small.txt --solver greedy --json";
    let with_preset = dir.json(&format!("{solve} --preset best"), 0);
    let with_options = dir.json(&format!("{solve}{set}"), 0);
    for key in ["plan", "explored"] {
        assert_eq!(with_preset[key], with_options[key], "{printed}");
    }
}

#[test]
fn a_preset_that_cannot_be_saved_leaves_the_result() {
    let dir = Dir::default();
    let sizes = "--generations 0 --boards 1 --nodes 200";
    let mut tune = dir.command(&format!(
        "tune lights-out greedy {sizes} --save five --json"
    ));
    let tuned = tune.env("PLANWRIGHT_HOME", "/proc/foo").assert().code(2);
    let printed: Value = serde_json::from_slice(&tuned.get_output().stdout).expect("is one object");
    assert_eq!(printed["outcome"], "done");
}

#[test]
fn the_shipped_preset_solves_what_the_defaults_do_not() {
    let dir = Dir::default().with("seven.txt", SEVEN);
    let solve = "solve seven.txt --solver greedy --json --preset tuned";
    let solved = dir.json(solve, 0);
    assert_eq!(solved["outcome"], "solved");
    let explored = solved["explored"].as_u64().expect("is a number");
    assert!(explored < 2_000_000, "{explored}");
    // `--set` overrides the preset, and no plan is that short.
    dir.run(&format!("{solve} --set depth=3")).code(3);
}

#[test]
fn missing_and_invalid_presets_are_refused() {
    let dir = Dir::default().with("seven.txt", SEVEN);
    dir.run("solve seven.txt --preset tuned")
        .code(2)
        .stderr(contains("‘linear’ has no preset ‘tuned’").and(contains("--solver greedy")));
    dir.run("solve seven.txt --preset tunde --solver greedy")
        .code(2)
        .stderr(contains("did you mean ‘tuned’?"));
    for name in ["tuned", "' '"] {
        dir.run(&short(&format!("--save {name}")))
            .code(2)
            .stdout(is_empty())
            .stderr(contains("name"));
    }
}

#[test]
fn untunable_solvers_are_refused_with_alternatives() {
    let dir = Dir::default();
    let able = contains("planwright games --json");
    dir.run("tune lights-out linear")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("nothing to tune").and(able));
    dir.run("tune lights-out gredy")
        .code(2)
        .stderr(contains("did you mean ‘greedy’?"));
    dir.run(&short("--set depth=0"))
        .code(2)
        .stderr(contains("depth").and(contains("1 to 1000000")));
}

#[test]
fn an_interrupted_tuning_prints_and_saves_the_best_so_far() {
    let dir = Dir::default().with("seven.txt", SEVEN);
    let long = "tune lights-out greedy --generations 10000 --save so-far";
    let mut child = dir.spawn(long);
    // It has reported the first generation.
    let mut lines = std::io::BufReader::new(child.stderr.take().expect("is piped"));
    let mut line = String::new();
    std::io::BufRead::read_line(&mut lines, &mut line).expect("is text");
    assert!(line.starts_with("generation 0 of 10000"), "{line}");
    interrupt(&child);
    let rest = std::thread::spawn(move || std::io::read_to_string(lines));
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130));
    let printed = String::from_utf8(output.stdout).expect("is text");
    assert!(printed.contains("rule="), "{printed}");
    let errors = rest.join().expect("is read").expect("is text");
    assert!(errors.contains("best so far"), "{errors}");
    dir.run("solve seven.txt --solver greedy --preset so-far --time-limit 0")
        .code(3);
}

/// Solvers with tunable options, as pairs of game and solver, of games that can generate levels.
fn tunable() -> Vec<(&'static str, &'static SolverInfo)> {
    let games = planwright::games::all().iter();
    let games = games.filter(|game| game.generator().is_some());
    let solvers = games.flat_map(|game| {
        let infos = game.solvers().iter().map(|solver| solver.info());
        infos.map(|info| (game.info().id, info))
    });
    let is_tunable = |info: &SolverInfo| info.options.iter().any(|option| option.tunable);
    solvers.filter(|(_, info)| is_tunable(info)).collect()
}

#[test]
fn every_tunable_solver_ends_no_worse_than_it_began() {
    let dir = Dir::default();
    let pairs = tunable();
    assert!(pairs.len() > 2, "{pairs:?}");
    for (game, info) in pairs {
        let solver = info.id;
        let sizes = "--boards 3 --generations 3 --nodes 2000";
        let tuned = dir.json(&format!("tune {game} {solver} {sizes} --json"), 0);
        let key = |row: &serde_json::Value| {
            let number = |key: &str| row[key].as_u64().expect("is a number");
            (3 - number("solved"), number("explored"))
        };
        assert!(
            key(&tuned["best"]) <= key(&tuned["defaults"]),
            "{game} {solver}"
        );
        let generations = tuned["generations"].as_array().expect("is a list");
        for pair in generations.windows(2) {
            assert!(
                key(&pair[1]["best"]) <= key(&pair[0]["best"]),
                "{game} {solver}"
            );
        }
        for one in generations {
            for (key, value) in one["best"]["options"].as_object().expect("is one") {
                let mut options = info.options.iter();
                let option = options.find(|option| option.key == key).expect("is known");
                assert!(option.tunable, "{key} is asked for, not tuned");
                assert_eq!(option.check(value.as_str().expect("is text")), Ok(()));
            }
        }
    }
}

#[test]
fn what_is_set_is_not_tuned_and_a_small_space_is_tried_whole() {
    let dir = Dir::default();
    let tuned = dir.json(&short("--set edge=3 --json"), 0);
    let options = tuned["best"]["options"].as_object().expect("is one");
    assert_eq!(options.keys().collect::<Vec<_>>(), ["depth", "rule"]);
    dir.run(&short("--set edge=3 --set depth=4 --set rule=any"))
        .code(2)
        .stderr(contains(
            "nothing to tune but what is set: rule, depth, edge",
        ));
    let tuned = dir.json("tune logo backward --boards 3 --nodes 2000 --json", 0);
    assert_eq!(tuned["generations"].as_array().map(Vec::len), Some(1));
}
