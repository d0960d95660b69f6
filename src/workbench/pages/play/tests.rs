use std::sync::Mutex;

use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::game::Move;
use crate::page::Request;
use crate::page::alone::{Alone, Show, click, run, says, settle, tell};
use crate::world::Sound;

const LOGO: &str = "logo\n\n.....\n..2..\n.212.\n..2..\n.....\n";
const STAIRS: &str = "light-bot\nrobot 1 1 E\nslots 5 3 2\n\n0 0 1* 1*\n0 0 0  0\n";

fn open(level: &str, show: Show) -> Harness<'static, Alone<PlayPage>> {
    Alone::open(PlayPage::default(), level, show)
}

fn steps(harness: &Harness<'_, Alone<PlayPage>>) -> u64 {
    let debugger = harness.state().page.program().debugger();
    debugger.expect("runs a program").now().steps()
}

#[test]
fn alone_it_gives_a_hint_that_is_forgotten_with_its_level() {
    let mut harness = open(LOGO, Show::Middle);
    assert!(says(&harness, "to begin."));
    run(&mut harness, HINT);
    let asked = &harness.state().requests;
    assert!(matches!(asked[..], [Request::Go(PLAY)]));
    assert!(says(&harness, "Look at"));
    run(&mut harness, HINT);
    click(&mut harness, "Do it");
    assert_eq!(harness.state().cx.document.moves().len(), 1);
    assert!(says(&harness, "1 move made."));
    run(&mut harness, HINT);
    tell(&mut harness, &Notice::Replaced);
    assert!(!says(&harness, "Look at"));
}

#[test]
fn keys_of_one_frame_are_moves_one_after_the_other() {
    let level = "sokoban\n\n#####\n#@  #\n#   #\n#$. #\n#####\n";
    let mut harness = open(level, Show::Middle);
    harness.get_by_label_contains("5×5").focus();
    settle(&mut harness);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowDown] {
        for pressed in [true, false] {
            harness.input_mut().events.push(Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: egui::Modifiers::NONE,
            });
        }
    }
    settle(&mut harness);
    assert_eq!(harness.state().cx.document.moves().len(), 3);
}

#[test]
fn moves_can_be_heard_if_the_person_wants_to() {
    static HEARD: Mutex<Vec<Sound>> = Mutex::new(Vec::new());
    let mut harness = open("logo\n\n.1\n1.\n", Show::Middle);
    let heard = |sound| HEARD.lock().expect("is not poisoned").push(sound);
    harness.state_mut().cx.world.play_sound = Some(heard);
    let mut play = |sounds, mv| {
        let cx = &mut harness.state_mut().cx;
        cx.settings.feel.sounds = sounds;
        cx.make_move(&Move::new(mv));
    };
    play(false, "1 2");
    for (mv, sound) in [("1 2", Sound::Refused), ("2 1", Sound::Solved)] {
        play(true, mv);
        while HEARD.lock().expect("is not poisoned").pop() != Some(sound) {
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_program_is_typed_and_run_in_a_panel_of_its_own() {
    let mut harness = open(STAIRS, Show::Panel(Side::Bottom));
    let alone = harness.state_mut();
    alone.cx.tab = PLAY;
    assert_eq!(alone.page.side(Side::Bottom, &alone.cx), Panel::Own);
    for letter in ["f", "f", "j"] {
        harness.event(Event::Text(letter.to_owned()));
        settle(&mut harness);
    }
    let program = harness.state().cx.document.position().as_program();
    assert!(program.is_some_and(|program| program.source().contains("FFJ")));
    run(&mut harness, PROGRAM_INTO);
    assert_eq!(steps(&harness), 1);
    harness.key_press(Key::Backspace);
    settle(&mut harness);
    assert_eq!(steps(&harness), 0, "another program begins at its start");
}

#[test]
fn without_a_program_its_commands_say_why() {
    let harness = open(LOGO, Show::Middle);
    let alone = harness.state();
    let state = alone.page.state(PROGRAM_RUN, &alone.cx);
    assert_eq!(
        state.possible,
        Err("Solutions of this game are not programs")
    );
    assert_eq!(alone.page.side(Side::Bottom, &alone.cx), Panel::None);
}
