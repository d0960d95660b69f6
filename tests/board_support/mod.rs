//! What the tests of the board's widgets share.

#![allow(dead_code)]

use egui::{Pos2, vec2};
use egui_kittest::Harness;
use planwright::game::{Cell, Size};
use planwright::games;
use planwright::session::Document;
use planwright::workbench::board::{Editor, Place};
use planwright::workbench::theme;

/// A document with its editor.
pub struct EditBench {
    pub document: Document,
    pub editor: Editor,
    pub message: Option<String>,
}

/// An editor for an empty board of the first game.
pub fn edit_bench(size: Size) -> Harness<'static, EditBench> {
    let game = games::all()[0];
    let bench = EditBench {
        document: Document::new(game.blank(Some(size))),
        editor: Editor::default(),
        message: None,
    };
    let show = |ui: &mut egui::Ui, bench: &mut EditBench| {
        let canvas = theme::colors(ui).canvas;
        ui.painter().rect_filled(ui.max_rect(), 0.0, canvas);
        let answer = bench.editor.show(ui, &mut bench.document, &[]);
        bench.message = answer.message.or(bench.message.take());
    };
    Harness::builder()
        .with_size(vec2(800.0, 600.0))
        .with_step_dt(1.0 / 30.0)
        .with_max_steps(60)
        .with_context_setup(theme::install)
        .build_ui_state(show, bench)
}

pub fn cell_name(row: usize, col: usize, name: &str) -> String {
    format!("row {} column {}, {name}", row + 1, col + 1)
}

/// Where a cell is on screen.
pub fn place_of(harness: &Harness<'_, EditBench>, cell: Cell) -> Pos2 {
    let state = harness.state();
    let rect = state.editor.canvas.rect().expect("was shown");
    state
        .editor
        .canvas
        .view
        .lines(rect, 1.0)
        .rect(Place::from(cell))
        .center()
}

/// Writes what is seen to `target/pictures/board-NAME.png`, if `PLANWRIGHT_PICTURES` is set.
pub fn picture<State>(harness: &mut Harness<'_, State>, name: &str) {
    if std::env::var_os("PLANWRIGHT_PICTURES").is_none() {
        return;
    }
    let image = harness.render().expect("renders");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
    std::fs::create_dir_all(&folder).expect("is writable");
    image
        .save(folder.join(format!("board-{name}.png")))
        .expect("is written");
}
