//! A workbench with its own home folder, and actions on it.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use egui::{
    Event, FontProvider, Key, Modifiers, PointerButton, Pos2, ViewportCommand, ViewportEvent,
    ViewportId,
};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};
use image::RgbaImage;
use planwright::game::{BoardReading, CellReading, Grid, Reading, Size};
use planwright::session::disk::RealDisk;
use planwright::session::library::AppFolders;
use planwright::vision::Profile;
use planwright::workbench::settings::{Settings, StartSettings};
use planwright::workbench::world::{
    DialogSpec, Dialogs, EventSink, Live, PictureReading, Pictures, RealPictures, RunHandle,
    RunOptions, Sound, WindowPreview, WindowTarget, World,
};
use planwright::workbench::{SolvePage, Workbench};

use crate::renderer::SoftwareRenderer;
use crate::wait::try_wait_for;

/// Time limit for short waits, in seconds on an idle machine.
const PATIENCE: u64 = 60;

pub const CROSS: &str = "logo\ntitle Cross\n\n.....\n..2..\n.212.\n..2..\n.....\n";
pub const IMPOSSIBLE: &str = "logo\ntitle Lone two\n\n...\n.2.\n...\n";

/// No start page.
pub const NO_WELCOME: StartSettings = StartSettings { start_page: false };

/// File dialogs with scripted answers.
#[derive(Default)]
pub struct Scripted {
    pub answers: Mutex<VecDeque<Option<PathBuf>>>,
    pub asked: Mutex<Vec<DialogSpec>>,
    /// The folders that were shown.
    pub shown: Mutex<Vec<PathBuf>>,
}

impl Dialogs for Scripted {
    fn choose(&self, ask: &DialogSpec) -> Option<PathBuf> {
        self.asked.lock().expect("not poisoned").push(ask.clone());
        self.answers
            .lock()
            .expect("not poisoned")
            .pop_front()
            .flatten()
    }

    fn show_folder(&self, folder: &Path) -> Result<(), String> {
        let mut shown = self.shown.lock().expect("not poisoned");
        shown.push(folder.to_owned());
        Ok(())
    }
}

/// Live play without windows.
struct NoLive;

impl Live for NoLive {
    fn preview(&self, _target: &WindowTarget) -> Result<WindowPreview, String> {
        Err("There is no window.".to_owned())
    }

    fn start(
        &self,
        _target: &WindowTarget,
        _how: &RunOptions,
        _tell: EventSink,
    ) -> Result<Box<dyn RunHandle>, String> {
        Err("There is no window.".to_owned())
    }
}

/// A profile that reads the cross from every picture, with one cell in doubt.
pub struct CrossPictures;

impl Pictures for CrossPictures {
    fn profiles(&self) -> Vec<Arc<Profile>> {
        vec![Arc::new(Profile {
            id: "test".to_owned(),
            title: "Test screen".to_owned(),
            game: "logo".to_owned(),
            ..Profile::default()
        })]
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
                // The upper 2 was read as a 3, with low confidence.
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
        let mut profile = Profile {
            game: "logo".to_owned(),
            ..Profile::default()
        };
        profile.screen.doubtful_below = 0.8;
        Ok(PictureReading {
            reading: Reading {
                boards: vec![board],
                ..Reading::default()
            },
            image: Arc::default(),
            picture: Arc::new(egui::ColorImage::filled([8, 8], egui::Color32::BLUE)),
            profile: Arc::new(profile),
            draft: false,
            areas: Vec::new(),
        })
    }

    fn level_text(&self, _picture: &Path) -> Option<String> {
        None
    }

    fn open(&self, _picture: &Path) -> Result<Arc<RgbaImage>, String> {
        Err("There is no picture.".to_owned())
    }

    fn save_profile(&self, _profile: &Profile, _replaces: bool) -> Result<(), String> {
        Err("There is no room.".to_owned())
    }
}

/// A workbench's home folder.
pub struct Bench {
    pub home: tempfile::TempDir,
    pub dialogs: Arc<Scripted>,
    /// Without, a character that no font has is an error.
    pub system_fonts: Option<Arc<dyn FontProvider>>,
    pub play_sound: Option<fn(Sound)>,
}

