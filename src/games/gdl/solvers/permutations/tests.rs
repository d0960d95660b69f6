//! Plans are found where there are some, and not where there are none.

use std::time::Duration;

use crate::Gdl;
use crate::game::Game as _;
use crate::search::{Budget, NoProgress, Progress};
use crate::solvers::problem::Method;
use crate::solvers::tests::problem;

/// Beads at places: each of the turns brings those of one ring a place further. Each place is to have the bead of its
/// colour.
fn rings(rings: &[Vec<usize>], beads: &[char], home: &[char]) -> String {
    let mut text = String::from(
        "(role turner)\n\
         (<= (legal turner (turn ?t)) (ring ?t))\n\
         (<= (moved ?t ?p) (brings ?t ?p ?q))\n\
         (<= (next (bead ?q ?c)) (does turner (turn ?t)) (brings ?t ?p ?q) (true (bead ?p ?c)))\n\
         (<= (next (bead ?p ?c)) (does turner (turn ?t)) (true (bead ?p ?c)) (not (moved ?t ?p)))\n\
         (<= wrong (home ?p ?c) (not (true (bead ?p ?c))))\n\
         (<= terminal (not wrong))\n(<= (goal turner 100) (not wrong))\n(<= (goal turner 0) wrong)\n",
    );
    for (number, ring) in rings.iter().enumerate() {
        text += &format!("(ring {number})\n");
        for (at, place) in ring.iter().enumerate() {
            let to = ring[(at + 1) % ring.len()];
            text += &format!("(brings {number} {place} {to})\n");
        }
    }
    for (place, (bead, home)) in beads.iter().zip(home).enumerate() {
        text += &format!("(init (bead {place} {bead})) (home {place} {home})\n");
    }
    text
}

#[test]
fn beads_come_home_where_they_can() {
    let mut random = fastrand::Rng::with_seed(2);
    let home: Vec<char> = "rrggbbyy".chars().collect();
    let mut solved = 0;
    for _ in 0..30 {
        let ring = |random: &mut fastrand::Rng| {
            let mut places: Vec<usize> = (0..home.len()).collect();
            random.shuffle(&mut places);
            places.truncate(random.usize(2..5));
            places
        };
        let turns: Vec<Vec<usize>> = (0..3).map(|_| ring(&mut random)).collect();
        let mut beads = home.clone();
        random.shuffle(&mut beads);
        let text = rings(&turns, &beads, &home);
        let level = Gdl.parse_text(&text).expect("is a game");
        let problem = problem(level.as_ref());
        let budget = Budget::default().with_time(Duration::from_secs(300));
        let progress = Progress::new(&NoProgress);
        let shortest = problem.shortest(100, Method::Breadth, &budget, &progress);
        let shortest = shortest.expect("has time").map(|plan| plan.0.len());
        let found = problem.permuted(100, &budget).expect("has time");
        let found = found.map(|plan| plan.0.len());
        assert_eq!(shortest.is_some(), found.is_some(), "{text}");
        assert!(shortest <= found, "{text}");
        solved += usize::from(found.is_some());
    }
    assert!((5..25).contains(&solved), "{solved}");
}

/// Twenty places, no two beads alike: more states than any search looks at.
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
    let text = rings(&turns, &beads, &home);
    let level = Gdl.parse_text(&text).expect("is a game");
    let budget = Budget::default();
    let plan = problem(level.as_ref()).permuted(100, &budget);
    assert!(plan.expect("has time").is_some());
}
