//! Long searches on the command line: kept in files, gone on with, divided and put together.

#![cfg(unix)]

use std::time::Duration;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use testkit::cli::{Dir, interrupt, json, until_worked};
use testkit::wait::wait_for;

/// Its shortest program has 9 commands.
const LEVEL: &str = include_str!("../../levels/light-bot/09-ring-road.txt");
/// Takes some seconds until it is proved.
const LONG: &str = include_str!("../../levels/light-bot/06-three-corners.txt");
const OTHER: &str = "light-bot\nrobot 1 1 E\n\n0 0* 1*\n";
const NO_WAY: &str = "light-bot\nrobot 1 1 E\nslots 2 2\n\n0* 0 0* 0* 1*\n";

/// A folder with the levels of these tests.
fn levels() -> Dir {
    let dir = Dir::default().with("level.txt", LEVEL);
    dir.with("long.txt", LONG).with("other.txt", OTHER)
}

/// All parts of a level, each written to a file of its own.
fn search_parts(dir: &Dir, level: &str, of: u32) -> Vec<String> {
    let part = |index| {
        let (shard, file) = (format!("{index}/{of}"), format!("part-{index}-of-{of}"));
        dir.run(&["solve", level, "--shard", &shard, "-o", &file])
            .code(0)
            .stdout(is_empty())
            .stderr(contains(format!("part {shard} is done")));
        file
    };
    (1..=of).map(part).collect()
}

fn merge(dir: &Dir, level: &str, parts: &[&str], more: &[&str]) -> Assert {
    let merge = ["solve", level, "--merge"];
    dir.run(&[&merge[..], parts, more].concat())
}

fn names(parts: &[String]) -> Vec<&str> {
    parts.iter().map(String::as_str).collect()
}

#[test]
fn parts_put_together_are_a_proof() {
    let dir = levels();
    let parts = search_parts(&dir, "level.txt", 3);
    let merged = merge(&dir, "level.txt", &names(&parts), &["--json"]).code(0);
    let merged = json(&merged);
    assert_eq!(merged["outcome"], "solved");
    assert_eq!(
        (&merged["cost"], &merged["lower_bound"]),
        (&9.into(), &9.into())
    );
    assert_eq!(merged["optimal"], true);
    // The plan is one.
    let plan = merge(&dir, "level.txt", &names(&parts), &["-o", "whole"]).code(0);
    let plan = String::from_utf8_lossy(&plan.get_output().stdout).into_owned();
    std::fs::write(dir.path("plan.txt"), plan).expect("is writable");
    dir.run(&["verify", "level.txt", "plan.txt"]).code(0);
    // What was put together has nothing left to do.
    let whole = dir
        .run(&["solve", "level.txt", "--resume", "whole", "--json"])
        .code(0);
    let whole = json(&whole);
    assert_eq!(
        (&whole["optimal"], &whole["explored"]),
        (&true.into(), &0.into())
    );
}

/// Where more is better, the bound is an upper one, and parts come to it as well.
#[test]
fn parts_of_a_search_for_points_are_a_proof() {
    let level = include_str!("../../levels/robos-escape/09-spiral.txt");
    let dir = levels().with("points.txt", level);
    let parts = search_parts(&dir, "points.txt", 3);
    let merged = merge(&dir, "points.txt", &names(&parts), &["--json"]);
    let merged = json(&merged.code(0));
    assert_eq!(
        (&merged["cost"], &merged["lower_bound"], &merged["optimal"]),
        (&41.into(), &41.into(), &true.into())
    );
    let limit = [
        "solve",
        "points.txt",
        "--optimal",
        "--save",
        "kept",
        "--time-limit",
        "0",
    ];
    dir.run(&limit).code(3);
    dir.run(&["solve", "points.txt", "--optimal", "--resume", "kept"])
        .code(0)
        .stderr(contains("41 points, proved best"));
    merge(&dir, "level.txt", &names(&parts), &[])
        .code(2)
        .stderr(contains("the game robos-escape"));
}

#[test]
fn a_level_without_a_program_is_proved_in_parts() {
    let dir = levels().with("no.txt", NO_WAY);
    let parts = search_parts(&dir, "no.txt", 2);
    merge(&dir, "no.txt", &names(&parts), &[])
        .code(1)
        .stdout(is_empty())
        .stderr(contains("unsolvable"));
}

#[test]
fn a_part_without_a_file_goes_to_standard_output() {
    let dir = levels();
    let part = dir
        .run(&["solve", "level.txt", "--shard", "2/2", "--quiet"])
        .code(0);
    let text = String::from_utf8_lossy(&part.get_output().stdout).into_owned();
    assert!(text.starts_with("planwright checkpoint 1\n"), "{text}");
    let dir = dir.with("two", &text);
    let json_part = ["solve", "level.txt", "--shard", "1/2", "--json"];
    dir.run(&json_part).code(2).stderr(contains("needs a file"));
    let part = json(&dir.run(&[&json_part[..], &["-o", "one"]].concat()).code(0));
    assert_eq!(
        (&part["part"], &part["part_done"]),
        (&"1/2".into(), &true.into())
    );
    assert_eq!(part["outcome"], "part");
    merge(&dir, "level.txt", &["one", "two"], &[]).code(0);
}

