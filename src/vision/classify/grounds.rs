//! What stands on a ground, as it would look where the ground looks otherwise.
//!
//! A piece is shown to the program on a plain floor and met in the shadow of a wall, or in a cell that is chosen. The samples
//! of the floor say how such cells look; the sample of the piece agrees with one of them wherever the floor is seen beside
//! the piece.

use crate::profile::{Look, LookClass};

/// Colours this near are of the same ground.
const SAME: u8 = 12;
/// One in so many places of a cell must be ground: round pieces leave only the corners.
const GROUND: usize = 24;
/// Most looks that are made for a value.
const MOST: usize = 96;

/// The samples of a class, put on the other looks of what is beneath them.
pub(crate) fn on_other_grounds(classes: &[LookClass], class: usize) -> Vec<Look> {
    let own = classes.get(class).into_iter();
    let own = own.flat_map(|class| &class.looks);
    let put = own.flat_map(|look| {
        let others = classes.iter().enumerate();
        let others = others.filter(move |(index, _)| *index != class);
        others.flat_map(move |(_, other)| on_looks_of(look, &other.looks))
    });
    put.take(MOST).collect()
}

/// A sample put on the looks of a value that shows around what stands in its cell.
fn on_looks_of<'l>(look: &'l Look, grounds: &'l [Look]) -> impl Iterator<Item = Look> + 'l {
    let alike = |ground: &Look| look.places_alike(ground, SAME);
    let most = grounds.iter().map(alike).max().unwrap_or(0);
    let is_ground = most * GROUND >= Look::SIDE * Look::SIDE;
    // Which of them it is cannot be told for sure: a piece may hide what they differ in.
    let may_be = move |ground: &&Look| is_ground && alike(ground) * 4 >= most * 3;
    let beneath = grounds.iter().filter(may_be);
    beneath.flat_map(move |own| {
        // A shadow may lie on the floor alone, or on the piece as well.
        let is_light = move |light: &&Look| *light == own || own.is_lit_like(light);
        grounds.iter().filter(is_light).flat_map(move |light| {
            let is_other = move |ground: &&Look| *ground != own || light != own;
            let others = grounds.iter().filter(is_other);
            others.map(move |ground| look.put_on(ground, light, own, SAME))
        })
    })
}
