//! The tour: what one does with a level – play, solve, watch – on a real one, with an arrow at each control.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod` | the steps, and when one is done |
//! | `callout` | the words and the arrow |

mod callout;

use egui::{Context, Key, Modifiers, Popup, RichText, Ui, Vec2};

use crate::games;
use crate::kit::fields::primary_button;
use crate::kit::spot;
use crate::kit::theme::space;
use crate::page::command::commands;
use crate::page::{Command, CommandInfo, Cx, Page, Request, Side, Source, known};

commands! {
    Help {
        7 TOUR "Tour" "Play a level, have it solved and watch the plan, in three steps" [];
    }
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Play,
    Solve,
    Watch,
}

const STEPS: [Step; 3] = [Step::Play, Step::Solve, Step::Watch];

impl Step {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Play => (
                "Play",
                "Make a move on the board. Nothing can break: Undo takes everything back.",
            ),
            Self::Solve => (
                "Solve",
                "Let the solver find a plan from the start: your moves are taken back, and Undo brings them again. It says whether the plan is proved to be the best.",
            ),
            Self::Watch => (
                "Watch",
                "Play the plan, step by step or at any speed, forwards and backwards.",
            ),
        }
    }

    /// Names of the controls it points at; the first one on screen is taken.
    fn spots(self) -> [&'static str; 2] {
        match self {
            Self::Play => [spot::BOARD, known::PLAY.text()],
            Self::Solve => [known::SOLVE.text(), known::PLAN.text()],
            Self::Watch => [spot::WATCH, known::PLAN.text()],
        }
    }

    fn is_done(self, cx: &Cx) -> bool {
        match self {
            Self::Play => !cx.document.moves().is_empty(),
            Self::Solve => cx.document.current_plan().is_some(),
            Self::Watch => cx.facts.step.is_some_and(|step| step > 0),
        }
    }

    /// Brings what it points at on screen.
    fn begin(self, cx: &mut Cx) {
        match self {
            Self::Play => cx.go(known::PLAY),
            Self::Solve => {
                // Any move may be one from which there is no way to the goal.
                cx.document.take_back_to(0);
                cx.show_side(Side::Right);
            }
            Self::Watch => {
                cx.go(known::PLAN);
                cx.show_side(Side::Bottom);
            }
        }
    }
}

/// The page.
#[derive(Default)]
pub struct TourPage {
    /// Index of the step at hand.
    at: Option<usize>,
    beginning: Beginning,
    /// Size of the words in the frame before.
    size: Vec2,
}

/// Whether the tour is still to begin by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Beginning {
    /// It was not yet asked whether this is a first start.
    #[default]
    Unknown,
    /// As soon as there are levels.
    Waits,
    Over,
}

impl Page for TourPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn run(&mut self, _command: Command, _ctx: &Context, cx: &mut Cx) {
        self.begin(cx);
    }

    fn poll(&mut self, ctx: &Context, cx: &mut Cx) {
        if self.beginning == Beginning::Unknown {
            // Who opens a file has something else in mind.
            let first = cx.settings.welcome.tour_due && cx.start_page;
            self.beginning = if first {
                Beginning::Waits
            } else {
                Beginning::Over
            };
        }
        if self.beginning == Beginning::Waits && cx.catalogue.is_ready() {
            self.begin(cx);
        }
        let Some(at) = self.at else {
            return;
        };
        let covered = Popup::is_any_open(ctx) || is_covered(ctx);
        if !covered && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.leave(cx);
        } else if STEPS[at].is_done(cx) {
            self.go_on(at, cx);
        }
    }

    fn overlay(&mut self, ui: &Ui, cx: &mut Cx) {
        let Some(at) = self.at.filter(|_| !is_covered(ui.ctx())) else {
            return;
        };
        let step = STEPS[at];
        let target = step
            .spots()
            .into_iter()
            .find_map(|name| spot::of(ui.ctx(), name));
        let (mut next, mut skip) = (false, false);
        callout::show(ui.ctx(), target, &mut self.size, |ui| {
            let (title, text) = step.words();
            ui.label(RichText::new(format!("{}. {title}", at + 1)).strong());
            ui.label(text);
            ui.add_space(space::SMALL);
            ui.horizontal(|ui| {
                let last = at + 1 == STEPS.len();
                next = primary_button(ui, if last { "Done" } else { "Next" }, true).clicked();
                skip = !last
                    && ui
                        .button("Skip tour")
                        .on_hover_text("Leave the tour (Esc)")
                        .clicked();
            });
        });
        if skip {
            self.leave(cx);
        } else if next {
            if step == Step::Solve {
                cx.document.take_back_to(0);
                cx.ask(Request::Run(known::SOLVE));
            }
            self.go_on(at, cx);
        }
    }
}

impl TourPage {
    /// Opens a sample level and shows the first step.
    fn begin(&mut self, cx: &mut Cx) {
        self.beginning = Beginning::Over;
        let first = games::visible().find_map(|game| cx.catalogue.first_shipped(game.info().id));
        if let Some(level) = first {
            cx.ask(Request::Open(Source::Origin(level)));
            self.at = Some(0);
            STEPS[0].begin(cx);
        }
    }

    fn go_on(&mut self, at: usize, cx: &mut Cx) {
        match STEPS.get(at + 1) {
            Some(next) => {
                self.at = Some(at + 1);
                next.begin(cx);
            }
            None => self.leave(cx),
        }
    }

    fn leave(&mut self, cx: &mut Cx) {
        self.at = None;
        cx.settings.welcome.tour_due = false;
        cx.messages
            .status("You find the tour again in the Help menu.");
    }
}

/// Whether a dialog lies over the window.
fn is_covered(ctx: &Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}
