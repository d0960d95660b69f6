use std::time::Duration;

use super::plan;
use crate::solvers::tests::{level, problem};
use planwright_game::replay;
use planwright_game::search::{Budget, NoProgress, Progress};

const ROOM: &str = "
    #########
    #  #    #
    # $.$ $ #
    #   #.  #
    ## $@. ##
    #  .#   #
    # $   . #
    #########";

/// Rules with one fact for the content of each cell, moves that are directions, and counted steps.
const CELLS: &str = "
    (init (step 1))
    (<= (init (cell ?x ?y man)) (man ?x ?y))
    (<= (init (cell ?x ?y crate)) (box ?x ?y))
    (<= (init (cell ?x ?y empty)) (empty ?x ?y))
    (<= (ahead ?d ?u ?v) (true (cell ?x ?y man)) (by ?x ?y ?u ?v ?d))
    (<= (pushed ?d ?p ?q) (ahead ?d ?u ?v) (true (cell ?u ?v crate)) (by ?u ?v ?p ?q ?d)
        (true (cell ?p ?q empty)))
    (<= (legal keeper (go ?d)) (ahead ?d ?u ?v) (true (cell ?u ?v empty)))
    (<= (legal keeper (go ?d)) (pushed ?d ?p ?q))
    (legal keeper wait)
    (<= (becomes ?x ?y empty) (does keeper (go ?d)) (true (cell ?x ?y man)))
    (<= (becomes ?x ?y man) (does keeper (go ?d)) (ahead ?d ?x ?y))
    (<= (becomes ?x ?y crate) (does keeper (go ?d)) (pushed ?d ?x ?y))
    (<= (changes ?x ?y) (becomes ?x ?y ?z))
    (<= (next (cell ?x ?y ?z)) (becomes ?x ?y ?z))
    (<= (next (cell ?x ?y ?z)) (true (cell ?x ?y ?z)) (not (changes ?x ?y)))
    (<= (next (step ?t)) (true (step ?s)) (after ?s ?t))
    (<= open (aim ?x ?y) (not (true (cell ?x ?y crate))))
    (<= terminal (true (step 1000)))";

/// Rules with named boxes, and moves that name cells.
const STONES: &str = "
    (<= (init (at man ?x ?y)) (man ?x ?y))
    (<= (init (at (stone ?x ?y) ?x ?y)) (box ?x ?y))
    (<= (stone (stone ?x ?y)) (box ?x ?y))
    (<= (taken ?x ?y) (stone ?s) (true (at ?s ?x ?y)))
    (<= (free ?x ?y) (floor ?x ?y) (not (taken ?x ?y)))
    (<= (legal keeper (walk ?u ?v)) (true (at man ?x ?y)) (by ?x ?y ?u ?v ?d) (free ?u ?v))
    (<= (legal keeper (push ?s ?u ?v ?p ?q)) (true (at man ?x ?y)) (by ?x ?y ?u ?v ?d) (stone ?s)
        (true (at ?s ?u ?v)) (by ?u ?v ?p ?q ?d) (free ?p ?q))
    (<= (next (at man ?u ?v)) (does keeper (walk ?u ?v)))
    (<= (next (at man ?u ?v)) (does keeper (push ?s ?u ?v ?p ?q)))
    (<= (next (at ?s ?p ?q)) (does keeper (push ?s ?u ?v ?p ?q)))
    (<= (pushes ?s) (does keeper (push ?s ?u ?v ?p ?q)))
    (<= (next (at ?s ?x ?y)) (stone ?s) (true (at ?s ?x ?y)) (not (pushes ?s)))
    (<= (home ?s) (true (at ?s ?x ?y)) (aim ?x ?y))
    (<= open (stone ?s) (not (home ?s)))";

/// A game with this board and these rules.
fn game(rules: &str) -> String {
    let mut text = format!(
        "(role keeper)\n{rules}\n(<= terminal (not open))\n(<= (goal keeper 100) (not open))\n\
         (<= (goal keeper 0) open)\n"
    );
    let rows: Vec<&str> = ROOM.lines().map(str::trim).collect();
    let sign = |row: usize, column: usize| rows.get(row).and_then(|it| it.chars().nth(column));
    let is_floor = |row, column| sign(row, column).is_some_and(|sign| sign != '#');
    let cells = (0..rows.len()).flat_map(|row| (0..9).map(move |column| (row, column)));
    for (row, column) in cells.filter(|(row, column)| is_floor(*row, *column)) {
        let name = format!("r{row} {column}");
        text += &format!("(floor {name})");
        match sign(row, column) {
            Some('@') => text += &format!("(man {name})"),
            Some('$') => text += &format!("(box {name})"),
            Some('.') => text += &format!("(empty {name})(aim {name})"),
            _ => text += &format!("(empty {name})"),
        }
        for (to, way, back) in [((row + 1, column), "s", "n"), ((row, column + 1), "e", "w")] {
            if is_floor(to.0, to.1) {
                text += &format!("(by {name} r{} {} {way})", to.0, to.1);
                text += &format!("(by r{} {} {name} {back})\n", to.0, to.1);
            }
        }
    }
    (1..1000).for_each(|step| text += &format!("(after {step} {})", step + 1));
    text
}

#[test]
fn sokoban_is_recognized_however_it_is_written_and_solved_as_such() {
    let budget = Budget::default().with_time(Duration::from_secs(600));
    let plan = |text: &str| plan(&problem(text), &Progress::new(&NoProgress), &budget);
    for rules in [CELLS, STONES] {
        let text = game(rules);
        let plan = plan(&text).expect("is recognized");
        let plan = replay(level(&text).as_ref(), &[], plan).expect("is a plan");
        assert!(plan.moves().len() >= 40);
    }
    // Each box has a goal of its own.
    let own = "(<= open (stone (stone ?x ?y)) (true (at (stone ?x ?y) ?x ?v)))";
    let rules = STONES.replace("(<= open (stone ?s) (not (home ?s)))", own);
    assert_eq!(plan(&game(&rules)), None);
}
