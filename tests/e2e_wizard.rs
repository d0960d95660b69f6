//! A game that no profile is shipped for, Fifteen of Simon Tatham's collection, is made known in the
//! wizard from its open window, tried and played there; then the program plays it by the profile that
//! was saved.

#[allow(dead_code)]
#[path = "vision/draw.rs"]
mod draw;
mod support;
#[allow(dead_code)]
#[path = "workbench/support.rs"]
mod workbench;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui_kittest::kittest::Queryable as _;
use planwright::autoplay::world::Screen as _;
use planwright::session::library::Places;
use planwright::vision::ProfileStore;
use planwright::workbench::live::RealLive;
use support::desktop::{Desktop, start, wait_for};
use workbench::{Bench, click, run, says};

/// The folder in which the page leaves what it has saved.
const HOME: &str = "PLANWRIGHT_TEST_HOME";

/// Which tile is where at first; the gap is the last one.
const TILES: [&str; 9] = ["1", "3", "4", "5", "6", "2", "7", "8", "gap"];

#[test]
fn a_game_without_a_profile_is_taught_and_played() {
    let program = Path::new("/usr/games/sgt-fifteen");
    assert!(
        program.exists(),
        "{} is missing (package sgt-puzzles). Run ./test, which installs what is needed.",
        program.display()
    );
    let desktop = Desktop::start();
    let home = tempfile::tempdir().expect("has a temporary folder");
    let _game = start(
        Command::new(program)
            .arg("3x3:1,3,4,5,6,2,7,8,0")
            .env("DISPLAY", &desktop.display)
            .env("HOME", home.path())
            .env_remove("WAYLAND_DISPLAY")
            .env("NO_AT_BRIDGE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null()),
    );
    let window = desktop.window("fifteen", "Fifteen").id;
    let mut world = desktop.world();
    wait_for("a picture of the window", 20, || world.capture(window).ok());

    // The page looks for windows on the display that its process has.
    let itself = std::env::current_exe().expect("is known");
    let taught = Command::new(itself)
        .args(["--exact", "the_page_on_that_desktop", "--ignored"])
        .env("DISPLAY", &desktop.display)
        .env(HOME, home.path())
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("can be started");
    let told = String::from_utf8_lossy(&taught.stdout);
    assert!(taught.status.success(), "{told}");

    let played = Command::new(env!("CARGO_BIN_EXE_planwright"))
        .args(["autoplay", "--profile", "fifteen", "--levels", "1", "--yes"])
        .env("DISPLAY", &desktop.display)
        .env("PLANWRIGHT_HOME", home.path())
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .output()
        .expect("can be started");
    let mut told = String::from_utf8_lossy(&played.stdout).into_owned();
    told.push_str(&String::from_utf8_lossy(&played.stderr));
    assert!(played.status.success(), "{told}");
    assert!(told.contains("Level 1 solved"), "{told}");
}

#[test]
#[ignore = "needs the desktop of the other test, which runs it"]
fn the_page_on_that_desktop() {
    let home = PathBuf::from(std::env::var_os(HOME).expect("is run by the other test"));
    let bench = Bench::new();
    let rules = Path::new("levels/gdl/17-eight-tiles.kif");
    let live = RealLive::new(Some(bench.places().profiles()), None);
    let mut page = bench.open_live(&[rules], Arc::new(live), 1.0);
    run(&mut page, "New screen profile…");
    click(&mut page, "Next");
    workbench::wait_for(&mut page, "Window ‘Fifteen’");
    click(&mut page, "Window ‘Fifteen’");
    workbench::wait_for(&mut page, "This looks like the board");
    workbench::wait_for(&mut page, "The cells have 9 different looks.");
    click(&mut page, "Next");
    for (index, tile) in TILES.into_iter().enumerate() {
        // It may have to be scrolled to.
        page.get_by_label(tile).click_accesskit();
        page.run_steps(3);
        let cell = format!("Picture row {} column {}", index / 3 + 1, index % 3 + 1);
        click(&mut page, &cell);
    }
    workbench::wait_for(&mut page, "All 9 cells are read for sure");
    click(&mut page, "Next");
    assert!(says(&page, "‘slide’ is a"));
    click(&mut page, "after an input");
    page.get_by_label("Key for next level").focus();
    page.step();
    page.get_by_label("Key for next level").type_text("n");
    page.run_steps(3);
    click(&mut page, "Next");
    workbench::wait_for(&mut page, "This is what is read");
    click(&mut page, "Whole level…");
    page.get_by_label("Play the level").click();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !says(&page, "The level is solved.") {
        assert!(Instant::now() < deadline, "the level is not played");
        std::thread::sleep(Duration::from_millis(20));
        page.step();
    }
    click(&mut page, "Next");
    click(&mut page, "Save profile");

    let store = ProfileStore::load(Some(&bench.places().profiles()));
    let profile = store.get("fifteen").expect("was saved");
    assert!(profile.window.apps[0].eq_ignore_ascii_case("sgt-fifteen"));
    let kept = Places::below(&home).profiles();
    std::fs::create_dir_all(&kept).expect("can be made");
    let file = bench.places().profiles().join("fifteen.ron");
    std::fs::copy(file, kept.join("fifteen.ron")).expect("can be copied");
}
