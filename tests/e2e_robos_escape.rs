//! Robo's Escape played in the practice window: programs dragged into the slots, with clicks that
//! are lost and count twice, and run.

#[allow(dead_code)]
#[path = "vision/draw.rs"]
mod draw;
mod support;

use std::process::{Command, Stdio};
use std::time::Duration;

use planwright::autoplay::Config;
use planwright::autoplay::world::Screen as _;
use support::desktop::{Desktop, start, wait_for};
use support::play::{Run, profile};

/// Levels of the twelve: those after them show nothing that these do not.
const LEVELS: u32 = 6;

#[test]
fn levels_one_after_the_other_with_clicks_lost_and_doubled() {
    let desktop = Desktop::start();
    let home = tempfile::tempdir().expect("has a temporary folder");
    let _running = start(
        Command::new(env!("CARGO_BIN_EXE_planwright"))
            .args(["practice", "robos-escape"])
            .args(["--lose", "6%", "--double", "6%", "--seed", "11"])
            .env("DISPLAY", &desktop.display)
            .env("PLANWRIGHT_HOME", home.path())
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null()),
    );
    let window = desktop.window("planwright", "Robo's Escape practice").id;
    let mut world = desktop.world();
    wait_for("a picture of the window", 20, || world.capture(window).ok());
    let config = Config {
        levels: Some(LEVELS),
        solver_time: Duration::from_secs(3),
        ..Config::new(profile("robos-escape-practice"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(500);
    assert_eq!(summary.levels.len(), LEVELS as usize, "{}", run.tail());
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert!(lost > 0 && doubled > 0, "{lost} lost, {doubled} doubled");
    desktop.window("planwright", "Robo's Escape practice – Level 07");
}
