//! Classification side by side, for values that describe each side of a cell, such as the ends of a pipe.
//!
//! If a ring of four turned values (`u`, `r`, `d`, `l`) composes other values (`ur`), each names the state of one
//! side. Every sample then contributes four sides, and every turned side fits the other three, so a cell is
//! recognized although its combination of shape and shading has no sample.

use std::cell::OnceCell;

use crate::profile::{Look, LookClass, LooksRule};

use super::look::{ROOM, judged, to_samples};
use super::telling::Telling;
use super::verdict::{Verdict, nearest};

/// Rows compared from a side; deeper rows show other sides.
const DEEP: usize = 6;

/// States of the top, right, bottom and left side.
type AtSides = [bool; 4];

/// Names of the four sides from the top clockwise, if the turned values have such a ring.
fn names(turned: &[Vec<String>]) -> Option<[&str; 4]> {
    turned.iter().find_map(|ring| {
        let names: [&str; 4] = ring
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .try_into()
            .ok()?;
        let is_made = |value: &String| at_sides(names, value).is_some();
        let others = turned.iter().filter(|other| *other != ring);
        others.flatten().any(is_made).then_some(names)
    })
}

/// Sides that a composed value names.
fn at_sides(names: [&str; 4], value: &str) -> Option<AtSides> {
    let mut rest = value;
    let sides = names.map(|name| match rest.strip_prefix(name) {
        Some(left) => {
            rest = left;
            true
        }
        None => false,
    });
    (rest.is_empty() && sides.contains(&true)).then_some(sides)
}

/// Turned values composed of side names; samples of some of them suffice for all.
pub fn made_of_sides(turned: &[Vec<String>]) -> Vec<&String> {
    let Some(names) = names(turned) else {
        return Vec::new();
    };
    let values = turned.iter().flatten();
    values
        .filter(|value| at_sides(names, value).is_some())
        .collect()
}

/// Side samples of a rule, computed on demand.
#[derive(Default)]
pub(super) struct Sides(OnceCell<Option<Known>>);

struct Known {
    /// Side states of each class.
    classes: Vec<Option<AtSides>>,
    /// Rule with two classes: empty and occupied sides.
    rule: LooksRule,
    telling: Telling,
}

impl Sides {
    /// Classifies a cell by its sides; `None` if its values are not composed of sides or none fits.
    pub(super) fn tell(&self, rule: &LooksRule, seen: &Look) -> Option<Verdict> {
        let known = self.0.get_or_init(|| Known::new(rule)).as_ref()?;
        let mut told: Vec<(bool, f32)> = Vec::new();
        for side in sides(seen) {
            told.push(known.judge(&side)?);
        }
        let shown = |told: &[(bool, f32)]| {
            let sides = || told.iter().map(|(is_there, _)| *is_there);
            let is_it = |class: &Option<AtSides>| class.is_some_and(|of| sides().eq(of));
            known.classes.iter().position(is_it)
        };
        let class = shown(&told)?;
        let least = told.iter_mut().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let confidence = least.1;
        least.0 = !least.0;
        Some(Verdict {
            class: Some(class),
            confidence,
            runner_up: shown(&told).map(Some),
        })
    }
}

impl Known {
    fn new(rule: &LooksRule) -> Option<Self> {
        let names = names(&rule.turned)?;
        let classes = rule.classes.iter();
        let classes: Vec<_> = classes.map(|class| at_sides(names, &class.value)).collect();
        let mut looks = [Vec::new(), Vec::new()];
        for (class, at) in rule.classes.iter().zip(&classes) {
            for look in class.looks.iter().filter(|_| at.is_some()) {
                for (side, is_there) in sides(look).zip(at.iter().flatten()) {
                    let known = &mut looks[usize::from(*is_there)];
                    // Skips samples that equal another one when turned.
                    if !known.contains(&side) {
                        known.push(side);
                    }
                }
            }
        }
        let values = looks.into_iter().map(|looks| LookClass {
            value: String::new(),
            looks,
            numbered: false,
            tolerance: None,
        });
        let rule = LooksRule {
            classes: values.collect(),
            turned: Vec::new(),
            ..rule.clone()
        };
        Some(Self {
            classes,
            telling: Telling::new(rule.classes.len()),
            rule,
        })
    }

    /// State of a side and its confidence.
    fn judge(&self, side: &Look) -> Option<(bool, f32)> {
        let distances = to_samples(&self.rule, side);
        let near = nearest(distances.iter().copied())?;
        let samples = self.rule.classes[near.class].looks.iter();
        let own = samples.min_by(|a, b| a.distance(side).total_cmp(&b.distance(side)))?;
        let room = self.rule.classes[1 - near.class].distance(own)?;
        let plain = judged(near, near.distance, (room * ROOM).max(1.0));
        let told = self.telling.tell(&self.rule, side, &distances);
        let told = told.map(|told| judged(told.near, told.apart, (told.room * ROOM).max(1.0)));
        let best = told.into_iter().fold(plain, Verdict::or_surer);
        Some((best.class == Some(1), best.confidence))
    }
}

/// The four sides of a sample, each rotated to the top, in the order top, right, bottom, left; the rest is black.
fn sides(look: &Look) -> impl Iterator<Item = Look> + use<> {
    let mut looks = vec![look.clone()];
    for _ in 0..3 {
        looks.extend(looks.last().map(Look::turned));
    }
    // Three clockwise turns bring the right side to the top, one the left side.
    [0, 3, 2, 1]
        .into_iter()
        .map(move |turns| looks[turns].at_top(DEEP))
}
