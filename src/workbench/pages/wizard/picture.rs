//! The picture step: captures the game's window or opens files.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Align2, FontId, Rect, Sense, TextureHandle, TextureOptions, Ui, Vec2, vec2};
use image::RgbaImage;

use super::align::ReferencePicture;
use super::gallery::tile_edge;
use super::{NEW_PROFILE, Wizard};
use crate::game::Size;
use crate::import::picture_question;
use crate::kit::answer;
use crate::kit::fields::{enabled_button, error_label, set_name, text_field};
use crate::kit::picture::{drawable, paint_fitted};
use crate::kit::theme::{self, space};
use crate::live_panel::WindowSharing;
use crate::page::{Cx, Request};
use crate::session::Task;
use crate::vision::{ImageRect, WindowRule, propose_board};
use crate::world::WindowShot;

/// Interval between captures of the window list.
const CAPTURE_INTERVAL: Duration = Duration::from_millis(2500);
/// Time to switch to the game before its picture is taken.
const CAPTURE_DELAY: Duration = Duration::from_secs(3);
/// Size of a window's picture in the list, in points.
const TILE_SIZE: Vec2 = vec2(220.0, 150.0);
/// Height of the title below the picture, in points.
const TITLE_HEIGHT: f32 = 24.0;
/// Letters of a title that fit below its picture.
const MAX_TITLE_LETTERS: usize = 30;

pub(super) enum PictureOrigin {
    /// A file with this name.
    File(String),
    /// A window on the desktop, by its id there.
    Window { id: u64, app: String, title: String },
}

/// A picture that was just opened or captured.
pub(super) struct OpenedPicture {
    pub(super) image: Arc<RgbaImage>,
    pub(super) origin: PictureOrigin,
    /// The most likely board in it.
    pub(super) board: Option<(ImageRect, Size)>,
    /// Index of the picture that it replaces; `None` to add it.
    pub(super) replaces: Option<usize>,
}

impl OpenedPicture {
    /// Aligns a picture with the first one, or proposes a board if it is the first.
    fn new(
        image: Arc<RgbaImage>,
        origin: PictureOrigin,
        first: Option<ReferencePicture>,
        replaces: Option<usize>,
    ) -> Result<Self, String> {
        let (image, board) = match first {
            Some(first) => (first.align(image)?, None),
            None => {
                let board = propose_board(&image);
                (image, board)
            }
        };
        Ok(Self {
            image,
            origin,
            board,
            replaces,
        })
    }
}

/// Picture of the game's window that is about to be taken.
#[derive(Clone, Copy)]
struct Retake {
    /// Index of the picture to replace; `None` to add one.
    replaces: Option<usize>,
    at: Instant,
}

struct WindowTile {
    shot: WindowShot,
    texture: Option<TextureHandle>,
}

#[derive(Default)]
pub(super) struct WindowShots {
    tiles: Vec<WindowTile>,
    capture: Option<Task<Result<Vec<WindowTile>, String>>>,
    captured_at: Option<Instant>,
    /// Why the windows cannot be listed.
    list_error: Option<String>,
    opening: Option<Task<Result<OpenedPicture, String>>>,
    retake: Option<Retake>,
    /// Delays pictures, so that the user can switch to the game.
    delayed: bool,
    sharing: WindowSharing,
}

impl WindowShots {
    pub(super) fn is_opening(&self) -> bool {
        self.opening.is_some() || self.retake.is_some()
    }

    /// Opens a picture file, aligned with the first picture if there is one.
    pub(super) fn open(&mut self, path: &Path, first: Option<ReferencePicture>, cx: &Cx) {
        let pictures = cx.world.pictures.clone();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let (path, name) = (path.to_owned(), name.into_owned());
        self.opening = Some(Task::start("reader of pictures", &cx.wake, move |_| {
            let image = pictures.open(&path)?;
            OpenedPicture::new(image, PictureOrigin::File(name), first, None)
        }));
    }

    /// Takes the captured picture of a listed window, aligned with the first picture if there is
    /// one; `replaces` is the index of a picture to replace.
    fn take_shot(
        &mut self,
        shot: &WindowShot,
        first: Option<ReferencePicture>,
        replaces: Option<usize>,
        cx: &Cx,
    ) {
        let image = shot.picture.clone();
        let origin = PictureOrigin::Window {
            id: shot.window.id,
            app: shot.app.clone(),
            title: shot.window.title.clone(),
        };
        let work = move |_: &_| {
            let image = image.map_err(|why| format!("the window has no picture: {why}"))?;
            OpenedPicture::new(image, origin, first, replaces)
        };
        self.opening = Some(Task::start("reader of pictures", &cx.wake, work));
    }

