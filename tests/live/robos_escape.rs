//! Robo's Escape played in the practice window: programs dragged into the slots, with clicks that
//! are lost and count twice, and run.

use std::time::Duration;

use planwright::autoplay::Config;
use testkit::desktop::Desktop;
use testkit::play::{Run, profile};
use testkit::practice::PracticeWindow;

/// Levels of the twelve: those after them show nothing that these do not.
const LEVELS: u32 = 4;

#[test]
fn levels_one_after_the_other_with_clicks_lost_and_doubled() {
    let desktop = Desktop::start();
    let faults = ["--lose", "8%", "--double", "8%", "--seed", "11"];
    let _game = PracticeWindow::open(&desktop, "robos-escape", &faults);
    let config = Config {
        levels: Some(LEVELS),
        solver_time: Some(Duration::from_secs(1)),
        ..Config::new(profile("robos-escape-practice"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(500);
    assert_eq!(summary.levels.len(), LEVELS as usize, "{}", run.tail());
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    // How many of each depends on how long the plans are, and so on the machine.
    assert!(lost + doubled > 0, "{lost} lost, {doubled} doubled");
    desktop.window("planwright", "Robo's Escape practice – Level 05");
}
