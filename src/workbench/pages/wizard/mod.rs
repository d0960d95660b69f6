//! Wizard for a new screen profile: game, picture, board, cell values, controls; a trial in the window, and saving.
//!
//! Everything slow runs in the background: capturing windows, evaluating rules, reading pictures.
//!
//! | file | contents |
//! |---|---|
//! | `steps` | the steps, their display and navigation |
//! | `gallery` | patterns offered by the first step |
//! | `source`, `board`, `values`, `controls_fields` | one step each |
//! | `picture` | a step; alignment of pictures of another size |
//! | `trial` | a step; test of a second size of the window before saving |
//! | `draft`, `controls`, `controls_profile` | the draft, and the profile made from it |
//! | `saved` | saving and restoring the draft, editing a saved profile |

mod board;
mod controls;
mod controls_fields;
mod controls_profile;
mod draft;
mod gallery;
mod picture;
mod saved;
mod source;
mod steps;
mod trial;
mod values;

use std::path::Path;
use std::sync::Arc;

use egui::{Context, Pos2, TextureHandle, Ui};
use image::RgbaImage;

use crate::game::{Cell, Game, LevelRef, ScreenBoard};
use crate::games;
use crate::live_panel::{LivePanel, TrialRun};
use crate::page::command::commands;
use crate::page::{CommandId, Cx, Dock, Notice, Page, PageInput, PageLayout, Panel, Reply, Work};
use crate::session::{LatestTask, Task, Wake};
use crate::vision::Tiling;

use self::draft::{AnalysisInput, DraftAnalysis, ProfileDraft};
use self::picture::{OpenedPicture, WindowShots};
use self::source::RulesSource;
use self::steps::WizardStep;

commands! {
    Live {
        5 NEW_PROFILE "New screen profile…" "Teach Planwright to read and play a game in a window, step by step" [];
    }
}

/// Id of the unfinished profile during a trial.
const DRAFT_ID: &str = "new-profile";

pub struct WizardPage {
    wizard: Option<Box<Wizard>>,
    trial: LivePanel,
}

struct Wizard {
    step: WizardStep,
    game: &'static dyn Game,
    source: RulesSource,
    /// A level with the rules and invisible properties, and its display on a screen.
    base: Option<(LevelRef, ScreenBoard)>,
    shots: WindowShots,
    draft: ProfileDraft,
    analysis: LatestTask<AnalysisInput, DraftAnalysis>,
    /// The picture that was displayed last.
    texture: Option<(Arc<RgbaImage>, TextureHandle)>,
    pointer: Pointer,
    prompt: Prompt,
    /// The window was successfully read with the profile.
    tried: bool,
    /// Test of the profile at a second size of the window; its result is a fault with the remedy, if it has found one.
    size_test: LatestTask<(), Option<String>>,
    /// The draft as it was last saved.
    saved: Option<ProfileDraft>,
    saving: Option<Task<()>>,
}

/// State of pointer input in the picture, and highlighted cells.
#[derive(Default)]
struct Pointer {
    /// Index of the value that a click assigns.
    value: usize,
    highlighted: Vec<Cell>,
    /// The input whose position the next click sets.
    picking: Option<controls::PickTarget>,
    /// Pixel from which a new rectangle is being drawn, and the positions of cells before.
    drawing: Option<(Pos2, Tiling)>,
}

/// Questions to the user, and the last error.
#[derive(Default)]
struct Prompt {
    /// The run that the user is being asked to confirm.
    trial: Option<TrialRun>,
    /// The user is being asked whether to discard everything.
    discarding: bool,
    trouble: Option<String>,
}

impl Default for WizardPage {
    fn default() -> Self {
        Self {
            wizard: None,
            trial: LivePanel::new(NEW_PROFILE),
        }
    }
}

