//! From colours to values, with how sure that is and what else it could be.

use crate::game::Cell;

use super::grid::{GridSight, Outline};
use super::place::Sampler;
use super::profile::{CellRule, ColourClass, ColourRule, PatchRule, PictureRule, Rgb, ShareRule};

/// What a cell most likely is. Classes by index; `None` is the blank value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    pub(super) class: Option<usize>,
    /// 0 to 1.
    pub(super) confidence: f32,
    /// What else it could be: the outer `None` says nothing comes near.
    pub(super) runner_up: Option<Option<usize>>,
}

/// A rule made ready for many cells.
pub(super) struct Classifier<'a> {
    rule: &'a CellRule,
    /// Colours of the picture that mean no class.
    others: Vec<Rgb>,
    /// All colours a pixel can have.
    known: Vec<Rgb>,
}

impl<'a> Classifier<'a> {
    pub(super) fn new(rule: &'a CellRule, picture: &PictureRule) -> Self {
        let classes = || {
            rule.classes()
                .iter()
                .flat_map(|class| &class.colours)
                .copied()
        };
        let apart = |colour: &Rgb| classes().all(|known| known.distance(*colour) > SAME);
        let palette = picture.palette.iter().copied();
        let others: Vec<Rgb> = palette.filter(apart).collect();
        let known = others.iter().copied().chain(classes()).collect();
        Self {
            rule,
            others,
            known,
        }
    }

    /// What the cell with this corner shows.
    pub(super) fn cell(&self, sampler: &Sampler<'_>, corner: (i64, i64)) -> Verdict {
        match self.rule {
            CellRule::Colour(rule) => self.by_colour(rule, sampler, corner),
            CellRule::Share(rule) => self.by_share(rule, sampler, corner),
            // These go by the grid; without one nothing is known.
            CellRule::Patch(_) | CellRule::Diagram(_) | CellRule::Looks(_) => UNKNOWN,
        }
    }

    fn sample(&self, sampler: &Sampler<'_>, corner: (i64, i64), (x, y): (u32, u32)) -> Rgb {
        let (x, y) = (corner.0 + i64::from(x), corner.1 + i64::from(y));
        sampler.purest(x, y, &self.known)
    }

    fn by_colour(&self, rule: &ColourRule, sampler: &Sampler<'_>, corner: (i64, i64)) -> Verdict {
        let same_as = rule
            .blank_if_same_as
            .map(|at| self.sample(sampler, corner, at));
        let verdicts = rule.at.iter().map(|at| {
            let colour = self.sample(sampler, corner, *at);
            self.by_point(rule, colour, same_as)
        });
        agreed(verdicts)
    }

    fn by_point(&self, rule: &ColourRule, colour: Rgb, same_as: Option<Rgb>) -> Verdict {
        let tolerance = f32::from(rule.tolerance.max(1));
        // How surely the two points are of one colour; one half at the tolerance.
        let alike = same_as.map_or(0.0, |same| {
            (1.0 - f32::from(same.distance(colour)) / (2.0 * tolerance)).max(0.0)
        });
        let (near, other) = (nearest_colour(&rule.classes, colour), self.other(colour));
        let Some(near) = near else {
            return Verdict {
                class: None,
                confidence: 1.0,
                runner_up: None,
            };
        };
        let distance = f32::from(near.distance);
        if let Some(confidence) = sureness(&near, other, rule.tolerance) {
            return if alike >= 0.5 {
                Verdict {
                    class: None,
                    confidence: alike,
                    runner_up: Some(Some(near.class)),
                }
            } else {
                let rival = near
                    .second
                    .filter(|(_, second)| other.is_none_or(|o| *second < o));
                Verdict {
                    class: Some(near.class),
                    confidence: confidence.min(1.0 - alike),
                    runner_up: Some(rival.filter(|_| alike <= 0.0).map(|(class, _)| class)),
                }
            };
        }
        // No class: blank, as surely as the colour is one that blanks have.
        let plain = match other {
            Some(other) => margin(other.into(), distance),
            None => (0.5 + (distance - tolerance) / (2.0 * tolerance)).min(1.0),
        };
        Verdict {
            class: None,
            confidence: plain.max(alike),
            runner_up: (distance < 2.0 * tolerance).then_some(Some(near.class)),
        }
    }

