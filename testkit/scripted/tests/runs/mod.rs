//! The loop against the scripted world: thousands of runs on a clock that costs no time.

mod confirming;
mod dialogs;
mod history;
mod interrupting;
mod levels;
mod planning;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam_channel::unbounded;

use planwright_autoplay::Config;
use planwright_autoplay::RunLog;
use planwright_autoplay::player::{RunContext, play as play_run};
use planwright_autoplay::{PauseReason, PlayCommand, PlayError, PlayEvent, PlayState, RunSummary};
use planwright_game::search::CancelFlag;
use planwright_game::{
    BoardReading, CellReading, Game, Grid, Level, LevelRef, Meta, Reading, Size,
};
use planwright_games::{self as games, load::load, logo::generate::Family};
use scripted::{OTHER, Script, Scripted};

const RESUME: PlayCommand = PlayCommand::Resume;
const MS: fn(u64) -> Duration = Duration::from_millis;

/// Small levels of games whose moves are actions on cells: boards of Logo, keys and boards of Lights Out; a slash ends
/// a row.
const LOGO: [&str; 9] = [
    "1",
    "21",
    "1/2",
    "12/2.",
    "212",
    "131/3.3/131",
    "131/313/131",
    "..1/.../1..",
    "........../....2...../...212..../....2...../........../..........",
];
const LIGHTS: [(&str, &str); 12] = [
    ("", "...##/....#/....."),
    ("states 2\n", ".#./###/.#."),
    ("", "###/###/###"),
    ("goal on\n", ".../.../..."),
    ("goal same\n", "#.#/.#./#.#"),
    ("states 3\n", "#2/2#"),
    ("states 4\npattern x\n", "#../..#/..."),
    ("pattern box\nwrap torus\n", "####/####/####"),
    ("states 6\nwrap columns\n", "##/##"),
    ("", "._./_#_"),
    ("pattern 010/011/000\n", "##/.#"),
    ("", "../#./goal:/#./##"),
];

/// These levels and some random ones.
fn small_levels() -> Vec<LevelRef> {
    let mut texts: Vec<String> = Vec::new();
    texts.extend(LOGO.map(|board| format!("logo\n\n{}\n", board.replace('/', "\n"))));
    for seed in 0..6 {
        for (family, rows, cols) in [
            (Family::Full, 3, 4),
            (Family::Share(70), 4, 5),
            (Family::Checkerboard(20), 4, 4),
        ] {
            texts.push(family.level(Size::new(rows, cols), seed).to_text());
        }
    }
    let lights = LIGHTS.map(|(keys, board)| (keys, board.replace('/', "\n")));
    texts.extend(lights.map(|(keys, board)| format!("lights-out\n{keys}\n{board}\n")));
    let read = |text: String| load(text.as_bytes(), None, None).expect("is a level");
    texts.into_iter().map(read).collect()
}

/// These levels, each with its size's own world.
fn worlds() -> Vec<Vec<LevelRef>> {
    let mut worlds: Vec<Vec<LevelRef>> = Vec::new();
    for level in small_levels() {
        let game = games::by_id(level.game_id()).expect("is registered");
        let start = level.start();
        // The scripted target has one action on its cells.
        let moves = start.legal_moves(50);
        let intents = moves.iter().flat_map(|mv| start.intents(mv));
        let actions: Option<BTreeSet<std::borrow::Cow<'static, str>>> = intents
            .map(|intent| match intent {
                planwright_game::Intent::Act { action, .. } => Some(action),
                _ => None,
            })
            .collect();
        let acts = actions.is_some_and(|actions| actions.len() == 1);
        if !acts || start.is_solved() || !can_be_read(game, level.as_ref()) {
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
                        .map(|cell| sure(start.style(board.id, cell).value.into_owned()))
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
    result: Result<RunSummary, PlayError>,
    world: Scripted,
    pauses: Vec<PauseReason>,
    divergences: Vec<String>,
    log: RunLog,
}

/// Plays with a person who answers every wait with the next of these commands, then with stop.
fn play(script: impl Into<Script>, levels: Vec<LevelRef>, answers: &[PlayCommand]) -> Played {
    play_with(script, levels, answers, |_| {}, |_, _| {})
}

fn play_with(
    script: impl Into<Script>,
    levels: Vec<LevelRef>,
    answers: &[PlayCommand],
    configure: impl Fn(&mut Config),
    watch: impl Fn(&Scripted, &PlayEvent) + Send + 'static,
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
    let tell = Box::new(move |event: PlayEvent| {
        watch(&own, &event);
        let mut told = told.lock().expect("is fine");
        let said = told.0.len() + told.1.len();
        match event {
            PlayEvent::State(PlayState::Paused(pause)) => told.0.push(pause),
            PlayEvent::State(PlayState::Diverged(what)) => told.1.push(what.text.clone()),
            _ => return,
        }
        let answer = answers.get(said).cloned().unwrap_or(PlayCommand::Stop);
        orders.send(answer).expect("is heard");
    });
    let log = RunLog::default();
    let user = (commands, CancelFlag::default());
    let ctx = RunContext::new(world.connect(), user, config.fail_safe, (log.clone(), tell));
    let result = play_run(config, ctx, Box::new(move || Box::new(reader.reader())));
    let (pauses, divergences) = {
        let told = waits.lock().expect("is fine");
        told.clone()
    };
    assert_eq!(world.not_let_up(), [], "a key was left down");
    assert!(world.received().iter().all(|press| press.window != OTHER));
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
