//! "Did you mean …?"

/// Words less alike than this are no suggestion; as clap has it.
const ALIKE: f64 = 0.7;

/// The known word nearest to `word`, if any is near.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| (strsim::jaro(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// `; did you mean ‘…’?`, or nothing.
pub(super) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known)
        .map(|word| format!("; did you mean ‘{word}’?"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let known = ["backward", "fewest-keys", "peel"];
        assert_eq!(nearest("pele", known), Some("peel"));
        assert_eq!(nearest("fewestkeys", known), Some("fewest-keys"));
        assert_eq!(nearest("xyz", known), None);
    }
}
