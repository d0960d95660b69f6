//! A new screen profile from a picture: a box around the board, rows and columns, and what a few
//! cells show.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError};
use egui::{
    ColorImage, ComboBox, DragValue, Pos2, Rect, Sense, Stroke, StrokeKind, TextEdit,
    TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};
use image::RgbaImage;

use crate::game::{Brush, Cell, Game, Size};
use crate::games;
use crate::session::background;
use crate::vision::{
    CalibrateError, ImageRect, Naming, Profile, ScreenReading, Shown, calibrate, propose,
};

use super::super::answer;
use super::super::app::Workbench;
use super::super::dialogs::{Dialog, DialogAnswer, buttons, primary, problem, window};
use super::super::library_panel::named_field;
use super::super::live::drawable;
use super::super::theme::{self, space};

/// Room for the picture.
const ROOM: Vec2 = vec2(560.0, 430.0);
/// With more cells than this they are not reached one by one with the keyboard.
const MOST_NAMED: usize = 1_000;

/// A picture as it comes from the disk.
struct Opened {
    image: Arc<RgbaImage>,
    drawable: ColorImage,
    /// The likeliest board in it.
    board: Option<(ImageRect, Size)>,
}

/// A profile in the making.
pub struct CalibrateDialog {
    path: PathBuf,
    opening: Option<Receiver<Result<Opened, String>>>,
    picture: Option<Result<(Arc<RgbaImage>, TextureHandle), String>>,
    game: &'static dyn Game,
    title: String,
    /// The value that a click gives a cell, among the game's brushes.
    chosen: usize,
    shown: Shown,
    /// Where a box that is being drawn began, in pixels of the picture.
    from: Option<Pos2>,
    made: Option<Result<(Profile, ScreenReading), CalibrateError>>,
    /// Why it could not be saved.
    trouble: Option<String>,
}

/// A profile that was made, to go on with.
enum Next {
    Stay,
    Close,
    Read(String),
}

impl Workbench {
    /// Opens the dialog for a picture file.
    pub(super) fn calibrate_picture(&mut self, path: &Path) {
        let pictures = self.world.pictures.clone();
        let file = path.to_owned();
        let work = move || {
            let image = pictures.open(&file)?;
            let board = propose(&image, None).map(|board| (board.rect, board.size));
            Ok(Opened {
                drawable: drawable(&image),
                image,
                board,
            })
        };
        let Some(game) = self.document.game().or(games::visible().next()) else {
            return;
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        self.dialog = Some(Dialog::Calibrate(Box::new(CalibrateDialog {
            path: path.to_owned(),
            opening: Some(background("picture", self.wake.clone(), work)),
            picture: None,
            game,
            title: name.into_owned(),
            chosen: 0,
            shown: Shown {
                rect: NOWHERE,
                size: Size::new(5, 5),
                samples: BTreeMap::new(),
            },
            from: None,
            made: None,
            trouble: None,
        })));
    }

    pub(in super::super) fn calibrate_dialog(
        &mut self,
        ui: &Ui,
        dialog: &mut CalibrateDialog,
    ) -> DialogAnswer {
        dialog.take_picture(ui);
        let mut next = Next::Stay;
        let answer = window(ui, "New screen profile", 920.0, |ui| {
            match &dialog.picture {
                None => {
                    ui.label("Opening the picture…");
                }
                Some(Err(error)) => problem(ui, error),
                Some(Ok((image, texture))) => {
                    let (image, texture) = (image.clone(), texture.clone());
                    ui.horizontal_top(|ui| {
                        dialog.picture_area(ui, &image, &texture);
                        ui.add_space(space::SMALL);
                        ui.vertical(|ui| dialog.fields(ui));
                    });
                    dialog.judge(ui, &image);
                }
            }
            next = self.calibrate_buttons(ui, dialog);
            DialogAnswer::Stay
        });
        match next {
            Next::Stay => answer,
            Next::Close => DialogAnswer::Close,
            Next::Read(id) => {
                let path = dialog.path.clone();
                self.import_picture_with(&path, &id);
                DialogAnswer::Close
            }
        }
    }

    fn calibrate_buttons(&mut self, ui: &mut Ui, dialog: &mut CalibrateDialog) -> Next {
        let mut next = Next::Stay;
        if let Some(trouble) = &dialog.trouble {
            problem(ui, trouble);
        }
        buttons(ui, |ui| {
            let made = match &dialog.made {
                Some(Ok((profile, _))) => Some(profile.clone()),
                _ => None,
            };
            let named = !dialog.title.trim().is_empty();
            let save = primary(ui, "Save profile and read", made.is_some() && named);
            if let Some(profile) = made.filter(|_| save) {
                let taken: Vec<String> = self
                    .world
                    .pictures
                    .profiles()
                    .into_iter()
                    .map(|profile| profile.id)
                    .collect();
                let title = dialog.title.trim();
                let profile = Profile {
                    id: free_id(title, &taken),
                    title: title.to_owned(),
                    ..profile
                };
                match self.world.pictures.keep(&profile) {
                    Ok(()) => {
                        self.messages
                            .status(format!("Saved the screen profile ‘{}’.", profile.id));
                        self.live.refresh();
                        next = Next::Read(profile.id);
                    }
                    Err(error) => dialog.trouble = Some(error),
                }
            }
            if ui.button("Cancel").clicked() {
                next = Next::Close;
            }
        });
        next
    }
}

/// No box yet.
const NOWHERE: ImageRect = ImageRect {
    x: 0.0,
    y: 0.0,
    width: 0.0,
    height: 0.0,
};

/// An id made of the title, other than those taken.
fn free_id(title: &str, taken: &[String]) -> String {
    let mut id = String::new();
    for character in title.to_lowercase().chars() {
        if character.is_ascii_alphanumeric() {
            id.push(character);
        } else if !id.ends_with('-') && !id.is_empty() {
            id.push('-');
        }
    }
    let id = id.trim_end_matches('-');
    let id = if id.is_empty() { "profile" } else { id };
    let free = |id: &String| !taken.contains(id);
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    std::iter::once(id.to_owned())
        .chain(numbered)
        .find(free)
        .unwrap_or_default()
}

impl CalibrateDialog {
    fn take_picture(&mut self, ui: &Ui) {
        let Some(opening) = &self.opening else {
            return;
        };
        let opened = match opening.try_recv() {
            Ok(opened) => opened,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err("The picture could not be opened.".to_owned()),
        };
        self.opening = None;
        self.picture = Some(opened.map(|opened| {
            if let Some((rect, size)) = opened.board {
                (self.shown.rect, self.shown.size) = (rect, size);
            }
            let ctx = ui.ctx();
            let texture = ctx.load_texture("calibrate", opened.drawable, TextureOptions::LINEAR);
            (opened.image, texture)
        }));
    }

