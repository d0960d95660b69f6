//! Writing programs and watching them run, for games whose solution is one.
//!
//! | file | what it holds |
//! |---|---|
//! | `tile` | a command's picture |
//! | `editor` | palette and slots: drag, click, keys |
//! | `text` | the same program as text, errors at their place |
//! | `change` | every change as moves of the document |
//! | `debug` | run, step, breakpoints, what came of it |
//! | `board` | the board while the program runs |
//! | `run` | the run of the plan, with the program beside it |
//! | `trials` | the program on all levels |

mod board;
mod change;
mod debug;
mod editor;
mod run;
mod text;
mod tile;
mod trials;

use crate::page::known;
use egui::{Panel, Ui};

use crate::game::{ProgramError, Slot};
use crate::session::Debugger;
use crate::session::library::Origin;

use crate::board::CanvasState;
use crate::kit::theme::space;
use crate::shell::app::Workbench;

pub use run::Coming;
pub use trials::Trials;

/// Width from which the text stands beside the slots, in points.
const BESIDE: f32 = 640.0;

/// What editor and debugger remember.
#[derive(Default)]
pub struct Program {
    debugger: Option<Debugger>,
    /// Revision and program that the debugger was made for.
    loaded: Option<(u64, Vec<u8>)>,
    /// Before which command the next one is put.
    caret: Slot,
    /// Where the selection began, in the caret's procedure.
    anchor: Option<usize>,
    /// Characters typed that are no command yet.
    pending: String,
    text: String,
    /// The program that the text was last in step with.
    text_of: Option<String>,
    errors: Vec<ProgramError>,
    /// What the person was told about the last change.
    refusal: Option<String>,
    playing: bool,
    due: Option<f64>,
    to_focus: bool,
    /// The step of the plan's run that was on screen last.
    shown: Option<u64>,
    /// View of the board.
    pub(crate) canvas: CanvasState,
    trials: Option<Trials>,
    /// A program to be written once this level is open.
    waiting: Option<(Origin, String)>,
}

impl Program {
    /// Whether something goes on in the background.
    pub fn is_busy(&self) -> bool {
        let going = self.debugger.as_ref().is_some_and(Debugger::is_going);
        going || self.trials.as_ref().is_some_and(Trials::is_busy)
    }

    /// Whether the program on all levels is shown.
    pub fn shows_trials(&self) -> bool {
        self.trials.is_some()
    }

    /// Closes the window with the program on all levels.
    pub fn close_trials(&mut self) {
        self.trials = None;
    }

    /// The program as it runs.
    pub fn debugger(&self) -> Option<&Debugger> {
        self.debugger.as_ref()
    }

    /// Before which command the next one is put.
    pub fn caret(&self) -> Slot {
        self.caret
    }
}

impl Workbench {
    /// Whether the program's panel is on screen.
    pub(crate) fn shows_program(&self) -> bool {
        self.cx.tab == known::PLAY && self.cx.is_programmed()
    }

    /// Editor and debugger, below the board.
    pub(crate) fn program_pane(&mut self, ui: &mut Ui) {
        self.panes.mark(ui, crate::shell::focus::Pane::Timeline);
        ui.set_min_height(ui.available_height());
        self.debug_bar(ui);
        ui.add_space(space::TIGHT);
        let wide = ui.available_width() >= BESIDE;
        if wide {
            Panel::right("program text")
                .frame(egui::Frame::new().inner_margin(egui::Margin {
                    left: 8,
                    ..egui::Margin::ZERO
                }))
                .resizable(true)
                .default_size(220.0)
                .size_range(140.0..=520.0)
                .show(ui, |ui| self.program_text(ui));
        }
        egui::ScrollArea::vertical()
            .id_salt("slots")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                self.program_slots(ui);
                if !wide {
                    ui.add_space(space::SMALL);
                    self.program_text(ui);
                }
            });
    }
}
