//! Fuzzy search over short texts, for the command palette and the library.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// Indices of the matching texts, best first; all in order for an empty query.
pub fn search<'a>(query: &str, texts: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
    let texts = texts.into_iter().enumerate();
    if query.trim().is_empty() {
        return texts.map(|(index, _)| index).collect();
    }
    let pattern = Pattern::parse(query, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let mut matches: Vec<(u32, usize, usize)> = texts
        .filter_map(|(index, text)| {
            let score = pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher)?;
            Some((score, text.len(), index))
        })
        .collect();
    // Of equally good matches, the shorter text first.
    matches.sort_by_key(|(score, length, index)| (std::cmp::Reverse(*score), *length, *index));
    matches.into_iter().map(|(_, _, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_initials_find_a_text() {
        let texts = ["Open…", "Open path…", "Rotate right", "Save as…"];
        assert_eq!(search("rotr", texts), [2]);
        assert_eq!(search("path", texts), [1]);
        assert_eq!(search("", texts), [0, 1, 2, 3]);
        assert!(search("zzz", texts).is_empty());
    }
}
