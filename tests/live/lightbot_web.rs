//! Light-Bot as a web page in a browser: boards are read off its canvas, programs with repeats dragged into its list, which is
//! scrolled where it is long, and run, level by level. The page, which is not ours, has to be given by its path as `LIGHTBOT_PAGE`.

use std::time::Duration;

use planwright::autoplay::{Config, LogKind};
use testkit::browser;
use testkit::desktop::Desktop;
use testkit::play::{Run, profile};

/// How many levels the page has.
const LEVELS: u32 = 16;

#[test]
fn levels_are_read_programmed_and_won() {
    let Some(page) = std::env::var_os("LIGHTBOT_PAGE") else {
        println!("skipped: LIGHTBOT_PAGE names no page of Light-Bot");
        return;
    };
    let desktop = Desktop::start();
    let page = std::path::absolute(page).expect("is a path");
    let Some(_browser) = browser::open_alone(&desktop, &format!("file://{}", page.display()))
    else {
        println!("skipped: there is no Chromium");
        return;
    };
    let window = desktop.window("hromium", "Lightbot").id;
    desktop.picture(window);
    let config = Config {
        levels: Some(LEVELS),
        solver_time: Some(Duration::from_secs(60)),
        ..Config::new(profile("lightbot-web"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(3600);
    assert_eq!(summary.levels.len(), LEVELS as usize, "{}", run.tail());
    let lines = run.play.log().lines();
    let wrong: Vec<_> = lines
        .iter()
        .filter(|l| l.kind == LogKind::Diverged)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    // Each drag and each click counts once.
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert_eq!((lost, doubled), (0, 0), "{}", run.tail());
}
