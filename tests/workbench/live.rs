//! The live panel against a target that does as it is told.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use egui::{Color32, ColorImage, Key, Modifiers, Rect, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use planwright::autoplay::desktop::{WindowId, WindowInfo};
use planwright::autoplay::profile_file::export_bytes;
use planwright::autoplay::{
    BoardView, Cause, CheckState, Divergence, LevelStats, PauseReason, PlannedLevel,
    PlayCommand as Order, PlayEvent, PlayProgress, PlayState, PreflightCheck, RunSummary,
    STOP_CHECK,
};
use planwright::game::{
    BoardReading, Cell, CellReading, CellStyle, Grid, LevelRef, Reading, Size, Tone,
};
use planwright::games;
use planwright::session::disk::RealDisk;
use planwright::session::library::AppFolders;
use planwright::vision::{Profile, ProfileStore, StartRule};
use planwright::workbench::Workbench;
use planwright::workbench::world::{
    Capture, DetectedBoard, DetectedCell, DetectedCursor, DetectedLevel, EventSink, Live,
    PictureReading, Pictures, RunEvent, RunHandle, RunOptions, WindowPreview, WindowTarget as Aim,
    World,
};
use testkit::workbench::{Bench, Scripted, says, wait_for};

const LEVEL: &str = "logo\n\n.1\n13\n";
const FIRST: &str = include_str!("../../levels/logo/01-first-steps.txt");
const OTHER: &str = "logo\n\n21\n..\n";

fn level(text: &str) -> LevelRef {
    let game = games::by_id("logo").expect("is registered");
    game.parse_text(text).expect("is a level")
}

/// What the test sees of the target, and says for it.
#[derive(Clone, Default)]
struct Target(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    problem: Option<&'static str>,
    /// Titles of the windows; one if empty.
    windows: Vec<&'static str>,
    /// No window at all.
    closed: bool,
    /// The only profile whose windows there are, if not all.
    open: Option<&'static str>,
    /// Process of the last of the windows.
    pid: Option<u32>,
    /// The level that is shown; one of 1×3 cells with a doubtful one if there is none.
    shown: Option<LevelRef>,
    looks: usize,
    started: Option<(Aim, RunOptions)>,
    orders: Vec<Order>,
    tell: Option<EventSink>,
    dropped: usize,
}

impl Target {
    fn inner(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().expect("is fine")
    }

    fn say(&self, event: PlayEvent) {
        let tell = self.inner().tell.clone().expect("has started");
        tell(RunEvent::Play(event));
    }

    fn orders(&self) -> Vec<Order> {
        self.inner().orders.clone()
    }
}

