//! Classification side by side, for values that describe each side of a cell, such as the ends of a pipe.
//!
//! If a ring of four turned values (`u`, `r`, `d`, `l`) composes other values (`ur`), each names the state of one
//! side. Every sample then contributes four sides, and every turned side fits the other three, so a cell is
//! recognized although its combination of shape and shading has no sample.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::profile::{Template, TemplateClass, TemplateRule};

use super::ties::{PixelStats, break_tie, class_distances};
use super::verdict::{Memo, REJECT_RATIO, Verdict, nearest, verdict_within};

/// Rows compared from a side; deeper rows show other sides.
const MAX_DEPTH: usize = 6;
/// Index of the class of occupied sides in [`SideSamples::rule`]; the other one, 0, is that of empty sides.
const OCCUPIED: usize = 1;

/// States of the top, right, bottom and left side.
type SideStates = [bool; 4];

/// Names of the four sides from the top clockwise; `None` if no ring of turned values composes other values.
fn side_names(turned: &[Vec<String>]) -> Option<[&str; 4]> {
    turned.iter().find_map(|ring| {
        let names: Vec<&str> = ring.iter().map(String::as_str).collect();
        let names: [&str; 4] = names.try_into().ok()?;
        let is_composed = |value: &String| side_states(names, value).is_some();
        let others = turned.iter().filter(|other| *other != ring);
        others.flatten().any(is_composed).then_some(names)
    })
}

/// Sides that a composed value names; `None` if it is not composed of their names, in their order.
fn side_states(names: [&str; 4], value: &str) -> Option<SideStates> {
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
pub fn composed_of_sides(turned: &[Vec<String>]) -> Vec<&String> {
    let Some(names) = side_names(turned) else {
        return Vec::new();
    };
    let mut values: Vec<&String> = turned.iter().flatten().collect();
    values.retain(|value| side_states(names, value).is_some());
    values
}

/// Side samples of a rule, computed on demand.
#[derive(Default)]
pub(super) struct SideClassifier(OnceCell<Option<SideSamples>>);

struct SideState {
    /// True if the side is occupied.
    is_there: bool,
    confidence: f32,
}

struct SideSamples {
    /// Sides of each class of the rule; `None` for values that name none.
    classes: Vec<Option<SideStates>>,
    /// Rule with two classes: empty and occupied sides.
    rule: TemplateRule,
    stats: Memo<Arc<PixelStats>>,
}

impl SideClassifier {
    /// Classifies a cell by its sides; `None` if its values are not composed of sides or none fits.
    pub(super) fn classify(&self, rule: &TemplateRule, observed: &Template) -> Option<Verdict> {
        let known = self.0.get_or_init(|| SideSamples::new(rule)).as_ref()?;
        let mut states: Vec<SideState> = Vec::new();
        for side in sides(observed) {
            states.push(known.classify(&side)?);
        }
        let class_of = |states: &[SideState]| {
            let sides = || states.iter().map(|state| state.is_there);
            let is_it = |class: &Option<SideStates>| class.is_some_and(|of| sides().eq(of));
            known.classes.iter().position(is_it)
        };
        let class = class_of(&states)?;
        let by_confidence =
            |a: &&mut SideState, b: &&mut SideState| a.confidence.total_cmp(&b.confidence);
        let weakest = states.iter_mut().min_by(by_confidence)?;
        let confidence = weakest.confidence;
        // The runner-up differs in the least certain side.
        weakest.is_there = !weakest.is_there;
        let runner_up = class_of(&states).map(Some);
        Some(Verdict::new(Some(class), confidence, runner_up))
    }
}

impl SideSamples {
    /// Collects the sides of all samples; `None` if the rule's values are not composed of sides.
    fn new(rule: &TemplateRule) -> Option<Self> {
        let names = side_names(&rule.turned)?;
        let classes = rule.classes.iter();
        let classes: Vec<_> = classes.map(|it| side_states(names, &it.value)).collect();
        let mut samples = [Vec::new(), Vec::new()];
        for (class, at) in rule.classes.iter().zip(&classes) {
            for sample in class.looks.iter().filter(|_| at.is_some()) {
                for (side, is_there) in sides(sample).zip(at.iter().flatten()) {
                    let known = &mut samples[usize::from(*is_there)];
                    // Skips samples that equal another one when turned.
                    if !known.contains(&side) {
                        known.push(side);
                    }
                }
            }
        }
        let values = samples.into_iter().map(|looks| TemplateClass {
            looks,
            ..TemplateClass::default()
        });
        let rule = TemplateRule {
            classes: values.collect(),
            turned: Vec::new(),
            ..rule.clone()
        };
        Some(Self {
            classes,
            rule,
            stats: Memo::default(),
        })
    }

    /// State of a side; `None` without samples of both states.
    fn classify(&self, side: &Template) -> Option<SideState> {
        let distances = class_distances(&self.rule, side);
        let near = nearest(distances.iter().copied())?;
        let samples = self.rule.classes[near.class].looks.iter();
        let nearest_sample =
            samples.min_by(|a, b| a.distance(side).total_cmp(&b.distance(side)))?;
        let separation = self.rule.classes[1 - near.class].distance(nearest_sample)?;
        let within = |near, distance, separation: f32| {
            verdict_within(near, distance, (separation * REJECT_RATIO).max(1.0))
        };
        let plain = within(near, near.distance, separation);
        let by_ties = break_tie(&self.rule, &self.stats, side, &distances);
        let by_ties = by_ties.map(|tie| within(tie.nearest, tie.distance, tie.separation));
        let best = by_ties.into_iter().fold(plain, Verdict::or_better);
        Some(SideState {
            is_there: best.class == Some(OCCUPIED),
            confidence: best.confidence,
        })
    }
}

/// The four sides of a sample, each rotated to the top, in the order top, right, bottom, left; the rest is black.
fn sides(template: &Template) -> impl Iterator<Item = Template> + use<> {
    let rotations: Vec<Template> = template.turns().collect();
    // Three clockwise turns bring the right side to the top, one the left side.
    let turns = [0, 3, 2, 1].into_iter();
    turns.map(move |turns| rotations[turns].top_triangle(MAX_DEPTH))
}
