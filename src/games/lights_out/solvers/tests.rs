//! Compares the exact solvers with trying all presses, and the reference solver with them.

use crate::game::Game as _;
use proptest::prelude::*;

use crate::algebra::{Coset, Solvability, solve as solve_system};
use crate::game::typed::Puzzle as _;
use crate::game::{
    Cell, LevelRef, Move, Outcome, SolveRequest, Solver, Transform, generate, play, solve,
};
use crate::search::{Budget, NoProgress, Stop};
use crate::{LIGHTS_OUT, LightsOut};
use testkit_game::{answer, keyed};

use super::fewest_presses::FewestPresses;
use super::greedy::Greedy;
use super::linear::Linear;

fn parse(text: &str) -> LevelRef {
    let level = LIGHTS_OUT.parse_text(text);
    level.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn outcome(solver: &dyn Solver, level: &LevelRef) -> Outcome {
    answer(solver, &SolveRequest::new(level.as_ref())).outcome
}

fn coset(level: &LevelRef) -> Option<Box<Coset>> {
    let puzzle = LightsOut::downcast(level.as_ref()).expect("is one");
    match solve_system(puzzle, &puzzle.lights, &Budget::default()) {
        Ok(Solvability::Solvable(coset)) => Some(coset),
        Ok(Solvability::Unsolvable(_)) => None,
        Err(stop) => panic!("{stop:?}"),
    }
}

/// The fewest presses and the number of solutions (with the common state), by trying all.
fn brute_force(level: &LevelRef) -> Option<(i64, u64)> {
    let puzzle = LightsOut::downcast(level.as_ref()).expect("is one");
    let (size, states) = (puzzle.size(), u16::from(puzzle.states));
    let cells = (0..size.area()).filter(|cell| puzzle.is_cell(*cell));
    let cells: Vec<usize> = cells.collect();
    let mut digits = vec![0_u8; cells.len()];
    let mut found: Option<(i64, u64)> = None;
    let mut lights = puzzle.lights.as_slice().to_vec();
    loop {
        let solved = |common: u8| {
            let mut cells = cells.iter();
            cells.all(|cell| lights[*cell] == puzzle.target(*cell, common))
        };
        let any = puzzle.goal == crate::Goal::Same;
        if solved(0) || any && (1..puzzle.states).any(solved) {
            let cost = digits.iter().map(|digit| i64::from(*digit)).sum();
            found = Some(match found {
                Some((best, count)) => (best.min(cost), count + 1),
                None => (cost, 1),
            });
        }
        let mut at = 0;
        loop {
            if at == digits.len() {
                return found;
            }
            puzzle.wiring.each_light(size, cells[at], |light| {
                if puzzle.is_cell(light) {
                    lights[light] = ((u16::from(lights[light]) + 1) % states) as u8;
                }
            });
            digits[at] += 1;
            if digits[at] < puzzle.states {
                break;
            }
            digits[at] = 0;
            at += 1;
        }
    }
}

/// Levels small enough to try all presses.
fn small_levels() -> impl Strategy<Value = String> {
    let shape = (2_u8..=9).prop_flat_map(|states| {
        let most = [12, 8, 6, 5, 4][usize::from(states - 2).min(4)];
        let sides =
            (1..=most).prop_flat_map(move |rows: usize| (Just(rows), 1..=(most / rows).max(1)));
        (Just(states), sides)
    });
    let pattern = prop_oneof![
        Just("plus".to_owned()),
        Just("x".to_owned()),
        Just("box".to_owned()),
        "[01]{3}/[01]{3}/[01]{3}",
        "[01]{5}",
    ];
    let wrap = prop_oneof![Just("none"), Just("rows"), Just("columns"), Just("torus")];
    let goal = prop_oneof![Just("off"), Just("on"), Just("same")];
    (shape, pattern, wrap, goal, any::<u64>()).prop_map(
        |((states, (rows, cols)), pattern, wrap, goal, seed)| {
            let mut random = fastrand::Rng::with_seed(seed);
            let tokens = ['.', '#', '2', '3', '4', '5', '6', '7', '8'];
            let mut board = String::new();
            for _ in 0..rows {
                for _ in 0..cols {
                    let hole = random.u8(0..8) == 0;
                    board.push(if hole { '_' } else { tokens[usize::from(random.u8(0..states))] });
                }
                board.push('\n');
            }
            format!("lights-out\nstates {states}\npattern {pattern}\nwrap {wrap}\ngoal {goal}\n\n{board}")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agree_with_trying_all(text in small_levels()) {
        let level = parse(&text);
        let known = brute_force(&level);
        match (known, outcome(&FewestPresses, &level)) {
            (None, Outcome::Unsolvable(_)) => {
                prop_assert!(matches!(outcome(&Linear, &level), Outcome::Unsolvable(_)));
            }
            (Some((best, count)), Outcome::Solved(solution)) => {
                prop_assert!(solution.optimal);
                prop_assert_eq!(solution.cost, best);
                // Where quiet patterns are few, the default solver is as good.
                let Outcome::Solved(plain) = outcome(&Linear, &level) else {
                    return Err(TestCaseError::fail(text));
                };
                prop_assert_eq!((plain.cost, plain.optimal), (best, true));
                let powers = coset(&level).expect("is solvable").count();
                let counted: u64 = powers.iter().map(|(base, exponent)| u64::from(*base).pow(*exponent as u32)).product();
                prop_assert_eq!(counted, count);
            }
            (known, other) => prop_assert!(false, "{:?}, but {:?}\n{}", known, other, text),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn greedy_is_right_under_all_options(
        text in small_levels(),
        published in any::<bool>(),
        edge in -30..=30,
        depth in prop_oneof![Just(1_000_000), 1..8],
    ) {
        let level = parse(&text);
        let mut request = SolveRequest::new(level.as_ref());
        let rule = if published { "published" } else { "any" };
        for (key, value) in [("edge", edge), ("depth", depth)] {
            request.options.insert(key.to_owned(), value.to_string());
        }
        request.options.insert("rule".to_owned(), rule.to_owned());
        let greedy = answer(&Greedy, &request).outcome;
        let solvable = matches!(outcome(&Linear, &level), Outcome::Solved(_));
        match greedy {
            Outcome::Solved(_) => prop_assert!(solvable),
            Outcome::Unsolvable(_) => prop_assert!(!solvable, "{text}"),
            Outcome::Stopped { stop: Stop::Method, .. } => {
                let same = text.contains("goal same");
                prop_assert!(depth < 8 || published && same, "{text}");
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }
}

#[test]
fn greedy_with_its_preset_solves_boards_of_seven_by_seven() {
    let shipped = include_str!("../../../../levels/lights-out/29-seven-by-seven.txt");
    let generator = LIGHTS_OUT.generator().expect("has one");
    let sides = keyed(&[("rows", "7"), ("columns", "7")]);
    let generated = |seed| generate(generator, &sides, seed, &Budget::default());
    let levels = (1..=10).map(|seed| generated(seed).expect("is made"));
    for level in levels.chain([parse(shipped)]) {
        let mut request = SolveRequest::new(level.as_ref());
        request.options = keyed(Greedy.presets()[0].options);
        // Some tenths of a second, on any machine.
        let budget = Budget::default().with_nodes(1_000_000);
        let report = solve(&Greedy, &request, &budget, &NoProgress).expect("has these options");
        let Outcome::Solved(solution) = report.outcome else {
            panic!("{:?}\n{}", report.outcome, level.to_text());
        };
        // Without quiet patterns this is the only plan that repeats no press.
        let best = outcome(&FewestPresses, &level);
        assert_eq!(Some(solution.cost), best.solution().map(|best| best.cost));
    }
}

/// Nullities of n×n boards with the pattern plus: OEIS A159257.
#[test]
fn nullities_of_squares() {
    let known = [
        0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10,
        20, 0, 20, 16, 4, 6, 0, 0, 0, 32, 0, 2, 0, 0, 4, 0, 0, 30, 0, 8, 8,
    ];
    for (side, nullity) in (1..).zip(known) {
        let board = ".".repeat(side) + "\n";
        let level = parse(&format!("lights-out\n\n{}", board.repeat(side)));
        let coset = coset(&level).expect("all off is solved");
        assert_eq!(coset.generators(), nullity, "{side}");
    }
}

#[test]
fn what_cannot_be_reached_is_a_sum_that_is_off() {
    let texts = [
        "lights-out\n\n#...\n....\n....\n....\n",
        "lights-out\nstates 4\npattern 110/000/000\n\n#.\n",
        "lights-out\nstates 6\n\n#...\n....\n....\n....\n",
        "lights-out\ngoal same\n\n#...\n....\n....\n....\n",
        "lights-out\nstates 6\ngoal same\n\n#...\n....\n....\n....\n",
    ];
    for text in texts {
        match outcome(&Linear, &parse(text)) {
            Outcome::Unsolvable(proof) => assert!(!proof.cells.is_empty(), "{text}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn several_solutions_are_counted() {
    let level = parse("lights-out\n\n####\n####\n####\n####\n");
    let mut request = SolveRequest::new(level.as_ref());
    request.count = 100;
    let outcome = answer(&Linear, &request).outcome;
    let solution = outcome.solution().expect("there is one");
    assert_eq!(solution.solutions, Some(16));
}

#[test]
fn a_board_that_is_turned_is_solved_by_the_presses_turned_with_it() {
    let level = parse(
        "lights-out\npattern 110/011/000\nwrap columns\n\n0000\n0000\n0000\ngoal:\n1100\n0110\n0000\n",
    );
    let Outcome::Solved(solution) = outcome(&Linear, &level) else {
        panic!("has a solution")
    };
    let size = level.board().size;
    let grid = level.as_grid().expect("is a grid");
    use Transform::{FlipHorizontal, FlipVertical, RotateLeft, RotateRight};
    for transform in [RotateRight, RotateLeft, FlipHorizontal, FlipVertical] {
        let turned = grid.transformed(transform).expect("is taken");
        let moved = |mv: &Move| {
            let cell = Cell::from_move(mv.as_str()).expect("is a cell");
            Move::new(transform.cell(cell, size).to_move())
        };
        let moves: Vec<Move> = solution.plan.moves().iter().map(moved).collect();
        let end = play(turned.as_ref(), &moves).expect("are possible");
        assert!(end.is_solved(), "{transform:?}\n{}", turned.to_text());
    }
}
