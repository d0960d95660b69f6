//! Frames of the workbench: large boards edited, zoomed, and watched while a plan plays; long texts
//! typed in.
//!
//! `cargo bench --bench frames`

use divan::Bencher;
use egui::{Context, Event, RawInput, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use planwright::game::{Grid, LevelRef, Move, Size};
use planwright::games;
use planwright::session::{Document, Playback};
use planwright::workbench::board::{Boards, Editor, Player, plan_boards};
use planwright::workbench::theme;
use testkit::workbench::Bench;

const WINDOW: Rect = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1600.0, 1000.0));

fn main() {
    divan::main();
}

/// A board of mixed values, without order.
fn mixed(side: usize) -> LevelRef {
    let blank = games::all()[0].blank(Some(Size::new(side, side)));
    let grid = blank.as_grid().expect("is a grid");
    let mut seed = 12345u32;
    let values = (0..side * side).map(|_| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u16 % 5
    });
    let values = Grid::from_cells(Size::new(side, side), values.collect()).expect("fits");
    grid.with_grid(values).expect("is taken")
}

/// Times one frame after the other, tessellation included, at 60 frames a second of egui's clock.
fn frames(bencher: Bencher<'_, '_>, mut show: impl FnMut(&mut egui::Ui)) {
    let ctx = Context::default();
    theme::install(&ctx);
    let mut frame = 0;
    bencher.bench_local(|| {
        let input = RawInput {
            screen_rect: Some(WINDOW),
            time: Some(f64::from(frame) / 60.0),
            ..RawInput::default()
        };
        frame += 1;
        let mut output = ctx.run_ui(input, &mut show);
        let meshes = ctx.tessellate(std::mem::take(&mut output.shapes), 1.0);
        output.textures_delta.clear();
        meshes
    });
}

/// Cells a side and zoom in percent, 0 for the whole board in the window.
#[divan::bench(args = [(10, 0), (100, 0), (100, 40), (100, 100), (200, 0), (200, 20), (200, 40), (200, 100)])]
fn edit(bencher: Bencher<'_, '_>, (side, percent): (usize, u16)) {
    let mut document = Document::new(mixed(side));
    let mut editor = Editor::default();
    if percent > 0 {
        let zoom = f32::from(percent) / 100.0;
        editor.canvas.view.zoom_to(zoom, vec2(0.0, 0.0));
    }
    frames(bencher, |ui| {
        editor.show(ui, &mut document, &[]);
    });
}

/// Cells a side; the plan plays at 32 times the usual speed.
#[divan::bench(args = [10, 100, 200])]
fn watch(bencher: Bencher<'_, '_>, side: usize) {
    let level = games::all()[0].blank(Some(Size::new(side, side)));
    let moves = (1..=side)
        .flat_map(|row| (1..=side).map(move |col| Move::new(format!("{row} {col}"))))
        .collect();
    let mut player = Player::default();
    player.load(Playback::new(&level, &[], moves).expect("is legal"));
    player.seek(side * side / 2);
    player.speed = 32.0;
    player.play();
    let mut boards = Boards::default();
    frames(bencher, |ui| {
        plan_boards(ui, &mut boards, &mut player, &[], &[]);
    });
}

/// A letter typed in rules with so many facts, in the whole window: the frame that takes the letter.
#[divan::bench(args = [100, 2_000], sample_count = 20)]
fn type_in_text(bencher: Bencher<'_, '_>, facts: usize) {
    let mut text = "(role robot)\n(init (at a))\n(<= (legal robot (go a)) (true (at a)))\n\
        (<= (next (at ?x)) (does robot (go ?x)))\n(<= terminal (true (at b)))\n\
        (<= (goal robot 100) (true (at b)))\n"
        .to_owned();
    for n in 0..facts {
        text += &format!("(far place{n} place{})\n", n + 1);
    }
    let bench = Bench::default();
    let path = bench.write("long.kif", &text);
    let mut harness = bench.open(&[&path]);
    harness.get_by_label("Text of the level").focus();
    harness.run_steps(3);
    bencher.bench_local(|| {
        harness.event(Event::Text(";".to_owned()));
        harness.step();
    });
}
