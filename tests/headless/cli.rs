//! The command line as scripts and people use it: exit statuses, streams, JSON, messages.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::time::Duration;

use planwright::games;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match};
use serde_json::Value;
use testkit::cli::{Dir, interrupt, json, until_worked};

const CROSS: &str =
    "logo\n\n..........\n....2.....\n...212....\n....2.....\n..........\n..........\n";
const UNSOLVABLE: &str = "logo\n\n22\n22\n";
const LAMPS: &str = "null\n\n.#.#.\n";

fn slow(solver: &str) -> String {
    let game = games::by_id("logo").expect("is there");
    let mut slow = game.conformance().slow.into_iter();
    let found = slow.find(|(id, _)| *id == solver);
    found.expect("has a slow level").1
}

// --- solve

#[test]
fn solve_prints_the_plan_and_nothing_else() {
    let dir = Dir::default().with("cross.txt", CROSS);
    let plan = is_match(r"\A(\d+ \d+\n){5}\z").expect("is a pattern");
    dir.run(&["solve", "cross.txt"])
        .code(0)
        .stdout(plan)
        .stderr(contains("5 stamps"));
    dir.run(&["solve", "cross.txt", "--quiet"])
        .code(0)
        .stderr(is_empty());
}

#[test]
fn every_exit_status_of_solve() {
    let dir = Dir::default()
        .with("cross.txt", CROSS)
        .with("no.txt", UNSOLVABLE)
        .with("slow.txt", slow("backward"));
    dir.run(&["solve", "cross.txt"]).code(0);
    dir.run(&["solve", "no.txt"])
        .code(1)
        .stdout(is_empty())
        .stderr(contains("unsolvable"));
    dir.run(&["solve", "missing.txt"])
        .code(2)
        .stdout(is_empty())
        .stderr(contains("missing.txt"));
    let limit = ["solve", "slow.txt", "--solver", "backward", "--time-limit"];
    dir.run(&[&limit[..], &["0.3"]].concat())
        .code(3)
        .stdout(is_empty())
        .stderr(contains("time limit"));
}

#[test]
fn a_limit_prints_the_best_plan_so_far() {
    let dir = Dir::default().with("slow.txt", slow("fewest-keys"));
    let args = "solve slow.txt --solver fewest-keys --optimal --time-limit 2 --json";
    let args: Vec<_> = args.split(' ').collect();
    let object = json(&dir.run(&args).code(3));
    assert_eq!(object["outcome"], "limit");
    assert_eq!(object["limit"], "time");
    assert_eq!(object["optimal"], false);
    assert_eq!(object["cost_unit"], "keys");
    let (cost, bound) = (object["cost"].as_i64(), object["lower_bound"].as_i64());
    assert!(bound < cost, "{bound:?} is below {cost:?}");
    let plan: Vec<_> = object["plan"]
        .as_array()
        .expect("has a plan")
        .iter()
        .collect();
    let plan: Vec<_> = plan.iter().filter_map(|mv| mv.as_str()).collect();
    std::fs::write(dir.path("plan.txt"), plan.join("\n")).expect("is writable");
    dir.run(&["verify", "slow.txt", "plan.txt"]).code(0);
}

#[test]
fn the_json_object_has_the_promised_keys() {
    let dir = Dir::default()
        .with("cross.txt", CROSS)
        .with("no.txt", UNSOLVABLE);
    let assert = dir.run(&["solve", "cross.txt", "--json"]).code(0);
    let object = json(&assert);
    let keys: BTreeSet<_> = object.as_object().expect("is an object").keys().collect();
    let promised = [
        "game",
        "solver",
        "outcome",
        "plan",
        "cost",
        "cost_unit",
        "optimal",
        "lower_bound",
        "solutions",
        "explored",
        "elapsed_s",
    ]
    .map(str::to_owned);
    assert_eq!(keys, promised.iter().collect());
    assert_eq!(object["game"], "logo");
    assert_eq!(object["solver"], "peel");
    assert_eq!(object["outcome"], "solved");
    assert_eq!(object["plan"].as_array().map(Vec::len), Some(5));
    assert_eq!(object["cost"], 5);
    assert_eq!(object["cost_unit"], "stamps");
    assert_eq!(object["optimal"], true);
    assert_eq!(object["lower_bound"], 5);
    assert_eq!(object["solutions"], 1);
    assert!(object["explored"].is_u64() && object["elapsed_s"].is_f64());

    let object = json(&dir.run(&["solve", "no.txt", "--json"]).code(1));
    assert_eq!(object["outcome"], "unsolvable");
    for unknown in ["plan", "cost", "lower_bound"] {
        assert!(object[unknown].is_null() && object.get(unknown).is_some());
    }
    assert_eq!(
        (&object["optimal"], &object["solutions"]),
        (&false.into(), &0.into())
    );
    assert!(object["reason"].is_string());
}

