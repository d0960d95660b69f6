//! The examples in docs/command-line.md and in `--help` work when pasted.

use std::path::Path;
use std::process::Command;

const LEVEL: &str = "logo\n\n....2.\n...212\n....2.\n";

/// A plan of `game.kif` that rows back and forth once too often.
const DETOUR: &str = "\
(take goat)\nrow\nrow\nrow\n(take wolf)\n(take goat)\n(take cabbage)\nrow\n(take goat)\n";

/// A level whose program is found and proved at once.
const ROBOT: &str = "light-bot\nrobot 1 1 E\n\n0 0 0*\n";

/// A level that the greedy search solves only with its preset.
const LIGHTS: &str = include_str!("../../levels/lights-out/29-seven-by-seven.txt");

/// Writes the level files that the examples use.
fn write_levels(folder: &Path) {
    let far = "levels/light-bot/12-";
    let mut shipped = std::fs::read_dir("levels/light-bot").expect("is there");
    let path = shipped.find_map(|entry| {
        let path = entry.expect("is readable").path();
        path.to_string_lossy().starts_with(far).then_some(path)
    });
    let robot = std::fs::read_to_string(path.expect("is there")).expect("is readable");
    let river = std::fs::read_to_string("levels/gdl/02-wolf-goat-cabbage.kif");
    for (name, text) in [
        ("game.kif", river.expect("is readable").as_str()),
        ("my-moves.txt", DETOUR),
        ("my-level.txt", LEVEL),
        ("robot.txt", ROBOT),
        ("light-bot.txt", &robot),
        ("lights.txt", LIGHTS),
    ] {
        std::fs::write(folder.join(name), text).expect("is writable");
    }
}

/// Runs a line in a shell, with the program on its path.
#[track_caller]
fn paste(line: &str, folder: &Path) {
    let program = testkit::program::planwright();
    let found = program.parent().expect("is in a folder");
    let path = std::env::var("PATH").expect("is set");
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", found.display()))
        .env("PLANWRIGHT_HOME", folder.join("home"))
        .env_remove("DISPLAY")
        .output()
        .expect("there is a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
}

#[test]
fn the_examples_of_the_page_work() {
    let page = include_str!("../../docs/command-line.md");
    let folder = tempfile::tempdir().expect("has a temporary folder");
    write_levels(folder.path());
    let mut run = 0;
    for block in page.split("```sh\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for line in block.lines() {
            paste(line, folder.path());
            run += 1;
        }
    }
    assert!(run > 10, "{run}");
}

#[test]
fn the_examples_of_help_work() {
    let windows = ["autoplay", "practice", "import", "workbench"];
    for command in [
        "games",
        "solve",
        "verify",
        "play",
        "generate",
        "tune",
        "convert",
        "export",
        "profile list",
    ] {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        write_levels(folder.path());
        paste(
            "planwright convert my-level.txt --to ron -o my-level.ron",
            folder.path(),
        );
        paste("planwright solve my-level.txt > plan.txt", folder.path());
        let help = Command::new(testkit::program::planwright())
            .args(command.split(' '))
            .arg("--help")
            .output()
            .expect("is built");
        let help = String::from_utf8(help.stdout).expect("is text");
        let lines: Vec<_> = help
            .lines()
            .map(str::trim)
            .skip_while(|line| *line != "Examples:")
            .filter(|line| line.starts_with("planwright "))
            .filter(|line| !windows.iter().any(|name| line.contains(name)))
            // Not installed on every machine.
            .filter(|line| !line.contains("jq "))
            .collect();
        assert!(!lines.is_empty(), "{command} has no examples:\n{help}");
        for line in lines {
            paste(line, folder.path());
        }
    }
}
