//! The picture step: captures the game's window or opens files, and aligns a picture of the window at another size with
//! the first one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Align2, FontId, Rect, TextureHandle, TextureOptions, Ui, Vec2, vec2};
use image::RgbaImage;
use image::imageops::{FilterType, resize};

use super::gallery::tile;
use super::{NEW_PROFILE, Wizard};
use crate::autoplay::desktop::{WindowId, WindowInfo};
use crate::game::Size;
use crate::import::picture_question;
use crate::kit::answer;
use crate::kit::fields::{enabled_button, error_label, set_name};
use crate::kit::picture::{drawable, paint_fitted};
use crate::kit::theme::{self, space};
use crate::live_panel::WindowSharing;
use crate::page::{Cx, Request};
use crate::search::CancelFlag;
use crate::session::Task;
use crate::vision::{ImageRect, Profile, WindowRule, propose_board, read};
use crate::world::WindowShot;

/// Interval between captures of the window list.
const CAPTURE_INTERVAL: Duration = Duration::from_millis(2500);
/// Time to switch to the game before its picture is taken.
const CAPTURE_DELAY: Duration = Duration::from_secs(3);
/// Size of a window's picture in the list, in points.
const TILE_SIZE: Vec2 = vec2(220.0, 150.0);

/// Largest scaling of a picture, up or down, to align it with the first one.
const MAX_ALIGN_SCALE: f32 = 6.0;

/// A picture that was just opened or captured.
pub(super) struct OpenedPicture {
    pub(super) image: Arc<RgbaImage>,
    /// Name of the file, or title of the window.
    pub(super) title: String,
    /// The window on the desktop; `None` for a file.
    pub(super) window: Option<WindowInfo>,
    /// The most likely board in it, if it is the first picture.
    pub(super) board: Option<(ImageRect, Size)>,
    /// Index of the picture that it replaces; `None` to add it.
    pub(super) replaces: Option<usize>,
}

impl OpenedPicture {
    /// The captured picture of a window; fails if it has none.
    fn of_window(shot: WindowShot, replaces: Option<usize>) -> Result<Self, String> {
        let image = shot.picture;
        Ok(Self {
            image: image.map_err(|why| format!("the window has no picture: {why}"))?,
            title: shot.window.title.clone(),
            window: Some(shot.window),
            board: None,
            replaces,
        })
    }
}

/// The first picture, to which others are aligned.
pub(super) struct ReferencePicture {
    pub(super) image: Arc<RgbaImage>,
    pub(super) rect: ImageRect,
    /// Rows and columns, without seams.
    pub(super) cells: Size,
    /// A profile that reads it, if known.
    pub(super) profile: Option<Profile>,
}

impl ReferencePicture {
    /// Makes the board of a picture of another size coincide with that of the first one. Fails without a board.
    pub(super) fn align(&self, image: Arc<RgbaImage>) -> Result<Arc<RgbaImage>, String> {
        if image.dimensions() == self.image.dimensions() {
            return Ok(image);
        }
        let boards = self.by_proposal(&image).or_else(|| self.by_profile(&image));
        let aligned = boards.and_then(|(own, at)| self.transform(own, &image, at));
        aligned.map(Arc::new).ok_or_else(|| {
            let ((width, height), size) = (image.dimensions(), self.cells);
            let (own_width, own_height) = self.image.dimensions();
            format!(
                "this picture has {width}×{height} pixels, the first one {own_width}×{own_height}, and no board of {size} \
                 cells was found in it. Show such a board, restore the window's size, or remove the other pictures"
            )
        })
    }

    /// The most likely board of the first and that of the given picture.
    fn by_proposal(&self, image: &RgbaImage) -> Option<(ImageRect, ImageRect)> {
        let board = |image: &RgbaImage| {
            let (rect, size) = propose_board(image)?;
            (size == self.cells).then_some(rect)
        };
        let at = board(image)?;
        // Preferably both as proposed, with the same error; else with the rectangle that the user has set.
        Some((board(&self.image).unwrap_or(self.rect), at))
    }

