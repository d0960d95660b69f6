//! Lights Out in programs of others, from a picture of their windows to their own word that the
//! puzzle is solved.

use planwright::autoplay::desktop::{Desktop as _, WindowId};
use planwright::autoplay::{Config, LogKind, RunSummary};
use testkit::desktop::Desktop;
use testkit::play::{Run, profile};
use testkit::practice::PracticeWindow;
use testkit::program::{Running, installed};
use testkit::wait::wait_for;

struct Game {
    window: WindowId,
    _running: Running,
}

/// Starts a program of `/usr/games`, where Debian keeps games.
fn begin(desktop: &Desktop, name: &str, arguments: &[&str], title: &str, app: &str) -> Game {
    let program = installed(&[&format!("/usr/games/{name}")]);
    let running = Running::start(desktop.command(program).args(arguments));
    let window = desktop.window(app, title).id;
    desktop.picture(window);
    Game {
        window,
        _running: running,
    }
}

/// Plays so many levels to the end, without anything going otherwise than expected.
#[track_caller]
fn plays(desktop: &Desktop, id: &str, levels: u32) -> RunSummary {
    let config = Config {
        levels: Some(levels),
        ..Config::new(profile(id))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(60 + 30 * u64::from(levels));
    assert_eq!(summary.levels.len(), levels as usize);
    let lines = run.play.log().lines();
    let wrong: Vec<_> = lines
        .iter()
        .filter(|l| l.kind == LogKind::Diverged)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    summary
}

/// Lights Off names the puzzle it shows.
#[track_caller]
fn shows_puzzle(desktop: &Desktop, game: &Game, number: u32) {
    let mut world = desktop.world();
    wait_for(&format!("puzzle {number}"), 20, || {
        let window = world.window(game.window).ok()??;
        (window.title == format!("Puzzle {number}")).then_some(())
    });
}

#[test]
fn five_levels_of_lights_off_by_mouse() {
    let desktop = Desktop::start();
    let game = begin(&desktop, "lightsoff", &[], "Puzzle 1", "LightsOff");
    plays(&desktop, "lightsoff", 5);
    shows_puzzle(&desktop, &game, 6);
}

#[test]
fn three_levels_of_lights_off_by_keyboard() {
    let desktop = Desktop::start();
    let game = begin(&desktop, "lightsoff", &[], "Puzzle 1", "LightsOff");
    plays(&desktop, "lightsoff-keys", 3);
    shows_puzzle(&desktop, &game, 4);
}

/// Width of what is written below the board: Flip says "COMPLETED!" there, before the number of
/// moves.
fn status_width(desktop: &Desktop, window: WindowId) -> Option<u32> {
    let picture = desktop.world().capture(window).ok()?;
    let (width, height) = picture.dimensions();
    let dark = |x: u32, y: u32| picture.get_pixel(x, y).0[..3].iter().all(|c| *c < 0x90);
    // The lowest rows belong to the border.
    let rows = height - 32..height - 8;
    let inked: Vec<u32> = (4..width - 4)
        .filter(|x| rows.clone().any(|y| dark(*x, y)))
        .collect();
    Some(inked.last()? - inked.first()?)
}

fn plays_flip(kind: &str, id: &str, games: u32) {
    let desktop = Desktop::start();
    let game = begin(&desktop, "sgt-flip", &[kind], "Flip", "flip");
    let before = wait_for("the number of moves", 20, || {
        status_width(&desktop, game.window)
    });
    plays(&desktop, id, games);
    // Three times as long as the number of moves alone, whatever the font.
    wait_for("“COMPLETED!” below the board", 20, || {
        let width = status_width(&desktop, game.window)?;
        (2 * width > 5 * before).then_some(())
    });
}

#[test]
fn five_games_of_flip_with_crosses_of_3_by_3() {
    plays_flip("3x3c", "flip", 5);
}

#[test]
fn five_games_of_flip_with_crosses_of_5_by_5() {
    plays_flip("5x5c", "flip", 5);
}

#[test]
fn five_games_of_flip_at_random_of_4_by_4() {
    plays_flip("4x4r", "flip", 5);
}

#[test]
fn five_games_of_flip_at_random_of_5_by_5() {
    plays_flip("5x5r", "flip", 5);
}

#[test]
fn two_games_of_flip_by_keyboard() {
    plays_flip("4x4r", "flip-keys", 2);
}

/// The practice window, with every tenth press lost and every tenth doubled.
fn plays_practice(id: &str, levels: u32) {
    let desktop = Desktop::start();
    let faults = ["--lose", "10%", "--double", "10%", "--seed", "5"];
    let _game = PracticeWindow::open(&desktop, "lights-out", &faults);
    let config = Config {
        levels: Some(levels),
        ..Config::new(profile(id))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(240);
    assert_eq!(summary.levels.len(), levels as usize);
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    assert!(lost > 0);
}

#[test]
fn six_levels_of_the_practice_window_by_mouse_with_clicks_lost_and_doubled() {
    plays_practice("lights-practice", 6);
}

#[test]
fn five_levels_of_the_practice_window_by_keyboard_with_keys_lost_and_doubled() {
    plays_practice("lights-practice-keys", 5);
}
