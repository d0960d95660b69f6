use std::ops::RangeInclusive;

use crate::game::programs::chance::Needs;

use crate::board::{Calls, Square};
use crate::game::{Chosen, GenerateError, Size};

pub(super) struct Wanted {
    pub(super) size: Size,
    pub(super) coins: usize,
    /// Percentages of walls, pits and blocks.
    pub(super) shares: [(Square, usize); 3],
    pub(super) cost: RangeInclusive<usize>,
    pub(super) needs: Needs,
    pub(super) calls: Calls,
}

impl Wanted {
    pub(super) fn of(options: &Chosen<'_>) -> Result<Self, GenerateError> {
        let wanted = Self {
            size: Size::new(options.number("rows")?, options.number("columns")?),
            coins: options.number("coins")?,
            shares: [
                (Square::Wall, options.number("walls")?),
                (Square::Pit, options.number("pits")?),
                (Square::Block, options.number("blocks")?),
            ],
            cost: options.number("least")?..=options.number("most")?,
            needs: options.one_of("needs", &Needs::NAMED)?,
            calls: options.parsed("calls", str::parse)?,
        };
        if wanted.cost.is_empty() {
            let reason = format!("it is more than ‘most’, {}", wanted.cost.end());
            return Err(options.refused("least", reason));
        }
        Ok(wanted)
    }
}
