//! Parts of a search.

use std::fmt;
use std::str::FromStr;

/// One of several equal parts of a search, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    index: u32,
    of: u32,
}

impl Part {
    pub const WHOLE: Self = Self { index: 1, of: 1 };
    /// Most parts of a search.
    pub const MOST: u32 = 100_000;

    /// Part `index` of `of`, from 1.
    pub fn new(index: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&index) && of <= Self::MOST).then_some(Self { index, of })
    }

    pub fn index(self) -> u32 {
        self.index
    }

    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether the part includes a unit of work, numbered from 0.
    pub fn has(self, unit: usize) -> bool {
        unit % self.of as usize == self.index as usize - 1
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| word.trim().parse().ok();
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(index, of)| Some((number(index)?, number(of)?)));
        numbers
            .and_then(|(index, of)| Self::new(index, of))
            .ok_or_else(|| {
                format!(
                    "expected I/N: part I of N, counted from 1, such as 3/8; N is at most {}",
                    Self::MOST
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_from_one_on() {
        for wrong in ["0/3", "4/3", "1", "/", "1/0", "a/b", "1/2/3", "-1/3"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
        let parts: Vec<Part> = (1..=3).filter_map(|index| Part::new(index, 3)).collect();
        for unit in 0..20 {
            assert_eq!(parts.iter().filter(|part| part.has(unit)).count(), 1);
        }
        assert_eq!("2/3".parse(), Ok(parts[1]));
        assert_eq!(parts[1].to_string(), "2/3");
    }
}
