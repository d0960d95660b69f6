//! The run of a plan that is a program, and the pane next to its board: program with the last executed command, counts,
//! open calls.

use egui::{Label, RichText, Role, Sense, Ui, Vec2};

use crate::board::tile::{self, GAP, SIDE, TileState, wrap_slots};
use crate::board::{CanvasState, MAX_PATH_STEPS, Player};
use crate::game::search::Budget;
use crate::game::{Cell, RunTimeline, Slot, play};
use crate::kit::answer;
use crate::kit::fields::{panel_frame, scroll_area, set_name};
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::level_view::run_board;
use crate::page::Cx;
use crate::session::{PlanRecord, Task};

/// Initial size and range of the program's pane in points: width next to the board, height below it.
const PANE_WIDTH: (f32, std::ops::RangeInclusive<f32>) = (246.0, 160.0..=420.0);
const PANE_HEIGHT: (f32, std::ops::RangeInclusive<f32>) = (150.0, 80.0..=300.0);

/// Most calls listed.
const MAX_CALLS: usize = 6;
/// Lines of calls for which space is always left.
const RESERVED_LINES: f32 = 3.0;

#[derive(Default)]
pub(super) struct PlanRun {
    pub(super) task: Option<Task<Option<RunTimeline>>>,
    /// Displays how the program is written, rather than its run.
    pub(super) writing: bool,
    pub(super) canvas: CanvasState,
    /// Step of the last frame; the program scrolls only when it changes, so that the user can scroll, too.
    last_step: Option<u64>,
}

impl PlanRun {
    pub(super) fn start(&mut self, cx: &Cx, record: &PlanRecord) {
        let level = cx.document.level().clone();
        let moves = [&record.done[..], &record.moves].concat();
        let work = move |_: &_| {
            let position = play(level.as_ref(), &moves).ok()?;
            let mut run = RunTimeline::new(position.as_program()?);
            // No limit: the rules bound every run.
            run.run_to_end(&Budget::default()).ok()?;
            Some(run)
        };
        self.task = Some(Task::start("run of the plan", &cx.wake, work));
    }

    pub(super) fn poll(&mut self, player: &mut Player) {
        match Task::result_of(&mut self.task) {
            None => {}
            Some(Ok(Some(run))) => player.load_run(run),
            Some(Ok(None) | Err(_)) => {
                log::error!("the plan could not be run");
                self.writing = true;
            }
        }
    }

    /// Switch between the run and the writing of the program.
    pub(super) fn mode_switch(&mut self, ui: &mut Ui) {
        ui.label("Watch");
        let run = ui.selectable_value(&mut self.writing, false, "Run");
        run.on_hover_text("Watch the robot run the program");
        let steps = ui.selectable_value(&mut self.writing, true, "Program steps");
        steps.on_hover_text("Watch the program being written, command by command");
    }

    /// Shows board and program, and advances a running playback. Returns the cell under the pointer.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut Cx, player: &mut Player) -> Option<Cell> {
        player.advance(ui.ctx());
        let run = player.run()?;
        let frame = panel_frame(ui);
        // The program is where the board remains larger.
        let room = ui.available_size();
        let [right, below] = [
            (room.x - PANE_WIDTH.0).min(room.y),
            room.x.min(room.y - PANE_HEIGHT.0),
        ];
        let pane = match right >= below {
            true => Pane::right("run", PANE_WIDTH.0, PANE_WIDTH.1),
            false => Pane::bottom("run below", PANE_HEIGHT.0, PANE_HEIGHT.1),
        };
        pane.frame(frame).show(ui, |ui| self.program_pane(ui, run));
        let path = match player.show_path {
            true => run.path(MAX_PATH_STEPS as u64),
            false => Vec::new(),
        };
        run_board(ui, cx, run.now(), &path, player.pace(), &mut self.canvas)
    }

    fn program_pane(&mut self, ui: &mut Ui, run: &RunTimeline) {
        // The pane keeps its size whatever its content.
        ui.set_min_size(ui.available_size());
        let colors = theme::colors(ui);
        let (now, all) = (run.now(), run.reached());
        let counter = format!("Command {}", answer::progress(now.steps(), all));
        ui.add(Label::new(RichText::new(counter).strong()).truncate());
        let tallies: Vec<String> = now.counters().iter().map(ToString::to_string).collect();
        ui.add(Label::new(tallies.join(" · ")).truncate());
        ui.add_space(space::SMALL);
        let ending = now.ending();
        let heading = if ending.is_some() { "End" } else { "Calls" };
        ui.label(RichText::new(heading).strong());
        let top = ui.cursor().top();
        ui.spacing_mut().item_spacing.y = 1.0;
        match ending {
            Some(ending) => {
                let color = if ending.won { colors.good } else { colors.bad };
                ui.add(Label::new(RichText::new(ending.text).color(color)).wrap());
            }
            None => {
                for call in run.calls(MAX_CALLS) {
                    ui.add(Label::new(call).truncate());
                }
            }
        }
        // The program moves only for deeper calls and longer endings.
        let line = ui.text_style_height(&egui::TextStyle::Body) + 1.0;
        let padding = RESERVED_LINES * line - (ui.cursor().top() - top);
        ui.add_space(padding.max(0.0) + space::SMALL);
        let changed = self.last_step != Some(now.steps());
        scroll_area(ui, "program that runs", |ui| program(ui, run, changed));
        self.last_step = Some(now.steps());
    }
}

/// Shows the program and marks the last executed command, scrolling to it if it has changed.
fn program(ui: &mut Ui, run: &RunTimeline, changed: bool) {
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    let colors = theme::colors(ui);
    ui.add_space(GAP);
    for (index, procedure) in run.procedures().iter().enumerate() {
        if procedure.commands.is_empty() {
            continue;
        }
        ui.label(RichText::new(procedure.name.as_ref()).color(colors.weak));
        for line in wrap_slots(procedure, procedure.commands.len(), ui.available_width()) {
            ui.horizontal(|ui| {
                for at in line {
                    command_tile(ui, run, Slot::new(index, at), changed);
                }
            });
        }
    }
}

fn command_tile(ui: &mut Ui, run: &RunTimeline, slot: Slot, changed: bool) {
    let Some((procedure, tile)) = run.command(slot) else {
        return;
    };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
    let marked = run.now().last() == Some(slot);
    let name = format!(
        "{} command {}, {}{}",
        procedure.name,
        slot.index + 1,
        tile.name,
        if marked { ", carried out" } else { "" }
    );
    set_name(&response, Role::Image, &name);
    if marked && changed {
        response.scroll_to_me(None);
    }
    if ui.is_rect_visible(rect) {
        let look = TileState {
            current: marked,
            ..TileState::default()
        };
        tile::paint(ui.painter(), rect, tile, look, ui.visuals().dark_mode);
    }
    response.on_hover_text(tile.name.as_ref());
}
