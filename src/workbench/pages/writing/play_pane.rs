//! The playable board next to the text of a game in a rule language. Moves are replayed after each change of the text.
//! A list below shows the rules that the last move applied, with the board after each.

use std::sync::Arc;

use egui::{Color32, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, vec2};

use crate::board::{BoardScene, Boards, PlayBoards};
use crate::game::{Language, RuleEffect, SpriteText, play};
use crate::kit::fields::{set_choice_name, set_name};
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::page::Cx;

#[derive(Default)]
pub(super) struct PlayPane {
    /// Board of the current position, which can be played.
    pub(super) boards: PlayBoards,
    /// Board after the chosen step, which cannot.
    step_boards: Boards,
    sprite: SpriteField,
    /// Level revision and number of moves that the steps belong to.
    key: Option<(u64, usize)>,
    steps: Vec<RuleEffect>,
    /// The step whose board is displayed.
    chosen: Option<usize>,
}

impl PlayPane {
    /// Shows the pane at the right. Returns the source line of a chosen rule.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        language: &'static dyn Language,
        caret_line: usize,
        cx: &mut Cx,
    ) -> Option<usize> {
        self.boards.last_move.update(&cx.document);
        self.update_steps(cx);
        let mut line = None;
        Pane::right("beside the rules", 380.0, 220.0..=900.0).show(ui, |ui| {
            line = self.steps(ui);
            self.sprite.show(ui, language, caret_line, cx);
            self.board(ui, cx);
        });
        line
    }

    fn update_steps(&mut self, cx: &Cx) {
        let document = &cx.document;
        let moves = document.moves();
        let key = (document.revision(), moves.len());
        if self.key == Some(key) {
            return;
        }
        self.key = Some(key);
        self.chosen = None;
        self.steps.clear();
        if let Some((last, before)) = moves.split_last()
            && let Ok(position) = play(document.level().as_ref(), before)
        {
            self.steps = position.trace(last);
        }
    }

    fn steps(&mut self, ui: &mut Ui) -> Option<usize> {
        let mut line = None;
        Pane::bottom("rules that applied", 160.0, 60.0..=500.0).show(ui, |ui| {
            ui.add_space(space::SMALL);
            ui.horizontal_wrapped(|ui| {
                ui.strong("What the last move did");
                if self.chosen.is_some() && ui.button("Show the result").clicked() {
                    self.chosen = None;
                }
            });
            if self.steps.is_empty() {
                ui.weak("No rule has applied yet. Click the board and press an arrow key or X.");
                return;
            }
            let height = ui.spacing().interact_size.y;
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show_rows(ui, height, self.steps.len(), |ui, rows| {
                    for index in rows {
                        let step = &self.steps[index];
                        let chosen = self.chosen == Some(index);
                        let text = format!("{}. {}", index + 1, step.text);
                        if ui.selectable_label(chosen, text).clicked() {
                            self.chosen = Some(index);
                            line = step.line;
                        }
                    }
                });
        });
        line
    }

    fn board(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if let Some(step) = self.chosen.and_then(|index| self.steps.get(index)) {
            let position = step.position.as_ref();
            self.step_boards.show(ui, position, &BoardScene::default());
            return;
        }
        let (marks, hidden) = (&[], &[]);
        let answer = self.boards.show(ui, &cx.document, marks, hidden);
        for (mv, at) in answer.moves {
            if let Some(error) = cx.make_move(&mv) {
                self.boards.refuse(ui.ctx(), at, &error);
            }
        }
    }
}

/// Side of a sprite's pixel, in points.
const PIXEL_SIZE: f32 = 22.0;

/// The sprite at the caret, and the chosen colour.
#[derive(Default)]
pub(super) struct SpriteField {
    /// Text and line that the sprite was read from.
    source: Option<(Arc<str>, usize)>,
    sprite: Option<SpriteText>,
    /// Index of the chosen colour.
    color: usize,
    /// A stroke is in progress; it is one undo step.
    painting: bool,
}