#[test]
fn count_lists_distinct_plans() {
    // The middle comes first or last: two orientations.
    let dir = Dir::default().with("two.txt", "logo\n\n131\n313\n131\n");
    let object = json(
        &dir.run(&["solve", "two.txt", "--count", "5", "--json"])
            .code(0),
    );
    let plans = object["plans"].as_array().expect("has plans");
    assert_eq!(object["solutions"], plans.len());
    assert_eq!(plans[0], object["plan"]);
    let distinct: BTreeSet<_> = plans.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), plans.len());
    for plan in plans {
        let moves: Vec<_> = plan.as_array().expect("is a list").iter().collect();
        let moves: Vec<_> = moves.iter().filter_map(|mv| mv.as_str()).collect();
        let mut verify = dir.command(&["verify", "two.txt", "-"]);
        verify.write_stdin(moves.join("\n")).assert().code(0);
    }
}

#[test]
fn a_solver_that_does_not_count_says_which_does() {
    let dir = Dir::default().with("lights.txt", "lights-out\n\n#.\n.#\n");
    let count = ["solve", "lights.txt", "--count", "5", "--solver", "greedy"];
    let refused = dir.run(&count).code(2);
    refused.stderr(contains("does not count them; use --solver linear"));
}

#[test]
fn optimal_takes_a_solver_that_proves_it() {
    let dir = Dir::default().with("lamps.txt", LAMPS);
    let object = json(
        &dir.run(&["solve", "lamps.txt", "--optimal", "--json"])
            .code(0),
    );
    assert_eq!(
        (&object["optimal"], &object["solver"]),
        (&true.into(), &"direct".into())
    );
    let dir = dir.with("lights.txt", "lights-out\n\n#..\n");
    let named = ["solve", "lights.txt", "--optimal", "--solver", "linear"];
    dir.run(&named).code(0).stderr(contains("does not prove"));
}

#[test]
fn the_first_plan_can_be_asked_for_in_every_game() {
    for game in games::all() {
        let text = game.conformance().small.swap_remove(0);
        let dir = Dir::default().with("level.txt", &text);
        dir.run(&["solve", "level.txt", "--first"]).code(0);
    }
    let dir = Dir::default().with("cross.txt", CROSS);
    for other in [&["--optimal"][..], &["--count", "2"]] {
        dir.run(&[&["solve", "cross.txt", "--first"], other].concat())
            .code(2)
            .stderr(contains("--first"));
    }
}

#[test]
fn options_of_solvers_are_set_and_checked() {
    let dir = Dir::default().with("one.txt", "logo\n\n...1\n");
    let keys = |set: &str| {
        let args = [
            "solve",
            "one.txt",
            "--json",
            "--solver",
            "fewest-keys",
            "--set",
            set,
        ];
        json(&dir.run(&args).code(0))["cost"].clone()
    };
    assert_eq!(keys("cursor=1 1"), 4);
    assert_eq!(keys("cursor=1 4"), 1);
    let refused = |args: &str, part: &str| {
        let args: Vec<_> = args.split('|').collect();
        dir.run(&args)
            .code(2)
            .stdout(is_empty())
            .stderr(contains(part));
    };
    refused("solve|one.txt|--set|cursor=1 1", "no options");
    refused(
        "solve|one.txt|--solver|fewest-keys|--set|start=1",
        "knows cursor",
    );
    refused("solve|one.txt|--solver|fewest-keys|--set|cursor=9 9", "1×4");
    refused("solve|one.txt|--set|cursor", "KEY=VALUE");
    refused(
        "solve|one.txt|--solver|fewest-keys|--set|cursor=1 1|--set|cursor=1 2",
        "twice",
    );
}

