//! The command line as scripts and people use it: streams, signals, help, and the small commands.

use std::io::Read as _;
use std::time::Duration;

use planwright::games;
use planwright::games::load::load;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match};
use testkit::cli::{Dir, interrupt, until_worked};
use testkit::conformance::conformance;

pub const CROSS: &str =
    "logo\n\n..........\n....2.....\n...212....\n....2.....\n..........\n..........\n";

/// A level that takes a solver long.
pub fn slow(solver: &str) -> String {
    let game = games::by_id("logo").expect("is there");
    let mut slow = conformance(game).slow.into_iter();
    let found = slow.find(|(id, _)| *id == solver);
    found.expect("has a slow level").1
}

#[test]
fn convert_is_reversible() {
    let dir = Dir::default().with(
        "cross.txt",
        format!("; c\n{}", CROSS.replace("logo\n", "logo\ntitle A cross\n")),
    );
    dir.run("convert cross.txt --to ron -o cross.ron")
        .code(0)
        .stdout(is_empty());
    let expected = CROSS.replace("logo\n", "logo\ntitle A cross\n");
    assert_eq!(dir.printed("convert cross.ron --to txt"), expected);
    // The file is replaced, and no temporary file remains.
    dir.run("convert cross.txt --to txt -o cross.ron").code(0);
    assert_eq!(dir.read("cross.ron"), expected);
    assert_eq!(
        std::fs::read_dir(dir.path(""))
            .expect("is a folder")
            .count(),
        2
    );
}

#[test]
fn a_failed_convert_keeps_the_old_file() {
    let dir = Dir::default()
        .with("broken.txt", "logo\n\n5\n")
        .with("old.ron", "old");
    dir.run("convert broken.txt --to ron -o old.ron").code(2);
    assert_eq!(dir.read("old.ron"), "old");
    let dir = Dir::default().with("cross.txt", CROSS).with("file", "");
    dir.run("convert cross.txt --to ron -o file/x.ron")
        .code(2)
        .stderr(contains("file/x.ron"));
}

#[test]
fn games_lists_every_game_and_solver() {
    let dir = Dir::default();
    dir.run("games")
        .code(0)
        .stdout(contains("logo").and(contains("peel (default)")));
    let object = dir.json("games --json", 0);
    let listed = object["games"].as_array().expect("is a list");
    assert_eq!(listed.len(), games::all().len());
    for (row, game) in listed.iter().zip(games::all().iter().copied()) {
        assert_eq!(row["id"], game.info().id);
        let solvers = row["solvers"].as_array().expect("is a list");
        assert_eq!(solvers.len(), game.solvers().len());
        assert_eq!(solvers[0]["default"], true);
    }
}

#[test]
fn profiles_are_listed_shown_and_checked() {
    let broken = "(version: 2, id: \"mine\", base: \"logo-fuse\", game: \"lego\")";
    let dir = Dir::default()
        .with("mine.ron", broken)
        .with("worse.ron", "(\n id: 3)");
    dir.run("profile list")
        .code(0)
        .stdout(contains("logo-fuse"));
    let object = dir.json("profile list --json", 0);
    assert!(
        object["profiles"]
            .as_array()
            .is_some_and(|rows| rows.len() >= 2)
    );
    let dir = dir.with_printed("shown.ron", "profile show logo-practice");
    assert!(dir.read("shown.ron").contains("palette"), "of the base");
    dir.run("profile check shown.ron").code(0);
    dir.run("profile check")
        .code(0)
        .stdout(contains("logo-fuse"));
    dir.run("profile check mine.ron")
        .code(2)
        .stdout(contains("no game ‘lego’"));
    dir.run("profile check worse.ron")
        .code(2)
        .stdout(contains("line 2"));
}

#[test]
fn profiles_go_from_one_person_to_another_as_one_file() {
    let giver = Dir::default().with_printed("own.ron", "profile show lightsoff");
    let own = giver.read("own.ron").replace("\"lightsoff\"", "\"mine\"");
    let mine = giver
        .with("home/config/profiles/mine.ron", &own)
        .with("home/data/profile-pictures/mine/draft.ron", "(said: 1)")
        .with(
            "home/data/profile-pictures/mine/picture-1.png",
            b"\x89PNG\r\n\x1a\nrest",
        );
    mine.run("profile export mine").code(0);
    mine.run("profile export nobody").code(2);
    mine.run("profile import mine.pwprofile")
        .code(2)
        .stderr(contains("--replace"));
    mine.run("profile import mine.pwprofile --replace").code(0);

    let file = mine.read("mine.pwprofile");
    let other = Dir::default()
        .with("mine.pwprofile", &file)
        .with("hostile.pwprofile", file.replace("mine", "../mine"))
        .with(
            "later.pwprofile",
            file.replacen("version: 1", "version: 9", 1),
        )
        .with("torn.pwprofile", &file[..file.len() / 2]);
    for (name, said) in [
        ("hostile", "small letters"),
        ("later", "version 9"),
        ("torn", "line"),
    ] {
        other
            .run(&format!("profile import {name}.pwprofile"))
            .code(2)
            .stderr(contains(said).and(contains(name)));
        other
            .run(&format!("profile check {name}.pwprofile"))
            .code(2)
            .stdout(contains(said).and(contains(name)));
    }
    other.run("profile check mine.pwprofile").code(0);
    other.run("profile import mine.pwprofile").code(0);
    other.run("profile check mine").code(0);
    assert_eq!(
        other.read("home/data/profile-pictures/mine/draft.ron"),
        "(said: 1)"
    );
    other.run("profile export mine -o again.pwprofile").code(0);
    assert_eq!(other.read("again.pwprofile"), file);
}