    fn changed(&mut self) {
        self.made = None;
        self.trouble = None;
    }

    fn brushes(&self) -> Vec<Brush> {
        let blank = self.game.blank(None);
        blank.as_grid().map_or_else(Vec::new, |grid| grid.brushes())
    }

    fn naming(&self) -> Naming {
        let blank = self.game.blank(None);
        let grid = blank.as_grid();
        let brushes = grid.map_or_else(Vec::new, |grid| grid.brushes());
        let empty = grid.map(|grid| grid.blank_value());
        let empty = brushes.iter().find(|brush| Some(brush.value) == empty);
        let properties = blank.properties().into_iter();
        Naming {
            // Found when it is saved.
            id: String::new(),
            title: self.title.clone(),
            game: self.game.info().id.to_owned(),
            board: self.game.info().level_board.to_owned(),
            blank: empty.map_or_else(String::new, |brush| brush.text.to_string()),
            properties: properties.map(|p| (p.key.to_owned(), p.value)).collect(),
        }
    }

    /// Makes the profile anew if something has changed, and says how that went.
    fn judge(&mut self, ui: &mut Ui, image: &RgbaImage) {
        if self.from.is_some() {
            return;
        }
        let values: std::collections::BTreeSet<_> = self.shown.samples.values().collect();
        if self.shown.rect.width <= 0.0 {
            ui.weak("Draw a box around the whole board with the pointer.");
            return;
        }
        if values.len() < 2 {
            ui.weak(
                "Choose a value and click a cell that shows it; then the same for another value. \
                 One cell for each value is enough.",
            );
            return;
        }
        if self.made.is_none() {
            self.made = Some(calibrate(image, &self.shown, &self.naming()));
        }
        match &self.made {
            Some(Err(error)) => problem(ui, &answer::sentence(&error.to_string())),
            Some(Ok((_, seen))) => {
                let cells = self.shown.size.area();
                let text = match seen.doubtful().len() {
                    0 => format!(
                        "All {cells} cells are read for sure. Compare them with the picture."
                    ),
                    1 => format!("1 of {cells} cells is doubtful; say what it shows."),
                    n => format!("{n} of {cells} cells are doubtful; say what some of them show."),
                };
                ui.label(text);
            }
            None => {}
        }
    }

