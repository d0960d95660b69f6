//! The practice window, played from its title page on.

use std::fs::File;
use std::io::BufReader;
use std::process::Stdio;

use image::AnimationDecoder as _;
use image::codecs::png::PngDecoder;
use planwright::autoplay::{Config, LogKind};
use planwright::vision::read;
use testkit::desktop::Desktop;
use testkit::fuse::Game;
use testkit::play::{Run, profile};
use testkit::practice::PracticeWindow;
use testkit::project;

/// Five levels with keys lost and doubled.
fn plays_five_levels(scale: u32, seed: &str) {
    let desktop = Desktop::start();
    let faults = ["--lose", "10%", "--double", "10%", "--seed", seed];
    let _game = Game::in_practice_window(&desktop, scale, &faults);
    let config = Config {
        levels: Some(5),
        ..Config::new(profile("logo-practice"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(240);
    assert_eq!(summary.levels.len(), 5);
    let lines = run.play.log().lines();
    let wrong: Vec<_> = lines
        .iter()
        .filter(|l| l.kind == LogKind::Diverged)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert!(lost > 0 && doubled > 0, "{lost} lost, {doubled} doubled");
}

#[test]
fn five_levels_with_lost_and_doubled_presses_at_the_single_size() {
    plays_five_levels(1, "7");
}

#[test]
fn five_levels_with_lost_and_doubled_presses_at_the_double_size() {
    plays_five_levels(2, "8");
}

/// Cars are dragged, with presses lost, until the game shows that the last of its levels is solved.
#[test]
fn all_levels_of_rush_hour_by_drags() {
    let desktop = Desktop::start();
    let levels = ["01-first-gear", "03-the-corner", "04-both-ways"];
    let levels = levels.map(|name| project(&format!("levels/rush-hour/{name}.txt")));
    let mut args: Vec<&str> = levels.iter().filter_map(|path| path.to_str()).collect();
    args.extend(["--lose", "10%", "--seed", "5"]);
    let game = PracticeWindow::open(&desktop, "rush-hour", &args);
    let profile = profile("rush-hour-practice");
    let mut run = Run::start(&desktop.display, Config::new(profile.clone()));
    let summary = run.until_done(180);
    assert_eq!(summary.levels.len(), 3);
    let text = "3 levels are solved; no other level appeared within 5 s.";
    assert_eq!(summary.text, text);
    // The last board remains and can be read.
    let end = read(&profile, &desktop.picture(game.window), None).expect("shows a board");
    assert!(end.is_playing() && end.doubtful().is_empty());
}

/// The whole way by the command line: look, start, play, tell.
#[test]
fn five_levels_by_the_command_line() {
    let desktop = Desktop::start();
    let _game = Game::in_practice_window(&desktop, 2, &[]);
    let log = desktop.home().join("log");
    let film = desktop.home().join("film.png");
    let args = ["autoplay", "--profile", "logo-practice", "--levels", "5"];
    let output = desktop
        .planwright()
        .args(args)
        .args(["--yes", "--json", "--log"])
        .arg(&log)
        .arg("--record")
        .arg(&film)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("can be started");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("All 5 levels are solved."), "{told}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    let levels = answer["levels"].as_array().expect("is a list");
    assert_eq!(levels.len(), 5);
    for level in levels {
        // Nothing is lost or doubled here, and nothing else goes wrong.
        assert!(level["confirmed"].as_u64() > Some(0), "{level}");
        assert!(level["elapsed_s"].as_f64() > Some(0.0), "{level}");
    }
    let lines = std::fs::read_to_string(log.join("log.jsonl")).expect("was saved");
    assert_eq!(lines.matches(r#""kind":"solved""#).count(), 5);
    assert!(log.join("0001.png").exists());
    let film = BufReader::new(File::open(film).expect("was made"));
    let film = PngDecoder::new(film).expect("is a PNG");
    let frames = film.apng().expect("moves").into_frames().collect_frames();
    let frames = frames.expect("can be read").len();
    // Each stamp is seen, and not every look is kept.
    let moves: u64 = levels
        .iter()
        .filter_map(|level| level["moves"].as_u64())
        .sum();
    assert!(frames as u64 > moves, "{frames} pictures of {moves} moves");
}
