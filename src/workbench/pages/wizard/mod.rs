//! A new screen profile, step by step: which game, a picture of it, where the board is, what its
//! cells show, how it is played; then it is tried on the window itself, and saved.
//!
//! Nothing here waits: windows are looked at, rules worked out and pictures read on threads.

mod board;
mod controls;
mod draft;
mod kept;
mod picture;
mod source;
mod tried;
mod values;

use crate::page::{Command, known};
use std::path::PathBuf;

use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui};

use crate::game::{Cell, Game, LevelRef, ScreenBoard};
use crate::games;
use crate::session::Task;

use crate::kit::fields::primary_button;
use crate::kit::theme::{self, space};
use crate::shell::app::Workbench;

use self::controls::ControlsDraft;
use self::draft::{Draft, Judged};
use self::picture::{Opened, Shots};

/// Room for what came of the cells, in points.
const VERDICT: f32 = 74.0;

/// One step of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Game,
    Picture,
    Board,
    Values,
    Controls,
    Try,
    Save,
}

impl Step {
    const ALL: [(Self, &'static str); 7] = [
        (Self::Game, "Game"),
        (Self::Picture, "Picture"),
        (Self::Board, "Board"),
        (Self::Values, "Cells"),
        (Self::Controls, "Controls"),
        (Self::Try, "Try it"),
        (Self::Save, "Save"),
    ];

    fn beside(self, by: isize) -> Option<Self> {
        let at = Self::ALL.iter().position(|(step, _)| *step == self)?;
        let (step, _) = Self::ALL.get(at.checked_add_signed(by)?)?;
        Some(*step)
    }
}

/// A profile in the making.
pub struct Wizard {
    step: Step,
    game: &'static dyn Game,
    source: source::Source,
    /// The level that every level is like but for what is seen, and what a screen shows of it.
    base: Option<(LevelRef, ScreenBoard)>,
    shots: Shots,
    draft: Draft,
    /// What came of the draft last, and what is being worked out.
    judged: Option<Judged>,
    judging: Option<Task<Judged>>,
    /// The value that a click gives a cell.
    chosen: usize,
    /// Cells that are pointed out in the picture.
    pointed: Vec<Cell>,
    controls: ControlsDraft,
    /// Which input is given its place by the next click in the picture.
    picking: Option<controls::Slot>,
    handle: Option<board::Handle>,
    saved: Option<String>,
    trouble: Option<String>,
    tried: bool,
    /// What is about to be sent to the window, once the person agrees.
    asked: Option<tried::Trial>,
    /// All that was said is about to be forgotten, once the person agrees.
    giving_up: bool,
    /// Counts all changes; up to which of them it is kept on the disk.
    touched: u64,
    kept: u64,
    keeping: Option<Task<()>>,
}

impl Wizard {
    fn new(game: &'static dyn Game, level: LevelRef) -> Self {
        Self {
            step: Step::Game,
            game,
            source: source::Source::new(game, level),
            base: None,
            shots: Shots::default(),
            draft: Draft::default(),
            judged: None,
            judging: None,
            chosen: 0,
            pointed: Vec::new(),
            controls: ControlsDraft::default(),
            picking: None,
            handle: None,
            saved: None,
            trouble: None,
            tried: false,
            asked: None,
            giving_up: false,
            touched: 0,
            kept: 0,
            keeping: None,
        }
    }

    /// Whether a step has what it is for.
    fn is_done(&self, step: Step) -> bool {
        match step {
            Step::Game => self.base.is_some(),
            Step::Picture => !self.draft.pictures.is_empty(),
            Step::Board => self.draft.has_board(),
            Step::Values => self.profile_so_far().is_some(),
            Step::Controls => self.step > Step::Controls && self.controls.problem().is_none(),
            Step::Try => self.tried,
            Step::Save => self.saved.is_some(),
        }
    }

    /// Whether all that a step needs is there.
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
        self.touched += 1;
        self.picking = None;
        self.pointed.clear();
        self.trouble = None;
        self.asked = None;
        self.giving_up = false;
    }

    /// Takes back what is asked or pointed out.
    fn escape(&mut self) {
        self.picking = None;
        self.pointed.clear();
        self.asked = None;
        self.giving_up = false;
    }

