//! The hand alone, on a scripted target.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use crate::bench::Bench;
use planwright_autoplay::player::actuator::InputCounts;
use planwright_autoplay::player::{Break, Flow};
use planwright_autoplay::{Observation, PauseReason};
use planwright_game::{Button, Cell};
use planwright_vision::Key;
use scripted::{Faults, Happening, Script, TARGET};

const MS: fn(u64) -> Duration = Duration::from_millis;
/// Takes the game's cursor to the right.
const RIGHT: Key = Key::Char('p');

/// Presses a key until the cursor is in the second column.
fn press_right(bench: &mut Bench) -> Flow<Option<Observation>> {
    let (site, eye) = (&mut bench.site, &mut bench.eye);
    bench
        .hand
        .press(site, eye, RIGHT, MS(400), &mut |_, frame| {
            frame.cursor() == Some(Cell::new(0, 1))
        })
}

/// How the target gets a press that takes long to have its effect, during which something happens.
fn meanwhile(happening: Happening) -> Script {
    Script {
        faults: Faults {
            delay: (MS(150), MS(150)),
            ..Faults::default()
        },
        // The target is in front after 250 ms.
        happenings: vec![(MS(330), happening)],
        ..Script::default()
    }
}

#[test]
fn a_press_is_confirmed_when_its_effect_shows() {
    let mut bench = Bench::new(Script::default());
    let shown = press_right(&mut bench).expect("nothing comes between");
    assert!(shown.is_some() && !bench.desktop.is_anything_down());
    let counts = InputCounts {
        sent: 1,
        confirmed: 1,
        ..InputCounts::default()
    };
    assert_eq!(bench.hand.counts, counts);
}

#[test]
fn a_press_without_effect_is_not_confirmed_and_the_key_is_let_up() {
    let mut bench = Bench::new(Faults {
        lose: 1.0,
        ..Faults::default()
    });
    let shown = press_right(&mut bench).expect("nothing comes between");
    assert!(shown.is_none() && !bench.desktop.is_anything_down());
    assert_eq!(bench.hand.counts.confirmed, 0);
}

#[test]
fn a_held_key_is_let_up_however_the_run_is_left() {
    let stop = Happening::Stop(Some(planwright_autoplay::desktop::Signal::Hotkey));
    for happening in [Happening::TakeFocus, Happening::Close, stop] {
        let mut bench = Bench::new(meanwhile(happening.clone()));
        let why = press_right(&mut bench).expect_err("something comes between");
        assert!(matches!(why, Break::Pause(_)), "{why:?}");
        let received = bench.desktop.received();
        assert_eq!(received.len(), 1, "{happening:?} came before the press");
        assert!(!bench.desktop.is_anything_down(), "{happening:?}");
    }
}

#[test]
fn a_held_key_is_let_up_after_a_panic() {
    let mut bench = Bench::new(Script::default());
    let (site, eye, hand) = (&mut bench.site, &mut bench.eye, &mut bench.hand);
    let broken = catch_unwind(AssertUnwindSafe(|| {
        let mut panics = |_: &_, _: &_| resume_unwind(Box::new("in the middle of a press"));
        hand.press(site, eye, RIGHT, MS(400), &mut panics).is_ok()
    }));
    assert!(broken.is_err() && !bench.desktop.is_anything_down());
    assert_eq!(bench.desktop.received().len(), 1);
}

#[test]
fn a_drag_that_loses_the_focus_ends_with_the_button_up() {
    let mut bench = Bench::new(Script::default());
    let began = bench.site.now();
    let mut script = meanwhile(Happening::TakeFocus);
    // In the middle of the drag, which takes some 60 ms.
    script.happenings[0].0 = began + MS(30);
    let mut bench = Bench::new(script);
    let (site, eye) = (&mut bench.site, &mut bench.eye);
    let drag = ((0, 0), Some((4, 0)), Button::Primary);
    let dragged = bench
        .hand
        .click(site, eye, drag, MS(400), &mut |_, _| false);
    let why = dragged.expect_err("the focus is lost");
    assert!(
        matches!(why, Break::Pause(PauseReason::FocusLost { .. })),
        "{why:?}"
    );
    assert_eq!(bench.desktop.received().len(), 1);
    assert!(!bench.desktop.is_anything_down());
}

#[test]
fn no_key_is_tried_while_another_window_is_active() {
    let mut bench = Bench::new(Script::default());
    bench.desktop.happen(&Happening::TakeFocus);
    assert!(press_right(&mut bench).is_err());
    // Not even the desktop had to refuse it.
    assert_eq!(
        (bench.desktop.received().len(), bench.desktop.refused()),
        (0, 0)
    );
}

#[test]
fn the_cursor_gets_to_its_cell_though_presses_are_lost_doubled_and_late() {
    let (mut lost, mut doubled) = (0, 0);
    for seed in 0..200 {
        let mut bench = Bench::new(Faults {
            lose: 0.1,
            double: 0.1,
            hang: (0.05, MS(900)),
            seed,
            ..Faults::default()
        });
        bench.eye.observe(&mut bench.site).expect("can be seen");
        let target = Cell::new(3, seed as usize % 6);
        let mut in_place = false;
        // An echo of the last press is seen while the picture settles.
        while !in_place {
            let (site, eye) = (&mut bench.site, &mut bench.eye);
            let there = bench.hand.move_cursor(site, eye, target);
            there.expect("nothing comes between");
            let (frame, settled) = eye.wait_until_stable(site).expect("can be seen");
            in_place = settled && frame.cursor() == Some(target);
        }
        // Whatever was called lost has come by now.
        bench.site.sleep(MS(2000));
        let frame = bench.eye.observe(&mut bench.site).expect("can be seen");
        assert_eq!(frame.cursor(), Some(target), "seed {seed}");
        let counts = bench.hand.counts;
        (lost, doubled) = (lost + counts.lost, doubled + counts.doubled);
        assert_eq!(counts.sent as usize, bench.desktop.received().len());
        let received = bench.desktop.received();
        assert!(received.iter().all(|press| press.window == TARGET));
    }
    assert!(lost > 50 && doubled > 50, "{lost} lost, {doubled} doubled");
}
