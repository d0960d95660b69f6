//! Games with a text and boards: both are edited, and the last move is told rule by rule.

use std::fs;

use egui::{Key, Modifiers};
use testkit::workbench::*;

const GAME: &str = "\
title Shove
author Somebody

OBJECTS

Background
#203040

Wall
#8090a0

Player
#f0c060
.000.
00000
.000.
00000
.0.0.

Crate
#a06030
0...0
.000.
.000.
.000.
0...0

LEGEND

. = Background
# = Wall
P = Player
* = Crate

SOUNDS

COLLISIONLAYERS

Background
Player, Wall, Crate

RULES

[ > Player | Crate ] -> [ > Player | > Crate ] message Heave!

WINCONDITIONS

No Wall

LEVELS

message Hello.

######
#P*..#
######

########
#P..*..#
########
";

#[test]
fn a_game_is_played_and_written_level_by_level() {
    let bench = Bench::default();
    let path = bench.write("shove.puzzlescript", GAME);
    let mut harness = bench.open(&[&path]);
    settle(&mut harness);
    assert!(harness.state().document().name().contains("Shove"));
    run(&mut harness, "Play mode");
    settle(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    settle(&mut harness);
    assert!(says(&harness, "“Heave!”"));
    run(&mut harness, "Rules");
    settle(&mut harness);
    assert!(
        says(&harness, "1. Line 44 applies"),
        "{:?}",
        harness.state().document().moves()
    );
    assert!(says(&harness, "2. Everything moves"));
    // The message between the levels is passed.
    run(&mut harness, "Next level");
    settle(&mut harness);
    assert_eq!(harness.state().document().level().number(), Some(3));
    // Painting changes this level’s rows, and nothing else of the text.
    run(&mut harness, "Edit mode");
    settle(&mut harness);
    run(&mut harness, "Clear");
    settle(&mut harness);
    run(&mut harness, "Save");
    settle(&mut harness);
    let saved = fs::read_to_string(&path).expect("was saved");
    let (kept, level) = saved.split_at(saved.rfind("\n\n").expect("has levels"));
    assert_eq!(kept, &GAME[..GAME.rfind("\n\n").expect("has levels")]);
    assert_eq!(level.trim_start().lines().next(), Some("........"));
}

#[test]
fn a_later_level_comes_back_after_a_crash_and_its_file_is_not_replaced_unasked() {
    let bench = Bench::default();
    let path = bench.write("shove.puzzlescript", GAME);
    let mut harness = bench.open(&[&path]);
    settle(&mut harness);
    run(&mut harness, "Play mode");
    run(&mut harness, "Next level");
    run(&mut harness, "Edit mode");
    run(&mut harness, "Clear");
    wait_until(&mut harness, "the recovery file is written", |harness| {
        harness.step();
        let mut files = fs::read_dir(bench.places().recovery()).expect("is a folder");
        let is_file = |name: &str| name.ends_with(".ron");
        files
            .any(|file| is_file(&file.expect("is a file").file_name().to_string_lossy()))
            .then_some(())
    });
    drop(harness);
    let mut harness = bench.start();
    let shown = labels(&harness);
    let restore = shown
        .iter()
        .find(|label| label.starts_with("Restore Shove"));
    click(&mut harness, restore.expect("is offered"));
    settle(&mut harness);
    let document = harness.state().document();
    assert!(document.is_dirty());
    assert_eq!(document.level().number(), Some(3));
    // Another program changes the file.
    let changed = format!("{GAME}\n");
    fs::write(&path, &changed).expect("is writable");
    press(&mut harness, CTRL, Key::S);
    assert!(says(&harness, "was changed by another program"));
    let answers = &bench.dialogs.answers;
    answers.lock().expect("is fine").push_back(None);
    click(&mut harness, "Save as…");
    click(&mut harness, "Save");
    assert!(says(&harness, "exists already. Replace it?"));
    assert_eq!(fs::read_to_string(&path).expect("is there"), changed);
}

#[test]
fn a_game_that_shows_a_part_of_a_level_can_be_seen_whole() {
    let bench = Bench::default();
    let game = GAME.replace("author Somebody", "flickscreen 3x3");
    let path = bench.write("flicks.puzzlescript", &game);
    let mut harness = bench.open(&[&path]);
    settle(&mut harness);
    // Each column has a wall in the first row.
    let columns = |harness: &egui_kittest::Harness<'_, _>| -> Vec<usize> {
        let is_seen = |col: &usize| says(harness, &format!("row 1 column {col},"));
        (1..=6).filter(is_seen).collect()
    };
    assert_eq!(columns(&harness), [1, 2, 3, 4, 5, 6], "is edited whole");
    run(&mut harness, "Play mode");
    settle(&mut harness);
    assert_eq!(columns(&harness), [1, 2, 3]);
    for _ in 0..2 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        settle(&mut harness);
    }
    assert_eq!(columns(&harness), [4, 5, 6]);
    run(&mut harness, "Show whole levels");
    settle(&mut harness);
    assert_eq!(columns(&harness), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_level_opens_in_a_tab_that_it_has() {
    let bench = Bench::default();
    let path = bench.write("shove.puzzlescript", GAME);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Rules");
    assert_eq!(harness.state().tab(), "Rules");
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    assert_eq!(harness.state().document().name(), "Cross");
    assert_eq!(harness.state().tab(), "Play");
}

#[test]
fn a_board_is_not_edited_while_its_text_has_errors() {
    let bench = Bench::default();
    let broken = GAME.replace("OBJECTS", "OBJEKTS");
    for (text, opened) in [(GAME, "Edit"), (&broken, "Rules")] {
        let path = bench.write("shove.puzzlescript", text);
        let mut harness = bench.open(&[&path]);
        assert_eq!(harness.state().tab(), opened);
        run(&mut harness, "Edit mode");
        harness.event(egui::Event::Text("#".to_owned()));
        settle(&mut harness);
        run(&mut harness, "Clear");
        let is_broken = opened == "Rules";
        assert_eq!(
            says(&harness, "The text of this level has errors"),
            is_broken
        );
        assert_eq!(harness.state().document().is_dirty(), !is_broken);
    }
}

/// One wrong move loses the game: the hole swallows the player.
const HOLE: &str = "\
OBJECTS\n\nBackground\nblack\n\nTarget\nyellow\n\nHole\ngray\n\nPlayer\nwhite\n
LEGEND\n\n. = Background\nP = Player\nO = Target\nH = Hole\n
SOUNDS\n
COLLISIONLAYERS\n\nBackground\nTarget\nHole\nPlayer\n
RULES\n\nlate [ Player Hole ] -> [ Hole ]\n
WINCONDITIONS\n\nSome Player on Target\n
LEVELS\n\nP.O\n.H.\n";

#[test]
fn a_report_names_a_dead_end_that_is_looked_at_and_played() {
    let bench = Bench::default();
    let path = bench.write("hole.txt", HOLE);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Check fairness");
    assert_eq!(harness.state().tab(), "Fairness");
    assert!(says(&harness, "There is only one shortest plan"));
    click(&mut harness, "Step 2: down");
    assert!(says(&harness, "After 1 move, down"));
    click(&mut harness, "Play from here");
    assert_eq!(harness.state().tab(), "Play");
    assert_eq!(harness.state().document().moves().len(), 2);
}
