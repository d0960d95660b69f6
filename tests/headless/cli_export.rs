//! `export`: pictures, animations and graphs from the command line.

use std::io::Cursor;

use image::AnimationDecoder as _;
use predicates::prelude::*;
use predicates::str::contains;
use testkit::cli::Dir;

const LEVEL: &str = "logo\n\n....2.\n...212\n....2.\n";
const ROBOT: &str = "light-bot\nrobot 1 1 E\n\n0 0 0*\n";
const RIVER: &str = "gdl/02-wolf-goat-cabbage";

fn dir() -> Dir {
    let dir = Dir::default().with("level.txt", LEVEL);
    dir.with("robot.txt", ROBOT)
}

fn gif_frames(dir: &Dir, file: &str) -> Vec<image::Frame> {
    let bytes = std::fs::read(dir.path(file)).expect("was written");
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(bytes)).expect("is a GIF");
    decoder.into_frames().collect_frames().expect("decodes")
}

#[test]
fn a_plan_becomes_an_animation_with_one_picture_per_step() {
    let dir = dir();
    dir.run("export level.txt --to gif --delay-ms 200 -o plan.gif")
        .success();
    let frames = gif_frames(&dir, "plan.gif");
    assert_eq!(frames.len(), 6, "five stamps");
    assert_eq!(frames[0].delay().numer_denom_ms(), (200, 1));
    assert_eq!(frames[5].delay().numer_denom_ms(), (600, 1));
}

#[test]
fn a_move_that_goes_on_by_itself_is_drawn_step_by_step() {
    let dir = Dir::default();
    let plan = "export puzzlescript/02-curling-club --to gif -o plan.gif";
    dir.run(plan).success();
    let frames = gif_frames(&dir, "plan.gif");
    let brief = |frame: &&image::Frame| frame.delay().numer_denom_ms().0 < 700;
    let between = frames.iter().filter(brief).count();
    assert!(between > 0 && between < frames.len() - 1, "{between}");
}

#[test]
fn an_animation_of_a_graph_shows_the_plan_or_the_search() {
    let dir = dir();
    let graph = format!("export {RIVER} --of graph --to gif -o river.gif");
    dir.run(&graph).success();
    assert_eq!(gif_frames(&dir, "river.gif").len(), 8);
    dir.run(&format!("{graph} --walk search")).success();
    let frames = gif_frames(&dir, "river.gif").len();
    assert_eq!(frames, 16, "a frame for each state, and all of it");
}

#[test]
fn dot_has_every_state_and_move() {
    let text = dir().printed(&format!("export {RIVER} --to dot"));
    assert_eq!(text.matches(" -> ").count(), 26, "{text}");
    assert_eq!(text.matches("doublecircle").count(), 1);
    assert!(text.starts_with("digraph") && text.contains("100 in 6"));
    let moves = text.lines().filter(|line| line.contains(" -> "));
    let back = moves.filter(|line| line.contains("dashed")).count();
    assert_eq!(back, 11, "moves that lead back");
}

#[test]
fn a_correct_plan_is_drawn_and_a_wrong_one_refused() {
    let dir = dir();
    let dir = dir.with_printed("plan.txt", "solve level.txt");
    let export = "export level.txt --to svg --plan plan.txt";
    dir.run(export).success().stdout(contains("5 of 5: done"));
    let dir = dir.with("plan.txt", "1 1\n");
    dir.run(export).code(2).stderr(contains("plan.txt"));
}

#[test]
fn impossible_exports_are_refused() {
    let dir = dir().with("impossible.txt", "logo\n\n...\n.2.\n...\n");
    dir.run("export impossible.txt --to svg").code(1);
    dir.run("export impossible.txt --to svg --of level")
        .success();
    dir.run("export level.txt --to dot --of plan").code(2);
    dir.run("export level.txt --to png --scale 9").code(2);
}

