//! Wizard for a new screen profile, step by step: game, picture, board, cell values, controls; then a trial in the
//! window, and saving.
//!
//! Everything slow runs in the background: capturing windows, evaluating rules, reading pictures.
//!
//! | file | contents |
//! |---|---|
//! | `step`, `steps` | the steps, their display and navigation |
//! | `gallery` | patterns offered by the first step |
//! | `source`, `picture`, `board`, `values`, `controls_fields`, `trial` | one step each |
//! | `fitted` | alignment of pictures at another size |
//! | `blame` | likely cause of a failing trial |
//! | `draft`, `controls`, `controls_made` | the draft, and the profile made from it |
//! | `kept` | saving the draft |
//! | `reopened` | editing a saved profile, and learning |

mod blame;
mod board;
mod controls;
mod controls_fields;
mod controls_made;
mod draft;
mod fitted;
mod gallery;
mod kept;
mod picture;
mod reopened;
mod source;
mod step;
mod steps;
mod trial;
mod values;

use std::path::Path;

use egui::{Context, Ui};

use crate::game::{Cell, Game, LevelRef, ScreenBoard};
use crate::games;
use crate::live_panel::LivePanel;
use crate::page::command::commands;
use crate::page::{Answer, Command, CommandInfo, Cx, Notice, Page, Panel, Side, Tab};
use crate::session::Task;
use crate::vision::{Lesson, Tiling};

use self::controls::ControlsDraft;
use self::draft::{Draft, Judged};
use self::picture::{Opened, Shots};
use self::source::Source;
use self::step::Step;

commands! {
    Live {
        5 NEW_PROFILE "New screen profile…" "Teach Planwright to read and play a game in a window, step by step" [];
    }
}

/// Id of the unfinished profile during a trial.
const DRAFT: &str = "new-profile";

/// The page.
pub struct WizardPage {
    wizard: Option<Box<Wizard>>,
    trial: LivePanel,
    /// Lessons learned during a trial, to be added to the draft.
    lessons: Vec<Lesson>,
}

struct Wizard {
    step: Step,
    game: &'static dyn Game,
    source: Source,
    /// A level with the rules and invisible properties, and its display on a screen.
    base: Option<(LevelRef, ScreenBoard)>,
    shots: Shots,
    draft: Draft,
    judging: Judging,
    controls: ControlsDraft,
    pointer: Pointer,
    asking: Asking,
    /// The window was successfully read with the profile.
    tried: bool,
    keeping: Keeping,
}

#[derive(Default)]
struct Judging {
    /// The last result, possibly of an earlier revision.
    last: Option<Judged>,
    task: Option<Task<Judged>>,
}

/// State of pointer input in the picture, and highlighted cells.
#[derive(Default)]
struct Pointer {
    /// Index of the value that a click assigns.
    value: usize,
    shown: Vec<Cell>,
    /// The input whose position the next click sets.
    picking: Option<controls::Slot>,
    /// Part of the board's rectangle being dragged.
    handle: Option<board::Handle>,
    /// Positions of the cells before the rectangle was redrawn.
    before: Option<Tiling>,
}

#[derive(Default)]
struct Asking {
    trial: Option<trial::Trial>,
    /// The user is being asked whether to discard everything.
    giving_up: bool,
    trouble: Option<String>,
}

#[derive(Default)]
struct Keeping {
    touched: u64,
    kept: u64,
    task: Option<Task<()>>,
}

impl Default for WizardPage {
    fn default() -> Self {
        Self {
            wizard: None,
            trial: LivePanel::new(NEW_PROFILE),
            lessons: Vec::new(),
        }
    }
}

