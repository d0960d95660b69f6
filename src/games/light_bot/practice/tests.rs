use super::*;
use crate::LightBot;
use crate::game::Game;
use crate::game::{Page, Practice as _, PracticeInput, PracticeKey};
use crate::program::parse_line;
use planwright_drawing::Area;

/// Programs that win the shipped levels: main, f1, f2.
const PROGRAMS: [[&str; 3]; 12] = [
    ["FFX", "", ""],
    ["FL1", "FXFR1", ""],
    ["FJJFL1", "XF1", ""],
    ["FJJFR1", "XF1", ""],
    ["1", "22XL21", "JF"],
    ["F1", "JXJL22J1", "FFFR"],
    ["1", "F221", "XRFR"],
    ["1", "JXFJJL1", ""],
    ["1", "2X2L1", "JXF"],
    ["11JFX", "2L2FRJ", "FFXFJLJJ"],
    ["1", "2X22X2F1", "JXJJJLJ"],
    ["FJ1", "X2XR22R1", "JXJXJ"],
];

fn own() -> LightBotPractice {
    LightBotPractice::new(&[]).expect("has levels of its own")
}

fn of(text: &str) -> LightBotPractice {
    let level = LightBot.parse_text(text).expect("is a level");
    LightBotPractice::new(&[level]).expect("can be shown")
}

fn picture(game: &LightBotPractice) -> Vec<u8> {
    let (width, height) = game.size();
    let mut rgb = vec![0; 3 * (width * height) as usize];
    game.draw(&mut rgb);
    rgb
}

fn click(game: &mut LightBotPractice, area: Area) {
    let (x, y) = area.middle();
    game.input(PracticeInput::PointerMoved(x, y));
    game.input(PracticeInput::PointerDown(x, y));
    game.input(PracticeInput::PointerUp(x, y));
}

fn drag(game: &mut LightBotPractice, from: Area, to: (i32, i32)) {
    let (x, y) = from.middle();
    game.input(PracticeInput::PointerDown(x, y));
    game.input(PracticeInput::PointerMoved((x + to.0) / 2, (y + to.1) / 2));
    game.input(PracticeInput::PointerMoved(to.0, to.1));
    game.input(PracticeInput::PointerUp(to.0, to.1));
}

fn command(game: &LightBotPractice, letter: char) -> Area {
    let command = Command::from_letter(letter).expect("is a command");
    let index = game.commands().iter().position(|known| *known == command);
    layout::palette(index.expect("can be taken"))
}

fn lines(game: &LightBotPractice) -> String {
    game.program
        .to_string()
        .replace('\n', " ")
        .trim()
        .to_owned()
}

/// Lets time go on, picture by picture.
fn wait(game: &mut LightBotPractice, seconds: u64) {
    for _ in 0..seconds * 50 {
        game.tick(Duration::from_millis(20));
    }
}

