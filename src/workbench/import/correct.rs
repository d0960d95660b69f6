//! Displays a picture's reading with its doubtful cells, for correction by the user.

use std::collections::{BTreeMap, BTreeSet};

use egui::{
    Image, Key, Modifiers, Pos2, Rect, Role, Sense, Stroke, StrokeKind, TextEdit, TextureHandle,
    Ui, Vec2, pos2, vec2,
};

use crate::game::{
    Brush, Cell, CellReading, CellStyle, Game, Grid, Level, LevelRef, Move, Reading, ScreenBoard,
    Size, Tone,
};
use crate::kit::answer::capitalized;
use crate::kit::fields::{set_name, tip_button};
use crate::kit::picture::mark_cell;
use crate::kit::sprites;
use crate::kit::theme::{self, space};
use crate::vision::CellLabels;

/// Margin around the cells of a picture, as a fraction of their extent.
const MARGIN_RATIO: f32 = 0.05;
/// Least enlargement of the boards for which the rest of the picture is left out.
const MIN_CROP_GAIN: f32 = 2.0;
/// Most points for one pixel of the picture.
const MAX_SCALE: f32 = 3.0;

pub struct Correction {
    game: &'static dyn Game,
    reading: Reading,
    /// Confidence below which a cell is doubtful, 0 to 1.
    threshold: f32,
    /// Cells that the user has confirmed, as are all cells here: index of the board, cell.
    confirmed: BTreeSet<(usize, Cell)>,
    brushes: Vec<Brush>,
    /// The board whose cell values the game's rules list, as (token, name).
    screen_board: Option<ScreenBoard>,
    /// Cell to be corrected.
    chosen: Option<(usize, Cell)>,
    /// Texts typed for cells, not confirmed yet.
    drafts: BTreeMap<(usize, Cell), String>,
}

impl Correction {
    /// `screen_board` lists the values of one board's cells, for games whose rules do.
    pub fn new(
        game: &'static dyn Game,
        reading: Reading,
        threshold: f32,
        screen_board: Option<ScreenBoard>,
    ) -> Self {
        // The level may restrict the possible values.
        let level = game.level_from_reading(&reading);
        let level = level.unwrap_or_else(|_| game.blank(None));
        let brushes = level.as_grid().map_or_else(Vec::new, |grid| grid.brushes());
        let mut correction = Self {
            game,
            reading,
            threshold,
            confirmed: BTreeSet::new(),
            brushes,
            screen_board,
            chosen: None,
            drafts: BTreeMap::new(),
        };
        correction.chosen = correction.next_uncertain(None);
        correction
    }

    /// Doubtful cells not confirmed yet, board by board.
    pub fn uncertain_cells(&self) -> Vec<(usize, Cell)> {
        let boards = self.reading.boards.iter().enumerate();
        let uncertain = boards.flat_map(|(index, board)| {
            let cells = board.doubtful(self.threshold);
            cells.map(move |(cell, _)| (index, cell))
        });
        uncertain
            .filter(|key| !self.confirmed.contains(key))
            .collect()
    }

    fn cell(&self, (board, cell): (usize, Cell)) -> Option<&CellReading<String>> {
        self.reading.boards.get(board)?.cells.get(cell)
    }

    fn is_uncertain(&self, key: (usize, Cell), reading: &CellReading<String>) -> bool {
        reading.confidence < self.threshold && !self.confirmed.contains(&key)
    }

    /// Sets the value of a cell, which is no longer doubtful then.
    pub fn confirm(&mut self, board: usize, cell: Cell, value: &str) {
        let Some(board_reading) = self.reading.boards.get_mut(board) else {
            return;
        };
        let confirmed = CellReading {
            value: value.to_owned(),
            confidence: 1.0,
            runner_up: None,
        };
        if board_reading.cells.set(cell, confirmed) {
            self.confirmed.insert((board, cell));
        }
    }

