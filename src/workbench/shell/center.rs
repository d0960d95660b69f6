//! The middle of the window: what it is for, and the board.

use crate::kit::fields::strip;
use crate::page::{Tab, known};
use std::sync::Arc;

use egui::{Frame, Margin, RichText, Ui};

use crate::game::{Cell, Move};
use crate::session::Playback;

use crate::board::{Boards, CanvasState, MoveList, PlayBoards, Player};
use crate::kit::answer;
use crate::kit::theme;
use crate::pages::play::hints::{Hints, Wanted};
use crate::pages::play::program::Coming;
use crate::shell::app::Workbench;
use crate::shell::focus::Pane;

/// The middle of the window.
#[derive(Default)]
pub struct Center {
    pub(crate) hovered: Option<Cell>,
    /// The plan that the player holds, and whether its run.
    plan: Option<(Arc<[Move]>, bool)>,
    /// The run of the plan, being worked out.
    pub(crate) coming: Option<Coming>,
    /// Of a plan that is a program, its writing is watched rather than its run.
    pub(crate) writing: bool,
    pub(crate) hints: Hints,
    /// The level while there is no plan to watch.
    pub(crate) level_canvas: CanvasState,
    /// Playing by hand.
    pub(crate) play: PlayBoards,
    /// Watching the plan.
    pub(crate) player: Player,
    pub(crate) watched: Boards,
    pub(crate) moves: MoveList,
}

impl Center {
    /// The cell under the pointer.
    pub fn hovered(&self) -> Option<Cell> {
        self.hovered
    }

    /// The step of the plan that is on screen.
    pub fn step(&self) -> Option<usize> {
        self.player.place().map(|(at, _)| at)
    }

    /// Whether a hint is looked for, or the run of the plan worked out.
    pub fn is_busy(&self) -> bool {
        self.hints.is_busy() || self.coming.is_some()
    }

    /// Whether the plan begins again at its end.
    pub fn looping(&self) -> bool {
        self.player.looping()
    }

    /// Calls the search for a hint off.
    pub fn stop_hint(&mut self) {
        self.hints.stop();
    }

    /// Another level has taken the place of the last one.
    pub fn level_replaced(&mut self) {
        self.hints.forget();
        self.hovered = None;
    }

    /// Whether there is a plan for the level as it is now.
    pub fn has_plan(&self) -> bool {
        self.plan.is_some()
    }
}

impl Workbench {
    /// Brings the playback in line with the document's plan.
    fn sync_plan(&mut self) {
        let Some(record) = self.cx.document.current_plan() else {
            if self.center.plan.take().is_some() {
                self.center.player.unload();
                self.center.coming = None;
            }
            return;
        };
        let runs = self.cx.is_programmed() && !self.center.writing;
        let now = |held: &(_, _)| Arc::ptr_eq(&held.0, &record.moves) && held.1 == runs;
        if self.center.plan.as_ref().is_some_and(now) {
            return self.take_run();
        }
        self.center.player.unload();
        self.center.coming = runs.then(|| self.work_run_out(record));
        self.center.plan = Some((record.moves.clone(), runs));
        if runs {
            return;
        }
        let moves = record.moves.to_vec();
        let report = record.report();
        let solution = report.and_then(|report| report.outcome.solution());
        let reasons = solution.map_or(Vec::new(), |solution| solution.reasons.clone());
        match Playback::new(self.cx.document.level(), &record.done, moves) {
            Ok(playback) => self.center.player.load(playback.with_reasons(reasons)),
            Err(error) => {
                self.center.plan = None;
                log::error!("the plan does not fit its own level: {error}");
            }
        }
    }

    /// The middle of the window.
    pub(crate) fn center_pane(&mut self, ui: &mut Ui) {
        self.sync_plan();
        self.cx.facts.hovered = None;
        let colors = theme::colors(ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::symmetric(theme::space::PANEL, 6))
            .show(ui, |ui| {
                self.panes.mark(ui, Pane::Center);
                self.mode_bar(ui);
            });
        if self.shows_start_page() {
            self.start_page(ui);
            return;
        }
        if let Some(front) = self.front() {
            self.pages[front].ui(ui, &mut self.cx);
            return;
        }
        if self.cx.tab == known::LIVE {
            self.live_panel(ui);
            return;
        }
        if self.cx.tab == known::STATES {
            self.states_pane(ui);
            return;
        }
        if self.cx.tab == known::NEW_PROFILE {
            self.wizard_page(ui);
            return;
        }
        if self.cx.tab == known::EDIT
            && let Some(language) = self.cx.language()
        {
            self.writing_pane(ui, language);
            return;
        }
        self.strips(ui);
        let hidden = self.listing_panes(ui);
        if !self.only_lists(hidden) {
            self.board(ui, hidden);
        }
    }