impl Default for Bench {
    fn default() -> Self {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let bench = Self {
            home,
            dialogs: Arc::default(),
            system_fonts: None,
            play_sound: None,
        };
        bench.write("cross.txt", CROSS);
        // Most tests start with a board.
        bench.settings(&Settings {
            welcome: NO_WELCOME,
            ..Settings::default()
        });
        bench
    }
}

impl Bench {
    pub fn places(&self) -> AppFolders {
        AppFolders::under(self.home.path())
    }

    /// Saves a level in the user's folder.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.places().levels().join(name);
        fs::create_dir_all(self.places().levels()).expect("is writable");
        fs::write(&path, text).expect("is writable");
        path
    }

    pub fn settings(&self, settings: &Settings) {
        let path = self.places().config.join("settings.ron");
        settings.save(&RealDisk, &path).expect("is writable");
    }

    pub fn saved_settings(&self) -> Settings {
        let path = self.places().config.join("settings.ron");
        Settings::load(&RealDisk, &path).0
    }

    pub fn start(&self) -> Harness<'static, Workbench> {
        self.open(&[])
    }

    pub fn open(&self, files: &[&Path]) -> Harness<'static, Workbench> {
        self.open_with(files, Arc::new(CrossPictures), Arc::new(NoLive), 1.0)
    }

    /// Opens the workbench at this many pixels per point.
    pub fn open_at(&self, files: &[&Path], scale: f32) -> Harness<'static, Workbench> {
        self.open_with(files, Arc::new(CrossPictures), Arc::new(NoLive), scale)
    }

    /// Opens it with the screen profiles and pictures on the disk.
    pub fn open_real(&self, files: &[&Path]) -> Harness<'static, Workbench> {
        let own = Some(self.places().profiles());
        self.open_with(
            files,
            Arc::new(RealPictures::new(own)),
            Arc::new(NoLive),
            1.0,
        )
    }

    /// Opens it with the screen profiles on the disk and these windows.
    pub fn open_live(
        &self,
        files: &[&Path],
        live: Arc<dyn Live>,
        scale: f32,
    ) -> Harness<'static, Workbench> {
        let own = Some(self.places().profiles());
        self.open_with(files, Arc::new(RealPictures::new(own)), live, scale)
    }

    fn open_with(
        &self,
        files: &[&Path],
        pictures: Arc<dyn Pictures>,
        live: Arc<dyn Live>,
        scale: f32,
    ) -> Harness<'static, Workbench> {
        let world = World {
            disk: Arc::new(RealDisk),
            folders: Some(self.places()),
            dialogs: self.dialogs.clone(),
            pictures,
            live,
            program: None,
            reduced_motion: || false,
            play_sound: self.play_sound,
            system_fonts: self.system_fonts.clone(),
        };
        let files = files.iter().map(|path| path.to_path_buf()).collect();
        let mut harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_pixels_per_point(scale)
            .with_step_dt(0.1)
            .with_max_steps(20)
            .renderer(SoftwareRenderer::default());
        if self.system_fonts.is_some() {
            // Until its font is found, a character is a box.
            harness = harness.allow_missing_glyphs();
        }
        let mut harness = harness
            .build_eframe(move |cc| Workbench::new(&cc.egui_ctx, world, files, Instant::now()));
        settle(&mut harness);
        harness
    }
}

/// Runs frames until all background work is done.
#[track_caller]
pub fn settle(harness: &mut Harness<'_, Workbench>) {
    harness.run_steps(3);
    wait_until(harness, "the workbench is idle", |harness| {
        harness.step();
        harness.state().is_idle().then_some(())
    });
    harness.run_steps(3);
}

