//! The loop against the scripted world: thousands of runs on a clock that costs no time.

mod history;
mod planning;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam_channel::unbounded;

use super::config::{Config, Given};
use super::desktop::Signal;
use super::desktop::scripted::{Faults, Happening, Script, Scripted, TARGET};
use super::event::{Command, Event, Pause, PlayError, State, Summary};
use super::log::RunLog;
use super::player::{Deps, play as play_run};
use crate::game::{BoardReading, Cell, CellReading, Game, Grid, Level, LevelRef, Meta, Reading};
use crate::games;
use crate::search::{Budget, CancelFlag, NoProgress};

const MS: fn(u64) -> Duration = Duration::from_millis;

/// Levels of every game whose moves are actions on cells, each with its size's own world.
fn worlds() -> Vec<Vec<LevelRef>> {
    let mut worlds: Vec<Vec<LevelRef>> = Vec::new();
    for game in games::all() {
        for text in game.conformance().small {
            let Ok(level) = game.parse_text(&text) else {
                continue;
            };
            let start = level.start();
            // The scripted target has one action on its cells.
            let moves = start.legal_moves(50);
            let intents = moves.iter().flat_map(|mv| start.intents(mv));
            let actions: Option<BTreeSet<std::borrow::Cow<'static, str>>> = intents
                .map(|intent| match intent {
                    crate::game::Intent::Act { action, .. } => Some(action),
                    _ => None,
                })
                .collect();
            let acts = actions.is_some_and(|actions| actions.len() == 1);
            if !acts || start.is_solved() || !can_be_read(*game, level.as_ref()) {
                continue;
            }
            let fits = worlds.iter_mut().find(|world| {
                world[0].game_id() == level.game_id()
                    && world[0].start().boards() == start.boards()
                    && world[0].properties() == level.properties()
            });
            match fits {
                Some(world) => world.push(level),
                None => worlds.push(vec![level]),
            }
        }
    }
    assert!(worlds.iter().map(Vec::len).sum::<usize>() > 10);
    worlds
}

/// Whether a level is all there in what a screen shows and a profile says.
fn can_be_read(game: &dyn Game, level: &dyn Level) -> bool {
    let sure = |value: String| CellReading {
        value,
        confidence: 1.0,
        runner_up: None,
    };
    let start = level.start();
    let boards = start.boards();
    let properties = level.properties().into_iter();
    let reading = Reading {
        boards: boards
            .iter()
            .map(|board| BoardReading {
                id: board.id.to_owned(),
                cells: Grid::from_cells(
                    board.size,
                    board
                        .size
                        .cells()
                        .map(|cell| sure(start.look(board.id, cell).value.into_owned()))
                        .collect(),
                )
                .expect("fits"),
            })
            .collect(),
        properties: properties
            .map(|p| (p.field.key.to_owned(), p.value))
            .collect(),
        ..Reading::default()
    };
    let bare = |level: &dyn Level| level.with_meta(Meta::default()).to_text();
    game.level_from_reading(&reading)
        .is_ok_and(|read| bare(read.as_ref()) == bare(level))
}

struct Played {
    result: Result<Summary, PlayError>,
    world: Scripted,
    pauses: Vec<Pause>,
    divergences: Vec<String>,
    log: RunLog,
}

/// Plays with a person who answers every wait with the next of these commands, then with stop.
fn play(script: impl Into<Script>, levels: Vec<LevelRef>, answers: &[Command]) -> Played {
    play_with(script, levels, answers, |_| {}, |_, _| {})
}

fn play_with(
    script: impl Into<Script>,
    levels: Vec<LevelRef>,
    answers: &[Command],
    configure: impl Fn(&mut Config),
    watch: impl Fn(&Scripted, &Event) + Send + 'static,
) -> Played {
    let count = u32::try_from(levels.len()).expect("few");
    let world = Scripted::new(script, levels);
    let (orders, commands) = unbounded();
    let mut config = Config::new(world.profile());
    config.levels = Some(count);
    // Quick plans: the loop is what is tested.
    config.solver = games::by_id(&config.profile.game)
        .and_then(|game| game.solvers().first())
        .copied();
    configure(&mut config);
    let waits = Arc::new(Mutex::new((Vec::new(), Vec::new())));
    let told = waits.clone();
    let answers: Vec<_> = answers.to_vec();
    let (reader, own) = (world.clone(), world.clone());
    let tell = Box::new(move |event: Event| {
        watch(&own, &event);
        let mut told = told.lock().expect("is fine");
        let said = told.0.len() + told.1.len();
        match event {
            Event::State(State::Paused(pause)) => told.0.push(pause),
            Event::State(State::Diverged(what)) => told.1.push(what.what.clone()),
            _ => return,
        }
        let answer = answers.get(said).copied().unwrap_or(Command::Stop);
        orders.send(answer).expect("is heard");
    });
    let log = RunLog::default();
    let deps = Deps {
        world: world.connect(),
        reader: Box::new(move || Box::new(reader.reader())),
        commands,
        cancel: CancelFlag::default(),
        log: log.clone(),
        tell,
    };
    let result = play_run(config, deps);
    let (pauses, divergences) = {
        let told = waits.lock().expect("is fine");
        told.clone()
    };
    assert_eq!(world.not_let_up(), [], "a key was left down");
    assert!(world.received().iter().all(|press| press.window == TARGET));
    Played {
        result,
        world,
        pauses,
        divergences,
        log,
    }
}

fn transcript(played: &Played) -> String {
    let lines = played.log.lines();
    let tail = lines.iter().rev().take(40).rev();
    tail.map(|line| {
        format!(
            "{:>9.3} {:?} {}\n",
            line.at.as_secs_f64(),
            line.kind,
            line.text
        )
    })
    .collect()
}

