//! Light-Bot played in the practice window: programs dragged into the slots, with clicks that are
//! lost and count twice, and run.

mod support;

use std::process::{Command, Stdio};
use std::time::Duration;

use planwright::autoplay::Config;
use planwright::autoplay::world::Screen as _;
use support::desktop::{Desktop, Running, start, wait_for};
use support::play::{Run, profile};

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
        solver_time: Duration::from_secs(6),
        ..Config::new(profile("light-bot-practice"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(400);
    assert_eq!(summary.levels.len(), LEVELS as usize, "{}", run.tail());
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert!(lost > 0 && doubled > 0, "{lost} lost, {doubled} doubled");
    for level in &summary.levels {
        println!("{level:?}");
    }
    desktop.window("planwright", "Light-Bot practice – finished");
}
