//! Cells told apart by the colours of their pixels.

use crate::profile::{CellRule, ColourClass, ColourRule, Palette, Rgb, ShareRule};
use crate::sampler::Sampler;

use super::verdict::{Verdict, agreed, margin, nearest_colour, sureness};

/// Two colours of a profile that differ by no more are the same one.
const SAME: u8 = 8;

/// The colours that a picture can have, sorted by what they mean.
pub(super) struct KnownColours {
    /// Colours of the picture that mean no class, and those of blank cells.
    others: Vec<Rgb>,
    /// All colours a pixel can have.
    known: Vec<Rgb>,
    /// A class gives the colours of blank cells.
    has_blank_class: bool,
}

/// The classes with another value than that of blank cells, by index.
fn valued<'a>(
    classes: &'a [ColourClass],
    blank: &'a str,
) -> impl Iterator<Item = (usize, &'a ColourClass)> {
    let classes = classes.iter().enumerate();
    classes.filter(move |(_, class)| class.value != blank)
}

impl KnownColours {
    pub(super) fn new(rule: &CellRule, palette: &Palette) -> Self {
        let is_blank = |class: &&ColourClass| class.value == rule.blank();
        let colours = |class: &ColourClass| class.colours.clone();
        let blanks: Vec<Rgb> = rule
            .classes()
            .iter()
            .filter(is_blank)
            .flat_map(colours)
            .collect();
        let classes = || {
            let classes = valued(rule.classes(), rule.blank());
            classes.flat_map(|(_, class)| &class.colours).copied()
        };
        let apart = |colour: &Rgb| classes().all(|known| known.distance(*colour) > SAME);
        let palette = palette.colours.iter().copied();
        let has_blank_class = !blanks.is_empty();
        let others: Vec<Rgb> = palette.filter(apart).chain(blanks).collect();
        let known = others.iter().copied().chain(classes()).collect();
        Self {
            others,
            known,
            has_blank_class,
        }
    }

    fn sample(&self, sampler: &Sampler<'_>, corner: (i64, i64), (x, y): (u32, u32)) -> Rgb {
        let (x, y) = (corner.0 + i64::from(x), corner.1 + i64::from(y));
        sampler.purest(x, y, &self.known)
    }

    /// Tells a cell by the colour at a few points.
    pub(super) fn by_colour(
        &self,
        rule: &ColourRule,
        sampler: &Sampler<'_>,
        corner: (i64, i64),
    ) -> Verdict {
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
        // Among known colours the nearest one can be told from further away.
        let most = rule
            .tolerance
            .saturating_mul(1 + u8::from(self.has_blank_class));
        let tolerance = f32::from(rule.tolerance.max(1));
        // How surely the two points are of one colour; one half at the tolerance.
        let alike = same_as.map_or(0.0, |same| {
            (1.0 - f32::from(same.distance(colour)) / (2.0 * tolerance)).max(0.0)
        });
        let classes = valued(&rule.classes, &rule.blank);
        let (near, other) = (nearest_colour(classes, colour), self.other(colour));
        let Some(near) = near else {
            return Verdict::sure(None);
        };
        let distance = f32::from(near.distance);
        if let Some(confidence) = sureness(&near, other, most) {
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
        // No class: blank, as surely as the colour is one that blanks have. Where these are unknown, a
        // colour that is just beyond the tolerance may be that of a class in a picture of few colours.
        let plain = match other {
            Some(other) if self.has_blank_class => margin(other.into(), distance).sqrt(),
            Some(other) => margin(other.into(), distance),
            None => ((distance - tolerance) / tolerance).clamp(0.0, 1.0),
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

    /// Tells a cell by the share of an area that has a colour.
    pub(super) fn by_share(
        &self,
        rule: &ShareRule,
        sampler: &Sampler<'_>,
        corner: (i64, i64),
    ) -> Verdict {
        let mut counts = vec![(0_u32, 0_f32); rule.classes.len()];
        let mut pixels = 0_u32;
        let mut last: Option<(Rgb, Option<(usize, f32)>)> = None;
        for at in rule.area.points() {
            pixels += 1;
            let colour = self.sample(sampler, corner, at);
            // Most neighbours have the same colour.
            let told = match last {
                Some((same, told)) if same == colour => told,
                _ => nearest_colour(valued(&rule.classes, &rule.blank), colour).and_then(|near| {
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
            return Verdict::sure(None);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(classes: &[(&str, [u8; 3])]) -> ColourRule {
        let class = |(value, colour): &(&str, [u8; 3])| ColourClass {
            value: (*value).to_owned(),
            colours: vec![Rgb(*colour)],
        };
        ColourRule {
            at: vec![(0, 0)],
            classes: classes.iter().map(class).collect(),
            tolerance: 20,
            blank: "#".to_owned(),
            blank_if_same_as: None,
        }
    }

    fn verdict(rule: &ColourRule, colour: [u8; 3]) -> Verdict {
        let values = CellRule::Colour(rule.clone());
        let colours = KnownColours::new(&values, &Palette::default());
        colours.by_point(rule, Rgb(colour), None)
    }

    #[test]
    fn a_colour_just_beyond_the_tolerance_is_no_sure_blank() {
        let rule = rule(&[("_", [10, 30, 30])]);
        let read = |green: u8| {
            let verdict = verdict(&rule, [10, green, 30]);
            (verdict.class, verdict.confidence >= 0.5)
        };
        assert_eq!(read(49), (Some(0), true));
        assert_eq!(read(51), (None, false));
        assert_eq!(read(75), (None, true));
    }

    #[test]
    fn the_nearest_of_known_colours_is_taken_and_unknown_ones_are_doubtful() {
        let rule = rule(&[("#", [40, 110, 120]), ("_", [10, 30, 30])]);
        let read = |colour| {
            let verdict = verdict(&rule, colour);
            (verdict.class, verdict.confidence >= 0.5)
        };
        assert_eq!(read([0, 0, 32]), (Some(1), true));
        assert_eq!(read([36, 108, 104]), (None, true));
        assert!(!read([250, 220, 70]).1);
        assert!(!read([25, 70, 75]).1);
    }
}
