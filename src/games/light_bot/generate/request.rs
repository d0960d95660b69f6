use std::ops::RangeInclusive;

use crate::game::programs::random::Needs;

use crate::game::{GenerateError, OptionSet, Size};
use crate::puzzle::Slots;

/// Maximum requested length; it must be feasible to prove that no program is shorter.
pub(super) const MAX_LENGTH: usize = 12;
pub(super) const MAX_BOARD_SIDE: usize = 16;
pub(super) const MAX_LIGHTS: usize = 24;

pub(super) struct BoardRequest {
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

impl BoardRequest {
    pub(super) fn from_options(options: &OptionSet<'_>) -> Result<Self, GenerateError> {
        let request = Self {
            size: Size::new(options.number("rows")?, options.number("columns")?),
            length: options.parsed("length", |text| range(text, &(1..=MAX_LENGTH)))?,
            needs: options.one_of("needs", &Needs::NAMED)?,
            lights: options.parsed("lights", |text| range(text, &(1..=MAX_LIGHTS)))?,
            height: u8::try_from(options.number("height")?).unwrap_or(9),
            holes: options.number("holes")?,
            slots: options.parsed("slots", str::parse)?,
        };
        let sizes = request.slots.as_slice();
        let procedures = sizes[1..].iter().any(|size| *size > 0);
        if sizes[0] == 0 {
            return Err(options.invalid("slots", "main needs at least one slot"));
        }
        if request.slots.repeats().is_some() {
            return Err(options.invalid("slots", "levels with repeats cannot be generated"));
        }
        if !procedures && request.needs != Needs::Any {
            return Err(options.invalid("needs", "there are no slots for procedures"));
        }
        if *request.lights.start() > request.size.area() {
            return Err(options.invalid("lights", "the board has fewer tiles"));
        }
        Ok(request)
    }
}