#[test]
fn standard_input_crlf_and_byte_order_mark_are_read() {
    let dir = Dir::default();
    let crlf = CROSS.replace('\n', "\r\n");
    for text in [
        CROSS.to_owned(),
        format!("\u{feff}{crlf}"),
        "1 2\r\n21\r\n".to_owned(),
    ] {
        let mut command = dir.command(&["solve", "-"]);
        command.write_stdin(text).assert().code(0);
    }
}

#[test]
fn broken_levels_are_refused_with_place_and_remedy() {
    let dir = Dir::default();
    for (text, parts) in [
        ("logo\n\n1.5\n", ["line 3, column 3", "‘5’"]),
        ("logo\n\n12\n1\n", ["line 4", "1 cells"]),
        ("logo\nspeed 3\n\n1\n", ["line 2", "‘speed’"]),
        ("", ["no game recognises", "logo"]),
        ("lego\n\n1\n", ["no game recognises", "logo"]),
        (
            "(version: 1, game: \"logo\", board: [\"1\"",
            ["logo level", "line 1"],
        ),
        (
            "(version: 9, game: \"logo\", board: [\"1\"])",
            ["version 9", "version 1"],
        ),
    ] {
        let mut command = dir.command(&["solve", "-"]);
        let assert = command
            .write_stdin(text)
            .assert()
            .code(2)
            .stdout(is_empty());
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        for part in parts {
            assert!(message.contains(part), "{text:?}: {message}");
        }
        assert!(message.contains("standard input"), "{message}");
    }
    let mut command = dir.command(&["solve", "-"]);
    let assert = command.write_stdin(&b"logo\n\n\xff\n"[..]).assert();
    assert.code(2).stderr(contains("UTF-8"));
    dir.run(&["solve", "."]).code(2).stderr(contains("folder"));
}

#[test]
fn unknown_things_name_the_nearest() {
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
        let args: Vec<_> = args.split(' ').collect();
        dir.run(&args)
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
        let args: Vec<_> = ["solve", "cross.txt"]
            .into_iter()
            .chain(args.split(' '))
            .collect();
        dir.run(&args).code(2).stdout(is_empty());
    }
    for args in [
        "--lose 1.5",
        "--double -1",
        "--lose 0.6 --double 0.6",
        "--scale 5",
        "--scale 0",
    ] {
        let args: Vec<_> = ["practice", "logo"]
            .into_iter()
            .chain(args.split(' '))
            .collect();
        dir.run(&args).code(2);
    }
}

// --- verify

#[test]
fn verify_tells_right_from_wrong() {
    let dir = Dir::default()
        .with("cross.txt", CROSS)
        .with(
            "right.txt",
            "; a plan\r\n2 5\r\n3 4\r\n3 6\r\n4 5\r\n3 5\r\n",
        )
        .with("short.txt", "2 5\n3 4\n")
        .with("twice.txt", "2 5\n2 5\n")
        .with("outside.txt", "2 5\n7 1\n")
        .with("garbage.txt", "2 5\nF R F\n")
        .with("bytes.txt", b"2 5\n\xff\n");
    let verify = |plan: &str| dir.run(&["verify", "cross.txt", plan]);
    verify("right.txt").code(0).stdout(contains("5 moves"));
    verify("short.txt").code(1).stdout(contains("not solved"));
    verify("twice.txt")
        .code(1)
        .stdout(contains("move 2").and(contains("stamped already")));
    verify("outside.txt")
        .code(1)
        .stdout(contains("move 2").and(contains("outside")));
    verify("garbage.txt")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("move 2"));
    verify("bytes.txt").code(2).stderr(contains("UTF-8"));
    verify("missing.txt")
        .code(2)
        .stderr(contains("missing.txt"));
    dir.run(&["verify", "-", "-"])
        .code(2)
        .stderr(contains("both"));
    let object = json(
        &dir.run(&["verify", "cross.txt", "twice.txt", "--json"])
            .code(1),
    );
    assert_eq!(
        (&object["valid"], &object["step"]),
        (&false.into(), &2.into())
    );
}

