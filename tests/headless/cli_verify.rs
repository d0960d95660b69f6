//! `verify`: plans and programs replayed under the rules.

use planwright::games;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::json;
use testkit::cli::{Dir, assert_has};
use testkit::conformance::conformance;

use super::cli::CROSS;

#[test]
fn correct_and_wrong_plans() {
    let dir = Dir::default()
        .with("cross.txt", CROSS)
        .with(
            "right.txt",
            "; a plan\r\n2 5\r\n3 4\r\n3 6\r\n4 5\r\n3 5\r\n",
        )
        .with("short.txt", "2 5\n3 4\n")
        .with("twice.txt", "2 5\n2 5\n")
        .with("outside.txt", "2 5\n7 1\n")
        .with("garbage.txt", "2 5\nF R F\n")
        .with("bytes.txt", b"2 5\n\xff\n");
    let verify = |plan: &str| dir.run(&format!("verify cross.txt {plan}"));
    verify("right.txt").code(0).stdout(contains("5 moves"));
    verify("short.txt").code(1).stdout(contains("not solved"));
    verify("twice.txt")
        .code(1)
        .stdout(contains("move 2").and(contains("already stamped")));
    verify("outside.txt")
        .code(1)
        .stdout(contains("move 2").and(contains("outside")));
    verify("garbage.txt")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("move 2"));
    verify("bytes.txt")
        .code(2)
        .stderr(contains("‘ÿ’ is not a move"));
    verify("missing.txt")
        .code(2)
        .stderr(contains("missing.txt"));
    let object = dir.json("verify cross.txt twice.txt --json", 1);
    assert_has(&object, &json!({ "valid": false, "step": 2 }));
}

#[test]
fn standard_input_is_read_only_once() {
    let dir = Dir::default().with("one.txt", "logo\n\n.1.\n");
    let level = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n";
    for line in [
        "verify - -",
        "verify -- -#2 -",
        "play --moves - -- -#2",
        "solve - --improve -",
        "export - --to txt --plan -",
        "batch one.txt - -- -#2",
        "check one.txt - -- -#2",
    ] {
        let assert = dir.pipe(level, line).code(2);
        assert.stderr(contains("standard input can be read only once"));
    }
}

/// A circular corridor with locked doors. Every room can be reached from every other; plans are as
/// long as the number of rooms.
fn corridor(rooms: usize) -> String {
    let mut text = String::from(
        "(role porter)\n\
         (<= (legal porter (unlock ?d)) (door ?d) (not (true (unlocked ?d))))\n\
         (<= (next (unlocked ?d)) (does porter (unlock ?d)))\n\
         (<= (next (unlocked ?d)) (true (unlocked ?d)))\n\
         (<= (open ?r) (room ?r) (not (door ?r)))\n(<= (open ?r) (true (unlocked ?r)))\n\
         (<= (way ?a ?b) (beside ?a ?b) (open ?b))\n\
         (<= (way ?a ?c) (way ?a ?b) (beside ?b ?c) (open ?c))\n",
    );
    for room in 1..=rooms {
        text += &format!("(room {room}) (beside {room} {})\n", room % rooms + 1);
    }
    for door in [rooms / 4, rooms / 2, rooms - 1] {
        text += &format!("(door {door})\n");
    }
    text + "(<= apart (room ?a) (room ?b) (not (way ?a ?b)))\n(<= terminal (not apart))\n\
            (<= (goal porter 100) (not apart))\n(<= (goal porter 0) apart)\n"
}

/// Rules that imply 2^40 words.
const WORDS: &str = "; seconds: 1\n(role player)\n(init start)\n(legal player go)\n(<= (next end) (true start))\n\
(<= terminal (true end))\n(goal player 100)\n(bit 0) (bit 1)\n\
(<= (word ?a ?b ?c ?d ?e ?f ?g ?h) (half ?a ?b ?c ?d) (half ?e ?f ?g ?h))\n\
(<= (half ?a ?b ?c ?d) (part ?a) (part ?b) (part ?c) (part ?d))\n\
(<= (part (p ?a ?b ?c ?d ?e)) (bit ?a) (bit ?b) (bit ?c) (bit ?d) (bit ?e))\n\
(<= (legal player stay) (word ?a ?a ?a ?a ?a ?a ?a ?a) (true start))\n";

#[test]
fn deep_rules_get_enough_time() {
    let dir = Dir::default()
        .with("corridor.kif", corridor(400))
        .with("right.txt", "(unlock 100)\n(unlock 399)\n(unlock 200)\n")
        .with("short.txt", "(unlock 100)\n(unlock 399)\n")
        .with("wall.txt", "(unlock 100)\n(unlock 101)\n");
    let verify = |plan: &str| dir.run(&format!("verify corridor.kif {plan}"));
    verify("right.txt").code(0).stdout(contains("3 moves"));
    verify("short.txt").code(1).stdout(contains("not solved"));
    verify("wall.txt").code(1).stdout(contains("move 2"));
}

