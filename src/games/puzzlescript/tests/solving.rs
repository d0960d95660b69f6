//! Solvers on random rules and levels, and the pruning of searches.

use fastrand::Rng;

use super::*;
use crate::game::search::Budget;
use crate::game::typed::downcast_level;
use crate::game::{Move, Outcome, SolveRequest};
use crate::game_file::PuzzleLevel;
use crate::position::PuzzlePosition;
use crate::report::{Ending, ending};
use crate::solvers::{ALL, Walker};
use testkit_game::{answer, keyed};

/// Limit of the states per search.
const MAX_STATES: u64 = 1_500;

fn rule(random: &mut Rng) -> String {
    const THINGS: [&str; 7] = ["Crate", "Gem", "Fire", "Mark", "Target", "Solid", "Player"];
    const SINGLE: [&str; 5] = ["Crate", "Gem", "Fire", "Mark", "Target"];
    const FORMS: [&str; 16] = [
        "[ > Player | A ] -> [ > Player | > A ]",
        "[ > Player | A ] -> [ > Player | ]",
        "[ > Player | A ] -> [ > Player | B ]",
        "[ < Player | A ] -> [ < Player | < A ]",
        "[ > A | C ] -> [ A | ]",
        "[ > A | C ] -> [ > A | > C ]",
        "[ action Player | A ] -> [ Player | B ]",
        "[ action Player ] [ A ] -> [ Player ] [ B ]",
        "[ > Player | A | no Obstacle ] -> [ | Player | A ]",
        "late [ A B ] -> [ B ]",
        "late [ A | B ] -> [ B | B ]",
        "late [ A | A ] -> [ | ]",
        "down [ A | no Obstacle ] -> [ | A ]",
        "right [ A | ... | B ] -> [ | ... | B ]",
        "[ > Player | ... | A ] -> [ > Player | ... | > A ]",
        "[ A ] [ B ] -> [ B ] [ A ]",
    ];
    let form = FORMS[random.usize(..FORMS.len())];
    let thing = THINGS[random.usize(..THINGS.len())];
    let mut single = || SINGLE[random.usize(..SINGLE.len())];
    let (other, more) = (single(), single());
    let words = form.split(' ').map(|word| match word {
        // What appears must be determined.
        "A" if form.starts_with("[ A ]") || form.contains("-> [ B |") => other,
        "A" => thing,
        "B" => more,
        "C" => other,
        "Obstacle" => "Solid",
        word => word,
    });
    words.collect::<Vec<&str>>().join(" ")
}

fn win(random: &mut Rng) -> String {
    const THINGS: [&str; 6] = ["Crate", "Gem", "Fire", "Mark", "Target", "Player"];
    let mut thing = || THINGS[random.usize(..THINGS.len())];
    let (one, other) = (thing(), thing());
    match random.usize(..6) {
        0 => format!("No {one}"),
        1 => format!("Some {one} on {other}"),
        2 => format!("No {one} on {other}"),
        3 => format!("Some {one}"),
        _ => format!("All {one} on {other}"),
    }
}

fn random_rows(random: &mut Rng) -> String {
    const SIGNS: [char; 12] = ['.', '.', '.', '.', '#', '*', 'g', 'f', 'o', 'm', '@', '.'];
    let player = random.usize(..12);
    let sign = |cell: usize, random: &mut Rng| match cell == player {
        true => 'p',
        false => SIGNS[random.usize(..SIGNS.len())],
    };
    let rows = (0..3).map(|row| {
        let cells = (0..4).map(|col| sign(4 * row + col, random));
        cells.collect::<String>()
    });
    rows.collect::<Vec<String>>().join("/")
}

/// A random game, if it compiles.
fn random_game(seed: u64) -> Option<(String, LevelRef)> {
    let random = &mut Rng::with_seed(seed);
    let rules: Vec<String> = (0..random.usize(1..4)).map(|_| rule(random)).collect();
    let text = text("", &rules.join("\n"), &win(random), &random_rows(random));
    let level = PuzzleScript.parse_text(&text).ok()?;
    Some((text, level))
}

fn position(level: &dyn crate::game::Level) -> PuzzlePosition {
    let level: &PuzzleLevel = downcast_level(level).expect("is one");
    PuzzlePosition::new(level.clone())
}

/// Length of a shortest plan by a search over all states, or all not pruned; `None` beyond the limit, else `Some`.
fn search_length(level: &dyn crate::game::Level, prune: bool) -> Option<Option<usize>> {
    let played = position(level);
    let targets = played.targets().filter(|_| prune);
    match ending(&played, targets.as_ref(), MAX_STATES, &Budget::default()) {
        Ok(Ending::Moves(length)) => Some(Some(length)),
        Ok(Ending::Never) => Some(None),
        Ok(Ending::Unknown) | Err(_) => None,
    }
}

