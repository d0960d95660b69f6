//! A real window under a real display and window manager: what happens to it in mid-plan, and
//! that nothing reaches any other window.

use planwright::autoplay::desktop::{Desktop as _, InputDevices as _, Signal, WindowId};
use planwright::autoplay::{Config, PauseReason, PlayCommand};
use planwright::vision::{Key, read};
use testkit::desktop::Desktop;
use testkit::play::{Next, Run, levels, long_level, profile};
use testkit::target::{Faults, Target};
use testkit::wait::wait_for;
use testkit::windows::{self, Hands, Recorder};

fn config(levels: u32) -> Config {
    Config {
        levels: Some(levels),
        ..Config::new(profile("logo-fuse"))
    }
}

/// A desktop with the target, in the middle of a plan, and another window beside it.
struct Scene {
    run: Run,
    other: Recorder,
    target: Target,
    desktop: Desktop,
}

impl Scene {
    fn in_mid_plan() -> Self {
        let desktop = Desktop::start();
        let level = vec![long_level(14)];
        let target = Target::open(&desktop.display, level, 1.0, Faults::default());
        desktop.window("fuse-sdl", "Fuse");
        let other = Recorder::open(&desktop.display, "Letters", (20, 20, 200, 150));
        desktop.window("recorder", "Letters");
        let mut run = Run::start(&desktop.display, config(1));
        run.until_step(3);
        Self {
            run,
            other,
            target,
            desktop,
        }
    }

    #[track_caller]
    fn resumes_to_the_end(mut self) {
        self.run.play.send(PlayCommand::Resume);
        self.run.until_done(60);
        assert_eq!(self.target.solved(), 1);
        assert_eq!(self.other.presses(), [""; 0]);
    }
}

#[test]
fn ten_levels_with_every_tenth_press_lost_and_every_tenth_doubled() {
    let desktop = Desktop::start();
    let faults = Faults {
        lose: 0.1,
        double: 0.1,
    };
    let target = Target::open(&desktop.display, levels(10), 2.0, faults);
    desktop.window("fuse-sdl", "Fuse");
    let mut run = Run::start(&desktop.display, config(10));
    let summary = run.until_done(240);
    assert_eq!(target.solved(), 10);
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert!(lost > 0 && doubled > 0, "{lost} lost, {doubled} doubled");
}

#[test]
fn a_window_that_loses_the_focus_gets_no_more_keys_and_nor_does_the_other() {
    let mut scene = Scene::in_mid_plan();
    let mut world = scene.desktop.world();
    world.activate(scene.other.id).expect("can be asked");
    match scene.run.until_wait(30) {
        Next::Paused(pause @ PauseReason::FocusLost { .. }) => {
            let text = pause.to_string();
            assert!(text.contains("Letters"), "{text}");
        }
        other => panic!("expected a pause, got {other:?}\n{}", scene.run.tail()),
    }
    assert_eq!(scene.other.presses(), [""; 0]);
    scene.resumes_to_the_end();
}

#[test]
fn a_new_window_that_covers_it_and_takes_the_focus_gets_nothing() {
    let mut scene = Scene::in_mid_plan();
    let cover = Recorder::open(&scene.desktop.display, "Cover", (280, 180, 500, 400));
    let opened = scene.desktop.window("recorder", "Cover");
    let mut world = scene.desktop.world();
    if world.active().expect("is told") != Some(opened.id) {
        world.activate(cover.id).expect("can be asked");
    }
    match scene.run.until_wait(30) {
        Next::Paused(PauseReason::FocusLost { .. }) => {}
        other => panic!("expected a pause, got {other:?}\n{}", scene.run.tail()),
    }
    assert_eq!(cover.presses(), [""; 0]);
    scene.run.play.send(PlayCommand::Resume);
    scene.run.until_done(60);
    assert_eq!(cover.presses(), [""; 0]);
    assert_eq!(scene.target.solved(), 1);
}

#[test]
fn a_covered_window_that_keeps_the_focus_is_read_through_its_cover() {
    let mut scene = Scene::in_mid_plan();
    let display = scene.desktop.display.clone();
    windows::move_to(&display, scene.other.id, 300, 200);
    windows::resize(&display, scene.other.id, 400, 300);
    windows::raise(&display, scene.other.id);
    scene.run.until_done(60);
    assert_eq!(scene.target.solved(), 1);
    assert_eq!(scene.other.presses(), [""; 0]);
}

#[test]
fn a_moved_and_a_resized_window_are_played_on_in() {
    let mut scene = Scene::in_mid_plan();
    let display = scene.desktop.display.clone();
    let target = scene.target.id;
    windows::move_to(&display, target, 600, 350);
    scene.run.until_step(5);
    windows::resize(&display, target, 640, 480);
    // A moment of an unreadable picture may pause it; then it is resumed.
    loop {
        match scene.run.until_wait(60) {
            Next::Ended(Ok(summary)) if !summary.stopped => break,
            Next::Paused(
                PauseReason::Unreadable(_) | PauseReason::Resized { .. } | PauseReason::Desktop(_),
            ) => {
                scene.run.play.send(PlayCommand::Resume);
            }
            other => panic!("expected the end, got {other:?}\n{}", scene.run.tail()),
        }
    }
    assert_eq!(scene.target.solved(), 1);
    assert_eq!(scene.other.presses(), [""; 0]);
}