/// A round corridor with locked doors in it. Every room is to be reached from every other one; ways are as deep
/// as there are rooms.
fn corridor(rooms: usize) -> String {
    let mut text = String::from(
        "(role porter)\n\
         (<= (legal porter (unlock ?d)) (door ?d) (not (true (unlocked ?d))))\n\
         (<= (next (unlocked ?d)) (does porter (unlock ?d)))\n\
         (<= (next (unlocked ?d)) (true (unlocked ?d)))\n\
         (<= (open ?r) (room ?r) (not (door ?r)))\n(<= (open ?r) (true (unlocked ?r)))\n\
         (<= (way ?a ?b) (beside ?a ?b) (open ?b))\n\
         (<= (way ?a ?c) (way ?a ?b) (beside ?b ?c) (open ?c))\n",
    );
    for room in 1..=rooms {
        text += &format!("(room {room}) (beside {room} {})\n", room % rooms + 1);
    }
    for door in [rooms / 4, rooms / 2, rooms - 1] {
        text += &format!("(door {door})\n");
    }
    text + "(<= apart (room ?a) (room ?b) (not (way ?a ?b)))\n(<= terminal (not apart))\n\
            (<= (goal porter 100) (not apart))\n(<= (goal porter 0) apart)\n"
}

/// Rules without an end to what holds: 2^40 words.
const WORDS: &str = "; seconds: 1\n(role player)\n(init start)\n(legal player go)\n(<= (next end) (true start))\n\
(<= terminal (true end))\n(goal player 100)\n(bit 0) (bit 1)\n\
(<= (word ?a ?b ?c ?d ?e ?f ?g ?h) (half ?a ?b ?c ?d) (half ?e ?f ?g ?h))\n\
(<= (half ?a ?b ?c ?d) (part ?a) (part ?b) (part ?c) (part ?d))\n\
(<= (part (p ?a ?b ?c ?d ?e)) (bit ?a) (bit ?b) (bit ?c) (bit ?d) (bit ?e))\n\
(<= (legal player stay) (word ?a ?a ?a ?a ?a ?a ?a ?a) (true start))\n";

#[test]
fn verify_gives_deep_rules_the_time_they_take() {
    let dir = Dir::default()
        .with("corridor.kif", corridor(400))
        .with("right.txt", "(unlock 100)\n(unlock 399)\n(unlock 200)\n")
        .with("short.txt", "(unlock 100)\n(unlock 399)\n")
        .with("wall.txt", "(unlock 100)\n(unlock 101)\n");
    let verify = |plan: &str| dir.run(&["verify", "corridor.kif", plan]);
    verify("right.txt").code(0).stdout(contains("3 moves"));
    verify("short.txt").code(1).stdout(contains("not solved"));
    verify("wall.txt").code(1).stdout(contains("move 2"));
}

#[test]
fn verify_calls_no_plan_wrong_that_was_not_replayed_to_its_end() {
    let dir = Dir::default()
        .with("words.kif", WORDS)
        .with("cross.txt", CROSS)
        .with("go.txt", "go\n")
        .with("stamps.txt", "2 5\n");
    let undecided = |args: &[&str]| {
        let said = contains("not decided").and(contains("time limit"));
        let assert = dir.run(args).code(3).stdout(said);
        assert.stdout(contains("wrong").not());
        let object = json(&dir.run(&[args, &["--json"]].concat()).code(3));
        assert!(object["valid"].is_null() && object["reason"].is_string());
    };
    undecided(&["verify", "words.kif", "go.txt"]);
    // What takes no time is decided.
    dir.run(&["verify", "cross.txt", "stamps.txt", "--time-limit", "0"])
        .code(1);
}