#[track_caller]
fn assert_solved(played: &Played, levels: usize) {
    let summary = match &played.result {
        Ok(summary) => summary,
        Err(error) => panic!("{error}\n{}", transcript(played)),
    };
    assert!(!summary.stopped, "{}\n{}", summary.text, transcript(played));
    assert_eq!(summary.levels.len(), levels);
    assert_eq!(played.divergences, [""; 0], "{}", transcript(played));
}

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
fn clicks_are_confirmed_and_repeated_like_keys() {
    for (seed, levels) in worlds().into_iter().enumerate() {
        for longest in [0, 700, 2000] {
            let count = levels.len();
            let script = Script {
                faults: Faults {
                    lose: 0.1,
                    hang: (0.1, MS(longest)),
                    seed: seed as u64,
                    ..Faults::default()
                },
                pointer: true,
                ..Script::default()
            };
            assert_solved(&play(script, levels.clone(), &[]), count);
        }
    }
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
        let played = play(script, levels, &[Command::Resume; 3]);
        assert_solved(&played, count);
    }
}

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
        let calm = |world: &Scripted, event: &Event| {
            if matches!(event, Event::State(State::Paused(Pause::FailSafe(..)))) {
                world.happen(&Happening::Stop(None));
            }
        };
        let count = levels.len().min(2);
        let levels = levels[..count].to_vec();
        let played = play_with(script, levels, &[Command::Resume; 6], |_| {}, calm);
        assert_solved(&played, count);
        paused += played.pauses.len();
        thefts += played.world.focus_thefts();
        for pause in &played.pauses {
            assert!(
                matches!(
                    pause,
                    Pause::FocusLost { .. } | Pause::FailSafe(..) | Pause::World(_)
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
    let reopen = |world: &Scripted, event: &Event| {
        if matches!(event, Event::State(State::Paused(Pause::WindowGone))) {
            world.happen(&Happening::Reopen);
        }
    };
    // The new window shows the level from its start, which is not the step at hand.
    let answers = [Command::Resume, Command::Replan];
    let played = play_with(script, levels[..1].to_vec(), &answers, |_| {}, reopen);
    assert_eq!(played.pauses, [Pause::WindowGone]);
    assert_eq!(played.divergences.len(), 1, "{}", transcript(&played));
    let summary = played.result.expect("has ended well");
    assert_eq!(summary.levels.len(), 1);
}

#[test]
fn a_meddled_board_stops_it_with_expected_beside_seen() {
    let mut stopped = 0;
    for levels in worlds() {
        let size = levels[0].start().boards()[0].size;
        let corner = Cell::new(size.rows - 1, size.cols - 1);
        let script = Script {
            happenings: vec![(MS(500), Happening::Meddle(corner))],
            ..Script::default()
        };
        let shown = Arc::new(Mutex::new(Vec::new()));
        let seen = shown.clone();
        let watch = move |_: &Scripted, event: &Event| {
            if let Event::State(State::Diverged(what)) = event {
                seen.lock().expect("is fine").push(what.clone());
            }
        };
        let played = play_with(script, levels[..1].to_vec(), &[], |_| {}, watch);
        for divergence in shown.lock().expect("is fine").iter() {
            stopped += 1;
            assert!(played.result.as_ref().is_ok_and(|summary| summary.stopped));
            let different = divergence.expected[0].cells.iter().any(|(cell, look)| {
                divergence.seen[0].cells.get(cell).map(|l| &l.value) != Some(&look.value)
            });
            assert!(different);
            assert!(!divergence.differing.is_empty());
        }
    }
    assert!(stopped > 0);
}

#[test]
fn a_run_begun_paused_goes_step_by_step() {
    let levels = worlds().remove(0);
    let configure = |config: &mut Config| {
        config.paused = true;
        config.levels = Some(1);
    };
    let answers = [Command::Step, Command::Step, Command::Resume];
    let played = play_with(Script::default(), levels, &answers, configure, |_, _| {});
    assert_eq!(played.pauses[0], Pause::Asked);
    assert!(
        played.pauses[1..]
            .iter()
            .all(|pause| *pause == Pause::Stepped)
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
fn a_dead_target_is_given_up_after_bounded_retries() {
    let levels = worlds().remove(0);
    let script = Faults {
        lose: 1.0,
        ..Faults::default()
    };
    let played = play(script, levels, &[]);
    assert!(
        matches!(played.pauses[..], [Pause::NoReaction { .. }]),
        "{:?}\n{}",
        played.pauses,
        transcript(&played)
    );
    assert!(played.world.received().len() < 20);
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

/// A plan for the level that is not the one its default solver makes: two moves the other way
/// round.
fn other_plan(level: &LevelRef) -> Option<Vec<crate::game::Move>> {
    use crate::game::{SolveRequest, play, solve};
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
                    let position = crate::game::play(level.as_ref(), &plan[..made]);
                    let position = position.expect("is legal");
                    super::board_look::simulated(position.as_ref())
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
                    config.given = Some(Given {
                        level: wanted.clone(),
                        plan: Some(given.clone().into()),
                    });
                },
                move |_, event| {
                    if let Event::Simulated(boards) = event {
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
            config.given = Some(Given {
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
    assert_eq!(told.text, "1 level is solved; the game has no other.");
    assert_eq!((told.levels.len(), waited.levels.len()), (1, 1));
    let after = |summary: &Summary| summary.elapsed - summary.levels[0].time;
    assert!(after(&told) < MS(2500), "{:?}", after(&told));
    assert!(after(&waited) >= MS(5000), "{:?}", after(&waited));
}
