//! Files chosen in dialogs, and saving.

use crate::page::{Answer, Command, Question, known};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::{Align2, Context, FontId, Id, LayerId, Order, Ui};

use crate::game::{Game, Notation};
use crate::games;
use crate::session::{SaveError, Task};

use crate::kit::theme;
use crate::page::messages::Weight;
use crate::pages::states::GraphForm;
use crate::shell::app::Workbench;
use crate::shell::dialogs::{Dialog, PathDialog, ReplaceDialog};
use crate::shell::recovery::Recovery;
use crate::world::Ask;

/// A file dialog that ends sooner than this was never seen by a person: there is none here.
const TOO_FAST: Duration = Duration::from_millis(350);

/// What a chosen path is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Open the level in it.
    Open,
    /// Open the plan in it.
    Plan,
    /// Save the level to it.
    Save,
    /// Read a level from the picture in it.
    Picture,
    /// Write there what was asked to be exported.
    Export,
    /// Write the graph of states to it.
    Graph(GraphForm),
    /// A page asks, see [`Files::question`].
    Page,
}

/// Files in the making.
#[derive(Default)]
pub struct Files {
    /// The system's dialog that is open.
    asking: Option<(Purpose, Instant, Task<Option<PathBuf>>)>,
    /// What a page asks for.
    pub(crate) question: Option<Question>,
    pub(crate) recovery: Recovery,
    /// Close the window as soon as the level is saved.
    pub(crate) quit_after_save: bool,
}

impl Files {
    /// Whether something is going on in the background.
    pub fn is_busy(&self) -> bool {
        self.asking.is_some() || self.recovery.is_looking()
    }
}

/// Extensions of pictures, in lower case.
pub(crate) const PICTURES: &[&str] = &["png", "jpg", "jpeg", "gif", "bmp", "webp", "ppm", "pgm"];

impl Workbench {
    /// Lets the person choose a file in the system's dialog, on a thread.
    pub(crate) fn ask_for_file(&mut self, purpose: Purpose) {
        if self.files.asking.is_some() {
            self.cx.messages.status("A file dialog is open already.");
            return;
        }
        let dialogs = self.cx.world.dialogs.clone();
        let ask = self.ask(purpose);
        let saves = match (purpose, &self.files.question) {
            (Purpose::Page, Some(question)) => question.save,
            (Purpose::Open | Purpose::Plan | Purpose::Picture, _) => false,
            _ => true,
        };
        let work = move |_: &_| match saves {
            true => dialogs.save(&ask),
            false => dialogs.open(&ask),
        };
        let asked = Task::start("file dialog", &self.cx.wake, work);
        self.files.asking = Some((purpose, Instant::now(), asked));
    }

    /// Lets the person choose a file for a page.
    pub(crate) fn choose_file(&mut self, question: Question) {
        if self.files.asking.is_none() {
            self.files.question = Some(question);
        }
        self.ask_for_file(Purpose::Page);
    }

    /// Who asked the question that is open, if it was a page.
    pub(crate) fn asker(&self) -> Option<Command> {
        self.files.question.as_ref()?.by
    }

    fn ask(&self, purpose: Purpose) -> Ask {
        let folder = match self.cx.document.file().own_path() {
            Some(path) => path.parent().map(Path::to_owned),
            None => self.cx.levels_folder().filter(|folder| folder.is_dir()),
        };
        match purpose {
            Purpose::Page => {
                let question = self.files.question.as_ref();
                question
                    .map(|question| question.ask.clone())
                    .unwrap_or_default()
            }
            Purpose::Open => Ask {
                title: "Open a level",
                kinds: vec![("Levels", level_extensions()), ("All files", vec!["*"])],
                folder,
                name: None,
            },
            Purpose::Plan => Ask {
                title: "Open a plan",
                kinds: vec![("Plans", vec!["txt"]), ("All files", vec!["*"])],
                folder: self.export_folder(),
                name: None,
            },
            Purpose::Picture => Ask {
                title: "Choose a picture",
                kinds: vec![("Pictures", PICTURES.to_vec()), ("All files", vec!["*"])],
                folder: None,
                name: None,
            },
            Purpose::Graph(form) => Ask {
                title: "Export the graph of states",
                kinds: vec![(form.name(), vec![form.extension()])],
                folder,
                name: Some(self.graph_name(form)),
            },
            Purpose::Save => Ask {
                title: "Save the level",
                kinds: match self.notation() {
                    Some(own) => vec![
                        (own.name, vec![own.extension]),
                        ("Plain text", vec!["txt"]),
                        ("RON", vec!["ron"]),
                    ],
                    None => vec![("Plain text", vec!["txt"]), ("RON", vec!["ron"])],
                },
                folder,
                name: Some(self.file_name()),
            },
            Purpose::Export => {
                let export = self.exports.asked.as_ref();
                let kind = export.map(|export| export.kind);
                Ask {
                    title: "Export",
                    kinds: kind
                        .map(|(name, extension)| (name, vec![extension]))
                        .into_iter()
                        .collect(),
                    folder: self.export_folder(),
                    name: export.map(|export| export.file_name.clone()),
                }
            }
        }
    }

