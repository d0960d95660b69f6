//! Displays a picture's reading with its doubtful cells, for correction by the user.

use std::collections::{BTreeMap, BTreeSet};

use egui::emath::RectTransform;
use egui::{
    Image, Key, Modifiers, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, TextEdit,
    TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};

use crate::game::{
    BoardReading, Brush, Cell, CellReading, CellStyle, Game, Level, LevelRef, Move, ScreenBoard,
    Size, Tone,
};
use crate::games;
use crate::kit::answer::capitalized;
use crate::kit::fields::{set_name, tip_button};
use crate::kit::picture::mark_cell;
use crate::kit::sprites;
use crate::kit::theme::{self, space};
use crate::vision::{Lesson, is_teachable};
use crate::world::PictureReading;

/// Margin around the cells of a picture, as a fraction of their extent.
const MARGIN_RATIO: f32 = 0.05;
/// Least enlargement of the boards for which the rest of the picture is left out.
const MIN_CROP_GAIN: f32 = 2.0;
/// All of a picture, in fractions of its sides.
const WHOLE: Rect = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
/// Most points for one pixel of the picture.
const MAX_SCALE: f32 = 3.0;

/// Index of a board, and a cell of it.
type CellKey = (usize, Cell);

pub struct Correction {
    game: &'static dyn Game,
    pub reading: PictureReading,
    /// Texture of the picture, once it is shown.
    texture: Option<TextureHandle>,
    /// Cells that the user has confirmed.
    confirmed: BTreeSet<CellKey>,
    /// Values of each board's cells.
    choices: Vec<BoardChoices>,
    /// The board whose cell values the game's rules list, as (token, name).
    screen_board: Option<ScreenBoard>,
    /// Cell to be corrected.
    chosen: Option<CellKey>,
    /// Texts typed for cells, not confirmed yet.
    drafts: BTreeMap<CellKey, String>,
}

/// Values to choose from for a board's cells; none for texts, which are typed.
struct BoardChoices {
    /// Their styles, each with the key that chooses it.
    values: Vec<(CellStyle, Option<char>)>,
    /// Tone of cells with another value.
    other_tone: Tone,
}

impl BoardChoices {
    /// The brushes, if the board shows values that can be painted, otherwise those that the game's rules list for it.
    fn new(board: &BoardReading, brushes: &[Brush], screen_board: Option<&ScreenBoard>) -> Self {
        let is_painted = board.shows(|value| brushes.iter().any(|it| it.text() == value));
        if is_painted {
            let brushes = brushes.iter();
            return Self {
                values: brushes.map(|it| (it.style.clone(), it.key)).collect(),
                other_tone: Tone::Hole,
            };
        }
        let screen_board = screen_board.filter(|screen_board| screen_board.id == board.id);
        let values = screen_board.into_iter().flat_map(|it| &it.values);
        let style = |(value, name): &(String, String)| {
            let style = CellStyle::new(value.clone(), Tone::Empty, name.clone());
            (style, None)
        };
        Self {
            values: values.map(style).collect(),
            other_tone: Tone::Empty,
        }
    }

    fn style(&self, value: &str) -> Option<&CellStyle> {
        let mut styles = self.values.iter().map(|(style, _)| style);
        styles.find(|style| style.value == value)
    }
}

impl Correction {
    /// Takes a while for a game given by rules. Fails if the profile's game is unknown.
    pub fn new(reading: PictureReading) -> Result<Self, String> {
        let game = games::by_id(&reading.profile.game);
        let game = game.ok_or("Planwright does not have the game of this profile.")?;
        // The level may restrict the possible values.
        let level = game.level_from_reading(&reading.reading);
        let level = level.unwrap_or_else(|_| game.blank(None));
        let brushes = level.as_grid().map_or_else(Vec::new, |grid| grid.brushes());
        // The values that rules list are needed for corrections only. When teaching, the user may correct any cell.
        let is_unclear =
            |board: &BoardReading| board.doubtful(reading.threshold()).next().is_some();
        let is_corrected =
            is_teachable(&reading.profile) || reading.reading.boards.iter().any(is_unclear);
        let base = reading.reading.base.as_deref().filter(|_| is_corrected);
        let base = base.and_then(|text| game.parse_text(text).ok());
        let screen_board = base.and_then(|level| level.screen_board());
        let choices = reading.reading.boards.iter();
        let choices = choices.map(|it| BoardChoices::new(it, &brushes, screen_board.as_ref()));
        let mut correction = Self {
            game,
            texture: None,
            confirmed: BTreeSet::new(),
            choices: choices.collect(),
            reading,
            screen_board,
            chosen: None,
            drafts: BTreeMap::new(),
        };
        correction.chosen = correction.next_uncertain(None);
        Ok(correction)
    }