/// Pruned states are not needed by any shortest plan.
#[test]
fn nothing_that_can_be_won_is_left_out() {
    let (mut won, mut lost, mut fewer) = (0, 0, 0);
    for seed in 0..1_500 {
        let Some((text, level)) = random_game(seed) else {
            continue;
        };
        if level.start().is_solved() {
            continue;
        }
        let Some(full) = search_length(level.as_ref(), false) else {
            continue;
        };
        let pruned = search_length(level.as_ref(), true);
        assert_eq!(pruned, Some(full), "seed {seed}\n{text}");
        won += usize::from(full.is_some());
        lost += usize::from(full.is_none());
        let played = position(level.as_ref());
        let start = Walker::new(&played).ok().map(|walker| walker.state());
        let mut both = played.targets().zip(start).into_iter();
        fewer += usize::from(both.any(|(targets, start)| targets.is_lost(&start)));
    }
    assert!(
        won > 100 && lost > 100 && fewer > 30,
        "{won} {lost} {fewer}"
    );
}

/// The portfolio proves the same as breadth-first search, on one thread and on two.
#[test]
fn auto_agrees_with_breadth_first_search() {
    let mut solved = 0;
    for seed in 5_000..5_120 {
        let Some((text, level)) = random_game(seed) else {
            continue;
        };
        let Some(whole) = search_length(level.as_ref(), false) else {
            continue;
        };
        for threads in ["1", "2"] {
            let request = SolveRequest {
                optimal: true,
                options: keyed(&[("threads", threads)]),
                ..SolveRequest::new(level.as_ref())
            };
            let outcome = answer(ALL[0], &request).outcome;
            match (&outcome, whole) {
                (Outcome::Solved(found), Some(length)) => {
                    let is_right = found.optimal && found.cost == length as i64;
                    assert!(is_right, "seed {seed}\n{text}");
                    solved += 1;
                }
                (Outcome::Unsolvable(_), None) => {}
                (outcome, whole) => panic!("{outcome:?}, {whole:?}: seed {seed}\n{text}"),
            }
        }
    }
    assert!(solved > 20, "{solved}");
}

/// States that differ only by the random generator lead to different wins.
#[test]
fn auto_proves_plans_of_random_rules() {
    let rule = "random [ Target | no Wall ] -> [ | Target ]";
    for rows in [
        "#####/#p..#/#.*o#/#####",
        "#########/#p#######/#*..o...#/#########",
    ] {
        let text = text("", rule, "All Target on Crate", rows);
        let level = PuzzleScript.parse_text(&text).expect("is a level");
        let mut request = SolveRequest::new(level.as_ref());
        request.optimal = true;
        let costs = [ALL[0], ALL[1]].map(|solver| {
            let outcome = answer(solver, &request).outcome;
            let found = outcome.solution().expect("can be won");
            found.optimal.then_some(found.cost)
        });
        assert!(costs[0].is_some() && costs[0] == costs[1], "{costs:?}");
    }
}

/// A plan with detours is shortened as far as possible, and stays a plan.
#[test]
fn detours_are_taken_out_of_a_plan() {
    let push = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    let rows = "########/#......#/#.p.*.o#/#......#/########";
    let text = text("", push, "All Target on Crate", rows);
    let level = PuzzleScript.parse_text(&text).expect("is a level");
    let mut walker = Walker::new(&position(level.as_ref())).expect("can be played");
    let start = walker.state();
    // Up, down, left, right are 0 to 3.
    let detour = vec![0, 2, 1, 1, 3, 3, 0, 0, 2, 1, 3, 3, 3];
    let mut shorten = crate::solvers::PlanShortener::new(&start, detour, &mut walker);
    for _ in 0..20 {
        shorten.search_next(&mut walker, &|| false);
    }
    let plan = walker.plan(shorten.acts());
    assert_eq!(plan.0, ["right", "right", "right"].map(Move::new));
}

/// Text of the Sokoban level that the last level of a game is.
fn sokoban_text(rules: &str, win: &str, board: &str) -> Option<String> {
    let level = level(&text("", rules, win, board));
    let level: &PuzzleLevel = downcast_level(level.as_ref()).expect("is a level");
    PuzzlePosition::new(level.clone()).sokoban_text()
}

#[test]
fn levels_that_are_sokoban_are_recognized_and_solved_as_such() {
    let (push, win) = (
        "[ > Player | Crate ] -> [ > Player | > Crate ]",
        "All Target on Crate",
    );
    let board = "p*.o/.*.o";
    let expected = "######\n#@$ .#\n# $ .#\n######\n";
    for rules in [push, &format!("{push} sfx1 message Heave!")] {
        assert_eq!(sokoban_text(rules, win, board).as_deref(), Some(expected));
    }
    for (rules, win, board) in [
        ("[ < Player | Crate ] -> [ < Player | < Crate ]", win, board),
        ("[ > Player | Crate ] -> [ > Player | Crate ]", win, board),
        (
            "right [ > Player | Crate ] -> [ > Player | > Crate ]",
            win,
            board,
        ),
        (
            "[ > Player | Crate ] -> [ > Player | > Crate ] again",
            win,
            board,
        ),
        (push, "Some Target on Crate", board),
        (push, win, "p*.o/...o"),
    ] {
        assert_eq!(sokoban_text(rules, win, board), None, "{rules}, {win}");
    }
    // No other search is started.
    let room = "p........./.*.*.*.*../........../..oooooo../...*..*.../..........";
    let level = level(&text("", push, win, room));
    let request = SolveRequest {
        first: true,
        ..SolveRequest::new(level.as_ref())
    };
    let report = answer(ALL[0], &request);
    assert!(report.outcome.solution().is_some() && report.explored == 0);
}
