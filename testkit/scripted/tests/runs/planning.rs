//! Which plan is played, for how long it is looked for, and what it takes.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{assert_solved, play_with, worlds};
use planwright_autoplay::Config;
use planwright_autoplay::{PlanCosts, PlayCost, play_cost};
use planwright_autoplay::{PlannedLevel, PlayEvent, PlayState};
use planwright_game::{Cell, LevelRef, Move};
use planwright_games as games;
use planwright_vision::{CostRule, Profile, ProfileStore};
use scripted::{Acts, Script, Scripted};

/// A full board of the original's size, which takes long to prove.
const HARD: &str = include_str!("hard.txt");

/// One in which the reference solver finds nothing in ten seconds.
const DEEP: &str = include_str!("deep.txt");

fn hard() -> LevelRef {
    let logo = games::by_id("logo").expect("is registered");
    logo.parse_text(HARD).expect("is a level")
}

fn priced(config: &mut Config, cost: CostRule) {
    config.solver = None;
    config.profile = Arc::new(Profile {
        cost: Some(cost),
        ..(*config.profile).clone()
    });
}

fn keys(step: u32, action: u32) -> CostRule {
    CostRule {
        step_ms: vec![step],
        action_ms: action,
        ..CostRule::default()
    }
}

#[test]
fn the_plan_played_takes_the_keys_that_were_counted_and_saves_some() {
    let mut saved = 0;
    for levels in worlds() {
        // The way from one level's last cell to the next is not the first level's.
        let level = levels[..1].to_vec();
        let played = play_with(
            Script::default(),
            level,
            &[],
            |config| priced(config, keys(50, 100)),
            |_, _| {},
        );
        assert_solved(&played, 1);
        let stats = &played.result.expect("has ended well").levels[0];
        let effort = stats.cost.expect("is known");
        assert_eq!(effort.plan.presses, stats.keys, "{effort}");
        let least = Duration::from_millis(50 * stats.keys);
        assert!(
            effort.plan.time.is_some_and(|time| time > least),
            "{effort}"
        );
        if let Some(presses) = effort.saved_presses() {
            assert!(presses >= 0, "{effort}");
            saved += presses;
        }
    }
    assert!(saved > 0, "the plain solvers are never worse");
}

/// The plan of a level, and how long it was planned, by the clock on the wall: that of the scripted
/// world stands still meanwhile.
fn planned(level: LevelRef, configure: impl Fn(&mut Config)) -> (PlannedLevel, Duration) {
    let (sender, plans) = crossbeam_channel::unbounded();
    let began = Mutex::new(Instant::now());
    let watch = move |_: &Scripted, event: &PlayEvent| match event {
        PlayEvent::State(PlayState::Preparing(what)) if what == "Planning" => {
            *began.lock().expect("is fine") = Instant::now();
        }
        PlayEvent::Planned(level) => {
            let took = began.lock().expect("is fine").elapsed();
            drop(sender.send((level.clone(), took)));
        }
        _ => {}
    };
    let played = play_with(Script::default(), vec![level], &[], configure, watch);
    assert_solved(&played, 1);
    plans.recv().expect("was planned")
}

#[test]
fn planning_ends_when_it_takes_longer_than_it_can_save() {
    let (plan, took) = planned(hard(), |config| {
        priced(config, keys(5, 5));
        config.solver_time = Some(Duration::from_secs(600));
    });
    // Eighty keys or so are to be saved at most, five milliseconds each; a proof takes much longer.
    assert!(took < Duration::from_secs(400), "{took:?}");
    let effort = plan.cost.expect("is known");
    assert!(effort.plain.is_some(), "the plain plan was there in time");
}

#[test]
fn a_clock_that_runs_out_ends_planning_and_one_that_is_too_short_has_it_go_on_to_the_limit() {
    let clocked = |clock_s, limit| {
        planned(hard(), move |config| {
            let clock_s = Some(clock_s);
            priced(
                config,
                CostRule {
                    clock_s,
                    ..keys(40, 40)
                },
            );
            config.solver_time = Some(limit);
        })
    };
    // Some 160 keys of 40 ms are 6.4 s of the 8 s that count of ten: 1.6 s are left to plan.
    let (_, took) = clocked(10, Duration::from_secs(600));
    assert!(took < Duration::from_secs(400), "{took:?}");
    // They do not fit into five: whatever can be saved is worth the time that there is.
    let limit = Duration::from_millis(2000);
    let (plan, took) = clocked(5, limit);
    // The best plan that is known of this board.
    let best = plan.cost.expect("is known").plan.presses <= 160;
    assert!(took >= limit.mul_f64(0.8) || best, "{took:?}");
}

