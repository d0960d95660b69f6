//! The games of the program: each level can be won.

use super::*;

/// Each game with a plan for each level.
const PLANS: [(&str, &str, [&str; 5]); 8] = [
    (
        "01-three-pounds",
        include_str!("../../../../levels/puzzlescript/01-three-pounds.puzzlescript"),
        [
            "rrrdd",
            "rrrurddldr",
            "rrrurdlllddrrru",
            "ddrurrurddullldrrdr",
            "uulllrddllluurrrrlddllulurrrurd",
        ],
    ),
    (
        "02-curling-club",
        include_str!("../../../../levels/puzzlescript/02-curling-club.puzzlescript"),
        [
            "uldrdru",
            "rdlruldlu",
            "urdlululdlu",
            "dlululdurdllurdrurul",
            "ulurdlddrrulddlulldluuurdrdll",
        ],
    ),
    (
        "03-sun-and-moon",
        include_str!("../../../../levels/puzzlescript/03-sun-and-moon.puzzlescript"),
        [
            "rurrdr",
            "rrudrr",
            "rrlldrudrr",
            "dllluldullurrrr",
            "drudulurddrdlrulruldddrulddr",
        ],
    ),
    (
        "04-green-fingers",
        include_str!("../../../../levels/puzzlescript/04-green-fingers.puzzlescript"),
        [
            "rdrrrrr",
            "drruldldd",
            "lddluruulddr",
            "lddruruuuldddlluu",
            "dddrdrururrrdrrulllllluuuurlddd",
        ],
    ),
    (
        "05-bear-and-mouse",
        include_str!("../../../../levels/puzzlescript/05-bear-and-mouse.puzzlescript"),
        [
            "dddrxddr",
            "drdrdrrrrxldd",
            "rxlldlllxddrdrrurrdxuurrrdr",
            "uuuxdlllluxrrdddlldlluulxdrrrr",
            "drddrxurrrrdrrdxrruuurrxuullllldd",
        ],
    ),
    (
        "06-up-is-down",
        include_str!("../../../../levels/puzzlescript/06-up-is-down.puzzlescript"),
        [
            "urrrr",
            "rurrdlulrrdru",
            "rurdrllulldrurldrurrr",
            "rrurrdrlllullrdlurdrllrrrr",
            "ulrdrrrlulullldlrrurrrrldrrllulrr",
        ],
    ),
    (
        "07-moonflowers",
        include_str!("../../../../levels/puzzlescript/07-moonflowers.puzzlescript"),
        [
            "rruu",
            "rrdruul",
            "ruldlululdldru",
            "llddddrrdrululu",
            "urrdruddrruullllulddldrrr",
        ],
    ),
    (
        "08-paint-box",
        include_str!("../../../../levels/puzzlescript/08-paint-box.puzzlescript"),
        [
            "rrrurd",
            "rrrllldrrr",
            "urrrrdruululddldr",
            "drrrurrddlulululdldrrr",
            "lulldrrrdldluruulldrurddldrr",
        ],
    ),
];

#[test]
fn every_level_of_our_games_can_be_won() {
    for (name, text, plans) in PLANS {
        let levels = PuzzleScript.parse_several(text);
        let levels = levels.into_iter().map(|level| level.expect("is a level"));
        let playable: Vec<LevelRef> = levels.filter(|level| level.message().is_none()).collect();
        assert_eq!(playable.len(), plans.len(), "{name}");
        for (level, plan) in playable.iter().zip(plans) {
            let moves: Vec<_> = plan
                .chars()
                .map(|letter| crate::game::Move::new(letter.to_string()))
                .collect();
            let end = crate::game::play(level.as_ref(), &moves).expect("is played");
            assert!(end.is_solved(), "{name}, level {:?}", level.number());
        }
    }
}
