//! Checks that every step is forced, and that every excluded number is in no solution.

use crate::game::Game as _;

use proptest::prelude::*;

use super::candidates::Candidates;
use super::*;
use crate::game::typed::Puzzle as _;
use crate::game::{Level, Move, SolveRequest, generate, solve};
use crate::search::NoProgress;
use crate::{PUZLOGIC, Puzlogic};
use testkit_game::{answer, keyed};

fn reasons(text: &str) -> Vec<(String, MoveReason)> {
    let level = PUZLOGIC.parse_text(text).expect("is a level");
    let outcome = answer(&Explain, &SolveRequest::new(level.as_ref())).outcome;
    let solution = outcome.solution().expect("has a solution");
    let moves = solution.plan.moves().iter().map(Move::to_string);
    assert_eq!(solution.plan.moves().len(), solution.reasons.len());
    moves.zip(solution.reasons.iter().cloned()).collect()
}

#[test]
fn a_naked_single_names_the_conflicting_numbers() {
    let steps = reasons("puzlogic\n\n. 1\n_ _\n2 .\npieces 1 2\n");
    assert_eq!(steps[0].0, "2 1 1");
    assert_eq!(steps[0].1.technique, "naked single");
    let first = "Of the remaining pieces, 2 stands in column 1: only 1 can go to row 2, column 1.";
    assert_eq!(steps[0].1.text, first);
    assert_eq!(steps[1].1.text, "Only pieces with 2 are left.");
}

#[test]
fn sums_are_argued_with_their_combinations() {
    let steps = reasons("puzlogic\n\n_ _ .\n. _ _\npieces 1 2 3 9\nrow 1 sum 3\ncolumn 2 sum 5\n");
    let all = steps.iter().map(|(_, reason)| reason.text.as_str());
    let all: String = all.collect();
    assert!(all.contains("which is 1 + 2"), "{all}");
    let searched = steps.iter().any(|(_, reason)| reason.needs_search);
    assert!(!searched, "{all}");
}

#[test]
fn a_free_choice_is_called_one() {
    let steps = reasons("puzlogic\n\n_ _\n_ _\npieces 1 2 1 2\n");
    assert!(steps[0].1.needs_search);
    let text = &steps[0].1.text;
    assert!(text.starts_with("A free choice"), "{text}");
    assert!(steps[1..].iter().all(|(_, reason)| !reason.needs_search));
}

#[test]
fn a_large_board_of_sums_keeps_its_limit() {
    let rows = vec!["_ ".repeat(25); 25].join("\n");
    let pieces: String = (0..625).map(|n| format!(" {}", n % 25 + 1)).collect();
    let sums = (1..=25).map(|n| format!("row {n} sum 325\ncolumn {n} sum 325\n"));
    let sums: String = sums.collect();
    let level = PUZLOGIC.parse_text(&format!("puzlogic\n\n{rows}\npieces{pieces}\n{sums}"));
    let level = level.expect("is a level");
    let request = SolveRequest::new(level.as_ref());
    let budget = Budget::default();
    let flag = budget.cancel_flag().clone();
    std::thread::spawn(move || flag.cancel());
    let report = solve(&Explain, &request, &budget, &NoProgress).expect("is of this game");
    assert_eq!(report.outcome.stop(), Some(Stop::Cancelled));
}

#[test]
fn shipped_levels_are_explained_step_by_step() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/puzlogic");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("can be read").path();
        let text = std::fs::read_to_string(&path).expect("can be read");
        let level = PUZLOGIC.parse_text(&text).expect("is a level");
        let own = Puzlogic::downcast(level.as_ref()).expect("is one");
        let hardest = hardest(own, &Budget::default());
        assert!(matches!(hardest, Ok(Some(_))), "{}", path.display());
        found.extend(hardest.ok().flatten());
    }
    assert!(found.contains(&Technique::NakedSingle) || found.contains(&Technique::HiddenSingle));
    assert!(found.contains(&Technique::Sum));
}

/// Runs all arguments, and compares their exclusions with all solutions.
fn check(level: &dyn Level) {
    let puzzle = Puzlogic::downcast(level).expect("is one");
    let start = PuzlogicPosition::start(Arc::clone(puzzle));
    let problem = Csp::from_position(&start);
    let budget = Budget::default();
    let found = search(&problem, 500, u64::MAX, &budget);
    let all = found
        .solutions
        .iter()
        .map(|chosen| problem.numbers_of(chosen));
    let all: Vec<Vec<u8>> = all.collect();
    if found.ended.is_err() || all.is_empty() || all.len() >= 500 {
        return;
    }
    let budget = Budget::default();
    let mut state = Candidates::new(&problem, &budget);
    loop {
        for solution in &all {
            for cell in state.free() {
                assert!(
                    state.domains[cell] >> solution[cell] & 1 == 1,
                    "{} was ruled out at {} by {:?} in\n{}",
                    solution[cell],
                    state.cell_at(cell),
                    state.eliminations.last(),
                    level.to_text()
                );
            }
        }
        match singles::easiest(&state).or_else(|| sums::forced_by_sum(&state)) {
            Some(step) => {
                for solution in &all {
                    let (number, text) = (solution[step.cell], &step.text);
                    assert_eq!(number, step.number, "{text}\n{}", level.to_text());
                }
                state.assign(step.cell, step.number);
            }
            None if eliminate(&mut state) => {}
            None => break,
        }
    }
    // With one solution, the arguments may fail only where trial and error does, too.
    if all.len() == 1 {
        let known = KnownSolution::new(&start, &problem, &found).expect("is known");
        let progress = Progress::new(&NoProgress);
        for step in &explain_all(&problem, &known, &budget, &progress).expect("ends") {
            assert_eq!(all[0][step.cell], step.mv.number);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn nothing_that_is_in_a_solution_is_ruled_out(
        seed in 0u64..1_000_000,
        rows in 2usize..6,
        columns in 2usize..6,
        given in 0usize..40,
        drop in 0usize..3,
    ) {
        let (rows, columns, given) = (rows.to_string(), columns.to_string(), given.to_string());
        let sums = if seed % 3 == 0 { "all" } else { "few" };
        let options = [("rows", &*rows), ("columns", &columns), ("given", &given), ("sums", sums)];
        let options = keyed(&options);
        let generator = PUZLOGIC.generator().expect("has one");
        let Ok(level) = generate(generator, &options, seed, &Budget::default()) else {
            return Ok(());
        };
        check(level.as_ref());
        // Without some of its sums it can have several solutions.
        let properties = level.properties();
        let sums = properties.iter().find(|it| it.field.key == "row_sums").expect("has sums");
        let fewer = (0..).zip(sums.value.split(' '));
        let fewer: Vec<&str> = fewer.map(|(row, sum)| if row < drop { "–" } else { sum }).collect();
        check(level.with_property("row_sums", &fewer.join(" ")).expect("is a level").as_ref());
    }
}
