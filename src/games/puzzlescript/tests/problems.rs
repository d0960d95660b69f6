//! Problems of broken texts, with their positions.

use super::*;
use crate::game::Language as _;
use crate::game::search::Budget;
use crate::language::ScriptLanguage;

/// Words of a correct game, their replacement, whether anything is left to play, and the message with its position.
const BROKEN: &[(&str, &str, bool, &str)] = &[
    (
        "| Crate ] ->",
        "| Create ] ->",
        true,
        "line 57, column 14: ‘create’ is neither an object nor a keyword",
    ),
    (
        "| Crate ] ->",
        "| Crate ->",
        true,
        "line 57, column 20: an arrow cannot be inside brackets",
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
        "line 57, column 1: a bracket must have the same number of cells",
    ),
    (
        "[ > Player | Crate ]",
        "late [ > Player | Crate ]",
        true,
        "line 57, column 8: a late rule cannot contain movements",
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
        "line 56, column 1: ENDLOOP has no STARTLOOP",
    ),
    (
        "RULES\n",
        "RULES\nstartloop\n",
        true,
        "line 56, column 1: STARTLOOP has no ENDLOOP",
    ),
    (
        "[ > Player | Crate ]",
        "+ [ > Player | Crate ]",
        true,
        "line 57, column 1: ‘+’ joins",
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
        "line 19, column 1: FIRE is in no collision layer",
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
        "line 61, column 12: expected ON",
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
        "line 65, column 3: ‘%’ is neither an object nor a sign",
    ),
    (
        "p*o",
        "p*o\np*",
        true,
        "line 66, column 1: all rows of a level should have the same length",
    ),
    ("p*o", "", false, "line 1, column 1: there are no levels"),
    (
        "Crate or Gem",
        "Crate or Gem and Fire",
        true,
        "line 42, column 22: a legend line cannot mix ‘and’ and ‘or’",
    ),
    (
        "Crate or Gem",
        "Solid or Gem",
        true,
        "line 42, column 1: SOLID cannot be defined by itself",
    ),
    (
        "Crate and Target",
        "Crate and Gem",
        true,
        "are in the same collision layer, so they cannot share a cell",
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
        "line 13, column 1: there is already an object CRATE",
    ),
    (
        "OBJECTS",
        "OBJECTS\n\nUp\nblue\n",
        true,
        "line 4, column 1: UP is a keyword",
    ),
    (
        "LEVELS",
        "LEVEL",
        false,
        "line 63, column 1: a win condition starts with",
    ),
    (
        "SOUNDS\n",
        "SOUNDS\nCrate mve 1234\n",
        true,
        "line 47, column 7: expected MOVE, ACTION, CREATE",
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

/// Words of a correct game, their replacement, and the first message.
const DIALECTS: &[(&str, &str, &str)] = &[
    (
        "title A game",
        "tween_length 0.03\nlevel_select\nsmoothscreen 9x9\ncase_sensitive\nsettings\ncustom_font x",
        "line 1, column 1: this is a game for PuzzleScript Plus (tween_length, level_select, smoothscreen), which is \
         not supported",
    ),
    (
        "title A game",
        "title A game\nlevel_select",
        "line 2, column 1: this may be a game for PuzzleScript Plus (level_select)",
    ),
    (
        "p*o",
        "SECTION Easy\n\np*o\n\nGOTO The end",
        "line 65, column 1: this is a game for PuzzleScript Plus (section, goto)",
    ),
    (
        "p*o",
        "LINK Player Level 5 of the game\np*o",
        "line 65, column 1: this is a game for PuzzleScript Next (link)",
    ),
    (
        "-> [ > Player | > Crate ]",
        "-> [ > Player | > Crate ] nosave",
        "line 57, column 1: this may be a game for PuzzleScript Plus (nosave)",
    ),
    (
        "-> [ > Player | > Crate ]",
        "-> [ > Player | > Crate:> ] gosub",
        "this is a game for PuzzleScript Next (crate:>, gosub)",
    ),
    (
        "title A game",
        "// A game\nmouse_clicks\n\nTAGS\n====\nInt = I1 I2\nBool = Yes No\n",
        "line 1, column 1: this is a game for PuzzleScript Next (//, mouse_clicks, TAGS)",
    ),
    (
        "Crate\norange\n",
        "Crate:directions\norange\ntext: C\nrot:up:>\n",
        "this may be a game for PuzzleScript Next (crate:directions, text:, rot:)",
    ),
    // No other error.
    (
        "Crate\norange\n",
        "Crate copy:Player\norange\n",
        "this may be a game for PuzzleScript Plus (copy:)",
    ),
    // Errors, but no dialect.
    (
        "title A game",
        "title goto (level_select\ntween_length)\nhomepag http://x",
        "line 3, column 1: there is no option ‘homepag’",
    ),
    (
        "All Target on",
        "All Link on",
        "line 61, column 1: LINK cannot be used in a win condition",
    ),
];

#[test]
fn games_for_other_dialects_are_named_as_such() {
    let rules = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    let good = text("title A game", rules, "All Target on Crate", "p*o");
    for (old, new, expected) in DIALECTS {
        let broken = good.replacen(old, new, 1);
        assert_ne!(broken, good, "{old}");
        let read = ScriptLanguage.parse(&broken, &Budget::default());
        let first = read.complaints.first().map(|first| first.error.to_string());
        let first = first.unwrap_or_default();
        assert!(first.contains(expected), "{old} → {new}: {first}");
        let refused = expected.contains("this is a game for");
        assert_eq!(read.level.is_none(), refused, "{old} → {new}");
        if refused {
            let error = parse(&broken).map(|_| ()).expect_err("is refused");
            assert_eq!(error.to_string(), first);
        }
    }
}

#[test]
fn a_message_says_if_there_are_levels() {
    for (levels, expected) in [
        ("message Only\n\nmessage messages", "only messages"),
        ("message Now:\n\np", "choose a level instead"),
    ] {
        let first = level(&text("", "", "", levels))
            .sibling(1)
            .expect("is there");
        let reason = first.unplayable().expect("is a message");
        assert!(reason.contains(expected), "{levels}: {reason}");
    }
}

#[test]
fn problems_have_positions() {
    let rules = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    let good = text("title A game", rules, "All Target on Crate", "p*o");
    let read = |text: &str| ScriptLanguage.parse(text, &Budget::default());
    assert_eq!(read(&good).complaints, []);
    for (old, new, plays, expected) in BROKEN {
        let broken = good.replacen(old, new, 1);
        assert_ne!(broken, good, "{old}");
        let read = read(&broken);
        let notices: Vec<String> = read
            .complaints
            .iter()
            .map(|notice| notice.error.to_string())
            .collect();
        assert!(
            notices.iter().any(|notice| notice.contains(expected)),
            "{old} → {new}: {notices:#?}"
        );
        assert_eq!(read.level.is_some(), *plays, "{old} → {new}");
        let severe = read.complaints.iter().any(|notice| notice.severe);
        assert!(severe || *plays, "{old} → {new}");
    }
}
