//! Levels from elsewhere: the web, other people's games, boards that lost their blanks.

use std::path::Path;

use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use planwright::workbench::Workbench;
use testkit::web::{Answer, Server};
use testkit::workbench::*;

fn server() -> Server {
    Server::start(&[
        (
            "/levels/cross.txt",
            Answer::File(CROSS.replace("title Cross\n", "")),
        ),
        (
            "/broken.kif",
            Answer::File("(role r)\n(legal r (go)".to_owned()),
        ),
        ("/silent", Answer::Silent),
    ])
}

/// Types an address where a path can be typed.
fn type_address(harness: &mut Harness<'_, Workbench>, url: String) {
    press(harness, CTRL, Key::A);
    harness.event(Event::Text(url));
    harness.run_steps(2);
}

#[test]
fn a_level_is_opened_from_the_web_and_saved_here() {
    let server = server();
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL_SHIFT, Key::O);
    type_address(&mut harness, server.url("/none"));
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(says(&harness, "404 (Not Found)"));
    type_address(&mut harness, server.url("/levels/cross.txt?raw=1"));
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let document = harness.state().document();
    assert_eq!(
        (document.name().as_str(), document.is_dirty()),
        ("cross", false)
    );
    assert!(says(&harness, "/levels/cross.txt?raw=1"));
    press(&mut harness, CTRL, Key::S);
    let asked = bench.dialogs.asked.lock().expect("is fine");
    assert_eq!(asked[0].name.as_deref(), Some("cross.txt"));
}

#[test]
fn a_slow_server_holds_nothing_up_and_can_be_left() {
    let server = server();
    let bench = Bench::default();
    let mut harness = bench.start();
    let before = harness.state().document().name();
    press(&mut harness, CTRL_SHIFT, Key::O);
    type_address(&mut harness, server.url("/silent"));
    harness.key_press(Key::Enter);
    wait_for(&mut harness, "Downloading the level");
    wait_until(&mut harness, "the server is asked", |harness| {
        harness.step();
        (!server.asked().is_empty()).then_some(())
    });
    assert!(!harness.state().is_idle());
    click(&mut harness, "Cancel");
    assert!(!says(&harness, "Downloading the level"));
    assert_eq!(harness.state().document().name(), before);
}

#[test]
fn an_address_may_be_given_at_the_start_and_rules_with_mistakes_are_mended() {
    let server = server();
    let bench = Bench::default();
    let url = server.url("/broken.kif");
    let harness = bench.open(&[Path::new(&url)]);
    assert!(says(&harness, "not closed"));
    let document = harness.state().document();
    assert_eq!(document.name(), "broken");
    assert!(
        document
            .text()
            .is_some_and(|text| text.contains("(legal r (go)"))
    );
}

const TWO: &str =
    "(role white) (role black) (init (cell 1 1 x)) (init (cell 1 2 o)) (init (cell 2 1 o))
(init (cell 2 2 x)) (legal white go) (legal black go) (<= (next (cell 1 1 x)) (does white go))
(<= terminal (true (cell 1 1 o))) (goal white 100) (goal black 0)";

#[test]
fn a_game_for_several_players_is_shown_and_says_why_it_is_not_solved() {
    let bench = Bench::default();
    let path = bench.write("two.kif", TWO);
    let mut harness = bench.open(&[&path]);
    assert!(says(&harness, "This game has 2 players, white and black"));
    assert!(says(&harness, "white, black"));
    run(&mut harness, "Solve");
    assert!(says(&harness, "This level cannot be played"));
    run(&mut harness, "Play mode");
    assert!(says(&harness, "Facts (4)"));
    assert!(says(&harness, "row 2 column 2, x"));
    assert!(says(&harness, "This game has 2 players, white and black"));
}
