//! The practice levels, in one file for this window and the one for the emulator.

use crate::game::{Game as _, LevelRef, Meta, PracticeError};

use super::LOGO;

/// A line `; number title` before the rows of each level, an empty line after them.
const TEXT: &str = include_str!("levels.txt");

/// Returns the practice levels in order.
///
/// # Errors
/// [`PracticeError::Level`] if the file is damaged.
pub fn levels() -> Result<Vec<LevelRef>, PracticeError> {
    parse(TEXT)
}

fn parse(text: &str) -> Result<Vec<LevelRef>, PracticeError> {
    let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
    let levels = blocks.enumerate().map(|(index, block)| {
        block_level(index, block).map_err(|reason| PracticeError::Level { index, reason })
    });
    levels.collect()
}

fn block_level(index: usize, block: &str) -> Result<LevelRef, String> {
    let (head, rows) = block.split_once('\n').unwrap_or((block, ""));
    let title = head
        .strip_prefix("; ")
        .and_then(|head| head.split_once(' '))
        .filter(|(number, _)| number.parse() == Ok(index + 1))
        .map(|(_, title)| title.trim())
        .ok_or_else(|| format!("‘{head}’ should be ‘; {:02} title’", index + 1))?;
    let level = LOGO
        .parse_text(&format!("logo\n\n{rows}"))
        .map_err(|error| error.message.to_string())?;
    Ok(level.with_meta(Meta {
        title: title.to_owned(),
        author: "Planwright".to_owned(),
        notes: String::new(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_names_the_level() {
        let rows = "..........\n".repeat(6);
        let reason = |text: &str| {
            let error = parse(text).expect_err("is damaged");
            (error.level(), error.to_string())
        };
        let good = format!("; 01 One\n{rows}\n; 02 Two words\n{rows}");
        let levels = parse(&good).expect("is well formed");
        assert_eq!(levels[1].meta().title, "Two words");
        let (level, text) = reason(&good.replace("; 02", "; 03"));
        assert_eq!(level, Some(1));
        assert!(text.contains("; 02 title"), "{text}");
        let (level, text) = reason(&good.replacen("..........", ".....5....", 1));
        assert_eq!(level, Some(0));
        assert!(text.contains('5'), "{text}");
    }
}
