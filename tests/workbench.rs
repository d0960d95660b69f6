//! The workbench as a person uses it: by the names on screen and by keys.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use egui::{Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::game::{BoardReading, Cell, CellReading, Grid, Reading, Size};
use planwright::session::Document;
use planwright::session::disk::RealDisk;
use planwright::session::library::Places;
use planwright::session::recovery::Autosave;
use planwright::workbench::import::{PictureReading, Pictures, ProfileName};
use planwright::workbench::live::{How, Live, Look, Run, Target, Tell};
use planwright::workbench::settings::{OnQuit, Settings, ThemeChoice};
use planwright::workbench::world::{Ask, Dialogs, World};
use planwright::workbench::{Mode, Workbench};

const CROSS: &str = "logo\ntitle Cross\n\n.....\n..2..\n.212.\n..2..\n.....\n";
const IMPOSSIBLE: &str = "logo\ntitle Lone two\n\n...\n.2.\n...\n";

/// File dialogs that answer as told.
#[derive(Default)]
struct Scripted {
    answers: Mutex<VecDeque<Option<PathBuf>>>,
    asked: Mutex<Vec<Ask>>,
}

impl Scripted {
    fn answer(&self, ask: &Ask) -> Option<PathBuf> {
        self.asked.lock().expect("is fine").push(ask.clone());
        self.answers.lock().expect("is fine").pop_front().flatten()
    }
}

impl Dialogs for Scripted {
    fn open(&self, ask: &Ask) -> Option<PathBuf> {
        self.answer(ask)
    }

    fn save(&self, ask: &Ask) -> Option<PathBuf> {
        self.answer(ask)
    }
}

/// No windows to play in.
struct NoLive;

impl Live for NoLive {
    fn profiles(&self) -> Vec<ProfileName> {
        Vec::new()
    }

    fn look(&self, _target: &Target) -> Result<Look, String> {
        Err("There is no window.".to_owned())
    }

    fn start(&self, _target: &Target, _how: &How, _tell: Tell) -> Result<Box<dyn Run>, String> {
        Err("There is no window.".to_owned())
    }
}

/// One profile that sees the cross in every picture, with one cell in doubt.
struct CrossPictures;

impl Pictures for CrossPictures {
    fn profiles(&self) -> Vec<ProfileName> {
        vec![ProfileName {
            id: "test".to_owned(),
            title: "Test screen".to_owned(),
            game: "logo".to_owned(),
            practice: false,
        }]
    }

    fn read(&self, profile: &str, picture: &Path) -> Result<PictureReading, String> {
        assert_eq!(profile, "test");
        if !picture.exists() {
            return Err(format!(
                "{} cannot be read: there is no such file.",
                picture.display()
            ));
        }
        let rows = CROSS.lines().skip(3).flat_map(str::chars);
        let cells = rows
            .enumerate()
            .map(|(index, token)| {
                // The upper 2 was taken for a 3, without much confidence.
                let doubtful = index == 7;
                CellReading {
                    value: if doubtful {
                        "3".to_owned()
                    } else {
                        token.to_string()
                    },
                    confidence: if doubtful { 0.4 } else { 0.99 },
                    runner_up: doubtful.then(|| "2".to_owned()),
                }
            })
            .collect();
        let cells = Grid::from_cells(Size::new(5, 5), cells).expect("fits");
        let board = BoardReading {
            id: "target".to_owned(),
            cells,
        };
        Ok(PictureReading {
            reading: Reading {
                boards: vec![board],
                ..Reading::default()
            },
            threshold: 0.8,
            picture: Arc::new(egui::ColorImage::filled([8, 8], egui::Color32::BLUE)),
        })
    }
}

/// A workbench in a home of its own.
struct Bench {
    home: tempfile::TempDir,
    dialogs: Arc<Scripted>,
}

impl Bench {
    fn new() -> Self {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let bench = Self {
            home,
            dialogs: Arc::default(),
        };
        bench.write("cross.txt", CROSS);
        bench
    }

    fn places(&self) -> Places {
        Places::below(self.home.path())
    }

