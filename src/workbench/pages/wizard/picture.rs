//! Where pictures of the game come from: its window, or files.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{
    Align2, FontId, Rect, Sense, Stroke, StrokeKind, TextEdit, TextureHandle, TextureOptions, Ui,
    Vec2, pos2, vec2,
};
use image::RgbaImage;

use crate::game::Size;
use crate::session::{Task, Wake};
use crate::vision::ImageRect;

use super::Wizard;
use super::draft::likely_board;
use crate::kit::answer;
use crate::kit::fields::named_field;
use crate::kit::fields::problem;
use crate::kit::theme::{self, space};
use crate::pages::import::Pictures;
use crate::pages::live::{WindowShot, drawable};
use crate::shell::app::Workbench;

/// From one look at the windows to the next.
const LOOK_AGAIN: Duration = Duration::from_millis(2500);
/// Size of a window's picture in the list, in points.
const TILE: Vec2 = vec2(220.0, 150.0);

/// Where a picture is from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Nowhere yet.
    #[default]
    None,
    /// A file with this name.
    File(String),
    /// A window.
    Window { id: u64, app: String, title: String },
}

/// A picture that was opened or taken.
pub(crate) struct Opened {
    pub(crate) image: Arc<RgbaImage>,
    pub(crate) origin: Origin,
    /// The likeliest board in it.
    pub(crate) board: Option<(ImageRect, Size)>,
}

/// A window as it is offered.
struct Tile {
    shot: WindowShot,
    texture: Option<TextureHandle>,
}

/// Pictures to choose from.
#[derive(Default)]
pub(crate) struct Shots {
    tiles: Vec<Tile>,
    looking: Option<Task<Result<Vec<WindowShot>, String>>>,
    looked: Option<Instant>,
    /// Why the windows cannot be told.
    no_windows: Option<String>,
    trouble: Option<String>,
    pub(crate) path: String,
    opening: Option<Task<Result<Opened, String>>>,
    /// A window of which one more picture is taken.
    again: Option<u64>,
}

impl Shots {
    pub(crate) fn is_opening(&self) -> bool {
        self.opening.is_some() || self.again.is_some()
    }

    /// Opens a picture file.
    pub(crate) fn open(&mut self, path: &Path, pictures: Arc<dyn Pictures>, wake: Wake) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let (path, name) = (path.to_owned(), name.into_owned());
        self.trouble = None;
        self.opening = Some(Task::start("reader of pictures", &wake, move |_| {
            let image = pictures.open(&path)?;
            Ok(Opened {
                board: likely_board(&image),
                origin: Origin::File(name),
                image,
            })
        }));
    }

    /// Takes a window's picture as it was seen.
    fn take(&mut self, shot: &WindowShot, wake: Wake) {
        let Ok(image) = shot.picture.clone() else {
            return;
        };
        let origin = Origin::Window {
            id: shot.window.id,
            app: shot.app.clone(),
            title: shot.window.title.clone(),
        };
        self.opening = Some(Task::start("reader of pictures", &wake, move |_| {
            Ok(Opened {
                board: likely_board(&image),
                origin,
                image,
            })
        }));
    }

    /// A picture that has come, once.
    pub(crate) fn poll(&mut self, ctx: &egui::Context) -> Option<Opened> {
        if let Some(found) = Task::outcome_of(&mut self.looking) {
            self.take_over(ctx, found);
        }
        let opened = Task::outcome_of(&mut self.opening)?;
        let told = |error: String| self.trouble = Some(answer::sentence(&error));
        opened.map_err(told).ok()
    }

    fn take_over(&mut self, ctx: &egui::Context, found: Result<Vec<WindowShot>, String>) {
        self.looking = None;
        self.looked = Some(Instant::now());
        match found {
            Ok(shots) => {
                self.no_windows = None;
                let tile = |shot: WindowShot| {
                    let picture = shot.picture.as_ref().ok();
                    let texture = picture.map(|picture| {
                        ctx.load_texture("window", drawable(picture), TextureOptions::LINEAR)
                    });
                    Tile { shot, texture }
                };
                self.tiles = shots.into_iter().map(tile).collect();
            }
            Err(error) => self.no_windows = Some(error),
        }
    }
}

impl Workbench {
    /// Looks at the windows again when it is time to.
    fn look_at_windows(&self, ui: &Ui, shots: &mut Shots) {
        let due = shots
            .looked
            .is_none_or(|looked| looked.elapsed() >= LOOK_AGAIN);
        if shots.looking.is_none() && due {
            let live = self.cx.world.live.clone();
            let work = move |_: &_| live.windows();
            shots.looking = Some(Task::start("look at the windows", &self.cx.wake, work));
        }
        ui.ctx().request_repaint_after(LOOK_AGAIN);
    }