    /// Doubtful cells, board by board.
    pub fn uncertain_cells(&self) -> Vec<CellKey> {
        let boards = self.reading.reading.boards.iter().enumerate();
        let uncertain = boards.flat_map(|(index, board)| {
            let cells = board.doubtful(self.reading.threshold());
            cells.map(move |(cell, _)| (index, cell))
        });
        uncertain.collect()
    }

    fn cell(&self, (board, cell): CellKey) -> Option<&CellReading<String>> {
        self.reading.reading.boards.get(board)?.cells.get(cell)
    }

    /// Sets the value of a cell, which is no longer doubtful then.
    fn confirm(&mut self, key: CellKey, value: &str) {
        let confirmed = CellReading {
            value: value.to_owned(),
            confidence: 1.0,
            runner_up: None,
        };
        let board = self.reading.reading.boards.get_mut(key.0);
        if board.is_some_and(|board| board.cells.set(key.1, confirmed)) {
            self.confirmed.insert(key);
        }
    }

    /// The level as corrected so far, or why the reading is no level.
    pub fn level(&self) -> Result<LevelRef, String> {
        let level = self.game.level_from_reading(&self.reading.reading);
        level.map_err(|error| error.to_string())
    }

    /// The user's corrections, if the profile can learn.
    pub fn lesson(&self) -> Option<Lesson> {
        let PictureReading { image, profile, .. } = &self.reading;
        let labels = self.confirmed.iter().filter_map(|key| {
            let board = self.reading.reading.boards.get(key.0)?.id.clone();
            Some(((board, key.1), self.cell(*key)?.value.clone()))
        });
        is_teachable(profile).then(|| Lesson {
            image: image.clone(),
            labels: labels.collect(),
            profile: profile.clone(),
        })
    }

    /// Moves made before the level was captured, if the game can infer them.
    pub fn moves(&self, level: &dyn Level) -> Vec<Move> {
        let moves = self.game.moves_from_reading(level, &self.reading.reading);
        moves.unwrap_or_default()
    }

    /// The first doubtful cell after `after`, otherwise the first of all.
    fn next_uncertain(&self, after: Option<CellKey>) -> Option<CellKey> {
        let cells = self.uncertain_cells();
        let later = after.and_then(|after| cells.iter().find(|cell| **cell > after));
        later.or(cells.first()).copied()
    }

    /// Shows the picture, or only the part with the boards if these are small in it, within a size in points. Cells can
    /// be clicked.
    pub fn show_picture(&mut self, ui: &mut Ui, space: Vec2) {
        let PictureReading { picture, areas, .. } = &self.reading;
        let load = || {
            let options = TextureOptions::LINEAR;
            ui.ctx().load_texture("import", picture.clone(), options)
        };
        let picture = self.texture.get_or_insert_with(load);
        let cells = areas.iter().enumerate().flat_map(|(index, board)| {
            board.iter().map(move |(cell, area)| ((index, cell), *area))
        });
        let cells: Vec<_> = cells.filter(|(_, area)| area.is_positive()).collect();
        let scale = |part: Rect| {
            let size = picture.size_vec2() * part.size();
            (space.x / size.x).min(space.y / size.y).min(MAX_SCALE)
        };
        let around = cells_area(cells.iter().map(|(_, area)| *area));
        let crop = match scale(around) >= MIN_CROP_GAIN * scale(WHOLE) {
            true => around,
            false => WHOLE,
        };
        let (size, scale) = (picture.size_vec2() * crop.size(), scale(crop));
        let image = Image::new((picture.id(), size * scale))
            .uv(crop)
            .alt_text("The picture");
        let rect = ui.add(image).rect;
        let to_screen = RectTransform::from_to(crop, rect);
        for (key, area) in cells {
            let square = to_screen.transform_rect(area);
            let Some((response, value, is_uncertain)) =
                self.cell_button(ui, "Picture", key, square)
            else {
                continue;
            };
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
            response.on_hover_text(self.name(&value));
        }
    }

