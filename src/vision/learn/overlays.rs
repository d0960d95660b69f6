//! Detection of classes that carry unrelated numbers, without a sample of such a cell.

use image::RgbaImage;

use crate::classify::{MAX_COLOUR_DISTANCE, cell_template};
use crate::place::Placement;
use crate::profile::{CellRule, Profile, Template, TemplateClass};
use crate::reading::ScreenReading;
use crate::sampler::Sampler;

use super::spec::{BoardSpec, ProfileNames};

/// Marks a class as `numbered` if its colours differ from all numbered cells of the picture: a number on such a cell
/// remains from before it changed.
pub(super) fn mark_numbered(
    profile: &mut Profile,
    image: &RgbaImage,
    screen: &ScreenReading,
    spec: &BoardSpec,
    naming: &ProfileNames,
) {
    let board = profile.boards.iter_mut().find(|it| it.id == naming.board);
    let Some(CellRule::Looks(rule)) = board.map(|board| &mut board.values) else {
        return;
    };
    let Some(read) = screen.reading.board(&naming.board) else {
        return;
    };
    let tiling = spec.tiling();
    let sampler = Sampler::new(image, Placement::new(0.0, 0.0, 1.0), &[]);
    let numbers = read.cells.iter();
    let numbers = numbers.filter(|(_, read)| spec.numbers.contains(&read.value));
    let numbers = numbers.map(|(cell, _)| cell_template(&sampler, tiling.cell(cell)));
    let numbers: Vec<Template> = numbers.collect();
    if numbers.is_empty() {
        return;
    }
    let differ = |a: &Template, b: &Template| f32::from(a.colour_distance(b)) > MAX_COLOUR_DISTANCE;
    let is_other = |class: &TemplateClass| {
        let mut templates = class.looks.iter();
        templates.all(|own| numbers.iter().all(|number| differ(own, number)))
    };
    for class in &mut rule.classes {
        // Empty cells may be written on during play.
        let is_candidate = class.number().is_none() && class.value != spec.blank;
        if is_candidate && spec.is_in_cells(&class.value) && is_other(class) {
            class.numbered = true;
        }
    }
}
