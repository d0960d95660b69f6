//! The rules, one by one.

use std::sync::Arc;

use super::*;
use crate::game::typed::GameTypes as _;
use crate::game::{Cell, Game as _, Gesture, LevelRef, Move, Plan, replay};

pub(crate) fn level(text: &str) -> LevelRef {
    let level = ROBOS_ESCAPE.parse_text(&format!("robos-escape\n{text}"));
    level.expect("is a level")
}

pub(crate) fn board_of(level: &LevelRef) -> &Arc<RobosBoard> {
    RobosEscape::downcast(level.as_ref()).expect("is one")
}

pub(crate) fn board(text: &str) -> RobosBoard {
    RobosBoard::clone(board_of(&level(text)))
}

/// Shipped levels in order: names and texts.
pub(crate) fn all_shipped() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/robos-escape");
    let entries = std::fs::read_dir(folder).expect("levels are there");
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.expect("can be listed").path();
        let name = path.file_stem().expect("has one").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("is text");
        (name.into_owned(), text)
    };
    let mut all: Vec<_> = entries.map(read).collect();
    all.sort();
    all
}

pub(crate) fn shipped(name: &str, calls: &str) -> LevelRef {
    let mut all = all_shipped().into_iter();
    let (_, text) = all.find(|(known, _)| known == name).expect("is shipped");
    let level = ROBOS_ESCAPE.parse_text(&text).expect("is a level");
    level.with_property("calls", calls).expect("has calls")
}

/// Programs for shipped levels under strict rules, with their points.
pub(crate) const PROGRAMS: [(&str, &str, i64); 13] = [
    ("01-four-corners", "L11GF1'1FFFL.", 68),
    ("02-side-pockets", "R51'51FXR'1FGF.", 97),
    ("02-side-pockets", "R4F'4FFFXGRFF.", 97),
    ("03-many-exits", "FGLFFR.", 43),
    ("04-pillars", "FL11'1FGRFF.", 69),
    ("05-boxed-in", "FL1X1'1GFF.", 70),
    ("06-pits", "22FR'2LLXFFFLG.", 46),
    ("07-checkerboard", "L3X'32L2F'2FRGFG.", 55),
    ("08-cells", "2244'42L'2L5'53'3FFXG.", 62),
    ("09-spiral", "R1'1FFFGF.", 41),
    ("10-two-rooms", "FL1'1FFRFGX.", 59),
    ("11-four-wings", "3335'5R44R'34LX'4GFF.", 72),
    ("12-pits-and-blocks", "FFFXRFRFFFR3'3LFFLGF.", 50),
];

fn score_on(text: &str, program: &str) -> Option<i64> {
    score_of(&board(text), &RoboProgram::parse(program).expect("is one"))
}

#[test]
fn the_robot_starts_facing_down_and_escapes_ahead() {
    assert_eq!(score_on("\nS\n \nE\n", "FF"), Some(38));
    assert_eq!(score_on("\nSE\n", "LF"), Some(38));
    assert_eq!(score_on("\nES\n", "RF"), Some(38));
    assert_eq!(score_on("\nE\nS\n", "RRF"), Some(37));
    assert_eq!(score_on("\nS\n \nE\n", "F"), None);
}

#[test]
fn walls_pits_blocks_and_the_edge_stop_the_robot() {
    for stop in ["X", "-", "O"] {
        assert_eq!(score_on(&format!("\nS\n{stop}\nE\n"), "FF"), None);
        assert_eq!(score_on(&format!("\nSE\n{stop} \n"), "FLF"), Some(37));
    }
    assert_eq!(score_on("\nSE\n", "FLF"), Some(37));
}

#[test]
fn shots_fly_over_floor_pits_and_exits_and_take_one_block_or_coin() {
    assert_eq!(score_on("\nS\nO\nE\n", "XFF"), Some(37));
    assert_eq!(score_on("\nS\nO\nO\nE\n", "XXFFF"), Some(35));
    assert_eq!(score_on("\nS\nO\nO\nE\n", "XFFF"), None);
    // Over the exit and a pit: the block behind them is destroyed, and the detour is free.
    let over = "\nSE-O \n     \n";
    let squares = run(&board(over), &RoboProgram::parse("LX").expect("is one")).squares;
    let row = squares.as_slice()[..5].iter();
    let row: String = row.map(|square| square.value().token).collect();
    assert_eq!(row, " E-  ");
    // A wall stops it.
    let shot = RoboProgram::parse("LX").expect("is one");
    let wall = run(&board("\nSXO\n"), &shot);
    assert_eq!(wall.squares.as_slice()[2], Terrain::Block);
    // A coin that is shot is lost.
    assert_eq!(score_on("\nS\nC\nE\n", "XFGF"), Some(36));
    assert_eq!(score_on("\nS\nC\nE\n", "FGF"), Some(47));
    assert_eq!(score_on("\nS\nC\nE\n", "FGGF"), Some(46));
}