    /// Takes clicks on a cell. Returns its value, and whether that is doubtful.
    fn cell_button(
        &mut self,
        ui: &Ui,
        kind: &str,
        key: CellKey,
        square: Rect,
    ) -> Option<(Response, String, bool)> {
        let CellReading {
            value, confidence, ..
        } = self.cell(key)?.clone();
        let is_uncertain = confidence < self.reading.threshold();
        let response = ui.interact(square, ui.scope_id().with((kind, key)), Sense::click());
        let suffix = if is_uncertain { ", unclear" } else { "" };
        let (row, col, name) = (key.1.row + 1, key.1.col + 1, self.name(&value));
        let text = format!("{kind} row {row} column {col}, {name}{suffix}");
        set_name(&response, Role::Button, text);
        if response.clicked() || response.gained_focus() {
            self.chosen = Some(key);
        }
        Some((response, value, is_uncertain))
    }

    /// Shows the boards, their doubtful cells and the possible values.
    pub fn show(&mut self, ui: &mut Ui) {
        let uncertain = self.uncertain_cells();
        let colors = theme::colors(ui);
        let mut choices = self.choices.iter();
        let can_click = !self.reading.areas.is_empty() || choices.any(|it| !it.values.is_empty());
        let text = match uncertain.len() {
            0 if can_click => "All cells are clear. Click one that was read incorrectly.",
            0 => "All cells are clear.",
            1 => "1 cell is unclear. Choose what it shows.",
            n => &format!("{n} cells are unclear. Choose what they show."),
        };
        let color = match uncertain.is_empty() {
            true => colors.good,
            false => colors.doubt,
        };
        ui.colored_label(color, text);
        if uncertain.len() > 1 {
            let tip = "Accept all unclear cells as recognized";
            if tip_button(ui, "Accept all", tip) {
                for key in &uncertain {
                    let value = self.cell(*key).map(|reading| reading.value.clone());
                    self.confirm(*key, &value.unwrap_or_default());
                }
            }
        }
        for index in 0..self.choices.len() {
            match self.choices[index].values.is_empty() {
                true => self.text_fields(ui, index),
                false => self.board(ui, index),
            }
        }
        ui.add_space(space::TIGHT);
        if let Some(key) = self.chosen {
            self.choices(ui, key);
        }
    }

    /// Shows a board of texts, such as clue numbers, with text fields for doubtful cells and the chosen one.
    fn text_fields(&mut self, ui: &mut Ui, index: usize) {
        let Some(board) = self.reading.reading.boards.get(index) else {
            return;
        };
        let mut cells = board.cells.as_slice().iter();
        if cells.all(|cell| cell.value.is_empty()) {
            return;
        }
        let uncertain = board.doubtful(self.reading.threshold()).count();
        let title = board_title(&board.id, board.size());
        ui.weak(match uncertain {
            0 => format!("{title}, all clear"),
            n => format!("{title}, {n} unclear"),
        });
        let with_field = board.cells.iter().filter(|(cell, reading)| {
            reading.confidence < self.reading.threshold() || self.chosen == Some((index, *cell))
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
                self.confirm(key, text.trim());
                self.chosen = self.next_uncertain(Some(key));
            } else {
                self.drafts.insert(key, text);
            }
        }
    }

    fn board(&mut self, ui: &mut Ui, index: usize) {
        let board = &self.reading.reading.boards[index];
        let size = board.size();
        ui.weak(board_title(&board.id, size));
        let scale = cell_side(ui.available_width(), size);
        let extent = vec2(size.cols as f32, size.rows as f32) * scale;
        let (rect, _) = ui.allocate_exact_size(extent, Sense::hover());
        for cell in size.cells() {
            let key = (index, cell);
            let corner = rect.min + vec2(cell.col as f32, cell.row as f32) * scale;
            let square = Rect::from_min_size(corner, vec2(scale, scale));
            if ui.is_rect_visible(square)
                && let Some((_, value, uncertain)) = self.cell_button(ui, "Read", key, square)
            {
                let choices = &self.choices[index];
                let other = || CellStyle::new(value.clone(), choices.other_tone, "unknown");
                let style = choices.style(&value).cloned().unwrap_or_else(other);
                let (colors, painter) = (theme::colors(ui), ui.painter());
                sprites::cell(painter, square, &style, ui.visuals().dark_mode);
                let line = Stroke::new(0.5, colors.line);
                painter.rect_stroke(square, 0.0, line, StrokeKind::Middle);
                if uncertain {
                    mark_cell(painter, square, 2.0, colors.doubt);
                }
                if self.chosen == Some(key) {
                    let frame = Stroke::new(2.0, colors.cursor);
                    painter.rect_stroke(square, 0.0, frame, StrokeKind::Outside);
                }
            }
        }
    }

