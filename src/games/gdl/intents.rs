//! Gestures for moves and moves for arrow keys, by the words in a move.

use super::board::{GRID, GridLayout, HEADING_WORDS, split_fact};
use crate::game::{Heading, Intent};

/// Gesture for a move. If the move names one place, it is an action there, named by the move and its other words; if
/// it names several, a drag from the first to the last; else a control.
pub(super) fn intent(layout: &GridLayout, mv: &str) -> Intent {
    let (name, args) = split_fact(mv).unwrap_or((mv.trim_matches(['(', ')']), Vec::new()));
    let mut label = vec![name];
    let mut cells = Vec::new();
    let mut rest = args.as_slice();
    while let [word, others @ ..] = rest {
        let next = others.first();
        match next.and_then(|next| layout.cell(word, next)) {
            Some(cell) => {
                cells.push(cell);
                rest = others.get(1..).unwrap_or_default();
            }
            None => {
                label.push(word);
                rest = others;
            }
        }
    }
    let label = label.join(" ").into();
    match cells.as_slice() {
        [] => Intent::Control(label),
        [cell] => Intent::Act {
            board: GRID,
            cell: *cell,
            action: label,
        },
        [from, .., to] => Intent::Drag {
            from_board: GRID,
            from: *from,
            to_board: GRID,
            to: *to,
        },
    }
}

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

/// Move in this direction: a legal one, else any of the game, which will be refused with a reason.
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
    use super::super::grid_settings::GridSettings;
    use super::*;
    use crate::game::Cell;

    #[test]
    fn arrows_mean_the_moves_that_name_a_direction() {
        let moves = ["(go up)", "(push left)", "(turn left right)", "wait"].map(str::to_owned);
        let legal = &moves[1..];
        let steer = |heading| move_towards(legal, moves.iter(), heading).map(String::as_str);
        assert_eq!(steer(Heading::Left), Some("(push left)"));
        assert_eq!(steer(Heading::Up), Some("(go up)"), "it is refused");
        assert_eq!(steer(Heading::Right), None);
    }

    #[test]
    fn other_words_belong_to_the_name() {
        let facts = ["(cell 1 1 x)", "(cell 9 9 x)"];
        let layout = GridLayout::new(facts.into_iter(), None, &GridSettings::default());
        let act = |action: &'static str, row, col| Intent::Act {
            board: GRID,
            cell: Cell::new(row, col),
            action: action.into(),
        };
        assert_eq!(intent(&layout, "(mark 2 3 7)"), act("mark 7", 1, 2));
        assert_eq!(intent(&layout, "(put queen 2 3)"), act("put queen", 1, 2));
        assert_eq!(
            intent(&layout, "(turn left)"),
            Intent::Control("turn left".into())
        );
        assert_eq!(intent(&layout, "noop"), Intent::Control("noop".into()));
    }
}
