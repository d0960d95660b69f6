//! The egui app, on top of [`crate::session`].

use planwright_art as art;
use planwright_autoplay as autoplay;
use planwright_export as export;
use planwright_export::drawing;
use planwright_game as game;
use planwright_game::search;
use planwright_games as games;
use planwright_graph as graph;
use planwright_session as session;
use planwright_vision as vision;

pub mod board;
mod catalogue;
mod dialogs;
mod import;
mod kit;
mod level_view;
mod live_panel;
mod page;
mod pages;
mod shell;
mod software;
pub mod world;

pub use kit::theme;
pub use page::messages::Messages;
pub use page::settings;
pub use pages::play::{PlayPage, ProgramEditor};
pub use pages::solve::SolvePage;
pub use shell::Workbench;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use egui::ViewportBuilder;

use world::World;

/// Application ID for the window system and the state file.
const APP_ID: &str = "planwright";

/// Opens the workbench with these level files and returns when its window is closed.
///
/// # Errors
/// When there is no display or no way to draw on it.
pub fn run(files: Vec<PathBuf>) -> anyhow::Result<()> {
    let start = Instant::now();
    let world = World::real();
    let folders = world.folders.as_ref();
    let state = folders.map(|folders| folders.data.join("window.ron"));
    let viewport = ViewportBuilder::default()
        .with_app_id(APP_ID)
        .with_title("Planwright")
        .with_icon(shell::appearance::icon())
        // With its title bar this fits on a 1280 × 800 screen.
        .with_inner_size([1280.0, 760.0])
        .with_min_inner_size([760.0, 480.0]);
    let options = eframe::NativeOptions {
        viewport,
        // Faster to start than wgpu, and available without a GPU.
        renderer: eframe::Renderer::Glow,
        persistence_path: state,
        // The workbench searches fonts in the background instead.
        system_font_fallback: false,
        ..eframe::NativeOptions::default()
    };
    let app: eframe::AppCreator<'_> = Box::new(move |cc| {
        let mut workbench = Workbench::new(&cc.egui_ctx, world, files, start);
        if let Some(reason) = software::reason() {
            log::info!("drawing by software: {reason}");
            workbench.warn(
                "OpenGL cannot be used here, so the processor draws this window, which is slower. \
                 Update or reinstall the driver of the graphics card.",
            );
        }
        Ok(Box::new(workbench))
    });
    let Err(error) = eframe::run_native(APP_ID, options, app) else {
        return Ok(());
    };
    if !software::is_opengl_error(&error) {
        let reason = error.to_string();
        return Err(anyhow!("{}", game::words::without_source_line(&reason)))
            .context("the workbench window could not be opened; is there a display?");
    }
    software::restart(&error);
    Err(anyhow!(software::error_text(&error))).context(
        "the workbench window could not be opened, because OpenGL cannot be used here, not even drawn by \
         software. Install or update OpenGL (Debian: libgl1-mesa-dri and libegl1) and the driver of the \
         graphics card; all commands but the workbench work without",
    )
}
