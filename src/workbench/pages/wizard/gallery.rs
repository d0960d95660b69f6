//! The gallery of the first step: patterns of games, and the questions of the chosen one.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, ComboBox, DragValue, FontId, Rect, Response, RichText, Sense, Stroke, StrokeKind,
    TextEdit, TextureOptions, Ui, Vec2, pos2, vec2,
};

use crate::game::{Answers, Field, FieldChoices, Gallery, RulePattern, Side, Size};
use crate::session::{LatestTask, Task, Wake};

use super::Wizard;
use crate::kit::answer;
use crate::kit::fields::{labelled, labelled_list, set_choice_name};
use crate::kit::picture::{Thumbnail, paint_fitted};
use crate::kit::sprites;
use crate::kit::theme::{self, space};

/// Size of an example's picture, in points.
const TILE_SIZE: Vec2 = vec2(137.0, 96.0);
/// Width and height reserved for each number next to an example's board, in points.
const NUMBER_SIZE: f32 = 11.0;
/// Height of each name below a tile, in points.
const NAME_HEIGHT: f32 = 20.0;

pub(super) struct Example {
    board: Thumbnail,
    size: Size,
    /// Lists of clue numbers: side, line from 1, numbers.
    clues: Vec<(Side, usize, Vec<String>)>,
}

/// Examples in the order of the patterns.
pub(super) type Examples = LatestTask<(), Vec<Option<Example>>>;

/// Draws the examples in the background, once.
fn draw_examples(examples: &mut Examples, gallery: &'static dyn Gallery, wake: &Wake) {
    examples.request((), |()| {
        Task::start("painter of patterns", wake, move |_| {
            let example = |pattern: &RulePattern| {
                let level = gallery.build(pattern.id, &Answers::new()).ok()?;
                let side = |key: &str| {
                    let mut questions = pattern.questions.iter();
                    let default = questions.find(|field| field.key == key)?.default.parse();
                    Some(pattern.side(default.ok()?))
                };
                Some(Example {
                    board: Thumbnail::new(level.as_ref()),
                    size: Size::new(side(RulePattern::ROWS)?, side(RulePattern::COLUMNS)?),
                    clues: gallery.clues(level.as_ref()),
                })
            };
            gallery.patterns().into_iter().map(example).collect()
        })
    });
    examples.poll();
}

impl Wizard {
    pub(super) fn pattern_fields(&mut self, ui: &mut Ui) {
        let Some((pattern, answers)) = &mut self.source.chosen else {
            ui.label("Choose what the game is like on the right.");
            return;
        };
        ui.strong(pattern.title);
        ui.weak(pattern.about);
        let mut changed = false;
        for field in &pattern.questions {
            let entry = answers.entry(field.key.to_owned());
            let answer = entry.or_insert_with(|| field.default.to_owned());
            changed |= question(ui, field, answer);
        }
        ui.weak("Rows and columns can be read from the picture later.");
        if changed {
            self.make_level();
        }
    }

    /// Updates the chosen pattern's rules to the board's size.
    pub(super) fn fit_rules(&mut self) {
        let size = self.draft.board.size;
        let required = self.screen_board().and_then(|board| board.size);
        let chosen = self.source.chosen.as_mut();
        if let Some((gallery, (pattern, answers))) = self.game.gallery().zip(chosen)
            && required != Some(size)
        {
            match gallery.for_size(pattern.id, answers, size) {
                Ok(sized) => *answers = sized,
                // The other questions remain open.
                Err(_) => pattern.answer_size(answers, size),
            }
            self.make_level();
        }
    }

    /// Returns whether the chosen pattern, if any, allows boards of these cells, without seams.
    pub(super) fn allows_cells(&self, cells: Size) -> bool {
        let (chosen, lines) = (self.source.chosen.as_ref(), self.rules().with_seams(cells));
        chosen.is_none_or(|(pattern, _)| pattern.allows_size(lines))
    }

    /// Size that the rules require, unless a pattern can make them for others.
    pub(super) fn fixed_size(&self) -> Option<Size> {
        let size = self.screen_board().and_then(|board| board.size);
        size.filter(|_| self.source.chosen.is_none())
    }

    /// Returns whether the rules match the size of the board.
    pub(super) fn rules_fit(&self) -> bool {
        let required = self.screen_board().and_then(|board| board.size);
        required.is_none_or(|size| size == self.draft.board.size)
    }

    fn make_level(&mut self) {
        let source = &mut self.source;
        let chosen = source.chosen.as_ref();
        let Some((gallery, (pattern, answers))) = self.game.gallery().zip(chosen) else {
            return;
        };
        match gallery.build(pattern.id, answers) {
            Ok(level) => source.select(level),
            Err(error) => source.problem = Some(answer::sentence(&error.to_string())),
        }
    }

    /// The patterns to choose from, displayed instead of the picture.
    pub(super) fn gallery(&mut self, ui: &mut Ui) {
        let Some(gallery) = self.game.gallery() else {
            return;
        };
        let source = &mut self.source;
        draw_examples(&mut source.examples, gallery, &source.wake);
        ui.label(RichText::new("What is the game like?").heading());
        let text = "Games with hidden or random information, such as Minesweeper or 2048, cannot be played.";
        ui.label(text);
        ui.add_space(space::SMALL);
        let mut clicked = None;
        ui.horizontal_wrapped(|ui| {
            for (index, pattern) in gallery.patterns().into_iter().enumerate() {
                let source = &self.source;
                let examples = source.examples.value().and_then(|all| all.as_ref().ok());
                let drawn = examples.and_then(|all| all.get(index)?.as_ref());
                let chosen = source.chosen.as_ref();
                let is_chosen = chosen.is_some_and(|(it, _)| it.id == pattern.id);
                if pattern_tile(ui, pattern, drawn, is_chosen) {
                    clicked = Some(pattern);
                }
            }
        });
        if let Some(pattern) = clicked {
            self.source.chosen = Some((pattern, Answers::new()));
            self.make_level();
        }
    }
}

