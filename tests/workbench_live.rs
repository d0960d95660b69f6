//! The live panel against a target that does as it is told.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use egui::{Color32, ColorImage, Key, Modifiers, Rect, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::game::{CellLook, Grid, Size, Tone};
use planwright::session::disk::RealDisk;
use planwright::session::library::Places;
use planwright::workbench::Workbench;
use planwright::workbench::import::ProfileName;
use planwright::workbench::live::{
    Check, CheckState, Divergence, Event, How, LevelDone, Live, Look, Order, Progress, Run,
    RunState, SeenBoard, SeenCell, Tell,
};
use planwright::workbench::world::{NoPictures, SystemDialogs, World};

/// What the test sees of the target, and says for it.
#[derive(Clone, Default)]
struct Target(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    problem: Option<&'static str>,
    started: Option<How>,
    orders: Vec<Order>,
    tell: Option<Tell>,
    logs: usize,
}

impl Target {
    fn inner(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().expect("is fine")
    }

    fn say(&self, event: Event) {
        let tell = self.inner().tell.clone().expect("has started");
        tell(event);
    }

    fn orders(&self) -> Vec<Order> {
        self.inner().orders.clone()
    }
}

fn board(values: &[&'static str]) -> Grid<CellLook> {
    let looks = values
        .iter()
        .map(|value| CellLook::new(*value, Tone::Empty, *value))
        .collect();
    Grid::from_cells(Size::new(1, values.len()), looks).expect("fits")
}

impl Live for Target {
    fn profiles(&self) -> Vec<ProfileName> {
        vec![ProfileName {
            id: "test".to_owned(),
            title: "Test screen".to_owned(),
            game: "logo".to_owned(),
        }]
    }

    fn look(&self, _profile: &str) -> Result<Look, String> {
        let problem = self.inner().problem;
        let cells = board(&["1", "2", "."]).map(|look| SeenCell {
            look: look.clone(),
            confidence: 0.9,
            doubtful: look.value == "2",
        });
        Ok(Look {
            window: "Stand-in".to_owned(),
            picture: Arc::new(ColorImage::filled([64, 48], Color32::BLUE)),
            boards: vec![SeenBoard {
                title: "Target".to_owned(),
                area: Rect::from_min_max(pos2(8.0, 8.0), pos2(56.0, 24.0)),
                cells,
            }],
            cursor: Some(Rect::from_min_max(pos2(8.0, 8.0), pos2(24.0, 24.0))),
            checks: vec![Check {
                name: "The window has the focus".to_owned(),
                state: if problem.is_some() {
                    CheckState::Failed
                } else {
                    CheckState::Fine
                },
                detail: problem.unwrap_or_default().to_owned(),
            }],
        })
    }

    fn start(&self, _profile: &str, how: &How, tell: Tell) -> Result<Box<dyn Run>, String> {
        let mut inner = self.inner();
        inner.started = Some(*how);
        inner.tell = Some(tell);
        Ok(Box::new(self.clone()))
    }
}

impl Run for Target {
    fn order(&self, order: Order) {
        self.inner().orders.push(order);
    }

    fn save_log(&self, folder: &Path) -> Result<(), String> {
        self.inner().logs += 1;
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())
    }
}

fn start(home: &Path, target: &Target) -> Harness<'static, Workbench> {
    let world = World {
        disk: Arc::new(RealDisk),
        places: Some(Places::below(home)),
        dialogs: Arc::new(SystemDialogs),
        pictures: Arc::new(NoPictures),
        live: Arc::new(target.clone()),
        program: None,
    };
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_step_dt(0.1)
        .build_eframe(move |cc| Workbench::new(&cc.egui_ctx, world, vec![], Instant::now()));
    harness.run_steps(5);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num4);
    harness.run_steps(5);
    harness
}

fn says(harness: &Harness<'_, Workbench>, part: &str) -> bool {
    harness.query_all_by_label_contains(part).next().is_some()
}

fn wait_for(harness: &mut Harness<'_, Workbench>, part: &str) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !says(harness, part) {
        assert!(Instant::now() < deadline, "‘{part}’ does not appear");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(5);
}

fn click(harness: &mut Harness<'_, Workbench>, label: &str) {
    harness.run_steps(3);
    harness.get_by_label(label).click();
    harness.run_steps(3);
}

#[test]
fn what_is_seen_is_shown_before_anything_is_done() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    let mut harness = start(home.path(), &target);
    assert!(says(&harness, "press Look to see what would be read"));
    click(&mut harness, "Start");
    assert!(
        target.inner().started.is_none(),
        "nothing was looked at yet"
    );
    click(&mut harness, "Look");
    wait_for(&mut harness, "Seen in Stand-in: Target 1×3, 1 doubtful");
    assert!(says(&harness, "The window has the focus"));
    click(&mut harness, "Dry run");
    click(&mut harness, "Start");
    let how = target.inner().started.expect("has started");
    assert!(how.dry_run);
}

#[test]
fn a_failed_check_keeps_it_from_starting() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    target.inner().problem = Some("Click the window first.");
    let mut harness = start(home.path(), &target);
    click(&mut harness, "Look");
    wait_for(&mut harness, "Click the window first.");
    click(&mut harness, "Start");
    assert!(target.inner().started.is_none());
}

#[test]
fn a_run_is_watched_paused_and_planned_again() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let target = Target::default();
    let mut harness = start(home.path(), &target);
    click(&mut harness, "Look");
    wait_for(&mut harness, "Seen in");
    click(&mut harness, "Start");
    target.say(Event::State(RunState::Playing));
    target.say(Event::Progress(Progress {
        level: 3,
        step: 7,
        steps: 20,
        keys: 1200,
        elapsed: Duration::from_secs(60),
    }));
    target.say(Event::Log("pressed right".to_owned()));
    wait_for(&mut harness, "7 of 20");
    assert!(says(&harness, "1,200 (20.0 a second)"));
    click(&mut harness, "Pause");
    target.say(Event::State(RunState::Paused(
        "The window lost the focus.".to_owned(),
    )));
    wait_for(&mut harness, "The window lost the focus.");
    click(&mut harness, "Step");
    click(&mut harness, "Resume");
    target.say(Event::State(RunState::Diverged(Divergence {
        what: "After step 7 the board is not as expected.".to_owned(),
        expected: board(&["1", "2", "1"]),
        seen: board(&["1", "2", "."]),
    })));
    wait_for(&mut harness, "Seen, 1 cell differs");
    assert!(says(&harness, "Expected, 1 cell differs"));
    click(&mut harness, "Plan again from here");
    assert_eq!(
        target.orders(),
        [Order::Pause, Order::Step, Order::Resume, Order::Replan]
    );
    target.say(Event::State(RunState::Playing));
    target.say(Event::LevelDone(LevelDone {
        level: "3".to_owned(),
        keys: 41,
        retries: 2,
        time: Duration::from_secs(4),
    }));
    target.say(Event::Ended(Ok("All levels are solved.".to_owned())));
    wait_for(&mut harness, "All levels are solved.");
    assert!(says(&harness, "41"));
    click(&mut harness, "Save log");
    assert_eq!(target.inner().logs, 1);
    assert!(says(&harness, "The log was saved in"));
    assert!(
        harness.query_by_label("Start").is_some(),
        "can be started again"
    );
}
