//! First steps on a level – play, solve, watch: words that point at the controls and do nothing themselves.
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
use crate::page::{Command, CommandInfo, Cx, Page, Request, Source, known};

commands! {
    Help {
        7 TOUR "First steps" "Point out how to play a level, have it solved and watch the plan" [];
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
                "Make a move on the board. Nothing can break: Undo takes back everything.",
            ),
            Self::Solve => (
                "Solve",
                "Let a solver find a plan from here. If there is none, Undo takes your moves back.",
            ),
            Self::Watch => (
                "Watch",
                "Play the plan step by step or at any speed, forwards and backwards.",
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
    /// As soon as a level is open.
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
        if self.beginning == Beginning::Waits && !cx.start_page && !cx.document.is_untouched() {
            self.beginning = Beginning::Over;
            self.at = Some(0);
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
        let visible = !is_covered(ui.ctx()) && !cx.start_page;
        let Some(at) = self.at.filter(|_| visible) else {
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
                        .button("Skip")
                        .on_hover_text("No more hints (Esc)")
                        .clicked();
            });
        });
        if skip {
            self.leave(cx);
        } else if next {
            self.go_on(at, cx);
        }
    }
}

impl TourPage {
    /// Shows the first step, on a level that is shipped if none is open.
    fn begin(&mut self, cx: &mut Cx) {
        self.beginning = Beginning::Over;
        self.at = Some(0);
        if cx.start_page || cx.document.is_untouched() {
            let mut games = games::all().iter().copied();
            let first = games.find_map(|game| cx.catalogue.first_shipped(game.info().id));
            if let Some(level) = first {
                cx.start_page = true;
                cx.ask(Request::Open(Source::Origin(level)));
            }
        }
    }

    fn go_on(&mut self, at: usize, cx: &mut Cx) {
        match STEPS.get(at + 1) {
            Some(_) => self.at = Some(at + 1),
            None => self.leave(cx),
        }
    }

    fn leave(&mut self, cx: &mut Cx) {
        self.at = None;
        cx.settings.welcome.tour_due = false;
        cx.messages
            .status("You can show the first steps again from the Help menu.");
    }
}

/// Whether a dialog lies over the window.
fn is_covered(ctx: &Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}
