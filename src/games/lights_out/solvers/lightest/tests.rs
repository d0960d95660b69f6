//! Compares every search for a lightest word, and every bound, with trying all words.

use crate::algebra::{Answer, Generator, solve};
use crate::game::Game as _;
use crate::game::typed::Typed as _;
use crate::search::{Budget, NoProgress, Progress};
use crate::{LIGHTS_OUT, LightsOut};

use super::code::{Code, Word, add};
use super::descent::descend;
use super::route::Route;
use super::trellis::Program;
use super::*;

/// Patterns, a plan, and the board that they are on.
struct Case {
    size: Size,
    generators: Vec<Generator>,
    presses: Vec<u8>,
}

/// The patterns of a board with holes.
fn on_a_board(random: &mut fastrand::Rng) -> Case {
    let pick =
        |random: &mut fastrand::Rng, words: &[&'static str]| words[random.usize(..words.len())];
    let pattern = pick(
        random,
        &["plus", "x", "box", "101/010/101", "110/010/011", "11111"],
    );
    let wrap = pick(random, &["none", "rows", "columns", "torus"]);
    let (rows, columns) = (random.usize(1..=9), random.usize(1..=9));
    let holes = random.u8(0..2) * 10;
    let mut text = format!("lights-out\npattern {pattern}\nwrap {wrap}\n\n");
    for _ in 0..rows {
        let cell = |random: &mut fastrand::Rng| if random.u8(0..100) < holes { '_' } else { '.' };
        text.extend((0..columns).map(|_| cell(random)));
        text.push('\n');
    }
    let level = LIGHTS_OUT.parse_text(&text).expect("is a level");
    let puzzle = LightsOut::of(level.as_ref()).expect("is one");
    let budget = Budget::default();
    let Ok(Answer::Solvable(coset)) = solve(puzzle, &puzzle.lights, &budget) else {
        panic!("all off is solved");
    };
    let generator = |number| coset.generator(number, &budget).expect("has time");
    Case {
        size: puzzle.size(),
        generators: (0..coset.generators()).map(generator).collect(),
        presses: (0..rows * columns).map(|_| random.u8(0..2)).collect(),
    }
}

/// Random patterns, equal in some cells.
fn by_chance(random: &mut fastrand::Rng) -> Case {
    let size = Size::new(5, random.usize(4..=9));
    let kinds: Vec<u16> = (0..random.usize(10..=50))
        .map(|_| random.u16(..1 << 13))
        .collect();
    let cells: Vec<u16> = (0..size.area())
        .map(|_| kinds[random.usize(..kinds.len())])
        .collect();
    let generator = |row: usize| Generator {
        presses: cells.iter().map(|cell| (cell >> row & 1) as u8).collect(),
        order: 2,
    };
    Case {
        size,
        generators: (0..random.usize(1..=13)).map(generator).collect(),
        presses: cells.iter().map(|_| random.u8(0..2)).collect(),
    }
}

/// The fewest presses of all sums.
fn by_trying_all(case: &Case) -> i64 {
    let mut presses = case.presses.clone();
    let cost = |presses: &[u8]| presses.iter().map(|times| i64::from(*times)).sum();
    let mut least: i64 = cost(&presses);
    for number in 1_u32..1 << case.generators.len() {
        let turned = &case.generators[number.trailing_zeros() as usize].presses;
        for (press, turned) in presses.iter_mut().zip(turned) {
            *press ^= turned;
        }
        least = least.min(cost(&presses));
    }
    least
}

fn cases() -> impl Iterator<Item = Case> {
    let mut random = fastrand::Rng::with_seed(5);
    (0..300).filter_map(move |number| {
        let case = if number % 3 == 0 {
            by_chance(&mut random)
        } else {
            on_a_board(&mut random)
        };
        (1..=13).contains(&case.generators.len()).then_some(case)
    })
}

/// Presses of a word of the coset, counted on the board; asserts that it is a sum of patterns away.
fn presses(code: &Code, dear: &Word) -> i64 {
    let mut turned = dear.clone();
    add(&mut turned, &code.dear);
    let rows: Vec<usize> = (0..code.positions.len()).collect();
    let mut rest = turned.clone();
    for (at, row) in code.systematic(&rows) {
        if super::code::bit(&turned, at) {
            add(&mut rest, &row);
        }
    }
    assert!(rest.iter().all(|word| *word == 0), "is no sum of patterns");
    code.base + code.weight(dear)
}

#[test]
fn all_ways_come_to_what_trying_all_comes_to() {
    let budget = Budget::default();
    let mut seen = 0;
    for case in cases() {
        seen += 1;
        let group: Vec<&Generator> = case.generators.iter().collect();
        let cells: Vec<usize> = (0..case.size.area()).collect();
        let code = Code::of(&group, &cells, &case.presses);
        let least = by_trying_all(&case);
        let mut position_of = vec![None; cells.len()];
        for (at, position) in code.with_weight().enumerate() {
            position
                .cells
                .iter()
                .for_each(|cell| position_of[*cell] = Some(at));
        }
        for route in Route::all(case.size) {
            let order = route.order(case.size, &code, &position_of);
            let exact = Program::exact(&code, &order, 20, u64::MAX, &budget);
            let exact = exact
                .ok()
                .flatten()
                .expect("needs no more bits than there are patterns");
            let (weight, word) = viterbi::lightest(&code, &exact, true, &budget).expect("has time");
            let mut dear = code.dear.clone();
            add(&mut dear, &word);
            assert_eq!((code.base + weight, presses(&code, &dear)), (least, least));
            for width in [1, 3, 7] {
                let loose = Program::loose(&code, &order, width, &budget).expect("has time");
                let (bound, _) =
                    viterbi::lightest(&code, &loose, false, &budget).expect("has time");
                let bound = code.base + bound;
                assert!(bound <= least && (bound == least || loose.forgotten > 0));
            }
        }
        let mut dear = code.dear.clone();
        descend(&code, &mut dear, 1 << 18, &budget, &mut |_| ()).expect("has time");
        assert!(presses(&code, &dear) >= least);
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn a_bound_holds_for_any_effort() {
    let budget = Budget::default();
    let narrow = Effort {
        nullity: 0,
        loose: 16,
        ..Effort::AT_ONCE
    };
    let mut proved = 0;
    for case in cases() {
        let progress = Progress::new(&NoProgress);
        let board = (case.size, 2);
        let group: Vec<&Generator> = case.generators.iter().collect();
        let cells = touched(&group);
        let least = by_trying_all(&case);
        let mut search = Lightest::of(
            board,
            case.presses.clone(),
            &Effort::FULL,
            &budget,
            &progress,
        );
        let fixed = search.cost() - search.cost_of(&cells);
        let exact = search.two_states(&group, &cells).expect("has time");
        assert_eq!((search.cost(), fixed + exact), (least, least));
        let mut search = Lightest::of(board, case.presses.clone(), &narrow, &budget, &progress);
        let bound = fixed + search.two_states(&group, &cells).expect("has time");
        assert!(bound <= least && search.cost() >= least);
        proved += usize::from(bound == search.cost());
    }
    assert!(proved > 100, "{proved}");
}