    /// Like [`Self::by_proposal`], by a profile that searches for cells; one with a fixed position would be misled.
    fn by_profile(&self, image: &RgbaImage) -> Option<(ImageRect, ImageRect)> {
        let by_cells = |profile: &&Profile| profile.finder.size().is_none();
        let profile = self.profile.as_ref().filter(by_cells)?;
        let screen = read(profile, image, None).ok()?;
        let rule = profile.boards.first()?;
        let board = screen.reading.board(&rule.id)?;
        let at = screen.board_rect(profile, &rule.id)?;
        (board.size() == self.cells).then_some((self.rect, at))
    }

    /// Scales and moves a picture so that its rectangle `at` coincides with `own`.
    fn transform(&self, own: ImageRect, image: &RgbaImage, at: ImageRect) -> Option<RgbaImage> {
        let (across, down) = (own.width / at.width, own.height / at.height);
        let is_allowed = |scale: f32| (1.0 / MAX_ALIGN_SCALE..=MAX_ALIGN_SCALE).contains(&scale);
        if !is_allowed(across) || !is_allowed(down) {
            return None;
        }
        let scaled = |side: u32, scale: f32| ((side as f32 * scale).round() as u32).max(1);
        let (width, height) = (scaled(image.width(), across), scaled(image.height(), down));
        let image = resize(image, width, height, FilterType::Triangle);
        let offset = |own: f32, other: f32| (other - own).round() as i64;
        let (x, y) = (offset(own.x, at.x * across), offset(own.y, at.y * down));
        // Beyond its edges, the edge pixels are repeated.
        let inside =
            |at: u32, by: i64, side: u32| (i64::from(at) + by).clamp(0, i64::from(side) - 1) as u32;
        let (own_width, own_height) = self.image.dimensions();
        Some(RgbaImage::from_fn(own_width, own_height, |to_x, to_y| {
            *image.get_pixel(inside(to_x, x, width), inside(to_y, y, height))
        }))
    }
}

struct WindowTile {
    shot: WindowShot,
    texture: Option<TextureHandle>,
}

impl WindowTile {
    /// Draws the window's picture, or why there is none.
    fn draw(&self, ui: &Ui, frame: Rect) {
        let painter = ui.painter();
        if let Some(texture) = &self.texture {
            paint_fitted(painter, texture, frame);
        } else if let Err(why) = &self.shot.picture {
            let (color, width) = (theme::colors(ui).weak, TILE_SIZE.x - space::MEDIUM);
            let font = FontId::proportional(theme::text::SMALL);
            let text = painter.layout(why.clone(), font, color, width);
            let at = Align2::CENTER_CENTER.anchor_size(frame.center(), text.size());
            painter.galley(at.min, text, color);
        }
    }
}

#[derive(Default)]
pub(super) struct WindowShots {
    tiles: Vec<WindowTile>,
    capture: Option<Task<Result<Vec<WindowTile>, String>>>,
    captured_at: Option<Instant>,
    /// Why the windows cannot be listed.
    list_error: Option<String>,
    opening: Option<Task<Result<OpenedPicture, String>>>,
    /// Time at which a delayed picture is taken.
    retake_at: Option<Instant>,
    /// Delays pictures, so that the user can switch to the game.
    delayed: bool,
    sharing: WindowSharing,
}

impl WindowShots {
    pub(super) fn is_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// Time until a delayed picture is taken.
    fn remaining_delay(&self) -> Duration {
        let until = |at: Instant| at.saturating_duration_since(Instant::now());
        self.retake_at.map_or(Duration::ZERO, until)
    }

    /// Opens a picture; aligns it with the first one or, if it is the first, proposes its board.
    pub(super) fn open(
        &mut self,
        first: Option<ReferencePicture>,
        cx: &Cx,
        load: impl FnOnce(&CancelFlag) -> Result<OpenedPicture, String> + Send + 'static,
    ) {
        self.retake_at = None;
        let work = move |cancel: &CancelFlag| {
            let mut opened = load(cancel)?;
            match first {
                Some(first) => opened.image = first.align(opened.image)?,
                None => opened.board = propose_board(&opened.image),
            }
            Ok(opened)
        };
        self.opening = Some(Task::start("reader of pictures", &cx.wake, work));
    }