    /// The level as corrected so far, or why the reading is no level.
    pub fn level(&self) -> Result<LevelRef, String> {
        let level = self.game.level_from_reading(&self.reading);
        level.map_err(|error| error.to_string())
    }

    pub fn confirmed_values(&self) -> CellLabels {
        let values = self.confirmed.iter().filter_map(|key| {
            let board = self.reading.boards.get(key.0)?.id.clone();
            Some(((board, key.1), self.cell(*key)?.value.clone()))
        });
        values.collect()
    }

    /// Moves made before the level was captured, if the game can infer them.
    pub fn moves(&self, level: &dyn Level) -> Vec<Move> {
        let moves = self.game.moves_from_reading(level, &self.reading);
        moves.unwrap_or_default()
    }

    /// The first doubtful cell after `after`, otherwise the first of all.
    fn next_uncertain(&self, after: Option<(usize, Cell)>) -> Option<(usize, Cell)> {
        let cells = self.uncertain_cells();
        let later = after.and_then(|after| cells.iter().find(|cell| **cell > after));
        later.or(cells.first()).copied()
    }

    /// Shows the picture, or only the part with the boards if these are small in it, within a size in points. Cells can
    /// be clicked; `areas` has those of each board, as shares of the picture's width and height.
    pub fn show_picture(
        &mut self,
        ui: &mut Ui,
        picture: &TextureHandle,
        areas: &[Grid<Rect>],
        space: Vec2,
    ) {
        let cells = areas.iter().enumerate().flat_map(|(index, board)| {
            board.iter().map(move |(cell, area)| ((index, cell), *area))
        });
        let cells: Vec<_> = cells.filter(|(_, area)| area.is_positive()).collect();
        let scale = |part: Rect| {
            let size = picture.size_vec2() * part.size();
            (space.x / size.x).min(space.y / size.y).min(MAX_SCALE)
        };
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        let around = cells_area(cells.iter().map(|(_, area)| *area));
        let crop = match scale(around) >= MIN_CROP_GAIN * scale(whole) {
            true => around,
            false => whole,
        };
        let (size, scale) = (picture.size_vec2() * crop.size(), scale(crop));
        let image = Image::new((picture.id(), size * scale))
            .uv(crop)
            .alt_text("The picture");
        let rect = ui.add(image).rect;
        let to_screen = |point: Pos2| rect.min + (point - crop.min) / crop.size() * rect.size();
        for (key, area) in cells {
            let square = Rect::from_min_max(to_screen(area.min), to_screen(area.max));
            let Some(reading) = self.cell(key) else {
                continue;
            };
            let is_uncertain = self.is_uncertain(key, reading);
            let id = ui.scope_id().with(("in the picture", key));
            let response = ui.interact(square, id, Sense::click());
            let name = self.name(&reading.value);
            let text = label("Picture", key.1, &name, is_uncertain);
            set_name(&response, Role::Button, text);
            if response.clicked() || response.gained_focus() {
                self.chosen = Some(key);
            }
            let colors = theme::colors(ui);
            let frame = match () {
                () if self.chosen == Some(key) => Some(ui.visuals().selection.stroke.color),
                () if is_uncertain => Some(colors.doubt),
                () if self.confirmed.contains(&key) => Some(colors.good),
                () => None,
            };
            if let Some(color) = frame {
                let (painter, stroke) = (ui.painter(), Stroke::new(2.0, color));
                painter.rect_stroke(square, 0.0, stroke, StrokeKind::Inside);
            }
            response.on_hover_text(name);
        }
    }

