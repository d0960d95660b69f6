use std::time::Duration;

use crate::solvers::task::{GoalTask, Method};
use crate::solvers::tests::{long_budget, problem, run, shortest};
use planwright_game::Outcome;
use planwright_game::search::Budget;

type Hole = (i32, i32);

/// Directions of jumps along sides.
const SQUARE: [Hole; 2] = [(0, 1), (1, 0)];
/// The same on a triangle.
const TRIANGLE: [Hole; 3] = [(0, 1), (1, 0), (1, 1)];

/// Peg solitaire: all holes but one have pegs; a single peg is left in the end, anywhere or in `last`.
fn pegs(holes: &[Hole], directions: &[Hole], empty: Hole, last: Option<Hole>) -> String {
    let name = |(row, column): Hole| format!("h{row}x{column}");
    let mut text = String::from(
        "(role player)\n(<= (legal player (jump ?a ?c)) (line ?a ?b ?c) (true (on ?a peg)) (true (on ?b peg)) (true (on ?c hole)))\n\
         (<= (made ?a hole) (does player (jump ?a ?c)))\n\
         (<= (made ?b hole) (does player (jump ?a ?c)) (line ?a ?b ?c))\n\
         (<= (made ?c peg) (does player (jump ?a ?c)))\n\
         (<= (changed ?a) (made ?a ?x))\n(<= (next (on ?a ?x)) (made ?a ?x))\n\
         (<= (next (on ?a ?x)) (true (on ?a ?x)) (not (changed ?a)))\n\
         (<= several (true (on ?a peg)) (true (on ?b peg)) (distinct ?a ?b))\n\
         (<= some_way (legal player ?m))\n(<= terminal (not some_way))\n(<= terminal won)\n\
         (<= (goal player 100) won)\n(<= (goal player 0) (not won))\n",
    );
    let last = last.map_or(String::new(), |last| {
        format!(" (true (on {} peg))", name(last))
    });
    text += &format!("(<= won (not several){last})\n");
    for hole in holes {
        let content = if *hole == empty { "hole" } else { "peg" };
        text += &format!("(init (on {} {content}))\n", name(*hole));
        for (down, right) in directions {
            for sign in [1, -1] {
                let along = |n: i32| (hole.0 + sign * n * down, hole.1 + sign * n * right);
                if holes.contains(&along(2)) && holes.contains(&along(1)) {
                    let (over, to) = (name(along(1)), name(along(2)));
                    text += &format!("(line {} {over} {to})\n", name(*hole));
                }
            }
        }
    }
    text
}

/// Holes in rows of these lengths, centred in a square.
fn board(lengths: &[i32]) -> Vec<Hole> {
    let side = lengths.len() as i32;
    let rows = (0..).zip(lengths);
    rows.flat_map(|(row, length)| {
        let margin = (side - length) / 2;
        (margin..margin + length).map(move |column| (row, column))
    })
    .collect()
}

fn steps(text: &str) -> Option<i64> {
    match run(text, "auto", false, 1, 300).outcome {
        Outcome::Solved(solution) => {
            assert!(solution.optimal, "all plans are as long");
            Some(solution.cost)
        }
        Outcome::Unsolvable(_) => None,
        other => panic!("{other:?}"),
    }
}

/// The last two boards are too large for all states.
#[test]
fn a_single_peg_is_left_in_the_middle() {
    let english = board(&[3, 3, 7, 7, 7, 3, 3]);
    let cross = board(&[3, 3, 3, 9, 9, 9, 3, 3, 3]);
    for (holes, middle, plan) in [(english, 3, 31), (cross, 4, 43), (board(&[9; 9]), 4, 79)] {
        let middle = (middle, middle);
        assert_eq!(
            steps(&pegs(&holes, &SQUARE, middle, Some(middle))),
            Some(plan)
        );
    }
}