#[test]
fn a_plan_that_reaches_a_limit_is_not_decided() {
    let dir = Dir::default()
        .with("words.kif", WORDS)
        .with("cross.txt", CROSS)
        .with("go.txt", "go\n")
        .with("stamps.txt", "2 5\n");
    let said = contains("not decided").and(contains("time limit"));
    dir.run("verify words.kif go.txt")
        .code(3)
        .stdout(said)
        .stdout(contains("wrong").not());
    let object = dir.json("verify words.kif go.txt --json", 3);
    assert!(object["valid"].is_null() && object["reason"].is_string());
    // Decided at once.
    dir.run("verify cross.txt stamps.txt --time-limit 0")
        .code(1);
}

const STAIRS: &str = "light-bot\nrobot 1 1 E\nslots 4 3\n\n0 0 1* 1*\n";
const VAULT: &str = "robos-escape\n\nS C \nOX  \n   E\n";

#[test]
fn programs_are_run_and_reported() {
    let dir = Dir::default()
        .with("stairs.txt", STAIRS)
        .with("vault.txt", VAULT)
        .with("good.txt", "; by hand\nmain: FJX1\r\nf1: FX\n")
        .with("lines.txt", "; spread out\nX F F\nL F F F\n");
    let verify = |level: &str, plan: &str| dir.run(&format!("verify {level} '{plan}'"));
    verify("stairs.txt", "main: FJX1 f1: FX")
        .code(0)
        .stdout(
            contains("correct")
                .and(contains("steps: 6"))
                .and(contains("lights: 2 of 2")),
        )
        .stdout(contains("score: 6 commands"));
    verify("stairs.txt", "good.txt").code(0);
    verify("stairs.txt", "main: FJX")
        .code(1)
        .stdout(contains("wrong").and(contains("lights: 1 of 2")))
        .stdout(contains("last command: X, number 3 of main"));
    verify("stairs.txt", "main: FJXFX")
        .code(1)
        .stdout(contains("line 1, column 11").and(contains("4 slots")));
    verify("stairs.txt", "main: FQ")
        .code(2)
        .stdout(is_empty())
        .stderr(contains("line 1, column 8"));
    verify("stairs.txt", "missing.txt")
        .code(2)
        .stderr(contains("missing.txt"));
    verify("vault.txt", "lines.txt")
        .code(0)
        .stdout(contains("coins: 0 of 1"));
    verify("vault.txt", "LF2")
        .code(1)
        .stdout(contains("no label '2"));
    dir.pipe("XFFLFFF", "verify vault.txt -")
        .code(0)
        .stdout(contains("33 points"));

    let object = dir.json("verify vault.txt LFFG --json", 1);
    assert_has(
        &object,
        &json!({ "valid": false, "steps": 4, "score": null }),
    );
    assert_eq!(object["coins"]["count"], 1);
    assert_has(
        &object["failed_at"],
        &json!({ "command": 4, "row": 1, "column": 3 }),
    );
    let object = dir.json("verify stairs.txt 'main: FFFFF' --json", 1);
    assert_eq!(object["errors"][0]["column"], 11);
    let object = dir.json("verify stairs.txt 'main: FJX1 f1: FX' --json", 0);
    assert_has(&object, &json!({ "score": 6, "failed_at": null }));
}

#[test]
fn every_plan_of_solve_is_correct() {
    for game in games::all() {
        for text in conformance(*game).small {
            let dir = Dir::default().with("level.txt", &text);
            dir.pipe(dir.printed("solve level.txt -q"), "verify level.txt -")
                .code(0);
        }
    }
}

#[test]
fn a_procedure_written_twice_is_refused_and_a_wait_is_played() {
    let game = |option: &str| {
        format!(
            "title Wait\n{option}\n\nOBJECTS\n\nBackground\nblack\n\nPlayer\nwhite\n\nGoal\nblue\n\nLEGEND\n\n\
             . = Background\nP = Player\nO = Goal\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nGoal\nPlayer\n\n\
             RULES\n\nWINCONDITIONS\n\nAll Player on Goal\n\nLEVELS\n\nP.O\n"
        )
    };
    let dir = Dir::default()
        .with("robot.txt", "light-bot\nrobot 1 1 E\n\n0 0 0*\n")
        .with("twice.txt", "main: FF\n\nmain: FFX\n")
        .with("clock.puzzlescript", game("realtime_interval 1"))
        .with("still.puzzlescript", game(""))
        .with("wait.txt", "r\n.\nr\n")
        .with("one.txt", "r\n");
    dir.run("verify robot.txt twice.txt").code(2).stderr(
        contains("twice.txt, line 3, column 1: main appears twice").and(contains("in one line")),
    );
    dir.run("verify clock.puzzlescript wait.txt").code(0);
    dir.run("verify still.puzzlescript wait.txt").code(0);
    dir.run("verify still.puzzlescript one.txt")
        .code(1)
        .stdout(contains("not solved after 1 move\n"));
}

