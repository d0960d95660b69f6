//! Levels that name files, and names that differ in case only.

use testkit_game::answer;

use super::level;
use crate::game::{Game as _, Level as _, Move, Outcome, SolveRequest};
use crate::solvers::tests::solver;
use crate::syntax::Notation;
use crate::{Gdl, GdlLevel};

/// A lamp to be switched on; names differ in case: `lamp` is a fact, `Lamp` a relation that is never derived.
const CASES: &str = "(ROLE player)\n(Init (lamp off))\n(LEGAL player switch)\n\
(<= (NEXT (lamp on)) (Does player switch))\n(<= (next (Lamp on)) (true (Lamp on)))\n\
(<= Terminal (TRUE (lamp on)))\n(<= (Goal player 100) (true (lamp on)) (Not (true (lamp off))))\n";

fn steps(level: &GdlLevel, id: &str) -> Option<i64> {
    match answer(solver(id), &SolveRequest::new(level)).outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        Outcome::Unsolvable(_) => None,
        other => panic!("{}", other.word()),
    }
}

#[test]
fn rules_file_is_relative_to_the_level() {
    let folder = std::env::temp_dir().join(format!("gdl-files-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("rules")).expect("can be made");
    std::fs::write(folder.join("rules/lamp.kif"), CASES).expect("can be written");
    let ron =
        |file: &str| format!("(version: 1, game: \"gdl\", file: \"{file}\", init: [\"extra\"])");
    let read = Gdl.parse_ron_in(&ron("rules/lamp.kif"), Some(&folder));
    let level = read.unwrap_or_else(|error| panic!("{error}"));
    assert!(level.to_text().contains("(init extra)"));
    // Not in the current folder, nor anything but a file.
    assert!(Gdl.parse_ron(&ron("rules/lamp.kif")).is_err());
    for (file, what) in [("rules", "not a file"), ("none.kif", "cannot be read")] {
        let error = Gdl.parse_ron_in(&ron(file), Some(&folder)).err();
        let error = error.expect("is refused").to_string();
        assert!(error.contains(what), "{error}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_fact_beside_the_rules_is_one_term() {
    let head = "(version: 1, game: \"gdl\", rules: \"(role r)(legal r go)\", init: [\"ok\", ";
    for (fact, why) in [
        ("(a", "not closed"),
        ("a) (init b", "not a single term"),
        ("", "not a single term"),
        ("a b", "not a single term"),
        ("?x", "has a variable"),
    ] {
        let error = Gdl.parse_ron(&format!("{head}\"{fact}\"])")).err();
        let error = error.expect("is refused");
        assert_eq!((error.line, error.column), (1, head.len() + 1), "{error}");
        assert!(error.message.contains(why), "{error}");
    }
}

#[test]
fn names_that_differ_in_case_are_different_and_keywords_are_not() {
    let plain = level(CASES);
    let warned: Vec<String> = plain.warnings().iter().map(ToString::to_string).collect();
    let named = |warning: &String| warning.contains("‘lamp’ (line 2) and ‘Lamp’");
    assert!(warned.iter().any(named), "{warned:?}");
    // With case folded, there is one lamp, and nothing to warn of.
    let folded = level(&format!("; fold-case: yes\n{CASES}"));
    let mut warnings = folded.warnings().iter();
    assert!(warnings.all(|warning| !named(&warning.to_string())));
    for id in ["auto", "search", "sat", "iterative-deepening"] {
        assert_eq!(steps(&plain, id), Some(1), "{id}");
        assert_eq!(steps(&folded, id), Some(1), "{id}");
    }
}

#[test]
fn case_makes_a_difference_to_play() {
    // ‘Go’ is legal, ‘go’ has an effect.
    let legal = "(legal player Switch) (legal player wait)";
    let next = "(<= (next (lamp off)) (does player wait))\n(<= (NEXT (lamp on))";
    let text = CASES
        .replace("(LEGAL player switch)", legal)
        .replace("(<= (NEXT (lamp on))", next);
    let (plain, folded) = (level(&text), level(&format!("; fold-case: yes\n{text}")));
    for id in ["auto", "search", "iterative-deepening"] {
        assert_eq!(steps(&plain, id), None, "{id}");
        assert_eq!(steps(&folded, id), Some(1), "{id}");
    }
    let mut position = folded.start();
    position.apply(&Move::new("SWITCH")).expect("is legal");
    assert!(position.is_solved());
    let mut position = plain.start();
    assert!(position.apply(&Move::new("SWITCH")).is_err());
    position.apply(&Move::new("Switch")).expect("is legal");
    assert!(!position.is_solved());
}

#[test]
fn every_notation_distinguishes_names() {
    let text = "(role player)\n(init (x A)) (init (X a))\n(legal player (Go a)) (legal player (go A))\n\
        (<= (next (x Done)) (does player (go A)) (true (X a)))\n(<= (next (x done)) (does player (Go a)))\n\
        (<= terminal (true (x Done)))\n(<= terminal (true (x done)))\n(<= (goal player 100) (true (x Done)))\n";
    let plain = level(text);
    let infix = level(&plain.in_notation(Notation::Infix));
    let prefix = level(&infix.in_notation(Notation::Kif));
    let prolog = level(&plain.to_prolog());
    for other in [&plain, &infix, &prefix, &prolog] {
        assert_eq!(steps(other, "search"), Some(1));
        let model = other.model().expect("is small");
        let mut moves = model.move_texts.clone();
        moves.sort();
        assert_eq!(moves, ["(Go a)", "(go A)"]);
    }
}
