//! States that solvers report as visited, for all search methods.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use super::shipped;
use planwright_game::search::{Budget, ProgressSink, Snapshot, Visit, VisitSink};
use planwright_game::{LevelRef, Position, SolveRequest, solve};

struct Witness {
    level: LevelRef,
    known: Mutex<VisitLog>,
}

#[derive(Default)]
struct VisitLog {
    /// Positions of the states since the search last began, by number.
    positions: HashMap<u64, Box<dyn Position>>,
    expanded: HashSet<u64>,
    starts: usize,
    /// States expanded and pruned, and whether a solved one was expanded.
    counts: (usize, usize),
    solved: bool,
}

impl ProgressSink for Witness {
    fn snapshot(&self, _: Snapshot) {}

    fn visits(&self) -> Option<&dyn VisitSink> {
        Some(self)
    }
}

impl VisitSink for Witness {
    fn visit(&self, visit: Visit<'_>) {
        let known = &mut *self.known.lock().expect("is whole");
        match visit {
            Visit::Begin(state) => {
                known.starts += 1;
                known.positions.clear();
                known.expanded.clear();
                known.positions.insert(state, self.level.start());
            }
            Visit::Generate { state, from, mv } => {
                assert!(known.expanded.contains(&from), "{from} is expanded");
                let mut position = known.positions[&from].boxed_clone();
                position.apply(mv).expect("is legal");
                known.positions.insert(state, position);
            }
            Visit::Expand(state) => {
                known.solved |= known.positions[&state].is_solved();
                known.expanded.insert(state);
                known.counts.0 += 1;
            }
            Visit::Prune(state, _) => {
                let solved = known.positions[&state].is_solved();
                assert!(!solved, "a solution is left out");
                known.counts.1 += 1;
            }
        }
    }
}

/// Numbers of states expanded and pruned, and how often the search began.
fn watch(name: &str, solver: &str, method: Option<&str>) -> (usize, usize, usize) {
    let level = super::level(&shipped(name));
    let mut request = SolveRequest::new(level.as_ref());
    let option = method.map(|method| ("method".to_owned(), method.to_owned()));
    request.options.extend(option);
    let witness = Witness {
        level: level.clone(),
        known: Mutex::default(),
    };
    let chosen = super::solver(solver);
    assert!(chosen.info().reports_visits);
    solve(chosen, &request, &Budget::default(), &witness).expect("solves");
    let known = witness.known.into_inner().expect("is whole");
    assert!(known.solved, "{name} {solver} {method:?}");
    (known.counts.0, known.counts.1, known.starts)
}

#[test]
fn every_way_to_search_tells_what_it_does() {
    for name in ["02-wolf", "03-hanoi", "05-water"] {
        let (wide, _, starts) = watch(name, "search", Some("breadth-first"));
        assert_eq!(starts, 1, "{name}");
        let (led, _, _) = watch(name, "search", Some("a-star"));
        assert!(led <= wide, "{name}: A* expands {led} of {wide}");
        let (_, pruned, rounds) = watch(name, "iterative-deepening", None);
        assert!(pruned > 0 && rounds > 6, "{name}: a round for each depth");
        watch(name, "auto", None);
    }
}
