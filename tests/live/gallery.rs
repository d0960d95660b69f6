//! Draws the pictures of `docs/gallery.md` with the program itself, light and dark. `scripts/gallery` runs it.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgba, RgbaImage};
use planwright::workbench::Workbench;
use planwright::workbench::world::RealLive;
use testkit::desktop::Desktop;
use testkit::practice::PracticeWindow;
use testkit::project;
use testkit::wait::try_wait_for;
use testkit::workbench::{Bench, run, says, settle, wait_until};

/// Variables with the game and the theme of the page on the other test's desktop.
const GAME: &str = "PLANWRIGHT_GALLERY_GAME";
const THEME: &str = "PLANWRIGHT_GALLERY_THEME";

/// Commands that choose a theme, and the theme's name.
const THEMES: [(&str, &str); 2] = [("Light theme", "light"), ("Dark theme", "dark")];

/// What is shown of a game.
struct Shown {
    game: &'static str,
    /// Name of the level in the library.
    level: &'static str,
    /// Moves made before the hint.
    moves: &'static [&'static str],
    /// Whether there is a practice window with a profile.
    live: bool,
    /// Whether it has a page for the rules beside the board.
    rules: bool,
}

const fn shown(game: &'static str, level: &'static str, moves: &'static [&'static str]) -> Shown {
    Shown {
        game,
        level,
        moves,
        live: true,
        rules: false,
    }
}

const GAMES: [Shown; 8] = [
    shown("logo", "Ring, 6×10", &["2 4", "2 5"]),
    shown("lights-out", "Diamond, 5×5", &["1 1", "3 3"]),
    shown("puzlogic", "Gaps, 4×4", &[]),
    shown("light-bot", "Lattice, 8×8", &[]),
    shown("robos-escape", "Between pits, 10×10", &[]),
    shown("sokoban", "Two rows of three, 9×12", &["u", "r"]),
    Shown {
        live: false,
        ..shown("gdl", "Peg solitaire on a cross, 11 facts", &[])
    },
    Shown {
        live: false,
        rules: true,
        ..shown("puzzlescript", "Green Fingers, 2, 5×8", &["right", "down"])
    },
];

/// Pictures in a row of a sheet, and the size at which each is shown.
const ACROSS: u32 = 2;
const SIZE: (u32, u32) = (800, 500);
const GAP: u32 = 8;

#[test]
#[ignore = "writes into docs"]
fn the_gallery_is_drawn() {
    let themes = THEMES.map(|(_, theme)| theme);
    let drawings = GAMES
        .iter()
        .flat_map(|shown| themes.map(|theme| (shown, theme)));
    for (Shown { game, live, .. }, theme) in drawings {
        // Each begins with the game's first level.
        let desktop = Desktop::start();
        let window = live.then(|| PracticeWindow::open(&desktop, game, &[]));
        // The page looks for windows on the display that its process has.
        let itself = std::env::current_exe().expect("is known");
        let drawn = desktop
            .command(itself)
            .args(["--exact", "gallery::a_game_on_that_desktop", "--ignored"])
            .env(GAME, game)
            .env(THEME, theme)
            .stdout(Stdio::piped())
            .output()
            .expect("can be started");
        let told = String::from_utf8_lossy(&drawn.stdout);
        assert!(drawn.status.success(), "{game}: {told}");
        drop(window);
    }
}

#[test]
#[ignore = "needs the desktop of the other test, which runs it"]
fn a_game_on_that_desktop() {
    let game = std::env::var(GAME).expect("is run by the other test");
    let shown = GAMES.iter().find(|shown| shown.game == game);
    let shown = shown.expect("is a game");
    let theme = std::env::var(THEME).expect("is run by the other test");
    let command = THEMES.iter().find(|(_, name)| *name == theme);
    let (command, _) = command.expect("is a theme");
    let path = project(&format!("docs/images/gallery/{game}-{theme}.jpg"));
    save(&sheet(&views(shown, command)), &path);
}

/// The views of a game, each as the whole window.
fn views(shown: &Shown, theme: &str) -> Vec<RgbaImage> {
    let bench = Bench::default();
    let live = RealLive::new(Some(bench.places().profiles()), None);
    let mut page = bench.open_live(&[], Arc::new(live), 1.0);
    run(&mut page, theme);
    settle(&mut page);
    page.get_by_label(shown.level).click_accesskit();
    let mut views = Vec::new();
    let mut take = |page: &mut Harness<'static, Workbench>| {
        settle(page);
        views.push(page.render().expect("renders"));
    };
    take(&mut page);
    run(&mut page, "Play mode");
    for mv in shown.moves {
        page.state_mut().play(mv);
        settle(&mut page);
    }
    take(&mut page);
    for _ in 0..2 {
        run(&mut page, "Hint");
        settle(&mut page);
    }
    take(&mut page);
    run(&mut page, "Start over");
    run(&mut page, "Solve");
    settle(&mut page);
    run(&mut page, "Plan mode");
    for _ in 0..4 {
        run(&mut page, "Step forward");
    }
    take(&mut page);
    run(&mut page, "States mode");
    take(&mut page);
    if shown.rules {
        run(&mut page, "Rules");
        take(&mut page);
    }
    if shown.live {
        run(&mut page, "Play in a window");
        // The game may show its title page.
        wait_until(&mut page, "a start", |page| {
            page.step();
            let start = page.get_by_label("Start");
            (!start.accesskit_node().is_disabled()).then_some(())
        });
        page.get_by_label("Start").click();
        // A few moves are played.
        try_wait_for(20, || {
            page.step();
            says(&page, "Expected, 3 of").then_some(())
        });
        page.run_steps(3);
        views.push(page.render().expect("renders"));
    }
    views
}

/// The views side by side.
fn sheet(views: &[RgbaImage]) -> RgbaImage {
    let rows = (views.len() as u32).div_ceil(ACROSS);
    let side = |count: u32, size: u32| count * (size + GAP) + GAP;
    let (width, height) = (side(ACROSS, SIZE.0), side(rows, SIZE.1));
    let mut sheet = RgbaImage::from_pixel(width, height, Rgba([128, 128, 128, 255]));
    for (index, view) in (0..).zip(views) {
        let view = imageops::resize(view, SIZE.0, SIZE.1, FilterType::CatmullRom);
        let place = |at: u32, size: u32| i64::from(GAP + at * (size + GAP));
        let (x, y) = (place(index % ACROSS, SIZE.0), place(index / ACROSS, SIZE.1));
        imageops::replace(&mut sheet, &view, x, y);
    }
    sheet
}

fn save(sheet: &RgbaImage, path: &Path) {
    std::fs::create_dir_all(path.parent().expect("is in a folder")).expect("can be made");
    let file = std::fs::File::create(path).expect("can be written");
    let picture = DynamicImage::ImageRgba8(sheet.clone()).to_rgb8();
    let mut encoder = JpegEncoder::new_with_quality(file, 84);
    encoder.encode_image(&picture).expect("can be written");
}
