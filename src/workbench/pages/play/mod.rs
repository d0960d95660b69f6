//! Playing by hand; for games solved by programs, writing and running one.
//!
//! | file | contents |
//! |---|---|
//! | `hints`, `hint_line` | computing and displaying hints |
//! | `win` | the panel after a win by hand |
//! | `program` | editor and debugger for programs |

mod hint_line;
mod hints;
mod program;
mod win;

#[cfg(test)]
mod tests;

use egui::{Align, Context, Label, Layout, RichText, TextWrapMode, Ui};

use crate::board::PlayBoards;
use crate::game::words;
use crate::game::{Cell, ProgramEnd};
use crate::kit::answer;
use crate::kit::fields::{keyboard_is_free, tool_strip};
use crate::kit::theme;
use crate::level_view::{ListingPanes, level_marks, on_level_board};
use crate::page::command::commands;
use crate::page::{CommandId, CommandInfo, CommandState, Cx, Dock, Notice, Page, Panel, Tab};
use crate::session::Hint;

use self::hint_line::HintAction;
use self::hints::Hints;
pub use self::program::ProgramEditor;
use self::win::WinPanel;

commands! {
    Play {
        5 PLAY "Play mode" "Play the level by hand" [ctrl(Key::Num2)];
        100 HINT "Hint" "See where to look; ask again for the move, and again for the reason" [ctrl(Key::H)];
        105 TAKE_BACK "Undo move" "Undo the last move" [ctrl(Key::Backspace)] yields;
        110 RESTART "Start over" "Undo all moves" [];
    }
    Program {
        0 PROGRAM_RUN "Run or pause program" "Run the program at the chosen speed, or pause it; breakpoints pause it, too" [key(Key::F8)];
        5 PROGRAM_END "Run program to its end" "Run to the end at once, ignoring breakpoints" [shift(Key::F8)];
        10 PROGRAM_RESET "Go to program's start" "Move the robot back to its start" [ctrl(Key::F8)];
        100 PROGRAM_INTO "Step into" "Run one command" [key(Key::F11)];
        105 PROGRAM_OVER "Step over" "Run one command; a call counts as one" [key(Key::F10)];
        110 PROGRAM_OUT "Step out" "Run until the procedure returns" [shift(Key::F11)];
        115 PROGRAM_BACK "Step program back" "Undo the last command" [shift(Key::F10)];
        200 PROGRAM_BREAKPOINT "Breakpoint" "Set or clear a breakpoint on the command behind the caret" [key(Key::F9)];
        205 CLEAR_BREAKPOINTS "Clear breakpoints" "Remove all breakpoints" [];
    }
}

#[derive(Default)]
pub struct PlayPage {
    boards: PlayBoards,
    lists: ListingPanes,
    hints: Hints,
    program: ProgramEditor,
    win: WinPanel,
    /// The program's run had won when it was last checked.
    had_won: bool,
}

impl Page for PlayPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        Some(Tab::new("Play", PLAY))
    }

    fn state(&self, command: CommandId, cx: &Cx) -> CommandState {
        match command {
            PLAY | HINT => CommandState::default(),
            TAKE_BACK | RESTART => {
                CommandState::when(!cx.document.moves().is_empty(), "No moves yet")
            }
            _ if !cx.is_programmed() => {
                CommandState::from(Err("Solutions of this game are not programs"))
            }
            _ => self.program.check(command).into(),
        }
    }

    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        match command {
            PLAY => cx.show_tab(PLAY),
            HINT => {
                let had_hint = self.hints.shown_hint().is_some();
                self.hints.request(cx);
                if !had_hint && self.hints.shown_hint().is_some() {
                    self.win.note_hint();
                }
            }
            TAKE_BACK => {
                let count = cx.document.moves().len();
                cx.document.take_back_to(count.saturating_sub(1));
            }
            RESTART => cx.document.take_back_to(0),
            _ => {
                cx.show_tab(PLAY);
                self.program.run(command, cx);
            }
        }
    }

    fn poll(&mut self, ctx: &Context, cx: &mut Cx) {
        self.hints.poll(cx);
        self.win.poll(cx);
        self.program.follow(&cx.document);
        self.program.advance(ctx, cx);
        let has_won = !cx.document.moves().is_empty() && self.program.has_won();
        if has_won && !self.had_won {
            cx.note_solved();
            self.win.record(cx, ctx.input(|input| input.time));
        }
        self.had_won = has_won;
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        match notice {
            Notice::Replaced => {
                self.hints.clear();
                self.win.reset();
            }
            Notice::TabChanged => self.program.pause(),
            _ => {}
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.boards.update(&cx.document);
        self.strip(ui, cx);
        let area = ui.available_rect_before_wrap();
        let mut hint_y = None;
        let programmed = cx.is_programmed();
        cx.facts.hovered = if programmed {
            self.program.board(ui, cx)
        } else {
            self.board(ui, cx, &mut hint_y)
        };
        if !cx.document.position().is_solved() {
            self.hints.reason(ui, area, hint_y);
        }
        // The panel appears after the program has run to its win, or the move's animation has ended.
        if !self.boards.is_moving() && (!programmed || self.program.has_won()) {
            self.win.show(ui, area, cx);
        }
    }

    fn panels(&self, dock: Dock, cx: &Cx) -> Panel {
        match dock {
            Dock::Bottom if cx.is_programmed() => Panel::Own,
            // The plan would reveal the solution.
            Dock::Bottom => Panel::None,
            _ => Panel::Common,
        }
    }

    fn panel(&mut self, _dock: Dock, ui: &mut Ui, cx: &mut Cx) {
        let hint = match self.hints.shown_hint() {
            Some(Hint::Command(hint)) => Some(hint),
            _ => None,
        };
        let before = cx.document.moves().len();
        self.program.panel(ui, cx, hint);
        if cx.document.moves().len() > before {
            self.win.note_move(ui, cx, true);
        }
    }

    fn zoom(&mut self, factor: Option<f32>, cx: &mut Cx) {
        if cx.is_programmed() {
            self.program.zoom(factor);
        } else {
            self.boards.boards.zoom(factor);
        }
    }

    fn is_busy(&self) -> bool {
        self.hints.is_busy() || self.program.is_busy() || self.win.is_busy()
    }

    fn can_stop(&self) -> bool {
        self.hints.is_busy()
    }

    fn stop(&mut self) {
        self.hints.stop();
    }
}