    fn fields(&mut self, ui: &mut Ui) {
        let mut changed = false;
        ui.set_width(ui.available_width());
        let label = ui.label("Game");
        let combo = ComboBox::from_id_salt("calibrated game")
            .selected_text(self.game.info().title)
            .width(220.0)
            .show_ui(ui, |ui| {
                for game in games::visible() {
                    // Others have no cells to click.
                    let has_cells = game.blank(None).as_grid().is_some();
                    let chosen = game.info().id == self.game.info().id;
                    if has_cells && ui.selectable_label(chosen, game.info().title).clicked() {
                        self.game = game;
                        self.chosen = 0;
                        self.shown.samples.clear();
                        changed = true;
                    }
                }
            });
        combo.response.labelled_by(label.id);
        ui.add_space(space::SMALL);
        ui.strong("1. The board");
        ui.weak("Draw a box around it in the picture.");
        egui::Grid::new("box").num_columns(4).show(ui, |ui| {
            let rect = &mut self.shown.rect;
            for (index, (name, value)) in [
                ("Left", &mut rect.x),
                ("Top", &mut rect.y),
                ("Width", &mut rect.width),
                ("Height", &mut rect.height),
            ]
            .into_iter()
            .enumerate()
            {
                let label = ui.label(name);
                let field = DragValue::new(value).range(0.0..=16_384.0).max_decimals(1);
                changed |= ui.add(field).labelled_by(label.id).changed();
                if index % 2 == 1 {
                    ui.end_row();
                }
            }
            let size = &mut self.shown.size;
            for (name, value) in [("Rows", &mut size.rows), ("Columns", &mut size.cols)] {
                let label = ui.label(name);
                let field = DragValue::new(value).range(1..=500).speed(0.1);
                changed |= ui.add(field).labelled_by(label.id).changed();
            }
            ui.end_row();
        });
        if changed {
            let size = self.shown.size;
            self.shown.samples.retain(|cell, _| size.contains(*cell));
        }
        ui.add_space(space::SMALL);
        ui.strong("2. What cells show");
        ui.weak("Choose a value, then click a cell that shows it.");
        let brushes = self.brushes();
        ui.horizontal_wrapped(|ui| {
            for (index, brush) in brushes.iter().enumerate() {
                let text = brush.name.to_string();
                if ui.selectable_label(self.chosen == index, text).clicked() {
                    self.chosen = index;
                }
            }
        });
        ui.horizontal(|ui| {
            ui.label(match self.shown.samples.len() {
                1 => "1 cell said".to_owned(),
                n => format!("{n} cells said"),
            });
            if ui
                .add_enabled(
                    !self.shown.samples.is_empty(),
                    egui::Button::new("Forget all"),
                )
                .clicked()
            {
                self.shown.samples.clear();
                changed = true;
            }
        });
        ui.add_space(space::SMALL);
        ui.strong("3. The profile's name");
        let field = ui.add(TextEdit::singleline(&mut self.title).desired_width(220.0));
        field.widget_info(|| named_field("Name of the profile", &self.title));
        if changed {
            self.changed();
        }
    }

    /// The picture with box, grid, and what each cell is read as.
    fn picture_area(&mut self, ui: &mut Ui, image: &RgbaImage, texture: &TextureHandle) {
        let size = vec2(image.width().max(1) as f32, image.height().max(1) as f32);
        let scale = (ROOM / size).min_elem().min(4.0);
        let (area, response) = ui.allocate_exact_size(size * scale, Sense::click_and_drag());
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture.id(), area, whole, egui::Color32::WHITE);
        response.widget_info(|| {
            egui::WidgetInfo::labeled(
                egui::Role::Image,
                true,
                "The picture; draw a box around the board",
            )
        });
        let to_image = |at: Pos2| ((at - area.min) / scale).clamp(Vec2::ZERO, size).to_pos2();
        if response.drag_started()
            && let Some(at) = ui.input(|input| input.pointer.press_origin())
        {
            self.from = Some(to_image(at));
        }
        if let (Some(from), Some(at)) = (self.from, response.interact_pointer_pos()) {
            let drawn = Rect::from_two_pos(from, to_image(at));
            self.shown.rect = ImageRect {
                x: drawn.min.x,
                y: drawn.min.y,
                width: drawn.width(),
                height: drawn.height(),
            };
        }
        if response.drag_stopped() {
            self.from = None;
            self.box_drawn(image);
        }
        self.cells(ui, area.min, scale);
    }

    /// Takes rows, columns and the exact place from the picture, where it has a grid there.
    fn box_drawn(&mut self, image: &RgbaImage) {
        self.shown.samples.clear();
        let rect = self.shown.rect;
        if let Some(seen) = propose(image, Some(rect)) {
            // Of a box around something else the grid is a small part.
            let covers = seen.rect.width * seen.rect.height > 0.5 * rect.width * rect.height;
            if covers {
                (self.shown.rect, self.shown.size) = (seen.rect, seen.size);
            }
        }
        self.changed();
    }

