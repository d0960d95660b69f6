//! Values that say what a cell shows at each of its sides, such as the ends of a pipe, told side by side.
//!
//! Where the names of a ring of four turned values make up those of others, as `u r d l` make up `ur`, each stands for what
//! is at one side. A sample tells of four sides, and a side of the other three: so a cell is known although its shape, its
//! light and what else it shows have never come together in a sample.

use std::cell::OnceCell;

use crate::profile::{Look, LookClass, LooksRule};

use super::look::{ROOM, judged, to_samples};
use super::telling::Telling;
use super::verdict::{Verdict, nearest};

/// Rows of a look that are looked at from a side: further in, other sides show.
const DEEP: usize = 6;

/// What is at the top, right, bottom and left.
type AtSides = [bool; 4];

/// The names of the ring that stand for one side each, from the top to the right, if there is such a ring.
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

/// Which sides a value stands for, if it is made up of their names.
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

/// The values that say what is at each side, among those that are turned: samples of some of them tell all.
pub fn made_of_sides(turned: &[Vec<String>]) -> Vec<&String> {
    let Some(names) = names(turned) else {
        return Vec::new();
    };
    let values = turned.iter().flatten();
    values
        .filter(|value| at_sides(names, value).is_some())
        .collect()
}

/// What is known of the sides of cells, found when it is needed.
#[derive(Default)]
pub(super) struct Sides(OnceCell<Option<Known>>);

struct Known {
    /// What each class says of the sides.
    classes: Vec<Option<AtSides>>,
    /// Sides at which nothing is, and sides at which something is, as looks of two values.
    rule: LooksRule,
    telling: Telling,
}

impl Sides {
    /// What a cell shows, side by side; `None` if its values say nothing of sides, or none of them says that.
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
                    // Turned samples are among the others.
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

    /// Whether something is at a side, and how sure that is.
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

/// What a look shows at its four sides, each seen from there, the top's first, to the right; the rest is black.
fn sides(look: &Look) -> impl Iterator<Item = Look> + use<> {
    let mut looks = vec![look.clone()];
    for _ in 0..3 {
        looks.extend(looks.last().map(Look::turned));
    }
    // Three turns to the right bring the right side to the top, one the left side.
    [0, 3, 2, 1]
        .into_iter()
        .map(move |turns| looks[turns].at_top(DEEP))
}
