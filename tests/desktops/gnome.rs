//! GNOME, where the person shares a window in the desktop's own dialog.

use std::process::{Command, Stdio};

use serde_json::Value;
use testkit::gnome::Gnome;
use testkit::portal::ScriptedPortal;
use testkit::program::{Running, installed};

/// Has a game played to the end of so many levels, by the command line.
#[track_caller]
fn plays(gnome: &Gnome, game: &mut Command, title: &str, profile: &str, levels: u32) {
    let _game = Running::start(game);
    gnome.window(title);
    let told = play(gnome, profile, levels, || gnome.share_first_window());
    assert_eq!(told.len(), levels as usize);
    for level in told {
        assert_eq!(level["missed"].as_u64().unwrap_or(0), 0, "{level}");
    }
}

/// Plays; the levels that were solved.
#[track_caller]
fn play(gnome: &Gnome, profile: &str, levels: u32, person: impl FnOnce()) -> Vec<Value> {
    let levels = levels.to_string();
    let arguments = [
        "autoplay",
        "--profile",
        profile,
        "--levels",
        &levels,
        "--yes",
        "--json",
    ];
    let mut command = gnome.planwright();
    let running = command
        .envs(gnome.x11())
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("can be started");
    person();
    let output = running.wait_with_output().expect("ends");
    let told = String::from_utf8_lossy(&output.stderr);
    if output.status.code() != Some(0) {
        gnome.keep_screen(profile);
        panic!("{profile} is not played: {}\n{told}", output.status);
    }
    let answer: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    answer["levels"].as_array().expect("is a list").clone()
}

#[test]
fn three_games_are_played_that_were_shared_in_the_dialog() {
    let Some(gnome) = Gnome::start() else { return };
    let lights_off = installed(&["/usr/games/lightsoff"]);
    plays(
        &gnome,
        &mut gnome.command(lights_off),
        "Puzzle 1",
        "lightsoff",
        3,
    );
    for (game, title) in [("logo", "Logo"), ("light-bot", "Light-Bot")] {
        let mut practice = gnome.planwright();
        let profile = format!("{game}-practice");
        plays(
            &gnome,
            practice.args(["practice", game]),
            title,
            &profile,
            3,
        );
    }
}

#[test]
fn an_x11_game_is_played_without_a_question_and_a_remembered_window_with_one() {
    let Some(gnome) = Gnome::without_portals() else {
        return;
    };
    let mut practice = gnome.planwright();
    practice.args(["practice", "lights-out"]);
    practice.env_remove("WAYLAND_DISPLAY").envs(gnome.x11());
    let old = Running::start(&mut practice);
    let window = gnome.window("Lights Out");
    let portal = ScriptedPortal::start(&gnome, window.id);
    let played = |profile| {
        let levels = play(&gnome, profile, 3, || {});
        assert_eq!(levels.len(), 3);
    };
    played("lights-practice");
    assert_eq!(portal.asked(), 0);
    drop(old);
    drop(portal);

    let mut practice = gnome.planwright();
    let _new = Running::start(practice.args(["practice", "lights-out"]));
    let window = gnome.window("Lights Out");
    let portal = ScriptedPortal::start(&gnome, window.id);
    for asked in [1, 1] {
        played("lights-practice");
        assert_eq!(portal.asked(), asked);
    }
}
