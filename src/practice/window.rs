//! Practice window, which shows nothing but the picture.

use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use egui::{
    Color32, ColorImage, Event, Key, PointerButton, Pos2, RawInput, Rect, TextureHandle,
    TextureOptions, Ui, Vec2, ViewportBuilder, ViewportCommand, pos2, vec2,
};

use super::PracticeSettings;
use super::faults::Faults;
use crate::game::{Practice, PracticeInput, PracticeKey, words};

/// Application id for the window system, used by screen profiles.
const APP_ID: &str = "planwright";
/// Minimum time between frames during animations.
const FRAME_TIME: Duration = Duration::from_millis(18);
/// Time in which the window manager may apply the requested size.
const SIZING_TIMEOUT: Duration = Duration::from_secs(1);
/// Space left for a desktop's panel, in points.
const PANEL_MARGIN: Vec2 = vec2(12.0, 56.0);

/// Opens the window and returns when it is closed.
pub fn run(practice: Box<dyn Practice>, settings: PracticeSettings) -> anyhow::Result<()> {
    let (width, height) = practice.size();
    let size = vec2(width as f32, height as f32) * settings.scale as f32;
    let title = practice.title();
    let viewport = ViewportBuilder::default()
        .with_app_id(APP_ID)
        .with_title(&title)
        .with_icon(icon(practice.as_ref()))
        .with_inner_size(size);
    // eframe requires a path for its state, which this window does not have.
    let temp_folder = tempfile::tempdir().context("no folder for temporary files")?;
    let mut options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        persist_window: false,
        persistence_path: Some(temp_folder.path().join("window.ron")),
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    // Waiting for vertical sync would delay the picture by up to a frame.
    options.glow_options.vsync = false;
    let app: eframe::AppCreator<'_> = Box::new(move |cc| {
        cc.egui_ctx.options_mut(|o| o.zoom_with_keyboard = false);
        Ok(Box::new(PracticeWindow::new(practice, settings)))
    });
    eframe::run_native(&title, options, app)
        .map_err(|error| anyhow!("{}", words::without_source_line(&error.to_string())))
        .context("the practice window could not be opened; is there a display?")
}

fn icon(practice: &dyn Practice) -> egui::IconData {
    const SIDE: u32 = 64;
    let (width, height) = practice.size();
    let pixels = practice.picture();
    let mut rgba = Vec::with_capacity((SIDE * SIDE * 4) as usize);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let (from_x, from_y) = (x * width / SIDE, y * height / SIDE);
            let at = 3 * (from_y * width + from_x) as usize;
            rgba.extend_from_slice(pixels.get(at..at + 3).unwrap_or(&[0; 3]));
            rgba.push(255);
        }
    }
    egui::IconData {
        rgba,
        width: SIDE,
        height: SIDE,
    }
}

struct PracticeWindow {
    practice: Box<dyn Practice>,
    settings: PracticeSettings,
    faults: Faults,
    /// Keys that are down, to ignore key repeats.
    down: Vec<Key>,
    started: Instant,
    /// Time of the game's last tick, since `started`.
    ticked: Duration,
    /// Pixels last drawn, in RGB, and their texture.
    picture: Option<(Vec<u8>, TextureHandle)>,
    /// Upper left corner of the picture, in egui's points.
    corner: Pos2,
    /// Side of a pixel of the picture, in egui's points.
    pixel_side: f32,
    title: String,
    is_placed: bool,
}

impl PracticeWindow {
    fn new(practice: Box<dyn Practice>, settings: PracticeSettings) -> Self {
        Self {
            title: practice.title(),
            faults: Faults::new(settings.faults, settings.seed),
            practice,
            settings,
            down: Vec::new(),
            started: Instant::now(),
            ticked: Duration::ZERO,
            picture: None,
            corner: Pos2::ZERO,
            pixel_side: 1.0,
            is_placed: false,
        }
    }

    /// Pixel of the picture at a point of the window, also outside the picture.
    fn pixel(&self, at: Pos2) -> (i32, i32) {
        let at = (at - self.corner) / self.pixel_side;
        (at.x.floor() as i32, at.y.floor() as i32)
    }

