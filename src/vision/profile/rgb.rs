//! Colours, and how far apart they are.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::form::as_text;

/// A colour, written `#RRGGBB`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rgb(pub [u8; 3]);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("‘{0}’ is not a colour: expected ‘#’ and six hexadecimal digits, e.g. ‘#F8FC00’")]
pub struct RgbError(String);

impl Rgb {
    /// Largest difference of a channel, 0 to 255.
    #[inline]
    pub fn distance(self, other: Self) -> u8 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        a.abs_diff(x).max(b.abs_diff(y)).max(c.abs_diff(z))
    }
}

impl FromStr for Rgb {
    type Err = RgbError;

    fn from_str(text: &str) -> Result<Self, RgbError> {
        let wrong = || RgbError(text.to_owned());
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

as_text!(Rgb, RgbError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_round_trip_and_broken_ones_are_refused() {
        let colour: Rgb = "#F8fc00".parse().expect("is a colour");
        assert_eq!(colour, Rgb([248, 252, 0]));
        assert_eq!(colour.to_string(), "#F8FC00");
        for broken in ["", "F8FC00", "#F8FC0", "#F8FC0g", "#+8FC00", "#ÄÄÄ"] {
            assert!(broken.parse::<Rgb>().is_err(), "{broken}");
        }
    }

    #[test]
    fn distance_is_the_largest_channel() {
        assert_eq!(Rgb([1, 2, 3]).distance(Rgb([4, 0, 3])), 3);
    }
}