    /// Shows the boards, their doubtful cells and the possible values. `has_picture` is true if cells can be clicked in
    /// the picture.
    pub fn show(&mut self, ui: &mut Ui, has_picture: bool) {
        let uncertain = self.uncertain_cells();
        let colors = theme::colors(ui);
        let mut boards = 0..self.reading.boards.len();
        let can_click = has_picture || boards.any(|index| self.is_painted(index));
        let (text, color) = match uncertain.len() {
            0 if can_click => (
                "All cells are clear. Click one that was read incorrectly.".to_owned(),
                colors.good,
            ),
            0 => ("All cells are clear.".to_owned(), colors.good),
            1 => (
                "1 cell is unclear. Choose what it shows.".to_owned(),
                colors.doubt,
            ),
            n => (
                format!("{n} cells are unclear. Choose what they show."),
                colors.doubt,
            ),
        };
        ui.colored_label(color, text);
        if uncertain.len() > 1 {
            let tip = "Accept all unclear cells as recognized";
            if tip_button(ui, "Accept all", tip) {
                self.confirm_as_read(&uncertain);
            }
        }
        for index in 0..self.reading.boards.len() {
            match () {
                () if self.has_choices(index) => self.board(ui, index),
                () => self.text_fields(ui, index),
            }
        }
        ui.add_space(space::TIGHT);
        if let Some((board, cell)) = self.chosen.filter(|(board, _)| self.has_choices(*board)) {
            self.choices(ui, board, cell);
        }
    }

    fn confirm_as_read(&mut self, cells: &[(usize, Cell)]) {
        for key in cells {
            if let Some(value) = self.cell(*key).map(|reading| reading.value.clone()) {
                self.confirm(key.0, key.1, &value);
            }
        }
    }

    /// Returns whether the values of a board's cells can be chosen from a list.
    fn has_choices(&self, index: usize) -> bool {
        self.is_painted(index) || !self.board_values(index).is_empty()
    }

    /// Cell values of a board that the game's rules list.
    fn board_values(&self, index: usize) -> &[(String, String)] {
        let board = self.reading.boards.get(index);
        let screen = self.screen_board.as_ref().zip(board);
        let screen = screen.filter(|(screen, board)| screen.id == board.id);
        screen.map_or(&[], |(screen, _)| &screen.values)
    }

    /// Returns whether a board shows values that can be painted.
    fn is_painted(&self, index: usize) -> bool {
        let board = self.reading.boards.get(index);
        board.is_some_and(|board| board.shows(|value| self.brush(value).is_some()))
    }

    /// Shows a board of texts, such as clue numbers, with text fields for doubtful cells and the chosen one.
    fn text_fields(&mut self, ui: &mut Ui, index: usize) {
        let Some(board) = self.reading.boards.get(index) else {
            return;
        };
        let mut cells = board.cells.as_slice().iter();
        if cells.all(|cell| cell.value.is_empty()) {
            return;
        }
        let uncertain = board.doubtful(self.threshold).count();
        let title = board_title(&board.id, board.size());
        ui.weak(match uncertain {
            0 => format!("{title}, all clear"),
            n => format!("{title}, {n} unclear"),
        });
        let with_field = board.cells.iter().filter(|(cell, reading)| {
            reading.confidence < self.threshold || self.chosen == Some((index, *cell))
        });
        let with_field = with_field.map(|(cell, reading)| (cell, reading.value.clone()));
        for (cell, value) in with_field.collect::<Vec<_>>() {
            let key = (index, cell);
            let mut text = self.drafts.get(&key).cloned().unwrap_or(value);
            let mut confirmed = false;
            ui.horizontal(|ui| {
                let label = ui.label(capitalized(&cell.to_string()));
                let field = ui.add(TextEdit::singleline(&mut text).desired_width(110.0));
                let field = field.labelled_by(label.id);
                confirmed = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                confirmed |= ui.button("Confirm").clicked();
            });
            if confirmed {
                self.drafts.remove(&key);
                self.confirm(index, cell, text.trim());
                self.chosen = self.next_uncertain(Some(key));
            } else {
                self.drafts.insert(key, text);
            }
        }
    }

