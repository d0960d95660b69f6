//! Playing by hand; for games solved by programs, writing and running one.
//!
//! | file | contents |
//! |---|---|
//! | `hints` | computing and displaying hints |
//! | `win` | the strip after a win by hand |
//! | `program` | editor and debugger for programs |

mod hints;
mod program;
mod win;

use egui::{Align, Context, Key, Label, Layout, RichText, TextWrapMode, Ui};

use crate::board::{Icon, PlayBoards};
use crate::game::{Cell, words};
use crate::kit::answer;
use crate::kit::fields::{keyboard_is_free, panel_frame, tool_strip};
use crate::kit::theme;
use crate::level_view::{ListingPanes, level_marks, on_level_board};
use crate::page::command::commands;
use crate::page::{
    CommandId, CommandState, Cx, Dock, Notice, Page, PageLayout, Panel, Work, known,
};
use crate::session::Hint;

use self::hints::{HintAction, Hints};
pub use self::program::ProgramEditor;
use self::program::bar::icon_command;
use self::win::{MovedBy, WinStrip};

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

/// Width of the strip above the board, in points, below which undoing moves has icons instead of words.
const MIN_STRIP_WIDTH: f32 = 620.0;

/// Largest share of a reason above the board in the window's height.
const REASON_SHARE: f32 = 0.25;

#[derive(Default)]
pub struct PlayPage {
    boards: PlayBoards,
    lists: ListingPanes,
    hints: Hints,
    program: ProgramEditor,
    win: WinStrip,
    /// The program's run had won when it was last checked.
    had_won: bool,
    /// The panel at the right shows the reason for a hint in this frame.
    reason_is_shown: bool,
}

impl Page for PlayPage {
    fn layout(&self, cx: &Cx) -> PageLayout {
        let has_reason = cx.tab == PLAY && self.hints.has_reason();
        let right = if has_reason {
            Panel::Shared
        } else {
            Panel::Common
        };
        // The plan would reveal the solution.
        let bottom = if cx.is_programmed() {
            Panel::Own
        } else {
            Panel::None
        };
        PageLayout::tab("Play", PLAY)
            .with_panel(Dock::Right, right)
            .with_panel(Dock::Bottom, bottom)
    }

    fn state(&self, command: CommandId, cx: &Cx) -> CommandState {
        match command {
            HINT if cx.document.is_placeholder() => CommandState::from(Err(known::TEXT_ERRORS)),
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
                    self.win.hints += 1;
                }
            }
            TAKE_BACK => cx.document.undo_move(),
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

    fn on_notice(&mut self, notice: &Notice, cx: &mut Cx) {
        match notice {
            Notice::Replaced => {
                self.hints = Hints::default();
                self.win = WinStrip::default();
                self.boards.boards.canvas().zoom(None);
                self.program.zoom(None);
            }
            Notice::TabChanged => self.program.pause(),
            Notice::Zoom(factor) if cx.is_programmed() => self.program.zoom(*factor),
            Notice::Zoom(factor) => self.boards.boards.canvas().zoom(*factor),
            Notice::Stop => self.hints.stop(),
            _ => {}
        }
    }

    fn ui(&mut self, dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        match dock {
            None => self.middle(ui, cx),
            Some(Dock::Right) => {
                self.reason_is_shown = true;
                // The panel scrolls as a whole.
                self.hints.reason(ui, f32::INFINITY);
            }
            Some(_) => {
                let hint = match self.hints.shown_hint() {
                    Some(Hint::Command(hint)) => Some(hint),
                    _ => None,
                };
                let before = cx.document.moves().len();
                self.program.panel(ui, cx, hint);
                if cx.document.moves().len() > before {
                    self.win.note_move(ui, cx, MovedBy::User);
                }
            }
        }
    }

    fn work(&self) -> Option<Work> {
        match self.hints.is_busy() {
            true => Some(Work::Stoppable),
            false => (self.program.is_busy() || self.win.search.is_busy()).then_some(Work::Running),
        }
    }
}

impl PlayPage {
    /// The program editor, for games solved by programs.
    pub fn program(&self) -> &ProgramEditor {
        &self.program
    }

