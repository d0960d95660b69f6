//! Random choices as in the original engine, which gave these numbers and boards.

use super::*;
use crate::engine::Rng;

#[test]
fn a_seed_gives_the_same_numbers() {
    for (seed, numbers) in [
        ("1", [375, 447, 628, 185, 645, 925]),
        ("planwright", [550, 589, 109, 63, 867, 556]),
        ("ü€", [900, 874, 426, 335, 166, 139]),
    ] {
        let mut rng = Rng::new(seed);
        let drawn: [usize; 6] = std::array::from_fn(|_| rng.below(1000));
        assert_eq!(drawn, numbers, "{seed}");
    }
}

#[test]
fn a_seed_gives_the_same_game() {
    let line = "p****";
    let field = "p.../..*./....";
    for (rules, before, ends) in [
        ("random [ Crate ] -> [ Gem ]", line, "p*gg* p**gg p**gg"),
        ("[ Crate ] -> [ random Bright ]", line, "pggfg pffff pffgg"),
        (
            "[ Crate ] -> [ randomdir Crate ]",
            field,
            "p.../..../...* p.../*.../.... p.../..../...*",
        ),
        (
            "[ stationary Crate ] -> [ randomdir Crate ]",
            field,
            "p.../..../..*. p.../..*./.... p.../...*/....",
        ),
    ] {
        for (seed, end) in ["1", "0.625", "ü€"].into_iter().zip(ends.split(' ')) {
            let played = play(&text("", rules, "", before), Some(seed), "x x").expect("is played");
            assert_eq!(rows(&*played), end, "{rules}  {seed}");
        }
    }
}