#[test]
fn completions_for_every_shell() {
    let dir = Dir::default().with_printed("script", "completions bash");
    for (shell, part) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef planwright"),
        ("fish", "complete -c planwright"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        dir.run(&format!("completions {shell}")).code(0).stdout(
            contains(part)
                .and(contains("fewest").not())
                .and(contains("practice")),
        );
    }
    let checked = std::process::Command::new("bash")
        .args(["-n", "script"])
        .current_dir(dir.path(""))
        .status();
    assert!(checked.expect("bash runs").success());
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = Dir::default();
    dir.run("man pages").code(0).stdout(is_empty());
    assert!(
        dir.read("pages/planwright.1")
            .contains("Level files to open")
    );
    assert!(dir.read("pages/planwright-profile-show.1").contains(".TH"));
    let dir = dir.with("taken", "");
    dir.run("man taken")
        .code(2)
        .stderr(contains("taken").and(contains("cannot be written")));
}

#[test]
fn every_command_has_help_with_an_example() {
    let dir = Dir::default();
    dir.run("--help").code(0).stdout(contains("Examples:"));
    let help = dir.printed("-h");
    let commands: Vec<_> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    for wanted in [
        "games",
        "solve",
        "verify",
        "import",
        "practice",
        "convert",
        "profile",
        "completions",
    ] {
        assert!(commands.contains(&wanted), "{wanted}");
    }
    for command in commands.into_iter().chain([
        "profile list",
        "profile show",
        "profile check",
        "profile export",
        "profile import",
    ]) {
        let example = format!("  planwright {command}");
        dir.run(&format!("{command} --help"))
            .code(0)
            .stdout(contains("Examples:").and(contains(example)))
            .stderr(is_empty());
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let dir = Dir::default().with("big.txt", long_plan(200));
    for args in ["solve big.txt -q", "completions zsh"] {
        let mut child = dir.spawn(args);
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("ends");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), message.as_str()), (Some(0), ""));
    }
}

/// A level whose plan is longer than a pipe's buffer.
fn long_plan(side: usize) -> String {
    // Rows of separate 1s: any order solves it.
    let row = "1.".repeat(side / 2) + "\n";
    let empty = ".".repeat(side / 2 * 2) + "\n";
    format!("logo\n\n{}", (row + &empty).repeat(side / 2))
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_best_plan_and_ends_with_130() {
    let dir = Dir::default().with("slow.txt", slow("fewest-keys"));
    let mut child = dir.spawn("solve slow.txt --solver fewest-keys --optimal");
    until_worked(&child, Duration::from_millis(500));
    interrupt(&child);
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("is piped");
    stderr.read_to_string(&mut errors).expect("is text");
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(errors.contains("interrupted: best so far"), "{errors}");
    dir.pipe(output.stdout, "verify slow.txt -").code(0);
}

#[test]
fn import_refuses_other_files_and_pictures() {
    let dir = Dir::default().with("text.png", "no picture");
    let mut grey = image::RgbImage::new(320, 240);
    for (x, _, pixel) in grey.enumerate_pixels_mut() {
        *pixel = image::Rgb([x as u8, 90, 90]);
    }
    grey.save(dir.path("grey.png")).expect("is writable");
    let import = |picture: &str| dir.run(&format!("import {picture} --profile logo-fuse"));
    import("text.png").code(2).stderr(contains("not a picture"));
    import("grey.png")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("does not show what the profile"));
    // A board that none of the game's levels looks like, although every cell is clear.
    let sokoban = games::by_id("sokoban").expect("is a game");
    let [left, right] = ["#@ $.#", "# @$.#"].map(|row| {
        let text = format!("sokoban\n\n######\n{row}\n######\n");
        let level = load(text.as_bytes(), None, None).expect("is a level");
        let practice = sokoban.practice(&[level], 1).expect("has a window");
        testkit::practice::picture(practice.as_ref())
    });
    let pixels = || left.enumerate_pixels();
    let differing = pixels().filter(|(x, y, pixel)| right.get_pixel(*x, *y) != *pixel);
    let columns: Vec<u32> = differing.map(|(x, ..)| x).collect();
    let middle =
        (columns.iter().min().expect("differ") + columns.iter().max().expect("differ")) / 2;
    let mut nobody = right.clone();
    for (x, y, pixel) in pixels().filter(|(x, ..)| *x > middle) {
        nobody.put_pixel(x, y, *pixel);
    }
    nobody.save(dir.path("nobody.png")).expect("is writable");
    dir.run("import nobody.png --profile sokoban-practice")
        .code(2)
        .stdout(is_empty())
        .stderr(contains(
            "does not look like Sokoban: the level has no pusher",
        ));
    import("missing.png")
        .code(2)
        .stderr(contains("missing.png"));
    dir.run("import --profile logo-fuse").code(2);
    dir.pipe("x", "import - --profile logo-fuse").code(2);
}

