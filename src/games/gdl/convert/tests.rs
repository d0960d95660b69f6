//! Conversions preserve the game: the other notation gives the same network, and Prolog plays the same.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use crate::game::Game as _;
use crate::model::{Model, ones};
use crate::syntax::tests::parse;
use crate::syntax::{Notation, print};
use crate::tests::{levels, model, source};

fn shape(model: &Model) -> (usize, usize, usize, Vec<String>) {
    let mut moves = model.move_texts.clone();
    moves.sort();
    let (net, fixed) = (&model.net, model.fixed_texts.len());
    (net.facts.len(), net.size(), fixed, moves)
}

#[test]
fn every_notation_is_the_same_game() {
    for (path, text) in levels() {
        let path = path.display();
        let first = source(&text);
        let expected = shape(&model(&first));
        let mut program = first.program.clone();
        for notation in [Notation::Infix, Notation::Kif, Notation::Infix] {
            let text = print::program(&program, notation);
            assert_eq!(shape(&model(&source(&text))), expected, "{path}");
            program = parse(&text).expect("can be read");
            assert_eq!(print::program(&program, notation), text, "{path}");
        }
        let prolog = super::prolog(&first, "", &[]);
        assert_eq!(shape(&model(&source(&prolog))), expected, "{path}");
        let lines = text.lines().map(str::trim);
        for line in lines.filter_map(|line| line.strip_prefix(';')) {
            let comment = line.trim_start_matches(';').trim();
            assert!(prolog.contains(comment), "{path}: {comment}");
        }
    }
}

/// One line for each state: facts, legal moves, over or not, value.
fn play_trace(model: &Model, random: &mut fastrand::Rng) -> (Vec<String>, Vec<String>) {
    let mut state = model.start();
    let (mut lines, mut moves) = (Vec::new(), Vec::new());
    loop {
        let eval = model.evaluate(&state);
        let facts = ones(&state).count() + model.fixed_texts.len();
        let value = eval
            .goal
            .map_or("none".to_owned(), |value| value.to_string());
        let (legal, over) = (eval.legal.len(), eval.terminal);
        lines.push(format!("{facts} {legal} {over} {value}"));
        if eval.terminal || eval.legal.is_empty() || moves.len() == 6 {
            break;
        }
        let mv = eval.legal[random.usize(0..eval.legal.len())];
        moves.push(infix(&model.move_texts[mv]));
        state = model.after(&state, mv);
    }
    (lines, moves)
}

fn infix(term: &str) -> String {
    let program = parse(&format!("(x {term})")).expect("is a term");
    let text = print::program(&program, Notation::Infix);
    let inner = text.trim().strip_prefix("x(");
    let inner = inner.and_then(|rest| rest.strip_suffix(")."));
    inner.expect("is a fact").to_owned()
}

pub(crate) fn has_prolog() -> bool {
    let mut version = Command::new("swipl");
    version.arg("--version").stdout(Stdio::null());
    let there = version.status().is_ok();
    if !there {
        println!("skipped: there is no swipl");
    }
    there
}

/// Output of a program's goal `test`, which must give no warnings.
pub(crate) fn prolog(name: &str, program: &str) -> String {
    let file = std::env::temp_dir().join(format!("gdl-{name}-{}.pl", std::process::id()));
    std::fs::write(&file, program).expect("can be written");
    let output = Command::new("swipl")
        .args(["-q", "-g", "test", "-t", "halt"])
        .arg(&file)
        .output()
        .expect("runs");
    let _ = std::fs::remove_file(&file);
    let warnings = String::from_utf8_lossy(&output.stderr);
    assert_eq!(warnings, "", "{program}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn prolog_plays_the_same() {
    if !has_prolog() {
        return;
    }
    let mut random = fastrand::Rng::with_seed(4);
    for (number, (path, text)) in levels().into_iter().enumerate() {
        let source = source(&text);
        let (lines, moves) = play_trace(&model(&source), &mut random);
        let mut program = super::prolog(&source, "", &[]);
        let _ = write!(
            program,
            "\ntest_tell(S) :- length(S, N), gdl_moves(S, Ms), length(Ms, M),\n    \
             (gdl_over(S) -> O = true ; O = false), (gdl_value(S, V) -> true ; V = none),\n    \
             format('~w ~w ~w ~w~n', [N, M, O, V]).\n\
             test_go([], S) :- test_tell(S).\n\
             test_go([M | Ms], S) :- test_tell(S), gdl_next(S, M, T), test_go(Ms, T).\n\
             test :- gdl_start(S), test_go([{}], S).\n",
            moves.join(", ")
        );
        let output = prolog(&format!("play-{number}"), &program);
        let output: Vec<&str> = output.lines().collect();
        assert_eq!(output, lines, "{} {moves:?}", path.display());
    }
}

/// Plans of the export's own solver visit no state twice, step counters aside.
#[test]
fn prolog_walks_in_no_circles() {
    if !has_prolog() {
        return;
    }
    // Back and forth between two places, with an exit from the second one after waiting for the clock.
    let text =
        "(role r) (init (at a)) (init (step 0)) (adjacent a b) (adjacent b a) (adjacent b out)
        (<= (legal r (go ?y)) (true (at ?x)) (adjacent ?x ?y)) (<= (next (at ?y)) (does r (go ?y)))
        (tick 0 1) (tick 1 2) (tick 2 3) (tick 3 4) (tick 4 5) (tick 5 6)
        (<= (next (step ?n)) (true (step ?m)) (tick ?m ?n))
        (<= terminal (true (at out))) (<= terminal (true (step 6)))
        (<= (goal r 100) (true (at out))) (<= (goal r 0) (not (true (at out))))";
    let level = crate::Gdl.parse_text(text).expect("is a game");
    let program = level.to_form("prolog").expect("has this form");
    assert!(program.contains("\ngdl_counter(step(_)).\n"), "{program}");
    let test = "test :- gdl_start(S), gdl_seen(S, K), forall((between(0, 6, N), length(Ms, N), \
                gdl_plan(Ms, S, [K])), (print(Ms), nl)), gdl_solve(Ms), print(Ms), nl.\n";
    let output = prolog("circle", &format!("{program}\n{test}"));
    assert_eq!(output, "[go(b),go(out)]\n[go(b),go(out)]\n");
}
