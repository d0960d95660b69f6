//! Windows of the game's own that take the focus: a win is one only where all was sent and its end was seen.

use super::{assert_solved, play, worlds};
use planwright_autoplay::PauseReason;
use planwright_vision::Key;
use scripted::{Acts, DIALOG, Protest, Script};

/// Whatever the window behind still shows, a dialog before the end was sent and seen is no win.
#[test]
fn a_dialog_that_protests_at_the_last_move_is_no_win_and_its_picture_is_kept() {
    let mut protested = 0;
    for acts in [Acts::Key, Acts::Click, Acts::KeyThen, Acts::SecondClick] {
        let cases = [
            (Protest::Unfinished, false),
            (Protest::Unfinished, true),
            (Protest::Mistaken, false),
        ];
        for (protest, hides) in cases {
            for levels in worlds() {
                let script = Script {
                    acts,
                    congratulates: Some(Key::Escape),
                    protests: Some(protest),
                    hides,
                    dialog: Some(Key::Escape.into()),
                    ..Script::default()
                };
                let played = play(script, levels[..1].to_vec(), &[]);
                let summary = played.result.as_ref().expect("has ended well");
                if !played.world.has_protested() {
                    // One input may be all of the last move, and no other move may be there to mistake it for.
                    assert_solved(&played, 1);
                    continue;
                }
                let pause = played.pauses.first().expect("waits");
                protested += 1;
                assert!(
                    matches!(pause, PauseReason::EndedByDialog { .. }),
                    "{pause}"
                );
                assert!(summary.stopped && summary.levels.is_empty());
                assert!(
                    summary.text.contains("Ended by a dialog"),
                    "{}",
                    summary.text
                );
                let received = played.world.received();
                assert!(received.iter().all(|press| press.window != DIALOG));
                let lines = played.log.lines();
                let line = lines
                    .iter()
                    .find(|line| line.text.contains("its own window"));
                assert!(line.is_some_and(|line| line.picture.is_some()));
            }
        }
    }
    assert!(protested > 50, "{protested}");
}

/// After the last move of a level the game's own congratulation has the focus; what is won may look like nothing known.
#[test]
fn a_congratulation_is_won_and_closed_with_the_profiles_key() {
    let looks = [(false, false), (true, false), (false, true)];
    for (levels, (pales, hides)) in looks
        .into_iter()
        .flat_map(|looks| worlds().into_iter().map(move |levels| (levels, looks)))
    {
        let count = levels.len();
        let script = Script {
            congratulates: Some(Key::Escape),
            pales,
            hides,
            dialog: Some(Key::Escape.into()),
            ..Script::default()
        };
        let played = play(script, levels, &[]);
        assert_solved(&played, count);
        assert_eq!(played.pauses, []);
        let closed = played.world.received();
        let closed = closed.iter().filter(|press| press.window == DIALOG);
        assert_eq!(closed.count(), count - 1, "the last one stays");
    }
}

#[test]
fn scores_that_come_while_the_window_is_brought_to_the_front_are_closed_too() {
    for levels in worlds() {
        let count = levels.len();
        let script = Script {
            congratulates: Some(Key::Escape),
            scores: true,
            dialog: Some(Key::Escape.into()),
            ..Script::default()
        };
        let played = play(script, levels, &[]);
        assert_solved(&played, count);
        assert_eq!(played.pauses, []);
    }
}

#[test]
fn a_congratulation_that_the_profile_does_not_know_is_left_to_the_person() {
    let levels = worlds().into_iter().find(|levels| levels.len() > 1);
    let script = Script {
        congratulates: Some(Key::Escape),
        ..Script::default()
    };
    let played = play(script, levels.expect("there is one"), &[]);
    let title = "Well done".to_owned();
    assert_eq!(played.pauses, [PauseReason::Dialog { title }]);
    let summary = played.result.expect("has ended well");
    assert_eq!(summary.levels.len(), 1, "what was solved is solved");
    let received = played.world.received();
    assert!(received.iter().all(|press| press.window != DIALOG));
}
