//! Solver settings as numbers that can be drawn at random, crossed and mutated.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::game::{Choices, Field};

/// One number per tuned option, in order.
pub(super) type Setting = Vec<i64>;

/// An option with finitely many values.
pub(super) struct Gene {
    key: &'static str,
    /// Names of the values, if they have names.
    names: &'static [&'static str],
    least: i64,
    most: i64,
    usual: i64,
}

impl Gene {
    /// The gene of a tunable option with countable values.
    pub fn of(option: &Field) -> Option<Self> {
        let (names, least, most): (&[&str], _, _) = match option.choices {
            Choices::OneOf(names) => (names, 0, names.len() as i64 - 1),
            Choices::Whole(least, most) => (&[], least, most),
            Choices::Free | Choices::SuchAs(_) | Choices::Between(..) | Choices::Above(..) => {
                return None;
            }
        };
        let usual = match names {
            [] => option.default.parse().ok()?,
            names => names.iter().position(|name| *name == option.default)? as i64,
        };
        (option.tunable && (least..=most).contains(&usual)).then_some(Self {
            key: option.key,
            names,
            least,
            most,
            usual,
        })
    }

    pub fn key(&self) -> &'static str {
        self.key
    }

    fn text(&self, value: i64) -> String {
        let name = usize::try_from(value)
            .ok()
            .and_then(|at| self.names.get(at));
        name.map_or_else(|| value.to_string(), |name| (*name).to_owned())
    }

    fn drawn(&self, rng: &mut Rng) -> i64 {
        rng.i64(self.least..=self.most)
    }

    /// A mutation: any name, or a number at a distance that is log-uniformly distributed.
    fn changed(&self, value: i64, rng: &mut Rng) -> i64 {
        if !self.names.is_empty() {
            return self.drawn(rng);
        }
        let width = self.most.saturating_sub(self.least).max(1) as f64;
        let step = (rng.f64() * width.ln()).exp().round() as i64;
        let step = if rng.bool() { step } else { -step };
        value.saturating_add(step).clamp(self.least, self.most)
    }
}

/// Number of possible settings, saturating.
pub(super) fn count(genes: &[Gene]) -> u64 {
    let values = |gene: &Gene| gene.most.abs_diff(gene.least).saturating_add(1);
    genes.iter().map(values).fold(1, u64::saturating_mul)
}

pub(super) fn usual(genes: &[Gene]) -> Setting {
    genes.iter().map(|gene| gene.usual).collect()
}

/// A random setting.
pub(super) fn drawn(genes: &[Gene], rng: &mut Rng) -> Setting {
    genes.iter().map(|gene| gene.drawn(rng)).collect()
}

/// A child of two settings: each value from either parent, with about one mutation. It may equal a
/// parent; the caller tries again if it wants a new one.
pub(super) fn child(genes: &[Gene], a: &Setting, b: &Setting, rng: &mut Rng) -> Setting {
    let values = genes.iter().zip(a.iter().zip(b));
    let value = |(gene, (a, b)): (&Gene, (&i64, &i64))| {
        let value = if rng.bool() { *a } else { *b };
        match rng.usize(0..genes.len()) {
            0 => gene.changed(value, rng),
            _ => value,
        }
    };
    values.map(value).collect()
}

pub(super) fn options(genes: &[Gene], setting: &Setting) -> BTreeMap<String, String> {
    let pairs = genes.iter().zip(setting);
    let text = |(gene, value): (&Gene, &i64)| (gene.key.to_owned(), gene.text(*value));
    pairs.map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_made_of_values_that_the_options_can_have() {
        let options = [
            Field::new("how", "", "b", "")
                .one_of(&["a", "b", "c"])
                .tunable(),
            Field::new("far", "", "7", "")
                .whole(-3, 1_000_000)
                .tunable(),
            Field::new("one", "", "5", "").whole(5, 5).tunable(),
        ];
        let genes: Vec<Gene> = options.iter().filter_map(Gene::of).collect();
        assert_eq!(count(&genes), 3 * 1_000_004);
        let mut rng = Rng::with_seed(1);
        let mut setting = usual(&genes);
        let mut near = 0;
        for _ in 0..500 {
            let other = drawn(&genes, &mut rng);
            let next = child(&genes, &setting, &setting, &mut rng);
            near += usize::from(next[1] != setting[1] && next[1].abs_diff(setting[1]) < 1000);
            setting = child(&genes, &next, &other, &mut rng);
            let texts = super::options(&genes, &setting);
            for option in &options {
                assert_eq!(option.check(&texts[option.key]), Ok(()));
            }
        }
        assert!(near > 20, "small steps are tried, too: {near}");
    }

    #[test]
    fn what_cannot_be_tuned_has_no_gene() {
        let free = Field::new("free", "", "", "").tunable();
        let asked = Field::new("asked", "", "a", "").one_of(&["a", "b"]);
        assert!(Gene::of(&free).is_none() && Gene::of(&asked).is_none());
    }
}
