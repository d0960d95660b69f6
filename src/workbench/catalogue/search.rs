//! Level search: each word of the query must occur in one of a level's fields.

use std::cmp::Reverse;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::LibraryItem;

/// Weight of a match in the title, relative to other fields.
const TITLE_WEIGHT: u32 = 4;
/// Bonus for a title equal to the query; exceeds any sum of word scores.
const EXACT_TITLE_BONUS: u32 = 100_000;

pub struct LevelSearch {
    query: String,
    /// The words, and whether each is a number.
    words: Vec<(Pattern, bool)>,
    matcher: Matcher,
    buffer: Vec<char>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelMatch {
    /// Higher is better.
    pub score: u32,
    /// Fields other than the title that matched, with their text.
    pub fields: Vec<(&'static str, String)>,
}

impl LevelSearch {
    /// Compiles a query. Its words may match in different fields.
    pub fn new(query: &str) -> Self {
        let word = |word: &str| {
            let (case, normal) = (CaseMatching::Ignore, Normalization::Smart);
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let pattern = Pattern::new(word, case, normal, AtomKind::Substring);
            (pattern, is_number)
        };
        Self {
            query: query.trim().to_lowercase(),
            words: query.split_whitespace().map(word).collect(),
            matcher: Matcher::new(Config::DEFAULT),
            buffer: Vec::new(),
        }
    }

    /// Returns whether the query has no words, so that everything matches.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Matches a level; `None` if a word occurs in no field.
    pub fn find(&mut self, item: &LibraryItem) -> Option<LevelMatch> {
        let fields = item.fields();
        let mut result = LevelMatch::default();
        if fields[0].1.to_lowercase() == self.query {
            result.score = EXACT_TITLE_BONUS;
        }
        for (word, is_number) in &self.words {
            let matches = fields
                .iter()
                .enumerate()
                .filter_map(|(index, (name, text))| {
                    // A number is a level's, not half of a size.
                    if *is_number && *name == "size" {
                        return None;
                    }
                    let text = Utf32Str::new(text, &mut self.buffer);
                    let weight = if index == 0 { TITLE_WEIGHT } else { 1 };
                    let score = word.score(text, &mut self.matcher)?;
                    Some((weight * score, Reverse(index)))
                });
            // Of equal fields, the first.
            let (score, Reverse(index)) = matches.max()?;
            result.score += score;
            let (name, text) = &fields[index];
            if index > 0 && result.fields.iter().all(|(other, _)| other != name) {
                result.fields.push((name, text.clone()));
            }
        }
        Some(result)
    }
}
