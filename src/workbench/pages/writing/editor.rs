//! The text field, with line numbers, bracket matching and completion. It shares undo and redo with the level.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::{TextEditOutput, TextEditState};
use egui::{
    Align2, Area, Context, Id, Key, Modifiers, Order, Pos2, Rect, RichText, ScrollArea, Sense,
    Stroke, TextBuffer, TextEdit, Ui, vec2,
};

use super::paint::{TextLayout, font};
use super::parse::ParseState;
use super::position;
use crate::game::Language;
use crate::kit::fields::named_field;
use crate::kit::theme;
use crate::page::{Cx, Request, known};

/// Changes within this time, in seconds, are one undo step.
const UNDO_JOIN_TIME: f64 = 1.0;
/// Most completions listed.
const MAX_COMPLETIONS: usize = 8;
/// Shortest word for which names are offered, in letters.
const MIN_PREFIX: usize = 2;

#[derive(Default)]
pub(super) struct TextField {
    pub(super) layout: Option<TextLayout>,
    /// Position of the caret, in characters.
    pub(super) caret: usize,
    /// Range to select, in characters.
    pub(super) jump: Option<(usize, usize)>,
    /// Time of the last change, in the context's seconds.
    changed_at: f64,
    /// Word for which the user dismissed completion.
    dismissed: Option<String>,
    /// Height of the field when its caret was last visible.
    visible_height: Option<f32>,
}

impl TextField {
    fn id() -> Id {
        Id::unique("text of the level")
    }

    pub(super) fn has_focus(ctx: &Context) -> bool {
        ctx.memory(|memory| memory.has_focus(Self::id()))
    }

    /// Requests the focus, with the caret unchanged.
    pub(super) fn focus(&mut self) {
        self.jump.get_or_insert((self.caret, self.caret));
    }

