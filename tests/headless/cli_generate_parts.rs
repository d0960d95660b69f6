//! `generate` in parts: the same levels as in one go.

use std::collections::BTreeMap;

use predicates::prelude::*;
use predicates::str::contains;
use testkit::cli::Dir;

const SOME: &str = "generate lights-out --set rows=4 --set columns=4 --seed 7 --count 5";

/// The files of a folder, by name.
fn files(dir: &Dir, folder: &str) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(dir.path(folder)).expect("is there");
    let file = |entry: std::fs::DirEntry| {
        let text = std::fs::read_to_string(entry.path()).expect("is text");
        (entry.file_name().to_string_lossy().into_owned(), text)
    };
    entries.flatten().map(file).collect()
}

#[test]
fn merged_parts_are_the_levels_of_the_undivided_run() {
    let dir = Dir::default();
    dir.run(&format!("{SOME} -o whole")).code(0);
    let whole = files(&dir, "whole");
    assert_eq!(whole.len(), 5);
    for index in [3, 1] {
        dir.run(&format!("{SOME} --shard {index}/3 -o part-{index}"))
            .code(0)
            .stdout("")
            .stderr(contains(format!("part {index}/3: ")));
    }
    // The second part was lost; the message says how to do it again.
    let refused = dir.run(&format!("{SOME} --merge part-3 part-1 -o merged"));
    let refused = refused.code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    let command = message.lines().find_map(|line| {
        let (what, command) = line.split_once(": planwright ")?;
        (what == "part 2/3 lacks 2 of 2").then_some(command)
    });
    dir.run(command.expect(&message)).code(0);
    for (number, order) in ["part-3 part-1 part-2", "part-1 part-2 part-3"]
        .iter()
        .enumerate()
    {
        let folder = format!("merged-{number}");
        dir.run(&format!("{SOME} --merge {order} -o {folder}"))
            .code(0);
        assert_eq!(files(&dir, &folder), whole);
    }
    // A part of other seeds, or of other options, does not belong.
    for other in [
        SOME.replace("seed 7", "seed 8"),
        SOME.replace("rows=4", "rows=3"),
    ] {
        dir.run(&format!("{other} --merge part-1 part-2 part-3 -o other"))
            .code(2)
            .stderr(contains("part-1 is").and(contains("leave it out")));
    }
}

#[test]
fn seeds_without_a_level_are_told_and_the_others_made() {
    let dir = Dir::default();
    // Four lights on one row: not every seed makes what takes so long.
    let some = "generate light-bot --set rows=1 --set columns=3 --set length=9 --count 3";
    let whole = dir.run(&format!("{some} -o whole")).code(2);
    let told = |run: &assert_cmd::assert::Assert| {
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    let expected = told(&whole);
    assert!(expected.contains("seed "), "{expected}");
    for index in [1, 2] {
        dir.run(&format!("{some} --shard {index}/2 -o part-{index}"))
            .stdout("");
    }
    let merged = dir
        .run(&format!("{some} --merge part-2 part-1 -o merged"))
        .code(2);
    assert_eq!(told(&merged), expected);
}
