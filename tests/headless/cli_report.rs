//! `report`: whether levels are fair, from the command line.

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
    // A page that cannot be written loses no result.
    let report = dir.json("report pits.txt --json --quiet -o pits.txt/page.html", 2);
    assert_eq!(report["levels"][0]["answer"]["cost"], json!(2));
}

#[test]
fn games_without_reports_say_so() {
    let dir = Dir::default().with("cross.txt", "logo\n\n....2.\n...212\n....2.\n");
    dir.run("report cross.txt")
        .code(2)
        .stderr(contains("reports are not available"));
    for line in ["report", "batch", "solve"] {
        dir.run(&format!("{line} puzzlescript/02-curling-club#1"))
            .code(2)
            .stderr(contains("this entry is a message between levels"));
    }
}
