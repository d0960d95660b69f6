//! The stand-in in the emulator, played from its title page on; and what happens to its window in
//! mid-plan.

use planwright::autoplay::desktop::Desktop as _;
use planwright::autoplay::{
    Config, LogKind, PauseReason, PlayCommand, ProfileReader, Reader as _, RunSummary,
};
use planwright::game::LevelRef;
use planwright::games::{self, logo};
use planwright::vision::LevelLabels;
use testkit::desktop::Desktop;
use testkit::fuse::Game;
use testkit::play::{Next, Run, profile};
use testkit::wait::wait_for;
use testkit::windows::{self, Recorder};

fn config(levels: u32) -> Config {
    Config {
        levels: Some(levels),
        ..Config::new(profile("logo-fuse"))
    }
}

/// Waits until a window shows a level of the stand-in, by its number from 1.
#[track_caller]
fn shows(desktop: &Desktop, game: &Game, number: usize) {
    let profile = profile("logo-fuse");
    let mut world = desktop.world();
    let mut reader = ProfileReader::new(profile.clone(), LevelLabels::default());
    let rules = games::by_id(&profile.game).expect("is registered");
    let levels = logo::practice_levels().expect("levels.txt is well formed");
    let board = |level: &LevelRef| level.with_meta(Default::default()).to_text();
    let wanted = board(&levels[number - 1]);
    wait_for(&format!("level {number}:\n{wanted}\n"), 20, || {
        let picture = world.capture(game.id()).ok()?;
        let seen = reader.read(&picture).ok()?;
        let level = rules.level_from_reading(&seen.reading).ok()?;
        (board(&level) == wanted).then_some(())
    });
}

/// Plays ten levels in a row from the title page. That the eleventh is shown then says that the
/// game itself takes all ten for solved.
fn plays_ten_levels(scale: u32, title_keys: &str) -> RunSummary {
    let desktop = Desktop::start();
    let game = Game::in_fuse(&desktop, scale);
    if !title_keys.is_empty() {
        game.type_on_page(&desktop, title_keys);
    }
    let mut run = Run::start(&desktop.display, config(10));
    let summary = run.until_done(240);
    assert_eq!(summary.levels.len(), 10);
    // A stamp on a wrong cell, or one too many, is a divergence.
    let lines = run.play.log().lines();
    let wrong: Vec<_> = lines
        .iter()
        .filter(|l| l.kind == LogKind::Diverged)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    shows(&desktop, &game, 11);
    for level in &summary.levels {
        println!(
            "{scale}x {title_keys}: level {}: {} moves, {} keys, {} lost, {} doubled, {:.2} s, {:.1} confirmed keys/s",
            level.level,
            level.moves,
            level.keys,
            level.lost,
            level.doubled,
            level.time.as_secs_f64(),
            level.keys_per_second()
        );
    }
    summary
}

#[test]
fn ten_levels_in_a_row_at_the_single_size() {
    plays_ten_levels(1, "");
}

#[test]
fn ten_levels_in_a_row_at_the_double_size() {
    plays_ten_levels(2, "");
}

#[test]
fn ten_levels_at_the_single_size_with_a_tenth_of_the_presses_lost_and_a_tenth_doubled() {
    told_of_faults(&plays_ten_levels(1, "ldld"));
}

#[test]
fn ten_levels_at_the_double_size_with_a_tenth_of_the_presses_lost_and_a_tenth_doubled() {
    told_of_faults(&plays_ten_levels(2, "ldld"));
}

/// The faults were really there.
fn told_of_faults(summary: &RunSummary) {
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert!(lost > 2 && doubled > 2, "{lost} lost, {doubled} doubled");
}

#[test]
fn whatever_happens_to_the_emulators_window_in_mid_plan_no_other_window_gets_a_key() {
    let desktop = Desktop::start();
    let game = Game::in_fuse(&desktop, 1);
    // This level has sixty stamps: time enough.
    game.type_on_page(&desktop, "96");
    let other = Recorder::open(&desktop.display, "Letters", (20, 20, 200, 150));
    desktop.window("recorder", "Letters");
    let mut run = Run::start(&desktop.display, config(1));
    run.until_step(3);

    // Out of focus: it waits, says for whom, and goes on when told.
    let mut world = desktop.world();
    world.activate(other.id).expect("can be asked");
    match run.until_wait(30) {
        Next::Paused(pause @ PauseReason::FocusLost { .. }) => {
            assert!(pause.to_string().contains("Letters"), "{pause}");
        }
        next => panic!("expected a pause, got {next:?}\n{}", run.tail()),
    }
    assert_eq!(other.presses(), [""; 0]);
    run.play.send(PlayCommand::Resume);
    run.until_step(6);

    // Covered by a window without the focus: it is read through it.
    windows::move_to(&desktop.display, other.id, 480, 270);
    windows::resize(&desktop.display, other.id, 400, 300);
    windows::raise(&desktop.display, other.id);
    run.until_step(10);

    // Moved.
    windows::move_to(&desktop.display, game.id(), 100, 420);
    run.until_step(14);

    // Resized: the emulator scales its picture or keeps it.
    windows::resize(&desktop.display, game.id(), 640, 480);
    loop {
        match run.next(60) {
            Next::Step(_, step) if step >= 18 => break,
            Next::Step(..) => {}
            // A moment of an unreadable picture may pause it.
            Next::Paused(
                PauseReason::Unreadable(_) | PauseReason::Resized { .. } | PauseReason::Desktop(_),
            ) => {
                run.play.send(PlayCommand::Resume);
            }
            next => panic!("expected step 18, got {next:?}\n{}", run.tail()),
        }
    }
    assert_eq!(other.presses(), [""; 0]);

    // Closed: it waits for a new one, sees that it is not as simulated, and plans again.
    drop(game);
    match run.until_wait(30) {
        Next::Paused(PauseReason::WindowGone | PauseReason::FocusLost { .. }) => {}
        next => panic!("expected a pause, got {next:?}\n{}", run.tail()),
    }
    assert_eq!(other.presses(), [""; 0]);
    let game = Game::in_fuse(&desktop, 2);
    // A person brings it to a level: number, title pages, name.
    game.type_on_page(&desktop, "94 25\n7p\n");
    shows(&desktop, &game, 94);
    run.play.send(PlayCommand::Resume);
    loop {
        match run.until_wait(30) {
            Next::Diverged(what) => {
                assert!(!what.differing.is_empty());
                break;
            }
            // As after the change of size.
            Next::Paused(PauseReason::Unreadable(_) | PauseReason::Resized { .. }) => {
                run.play.send(PlayCommand::Resume);
            }
            next => panic!("expected a divergence, got {next:?}\n{}", run.tail()),
        }
    }
    run.play.send(PlayCommand::Replan);
    run.until_done(120);
    shows(&desktop, &game, 95);
    assert_eq!(other.presses(), [""; 0]);
}
