use super::*;
use crate::RobosEscape;
use crate::game::{Game, Size};
use crate::game::{Page, Practice as _, PracticeInput};
use planwright_drawing::Area;

fn of(text: &str) -> RobosPractice {
    let level = RobosEscape.parse_text(text).expect("is a level");
    RobosPractice::new(&[level]).expect("can be shown")
}

fn picture(game: &RobosPractice) -> Vec<u8> {
    let (width, height) = game.size();
    let mut rgb = vec![0; 3 * (width * height) as usize];
    game.draw(&mut rgb);
    rgb
}

fn click(game: &mut RobosPractice, area: Area) {
    let (x, y) = area.middle();
    game.input(PracticeInput::PointerMoved(x, y));
    game.input(PracticeInput::PointerDown(x, y));
    game.input(PracticeInput::PointerUp(x, y));
}

fn drag(game: &mut RobosPractice, from: Area, to: (i32, i32)) {
    let (x, y) = from.middle();
    game.input(PracticeInput::PointerDown(x, y));
    game.input(PracticeInput::PointerMoved((x + to.0) / 2, (y + to.1) / 2));
    game.input(PracticeInput::PointerMoved(to.0, to.1));
    game.input(PracticeInput::PointerUp(to.0, to.1));
}

fn tile(command: Command) -> Area {
    let index = commands().iter().position(|known| *known == command);
    layout::palette(index.expect("can be taken"))
}

/// Writes a program behind what is there, every other command by a drag.
fn write(game: &mut RobosPractice, text: &str) {
    let program = Program::parse(text).expect("is one");
    for (index, command) in program.commands.iter().enumerate() {
        if index % 2 == 0 {
            click(game, tile(*command));
        } else {
            drag(game, tile(*command), layout::slot(index).middle());
        }
    }
}

fn text(game: &RobosPractice) -> String {
    Program::new(game.program.clone()).to_string()
}

/// Lets time go on, picture by picture.
fn wait(game: &mut RobosPractice, seconds: u64) {
    for _ in 0..seconds * 50 {
        game.tick(Duration::from_millis(20));
    }
}

#[test]
fn known_programs_escape_from_its_levels_with_their_points() {
    let levels = levels::levels().expect("has levels");
    assert_eq!(levels.len(), 12);
    for (number, program, points) in [
        (1, "L11GF1'1FFFL.", 68),
        (2, "R51'51FXR'1FGF.", 97),
        (3, "FGLFFR.", 43),
        (5, "FL1X1'1GFF.", 70),
        (8, "2244'42L'2L5'53'3FFXG.", 62),
        (9, "R1'1FFFGF.", 41),
        (10, "FL1'1FFRFGX.", 59),
        (11, "3335'5R44R'34LX'4GFF.", 72),
    ] {
        let level = levels.get(number - 1).expect("is there");
        let mut game = RobosPractice::new(std::slice::from_ref(level)).expect("fits");
        write(&mut game, program);
        assert_eq!(text(&game), program);
        click(&mut game, RUN);
        let mut waited = 0;
        while game.stage.page == Page::Running && waited < 30_000 {
            game.tick(Duration::from_millis(20));
            waited += 20;
        }
        assert!(matches!(game.stage.page, Page::Won(_)), "level {number}");
        assert_eq!(game.score(), points, "level {number}");
        wait(&mut game, 2);
        assert!(game.finished());
    }
}

const ROOM: &str = "robos-escape\n\nXXXXX\nXS CX\nX   E\nXXXXX\n";

#[test]
fn commands_are_put_in_moved_and_taken_out() {
    let mut game = of(ROOM);
    let forward = tile(Command::Forward);
    drag(&mut game, forward, layout::slot(40).middle());
    drag(&mut game, tile(Command::Label(3)), layout::slot(0).middle());
    assert_eq!(text(&game), "'3F");
    drag(&mut game, forward, (300, 300));
    assert_eq!(text(&game), "'3F");
    drag(&mut game, layout::slot(0), layout::slot(1).middle());
    assert_eq!(text(&game), "F'3");
    click(&mut game, layout::slot(0));
    drag(&mut game, layout::slot(0), (300, 300));
    assert_eq!(text(&game), "");
    for _ in 0..SLOTS + 5 {
        click(&mut game, forward);
    }
    assert_eq!(game.program.len(), SLOTS, "no more room");
}

#[test]
fn only_the_exit_counts_and_reset_brings_everything_back() {
    let mut game = of(ROOM);
    write(&mut game, "LFFGX");
    let written = picture(&game);
    click(&mut game, RUN);
    wait(&mut game, 5);
    assert_eq!(game.stage.page, Page::Stopped);
    assert_eq!(
        (game.walk.coins, game.why()),
        (1, "the program has no more commands")
    );
    click(&mut game, RUN);
    assert_eq!(game.stage.page, Page::Stopped);
    click(&mut game, RESET);
    assert_eq!(picture(&game), written);
    // Strict rules: every call has its label, before anything runs.
    let mut game = of(ROOM);
    write(&mut game, "LFF1");
    click(&mut game, RUN);
    assert_eq!(
        (game.stage.page, game.why()),
        (Page::Stopped, "the call 1 has no label")
    );
    assert_eq!(game.walk.robot.0, Cell::new(1, 1));
    // And no label is there twice.
    let mut game = of(ROOM);
    write(&mut game, "'1'1LF");
    assert_eq!(text(&game), "'1LF");
    drag(&mut game, layout::slot(0), layout::slot(2).middle());
    assert_eq!(text(&game), "LF'1");
    let calls = ROOM.replacen("\n\n", "\ncalls published\n\n", 1);
    let mut game = of(&calls);
    write(&mut game, "'1'1LF");
    assert_eq!(text(&game), "'1'1LF");
    // One that never ends is stopped by the rules.
    let mut game = of(ROOM);
    write(&mut game, "L.");
    click(&mut game, RUN);
    wait(&mut game, 60);
    assert_eq!(
        (game.stage.page, game.why()),
        (Page::Stopped, "it goes on for ever")
    );
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let wide = format!("robos-escape\n\nS{}E\n", " ".repeat(layout::MOST.cols));
    for (text, reason) in [
        ("robos-escape\n\nXX\nXE\n", "one start"),
        ("robos-escape\n\nSS\nXE\n", "one start"),
        (wide.as_str(), "has room for"),
    ] {
        let good = RobosEscape.parse_text(ROOM).expect("is a level");
        let level = RobosEscape.parse_text(text).expect("is a level");
        match RobosPractice::new(&[good, level]) {
            Err(PracticeError::Level {
                index: 1,
                reason: told,
            }) => assert!(told.contains(reason), "{told}"),
            other => panic!("{reason}: {:?}", other.err()),
        }
    }
    assert!(layout::MOST.rows >= Size::new(10, 10).rows);
}
