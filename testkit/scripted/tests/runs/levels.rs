//! From level to level: title page, animations, given plans, the end of the game.

use std::sync::{Arc, Mutex};

use super::{MS, RESUME, assert_solved, play, play_with, transcript, worlds};
use planwright_autoplay::{Config, LogKind, StartLevel};
use planwright_autoplay::{PlayError, PlayEvent, RunSummary};
use planwright_game::LevelRef;
use planwright_game::search::{Budget, NoProgress};
use planwright_games::{self as games, load::load};
use scripted::{Faults, Script};

/// A plan for the level that is not the one its default solver makes: two moves the other way
/// round.
fn other_plan(level: &LevelRef) -> Option<Vec<planwright_game::Move>> {
    use planwright_game::{SolveRequest, play, solve};
    let solver = games::by_id(level.game_id())?.solvers().first()?;
    let request = SolveRequest::new(level.as_ref());
    let report = solve(*solver, &request, &Budget::default(), &NoProgress).ok()?;
    let moves = report.outcome.solution()?.plan.moves().to_vec();
    (1..moves.len()).find_map(|at| {
        let mut other = moves.clone();
        other.swap(at - 1, at);
        let solves = play(level.as_ref(), &other).is_ok_and(|end| end.is_solved());
        (solves && other != moves).then_some(other)
    })
}

#[test]
fn a_solved_board_that_flashes_is_not_taken_for_the_next_level() {
    for (seed, levels) in worlds().into_iter().enumerate() {
        for flash in [40, 130, 400] {
            let script = Script {
                faults: Faults {
                    lose: 0.1,
                    seed: seed as u64,
                    ..Faults::default()
                },
                flashes: Some(MS(flash)),
                ..Script::default()
            };
            let played = play(script, levels.clone(), &[]);
            assert_solved(&played, levels.len());
            assert_eq!(played.pauses, []);
        }
    }
}

#[test]
fn the_next_level_is_asked_for_where_the_solved_board_cannot_be_read_any_more() {
    for levels in worlds() {
        let script = Script {
            flashes: Some(MS(40)),
            veils: true,
            ..Script::default()
        };
        let played = play(script, levels.clone(), &[]);
        assert_solved(&played, levels.len());
        assert_eq!(played.pauses, []);
    }
}

#[test]
fn a_start_on_a_won_board_waits_for_the_next_level() {
    let level = |board: &str| {
        let text = format!("lights-out\n\n{board}\n");
        load(text.as_bytes(), None, None).expect("is a level")
    };
    let levels = vec![level("...\n..."), level("##.\n#..")];
    assert!(levels[0].start().is_solved());
    let script = Script {
        flashes: Some(MS(40)),
        ..Script::default()
    };
    let played = play_with(
        script,
        levels,
        &[],
        |config| config.levels = Some(1),
        |_, _| {},
    );
    assert_solved(&played, 1);
    assert_eq!(played.pauses, []);
}

#[test]
fn a_level_that_comes_late_and_is_drifted_over_is_waited_for() {
    let levels = worlds().remove(0);
    let script = Script {
        lingers: MS(3000),
        drifts: MS(4000),
        ..Script::default()
    };
    let played = play(script, levels.clone(), &[]);
    assert_solved(&played, levels.len());
    assert_eq!(played.pauses, []);
}

#[test]
fn a_level_read_in_the_middle_of_an_animation_is_read_again() {
    let mut again = 0;
    for levels in worlds() {
        for time in (50..800).step_by(25) {
            let script = Script {
                slides: MS(time),
                ..Script::default()
            };
            let played = play(script, levels.clone(), &[]);
            let lines = played.log.lines();
            if lines.iter().any(|line| line.text.contains("is read again")) {
                assert_solved(&played, levels.len());
                assert_eq!(played.pauses, [], "{}", transcript(&played));
                let mut kinds = lines.iter().map(|line| line.kind);
                assert!(kinds.all(|kind| kind != LogKind::Diverged));
                again += 1;
            }
        }
    }
    assert!(again > 0);
}

#[test]
fn the_title_page_is_left_by_the_profiles_steps_even_if_keys_are_lost() {
    for seed in 0..50 {
        let script = Script {
            faults: Faults {
                lose: 0.2,
                seed,
                ..Faults::default()
            },
            title: true,
            ..Script::default()
        };
        let levels = worlds().remove(0);
        let count = levels.len();
        let played = play(script, levels, &[RESUME; 3]);
        assert_solved(&played, count);
    }
}

#[test]
fn a_plan_that_is_given_is_the_one_that_is_played() {
    let mut played_any = false;
    for levels in worlds() {
        for level in levels {
            let Some(plan) = other_plan(&level) else {
                continue;
            };
            played_any = true;
            let expected: Vec<_> = (0..=plan.len())
                .map(|made| {
                    let position = planwright_game::play(level.as_ref(), &plan[..made]);
                    let position = position.expect("is legal");
                    planwright_autoplay::simulated(position.as_ref())
                })
                .collect();
            let seen = Arc::new(Mutex::new(Vec::new()));
            let told = seen.clone();
            let (wanted, given) = (level.clone(), plan.clone());
            let played = play_with(
                Script::default(),
                vec![level],
                &[],
                move |config| {
                    config.start_level = Some(StartLevel {
                        level: wanted.clone(),
                        plan: Some(given.clone().into()),
                    });
                },
                move |_, event| {
                    if let PlayEvent::Simulated(boards) = event {
                        told.lock().expect("is fine").push(boards.clone());
                    }
                },
            );
            assert!(played.result.is_ok(), "{}", transcript(&played));
            assert_eq!(*seen.lock().expect("is fine"), expected);
        }
    }
    assert!(played_any);
}

#[test]
fn a_plan_for_another_level_is_not_played() {
    let levels = worlds().into_iter().find(|levels| levels.len() > 1);
    let levels = levels.expect("there are some");
    let wanted = levels[1].clone();
    let played = play_with(
        Script::default(),
        vec![levels[0].clone()],
        &[],
        |config| {
            config.start_level = Some(StartLevel {
                level: wanted.clone(),
                plan: None,
            });
        },
        |_, _| {},
    );
    assert!(played.world.received().is_empty());
    assert!(
        matches!(played.result, Err(PlayError::Preflight { .. })),
        "{}",
        transcript(&played)
    );
}

#[test]
fn it_ends_at_once_when_the_game_says_that_there_is_no_other_level() {
    let levels = worlds().remove(0)[..1].to_vec();
    let played = |says_end| {
        let script = Script {
            says_end,
            ..Script::default()
        };
        // As many as there are, which the player does not know.
        let all = |config: &mut Config| config.levels = None;
        let played = play_with(script, levels.clone(), &[], all, |_, _| {});
        played.result.expect("has ended well")
    };
    let (told, waited) = (played(true), played(false));
    assert_eq!(told.text, "1 level is solved; the game has no more.");
    assert_eq!((told.levels.len(), waited.levels.len()), (1, 1));
    let after = |summary: &RunSummary| summary.elapsed - summary.levels[0].time;
    assert!(after(&told) < MS(2500), "{:?}", after(&told));
    assert!(after(&waited) >= MS(5000), "{:?}", after(&waited));
}
