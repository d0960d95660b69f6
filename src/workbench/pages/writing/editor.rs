//! The text field: line numbers beside it, brackets that belong together, completion of names, undo in
//! step with the level's.

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::{TextEditOutput, TextEditState};
use egui::{
    Align2, Area, Galley, Key, Modifiers, Order, Pos2, Rect, RichText, ScrollArea, Sense, Stroke,
    TextBuffer, TextEdit, Ui, vec2,
};

use super::paint::{Painted, font};
use super::{Writing, places};
use crate::game::Language;
use crate::kit::theme;
use crate::shell::app::Workbench;

/// Changes that follow each other faster than this are one step of undo, in seconds.
const ONE_STEP: f64 = 1.0;

/// Names offered at most.
const MOST_OFFERED: usize = 8;

/// Letters of a word from which on names are offered.
const OFFERED_FROM: usize = 2;

impl Workbench {
    /// The field itself; fills what is left of the pane.
    pub(crate) fn text_field(&mut self, ui: &mut Ui, language: &'static dyn Language) {
        if Writing::has_focus(ui.ctx()) {
            self.take_undo_keys(ui);
        }
        let offered = self.offered(language);
        let accepted = self.accept_offer(ui, &offered);
        let mut text = std::mem::take(&mut self.writing.text);
        let mut painted = self.writing.painted.take();
        let notices = self.writing.reading.notices_shared();
        let numbers = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let digits = numbers.to_string().len().max(2);
        let background = ui.visuals().extreme_bg_color;
        let room = ui.available_rect_before_wrap();
        ui.painter().rect_filled(room, 0.0, background);
        let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font(), '0'));
        let gutter = (digits as f32 + 1.5) * letter;
        let jump = self.writing.jump.take();
        let output = ScrollArea::both()
            .id_salt("text of the level")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                let width = Painted::of(&mut painted, ui, &text, language, &notices)
                    .galley
                    .size()
                    .x;
                let clip = ui.clip_rect();
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    ui.add_space(gutter);
                    let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _wrap: f32| {
                        let text = text.as_str();
                        let painted = Painted::of(&mut painted, ui, text, language, &notices);
                        Arc::clone(&painted.galley)
                    };
                    let field = TextEdit::multiline(&mut text)
                        .id(Writing::id())
                        .font(font())
                        .frame(egui::Frame::new().inner_margin(egui::Margin::same(4)))
                        .desired_width((width + 40.0).max(clip.width() - gutter - 16.0))
                        .min_size(vec2(0.0, clip.height() - 12.0))
                        .lock_focus(true)
                        .layouter(&mut layouter);
                    let output = field.show(ui);
                    output.response.response.widget_info(|| {
                        let mut info = egui::WidgetInfo::text_edit(true, "", &text, "");
                        info.label = Some("Text of the level".to_owned());
                        info
                    });
                    if let Some((from, to)) = jump {
                        put_caret(ui, &output, from, to);
                    }
                    let numbers = painted.as_ref().map_or(&[][..], |painted| &painted.numbers);
                    line_numbers(ui, &output, numbers, clip, gutter);
                    output
                })
                .inner
            })
            .inner;
        if let Some(range) = output.cursor_range {
            self.writing.caret = range.primary.index.0;
        } else if let Some((_, to)) = jump {
            self.writing.caret = to;
        }
        if let Some(painted) = &painted {
            show_brackets(ui, room, &output, painted, &text);
        }
        let changed = output.response.response.changed();
        self.writing.text = text;
        self.writing.painted = painted;
        if changed {
            self.take_typed(ui);
        }
        if let Some(name) = accepted {
            self.complete(ui, language, &name);
        }
        self.show_offered(ui, language, &output, &offered);
    }

    /// Undo and redo in the field are the level's: there is one history.
    fn take_undo_keys(&mut self, ui: &Ui) {
        let shift = Modifiers::COMMAND | Modifiers::SHIFT;
        let (redo, undo) = ui.input_mut(|input| {
            let redo =
                input.consume_key(shift, Key::Z) || input.consume_key(Modifiers::COMMAND, Key::Y);
            (redo, input.consume_key(Modifiers::COMMAND, Key::Z))
        });
        let step = match (undo, redo) {
            (true, _) => self
                .cx
                .document
                .undo()
                .map(|name| format!("Undone: {name}.")),
            (_, true) => self
                .cx
                .document
                .redo()
                .map(|name| format!("Done again: {name}.")),
            _ => return,
        };
        self.cx
            .messages
            .status(step.unwrap_or_else(|| "There is nothing more.".to_owned()));
        // Nothing that the field itself remembers fits any more.
        if let Some(mut state) = TextEditState::load(ui.ctx(), Writing::id()) {
            state.clear_undoer();
            state.store(ui.ctx(), Writing::id());
        }
        self.writing.changed_at = 0.0;
        self.sync_writing();
    }

    /// What was typed goes to the document.
    fn take_typed(&mut self, ui: &Ui) {
        let now = ui.input(|input| input.time);
        let joined = now - self.writing.changed_at < ONE_STEP;
        self.writing.changed_at = now;
        self.cx
            .document
            .set_text("Write", &self.writing.text, joined);
        self.writing.of = self.cx.document.text();
    }

    /// Names that go on as the word before the caret does.
    fn offered(&self, language: &dyn Language) -> Vec<Arc<str>> {
        let text = &self.writing.text;
        let at = places::bytes(text, self.writing.caret);
        let word = &text[places::word_start(text, at, |c| language.is_word(c))..at];
        let unwanted = self.writing.unwanted.as_deref() == Some(word);
        let inside = text[at..].starts_with(|c| language.is_word(c));
        if word.chars().count() < OFFERED_FROM || unwanted || inside {
            return Vec::new();
        }
        let names = self.writing.reading.names();
        let from = names.partition_point(|name| **name < *word);
        let fitting = names[from..]
            .iter()
            .take_while(|name| name.starts_with(word))
            .filter(|name| ***name != *word);
        fitting.take(MOST_OFFERED).cloned().collect()
    }

    /// The name chosen with the Tab key, if names are offered.
    fn accept_offer(&mut self, ui: &Ui, offered: &[Arc<str>]) -> Option<Arc<str>> {
        // Only right after typing is Tab taken: else it is a blank like any other.
        let fresh = ui.input(|input| input.time) - self.writing.changed_at < OFFERED_FOR;
        if offered.is_empty() || !Writing::has_focus(ui.ctx()) || !fresh {
            return None;
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            let text = &self.writing.text;
            let at = places::bytes(text, self.writing.caret);
            let language = self.cx.language()?;
            let from = places::word_start(text, at, |c| language.is_word(c));
            self.writing.unwanted = Some(text[from..at].to_owned());
            return None;
        }
        ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab))
            .then(|| offered[0].clone())
    }

    /// Puts a name in the place of the word before the caret.
    fn complete(&mut self, ui: &Ui, language: &dyn Language, name: &str) {
        let writing = &mut self.writing;
        let at = places::bytes(&writing.text, writing.caret);
        let from = places::word_start(&writing.text, at, |c| language.is_word(c));
        writing.text.replace_range(from..at, name);
        let caret = places::characters(&writing.text, from + name.len());
        writing.jump = Some((caret, caret));
        self.take_typed(ui);
        ui.ctx().request_repaint();
    }

    /// The names offered, below the caret.
    fn show_offered(
        &mut self,
        ui: &Ui,
        language: &dyn Language,
        output: &TextEditOutput,
        offered: &[Arc<str>],
    ) {
        let Some(range) = output.cursor_range else {
            return;
        };
        let fresh = ui.input(|input| input.time) - self.writing.changed_at < OFFERED_FOR;
        if offered.is_empty() || !Writing::has_focus(ui.ctx()) || !fresh {
            return;
        }
        let caret = output.galley.pos_from_cursor(range.primary);
        let at = output.galley_pos + caret.left_bottom().to_vec2() + vec2(0.0, 2.0);
        let mut chosen = None;
        Area::new(Writing::id().with("offered"))
            .order(Order::Foreground)
            .fixed_pos(at)
            .show(ui, |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    for (index, name) in offered.iter().enumerate() {
                        let text = RichText::new(&**name).font(font());
                        if ui.selectable_label(index == 0, text).clicked() {
                            chosen = Some(name.clone());
                        }
                    }
                    ui.label(RichText::new("Tab takes the first").small().weak());
                });
            });
        if let Some(name) = chosen {
            self.complete(ui, language, &name);
            ui.memory_mut(|memory| memory.request_focus(Writing::id()));
        }
    }
}