#[test]
fn where_the_chosen_solver_finds_nothing_in_time_the_plain_one_plays() {
    let logo = games::by_id("logo").expect("is registered");
    let slow = logo.solvers().iter().find(|solver| solver.info().reference);
    let level = logo.parse_text(DEEP).expect("is a level");
    let limit = Duration::from_millis(300);
    let (plan, took) = planned(level, |config| {
        priced(config, keys(1, 1));
        config.solver = slow.copied();
        config.solver_time = Some(limit);
    });
    assert!(took >= limit, "{took:?}");
    assert_eq!(
        plan.cost.expect("is known").plain,
        None,
        "there is none beside it"
    );
}

fn logo_effort(profile: &Profile, moves: &[&str], cursor: Option<Cell>) -> PlayCost {
    let logo = games::by_id("logo").expect("is registered");
    let level = logo
        .parse_text("logo\n\n1..1\n....\n1...\n")
        .expect("is a level");
    let moves: Vec<Move> = moves.iter().map(Move::new).collect();
    play_cost(profile, level.as_ref(), &[], &moves, cursor).expect("can be played")
}

#[test]
fn ways_are_counted_as_the_target_has_them() {
    let store = ProfileStore::load(None);
    let mut profile = store.get("logo-fuse").expect("is shipped").clone();
    profile.cost = Some(keys(50, 100));
    let moves = ["1 4", "3 1", "1 1"];
    let counted = |profile: &Profile, cursor| {
        let PlayCost { presses, time } = logo_effort(profile, &moves, cursor);
        (presses, time.expect("is known").as_millis())
    };
    // 3 + 5 + 2 steps and three stamps, from the first cell on.
    assert_eq!(counted(&profile, None), (13, 800));
    assert_eq!(counted(&profile, Some(Cell::new(0, 3))), (10, 650));
    let keys = profile.controls.as_mut().expect("is there").cursor.as_mut();
    keys.expect("is there").wraps = true;
    // Round the edges: 1 + 2 + 1.
    assert_eq!(counted(&profile, None), (7, 500));
    // A key held down.
    profile.cost = Some(CostRule {
        step_ms: vec![80, 90, 95],
        ..CostRule::default()
    });
    assert_eq!(counted(&profile, Some(Cell::new(1, 1))).0, 2 + 2 + 1 + 3);
    // By mouse: 3 cells of 16 pixels across; 3 and 2; 2 down.
    let scripted = Scripted::new(
        Script {
            acts: Acts::Click,
            ..Script::default()
        },
        vec![hard()],
    );
    let mouse = scripted.profile().controls.clone().expect("is there");
    profile.controls = Some(mouse);
    profile.cost = Some(CostRule {
        action_ms: 10,
        pointer_ms: 100,
        ..CostRule::default()
    });
    let pixels = (3.0_f64 * 16.0).hypot(2.0 * 16.0) + 2.0 * 16.0;
    let time = counted(&profile, None);
    assert_eq!(time.0, 3);
    assert!((time.1 as f64 - 30.0 - pixels).abs() < 2.0, "{time:?}");
}

#[test]
fn solvers_are_told_of_the_target() {
    let store = ProfileStore::load(None);
    let mut profile = store.get("logo-fuse").expect("is shipped").clone();
    let logo = games::by_id("logo").expect("is registered");
    let solver = logo.solvers().iter().find(|s| s.info().id == "fewest-keys");
    let info = solver.expect("is registered").info();
    let told = |profile: &Profile, cursor| {
        let options = profile.target_options(info, cursor).into_iter();
        options
            .map(|(k, v)| format!("{k}={v}"))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert_eq!(told(&profile, None), "cursor=1 1; edges=stop");
    assert_eq!(
        told(&profile, Some(Cell::new(2, 4))),
        "cursor=3 5; edges=stop"
    );
    profile.cost = Some(CostRule {
        step_ms: vec![80, 400, 430],
        action_ms: 90,
        ..CostRule::default()
    });
    let held = "cursor=1 1; edges=stop; runs=80 400 430; stamp=90; unit=ms";
    assert_eq!(told(&profile, None), held);
    let plain = logo.solvers()[0].info();
    assert!(profile.target_options(plain, None).is_empty());
    let controls = profile.controls.as_mut().expect("is there");
    controls.cursor = None;
    controls.actions[0].input = planwright_vision::GameInput::Click;
    let mouse = "cursor=any; pointer=16 16; stamp=0; unit=pixels";
    assert_eq!(told(&profile, None), mouse);
}

#[test]
fn what_was_saved_is_told_in_words() {
    let of = |presses, ms| PlayCost {
        presses,
        time: Some(Duration::from_millis(ms)),
    };
    let mut both = PlanCosts {
        plan: of(156, 10_600),
        plain: Some(of(193, 12_640)),
    };
    assert_eq!(
        both.to_string(),
        "156 presses, 10.6 s; 37 presses, 2.0 s saved"
    );
    both.plain = None;
    assert_eq!(both.to_string(), "156 presses, 10.6 s");
    assert_eq!((both.saved_presses(), both.saved_seconds()), (None, None));
}