    /// Writes a level into the person's folder.
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.places().levels().join(name);
        fs::create_dir_all(self.places().levels()).expect("is writable");
        fs::write(&path, text).expect("is writable");
        path
    }

    fn settings(&self, settings: &Settings) {
        let path = self.places().config.join("settings.ron");
        settings.save(&RealDisk, &path).expect("is writable");
    }

    fn saved_settings(&self) -> Settings {
        let path = self.places().config.join("settings.ron");
        Settings::load(&RealDisk, &path).0
    }

    fn start(&self) -> Harness<'static, Workbench> {
        self.open(&[])
    }

    fn open(&self, files: &[&Path]) -> Harness<'static, Workbench> {
        let world = World {
            disk: Arc::new(RealDisk),
            places: Some(self.places()),
            dialogs: self.dialogs.clone(),
            pictures: Arc::new(CrossPictures),
            live: Arc::new(NoLive),
            program: None,
        };
        let files = files.iter().map(|path| path.to_path_buf()).collect();
        let mut harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_step_dt(0.1)
            .with_max_steps(20)
            .build_eframe(move |cc| Workbench::new(&cc.egui_ctx, world, files, Instant::now()));
        settle(&mut harness);
        harness
    }
}

/// Lets frames pass until nothing goes on in the background any more.
fn settle(harness: &mut Harness<'_, Workbench>) {
    let deadline = Instant::now() + Duration::from_secs(20);
    harness.run_steps(3);
    while !harness.state().is_idle() {
        assert!(
            Instant::now() < deadline,
            "the workbench does not come to rest"
        );
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_steps(3);
}

fn press(harness: &mut Harness<'_, Workbench>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(2);
    settle(harness);
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers {
    shift: true,
    ..Modifiers::COMMAND
};

fn click(harness: &mut Harness<'_, Workbench>, label: &str) {
    // A dialog that has just appeared finds its size and place within a few frames.
    harness.run_steps(6);
    harness.get_by_label(label).click();
    harness.run_steps(2);
    settle(harness);
}

fn says(harness: &Harness<'_, Workbench>, part: &str) -> bool {
    harness.query_all_by_label_contains(part).next().is_some()
}

fn close_window(harness: &mut Harness<'_, Workbench>) -> Vec<ViewportCommand> {
    let input = harness.input_mut();
    let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    harness.step();
    commands(harness)
}

fn commands(harness: &Harness<'_, Workbench>) -> Vec<ViewportCommand> {
    let root = harness.output().viewport_output.get(&ViewportId::ROOT);
    root.map_or_else(Vec::new, |root| root.commands.clone())
}

#[test]
fn an_empty_start_says_where_to_begin() {
    let bench = Bench::new();
    let harness = bench.start();
    assert!(says(&harness, "This board is empty"));
    assert!(says(&harness, "Cross, Logo: Part 1, 5×5"));
    assert_eq!(harness.state().mode(), Mode::Edit);
}

#[test]
fn a_level_is_opened_solved_and_watched() {
    let bench = Bench::new();
    let mut harness = bench.start();
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    assert_eq!(harness.state().document().name(), "Cross");
    press(&mut harness, Modifiers::NONE, Key::F5);
    let answer = harness.state().answer_text().expect("has answered");
    assert!(
        answer.starts_with("Solved: 5 stamps. Proved optimal."),
        "{answer}"
    );
    assert_eq!(harness.state().mode(), Mode::Plan);
    assert!(
        says(&harness, "Cross, Logo: Part 1, 5×5, solved"),
        "has its mark"
    );
    assert_eq!(harness.state().step(), Some(0));
    press(&mut harness, CTRL, Key::Period);
    press(&mut harness, CTRL, Key::Period);
    assert_eq!(harness.state().step(), Some(2));
    press(&mut harness, CTRL_SHIFT, Key::Period);
    assert_eq!(harness.state().step(), Some(1));
    press(&mut harness, CTRL, Key::End);
    assert_eq!(harness.state().step(), Some(5));
}

#[test]
fn an_unsolvable_level_is_told_with_its_reason() {
    let bench = Bench::new();
    let path = bench.write("lone.txt", IMPOSSIBLE);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    let answer = harness.state().answer_text().expect("has answered");
    assert!(answer.starts_with("There is no solution."), "{answer}");
    assert!(says(&harness, "There is no solution"));
    assert_eq!(
        harness.state().mode(),
        Mode::Edit,
        "there is nothing to watch"
    );
}

#[test]
fn an_answer_says_when_the_level_has_changed_since() {
    let bench = Bench::new();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    press(&mut harness, CTRL, Key::Num1);
    press(&mut harness, CTRL, Key::R);
    // A cross turned is the same board, so no change; a flip of the upper half is one.
    assert!(!says(&harness, "The level has changed since"));
    press(&mut harness, CTRL, Key::Delete);
    assert!(says(&harness, "The level has changed since"));
    press(&mut harness, CTRL, Key::Num3);
    assert!(says(&harness, "The plan is for the level as it was"));
    press(&mut harness, CTRL, Key::Z);
    assert!(!says(&harness, "The level has changed since"));
}

#[test]
fn the_palette_finds_and_runs_a_command() {
    let bench = Bench::new();
    let mut harness = bench.start();
    press(&mut harness, CTRL_SHIFT, Key::P);
    harness.event(egui::Event::Text("dark the".to_owned()));
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(harness.state().settings().theme, ThemeChoice::Dark);
    assert!(
        harness.query_by_label("Find a command").is_none(),
        "has closed"
    );
    assert_eq!(bench.saved_settings().theme, ThemeChoice::Dark);
}

#[test]
fn settings_take_effect_and_are_kept() {
    let bench = Bench::new();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::Comma);
    click(&mut harness, "Light");
    click(&mut harness, "Ask what to do with unsaved changes");
    click(&mut harness, "Done");
    assert_eq!(harness.ctx.theme(), egui::Theme::Light);
    let saved = bench.saved_settings();
    assert_eq!(
        (saved.theme, saved.on_quit),
        (ThemeChoice::Light, OnQuit::Ask)
    );
}

#[test]
fn unreadable_settings_are_kept_aside_and_named() {
    let bench = Bench::new();
    fs::create_dir_all(bench.places().config).expect("is writable");
    fs::write(bench.places().config.join("settings.ron"), "nonsense").expect("is writable");
    let harness = bench.start();
    assert!(says(&harness, "settings.ron.broken"));
}

#[test]
fn a_broken_file_is_named_with_line_and_column() {
    let bench = Bench::new();
    let path = bench.write("broken.txt", "logo\n\n..5\n");
    let harness = bench.open(&[&path]);
    assert!(says(&harness, "line 3, column 3"));
    assert!(says(&harness, "Dismiss"));
    assert_eq!(harness.state().document().name(), "Untitled");
}

#[test]
fn undo_goes_back_across_solve_open_and_new() {
    let bench = Bench::new();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::N);
    click(&mut harness, "Create");
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(harness.state().document().plan().is_some());
    press(&mut harness, CTRL, Key::Z);
    assert!(harness.state().document().plan().is_none());
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(harness.state().document().name(), "Untitled");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(harness.state().document().history().depth(), 0);
    for _ in 0..3 {
        press(&mut harness, CTRL_SHIFT, Key::Z);
    }
    assert_eq!(harness.state().document().name(), "Cross");
    assert!(harness.state().document().plan().is_some());
}

