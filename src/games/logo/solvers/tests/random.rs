//! Random boards.

use proptest::prelude::*;

use super::{level, run, solved};
use crate::Target;
use crate::game::{Cell, Grid, Move, Size, SolveRequest, play};
use crate::generate::stamped;

/// Random boards with their stamping orders.
fn stamped_board(
    rows: usize,
    cols: usize,
    max: usize,
) -> impl Strategy<Value = (Target, Vec<Cell>)> {
    (1..=rows, 1..=cols)
        .prop_flat_map(move |(rows, cols)| {
            let size = Size::new(rows, cols);
            let cells = Just(size.cells().collect::<Vec<_>>()).prop_shuffle();
            (Just(size), cells, 0..=max.min(size.area()))
        })
        .prop_map(|(size, mut cells, stamps)| {
            cells.truncate(stamps);
            (stamped(size, cells.iter().copied()), cells)
        })
}

fn any_board(rows: usize, cols: usize, lowest: u8) -> impl Strategy<Value = Target> {
    let size = Size::new(rows, cols);
    proptest::collection::vec(lowest..=4_u8, rows * cols)
        .prop_map(move |values| Grid::from_cells(size, values).expect("fits"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn stamped_boards_are_solved((target, _) in stamped_board(12, 12, 144)) {
        prop_assert!(solved("peel", &level(target)));
    }

    #[test]
    fn peel_agrees_with_backward_on_any_board(target in any_board(3, 4, 0)) {
        let level = level(target);
        prop_assert_eq!(solved("peel", &level), solved("backward", &level));
    }

    #[test]
    fn peel_agrees_with_backward_with_1s_in_the_middle(
        mut target in any_board(4, 5, 1),
        ones in proptest::collection::vec((1_usize..3, 1_usize..4), 2..5),
    ) {
        for (row, col) in ones {
            target.set(Cell::new(row, col), 1);
        }
        let level = level(target);
        prop_assert_eq!(solved("peel", &level), solved("backward", &level));
    }

    #[test]
    fn plans_go_on_after_good_moves(
        (target, order) in stamped_board(6, 6, 36),
        part in 0.0..1.0_f64,
    ) {
        let done: Vec<Move> = order[..(order.len() as f64 * part) as usize]
            .iter()
            .map(|cell| Move::new(cell.to_move()))
            .collect();
        let level = level(target);
        let mut request = SolveRequest::new(&level);
        request.done = &done;
        // `solve` replays the moves made and the plan; both must lead to the target.
        let report = run("peel", &request);
        let solution = report.outcome.solution().expect("has a plan");
        prop_assert_eq!(solution.plan.moves().len(), order.len() - done.len());
    }

    #[test]
    fn solvers_agree_after_any_moves(
        (target, _) in stamped_board(3, 4, 12),
        moves in Just((1..=12_usize).collect::<Vec<_>>()).prop_shuffle(),
        number in 0_usize..6,
    ) {
        let size = target.size();
        let done: Vec<Move> = moves
            .iter()
            .filter(|place| **place <= size.area())
            .take(number)
            .map(|place| Move::new(size.cell(place - 1).to_move()))
            .collect();
        let level = level(target);
        prop_assert!(play(&level, &done).is_ok());
        let mut request = SolveRequest::new(&level);
        request.done = &done;
        let words = ["peel", "backward", "fewest-keys"].map(|id| run(id, &request).outcome.word());
        prop_assert_eq!(words[0], words[1]);
        prop_assert_eq!(words[0], words[2]);
    }
}
