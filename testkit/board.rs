//! Benches for the board's widgets: editor, play and plan.

use egui::{Pos2, Vec2, vec2};
use egui_kittest::Harness;
use planwright::game::Move;
use planwright::game::{Cell, Size};
use planwright::games;
use planwright::session::{Document, Playback};
use planwright::workbench::board::{
    BoardMark, Boards, Editor, GridPos, MoveList, PlayBoards, Player, TimelineKeys, plan_boards,
    timeline,
};
use planwright::workbench::theme;

use crate::keep::keep;
use crate::renderer::SoftwareRenderer;

/// A document and its editor.
pub struct EditBench {
    pub document: Document,
    pub editor: Editor,
    pub message: Option<String>,
}

/// Opens the editor on an empty board of the first game.
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
        bench.editor.show(ui, &mut bench.document, &[]);
        bench.message = bench.editor.message.take().or(bench.message.take());
    };
    harness(vec2(800.0, 600.0), show, bench)
}

/// Size of the window in points: a board and its timeline.
const WINDOW: Vec2 = vec2(900.0, 640.0);

fn harness<State: 'static>(
    size: Vec2,
    show: impl FnMut(&mut egui::Ui, &mut State) + 'static,
    state: State,
) -> Harness<'static, State> {
    Harness::builder()
        .with_size(size)
        .with_step_dt(1.0 / 30.0)
        .with_max_steps(60)
        .renderer(SoftwareRenderer::default())
        .with_context_setup(theme::install)
        .build_ui_state(show, state)
}

fn read(level: &str) -> Document {
    let level = games::load::load(level.as_bytes(), None, None).expect("is a level");
    Document::new(level)
}

/// A document in play mode.
pub struct PlayBench {
    pub document: Document,
    pub play: PlayBoards,
    pub marks: Vec<BoardMark>,
}

pub fn play_bench(level: &str) -> Harness<'static, PlayBench> {
    let bench = PlayBench {
        document: read(level),
        play: PlayBoards::default(),
        marks: Vec::new(),
    };
    let show = |ui: &mut egui::Ui, bench: &mut PlayBench| {
        let canvas = theme::colors(ui).canvas;
        ui.painter().rect_filled(ui.max_rect(), 0.0, canvas);
        let answer = bench.play.show(ui, &bench.document, &bench.marks, &[]);
        for (mv, at) in answer.moves {
            if let Err(error) = bench.document.make_move(&mv) {
                bench.play.refuse(ui.ctx(), at, &error);
            }
        }
    };
    harness(WINDOW, show, bench)
}

/// A plan that is played back.
pub struct PlanBench {
    pub player: Player,
    boards: Boards,
    list: MoveList,
}

pub fn plan_bench(level: &str, moves: &[&str]) -> Harness<'static, PlanBench> {
    let document = read(level);
    let moves = moves.iter().map(Move::new).collect();
    let mut player = Player::default();
    player.load(Playback::new(document.level(), &[], moves).expect("is legal"));
    let bench = PlanBench {
        player,
        boards: Boards::default(),
        list: MoveList::default(),
    };
    let show = |ui: &mut egui::Ui, bench: &mut PlanBench| {
        let canvas = theme::colors(ui).canvas;
        ui.painter().rect_filled(ui.max_rect(), 0.0, canvas);
        egui::Panel::bottom("timeline")
            .exact_size(190.0)
            .show(ui, |ui| {
                egui::Panel::right("moves")
                    .exact_size(280.0)
                    .show(ui, |ui| {
                        bench.list.show(ui, &mut bench.player);
                    });
                timeline(ui, &mut bench.player, &TimelineKeys::default());
            });
        plan_boards(ui, &mut bench.boards, &mut bench.player, &[], &[]);
    };
    harness(WINDOW, show, bench)
}

pub fn cell_name(row: usize, col: usize, name: &str) -> String {
    format!("row {} column {}, {name}", row + 1, col + 1)
}

/// The screen position of a cell.
pub fn place_of(harness: &Harness<'_, EditBench>, cell: Cell) -> Pos2 {
    let state = harness.state();
    let rect = state.editor.canvas.rect().expect("was shown");
    state
        .editor
        .canvas
        .view
        .lines(rect, 1.0)
        .rect(GridPos::from(cell))
        .center()
}

/// Saves the picture as `target/pictures/board-NAME_WIDTH.png` if `PLANWRIGHT_PICTURES` is set.
pub fn picture<State>(harness: &mut Harness<'_, State>, name: &str) {
    let name = format!("board-{name}");
    keep(&name, || Some(harness.render().expect("renders")));
}