#[test]
fn commands_with_windows_need_a_display() {
    let dir = Dir::default().with("small.txt", "logo\n\n1\n");
    dir.run("").code(2).stderr(contains("display"));
    dir.run("practice logo")
        .code(2)
        .stderr(contains("display").and(contains(".rs").not()));
    dir.run("practice logo small.txt")
        .code(2)
        .stderr(contains("small.txt").and(contains("6×10")));
    dir.run("practice gdl")
        .code(2)
        .stderr(contains("no practice window"));
}

#[test]
fn autoplay_says_what_is_missing() {
    let dir = Dir::default();
    dir.run("autoplay --profile logo-practice --yes")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("DISPLAY"));
    dir.run("autoplay --profile logo-practise --yes")
        .code(2)
        .stderr(contains("did you mean ‘logo-practice’?"));
    dir.run("autoplay --profile logo-practice --solver pel")
        .code(2)
        .stderr(contains("did you mean ‘peel’?"));
    dir.run("autoplay --profile logo-practice --levels 0")
        .code(2);
    dir.run("import --window --profile logo-practice")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("DISPLAY"));
}

#[test]
fn the_menu_entry_is_added_and_removed() {
    let dir = Dir::default();
    let menu = |word: &str| {
        let mut command = dir.command(&format!("menu {word}"));
        command.env("HOME", dir.path(""));
        command.env("XDG_DATA_HOME", dir.path("share"));
        command.assert().success();
    };
    let entry = "share/applications/planwright.desktop";
    menu("add");
    let text = dir.read(entry);
    assert!(
        text.contains("Exec=\"") && text.contains("planwright\" %F\n"),
        "{text}"
    );
    let icon = dir.path("share/icons/hicolor/256x256/apps/planwright.png");
    assert_eq!(image::open(&icon).expect("is a picture").width(), 256);
    let kinds = dir.path("share/mime/packages/planwright.xml");
    assert!(kinds.exists());
    menu("remove");
    assert!(!dir.path(entry).exists() && !icon.exists() && !kinds.exists());
    menu("remove");
}

#[test]
fn history_lists_runs_and_shows_one() {
    let dir = Dir::default();
    dir.run("history")
        .success()
        .stdout(is_empty())
        .stderr(contains("No runs yet"));
    for (id, game, state) in [
        ("20260101-101500-logo-fuse", "logo", "done"),
        ("20260203-101500-flip", "lights-out", "running"),
    ] {
        let folder = dir.path("home/state/history").join(id);
        std::fs::create_dir_all(&folder).expect("can be made");
        let run = serde_json::json!({
            "version": 1, "profile": &id[16..], "title": "A window", "game": game,
            "started": "2026-01-01T10:15:00Z", "state": state, "text": "All is said.",
            "elapsed_s": 12.5, "keys": 40,
            "levels": [{
                "level": 1, "text": "logo\n\n1\n", "plan": ["1 1"], "made": 1, "solved": true,
                "keys": 40, "confirmed": 38, "lost": 2, "doubled": 0, "time_s": 10.0,
                "planning_s": 0.5, "presses": 38, "plain_presses": 45,
            }],
            "troubles": [{ "at_s": 3.0, "level": 1, "text": "It went on by itself.", "picture": "0002.png" }],
        });
        std::fs::write(folder.join("run.json"), run.to_string()).expect("can be written");
    }
    let broken = dir.path("home/state/history/20260301-000000-mine");
    std::fs::create_dir_all(&broken).expect("can be made");
    std::fs::write(broken.join("run.json"), "{").expect("can be written");
    let lines = "(?m)\\A20260301.*cannot be read.*\n20260203.*interrupted.*\n\
                 .*done, 1 of 1 level, 40 keys, 2 missed, 0 repeated, 12.5 s";
    dir.run("history")
        .success()
        .stdout(is_match(lines).expect("is a pattern"));
    let some = dir.json("history --game logo --json", 0);
    let runs = some["runs"].as_array().expect("is a list");
    assert_eq!(runs.len(), 1);
    assert_eq!(runs[0]["id"], "20260101-101500-logo-fuse");
    assert_eq!(runs[0]["levels"][0]["presses"], 38);
    dir.run("history 20260101-101500-logo-fuse")
        .success()
        .stdout(contains("7 presses saved").and(contains("It went on by itself. (0002.png)")));
    dir.run("history yesterday")
        .code(2)
        .stderr(contains("there is no run ‘yesterday’"));
    dir.run("history 20260301-000000-mine")
        .code(2)
        .stderr(contains("run.json"));
}
