//! Writing and running programs, for games solved by one.
//!
//! | file | contents |
//! |---|---|
//! | `slots` | drawing of palette and slots |
//! | `action` | keyboard input, caret and selection, actions |
//! | `text` | the program as text, with errors marked |
//! | `debugging` | run, step, breakpoints |
//! | `bar` | debugger buttons and state of the run |

mod action;
pub(super) mod bar;
mod debugging;
mod slots;
mod text;

use egui::{Frame, Margin, ScrollArea, Ui};

use crate::board::CanvasState;
use crate::game::{Cell, ProgramEnd, Slot};
use crate::kit::fields::scroll_area;
use crate::kit::pane::Pane;
use crate::kit::theme::space;
use crate::level_view::run_board;
use crate::page::Cx;
use crate::session::{CommandHint, Debugger, Document};

use self::action::Caret;
use self::text::ProgramText;

/// Width in points from which the text is next to the slots.
const MIN_WIDE_WIDTH: f32 = 640.0;

/// Editor and debugger of the open level's program.
#[derive(Default)]
pub struct ProgramEditor {
    debugger: Option<Debugger>,
    /// Revision and program that the debugger was created for.
    loaded: Option<(u64, Vec<u8>)>,
    playing: bool,
    /// Time of its next step, in the context's seconds.
    due: Option<f64>,
    caret: Caret,
    text: ProgramText,
    /// Why the last change was refused.
    refusal: Option<String>,
    canvas: CanvasState,
}

impl ProgramEditor {
    pub fn debugger(&self) -> Option<&Debugger> {
        self.debugger.as_ref()
    }

    pub(super) fn ending(&self) -> Option<ProgramEnd> {
        self.debugger.as_ref()?.state().ending()
    }

    /// Returns whether the displayed run has ended in a win.
    pub(super) fn has_won(&self) -> bool {
        self.ending().is_some_and(|ending| ending.won)
    }

    /// The slot before which the next command is inserted.
    pub fn caret(&self) -> Slot {
        self.caret.slot
    }

    /// Updates debugger, caret and text to the document's program.
    pub(super) fn follow(&mut self, document: &Document) {
        let Some(program) = document.position().as_program() else {
            (self.debugger, self.loaded, self.playing) = (None, None, false);
            return;
        };
        let key = (document.revision(), document.position().encode());
        if self.loaded.as_ref() == Some(&key) {
            return;
        }
        let is_new_level = self.loaded.as_ref().is_none_or(|it| it.0 != key.0);
        match &mut self.debugger {
            Some(debugger) if !is_new_level => debugger.load(program),
            debugger => *debugger = Some(Debugger::new(program)),
        }
        self.loaded = Some(key);
        self.playing = false;
        let procedures = program.procedures();
        let lengths: Vec<usize> = procedures.iter().map(|it| it.commands.len()).collect();
        self.caret.follow(&lengths, is_new_level);
        self.text.follow(program.source());
    }

    /// Shows the board in the state of the program. Returns the cell under the pointer.
    pub(super) fn board(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Cell> {
        let run = self.debugger.as_ref()?.state();
        let pace = self.playing.then(|| 1.0 / cx.settings.program_speed);
        run_board(ui, cx, run, &[], pace, &mut self.canvas)
    }

    pub(super) fn zoom(&mut self, factor: Option<f32>) {
        self.canvas.zoom(factor);
    }

    /// Shows editor and debugger. `hint` is displayed in its slot as a proposal.
    pub(super) fn panel(&mut self, ui: &mut Ui, cx: &mut Cx, hint: Option<&CommandHint>) {
        self.follow(&cx.document);
        self.bar(ui, cx);
        ui.add_space(space::TIGHT);
        let actions = self.palette(ui, cx);
        let wide = ui.available_width() >= MIN_WIDE_WIDTH;
        if wide {
            Pane::right("program text", 180.0, 140.0..=520.0)
                .frame(Frame::new().inner_margin(Margin {
                    left: 8,
                    ..Margin::ZERO
                }))
                .show(ui, |ui| {
                    let area = ScrollArea::vertical().id_salt("program text");
                    area.show(ui, |ui| self.text.show(ui, cx));
                });
        }
        // Each level begins at its first slot.
        let id = (
            "slots",
            cx.document.file().path.clone(),
            cx.document.revision(),
        );
        scroll_area(ui, id, |ui| {
            self.slots(ui, cx, hint, actions);
            if !wide {
                ui.add_space(space::SMALL);
                self.text.show(ui, cx);
            }
        });
    }
}