#[test]
fn the_run_of_a_program_is_drawn_step_by_step() {
    let dir = dir();
    let export = |more: &str| dir.run(&format!("export robot.txt --to gif -o run.gif {more}"));
    export("--plan 'main: 1 f1: F1'")
        .code(2)
        .stderr(contains("not solved"));
    export("--plan 'main: F1 f1: FX'").success().stderr("");
    let frames = gif_frames(&dir, "run.gif");
    assert_eq!(frames.len(), 5, "the start, F, the call, F, X");
    assert_eq!(frames[0].delay().numer_denom_ms(), (250, 1));
    let pictures: Vec<_> = frames.iter().map(|frame| frame.buffer()).collect();
    assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]));
    export("--of plan --plan 'main: F1 f1: FX'").success();
    let frames = gif_frames(&dir, "run.gif").len();
    assert_eq!(frames, 3, "two moves write it");
    dir.run("export level.txt --of run --to gif")
        .code(2)
        .stderr(contains("--of plan"));
}

#[test]
fn the_pictures_of_a_long_run_are_limited() {
    let level = "light-bot\nrobot 1 1 E\nslots 30 30 30\n\n0 0 0 0*\n";
    // Turns around again and again before it goes to the light.
    let (calls, turns) = ("1".repeat(26), "R".repeat(28));
    let program = format!("main: {calls}FFFX f1: {} f2: {turns}", "2".repeat(30));
    let dir = Dir::default().with("long.txt", level);
    let export = |form: &str| {
        let line = format!("export long.txt --scale 0.25 --to {form} --plan '{program}'");
        dir.run(&line).success()
    };
    let all = "22,650 steps";
    let svg = export("svg").stderr(contains(format!("Showing 24 of {all}")));
    let svg = String::from_utf8(svg.get_output().stdout.clone()).expect("is text");
    assert_eq!(svg.matches("of 22,650").count(), 24);
    assert!(
        svg.contains("Step 22,650 of 22,650: light (main, slot 30)"),
        "the end is shown"
    );
    let gif = export("gif").stderr(contains(format!("one in 46 of {all}")));
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(&gif.get_output().stdout));
    let frames = decoder.expect("is a GIF").into_frames().count();
    assert_eq!(frames, 494, "493 of them lead to the last step");
}

fn apng_frames(dir: &Dir, file: &str) -> usize {
    let bytes = std::fs::read(dir.path(file)).expect("was written");
    let decoder = image::codecs::png::PngDecoder::new(Cursor::new(bytes)).expect("is a PNG");
    let frames = decoder.apng().expect("is animated").into_frames();
    frames.collect_frames().expect("decodes").len()
}

#[test]
fn a_solvers_search_becomes_an_animation() {
    let dir = dir();
    let graph = format!("export {RIVER} --of graph --order solver");
    let animate = |solver: &str| {
        let walk = "--walk search --to apng -o search.png";
        dir.run(&format!("{graph} {walk} --solver {solver}"))
            .success();
        apng_frames(&dir, "search.png")
    };
    let wide = animate("search --set method=breadth-first");
    let led = animate("search --set method=a-star");
    assert!(led <= wide && led > 8, "{led} {wide}");
    let deep = animate("iterative-deepening");
    assert!(deep > 40, "{deep}: a round for each depth");
    let drawn = |solver: &str| dir.run(&format!("{graph} --to svg --solver {solver}"));
    let svg = drawn("iterative-deepening").success();
    svg.stdout(contains("explored as number"));
    let few = drawn("search --states 6").success();
    few.stdout(contains("6 states").and(contains("more explored")));
    drawn("sat").code(2).stderr(contains(
        "use --solver auto or search or iterative-deepening",
    ));
    dir.run("export level.txt --of graph --order solver --to svg")
        .code(2)
        .stderr(contains("use --order breadth or depth"));
}

#[test]
fn the_best_moves_from_a_state_are_an_animation() {
    let dir = dir();
    let walk = |from: usize| {
        let best = format!("export {RIVER} --of graph --walk best --to gif -o home.gif");
        dir.run(&format!("{best} --from {from}"))
    };
    walk(0).success();
    assert_eq!(gif_frames(&dir, "home.gif").len(), 8);
    walk(99).code(2).stderr(contains("0 to 14"));
}
