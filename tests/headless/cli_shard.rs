//! Long searches on the command line: save, resume, divide and merge.

#![cfg(unix)]

use std::time::Duration;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::{Value, json};
use testkit::cli::{Dir, assert_has, interrupt, until_worked};
use testkit::wait::wait_for;

/// Its shortest program has 9 commands.
const LEVEL: &str = include_str!("../../levels/light-bot/09-ring-road.txt");
/// The proof takes some seconds.
const LONG: &str = include_str!("../../levels/light-bot/06-three-corners.txt");
const OTHER: &str = "light-bot\nrobot 1 1 E\n\n0 0* 1*\n";
const NO_WAY: &str = "light-bot\nrobot 1 1 E\nslots 2 2\n\n0* 0 0* 0* 1*\n";

/// The levels of these tests.
fn levels() -> Dir {
    let dir = Dir::default().with("level.txt", LEVEL);
    dir.with("long.txt", LONG).with("other.txt", OTHER)
}

/// Searches all parts of a level, each into a file of its own.
fn search_parts(dir: &Dir, level: &str, of: u32) -> Vec<String> {
    let part = |index| {
        let (shard, file) = (format!("{index}/{of}"), format!("part-{index}-of-{of}"));
        dir.run(&format!("solve {level} --shard {shard} -o {file}"))
            .code(0)
            .stdout(is_empty())
            .stderr(contains(format!("part {shard} is done")));
        file
    };
    (1..=of).map(part).collect()
}

fn merge(dir: &Dir, level: &str, parts: &[&str], more: &str) -> Assert {
    dir.run(&format!("solve {level} --merge {} {more}", parts.join(" ")))
}

fn names(parts: &[String]) -> Vec<&str> {
    parts.iter().map(String::as_str).collect()
}

#[test]
fn merged_parts_are_a_proof() {
    let dir = levels();
    let parts = search_parts(&dir, "level.txt", 3);
    let merge = format!("solve level.txt --merge {}", parts.join(" "));
    let proved = json!({ "outcome": "solved", "cost": 9, "lower_bound": 9, "optimal": true });
    assert_has(&dir.json(&format!("{merge} --json"), 0), &proved);
    let plan = dir.printed(&format!("{merge} -o whole"));
    dir.pipe(plan, "verify level.txt -").code(0);
    // The merged search is complete.
    let whole = dir.json("solve level.txt --resume whole --json", 0);
    assert_has(&whole, &json!({ "optimal": true, "explored": 0 }));
}

/// If a higher score is better, the bound is an upper one; parts can prove it, too.
#[test]
fn parts_of_a_search_for_points_are_a_proof() {
    let level = include_str!("../../levels/robos-escape/09-spiral.txt");
    let dir = levels().with("points.txt", level);
    let parts = search_parts(&dir, "points.txt", 3);
    let merge_all = format!("solve points.txt --merge {} --json", parts.join(" "));
    let proved = json!({ "cost": 41, "lower_bound": 41, "optimal": true });
    assert_has(&dir.json(&merge_all, 0), &proved);
    dir.run("solve points.txt --optimal --save kept --time-limit 0")
        .code(3);
    dir.run("solve points.txt --optimal --resume kept")
        .code(0)
        .stderr(contains("41 points, proved optimal"));
    merge(&dir, "level.txt", &names(&parts), "")
        .code(2)
        .stderr(contains("the game robos-escape"));
}

#[test]
fn parts_prove_a_level_unsolvable() {
    let dir = levels().with("no.txt", NO_WAY);
    let parts = search_parts(&dir, "no.txt", 2);
    merge(&dir, "no.txt", &names(&parts), "")
        .code(1)
        .stdout(is_empty())
        .stderr(contains("unsolvable"));
}