#[test]
fn all_its_levels_are_won_by_clicks_and_by_drags() {
    for by_drags in [false, true] {
        let mut game = own();
        for (level, program) in PROGRAMS.iter().enumerate() {
            assert_eq!(
                game.title(),
                format!("Light-Bot practice – Level {:02}", level + 1)
            );
            for (procedure, body) in program.iter().enumerate() {
                if !by_drags {
                    // The name of a procedure chooses it.
                    let area = layout::procedure(procedure, 12);
                    click(&mut game, Area { height: 20, ..area });
                }
                for (index, letter) in body.chars().enumerate() {
                    let from = command(&game, letter);
                    if by_drags {
                        drag(&mut game, from, layout::slot(procedure, index).middle());
                    } else {
                        click(&mut game, from);
                    }
                }
            }
            assert!(!game.finished());
            click(&mut game, RUN);
            assert_eq!(game.stage.page, Page::Running);
            let mut waited = 0;
            while matches!(game.stage.page, Page::Running) {
                game.tick(Duration::from_millis(20));
                waited += 20;
            }
            assert!(
                matches!(game.stage.page, Page::Won(_)),
                "level {}",
                level + 1
            );
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
    let mut game = of(FLAT);
    let slot = layout::slot;
    let forward = command(&game, 'F');
    let jump = command(&game, 'J');
    // Into any slot of a procedure: there are no gaps.
    drag(&mut game, forward, slot(0, 3).middle());
    assert_eq!(lines(&game), "main: F");
    drag(&mut game, jump, slot(0, 0).middle());
    assert_eq!(lines(&game), "main: JF");
    // Beside all slots, and into a slot that there is not.
    for place in [
        (300, 300),
        slot(0, 4).middle(),
        slot(2, 0).middle(),
        (-9, 5000),
    ] {
        drag(&mut game, forward, place);
        assert_eq!(lines(&game), "main: JF");
    }
    // From one procedure to another, and away.
    drag(&mut game, slot(0, 0), slot(1, 0).middle());
    assert_eq!(lines(&game), "main: F f1: J");
    drag(&mut game, slot(1, 0), (400, 300));
    assert_eq!(lines(&game), "main: F");
    // Clicks put behind, and take out.
    for _ in 0..6 {
        click(&mut game, jump);
    }
    assert_eq!(lines(&game), "main: FJJJ", "no more room");
    click(&mut game, slot(0, 1));
    click(&mut game, slot(0, 0));
    assert_eq!(lines(&game), "main: JJ");
    click(&mut game, slot(1, 1));
    click(&mut game, forward);
    assert_eq!(
        lines(&game),
        "main: JJ f1: F",
        "an empty slot chooses its procedure"
    );
    game.input(PracticeInput::KeyDown(PracticeKey::Backspace));
    assert_eq!(lines(&game), "main: JJ");
}

#[test]
fn a_wrong_program_stops_and_reset_brings_the_robot_back() {
    let mut game = of(FLAT);
    for letter in "FFX".chars() {
        let area = command(&game, letter);
        click(&mut game, area);
    }
    let written = picture(&game);
    click(&mut game, RUN);
    wait(&mut game, 5);
    assert_eq!(game.stage.page, Page::Stopped);
    assert_eq!(game.walk.robot.cell, Cell::new(0, 2));
    assert_eq!((game.dark(), game.is_lit(Cell::new(0, 2))), (1, true));
    assert_eq!(game.next_change(), None);
    // Nothing else can be done now.
    let forward = command(&game, 'F');
    click(&mut game, forward);
    click(&mut game, RUN);
    assert_eq!(
        (game.stage.page, lines(&game).as_str()),
        (Page::Stopped, "main: FFX")
    );
    click(&mut game, RESET);
    assert_eq!(picture(&game), written);
    // Nor can the program be changed while it runs.
    click(&mut game, RUN);
    click(&mut game, layout::slot(0, 0));
    wait(&mut game, 1);
    click(&mut game, RESET);
    assert_eq!(
        (game.stage.page, lines(&game).as_str()),
        (Page::Writing, "main: FFX")
    );
}

#[test]
fn a_program_without_end_runs_until_reset() {
    let mut game = of(FLAT);
    for (procedure, line) in ["main: 1", "f1: L1"].into_iter().enumerate() {
        let (index, body) = parse_line(line, &game.puzzle.slots).expect("is a line");
        assert_eq!(index, procedure);
        game.program.set(index, body);
    }
    click(&mut game, RUN);
    wait(&mut game, 30);
    assert_eq!(game.stage.page, Page::Running);
    click(&mut game, RESET);
    assert_eq!(game.stage.page, Page::Writing);
    // One that does nothing but call stops by itself.
    let (_, body) = parse_line("f1: 1", &game.puzzle.slots).expect("is a line");
    game.program.set(1, body);
    click(&mut game, RUN);
    assert_eq!(game.stage.page, Page::Stopped);
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let high = "light-bot\nrobot 1 1 E\n\n99* 0 0 0 0 0 0 0 0\n";
    for (text, reason) in [
        ("light-bot\nrobot 1 1 E\n\n0 0\n", "no light"),
        (
            "light-bot\nrobot 1 1 E\n\n. 0*\n",
            "no tile under the robot",
        ),
        (high, "no room"),
        (
            "light-bot\nrobot 1 1 E\nslots 12 20\n\n0* 0\n",
            "f1 has 20 slots",
        ),
    ] {
        let good = LightBot.parse_text(FLAT).expect("is a level");
        let level = LightBot.parse_text(text).expect("is a level");
        match LightBotPractice::new(&[good, level]) {
            Err(PracticeError::Level {
                index: 1,
                reason: told,
            }) => assert!(told.contains(reason), "{told}"),
            other => panic!("{reason}: {:?}", other.err()),
        }
    }
}
