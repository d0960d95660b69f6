//! What is wanted of a board made by chance.

use std::ops::RangeInclusive;

use planwright_programs::chance::Needs;

use crate::board::{Calls, MAX_SIDE, Square};
use crate::game::{Chosen, GenerateError, Size};

/// Largest cost that can be wanted: the best program is proved to be, and that takes its time.
const MOST_COST: usize = 12;

/// What is wanted.
pub(super) struct Wanted {
    pub(super) size: Size,
    pub(super) coins: usize,
    /// Walls, pits, blocks, in percent.
    pub(super) shares: [(Square, usize); 3],
    pub(super) cost: RangeInclusive<usize>,
    pub(super) needs: Needs,
    pub(super) calls: Calls,
}

impl Wanted {
    pub(super) fn of(options: &Chosen<'_>) -> Result<Self, GenerateError> {
        let percent = |key| options.number(key, 0..=60);
        let wanted = Self {
            size: Size::new(
                options.number("rows", 3..=MAX_SIDE)?,
                options.number("columns", 3..=MAX_SIDE)?,
            ),
            coins: options.number("coins", 0..=8)?,
            shares: [
                (Square::Wall, percent("walls")?),
                (Square::Pit, percent("pits")?),
                (Square::Block, percent("blocks")?),
            ],
            cost: options.number("least", 1..=MOST_COST)?
                ..=options.number("most", 1..=MOST_COST)?,
            needs: options.one_of("needs", &Needs::NAMED)?,
            calls: options.parsed("calls", str::parse)?,
        };
        if wanted.cost.is_empty() {
            return Err(GenerateError::Option {
                key: "least".to_owned(),
                value: wanted.cost.start().to_string(),
                reason: format!("it is more than the most, {}", wanted.cost.end()),
            });
        }
        Ok(wanted)
    }
}