impl Page for WizardPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        self.wizard.is_some().then_some(Tab {
            title: "New profile",
            command: NEW_PROFILE,
        })
    }

    fn run(&mut self, command: Command, ctx: &Context, cx: &mut Cx) {
        self.begin(ctx, cx);
        cx.go(command);
    }

    fn poll(&mut self, ctx: &Context, cx: &mut Cx) {
        if let Some(wizard) = &mut self.wizard {
            for lesson in self.lessons.drain(..) {
                wizard.learn(ctx, &lesson);
            }
            wizard.poll(ctx, cx);
        }
        if !self.tries(cx) {
            self.trial.try_draft(None, cx);
        }
        self.trial.poll(cx);
    }

    fn hear(&mut self, notice: &Notice, _cx: &mut Cx) {
        if let Notice::Taught(lesson) = notice
            && self.wizard.is_some()
            && lesson.profile.id == DRAFT
        {
            self.trial.learn(lesson);
            self.lessons.push(lesson.clone());
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let Some(wizard) = &mut self.wizard else {
            return;
        };
        if let Some(tab) = wizard.ui(ui, cx, &mut self.trial) {
            wizard.forget(cx);
            self.trial.try_draft(None, cx);
            self.wizard = None;
            cx.go(tab);
        }
    }

    fn side(&self, side: Side, cx: &Cx) -> Panel {
        match side {
            Side::Right if self.tries(cx) => Panel::Own,
            // The steps and the picture need the space.
            _ => Panel::None,
        }
    }

    fn panel(&mut self, _side: Side, ui: &mut Ui, cx: &mut Cx) {
        self.trial.side(ui, cx);
    }

    fn answer(
        &mut self,
        command: Command,
        answer: &Answer,
        ctx: &Context,
        cx: &mut Cx,
    ) -> Result<(), String> {
        if let Answer::File(path) = answer {
            self.begin(ctx, cx);
            if let Some(wizard) = &mut self.wizard {
                if wizard.source.takes_file() {
                    wizard.read_rules(path, cx);
                } else {
                    wizard.open_picture(path, cx);
                    wizard.go(Step::Picture);
                }
            }
            cx.go(command);
        }
        if let Answer::Profile(id, part) = answer {
            self.change(id, *part, ctx, cx)?;
            cx.go(command);
        }
        Ok(())
    }

    fn is_busy(&self) -> bool {
        let wizard = self.wizard.as_ref();
        wizard.is_some_and(|wizard| wizard.is_busy()) || self.trial.is_busy()
    }

    fn exit(&mut self) {
        // No key may remain pressed when this program ends.
        self.trial.exit();
    }
}

impl WizardPage {
    /// Starts a profile, or restores an unfinished one.
    fn begin(&mut self, ctx: &Context, cx: &mut Cx) {
        if self.wizard.is_some() {
            return;
        }
        if let Some(begun) = Wizard::begun(ctx, cx) {
            let text = "You started this profile earlier. Continue, or discard it and start over.";
            cx.messages.status(text);
            self.wizard = Some(Box::new(begun));
            return;
        }
        let level = cx.document.level().clone();
        let game = cx.document.game().or(games::all().first().copied());
        self.wizard = game.map(|game| Box::new(Wizard::new(game, level)));
    }

    /// Returns whether the profile is being tried in the game's window.
    fn tries(&self, cx: &Cx) -> bool {
        let step = self.wizard.as_ref().map(|wizard| wizard.step);
        cx.tab == NEW_PROFILE && step == Some(Step::Try)
    }
}

impl Wizard {
    fn new(game: &'static dyn Game, level: LevelRef) -> Self {
        Self {
            step: Step::Game,
            game,
            source: Source::new(game, level),
            base: None,
            shots: Shots::default(),
            draft: Draft::default(),
            judging: Judging::default(),
            controls: ControlsDraft::default(),
            pointer: Pointer::default(),
            asking: Asking::default(),
            tried: false,
            keeping: Keeping::default(),
        }
    }

    fn is_busy(&self) -> bool {
        self.judging.task.is_some() || self.source.is_busy() || self.shots.is_opening()
    }