/// For so long after typing names are offered, in seconds.
const OFFERED_FOR: f64 = 20.0;

/// Puts the caret at a place, selects what follows and brings it in sight.
fn put_caret(ui: &Ui, output: &TextEditOutput, from: usize, to: usize) {
    let mut state = output.state.clone();
    let range = CCursorRange::two(CCursor::new(from), CCursor::new(to));
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), Writing::id());
    ui.memory_mut(|memory| memory.request_focus(Writing::id()));
    let place = output.galley.pos_from_cursor(CCursor::new(from));
    let rect = place.translate(output.galley_pos.to_vec2());
    ui.scroll_to_rect(rect.expand2(vec2(60.0, 80.0)), None);
    ui.ctx().request_repaint();
}

/// The rows of a text that are in sight.
fn rows_in_sight(galley: &Galley, top: Pos2, clip: Rect) -> std::ops::Range<usize> {
    let rows = &galley.rows;
    let from = rows.partition_point(|row| top.y + row.max_y() < clip.top());
    let to = rows.partition_point(|row| top.y + row.min_y() <= clip.bottom());
    from..to
}

/// Numbers of the lines in sight, at the left edge however far the text is scrolled.
fn line_numbers(ui: &Ui, output: &TextEditOutput, numbers: &[usize], clip: Rect, gutter: f32) {
    let colors = theme::colors(ui);
    let painter = ui.painter().with_clip_rect(clip);
    let strip = Rect::from_min_size(clip.min, vec2(gutter, clip.height()));
    painter.rect_filled(strip, 0.0, colors.panel);
    painter.vline(
        strip.right(),
        strip.y_range(),
        Stroke::new(1.0, colors.line),
    );
    for row in rows_in_sight(&output.galley, output.galley_pos, clip) {
        let Some(number) = numbers.get(row).filter(|number| **number > 0) else {
            continue;
        };
        let y = output.galley_pos.y + output.galley.rows[row].min_y();
        painter.text(
            Pos2::new(strip.right() - 5.0, y),
            Align2::RIGHT_TOP,
            number,
            font(),
            colors.weak,
        );
    }
    // A click on the numbers is no click into the text.
    ui.interact(strip, Writing::id().with("line numbers"), Sense::click());
}

/// Frames around the bracket at the caret and its other half.
fn show_brackets(ui: &Ui, room: Rect, output: &TextEditOutput, painted: &Painted, text: &str) {
    let Some(range) = output.cursor_range else {
        return;
    };
    let at = places::bytes(text, range.primary.index.0);
    let Some((one, other)) = places::brackets(&painted.tokens, at) else {
        return;
    };
    let color = theme::colors(ui).accent;
    let painter = ui.painter().with_clip_rect(room);
    for bracket in [one, other] {
        let begin = CCursor::new(places::characters(text, bracket.start));
        let place = output.galley.pos_from_cursor(begin);
        let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font(), '('));
        let rect = Rect::from_min_size(place.min, vec2(letter, place.height()));
        let rect = rect.translate(output.galley_pos.to_vec2());
        painter.rect_stroke(
            rect,
            2.0,
            Stroke::new(1.5, color),
            egui::StrokeKind::Outside,
        );
    }
}