    /// The tabs there are now.
    pub(crate) fn tabs(&self) -> Vec<Tab> {
        let old = [
            ("Play", known::PLAY),
            ("Plan", known::PLAN),
            ("States", known::STATES),
            ("Live", known::LIVE),
        ];
        let old = old.map(|(title, command)| Tab { title, command });
        let mut tabs: Vec<Tab> = self
            .pages
            .iter()
            .filter_map(|page| page.tab(&self.cx))
            .collect();
        if self.cx.language().is_some() {
            let written = Tab {
                title: "Edit",
                command: known::EDIT,
            };
            tabs.insert(0, written);
        }
        tabs.splice(1..1, old);
        if self.wizard.is_some() {
            tabs.push(Tab {
                title: "New profile",
                command: known::NEW_PROFILE,
            });
        }
        tabs
    }

    fn mode_bar(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            for tab in self.tabs() {
                let chosen = self.cx.tab == tab.command && !self.cx.start_page;
                let tooltip = self.cx.commands.tooltip(ui.ctx(), tab.command);
                if ui
                    .selectable_label(chosen, tab.title)
                    .on_hover_text(tooltip)
                    .clicked()
                {
                    self.run(ui.ctx(), tab.command);
                }
            }
            ui.separator();
            let star = if self.cx.document.is_dirty() {
                " (changed)"
            } else {
                ""
            };
            let name = format!("{}{star}", self.cx.document.name());
            // In a narrow window the menu and the keys have to do.
            let narrow = ui.available_width() < 240.0;
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if !narrow {
                    self.cx.button(ui, known::REDO);
                    self.cx.button(ui, known::UNDO);
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
                });
            });
        });
    }

    /// Lines above the board that say what to do next.
    fn strips(&mut self, ui: &mut Ui) {
        match self.cx.tab {
            known::PLAY => self.play_strip(ui),
            known::PLAN => self.plan_strip(ui),
            _ => {}
        }
    }

    fn play_strip(&mut self, ui: &mut Ui) {
        let moves = self.cx.document.moves().len();
        let solved = self.cx.document.position().is_solved();
        let info = self.cx.document.game().map(|game| game.info());
        let how = info.map_or("Make a move", |info| info.how);
        let mut wanted = Wanted::default();
        let programmed = self.cx.is_programmed();
        let program = self.cx.document.position().as_program();
        let empty = program.is_some_and(|program| program.source().is_empty());
        strip(ui, |ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                self.cx.button(ui, known::RESTART);
                self.cx.button(ui, known::TAKE_BACK);
                self.cx.button(ui, known::HINT);
                // The text has what is left of the row.
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                    let colors = theme::colors(ui);
                    if solved && programmed {
                        let text = RichText::new("This program wins.").color(colors.good);
                        ui.label(text.strong());
                    } else if solved {
                        ui.label(RichText::new("Solved.").color(colors.good).strong());
                    } else if self.hint_line(ui, &mut wanted) {
                    } else if programmed {
                        ui.label(if empty {
                            "Write a program in the slots below: click, drag or type commands."
                        } else {
                            "This program does not win yet. Run it and see."
                        });
                    } else {
                        ui.label(match moves {
                            0 => format!("{how} to begin."),
                            1 => "1 move made.".to_owned(),
                            n => format!("{n} moves made."),
                        });
                    }
                });
            });
        });
        if !solved {
            self.hint_reason(ui);
        }
        if let Some(count) = wanted.take_back_to {
            self.cx.document.take_back_to(count);
        }
        if let Some(mv) = wanted.make {
            self.cx.make_move(&mv);
        }
        if let Some(moves) = wanted.write {
            match self.cx.document.make_moves("Take a hint", &moves) {
                Ok(()) => self.cx.note_solved(),
                Err(error) => self
                    .cx
                    .messages
                    .status(answer::sentence(&error.to_string())),
            }
        }
    }

    fn plan_strip(&mut self, ui: &mut Ui) {
        if self.center.plan.is_some() {
            if self.cx.is_programmed() {
                strip(ui, |ui| {
                    self.run_or_writing(ui);
                    ui.separator();
                    self.cx.button(ui, known::RUN_PLAN);
                });
            }
            self.attempt_strip(ui);
            return;
        }
        let stale = self.cx.document.plan().is_some();
        strip(ui, |ui| {
            ui.label(if stale {
                "The plan is for the level as it was. Undo the edits, or"
            } else {
                "There is no plan yet."
            });
            self.cx.button(ui, known::SOLVE);
        });
    }
}
