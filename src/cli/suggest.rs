//! Suggestions for unknown words.

/// Minimum similarity of a suggestion, as in clap.
const MIN_SIMILARITY: f64 = 0.7;

/// Known word most similar to `word`, if any is similar.
fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.into_iter();
    let rated = known.map(|candidate| (strsim::jaro(word, candidate), candidate));
    let similar = rated.filter(|(similarity, _)| *similarity > MIN_SIMILARITY);
    Some(similar.max_by(|a, b| a.0.total_cmp(&b.0))?.1)
}

/// Ends a sentence with a suggestion (`; did you mean ‘…’?`) or a full stop.
pub(super) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(word, known) {
        Some(word) => format!("; did you mean ‘{word}’?"),
        None => ".".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_recognized_and_other_words_are_not() {
        let known = ["backward", "fewest-keys", "peel"];
        assert_eq!(nearest("pele", known), Some("peel"));
        assert_eq!(nearest("fewestkeys", known), Some("fewest-keys"));
        assert_eq!(nearest("xyz", known), None);
    }
}
