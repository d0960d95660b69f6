use planwright::game::{Level as _, Size};
use planwright::games::logo::generate::Family;

use super::Conformance;

/// The published level 1.
const FIRST: &str =
    "logo\n\n..........\n....2.....\n...212....\n....2.....\n..........\n..........\n";

fn board(rows: &str) -> String {
    format!("logo\n\n{}\n", rows.replace('/', "\n"))
}

pub(super) fn conformance() -> Conformance {
    let family = |family: Family, rows, cols, seed| {
        let level = family.level(Size::new(rows, cols), seed);
        level.to_text()
    };
    let mut small: Vec<String> = [
        ".",
        "1",
        "21",
        "1/2",
        "12/2.",
        "212",
        "131/3.3/131",
        "131/313/131",
        "..1/.../1..",
        // A 1 in the middle that comes first and was a 4.
        ".1./111/.1.",
    ]
    .map(board)
    .into();
    small.push(FIRST.to_owned());
    for seed in 0..6 {
        small.push(family(Family::Full, 3, 4, seed));
        small.push(family(Family::Share(70), 4, 5, seed));
        small.push(family(Family::Checkerboard(20), 4, 4, seed));
    }
    Conformance {
        small,
        unsolvable: [
            "11",
            "2",
            "4.",
            "22/22",
            "23/22",
            "111/111/111",
            "13./21.",
            "232/3.3/232",
        ]
        .map(board)
        .into(),
        known: vec![
            (FIRST.to_owned(), "peel", 5),
            (FIRST.to_owned(), "backward", 5),
            // Five steps to the arm on the left or above, two to each further arm, one back.
            (FIRST.to_owned(), "fewest-keys", 17),
            (board("."), "fewest-keys", 0),
            (board("1"), "fewest-keys", 1),
            (board("21"), "fewest-keys", 3),
            (board("12"), "fewest-keys", 4),
            // One to the 3, one to a 1, two across to the other one.
            (board("131"), "fewest-keys", 7),
        ],
        slow: vec![
            ("backward", family(Family::TwoOff, 6, 10, 1)),
            ("forward", family(Family::TwoOff, 6, 10, 1)),
            ("fewest-keys", family(Family::Tiled(7), 6, 10, 2)),
            ("fewest-keys", family(Family::Full, 200, 200, 3)),
            // With more than 128 cells to stamp it ends by itself after two seconds, proof or not.
            ("fewest-keys", family(Family::Full, 11, 11, 1)),
            ("peel", family(Family::Spiral(15), 200, 200, 0)),
        ],
        broken: vec![
            (board("1.5"), "line 3, column 3"),
            (board("12/1"), "this row has 1 cell,"),
            ("logo\nspeed 3\n\n1\n".to_owned(), "speed"),
            ("logo\n".to_owned(), "the board is missing"),
            ("2 2\n1\n".to_owned(), "the board is 1×1"),
            (board("1 2"), "‘ ’ is not one of"),
        ],
    }
}
