use std::ops::RangeInclusive;

use crate::game::programs::random::Needs;

use crate::board::{CallRules, Terrain};
use crate::game::{GenerateError, OptionSet, Size};

pub(super) struct LevelSpec {
    pub(super) size: Size,
    pub(super) coins: usize,
    /// Percentages of walls, pits and blocks.
    pub(super) densities: [(Terrain, usize); 3],
    pub(super) cost: RangeInclusive<usize>,
    pub(super) needs: Needs,
    pub(super) calls: CallRules,
}

impl LevelSpec {
    pub(super) fn parse(options: &OptionSet<'_>) -> Result<Self, GenerateError> {
        let spec = Self {
            size: Size::new(options.number("rows")?, options.number("columns")?),
            coins: options.number("coins")?,
            densities: [
                (Terrain::Wall, options.number("walls")?),
                (Terrain::Pit, options.number("pits")?),
                (Terrain::Block, options.number("blocks")?),
            ],
            cost: options.number("least")?..=options.number("most")?,
            needs: options.one_of("needs", &Needs::NAMED)?,
            calls: options.parsed("calls", str::parse)?,
        };
        if spec.cost.is_empty() {
            let reason = format!("it is more than ‘most’, {}", spec.cost.end());
            return Err(options.invalid("least", reason));
        }
        Ok(spec)
    }
}
