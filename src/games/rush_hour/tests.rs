use std::collections::BTreeMap;

use crate::game::search::{Budget, NoProgress};
use crate::game::{
    Button, Cell, Game as _, Gesture, LevelRef, Move, Outcome, SolveRequest, generate, play, solve,
};

use super::RUSH_HOUR;

/// One of the hardest boards of six by six, from Michael Fogleman's database: 60 moves.
const HARDEST: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

fn level(board: &str) -> LevelRef {
    let text = format!("rush-hour\n\n{}\n", board.replace('/', "\n"));
    RUSH_HOUR.parse_text(&text).expect("is a level")
}

fn fewest_moves(level: &LevelRef) -> Option<i64> {
    let request = SolveRequest::new(level.as_ref());
    let solver = RUSH_HOUR.solvers()[0];
    let report = solve(solver, &request, &Budget::default(), &NoProgress).expect("can be solved");
    report.outcome.solution().map(|solution| solution.cost)
}

fn drag(from: (usize, usize), to: (usize, usize)) -> Gesture {
    Gesture::Drag {
        from_board: "cars".to_owned(),
        from: Cell::new(from.0, from.1),
        to_board: "cars".to_owned(),
        to: Cell::new(to.0, to.1),
    }
}

#[test]
fn a_car_moves_along_its_line_as_far_as_there_is_room() {
    let level = level("..B.../..B.../AAB.../...CC./....../x.....");
    for (moves, error) in [
        (&["A+1"][..], "is blocked"),
        (&["B+3", "A+4"], ""),
        (&["C-3", "B+3", "A+4"], ""),
        (&["B+4"], "can move only 3 cells"),
        (&["Z+1"], "no car Z"),
        (&["B+2000000000"], "can move only 3 cells"),
        (&["A+0"], "a move is a car"),
        (&["up"], "a move is a car"),
    ] {
        let moves: Vec<Move> = moves.iter().map(Move::new).collect();
        match play(level.as_ref(), &moves) {
            Ok(position) => assert!(error.is_empty() && position.is_solved(), "{moves:?}"),
            Err(refused) => {
                let refused = refused.to_string();
                assert!(
                    !error.is_empty() && refused.contains(error),
                    "{moves:?}: {refused}"
                );
            }
        }
    }
    let text = level.start().describe(&Move::new("B+2000000000")).text;
    assert_eq!(text, "Move car B 2000000000 down");
}

#[test]
fn cars_are_dragged_by_any_cell_and_pushed_by_a_click_on_an_end() {
    let start = level("....../....../AA.BBB/....../....../......").start();
    let meant = |gesture: &Gesture| start.interpret(gesture).map(|mv| mv.to_string());
    assert_eq!(meant(&drag((2, 4), (2, 3))).as_deref(), Some("B-1"));
    assert_eq!(meant(&drag((2, 0), (2, 1))).as_deref(), Some("A+1"));
    assert_eq!(meant(&drag((2, 0), (3, 0))), None);
    let click = |col: usize| Gesture::Click {
        board: "cars".to_owned(),
        cell: Cell::new(2, col),
        button: Button::Primary,
    };
    let clicked = [0, 1, 3, 4, 5].map(|col| meant(&click(col)));
    let expected = [Some("A-1"), Some("A+1"), Some("B-1"), None, Some("B+1")];
    assert_eq!(clicked.each_ref().map(Option::as_deref), expected);
    assert!(
        start
            .advice(&click(4))
            .is_some_and(|advice| advice.contains("Drag car B"))
    );
}

#[test]
fn shared_forms_are_read() {
    assert!(RUSH_HOUR.sniffs(HARDEST, None));
    let listed = format!("60 {HARDEST} 2332\n51 BBBCDEFGGCDEFHAADooHooIJKKooIJLLMMoo 541934\n");
    let rows = "BBBCDE\nFGGCDE\nFHAADo\noHooIJ\nKKooIJ\nLLMMoo\n";
    let levels = RUSH_HOUR.parse_several(&listed);
    let levels: Vec<LevelRef> = levels
        .into_iter()
        .map(|level| level.expect("is read"))
        .collect();
    assert_eq!(levels[0].meta().notes, "At least 60 moves.");
    assert_eq!(fewest_moves(&levels[0]), Some(60));
    let same = RUSH_HOUR.parse_text(rows).expect("is read");
    assert_eq!(same.board(), levels[1].board());
    assert_eq!(
        same.as_grid().map(|it| it.grid()),
        levels[1].as_grid().map(|it| it.grid())
    );
    for other in ["sokoban\n\n#@$.#\n", "Rush\nHour", "......\n......\n", ""] {
        assert!(!RUSH_HOUR.sniffs(other, None), "{other}");
    }
}

#[test]
fn broken_cars_are_named() {
    for (board, reason) in [
        ("AA.B", "car B must be"),
        ("AA.B.B", "car B must be"),
        ("AA./.BB/.B.", "car B must be"),
        ("BB..", "car A, which has to leave, is missing"),
        ("A...", "car A must be"),
    ] {
        let why = level(board).unplayable().expect("cannot be played");
        assert!(why.contains(reason), "{board}: {why}");
    }
    assert_eq!(level("A./A./..").unplayable(), None, "it leaves below");
}

#[test]
fn a_blocked_car_is_proved_to_stay() {
    let level = level("AA.BB.");
    assert_eq!(fewest_moves(&level), None);
    let request = SolveRequest::new(level.as_ref());
    let solved = solve(
        RUSH_HOUR.solvers()[0],
        &request,
        &Budget::default(),
        &NoProgress,
    );
    let outcome = solved.expect("can be tried").outcome;
    assert!(matches!(outcome, Outcome::Unsolvable(_)), "{outcome:?}");
}

#[test]
fn random_levels_are_as_far_from_a_solution_as_they_say() {
    let generator = RUSH_HOUR.generator().expect("has one");
    for (seed, side, cars, least) in [(1, "6", "9", "6"), (2, "5", "6", "4"), (3, "6", "11", "12")]
    {
        let options = [("side", side), ("cars", cars), ("moves", least)];
        let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let options = BTreeMap::from(options);
        let level = generate(generator, &options, seed, &Budget::default()).expect("is found");
        assert_eq!(level.unplayable(), None);
        let cost = fewest_moves(&level).expect("is solvable");
        assert!(cost >= least.parse().expect("is a number"), "{cost}");
        assert!(
            level
                .meta()
                .notes
                .contains(&format!("At least {cost} move")),
            "{cost}"
        );
    }
}