impl Page for WizardPage {
    fn layout(&self, cx: &Cx) -> PageLayout {
        if self.wizard.is_none() {
            return PageLayout::default();
        }
        let right = if self.is_trying(cx) {
            Panel::Own
        } else {
            Panel::None
        };
        // The steps and the picture need the space.
        let tab = PageLayout::tab("New profile", NEW_PROFILE).with_panel(Dock::Left, Panel::None);
        tab.with_panel(Dock::Right, right)
            .with_panel(Dock::Bottom, Panel::None)
    }

    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        self.begin(cx);
        cx.show_tab(command);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        if let Some(wizard) = &mut self.wizard {
            wizard.poll(cx);
        }
        if !self.is_trying(cx) {
            self.trial.try_draft(None, cx);
        }
        self.trial.poll(cx);
    }

    fn on_notice(&mut self, notice: &Notice, cx: &mut Cx) {
        if matches!(notice, Notice::Exit) {
            // No key may remain pressed when this program ends.
            self.trial.stop(cx);
        }
        if let Notice::Learned(lesson) = notice
            && let Some(wizard) = &mut self.wizard
            && lesson.profile.id == DRAFT_ID
        {
            self.trial.learn(lesson);
            if let Err(error) = wizard.draft.learn(lesson) {
                wizard.prompt.trouble = Some(error);
            }
        }
    }

    fn ui(&mut self, dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        if dock.is_some() {
            return self.trial.side(ui);
        }
        let Some(wizard) = &mut self.wizard else {
            return;
        };
        if let Some(tab) = wizard.ui(ui, cx, &mut self.trial) {
            wizard.delete_draft(cx);
            self.trial.try_draft(None, cx);
            self.wizard = None;
            cx.show_tab(tab);
        }
    }

    fn accept(&mut self, input: PageInput<'_>, cx: &mut Cx) -> Option<Result<(), String>> {
        let taken = match input {
            PageInput::Answer(_, Reply::File(path)) => {
                self.begin(cx);
                if let Some(wizard) = &mut self.wizard {
                    if std::mem::take(&mut wizard.source.choosing) {
                        wizard.read_rules(&path, cx);
                    } else {
                        wizard.open_picture(&path, cx);
                        wizard.go(WizardStep::Picture);
                    }
                }
                Ok(())
            }
            PageInput::Answer(_, Reply::Profile(id, part)) => self.edit_profile(&id, part, cx),
            PageInput::Answer(_, Reply::None) => {
                if let Some(wizard) = &mut self.wizard {
                    wizard.source.choosing = false;
                }
                return None;
            }
            _ => return None,
        };
        if taken.is_ok() {
            cx.show_tab(NEW_PROFILE);
        }
        Some(taken)
    }

    fn work(&self) -> Option<Work> {
        let wizard = self.wizard.as_ref();
        (wizard.is_some_and(|wizard| wizard.is_busy()) || self.trial.is_busy())
            .then_some(Work::Running)
    }
}

impl WizardPage {
    /// Starts a profile, or restores an unfinished one.
    fn begin(&mut self, cx: &mut Cx) {
        if self.wizard.is_some() {
            return;
        }
        match Wizard::restore(cx) {
            Ok(Some(wizard)) => {
                let text =
                    "You started this profile earlier. Continue, or discard it and start over.";
                cx.messages.status(text);
                self.wizard = Some(Box::new(wizard));
                return;
            }
            Ok(None) => {}
            Err(error) => cx.messages.status(error),
        }
        let level = cx.document.level().clone();
        let game = cx.document.game().or(games::all().first().copied());
        self.wizard = game.map(|game| Box::new(Wizard::new(game, level, cx.wake.clone())));
    }

    /// Returns whether the profile is being tried in the game's window.
    fn is_trying(&self, cx: &Cx) -> bool {
        let step = self.wizard.as_ref().map(|wizard| wizard.step);
        cx.tab == NEW_PROFILE && step == Some(WizardStep::Try)
    }
}

impl Wizard {
    fn new(game: &'static dyn Game, level: LevelRef, wake: Wake) -> Self {
        Self {
            step: WizardStep::Game,
            game,
            source: RulesSource::new(game, level, wake),
            base: None,
            shots: WindowShots::default(),
            draft: ProfileDraft::blank(),
            texture: None,
            analysis: LatestTask::default(),
            pointer: Pointer::default(),
            prompt: Prompt::default(),
            tried: false,
            size_test: LatestTask::default(),
            saved: None,
            saving: None,
        }
    }

    /// Display of the level with the rules.
    fn screen_board(&self) -> Option<&ScreenBoard> {
        self.base.as_ref().map(|(_, board)| board)
    }

    fn is_busy(&self) -> bool {
        self.analysis.is_busy()
            || self.source.is_busy()
            || self.shots.is_opening()
            || self.size_test.is_busy()
    }

    /// Returns whether a step has all that later ones need of it.
    fn is_done(&self, step: WizardStep) -> bool {
        match step {
            WizardStep::Game => self.base.is_some(),
            WizardStep::Picture => !self.draft.pictures.is_empty(),
            WizardStep::Board => self.draft.has_board() && self.rules_fit(),
            WizardStep::Values => self.partial_profile().is_some(),
            WizardStep::Controls => {
                self.step > WizardStep::Controls && self.draft.problem().is_none()
            }
            WizardStep::Try => self.tried,
            // The page closes then.
            WizardStep::Save => false,
        }
    }

