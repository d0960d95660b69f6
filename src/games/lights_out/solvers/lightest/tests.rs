//! Compares every search for a lightest word, and every bound, with trying all words.

use crate::algebra::{QuietPattern, Solvability, solve};
use crate::game::Game as _;
use crate::game::typed::Puzzle as _;
use crate::search::{Budget, NoProgress, Progress};
use crate::{LIGHTS_OUT, LightsOut, Wrap};

use super::code::{CosetCode, Word, add};
use super::descent::descend;
use super::route::Route;
use super::trellis::Trellis;
use super::*;

/// Patterns, a plan, and the board that they are on.
struct CosetCase {
    size: Size,
    generators: Vec<QuietPattern>,
    presses: Vec<u8>,
}

/// The patterns of a board with holes.
fn board_case(random: &mut fastrand::Rng) -> CosetCase {
    let patterns = ["plus", "x", "box", "101/010/101", "110/010/011", "11111"];
    let pattern = patterns[random.usize(..6)];
    let wrap = Wrap::NAMES[random.usize(..4)];
    let (rows, columns) = (random.usize(1..=9), random.usize(1..=9));
    let holes = random.u8(0..2) * 10;
    let mut text = format!("lights-out\npattern {pattern}\nwrap {wrap}\n\n");
    for _ in 0..rows {
        let cell = |random: &mut fastrand::Rng| if random.u8(0..100) < holes { '_' } else { '.' };
        text.extend((0..columns).map(|_| cell(random)));
        text.push('\n');
    }
    let level = LIGHTS_OUT.parse_text(&text).expect("is a level");
    let puzzle = LightsOut::downcast(level.as_ref()).expect("is one");
    let budget = Budget::default();
    let Ok(Solvability::Solvable(coset)) = solve(puzzle, &puzzle.lights, &budget) else {
        panic!("all off is solved");
    };
    let generator = |number| coset.generator(number, &budget).expect("has time");
    CosetCase {
        size: puzzle.size(),
        generators: (0..coset.generators()).map(generator).collect(),
        presses: (0..rows * columns).map(|_| random.u8(0..2)).collect(),
    }
}

/// Random patterns, equal in some cells.
fn random_case(random: &mut fastrand::Rng) -> CosetCase {
    let size = Size::new(5, random.usize(4..=9));
    let kinds = 0..random.usize(10..=50);
    let kinds: Vec<u16> = kinds.map(|_| random.u16(..1 << 13)).collect();
    let cells = (0..size.area()).map(|_| kinds[random.usize(..kinds.len())]);
    let cells: Vec<u16> = cells.collect();
    let generator = |row: usize| QuietPattern {
        presses: cells.iter().map(|cell| (cell >> row & 1) as u8).collect(),
        order: 2,
    };
    CosetCase {
        size,
        generators: (0..random.usize(1..=13)).map(generator).collect(),
        presses: cells.iter().map(|_| random.u8(0..2)).collect(),
    }
}

/// The fewest presses of all sums.
fn brute_force(case: &CosetCase) -> i64 {
    let mut presses = case.presses.clone();
    let cost = |presses: &[u8]| presses.iter().map(|times| i64::from(*times)).sum();
    let mut least: i64 = cost(&presses);
    for number in 1_u32..1 << case.generators.len() {
        let flipped = &case.generators[number.trailing_zeros() as usize].presses;
        for (press, flipped) in presses.iter_mut().zip(flipped) {
            *press ^= flipped;
        }
        least = least.min(cost(&presses));
    }
    least
}

fn cases() -> impl Iterator<Item = CosetCase> {
    let mut random = fastrand::Rng::with_seed(5);
    (0..300).filter_map(move |number| {
        let case = match number % 3 {
            0 => random_case(&mut random),
            _ => board_case(&mut random),
        };
        (1..=13).contains(&case.generators.len()).then_some(case)
    })
}

/// Presses of a word of the coset, counted on the board; asserts that it is a sum of patterns away.
fn presses(code: &CosetCode, costly: &Word) -> i64 {
    let mut flipped = costly.clone();
    add(&mut flipped, &code.costly);
    let rows: Vec<usize> = (0..code.positions.len()).collect();
    let mut rest = flipped.clone();
    for (at, row) in code.systematic(&rows) {
        if super::code::bit(&flipped, at) {
            add(&mut rest, &row);
        }
    }
    assert!(rest.iter().all(|word| *word == 0), "is no sum of patterns");
    code.base + code.weight(costly)
}

#[test]
fn all_methods_agree_with_brute_force() {
    let budget = Budget::default();
    let mut seen = 0;
    for case in cases() {
        seen += 1;
        let group: Vec<&QuietPattern> = case.generators.iter().collect();
        let cells: Vec<usize> = (0..case.size.area()).collect();
        let code = CosetCode::new(&group, &cells, &case.presses);
        let least = brute_force(&case);
        let mut position_of = vec![None; cells.len()];
        for (at, position) in code.with_weight().enumerate() {
            for cell in &position.cells {
                position_of[*cell] = Some(at);
            }
        }
        for route in Route::all(case.size) {
            let order = route.order(case.size, &code, &position_of);
            for width in [1, 3, 7, 20] {
                let trellis = Trellis::new(&code, &order, width, &budget).expect("has time");
                let found = viterbi::lightest(&code, &trellis, &budget);
                let bound = code.base + found.expect("has time");
                assert!(bound <= least && (bound == least || trellis.forgotten > 0));
                assert!(width < 20 || trellis.forgotten == 0);
            }
        }
        let mut costly = code.costly.clone();
        descend(&code, &mut costly, 1 << 18, &budget, |_| ()).expect("has time");
        assert!(presses(&code, &costly) >= least);
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn a_bound_holds_for_any_limits() {
    let budget = Budget::default();
    let narrow = LightestLimits {
        nullity: 0,
        bound_width: 16,
        ..LightestLimits::INSTANT
    };
    let mut proved = 0;
    for case in cases() {
        let progress = Progress::new(&NoProgress);
        let board = (case.size, 2);
        let group: Vec<&QuietPattern> = case.generators.iter().collect();
        let cells = touched(&group);
        let least = brute_force(&case);
        let search =
            |limits| Lightest::new(board, case.presses.clone(), limits, &budget, &progress);
        let (mut full, mut narrow) = (search(&LightestLimits::FULL), search(&narrow));
        let fixed = full.cost() - full.cost_of(&cells);
        let exact = full.two_states(&group, &cells).expect("has time");
        assert_eq!((full.cost(), fixed + exact), (least, least));
        let bound = fixed + narrow.two_states(&group, &cells).expect("has time");
        assert!(bound <= least && narrow.cost() >= least);
        proved += usize::from(bound == narrow.cost());
    }
    assert!(proved > 100, "{proved}");
}
