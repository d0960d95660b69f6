//! What is written down of runs in the scripted world.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};
use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;

use super::worlds;
use planwright_autoplay::AutoPlay;
use planwright_autoplay::Config;
use planwright_autoplay::history::{HistoryEntry, RunHistory, RunRecord, RunState};
use planwright_autoplay::{PauseReason, PlayCommand, PlayEvent, PlayState};
use planwright_export::film::FilmFile;
use planwright_game::{LevelRef, Move};
use planwright_games as games;
use scripted::{Faults, Happening, Script, Scripted};

/// Tells this program, run again, in which folder it is to write a run down until it is killed.
const VICTIM: &str = "PLANWRIGHT_TEST_HISTORY";

/// The levels of the world with the largest board.
fn largest() -> Vec<LevelRef> {
    let worlds = worlds().into_iter();
    let area = |world: &Vec<LevelRef>| (world.len() > 1, world[0].board().size.area());
    worlds.max_by_key(area).expect("there is one")
}

/// Starts to play; `watch` is called on the run's thread with everything that happens.
fn start(
    script: impl Into<Script>,
    levels: &[LevelRef],
    root: &Path,
    film: Option<FilmFile>,
    watch: impl Fn(&Scripted, &PlayEvent) + Send + 'static,
) -> (AutoPlay, Scripted, Receiver<PlayEvent>) {
    let world = Scripted::new(script, levels.to_vec());
    let mut config = Config::new(world.profile());
    config.levels = u32::try_from(levels.len()).ok();
    config.history = Some(RunHistory::new(root));
    config.film = film;
    let (own, reader, watched) = (world.clone(), world.clone(), world.clone());
    let (sender, events) = unbounded();
    let play = AutoPlay::start_in(
        config,
        Box::new(move || Ok(own.connect())),
        Box::new(move || Box::new(reader.reader())),
        move |event| {
            watch(&watched, &event);
            drop(sender.send(event));
        },
    );
    (play, world, events)
}

/// What is written down of a run in which the person answers every wait with ‘Stop’.
fn written(
    script: impl Into<Script>,
    levels: &[LevelRef],
    watch: impl Fn(&Scripted, &PlayEvent) + Send + 'static,
) -> (RunRecord, HistoryEntry, Scripted, tempfile::TempDir) {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let films = tempfile::tempdir().expect("has a temporary folder");
    let film = films.path().join("film.gif");
    let file = FilmFile::new(&film).expect("is possible");
    let (play, world, events) = start(script, levels, home.path(), Some(file), watch);
    let mut filmed = None;
    for event in &events {
        match event {
            PlayEvent::Filmed(result) => filmed = Some(result),
            PlayEvent::State(PlayState::Paused(_) | PlayState::Diverged(_)) => {
                play.send(PlayCommand::Stop)
            }
            PlayEvent::Ended(_) => break,
            _ => {}
        }
    }
    // However a run ends, its film is there.
    assert_eq!(filmed, Some(Ok(film.clone())));
    let read = BufReader::new(File::open(film).expect("is there"));
    let frames = GifDecoder::new(read).expect("is a GIF").into_frames();
    assert!(frames.collect_frames().expect("can be read").len() > 1);
    let mut listed = RunHistory::new(home.path()).list().expect("can be listed");
    assert_eq!(listed.len(), 1);
    let listed = listed.remove(0);
    let run = listed.run.clone().expect("can be read");
    (run, listed, world, home)
}

#[test]
fn a_run_is_written_down_with_levels_plans_and_counts() {
    let levels = largest();
    let script = Faults {
        lose: 0.1,
        double: 0.05,
        seed: 3,
        ..Faults::default()
    };
    let (run, listed, world, _home) = written(script, &levels, |_, _| {});
    assert_eq!(run.state, RunState::Done, "{}", run.text);
    assert_eq!(
        (run.profile.as_str(), run.levels.len()),
        ("scripted", levels.len())
    );
    assert!(run.troubles.is_empty());
    let game = games::by_id(&run.game).expect("is registered");
    for (record, level) in run.levels.iter().zip(&levels) {
        assert!(record.solved);
        let read = game.parse_text(&record.text).expect("is a level");
        assert_eq!(read.to_text(), record.text);
        assert_eq!(read.start().encode(), level.start().encode());
        let plan: Vec<Move> = record.plan.iter().map(Move::new).collect();
        let end = planwright_game::play(read.as_ref(), &plan).expect("is possible");
        assert!(end.is_solved());
        assert!(record.time_s >= record.planning_s && record.confirmed <= record.keys);
    }
    assert_eq!(run.sum(|level| level.keys), world.received().len() as u64);
    assert!(run.sum(|level| level.lost) > 0);
    let log = std::fs::read_to_string(listed.folder.join("log.jsonl")).expect("is there");
    let kinds: Vec<String> = log
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("is JSON");
            if let Some(picture) = line["picture"].as_str() {
                let picture = image::open(listed.folder.join(picture));
                assert!(picture.is_ok_and(|picture| picture.width() > 0));
            }
            line["kind"].as_str().expect("has one").to_owned()
        })
        .collect();
    let count = |kind: &str| kinds.iter().filter(|own| *own == kind).count();
    assert_eq!(count("solved"), levels.len());
    assert_eq!(count("lost") as u64, run.sum(|level| level.lost));
    assert_eq!(kinds.last().map(String::as_str), Some("ended"));
}

