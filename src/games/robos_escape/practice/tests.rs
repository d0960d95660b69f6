//! The practice window, played by clicks and drags.

use super::*;
use crate::game::{Practice as _, Slot};
use crate::tests::{PROGRAMS, shipped};
use planwright_stage::program::{ProgramPage, Programs};
use planwright_stage::{Stage, StageScreen as _, read_levels};
use std::time::Duration;

type TestStage = Stage<Programs<Robo>>;

const LAYOUT: ProgramLayout = Robo::LAYOUT;

fn stage(text: &str) -> TestStage {
    let level = ROBOS_ESCAPE.parse_text(text).expect("is a level");
    TestStage::new(&[level], 1).expect("can be shown")
}

fn slot(index: usize) -> (i32, i32) {
    LAYOUT.slot(Slot::new(0, index)).middle()
}

fn command(game: &TestStage, text: &str) -> (i32, i32) {
    let mut palette = game.board.palette().iter();
    let index = palette.position(|tile| tile.text == text);
    LAYOUT.command(index.expect("can be taken")).middle()
}

fn write(game: &mut TestStage, text: &str) {
    let program = RoboProgram::parse(text).expect("is one");
    for (index, one) in program.commands.iter().enumerate() {
        let from = command(game, &one.to_string());
        if index % 2 == 0 {
            game.click(from);
        } else {
            game.drag(from, slot(index));
        }
    }
}

fn run(game: &mut TestStage) {
    game.click(LAYOUT.run().middle());
    let mut waited = 0;
    while game.page() == ProgramPage::Running && waited < 60_000 {
        game.tick(Duration::from_millis(20));
        waited += 20;
    }
}

fn stopped(game: &TestStage) -> String {
    assert_eq!(game.page(), ProgramPage::Stopped);
    Robo::end_text(&game.board, false)
}

#[test]
fn known_programs_escape_from_its_levels_with_their_points() {
    let own = read_levels(&ROBOS_ESCAPE, Robo::LEVELS).expect("has levels");
    assert_eq!(own.len(), 12);
    for (name, program, expected) in PROGRAMS {
        let mut game = TestStage::new(&[shipped(name, "strict")], 1).expect("fits");
        write(&mut game, program);
        assert_eq!(game.board.source(), program);
        run(&mut game);
        assert_eq!(game.page(), ProgramPage::Won, "{name}");
        assert_eq!(points(&game.board), expected, "{name}");
        game.tick(Duration::from_secs(2));
        assert!(game.finished());
    }
}

const ROOM: &str = "robos-escape\n\nXXXXX\nXS CX\nX   E\nXXXXX\n";

#[test]
fn only_the_exit_counts_and_reset_brings_everything_back() {
    let mut game = stage(ROOM);
    write(&mut game, "LFFGX");
    let written = game.picture();
    run(&mut game);
    assert!(stopped(&game).contains("the program has ended"));
    assert_eq!(coins(&game.board), 1);
    game.click(LAYOUT.run().middle());
    assert_eq!(game.page(), ProgramPage::Stopped);
    game.click(LAYOUT.reset().middle());
    assert_eq!(game.picture(), written);
    // Strict rules: every call needs its label before anything runs.
    let mut game = stage(ROOM);
    write(&mut game, "LFF1");
    run(&mut game);
    assert!(stopped(&game).contains("the call 1 has no label"));
    assert_eq!(game.board.run.execution().steps(), 0);
    // An endless program is stopped by the step limit.
    let mut game = stage(ROOM);
    write(&mut game, "L.");
    run(&mut game);
    assert!(stopped(&game).contains("it loops for ever"));
}

#[test]
fn strictly_no_label_appears_twice_and_slots_end_at_ninety() {
    let published = ROOM.replacen("\n\n", "\ncalls published\n\n", 1);
    for (text, written) in [(ROOM, "'1LF"), (&*published, "'1'1LF")] {
        let mut game = stage(text);
        write(&mut game, "'1'1LF");
        assert_eq!(game.board.source(), written);
        let forward = command(&game, "F");
        for _ in 0..90 {
            game.click(forward);
        }
        assert_eq!(cost(&game.board), 90, "no more room");
    }
    let mut game = stage(ROOM);
    write(&mut game, "'1LF");
    game.drag(slot(0), slot(2));
    assert_eq!(game.board.source(), "LF'1");
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let wide = format!("robos-escape\n\nS{}E\n", " ".repeat(MAX_SIZE.cols));
    for (text, reason) in [
        ("robos-escape\n\nXX\nXE\n", "one start"),
        ("robos-escape\n\nSS\nXE\n", "one start"),
        (wide.as_str(), "has room for"),
    ] {
        let level = ROBOS_ESCAPE.parse_text(text).expect("is a level");
        let error = Programs::<Robo>::board(&level).err();
        let refused = error.is_some_and(|error| error.contains(reason));
        assert!(refused, "{reason}");
    }
    const { assert!(MAX_SIZE.rows >= 10) };
}
