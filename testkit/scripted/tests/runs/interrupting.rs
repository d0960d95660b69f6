//! The person, the focus, closed windows and other hands: nothing is sent elsewhere, and the run goes
//! on where it can.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{MS, RESUME, assert_solved, play, play_with, transcript, worlds};
use planwright_autoplay::Config;
use planwright_autoplay::desktop::Signal;
use planwright_autoplay::{Cause, PauseReason, PlayCommand, PlayEvent, PlayState};
use planwright_game::{Cell, LevelRef};
use scripted::{Acts, Faults, Happening, Script, Scripted, TARGET};

#[test]
fn whatever_happens_nothing_is_sent_elsewhere_and_resume_goes_on() {
    let worlds = worlds();
    let (mut paused, mut thefts) = (0, 0);
    for seed in 0..1600_u64 {
        let levels = worlds[seed as usize % worlds.len()].clone();
        let at = |n: u64| MS(300 + (seed * 7919 + n * 104_729) % 2500);
        let happening = match seed % 4 {
            0 => Happening::TakeFocus,
            1 => Happening::Minimise(true),
            2 => Happening::Stop(Some(Signal::Hotkey)),
            _ => Happening::Stop(Some(Signal::Corner)),
        };
        let mut happenings = vec![(at(0), happening), (at(1), Happening::TakeFocus)];
        happenings.sort_by_key(|(at, _)| *at);
        let script = Script {
            faults: Faults {
                lose: 0.05,
                double: 0.05,
                seed,
                ..Faults::default()
            },
            happenings,
            ..Script::default()
        };
        // The person lets go of the hotkey before resuming.
        let calm = |world: &Scripted, event: &PlayEvent| {
            if matches!(
                event,
                PlayEvent::State(PlayState::Paused(PauseReason::FailSafe(..)))
            ) {
                world.happen(&Happening::Stop(None));
            }
        };
        let count = levels.len().min(2);
        let levels = levels[..count].to_vec();
        let played = play_with(script, levels, &[RESUME; 6], |_| {}, calm);
        assert_solved(&played, count);
        paused += played.pauses.len();
        thefts += played.world.focus_thefts();
        for pause in &played.pauses {
            assert!(
                matches!(
                    pause,
                    PauseReason::FocusLost { .. }
                        | PauseReason::Minimised
                        | PauseReason::FailSafe(..)
                ),
                "{pause:?}"
            );
        }
    }
    assert!(paused > 300, "{paused}");
    assert!(thefts >= 1000, "{thefts}");
}

#[test]
fn a_closed_window_pauses_and_a_new_one_is_played_on_in() {
    let world = worlds()
        .into_iter()
        .max_by_key(|w| w[0].start().boards()[0].size.area());
    let levels = world.expect("there is one");
    let script = Script {
        happenings: vec![(MS(1700), Happening::Close)],
        ..Script::default()
    };
    let reopen = |world: &Scripted, event: &PlayEvent| {
        if matches!(
            event,
            PlayEvent::State(PlayState::Paused(PauseReason::WindowGone))
        ) {
            world.happen(&Happening::Reopen);
        }
    };
    // The new window shows the level from its start, which is not the step at hand.
    let answers = [PlayCommand::Resume, PlayCommand::Replan];
    let played = play_with(script, levels[..1].to_vec(), &answers, |_| {}, reopen);
    assert_eq!(played.pauses, [PauseReason::WindowGone]);
    assert_eq!(played.divergences.len(), 1, "{}", transcript(&played));
    let summary = played.result.expect("has ended well");
    assert_eq!(summary.levels.len(), 1);
}

