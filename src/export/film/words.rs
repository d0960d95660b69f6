//! Text column next to a film's picture.

use crate::drawing::{Anchor, Drawing, palette};

/// Width of the text column in pixels.
pub(super) const WORDS: u32 = 260;
/// Height of a line and margin in pixels.
const LINE: f32 = 22.0;
const MARGIN: f32 = 14.0;
const LETTERS: usize = 34;

/// Text next to the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub title: String,
    pub lines: Vec<String>,
    /// Index of the highlighted line.
    pub chosen: Option<usize>,
    /// Shown below the lines, wrapped.
    pub note: String,
}

pub(super) fn draw(words: &Words, height: f32) -> Drawing {
    let colors = palette::of(true);
    let width = WORDS as f32;
    let mut drawing = Drawing::new(width, height, colors.panel);
    let mut y = MARGIN + LINE / 2.0;
    let mut put = |text: &str, size: f32, chosen: bool| {
        if y + LINE / 2.0 > height {
            return;
        }
        if chosen {
            let at = (MARGIN / 2.0, y - LINE / 2.0);
            drawing.rect(at, (width - MARGIN, LINE), 4.0, colors.accent);
        }
        let ink = if chosen {
            palette::ink_on(colors.accent)
        } else {
            colors.text
        };
        drawing.text((MARGIN, y), &shortened(text), size, Anchor::Start, ink);
        y += LINE;
    };
    put(&words.title, 15.0, false);
    for (index, line) in words.lines.iter().enumerate() {
        put(line, 12.5, words.chosen == Some(index));
    }
    for line in wrapped(&words.note) {
        put(&line, 12.5, false);
    }
    drawing
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let full = |line: &String| line.chars().count() + 1 + word.chars().count() > LETTERS;
        if lines
            .last()
            .is_some_and(|line| !line.is_empty() && full(line))
        {
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