    /// Returns a newly opened picture, once, or why it could not be taken.
    pub(super) fn poll(&mut self) -> Option<Result<OpenedPicture, String>> {
        if self.sharing.poll() {
            self.captured_at = None;
        }
        if let Some(found) = Task::outcome_of(&mut self.capture) {
            self.captured_at = Some(Instant::now());
            self.list_error = None;
            match found {
                Ok(tiles) => self.tiles = tiles,
                Err(error) => self.list_error = Some(error),
            }
        }
        let opened = Task::outcome_of(&mut self.opening)?;
        Some(opened.map_err(|error: String| answer::sentence(&error)))
    }

    /// The window of earlier pictures, otherwise one that matches the rule.
    fn find_window(&self, window: Option<u64>, rule: &WindowRule) -> Option<WindowShot> {
        let own = |tile: &&WindowTile| window == Some(tile.shot.window.id);
        let fits = |tile: &&WindowTile| rule.fits(&tile.shot.app, &tile.shot.window.title);
        let tile = self.tiles.iter().find(own);
        let tile = tile.or_else(|| self.tiles.iter().find(fits));
        tile.map(|tile| tile.shot.clone())
    }

    /// Captures the windows again when due.
    fn capture_windows(&mut self, ui: &Ui, cx: &Cx) {
        let is_due = |time: Instant| time.elapsed() >= CAPTURE_INTERVAL;
        if self.capture.is_none() && self.captured_at.is_none_or(is_due) {
            let (live, ctx) = (cx.world.live.clone(), ui.ctx().clone());
            let work = move |_: &_| {
                let tile = |shot: WindowShot| {
                    let picture = shot.picture.as_ref().ok();
                    let texture = picture.map(|picture| {
                        ctx.load_texture("window", drawable(picture), TextureOptions::LINEAR)
                    });
                    WindowTile { shot, texture }
                };
                Ok(live.windows()?.into_iter().map(tile).collect())
            };
            self.capture = Some(Task::start("look at the windows", &cx.wake, work));
        }
        ui.ctx().request_repaint_after(CAPTURE_INTERVAL);
    }
}

impl Wizard {
    pub(super) fn picture_fields(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let choosing = self.draft.pictures.is_empty();
        if choosing {
            self.shots.capture_windows(ui, cx);
            let text = "Bring the game to a level and click its window in the list, or open a \
                        screenshot.";
            ui.label(text);
        }
        ui.horizontal(|ui| {
            let (name, hint) = ("Picture file", "Path of a picture");
            text_field(ui, name, &mut self.draft.path, hint, 110.0);
            let named = !self.draft.path.trim().is_empty();
            let open = ui.add_enabled(named, egui::Button::new("Open picture"));
            if open.clicked() {
                let path = self.draft.path.trim().to_owned();
                self.open_picture(Path::new(&path), cx);
            }
            if ui.button("Choose…").clicked() {
                cx.send(Request::ChooseFile(picture_question(Some(NEW_PROFILE))));
            }
        });
        if !choosing {
            self.more_pictures(ui, cx);
        }
        if self.shots.opening.is_some() {
            ui.weak("Opening the picture…");
        }
        self.trouble_line(ui);
    }