impl SpriteField {
    /// Shows the sprite, if the caret is in one.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        language: &'static dyn Language,
        line: usize,
        cx: &mut Cx,
    ) {
        let Some(text) = cx.document.text() else {
            return;
        };
        let same = |(of, at): &(Arc<str>, usize)| *at == line && Arc::ptr_eq(of, &text);
        if !self.source.as_ref().is_some_and(same) {
            self.sprite = language.sprite_at(&text, line);
            self.source = Some((Arc::clone(&text), line));
        }
        let Some(sprite) = self.sprite.clone() else {
            return;
        };
        ui.add_space(space::SMALL);
        ui.strong(format!("Sprite of {}", sprite.name));
        ui.horizontal(|ui| {
            let painted = self.pixels(ui, &sprite);
            ui.vertical(|ui| self.palette(ui, &sprite));
            if let Some(range) = painted
                && let Some((sign, _)) = sprite.colors.get(self.color)
            {
                let mut new = text.to_string();
                new.replace_range(range, &sign.to_string());
                let merge = self.painting;
                cx.document.set_text("Paint sprite", &new, merge);
                self.painting = true;
            }
        });
        if !ui.input(|input| input.pointer.primary_down()) {
            self.painting = false;
        }
        ui.separator();
    }

    /// Shows the pixels. Returns the byte range of a pixel to be painted in another colour.
    fn pixels(&mut self, ui: &mut Ui, sprite: &SpriteText) -> Option<std::ops::Range<usize>> {
        let rows = sprite.pixels.len();
        let cols = sprite.pixels.iter().map(Vec::len).max().unwrap_or(0);
        let size = vec2(PIXEL_SIZE * cols as f32, PIXEL_SIZE * rows as f32);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        set_name(&response, egui::Role::Image, "Sprite");
        for (row, pixels) in sprite.pixels.iter().enumerate() {
            for (col, (color, _)) in pixels.iter().enumerate() {
                let corner = rect.min + vec2(PIXEL_SIZE * col as f32, PIXEL_SIZE * row as f32);
                let cell = Rect::from_min_size(corner, vec2(PIXEL_SIZE, PIXEL_SIZE));
                let rgb = sprite.colors.get(*color).and_then(|(_, rgb)| *rgb);
                fill(ui, cell, rgb);
            }
        }
        let pressed =
            response.clicked() || response.dragged() || response.is_pointer_button_down_on();
        let at = response.interact_pointer_pos().filter(|_| pressed)?;
        let pixel = (at - rect.min) / PIXEL_SIZE;
        let (color, range) = sprite.pixels.get(pixel.y as usize)?.get(pixel.x as usize)?;
        (*color != self.color && pixel.x >= 0.0 && pixel.y >= 0.0).then(|| range.clone())
    }

    fn palette(&mut self, ui: &mut Ui, sprite: &SpriteText) {
        self.color = self.color.min(sprite.colors.len() - 1);
        ui.horizontal_wrapped(|ui| {
            for (index, (sign, rgb)) in sprite.colors.iter().enumerate() {
                let (rect, response) =
                    ui.allocate_exact_size(vec2(PIXEL_SIZE, PIXEL_SIZE), Sense::click());
                let name = match rgb {
                    Some([red, green, blue]) => {
                        format!("Colour {sign}: #{red:02x}{green:02x}{blue:02x}")
                    }
                    None => format!("Colour {sign}: transparent"),
                };
                let chosen = index == self.color;
                set_choice_name(&response, Role::RadioButton, chosen, &name);
                fill(ui, rect, *rgb);
                if chosen {
                    let stroke = Stroke::new(2.0, theme::colors(ui).accent);
                    ui.painter()
                        .rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
                }
                if response.on_hover_text(name).clicked() {
                    self.color = index;
                }
            }
        });
        ui.weak("Click or drag to paint. The text changes accordingly.");
    }
}

/// Draws a square of a colour, or a chequered one for transparency.
fn fill(ui: &Ui, rect: Rect, rgb: Option<[u8; 3]>) {
    let painter = ui.painter();
    match rgb {
        Some([red, green, blue]) => {
            painter.rect_filled(rect, 0.0, Color32::from_rgb(red, green, blue));
        }
        None => {
            let colors = theme::colors(ui);
            painter.rect_filled(rect, 0.0, colors.panel);
            let half = rect.size() / 2.0;
            for corner in [rect.min, rect.center()] {
                painter.rect_filled(Rect::from_min_size(corner, half), 0.0, colors.raised);
            }
        }
    }
}