#[test]
fn a_run_that_is_stopped_at_the_limit_of_steps_is_not_decided() {
    let dir = Dir::default()
        .with(
            "robot.txt",
            "light-bot\nrobot 1 1 E\nslots 30 repeat 99\n\n0 0 0*\n",
        )
        .with("long.txt", "main: 99{99{99{99{LR}}}}FFX\n");
    dir.run("verify robot.txt long.txt")
        .code(3)
        .stdout(contains("not decided: Stopped after 5,000,000 steps"));
    let object = dir.json("verify robot.txt long.txt --json", 3);
    assert_has(&object, &json!({ "valid": null }));
}

#[test]
fn a_ball_rolls_by_again_as_far_as_the_level_goes() {
    let sprites = [
        "Background\nblack",
        "Player\nwhite",
        "Ball\nred",
        "Roll\npink",
        "Goal\nblue",
    ];
    let row = format!("P*{}O", ".".repeat(1_500));
    let game = format!(
        "title Roll\n\nOBJECTS\n\n{}\n\nLEGEND\n\n. = Background\nP = Player\n* = Ball\nO = Goal\n\nSOUNDS\n\n\
         COLLISIONLAYERS\n\nBackground\nGoal\nPlayer, Ball\nRoll\n\nRULES\n\n\
         [ > Player | Ball ] -> [ Player | Ball Roll ]\n\
         right [ Ball Roll | no Ball no Player ] -> [ right Ball right Roll | ] again\n\n\
         WINCONDITIONS\n\nAll Ball on Goal\n\nLEVELS\n\n{row}\n",
        sprites.join("\n\n")
    );
    let dir = Dir::default().with("roll.puzzlescript", game);
    dir.run("solve roll.puzzlescript").code(0).stdout("right\n");
}

/// A gem walks along 2,100 cells by ‘again’, in more turns than a move may have.
fn long_walk(prelude: &str) -> String {
    let floor = ".".repeat(2_100);
    format!(
        "{prelude}\n\nOBJECTS\n\nBackground\nblack\n\nPlayer\nwhite\n\nGem\nblue\n\nLEGEND\n\n. = Background\nP = Player\n\
         G = Gem\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nPlayer, Gem\n\nRULES\n\n[ Gem ] -> [ right Gem ] again\n\n\
         WINCONDITIONS\n\nNo Gem\n\nLEVELS\n\nP{floor}\nG{floor}\n"
    )
}

#[test]
fn a_move_of_too_many_turns_is_not_decided() {
    let dir = Dir::default()
        .with("move.puzzlescript", long_walk("title Walk"))
        .with("start.puzzlescript", long_walk("run_rules_on_level_start"))
        .with("plan.txt", "right\n");
    let reason = "more than 2,000 turns follow by the ‘again’ in line 29; change";
    let of_move = format!("cannot tell what ‘right’ does: {reason}");
    let of_start = format!("cannot tell how the level starts: {reason}");
    let without_moves = dir.run("play start.puzzlescript").code(3);
    without_moves.stdout("").stderr(contains(&*of_start));
    for (file, reason) in [
        ("move.puzzlescript", &*of_move),
        ("start.puzzlescript", &*of_start),
    ] {
        let play = format!("play {file} --moves right");
        dir.run(&play).code(3).stderr(contains(reason));
        let answer = dir.json(&format!("{play} --json"), 3);
        let error = answer["error"].as_str().expect("is a text");
        assert!(error.contains(reason), "{error}");
        let verify = format!("verify {file} plan.txt");
        dir.run(&verify).code(3).stdout(contains(reason));
        for solver in ["auto", "shortest", "breadth-first"] {
            let answer = dir.json(&format!("solve {file} --solver {solver} --json"), 3);
            assert_eq!(answer["outcome"], "limit", "{answer}");
            assert_eq!(answer["optimal"], false, "{answer}");
        }
    }
}

#[test]
fn a_cancelled_move_leaves_a_level_won() {
    let game = "title Ouch\n\nOBJECTS\n\nBackground\nblack\n\nPlayer\nwhite\n\nWall\ngray\n\nGoal\nred\n\n\
        LEGEND\n\n. = Background\nP = Player\n# = Wall\nO = Goal\n\nSOUNDS\n\nCOLLISIONLAYERS\n\n\
        Background\nGoal\nPlayer, Wall\n\nRULES\n\n[ > Player | Wall ] -> cancel message Ouch\n\n\
        WINCONDITIONS\n\nAll Player on Goal\n\nLEVELS\n\nPO\n\n#P.O\n";
    let dir = Dir::default().with("ouch.puzzlescript", game);
    let answer = dir.json("play ouch.puzzlescript --moves 'right left' --json", 0);
    assert_eq!(answer["won"], true, "{answer}");
    assert_eq!(answer["messages"], json!(["Ouch"]), "{answer}");
    let answer = dir.json("play ouch.puzzlescript --moves 'r r' --json", 0);
    assert_eq!(answer["won"], false, "{answer}");
}
