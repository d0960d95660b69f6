//! Games for several players: read, written and drawn, not played.

use super::level;
use crate::convert::tests::{has_prolog, prolog};
use crate::game::{Cell, Level as _, Move, SolveError, SolveRequest, solve};
use crate::search::{Budget, NoProgress};
use crate::syntax::Notation;

/// Noughts and crosses on one row of three; two in a row win.
const ROW: &str = include_str!("row.kif");

#[test]
fn it_is_read_and_written_in_every_notation() {
    let plain = level(ROW);
    assert_eq!(plain.to_text(), ROW);
    let infix = level(&plain.in_notation(Notation::Infix));
    let prefix = level(&infix.in_notation(Notation::Kif));
    let prolog = level(&plain.to_prolog());
    for other in [&plain, &infix, &prefix, &prolog] {
        let players = ("Players".into(), "white, black".to_owned());
        assert!(other.facts().contains(&players));
        assert_eq!(other.facts().iter().filter(|f| f.0 == "Warning").count(), 0);
    }
}

#[test]
fn its_first_state_is_drawn() {
    let position = level(ROW).start();
    let listing = position.listing().expect("is a set of facts");
    let facts: Vec<&str> = listing.facts.iter().map(|fact| &*fact.text).collect();
    let cells = "(cell 1 1 empty) (cell 1 2 empty) (cell 1 3 o) (turn white)";
    assert_eq!(facts.join(" "), cells);
    let mut boards = position.boards().into_iter();
    let board = boards
        .find(|board| board.title == "Grid")
        .expect("is there");
    assert_eq!((board.size.rows, board.size.cols), (1, 3));
    assert_eq!(position.style(board.id, Cell::new(0, 2)).glyph, "o");
}

#[test]
fn playing_and_solving_say_what_is_missing() {
    let level = level(ROW);
    let reason = level.unplayable().expect("has two players");
    assert!(reason.contains("2 players, white and black"), "{reason}");
    let mut position = level.start();
    assert!(position.legal_moves(10).is_empty() && !position.is_solved());
    let refused = position.apply(&Move::new("(mark 1)"));
    assert!(refused.is_err_and(|error| error.to_string().contains(&reason)));
    for solver in crate::solvers::ALL {
        let request = SolveRequest::new(&level);
        let answer = solve(*solver, &request, &Budget::default(), &NoProgress);
        assert_eq!(answer.err(), Some(SolveError::Unplayable(reason.clone())));
    }
}

#[test]
fn prolog_plays_it_by_moves_of_all() {
    if !has_prolog() {
        return;
    }
    let program = level(ROW).to_prolog();
    let test = "\ntest :- gdl_start(S0), gdl_moves(S0, white, A), gdl_moves(S0, black, B),\n    \
        gdl_play([[does(white, mark(1)), does(black, wait)],\n              \
                  [does(black, mark(2)), does(white, wait)]], S),\n    \
        (gdl_over(S) -> O = over ; O = open), gdl_value(S, white, V),\n    \
        (gdl_play([[does(white, mark(3)), does(black, wait)]], _) -> F = taken ; F = refused),\n    \
        (gdl_play([[does(white, mark(1))]], _) -> H = half ; H = whole),\n    \
        format('~w ~w ~w ~w ~w ~w', [A, B, O, V, F, H]).\n";
    let output = prolog("players", &(program + test));
    assert_eq!(output, "[mark(1),mark(2)] [wait] over 50 refused whole");
}