fn board(values: &[&'static str]) -> Grid<CellStyle> {
    let looks = values
        .iter()
        .map(|value| CellStyle::new(*value, Tone::Empty, *value))
        .collect();
    Grid::from_cells(Size::new(1, values.len()), looks).expect("fits")
}

fn boards(values: &[&'static str]) -> Vec<BoardView> {
    vec![BoardView {
        id: "target".to_owned(),
        title: "Target".to_owned(),
        cells: board(values),
    }]
}

fn summary(text: &str, stopped: bool) -> RunSummary {
    RunSummary {
        text: text.to_owned(),
        stopped,
        ..RunSummary::default()
    }
}

fn sight(values: &[&'static str], doubtful: &str) -> Capture {
    let cell = |col: usize| {
        let left = 8.0 + 16.0 * col as f32;
        Rect::from_min_size(pos2(left, 8.0), vec2(16.0, 16.0))
    };
    let looks = board(values);
    let cells = looks.iter().map(|(at, look)| DetectedCell {
        style: look.clone(),
        area: cell(at.col),
        uncertain: look.value == doubtful,
    });
    Capture {
        picture: Arc::new(ColorImage::filled([64, 48], Color32::BLUE)),
        size: vec2(64.0, 48.0),
        phase: Ok("playing".to_owned()),
        boards: vec![DetectedBoard {
            id: "target".to_owned(),
            title: "Target".to_owned(),
            cells: Grid::from_cells(looks.size(), cells.collect()).expect("fits"),
        }],
        cursor: Some(DetectedCursor {
            cell: Cell::new(0, 1),
            area: cell(1),
        }),
        reading: None,
    }
}

/// The level's cells as read, the last one without confidence.
fn reading(level: &LevelRef) -> PictureReading {
    let size = level.board().size;
    let last = size.cells().last();
    let cells = size.cells().map(|cell| CellReading {
        value: level.style(cell).value.into_owned(),
        confidence: if Some(cell) == last { 0.2 } else { 0.99 },
        runner_up: None,
    });
    let cells = Grid::from_cells(size, cells.collect()).expect("fits");
    PictureReading {
        reading: Reading {
            boards: vec![BoardReading {
                id: "target".to_owned(),
                cells,
            }],
            ..Reading::default()
        },
        image: Arc::default(),
        picture: Arc::new(ColorImage::filled([64, 48], Color32::BLUE)),
        profile: Arc::new(Profile {
            game: level.game_id().to_owned(),
            ..Profile::default()
        }),
        draft: false,
        areas: Vec::new(),
    }
}

impl Live for Target {
    fn preview(&self, aim: &Aim) -> Result<WindowPreview, String> {
        let mut inner = self.inner();
        inner.looks += 1;
        let titles = match inner.windows.as_slice() {
            _ if inner.closed => vec![],
            _ if inner.open.is_some_and(|open| open != aim.profile) => vec![],
            [] => vec!["Stand-in"],
            some => some.to_vec(),
        };
        let mut windows: Vec<_> = (7..)
            .zip(&titles)
            .map(|(id, title)| WindowInfo {
                id: WindowId(id),
                title: (*title).to_owned(),
                pid: Some(1),
                ..WindowInfo::default()
            })
            .collect();
        if let Some(window) = windows.last_mut() {
            window.pid = inner.pid;
        }
        let chosen = match (aim.window, windows.as_slice()) {
            (None, [one]) => Some(one),
            (id, windows) => windows.iter().find(|window| Some(window.id) == id),
        };
        let problem = inner.problem.or(match (chosen, windows.len()) {
            (Some(_), _) => None,
            (None, 0) => Some("No such window is open. Start the game."),
            (None, _) => Some("Choose one of them."),
        });
        let shown = inner.shown.clone().filter(|_| chosen.is_some());
        Ok(WindowPreview {
            window: chosen.map(|window| window.title.clone()),
            capture: chosen.map(|_| Capture {
                reading: shown.as_ref().map(|level| Arc::new(reading(level))),
                ..sight(&["1", "2", "."], "2")
            }),
            level: shown.map(|level| DetectedLevel {
                level,
                at_start: true,
            }),
            windows,
            checks: vec![
                PreflightCheck {
                    name: STOP_CHECK,
                    state: CheckState::Passed,
                    detail: "Stops: Ctrl+Alt+End.".to_owned(),
                },
                PreflightCheck {
                    name: "Focus",
                    state: if problem.is_some() {
                        CheckState::Failed
                    } else {
                        CheckState::Passed
                    },
                    detail: problem.unwrap_or("The window has the focus.").to_owned(),
                },
            ],
            open_profiles: inner.open.into_iter().map(str::to_owned).collect(),
        })
    }

    fn start(
        &self,
        aim: &Aim,
        how: &RunOptions,
        tell: EventSink,
    ) -> Result<Box<dyn RunHandle>, String> {
        let mut inner = self.inner();
        inner.started = Some((aim.clone(), how.clone()));
        inner.tell = Some(tell);
        Ok(Box::new(Playing(self.clone())))
    }
}

struct Playing(Target);

impl RunHandle for Playing {
    fn send(&self, order: Order) {
        self.0.inner().orders.push(order);
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.0.inner().dropped += 1;
    }
}

impl Pictures for Target {
    fn profiles(&self) -> Vec<Arc<Profile>> {
        let profile = |id: &str, title: &str, program: &str| {
            let start = StartRule {
                command: vec![program.to_owned()],
                file: None,
                steps: Vec::new(),
            };
            Arc::new(Profile {
                id: id.to_owned(),
                title: title.to_owned(),
                game: "logo".to_owned(),
                start: Some(start),
                ..Profile::default()
            })
        };
        vec![
            profile("test", "Test screen", "test"),
            profile("own", "Practice screen", "{planwright}"),
        ]
    }

    fn read(&self, _profile: &str, _picture: &Path) -> Result<PictureReading, String> {
        Err("There is no picture.".to_owned())
    }

    fn level_text(&self, _picture: &Path) -> Option<String> {
        None
    }

    fn open(&self, _picture: &Path) -> Result<Arc<image::RgbaImage>, String> {
        Err("There is no picture.".to_owned())
    }

    fn save_profile(
        &self,
        _profile: &planwright::vision::Profile,
        _replaces: bool,
    ) -> Result<(), String> {
        Err("There is no room.".to_owned())
    }
}

fn start(home: &Path, target: &Target) -> Harness<'static, Workbench> {
    start_with(home, target, None)
}

fn start_with(home: &Path, target: &Target, program: Option<&str>) -> Harness<'static, Workbench> {
    let world = World {
        disk: Arc::new(RealDisk),
        folders: Some(AppFolders::under(home)),
        dialogs: Arc::new(Scripted::default()),
        pictures: Arc::new(target.clone()),
        live: Arc::new(target.clone()),
        program: program.map(PathBuf::from),
        reduced_motion: || false,
        play_sound: None,
        system_fonts: None,
    };
    let file = home.join("level.txt");
    if !file.exists() {
        std::fs::write(&file, LEVEL).expect("can be written");
    }
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_step_dt(0.1)
        .build_eframe(move |cc| Workbench::new(&cc.egui_ctx, world, vec![file], Instant::now()));
    harness.run_steps(5);
    harness
}

fn open_panel(harness: &mut Harness<'_, Workbench>) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num5);
    harness.run_steps(5);
}

#[track_caller]
fn wait_until(
    harness: &mut Harness<'_, Workbench>,
    what: &str,
    holds: impl Fn(&Harness<'_, Workbench>) -> bool,
) {
    testkit::workbench::wait_until(harness, what, |harness| {
        harness.step();
        holds(harness).then_some(())
    });
    harness.run_steps(5);
}

fn run(harness: &mut Harness<'_, Workbench>, command: &str) {
    let ctx = harness.ctx.clone();
    assert!(harness.state_mut().command(&ctx, command));
    harness.run_steps(3);
}

fn click(harness: &mut Harness<'_, Workbench>, label: &str) {
    harness.run_steps(3);
    harness.get_by_label(label).click();
    harness.run_steps(3);
}

fn enabled(harness: &Harness<'_, Workbench>, label: &str) -> bool {
    !harness.get_by_label(label).accesskit_node().is_disabled()
}

/// Solves the open level and comes back to the panel.
fn solve(harness: &mut Harness<'_, Workbench>) {
    harness.key_press(Key::F5);
    wait_until(harness, "a plan", |h| h.state().tab() == "Plan");
    open_panel(harness);
}

#[test]
fn what_is_seen_is_shown_before_anything_is_done() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(
        &mut harness,
        "Stand-in: A level · Target 1×3 · 1 unclear cell",
    );
    assert!(says(&harness, "cursor at row 1, column 2"));
    assert!(says(&harness, "The window has the focus"));
    assert!(
        target.inner().started.is_none(),
        "nothing was asked for yet"
    );
    click(&mut harness, "More");
    click(&mut harness, "Dry run");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    click(&mut harness, "Start");
    let (aim, how) = target.inner().started.clone().expect("has started");
    assert_eq!(aim.profile, "own", "that of the practice window");
    assert!(how.dry_run && how.plan.is_none() && how.levels == 0);
}

#[test]
fn a_failed_check_keeps_it_from_starting() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().problem = Some("Click the window first.");
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Click the window first.");
    assert!(!enabled(&harness, "Start"));
    click(&mut harness, "Start");
    assert!(target.inner().started.is_none());
}

