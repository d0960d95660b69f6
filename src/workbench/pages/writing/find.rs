//! Search in the text.

use std::ops::Range;

use egui::{Key, Modifiers, TextEdit, Ui};

use super::position;
use crate::kit::fields::{named_field, toolbar};

#[derive(Default)]
pub(super) struct FindBar {
    /// Text to find; `None` while the bar is closed.
    needle: Option<String>,
    /// The field gets the focus in the next frame.
    wants_focus: bool,
}

impl FindBar {
    pub(super) fn open(&mut self) {
        self.needle.get_or_insert_default();
        self.wants_focus = true;
    }

    /// Shows the field with its buttons. Returns the range to go to.
    pub(super) fn bar(&mut self, ui: &mut Ui, text: &str, caret: usize) -> Option<Range<usize>> {
        let mut needle = self.needle.clone()?;
        let mut goes_forward = None;
        let mut close = false;
        toolbar(ui, |ui| {
            let edit = TextEdit::singleline(&mut needle)
                .hint_text("Find in the text")
                .desired_width(220.0)
                .return_key(None);
            let field = ui.add(edit);
            field.widget_info(|| named_field("Find in the text", &needle));
            if std::mem::take(&mut self.wants_focus) {
                field.request_focus();
            }
            if field.has_focus() {
                let (forward, back, escape) = ui.input_mut(|input| {
                    let back = input.consume_key(Modifiers::SHIFT, Key::Enter);
                    let forward = input.consume_key(Modifiers::NONE, Key::Enter);
                    (forward, back, input.key_pressed(Key::Escape))
                });
                goes_forward = forward.then_some(true).or(back.then_some(false));
                close = escape;
            }
            if ui.button("Next").clicked() {
                goes_forward = Some(true);
            }
            if ui.button("Previous").clicked() {
                goes_forward = Some(false);
            }
            ui.weak(match find_all(text, &needle).len() {
                _ if needle.is_empty() => String::new(),
                1 => "1 match".to_owned(),
                n => format!("{n} matches"),
            });
            close |= ui.button("Close").clicked();
        });
        let found = goes_forward.and_then(|forward| {
            let caret = position::byte_at(text, caret);
            // The caret is behind the last match.
            let before = caret.saturating_sub(needle.len());
            find_next(text, &needle, if forward { caret } else { before }, forward)
        });
        self.needle = (!close).then_some(needle);
        found
    }
}

/// Next occurrence of the needle from byte `from`, in bytes; wraps around at the end. Ignores case.
fn find_next(text: &str, needle: &str, from: usize, forward: bool) -> Option<Range<usize>> {
    let all = find_all(text, needle);
    let found = if forward {
        all.iter().find(|at| **at >= from).or(all.first())
    } else {
        all.iter().rev().find(|at| **at < from).or(all.last())
    };
    found.map(|at| *at..*at + needle.len())
}

fn find_all(text: &str, needle: &str) -> Vec<usize> {
    if needle.is_empty() {
        return Vec::new();
    }
    // Only ASCII case is ignored, because other letters may change their length.
    let (text, needle) = (text.to_ascii_lowercase(), needle.to_ascii_lowercase());
    text.match_indices(&needle).map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_goes_on_back_and_round() {
        let text = "Cell é cell x CELL";
        assert_eq!(find_all(text, "cell"), [0, 8, 15]);
        assert_eq!(find_next(text, "cell", 1, true), Some(8..12));
        assert_eq!(find_next(text, "cell", 16, true), Some(0..4));
        assert_eq!(find_next(text, "cell", 8, false), Some(0..4));
        assert_eq!(find_next(text, "cell", 0, false), Some(15..19));
        assert_eq!(find_next(text, "none", 0, true), None);
        assert!(find_all(text, "").is_empty());
    }
}
