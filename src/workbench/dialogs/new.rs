//! A new level, and another size for the one at hand.

use egui::{Color32, ComboBox, DragValue, Rect, RichText, Sense, Stroke, StrokeKind, Ui, vec2};

use crate::game::{Game, LevelRef, Size};
use crate::games;
use crate::session::edit;

use super::super::app::Workbench;
use super::super::messages::Weight;
use super::super::theme::{self, space};
use super::{Dialog, DialogAnswer, buttons, primary, problem, window};

/// What a new level is to be.
#[derive(Clone, Debug)]
pub struct NewDialog {
    game: &'static str,
    size: Size,
}

impl NewDialog {
    /// A level like the one at hand.
    pub fn like(level: &LevelRef) -> Self {
        let game = level.game_id();
        let hidden = games::by_id(game).is_none_or(|game| game.info().hidden);
        let first = games::visible().next().filter(|_| hidden);
        match first {
            Some(first) => Self::of(first),
            None => Self {
                game,
                size: level.board().size,
            },
        }
    }

    fn of(game: &'static dyn Game) -> Self {
        Self {
            game: game.info().id,
            size: game.blank(None).board().size,
        }
    }
}

/// Where the old board lies in the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    Start,
    Middle,
    End,
}

impl Keep {
    const ROWS: [(Self, &'static str); 3] = [
        (Self::Start, "Top"),
        (Self::Middle, "Middle"),
        (Self::End, "Bottom"),
    ];
    const COLS: [(Self, &'static str); 3] = [
        (Self::Start, "Left"),
        (Self::Middle, "Middle"),
        (Self::End, "Right"),
    ];

    fn shift(self, old: usize, new: usize) -> isize {
        let change = new as isize - old as isize;
        match self {
            Self::Start => 0,
            Self::Middle => change.div_euclid(2),
            Self::End => change,
        }
    }
}

/// Another size for the board.
#[derive(Clone, Debug)]
pub struct ResizeDialog {
    size: Size,
    rows: Keep,
    cols: Keep,
}

impl ResizeDialog {
    /// Begins with the level's size.
    pub fn like(level: &LevelRef) -> Self {
        Self {
            size: level.board().size,
            rows: Keep::Start,
            cols: Keep::Start,
        }
    }
}

/// Fields for rows and columns.
fn size_fields(ui: &mut Ui, size: &mut Size, (min, max): (Size, Size)) {
    ui.horizontal(|ui| {
        for (name, value, range) in [
            ("Rows", &mut size.rows, min.rows..=max.rows),
            ("Columns", &mut size.cols, min.cols..=max.cols),
        ] {
            let label = ui.label(name);
            ui.add(DragValue::new(value).range(range).speed(0.1))
                .labelled_by(label.id);
            ui.add_space(space::SMALL);
        }
    });
}

/// The smallest and the largest size a game takes, `None` if its levels have no such thing.
fn limits(level: &LevelRef) -> Option<(Size, Size)> {
    level.as_grid().map(|grid| grid.size_limits())
}

impl Workbench {
    pub(super) fn new_dialog(&mut self, ui: &Ui, dialog: &mut NewDialog) -> DialogAnswer {
        window(ui, "New level", 380.0, |ui| {
            let game = games::by_id(dialog.game);
            let title = game.map_or(dialog.game, |game| game.info().title);
            let label = ui.label("Game");
            let combo = ComboBox::from_id_salt("new level's game")
                .selected_text(title)
                .width(ui.available_width())
                .show_ui(ui, |ui| {
                    for game in games::visible() {
                        let info = game.info();
                        if ui
                            .selectable_label(info.id == dialog.game, info.title)
                            .clicked()
                        {
                            *dialog = NewDialog::of(game);
                        }
                    }
                });
            combo.response.labelled_by(label.id);
            let Some(game) = game else {
                return DialogAnswer::Close;
            };
            ui.label(RichText::new(game.info().summary).weak());
            ui.add_space(space::SMALL);
            if let Some(limits) = limits(&game.blank(None)) {
                size_fields(ui, &mut dialog.size, limits);
            }
            ui.add_space(space::TIGHT);
            ui.label(
                RichText::new("The level at hand stays in Undo.")
                    .small()
                    .weak(),
            );
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                if primary(ui, "Create", true) {
                    self.note_replaced();
                    self.document.new_level(game.blank(Some(dialog.size)));
                    self.level_replaced("New level.".to_owned());
                    answer = DialogAnswer::Close;
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }

    /// Opens the dialog for another size, if the level has one.
    pub(in super::super) fn ask_for_size(&mut self) {
        let dialog = ResizeDialog::like(self.document.level());
        self.dialog = Some(Dialog::Resize(dialog));
    }

    pub(super) fn resize_dialog(&mut self, ui: &Ui, dialog: &mut ResizeDialog) -> DialogAnswer {
        let level = self.document.level().clone();
        let Some(grid_level) = level.as_grid() else {
            return DialogAnswer::Close;
        };
        let grid = grid_level.grid();
        window(ui, "Resize board", 420.0, |ui| {
            size_fields(ui, &mut dialog.size, grid_level.size_limits());
            for (name, keep, choices) in [
                ("Keep rows at", &mut dialog.rows, Keep::ROWS),
                ("Keep columns at", &mut dialog.cols, Keep::COLS),
            ] {
                ui.horizontal(|ui| {
                    ui.label(name);
                    for (choice, text) in choices {
                        ui.selectable_value(keep, choice, text);
                    }
                });
            }
            let (size, old) = (dialog.size, grid.size());
            let down = dialog.rows.shift(old.rows, size.rows);
            let right = dialog.cols.shift(old.cols, size.cols);
            let blank = grid_level.blank_value();
            let lost = edit::cut_off(&grid, size, down, right, blank).len();
            preview(ui, &level, size, (down, right));
            match lost {
                0 => {
                    ui.weak("Nothing is cut off.");
                }
                1 => problem(
                    ui,
                    "1 cell that is not empty is cut off (Undo brings it back).",
                ),
                n => problem(
                    ui,
                    &format!("{n} cells that are not empty are cut off (Undo brings them back)."),
                ),
            }
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                if primary(ui, "Resize", size != old || down != 0 || right != 0) {
                    let reframed = grid.reframed(size, down, right, blank);
                    if let Err(error) = self.document.set_grid("Resize", reframed) {
                        self.messages.toast(Weight::Bad, format!("{error}."));
                    }
                    answer = DialogAnswer::Close;
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }
}

/// The board before and after: the old cells where they will be, the new frame around them.
fn preview(ui: &mut Ui, level: &LevelRef, size: Size, (down, right): (isize, isize)) {
    let old = level.board().size;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 170.0), Sense::hover());
    response.widget_info(|| {
        let text = format!("Preview: {old} becomes {size}");
        egui::WidgetInfo::labeled(egui::Role::Image, true, text)
    });
    let colors = theme::colors(ui);
    let dark = ui.visuals().dark_mode;
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, theme::CORNER, colors.canvas);
    // Both boards fit, whichever reaches further on each side.
    let (top, left) = (down.min(0), right.min(0));
    let bottom = (down + old.rows as isize).max(size.rows as isize);
    let end = (right + old.cols as isize).max(size.cols as isize);
    let (rows, cols) = ((bottom - top) as f32, (end - left) as f32);
    let scale = ((rect.width() - 20.0) / cols).min((rect.height() - 20.0) / rows);
    let origin = rect.center() - vec2(cols, rows) * scale / 2.0;
    let at =
        |row: isize, col: isize| origin + vec2((col - left) as f32, (row - top) as f32) * scale;
    let frame = Rect::from_min_max(at(0, 0), at(size.rows as isize, size.cols as isize));
    painter.rect_filled(frame, 0.0, theme::tone(crate::game::Tone::Empty, dark).fill);
    // Large boards are drawn coarsely; this is a preview.
    let every = (old.rows.max(old.cols) / 60).max(1);
    for cell in old.cells() {
        if cell.row % every != 0 || cell.col % every != 0 {
            continue;
        }
        let (row, col) = (cell.row as isize + down, cell.col as isize + right);
        let square = Rect::from_min_size(
            at(row, col),
            vec2(scale, scale) * every as f32 - vec2(0.5, 0.5),
        );
        let fill = theme::tone(level.look(cell).tone, dark).fill;
        let kept = frame.contains(square.center());
        let fill = if kept {
            fill
        } else {
            fill.gamma_multiply(0.35)
        };
        painter.rect_filled(square, 0.0, fill);
    }
    let line = |color: Color32| Stroke::new(1.5, color);
    painter.rect_stroke(frame, 0.0, line(colors.accent), StrokeKind::Outside);
}