#[test]
fn a_window_that_comes_later_is_found_without_a_click() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().closed = true;
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "No such window is open. Start the game.");
    target.inner().closed = false;
    wait_for(&mut harness, "Stand-in: A level");
    assert!(enabled(&harness, "Start"));
}

#[test]
fn of_several_windows_one_is_chosen() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().windows = vec!["First", "Second"];
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Which window is it?");
    assert!(!enabled(&harness, "Start"));
    click(&mut harness, "1. First");
    wait_for(&mut harness, "First: A level");
    click(&mut harness, "Refresh");
    wait_for(&mut harness, "Which window is it?");
    click(&mut harness, "2. Second");
    wait_for(&mut harness, "Second: A level");
    click(&mut harness, "Start");
    let (aim, _) = target.inner().started.clone().expect("has started");
    assert_eq!(aim.window, Some(WindowId(8)));
}

#[test]
fn the_level_in_the_window_becomes_the_open_one() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().shown = Some(level(OTHER));
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Stand-in: A level");
    click(&mut harness, "More");
    click(&mut harness, "Read level…");
    wait_for(&mut harness, "1 cell is unclear");
    assert!(!enabled(&harness, "Use level"));
    // The key of its brush, as when painting.
    harness.key_press(Key::Num0);
    wait_for(&mut harness, "All cells are clear");
    click(&mut harness, "Use level");
    assert_eq!(harness.state().document().level().to_text(), OTHER);
    assert_eq!(harness.state().tab(), "Edit");
}

