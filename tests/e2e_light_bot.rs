//! Light-Bot played in the practice window: programs dragged into the slots, with clicks that are
//! lost and count twice, and run.

#[allow(dead_code)]
#[path = "vision/draw.rs"]
mod draw;
mod support;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use planwright::autoplay::Config;
use planwright::autoplay::world::Screen as _;
use support::desktop::{Desktop, Running, start, wait_for};
use support::play::{Next, Run, profile};

/// Levels of the practice window.
const LEVELS: u32 = 12;

fn practice(desktop: &Desktop, home: &std::path::Path, arguments: &[&str]) -> Running {
    let running = start(
        Command::new(env!("CARGO_BIN_EXE_planwright"))
            .args(["practice", "light-bot"])
            .args(arguments)
            .env("DISPLAY", &desktop.display)
            .env("PLANWRIGHT_HOME", home)
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null()),
    );
    let window = desktop.window("planwright", "Light-Bot practice").id;
    let mut world = desktop.world();
    wait_for("a picture of the window", 20, || world.capture(window).ok());
    running
}

#[test]
fn all_levels_with_clicks_lost_and_doubled() {
    let desktop = Desktop::start();
    let home = tempfile::tempdir().expect("has a temporary folder");
    let faults = ["--lose", "6%", "--double", "6%", "--seed", "3"];
    let _running = practice(&desktop, home.path(), &faults);
    let config = Config {
        levels: Some(LEVELS),
        // The tenth takes long to plan, without optimisation above all.
        solver_time: Duration::from_secs(240),
        ..Config::new(profile("light-bot-practice"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(1500);
    assert_eq!(summary.levels.len(), LEVELS as usize, "{}", run.tail());
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert!(lost > 0 && doubled > 0, "{lost} lost, {doubled} doubled");
    desktop.window("planwright", "Light-Bot practice – finished");
}

/// A level in which it matters where the robot looks at first.
const TURNED: &str = "light-bot\nrobot 1 1 E\n\n0 0 0*\n0 0 0\n";

#[test]
fn a_plan_that_comes_to_something_else_is_not_tried_again() {
    let desktop = Desktop::start();
    let home = tempfile::tempdir().expect("has a temporary folder");
    let file = home.path().join("turned.txt");
    std::fs::write(&file, TURNED).expect("is written");
    let path = file.to_str().expect("is a path");
    let _running = practice(&desktop, home.path(), &[path]);
    // A profile that is wrong about where the robot looks.
    let mut wrong = (*profile("light-bot-practice")).clone();
    let rule = wrong
        .isometric
        .as_mut()
        .and_then(|rule| rule.figure.as_mut());
    let headings = &mut rule.expect("has a robot").headings;
    std::mem::swap(&mut headings.1, &mut headings.2);
    let mut run = Run::start(&desktop.display, Config::new(Arc::new(wrong)));
    match run.until_wait(60) {
        Next::Diverged(what) => {
            assert!(
                what.what.contains("not to the one that was simulated"),
                "{}",
                what.what
            );
            assert!(what.what.contains("lights"), "{}", what.what);
            assert!(what.picture.width() > 0, "the picture is kept");
        }
        other => panic!("{other:?}\n{}", run.tail()),
    }
    let started = run
        .lines
        .iter()
        .filter(|line| line.contains("it is started"));
    assert_eq!(started.count(), 1, "{}", run.tail());
}