    fn board(&mut self, ui: &mut Ui, index: usize) {
        let board = &self.reading.boards[index];
        let size = board.size();
        ui.weak(board_title(&board.id, size));
        let scale = cell_side(ui.available_width(), size);
        let extent = vec2(size.cols as f32, size.rows as f32) * scale;
        let (rect, _) = ui.allocate_exact_size(extent, Sense::hover());
        let mut clicked = None;
        for (cell, reading) in board.cells.iter() {
            let corner = rect.min + vec2(cell.col as f32, cell.row as f32) * scale;
            let square = Rect::from_min_size(corner, vec2(scale, scale));
            if !ui.is_rect_visible(square) {
                continue;
            }
            let key = (index, cell);
            let uncertain = self.is_uncertain(key, reading);
            let response = ui.interact(square, ui.scope_id().with(key), Sense::click());
            let label = label("Read", cell, &self.name(&reading.value), uncertain);
            set_name(&response, Role::Button, label);
            if response.clicked() || response.gained_focus() {
                clicked = Some(cell);
            }
            let style = match self.brush(&reading.value) {
                Some(brush) => brush.style.clone(),
                None if self.is_painted(index) => {
                    CellStyle::new(reading.value.clone(), Tone::Hole, "unknown")
                }
                // A value that the rules list has no style of its own.
                None => CellStyle::new(reading.value.clone(), Tone::Empty, reading.value.clone()),
            };
            paint(ui, square, &style, uncertain, self.chosen == Some(key));
        }
        if let Some(cell) = clicked {
            self.chosen = Some((index, cell));
        }
    }

    pub fn name(&self, value: &str) -> String {
        let brush = self.brush(value).map(Brush::name);
        let screen_name = || self.screen_board.as_ref()?.name(value);
        brush.or_else(screen_name).unwrap_or(value).to_owned()
    }

    fn brush(&self, value: &str) -> Option<&Brush> {
        self.brushes.iter().find(|brush| brush.text() == value)
    }

    /// Shows the values for the chosen cell. The brushes' keys choose them, too.
    fn choices(&mut self, ui: &mut Ui, board: usize, cell: Cell) {
        let Some(reading) = self.cell((board, cell)).cloned() else {
            return;
        };
        let (place, name) = (capitalized(&cell.to_string()), self.name(&reading.value));
        let mut text = format!("{place}: read as {name}");
        if let Some(runner_up) = &reading.runner_up {
            text.push_str(&format!(", could be {}", self.name(runner_up)));
        }
        let confidence = format!("Confidence {:.0} %", reading.confidence * 100.0);
        ui.label(text).on_hover_text(confidence);
        let mut chosen = None;
        let is_painted = self.is_painted(board);
        let brushes = self.brushes.iter().filter(|_| is_painted).map(|brush| {
            let key = brush.key.filter(|key| !brush.text().starts_with(*key));
            let key = key.map_or(String::new(), |key| format!(" ({key})"));
            (brush.text().to_string(), format!("{}{key}", brush.name()))
        });
        let values = self.board_values(board).iter().filter(|_| !is_painted);
        let values = values.cloned();
        // A doubtful value is not preselected.
        let is_certain = !self.is_uncertain((board, cell), &reading);
        ui.horizontal_wrapped(|ui| {
            for (value, name) in brushes.chain(values) {
                let is_chosen = is_certain && value == reading.value;
                if ui.selectable_label(is_chosen, name).clicked() {
                    chosen = Some(value);
                }
            }
        });
        // Keys typed into a text field are not brush keys.
        let typing = ui.ctx().egui_wants_keyboard_input();
        let typed = ui.input_mut(|input| {
            if typing || !is_painted {
                return None;
            }
            self.brushes.iter().find(|brush| {
                let key = brush.key.and_then(|key| Key::from_name(&key.to_string()));
                key.is_some_and(|key| input.consume_key(Modifiers::NONE, key))
            })
        });
        let chosen = chosen.or_else(|| typed.map(|brush| brush.text().to_string()));
        if let Some(value) = chosen {
            self.confirm(board, cell, &value);
            if let Some(next) = self.next_uncertain(Some((board, cell))) {
                self.chosen = Some(next);
            }
        }
    }
}