#[test]
fn the_open_levels_plan_is_played_where_the_window_shows_that_level() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().shown = Some(level(OTHER));
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Stand-in: A level");
    click(&mut harness, "More");
    assert!(!enabled(&harness, "This plan"), "there is none");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    solve(&mut harness);
    wait_for(&mut harness, "Stand-in: A level");
    click(&mut harness, "More");
    assert!(!enabled(&harness, "This plan"), "it is for another level");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    target.inner().shown = Some(level(LEVEL));
    click(&mut harness, "Refresh");
    click(&mut harness, "More");
    wait_until(&mut harness, "the other level", |h| {
        enabled(h, "This plan") && enabled(h, "Start")
    });
    click(&mut harness, "This plan");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    click(&mut harness, "Start");
    let (_, how) = target.inner().started.clone().expect("has started");
    let start = how.plan.expect("is given");
    let plan = start.plan.expect("is given");
    let end = planwright::game::play(start.level.as_ref(), &plan).expect("is legal");
    assert!(end.is_solved());
    assert_eq!(start.level.to_text(), LEVEL);
}

#[test]
fn a_run_is_watched_paused_and_planned_again() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Stand-in: A level");
    click(&mut harness, "Start");
    target.say(PlayEvent::State(PlayState::Playing));
    target.say(PlayEvent::Progress(PlayProgress {
        level: 3,
        step: 7,
        steps: 20,
        keys: 1200,
        elapsed: Duration::from_secs(60),
        cost: None,
    }));
    target.say(PlayEvent::Simulated(boards(&["1", "2", "1"])));
    target.say(PlayEvent::Log("pressed right".to_owned()));
    wait_for(&mut harness, "7 of 20");
    assert!(says(&harness, "1,200"));
    assert!(says(&harness, "Expected, 7 of 20, Target"));
    assert!(says(&harness, "Seen: A level"));
    assert!(says(&harness, "Ctrl+Alt+End"), "how to stop it is said");
    assert!(!enabled(&harness, "Resume"));
    click(&mut harness, "Pause");
    let away = PlayState::Paused(PauseReason::FocusLost {
        to: Some("Letters".to_owned()),
    });
    target.say(PlayEvent::State(away));
    wait_for(&mut harness, "The window lost the focus to ‘Letters’");
    assert!(!enabled(&harness, "Pause"));
    click(&mut harness, "Step");
    click(&mut harness, "Resume");
    target.say(PlayEvent::State(PlayState::Diverged(Arc::new(
        Divergence {
            text: "After step 7 the board is not as expected.".to_owned(),
            expected: boards(&["1", "2", "1"]),
            recognized: boards(&["1", "2", "."]),
            differing: vec![("target".to_owned(), Cell::new(0, 2))],
            cause: Some(Cause::Misread {
                cell: Cell::new(0, 2),
                expected: "1".to_owned(),
                actual: ".".to_owned(),
            }),
            picture: Arc::default(),
        },
    ))));
    wait_for(&mut harness, "Seen: Target, 1 cell differs");
    assert!(says(&harness, "Expected: Target, 1 cell differs"));
    assert!(says(
        &harness,
        "The cell at row 1, column 3 was recognized as ‘.’ instead of ‘1’"
    ));
    click(&mut harness, "Plan again from here");
    let orders = [Order::Pause, Order::Step, Order::Resume, Order::Replan];
    assert_eq!(target.orders(), orders);
    target.say(PlayEvent::State(PlayState::Playing));
    target.say(PlayEvent::LevelDone(LevelStats {
        level: 3,
        moves: 17,
        time: Duration::from_secs(4),
        keys: 41,
        confirmed: 39,
        lost: 2,
        ..LevelStats::default()
    }));
    target.say(PlayEvent::Ended(Ok(summary(
        "All levels are solved.",
        false,
    ))));
    wait_for(&mut harness, "All levels are solved.");
    for number in ["17", "41", "2", "4.0 s", "9.8 keys per second"] {
        assert!(says(&harness, number), "{number}");
    }
    wait_until(&mut harness, "a look for the next start", |h| {
        h.query_by_label("Start").is_some() && enabled(h, "Start")
    });
}

