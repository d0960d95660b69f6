//! Syntax colours and underlined problems.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{LayoutJob, LayoutSection, TextFormat};
use egui::{Color32, FontId, Galley, Stroke, Ui};

use super::position;
use crate::game::{Complaint, Language, Token, TokenKind};
use crate::kit::theme::{self, Colors, mix};

/// A laid-out text, cached until the text, the theme or the scale changes.
pub(super) struct TextLayout {
    text: String,
    /// `true` for a dark theme.
    dark: bool,
    /// Scale of the layout.
    pixels_per_point: f32,
    /// Fill ratio of the font atlas. A smaller value later means that the atlas was cleared.
    filled: f32,
    pub(super) tokens: Vec<Token>,
    pub(super) galley: Arc<Galley>,
}

fn token_color(kind: TokenKind, colors: &Colors) -> Color32 {
    match kind {
        TokenKind::Comment | TokenKind::Open | TokenKind::Close => colors.weak,
        TokenKind::Keyword => colors.accent,
        TokenKind::Variable => colors.warn,
        TokenKind::Relation => colors.text,
        TokenKind::Number => colors.good,
        TokenKind::Name => mix(colors.text, colors.accent, 70),
    }
}

pub(super) fn font() -> FontId {
    FontId::monospace(theme::text::BODY)
}

impl TextLayout {
    /// Returns whether the layout is up to date.
    fn is_current(&self, ui: &Ui, text: &str) -> bool {
        self.dark == ui.visuals().dark_mode
            && self.pixels_per_point == ui.pixels_per_point()
            && self.filled <= ui.fonts(|fonts| fonts.font_atlas_fill_ratio())
            && self.text == text
    }

    /// Returns the cached layout, renewed if it is out of date.
    pub(super) fn cached<'p>(
        cache: &'p mut Option<Self>,
        ui: &Ui,
        text: &str,
        language: &dyn Language,
        complaints: &[Complaint],
    ) -> &'p Self {
        cache.take_if(|layout| !layout.is_current(ui, text));
        cache.get_or_insert_with(|| {
            let tokens = language.tokens(text);
            let job = layout_job(text, &tokens, &marks(text, complaints), theme::colors(ui));
            let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
            Self {
                text: text.to_owned(),
                dark: ui.visuals().dark_mode,
                pixels_per_point: ui.pixels_per_point(),
                filled: ui.fonts(|fonts| fonts.font_atlas_fill_ratio()),
                tokens,
                galley,
            }
        })
    }
}

/// Line length in letters above which lines are wrapped.
const MAX_LINE_LENGTH: usize = 2000;

/// Most problems underlined.
const MAX_MARKS: usize = 500;

/// Ranges to underline, in order and without overlaps, each with its severity.
fn marks(text: &str, complaints: &[Complaint]) -> Vec<(Range<usize>, bool)> {
    let marks = complaints.iter().take(MAX_MARKS).map(|complaint| {
        let range = position::range_at(text, complaint.error.line, complaint.error.column);
        (range, complaint.severe)
    });
    let mut marks: Vec<_> = marks.filter(|(range, _)| !range.is_empty()).collect();
    marks.sort_by_key(|(range, _)| range.start);
    let mut end = 0;
    marks.retain(|(range, _)| {
        let disjoint = range.start >= end;
        end = if disjoint { range.end } else { end };
        disjoint
    });
    marks
}

fn layout_job(
    text: &str,
    tokens: &[Token],
    marks: &[(Range<usize>, bool)],
    colors: &Colors,
) -> LayoutJob {
    let mut job = LayoutJob {
        text: text.to_owned(),
        keep_trailing_whitespace: true,
        ..LayoutJob::default()
    };
    // Only extremely long lines are wrapped: invisible rows cost nothing. Letters are about half as wide as high.
    let longest = text.split('\n').map(str::len).max().unwrap_or(0);
    if longest > MAX_LINE_LENGTH {
        job.wrap.max_width = MAX_LINE_LENGTH as f32 * 0.5 * theme::text::BODY;
        job.wrap.break_anywhere = true;
    } else {
        job.wrap.max_width = f32::INFINITY;
    }
    let mut marks = marks.iter().peekable();
    let mut push = |range: Range<usize>, color: Color32| {
        let mut at = range.start;
        while at < range.end {
            while marks.next_if(|(mark, _)| mark.end <= at).is_some() {}
            let (end, underline) = match marks.peek() {
                Some((mark, severe)) if mark.start <= at => {
                    let color = if *severe { colors.bad } else { colors.warn };
                    (mark.end.min(range.end), Stroke::new(2.0, color))
                }
                Some((mark, _)) => (mark.start.min(range.end), Stroke::NONE),
                None => (range.end, Stroke::NONE),
            };
            let format = TextFormat {
                underline,
                ..TextFormat::simple(font(), color)
            };
            match job.sections.last_mut() {
                Some(last) if last.format == format => last.byte_range.end = end.into(),
                _ => job.sections.push(LayoutSection {
                    leading_space: 0.0,
                    byte_range: at.into()..end.into(),
                    format,
                }),
            }
            at = end;
        }
    };
    let mut at = 0;
    for token in tokens {
        push(at..token.range.start, colors.text);
        push(token.range.clone(), token_color(token.kind, colors));
        at = token.range.end;
    }
    push(at..text.len(), colors.text);
    if text.is_empty() {
        job.append("", 0.0, TextFormat::simple(font(), colors.text));
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TextError;

    #[test]
    fn the_sections_cover_the_text_and_underline_what_is_wrong() {
        let text = "(p a)\nqé r\n";
        let tokens = [(0..1, TokenKind::Open), (1..2, TokenKind::Relation)]
            .map(|(range, kind)| Token { range, kind });
        let complaints =
            [(2, 1, false), (1, 1, true), (1, 2, true)].map(|(line, column, severe)| {
                let error = TextError::at(line, column, "no");
                Complaint { error, severe }
            });
        let marks = marks(text, &complaints);
        assert_eq!(marks, [(0..5, true), (6..9, false)]);
        let job = layout_job(text, &tokens, &marks, theme::scheme(true));
        let mut at = 0;
        let mut wrong = String::new();
        for section in &job.sections {
            let range = section.byte_range.start.0..section.byte_range.end.0;
            assert_eq!(range.start, at);
            at = range.end;
            if section.format.underline != Stroke::NONE {
                wrong.push_str(&text[range]);
            }
        }
        assert_eq!((at, wrong.as_str()), (text.len(), "(p a)qé"));
    }
}
