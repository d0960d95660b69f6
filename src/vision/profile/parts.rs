//! All parts of the profile form, in the order of the documentation.

use super::area::{Area, PictureRule, ScaleRule};
use super::board::{BoardRule, LineRule, LinesRule};
use super::controls::{ActionRule, Controls, CursorKeys, Pacing, PhaseInput};
use super::cost::CostRule;
use super::finder::{GridRule, SpritesRule, SquaresBoards, SquaresRule};
use super::form::FormPart;
use super::isometric::{
    ArrowPart, FacePart, FaceRule, FigureRule, IsometricBoards, IsometricRule, ListKind, ListRule,
    RoundPart, ScrollRule, TileColours, TileLengths, TopClass,
};
use super::model::{Profile, WindowRule};
use super::screen::{Condition, CursorRule, PaletteRule, PhaseRule};
use super::start::{StartRule, StartStep};
use super::template::{TemplateClass, TemplateRule};
use super::values::{ColourClass, ColourRule, DiagramRule, NumbersRule, PatchRule, ShareRule};

static PARTS: [&FormPart; 48] = [
    &Profile::PART,
    &WindowRule::PART,
    &PictureRule::PART,
    &ScaleRule::PART,
    &GridRule::PART,
    &SquaresRule::PART,
    &SquaresBoards::PART,
    &IsometricRule::PART,
    &IsometricBoards::PART,
    &TileLengths::PART,
    &TileColours::PART,
    &TopClass::PART,
    &FigureRule::PART,
    &RoundPart::PART,
    &ArrowPart::PART,
    &FaceRule::PART,
    &FacePart::PART,
    &ListRule::PART,
    &ListKind::PART,
    &ScrollRule::PART,
    &PhaseInput::PART,
    &SpritesRule::PART,
    &PaletteRule::PART,
    &BoardRule::PART,
    &LinesRule::PART,
    &LineRule::PART,
    &ColourRule::PART,
    &ShareRule::PART,
    &PatchRule::PART,
    &DiagramRule::PART,
    &TemplateRule::PART,
    &NumbersRule::PART,
    &ColourClass::PART,
    &TemplateClass::PART,
    &Area::PART,
    &CursorRule::PARTS[0],
    &CursorRule::PARTS[1],
    &PhaseRule::PART,
    &Condition::PARTS[0],
    &Condition::PARTS[1],
    &Condition::PARTS[2],
    &Controls::PART,
    &CursorKeys::PART,
    &ActionRule::PART,
    &Pacing::PART,
    &CostRule::PART,
    &StartRule::PART,
    &StartStep::AWAIT,
];

pub fn parts() -> &'static [&'static FormPart] {
    &PARTS
}

/// Most specific part at a path of keys and variants.
pub(crate) fn part_at(path: &[&str]) -> Option<&'static FormPart> {
    let all = PARTS.iter();
    let matching = all.filter_map(|part| Some((part.depth_at(path)?, *part)));
    let deepest = matching.max_by_key(|(depth, _)| *depth);
    deepest.map(|(_, part)| part)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::super::form::help;
    use super::*;

    /// Defaults written in words, not as values.
    const NOT_CODE: [&str; 6] = [
        "none",
        "any",
        "nothing",
        "see below",
        "those of Puzlogic",
        "twice that of tiles",
    ];

    fn title(part: &FormPart) -> String {
        let place = |path: &str| {
            let mut text = String::new();
            for step in path.split('.') {
                match (text.is_empty(), step.starts_with(char::is_uppercase)) {
                    (true, _) => text.push_str(step),
                    (false, true) => write!(text, ": {step}").expect("is text"),
                    (false, false) => write!(text, ", {step}").expect("is text"),
                }
            }
            format!("`{text}`")
        };
        match part.path {
            "" => "The file".to_owned(),
            path => path.split('|').map(place).collect::<Vec<_>>().join(" and "),
        }
    }

    fn reference() -> String {
        let mut text = String::new();
        for part in parts() {
            write!(text, "\n### {}\n\n{}\n\n", title(part), part.about).expect("is text");
            text.push_str("| field | default | meaning |\n|---|---|---|\n");
            for field in part.fields {
                let default = match field.default {
                    "" => String::new(),
                    words if NOT_CODE.contains(&words) => words.to_owned(),
                    value => format!("`{value}`"),
                };
                writeln!(text, "| `{}` | {default} | {} |", field.key, help(field))
                    .expect("is text");
            }
        }
        text
    }

    #[test]
    fn the_reference_in_the_documentation_has_every_field() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/adding-a-profile.md"
        );
        let docs = std::fs::read_to_string(path).expect("is there");
        let (before, rest) = docs.split_once("<!-- fields -->\n").expect("has a mark");
        let (written, after) = rest.split_once("\n<!-- end").expect("has an end");
        let reference = reference();
        if std::env::var_os("UPDATE_DOCS").is_some() {
            let text = format!("{before}<!-- fields -->\n{reference}\n<!-- end{after}");
            std::fs::write(path, text).expect("can be written");
            return;
        }
        assert!(written == reference, "run this test with UPDATE_DOCS=1");
    }
}
