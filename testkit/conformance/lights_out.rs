use super::Conformance;

fn level(keys: &str, board: &[&str]) -> String {
    format!("lights-out\n{keys}\n{}\n", board.join("\n"))
}

pub(super) fn conformance() -> Conformance {
    let big: Vec<String> = (0..2000)
        .map(|row| {
            (0..2000)
                .map(|col| {
                    if (row * 7 + col * col) % 3 == 0 {
                        '#'
                    } else {
                        '.'
                    }
                })
                .collect()
        })
        .collect();
    let big = level(
        "pattern box\n",
        &big.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    let hard = level(
        "pattern 10101/00000/10101/00000/10101\n",
        &["#..#.#..#..#.#..", ".#..#..#..#..#.."].repeat(8),
    );
    let small = vec![
        level("", &["...##", "....#", "....."]),
        level("states 2\n", &[".#.", "###", ".#."]),
        level("", &["###", "###", "###"]),
        level("goal on\n", &["...", "...", "..."]),
        level("goal same\n", &["#.#", ".#.", "#.#"]),
        level("states 3\n", &["#2", "2#"]),
        level("states 4\npattern x\n", &["#..", "..#", "#2#"]).replace("#2#", "..."),
        level("pattern box\nwrap torus\n", &["####", "####", "####"]),
        level("states 6\nwrap columns\n", &["##", "##"]),
        level("", &["#_#", "_#_"]).replace("#_#", "._."),
        level("pattern 010/011/000\n", &["##", ".#"]),
        level("", &["..", "#.", "goal:", "#.", "##"]),
        "lights-out\n\n#.#\nswitches:\n1 1: 1 1, 1 2\n1 3: 1 3, 1 2\n".to_owned(),
        level("", &["."]),
        level("states 36\n", &["z"]),
    ];
    let unsolvable = vec![
        level("", &["#..#.", ".###.", "#.#.#"]),
        level("", &["#...", "....", "....", "...."]),
        level("", &["#."]),
        level("states 4\npattern 110/000/000\n", &["#."]),
        "lights-out\n\n#.\nswitches:\n1 2: 1 2\n".to_owned(),
    ];
    let known = vec![
        (level("", &["###", "###", "###"]), "fewest-presses", 5),
        (level("", &["#####"; 5]), "fewest-presses", 15),
        (level("", &["####"; 4]), "fewest-presses", 4),
        (
            level("states 3\n", &[".#.", "###", ".#."]),
            "fewest-presses",
            2,
        ),
    ];
    Conformance {
        small,
        unsolvable,
        known,
        slow: vec![
            ("linear", big.clone()),
            ("fewest-presses", big),
            ("greedy", hard),
        ],
        broken: vec![
            ("lights-out\nstates 37\n\n.\n".to_owned(), "line 2"),
            (
                "lights-out\npattern pluss\n\n.\n".to_owned(),
                "plus, x, box",
            ),
            ("lights-out\n\n.2\n".to_owned(), "line 3, column 2"),
            ("lights-out\n\n..\n.\n".to_owned(), "line 4"),
            ("lights-out\nwrap both\n\n..\n".to_owned(), "torus"),
            ("lights-out\n\n..\ngoal:\n...\n".to_owned(), "goal"),
            ("lights-out\n\n..\ngoal:\n._\n".to_owned(), "holes"),
            (
                "lights-out\n\n..\nswitches:\n1 3: 1 1\n".to_owned(),
                "line 5",
            ),
            ("lights-out\n\n".to_owned(), "missing"),
            ("lights-out\nsize 3\n\n..\n".to_owned(), "unknown key"),
        ],
    }
}