    /// Takes another picture of the window with this id or, if it is closed, of one that the rule fits; `replaces` is the
    /// index of a picture to replace.
    fn retake(
        &mut self,
        (window, rule): (Option<WindowId>, WindowRule),
        first: Option<ReferencePicture>,
        replaces: Option<usize>,
        cx: &Cx,
    ) {
        let delay = CAPTURE_DELAY * u32::from(self.delayed);
        let live = cx.world.live.clone();
        self.open(first, cx, move |cancel| {
            std::thread::sleep(delay);
            if cancel.is_cancelled() {
                return Err("no picture is needed any more".to_owned());
            }
            let shots = live.windows()?;
            let own = |shot: &&WindowShot| window == Some(shot.window.id);
            let fits = |shot: &&WindowShot| rule.fits(&shot.window.app, &shot.window.title);
            let shot = shots.iter().find(own);
            let shot = shot.or_else(|| shots.iter().find(fits));
            let shot = shot.ok_or("the game's window is not open")?;
            OpenedPicture::of_window(shot.clone(), replaces)
        });
        self.retake_at = Some(Instant::now() + delay);
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
        if ui.button("Open picture…").clicked() {
            cx.send(Request::ChooseFile(picture_question(NEW_PROFILE)));
        }
        if !choosing {
            self.more_pictures(ui, cx);
        }
        if self.shots.is_opening() && self.shots.remaining_delay().is_zero() {
            ui.weak("Opening the picture…");
        }
        self.trouble_line(ui);
    }

    /// List of the pictures, with buttons for another one of the same window.
    pub(super) fn more_pictures(&mut self, ui: &mut Ui, cx: &Cx) {
        let rule = self.draft.window_rule();
        let Self { draft, shots, .. } = self;
        let mut retake = None;
        ui.horizontal_wrapped(|ui| {
            for index in 0..draft.pictures.len() {
                let text = format!("Picture {}", index + 1);
                ui.selectable_value(&mut draft.current, index, text);
            }
            let has_window = !rule.apps.is_empty() || !rule.titles.is_empty();
            let can_take = has_window && !shots.is_opening();
            let tip = "Take another picture of the same window, for example of another level or of values missing in the first one";
            if enabled_button(ui, can_take, "One more", tip) {
                retake = Some(None);
            }
            let tip = "Replace this picture with a new one of the window. Values of unchanged cells are kept";
            if enabled_button(ui, can_take, "Take again", tip) {
                retake = Some(Some(draft.current));
            }
            ui.checkbox(&mut shots.delayed, "After 3 s").on_hover_text(
                "Leaves time to switch to the game, which may show its cursor only while it has the focus",
            );
            if ui.button("Remove").clicked() && draft.picture().is_some() {
                draft.pictures.remove(draft.current);
                draft.current = draft.current.min(draft.pictures.len().saturating_sub(1));
            }
        });
        if let Some(replaces) = retake {
            let first = self.draft.reference(self.partial_profile());
            let window = (self.draft.window, rule);
            self.shots.retake(window, first, replaces, cx);
            self.prompt.trouble = None;
        }
        let remaining = self.shots.remaining_delay();
        if !remaining.is_zero() {
            let seconds = remaining.as_secs_f32().ceil();
            ui.label(format!("Go to the game. Picture in {seconds} s."));
            ui.ctx().request_repaint_after(Duration::from_millis(200));
        }
    }

    pub(super) fn windows(&mut self, ui: &mut Ui, cx: &Cx) {
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
                        for shown in &self.shots.tiles {
                            let draw = |ui: &Ui, frame: Rect| shown.draw(ui, frame);
                            let title = shown.shot.window.name();
                            let response = tile(ui, TILE_SIZE, &[title], false, draw);
                            set_name(&response, egui::Role::Button, format!("Window ‘{title}’"));
                            if response.clicked() && shown.shot.picture.is_ok() {
                                chosen = Some(shown.shot.clone());
                            }
                        }
                    });
                });
            });
        if let Some(shot) = chosen {
            let load = |_: &_| OpenedPicture::of_window(shot, None);
            self.shots.open(None, cx, load);
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
