use std::sync::Mutex;

use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::game::Move;
use crate::page::Request;
use crate::page::test_page::{TestPage, click, notify, run, shows, wait_idle};
use crate::world::Sound;

const LOGO: &str = "logo\n\n.....\n..2..\n.212.\n..2..\n.....\n";

fn open(level: &str) -> Harness<'static, TestPage<PlayPage>> {
    TestPage::open(PlayPage::default(), COMMANDS, level, None)
}

#[test]
fn alone_it_gives_a_hint_that_is_forgotten_with_its_level() {
    let mut harness = open(LOGO);
    assert!(shows(&harness, "to begin."));
    run(&mut harness, HINT);
    let requests = &harness.state().requests;
    assert!(matches!(requests[..], [Request::ShowTab(PLAY)]));
    assert!(shows(&harness, "Look at"));
    run(&mut harness, HINT);
    click(&mut harness, "Do it");
    assert_eq!(harness.state().cx.document.moves().len(), 1);
    assert!(shows(&harness, "1 move made."));
    run(&mut harness, HINT);
    notify(&mut harness, &Notice::Replaced);
    assert!(!shows(&harness, "Look at"));
}

#[test]
fn keys_of_one_frame_are_moves_one_after_the_other() {
    let level = "sokoban\n\n#####\n#@  #\n#   #\n#$. #\n#####\n";
    let mut harness = open(level);
    harness.get_by_label_contains("5×5").focus();
    wait_idle(&mut harness);
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
    wait_idle(&mut harness);
    assert_eq!(harness.state().cx.document.moves().len(), 3);
}

#[test]
fn moves_can_be_heard_if_the_person_wants_to() {
    static HEARD: Mutex<Vec<Sound>> = Mutex::new(Vec::new());
    let mut harness = open("logo\n\n.1\n1.\n");
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
fn without_a_program_its_commands_say_why() {
    let harness = open(LOGO);
    let test = harness.state();
    let state = test.page.state(PROGRAM_RUN, &test.cx);
    let reason = "Solutions of this game are not programs";
    assert_eq!(state.enabled, Err(reason));
    assert_eq!(test.page.layout(&test.cx).panel(Dock::Bottom), Panel::None);
}
