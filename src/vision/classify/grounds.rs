//! Synthesizes how a known piece looks on other known backgrounds.
//!
//! A piece may be sampled on plain floor and appear in a wall's shadow or in a selected cell. A sample of the piece
//! agrees with the floor sample it was taken on wherever the floor is visible; those pixels are replaced by another
//! floor sample, and the rest is shaded accordingly.

use std::cell::OnceCell;

use crate::profile::{CellRule, Look, LookClass, LooksRule};

use super::telling::coming_near;

/// Maximum channel difference of pixels of the same background.
const SAME: u8 = 12;
/// A cell shows its background if at least one pixel in this many is background: round pieces leave only the corners.
const GROUND: usize = 24;
/// Maximum number of synthesized samples per class.
const MOST: usize = 96;

/// Synthesized samples by class, computed on demand.
pub(super) struct Grounds(Vec<OnceCell<Vec<Look>>>);

impl Grounds {
    pub(super) fn new(rule: &CellRule) -> Self {
        Self(vec![OnceCell::new(); rule.values().len()])
    }

    /// Distances of the classes, where near classes also compare their synthesized samples.
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

/// Samples of a class on all backgrounds known from other classes.
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

/// Variants of a sample on the backgrounds in `grounds`.
fn on_looks_of<'l>(look: &'l Look, grounds: &'l [Look]) -> impl Iterator<Item = Look> + 'l {
    let alike = grounds
        .iter()
        .map(|ground| (look.places_alike(ground, SAME), ground));
    let alike: Vec<(usize, &Look)> = alike.collect();
    let most = alike.iter().map(|(alike, _)| *alike).max().unwrap_or(0);
    let is_ground = most * GROUND >= Look::SIDE * Look::SIDE;
    // The original background is ambiguous, as the piece may hide what distinguishes candidates.
    let may_be = move |alike: usize| is_ground && alike * 4 >= most * 3;
    let beneath = alike.into_iter().filter(move |(alike, _)| may_be(*alike));
    beneath.flat_map(move |(_, own)| {
        // The shading may apply to the background alone or to the piece as well.
        let is_light = move |light: &&Look| *light == own || own.is_lit_like(light);
        grounds.iter().filter(is_light).flat_map(move |light| {
            let is_other = move |ground: &&Look| *ground != own || light != own;
            let others = grounds.iter().filter(is_other);
            others.map(move |ground| look.put_on(ground, light, own, SAME))
        })
    })
}
