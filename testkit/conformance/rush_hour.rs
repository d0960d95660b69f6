use super::Conformance;

pub(super) fn conformance() -> Conformance {
    let level = |board: &str| format!("rush-hour\n\n{}\n", board.replace('/', "\n"));
    let small = [
        "..B.../..B.../AAB.../....../....../......",
        "AA",
        "A./A./..",
        "..B./AAB./..../CC.x",
        "BBC./..C./AAC./..../..../....",
    ];
    let unsolvable = ["AABB", "AA.x", "AAB/..B/..x"];
    let hardest = "IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM";
    Conformance {
        small: small.map(level).into(),
        unsolvable: unsolvable.map(level).into(),
        known: vec![
            (level(small[0]), "fewest-moves", 2),
            (level(hardest), "fewest-moves", 60),
        ],
        slow: Vec::new(),
        broken: vec![
            (level("AA?"), "column 3"),
            ("rush-hour\nspeed 3\n\nAA.\n".into(), "speed"),
            ("rush-hour\n\n".into(), "missing"),
        ],
    }
}