/// Shows a pattern by its example and names. Returns whether it was clicked.
fn pattern_tile(
    ui: &mut Ui,
    pattern: &RulePattern,
    example: Option<&Example>,
    chosen: bool,
) -> bool {
    let first = pattern.known_as.split(", ").next().unwrap_or_default();
    let draw = |ui: &Ui, frame: Rect| {
        if let Some(example) = example {
            draw_example(ui, frame.shrink(6.0), example);
        }
    };
    let response = tile(ui, TILE_SIZE, &[pattern.title, first], chosen, draw);
    let name = format!("Pattern ‘{}’", pattern.title);
    set_choice_name(&response, egui::Role::Button, chosen, name);
    let games = format!("{}\nLike {}.", pattern.about, pattern.known_as);
    response.on_hover_text(games).clicked()
}

/// Tile to click: a frame of this size with what `draw` draws, and names below, the first one larger.
pub(super) fn tile(
    ui: &mut Ui,
    size: Vec2,
    names: &[&str],
    is_chosen: bool,
    draw: impl FnOnce(&Ui, Rect),
) -> Response {
    let colors = theme::colors(ui);
    let below = vec2(0.0, NAME_HEIGHT * names.len() as f32);
    let (area, response) = ui.allocate_exact_size(size + below, Sense::click());
    let frame = Rect::from_min_size(area.min, size);
    ui.painter().rect_filled(frame, 4.0, colors.raised);
    draw(ui, frame);
    for (index, name) in names.iter().enumerate() {
        let (size, color) = match index {
            0 => (theme::text::BODY, colors.text),
            _ => (theme::text::SMALL, colors.weak),
        };
        let line = area.with_min_y(frame.bottom() + NAME_HEIGHT * index as f32 + space::TIGHT);
        let mut job =
            LayoutJob::simple_singleline((*name).into(), FontId::proportional(size), color);
        job.wrap = TextWrapping::truncate_at_width(line.width());
        job.halign = Align::Center;
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(line.center_top(), galley, color);
    }
    let edge = match is_chosen || response.hovered() || response.has_focus() {
        true => Stroke::new(2.0, colors.accent),
        false => Stroke::new(1.0, colors.line),
    };
    ui.painter()
        .rect_stroke(frame, 4.0, edge, StrokeKind::Inside);
    response
}

/// Draws an example with its clue numbers.
fn draw_example(ui: &Ui, area: Rect, example: &Example) {
    let picture = example.board.texture(ui, TextureOptions::NEAREST);
    let lists = &example.clues;
    // Extent of the clue margin at a side: that of its longest list.
    let margin = |edge: Side| {
        let own = lists.iter().filter(|(side, ..)| *side == edge);
        NUMBER_SIZE * own.map(|(.., list)| list.len()).max().unwrap_or(0) as f32
    };
    let from = area.min + vec2(margin(Side::Left), margin(Side::Top));
    let to = area.max - vec2(margin(Side::Right), margin(Side::Bottom));
    let inner = Rect::from_min_max(from, to);
    let painter = ui.painter();
    let board = paint_fitted(painter, picture, inner);
    let (rows, cols) = (example.size.rows.max(1), example.size.cols.max(1));
    let pitch = board.size() / vec2(cols as f32, rows as f32);
    for (side, line, list) in lists {
        for (index, number) in list.iter().enumerate() {
            // Lists at the left and top end at the board; lists at the right and bottom begin there.
            let distance = |index: usize| (index as f32 + 0.5) * NUMBER_SIZE;
            let (before, after) = (distance(list.len() - 1 - index), distance(index));
            let middle = board.min + pitch * (*line as f32 - 0.5);
            let at = match side {
                Side::Left => pos2(board.left() - before, middle.y),
                Side::Top => pos2(middle.x, board.top() - before),
                Side::Right => pos2(board.right() + after, middle.y),
                Side::Bottom => pos2(middle.x, board.bottom() + after),
            };
            let ink = theme::colors(ui).text;
            sprites::text(painter, at, NUMBER_SIZE - 1.0, number, ink);
        }
    }
}

/// Shows a question with its answer. Returns whether the answer changed.
fn question(ui: &mut Ui, field: &Field, answer: &mut String) -> bool {
    match field.choices {
        FieldChoices::OneOf(values) => {
            let list = ComboBox::from_id_salt(("question", field.key));
            let choices = values.iter().map(|it| ((*it).to_owned(), field.label(it)));
            labelled_list(ui, field.about, list, answer, choices)
        }
        FieldChoices::Integer(min, max) => {
            let mut number = answer.parse().unwrap_or(min);
            let drag = DragValue::new(&mut number).range(min..=max).speed(0.1);
            let changed = labelled(ui, field.about, drag).changed();
            if changed {
                *answer = number.to_string();
            }
            changed
        }
        _ => labelled(ui, field.about, TextEdit::singleline(answer)).changed(),
    }
}
