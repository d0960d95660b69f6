//! Problems of broken texts, with their positions.

use super::*;
use crate::game::search::Budget;
use crate::game::{Language as _, ParsedText};
use crate::language::ScriptLanguage;

/// Words of a correct game, their replacement, and a message of what is still playable; `¶` is a line break.
const PLAYABLE: &[&str] = &[
    "| Crate ] -> => | Create ] -> => line 57, column 14: ‘create’ is neither an object nor a keyword",
    "| Crate ] -> => | Crate -> => line 57, column 20: an arrow cannot be inside brackets",
    "-> [ > Player => [ > Player => line 57, column 1: a rule needs an arrow",
    "[ > Player | Crate ] => late [ > Player | Crate ] => line 57, column 8: a late rule cannot contain movements",
    "[ > Player | => [ > Player Crate | => line 57, column 1: this rule can never apply: CRATE and PLAYER",
    "| > Crate ] => | > Solid ] => line 57, column 1: SOLID on the right could be several",
    "RULES¶ => RULES¶endloop¶ => line 56, column 1: ENDLOOP has no STARTLOOP",
    "RULES¶ => RULES¶startloop¶ => line 56, column 1: STARTLOOP has no ENDLOOP",
    "[ > Player | Crate ] => + [ > Player | Crate ] => line 57, column 1: ‘+’ joins",
    "[ > Player | Crate ] => > [ > Player | Crate ] => line 57, column 1: a rule’s own direction cannot be relative",
    "Gem, Fire => Gem => line 19, column 1: FIRE is in no collision layer",
    "Gem, Fire => Gem, Fire, Smoke => line 52, column 33: SMOKE is not declared",
    "All Target on => All Target in => line 61, column 12: expected ON",
    "All Target on => All Targets on => line 61, column 5: there is no TARGETS",
    "p*o => p*% => line 65, column 3: ‘%’ is neither an object nor a sign",
    "p*o => p*o¶p* => line 66, column 1: all rows of a level should have the same length",
    "Crate or Gem => Crate or Gem and Fire => line 42, column 22: a legend line cannot mix ‘and’ and ‘or’",
    "Crate or Gem => Solid or Gem => line 42, column 1: SOLID cannot be defined by itself",
    "Crate and Target => Crate and Gem => are in the same collision layer, so they cannot share a cell",
    "Player¶white => Player¶wite => line 11, column 1: PLAYER needs a colour here, not ‘wite’",
    "Player¶white => Player¶white¶1.... => line 12, column 1: there is no colour 1",
    "OBJECTS => OBJECTS¶¶Up¶blue¶ => line 4, column 1: UP is a keyword",
    "title A game => titel A game => line 1, column 1: there is no option ‘titel’",
];

/// The same for games that are not.
const UNPLAYABLE: &[&str] = &[
    "| > Crate ] => ] => line 57, column 1: a bracket must have the same number of cells",
    "| > Crate ] => | moving Crate ] => line 57, column 1: a movement on the right could be several",
    "p*o =>  => line 1, column 1: there are no levels",
    "¶Player¶white => ¶Crate¶white => line 13, column 1: there is already an object CRATE",
    "LEVELS => LEVEL => line 63, column 1: a win condition starts with",
    "COLLISIONLAYERS¶ =>  => line 54, column 1: COLLISIONLAYERS must come before RULES",
];

/// The same with the first message.
const DIALECTS: &[&str] = &[
    "title A game => tween_length 0.03¶level_select¶smoothscreen 9x9¶case_sensitive¶settings¶custom_font x => line 1, column 1: this is a game for PuzzleScript Plus or Next (tween_length, level_select, smoothscreen), which are not supported",
    "title A game => title A game¶level_select => line 2, column 1: this may be a game for PuzzleScript Plus or Next (level_select)",
    "p*o => SECTION Easy¶¶p*o¶¶GOTO The end => line 65, column 1: this is a game for PuzzleScript Plus or Next (section, goto)",
    "p*o => LINK Player Level 5 of the game¶p*o => line 65, column 1: this is a game for PuzzleScript Plus or Next (link)",
    "-> [ > Player | > Crate ] => -> [ > Player | > Crate ] nosave => line 57, column 1: this may be a game for PuzzleScript Plus or Next (nosave)",
    "-> [ > Player | > Crate ] => -> [ > Player | > Crate:> ] gosub => this is a game for PuzzleScript Plus or Next (crate:>, gosub)",
    "title A game => // A game¶mouse_clicks¶¶TAGS¶====¶Int = I1 I2¶Bool = Yes No¶ => line 1, column 1: this is a game for PuzzleScript Plus or Next (//, mouse_clicks, TAGS)",
    "Crate¶orange¶ => Crate:directions¶orange¶text: C¶rot:up:>¶ => this may be a game for PuzzleScript Plus or Next (crate:directions, text:, rot:)",
    // No other error.
    "Crate¶orange¶ => Crate copy:Player¶orange¶ => this may be a game for PuzzleScript Plus or Next (copy:)",
    // Errors, but no dialect.
    "title A game => title goto (level_select¶tween_length)¶homepag http://x => line 3, column 1: there is no option ‘homepag’",
    "All Target on => All Link on => line 61, column 1: LINK cannot be used in a win condition",
];

/// The correct game.
fn good() -> String {
    let rules = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    text("title A game", rules, "All Target on Crate", "p*o")
}

fn read(text: &str) -> ParsedText {
    ScriptLanguage.parse(text, &Budget::default())
}

/// The correct game broken as a case says, with the expected message.
fn broken(case: &str) -> (String, String) {
    let case = case.replace('¶', "\n");
    let fields: Vec<&str> = case.split(" => ").collect();
    let [old, new, expected] = fields[..] else {
        panic!("{case}");
    };
    assert!(good().contains(old), "{case}");
    (good().replacen(old, new, 1), expected.to_owned())
}

#[test]
fn games_for_other_dialects_are_named_as_such() {
    for case in DIALECTS {
        let (broken, expected) = broken(case);
        let read = read(&broken);
        let first = read.complaints.first().map(|first| first.error.to_string());
        let first = first.unwrap_or_default();
        assert!(first.contains(&expected), "{case}: {first}");
        let refused = expected.contains("this is a game for");
        assert_eq!(read.level.is_none(), refused, "{case}");
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
    assert_eq!(read(&good()).complaints, []);
    for (cases, plays) in [(PLAYABLE, true), (UNPLAYABLE, false)] {
        for case in cases {
            let (broken, expected) = broken(case);
            let read = read(&broken);
            let complaints = read.complaints.iter();
            let messages: Vec<_> = complaints.map(|it| it.error.to_string()).collect();
            let found = messages.iter().any(|message| message.contains(&expected));
            assert!(found, "{case}: {messages:#?}");
            assert_eq!(read.level.is_some(), plays, "{case}");
            assert!(
                plays || read.complaints.iter().any(|it| it.severe),
                "{case}"
            );
        }
    }
}
