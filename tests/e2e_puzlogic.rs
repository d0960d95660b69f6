//! Puzlogic dragged into place in a browser and in the practice window, with drops that are lost,
//! come late or fall beside their cell.

#[allow(dead_code)]
#[path = "vision/draw.rs"]
mod draw;
mod support;

use std::path::Path;
use std::process::{Command, Stdio};

use planwright::autoplay::world::Screen as _;
use planwright::autoplay::{Config, Summary};
use support::desktop::{Desktop, start, wait_for};
use support::play::{Run, profile};
use support::practice::PracticeWindow;

/// Levels of the practice page and window.
const LEVELS: u32 = 15;

/// Debian's browser without anything that wants a network, a person or a sandbox of its own.
fn browser(home: &Path, page: &str) -> Command {
    let names = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
    let path = names.iter().find(|path| Path::new(path).exists());
    let path = path.expect("chromium is missing. Run ./test, which installs what is needed.");
    let mut command = Command::new(path);
    command
        .args([
            "--no-sandbox",
            "--no-first-run",
            "--no-default-browser-check",
        ])
        .args([
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
        ])
        .args([
            "--disable-component-update",
            "--disable-sync",
            "--disable-extensions",
        ])
        .args([
            "--password-store=basic",
            "--window-position=0,0",
            "--window-size=1200,900",
        ])
        .arg(format!("--user-data-dir={}", home.display()))
        .arg(page)
        .env_remove("WAYLAND_DISPLAY")
        .env("HOME", home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn page(options: &str) -> String {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/practice/puzlogic/index.html"
    );
    format!("file://{file}#{options}")
}

#[track_caller]
fn plays(desktop: &Desktop, id: &str) -> Summary {
    let config = Config {
        levels: Some(LEVELS),
        ..Config::new(profile(id))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(700);
    assert_eq!(summary.levels.len(), LEVELS as usize, "{}", run.tail());
    summary
}

#[test]
fn all_levels_in_a_browser_with_drops_lost_late_and_astray() {
    let desktop = Desktop::start();
    let home = tempfile::tempdir().expect("has a temporary folder");
    let address = page("lose=0.08&astray=0.08&late=0.15&seed=5");
    let _running = start(browser(home.path(), &address).env("DISPLAY", &desktop.display));
    let mut world = desktop.world();
    // The first start on a machine takes a while.
    let window = wait_for("the browser's window", 120, || {
        let windows = world.windows().ok()?;
        let page = windows
            .into_iter()
            .find(|window| window.title.contains("Puzlogic"))?;
        Some(page.id)
    });
    wait_for("a picture of the page", 40, || world.capture(window).ok());
    let summary = plays(&desktop, "puzlogic-web");
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    assert!(lost > 0);
    wait_for("the page's word for it", 20, || {
        let window = world.window(window).ok()??;
        window.title.contains("Level 15 completed").then_some(())
    });
}

#[test]
fn all_levels_in_the_practice_window_with_clicks_lost() {
    let desktop = Desktop::start();
    let faults = ["--lose", "8%", "--seed", "5"];
    let _game = PracticeWindow::open(&desktop, "puzlogic", &faults);
    let summary = plays(&desktop, "puzlogic-practice");
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    assert!(lost > 0);
}
