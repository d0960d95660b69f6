//! Light-Bot played in the practice window: programs dragged into the slots, with clicks that are
//! lost and count twice, and run.

#[allow(dead_code)]
#[path = "vision/draw.rs"]
mod draw;
mod support;

use std::sync::Arc;
use std::time::Duration;

use planwright::autoplay::Config;
use support::desktop::Desktop;
use support::play::{Next, Run, profile};
use support::practice::PracticeWindow;

/// Levels of the practice window.
const LEVELS: u32 = 12;

#[test]
fn all_levels_with_clicks_lost_and_doubled() {
    let desktop = Desktop::start();
    let faults = ["--lose", "6%", "--double", "6%", "--seed", "3"];
    let _game = PracticeWindow::open(&desktop, "light-bot", &faults);
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
    let _game = PracticeWindow::open(&desktop, "light-bot", &[path]);
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