    /// Distance to the nearest colour that means no class.
    fn other(&self, colour: Rgb) -> Option<u8> {
        self.others.iter().map(|other| other.distance(colour)).min()
    }

    fn by_share(&self, rule: &ShareRule, sampler: &Sampler<'_>, corner: (i64, i64)) -> Verdict {
        let mut counts = vec![(0_u32, 0_f32); rule.classes.len()];
        let mut pixels = 0_u32;
        let mut last: Option<(Rgb, Option<(usize, f32)>)> = None;
        for at in rule.area.points() {
            pixels += 1;
            let colour = self.sample(sampler, corner, at);
            // Most neighbours have the same colour.
            let told = match last {
                Some((same, told)) if same == colour => told,
                _ => nearest_colour(&rule.classes, colour).and_then(|near| {
                    let sure = sureness(&near, self.other(colour), rule.tolerance)?;
                    Some((near.class, sure))
                }),
            };
            last = Some((colour, told));
            if let Some((class, sure)) = told
                && let Some((count, sum)) = counts.get_mut(class)
            {
                *count += 1;
                *sum += sure;
            }
        }
        let mut ranked: Vec<_> = counts.iter().enumerate().collect();
        ranked.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        let share = |count: u32| count as f32 / pixels.max(1) as f32;
        let least = rule.min_share.max(f32::EPSILON);
        let Some(&(class, &(count, sure))) = ranked.first() else {
            return Verdict {
                class: None,
                confidence: 1.0,
                runner_up: None,
            };
        };
        let first = share(count);
        if first < least {
            return Verdict {
                class: None,
                confidence: 1.0 - 0.5 * first / least,
                runner_up: (count > 0).then_some(Some(class)),
            };
        }
        let (second, second_share) = ranked.get(1).map_or((None, 0.0), |(class, (count, _))| {
            (Some(*class), share(*count))
        });
        let enough = (0.5 + 0.5 * (first - least) / least).min(1.0);
        let clear = (first - second_share) / (first + second_share);
        let runner_up = if second_share > 0.0 {
            Some(second)
        } else {
            (enough < 1.0).then_some(None)
        };
        Verdict {
            class: Some(class),
            confidence: enough.min(clear) * sure / count.max(1) as f32,
            runner_up,
        }
    }
}

/// Of a cell nothing is known.
const UNKNOWN: Verdict = Verdict {
    class: Some(0),
    confidence: 0.0,
    runner_up: None,
};

/// A cell of whose patch so much is seen is wholly doubtful, one with the second share not at all.
const SEEN: (f32, f32) = (0.2, 0.6);

/// What a cell's patch says or, where it runs into something that lies on it, what is seen of
/// its edge.
pub(super) fn by_patch(rule: &PatchRule, grid: GridSight<'_>, cell: Cell) -> Verdict {
    match grid.lattice.patch(cell) {
        Some(patch) => {
            let seen = (grid.lattice.seen(patch) - SEEN.0) / (SEEN.1 - SEEN.0);
            let by_patch = patch_verdict(rule, patch.colour(), seen);
            if seen >= 1.0 {
                return by_patch;
            }
            let by_outline = by_outline(rule, &grid.outline(cell));
            if by_outline.confidence > by_patch.confidence {
                by_outline
            } else {
                by_patch
            }
        }
        None if rule.missing.is_some() => Verdict {
            class: None,
            confidence: 1.0,
            runner_up: None,
        },
        None => by_outline(rule, &grid.outline(cell)),
    }
}

fn patch_verdict(rule: &PatchRule, colour: Rgb, seen: f32) -> Verdict {
    let Some(near) = nearest_colour(&rule.classes, colour) else {
        return UNKNOWN;
    };
    let confidence = sureness(&near, None, rule.tolerance).unwrap_or(0.0) * seen.clamp(0.0, 1.0);
    near.verdict(confidence)
}