impl PlayPage {
    /// The program editor, for games solved by programs.
    pub fn program(&self) -> &ProgramEditor {
        &self.program
    }

    /// Shows the boards. Returns the cell under the pointer, and outputs the height of the hint's marks.
    fn board(&mut self, ui: &mut Ui, cx: &mut Cx, hint_y: &mut Option<f32>) -> Option<Cell> {
        self.lists.update(&cx.document, [&[], cx.document.moves()]);
        let before = cx.document.moves().len();
        let hidden = self.lists.show(ui, cx, true);
        if cx.document.moves().len() > before {
            self.win.note_move(ui, cx, true);
        }
        let hidden = hidden?;
        // Letter and arrow keys make moves if no field or list has the keyboard.
        if keyboard_is_free(ui) {
            self.boards.focus();
        }
        let mut marks = on_level_board(cx, level_marks(cx));
        let board = cx.document.game().map(|game| game.info().level_board);
        let hint_marks = self.hints.marks(board.unwrap_or_default());
        marks.extend(hint_marks.iter().cloned());
        let answer = self.boards.show(ui, &cx.document, &marks, hidden);
        *hint_y = answer.lines.and_then(|lines| {
            let cells = hint_marks.iter().map(|(_, mark)| mark.cell);
            let heights = cells.map(|cell| lines.rect(cell).center().y);
            heights.reduce(|one, other| (one + other) / 2.0)
        });
        for (mv, at) in answer.moves {
            match cx.make_move(&mv) {
                Some(error) => self.boards.refuse(ui.ctx(), at, &error),
                None => self.win.note_move(ui, cx, true),
            }
        }
        answer.hovered.map(|(_, cell)| cell)
    }

    /// Strip above the board: a hint, or the progress.
    fn strip(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let solved = !cx.document.moves().is_empty()
            && cx.document.position().is_solved()
            && (!cx.is_programmed() || self.program.has_won());
        let mut action = None;
        tool_strip(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                cx.button(ui, RESTART);
                cx.button(ui, TAKE_BACK);
                cx.button(ui, HINT);
                // The text takes the rest of the row.
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
                    if solved || !self.hints.line(ui, cx, &mut action) {
                        let counted = answer::counts(self.boards.counts().all());
                        progress(ui, cx, &counted, self.program.ending(), solved);
                    }
                });
            });
        });
        match action {
            Some(HintAction::UndoTo(count)) => cx.document.take_back_to(count),
            Some(HintAction::MakeMove(mv)) if cx.make_move(&mv).is_none() => {
                self.win.note_move(ui, cx, false)
            }
            None | Some(HintAction::MakeMove(_)) => {}
            Some(HintAction::WriteProgram(moves, slot)) => {
                match cx.document.make_moves("Take a hint", &moves) {
                    Ok(()) => {
                        if let Some(slot) = slot {
                            self.program.put_caret_after(slot);
                        }
                        self.win.note_move(ui, cx, false);
                    }
                    Err(error) => cx.messages.status(answer::sentence(&error.to_string())),
                }
            }
        }
    }
}

/// Progress, how a program's run ended, or how to begin.
fn progress(ui: &mut Ui, cx: &Cx, counts: &str, ending: Option<ProgramEnd>, solved: bool) {
    let program = cx.document.position().as_program();
    let text = match (program, cx.document.moves().len()) {
        (Some(program), _) if program.source().is_empty() => "Add commands to begin.".to_owned(),
        (Some(_), _) => ending.map_or_else(
            || "Run the program to see whether it wins.".to_owned(),
            |ending| ending.text,
        ),
        (None, _) if solved => "Solved.".to_owned(),
        (None, 0) => {
            let how = cx
                .document
                .game()
                .map_or("Make a move", |game| game.info().how);
            format!("{how} to begin.")
        }
        (None, _) if !counts.is_empty() => format!("{counts} made."),
        (None, n) => format!("{} made.", words::count(n, "moves")),
    };
    let mut text = RichText::new(text);
    if solved {
        text = text.color(theme::colors(ui).good).strong();
    }
    ui.add(Label::new(text));
}
