//! The middle of the window: what it is for, and the board.

use crate::kit::fields::strip;
use crate::page::{Tab, known};
use std::sync::Arc;

use egui::{Frame, Margin, Rect, RichText, Ui, UiBuilder, vec2};

use crate::game::{Cell, Move};
use crate::session::Playback;

use crate::board::{Boards, Editor, MoveList, PlayBoards, Player};
use crate::kit::answer;
use crate::kit::theme::{self, space};
use crate::pages::play::hints::{Hints, Wanted};
use crate::pages::play::program::Coming;
use crate::shell::app::Workbench;
use crate::shell::focus::Pane;

/// Height of the line that says where to begin, in points.
const START_HEIGHT: f32 = 30.0;

/// Room at the right of that line for the zoom, in points.
const ZOOM_BAR: f32 = 190.0;

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
    /// Drawing the level.
    pub(crate) editor: Editor,
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
        self.editor.deselect();
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
        let colors = theme::colors(ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::symmetric(theme::space::PANEL, 6))
            .show(ui, |ui| {
                self.panes.mark(ui, Pane::Center);
                self.mode_bar(ui);
            });
        let cover = self.pages.iter().position(|page| page.covers(&self.cx));
        if let Some(front) = cover.or_else(|| self.front()) {
            self.pages[front].ui(ui, &mut self.cx);
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
            ("Edit", known::EDIT),
            ("Play", known::PLAY),
            ("Plan", known::PLAN),
        ];
        let mut tabs: Vec<Tab> = old
            .into_iter()
            .map(|(title, command)| Tab { title, command })
            .collect();
        let pages = self.pages.iter().filter_map(|page| page.tab(&self.cx));
        tabs.extend(pages.filter(|tab| tab.command != known::EDIT));
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

    /// On an untouched empty level: where to begin. It lies over the canvas's lower margin, so
    /// that the board stays where it is when the first stroke takes it away.
    pub(crate) fn start_hint(&mut self, ui: &mut Ui) {
        let untouched = self.cx.document.history().depth() == 0
            && self.cx.document.history().redo_name().is_none()
            && self.cx.document.file().path.is_none();
        let Some(canvas) = self.center.editor.canvas.rect().filter(|_| untouched) else {
            return;
        };
        let corner = canvas.left_bottom() + vec2(10.0, -6.0);
        let rect = Rect::from_min_max(
            corner - vec2(0.0, START_HEIGHT),
            corner + vec2(canvas.width() - ZOOM_BAR, 0.0),
        );
        let builder = UiBuilder::new()
            .id_salt("where to begin")
            .max_rect(rect)
            .layout(egui::Layout::left_to_right(egui::Align::Center));
        let mut ui = ui.new_child(builder);
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        ui.spacing_mut().item_spacing.x = space::SMALL;
        let words = match rect.width() {
            wide if wide > 540.0 => "An empty board. Draw, or begin with",
            wide if wide > 420.0 => "Draw, or begin with",
            _ => "",
        };
        ui.label(words);
        let game = self.cx.document.level().game_id();
        if let Some(sample) = self.cx.catalogue.first_shipped(game)
            && ui.button("A sample level").clicked()
        {
            self.open_origin(&sample);
        }
        self.cx.button(&mut ui, known::OPEN);
        self.cx.button(&mut ui, known::IMPORT_PICTURE);
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
