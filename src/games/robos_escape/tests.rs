//! The rules, one by one.

use std::sync::Arc;

use fastrand::Rng;

use super::*;
use crate::game::typed::Puzzle as _;
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

pub(crate) fn shipped(name: &str, calls: &str) -> LevelRef {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/robos-escape");
    let text = std::fs::read_to_string(format!("{folder}/{name}.txt")).expect("is shipped");
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

/// Random commands; labels and calls have the digits 1 and 2.
pub(crate) fn random_commands(lengths: std::ops::Range<usize>, rng: &mut Rng) -> Vec<RoboCommand> {
    let command = |rng: &mut Rng| match rng.u8(0..16) {
        kind @ 0..6 => RoboCommand::SIMPLE[usize::from(kind)],
        6..10 => RoboCommand::Forward,
        10..13 => RoboCommand::Call(rng.u8(1..=2)),
        _ => RoboCommand::Label(rng.u8(1..=2)),
    };
    let length = rng.usize(lengths);
    (0..length).map(|_| command(rng)).collect()
}

fn score_on(text: &str, program: &str) -> Option<i64> {
    score_of(&board(text), &RoboProgram::parse(program).expect("is one"))
}

fn assert_scores(cases: &[(&str, &str, Option<i64>)]) {
    for (text, program, points) in cases {
        assert_eq!(score_on(text, program), *points, "{program} on {text}");
    }
}

#[test]
fn the_robot_starts_facing_down_and_escapes_ahead() {
    assert_scores(&[
        ("\nS\n \nE\n", "FF", Some(38)),
        ("\nSE\n", "LF", Some(38)),
        ("\nES\n", "RF", Some(38)),
        ("\nE\nS\n", "RRF", Some(37)),
        ("\nS\n \nE\n", "F", None),
    ]);
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
    assert_scores(&[
        ("\nS\nO\nE\n", "XFF", Some(37)),
        ("\nS\nO\nO\nE\n", "XXFFF", Some(35)),
        ("\nS\nO\nO\nE\n", "XFFF", None),
        // A coin that is shot is lost.
        ("\nS\nC\nE\n", "XFGF", Some(36)),
        ("\nS\nC\nE\n", "FGF", Some(47)),
        ("\nS\nC\nE\n", "FGGF", Some(46)),
    ]);
    // Over the exit and a pit, the block behind them is destroyed; a wall stops the shot.
    for (row, after) in [("SE-OX", " E- X"), ("SXO", " XO")] {
        let shot = RoboProgram::parse("LX").expect("is one");
        let squares = run(&board(&format!("\n{row}\n")), &shot).squares;
        let squares = squares.as_slice().iter();
        let left: String = squares.map(|square| square.value().token).collect();
        assert_eq!(left, after);
    }
}

#[test]
fn calls_returns_labels_and_restarts() {
    let (corridor, strict) = ("\nS\n \n \n \nE\n", "\nS\n \n \nE\n");
    let published = "calls published\n\nS\n \n \nE\n";
    assert_scores(&[
        // Falls into the label's body, then restarts.
        (corridor, "1'1FF.", Some(35)),
        (corridor, "F.", Some(38)),
        ("\nS\n \n \n \n \nE\n", "1F'1FF.", Some(34)),
        // Unused commands cost.
        ("\nS\nE\n", "F1'1..LL", Some(33)),
        // Runs off the end.
        (strict, "1'1F", None),
        ("\nS\n \nE\n", "1F'2", None),
        // Without a label the rest runs twice.
        (strict, "F1F.", None),
        (published, "F1F.", Some(36)),
        // Even a call that never runs needs its label.
        (strict, "FFF1", None),
        (published, "FFF1", Some(36)),
        (strict, "1F'1F.'1FF.", None),
        (published, "1F'1F.'1L.", Some(32)),
    ]);
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
        let mv = position.interpret(&typed(character)).expect("is a move");
        position.apply(&mv).expect("is a program");
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
        assert!((3..=6).contains(&next.encode().len()), "{mv}");
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