#[test]
fn a_part_without_a_file_goes_to_standard_output() {
    let dir = levels().with_printed("two", "solve level.txt --shard 2/2 --quiet");
    assert!(dir.read("two").starts_with("planwright checkpoint 1\n"));
    dir.run("solve level.txt --shard 1/2 --json")
        .code(2)
        .stderr(contains("needs a file"));
    let part = dir.json("solve level.txt --shard 1/2 --json -o one", 0);
    let done = json!({ "part": "1/2", "part_done": true, "outcome": "part" });
    assert_has(&part, &done);
    merge(&dir, "level.txt", &["one", "two"], "").code(0);
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
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
            vec!["level.txt", "not a checkpoint"],
        ),
        (vec![*one, *two, "gone"], vec!["gone"]),
    ] {
        let refused = merge(&dir, "level.txt", &files, "")
            .code(2)
            .stdout(is_empty());
        let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        for word in words {
            assert!(message.contains(word), "{message}");
        }
    }
    merge(&dir, "other.txt", &names(&parts), "")
        .code(2)
        .stderr(contains("another level"));
}

#[test]
fn damaged_checkpoints_are_refused() {
    let dir = levels();
    dir.run("solve level.txt --optimal --save kept").code(0);
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
        ("empty", "not a checkpoint"),
        ("other.txt", "not a checkpoint"),
        ("missing", "missing"),
    ] {
        dir.run(&format!("solve level.txt --resume {file}"))
            .code(2)
            .stdout(is_empty())
            .stderr(contains(file).and(contains(words)));
    }
    let newer = kept.replacen("checkpoint 1", "checkpoint 2", 1);
    let dir = dir.with("newer", &newer);
    dir.run("solve level.txt --resume newer")
        .code(2)
        .stderr(contains("of form ‘2’"));
    dir.run("solve long.txt --resume kept")
        .code(2)
        .stderr(contains("another level"));
    // It was not overwritten.
    assert_eq!(dir.read("kept"), kept);
    assert_eq!(dir.read("cut"), cut);
}

#[test]
fn a_stopped_search_can_be_resumed() {
    let dir = levels();
    let mut bounds = Vec::new();
    let last = loop {
        // The same line starts the search and resumes it.
        let limit = if bounds.len() < 3 { "0.5" } else { "60" };
        let solve = "solve long.txt --optimal --json --save kept --resume kept";
        let run = dir.run(&format!("{solve} --time-limit {limit}"));
        let run = run.get_output();
        let answer: Value = serde_json::from_slice(&run.stdout).expect("prints JSON");
        bounds.push(answer["lower_bound"].as_i64().expect("is there"));
        match run.status.code() {
            Some(0) => break answer,
            Some(3) => assert_eq!(answer["outcome"], "limit"),
            other => panic!("{other:?}"),
        }
    };
    assert!(bounds.is_sorted() && bounds[0] < 14, "{bounds:?}");
    assert_has(&last, &json!({ "cost": 14, "optimal": true }));
    // A proved search stays proved.
    dir.run("solve long.txt --resume kept")
        .code(0)
        .stderr(contains("proved optimal"));
}

#[test]
fn a_killed_search_has_its_last_checkpoint() {
    let dir = levels();
    let solve = "solve long.txt --optimal --save kept --save-every 0.2 --set threads=1";
    let mut child = dir.spawn(solve);
    wait_for("units of some steps are done", 60, || {
        let ended = child.try_wait().expect("can be asked");
        assert!(ended.is_none(), "it has ended");
        let text = std::fs::read_to_string(dir.path("kept")).ok()?;
        (text.len() > 3000).then_some(())
    });
    // SIGKILL: it cannot save again.
    child.kill().expect("is still there");
    child.wait().expect("ends");
    let kept = dir.read("kept");
    let answer = dir.json("solve long.txt --optimal --resume kept --json", 0);
    assert_has(&answer, &json!({ "cost": 14, "optimal": true }));
    assert!(dir.read("kept").len() > kept.len(), "it is kept up to date");
    let files = std::fs::read_dir(dir.path("")).expect("is there").flatten();
    let temporary = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with(".planwright");
    let left = files.filter(|file| temporary(&file.file_name())).count();
    assert!(left <= 1, "only the file it was writing when killed");
}