#[test]
fn a_new_run_and_a_closed_window_end_the_one_before() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Stand-in: A level");
    let end = |harness: &mut Harness<'_, Workbench>| {
        target.say(PlayEvent::Ended(Ok(summary("Stopped.", true))));
        wait_until(harness, "Start", |h| {
            h.query_by_label("Start").is_some() && enabled(h, "Start")
        });
        harness.query_by_label("History of play").is_some()
    };
    click(&mut harness, "Start");
    assert!(!end(&mut harness), "the history could not record it");
    assert_eq!(target.inner().dropped, 0, "its report is still shown");
    click(&mut harness, "Start");
    assert_eq!(target.inner().dropped, 1);
    target.say(PlayEvent::Recorded);
    assert!(end(&mut harness), "the history has it");
    drop(harness);
    assert_eq!(target.inner().dropped, 2);
}

#[test]
fn after_a_run_a_second_window_asks_which_and_the_log_can_be_copied() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Stand-in: A level");
    click(&mut harness, "Start");
    target.say(PlayEvent::Log("one".to_owned()));
    target.say(PlayEvent::Log("two".to_owned()));
    target.say(PlayEvent::Ended(Ok(summary("Stopped.", true))));
    wait_for(&mut harness, "two");
    harness.get_by_label("Copy log").click();
    harness.step();
    let commands = &harness.output().platform_output.commands;
    let copied = egui::OutputCommand::CopyText("one\ntwo".to_owned());
    assert!(commands.contains(&copied), "{commands:?}");
    target.inner().windows = vec!["First", "Second"];
    wait_for(&mut harness, "Which window is it?");
    click(&mut harness, "2. Second");
    wait_for(&mut harness, "Second: A level");
    assert!(enabled(&harness, "Start"));
}

#[cfg(unix)]
#[test]
fn a_practice_window_is_waited_for_and_taken_even_if_there_is_another() {
    use std::os::unix::fs::PermissionsExt as _;

    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().windows = vec!["Old"];
    // A program that takes the place of the window: it says what it was told, and stays.
    let program = home.path().join("program");
    let script = "#!/bin/sh\ncd $(dirname $0)\ncat > told\necho \"$@\" >> told\n\
                  echo $$ > pid.new\nmv pid.new pid\nexec sleep 60\n";
    std::fs::write(&program, script).expect("can be written");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&program, executable).expect("can be set");
    let mut harness = start_with(home.path(), &target, program.to_str());
    open_panel(&mut harness);
    wait_for(&mut harness, "Old: A level");
    run(&mut harness, "Practise this level");
    assert!(says(&harness, "The practice window cannot show this level"));
    drop(harness);
    // A level that has the size of the game's screen.
    std::fs::write(home.path().join("level.txt"), FIRST).expect("can be written");
    let mut harness = start_with(home.path(), &target, program.to_str());
    open_panel(&mut harness);
    wait_for(&mut harness, "Old: A level");
    run(&mut harness, "Practise this level");
    wait_for(&mut harness, "Waiting for the practice window");
    let pid = home.path().join("pid");
    wait_until(&mut harness, "the program", |_| pid.exists());
    let told = std::fs::read_to_string(home.path().join("told")).expect("is there");
    assert_eq!(told, format!("{FIRST}practice logo -\n"));
    let pid = std::fs::read_to_string(pid).expect("is there");
    let pid: u32 = pid.trim().parse().expect("is a number");
    {
        let mut inner = target.inner();
        inner.windows = vec!["Old", "New"];
        inner.pid = Some(pid);
    }
    wait_for(&mut harness, "New: A level");
    click(&mut harness, "Start");
    let (aim, _) = target.inner().started.clone().expect("has started");
    assert_eq!(
        (aim.profile.as_str(), aim.window),
        ("own", Some(WindowId(8)))
    );
    // It closes with the workbench.
    drop(harness);
    testkit::wait::wait_for("the window is closed", 30, || {
        let alive = std::process::Command::new("kill")
            .args(["-0", &pid.to_string()])
            .stderr(std::process::Stdio::null())
            .status();
        alive.is_ok_and(|alive| !alive.success()).then_some(())
    });
}

