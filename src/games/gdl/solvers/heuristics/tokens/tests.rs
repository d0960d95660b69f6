//! Token analysis holds in small games, and finds the known traps of warehouses.

use std::rc::Rc;

use super::*;
use crate::solvers::problem::GdlProblem;
use crate::solvers::task::{GoalTask, Method};
use crate::solvers::tests::{long_budget, problem, shortest};

/// A warehouse: `#` walls, `@` the keeper, `$` crates, `.` marks. Each mark is to have a crate, or each crate a mark.
pub(crate) fn warehouse(rows: &[impl AsRef<str>], each_mark: bool) -> String {
    let mut text = String::from(
        "(role keeper)\n(<= (side ?r ?c ?r ?d right) (floor ?r ?c) (floor ?r ?d) (after ?c ?d))\n\
         (<= (side ?r ?d ?r ?c left) (side ?r ?c ?r ?d right))\n\
         (<= (side ?r ?c ?s ?c down) (floor ?r ?c) (floor ?s ?c) (after ?r ?s))\n\
         (<= (side ?s ?c ?r ?c up) (side ?r ?c ?s ?c down))\n\
         (<= (free ?r ?c) (floor ?r ?c) (not (true (crate ?r ?c))))\n\
         (<= (to ?s ?d ?way) (true (keeper ?r ?c)) (side ?r ?c ?s ?d ?way))\n\
         (<= (legal keeper (walk ?way)) (to ?r ?c ?way) (free ?r ?c))\n\
         (<= (legal keeper (push ?way)) (to ?r ?c ?way) (true (crate ?r ?c)) (side ?r ?c ?s ?d ?way) (free ?s ?d))\n\
         (<= (next (keeper ?r ?c)) (does keeper (walk ?way)) (to ?r ?c ?way))\n\
         (<= (next (keeper ?r ?c)) (does keeper (push ?way)) (to ?r ?c ?way))\n\
         (<= (pushed ?r ?c) (does keeper (push ?way)) (to ?r ?c ?way))\n\
         (<= (next (crate ?r ?c)) (true (crate ?r ?c)) (not (pushed ?r ?c)))\n\
         (<= (next (crate ?s ?d)) (pushed ?r ?c) (does keeper (push ?way)) (side ?r ?c ?s ?d ?way))\n\
         (<= terminal (not astray))\n(<= (goal keeper 100) (not astray))\n(<= (goal keeper 0) astray)\n",
    );
    text += match each_mark {
        true => "(<= astray (mark ?r ?c) (not (true (crate ?r ?c))))\n",
        false => "(<= astray (true (crate ?r ?c)) (not (mark ?r ?c)))\n",
    };
    (0..19).for_each(|n| text += &format!("(after {n} {})\n", n + 1));
    for (row, line) in rows.iter().enumerate() {
        for (column, at) in line.as_ref().chars().enumerate() {
            let at_least = match at {
                '#' => continue,
                '@' => "(init (keeper R C))",
                '$' => "(init (crate R C))",
                '.' => "(mark R C)",
                _ => "",
            };
            let facts = format!("(floor R C){at_least}\n");
            let facts = facts.replace('R', &row.to_string());
            text += &facts.replace('C', &column.to_string());
        }
    }
    text
}

/// A random warehouse with these pieces, and floor for the rest.
pub(crate) fn random_warehouse(
    pieces: &str,
    (rows, columns): (usize, usize),
    random: &mut fastrand::Rng,
    each_mark: bool,
) -> String {
    let floor = " ".repeat(rows * columns - pieces.len());
    let mut cells: Vec<char> = (pieces.to_owned() + &floor).chars().collect();
    random.shuffle(&mut cells);
    let rows = cells
        .chunks(columns)
        .map(|row| row.iter().collect::<String>());
    warehouse(&rows.collect::<Vec<_>>(), each_mark)
}

/// Steps of a shortest plan, without and with the token analysis.
fn steps(text: &str) -> (Option<usize>, Option<usize>) {
    let problem = problem(text);
    let mut task = GoalTask::new(&problem, 100);
    // Breadth-first search uses no traps before an estimate is built.
    let plain = shortest(&mut task, Method::Breadth);
    task.estimate(&long_budget()).expect("has time");
    let trapped = shortest(&mut task, Method::Breadth);
    let led = shortest(&mut task, Method::AStar);
    assert_eq!(trapped, led, "{text}");
    (plain, led)
}

fn tokens(text: &str) -> (GdlProblem, Rc<SearchNet>, Tokens) {
    let budget = Budget::default();
    let problem = problem(text);
    let view = GoalTask::new(&problem, 100)
        .view(&budget)
        .expect("has time");
    let tokens = Tokens::new(&view, &problem.model.terms, &budget).expect("has time");
    (problem, view, tokens)
}

/// The traps of a game, and the number of token families.
fn traps(text: &str) -> (Vec<String>, usize) {
    let (problem, view, tokens) = tokens(text);
    let text = |bit: &u32| {
        let fact = view.net.facts[*bit as usize];
        let at = problem.model.net.facts.iter().position(|own| *own == fact);
        problem.model.fact_texts[at.expect("is a fact")].clone()
    };
    let mut traps: Vec<String> = tokens.traps().iter().map(text).collect();
    traps.sort();
    (traps, tokens.families.len())
}

/// A crate never leaves a wall without marks; along the upper wall it reaches the mark.
#[test]
fn what_stands_at_a_wall_is_trapped() {
    for each_mark in [true, false] {
        let rows = ["  .  ", "  $  ", " $@. ", "     "];
        let edge = |row: usize, column: usize| column == 0 || column == 4 || row == 3;
        let mut dead: Vec<String> = (0..4)
            .flat_map(|row| (0..5).map(move |column| (row, column)))
            .filter(|(row, column)| edge(*row, *column))
            .map(|(row, column)| format!("(crate {row} {column})"))
            .collect();
        dead.sort();
        assert_eq!(traps(&warehouse(&rows, each_mark)), (dead, 1));
    }
}

/// Walls are facts, so the rules about a single fact do not exclude a crate in one.
#[test]
fn no_token_is_where_none_comes() {
    let rows = ["#####", "#@  #", "# $ #", "#  .#", "#####"];
    let text = warehouse(&rows, true).replace(
        "(free ?r ?c) (floor ?r ?c)",
        "(free ?r ?c) (floor ?r ?c) (not (wall ?r ?c))",
    );
    let cells = (0..5).flat_map(|row| (0..5).map(move |column| (row, column)));
    let walls = cells.filter(|(row, column)| rows[*row].as_bytes()[*column] == b'#');
    let text = walls.fold(text, |text, (row, column)| {
        text + &format!("(floor {row} {column})(wall {row} {column})\n")
    });
    let (_, view, tokens) = tokens(&text);
    let places = tokens.families.iter().map(|family| family.places.len());
    assert!(view.net.facts.len() > 2 * 9, "there are facts of walls");
    assert_eq!(places.collect::<Vec<usize>>(), [9]);
}

#[test]
fn plans_are_as_short_with_traps_as_without() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut solved = 0;
    for round in 0..16 {
        let crates = ["@$.##", "@$$..##"][round / 2 % 2];
        let text = random_warehouse(crates, (4, 5), &mut random, round % 2 == 0);
        let (plain, led) = steps(&text);
        assert_eq!(plain, led, "{text}");
        solved += usize::from(plain.is_some());
    }
    assert!((1..16).contains(&solved), "{solved}");
}
