//! Elides the middle of long texts: a move's beginning names the action, its end often the cell.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Painter};

/// Lays out one line of at most `width` points, with an ellipsis in the middle if the text is too long.
pub fn elide_middle(
    painter: &Painter,
    text: &str,
    font: &FontId,
    width: f32,
    ink: Color32,
) -> Arc<Galley> {
    let lay_out = |text: String| painter.layout_no_wrap(text, font.clone(), ink);
    let full = lay_out(text.to_owned());
    if full.size().x <= width {
        return full;
    }
    let letters: Vec<char> = text.chars().collect();
    let elided = |count: usize| -> String {
        let (head, tail) = letters.split_at(count.div_ceil(2));
        let tail = &tail[tail.len() - count / 2..];
        head.iter().chain(['…'].iter()).chain(tail).collect()
    };
    // Binary search for the most letters that fit.
    let (mut min, mut max) = (0, letters.len().saturating_sub(1));
    while min < max {
        let half = (min + max).div_ceil(2);
        match lay_out(elided(half)).size().x <= width {
            true => min = half,
            false => max = half - 1,
        }
    }
    lay_out(elided(min))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_and_end_are_kept_visible() {
        let ctx = egui::Context::default();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let font = FontId::proportional(13.0);
            let text = "Do (push the large crate from 3 4 left)";
            let lay_out = |width| elide_middle(ui.painter(), text, &font, width, Color32::BLACK);
            assert_eq!(lay_out(1e4).text(), text);
            let elided = lay_out(120.0);
            assert!(elided.size().x <= 120.0, "{}", elided.text());
            assert!(elided.text().starts_with("Do (") && elided.text().ends_with("left)"));
        });
        output.textures_delta.clear();
    }
}
