//! The graph as a file: chosen in a menu, named in the system's dialog, written on a thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::{ProgressBar, Ui};

use super::job::Snapshot;
use crate::export::states::{Along, States as Whole, StatesForm};
use crate::export::{ExportError, Form, Measures, Ticket};
use crate::game::{LevelRef, Move};
use crate::kit::answer;
use crate::page::messages::Weight;
use crate::session::{Broken, Task};
use crate::shell::app::Workbench;

/// How long each picture of an animation is shown.
const PICTURE: Duration = Duration::from_millis(400);

/// How often it is looked how far an export has come.
const LOOK: Duration = Duration::from_millis(50);

/// A form in which the graph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphForm {
    /// The language of Graphviz.
    Dot,
    /// A picture or an animation.
    Picture(Form),
}

impl GraphForm {
    /// All forms in the order of the menu.
    pub(crate) const ALL: [Self; 5] = [
        Self::Picture(Form::Svg),
        Self::Picture(Form::Png),
        Self::Picture(Form::Gif),
        Self::Picture(Form::Apng),
        Self::Dot,
    ];

    /// Its name in menu and dialog.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dot => "Graphviz (DOT)",
            Self::Picture(Form::Svg) => "Drawing (SVG)",
            Self::Picture(Form::Png) => "Picture (PNG)",
            Self::Picture(Form::Gif) => "Animation (GIF)",
            Self::Picture(Form::Apng) => "Animated PNG",
        }
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Dot => "dot",
            Self::Picture(Form::Svg) => "svg",
            Self::Picture(Form::Png) => "png",
            Self::Picture(Form::Gif) => "gif",
            Self::Picture(Form::Apng) => "apng",
        }
    }
}

/// What is written, as it was when it was asked for.
#[derive(Clone)]
pub(crate) struct Taken {
    level: LevelRef,
    done: Vec<Move>,
    snapshot: Arc<Snapshot>,
    dark: bool,
    along: Along,
}

/// A graph being written.
pub(crate) struct ExportJob {
    task: Task<Result<PathBuf, Problem>>,
    ticket: Ticket,
}

enum Problem {
    Stopped,
    Told(String),
}

impl From<Broken> for Problem {
    fn from(broken: Broken) -> Self {
        Self::Told(answer::sentence(&broken.to_string()))
    }
}

impl Workbench {
    /// The menu of forms; while something is written, how far it is.
    pub(crate) fn export_menu(&mut self, ui: &mut Ui) {
        if let Some(job) = &self.states.export {
            ui.add(
                ProgressBar::new(job.ticket.fraction().unwrap_or(0.0))
                    .desired_width(110.0)
                    .text("Exporting…"),
            );
            if ui.button("Cancel export").clicked() {
                job.ticket.stop();
            }
            // The thread counts, but wakes nobody.
            ui.ctx().request_repaint_after(LOOK);
            return;
        }
        let selected = self.states.selected;
        let along = &mut self.states.along;
        if matches!(along, Along::Best(_)) {
            *along = selected.map_or(Along::Search, Along::Best);
        }
        let mut chosen = None;
        ui.menu_button("Export…", |ui| {
            for form in GraphForm::ALL {
                if ui.button(form.name()).clicked() {
                    chosen = Some(form);
                    ui.close();
                }
            }
            ui.separator();
            ui.label("An animation shows");
            ui.radio_value(along, Along::Search, "the search");
            ui.radio_value(along, Along::Plan, "the plan");
            ui.add_enabled_ui(selected.is_some(), |ui| {
                let from = Along::Best(selected.unwrap_or(0));
                ui.radio_value(along, from, "the best moves from the selected state");
            });
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
            level: self.cx.document.level().clone(),
            done: done.unwrap_or_default(),
            snapshot,
            dark,
            along: self.states.along,
        });
        self.graph_form = Some(form);
        let question = self.graph_question();
        self.choose_file(question);
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
        let ticket = Ticket::default();
        let (told, disk) = (ticket.clone(), self.cx.world.disk.clone());
        let problem = |error| match error {
            ExportError::Stopped => Problem::Stopped,
            error => Problem::Told(answer::sentence(&error.to_string())),
        };
        let work = move |_: &_| {
            let bytes = taken.write(form, &told).map_err(problem)?;
            told.go_on().map_err(problem)?;
            let written = disk.write_atomic(&path, &bytes);
            written.map_err(|error| {
                Problem::Told(format!("{} cannot be written: {error}.", path.display()))
            })?;
            Ok(path)
        };
        let task = Task::telling("export", &self.cx.wake, ticket.cancel_flag().clone(), work);
        self.states.export = Some(ExportJob { task, ticket });
    }

    /// Takes over how the writing of the graph has ended.
    pub(crate) fn poll_export(&mut self) {
        let job = self.states.export.as_ref();
        let Some(end) = job.and_then(|job| job.task.outcome()) else {
            return;
        };
        self.states.export = None;
        match end {
            Ok(path) => self
                .cx
                .messages
                .status(format!("Exported {}.", path.display())),
            Err(Problem::Stopped) => self.cx.messages.status("The export was called off."),
            Err(Problem::Told(text)) => self.cx.messages.toast(Weight::Bad, text),
        }
    }
}

impl Taken {
    fn write(&self, form: GraphForm, ticket: &Ticket) -> Result<Vec<u8>, ExportError> {
        let whole = Whole {
            level: &self.level,
            done: &self.done,
            graph: &self.snapshot.graph,
            layout: &self.snapshot.layout,
            dark: self.dark,
            along: self.along,
        };
        let form = match form {
            GraphForm::Dot => StatesForm::Dot,
            GraphForm::Picture(form) => StatesForm::Picture(form),
        };
        let measures = Measures {
            scale: None,
            delay: PICTURE,
        };
        whole.write(form, measures, ticket)
    }
}