    fn is_done(&self, step: Step) -> bool {
        match step {
            Step::Game => self.base.is_some(),
            Step::Picture => !self.draft.pictures.is_empty(),
            Step::Board => self.draft.has_board() && self.rules_fit(),
            Step::Values => self.profile_so_far().is_some(),
            Step::Controls => self.step > Step::Controls && self.controls.problem().is_none(),
            Step::Try => self.tried,
            // The page closes then.
            Step::Save => false,
        }
    }

    fn can_go(&self, step: Step) -> bool {
        let needed: &[Step] = match step {
            Step::Game => &[],
            Step::Picture => &[Step::Game],
            Step::Board => &[Step::Game, Step::Picture],
            Step::Values => &[Step::Game, Step::Picture, Step::Board],
            Step::Controls | Step::Try | Step::Save => {
                &[Step::Game, Step::Picture, Step::Board, Step::Values]
            }
        };
        let played = step <= Step::Controls || self.controls.problem().is_none();
        played && needed.iter().all(|step| self.is_done(*step))
    }

    fn go(&mut self, step: Step) {
        self.step = step;
        self.keeping.touched += 1;
        self.asking.trouble = None;
        self.escape();
    }

    /// Cancels picking, highlights and questions.
    fn escape(&mut self) {
        self.pointer.picking = None;
        self.pointer.shown.clear();
        self.asking.trial = None;
        self.asking.giving_up = false;
    }

    fn changed(&mut self) {
        self.draft.revision += 1;
        self.keeping.touched += 1;
    }

    fn poll(&mut self, ctx: &Context, cx: &Cx) {
        self.source.start(cx.wake.clone());
        self.take_base();
        if let Some(opened) = self.shots.poll(ctx) {
            self.take_picture(ctx, opened);
        }
        self.judge(cx);
        self.keep(cx);
    }

    /// Starts an analysis of the draft whenever it has changed.
    fn judge(&mut self, cx: &Cx) {
        if let Some(Ok(judged)) = Task::end_of(&mut self.judging.task) {
            self.judging.last = Some(judged);
        }
        let current = self.judging.last.as_ref().map(|judged| judged.revision);
        if self.judging.task.is_none()
            && self.pointer.handle.is_none()
            && current != Some(self.draft.revision)
            && let Some(work) = self.work()
        {
            self.judging.task = Some(Task::start("trial of the profile", &cx.wake, work));
        }
    }

    fn take_base(&mut self) {
        let Some(found) = self.source.poll() else {
            return;
        };
        self.base = None;
        match found {
            Ok((level, Some(board))) => {
                self.controls.follow(&board);
                if let Some(size) = board.size {
                    self.draft.size = size;
                }
                let known = |value: &String| board.values.iter().any(|(token, _)| token == value);
                for picture in &mut self.draft.pictures {
                    picture.samples.retain(|_, value| known(value));
                }
                self.base = Some((level, board));
                self.pointer.value = 0;
                self.changed();
            }
            Ok((_, None)) => {
                let text = "This level has no board that can be read cell by cell.";
                self.source.problem = Some(text.to_owned());
            }
            Err(error) => self.source.problem = Some(error),
        }
    }

    fn open_picture(&mut self, path: &Path, cx: &Cx) {
        self.shots.path = path.to_string_lossy().into_owned();
        let pictures = cx.world.pictures.clone();
        let first = self.draft.first(self.profile_so_far());
        self.shots.open(path, first, pictures, cx.wake.clone());
    }

    fn take_picture(&mut self, ctx: &Context, mut opened: Opened) {
        let (first, rules) = (self.draft.pictures.is_empty(), self.rules());
        // A proposed board must have a size that a level can have.
        opened.board = opened
            .board
            .filter(|(_, size)| self.takes(rules.whole(*size)));
        match self.draft.add(ctx, opened, rules) {
            Ok(()) => {
                if first {
                    self.read_before();
                }
                self.fit_rules();
                if first && self.step == Step::Picture {
                    self.go(Step::Board);
                }
                self.changed();
            }
            Err(error) => self.asking.trouble = Some(error),
        }
    }
}

#[cfg(test)]
mod tests;
