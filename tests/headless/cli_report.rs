//! `report`: whether levels are fair, from the command line.

use planwright::game::Cover;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};
use testkit::cli::Dir;

/// Two levels. In the first, the mark swallows the player one wrong move off the way; the gem is not needed. The second
/// cannot be won.
const GAME: &str = "\
title Pits

OBJECTS

Background
black

Wall
gray

Player
white

Target
yellow

Gem
blue

Pit
red

LEGEND

. = Background
# = Wall
P = Player
O = Target
G = Gem
M = Pit

SOUNDS

COLLISIONLAYERS

Background
Target, Pit
Player, Wall, Gem

RULES

[ > Player | Gem ] -> [ > Player | > Gem ]
late [ Player Pit ] -> [ Pit ]

WINCONDITIONS

Some Player on Target

LEVELS

P.O
.M.
..G

message Now for something else

P#O
";

#[test]
fn the_json_tells_plans_dead_ends_and_what_is_not_needed() {
    let dir = Dir::default().with("pits.txt", GAME);
    let told = dir.run("report pits.txt --level 1 --json").success();
    let text = String::from_utf8(told.get_output().stdout.clone()).expect("is text");
    let told: Value = serde_json::from_str(&text).expect("is JSON");
    let level = &told["levels"][0];
    assert_eq!(level["answer"]["cost"], json!(2));
    assert_eq!(level["answer"]["optimal"], json!(true));
    assert_eq!(
        level["shortest_plans"]["all"],
        json!({ "number": 1, "exact": true })
    );
    assert_eq!(level["dead_ends"]["by_distance"][0], json!(1));
    let end = &level["dead_ends"]["nearest"][0];
    assert_eq!((&end["step"], &end["wrong"]), (&json!(2), &json!("down")));
    assert_eq!(level["unneeded"], json!(["pit", "gem"]));
    // There is no wall in the level.
    assert_eq!(level["blocked_cells"], json!(null));
    let emptied = level["emptied_cells"].as_array().expect("is a list");
    let target = json!({ "row": 1, "column": 3, "effect": "lost", "moves": null });
    assert!(emptied.contains(&target), "{emptied:?}");
    // Neither rule applies on the way.
    let lines = told["idle_rules"].as_array().expect("is a list");
    assert_eq!(lines.len(), 2);
}

#[test]
fn all_levels_are_told_of_and_drawn() {
    let dir = Dir::default().with("pits.txt", GAME);
    dir.run("report pits.txt -o report.html").code(1).stdout(
        contains("There is only one shortest plan.")
            .and(contains("It cannot be won"))
            .and(contains("2 levels: 1 can be won, 1 cannot"))
            .and(contains("[ > Player | Gem ] -> [ > Player | > Gem ]")),
    );
    let page = dir.read("report.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<h1>Is Pits fair?</h1>"));
    assert!(page.matches("src=\"data:image/png;base64,").count() > 3);
}

#[test]
fn merged_parts_are_the_report_of_the_undivided_run() {
    let dir = Dir::default().with("pits.txt", GAME);
    let text = dir.run("report pits.txt").code(1);
    let text = String::from_utf8_lossy(&text.get_output().stdout).into_owned();
    dir.run("report pits.txt --shard 2/2 -o two")
        .code(1)
        .stdout("")
        .stderr(contains("part 2/2: 1 of 1 level: 0 of 1 solved"));
    dir.run("report pits.txt --merge two")
        .code(2)
        .stderr(contains(
            "part 1/2 lacks 1 of 1: planwright report pits.txt",
        ));
    let one = "report pits.txt --shard 1/2 --save one --resume one";
    dir.run(one).code(0);
    let kept = dir.read("one");
    // Nothing is left to be done.
    dir.run(one).code(0);
    assert_eq!(dir.read("one"), kept);
    dir.run("report pits.txt --merge two one -o report.html")
        .code(1)
        .stdout(text);
    assert!(dir.read("report.html").contains("<h1>Is Pits fair?</h1>"));
    // Scripts read the same, too, but for the work it took: solvers race each other.
    let told = |line: &str| {
        let mut told = dir.json(line, 1);
        for level in told["levels"].as_array_mut().expect("is a list") {
            level["answer"]["elapsed_s"].take();
            level["answer"]["explored"].take();
        }
        told
    };
    let merged = told("report pits.txt --merge one two --json");
    assert_eq!(merged, told("report pits.txt --json"));
    // A record with a plan that the rules refuse is no record.
    let (cover, body) = Cover::read("records", "2", &kept).expect("is a file of records");
    let wrong = body.replacen(
        r#""plan":["right","right"]"#,
        r#""plan":["left","right"]"#,
        1,
    );
    assert_ne!(wrong, body);
    let dir = dir.with("wrong", cover.around("records", "2", &wrong));
    dir.run("report pits.txt --merge wrong two")
        .code(2)
        .stderr(contains("pits.txt#1").and(contains("plan")));
}

#[test]
fn games_without_reports_say_so() {
    let dir = Dir::default().with("cross.txt", "logo\n\n....2.\n...212\n....2.\n");
    dir.run("report cross.txt")
        .code(2)
        .stderr(contains("reports are not available"));
}
