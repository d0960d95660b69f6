//! Results shared by the readings of one profile: pictures of a window differ in few cells, and are read repeatedly.

use std::sync::Arc;

use crate::profile::{BoardRule, Profile, Template};

use super::pattern::DrawnSamples;
use super::sides::SideClassifier;
use super::ties::PixelStats;
use super::verdict::{Memo, Verdict};

/// Data derived from a profile's samples, and verdicts on cells. A reading with it equals one without it.
pub struct ReadCache(Vec<BoardCache>);

/// Results for one board, computed on demand.
#[derive(Default)]
pub(crate) struct BoardCache {
    /// Pixel statistics by class.
    pub(super) stats: Memo<Arc<PixelStats>>,
    /// Synthesized samples by class.
    pub(super) backgrounds: Memo<Arc<[Template]>>,
    pub(super) sides: SideClassifier,
    pub(super) patterns: DrawnSamples,
    /// Number alone in a cell, with its confidence, by the cell's pixels.
    pub(super) numbers: Memo<Option<(u32, f32)>>,
    /// Verdicts by the pixels that they depend on.
    pub(super) verdicts: Memo<Verdict>,
}

impl ReadCache {
    pub fn new(profile: &Profile) -> Self {
        let boards = profile.boards.iter();
        Self(boards.map(|_| BoardCache::default()).collect())
    }

    /// The boards of the profile, each with its cache.
    pub(crate) fn boards<'a>(
        &'a self,
        profile: &'a Profile,
    ) -> impl Iterator<Item = (&'a BoardRule, &'a BoardCache)> {
        profile.boards.iter().zip(&self.0)
    }
}
