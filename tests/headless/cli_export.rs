//! `export`: pictures, animations and graphs from the command line.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::AnimationDecoder as _;
use predicates::prelude::*;
use testkit::cli::planwright;

const LEVEL: &str = "logo\n\n....2.\n...212\n....2.\n";
const ROBOT: &str = "light-bot\nrobot 1 1 E\n\n0 0 0*\n";
const RIVER: &str = "levels/gdl/02-wolf-goat-cabbage.kif";

fn gif_frames(path: &Path) -> Vec<image::Frame> {
    let bytes = fs::read(path).expect("was written");
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(bytes)).expect("is a GIF");
    decoder.into_frames().collect_frames().expect("decodes")
}

#[test]
fn a_plan_becomes_an_animation_with_a_picture_a_step() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let out = folder.path().join("plan.gif");
    let args = ["export", "-", "--to", "gif", "--delay-ms", "200", "-o"];
    planwright()
        .args(args)
        .arg(&out)
        .write_stdin(LEVEL)
        .assert()
        .success();
    let frames = gif_frames(&out);
    assert_eq!(frames.len(), 6, "five stamps");
    assert_eq!(frames[0].delay().numer_denom_ms(), (200, 1));
    assert_eq!(frames[5].delay().numer_denom_ms(), (600, 1));
}

#[test]
fn the_river_has_an_animation_of_eight_frames_on_its_graph() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let out = folder.path().join("river.gif");
    let args = ["export", RIVER, "--of", "graph", "--to", "gif", "-o"];
    planwright().args(args).arg(&out).assert().success();
    assert_eq!(gif_frames(&out).len(), 8);
    let args = [
        "export", RIVER, "--of", "graph", "--walk", "search", "--to", "gif", "-o",
    ];
    planwright().args(args).arg(&out).assert().success();
    assert_eq!(
        gif_frames(&out).len(),
        16,
        "a frame for each state, and all of it"
    );
}

#[test]
fn dot_has_every_state_and_move() {
    let output = planwright()
        .args(["export", RIVER, "--to", "dot"])
        .output()
        .expect("runs");
    let text = String::from_utf8(output.stdout).expect("is text");
    assert_eq!(text.matches(" -> ").count(), 26, "{text}");
    assert_eq!(text.matches("doublecircle").count(), 1);
    assert!(text.starts_with("digraph"));
}

#[test]
fn a_given_plan_is_drawn_and_a_wrong_one_refused() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let level = folder.path().join("level.txt");
    let plan = folder.path().join("plan.txt");
    fs::write(&level, LEVEL).expect("is writable");
    let solved = planwright()
        .arg("solve")
        .arg(&level)
        .output()
        .expect("runs");
    fs::write(&plan, &solved.stdout).expect("is writable");
    let export = || {
        let mut command = planwright();
        command
            .arg("export")
            .arg(&level)
            .args(["--to", "svg", "--plan"])
            .arg(&plan);
        command
    };
    export()
        .assert()
        .success()
        .stdout(predicate::str::contains("5 of 5: done"));
    fs::write(&plan, "1 1\n").expect("is writable");
    export()
        .assert()
        .code(2)
        .stderr(predicate::str::contains("plan.txt"));
}

#[test]
fn what_cannot_be_had_is_told() {
    let impossible = "logo\n\n...\n.2.\n...\n";
    let svg = ["export", "-", "--to", "svg"];
    planwright()
        .args(svg)
        .write_stdin(impossible)
        .assert()
        .code(1);
    let level = ["export", "-", "--to", "svg", "--of", "level"];
    planwright()
        .args(level)
        .write_stdin(impossible)
        .assert()
        .success();
    let dot = ["export", "-", "--to", "dot", "--of", "plan"];
    planwright().args(dot).write_stdin(LEVEL).assert().code(2);
    let huge = ["export", "-", "--to", "png", "--scale", "9"];
    planwright().args(huge).write_stdin(LEVEL).assert().code(2);
}

#[test]
fn of_a_program_the_run_is_drawn_step_by_step() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let out = folder.path().join("run.gif");
    let export = |more: &[&str]| {
        let mut command = planwright();
        command.args(["export", "-", "--to", "gif", "-o"]).arg(&out);
        command.args(more).write_stdin(ROBOT).assert()
    };
    export(&["--plan", "main: 1 f1: F1"])
        .code(2)
        .stderr(predicate::str::contains("not solved"));
    export(&["--plan", "main: F1 f1: FX"]).success().stderr("");
    let frames = gif_frames(&out);
    assert_eq!(frames.len(), 5, "the start, F, the call, F, X");
    assert_eq!(frames[0].delay().numer_denom_ms(), (250, 1));
    let pictures: Vec<_> = frames.iter().map(|frame| frame.buffer()).collect();
    assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]));
    export(&["--of", "plan", "--plan", "main: F1 f1: FX"]).success();
    assert_eq!(gif_frames(&out).len(), 3, "two moves write it");
    planwright()
        .args(["export", "-", "--of", "run", "--to", "gif"])
        .write_stdin(LEVEL)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--of plan"));
}

