//! Errors, warnings, and positions of warnings.

use crate::Gdl;
use crate::game::{Game as _, Level as _, LevelRef, TextError};
use crate::syntax::Notation;

/// A game of one move, with one more line.
fn game(more: &str) -> String {
    format!(
        "(role robot)\n(init (cell a))\n(<= (legal robot go) (true (cell a)))\n(<= (next (cell b)) (does robot go))\n\
         (<= terminal (true (cell b)))\n(<= (goal robot 100) (true (cell b)))\n{more}"
    )
}

/// Warnings as `line:column: message`.
fn warnings(text: &str) -> Vec<String> {
    let complaints = crate::tests::level(text).complaints();
    assert!(complaints.iter().all(|complaint| !complaint.severe));
    let errors = complaints.into_iter().map(|complaint| complaint.error);
    errors
        .map(|it| format!("{}:{}: {}", it.line, it.column, it.message))
        .collect()
}

#[test]
fn impossible_conditions_are_warned_of_at_their_position() {
    assert_eq!(warnings(&game("")), [""; 0]);
    for (line, place, part) in [
        // Facts, moves, relations, and names inside them.
        ("(<= (p) (true (Cell a)))", "7:15:", "did you mean ‘cell’?"),
        ("(<= (p) (true (cell A)))", "7:21:", "did you mean ‘a’?"),
        ("(<= (p) (true (cell a b)))", "7:15:", "there is ‘cell/1’"),
        (
            "(<= (p) (or (p) (not (true (cel a)))))",
            "7:28:",
            "always holds",
        ),
        (
            "(<= (p) (does robot wait))",
            "7:21:",
            "no legal move is ‘wait’",
        ),
        (
            "(<= (p) (neighbor a))\n(neighbour a)",
            "7:9:",
            "mean ‘neighbour’?",
        ),
        (
            "(edge a b)\n(<= (p) (edge q ?x))",
            "8:15:",
            "‘edge’ true with ‘q’",
        ),
        // Frame axioms carry facts over but do not make them.
        (
            "(<= (next (cell ?x)) (true (cell ?x)))\n(<= (p) (true (cell c)))",
            "8:21:",
            "with ‘c’",
        ),
        (
            "(<= (p ?X) (true (cell ?x)) (true (cell ?X)))",
            "7:1:",
            "‘?X’ and ‘?x’",
        ),
    ] {
        let found = warnings(&game(line));
        let fits = |warning: &String| warning.starts_with(place) && warning.contains(part);
        assert!(found.iter().any(fits), "{line}: {found:?}");
    }
    // Conditions that may hold get no warning.
    for line in [
        "(<= (next (n (s ?x))) (true (n ?x)) (true (cell b)))\n(init (n z))\n(<= (p) (true (n (s (s (s (s (s z))))))))",
        "(<= (legal robot (to ?x)) (at ?x))\n(at here)\n(<= (next (cell ?x)) (does robot (to ?x)))\n(<= (p) (true (cell here)))",
        "(<= (reach ?x) (true (cell ?x)))\n(<= (reach ?y) (reach ?x) (edge ?x ?y))\n(edge b c)\n(<= (p) (reach c))",
    ] {
        assert_eq!(warnings(&game(line)), [""; 0], "{line}");
    }
}

#[test]
fn consequences_of_impossible_conditions_are_not_warned_of() {
    // No move is legal, so no fact arises and nobody wins.
    let text = game("").replace("(true (cell a))", "(true (Cell a))");
    let found = warnings(&text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("3:28:"), "{found:?}");
    // Names that differ in case are warned of once.
    let found = warnings(&game("(init (Cell a))\n(<= (p) (true (Cell a)))"));
    assert_eq!(found.len(), 1, "{found:?}");
    let start = "7:7: ‘cell’ (line 2) and ‘Cell’ are different";
    assert!(found[0].starts_with(start), "{found:?}");
}

#[test]
fn unsafe_rules_are_errors_only_where_something_uses_them() {
    let kif =
        "(<= (other ?x ?y) (distinct ?x ?y))\n(<= (far ?x ?y) (other ?x ?y) (not (other ?y ?x)))";
    let found = warnings(&game(kif));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("7:1:"), "{found:?}");
    assert!(found[0].contains("nothing uses ‘other/2’"), "{found:?}");
    let infix = crate::tests::level(&game(kif)).in_notation(Notation::Infix);
    assert!(infix.contains("other(X, Y)"), "{infix}");
    assert_eq!(warnings(&infix).len(), 1, "{infix}");
    let used = game(&format!("{kif}\n(<= (legal robot ?x) (far ?x ?x))"));
    let error = Gdl.parse_text(&used).expect_err("is refused").to_string();
    assert!(error.starts_with("line 7, column 1:"), "{error}");
}

#[test]
fn the_player_of_moves_and_goals_is_bound_by_the_roles() {
    for text in [
        game("").replace("(legal robot", "(legal ?r").replace("(goal robot", "(goal ?r"),
        "role(robot)\ninit(cell(a))\nlegal(?r, go) :- true(cell(a))\nnext(cell(b)) :- does(?r, go)\n\
         terminal :- true(cell(b))\ngoal(R, 100) :- true(cell(b))\n"
            .to_owned(),
    ] {
        assert_eq!(warnings(&text), [""; 0]);
        let level = crate::tests::level(&text);
        let model = level.model().expect("has a network");
        let state = model.start();
        assert_eq!(model.evaluate(&state).legal.len(), 1);
        assert_eq!(model.evaluate(&model.after(&state, 0)).goal, Some(100));
        for notation in [Notation::Kif, Notation::Infix] {
            assert_eq!(warnings(&level.in_notation(notation)), [""; 0]);
        }
    }
}

#[test]
fn positions_refer_to_the_file_with_the_rules() {
    let rules = game("(<= (p) (true (Cell a)))");
    let ron = format!("(version: 1, game: \"gdl\",\n  rules: r#\"{rules}\"#)");
    let messages = |level: Result<LevelRef, TextError>| -> Vec<String> {
        let complaints = level.expect("is a level").complaints().into_iter();
        complaints.map(|it| it.error.to_string()).collect()
    };
    let own = messages(Gdl.parse_ron(&ron));
    assert!(
        own[0].starts_with("line 8, column 15: no ‘init’"),
        "{own:?}"
    );
    let error = Gdl.parse_ron(&ron.replace("(init", "(init (x) "));
    let error = error.expect_err("is refused").to_string();
    assert!(
        error.starts_with("line 3, column 1: ‘init’ takes"),
        "{error}"
    );
    let folder = std::env::temp_dir().join(format!("gdl-places-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("can be made");
    std::fs::write(folder.join("lamp.kif"), &rules).expect("can be written");
    let ron = "(version: 1, game: \"gdl\", file: \"lamp.kif\", init: [\"x\"])";
    let named = messages(Gdl.parse_ron_in(ron, Some(&folder)));
    let _ = std::fs::remove_dir_all(&folder);
    let message = "in ‘lamp.kif’, line 7, column 15: no ‘init’";
    assert!(named[0].contains(message), "{named:?}");
    // Statements without dots accept further facts, too.
    let dotless =
        "role(r)\nlegal(r, go)\nterminal :- true(x)\nnext(x) :- does(r, go)\ngoal(r, 100)\n";
    assert!(Gdl.parse_text(dotless).is_ok());
    let ron = format!("(version: 1, game: \"gdl\", rules: r#\"{dotless}\"#, init: [\"y\"])");
    assert_eq!(messages(Gdl.parse_ron(&ron)), [""; 0]);
}