    fn middle(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.boards.last_move.update(&cx.document);
        self.strip(ui, cx);
        let layer = ui.layer_id();
        let is_on_top = ui.memory(|memory| memory.is_above_modal_layer(layer));
        if is_on_top && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.hints.close();
        }
        // Above the boards, never on them.
        if !std::mem::take(&mut self.reason_is_shown) && self.hints.has_reason() {
            let panel = egui::Panel::top("reason for a hint").frame(panel_frame(ui));
            let max_height = REASON_SHARE * ui.ctx().content_rect().height();
            panel.show(ui, |ui| self.hints.reason(ui, max_height));
        }
        cx.facts.level.hovered = match cx.is_programmed() {
            true => self.program.board(ui, cx),
            false => self.board(ui, cx),
        };
    }

    /// Shows the boards. Returns the cell under the pointer.
    fn board(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Cell> {
        self.lists.update(&cx.document, [&[], cx.document.moves()]);
        let before = cx.document.moves().len();
        let hidden = self.lists.show(ui, cx, true);
        if cx.document.moves().len() > before {
            self.win.note_move(ui, cx, MovedBy::User);
        }
        let hidden = hidden?;
        // Letter and arrow keys make moves if no field or list has the keyboard.
        if keyboard_is_free(ui) {
            self.boards.boards.canvas().focus();
        }
        let mut marks = on_level_board(cx, level_marks(cx));
        let board = cx.document.game().map(|game| game.info().level_board);
        marks.extend(self.hints.marks(board.unwrap_or_default()));
        let answer = self.boards.show(ui, &cx.document, &marks, hidden);
        let unplayable = cx.unplayable_text();
        if let Some(text) = unplayable.as_ref().filter(|_| !answer.moves.is_empty()) {
            cx.messages.status(text.clone());
        }
        let moves = answer.moves.into_iter().filter(|_| unplayable.is_none());
        for (mv, at) in moves {
            match cx.make_move(&mv) {
                Some(error) => self.boards.refuse(ui.ctx(), at, &error),
                None => self.win.note_move(ui, cx, MovedBy::User),
            }
        }
        // The status bar names cells of the level only, not those of a tray.
        let on_level = |(id, _): &(&str, Cell)| board.is_none_or(|board| *id == board);
        answer.hovered.filter(on_level).map(|(_, cell)| cell)
    }

    /// Strip above the board: a win, a hint, or the progress.
    fn strip(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let solved = !cx.document.moves().is_empty()
            && cx.document.position().is_solved()
            && (!cx.is_programmed() || self.program.has_won());
        let mut action = None;
        tool_strip(ui, |ui| {
            // The win appears once the move's animation has ended.
            if solved && !self.boards.last_move.last.is_running() && self.win.strip(ui, cx) {
                return;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.available_width() < MIN_STRIP_WIDTH {
                    icon_command(ui, cx, Icon::Start, RESTART);
                    icon_command(ui, cx, Icon::Back, TAKE_BACK);
                } else {
                    cx.button(ui, RESTART);
                    cx.button(ui, TAKE_BACK);
                }
                cx.button(ui, HINT);
                // The text takes the rest of the row.
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
                    if solved || !self.hints.line(ui, cx, &mut action) {
                        self.progress(ui, cx, solved);
                    }
                });
            });
        });
        match action {
            Some(HintAction::UndoTo(count)) => cx.document.take_back_to(count),
            Some(HintAction::MakeMove(mv)) if cx.make_move(&mv).is_none() => {
                self.win.note_move(ui, cx, MovedBy::Program)
            }
            None | Some(HintAction::MakeMove(_)) => {}
            Some(HintAction::WriteProgram(moves, slot)) => {
                match cx.document.make_moves("Take a hint", &moves) {
                    Ok(()) => {
                        if let Some(slot) = slot {
                            self.program.put_caret_after(slot);
                        }
                        self.win.note_move(ui, cx, MovedBy::Program);
                    }
                    Err(error) => cx.messages.status(answer::sentence(&error.to_string())),
                }
            }
        }
    }

    /// Shows the progress, how a program's run ended, or how to begin.
    fn progress(&self, ui: &mut Ui, cx: &Cx, solved: bool) {
        let program = cx.document.position().as_program();
        let made = cx.document.moves().len();
        let wrong = match made {
            0 => 0,
            _ => self.boards.last_move.wrong_cells,
        };
        let unplayable = cx.unplayable_text();
        let text = match program {
            _ if unplayable.is_some() => unplayable.unwrap_or_default(),
            _ if made == 0 && cx.document.is_empty() => known::EMPTY_LEVEL.to_owned(),
            _ if made == 0 && cx.document.draft().is_some() => known::LAST_VALID_TEXT.to_owned(),
            Some(program) if program.source().is_empty() => "Add commands to begin.".to_owned(),
            // The panel below says how a run ended that did not win.
            Some(_) => match self.program.ending() {
                None => "Run the program to see whether it wins.".to_owned(),
                Some(ending) if ending.won => ending.text,
                Some(_) => "The program does not win yet.".to_owned(),
            },
            None if solved => "Solved.".to_owned(),
            None if made == 0 => {
                let game = cx.document.game();
                let how = game.map_or("Make a move", |game| game.info().how);
                format!("{how} to begin.")
            }
            None => {
                let counts = match self.boards.last_move.counts.all() {
                    [] => words::count(made, "moves"),
                    counts => answer::counts(counts),
                };
                match wrong {
                    0 => format!("{counts} made."),
                    1 => format!("{counts} made. 1 cell is wrong."),
                    _ => format!("{counts} made. {wrong} cells are wrong."),
                }
            }
        };
        let colors = theme::colors(ui);
        let text = RichText::new(text);
        ui.add(Label::new(match (solved, wrong) {
            (true, _) => text.color(colors.good).strong(),
            (false, 0) => text,
            (false, _) => text.color(colors.warn),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Request;
    use crate::page::test_page::{TestPage, click, notify, run, shows};

    #[test]
    fn alone_it_gives_a_hint_that_is_forgotten_with_its_level() {
        let level = "logo\n\n.....\n..2..\n.212.\n..2..\n.....\n";
        let mut harness = TestPage::open(PlayPage::default(), COMMANDS, level, None);
        assert!(shows(&harness, "to begin."));
        run(&mut harness, HINT);
        let requests = &harness.state().requests;
        assert!(matches!(requests[..], [Request::ShowTab(PLAY)]));
        assert!(shows(&harness, "Look at"));
        run(&mut harness, HINT);
        click(&mut harness, "Do it");
        assert_eq!(harness.state().cx.document.moves().len(), 1);
        assert!(shows(&harness, "1 move made."));
        run(&mut harness, HINT);
        notify(&mut harness, &Notice::Replaced);
        assert!(!shows(&harness, "Look at"));
    }
}