#[test]
fn a_search_in_progress_can_be_divided() {
    let dir = levels();
    dir.run("solve long.txt --optimal --save whole --json --time-limit 0.4")
        .code(3);
    let kept = dir.read("whole");
    // A part must not take the place of the whole.
    for more in ["", "--save whole"] {
        dir.run(&format!("solve long.txt --shard 1/2 --resume whole {more}"))
            .code(2)
            .stderr(contains("would be overwritten").and(contains("--save FILE")));
    }
    for index in ["1/2", "2/2"] {
        let file = format!("half-{}", &index[..1]);
        let half = format!("solve long.txt --shard {index} --resume whole");
        dir.run(&format!("{half} -o {file} --save {file}-kept"))
            .code(0);
    }
    assert_eq!(dir.read("whole"), kept, "--save names another");
    let merged = dir.json("solve long.txt --merge half-1 half-2 --json", 0);
    assert_eq!(merged["cost"], 14);
    // A part remains a part.
    dir.run("solve long.txt --shard 1/2 --resume half-2")
        .code(2)
        .stderr(contains("part 2/2").and(contains("part 1/2")));
}

#[test]
fn incomplete_parts_are_not_a_proof() {
    let dir = levels();
    for index in ["1/2", "2/2"] {
        let part = format!("solve long.txt --shard {index} --time-limit 0.2");
        dir.run(&format!("{part} -o {}", &index[..1])).code(3);
    }
    merge(&dir, "long.txt", &["1", "2"], "")
        .code(3)
        .stderr(contains("part 1/2, is not done").and(contains("part 2/2, is not done")));
}

#[test]
fn files_are_not_overwritten_by_mistake() {
    let dir = levels().with("kept", "of something else");
    dir.run("solve level.txt --save kept")
        .code(2)
        .stderr(contains("exists already"));
    assert_eq!(dir.read("kept"), "of something else");
    dir.run("solve level.txt -o plan")
        .code(2)
        .stderr(contains("--shard and --merge"));
}

#[test]
fn other_solvers_refuse_to_divide() {
    let dir = levels().with("logo.txt", "logo\n\n11\n");
    for more in ["--shard 1/2", "--save kept", "--merge kept"] {
        dir.run(&format!("solve logo.txt {more}"))
            .code(2)
            .stdout(is_empty())
            .stderr(
                contains("cannot save, resume or divide a search")
                    .and(contains("would meet in the same positions"))
                    .and(contains("‘batch’ divides many levels")),
            );
    }
    dir.run("solve level.txt --solver brute-force --shard 1/2")
        .code(2)
        .stderr(contains("‘lazy’ can"));
    for wrong in ["0/3", "4/3", "3", "a/b"] {
        dir.run(&format!("solve level.txt --shard {wrong}"))
            .code(2)
            .stderr(contains("I of N"));
    }
    dir.run("solve level.txt --shard 1/2 --count 2").code(2);
    dir.run("solve level.txt --merge a --save b").code(2);
}

#[test]
fn ctrl_c_saves_the_search() {
    let dir = levels();
    let mut child = dir.spawn("solve long.txt --optimal --save kept --set threads=1");
    wait_for("something is saved", 60, || {
        dir.path("kept").exists().then_some(())
    });
    let first = dir.read("kept");
    until_worked(&child, Duration::from_millis(600));
    interrupt(&child);
    let status = child.wait().expect("ends");
    assert_eq!(status.code(), Some(130));
    assert!(dir.read("kept").len() > first.len());
    let resumed = dir.run("solve long.txt --optimal --resume kept");
    resumed.code(0).stderr(contains("proved optimal"));
}
