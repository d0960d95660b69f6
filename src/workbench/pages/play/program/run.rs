//! The run of a plan that is a program: the board, and beside it the program with the command that
//! was carried out, what was counted, and the calls.

use crate::page::known;
use egui::{Label, Panel, RichText, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo};

use crate::game::search::Budget;
use crate::game::{Cell, Run, Slot, play};
use crate::session::{PlanRecord, Task};

use super::editor::{GAP, lines_of};
use super::tile::{self, SIDE, TileLook};
use crate::board::Mark;
use crate::kit::theme::{self, space};
use crate::shell::app::Workbench;

/// Width from which the program stands beside the board rather than below it, in points.
const BESIDE: f32 = 520.0;

/// Width of the program beside the board and its height below, in points: at first, and how far
/// they can be dragged.
const WIDTH: (f32, std::ops::RangeInclusive<f32>) = (246.0, 160.0..=420.0);
const HEIGHT: (f32, std::ops::RangeInclusive<f32>) = (150.0, 80.0..=300.0);

/// Calls that are named at most.
const CALLS: usize = 6;

/// The run of the plan on its way from a thread.
pub struct Coming(Task<Option<Run>>);

impl Workbench {
    /// Works the run of a plan out in the background; [`Workbench::take_run`] hands it over.
    pub(crate) fn work_run_out(&self, record: &PlanRecord) -> Coming {
        let level = self.cx.document.level().clone();
        let mut moves = record.done.to_vec();
        moves.extend_from_slice(&record.moves);
        let work = move |_: &_| {
            let position = play(level.as_ref(), &moves).ok()?;
            let mut run = Run::of(position.as_program()?);
            // No budget: the rules bound every run.
            run.run_to_end(&Budget::default()).ok()?;
            Some(run)
        };
        Coming(Task::start("run of the plan", &self.cx.wake, work))
    }

    /// Gives the player the run once it is there.
    pub(crate) fn take_run(&mut self) {
        let Some(Coming(coming)) = &self.center.coming else {
            return;
        };
        match coming.end() {
            None => return,
            Some(Ok(Some(run))) => self.center.player.load_run(run),
            Some(Ok(None) | Err(_)) => {
                log::error!("the plan could not be run");
                self.center.writing = true;
            }
        }
        self.center.coming = None;
    }

    /// Whether the run of the plan is on screen.
    pub(crate) fn watches_run(&self) -> bool {
        self.cx.tab == known::PLAN && self.center.player.run().is_some()
    }

    /// What of a plan that is a program is watched: its run, or how it is written.
    pub(crate) fn run_or_writing(&mut self, ui: &mut Ui) {
        ui.label("Watch");
        for (writing, name, tip) in [
            (false, "Run", "The robot carries the program out"),
            (
                true,
                "Writing",
                "The program is put into the slots, move by move",
            ),
        ] {
            let chosen = self.center.writing == writing;
            let button = ui.selectable_label(chosen, name);
            if button.on_hover_text(tip).clicked() {
                self.center.writing = writing;
            }
        }
    }

    /// The board and the program beside it; fills what is left of `ui`. Moves the run on if it is
    /// playing.
    pub(crate) fn watched_run(&mut self, ui: &mut Ui, marks: &[Mark]) -> Option<Cell> {
        self.center.player.advance(ui.ctx());
        let frame = egui::Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(egui::Margin::same(space::PANEL));
        if ui.available_width() >= BESIDE {
            Panel::right("run")
                .frame(frame)
                .default_size(WIDTH.0)
                .size_range(WIDTH.1)
                .show(ui, |ui| self.run_pane(ui));
        } else {
            Panel::bottom("run below")
                .frame(frame)
                .resizable(true)
                .default_size(HEIGHT.0)
                .size_range(HEIGHT.1)
                .show(ui, |ui| self.run_pane(ui));
        }
        self.watched_board(ui, marks)
    }

    fn run_pane(&mut self, ui: &mut Ui) {
        // The pane keeps its size whatever is in it.
        ui.set_min_size(ui.available_size());
        let Some(run) = self.center.player.run() else {
            return;
        };
        let colors = theme::colors(ui);
        let (now, all) = (run.now(), run.reached());
        let counter = format!("Command {} of {all}", now.steps());
        ui.add(Label::new(RichText::new(counter).strong()).truncate());
        let tallies: Vec<String> = now.tallies().iter().map(ToString::to_string).collect();
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
                let text = RichText::new(ending.text).color(color);
                ui.add(Label::new(text).wrap());
            }
            None => {
                for call in run.calls(CALLS) {
                    ui.add(Label::new(call).truncate());
                }
            }
        }
        // Room for some lines, so that the program does not jump with every call.
        let line = ui.text_style_height(&egui::TextStyle::Body) + 1.0;
        let room = 3.0 * line - (ui.cursor().top() - top);
        ui.add_space(room.max(0.0) + space::SMALL);
        let moved = self.program.shown != Some(now.steps());
        ScrollArea::vertical()
            .id_salt("program that runs")
            .auto_shrink([false, false])
            .show(ui, |ui| program(ui, run, moved));
        self.program.shown = Some(now.steps());
    }
}

/// The program with the command that was carried out last; brings it into sight if it is another
/// one than before.
fn program(ui: &mut Ui, run: &Run, moved: bool) {
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    let colors = theme::colors(ui);
    // The arrow above the first line is seen.
    ui.add_space(GAP);
    for (index, procedure) in run.procedures().iter().enumerate() {
        if procedure.commands.is_empty() {
            continue;
        }
        ui.label(RichText::new(procedure.name.as_ref()).color(colors.weak));
        for line in lines_of(procedure, procedure.commands.len(), ui.available_width()) {
            ui.horizontal(|ui| {
                for at in line {
                    command(ui, run, Slot::new(index, at), moved);
                }
            });
        }
    }
}

fn command(ui: &mut Ui, run: &Run, slot: Slot, moved: bool) {
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
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    if marked && moved {
        response.scroll_to_me(None);
    }
    if ui.is_rect_visible(rect) {
        let look = TileLook {
            marked,
            ..TileLook::default()
        };
        tile::paint(ui.painter(), rect, tile, look, ui.visuals().dark_mode);
    }
    response.on_hover_text(tile.name.as_ref());
}