    /// The step in which pictures are chosen.
    pub(crate) fn wizard_picture(&mut self, ui: &mut Ui, wizard: &mut Wizard) {
        let choosing = wizard.draft.pictures.is_empty();
        if choosing {
            self.look_at_windows(ui, &mut wizard.shots);
            let text = "Bring the game to a level and click its window in the list, or open a \
                        screenshot.";
            ui.add(egui::Label::new(text).wrap());
        }
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut wizard.shots.path)
                .hint_text("Path of a picture")
                .desired_width(110.0);
            let field = ui.add(field);
            field.widget_info(|| named_field("Picture file", &wizard.shots.path));
            let named = !wizard.shots.path.trim().is_empty();
            if ui
                .add_enabled(named, egui::Button::new("Open picture"))
                .clicked()
            {
                let path = wizard.shots.path.trim().to_owned();
                let pictures = self.cx.world.pictures.clone();
                wizard
                    .shots
                    .open(Path::new(&path), pictures, self.cx.wake.clone());
            }
            if ui.button("Choose…").clicked() {
                let question = self.picture_question();
                self.choose_file(question);
            }
        });
        if !choosing {
            self.more_pictures(ui, wizard);
        }
        if wizard.shots.is_opening() {
            ui.weak("Opening the picture…");
        }
        wizard.trouble_line(ui);
    }

    /// The pictures there are, and one more of the same window.
    pub(crate) fn more_pictures(&mut self, ui: &mut Ui, wizard: &mut Wizard) {
        let Wizard { draft, shots, .. } = wizard;
        let mut removed = None;
        ui.horizontal_wrapped(|ui| {
            for index in 0..draft.pictures.len() {
                let text = format!("Picture {}", index + 1);
                if ui.selectable_label(draft.shown == index, text).clicked() {
                    draft.shown = index;
                }
            }
            if let Origin::Window { id, .. } = draft.origin {
                let hint = "Take another picture of the same window: of another level, say, or of \
                            values that are not in the first one";
                let more = egui::Button::new("One more");
                if ui
                    .add_enabled(!shots.is_opening(), more)
                    .on_hover_text(hint)
                    .clicked()
                {
                    shots.again = Some(id);
                    shots.looked = None;
                    shots.trouble = None;
                    wizard.trouble = None;
                }
            }
            if ui
                .button("Remove")
                .on_hover_text("Remove this picture")
                .clicked()
            {
                removed = Some(draft.shown);
            }
        });
        if let Some(id) = shots.again {
            if shots.looked.is_none() {
                self.look_at_windows(ui, shots);
            } else {
                shots.again = None;
                let tile = shots.tiles.iter().find(|tile| tile.shot.window.id == id);
                match tile.map(|tile| tile.shot.clone()) {
                    Some(shot) => shots.take(&shot, self.cx.wake.clone()),
                    None => shots.trouble = Some("The window is not there any more.".to_owned()),
                }
            }
        }
        if let Some(removed) = removed {
            draft.pictures.remove(removed);
            draft.shown = removed.min(draft.pictures.len().saturating_sub(1));
            wizard.changed();
        }
    }

    /// A picture was chosen in the system's dialog while the page is open.
    pub(crate) fn wizard_takes_picture(&mut self, path: &Path) {
        let Some(wizard) = &mut self.wizard else {
            return;
        };
        wizard.shots.path = path.to_string_lossy().into_owned();
        let pictures = self.cx.world.pictures.clone();
        wizard.shots.open(path, pictures, self.cx.wake.clone());
    }

    /// The windows there are, to choose from.
    pub(crate) fn wizard_windows(&mut self, ui: &mut Ui, wizard: &mut Wizard) {
        let colors = theme::colors(ui);
        let mut chosen = None;
        egui::Frame::new()
            .inner_margin(space::LARGE)
            .show(ui, |ui| {
                ui.heading("Which window is it?");
                if wizard.shots.tiles.is_empty() {
                    ui.weak(match wizard.shots.looked {
                        None => "Looking for windows…",
                        Some(_) => "No other window is open. Start the game.",
                    });
                    return;
                }
                egui::ScrollArea::vertical().show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| {
                        for (index, tile) in wizard.shots.tiles.iter().enumerate() {
                            let (area, response) =
                                ui.allocate_exact_size(TILE + vec2(0.0, 24.0), Sense::click());
                            let title = &tile.shot.window.title;
                            response.widget_info(|| {
                                let text = format!("Window ‘{title}’");
                                egui::WidgetInfo::labeled(egui::Role::Button, true, text)
                            });
                            let room = Rect::from_min_size(area.min, TILE);
                            let painter = ui.painter();
                            painter.rect_filled(room, 4.0, colors.raised);
                            match (&tile.texture, &tile.shot.picture) {
                                (Some(texture), _) => {
                                    let size = texture.size_vec2();
                                    let scale =
                                        (TILE / size.max(Vec2::splat(1.0))).min_elem().min(1.0);
                                    let rect = Rect::from_center_size(room.center(), size * scale);
                                    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                                    painter.image(texture.id(), rect, whole, egui::Color32::WHITE);
                                }
                                (None, Err(why)) => {
                                    let font = FontId::proportional(theme::text::SMALL);
                                    let (at, weak) = (room.center(), colors.weak);
                                    painter.text(at, Align2::CENTER_CENTER, why, font, weak);
                                }
                                (None, Ok(_)) => {}
                            }
                            let over = response.hovered() || response.has_focus();
                            let line = if over { colors.accent } else { colors.line };
                            let stroke = Stroke::new(if over { 2.0 } else { 1.0 }, line);
                            painter.rect_stroke(room, 4.0, stroke, StrokeKind::Inside);
                            let font = FontId::proportional(theme::text::BODY);
                            let short: String = title.chars().take(30).collect();
                            let at = area.center_bottom() - vec2(0.0, 4.0);
                            painter.text(at, Align2::CENTER_BOTTOM, short, font, colors.text);
                            if response.clicked() && tile.shot.picture.is_ok() {
                                chosen = Some(index);
                            }
                        }
                    });
                });
            });
        if let Some(tile) = chosen.and_then(|index| wizard.shots.tiles.get(index)) {
            let shot = tile.shot.clone();
            wizard.shots.take(&shot, self.cx.wake.clone());
        }
    }
}

impl Wizard {
    /// What is wrong with pictures.
    pub(crate) fn trouble_line(&self, ui: &mut Ui) {
        let shots = &self.shots;
        let trouble = shots.trouble.as_ref().or(self.trouble.as_ref());
        if let Some(trouble) = trouble.or(shots.no_windows.as_ref()) {
            problem(ui, trouble);
        }
    }
}
