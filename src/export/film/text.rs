//! Text column next to a film's picture.

use crate::drawing::{Anchor, Drawing, palette};

/// Width of the text column in pixels.
pub(super) const TEXT_WIDTH: u32 = 260;
/// Height of a line in pixels.
const LINE: f32 = 22.0;
/// Margin around the text in pixels.
const MARGIN: f32 = 14.0;
/// Sizes of letters in pixels.
const TITLE_SIZE: f32 = 15.0;
const TEXT_SIZE: f32 = 12.5;
/// Letters that fit into a line.
const MAX_LETTERS: usize = 34;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilmText {
    pub title: String,
    pub lines: Vec<String>,
    /// Index of the highlighted line.
    pub highlighted: Option<usize>,
    /// Shown below the lines, wrapped.
    pub note: String,
}

/// Draws the column; lines that do not fit into the height are left out.
pub(super) fn draw(words: &FilmText, height: f32) -> Drawing {
    let colors = palette::scheme(true);
    let width = TEXT_WIDTH as f32;
    let mut drawing = Drawing::new(width, height, colors.panel);
    let mut y = MARGIN + LINE / 2.0;
    let mut add_line = |text: &str, size: f32, highlighted: bool| {
        if y + LINE / 2.0 > height {
            return;
        }
        if highlighted {
            let at = (MARGIN / 2.0, y - LINE / 2.0);
            drawing.rect(at, (width - MARGIN, LINE), 4.0, colors.accent);
        }
        let ink = match highlighted {
            true => palette::ink_on(colors.accent),
            false => colors.text,
        };
        drawing.text((MARGIN, y), &shortened(text), size, Anchor::Start, ink);
        y += LINE;
    };
    add_line(&words.title, TITLE_SIZE, false);
    for (index, line) in words.lines.iter().enumerate() {
        add_line(line, TEXT_SIZE, words.highlighted == Some(index));
    }
    for line in wrapped(&words.note) {
        add_line(&line, TEXT_SIZE, false);
    }
    drawing
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LETTERS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let is_full = |line: &String| line.chars().count() + 1 + word.chars().count() > MAX_LETTERS;
        let last = lines.last();
        if last.is_some_and(|line| !line.is_empty() && is_full(line)) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