/// Waits until `look` returns something, which has to run frames itself.
#[track_caller]
pub fn wait_until<T>(
    harness: &mut Harness<'_, Workbench>,
    what: &str,
    mut look: impl FnMut(&mut Harness<'_, Workbench>) -> Option<T>,
) -> T {
    let Some(found) = try_wait_for(PATIENCE, || look(harness)) else {
        panic!("timed out: {what}; labels: {}", labels(harness).join(" | "));
    };
    found
}

pub fn press(harness: &mut Harness<'_, Workbench>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(2);
    settle(harness);
}

pub const CTRL: Modifiers = Modifiers::COMMAND;
pub const CTRL_SHIFT: Modifiers = Modifiers {
    shift: true,
    ..Modifiers::COMMAND
};

pub fn click(harness: &mut Harness<'_, Workbench>, label: &str) {
    // A new dialog takes a few frames to find its size and place.
    harness.run_steps(6);
    harness.get_by_label(label).click();
    harness.run_steps(2);
    settle(harness);
}

/// Chooses a pattern in the gallery, also one that has to be scrolled to.
#[track_caller]
pub fn choose_pattern(harness: &mut Harness<'_, Workbench>, pattern: &str) {
    harness.run_steps(6);
    let tile = format!("Pattern ‘{pattern}’");
    harness.get_by_label(&tile).click_accesskit();
    settle(harness);
}

/// Presses or releases a pointer button.
pub fn button(
    harness: &mut Harness<'_, Workbench>,
    pos: Pos2,
    button: PointerButton,
    pressed: bool,
) {
    harness.event(Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    });
    harness.step();
}

/// The centre of the widget with this label.
pub fn middle(harness: &Harness<'_, Workbench>, label: &str) -> Pos2 {
    harness.get_by_label(label).rect().center()
}

/// The headline and details of the solver's answer on screen.
pub fn answer(harness: &Harness<'_, Workbench>) -> Option<String> {
    let workbench = harness.state();
    workbench
        .page::<SolvePage>()?
        .answer_text(workbench.document())
}

/// Runs a command by its name in the menu.
pub fn run(harness: &mut Harness<'_, Workbench>, command: &str) {
    let ctx = harness.ctx.clone();
    assert!(
        harness.state_mut().command(&ctx, command),
        "there is no command ‘{command}’"
    );
    harness.run_steps(2);
    settle(harness);
}

/// Runs a command that takes the clipboard's text.
pub fn paste(harness: &mut Harness<'_, Workbench>, command: &str, text: &str) {
    let ctx = harness.ctx.clone();
    assert!(harness.state_mut().command(&ctx, command));
    harness.event(Event::Paste(text.to_owned()));
    settle(harness);
}

pub fn says(harness: &Harness<'_, Workbench>, part: &str) -> bool {
    harness.query_all_by_label_contains(part).next().is_some()
}

pub fn close_window(harness: &mut Harness<'_, Workbench>) -> Vec<ViewportCommand> {
    let input = harness.input_mut();
    let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    harness.step();
    commands(harness)
}

pub fn commands(harness: &Harness<'_, Workbench>) -> Vec<ViewportCommand> {
    let root = harness.output().viewport_output.get(&ViewportId::ROOT);
    root.map_or_else(Vec::new, |root| root.commands.clone())
}

/// All labels on screen.
pub fn labels(harness: &Harness<'_, Workbench>) -> Vec<String> {
    let nodes = harness.query_all(by().predicate(|_| true));
    nodes
        .filter_map(|node| {
            let node = node.accesskit_node();
            // What is only text has it as its value.
            node.label().or_else(|| node.value())
        })
        .collect()
}

/// Runs frames until a widget with this label appears.
#[track_caller]
pub fn wait_for(harness: &mut Harness<'_, Workbench>, part: &str) {
    wait_until(harness, part, |harness| {
        harness.step();
        says(harness, part).then_some(())
    });
    // A new dialog takes a few frames to find its size and place.
    harness.run_steps(5);
}

/// A dropped file, as the window system passes it.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Drops a file on the window.
pub fn drop_file(harness: &mut Harness<'_, Workbench>, path: &Path) {
    let file = Arc::new(Dropped(path.to_owned()));
    harness.input_mut().dropped_files.push(file);
    harness.step();
    harness.input_mut().dropped_files.clear();
    settle(harness);
}
