//! Levels of the tests' own, where games look for theirs.

use std::path::Path;

use serde_json::json;
use testkit::desktop::Desktop;

/// Has GNOME Sudoku go on with a game that it has saved.
pub fn save_sudoku(desktop: &Desktop, board: &str) {
    let rows = board.split('/').enumerate();
    let cells = rows.flat_map(|(row, cells)| {
        let digits = cells.chars().enumerate();
        digits.filter_map(move |(col, digit)| Some((row, col, digit.to_digit(10)?)))
    });
    let cells: Vec<_> = cells
        .map(|(row, col, value)| {
            json!({ "position": [row, col], "value": value, "fixed": true, "earmarks": [] })
        })
        .collect();
    let game = json!({
        "difficulty_category": "Easy Difficulty",
        "time_elapsed": 0.0,
        "cells": cells,
    });
    let folder = desktop.home().join("data/gnome-sudoku");
    std::fs::create_dir_all(&folder).expect("can be made");
    std::fs::write(folder.join("savefile"), game.to_string()).expect("can be written");
}

/// Gives xsok a folder with a level of the test's own.
pub fn save_store(desktop: &Desktop) {
    let shipped = Path::new("/usr/share/games/xsok");
    std::fs::copy(shipped.join("keys"), desktop.home().join("keys")).expect("is installed");
    let rules = std::fs::read_to_string(shipped.join("Sokoban.def")).expect("is installed");
    let (rules, _) = rules.split_once(";MAXLEVEL").expect("has levels");
    let level = "#########\n#   #   #\n#@$   . #\n##   ## #\n #  $  .#\n #   #  #\n ########\n";
    let levels = format!("{rules};MAXLEVEL 1\n;ATOP *$.\n;LEVEL 1\n{level}");
    std::fs::write(desktop.home().join("Sokoban.def"), levels).expect("can be written");
}
