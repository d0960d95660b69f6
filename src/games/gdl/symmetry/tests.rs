//! States that are equivalent by a symmetry of the rules.

use std::collections::HashSet;

use testkit_game::{answer, keyed};

use crate::game::{Cell, SolveRequest};
use crate::model::ones;
use crate::search::Budget;
use crate::solvers::tests::solver;
use crate::tests::level;

/// A square of lights: pressing one toggles it and its neighbours.
fn square(side: usize, lit: &[(usize, usize)], more: &str) -> String {
    let mut text = String::from("(role p)\n");
    for at in 1..=side {
        text += &format!("(index {at})\n");
        if at < side {
            text += &format!("(next-to {at} {})\n", at + 1);
        }
    }
    for (row, col) in lit {
        text += &format!("(init (on {row} {col}))\n");
    }
    text + "(<= (beside ?a ?b) (next-to ?a ?b)) (<= (beside ?a ?b) (next-to ?b ?a))
(<= (near ?r ?c ?r ?d) (index ?r) (beside ?c ?d))
(<= (near ?r ?c ?s ?c) (index ?c) (beside ?r ?s))
(<= (near ?r ?c ?r ?c) (index ?r) (index ?c))
(<= (legal p (press ?r ?c)) (index ?r) (index ?c))
(<= (turns ?r ?c) (does p (press ?s ?d)) (near ?s ?d ?r ?c))
(<= (next (on ?r ?c)) (true (on ?r ?c)) (not (turns ?r ?c)))
(<= (next (on ?r ?c)) (turns ?r ?c) (not (true (on ?r ?c))))
(<= lit (true (on ?r ?c)))
(<= terminal (not lit))
(<= (goal p 100) (not lit))
(<= (goal p 0) lit)
" + more
}

/// Rules that are symmetric from every side, and some that are only across a diagonal, as an action in a corner is
/// remembered.
fn even_rules() -> [(String, usize); 2] {
    let corner = "(init open) (<= (next open) (true open) (not (does p (press 1 1))))\n\
                  (<= (goal p 50) lit (true open))\n";
    let lit = [(1, 1), (2, 3)];
    [(square(3, &lit, ""), 8), (square(3, &lit, corner), 2)]
}

#[test]
fn symmetric_states_are_searched_once() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut fewer = 0;
    for _ in 0..6 {
        let mut on = [[false; 6]; 6];
        for _ in 0..random.usize(3..9) {
            let (row, col) = (random.usize(1..=4), random.usize(1..=4));
            let neighbours = Cell::new(row, col).neighbours();
            for Cell { row, col } in neighbours.chain([Cell::new(row, col)]) {
                on[row][col] ^= true;
            }
        }
        let cells = (1..=4).flat_map(|row| (1..=4).map(move |col| (row, col)));
        let lit: Vec<(usize, usize)> = cells.filter(|(row, col)| on[*row][*col]).collect();
        let text = square(4, &lit, "");
        let level = level(&text);
        let cost = |symmetry: &str| {
            let mut request = SolveRequest::new(&level);
            request.options = keyed(&[("method", "breadth-first"), ("symmetry", symmetry)]);
            let report = answer(solver("search"), &request);
            let cost = report.outcome.solution().map(|solution| solution.cost);
            (cost, report.explored)
        };
        let (with, without) = (cost("yes"), cost("no"));
        println!("{lit:?}: {with:?}, without {without:?}");
        assert_eq!(with.0, without.0, "{text}");
        assert!(with.0.is_some() && with.1 <= without.1, "{text}");
        fewer += usize::from(2 * with.1 < without.1);
    }
    assert!(fewer > 0);
}

#[test]
fn symmetries_are_found_and_keep_the_game_as_it_is() {
    let budget = Budget::default();
    let mut games: Vec<(String, Option<usize>)> = Vec::new();
    games.extend(even_rules().into_iter().map(|(text, n)| (text, Some(n))));
    let levels = crate::tests::levels().into_iter();
    games.extend(levels.map(|(_, text)| (text, None)));
    let mut random = fastrand::Rng::with_seed(7);
    for (text, order) in games {
        let level = level(&text);
        let model = level.model().expect("has a network");
        let symmetries = model.symmetries(&budget);
        let permute = |to: &[u32], state: &[u64]| {
            let mut into = vec![0; state.len()];
            for bit in ones(state) {
                let bit = to[bit] as usize;
                into[bit / 64] |= 1 << (bit % 64);
            }
            into
        };
        // Size of the group that the generators give.
        let mut group = HashSet::from([(0..model.net.facts.len() as u32).collect::<Vec<u32>>()]);
        let mut open: Vec<Vec<u32>> = group.iter().cloned().collect();
        while let Some(one) = open.pop().filter(|_| group.len() < 100) {
            for other in symmetries.iter() {
                let both: Vec<u32> = one.iter().map(|to| other.facts[*to as usize]).collect();
                if group.insert(both.clone()) {
                    open.push(both);
                }
            }
        }
        assert!(order.is_none_or(|order| group.len() == order), "{text}");
        for symmetry in symmetries.iter() {
            let mut state = model.start();
            for _ in 0..30 {
                let other = permute(&symmetry.facts, &state);
                let (here, there) = (model.evaluate(&state), model.evaluate(&other));
                let moved = here.legal.iter().map(|mv| symmetry.moves[*mv] as usize);
                let mut legal: Vec<usize> = moved.collect();
                legal.sort_unstable();
                assert_eq!(legal, there.legal);
                assert_eq!((here.terminal, here.goal), (there.terminal, there.goal));
                if here.terminal || here.legal.is_empty() {
                    break;
                }
                let mv = here.legal[random.usize(..here.legal.len())];
                state = model.after(&state, mv);
                let after = model.after(&other, symmetry.moves[mv] as usize);
                assert_eq!(&permute(&symmetry.facts, &state)[..], &after[..]);
            }
        }
    }
}