#[test]
fn parts_that_make_no_whole_are_refused_by_name() {
    let dir = levels();
    let parts = search_parts(&dir, "level.txt", 3);
    let other = search_parts(&dir, "level.txt", 2);
    search_parts(&dir, "other.txt", 4);
    let [one, two, three] = &names(&parts)[..] else {
        panic!("three parts");
    };
    std::fs::copy(dir.path(two), dir.path("copy")).expect("is writable");
    for (files, words) in [
        (vec![*one, *three], vec!["missing", "2/3"]),
        (vec![*one], vec!["missing", "2/3, 3/3"]),
        (
            vec![*one, *two, "copy", *three],
            vec!["duplicate", "2/3", "part-2-of-3", "copy"],
        ),
        (
            vec![*one, *two, other.last().expect("two").as_str()],
            vec!["3 parts", "part-2-of-2", "2"],
        ),
        (
            vec![*one, *two, "part-3-of-4"],
            vec!["part-3-of-4", "another level"],
        ),
        (
            vec![*one, *two, "level.txt"],
            vec!["level.txt", "no checkpoint"],
        ),
        (vec![*one, *two, "gone"], vec!["gone"]),
    ] {
        let refused = merge(&dir, "level.txt", &files, &[])
            .code(2)
            .stdout(is_empty());
        let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        for word in words {
            assert!(message.contains(word), "{message}");
        }
    }
    merge(&dir, "other.txt", &names(&parts), &[])
        .code(2)
        .stderr(contains("another level"));
}

#[test]
fn damaged_checkpoints_are_refused() {
    let dir = levels();
    dir.run(&["solve", "level.txt", "--optimal", "--save", "kept"])
        .code(0);
    let kept = dir.read("kept");
    let cut = &kept[..kept.len() * 2 / 3];
    let changed = kept.replacen("done:{", "done:{99:{1},", 1);
    assert_ne!(changed, kept);
    let dir = dir
        .with("cut", cut)
        .with("changed", &changed)
        .with("empty", "");
    for (file, words) in [
        ("cut", "damaged"),
        ("changed", "damaged"),
        ("empty", "no checkpoint"),
        ("other.txt", "no checkpoint"),
        ("missing", "missing"),
    ] {
        dir.run(&["solve", "level.txt", "--resume", file])
            .code(2)
            .stdout(is_empty())
            .stderr(contains(file).and(contains(words)));
    }
    let newer = kept.replacen("checkpoint 1", "checkpoint 2", 1);
    let dir = dir.with("newer", &newer);
    dir.run(&["solve", "level.txt", "--resume", "newer"])
        .code(2)
        .stderr(contains("the form ‘2’"));
    dir.run(&["solve", "long.txt", "--resume", "kept"])
        .code(2)
        .stderr(contains("another level"));
    // Nothing was written over.
    assert_eq!(dir.read("kept"), kept);
    assert_eq!(dir.read("cut"), cut);
}

#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let dir = levels();
    let save = ["solve", "long.txt", "--optimal", "--json"];
    let both = ["--save", "kept", "--resume", "kept"];
    let mut bounds = Vec::new();
    let last = loop {
        // The same line begins the search and goes on with it.
        let limit = ["--time-limit", if bounds.len() < 3 { "0.5" } else { "60" }];
        let run = dir.run(&[&save[..], &both, &limit].concat());
        let answer = json(&run);
        bounds.push(answer["lower_bound"].as_i64().expect("is told"));
        match run.get_output().status.code() {
            Some(0) => break answer,
            Some(3) => assert_eq!(answer["outcome"], "limit"),
            other => panic!("{other:?}"),
        }
    };
    assert!(bounds.is_sorted() && bounds[0] < 14, "{bounds:?}");
    assert_eq!(
        (&last["cost"], &last["optimal"]),
        (&14.into(), &true.into())
    );
    // Once it is proved it stays so.
    dir.run(&["solve", "long.txt", "--resume", "kept"])
        .code(0)
        .stderr(contains("proved best"));
}