const STAIRS: &str = "light-bot\nrobot 1 1 E\nslots 4 3\n\n0 0 1* 1*\n";
const VAULT: &str = "robos-escape\n\nS C \nOX  \n   E\n";

#[test]
fn verify_runs_programs_and_tells_what_came_of_them() {
    let dir = Dir::default()
        .with("stairs.txt", STAIRS)
        .with("vault.txt", VAULT)
        .with(
            "good.txt",
            "; by hand\nmain: F1\r\nf1: JX\nmain: FJX1\nf1: FX\n",
        )
        .with("lines.txt", "; spread out\nX F F\nL F F F\n");
    let verify = |level: &str, plan: &str| dir.run(&["verify", level, plan]);
    verify("stairs.txt", "main: FJX1 f1: FX")
        .code(0)
        .stdout(
            contains("correct")
                .and(contains("steps: 6"))
                .and(contains("lights: 2 of 2")),
        )
        .stdout(contains("score: 6 commands"));
    // Moves on the way to a program are taken as they always were.
    verify("stairs.txt", "good.txt").code(0);
    verify("stairs.txt", "main: FJX")
        .code(1)
        .stdout(contains("wrong").and(contains("lights: 1 of 2")))
        .stdout(contains("last command: X, number 3 of main"));
    verify("stairs.txt", "main: FJXFX")
        .code(1)
        .stdout(contains("line 1, column 11").and(contains("4 slots")));
    verify("stairs.txt", "main: FQ")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("line 1, column 8"));
    verify("stairs.txt", "missing.txt")
        .code(2)
        .stderr(contains("missing.txt"));
    verify("vault.txt", "lines.txt")
        .code(0)
        .stdout(contains("coins: 0 of 1"));
    verify("vault.txt", "LF2")
        .code(1)
        .stdout(contains("no label '2"));
    let mut piped = dir.command(&["verify", "vault.txt", "-"]);
    piped
        .write_stdin("XFFLFFF")
        .assert()
        .code(0)
        .stdout(contains("33 points"));

    let object = json(&dir.run(&["verify", "vault.txt", "LFFG", "--json"]).code(1));
    assert_eq!(object["valid"], false);
    assert_eq!(object["steps"], 4);
    assert_eq!(object["coins"]["count"], 1);
    assert_eq!(object["score"], Value::Null);
    assert_eq!(object["failed_at"]["command"], 4);
    assert_eq!(
        (&object["failed_at"]["row"], &object["failed_at"]["column"]),
        (&1.into(), &3.into())
    );
    let object = json(
        &dir.run(&["verify", "stairs.txt", "main: FFFFF", "--json"])
            .code(1),
    );
    assert_eq!(object["errors"][0]["column"], 11);
    let object = json(
        &dir.run(&["verify", "stairs.txt", "main: FJX1 f1: FX", "--json"])
            .code(0),
    );
    assert_eq!(
        (&object["score"], &object["failed_at"]),
        (&6.into(), &Value::Null)
    );
}

#[test]
fn what_solve_prints_verify_accepts() {
    for game in games::all() {
        for text in game.conformance().small {
            let dir = Dir::default().with("level.txt", &text);
            let solved = dir.run(&["solve", "level.txt", "-q"]).code(0);
            let mut verify = dir.command(&["verify", "level.txt", "-"]);
            let plan = solved.get_output().stdout.clone();
            verify.write_stdin(plan).assert().code(0);
        }
    }
}

// --- convert

#[test]
fn convert_goes_both_ways() {
    let dir = Dir::default().with(
        "cross.txt",
        format!("; c\n{}", CROSS.replace("logo\n", "logo\ntitle A cross\n")),
    );
    dir.run(&["convert", "cross.txt", "--to", "ron", "-o", "cross.ron"])
        .code(0)
        .stdout(is_empty());
    let back = dir.run(&["convert", "cross.ron", "--to", "txt"]).code(0);
    let expected = CROSS.replace("logo\n", "logo\ntitle A cross\n");
    assert_eq!(String::from_utf8_lossy(&back.get_output().stdout), expected);
    // What stands there is replaced, and nothing is left beside it.
    dir.run(&["convert", "cross.txt", "--to", "txt", "-o", "cross.ron"])
        .code(0);
    assert_eq!(dir.read("cross.ron"), expected);
    assert_eq!(
        std::fs::read_dir(dir.path(""))
            .expect("is a folder")
            .count(),
        2
    );
}