/// Of a cell of whose edge so much is seen nothing is known, with the second share all.
const EDGE_SEEN: (f32, f32) = (0.25, 0.45);

fn by_outline(rule: &PatchRule, outline: &Outline) -> Verdict {
    let seen = (outline.seen - EDGE_SEEN.0) / (EDGE_SEEN.1 - EDGE_SEEN.0);
    agreed(
        outline
            .colours
            .iter()
            .map(|colour| patch_verdict(rule, *colour, seen)),
    )
}

/// Two colours of a profile that differ by no more are the same one.
const SAME: u8 = 8;

/// How surely a pixel has the colour of its nearest class; `None` if it has another one.
fn sureness(near: &Near<u8>, other: Option<u8>, tolerance: u8) -> Option<f32> {
    if near.distance > tolerance || other.is_some_and(|other| other < near.distance) {
        return None;
    }
    let second = near.second.map_or(u8::MAX, |(_, distance)| distance);
    let rival = other.map_or(second, |other| other.min(second));
    let distance = f32::from(near.distance);
    let worn = 1.0 - 0.25 * distance / f32::from(tolerance.max(1));
    Some(margin(distance, rival.into()).sqrt() * worn)
}

/// How much nearer the nearest is than its rival: 1 when it is hit exactly, 0 half way between.
pub(super) fn margin(nearest: f32, rival: f32) -> f32 {
    if nearest + rival <= 0.0 {
        return 0.0;
    }
    ((rival - nearest) / (rival + nearest)).clamp(0.0, 1.0)
}

/// The nearest class.
#[derive(Clone, Copy)]
pub(super) struct Near<D> {
    pub(super) class: usize,
    pub(super) distance: D,
    /// The nearest of the others.
    pub(super) second: Option<(usize, D)>,
}

impl<D> Near<D> {
    /// That class, and what it might be as well unless it is sure.
    pub(super) fn verdict(self, confidence: f32) -> Verdict {
        let other = self.second.filter(|_| confidence < 0.9);
        Verdict {
            class: Some(self.class),
            confidence,
            runner_up: other.map(|(class, _)| Some(class)),
        }
    }
}

/// The nearest of classes with their distances; the first of several.
#[inline]
pub(super) fn nearest<D: Copy + PartialOrd>(
    classes: impl Iterator<Item = (usize, D)>,
) -> Option<Near<D>> {
    let mut near: Option<Near<D>> = None;
    for (class, distance) in classes {
        near = Some(match near {
            None => Near {
                class,
                distance,
                second: None,
            },
            Some(first) if distance < first.distance => Near {
                class,
                distance,
                second: Some((first.class, first.distance)),
            },
            Some(first) if first.second.is_none_or(|(_, second)| distance < second) => Near {
                second: Some((class, distance)),
                ..first
            },
            Some(first) => first,
        });
    }
    near
}

/// The class with the nearest colour.
#[inline]
fn nearest_colour(classes: &[ColourClass], colour: Rgb) -> Option<Near<u8>> {
    nearest(classes.iter().enumerate().filter_map(|(class, known)| {
        let distances = known.colours.iter().map(|known| known.distance(colour));
        Some((class, distances.min()?))
    }))
}

/// The value most points are for; those against it take from its confidence.
fn agreed(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    let mut sums: Vec<(Verdict, f32, u32)> = Vec::new();
    let mut all = 0_u32;
    for verdict in verdicts {
        all += 1;
        match sums.iter_mut().find(|(v, ..)| v.class == verdict.class) {
            Some((_, sum, count)) => {
                *sum += verdict.confidence;
                *count += 1;
            }
            None => sums.push((verdict, verdict.confidence, 1)),
        }
    }
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    match sums.as_slice() {
        [] => Verdict {
            class: None,
            confidence: 0.0,
            runner_up: None,
        },
        [(verdict, sum, _)] => Verdict {
            confidence: sum / all as f32,
            ..*verdict
        },
        [(verdict, sum, _), (second, ..), ..] => Verdict {
            class: verdict.class,
            confidence: sum / all as f32,
            runner_up: Some(second.class),
        },
    }
}