    /// Something of the draft has changed.
    fn changed(&mut self) {
        self.draft.revision += 1;
        self.touched += 1;
        self.saved = None;
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
                self.chosen = 0;
                self.changed();
            }
            Ok((_, None)) => {
                let text = "Of this level no board can be seen cell by cell: it has no cells with \
                            values, or rules without rows and columns.";
                self.source.problem = Some(text.to_owned());
            }
            Err(error) => self.source.problem = Some(error),
        }
    }
}

impl Workbench {
    /// Opens the page for a new screen profile, with what was begun there.
    pub(crate) fn new_profile(&mut self, ctx: &egui::Context) {
        if self.wizard.is_none()
            && let Some(begun) = self.begun_wizard(ctx)
        {
            let text = "This profile was begun earlier. Go on, or give it up and begin anew.";
            self.cx.messages.status(text);
            self.wizard = Some(Box::new(begun));
        }
        if self.wizard.is_none() {
            let level = self.cx.document.level().clone();
            let game = self.cx.document.game().or(games::visible().next());
            let Some(game) = game else {
                return;
            };
            self.wizard = Some(Box::new(Wizard::new(game, level)));
        }
        self.cx.tab = known::NEW_PROFILE;
    }

    /// The same with a picture that was chosen already.
    pub(crate) fn new_profile_of(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.new_profile(ctx);
        let Some(wizard) = &mut self.wizard else {
            return;
        };
        wizard.shots.path = path.to_string_lossy().into_owned();
        let pictures = self.cx.world.pictures.clone();
        wizard.shots.open(&path, pictures, self.cx.wake.clone());
        wizard.go(Step::Picture);
    }

    /// Whether something is worked out for the new profile.
    pub(crate) fn wizard_is_busy(&self) -> bool {
        self.wizard.as_ref().is_some_and(|wizard| {
            wizard.judging.is_some() || wizard.source.is_busy() || wizard.shots.is_opening()
        })
    }

    /// Whether the game's window is being tried now, for which the live panel's side is needed.
    pub(crate) fn wizard_tries(&self) -> bool {
        let trying = self.wizard.as_ref().map(|wizard| wizard.step);
        self.cx.tab == known::NEW_PROFILE && trying == Some(Step::Try)
    }

    /// Takes over what was worked out.
    pub(crate) fn poll_wizard(&mut self, ctx: &egui::Context) {
        let Some(mut wizard) = self.wizard.take() else {
            return;
        };
        wizard.source.start(self.cx.wake.clone());
        wizard.take_base();
        if let Some(opened) = wizard.shots.poll(ctx) {
            wizard.take_picture(ctx, opened);
        }
        if let Some(Ok(judged)) = Task::end_of(&mut wizard.judging) {
            wizard.judged = Some(judged);
        }
        let current = wizard.judged.as_ref().map(|judged| judged.revision);
        if wizard.judging.is_none()
            && wizard.handle.is_none()
            && current != Some(wizard.draft.revision)
            && let Some(work) = wizard.work()
        {
            wizard.judging = Some(Task::start("trial of the profile", &self.cx.wake, work));
        }
        self.keep_wizard(&mut wizard);
        self.wizard = Some(wizard);
        if !self.wizard_tries() {
            self.live.try_draft(None);
        }
    }

