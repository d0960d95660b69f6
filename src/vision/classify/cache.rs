//! Results shared by the readings of one profile: consecutive pictures of a window differ in few cells, and a finder may
//! try a place several times.

use crate::place::ImageRect;
use crate::profile::{BoardRule, Profile, TemplateRule};
use crate::sampler::Sampler;

use super::memo::Memo;
use super::template::{SHIFT, SampleCaches, by_template};
use super::verdict::Verdict;

/// Data derived from a profile's samples, and verdicts on cells. A reading with it equals one without it.
pub struct ReadCache(Vec<BoardCache>);

#[derive(Default)]
pub(crate) struct BoardCache {
    samples: SampleCaches,
    verdicts: Memo<Verdict>,
}

impl ReadCache {
    pub fn new(profile: &Profile) -> Self {
        let board = |board: &BoardRule| BoardCache {
            samples: SampleCaches::new(&board.values),
            ..BoardCache::default()
        };
        Self(profile.boards.iter().map(board).collect())
    }

    /// The boards of the profile, each with its cache.
    pub(crate) fn boards<'a>(
        &'a self,
        profile: &'a Profile,
    ) -> impl Iterator<Item = (&'a BoardRule, &'a BoardCache)> {
        profile.boards.iter().zip(&self.0)
    }
}

impl BoardCache {
    /// Verdict of [`by_template`] on a cell, remembered by its pixels.
    pub(super) fn verdict(
        &self,
        rule: &TemplateRule,
        sampler: &Sampler<'_>,
        rect: ImageRect,
    ) -> Verdict {
        // Positions shifted by that much are compared, too, so their pixels must be the same.
        let around = rect.grown(rect.width * SHIFT, rect.height * SHIFT);
        self.verdicts.get_or(sampler.fingerprint(around), || {
            by_template(rule, &self.samples, sampler, rect)
        })
    }
}