    /// Returns whether a step can be shown: those before it are done. A trial is not needed to save.
    fn can_go(&self, step: WizardStep) -> bool {
        let last_needed = step.min(WizardStep::Controls);
        let steps = WizardStep::ALL.into_iter();
        let mut needed = steps.filter(|(it, _)| *it < last_needed);
        let playable = step <= WizardStep::Controls || self.draft.problem().is_none();
        playable && needed.all(|(step, _)| self.is_done(step))
    }

    fn go(&mut self, step: WizardStep) {
        self.step = step;
        self.prompt.trouble = None;
        self.cancel();
    }

    /// Cancels picking, highlights, questions and the test at a second size.
    fn cancel(&mut self) {
        self.pointer.picking = None;
        self.pointer.highlighted.clear();
        self.size_test = LatestTask::default();
        self.prompt.trial = None;
        self.prompt.discarding = false;
    }

    fn poll(&mut self, cx: &Cx) {
        self.poll_rules();
        match self.shots.poll() {
            None => {}
            Some(Ok(opened)) => self.take_picture(opened),
            Some(Err(error)) => self.prompt.trouble = Some(error),
        }
        self.analyze(cx);
        self.save_draft(cx);
    }

    /// Starts an analysis of the draft whenever it has changed.
    fn analyze(&mut self, cx: &Cx) {
        let task = &mut self.analysis;
        if task.poll()
            && let Some(Err(error)) = task.value()
        {
            self.prompt.trouble = Some(error.to_string());
        }
        let board = self.base.as_ref().map(|(_, board)| board);
        match board.and_then(|board| self.draft.analysis_input(board)) {
            None => *task = LatestTask::default(),
            Some(_) if task.is_busy() || self.pointer.drawing.is_some() => {}
            Some(input) => task.request(input, |input| {
                let (input, edited) = (input.clone(), self.draft.profile.clone());
                let work = move |_: &_| input.analyze(&edited);
                Task::start("trial of the profile", &cx.wake, work)
            }),
        }
    }

    /// Adopts rules that were worked out. Values that they do not have are dropped from the pictures.
    fn poll_rules(&mut self) {
        let Some(found) = Task::outcome_of(&mut self.source.task) else {
            return;
        };
        self.base = None;
        match found {
            Ok((level, board)) => {
                self.draft.controls.follow(&board);
                if let Some(size) = board.size {
                    self.draft.board.size = size;
                    self.draft.drop_outside();
                }
                let known = |value: &String| board.values.iter().any(|(token, _)| token == value);
                for picture in &mut self.draft.pictures {
                    picture.samples.retain(|_, value| known(value));
                }
                self.draft.profile.game = self.game.info().id.to_owned();
                self.draft.profile.unseen.level = Some(level.to_text());
                self.base = Some((level, board));
                self.pointer.value = 0;
            }
            Err(error) => self.source.problem = Some(error),
        }
    }

    /// Opens a picture file in the background; [`Wizard::take_picture`] follows.
    fn open_picture(&mut self, path: &Path, cx: &Cx) {
        self.draft.path = path.to_string_lossy().into_owned();
        self.prompt.trouble = None;
        let first = self.draft.reference(self.partial_profile());
        let (pictures, path) = (cx.world.pictures.clone(), path.to_owned());
        self.shots.open(first, cx, move |_| {
            let title = path.file_stem().unwrap_or_default();
            Ok(OpenedPicture {
                image: pictures.open(&path)?,
                title: title.to_string_lossy().into_owned(),
                window: None,
                board: None,
                replaces: None,
            })
        });
    }

    /// Adds an opened picture. The first one proposes the board or, in a profile being edited, is read by that profile.
    fn take_picture(&mut self, mut opened: OpenedPicture) {
        let first = self.draft.pictures.is_empty();
        // A proposed board must have a size that a level can have.
        let board = opened.board.take();
        opened.board = board.filter(|(_, cells)| self.allows_cells(*cells));
        self.draft.add(opened, self.rules());
        if first {
            let board = self.base.as_ref().map(|(_, board)| board);
            self.draft.read_original(board);
        }
        self.fit_rules();
        if first && self.step == WizardStep::Picture {
            self.go(WizardStep::Board);
        }
    }
}
