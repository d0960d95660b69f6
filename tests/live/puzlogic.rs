//! Puzlogic dragged into place in the practice window, with clicks that are lost.

use planwright::autoplay::Config;
use testkit::desktop::Desktop;
use testkit::play::{Run, profile};
use testkit::practice::PracticeWindow;

const LEVELS: u32 = 8;

#[test]
fn eight_levels_in_the_practice_window_with_clicks_lost() {
    let desktop = Desktop::start();
    let faults = ["--lose", "8%", "--seed", "5"];
    let _game = PracticeWindow::open(&desktop, "puzlogic", &faults);
    let config = Config {
        levels: Some(LEVELS),
        ..Config::new(profile("puzlogic-practice"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(700);
    assert_eq!(summary.levels.len(), LEVELS as usize, "{}", run.tail());
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    assert!(lost > 0);
}
