//! Detection of classes that carry unrelated numbers, without a sample of such a cell.

use image::RgbaImage;

use crate::classify::{SAME_COLOURS, look};
use crate::place::Place;
use crate::profile::{CellRule, Look, LookClass, Profile};
use crate::reading::ScreenReading;
use crate::sampler::Sampler;

use super::shown::{Naming, Shown};

/// Marks a class as `numbered` if its colours differ from all numbered cells of the picture: a number on such a cell
/// remains from before it changed.
pub(super) fn dress(
    profile: &mut Profile,
    image: &RgbaImage,
    seen: &ScreenReading,
    shown: &Shown,
    naming: &Naming,
) {
    let board = profile.boards.iter_mut().find(|it| it.id == naming.board);
    let Some(CellRule::Looks(rule)) = board.map(|board| &mut board.values) else {
        return;
    };
    let Some(read) = seen.reading.board(&naming.board) else {
        return;
    };
    let tiling = shown.tiling();
    let sampler = Sampler::new(image, Place::new(0.0, 0.0, 1.0), &[]);
    let numbers: Vec<Look> = read
        .cells
        .iter()
        .filter(|(_, read)| shown.numbers.contains(&read.value))
        .map(|(cell, _)| look(&sampler, tiling.cell(cell)))
        .collect();
    if numbers.is_empty() {
        return;
    }
    let is_other = |class: &LookClass| {
        let mut looks = class.looks.iter();
        looks.all(|own| {
            let mut numbers = numbers.iter();
            numbers.all(|number| f32::from(own.apart_in_colours(number)) > SAME_COLOURS)
        })
    };
    for class in &mut rule.classes {
        // Empty cells may be written on during play.
        let may_be = class.number().is_none() && class.value != shown.blank;
        if may_be && shown.is_in_cells(&class.value) && is_other(class) {
            class.numbered = true;
        }
    }
}