    pub fn name(&self, value: &str) -> String {
        let style = self.choices.iter().find_map(|it| it.style(value));
        let screen_name = || self.screen_board.as_ref()?.name(value);
        let name = style.map(|style| &*style.name).or_else(screen_name);
        name.unwrap_or(value).to_owned()
    }

    /// Shows the values for the chosen cell. The brushes' keys choose them, too.
    fn choices(&mut self, ui: &mut Ui, key: CellKey) {
        let choices = &self.choices[key.0].values;
        let Some(reading) = self.cell(key).filter(|_| !choices.is_empty()) else {
            return;
        };
        let (place, name) = (capitalized(&key.1.to_string()), self.name(&reading.value));
        let mut text = format!("{place}: read as {name}");
        if let Some(runner_up) = &reading.runner_up {
            text.push_str(&format!(", could be {}", self.name(runner_up)));
        }
        let confidence = format!("Confidence {:.0} %", reading.confidence * 100.0);
        ui.label(text).on_hover_text(confidence);
        let mut chosen = None;
        // A doubtful value is not preselected.
        let is_certain = reading.confidence >= self.reading.threshold();
        ui.horizontal_wrapped(|ui| {
            for (style, shortcut) in choices {
                let shortcut = shortcut.filter(|shortcut| !style.value.starts_with(*shortcut));
                let shortcut = shortcut.map_or(String::new(), |it| format!(" ({it})"));
                let is_chosen = is_certain && style.value == reading.value;
                let name = format!("{}{shortcut}", style.name);
                if ui.selectable_label(is_chosen, name).clicked() {
                    chosen = Some(style);
                }
            }
        });
        // Keys typed into a text field choose nothing.
        if !ui.ctx().egui_wants_keyboard_input() {
            let typed = ui.input_mut(|input| {
                let mut choices = choices.iter();
                choices.find(|(_, shortcut)| {
                    let shortcut = shortcut.and_then(|it| Key::from_name(&it.to_string()));
                    shortcut.is_some_and(|it| input.consume_key(Modifiers::NONE, it))
                })
            });
            chosen = chosen.or(typed.map(|(style, _)| style));
        }
        if let Some(value) = chosen.map(|style| style.value.to_string()) {
            self.confirm(key, &value);
            if let Some(next) = self.next_uncertain(Some(key)) {
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

/// The part of a picture around these cells; the whole picture if there are none.
fn cells_area(cells: impl Iterator<Item = Rect>) -> Rect {
    cells.reduce(Rect::union).map_or(WHOLE, |bounds| {
        bounds
            .expand2(bounds.size() * MARGIN_RATIO)
            .intersect(WHOLE)
    })
}

/// Title and size of a board, from its id in the screen profile: `Lights: 8×8 cells`.
fn board_title(id: &str, size: Size) -> String {
    format!("{}: {size} cells", capitalized(&id.replace('-', " ")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{Grid, Reading};
    use crate::vision::Profile;

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
        let mut profile = Profile {
            game: game.info().id.to_owned(),
            ..Profile::default()
        };
        profile.screen.doubtful_below = 0.8;
        let reading = PictureReading {
            reading: Reading {
                boards: vec![BoardReading { id, cells }],
                ..Reading::default()
            },
            image: Arc::default(),
            picture: Arc::default(),
            profile: Arc::new(profile),
            draft: false,
            areas: Vec::new(),
        };
        Correction::new(reading).expect("is a game")
    }

    #[test]
    fn unknown_values_are_reported() {
        let mut correction = reading(&[0.9, 0.5]);
        correction.confirm((0, Cell::new(0, 0)), "?!");
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
