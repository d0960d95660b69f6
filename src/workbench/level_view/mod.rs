//! Parts shared by the pages that show the open level. In contrast to `board`, it depends on the workbench.
//!
//! Marks on the level's board, and the choice between flat and isometric. `listing`: positions that are lists of facts.

mod listing;

use egui::{Align, Layout, Rect, Ui, UiBuilder, vec2};

use crate::board::{
    BY_HAND, BlockDisplay, BoardMark, BoardSource, Canvas, CanvasState, Icon, Mark, MarkKind,
    Overlays, icon_button,
};
use crate::game::{Cell, Execution};
use crate::kit::theme::space;
use crate::page::{Cx, Request, known};

pub use listing::ListingPanes;

/// Cells named by a proof of unsolvability.
pub fn problem_marks(cx: &Cx) -> Vec<Mark> {
    let mark = |cell: &_| Mark {
        cell: *cell,
        kind: MarkKind::Problem,
    };
    cx.facts.level.problems.iter().map(mark).collect()
}

/// Marks of the level as drawn: problems and the pattern.
pub fn level_marks(cx: &Cx) -> Vec<Mark> {
    let mut marks = problem_marks(cx);
    marks.extend(&cx.facts.level.patterns);
    marks
}

/// Places marks on the board that the level is drawn on.
pub fn on_level_board(cx: &Cx, marks: Vec<Mark>) -> Vec<BoardMark> {
    let Some(game) = cx.document.game() else {
        return Vec::new();
    };
    let board = game.info().level_board;
    marks.into_iter().map(|mark| (board.into(), mark)).collect()
}

/// Shows the board of a program's run, with automatic steps of `pace` seconds. Returns the cell under the pointer.
pub fn run_board(
    ui: &mut Ui,
    cx: &mut Cx,
    run: &dyn Execution,
    path: &[Cell],
    pace: Option<f32>,
    canvas: &mut CanvasState,
) -> Option<Cell> {
    let marks = problem_marks(cx);
    let target = run.shot();
    let level = cx.document.level().as_ref();
    let source = BoardSource {
        has_heights: level.has_heights(),
        ..BoardSource::new(level.board(), |cell| run.style(cell))
    };
    let board = Canvas {
        overlays: Overlays {
            marks: &marks,
            path,
            finished: run.ending().is_some_and(|ending| ending.won),
            step: target.as_slice(),
            ..Overlays::default()
        },
        pace: pace.or(Some(BY_HAND)),
        isometric: cx.settings.boards.isometric,
        help: "Arrow keys move the cursor. The program is beside the board.",
        ..Canvas::new(&source)
    };
    let output = board.show(ui, canvas);
    view_switch(ui, cx, output.response.rect);
    output.hovered
}

/// Width in points below which a canvas has no switch.
const MIN_CANVAS_WIDTH: f32 = 260.0;

/// Shows the switch in the upper right corner of a canvas, if the level's cells have heights.
pub fn view_switch(ui: &mut Ui, cx: &mut Cx, canvas: Rect) {
    if !cx.document.level().has_heights() || canvas.width() < MIN_CANVAS_WIDTH {
        return;
    }
    // At most 340 points wide, with a margin of 10 points.
    let size = vec2(canvas.width().min(360.0) - 20.0, 26.0);
    let corner = canvas.right_top() + vec2(-10.0 - size.x, 8.0);
    let builder = UiBuilder::new()
        .id_salt("view")
        .max_rect(Rect::from_min_size(corner, size))
        .layout(Layout::right_to_left(Align::Center));
    let mut ui = ui.new_child(builder);
    ui.spacing_mut().item_spacing.x = 2.0;
    let tip = cx.commands.tooltip(ui.ctx(), known::TOGGLE_ISOMETRIC);
    for (solid, name) in [(false, "Flat"), (true, "Isometric")] {
        let chosen = cx.settings.boards.isometric == solid;
        let button = ui.selectable_label(chosen, name).on_hover_text(&tip);
        if button.clicked() && !chosen {
            cx.send(Request::Run(known::TOGGLE_ISOMETRIC));
        }
    }
    if cx.settings.boards.isometric {
        block_options(&mut ui);
    }
}

fn block_options(ui: &mut Ui) {
    let mut display = BlockDisplay::load(ui.ctx());
    ui.add_space(space::SMALL);
    ui.toggle_value(&mut display.heights, "Heights")
        .on_hover_text("Write its height on each block");
    for (icon, name, key, clockwise) in [
        (Icon::RotateRight, "Turn view right", "]", true),
        (Icon::RotateLeft, "Turn view left", "[", false),
    ] {
        let tip = format!("{name} by a quarter ({key} on the board)");
        if icon_button(ui, icon, name, &tip, None).clicked() {
            display.turn = display.turn.rotated(clockwise);
        }
    }
    display.save(ui.ctx());
}
