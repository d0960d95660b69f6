//! All parts of the form, in the order of the documentation.

use super::area::Area;
use super::board::{BoardRule, LineRule, LinesRule};
use super::controls::{Action, Controls, CursorKeys, Pacing};
use super::cost::CostRule;
use super::file;
use super::finder::{GridRule, PictureRule, ScaleRule};
use super::form::Part;
use super::isometric::{
    ArrowPart, FigureRule, IsometricBoards, IsometricRule, RoundPart, TileColours, TileLengths,
    TopClass,
};
use super::look::{LookClass, LooksRule};
use super::screen::{Condition, CursorRule, Palette, PhaseRule};
use super::squares::{SquaresBoards, SquaresRule};
use super::start::{StartRule, StartStep};
use super::values::{ColourClass, ColourRule, DiagramRule, PatchRule, ShareRule};
use super::window::WindowRule;

static PARTS: [&Part; 39] = [
    &file::PART,
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
    &Palette::PART,
    &BoardRule::PART,
    &LinesRule::PART,
    &LineRule::PART,
    &ColourRule::PART,
    &ShareRule::PART,
    &PatchRule::PART,
    &DiagramRule::PART,
    &LooksRule::PART,
    &ColourClass::PART,
    &LookClass::PART,
    &Area::PART,
    &CursorRule::PARTS[0],
    &CursorRule::PARTS[1],
    &PhaseRule::PART,
    &Condition::PARTS[0],
    &Condition::PARTS[1],
    &Controls::PART,
    &CursorKeys::PART,
    &Action::PART,
    &Pacing::PART,
    &CostRule::PART,
    &StartRule::PART,
    &StartStep::AWAIT,
];

/// All parts of the form of a profile.
pub fn parts() -> &'static [&'static Part] {
    &PARTS
}

/// The part that stands at a place of the file, given by the keys and variants on the way to it.
pub(crate) fn part_at(path: &[&str]) -> Option<&'static Part> {
    let here = PARTS
        .iter()
        .filter_map(|part| Some((part.depth_at(path)?, *part)));
    here.max_by_key(|(depth, _)| *depth).map(|(_, part)| part)
}