#[test]
fn saving_goes_through_the_system_dialog_in_the_form_of_the_name() {
    let bench = Bench::new();
    let path = bench.home.path().join("new.ron");
    let mut harness = bench.start();
    bench
        .dialogs
        .answers
        .lock()
        .expect("is fine")
        .push_back(Some(path.clone()));
    press(&mut harness, CTRL, Key::S);
    let text = fs::read_to_string(&path).expect("was written");
    assert!(text.contains("game: \"logo\""), "{text}");
    assert!(!harness.state().document().is_dirty());
    let asked = bench.dialogs.asked.lock().expect("is fine");
    assert_eq!(asked[0].name.as_deref(), Some("untitled.txt"));
}

#[test]
fn without_a_file_dialog_a_path_can_be_typed_and_nothing_is_replaced_unasked() {
    let bench = Bench::new();
    let path = bench.write("there.txt", IMPOSSIBLE);
    let mut harness = bench.start();
    bench
        .dialogs
        .answers
        .lock()
        .expect("is fine")
        .push_back(None);
    press(&mut harness, CTRL_SHIFT, Key::S);
    assert!(says(&harness, "offers no file dialog"));
    press(&mut harness, CTRL, Key::A);
    let typed = path.to_string_lossy().into_owned();
    harness.event(egui::Event::Text(typed));
    harness.run_steps(2);
    click(&mut harness, "Save");
    assert!(says(&harness, "exists already. Replace it?"));
    click(&mut harness, "Cancel");
    assert_eq!(fs::read_to_string(&path).expect("is there"), IMPOSSIBLE);
}