#[test]
fn what_went_wrong_is_kept_with_expected_seen_and_picture() {
    // A game in which a strange move cannot just be taken for a new start.
    let strict = |world: &Vec<LevelRef>| {
        let game = games::by_id(world[0].game_id()).expect("is registered");
        !game.info().memoryless
    };
    let worlds = worlds().into_iter().filter(strict);
    let levels = worlds.max_by_key(|world| world[0].board().size.area());
    let levels = levels.expect("there is one");
    let size = levels[0].board().size;
    // Somebody else acts on all cells when the first move was made.
    let meddle = move |world: &Scripted, event: &PlayEvent| {
        if matches!(event, PlayEvent::Progress(progress) if progress.step == 1) {
            for cell in size.cells() {
                world.happen(&Happening::Meddle(cell));
            }
        }
    };
    let (run, listed, _, _home) = written(Script::default(), &levels[..1], meddle);
    assert_eq!(run.state, RunState::Stopped);
    let [trouble] = run.troubles.as_slice() else {
        panic!("{:?}", run.troubles);
    };
    assert_eq!(trouble.level, 1);
    assert_ne!(trouble.expected, trouble.seen);
    assert_eq!(trouble.expected.len(), trouble.seen.len());
    let picture = trouble.picture.as_ref().expect("was kept");
    assert!(image::open(listed.folder.join(picture)).is_ok());
    let [level] = run.levels.as_slice() else {
        panic!("{:?}", run.levels);
    };
    assert!(!level.solved && level.made < level.plan.len() && level.keys > 0);
    let parsed = games::by_id(&run.game).expect("is registered");
    let parsed = parsed.parse_text(&level.text).expect("is a level");
    for board in trouble.expected.iter().chain(&trouble.seen) {
        let look = board.to_view(parsed.as_ref()).expect("is a board");
        assert_eq!(look.cells.size(), size);
    }
}

/// A click on *Stop* takes the focus from the game first.
#[test]
fn a_stop_that_took_the_focus_is_no_trouble() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let leave = |world: &Scripted, event: &PlayEvent| {
        if matches!(event, PlayEvent::LevelDone(_)) {
            world.happen(&Happening::TakeFocus);
        }
    };
    let (play, _, events) = start(Script::default(), &largest(), home.path(), None, leave);
    for event in &events {
        match event {
            PlayEvent::State(PlayState::Paused(PauseReason::FocusLost { .. })) => {
                play.send(PlayCommand::Pause);
                play.send(PlayCommand::Stop);
            }
            PlayEvent::Ended(_) => break,
            _ => {}
        }
    }
    let listed = RunHistory::new(home.path()).list().expect("can be listed");
    let run = listed[0].run.as_ref().expect("can be read");
    assert_eq!(
        (run.state, run.text.as_str()),
        (RunState::Stopped, "Stopped.")
    );
    assert_eq!(run.solved(), 1);
    assert!(run.troubles.is_empty(), "{:?}", run.troubles);
}

#[test]
fn a_program_that_is_killed_leaves_what_it_had_played() {
    let levels = largest();
    if let Some(root) = std::env::var_os(VICTIM) {
        // The person takes the focus in the second level, and nobody answers.
        let leave = |world: &Scripted, event: &PlayEvent| {
            if matches!(event, PlayEvent::LevelDone(_)) {
                world.happen(&Happening::TakeFocus);
            }
        };
        let (play, _, events) = start(Script::default(), &levels, Path::new(&root), None, leave);
        while events.recv().is_ok() {}
        drop(play);
        return;
    }
    let home = tempfile::tempdir().expect("has a temporary folder");
    let victim = Process::new(std::env::current_exe().expect("is known"))
        .args([
            "--exact",
            "runs::history::a_program_that_is_killed_leaves_what_it_had_played",
        ])
        .env(VICTIM, home.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut victim = Killed(victim.expect("can be run again"));
    let history = RunHistory::new(home.path());
    let run = || {
        let listed = history.list().expect("can be listed").into_iter().next()?;
        listed.run.ok()
    };
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(run) = run()
            && run.solved() > 0
            && !run.troubles.is_empty()
        {
            assert!(run.state.is_running(), "{:?}", run.state);
            break;
        }
        assert!(Instant::now() < until, "{:?}", run());
        std::thread::sleep(Duration::from_millis(20));
    }
    victim.0.kill().expect("can be killed");
    victim.0.wait().expect("is dead");
    let run = run().expect("can be read");
    assert_eq!(run.state, RunState::BrokenOff);
    assert!(run.levels[0].solved && run.levels[0].keys > 0);
    assert!(run.text.is_empty());
}

/// A process that does not outlive the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