#[test]
fn calls_returns_labels_and_restarts() {
    // Falls into the label's body, then restarts.
    assert_eq!(score_on("\nS\n \n \n \nE\n", "1'1FF."), Some(35));
    assert_eq!(score_on("\nS\n \n \n \nE\n", "F."), Some(38));
    assert_eq!(score_on("\nS\n \n \n \n \nE\n", "1F'1FF."), Some(34));
    // Unused commands cost.
    assert_eq!(score_on("\nS\nE\n", "F1'1..LL"), Some(33));
    // Runs off the end.
    assert_eq!(score_on("\nS\n \n \nE\n", "1'1F"), None);
    assert_eq!(score_on("\nS\n \nE\n", "1F'2"), None);
}

#[test]
fn strict_and_published_calls() {
    let (strict, published) = ("\nS\n \n \nE\n", "calls published\n\nS\n \n \nE\n");
    // Without a label the rest runs twice.
    assert_eq!(score_on(strict, "F1F."), None);
    assert_eq!(score_on(published, "F1F."), Some(36));
    // Even a call that never runs needs its label.
    assert_eq!(score_on(strict, "FFF1"), None);
    assert_eq!(score_on(published, "FFF1"), Some(36));
    assert_eq!(score_on(strict, "1F'1F.'1FF."), None);
    assert_eq!(score_on(published, "1F'1F.'1L."), Some(32));
}

#[test]
fn ten_thousand_commands_and_no_more() {
    // The robot passes a corridor by one step per round of many idle commands.
    let corridor = format!("\nS\n{}E\n", " \n".repeat(3));
    let idle = "G".repeat(2498);
    // Four steps: the last is command 3 × 2500 + 1.
    assert!(score_on(&corridor, &format!("F{idle}.")).is_some());
    let corridor = format!("\nS\n{}E\n", " \n".repeat(4));
    // The fifth step is command 10,001.
    assert_eq!(score_on(&corridor, &format!("F{idle}.")), None);
    let idle = "G".repeat(2497);
    assert!(score_on(&corridor, &format!("F{idle}.")).is_some());
}

#[test]
fn a_plan_is_one_line_and_each_move_a_whole_program() {
    let level = level("\nS\nO\nO\n \nE\n");
    let ends_well = |plan: &str| replay(level.as_ref(), &[], Plan::parse(plan)).is_ok();
    assert!(ends_well("XXF1R'1FF."));
    assert!(ends_well("XX\nclear\nF\nXXF1R'1FF."));
    // The second replaces the first.
    assert!(!ends_well("XX\nF1R'1FF."));
    let mut position = level.start();
    position.apply(&Move::new("F'1")).expect("is a program");
    let error = position.apply(&Move::new("F'1R'1")).expect_err("is twice");
    assert!(error.to_string().contains("twice"), "{error}");
    assert_eq!(position.encode(), b"F'1");
    for wrong in ["", "F R", "f", "clear F"] {
        assert!(position.apply(&Move::new(wrong)).is_err(), "{wrong}");
    }
    position.apply(&Move::new("clear")).expect("is a move");
    assert_eq!(position.encode(), b"");
}

#[test]
fn typing_appends_to_the_program() {
    let level = level("\nS\nE\n");
    let typed = |character| Gesture::Type {
        board: "board".to_owned(),
        cell: Cell::new(0, 0),
        character,
    };
    let mut position = level.start();
    for (character, program) in [('f', "F"), ('\'', "F'"), ('2', "F'2"), ('.', "F'2.")] {
        let mv = position.interpret(&typed(character));
        position
            .apply(&mv.expect("means something"))
            .expect("is a program");
        assert_eq!(position.encode(), program.as_bytes());
    }
    // Invalid programs are rejected where all moves are.
    let mut quoted = level.start();
    quoted.apply(&Move::new("F'")).expect("is begun");
    let wrong = quoted.interpret(&typed('x')).expect("means something");
    assert_eq!(wrong.as_str(), "F'X");
    assert!(quoted.apply(&wrong).is_err());
    // Possible moves append or remove one command; each is a whole program.
    for mv in position.legal_moves(100) {
        let mut next = position.boxed_clone();
        next.apply(&mv).expect("is legal");
        let length = next.encode().len();
        assert!((3..=6).contains(&length), "{mv}");
    }
}

#[test]
fn rows_are_filled_up() {
    let text = "robos-escape\ncalls published\n\nXXX\nS\n  E  \n";
    let level = ROBOS_ESCAPE.parse_text(text).expect("is a level");
    assert_eq!(level.board().size.cols, 5);
    let filled = "robos-escape\ncalls published\n\nXXX  \nS    \n  E  \n";
    assert_eq!(level.to_text(), filled);
    // Two published boards use other characters for pits.
    assert!(self::level("\nS.xE\n").to_text().ends_with("S--E\n"));
}
