//! The eye alone, on a scripted target.

use std::time::Duration;

use crate::bench::Bench;
use planwright_autoplay::desktop::DesktopError;
use planwright_autoplay::player::Break;
use planwright_autoplay::{Observation, PauseReason};
use planwright_vision::Key;
use scripted::{Faults, Happening, Script};

const MS: fn(u64) -> Duration = Duration::from_millis;

#[test]
fn a_picture_has_settled_when_it_has_not_changed_for_the_profiles_time() {
    let faults = Faults {
        torn: 0.3,
        ..Faults::default()
    };
    let mut bench = Bench::new(faults);
    let (site, eye) = (&mut bench.site, &mut bench.eye);
    let began = site.now();
    let (frame, settled) = eye.wait_until_stable(site).expect("can be seen");
    assert!(settled && frame.playing().is_some());
    assert!(site.now() - began >= eye.settle);
    assert!(eye.unchanged_for() >= eye.settle);
}

#[test]
fn a_missing_picture_is_an_error_only_when_it_stays_missing() {
    let opening = |opens| Script {
        opens: MS(opens),
        ..Script::default()
    };
    let mut bench = Bench::new(opening(800));
    let frame = bench.eye.observe(&mut bench.site).expect("is waited for");
    assert!(frame.screen.is_err());
    let seen = bench.eye.stable_within(&mut bench.site, MS(2000));
    assert!(seen.expect("is there in time").1);
    let mut bench = Bench::new(opening(60_000));
    let seen = bench.eye.stable_within(&mut bench.site, MS(2000));
    let why = seen.expect_err("is never there");
    assert!(
        matches!(
            why,
            Break::Pause(PauseReason::Desktop(DesktopError::NoPicture(_)))
        ),
        "{why:?}"
    );
}

#[test]
fn a_picture_that_stays_as_it_was_is_asked_for_anew() {
    let mut bench = Bench::new(Script {
        loses_pictures: true,
        ..Script::default()
    });
    let (site, eye) = (&mut bench.site, &mut bench.eye);
    let before = eye.observe(site).expect("can be seen").cursor();
    let held = site.hold(Key::Char('a').into()).expect("is in front");
    held.ctx.sleep(MS(40));
    drop(held);
    let deadline = site.now() + MS(2000);
    let moved = |_: &_, frame: &Observation| (frame.cursor() != before).then_some(());
    let seen = eye.wait_for(site, deadline, moved).expect("can be seen");
    assert!(seen.is_ok(), "the cursor has moved");
}

#[test]
fn nothing_is_looked_at_while_another_window_is_active() {
    let mut bench = Bench::new(Script::default());
    bench.desktop.happen(&Happening::TakeFocus);
    let why = bench
        .eye
        .observe(&mut bench.site)
        .expect_err("is not in front");
    let to = Some("Letters".to_owned());
    assert!(
        matches!(&why, Break::Pause(PauseReason::FocusLost { to: lost }) if *lost == to),
        "{why:?}"
    );
    assert!(bench.eye.last().is_none());
}

#[test]
fn the_game_is_away_when_two_looks_agree_on_it() {
    let title = Script {
        title: true,
        ..Script::default()
    };
    let mut bench = Bench::new(title);
    for away in [false, true] {
        bench.eye.observe(&mut bench.site).expect("can be seen");
        assert_eq!(bench.eye.is_away(), away);
    }
}

#[test]
fn an_echo_makes_pictures_settle_later_and_a_late_effect_does_not() {
    let mut bench = Bench::new(Script::default());
    bench.eye.adapt_to_echo(MS(500));
    assert_eq!(bench.eye.settle, MS(40));
    bench.eye.adapt_to_echo(MS(60));
    assert_eq!(bench.eye.settle, MS(90));
}