    /// Moves the caret to a range of the text in bytes, and selects it.
    pub(super) fn jump_to(&mut self, text: &str, range: Range<usize>) {
        let [from, to] = [range.start, range.end].map(|at| position::char_count(text, at));
        self.jump = Some((from, to));
        self.caret = to;
    }

    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        mut text: String,
        language: &'static dyn Language,
        parse: &ParseState,
        cx: &mut Cx,
    ) {
        if TextField::has_focus(ui.ctx()) {
            self.handle_undo_keys(ui, cx);
        }
        let completions = self.completions(&text, language, &parse.names);
        // Before the field is shown, which would take Tab and Escape itself.
        let accepted = self.accept_completion(ui, &text, language, &completions);
        let mut layout = self.layout.take();
        let complaints = &parse.complaints;
        let line_count = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let digits = line_count.to_string().len().max(2);
        let background = ui.visuals().extreme_bg_color;
        let area = ui.available_rect_before_wrap();
        ui.painter().rect_filled(area, 0.0, background);
        let char_width = ui.fonts_mut(|fonts| fonts.glyph_width(&font(), '0'));
        let gutter = (digits as f32 + 1.5) * char_width;
        let jump = self.jump.take();
        let output = ScrollArea::both()
            .id_salt("text of the level")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                let cached = TextLayout::cached(&mut layout, ui, &text, language, complaints);
                let width = cached.galley.size().x;
                let clip = ui.clip_rect();
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    ui.add_space(gutter);
                    let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _wrap: f32| {
                        let text = text.as_str();
                        let layout =
                            TextLayout::cached(&mut layout, ui, text, language, complaints);
                        Arc::clone(&layout.galley)
                    };
                    // At least as large as the visible area, so that clicks anywhere reach it.
                    let field = TextEdit::multiline(&mut text)
                        .id(TextField::id())
                        .font(font())
                        .frame(egui::Frame::new().inner_margin(egui::Margin::same(4)))
                        .desired_width((width + 40.0).max(clip.width() - gutter - 16.0))
                        .min_size(vec2(0.0, clip.height() - 12.0))
                        .lock_focus(true)
                        .layouter(&mut layouter);
                    let output = field.show(ui);
                    let response = &output.response.response;
                    response.widget_info(|| named_field("Text of the level", &text));
                    if let Some((from, to)) = jump {
                        set_caret(ui, &output, from, to);
                    }
                    self.visible_height =
                        keep_caret_visible(ui, &output, clip, self.visible_height);
                    line_numbers(ui, &output, clip, gutter);
                    output
                })
                .inner
            })
            .inner;
        if let Some(range) = output.cursor_range {
            self.caret = range.primary.index.0;
        } else if let Some((_, to)) = jump {
            self.caret = to;
        }
        if let Some(layout) = &layout {
            show_brackets(ui, area, &output, layout, &text);
        }
        let changed = output.response.response.changed();
        self.layout = layout;
        if changed {
            self.commit_text(ui, &text, cx);
        }
        let chosen = self.show_completions(ui, &output, &completions);
        if let Some(name) = accepted.or(chosen) {
            self.complete(ui, text, language, &name, cx);
        }
    }

    /// Undo and redo keys act on the level: there is one history.
    fn handle_undo_keys(&mut self, ui: &Ui, cx: &mut Cx) {
        let shift = Modifiers::COMMAND | Modifiers::SHIFT;
        let (redo, undo) = ui.input_mut(|input| {
            let redo =
                input.consume_key(shift, Key::Z) || input.consume_key(Modifiers::COMMAND, Key::Y);
            (redo, input.consume_key(Modifiers::COMMAND, Key::Z))
        });
        cx.send(Request::Run(match (undo, redo) {
            (true, _) => known::UNDO,
            (_, true) => known::REDO,
            _ => return,
        }));
        // The field's own undo steps do not match the new text.
        if let Some(mut state) = TextEditState::load(ui.ctx(), TextField::id()) {
            state.clear_undoer();
            state.store(ui.ctx(), TextField::id());
        }
        self.changed_at = 0.0;
    }

    /// Passes the text to the document.
    fn commit_text(&mut self, ui: &Ui, text: &str, cx: &mut Cx) {
        let now = ui.input(|input| input.time);
        let joined = now - self.changed_at < UNDO_JOIN_TIME;
        self.changed_at = now;
        cx.document.set_text("Write", text, joined);
    }

    /// Start and end in bytes of the word before the caret.
    fn word(&self, text: &str, language: &dyn Language) -> (usize, usize) {
        let at = position::byte_at(text, self.caret);
        let from = position::word_start(text, at, |c| language.is_word(c));
        (from, at)
    }

    /// Names that complete the word before the caret.
    fn completions(
        &self,
        text: &str,
        language: &dyn Language,
        names: &[Arc<str>],
    ) -> Vec<Arc<str>> {
        let (from, at) = self.word(text, language);
        let word = &text[from..at];
        let dismissed = self.dismissed.as_deref() == Some(word);
        let inside = text[at..].starts_with(|c| language.is_word(c));
        if word.chars().count() < MIN_PREFIX || dismissed || inside {
            return Vec::new();
        }
        let from = names.partition_point(|name| **name < *word);
        let fitting = names[from..]
            .iter()
            .take_while(|name| name.starts_with(word))
            .filter(|name| ***name != *word);
        fitting.take(MAX_COMPLETIONS).cloned().collect()
    }

    /// Returns the name accepted with Tab; Escape dismisses the offer.
    fn accept_completion(
        &mut self,
        ui: &Ui,
        text: &str,
        language: &dyn Language,
        completions: &[Arc<str>],
    ) -> Option<Arc<str>> {
        if completions.is_empty() || !self.offers_completion(ui) {
            return None;
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            let (from, at) = self.word(text, language);
            self.dismissed = Some(text[from..at].to_owned());
            return None;
        }
        ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab))
            .then(|| completions[0].clone())
    }

    /// Returns whether names are offered: for some time after typing, as Tab otherwise inserts a blank.
    fn offers_completion(&self, ui: &Ui) -> bool {
        let since = ui.input(|input| input.time) - self.changed_at;
        TextField::has_focus(ui.ctx()) && since < COMPLETION_TIME
    }

    /// Replaces the word before the caret by a name.
    fn complete(
        &mut self,
        ui: &Ui,
        mut text: String,
        language: &dyn Language,
        name: &str,
        cx: &mut Cx,
    ) {
        let (from, at) = self.word(&text, language);
        text.replace_range(from..at, name);
        let caret = position::char_count(&text, from + name.len());
        // Setting the caret also requests the focus.
        self.jump = Some((caret, caret));
        self.commit_text(ui, &text, cx);
        ui.ctx().request_repaint();
    }

    /// Shows the offered names below the caret. Returns the chosen one.
    fn show_completions(
        &self,
        ui: &Ui,
        output: &TextEditOutput,
        completions: &[Arc<str>],
    ) -> Option<Arc<str>> {
        let offered = !completions.is_empty() && self.offers_completion(ui);
        let range = output.cursor_range.filter(|_| offered)?;
        let caret = output.galley.pos_from_cursor(range.primary);
        let at = output.galley_pos + caret.left_bottom().to_vec2() + vec2(0.0, 2.0);
        let mut chosen = None;
        Area::new(TextField::id().with("offered"))
            .order(Order::Foreground)
            .fixed_pos(at)
            .show(ui, |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    for (index, name) in completions.iter().enumerate() {
                        let text = RichText::new(&**name).font(font());
                        if ui.selectable_label(index == 0, text).clicked() {
                            chosen = Some(name.clone());
                        }
                    }
                    ui.label(RichText::new("Tab inserts the first").small().weak());
                });
            });
        chosen
    }
}