#[test]
fn convert_leaves_the_old_file_where_it_fails() {
    let dir = Dir::default()
        .with("broken.txt", "logo\n\n5\n")
        .with("old.ron", "old");
    dir.run(&["convert", "broken.txt", "--to", "ron", "-o", "old.ron"])
        .code(2);
    assert_eq!(dir.read("old.ron"), "old");
    let dir = Dir::default().with("cross.txt", CROSS).with("file", "");
    dir.run(&["convert", "cross.txt", "--to", "ron", "-o", "file/x.ron"])
        .code(2)
        .stderr(contains("file/x.ron"));
}

// --- games, profiles, completions, help

#[test]
fn games_lists_what_there_is() {
    let dir = Dir::default();
    dir.run(&["games"]).code(0).stdout(
        contains("logo")
            .and(contains("peel (default)"))
            .and(is_match("(?m)^null").expect("is one").not()),
    );
    let object = json(&dir.run(&["games", "--json"]).code(0));
    let listed = object["games"].as_array().expect("is a list");
    assert_eq!(listed.len(), games::visible().count());
    for (row, game) in listed.iter().zip(games::visible()) {
        assert_eq!(row["id"], game.info().id);
        let solvers = row["solvers"].as_array().expect("is a list");
        assert_eq!(solvers.len(), game.solvers().len());
        assert_eq!(solvers[0]["default"], true);
    }
}

#[test]
fn profiles_are_listed_shown_and_checked() {
    let broken = "(version: 1, id: \"mine\", base: \"logo-fuse\", game: \"lego\")";
    let dir = Dir::default()
        .with("mine.ron", broken)
        .with("worse.ron", "(\n id: 3)");
    dir.run(&["profile", "list"])
        .code(0)
        .stdout(contains("logo-fuse"));
    let object = json(&dir.run(&["profile", "list", "--json"]).code(0));
    assert!(
        object["profiles"]
            .as_array()
            .is_some_and(|rows| rows.len() >= 2)
    );
    let shown = dir.run(&["profile", "show", "logo-practice"]).code(0);
    let shown = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(
        shown.contains("palette"),
        "what comes from the base is filled in"
    );
    std::fs::write(dir.path("shown.ron"), shown).expect("is writable");
    dir.run(&["profile", "check", "shown.ron"]).code(0);
    dir.run(&["profile", "check"])
        .code(0)
        .stdout(contains("logo-fuse"));
    dir.run(&["profile", "check", "mine.ron"])
        .code(2)
        .stdout(contains("no game ‘lego’"));
    dir.run(&["profile", "check", "worse.ron"])
        .code(2)
        .stdout(contains("line 2"));
}

#[test]
fn completions_for_every_shell() {
    let dir = Dir::default();
    for (shell, part) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef planwright"),
        ("fish", "complete -c planwright"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        dir.run(&["completions", shell]).code(0).stdout(
            contains(part)
                .and(contains("fewest").not())
                .and(contains("practice")),
        );
    }
    let script = dir.run(&["completions", "bash"]).code(0);
    std::fs::write(dir.path("script"), &script.get_output().stdout).expect("is writable");
    let checked = std::process::Command::new("bash")
        .args(["-n", "script"])
        .current_dir(dir.path(""))
        .status();
    assert!(checked.expect("bash runs").success());
}

