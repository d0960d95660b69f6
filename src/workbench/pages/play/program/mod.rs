//! Writing programs and watching them run, for games whose solution is one.
//!
//! | file | what it holds |
//! |---|---|
//! | `slots` | palette and slots, as they are drawn |
//! | `keys`, `act` | what was done there: by keys, and what follows from it |
//! | `caret` | where the next command goes, and what is selected |
//! | `text` | the same program as text, errors at their place |
//! | `debugging` | run, step, breakpoints |
//! | `bar` | its buttons, and where the run is |

mod act;
mod bar;
mod caret;
mod debugging;
mod keys;
mod slots;
mod text;

use egui::{Context, Frame, Margin, ScrollArea, Ui};

use super::commands::PROGRAM_BREAKPOINT;
use crate::board::{CanvasState, Overlays, RunBoard};
use crate::game::{Cell, Slot};
use crate::kit::pane::Pane;
use crate::kit::theme::space;
use crate::level_view::{is_solid, problems, view_switch};
use crate::page::{Command, Cx};
use crate::session::{CommandHint, Debugger, Document};

use self::caret::Caret;
use self::debugging::Debugging;
use self::text::Text;

/// Width from which the text stands beside the slots, in points.
const BESIDE: f32 = 640.0;

/// Editor and debugger of the open level's program.
#[derive(Default)]
pub struct Program {
    debugging: Debugging,
    caret: Caret,
    text: Text,
    /// Why the last change was not possible.
    refusal: Option<String>,
    /// View of the board.
    canvas: CanvasState,
}

impl Program {
    /// Whether a run goes on in the background.
    pub fn is_busy(&self) -> bool {
        self.debugging.is_busy()
    }

    /// Stops a program that runs by itself.
    pub(super) fn pause(&mut self) {
        self.debugging.pause();
    }

    /// The program as it runs.
    pub fn debugger(&self) -> Option<&Debugger> {
        self.debugging.debugger()
    }

    /// Whether the program was seen to win.
    pub(super) fn has_won(&self) -> bool {
        let ending = self.debugger().and_then(|debugger| debugger.now().ending());
        ending.is_some_and(|ending| ending.won)
    }

    /// Before which command the next one is put.
    pub fn caret(&self) -> Slot {
        self.caret.at()
    }

    /// Brings debugger, caret and text in line with the document's program.
    pub(super) fn follow(&mut self, document: &Document) {
        let Some(program) = document.position().as_program() else {
            self.debugging = Debugging::default();
            return;
        };
        let now = (document.revision(), document.position().encode());
        let Some(other_level) = self.debugging.load(now, program) else {
            return;
        };
        let procedures = program.procedures();
        let lengths: Vec<usize> = procedures.iter().map(|it| it.commands.len()).collect();
        self.caret.follow(&lengths, other_level);
        self.text.follow(program.source());
    }

    /// Brings a running program on; asks for the next frame.
    pub(super) fn advance(&mut self, ctx: &Context, cx: &Cx) {
        // Nobody sees it run elsewhere.
        if cx.tab != super::PLAY {
            self.debugging.pause();
        }
        self.debugging.advance(ctx, cx.settings.program_speed);
    }

    /// Whether a command about the program can be run.
    ///
    /// # Errors
    /// Why not, for people.
    pub(super) fn possible(&self, command: Command) -> Result<(), &'static str> {
        self.debugging.possible(command)
    }

    /// Runs a command about the program.
    pub(super) fn run(&mut self, command: Command, cx: &mut Cx) {
        self.follow(&cx.document);
        if command == PROGRAM_BREAKPOINT {
            self.breakpoint(cx);
        } else {
            self.debugging.run(command);
        }
    }

    /// Sets or clears a breakpoint on the command behind the caret.
    fn breakpoint(&mut self, cx: &mut Cx) {
        self.debugging.halt();
        let slot = self.caret.at();
        let program = cx.document.position().as_program();
        let procedures = program.map_or(Vec::new(), |it| it.procedures());
        let procedure = procedures.get(slot.procedure);
        if slot.index < procedure.map_or(0, |it| it.commands.len()) {
            self.debugging.toggle_breakpoint(slot);
        } else {
            cx.messages
                .status("Place the caret before a command first.");
        }
    }

    /// Shows the board as the program has left it so far; fills what is left of `ui`. Returns the cell
    /// under the pointer.
    pub(super) fn board(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Cell> {
        let marks = problems(cx);
        let overlays = Overlays {
            marks: &marks,
            ..Overlays::default()
        };
        let board = RunBoard {
            level: cx.document.level().as_ref(),
            run: self.debugging.debugger()?.now(),
        };
        let playing = self.debugging.is_playing();
        let pace = playing.then(|| 1.0 / cx.settings.program_speed);
        let output = board.show(ui, overlays, pace, is_solid(cx), &mut self.canvas);
        view_switch(ui, cx, output.response.rect);
        output.hovered
    }

    /// Zooms that board.
    pub(super) fn zoom(&mut self, factor: Option<f32>) {
        self.canvas.zoom(factor);
    }

    /// Shows editor and debugger. A `hint` is proposed in its slot.
    pub(super) fn panel(&mut self, ui: &mut Ui, cx: &mut Cx, hint: Option<&CommandHint>) {
        self.follow(&cx.document);
        self.bar(ui, cx);
        ui.add_space(space::TIGHT);
        let wide = ui.available_width() >= BESIDE;
        if wide {
            Pane::right("program text", 220.0, 140.0..=520.0)
                .frame(Frame::new().inner_margin(Margin {
                    left: 8,
                    ..Margin::ZERO
                }))
                .show(ui, |ui| self.text.show(ui, cx));
        }
        ScrollArea::vertical()
            .id_salt("slots")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                self.slots(ui, cx, hint);
                if !wide {
                    ui.add_space(space::SMALL);
                    self.text.show(ui, cx);
                }
            });
    }
}
