use super::Conformance;

pub(super) fn conformance() -> Conformance {
    let level = |text: &str| format!("robos-escape\n\n{text}");
    let published = |text: &str| format!("robos-escape\ncalls published\n\n{text}");
    let small = [
        level("S\nE\n"),
        level("SE\n"),
        level("S C\n  E\n"),
        level("S\nO\nE\n"),
        level("S-E\n   \n"),
        level("XSX\nXCX\nX  \nXXE\n"),
        published("S   \n   E\n"),
        published("S C C E\n"),
    ];
    let unsolvable = [
        level(" \n"),
        level("S\n"),
        level("E\n"),
        level("SXE\n"),
        level("S-E\n"),
        level("SS\nEE\n"),
        published("S \nX-\n E\n"),
    ];
    // Its shortest program has eleven commands.
    let slow = level(
        "XXXXXXXXXX\nX -     SX\nXO-O - --X\nX  -O- O X\nX-O- --  X\nX-   - O X\nXO-  - -OX\n\
         X---O- - X\nXE C -C-CX\nXXXXXXXXXX\n",
    );
    Conformance {
        known: vec![
            (small[0].clone(), "brute-force", 39),
            (small[2].clone(), "brute-force", 45),
            (small[3].clone(), "brute-force", 37),
            (small[2].clone(), "lazy", 45),
            (small[3].clone(), "lazy", 37),
            (small[7].clone(), "lazy", 55),
        ],
        small: small.into(),
        unsolvable: unsolvable.into(),
        slow: vec![("brute-force", slow.clone()), ("lazy", slow)],
        broken: vec![
            (level("S #\n  E\n"), "column 3"),
            (level("S\ns\n"), "line 4, column 1"),
            (level(""), "the board is missing"),
            (level(&" \n".repeat(51)), "more than 50 rows"),
            (
                level(&format!("{}\n", "X".repeat(51))),
                "more than 50 columns",
            ),
            (
                "robos-escape\ncalls loose\n\nSE\n".to_owned(),
                "strict or published",
            ),
            ("robos-escape\nrows 3\n\nSE\n".to_owned(), "unknown key"),
        ],
    }
}
