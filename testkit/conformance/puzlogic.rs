use super::Conformance;

pub(super) fn conformance() -> Conformance {
    let level = |text: &str| format!("puzlogic\n\n{text}");
    let small = [
        ". 1\n_ _\n2 .\npieces 1 2\n",
        "_\npieces 0\n",
        "5\n",
        "_ _\n_ _\npieces 1 2 1 2\n",
        "_ _ _\n_ 3 _\n. _ .\npieces 1 2 4 5 6 7\nrow 1 sum 7\ncolumn 2 placed 9\n",
        "_ _ .\n. _ _\n_ . _\npieces 1 2 3 1 2 3\ncolumn 1 sum 3\nrow 2 placed 5\n",
        "10 _ _\n_ . 20\n_ _ _\npieces 1 2 3 4 5 6\nrow 3 sum 12\n",
        "_ . _ . _\npieces 7 8 9\nrow 1 sum 24\n",
    ];
    let unsolvable = [
        "_ _\npieces 1 1\n",
        "_ _\npieces 1\n",
        "_\npieces 3\nrow 1 sum 4\n",
        "3 3\n_ .\npieces 1\n",
        "_ _\n_ _\npieces 1 2 3 4\nrow 1 sum 9\n",
        "_ 2\n_ .\npieces 2 3\ncolumn 1 sum 6\n",
        "1 2\nrow 1 sum 4\n",
    ];
    let square: Vec<String> = vec!["_ ".repeat(9).trim().to_owned(); 9];
    let pieces: Vec<String> = (0..81).map(|i| (i % 9 + 1).to_string()).collect();
    let slow = format!(
        "puzlogic\n\n{}\npieces {}\nrow 1 sum 45\nrow 9 sum 44\n",
        square.join("\n"),
        pieces.join(" ")
    );
    Conformance {
        small: small.iter().map(|text| level(text)).collect(),
        unsolvable: unsolvable.iter().map(|text| level(text)).collect(),
        known: vec![
            (level(small[0]), "propagate", 2),
            (level(small[6]), "brute-force", 6),
        ],
        slow: vec![("brute-force", slow)],
        broken: vec![
            (level("_ x\npieces 1\n"), "column 3"),
            (level("_ _\n_\npieces 1\n"), "1 place, the first one 2"),
            (level("_\npieces 100\n"), "0 to 99"),
            (level("_\npieces 1\nrow 2 sum 1\n"), "no row 2"),
            (level("_\npieces 1\nrow 1 total 1\n"), "row R sum N"),
            (level("pieces 1\n"), "the board is missing"),
        ],
    }
}
