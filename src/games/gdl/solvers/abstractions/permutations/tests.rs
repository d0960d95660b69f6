//! Plans are found exactly where there are some.

use crate::solvers::problem::Method;
use crate::solvers::tests::{problem, shortest};
use planwright_game::search::Budget;

/// Rings of places that are turned by one place at a time, until nothing is wrong.
fn turns(rings: &[Vec<usize>]) -> String {
    let mut text = String::from(
        "(role turner)\n(<= (legal turner (turn ?t)) (ring ?t))\n(<= (moved ?t ?p) (brings ?t ?p ?q))\n\
         (<= terminal (not wrong))\n(<= (goal turner 100) (not wrong))\n(<= (goal turner 0) wrong)\n",
    );
    for (number, ring) in rings.iter().enumerate() {
        text += &format!("(ring {number})\n");
        for (at, place) in ring.iter().enumerate() {
            let to = ring[(at + 1) % ring.len()];
            text += &format!("(brings {number} {place} {to})\n");
        }
    }
    text
}

/// Beads at places: each turn moves those of one ring by one place. Each place is to have a bead of its colour.
fn rings(rings: &[Vec<usize>], beads: &[char], home: &[char]) -> String {
    let mut text = turns(rings);
    text += "(<= (next (bead ?q ?c)) (does turner (turn ?t)) (brings ?t ?p ?q) (true (bead ?p ?c)))\n\
             (<= (next (bead ?p ?c)) (does turner (turn ?t)) (true (bead ?p ?c)) (not (moved ?t ?p)))\n\
             (<= wrong (home ?p ?c) (not (true (bead ?p ?c))))\n";
    for (place, (bead, home)) in beads.iter().zip(home).enumerate() {
        text += &format!("(init (bead {place} {bead})) (home {place} {home})\n");
    }
    text
}

/// Coins at places: each turn moves those of one ring by one place and flips them. Each coin is to be in the place of
/// its number, heads up.
fn coins(rings: &[Vec<usize>], places: &[usize], heads: &[bool]) -> String {
    let mut text = turns(rings);
    text += "(over heads tails) (over tails heads)\n\
         (<= (stays ?c) (does turner (turn ?t)) (true (at ?c ?p)) (not (moved ?t ?p)))\n\
         (<= (next (at ?c ?q)) (does turner (turn ?t)) (brings ?t ?p ?q) (true (at ?c ?p)))\n\
         (<= (next (at ?c ?p)) (true (at ?c ?p)) (stays ?c))\n\
         (<= (next (up ?c ?f)) (true (up ?c ?f)) (stays ?c))\n\
         (<= (next (up ?c ?g)) (true (up ?c ?f)) (over ?f ?g) (not (stays ?c)))\n\
         (<= wrong (coin ?c) (not (true (at ?c ?c))))\n(<= wrong (true (up ?c tails)))\n";
    for (coin, (place, heads)) in places.iter().zip(heads).enumerate() {
        let up = if *heads { "heads" } else { "tails" };
        text += &format!("(coin {coin}) (init (at {coin} {place})) (init (up {coin} {up}))\n");
    }
    text
}

/// Returns whether a plan is found by permutations, as it must be where breadth-first search finds one.
fn is_solved(text: &str) -> bool {
    let problem = problem(text);
    let shortest = shortest(&problem, Method::Breadth);
    let found = problem.permuted(100, &Budget::default()).expect("has time");
    let found = found.map(|plan| plan.0.len());
    assert_eq!(shortest.is_some(), found.is_some(), "{text}");
    assert!(shortest <= found, "{text}");
    found.is_some()
}

fn random_ring(random: &mut fastrand::Rng, places: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..places).collect();
    random.shuffle(&mut all);
    all.truncate(random.usize(2..5));
    all
}

#[test]
fn beads_come_home_where_they_can() {
    let mut random = fastrand::Rng::with_seed(2);
    let home: Vec<char> = "rrggbbyy".chars().collect();
    let mut solved = 0;
    for _ in 0..30 {
        let turns: Vec<Vec<usize>> = (0..3)
            .map(|_| random_ring(&mut random, home.len()))
            .collect();
        let mut beads = home.clone();
        random.shuffle(&mut beads);
        solved += usize::from(is_solved(&rings(&turns, &beads, &home)));
    }
    assert!((5..25).contains(&solved), "{solved}");
}

/// Twenty places with different beads: more states than any search explores.
#[test]
fn many_beads_come_home() {
    let home: Vec<char> = ('a'..='t').collect();
    let turns = [(0..12).collect::<Vec<usize>>(), (8..20).collect()];
    let mut beads = home.clone();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let ring = &turns[random.usize(..2)];
        let last = beads[ring[ring.len() - 1]];
        for at in (1..ring.len()).rev() {
            beads[ring[at]] = beads[ring[at - 1]];
        }
        beads[ring[0]] = last;
    }
    let plan = problem(&rings(&turns, &beads, &home)).permuted(100, &Budget::default());
    assert!(plan.expect("has time").is_some());
}

#[test]
fn coins_are_turned_over_on_their_way_home() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut solved = 0;
    for _ in 0..20 {
        let turns: Vec<Vec<usize>> = (0..2).map(|_| random_ring(&mut random, 5)).collect();
        let mut places: Vec<usize> = (0..5).collect();
        random.shuffle(&mut places);
        let heads: Vec<bool> = (0..5).map(|_| random.bool()).collect();
        solved += usize::from(is_solved(&coins(&turns, &places, &heads)));
    }
    assert!((2..19).contains(&solved), "{solved}");
}
