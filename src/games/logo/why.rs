//! Reasons for a stamp, for hints.
//!
//! A stamp makes its cell 1, and every neighbour stamped later adds 1. Every nonempty target cell is stamped once.
//! So a cell must be stamped exactly when as many of its neighbours are still open as its number needs.

use crate::game::{Cell, MoveReason, PlanStep, play, words};

use super::Logo;
use super::level::to_target;
use super::position::{FIELD, stamped_cell};
use crate::game::cells::ValueBoard;
use crate::search::Budget;

/// Explains the next stamp of a plan: its cell needs as many later neighbours as are still open.
/// `None` if the step is not a stamp, or the moves before are illegal.
pub(super) fn reason(
    target: &ValueBoard<Logo>,
    step: &PlanStep<'_>,
    _: &Budget,
) -> Option<MoveReason> {
    let target = to_target(target);
    let cell = stamped_cell(step.plan.first()?)?;
    let goal = *target.get(cell)?;
    let position = play(step.level, step.done).ok()?;
    let stamped = |cell: &Cell| !matches!(&*position.style(FIELD, *cell).value, "." | "");
    let has_number = |cell: &Cell| target.get(*cell).is_some_and(|goal| *goal > 0);
    let adjacent = cell.neighbours().filter(has_number);
    let (before, open): (Vec<Cell>, Vec<Cell>) = adjacent.partition(stamped);
    let mut lines = vec![format!(
        "The target shows {goal} here. A stamp makes it 1, and every neighbour stamped after it \
         adds 1."
    )];
    lines.push(match (open.len(), goal) {
        (0, _) => "So no neighbour may be stamped after it, and none is open any more.".to_owned(),
        (4, 1) => "All four neighbours are still open: they take it to 4 and back to 1.".to_owned(),
        (1, _) => format!(
            "So one neighbour has to be stamped after it, and one is still open: {}. It comes \
             before that.",
            open[0]
        ),
        (n, _) => format!(
            "So {n} neighbours have to be stamped after it, and {n} are still open: {}. It comes \
             before them.",
            list(&open)
        ),
    });
    if !before.is_empty() {
        let (is, adds) = match before.len() {
            1 => ("is", "adds"),
            _ => ("are", "add"),
        };
        let before = list(&before);
        lines.push(words::sentence(&format!(
            "{before} {is} stamped already and {adds} nothing to it"
        )));
    }
    Some(MoveReason {
        technique: "open neighbours",
        text: lines.join("\n"),
        cells: open,
        needs_search: false,
    })
}

/// `row 1, column 2; row 3, column 4 and row 5, column 6`.
fn list(cells: &[Cell]) -> String {
    let words: Vec<String> = cells.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join("; ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LOGO;
    use std::sync::Arc;

    use crate::game::{Game, LevelRef, Move, Size, SolveRequest};
    use crate::generate::Family;
    use testkit_game::answer;

    fn explain(level: &LevelRef, done: &[Move], plan: &[Move]) -> MoveReason {
        let level = level.as_ref();
        let step = PlanStep { level, done, plan };
        LOGO.reason(&step, &Budget::default()).expect("is a stamp")
    }

    #[test]
    fn a_stamp_is_right_when_the_number_of_open_neighbours_fits() {
        let pair = LOGO.parse_text("logo\n\n21\n").expect("is a level");
        let plan = ["1 1", "1 2"].map(Move::new);
        for (made, open, texts) in [
            (0, 1, ["shows 2", "one is still open: row 1, column 2"]),
            (
                1,
                0,
                [
                    "none is open any more",
                    "Row 1, column 1 is stamped already",
                ],
            ),
        ] {
            let reason = explain(&pair, &plan[..made], &plan[made..]);
            for text in texts {
                assert!(reason.text.contains(text), "{}", reason.text);
            }
            assert_eq!(reason.cells, [Cell::new(0, 1)][..open]);
        }
    }

    #[test]
    fn every_stamp_of_every_plan_has_as_many_open_neighbours_as_its_number_says() {
        // The 1 in the middle comes first and was a 4.
        let wrapped = LOGO.parse_text("logo\n\n.1.\n111\n.1.\n");
        let families = [Family::Full, Family::Share(70), Family::Checkerboard(20)];
        let levels = families.into_iter().flat_map(|family| {
            (0..6).map(move |seed| Arc::new(family.level(Size::new(4, 5), seed)) as LevelRef)
        });
        for level in levels.chain([wrapped.expect("is a level")]) {
            let text = level.to_text();
            let outcome = answer(LOGO.solvers()[0], &SolveRequest::new(level.as_ref())).outcome;
            let moves = outcome.solution().expect("can be solved").plan.moves();
            for index in 0..moves.len() {
                let reason = explain(&level, &moves[..index], &moves[index..]);
                let cell = stamped_cell(&moves[index]).expect("is one");
                let goal: usize = level.style(cell).value.parse().expect("is a number");
                let open = reason.cells.len();
                assert!(
                    open + 1 == goal || (open, goal) == (4, 1),
                    "{text}: {reason:?}"
                );
            }
        }
    }
}