/// Time for which names are offered after typing, in seconds.
const COMPLETION_TIME: f64 = 20.0;

/// Moves the caret to `to`, selects the text from `from`, and scrolls there.
fn set_caret(ui: &Ui, output: &TextEditOutput, from: usize, to: usize) {
    let mut state = output.state.clone();
    let range = CCursorRange::two(CCursor::new(from), CCursor::new(to));
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), TextField::id());
    ui.memory_mut(|memory| memory.request_focus(TextField::id()));
    let place = output.galley.pos_from_cursor(CCursor::new(from));
    let rect = place.translate(output.galley_pos.to_vec2());
    ui.scroll_to_rect(rect.expand2(vec2(60.0, 80.0)), None);
    ui.ctx().request_repaint();
}

/// Scrolls to the caret if it was visible until the field became lower, such as when the list of problems opens.
/// Returns the height of the field if the caret is visible now.
fn keep_caret_visible(
    ui: &Ui,
    output: &TextEditOutput,
    clip: Rect,
    old_height: Option<f32>,
) -> Option<f32> {
    let caret = output.galley.pos_from_cursor(output.cursor_range?.primary);
    let caret = caret.translate(output.galley_pos.to_vec2());
    let is_visible = clip.y_range().contains(caret.bottom());
    if old_height.is_some_and(|old_height| clip.height() < old_height) && !is_visible {
        ui.scroll_to_rect(caret.expand2(vec2(0.0, caret.height())), None);
        ui.ctx().request_repaint();
        return old_height;
    }
    is_visible.then_some(clip.height())
}

/// Draws the numbers of the visible lines at the left edge, unaffected by horizontal scrolling.
fn line_numbers(ui: &Ui, output: &TextEditOutput, clip: Rect, gutter: f32) {
    let colors = theme::colors(ui);
    let painter = ui.painter().with_clip_rect(clip);
    let strip = Rect::from_min_size(clip.min, vec2(gutter, clip.height()));
    painter.rect_filled(strip, 0.0, colors.panel);
    let line = Stroke::new(1.0, colors.line);
    painter.vline(strip.right(), strip.y_range(), line);
    let (mut number, mut begins) = (0, true);
    for row in &output.galley.rows {
        number += usize::from(begins);
        let y = output.galley_pos.y + row.min_y();
        if begins && y <= clip.bottom() && output.galley_pos.y + row.max_y() >= clip.top() {
            let at = Pos2::new(strip.right() - 5.0, y);
            painter.text(at, Align2::RIGHT_TOP, number, font(), colors.weak);
        }
        begins = row.ends_with_newline;
    }
    // Clicks on the numbers do not reach the text.
    ui.interact(strip, TextField::id().with("line numbers"), Sense::click());
}

/// Draws frames around the bracket at the caret and the matching one.
fn show_brackets(ui: &Ui, area: Rect, output: &TextEditOutput, layout: &TextLayout, text: &str) {
    let Some(range) = output.cursor_range else {
        return;
    };
    let at = position::byte_at(text, range.primary.index.0);
    let Some((one, other)) = position::brackets(&layout.tokens, at) else {
        return;
    };
    let color = theme::colors(ui).accent;
    let painter = ui.painter().with_clip_rect(area);
    for bracket in [one, other] {
        let begin = CCursor::new(position::char_count(text, bracket.start));
        let place = output.galley.pos_from_cursor(begin);
        let char_width = ui.fonts_mut(|fonts| fonts.glyph_width(&font(), '('));
        let rect = Rect::from_min_size(place.min, vec2(char_width, place.height()));
        let rect = rect.translate(output.galley_pos.to_vec2());
        let stroke = Stroke::new(1.5, color);
        painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Outside);
    }
}