    /// Where exports go: where the last one went, or to the person's levels.
    fn export_folder(&self) -> Option<PathBuf> {
        let levels = || self.cx.levels_folder().filter(|folder| folder.is_dir());
        self.exports.folder.clone().or_else(levels)
    }

    /// A file name for the level: its own, or one made from its title.
    fn file_name(&self) -> String {
        let path = self.cx.document.file().own_path();
        if let Some(name) = path.and_then(Path::file_name) {
            return name.to_string_lossy().into_owned();
        }
        let form = match self.notation() {
            Some(own) if self.cx.settings.saving.form != "ron" => own.extension,
            _ => &self.cx.settings.saving.form,
        };
        format!("{}.{form}", self.cx.file_stem())
    }

    /// The notation of the level's text, if it is one that is written.
    fn notation(&self) -> Option<Notation> {
        let language = self.cx.language()?;
        let text = self.cx.document.text()?;
        let notation = language.notation(&text);
        language.notations().get(notation).copied()
    }

    /// A file name for the level's graph.
    fn graph_name(&self, form: GraphForm) -> String {
        format!("{}-states.{}", self.cx.file_stem(), form.extension())
    }

    /// Where Save as would put the level if only a path is typed.
    pub(crate) fn suggested_path(&self) -> PathBuf {
        match self.cx.document.file().own_path() {
            Some(path) => path.to_owned(),
            None => self
                .cx
                .levels_folder()
                .unwrap_or_default()
                .join(self.file_name()),
        }
    }

    /// Takes over what dialogs on other threads have come to.
    pub(crate) fn poll_files(&mut self, ctx: &Context) {
        let Some((purpose, since, asked)) = &self.files.asking else {
            return;
        };
        let (purpose, since) = (*purpose, *since);
        let Some(ended) = asked.end() else {
            return;
        };
        self.files.asking = None;
        let chosen = ended.unwrap_or_else(|broken| {
            log::error!("{broken}");
            None
        });
        match (chosen, purpose) {
            (Some(path), Purpose::Open) => self.open_path(&path),
            (Some(path), Purpose::Plan) => {
                if let Err(error) = self.open_plan_file(&path) {
                    let again = known::OPEN_PLAN;
                    self.cx.messages.toast_with(Weight::Bad, error, again);
                }
            }
            (Some(path), Purpose::Picture) => self.picture_chosen(&path),
            // The path can be typed where the button was.
            (None, Purpose::Picture) => {}
            // The dialog has asked about replacing.
            (Some(path), Purpose::Save) => self.save_to(ctx, &path, true),
            (Some(path), Purpose::Export) => self.export_to(&path),
            (Some(path), Purpose::Graph(form)) => self.export_graph(form, &path),
            (None, _) if since.elapsed() < TOO_FAST => {
                let mut dialog = self.path_dialog(purpose);
                dialog.note = Some("This system offers no file dialog; type the path instead.");
                self.dialog = Some(Dialog::Path(dialog));
            }
            (Some(path), Purpose::Page) => {
                let answered = self.pass_on(ctx, self.asker(), Answer::File(path));
                if let Err(error) = answered {
                    self.cx.messages.toast(Weight::Bad, error);
                }
            }
            (None, Purpose::Page) => {
                // Nothing was chosen, so nothing can be wrong with it.
                let _ = self.pass_on(ctx, self.asker(), Answer::None);
            }
            (None, Purpose::Export) => self.exports.asked = None,
            (None, _) => self.files.quit_after_save = false,
        }
    }

