//! The practice window, played by clicks and drags.

use super::*;
use crate::ProgramLine;
use crate::game::{Cell, Practice as _, PracticeKey, Slot, Tone};
use crate::tests::PROGRAMS;
use planwright_stage::program::{ProgramPage, Programs};
use planwright_stage::{Stage, StageScreen as _};
use std::time::Duration;

type Standin = Stage<Programs<Tiles>>;

const LAYOUT: ProgramLayout = Tiles::LAYOUT;

fn start(text: &str) -> Standin {
    let level = LIGHT_BOT.parse_text(text).expect("is a level");
    Standin::new(&[level], 1).expect("can be shown")
}

fn click(game: &mut Standin, text: &str) {
    game.click(command(game, text));
}

fn slot(procedure: usize, index: usize) -> (i32, i32) {
    LAYOUT.slot(Slot::new(procedure, index)).middle()
}

fn command(game: &Standin, text: &str) -> (i32, i32) {
    let mut palette = game.board.palette().iter();
    let index = palette.position(|tile| tile.text == text);
    LAYOUT.command(index.expect("can be taken")).middle()
}

fn lines(game: &Standin) -> String {
    game.board.source().trim().replace('\n', " ")
}

fn wait(game: &mut Standin, seconds: u64) {
    for _ in 0..seconds * 50 {
        game.tick(Duration::from_millis(20));
    }
}

#[test]
fn all_its_levels_are_won_by_clicks_and_by_drags() {
    for by_drags in [false, true] {
        let mut game = Standin::new(&[], 1).expect("has levels of its own");
        for (level, program) in PROGRAMS.iter().enumerate() {
            let title = format!("Light-Bot practice – Level {:02}", level + 1);
            assert_eq!(game.title(), title);
            for line in program.lines() {
                let ProgramLine { procedure, body } = ProgramLine::read(line).expect("is one");
                if !by_drags {
                    // Clicking a procedure's name selects it.
                    let Area { x, y, .. } = LAYOUT.procedure(procedure, 12);
                    game.click((x + 9, y + 9));
                }
                for (index, entry) in body.into_iter().enumerate() {
                    let from = command(&game, &entry.to_string());
                    if by_drags {
                        game.drag(from, slot(procedure, index));
                    } else {
                        game.click(from);
                    }
                }
            }
            assert!(!game.finished());
            game.click(LAYOUT.run().middle());
            assert_eq!(game.page(), ProgramPage::Running);
            let mut waited = 0;
            while game.page() == ProgramPage::Running {
                game.tick(Duration::from_millis(20));
                waited += 20;
            }
            assert_eq!(game.page(), ProgramPage::Won, "level {}", level + 1);
            assert!(waited < 20_000, "level {} takes {waited} ms", level + 1);
            wait(&mut game, 2);
        }
        assert!(game.finished());
        assert_eq!(game.title(), "Light-Bot practice – finished");
    }
}

const FLAT: &str = "light-bot\nrobot 1 1 E\nslots 4 2\n\n0 0 0* 0*\n";

#[test]
fn commands_are_put_in_moved_and_taken_out() {
    let mut game = start(FLAT);
    let forward = command(&game, "F");
    let jump = command(&game, "J");
    // A slot beyond the last command appends: there are no gaps.
    game.drag(forward, slot(0, 3));
    assert_eq!(lines(&game), "main: F");
    game.drag(jump, slot(0, 0));
    assert_eq!(lines(&game), "main: JF");
    // Outside all slots, and into a missing slot.
    for point in [(300, 300), slot(0, 4), slot(2, 0), (-9, 5000)] {
        game.drag(forward, point);
        assert_eq!(lines(&game), "main: JF");
    }
    // From one procedure to another, and out.
    game.drag(slot(0, 0), slot(1, 0));
    assert_eq!(lines(&game), "main: F f1: J");
    game.drag(slot(1, 0), (400, 300));
    assert_eq!(lines(&game), "main: F");
    // Clicks append and remove.
    for _ in 0..6 {
        game.click(jump);
    }
    assert_eq!(lines(&game), "main: FJJJ", "no more room");
    game.click(slot(0, 1));
    game.click(slot(0, 0));
    assert_eq!(lines(&game), "main: JJ");
    game.click(slot(1, 1));
    game.click(forward);
    // An empty slot selects its procedure.
    assert_eq!(lines(&game), "main: JJ f1: F");
    game.type_key(PracticeKey::Backspace);
    assert_eq!(lines(&game), "main: JJ");
}

#[test]
fn a_wrong_program_stops_and_reset_brings_the_robot_back() {
    let mut game = start(FLAT);
    for text in ["F", "F", "X"] {
        click(&mut game, text);
    }
    let written = game.picture();
    game.click(LAYOUT.run().middle());
    wait(&mut game, 5);
    assert_eq!(game.page(), ProgramPage::Stopped);
    let run = game.board.run.execution();
    assert_eq!(run.robot(), Some(Cell::new(0, 2)));
    assert_eq!(run.style(Cell::new(0, 2)).tone, Tone::Palette(6), "is lit");
    assert!(Tiles::end_text(&game.board, false).contains("one light is"));
    assert_eq!(game.next_change(), None);
    // Nothing else is possible now.
    click(&mut game, "F");
    game.click(LAYOUT.run().middle());
    assert_eq!(
        (game.page(), &*lines(&game)),
        (ProgramPage::Stopped, "main: FFX")
    );
    game.click(LAYOUT.reset().middle());
    assert_eq!(game.picture(), written);
    // The program cannot change while it runs.
    game.click(LAYOUT.run().middle());
    game.click(slot(0, 0));
    wait(&mut game, 1);
    game.click(LAYOUT.reset().middle());
    assert_eq!(
        (game.page(), &*lines(&game)),
        (ProgramPage::Writing, "main: FFX")
    );
}

#[test]
fn a_program_without_end_runs_until_reset() {
    let mut game = start(FLAT);
    click(&mut game, "1");
    game.click(slot(1, 1));
    click(&mut game, "L");
    click(&mut game, "1");
    assert_eq!(lines(&game), "main: 1 f1: L1");
    game.click(LAYOUT.run().middle());
    wait(&mut game, 30);
    assert_eq!(game.page(), ProgramPage::Running);
    game.click(LAYOUT.reset().middle());
    assert_eq!(game.page(), ProgramPage::Writing);
    // A program that only calls stops by itself.
    game.click(slot(1, 0));
    game.click(LAYOUT.run().middle());
    assert_eq!(game.page(), ProgramPage::Stopped);
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let high = "light-bot\nrobot 1 1 E\n\n99* 0 0 0 0 0 0 0 0\n";
    for (text, reason) in [
        ("light-bot\nrobot 1 1 E\n\n0 0\n", "no light"),
        ("light-bot\nrobot 1 1 E\n\n. 0*\n", "is not on a tile"),
        (high, "no room"),
        (
            "light-bot\nrobot 1 1 E\nslots 12 20\n\n0* 0\n",
            "f1 has 20 slots",
        ),
    ] {
        let level = LIGHT_BOT.parse_text(text).expect("is a level");
        let error = Programs::<Tiles>::board(&level).err().expect(reason);
        assert!(error.contains(reason), "{error}");
    }
}
