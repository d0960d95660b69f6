//! What is said of broken texts, and where.

use super::*;
use crate::game::Language as _;
use crate::game::search::Budget;
use crate::language::Text;

/// Words of a good game, what takes their place, whether anything is left to play, and what is said with its place.
const BROKEN: &[(&str, &str, bool, &str)] = &[
    (
        "| Crate ] ->",
        "| Create ] ->",
        true,
        "line 57, column 14: there is no ‘create’",
    ),
    (
        "| Crate ] ->",
        "| Crate ->",
        true,
        "line 57, column 20: an arrow cannot stand within brackets",
    ),
    (
        "-> [ > Player",
        "[ > Player",
        true,
        "line 57, column 1: a rule needs an arrow",
    ),
    (
        "| > Crate ]",
        "]",
        false,
        "line 57, column 1: a bracket has as many cells",
    ),
    (
        "[ > Player | Crate ]",
        "late [ > Player | Crate ]",
        true,
        "line 57, column 8: there are no movements in late rules",
    ),
    (
        "[ > Player |",
        "[ > Player Crate |",
        true,
        "line 57, column 1: this rule can never apply: CRATE and PLAYER",
    ),
    (
        "| > Crate ]",
        "| > Solid ]",
        true,
        "line 57, column 1: SOLID on the right could be several",
    ),
    (
        "| > Crate ]",
        "| moving Crate ]",
        false,
        "line 57, column 1: a movement on the right could be several",
    ),
    (
        "RULES\n",
        "RULES\nendloop\n",
        true,
        "line 56, column 1: this loop ends, and none has begun",
    ),
    (
        "RULES\n",
        "RULES\nstartloop\n",
        true,
        "line 56, column 1: this loop has no end",
    ),
    (
        "[ > Player | Crate ]",
        "+ [ > Player | Crate ]",
        true,
        "line 57, column 1: the ‘+’ joins",
    ),
    (
        "[ > Player | Crate ]",
        "> [ > Player | Crate ]",
        true,
        "line 57, column 1: a rule’s own direction cannot be relative",
    ),
    (
        "Gem, Fire",
        "Gem",
        true,
        "line 19, column 1: FIRE is in no layer",
    ),
    (
        "Gem, Fire",
        "Gem, Fire, Smoke",
        true,
        "line 52, column 33: SMOKE is not declared",
    ),
    (
        "All Target on",
        "All Target in",
        true,
        "line 61, column 12: ON was expected here",
    ),
    (
        "All Target on",
        "All Targets on",
        true,
        "line 61, column 5: there is no TARGETS",
    ),
    (
        "p*o",
        "p*%",
        true,
        "line 65, column 3: no object is called ‘%’",
    ),
    (
        "p*o",
        "p*o\np*",
        true,
        "line 66, column 1: all rows of a level should have one length",
    ),
    ("p*o", "", false, "line 1, column 1: there are no levels"),
    (
        "Crate or Gem",
        "Crate or Gem and Fire",
        true,
        "line 42, column 22: ‘and’ and ‘or’ cannot be in one line",
    ),
    (
        "Crate or Gem",
        "Solid or Gem",
        true,
        "line 42, column 1: SOLID cannot be made of itself",
    ),
    (
        "Crate and Target",
        "Crate and Gem",
        true,
        "share a layer, so they cannot be in one cell",
    ),
    (
        "Player\nwhite",
        "Player\nwite",
        true,
        "line 11, column 1: PLAYER needs a colour here, not ‘wite’",
    ),
    (
        "Player\nwhite",
        "Player\nwhite\n1....",
        true,
        "line 12, column 1: there is no colour 1",
    ),
    (
        "\nPlayer\nwhite",
        "\nCrate\nwhite",
        false,
        "line 13, column 1: there is an object CRATE already",
    ),
    (
        "OBJECTS",
        "OBJECTS\n\nUp\nblue\n",
        true,
        "line 4, column 1: UP is a word of the language",
    ),
    (
        "LEVELS",
        "LEVEL",
        false,
        "line 63, column 1: a condition begins with",
    ),
    (
        "SOUNDS\n",
        "SOUNDS\nCrate mve 1234\n",
        true,
        "line 47, column 7: MOVE, ACTION, CREATE",
    ),
    (
        "COLLISIONLAYERS\n",
        "",
        false,
        "line 54, column 1: COLLISIONLAYERS must come before RULES",
    ),
    (
        "title A game",
        "titel A game",
        true,
        "line 1, column 1: there is no option ‘titel’",
    ),
];

#[test]
fn problems_are_told_with_their_places() {
    let rules = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    let good = text("title A game", rules, "All Target on Crate", "p*o");
    let read = |text: &str| Text.read(text, &Budget::default());
    assert_eq!(read(&good).complaints, []);
    for (old, new, plays, said) in BROKEN {
        let broken = good.replacen(old, new, 1);
        assert_ne!(broken, good, "{old}");
        let read = read(&broken);
        let notices: Vec<String> = read
            .complaints
            .iter()
            .map(|notice| notice.error.to_string())
            .collect();
        assert!(
            notices.iter().any(|notice| notice.contains(said)),
            "{old} → {new}: {notices:#?}"
        );
        assert_eq!(read.level.is_some(), *plays, "{old} → {new}");
        let severe = read.complaints.iter().any(|notice| notice.severe);
        assert_eq!(severe, !plays, "{old} → {new}");
    }
}