#[test]
fn every_command_has_help_with_an_example() {
    let dir = Dir::default();
    dir.run(&["--help"]).code(0).stdout(contains("Examples:"));
    let help = dir.run(&["-h"]).code(0);
    let help = String::from_utf8_lossy(&help.get_output().stdout).into_owned();
    let commands: Vec<_> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    for wanted in [
        "games",
        "solve",
        "verify",
        "import",
        "practice",
        "convert",
        "profile",
        "completions",
    ] {
        assert!(commands.contains(&wanted), "{wanted}");
    }
    let below = ["list", "show", "check"].map(|name| vec!["profile", name]);
    for command in commands.iter().map(|name| vec![*name]).chain(below) {
        let example = format!("  planwright {}", command.join(" "));
        let args = [&command[..], &["--help"]].concat();
        let described = contains("Examples:").and(contains(example));
        dir.run(&args).code(0).stdout(described).stderr(is_empty());
    }
}

// --- streams and signals

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let dir = Dir::default().with("big.txt", games_level(200));
    for args in [&["solve", "big.txt", "-q"][..], &["completions", "zsh"]] {
        let mut child = dir.spawn(args);
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("ends");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), message.as_str()), (Some(0), ""));
    }
}

/// A level whose plan is longer than any pipe's buffer.
fn games_level(side: usize) -> String {
    // Rows of 1s apart from each other: any order solves it.
    let row = "1.".repeat(side / 2) + "\n";
    let empty = ".".repeat(side / 2 * 2) + "\n";
    format!("logo\n\n{}", (row + &empty).repeat(side / 2))
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_the_best_so_far_and_ends_with_130() {
    let dir = Dir::default().with("slow.txt", slow("fewest-keys"));
    let mut child = dir.spawn(&["solve", "slow.txt", "--solver", "fewest-keys", "--optimal"]);
    until_worked(&child, Duration::from_millis(500));
    interrupt(&child);
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("is piped");
    stderr.read_to_string(&mut errors).expect("is text");
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(errors.contains("interrupted: best so far"), "{errors}");
    let plan = output.stdout;
    let mut verify = dir.command(&["verify", "slow.txt", "-"]);
    verify.write_stdin(plan).assert().code(0);
}

// --- import

#[test]
fn import_refuses_what_is_not_the_game() {
    let dir = Dir::default().with("text.png", "no picture");
    let mut grey = image::RgbImage::new(320, 240);
    for (x, _, pixel) in grey.enumerate_pixels_mut() {
        *pixel = image::Rgb([x as u8, 90, 90]);
    }
    grey.save(dir.path("grey.png")).expect("is writable");
    let import = |picture: &str| dir.run(&["import", picture, "--profile", "logo-fuse"]);
    import("text.png").code(2).stderr(contains("not a picture"));
    import("grey.png")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("does not show what the profile"));
    import("missing.png")
        .code(2)
        .stderr(contains("missing.png"));
    dir.run(&["import", "--profile", "logo-fuse"]).code(2);
    let mut piped = dir.command(&["import", "-", "--profile", "logo-fuse"]);
    piped.write_stdin("x").assert().code(2);
}

// --- without a display

#[test]
fn windows_without_a_display_fail_with_a_message() {
    let dir = Dir::default().with("small.txt", "logo\n\n1\n");
    dir.run(&[]).code(2).stderr(contains("display"));
    dir.run(&["practice", "logo"])
        .code(2)
        .stderr(contains("display"));
    dir.run(&["practice", "logo", "small.txt"])
        .code(2)
        .stderr(contains("small.txt").and(contains("6×10")));
    dir.run(&["practice", "null"])
        .code(2)
        .stderr(contains("no practice window"));
}

#[test]
fn autoplay_says_what_it_lacks() {
    let dir = Dir::default();
    dir.run(&["autoplay", "--profile", "logo-practice", "--yes"])
        .code(2)
        .stdout(is_empty())
        .stderr(contains("DISPLAY"));
    dir.run(&["autoplay", "--profile", "logo-practise", "--yes"])
        .code(2)
        .stderr(contains("did you mean ‘logo-practice’?"));
    dir.run(&["autoplay", "--profile", "logo-practice", "--solver", "pel"])
        .code(2)
        .stderr(contains("did you mean ‘peel’?"));
    dir.run(&["autoplay", "--profile", "logo-practice", "--levels", "0"])
        .code(2);
    dir.run(&["import", "--window", "--profile", "logo-practice"])
        .code(2)
        .stdout(is_empty())
        .stderr(contains("DISPLAY"));
}