#[test]
fn a_killed_search_has_its_last_checkpoint() {
    let dir = levels();
    let args = ["solve", "long.txt", "--optimal", "--save", "kept"];
    let often = ["--save-every", "0.2", "--set", "threads=1"];
    let mut child = dir.spawn(&[&args[..], &often].concat());
    wait_for("units of some steps are done", 60, || {
        let ended = child.try_wait().expect("can be asked");
        assert!(ended.is_none(), "it has ended");
        let text = std::fs::read_to_string(dir.path("kept")).ok()?;
        (text.len() > 3000).then_some(())
    });
    // SIGKILL: no last word.
    child.kill().expect("is still there");
    child.wait().expect("ends");
    let kept = dir.read("kept");
    let resumed = dir.run(&[
        "solve",
        "long.txt",
        "--optimal",
        "--resume",
        "kept",
        "--json",
    ]);
    let answer = json(&resumed.code(0));
    assert_eq!(
        (&answer["cost"], &answer["optimal"]),
        (&14.into(), &true.into())
    );
    assert!(dir.read("kept").len() > kept.len(), "it is kept up to date");
    let beside: Vec<_> = std::fs::read_dir(dir.path(""))
        .expect("is there")
        .flatten()
        .filter(|entry| {
            entry
                .file_name()
                .to_string_lossy()
                .starts_with(".planwright")
        })
        .collect();
    assert!(
        beside.len() <= 1,
        "at most what was being written when it was killed"
    );
}

#[test]
fn a_long_search_is_divided_where_it_stands() {
    let dir = levels();
    let limit = ["--time-limit", "0.4"];
    let whole = [
        "solve",
        "long.txt",
        "--optimal",
        "--save",
        "whole",
        "--json",
    ];
    dir.run(&[&whole[..], &limit].concat()).code(3);
    let kept = dir.read("whole");
    for index in ["1/2", "2/2"] {
        let file = format!("half-{}", &index[..1]);
        let save = format!("{file}-kept");
        let half = ["solve", "long.txt", "--shard", index, "--resume", "whole"];
        dir.run(&[&half[..], &["-o", &file, "--save", &save]].concat())
            .code(0);
    }
    assert_eq!(dir.read("whole"), kept, "--save names another");
    let merged = merge(&dir, "long.txt", &["half-1", "half-2"], &["--json"]).code(0);
    assert_eq!(json(&merged)["cost"], 14);
    // A part stays what it is.
    dir.run(&["solve", "long.txt", "--shard", "1/2", "--resume", "half-2"])
        .code(2)
        .stderr(contains("part 2/2").and(contains("part 1/2")));
}

#[test]
fn parts_that_are_not_done_are_no_proof() {
    let dir = levels();
    for index in ["1/2", "2/2"] {
        let part = [
            "solve",
            "long.txt",
            "--shard",
            index,
            "--time-limit",
            "0.2",
            "-o",
        ];
        dir.run(&[&part[..], &[&index[..1]]].concat()).code(3);
    }
    merge(&dir, "long.txt", &["1", "2"], &[])
        .code(3)
        .stderr(contains("part 1/2, is not done").and(contains("part 2/2, is not done")));
}

#[test]
fn files_are_not_written_over_by_mistake() {
    let dir = levels().with("kept", "of something else");
    dir.run(&["solve", "level.txt", "--save", "kept"])
        .code(2)
        .stderr(contains("exists already"));
    assert_eq!(dir.read("kept"), "of something else");
    dir.run(&["solve", "level.txt", "-o", "plan"])
        .code(2)
        .stderr(contains("--shard and --merge"));
}

#[test]
fn what_cannot_be_divided_says_so() {
    let dir = levels().with("logo.txt", "logo\n\n11\n");
    for more in [
        vec!["--shard", "1/2"],
        vec!["--save", "kept"],
        vec!["--merge", "kept"],
    ] {
        dir.run(&[&["solve", "logo.txt"][..], &more].concat())
            .code(2)
            .stdout(is_empty())
            .stderr(contains("cannot save, resume or divide a search"));
    }
    let reference = [
        "solve",
        "level.txt",
        "--solver",
        "brute-force",
        "--shard",
        "1/2",
    ];
    dir.run(&reference).code(2).stderr(contains("‘lazy’ can"));
    for wrong in ["0/3", "4/3", "3", "a/b"] {
        dir.run(&["solve", "level.txt", "--shard", wrong])
            .code(2)
            .stderr(contains("I of N"));
    }
    dir.run(&["solve", "level.txt", "--shard", "1/2", "--count", "2"])
        .code(2);
    dir.run(&["solve", "level.txt", "--merge", "a", "--save", "b"])
        .code(2);
}

#[test]
fn ctrl_c_keeps_what_was_done() {
    let dir = levels();
    let args = ["solve", "long.txt", "--optimal", "--save", "kept"];
    let mut child = dir.spawn(&[&args[..], &["--set", "threads=1"]].concat());
    wait_for("something is saved", 60, || {
        dir.path("kept").exists().then_some(())
    });
    let first = dir.read("kept");
    until_worked(&child, Duration::from_millis(600));
    interrupt(&child);
    let status = child.wait().expect("ends");
    assert_eq!(status.code(), Some(130));
    assert!(dir.read("kept").len() > first.len());
    let resumed = dir.run(&["solve", "long.txt", "--optimal", "--resume", "kept"]);
    resumed.code(0).stderr(contains("proved best"));
}