#[test]
fn of_a_long_run_so_many_pictures_are_made_and_told() {
    let level = "light-bot\nrobot 1 1 E\nslots 30 30 30\n\n0 0 0 0*\n";
    // Turns about, and about, and goes to the light in the end.
    let (calls, turns) = ("1".repeat(26), "R".repeat(28));
    let program = format!("main: {calls}FFFX f1: {} f2: {turns}", "2".repeat(30));
    let export = |form: &str| {
        let mut command = planwright();
        command.args([
            "export", "-", "--scale", "0.25", "--to", form, "--plan", &program,
        ]);
        command.write_stdin(level).assert().success()
    };
    let all = "The run has 22650 steps";
    let svg = export("svg").stderr(predicate::str::contains(format!("{all}: 24 moments")));
    let svg = String::from_utf8(svg.get_output().stdout.clone()).expect("is text");
    assert_eq!(svg.matches("of 22650").count(), 24);
    assert!(
        svg.contains("Step 22650 of 22650: light (main, slot 30)"),
        "the end is shown"
    );
    let gif = export("gif").stderr(predicate::str::contains(format!("{all}: one in 46")));
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(&gif.get_output().stdout));
    let frames = decoder.expect("is a GIF").into_frames().count();
    assert_eq!(frames, 494, "493 of them lead to the last step");
}

/// The moves of a graph in DOT: from, to, attributes.
fn edges(dot: &str) -> Vec<(usize, usize, &str)> {
    let edge = |line| {
        let (from, rest) = str::split_once(line, " -> ")?;
        let (to, rest) = rest.split_once(" [")?;
        Some((from.trim().parse().ok()?, to.parse().ok()?, rest))
    };
    dot.lines().filter_map(edge).collect()
}

#[test]
fn whoever_follows_the_best_moves_of_a_graph_gets_home() {
    let output = planwright()
        .args(["export", RIVER, "--to", "dot", "--walk", "search"])
        .output()
        .expect("runs");
    let text = String::from_utf8(output.stdout).expect("is text");
    let edges = edges(&text);
    let home = text.lines().find(|line| line.contains("doublecircle"));
    let home = home.and_then(|line| line.trim().split(' ').next()?.parse().ok());
    for start in 0..15 {
        let (mut at, mut left) = (start, None);
        while Some(at) != home {
            let mut best = edges.iter().filter(|(from, _, _)| *from == at);
            let Some((_, to, label)) = best.find(|edge| edge.2.contains("forestgreen")) else {
                let lost = text
                    .lines()
                    .find(|line| line.starts_with(&format!("  {start} [")));
                assert!(
                    lost.is_some_and(|line| line.contains("worth 0")),
                    "{start}: {text}"
                );
                break;
            };
            // The value says how far it is from there, and falls with each step.
            let value = label
                .split("\\n")
                .nth(1)
                .and_then(|rest| rest.split('"').next());
            let distance = value.expect("has one").rsplit(' ').next();
            let now: usize = match value {
                Some("100" | "0") => 0,
                _ => distance
                    .and_then(|number| number.parse().ok())
                    .expect("is a number"),
            };
            assert!(left.is_none_or(|left| now + 1 == left), "{label}");
            left = Some(now);
            at = *to;
        }
    }
    // Moves that lead back lead up in the picture.
    let back = |edge: &&(usize, usize, &str)| edge.2.contains("dashed");
    assert!(edges.iter().filter(back).all(|(from, to, _)| to < from));
    assert_eq!(edges.iter().filter(back).count(), 11, "{text}");
}

fn apng_frames(path: &Path) -> usize {
    let bytes = fs::read(path).expect("was written");
    let decoder = image::codecs::png::PngDecoder::new(Cursor::new(bytes)).expect("is a PNG");
    let frames = decoder.apng().expect("is animated").into_frames();
    frames.collect_frames().expect("decodes").len()
}

#[test]
fn a_solvers_search_becomes_an_animation() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let out = folder.path().join("search.png");
    let graph = ["export", RIVER, "--of", "graph", "--order", "solver"];
    let animate = |more: &[&str]| {
        let mut command = planwright();
        command.args(graph).args(more);
        command
            .args(["--walk", "search", "--to", "apng", "-o"])
            .arg(&out);
        command.assert().success();
        apng_frames(&out)
    };
    let wide = animate(&["--solver", "search", "--set", "method=breadth-first"]);
    let led = animate(&["--solver", "search", "--set", "method=a-star"]);
    assert!(led <= wide && led > 8, "{led} {wide}");
    let deep = animate(&["--solver", "iterative-deepening"]);
    assert!(deep > 40, "{deep}: a round for each depth");
    let drawn = |more: &[&str]| {
        planwright()
            .args(graph)
            .args(more)
            .args(["--to", "svg"])
            .assert()
    };
    let svg = drawn(&["--solver", "iterative-deepening"]).success();
    svg.stdout(predicate::str::contains("looked at as number"));
    let few = drawn(&["--solver", "search", "--states", "6"]).success();
    few.stdout(
        predicate::str::contains("6 states").and(predicate::str::contains("more looked at")),
    );
    drawn(&["--solver", "sat"])
        .code(2)
        .stderr(predicate::str::contains(
            "use --solver auto or search or iterative-deepening",
        ));
    let other = [
        "export", "-", "--of", "graph", "--order", "solver", "--to", "svg",
    ];
    let other = planwright().args(other).write_stdin(LEVEL).assert().code(2);
    other.stderr(predicate::str::contains("use --order breadth or depth"));
}

#[test]
fn the_way_home_is_an_animation() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let out = folder.path().join("home.gif");
    let walk = |from: &str| {
        let mut command = planwright();
        command.args([
            "export", RIVER, "--of", "graph", "--walk", "best", "--from", from,
        ]);
        command.args(["--to", "gif", "-o"]).arg(&out).assert()
    };
    walk("0").success();
    assert_eq!(gif_frames(&out).len(), 8);
    walk("99")
        .code(2)
        .stderr(predicate::str::contains("0 to 14"));
}
