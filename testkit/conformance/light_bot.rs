use super::Conformance;

fn level(keys: &str, board: &[&str]) -> String {
    format!("light-bot\n{keys}\n\n{}\n", board.join("\n"))
}

/// The hardest of the original levels.
fn slow() -> String {
    level(
        "robot 1 2 S",
        &[
            "0 0 2* 0 0 0 0 0",
            "0 0 2 0 0 0 0 0",
            "0 0 2 0 0 0 0 0",
            "0 0 4 4 0 0 0 0",
            "0 1 2 3 0 0 0 0",
            "0 0 3 4 0 0 0 0",
            "0 0 2 2 0 0 0 0",
            "0 0 0 2* 0 0 0 0",
        ],
    )
}

/// A row of lights for a repeat.
fn repeated(most: &str) -> String {
    let keys = format!("robot 1 1 E\nslots 12 repeat {most}");
    level(&keys, &["0 0* 0* 0* 0* 0*"])
}

pub(super) fn conformance() -> Conformance {
    let small = vec![
        level("robot 1 1 E", &["0"]),
        level("robot 1 1 E", &["0*"]),
        level("robot 1 1 E", &["0 0* 1*"]),
        level("robot 1 1 E\nslots 2 3", &["0 0* 0* 0*"]),
        level("robot 2 1 N\nslots 1 4 0", &["1* 1", "0* ."]),
        level("robot 1 2 W", &["3* 2 0* 1*"]),
        level("robot 1 1 S", &["0 0*", "0 ."]),
        level("robot 1 1 E\nslots 12 8 8", &["0 0* 0* 0* 0* 0*"]),
        level("robot 1 1 E\nslots 3", &["12 11 12*"]),
        level("robot 1 1 E\nslots 1 2 2 1 1 1", &["0 0*"]),
        level("robot 1 1 E\nslots 8 repeat 5", &["0 0* 0* 0* 0*"]),
        level("robot 2 1 N\nslots 6 repeat 3", &["1* 1", "0* ."]),
    ];
    let unsolvable = vec![
        level("robot 1 1 E", &["0 2*"]),
        level("robot 1 1 E", &["0 . 0*"]),
        level("robot 1 1 E", &[". 0*"]),
        level("robot 1 1 W\nslots 3", &["0 0*"]),
        level("robot 1 1 E\nslots 2 2 0", &["0* 0 0*"]),
        level("robot 1 1 E\nslots 0 8", &["0*"]),
        level("robot 1 1 E\nslots 3 repeat 2", &["0 0* 0* 0*"]),
    ];
    let known = vec![
        (level("robot 1 1 E", &["0 0* 1*"]), "brute-force", 4),
        (level("robot 1 1 E", &["0 0* 1*"]), "lazy", 4),
        (level("robot 1 1 E", &["0 0* 0* 0* 0* 0* 0*"]), "lazy", 4),
        (repeated("5"), "brute-force", 3),
        (repeated("99"), "lazy", 3),
    ];
    Conformance {
        small,
        unsolvable,
        known,
        slow: vec![("brute-force", slow()), ("lazy", slow())],
        broken: vec![
            (level("robot 1 1 E", &["0 x"]), "column 3"),
            (level("robot 1 1 E", &["0 +1"]), "or a height"),
            (level("robot 1 1 E", &["0 100"]), "0 to 99"),
            (
                level("robot 1 1 E", &["0 0", "0"]),
                "1 tile, the first one 2",
            ),
            (level("robot 1 1", &["0"]), "ROW COLUMN"),
            (level("robot 1 1 E\nrobot 1 1 E", &["0"]), "twice"),
            (level("robot 1 2 E", &["0"]), "line 2, column 7"),
            (
                level("slots 12 8 8", &["0"]),
                "‘robot ROW COLUMN N’ is missing",
            ),
            (level("robot 1 1 E\nslots 31", &["0"]), "each 0 to 30"),
            (level("robot 1 1 E\nslots 9 repeat 1", &["0"]), "2 to 99"),
            (
                level("robot 1 1 E\nslots 9 8 repeat 9", &["0"]),
                "main alone",
            ),
            (
                level("robot 1 1 E\nslots 1 1 1 1 1 1 1", &["0"]),
                "at most 5",
            ),
            (level("robot 1 1 E\nwrap torus", &["0"]), "unknown key"),
            (
                "light-bot\nrobot 1 1 E\n\n".to_owned(),
                "the board is missing",
            ),
        ],
    }
}