    fn handle_event(&mut self, event: &Event) {
        let now = self.started.elapsed();
        match *event {
            Event::Key { key, pressed, .. } => {
                match (pressed, self.down.iter().position(|down| *down == key)) {
                    (true, None) => self.down.push(key),
                    (false, Some(index)) => {
                        self.down.swap_remove(index);
                    }
                    // Key repeats, and releases of keys that were pressed in another window.
                    _ => return,
                }
                if let Some(key) = practice_key(key) {
                    let input = match pressed {
                        true => PracticeInput::KeyDown(key),
                        false => PracticeInput::KeyUp(key),
                    };
                    self.faults.offer(now, input);
                }
            }
            // From now on, releases go to another window.
            Event::WindowFocused(false) => {
                for key in std::mem::take(&mut self.down) {
                    if let Some(key) = practice_key(key) {
                        self.faults.offer(now, PracticeInput::KeyUp(key));
                    }
                }
            }
            Event::PointerMoved(at) => {
                let (x, y) = self.pixel(at);
                self.faults.offer(now, PracticeInput::PointerMoved(x, y));
            }
            Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                ..
            } => {
                let (x, y) = self.pixel(pos);
                let input = match pressed {
                    true => PracticeInput::PointerDown(x, y),
                    false => PracticeInput::PointerUp(x, y),
                };
                self.faults.offer(now, input);
            }
            _ => {}
        }
    }

    /// Advances the game and returns the time until the next call; `None` if only input changes anything.
    fn advance(&mut self) -> Option<Duration> {
        let now = self.started.elapsed();
        self.practice.tick(now.saturating_sub(self.ticked));
        self.ticked = now;
        while let Some(input) = self.faults.pop(now) {
            self.practice.input(input);
        }
        let change = self.practice.next_change().map(|wait| wait.max(FRAME_TIME));
        let due = self.faults.next_due().map(|due| due.saturating_sub(now));
        change.into_iter().chain(due).min()
    }

    fn texture(&mut self, ctx: &egui::Context) -> egui::TextureId {
        let pixels = self.practice.picture();
        let (width, height) = self.practice.size();
        let image = || ColorImage::from_rgb([width as usize, height as usize], &pixels);
        match &mut self.picture {
            Some((old, texture)) => {
                if *old != pixels {
                    texture.set(image(), TextureOptions::NEAREST);
                    *old = pixels;
                }
                texture.id()
            }
            None => {
                let texture = ctx.load_texture("picture", image(), TextureOptions::NEAREST);
                let id = texture.id();
                self.picture = Some((pixels, texture));
                id
            }
        }
    }

    /// Requests a client area of exactly the picture's size, until the user may want to resize the window.
    fn request_size(&self, ctx: &egui::Context, target: Vec2) {
        let pixels_per_point = ctx.pixels_per_point();
        let actual = ctx.content_rect().size() * pixels_per_point;
        if self.started.elapsed() < SIZING_TIMEOUT && (actual - target).abs().max_elem() > 0.5 {
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(target / pixels_per_point));
            ctx.request_repaint_after(FRAME_TIME);
        }
    }

    /// Moves the window once to the lower left of its screen, away from the controls of the program that plays in it.
    fn move_aside(&mut self, ctx: &egui::Context) {
        let (outer, monitor) = ctx.input(|i| (i.viewport().outer_rect, i.viewport().monitor_size));
        let (false, Some(outer), Some(monitor)) = (self.is_placed, outer, monitor) else {
            return;
        };
        self.is_placed = true;
        // Positions on other screens are unknown.
        let screen = Rect::from_min_size(Pos2::ZERO, monitor);
        let corner = monitor - outer.size() - PANEL_MARGIN;
        if screen.contains_rect(outer) && corner.min_elem() >= 0.0 {
            let corner = Pos2::new(PANEL_MARGIN.x, corner.y);
            ctx.send_viewport_cmd(ViewportCommand::OuterPosition(corner));
        }
    }
}

impl eframe::App for PracticeWindow {
    fn raw_input_hook(&mut self, _ctx: &egui::Context, input: &mut RawInput) {
        // Called once per event, unlike `ui`, which may run several times per frame.
        for event in &input.events {
            self.handle_event(event);
        }
    }

    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        if let Some(wait) = self.advance() {
            ctx.request_repaint_after(wait);
        }
        let title = self.practice.title();
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        let (width, height) = self.practice.size();
        let size = vec2(width as f32, height as f32);
        self.request_size(&ctx, size * self.settings.scale as f32);
        self.move_aside(&ctx);
        let pixels_per_point = ctx.pixels_per_point();
        let area = ctx.content_rect();
        let available = area.size() * pixels_per_point;
        // Whole pixels only; the rest stays black.
        let scale = (available / size).min_elem().floor().max(1.0);
        let spare = ((available - size * scale) / 2.0).floor().max(Vec2::ZERO);
        self.corner = area.min + spare / pixels_per_point;
        self.pixel_side = scale / pixels_per_point;
        let rect = Rect::from_min_size(self.corner, size * self.pixel_side);
        let texture = self.texture(&ctx);
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture, rect, uv, Color32::WHITE);
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        [0.0, 0.0, 0.0, 1.0]
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Converts a key; `None` for keys that no practice game uses.
fn practice_key(key: Key) -> Option<PracticeKey> {
    Some(match key {
        Key::Space => PracticeKey::Space,
        Key::Enter => PracticeKey::Enter,
        Key::Backspace => PracticeKey::Backspace,
        Key::Escape => PracticeKey::Escape,
        Key::ArrowUp => PracticeKey::Up,
        Key::ArrowDown => PracticeKey::Down,
        Key::ArrowLeft => PracticeKey::Left,
        Key::ArrowRight => PracticeKey::Right,
        other => {
            // Letters and digits have names of one character.
            let mut name = other.name().chars();
            match (name.next(), name.next()) {
                (Some(c), None) if c.is_ascii_alphanumeric() => {
                    PracticeKey::Char(c.to_ascii_lowercase())
                }
                _ => return None,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_recognized_by_their_character() {
        assert_eq!(practice_key(Key::Q), Some(PracticeKey::Char('q')));
        assert_eq!(practice_key(Key::Num7), Some(PracticeKey::Char('7')));
        assert_eq!(practice_key(Key::Space), Some(PracticeKey::Space));
        assert_eq!(practice_key(Key::F1), None);
    }
}
