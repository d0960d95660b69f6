//! What a frame of a large board takes. Run by hand, with optimisation:
//! `cargo test --config profile.dev.opt-level=3 --test board_widget_speed -- --ignored --nocapture`

use std::time::{Duration, Instant};

use egui::{Context, RawInput, Rect, vec2};
use planwright::game::{Grid, LevelRef, Move, Size};
use planwright::games;
use planwright::session::{Document, Playback};
use planwright::workbench::board::{Boards, Editor, Player, plan_boards};
use planwright::workbench::theme;

const WINDOW: Rect = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1600.0, 1000.0));

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

/// Median time of a frame, tessellation included.
fn frame(mut show: impl FnMut(&mut egui::Ui)) -> Duration {
    let ctx = Context::default();
    theme::install(&ctx);
    let mut times: Vec<Duration> = (0..40)
        .map(|index| {
            let input = RawInput {
                screen_rect: Some(WINDOW),
                time: Some(f64::from(index) / 60.0),
                ..RawInput::default()
            };
            let began = Instant::now();
            let mut output = ctx.run_ui(input, &mut show);
            let meshes = ctx.tessellate(std::mem::take(&mut output.shapes), 1.0);
            let time = began.elapsed();
            assert!(!meshes.is_empty());
            output.textures_delta.clear();
            time
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

fn edited(side: usize, zoom: Option<f32>) -> Duration {
    let mut document = Document::new(mixed(side));
    let mut editor = Editor::default();
    if let Some(zoom) = zoom {
        editor.canvas.view.zoom_to(zoom, vec2(0.0, 0.0));
    }
    frame(|ui| {
        editor.show(ui, &mut document, &[]);
    })
}

fn watched(side: usize) -> Duration {
    let level = games::all()[0].blank(Some(Size::new(side, side)));
    let moves = (1..=side)
        .flat_map(|row| (1..=side).map(move |col| Move::new(format!("{row} {col}"))))
        .collect();
    let mut player = Player::default();
    player.load(Playback::new(&level, &[], moves).expect("is legal"));
    player.seek(side * side / 2);
    player.set_speed(32.0);
    player.play();
    let mut boards = Boards::default();
    frame(|ui| {
        plan_boards(ui, &mut boards, &mut player, &[], &[]);
    })
}

#[test]
#[ignore = "measures time; run it by hand with optimisation"]
fn frames_of_large_boards() {
    for (side, zoom) in [
        (10, None),
        (100, None),
        (100, Some(0.4)),
        (100, Some(1.0)),
        (200, None),
        (200, Some(0.2)),
        (200, Some(0.4)),
        (200, Some(1.0)),
    ] {
        let zoomed = zoom.map_or("fitted".to_owned(), |zoom| format!("{:.0} %", zoom * 100.0));
        println!("edit {side}×{side}, {zoomed}: {:?}", edited(side, zoom));
    }
    for side in [10, 100, 200] {
        println!("watch {side}×{side} at 32×, fitted: {:?}", watched(side));
    }
}
