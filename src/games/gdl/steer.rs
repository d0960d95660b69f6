//! Moves for arrow keys: those that name a direction.

use crate::game::Heading;

/// Words for each direction, in the order of [`Heading::ALL`].
pub(crate) const HEADING_WORDS: [[&str; 2]; 4] = [
    ["up", "north"],
    ["right", "east"],
    ["down", "south"],
    ["left", "west"],
];

/// Returns whether a move names this direction and no other.
fn names_only(mv: &str, heading: Heading) -> bool {
    let words = || mv.split(['(', ')', ' ']).map(str::to_lowercase);
    let is_named = |heading: &Heading| {
        let synonyms = HEADING_WORDS[heading.index()];
        words().any(|word| synonyms.contains(&word.as_str()))
    };
    let mut all = Heading::ALL.iter();
    all.all(|other| is_named(other) == (*other == heading))
}

/// Move in this direction: a legal one, else any of the game.
pub(super) fn move_towards<'m>(
    legal: &'m [String],
    all: impl Iterator<Item = &'m String>,
    heading: Heading,
) -> Option<&'m String> {
    let legal = legal.iter().find(|mv| names_only(mv, heading));
    legal.or_else(|| all.filter(|mv| names_only(mv, heading)).min())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_mean_the_moves_that_name_a_direction() {
        let moves = ["(go up)", "(push left)", "(turn left right)", "wait"].map(str::to_owned);
        let legal = &moves[1..];
        let steer = |heading| move_towards(legal, moves.iter(), heading).map(String::as_str);
        assert_eq!(steer(Heading::Left), Some("(push left)"));
        assert_eq!(steer(Heading::Up), Some("(go up)"), "it is refused");
        assert_eq!(steer(Heading::Right), None);
    }
}