#[test]
fn a_meddled_board_stops_it_with_expected_beside_seen() {
    let (mut stopped, mut meddled) = (0, 0);
    for levels in worlds() {
        let size = levels[0].start().boards()[0].size;
        let corner = Cell::new(size.rows - 1, size.cols - 1);
        let script = Script {
            happenings: vec![(MS(500), Happening::Meddle(corner))],
            ..Script::default()
        };
        let shown = Arc::new(Mutex::new(Vec::new()));
        let seen = shown.clone();
        let watch = move |_: &Scripted, event: &PlayEvent| {
            if let PlayEvent::State(PlayState::Diverged(what)) = event {
                seen.lock().expect("is fine").push(what.clone());
            }
        };
        let played = play_with(script, levels[..1].to_vec(), &[], |_| {}, watch);
        for divergence in shown.lock().expect("is fine").iter() {
            stopped += 1;
            assert!(played.result.as_ref().is_ok_and(|summary| summary.stopped));
            let different = divergence.expected[0].cells.iter().any(|(cell, look)| {
                divergence.recognized[0].cells.get(cell).map(|l| &l.value) != Some(&look.value)
            });
            assert!(different);
            assert!(!divergence.differing.is_empty());
            meddled += usize::from(matches!(divergence.cause, Some(Cause::ForeignMove { .. })));
            let reason = played
                .result
                .as_ref()
                .ok()
                .and_then(|it| it.reason.as_ref());
            assert!(reason.is_some_and(|reason| reason.cell.is_some()));
        }
    }
    assert!(
        stopped > 0 && meddled * 2 > stopped,
        "{meddled} of {stopped}"
    );
}

/// Plays a level; what is called the cause of each divergence, and what happened.
fn causes(script: Script, levels: &[LevelRef]) -> (Vec<Option<Cause>>, String) {
    let causes = Arc::new(Mutex::new(Vec::new()));
    let told = causes.clone();
    let watch = move |_: &Scripted, event: &PlayEvent| {
        if let PlayEvent::State(PlayState::Diverged(what)) = event {
            told.lock().expect("is fine").push(what.cause.clone());
        }
    };
    let played = play_with(script, levels[..1].to_vec(), &[], |_| {}, watch);
    let causes = causes.lock().expect("is fine").clone();
    (causes, transcript(&played))
}

#[test]
fn input_that_reaches_the_next_cell_is_called_the_cause() {
    let mut said = 0;
    for levels in worlds() {
        if levels[0].start().boards()[0].size.cols < 2 {
            continue;
        }
        let script = Script {
            beside: 1,
            ..Script::default()
        };
        let (causes, transcript) = causes(script, &levels);
        for cause in causes {
            said += 1;
            let is_beside = matches!(cause, Some(Cause::OtherCell { .. }));
            assert!(is_beside, "{cause:?}\n{transcript}");
        }
    }
    assert!(said > 1, "{said}");
}

#[test]
fn a_cell_that_is_read_as_it_should_be_counts_however_doubtful_it_is() {
    for levels in worlds() {
        let script = Script {
            fades: Some(MS(700)),
            ..Script::default()
        };
        assert_solved(&play(script, levels[..1].to_vec(), &[]), 1);
    }
}

#[test]
fn a_run_begun_paused_goes_step_by_step() {
    let levels = worlds().remove(0);
    let configure = |config: &mut Config| {
        config.paused = true;
        config.levels = Some(1);
    };
    let answers = [PlayCommand::Step, PlayCommand::Step, PlayCommand::Resume];
    let played = play_with(Script::default(), levels, &answers, configure, |_, _| {});
    assert_eq!(played.pauses[0], PauseReason::Requested);
    assert!(
        played.pauses[1..]
            .iter()
            .all(|pause| *pause == PauseReason::Stepped)
    );
    assert_solved(&played, 1);
}

#[test]
fn a_dry_run_sends_nothing_and_says_what_it_would() {
    let levels = worlds().remove(0);
    let configure = |config: &mut Config| config.dry_run = true;
    let played = play_with(Script::default(), levels, &[], configure, |_, _| {});
    assert!(played.world.received().is_empty());
    let summary = played.result.as_ref().expect("has ended well");
    assert!(summary.text.contains("would be sent"), "{}", summary.text);
    assert!(transcript(&played).contains("WouldSend"));
}

#[test]
fn a_window_that_is_just_opening_is_waited_for_but_not_for_ever() {
    let levels = worlds().remove(0);
    let opening = |opens| Script {
        opens,
        ..Script::default()
    };
    assert_solved(&play(opening(MS(1500)), levels.clone(), &[]), levels.len());
    let error = play(opening(MS(60_000)), levels, &[]).result;
    let error = error.expect_err("must not start");
    assert!(error.to_string().contains("not drawn yet"), "{error}");
}

