//! Puzlogic dragged into place in a browser and in the practice window, with drops that are lost,
//! come late or fall beside their cell.

use planwright::autoplay::desktop::Screen as _;
use planwright::autoplay::{Config, Summary};
use testkit::browser;
use testkit::desktop::Desktop;
use testkit::play::{Run, profile};
use testkit::practice::PracticeWindow;
use testkit::project;
use testkit::wait::wait_for;

/// Levels of the practice page.
const LEVELS: u32 = 15;

fn page(options: &str) -> String {
    let file = project("assets/practice/puzlogic/index.html");
    format!("file://{}#{options}", file.display())
}

#[track_caller]
fn plays(desktop: &Desktop, id: &str, levels: u32) -> Summary {
    let config = Config {
        levels: Some(levels),
        ..Config::new(profile(id))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(700);
    assert_eq!(summary.levels.len(), levels as usize, "{}", run.tail());
    summary
}

#[test]
fn every_level_in_a_browser_with_drops_lost_late_and_astray() {
    let desktop = Desktop::start();
    let address = page("lose=0.08&astray=0.08&late=0.15&seed=5");
    let _running = browser::open(&desktop, &address);
    let mut world = desktop.world();
    // The first start on a machine takes a while.
    let window = wait_for("the browser's window", 120, || {
        let windows = world.windows().ok()?;
        let page = windows
            .into_iter()
            .find(|window| window.title.contains("Puzlogic"))?;
        Some(page.id)
    });
    desktop.picture(window);
    let summary = plays(&desktop, "puzlogic-web", LEVELS);
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    assert!(lost > 0);
    wait_for("the page's word for it", 20, || {
        let window = world.window(window).ok()??;
        window.title.contains("Level 15 completed").then_some(())
    });
}

#[test]
fn eight_levels_in_the_practice_window_with_clicks_lost() {
    let desktop = Desktop::start();
    let faults = ["--lose", "8%", "--seed", "5"];
    let _game = PracticeWindow::open(&desktop, "puzlogic", &faults);
    let summary = plays(&desktop, "puzlogic-practice", 8);
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    assert!(lost > 0);
}
