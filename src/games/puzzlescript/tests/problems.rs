//! Problems of broken texts, with their positions.

use super::*;
use crate::game::search::Budget;
use crate::game::{Language as _, ParsedText};
use crate::language::ScriptLanguage;

/// Words of a correct game, their replacement, and a message of what is still playable; `¶` is a line break.
const PLAYABLE: &str = include_str!("playable.txt");

/// The same for games that are not.
const UNPLAYABLE: &str = include_str!("unplayable.txt");

/// The same with the first message.
const DIALECTS: &str = include_str!("dialects.txt");

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
    for case in DIALECTS.lines() {
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
        for case in cases.lines() {
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