#[test]
fn a_window_made_too_small_pauses_with_the_reason_and_resumes_at_its_size() {
    let mut scene = Scene::in_mid_plan();
    let display = scene.desktop.display.clone();
    windows::resize(&display, scene.target.id, 160, 120);
    match scene.run.until_wait(30) {
        Next::Paused(pause @ PauseReason::Resized { to: (160, 120), .. }) => {
            assert!(pause.to_string().contains("made smaller"), "{pause}");
        }
        other => panic!("expected a pause, got {other:?}\n{}", scene.run.tail()),
    }
    windows::resize(&display, scene.target.id, 320, 240);
    let (mut world, profile) = (scene.desktop.world(), profile("logo-fuse"));
    wait_for("the target can be read again", 30, || {
        let picture = world.capture(scene.target.id).ok()?;
        read(&profile, &picture, None).ok()
    });
    scene.resumes_to_the_end();
}

#[test]
fn a_closed_window_is_waited_for_and_the_level_planned_again_in_the_new_one() {
    let mut scene = Scene::in_mid_plan();
    drop(scene.target);
    match scene.run.until_wait(30) {
        Next::Paused(pause @ (PauseReason::WindowGone | PauseReason::FocusLost { .. })) => {
            assert!(!pause.to_string().is_empty());
        }
        other => panic!("expected a pause, got {other:?}\n{}", scene.run.tail()),
    }
    assert_eq!(scene.other.presses(), [""; 0]);
    // Resumed without a window, it says so again.
    scene.run.play.send(PlayCommand::Resume);
    match scene.run.until_wait(30) {
        Next::Paused(PauseReason::WindowGone) => {}
        other => panic!("expected a pause, got {other:?}\n{}", scene.run.tail()),
    }
    let level = vec![long_level(14)];
    scene.target = Target::open(&scene.desktop.display, level, 1.0, Faults::default());
    scene.desktop.window("fuse-sdl", "Fuse");
    scene.run.play.send(PlayCommand::Resume);
    match scene.run.until_wait(30) {
        Next::Diverged(what) => assert!(!what.differing.is_empty()),
        other => panic!("expected a divergence, got {other:?}\n{}", scene.run.tail()),
    }
    scene.run.play.send(PlayCommand::Replan);
    scene.run.until_done(60);
    assert_eq!(scene.target.solved(), 1);
    assert_eq!(scene.other.presses(), [""; 0]);
}

#[test]
fn the_hotkey_and_the_corner_stop_it() {
    let mut scene = Scene::in_mid_plan();
    let hands = Hands::at(&scene.desktop.display);
    hands.pause_key(true);
    match scene.run.until_wait(30) {
        Next::Paused(PauseReason::FailSafe(_, Signal::Hotkey)) => {}
        other => panic!("expected a stop, got {other:?}\n{}", scene.run.tail()),
    }
    hands.pause_key(false);
    scene.run.play.send(PlayCommand::Resume);
    scene.run.until_step(6);
    hands.point(1279, 799);
    match scene.run.until_wait(30) {
        Next::Paused(PauseReason::FailSafe(_, Signal::Corner)) => {}
        other => panic!("expected a stop, got {other:?}\n{}", scene.run.tail()),
    }
    hands.point(640, 700);
    scene.resumes_to_the_end();
}

#[test]
fn a_key_for_a_window_that_is_not_active_is_refused_and_sent_nowhere() {
    let desktop = Desktop::start();
    let active = Recorder::open(&desktop.display, "Active", (20, 20, 200, 150));
    let idle = Recorder::open(&desktop.display, "Idle", (400, 20, 200, 150));
    for title in ["Active", "Idle"] {
        desktop.window("recorder", title);
    }
    desktop.activate(active.id);
    let mut world = desktop.world();
    for target in [idle.id, WindowId(12345)] {
        assert!(world.key_down(target, Key::Char('q')).is_err());
        let button = planwright::game::Button::Primary;
        assert!(world.button_down(target, (5, 5), button).is_err());
    }
    assert_eq!((active.presses(), idle.presses()), (vec![], vec![]));
    // Dropping the world lets up what it holds.
    world
        .key_down(active.id, Key::Char('q'))
        .expect("is active");
    drop(world);
    assert_eq!(active.presses().len(), 1);
    assert_eq!(idle.presses(), [""; 0]);
}

#[test]
fn a_click_on_a_covered_pixel_is_not_made() {
    let desktop = Desktop::start();
    let below = Recorder::open(&desktop.display, "Below", (100, 100, 300, 300));
    let above = Recorder::open(&desktop.display, "Above", (250, 100, 300, 300));
    for title in ["Below", "Above"] {
        desktop.window("recorder", title);
    }
    desktop.activate(below.id);
    windows::raise(&desktop.display, above.id);
    // A click before that is done would not be on a covered pixel, and would raise the window.
    wait_for("the cover lies over it", 30, || {
        windows::is_over(&desktop.display, above.id, below.id).then_some(())
    });
    let mut world = desktop.world();
    let button = planwright::game::Button::Primary;
    assert!(world.button_down(below.id, (200, 100), button).is_err());
    assert_eq!(above.presses(), [""; 0]);
    world
        .button_down(below.id, (20, 100), button)
        .expect("is free there");
    world.button_up(button).expect("is let up");
    assert_eq!(below.presses().last().map(String::as_str), Some("button 1"));
    let info = world.window(below.id).expect("is told").expect("is open");
    assert_eq!((info.client.width, info.client.height), (300, 300));
}