#[test]
fn a_practice_window_that_cannot_be_started_says_so() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let nowhere = home.path().join("no such program");
    let mut harness = start_with(home.path(), &Target::default(), nowhere.to_str());
    open_panel(&mut harness);
    run(&mut harness, "Open practice window");
    wait_for(&mut harness, "The practice window could not be started");
}

#[test]
fn of_windows_that_were_chosen_and_closed_nothing_is_left() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().windows = vec!["First", "Second"];
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Which window is it?");
    click(&mut harness, "2. Second");
    wait_for(&mut harness, "Second: A level");
    target.inner().windows = vec!["First"];
    click(&mut harness, "Refresh");
    wait_for(&mut harness, "First: A level");
    assert!(enabled(&harness, "Start"));
}

#[test]
fn the_profile_whose_window_is_open_is_chosen_until_the_person_chooses() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().open = Some("test");
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_until(&mut harness, "a start", |harness| enabled(harness, "Start"));
    let chosen = |harness: &Harness<'_, Workbench>| {
        let combo = harness.get_by_label("Screen profile");
        combo.accesskit_node().value().unwrap_or_default()
    };
    assert_eq!(chosen(&harness), "Test screen");
    click(&mut harness, "Screen profile");
    click(&mut harness, "Practice screen");
    wait_for(&mut harness, "No such window is open");
    assert_eq!(chosen(&harness), "Practice screen");
}

#[test]
fn a_run_whose_window_was_closed_waits_for_another_one() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Stand-in: A level");
    click(&mut harness, "Start");
    target.inner().closed = true;
    target.say(PlayEvent::State(PlayState::Paused(PauseReason::WindowGone)));
    wait_for(&mut harness, "Then press Resume.");
    assert!(!says(&harness, "Stand-in: A level"), "that picture is gone");
    wait_until(&mut harness, "a first look", |harness| {
        enabled(harness, "Refresh")
    });
    target.inner().closed = false;
    wait_for(&mut harness, "Stand-in: A level");
    click(&mut harness, "Resume");
    assert_eq!(target.orders(), [Order::Resume]);
    target.inner().closed = true;
    target.say(PlayEvent::Ended(Ok(summary(
        "All levels are solved.",
        false,
    ))));
    wait_for(&mut harness, "Start the game again to play it.");
}

#[test]
fn a_level_solved_in_a_window_is_marked_in_the_library() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    let mut harness = start(home.path(), &target);
    open_panel(&mut harness);
    wait_for(&mut harness, "Stand-in: A level");
    click(&mut harness, "Start");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    harness.run_steps(3);
    harness.event(egui::Event::Text("first steps".to_owned()));
    wait_for(&mut harness, "First steps, 6×10");
    target.say(PlayEvent::Planned(PlannedLevel {
        level: 1,
        puzzle: level(FIRST),
        moves: Vec::new(),
        done: 0,
        planning: Duration::ZERO,
        cost: None,
    }));
    target.say(PlayEvent::LevelDone(LevelStats::default()));
    wait_for(&mut harness, "solved by the program");
}

#[test]
fn an_exported_profile_is_taken_in_when_its_file_is_opened() {
    let bench = Bench::default();
    let store = ProfileStore::load(None);
    let shipped = store.get("lightsoff").expect("is shipped");
    let given = Profile {
        id: "given".to_owned(),
        ..shipped.clone()
    };
    let file = export_bytes(&RealDisk, None, &given).expect("has a form");
    let text = String::from_utf8(file).expect("is text");
    let path = bench.write("given.pwprofile", &text);
    let mut page = bench.open(&[&path]);
    wait_for(&mut page, "‘given’ was imported");
    let kept = ProfileStore::load(Some(&bench.places().profiles()));
    assert_eq!(kept.get("given"), Ok(&given));

    let mut again = bench.open(&[&path]);
    wait_for(&mut again, "You already have a screen profile ‘given’");
}
