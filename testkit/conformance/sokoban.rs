use super::Conformance;

pub(super) fn conformance() -> Conformance {
    let level = |text: &str| format!("sokoban\n\n{text}\n");
    let small = [
        "######\n#@ $.#\n######",
        ".$@",
        "#####\n#+ *#\n#####",
        "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########",
        "7#|#.3-.#|#-$-$-#|#--@--#|7#",
    ];
    let unsolvable = [
        "#####\n#$ .#\n#@  #\n#####",
        "######\n#@$$.#\n#   .#\n######",
        "#######\n#@$ #.#\n#     #\n###.# #\n  ### #\n    $##",
    ];
    let wide = "##########\n#   .... #\n# $ $ $  #\n#  $ $ $ #\n#  @ ..  #\n##########";
    Conformance {
        small: small.map(level).into(),
        unsolvable: unsolvable.map(level).into(),
        known: vec![
            (level(small[0]), "fewest-pushes", 1),
            (level(small[3]), "fewest-pushes", 13),
        ],
        slow: vec![("breadth-first", level(wide))],
        broken: vec![
            (level("#####\n#@x.#"), "line 4, column 3"),
            ("sokoban\nspeed 3\n\n@$.\n".into(), "speed"),
            ("sokoban\n\n".into(), "missing"),
        ],
    }
}
