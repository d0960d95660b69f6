//! A place in a line, and what can be read there.

/// Whether a character is blank: Unicode's white space and the byte order mark.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Whether a character can be part of a name.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A line in lower case, as the language ignores case, with its original beside it.
#[derive(Clone, Debug, Default)]
pub struct Line {
    lower: Vec<char>,
    original: Vec<char>,
    /// Index of the next character.
    pub at: usize,
}

impl Line {
    /// A line without its end.
    pub fn new(text: &str) -> Self {
        let original: Vec<char> = text.chars().collect();
        // One for one, so that places in both are the same; the few letters with longer lower forms stay.
        let lower = original.iter().map(|c| {
            let mut lower = c.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(lower), None) => lower,
                _ => *c,
            }
        });
        Self {
            lower: lower.collect(),
            original,
            at: 0,
        }
    }

    /// Column of the next character, from 1.
    pub fn column(&self) -> usize {
        self.at + 1
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.at >= self.lower.len()
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.lower.get(self.at).copied()
    }

    /// What is left, in lower case.
    pub fn rest(&self) -> &[char] {
        self.lower.get(self.at..).unwrap_or_default()
    }

    /// What is left as it was written, without blanks around it.
    pub fn rest_as_written(&self) -> String {
        let rest = self.original.get(self.at..).unwrap_or_default();
        trimmed(rest)
    }

    /// The whole line in lower case.
    pub fn all(&self) -> &[char] {
        &self.lower
    }

    /// The whole line as it was written.
    pub fn as_written(&self) -> &[char] {
        &self.original
    }

    /// Passes the next character.
    pub fn skip(&mut self) {
        self.at = (self.at + 1).min(self.lower.len());
    }

    /// Passes the rest.
    pub fn skip_all(&mut self) {
        self.at = self.lower.len();
    }

    /// Passes blanks.
    pub fn skip_blanks(&mut self) {
        self.take_while(is_blank);
    }

    /// Passes all up to a comment.
    pub fn skip_to_comment(&mut self) -> String {
        self.take_while(|c| c != '(')
    }

    /// Passes characters of a kind and returns them.
    pub fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let length = self.rest().iter().take_while(|c| keep(**c)).count();
        let taken = self.rest()[..length].iter().collect();
        self.at += length;
        taken
    }

    /// Passes a word and the blanks behind it; nothing if there is none.
    pub fn take_word(&mut self) -> Option<String> {
        let word = self.take_while(is_word);
        self.skip_blanks();
        (!word.is_empty()).then_some(word)
    }

    /// Passes what stands up to a blank or a comment, and the blanks behind it.
    pub fn take_part(&mut self) -> String {
        let mut part = self.take_while(|c| !is_blank(c) && c != '(' && c != ')');
        if part.is_empty() {
            part = self.skip_to_comment();
        }
        self.skip_blanks();
        part
    }

    /// Passes one of some words, if no letter follows it, and the blanks behind it.
    pub fn take_one_of(&mut self, words: &[&'static str]) -> Option<&'static str> {
        let found = words.iter().copied().find(|word| {
            let length = word.chars().count();
            let rest = self.rest();
            rest.len() >= length
                && word.chars().eq(rest[..length].iter().copied())
                && !rest.get(length).copied().is_some_and(is_word)
        })?;
        self.at += found.chars().count();
        self.skip_blanks();
        Some(found)
    }

    /// Passes a whole number.
    pub fn take_number(&mut self) -> Option<String> {
        let digits = self.rest().iter().take_while(|c| c.is_ascii_digit());
        let length = digits.count();
        if length == 0 || self.rest().get(length).copied().is_some_and(is_word) {
            return None;
        }
        let taken = self.rest()[..length].iter().collect();
        self.at += length;
        Some(taken)
    }
}

/// The text of characters without blanks around it.
pub fn trimmed(chars: &[char]) -> String {
    let text: String = chars.iter().collect();
    text.trim_matches(is_blank).to_owned()
}

/// The first run of a line that holds no opening bracket of a comment.
pub fn before_comment(chars: &[char]) -> (usize, &[char]) {
    let start = chars.iter().take_while(|c| **c == '(').count();
    let rest = &chars[start..];
    let length = rest.iter().take_while(|c| **c != '(').count();
    (start, &rest[..length])
}