    /// A dialog for typing a path.
    pub(crate) fn path_dialog(&self, purpose: Purpose) -> PathDialog {
        let start = match purpose {
            Purpose::Save => self.suggested_path(),
            Purpose::Page => {
                let question = self.files.question.as_ref();
                question
                    .map(|question| question.start.clone())
                    .unwrap_or_default()
            }
            Purpose::Export => {
                let folder = self.export_folder();
                let folder = folder.or_else(|| std::env::current_dir().ok());
                let asked = self.exports.asked.as_ref();
                let name = asked.map_or("", |export| export.file_name.as_str());
                folder.unwrap_or_default().join(name)
            }
            Purpose::Graph(form) => {
                let folder = self.cx.levels_folder().unwrap_or_default();
                folder.join(self.graph_name(form))
            }
            Purpose::Open | Purpose::Plan | Purpose::Picture => {
                let here = self.cx.document.file().own_path();
                let folder = here.and_then(|path| path.parent().map(Path::to_owned));
                let home = || std::env::current_dir().ok();
                let mut folder = folder.or_else(home).unwrap_or_default();
                // A path that ends in a separator lists the folder's files.
                folder.push("");
                folder
            }
        };
        PathDialog::new(purpose, &start)
    }

    /// Saves the level to its file, or asks where to.
    pub(crate) fn save(&mut self, ctx: &Context) {
        let disk = self.cx.world.disk.clone();
        match self.cx.document.save(disk.as_ref()) {
            Ok(()) => self.saved(ctx),
            Err(SaveError::NoPath) => self.ask_for_file(Purpose::Save),
            Err(error @ SaveError::ChangedOnDisk(_)) => {
                if let Some(path) = self.cx.document.file().path.clone() {
                    self.dialog = Some(Dialog::Replace(ReplaceDialog {
                        purpose: Purpose::Save,
                        path,
                        reason: format!("{error}. Replace it with the level as it is here?"),
                    }));
                }
            }
            Err(error) => self.not_saved(&error),
        }
    }

    /// Saves the level to a file; `replace` is the person's word that it may be replaced.
    pub(crate) fn save_to(&mut self, ctx: &Context, path: &Path, replace: bool) {
        if let Err(error) = self.try_save_to(ctx, path, replace) {
            match error {
                SaveError::Exists(path) => {
                    let reason = format!("{} exists already. Replace it?", path.display());
                    let purpose = Purpose::Save;
                    self.dialog = Some(Dialog::Replace(ReplaceDialog {
                        purpose,
                        path,
                        reason,
                    }));
                }
                error => self.not_saved(&error),
            }
        }
    }

    /// Saves the level to a file.
    ///
    /// # Errors
    /// As [`crate::session::Document::save_as`].
    pub(crate) fn try_save_to(
        &mut self,
        ctx: &Context,
        path: &Path,
        replace: bool,
    ) -> Result<(), SaveError> {
        let disk = self.cx.world.disk.clone();
        self.cx.document.save_as(disk.as_ref(), path, replace)?;
        self.saved(ctx);
        Ok(())
    }

    fn saved(&mut self, ctx: &Context) {
        if let Some(path) = self.cx.document.file().path.clone() {
            if let Some(extension) = path.extension() {
                let form = if extension.eq_ignore_ascii_case("ron") {
                    "ron"
                } else {
                    "txt"
                };
                self.cx.settings.saving.form = form.to_owned();
            }
            self.cx.settings.remember(&path);
            self.cx
                .messages
                .status(format!("Saved {}.", path.display()));
        }
        self.files.recovery.forget(&self.cx.document);
        self.cx.reload_catalogue();
        if std::mem::take(&mut self.files.quit_after_save) {
            self.close(ctx);
        }
    }

    fn not_saved(&mut self, error: &SaveError) {
        self.files.quit_after_save = false;
        self.cx
            .messages
            .toast_with(Weight::Bad, format!("{error}."), known::SAVE_AS);
    }

    /// Says what letting go of the dragged files would do.
    pub(crate) fn show_drop_target(&self, ui: &Ui) {
        let ctx = ui.ctx();
        if ctx.input(|input| input.raw.hovered_files.is_empty()) {
            return;
        }
        let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::unique("drop target")));
        let rect = ctx.content_rect();
        let colors = theme::colors(ui);
        painter.rect_filled(rect, 0.0, colors.canvas.gamma_multiply(0.85));
        painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            "Drop to open a level or a plan, or to read a picture",
            FontId::proportional(theme::text::HEADING),
            colors.text,
        );
    }
}

/// All extensions of all games' level files.
fn level_extensions() -> Vec<&'static str> {
    let forms = |game: &dyn Game| -> Vec<&'static str> {
        let forms = game.info().forms.iter().map(|(extension, _)| *extension);
        let own = game.language().map_or(&[][..], |own| own.notations());
        forms
            .chain(own.iter().map(|notation| notation.extension))
            .collect()
    };
    let mut all: Vec<_> = games::visible().flat_map(forms).collect();
    all.sort_unstable();
    all.dedup();
    all
}
