use std::ops::RangeInclusive;

use crate::game::programs::chance::Needs;

use crate::game::{Chosen, GenerateError, Size};
use crate::puzzle::Slots;

/// Maximum requested length; it must be feasible to prove that no program is shorter.
pub(super) const LONGEST: usize = 12;
pub(super) const SIDE: usize = 16;
pub(super) const LIGHTS: usize = 24;

pub(super) struct Wanted {
    pub(super) size: Size,
    pub(super) length: RangeInclusive<usize>,
    pub(super) needs: Needs,
    pub(super) lights: RangeInclusive<usize>,
    pub(super) height: u8,
    pub(super) holes: usize,
    pub(super) slots: Slots,
}

pub(super) fn range(
    text: &str,
    within: &RangeInclusive<usize>,
) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|n| within.contains(n))
    };
    let ends = match text.split_once('-') {
        Some((least, most)) => number(least).zip(number(most)),
        None => number(text).map(|number| (number, number)),
    };
    let ends = ends.filter(|(least, most)| least <= most);
    ends.map(|(least, most)| least..=most).ok_or_else(|| {
        let (least, most) = (within.start(), within.end());
        format!("expected a number from {least} to {most}, or a range such as {least}-{most}")
    })
}

impl Wanted {
    pub(super) fn of(options: &Chosen<'_>) -> Result<Self, GenerateError> {
        let wanted = Self {
            size: Size::new(options.number("rows")?, options.number("columns")?),
            length: options.parsed("length", |text| range(text, &(1..=LONGEST)))?,
            needs: options.one_of("needs", &Needs::NAMED)?,
            lights: options.parsed("lights", |text| range(text, &(1..=LIGHTS)))?,
            height: u8::try_from(options.number("height")?).unwrap_or(9),
            holes: options.number("holes")?,
            slots: options.parsed("slots", str::parse)?,
        };
        let rooms = wanted.slots.as_slice();
        let procedures = rooms[1..].iter().any(|room| *room > 0);
        if rooms[0] == 0 {
            return Err(options.refused("slots", "main needs at least one slot"));
        }
        if wanted.slots.repeats().is_some() {
            return Err(options.refused("slots", "levels with repeats cannot be generated"));
        }
        if !procedures && wanted.needs != Needs::Any {
            return Err(options.refused("needs", "there are no slots for procedures"));
        }
        if *wanted.lights.start() > wanted.size.area() {
            return Err(options.refused("lights", "the board has fewer tiles"));
        }
        Ok(wanted)
    }
}
