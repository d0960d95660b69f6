//! What stands on a ground, as it would look where the ground looks otherwise.
//!
//! A piece is shown to the program on a plain floor and met in the shadow of a wall, or in a cell that is chosen. The samples
//! of the floor say how such cells look; the sample of the piece agrees with one of them wherever the floor is seen beside
//! the piece.

use std::cell::OnceCell;

use crate::profile::{CellRule, Look, LookClass, LooksRule};

use super::telling::coming_near;

/// Colours this near are of the same ground.
const SAME: u8 = 12;
/// One in so many places of a cell must be ground: round pieces leave only the corners.
const GROUND: usize = 24;
/// Most looks that are made for a value.
const MOST: usize = 96;

/// What the samples of each value would be on other ground, found when it is needed.
pub(super) struct Grounds(Vec<OnceCell<Vec<Look>>>);

impl Grounds {
    pub(super) fn new(rule: &CellRule) -> Self {
        Self(vec![OnceCell::new(); rule.values().len()])
    }

    /// How far each value is from a look, those that come near also by what their samples would be on other ground.
    pub(super) fn distances(
        &self,
        rule: &LooksRule,
        seen: &Look,
        mut distances: Vec<(usize, f32)>,
    ) -> Vec<(usize, f32)> {
        let near = coming_near(&distances);
        for (class, apart) in &mut distances {
            if near.contains(class)
                && let Some(put) = self.0.get(*class)
            {
                let make = || on_other_grounds(&rule.classes, *class).take(MOST).collect();
                let put = put.get_or_init(make).iter();
                *apart = put.map(|look| look.distance(seen)).fold(*apart, f32::min);
            }
        }
        distances
    }
}

/// The samples of a class, put on the other looks of what is beneath them.
pub(crate) fn on_other_grounds(
    classes: &[LookClass],
    class: usize,
) -> impl Iterator<Item = Look> + '_ {
    let own = classes.get(class).into_iter();
    let own = own.flat_map(|class| &class.looks);
    own.flat_map(move |look| {
        let others = classes.iter().enumerate();
        let others = others.filter(move |(index, _)| *index != class);
        others.flat_map(move |(_, other)| on_looks_of(look, &other.looks))
    })
}

/// A sample put on the looks of a value that shows around what stands in its cell.
fn on_looks_of<'l>(look: &'l Look, grounds: &'l [Look]) -> impl Iterator<Item = Look> + 'l {
    let alike = grounds
        .iter()
        .map(|ground| (look.places_alike(ground, SAME), ground));
    let alike: Vec<(usize, &Look)> = alike.collect();
    let most = alike.iter().map(|(alike, _)| *alike).max().unwrap_or(0);
    let is_ground = most * GROUND >= Look::SIDE * Look::SIDE;
    // Which of them it is cannot be told for sure: a piece may hide what they differ in.
    let may_be = move |alike: usize| is_ground && alike * 4 >= most * 3;
    let beneath = alike.into_iter().filter(move |(alike, _)| may_be(*alike));
    beneath.flat_map(move |(_, own)| {
        // A shadow may lie on the floor alone, or on the piece as well.
        let is_light = move |light: &&Look| *light == own || own.is_lit_like(light);
        grounds.iter().filter(is_light).flat_map(move |light| {
            let is_other = move |ground: &&Look| *ground != own || light != own;
            let others = grounds.iter().filter(is_other);
            others.map(move |ground| look.put_on(ground, light, own, SAME))
        })
    })
}
