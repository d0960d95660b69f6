//! The games of the program: each level can be won.

use super::*;

/// Each game with a plan for each level.
const PLANS: &str = include_str!("plans.txt");

#[test]
fn every_level_of_our_games_can_be_won() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/puzzlescript");
    for (name, plans) in PLANS.lines().filter_map(|line| line.split_once(' ')) {
        let text = std::fs::read_to_string(format!("{folder}/{name}.puzzlescript"));
        let levels = PuzzleScript.parse_several(&text.expect("is shipped"));
        let levels = levels.into_iter().map(|level| level.expect("is a level"));
        let playable: Vec<LevelRef> = levels.filter(|level| level.message().is_none()).collect();
        let plans: Vec<&str> = plans.split(' ').collect();
        assert_eq!(playable.len(), plans.len(), "{name}");
        for (level, plan) in playable.iter().zip(plans) {
            let mv = |letter: char| crate::game::Move::new(letter.to_string());
            let moves: Vec<_> = plan.chars().map(mv).collect();
            let end = crate::game::play(level.as_ref(), &moves).expect("is played");
            assert!(end.is_solved(), "{name}, level {:?}", level.number());
        }
    }
}