    /// The page, in the place of the board.
    pub(crate) fn wizard_page(&mut self, ui: &mut Ui) {
        let Some(mut wizard) = self.wizard.take() else {
            self.cx.tab = known::EDIT;
            return;
        };
        let frame = Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(Margin::same(space::PANEL));
        if !self.is_covered(ui.ctx()) && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            wizard.escape();
        }
        let mut leave = None;
        Panel::left("new profile steps")
            .frame(frame)
            .default_size(360.0)
            .size_range(330.0..=480.0)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = space::TIGHT;
                let mut go = None;
                let mut give_up = false;
                // In sight however long the step is.
                Panel::bottom("new profile way")
                    .frame(Frame::new())
                    .show(ui, |ui| {
                        ui.add_space(space::SMALL);
                        if wizard.step == Step::Values {
                            // Here, so that nothing above moves while cells are clicked.
                            ui.scope(|ui| {
                                ui.set_min_height(VERDICT);
                                wizard.verdict(ui);
                            });
                            ui.add_space(space::SMALL);
                        }
                        (go, give_up) = way(ui, &mut wizard);
                    });
                leave = self.wizard_steps(ui, &mut wizard);
                if give_up {
                    leave = Some(known::EDIT);
                }
                if let Some(step) = go {
                    wizard.go(step);
                }
            });
        match wizard.step {
            Step::Try => {
                self.wizard_trial(ui, &mut wizard);
            }
            Step::Game => source::about(ui, &wizard),
            Step::Picture if wizard.draft.pictures.is_empty() => {
                self.wizard_windows(ui, &mut wizard);
            }
            _ => wizard.picture_area(ui),
        }
        match leave {
            Some(mode) => {
                self.forget_wizard(&wizard);
                self.live.try_draft(None);
                self.cx.tab = mode;
            }
            None => self.wizard = Some(wizard),
        }
    }

    /// The steps with what is said in the one at hand; where to go if the page is to be left for
    /// good.
    fn wizard_steps(&mut self, ui: &mut Ui, wizard: &mut Wizard) -> Option<Command> {
        let mut leave = None;
        let mut go = None;
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                for (index, (step, name)) in Step::ALL.into_iter().enumerate() {
                    let open = wizard.step == step;
                    let done = if wizard.is_done(step) {
                        " – done"
                    } else {
                        ""
                    };
                    let text = format!("{}. {name}{done}", index + 1);
                    let text = if open {
                        RichText::new(text).strong()
                    } else {
                        RichText::new(text)
                    };
                    let button = egui::Button::selectable(open, text).frame(true);
                    let response = ui.add_enabled(wizard.can_go(step), button);
                    if response.clicked() && !open {
                        go = Some(step);
                    }
                    if open {
                        ui.indent(name, |ui| {
                            ui.add_space(space::TIGHT);
                            leave = self.wizard_step(ui, wizard);
                            ui.add_space(space::SMALL);
                        });
                    }
                }
            });
        if let Some(step) = go {
            wizard.go(step);
        }
        leave
    }

    /// What is said in a step; where to go if all is done.
    fn wizard_step(&mut self, ui: &mut Ui, wizard: &mut Wizard) -> Option<Command> {
        match wizard.step {
            Step::Game => self.wizard_game(ui, wizard),
            Step::Picture => self.wizard_picture(ui, wizard),
            Step::Board => wizard.board_fields(ui),
            Step::Values => self.wizard_values(ui, wizard),
            Step::Controls => wizard.controls_fields(ui),
            Step::Try => self.wizard_trial_fields(ui, wizard),
            Step::Save => return self.wizard_save(ui, wizard),
        }
        None
    }
}

/// Back and forth; which step to go to, and whether all is given up.
fn way(ui: &mut Ui, wizard: &mut Wizard) -> (Option<Step>, bool) {
    let mut go = None;
    let mut give_up = false;
    ui.horizontal_wrapped(|ui| {
        if wizard.giving_up {
            ui.label("Forget all that was said here?");
            give_up = ui.button("Forget it").clicked();
            if ui.button("Keep it").clicked() {
                wizard.giving_up = false;
            }
            return;
        }
        let back = wizard.step.beside(-1);
        if ui
            .add_enabled(back.is_some(), egui::Button::new("Back"))
            .clicked()
        {
            go = back;
        }
        if let Some(next) = wizard.step.beside(1)
            && primary_button(ui, "Next", wizard.can_go(next)).clicked()
        {
            go = Some(next);
        }
        ui.separator();
        let hint = "Forget all that was said here; switching to another mode keeps it";
        let button = ui.button("Give up this profile").on_hover_text(hint);
        if button.clicked() {
            // Without a picture nothing is lost.
            give_up = wizard.draft.pictures.is_empty();
            wizard.giving_up = !give_up;
        }
    });
    (go, give_up)
}

impl Wizard {
    fn take_picture(&mut self, ctx: &egui::Context, opened: Opened) {
        let first = self.draft.pictures.is_empty();
        match self.draft.add(ctx, opened, self.base.as_ref()) {
            Ok(()) => {
                if first && self.step == Step::Picture {
                    self.go(Step::Board);
                }
                self.changed();
            }
            Err(error) => self.trouble = Some(error),
        }
    }
}