#[test]
fn failed_checks_forbid_to_start() {
    let levels = worlds().remove(0);
    for (happening, word) in [
        (Happening::Close, "No window"),
        (Happening::Minimise(true), "minimised"),
        (Happening::Stop(Some(Signal::Corner)), "corner"),
    ] {
        let script = Script {
            happenings: vec![(Duration::ZERO, happening)],
            ..Script::default()
        };
        let played = play(script, levels.clone(), &[]);
        let error = played.result.expect_err("must not start");
        assert!(error.to_string().contains(word), "{error}");
        assert!(played.world.received().is_empty());
    }
}

#[test]
fn a_run_that_may_wait_goes_on_when_the_window_is_back_in_front() {
    let (mut waited, mut thefts) = (0, 0);
    for levels in worlds() {
        let count = levels.len();
        let back = |world: &Scripted, event: &PlayEvent| {
            if matches!(event, PlayEvent::State(PlayState::Preparing(what)) if what.contains("Waiting up to"))
            {
                world.connect().activate(TARGET).expect("can be asked");
            }
        };
        let configure = |config: &mut Config| config.wait_for_focus = Some(MS(5000));
        let script = Script {
            happenings: vec![
                (MS(600), Happening::TakeFocus),
                (MS(1500), Happening::Minimise(true)),
                (MS(2400), Happening::TakeFocus),
            ],
            ..Script::default()
        };
        let played = play_with(script.clone(), levels.clone(), &[], configure, back);
        assert_solved(&played, count);
        assert_eq!(played.pauses, []);
        thefts += played.world.focus_thefts();
        // Nobody brings it back.
        let played = play_with(script, levels, &[], configure, |_, _| {});
        let paused = played.pauses.first();
        if let Some(pause) = paused {
            let is_hidden = matches!(
                pause,
                PauseReason::FocusLost { .. } | PauseReason::Minimised
            );
            assert!(is_hidden, "{pause:?}");
            let ended = played.log.lines().last().map(|line| line.at);
            assert!(ended.is_some_and(|at| at >= MS(5000)), "{ended:?}");
            waited += 1;
        }
    }
    assert!(waited > 5 && thefts > 10, "{waited} {thefts}");
}

#[test]
fn a_changed_size_is_told_once_and_then_what_else_is_wrong() {
    let largest = worlds()
        .into_iter()
        .max_by_key(|world| world[0].start().boards()[0].size.area());
    let levels = largest.expect("there is one");
    let script = Script {
        happenings: vec![(MS(1500), Happening::Shrink)],
        ..Script::default()
    };
    let played = play(script, levels, &[RESUME]);
    let told = transcript(&played);
    assert!(
        matches!(played.pauses[..], [PauseReason::Resized { .. }]),
        "{told}"
    );
    assert_eq!(played.divergences.len(), 1, "{told}");
}

/// What happens to the window, or in it, is called the cause, and with it the moves that were made are kept.
#[test]
fn causes_in_the_window_are_told_apart_and_kept_with_the_moves_made() {
    let world = worlds()
        .into_iter()
        .max_by_key(|w| w[0].start().boards()[0].size.area());
    let levels = world.expect("there is one");
    let happenings = [
        (Happening::Minimise(true), Acts::Key, "minimised"),
        (Happening::Close, Acts::Key, "closed"),
        (Happening::Shrink, Acts::Key, "resized"),
        (Happening::Freeze, Acts::Key, "frozen"),
        (Happening::Freeze, Acts::Click, "frozen"),
        (Happening::Cover, Acts::Click, "covered"),
        (Happening::TakeFocus, Acts::Key, "focus_lost"),
    ];
    for (happening, acts, kind) in happenings {
        let script = Script {
            acts,
            happenings: vec![(
                if acts == Acts::Key { MS(1500) } else { MS(480) },
                happening.clone(),
            )],
            ..Script::default()
        };
        let played = play(script, levels[..1].to_vec(), &[]);
        let summary = played.result.as_ref().expect("has ended well");
        let reason = summary.reason.as_ref();
        let reason = reason.unwrap_or_else(|| panic!("{happening:?}\n{}", transcript(&played)));
        assert_eq!(reason.kind, kind, "{happening:?}\n{}", transcript(&played));
        assert!(summary.text.contains(&reason.text), "{}", summary.text);
        let level = summary.unfinished.as_deref().expect("is kept");
        let is_begun = level.done > 0 && level.done < level.stats.moves && level.stats.keys > 0;
        assert!(is_begun, "{happening:?}: {level:?}");
    }
}
