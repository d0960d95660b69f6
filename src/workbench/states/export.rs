//! The graph as a file: chosen in a menu, named in the system's dialog, written on a thread.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError};
use egui::{ProgressBar, Ui};

use super::job::Snapshot;
use crate::answer;
use crate::app::Workbench;
use crate::export::states::{States as Whole, StatesForm};
use crate::export::{Encoding, ExportError, PictureForm};
use crate::files::Purpose;
use crate::game::{LevelRef, Move};
use crate::messages::Weight;
use crate::search::CancelFlag;
use crate::session::background;

/// How long each picture of an animation is shown.
const PICTURE: Duration = Duration::from_millis(400);

/// A form in which the graph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphForm {
    /// The language of Graphviz.
    Dot,
    /// A picture or an animation.
    Picture(PictureForm),
}

impl GraphForm {
    /// All forms in the order of the menu.
    const ALL: [Self; 5] = [
        Self::Picture(PictureForm::Svg),
        Self::Picture(PictureForm::Png),
        Self::Picture(PictureForm::Gif),
        Self::Picture(PictureForm::Apng),
        Self::Dot,
    ];

    /// Its name in menu and dialog.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dot => "Graphviz (DOT)",
            Self::Picture(PictureForm::Svg) => "Drawing (SVG)",
            Self::Picture(PictureForm::Png) => "Picture (PNG)",
            Self::Picture(PictureForm::Gif) => "Animation (GIF)",
            Self::Picture(PictureForm::Apng) => "Animated PNG",
        }
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Dot => "dot",
            Self::Picture(PictureForm::Svg) => "svg",
            Self::Picture(PictureForm::Png) => "png",
            Self::Picture(PictureForm::Gif) => "gif",
            Self::Picture(PictureForm::Apng) => "apng",
        }
    }
}

/// What is written, as it was when it was asked for.
#[derive(Clone)]
pub(super) struct Taken {
    level: LevelRef,
    done: Vec<Move>,
    snapshot: Arc<Snapshot>,
    dark: bool,
    along_plan: bool,
}

/// A graph being written.
pub(super) struct ExportJob {
    end: Receiver<Result<PathBuf, Problem>>,
    stop: CancelFlag,
    done: Arc<AtomicUsize>,
    of: Arc<AtomicUsize>,
}

enum Problem {
    Stopped,
    Told(String),
}

impl Drop for ExportJob {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Workbench {
    /// The menu of forms; while something is written, how far it is.
    pub(super) fn export_menu(&mut self, ui: &mut Ui) {
        if let Some(job) = &self.states.export {
            let of = job.of.load(Ordering::Relaxed).max(1);
            let share = job.done.load(Ordering::Relaxed) as f32 / of as f32;
            ui.add(
                ProgressBar::new(share)
                    .desired_width(110.0)
                    .text("Exporting…"),
            );
            if ui.button("Cancel export").clicked() {
                job.stop.cancel();
            }
            return;
        }
        let along_plan = &mut self.states.along_plan;
        let mut chosen = None;
        ui.menu_button("Export…", |ui| {
            for form in GraphForm::ALL {
                if ui.button(form.name()).clicked() {
                    chosen = Some(form);
                    ui.close();
                }
            }
            ui.separator();
            ui.checkbox(along_plan, "Animate the plan, not the search");
        });
        if let Some(form) = chosen {
            self.ask_for_export(ui.visuals().dark_mode, form);
        }
    }

    fn ask_for_export(&mut self, dark: bool, form: GraphForm) {
        let Some(snapshot) = self.states.snapshot.clone() else {
            return;
        };
        let done = self.states.of.as_ref().map(|(_, done)| done.clone());
        self.states.taken = Some(Taken {
            level: self.document.level().clone(),
            done: done.unwrap_or_default(),
            snapshot,
            dark,
            along_plan: self.states.along_plan,
        });
        self.ask_for_file(Purpose::Graph(form));
    }

    /// Writes the graph that was last asked for, on a thread.
    pub(crate) fn export_graph(&mut self, form: GraphForm, path: &Path) {
        let Some(taken) = self.states.taken.take() else {
            return;
        };
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension(form.extension());
        }
        let stop = CancelFlag::default();
        let (done, of) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(1)));
        let (told, told_done, told_of) = (stop.clone(), done.clone(), of.clone());
        let (disk, wake) = (self.world.disk.clone(), self.wake.clone());
        let last_wake = Mutex::new(std::time::Instant::now());
        let waker = wake.clone();
        let work = move || {
            let step = |now: usize, all: usize| {
                told_done.store(now, Ordering::Relaxed);
                told_of.store(all, Ordering::Relaxed);
                let mut last = last_wake.lock().unwrap_or_else(PoisonError::into_inner);
                if last.elapsed() > Duration::from_millis(50) {
                    *last = std::time::Instant::now();
                    waker();
                }
                !told.is_cancelled()
            };
            let bytes = taken.write(form, &step).map_err(|error| match error {
                ExportError::Stopped => Problem::Stopped,
                error => Problem::Told(answer::sentence(&error.to_string())),
            })?;
            if told.is_cancelled() {
                return Err(Problem::Stopped);
            }
            let written = disk.write_atomic(&path, &bytes);
            written.map_err(|error| {
                Problem::Told(format!("{} cannot be written: {error}.", path.display()))
            })?;
            Ok(path)
        };
        let end = background("export", wake, work);
        self.states.export = Some(ExportJob {
            end,
            stop,
            done,
            of,
        });
    }

    /// Takes over how the writing of the graph has ended.
    pub(super) fn poll_export(&mut self) {
        let Some(job) = &self.states.export else {
            return;
        };
        let end = match job.end.try_recv() {
            Ok(end) => end,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {
                Err(Problem::Told("The export broke off.".to_owned()))
            }
        };
        self.states.export = None;
        match end {
            Ok(path) => self
                .messages
                .status(format!("Exported {}.", path.display())),
            Err(Problem::Stopped) => self.messages.status("The export was called off."),
            Err(Problem::Told(text)) => self.messages.toast(Weight::Bad, text),
        }
    }
}

impl Taken {
    fn write(
        &self,
        form: GraphForm,
        step: &dyn Fn(usize, usize) -> bool,
    ) -> Result<Vec<u8>, ExportError> {
        let whole = Whole {
            level: &self.level,
            done: &self.done,
            graph: &self.snapshot.graph,
            layout: &self.snapshot.layout,
            dark: self.dark,
            along_plan: self.along_plan,
        };
        let form = match form {
            GraphForm::Dot => StatesForm::Dot,
            GraphForm::Picture(form) => StatesForm::Picture(Encoding {
                form,
                scale: None,
                time: PICTURE,
            }),
        };
        whole.write(form, step)
    }
}