    fn cells(&mut self, ui: &mut Ui, corner: Pos2, scale: f32) {
        let Shown { rect, size, .. } = self.shown.clone();
        if rect.width <= 0.0 || rect.height <= 0.0 {
            return;
        }
        let colors = theme::colors(ui);
        let on_screen = |x: f32, y: f32| corner + vec2(x, y) * scale;
        let outer = Rect::from_min_max(
            on_screen(rect.x, rect.y),
            on_screen(rect.x + rect.width, rect.y + rect.height),
        );
        let painter = ui.painter().clone();
        let line = Stroke::new(2.0, colors.accent);
        painter.rect_stroke(outer, 0.0, line, StrokeKind::Outside);
        if self.from.is_some() {
            return;
        }
        let step = outer.size() / vec2(size.cols.max(1) as f32, size.rows.max(1) as f32);
        if step.min_elem() < 3.0 {
            return;
        }
        let brushes = self.brushes();
        let seen = match &self.made {
            Some(Ok((_, seen))) => seen.reading.boards.first().cloned(),
            _ => None,
        };
        let mut said = None;
        for cell in size.cells() {
            let min = outer.min + vec2(cell.col as f32, cell.row as f32) * step;
            let square = Rect::from_min_size(min, step);
            let thin = Stroke::new(1.0, colors.accent.gamma_multiply(0.6));
            painter.rect_stroke(square, 0.0, thin, StrokeKind::Middle);
            let read = seen.as_ref().and_then(|board| board.cells.get(cell));
            let value = self.shown.samples.get(&cell).cloned();
            if let Some(read) = read
                && let Some(brush) = brushes.iter().find(|brush| brush.text == read.value)
            {
                mark(ui, square, brush, read.confidence < 0.5);
            }
            if value.is_some() {
                let frame = Stroke::new(2.5, colors.cursor);
                painter.rect_stroke(square.shrink(2.0), 0.0, frame, StrokeKind::Inside);
            }
            if size.area() <= MOST_NAMED {
                let id = ui.scope_id().with(("calibrated cell", cell));
                let response = ui.interact(square, id, Sense::click());
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(
                        egui::Role::Button,
                        true,
                        name(cell, value.as_deref()),
                    )
                });
                if response.clicked() {
                    said = Some(cell);
                }
            } else if ui.input(|input| input.pointer.primary_clicked())
                && ui
                    .input(|input| input.pointer.interact_pos())
                    .is_some_and(|at| square.contains(at))
            {
                said = Some(cell);
            }
        }
        if let (Some(cell), Some(brush)) = (said, brushes.get(self.chosen)) {
            let value = brush.text.to_string();
            // The same again takes it back.
            if self.shown.samples.get(&cell) == Some(&value) {
                self.shown.samples.remove(&cell);
            } else {
                self.shown.samples.insert(cell, value);
            }
            self.changed();
        }
    }
}

fn name(cell: Cell, value: Option<&str>) -> String {
    let place = format!("Picture row {} column {}", cell.row + 1, cell.col + 1);
    match value {
        Some(value) => format!("{place}, said to be {value}"),
        None => place,
    }
}

/// A small sign in the corner of a cell for what it is read as.
fn mark(ui: &Ui, square: Rect, brush: &Brush, doubtful: bool) {
    let paint = theme::tone(brush.tone, ui.visuals().dark_mode);
    let colors = theme::colors(ui);
    let side = (square.width().min(square.height()) * 0.4).clamp(3.0, 16.0);
    let sign = Rect::from_center_size(square.center(), vec2(side, side));
    let painter = ui.painter();
    painter.rect_filled(sign, 2.0, paint.fill);
    let line = if doubtful { colors.doubt } else { colors.line };
    let width = if doubtful { 3.0 } else { 1.0 };
    painter.rect_stroke(sign, 2.0, Stroke::new(width, line), StrokeKind::Outside);
    if side >= 10.0 {
        painter.text(
            sign.center(),
            egui::Align2::CENTER_CENTER,
            &brush.text,
            egui::FontId::proportional(side * 0.8),
            paint.ink,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_made_of_titles_and_never_taken_twice() {
        let taken = vec!["my-lamps".to_owned(), "my-lamps-2".to_owned()];
        assert_eq!(free_id("Other", &taken), "other");
        assert_eq!(free_id("My lamps!", &taken), "my-lamps-3");
        assert_eq!(free_id("  ÄÖ – 12 % ", &taken), "12");
        assert_eq!(free_id("…", &taken), "profile");
    }
}
