//! Searching levels: each word of the query has to be found in one of a level's fields.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::Item;

/// How much more a word in the title counts than one elsewhere.
const TITLE: u32 = 4;

/// How much a title counts that is the query, more than words in all fields can.
const WHOLE_TITLE: u32 = 100_000;

/// A query and what is needed to look for it.
pub struct Search {
    query: String,
    words: Vec<Pattern>,
    matcher: Matcher,
    buffer: Vec<char>,
}

/// How well a level matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The more the better.
    pub score: u32,
    /// The fields other than the title that a word was found in, with what is in them.
    pub fields: Vec<(&'static str, String)>,
}

impl Search {
    /// For this query; its words may be found in different fields.
    pub fn new(query: &str) -> Self {
        let word = |word| {
            let (case, normal) = (CaseMatching::Ignore, Normalization::Smart);
            Pattern::new(word, case, normal, AtomKind::Substring)
        };
        Self {
            query: query.trim().to_lowercase(),
            words: query.split_whitespace().map(word).collect(),
            matcher: Matcher::new(Config::DEFAULT),
            buffer: Vec::new(),
        }
    }

    /// Whether nothing is looked for, so that everything is found.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How well a level matches; `None` if a word is found nowhere in it.
    pub fn find(&mut self, item: &Item) -> Option<Found> {
        let fields = item.fields();
        let mut found = Found::default();
        if fields[0].1.to_lowercase() == self.query {
            found.score = WHOLE_TITLE;
        }
        for word in &self.words {
            let mut best = None;
            for (index, (_, text)) in fields.iter().enumerate() {
                let text = Utf32Str::new(text, &mut self.buffer);
                let Some(score) = word.score(text, &mut self.matcher) else {
                    continue;
                };
                let score = if index == 0 { TITLE * score } else { score };
                if best.is_none_or(|(other, _)| score > other) {
                    best = Some((score, index));
                }
            }
            let (score, index) = best?;
            found.score += score;
            let (name, text) = &fields[index];
            if index > 0 && found.fields.iter().all(|(other, _)| other != name) {
                found.fields.push((name, text.clone()));
            }
        }
        Some(found)
    }
}
