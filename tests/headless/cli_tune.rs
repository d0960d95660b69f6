//! `tune`, and the presets that come of it.

use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match};
use testkit::cli::{Dir, interrupt, json};

const SEVEN: &str = include_str!("../../levels/lights-out/29-seven-by-seven.txt");

/// A tuning that takes a moment.
const SHORT: [&str; 13] = [
    "tune",
    "lights-out",
    "greedy",
    "--boards",
    "3",
    "--population",
    "4",
    "--generations",
    "2",
    "--nodes",
    "3000",
    "--time-limit",
    "600",
];

fn short<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SHORT[..], more].concat()
}

#[test]
fn the_best_options_are_printed_and_a_line_a_generation_told() {
    let dir = Dir::default();
    let told = is_match(r"generation 0 of 2: .*\n.*generation 1 of 2: .*\n.*generation 2 of 2: ");
    dir.run(&short(&[]))
        .code(0)
        .stdout(is_match(r"\Adepth=\d+\nedge=-?\d+\nrule=(any|published)\n\z").expect("is one"))
        .stderr(told.expect("is one"));
    dir.run(&short(&["--quiet"])).code(0).stderr(is_empty());
}

#[test]
fn the_same_seed_gives_the_same_and_it_is_no_worse_than_the_defaults() {
    let dir = Dir::default();
    let run = |seed, threads| {
        let args = short(&["--seed", seed, "--threads", threads, "--json", "--quiet"]);
        json(&dir.run(&args).code(0))
    };
    let first = run("7", "2");
    assert_eq!(first, run("7", "1"));
    assert_ne!(first["generations"], run("8", "2")["generations"]);
    let key = |row: &serde_json::Value| {
        let number = |key: &str| row[key].as_u64().expect("is a number");
        (3 - number("solved"), number("explored"))
    };
    assert!(key(&first["best"]) <= key(&first["defaults"]));
    let generations = first["generations"].as_array().expect("is a list");
    assert_eq!(generations.len(), 3);
    let work = |row: &serde_json::Value| row["work"].as_f64().expect("is a number");
    for generation in generations {
        let mean = generation["mean_work"].as_f64().expect("is a number");
        assert!(work(&generation["best"]) <= mean);
    }
}

#[test]
fn what_was_saved_solves_what_the_defaults_do_not() {
    let dir = Dir::default().with("seven.txt", SEVEN);
    let boards = [
        "--board",
        "rows=7",
        "--board",
        "columns=7",
        "--nodes",
        "300000",
    ];
    let save = ["--population", "6", "--generations", "3", "--save", "seven"];
    let tune = [
        "tune",
        "lights-out",
        "greedy",
        "--boards",
        "2",
        "--time-limit",
        "600",
    ];
    dir.run(&[&tune[..], &boards, &save].concat())
        .code(0)
        .stderr(contains("--preset seven"));
    let solve = [
        "solve",
        "seven.txt",
        "--solver",
        "greedy",
        "--json",
        "--preset",
    ];
    for name in ["seven", "tuned"] {
        let solved = json(&dir.run(&[&solve[..], &[name]].concat()).code(0));
        assert_eq!(solved["outcome"], "solved", "{name}");
        let explored = solved["explored"].as_u64().expect("is a number");
        assert!(explored < 2_000_000, "{name}: {explored}");
    }
    // What is set counts more: no way is that short.
    let set = ["tuned", "--set", "depth=3"];
    dir.run(&[&solve[..], &set].concat()).code(3);
}

#[test]
fn presets_that_are_not_there_or_cannot_be_kept_are_told_of() {
    let dir = Dir::default().with("seven.txt", SEVEN);
    let solve = ["solve", "seven.txt", "--preset"];
    dir.run(&[&solve[..], &["tuned"]].concat())
        .code(2)
        .stderr(contains("‘linear’ has no preset ‘tuned’").and(contains("--solver greedy")));
    dir.run(&[&solve[..], &["tunde", "--solver", "greedy"]].concat())
        .code(2)
        .stderr(contains("did you mean ‘tuned’?"));
    for name in ["tuned", " "] {
        dir.run(&short(&["--save", name]))
            .code(2)
            .stdout(is_empty())
            .stderr(contains("name"));
    }
}

#[test]
fn what_cannot_be_tuned_is_told_with_what_can() {
    let dir = Dir::default();
    let able = contains("lights-out greedy").and(contains("backward"));
    dir.run(&["tune", "lights-out", "linear"])
        .code(2)
        .stdout(is_empty())
        .stderr(contains("nothing to tune").and(able));
    dir.run(&["tune", "lights-out", "gredy"])
        .code(2)
        .stderr(contains("did you mean ‘greedy’?"));
    dir.run(&short(&["--set", "depth=0"]))
        .code(2)
        .stderr(contains("depth").and(contains("1 to 1000000")));
    dir.run(&short(&["--board", "rows=0"]))
        .code(2)
        .stderr(contains("rows"));
    dir.run(&short(&["--board", "height=3"]))
        .code(2)
        .stderr(contains("height"));
}

#[test]
fn an_interrupted_tuning_prints_and_keeps_the_best_so_far() {
    let dir = Dir::default().with("seven.txt", SEVEN);
    let sides = ["--board", "rows=7", "--board", "columns=7"];
    let long = [
        "tune",
        "lights-out",
        "greedy",
        "--generations",
        "10000",
        "--save",
        "so-far",
    ];
    let mut child = dir.spawn(&[&long[..], &sides].concat());
    // The first generation is told of.
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
    let told = rest.join().expect("is read").expect("is text");
    assert!(told.contains("best so far"), "{told}");
    let solve = [
        "solve",
        "seven.txt",
        "--solver",
        "greedy",
        "--preset",
        "so-far",
    ];
    let limit = ["--time-limit", "0"];
    dir.run(&[&solve[..], &limit].concat()).code(3);
}