#[test]
fn a_file_changed_by_another_program_is_not_replaced_unasked() {
    let bench = Bench::new();
    let path = bench.write("shared.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Delete);
    assert!(harness.state().document().is_dirty());
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    fs::write(&path, IMPOSSIBLE).expect("is writable");
    let file = fs::File::options()
        .write(true)
        .open(&path)
        .expect("is there");
    file.set_modified(later).expect("takes a time");
    press(&mut harness, CTRL, Key::S);
    assert!(says(&harness, "was changed by another program"));
    click(&mut harness, "Cancel");
    assert_eq!(fs::read_to_string(&path).expect("is there"), IMPOSSIBLE);
}

#[test]
fn quitting_asks_before_unsaved_work_is_lost() {
    let bench = Bench::new();
    bench.settings(&Settings {
        on_quit: OnQuit::Ask,
        ..Settings::default()
    });
    let path = bench.write("mine.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    assert!(close_window(&mut harness).is_empty(), "nothing to ask");
    press(&mut harness, CTRL, Key::Delete);
    let answer = close_window(&mut harness);
    assert!(answer.contains(&ViewportCommand::CancelClose), "{answer:?}");
    harness.run_steps(2);
    assert!(says(&harness, "has changes that are not saved"));
    harness.get_by_label("Discard and quit").click();
    harness.step();
    harness.step();
    let closed = commands(&harness).contains(&ViewportCommand::Close)
        || close_window(&mut harness).is_empty();
    assert!(closed);
    assert_eq!(fs::read_to_string(&path).expect("is there"), CROSS);
}

#[test]
fn unsaved_work_is_kept_for_the_next_start_without_a_question() {
    let bench = Bench::new();
    let mut harness = bench.start();
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    press(&mut harness, CTRL, Key::Delete);
    assert!(!close_window(&mut harness).contains(&ViewportCommand::CancelClose));
    drop(harness);
    let mut harness = bench.start();
    assert!(says(&harness, "Unsaved levels"));
    click(&mut harness, "Restore Cross");
    let document = harness.state().document();
    assert_eq!(
        (document.name().as_str(), document.is_dirty()),
        ("Cross", true)
    );
}

#[test]
fn a_level_replaced_unsaved_is_named_when_quitting() {
    let bench = Bench::new();
    let mut harness = bench.start();
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    press(&mut harness, CTRL, Key::Delete);
    press(&mut harness, CTRL, Key::N);
    click(&mut harness, "Create");
    assert!(close_window(&mut harness).contains(&ViewportCommand::CancelClose));
    harness.run_steps(2);
    assert!(says(&harness, "“Cross” was replaced by another level"));
    click(&mut harness, "Cancel");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(harness.state().document().name(), "Cross");
    assert!(!close_window(&mut harness).contains(&ViewportCommand::CancelClose));
}

#[test]
fn a_crash_is_followed_by_an_offer_to_restore() {
    let bench = Bench::new();
    let mut document = Document::blank("logo", None).expect("is a game");
    document
        .paint("Paint", &[(Cell::new(1, 2), 3)])
        .expect("takes the value");
    let mut autosave = Autosave::begin(&bench.places().recovery()).expect("has a place");
    autosave.write(&RealDisk, &document).expect("is writable");
    drop(autosave);
    let mut harness = bench.start();
    assert!(says(&harness, "Unsaved levels"));
    click(&mut harness, "Decide later");
    press(&mut harness, CTRL_SHIFT, Key::P);
    harness.event(egui::Event::Text("restore unsaved".to_owned()));
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    click(&mut harness, "Restore Untitled");
    let text = harness.state().document().level().to_text();
    assert_eq!(text, document.level().to_text());
    drop(harness);
    let mut harness = bench.start();
    click(&mut harness, "Discard Untitled");
    drop(harness);
    assert!(!says(&bench.start(), "Unsaved levels"));
}

#[test]
fn f6_goes_round_the_panes() {
    let bench = Bench::new();
    let mut harness = bench.start();
    for pane in [
        "Library pane",
        "Board pane",
        "Inspector pane",
        "Timeline pane",
        "Library pane",
    ] {
        press(&mut harness, Modifiers::NONE, Key::F6);
        assert!(harness.get_by_label(pane).is_focused(), "{pane}");
    }
    press(&mut harness, Modifiers::SHIFT, Key::F6);
    assert!(harness.get_by_label("Timeline pane").is_focused());
}

#[test]
fn the_search_field_narrows_the_library() {
    let bench = Bench::new();
    bench.write("lone.txt", IMPOSSIBLE);
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(egui::Event::Text("lone".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "Lone two, Logo"));
    assert!(!says(&harness, "Cross, Logo"));
    harness.event(egui::Event::Text("zzz".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "No level has such a name"));
}

#[test]
fn a_still_workbench_asks_for_no_frames() {
    let bench = Bench::new();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    // The threads that write marks and read the library wake the screen once more.
    std::thread::sleep(Duration::from_millis(300));
    harness.run_steps(30);
    let root = &harness.output().viewport_output[&ViewportId::ROOT];
    assert!(
        root.repaint_delay >= Duration::from_secs(1),
        "{:?} {:?}",
        root.repaint_delay,
        harness.ctx.repaint_causes()
    );
}

#[test]
fn a_pasted_text_opens_a_level_or_says_what_is_wrong() {
    let bench = Bench::new();
    let mut harness = bench.start();
    press(&mut harness, CTRL_SHIFT, Key::P);
    harness.event(egui::Event::Text("paste level".to_owned()));
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let field = harness.get_by_label("Level text");
    field.focus();
    harness.run_steps(2);
    harness.event(egui::Event::Text("logo\n\n..x\n".to_owned()));
    harness.run_steps(2);
    click(&mut harness, "Open");
    assert!(says(&harness, "line 3, column 3"));
    harness.get_by_label("Level text").focus();
    harness.run_steps(2);
    press(&mut harness, CTRL, Key::A);
    harness.event(egui::Event::Text(CROSS.to_owned()));
    harness.run_steps(2);
    click(&mut harness, "Open");
    assert_eq!(harness.state().document().name(), "Cross");
    assert!(harness.state().document().is_dirty(), "it is nowhere saved");
}

#[test]
fn playing_by_hand_keeps_the_rules_and_gives_hints() {
    let bench = Bench::new();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::H);
    assert_eq!(harness.state().mode(), Mode::Play);
    assert!(says(&harness, "5 left"));
    click(&mut harness, "Do it");
    assert_eq!(harness.state().document().moves().len(), 1);
    // A corner is empty in the target: nothing can mend that.
    harness.state_mut().play("1 1");
    press(&mut harness, CTRL, Key::H);
    assert!(says(&harness, "This cannot be finished"));
    click(&mut harness, "Undo to step 1");
    assert_eq!(harness.state().document().moves().len(), 1);
}

#[test]
fn a_title_being_typed_is_not_lost_when_another_level_is_opened() {
    let bench = Bench::new();
    let mut harness = bench.start();
    harness.get_by_label("Title").focus();
    harness.run_steps(2);
    harness.event(egui::Event::Text("Mine".to_owned()));
    harness.run_steps(2);
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    assert_eq!(harness.state().document().name(), "Cross");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(harness.state().document().name(), "Mine");
}

#[test]
fn enter_in_the_search_field_opens_the_first_level_found() {
    let bench = Bench::new();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(egui::Event::Text("cross".to_owned()));
    harness.run_steps(3);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(harness.state().document().name(), "Cross");
}

#[test]
fn a_picture_is_read_and_its_doubtful_cell_corrected() {
    let bench = Bench::new();
    let picture = bench.home.path().join("screen.png");
    fs::write(&picture, "").expect("is writable");
    let mut harness = bench.open(&[&picture]);
    wait_for(&mut harness, "1 cell is doubtful");
    assert!(says(
        &harness,
        "Row 2, column 3: read as 3 with 40 %, could be 2"
    ));
    assert!(says(&harness, "Read row 2 column 3, 3, doubtful"));
    click(&mut harness, "2");
    assert!(says(&harness, "Every cell was read with confidence"));
    click(&mut harness, "Use level");
    let text = harness.state().document().level().to_text();
    assert_eq!(text, CROSS.replace("title Cross\n", ""));
    assert!(harness.state().document().is_dirty(), "it is nowhere saved");
}

#[test]
fn doubts_are_not_passed_over_silently() {
    let bench = Bench::new();
    let picture = bench.home.path().join("screen.png");
    fs::write(&picture, "").expect("is writable");
    let mut harness = bench.open(&[&picture]);
    wait_for(&mut harness, "1 cell is doubtful");
    click(&mut harness, "Use level");
    assert_eq!(
        harness.state().document().history().depth(),
        0,
        "is disabled"
    );
    click(&mut harness, "Use as read, doubts and all");
    let level = harness.state().document().level().clone();
    assert_eq!(level.look(Cell::new(1, 2)).value, "3");
}

#[test]
fn a_picture_that_cannot_be_read_says_why() {
    let bench = Bench::new();
    let mut harness = bench.open(&[Path::new("nowhere.png")]);
    wait_for(&mut harness, "there is no such file");
}

/// Lets frames pass until something is on screen.
fn wait_for(harness: &mut Harness<'_, Workbench>, part: &str) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !says(harness, part) {
        assert!(Instant::now() < deadline, "‘{part}’ does not appear");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    // Dialogs find their size and place within a few frames.
    harness.run_steps(5);
}