#[test]
fn the_program_is_put_into_the_menu_and_taken_out() {
    let dir = Dir::default();
    let menu = |word: &str| {
        let mut command = dir.command(&["menu", word]);
        command.env("HOME", dir.path(""));
        command.env("XDG_DATA_HOME", dir.path("share"));
        command.assert().success();
    };
    let entry = "share/applications/planwright.desktop";
    menu("add");
    let text = dir.read(entry);
    assert!(
        text.contains("Exec=\"") && text.contains("planwright\" %F\n"),
        "{text}"
    );
    let icon = dir.path("share/icons/hicolor/256x256/apps/planwright.png");
    assert_eq!(image::open(&icon).expect("is a picture").width(), 256);
    menu("remove");
    assert!(!dir.path(entry).exists() && !icon.exists());
    menu("remove");
}

#[test]
fn history_lists_runs_and_tells_all_of_one() {
    let dir = Dir::default();
    dir.run(&["history"])
        .success()
        .stdout(is_empty())
        .stderr(contains("Nothing was played yet"));
    for (id, game, state) in [
        ("20260101-101500-logo-fuse", "logo", "done"),
        ("20260203-101500-flip", "lights-out", "running"),
    ] {
        let folder = dir.path("home/state/history").join(id);
        std::fs::create_dir_all(&folder).expect("can be made");
        let run = serde_json::json!({
            "version": 1, "profile": &id[16..], "title": "A window", "game": game,
            "started": "2026-01-01T10:15:00Z", "state": state, "text": "All is said.",
            "elapsed_s": 12.5, "keys": 40,
            "levels": [{
                "level": 1, "text": "logo\n\n1\n", "plan": ["1 1"], "made": 1, "solved": true,
                "keys": 40, "confirmed": 38, "lost": 2, "doubled": 0, "time_s": 10.0,
                "planning_s": 0.5, "presses": 38, "plain_presses": 45,
            }],
            "troubles": [{ "at_s": 3.0, "level": 1, "text": "It went on by itself.", "picture": "0002.png" }],
        });
        std::fs::write(folder.join("run.json"), run.to_string()).expect("can be written");
    }
    let broken = dir.path("home/state/history/20260301-000000-mine");
    std::fs::create_dir_all(&broken).expect("can be made");
    std::fs::write(broken.join("run.json"), "{").expect("can be written");
    let all = dir.run(&["history"]).success();
    let lines = String::from_utf8(all.get_output().stdout.clone()).expect("is text");
    let lines: Vec<&str> = lines.lines().collect();
    assert!(
        lines[0].starts_with("20260301") && lines[0].contains("cannot be read"),
        "{lines:?}"
    );
    assert!(
        lines[1].starts_with("20260203") && lines[1].contains("broken off"),
        "{lines:?}"
    );
    assert!(
        lines[2].contains("done, 1 of 1 levels, 40 keys, 2 lost, 0 doubled, 12.5 s"),
        "{lines:?}"
    );
    let some = dir.run(&["history", "--game", "logo", "--json"]).success();
    let some: Value = serde_json::from_slice(&some.get_output().stdout).expect("is JSON");
    let runs = some["runs"].as_array().expect("is a list");
    assert_eq!(runs.len(), 1);
    assert_eq!(runs[0]["id"], "20260101-101500-logo-fuse");
    assert_eq!(runs[0]["levels"][0]["presses"], 38);
    dir.run(&["history", "20260101-101500-logo-fuse"])
        .success()
        .stdout(contains("7 presses saved").and(contains("It went on by itself. (0002.png)")));
    dir.run(&["history", "yesterday"])
        .code(2)
        .stderr(contains("there is no run ‘yesterday’"));
    dir.run(&["history", "20260301-000000-mine"])
        .code(2)
        .stderr(contains("run.json"));
}