    /// List of the pictures, with buttons for another one of the same window.
    pub(super) fn more_pictures(&mut self, ui: &mut Ui, cx: &Cx) {
        let taking = self.shots.retake.is_some();
        let first = taking.then(|| self.draft.reference(self.partial_profile()));
        let rule = self.draft.window_rule();
        let Self {
            draft,
            shots,
            prompt,
            ..
        } = self;
        let mut removed = None;
        let mut retake = None;
        ui.horizontal_wrapped(|ui| {
            for index in 0..draft.pictures.len() {
                let text = format!("Picture {}", index + 1);
                if ui.selectable_label(draft.current == index, text).clicked() {
                    draft.current = index;
                }
            }
            let has_window = !rule.apps.is_empty() || !rule.titles.is_empty();
            for (text, hint, replaces) in [
                (
                    "One more",
                    "Take another picture of the same window, for example of another level or of values missing in the first one",
                    None,
                ),
                (
                    "Take again",
                    "Replace this picture with a new one of the window. Values of unchanged cells are kept",
                    Some(draft.current),
                ),
            ] {
                if enabled_button(ui, has_window && !shots.is_opening(), text, hint) {
                    let at = Instant::now() + CAPTURE_DELAY * u32::from(shots.delayed);
                    retake = Some(Retake { replaces, at });
                }
            }
            ui.checkbox(&mut shots.delayed, "After 3 s").on_hover_text(
                "Leaves time to switch to the game, which may show its cursor only while it has the focus",
            );
            if ui.button("Remove").clicked() {
                removed = Some(draft.current);
            }
        });
        if retake.is_some() {
            shots.retake = retake;
            shots.captured_at = None;
            prompt.trouble = None;
        }
        if let Some(Retake { replaces, at }) = shots.retake {
            let remaining = at.saturating_duration_since(Instant::now());
            if !remaining.is_zero() {
                let seconds = remaining.as_secs_f32().ceil();
                ui.label(format!("Go to the game. Picture in {seconds} s."));
                ui.ctx().request_repaint_after(Duration::from_millis(200));
            } else if shots.captured_at.is_none() {
                shots.capture_windows(ui, cx);
            } else {
                shots.retake = None;
                match shots.find_window(draft.window, &rule) {
                    Some(shot) => shots.take_shot(&shot, first.flatten(), replaces, cx),
                    None => prompt.trouble = Some("The game's window is not open.".to_owned()),
                }
            }
        }
        if let Some(removed) = removed {
            draft.pictures.remove(removed);
            draft.current = removed.min(draft.pictures.len().saturating_sub(1));
            self.changed();
        }
    }

    pub(super) fn windows(&mut self, ui: &mut Ui, cx: &Cx) {
        let colors = theme::colors(ui);
        let mut chosen = None;
        egui::Frame::new()
            .inner_margin(space::LARGE)
            .show(ui, |ui| {
                ui.heading("Which window is it?");
                // Each profile is for another window, so the user is asked again; this one has no id yet.
                self.shots.sharing.button(ui, "", true, cx);
                if self.shots.tiles.is_empty() {
                    ui.weak(match self.shots.captured_at {
                        None => "Looking for windows…",
                        Some(_) => "No other window is open. Start the game.",
                    });
                    return;
                }
                egui::ScrollArea::vertical().show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| {
                        for (index, tile) in self.shots.tiles.iter().enumerate() {
                            let size = TILE_SIZE + vec2(0.0, TITLE_HEIGHT);
                            let (area, response) = ui.allocate_exact_size(size, Sense::click());
                            let title = match tile.shot.window.title.trim() {
                                "" => &tile.shot.app,
                                title => title,
                            };
                            set_name(&response, egui::Role::Button, format!("Window ‘{title}’"));
                            let frame = Rect::from_min_size(area.min, TILE_SIZE);
                            let painter = ui.painter();
                            painter.rect_filled(frame, 4.0, colors.raised);
                            match (&tile.texture, &tile.shot.picture) {
                                (Some(texture), _) => {
                                    paint_fitted(painter, texture, frame);
                                }
                                (None, Err(why)) => {
                                    let font = FontId::proportional(theme::text::SMALL);
                                    let (why, wide) = (why.clone(), TILE_SIZE.x - space::MEDIUM);
                                    let text = painter.layout(why, font, colors.weak, wide);
                                    let at = Align2::CENTER_CENTER
                                        .anchor_size(frame.center(), text.size());
                                    painter.galley(at.min, text, colors.weak);
                                }
                                (None, Ok(_)) => {}
                            }
                            tile_edge(ui, frame, response.hovered() || response.has_focus());
                            let font = FontId::proportional(theme::text::BODY);
                            let short: String = title.chars().take(MAX_TITLE_LETTERS).collect();
                            let at = area.center_bottom() - vec2(0.0, 4.0);
                            painter.text(at, Align2::CENTER_BOTTOM, short, font, colors.text);
                            if response.clicked() && tile.shot.picture.is_ok() {
                                chosen = Some(index);
                            }
                        }
                    });
                });
            });
        if let Some(tile) = chosen.and_then(|index| self.shots.tiles.get(index)) {
            let shot = tile.shot.clone();
            self.shots.take_shot(&shot, None, None, cx);
        }
    }

    pub(super) fn trouble_line(&self, ui: &mut Ui) {
        let shots = &self.shots;
        let trouble = self.prompt.trouble.as_ref().or(shots.sharing.error());
        if let Some(trouble) = trouble.or(shots.list_error.as_ref()) {
            error_label(ui, trouble);
        }
    }
}
