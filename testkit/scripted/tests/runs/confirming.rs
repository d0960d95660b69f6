//! Presses that are lost, doubled or late: no wrong move is made.

use std::time::Duration;

use super::{MS, RESUME, assert_solved, play, transcript, worlds};
use planwright_autoplay::PauseReason;
use planwright_vision::Key;
use scripted::{Acts, Faults, Happening, Script};

#[test]
fn every_level_is_solved_on_a_well_behaved_target() {
    for levels in worlds() {
        let count = levels.len();
        let played = play(Script::default(), levels, &[]);
        assert_solved(&played, count);
        for stats in &played.result.expect("has ended well").levels {
            assert_eq!((stats.lost, stats.doubled), (0, 0));
            assert_eq!(stats.keys, stats.confirmed);
        }
    }
}

#[test]
fn lost_doubled_and_late_presses_never_make_a_wrong_move() {
    let worlds = worlds();
    let (mut lost, mut doubled) = (0, 0);
    for seed in 0..1500 {
        let levels = worlds[seed as usize % worlds.len()].clone();
        let script = Faults {
            lose: 0.1,
            double: 0.1,
            // Now and then later than a press is called lost.
            delay: (MS(5), MS(if seed % 3 == 0 { 120 } else { 40 })),
            echo: MS(seed % 45),
            torn: 0.05,
            seed,
            ..Faults::default()
        };
        let count = levels.len().min(2);
        let played = play(script, levels[..count].to_vec(), &[]);
        assert_solved(&played, count);
        for stats in &played.result.expect("has ended well").levels {
            lost += stats.lost;
            doubled += stats.doubled;
        }
    }
    assert!(
        lost > 100 && doubled > 100,
        "{lost} lost, {doubled} doubled"
    );
}

#[test]
fn a_game_that_hangs_now_and_then_is_waited_for_and_makes_no_wrong_move() {
    let worlds = worlds();
    let mut longest = Duration::ZERO;
    for seed in 0..900 {
        let levels = worlds[seed as usize % worlds.len()].clone();
        let script = Faults {
            lose: 0.1,
            hang: (0.1, MS([700, 1500, 3000][seed as usize / 7 % 3])),
            seed,
            ..Faults::default()
        };
        let count = levels.len().min(2);
        let played = play(script, levels[..count].to_vec(), &[]);
        assert_solved(&played, count);
        assert_eq!(played.pauses, []);
        longest = longest.max(played.result.expect("has ended well").elapsed);
    }
    assert!(longest > MS(10_000), "{longest:?}");
}

#[test]
fn the_pointer_is_taken_away_from_a_cell_that_it_marks() {
    for levels in worlds() {
        let count = levels.len();
        let script = Script {
            acts: Acts::Click,
            hovers: true,
            ..Script::default()
        };
        let played = play(script, levels, &[]);
        assert_solved(&played, count);
        assert_eq!(played.pauses, []);
    }
}

#[test]
fn clicks_are_confirmed_and_repeated_like_keys() {
    let inputs = [Acts::Click, Acts::SecondClick, Acts::KeyThen];
    let cases = inputs.map(|acts| [0, 700, 2000].map(|longest| (acts, longest)));
    for (seed, levels) in worlds().into_iter().enumerate() {
        for (acts, longest) in cases.into_iter().flatten() {
            let count = levels.len();
            let script = Script {
                faults: Faults {
                    lose: 0.1,
                    hang: (0.1, MS(longest)),
                    seed: seed as u64,
                    ..Faults::default()
                },
                acts,
                ..Script::default()
            };
            assert_solved(&play(script, levels.clone(), &[]), count);
        }
    }
}

#[test]
fn once_a_click_has_taken_a_choice_back_a_cell_that_is_still_chosen_is_not_clicked_again() {
    // The second cell is pressed three times.
    let text = "lights-out\nstates 4\npattern 000/101/000\n\n#.#.\n";
    let level = planwright_games::by_id("lights-out").and_then(|game| game.parse_text(text).ok());
    let script = Script {
        acts: Acts::KeyWhileChosen,
        ..Script::default()
    };
    let played = play(script, vec![level.expect("is a level")], &[]);
    assert_solved(&played, 1);
    let stats = &played.result.expect("has ended well").levels[0];
    assert_eq!(stats.lost, 1);
}

/// Such as marks in the cells that are left over, with or without a congratulation that takes the focus at once.
#[test]
fn a_game_that_makes_the_last_move_by_itself_has_won() {
    let text = "lights-out\nstates 2\npattern 000/010/000\n\n###.\n";
    let level = planwright_games::by_id("lights-out").and_then(|game| game.parse_text(text).ok());
    let level = level.expect("is a level");
    for congratulates in [None, Some(Key::Escape)] {
        let script = Script {
            finishes: true,
            lingers: MS(5000),
            congratulates,
            dialog: congratulates.map(Into::into),
            ..Script::default()
        };
        let played = play(script, vec![level.clone()], &[]);
        assert_solved(&played, 1);
        assert_eq!(played.pauses, []);
        assert!(played.divergences.is_empty(), "{}", transcript(&played));
    }
}

#[test]
fn a_dead_target_is_given_up_after_bounded_retries() {
    let levels = worlds().remove(0);
    let script = Faults {
        lose: 1.0,
        ..Faults::default()
    };
    let played = play(script, levels, &[]);
    assert!(
        matches!(played.pauses[..], [PauseReason::NoReaction { .. }]),
        "{:?}\n{}",
        played.pauses,
        transcript(&played)
    );
    assert!(played.world.received().len() < 20);
}

/// A click also changes the cells around, and a run that is interrupted between two clicks goes on from there.
#[test]
fn clicks_until_a_cell_shows_it_may_change_its_neighbours_and_be_interrupted() {
    let mut interrupted = 0;
    for levels in worlds() {
        let text = levels[0].to_text();
        if levels[0].game_id() != "lights-out" || text.contains("wrap") {
            continue;
        }
        for at in [None, Some(430), Some(520), Some(610), Some(700), Some(790)] {
            let script = Script {
                acts: Acts::ClickUntil,
                happenings: at
                    .into_iter()
                    .map(|at| (MS(at), Happening::TakeFocus))
                    .collect(),
                ..Script::default()
            };
            let played = play(script, levels[..1].to_vec(), &[RESUME; 2]);
            assert_solved(&played, 1);
            interrupted += played.pauses.len();
        }
    }
    assert!(interrupted > 2, "{interrupted}");
}