/// No jump changes the parity of the numbers of pegs on the three classes of diagonals relative to each other.
#[test]
fn the_classes_of_pegs_prove_that_there_is_no_plan() {
    let european = board(&[3, 5, 7, 7, 7, 5, 3]);
    assert_eq!(steps(&pegs(&european, &SQUARE, (3, 3), None)), None);
    assert_eq!(steps(&pegs(&european, &SQUARE, (0, 2), None)), Some(35));
}

/// The goal reads a counter: 100 for one peg in the middle, 90 for two pegs.
#[test]
fn pegs_are_counted_by_the_rules() {
    let european = board(&[3, 5, 7, 7, 7, 5, 3]);
    let text = pegs(&european, &SQUARE, (3, 3), Some((3, 3)));
    let lines = text.lines().filter(|line| {
        let left_out = ["(<= (goal", "(<= several", "(<= won", "(<= terminal won"];
        !left_out.iter().any(|start| line.starts_with(start))
    });
    let mut text: String = lines.map(|line| format!("{line}\n")).collect();
    text += "(init (left 36))\n(<= (next (left ?m)) (does player (jump ?a ?c)) (true (left ?n)) (less ?n ?m))\n\
             (<= (goal player 100) (true (left 1)) (true (on h3x3 peg)))\n(<= (goal player 90) (true (left 2)))\n\
             (<= (goal player 0) (not (true (left 1))) (not (true (left 2))))\n";
    for left in 1..36 {
        text += &format!("(less {} {left})\n", left + 1);
    }
    match run(&text, "auto", false, 1, 300).outcome {
        Outcome::Unsolvable(why) => {
            let best = "the best value is 90, in 34 steps";
            assert!(why.reason.contains(best), "{}", why.reason);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_triangle_of_fifteen_is_solved_from_some_holes_and_to_some() {
    let triangle: Vec<Hole> = (0..5)
        .flat_map(|row| (0..=row).map(move |column| (row, column)))
        .collect();
    let to = |empty, last| steps(&pegs(&triangle, &TRIANGLE, empty, last));
    assert_eq!(to((0, 0), Some((0, 0))), Some(13));
    assert_eq!(to((2, 1), Some((2, 1))), None);
}

/// Solitaire chess: each move captures a piece, until one is left. The captured piece may be any.
#[test]
fn pieces_take_each_other_until_one_is_left() {
    let side = 4_i32;
    let text = |pieces: &[(&str, i32, i32)]| {
        let mut text = String::from(
            "(role player)\n(<= (legal player (take ?r ?c ?s ?d)) (true (on ?r ?c ?p)) (reaches ?p ?r ?c ?s ?d) (true (on ?s ?d ?q)))\n\
             (<= (next (on ?s ?d ?p)) (does player (take ?r ?c ?s ?d)) (true (on ?r ?c ?p)))\n\
             (<= (touched ?r ?c) (does player (take ?r ?c ?s ?d)))\n(<= (touched ?s ?d) (does player (take ?r ?c ?s ?d)))\n\
             (<= (next (on ?r ?c ?p)) (true (on ?r ?c ?p)) (not (touched ?r ?c)))\n\
             (<= (full ?r ?c) (true (on ?r ?c ?p)))\n\
             (<= several (full ?r ?c) (full ?s ?d) (or (distinct ?r ?s) (distinct ?c ?d)))\n\
             (<= terminal (not several))\n(<= (goal player 100) (not several))\n(<= (goal player 0) several)\n",
        );
        for (piece, row, column) in pieces {
            text += &format!("(init (on {row} {column} {piece}))\n");
        }
        let cells = || (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        for ((r, c), (s, d)) in cells().flat_map(|from| cells().map(move |to| (from, to))) {
            let (down, aside) = (i32::abs(r - s), i32::abs(c - d));
            let piece = match (down.min(aside), down.max(aside)) {
                (1, 2) => "knight",
                (0, 1) | (1, 1) => "king",
                _ => continue,
            };
            text += &format!("(reaches {piece} {r} {c} {s} {d})\n");
        }
        text
    };
    let pieces = [
        ("king", 0, 0),
        ("king", 1, 1),
        ("knight", 2, 3),
        ("knight", 0, 2),
        ("king", 3, 3),
        ("knight", 3, 1),
        ("king", 2, 0),
    ];
    assert_eq!(steps(&text(&pieces)), Some(6));
    let unreached_corner = [("king", 0, 0), ("king", 1, 1), ("knight", 3, 3)];
    assert_eq!(steps(&text(&unreached_corner)), None);
}

/// Blocks world with an initial and a target arrangement: a block moves from the table onto another one, or back.
fn blocks(now: &[Option<usize>], target: &[Option<usize>]) -> String {
    let mut text = String::from(
        "(role arm)\n(<= (legal arm (stack ?x ?y)) (true (low ?x)) (true (clear ?x)) (true (clear ?y)) (distinct ?x ?y))\n\
         (<= (legal arm (unstack ?x ?y)) (true (on ?x ?y)) (true (clear ?x)))\n\
         (<= (stacked ?x) (does arm (stack ?x ?y)))\n(<= (covered ?y) (does arm (stack ?x ?y)))\n\
         (<= (next (on ?x ?y)) (does arm (stack ?x ?y)))\n\
         (<= (next (on ?x ?y)) (true (on ?x ?y)) (not (does arm (unstack ?x ?y))))\n\
         (<= (next (low ?x)) (does arm (unstack ?x ?y)))\n(<= (next (low ?x)) (true (low ?x)) (not (stacked ?x)))\n\
         (<= (next (clear ?y)) (does arm (unstack ?x ?y)))\n\
         (<= (next (clear ?y)) (true (clear ?y)) (not (covered ?y)))\n\
         (<= open (want ?x ?y) (not (true (on ?x ?y))))\n\
         (<= terminal (not open))\n(<= (goal arm 100) (not open))\n(<= (goal arm 0) open)\n",
    );
    for (block, below) in now.iter().enumerate() {
        let fact = match below {
            Some(below) => format!("(init (on b{block} b{below}))"),
            None => format!("(init (low b{block}))"),
        };
        text += &format!("{fact}\n");
        if !now.contains(&Some(block)) {
            text += &format!("(init (clear b{block}))\n");
        }
    }
    for (block, below) in target.iter().enumerate() {
        if let Some(below) = below {
            text += &format!("(want b{block} b{below})\n");
        }
    }
    text
}

fn towers(random: &mut fastrand::Rng, count: usize) -> Vec<Option<usize>> {
    let mut order: Vec<usize> = (0..count).collect();
    random.shuffle(&mut order);
    let mut below = vec![None; count];
    for pair in order.windows(2) {
        below[pair[1]] = (random.usize(..5) > 0).then_some(pair[0]);
    }
    below
}

#[test]
fn layers_of_moves_hold_a_plan_wherever_there_is_one() {
    let mut random = fastrand::Rng::with_seed(4);
    let budget = long_budget();
    for _ in 0..20 {
        let mut text = blocks(&towers(&mut random, 5), &towers(&mut random, 5));
        if random.bool() {
            // Not all can be moved.
            text = text.replace("(legal arm (unstack ?x ?y))", "(legal arm (unstack b1 ?y))");
        }
        let problem = problem(&text);
        let mut task = GoalTask::new(&problem, 100);
        let shortest = shortest(&mut task, Method::Breadth);
        let brief = Budget::default().with_time(Duration::from_secs(2));
        let found = task.layered(if shortest.is_some() { &budget } else { &brief });
        let found = found.expect("is a game").map(|plan| plan.0.len());
        assert_eq!(shortest.is_some(), found.is_some(), "{text}");
        assert!(shortest <= found, "{text}");
    }
    let many = blocks(&towers(&mut random, 16), &towers(&mut random, 16));
    let problem = problem(&many);
    let plan = GoalTask::new(&problem, 100).layered(&budget);
    assert!(plan.expect("has time").is_some());
}