/// Largest height of a board, in points.
const MAX_BOARD_HEIGHT: f32 = 280.0;
/// Smallest and largest side of a cell, in points.
const CELL_RANGE: (f32, f32) = (7.0, 34.0);

fn cell_side(width: f32, size: Size) -> f32 {
    let (cols, rows) = (size.cols.max(1) as f32, size.rows.max(1) as f32);
    let fits = (width / cols).min(MAX_BOARD_HEIGHT / rows);
    fits.clamp(CELL_RANGE.0, CELL_RANGE.1)
}

fn label(kind: &str, cell: Cell, name: &str, uncertain: bool) -> String {
    let suffix = if uncertain { ", unclear" } else { "" };
    let (row, col) = (cell.row + 1, cell.col + 1);
    format!("{kind} row {row} column {col}, {name}{suffix}")
}

fn paint(ui: &Ui, square: Rect, style: &CellStyle, uncertain: bool, chosen: bool) {
    let colors = theme::colors(ui);
    let painter = ui.painter();
    sprites::cell(painter, square, style, ui.visuals().dark_mode);
    let line = Stroke::new(0.5, colors.line);
    painter.rect_stroke(square, 0.0, line, StrokeKind::Middle);
    if uncertain {
        mark_cell(painter, square, 2.0, colors.doubt);
    }
    if chosen {
        let frame = Stroke::new(2.0, colors.cursor);
        painter.rect_stroke(square, 0.0, frame, StrokeKind::Outside);
    }
}

/// The part of a picture around these cells; the whole picture if there are none.
fn cells_area(cells: impl Iterator<Item = Rect>) -> Rect {
    let full = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    let bounds = cells.reduce(Rect::union);
    bounds.map_or(full, |bounds| {
        bounds.expand2(bounds.size() * MARGIN_RATIO).intersect(full)
    })
}

/// Title and size of a board, from its id in the screen profile: `Lights: 8×8 cells`.
fn board_title(id: &str, size: Size) -> String {
    format!("{}: {size} cells", capitalized(&id.replace('-', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BoardReading, Grid};
    use crate::games;

    fn reading(confidences: &[f32]) -> Correction {
        let game = games::all()[0];
        let blank = game.blank(None);
        let brushes = blank.as_grid().expect("is a grid").brushes();
        let cells = confidences.iter().map(|confidence| CellReading {
            value: brushes[0].text().to_string(),
            confidence: *confidence,
            runner_up: None,
        });
        let size = Size::new(1, confidences.len());
        let cells = Grid::from_cells(size, cells.collect()).expect("fits");
        let id = game.info().level_board.to_owned();
        let reading = Reading {
            boards: vec![BoardReading { id, cells }],
            ..Reading::default()
        };
        Correction::new(game, reading, 0.8, None)
    }

    #[test]
    fn unknown_values_are_reported() {
        let mut correction = reading(&[0.9, 0.5]);
        correction.confirm(0, Cell::new(0, 0), "?!");
        let error = correction.level().expect_err("is no level");
        assert!(error.contains("row 1, column 1"), "{error}");
    }

    #[test]
    fn the_cells_area_includes_clue_numbers() {
        let rect = |x: f32, y: f32, width: f32, height: f32| {
            Rect::from_min_size(pos2(x, y), vec2(width, height))
        };
        let (board, clues) = (rect(0.3, 0.4, 0.4, 0.4), rect(0.3, 0.1, 0.4, 0.3));
        let area = cells_area([board, clues].into_iter());
        assert!(area.contains_rect(board) && area.contains_rect(clues));
        assert!(area.width() < 0.5);
        assert_eq!(cells_area([].into_iter()), rect(0.0, 0.0, 1.0, 1.0));
    }
}
