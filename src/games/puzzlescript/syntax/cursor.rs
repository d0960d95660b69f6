//! A cursor in a line. Like the regular expressions of PuzzleScript's parser, its methods take text from the cursor on.

/// Returns whether a character is blank: Unicode white space or the byte order mark.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Returns whether a character can be part of a name.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A line in lower case, as the language ignores case, with its original.
#[derive(Clone, Debug, Default)]
pub struct LineCursor {
    lower: Vec<char>,
    original: Vec<char>,
    /// Index of the next character.
    pub at: usize,
}

impl LineCursor {
    /// A line without its line break.
    pub fn new(text: &str) -> Self {
        let original: Vec<char> = text.chars().collect();
        // One to one, so that positions in both are equal; the few letters with longer lower forms stay.
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

    pub fn is_done(&self) -> bool {
        self.at >= self.lower.len()
    }

    pub fn peek(&self) -> Option<char> {
        self.lower.get(self.at).copied()
    }

    /// Remaining characters, in lower case.
    pub fn rest(&self) -> &[char] {
        self.lower.get(self.at..).unwrap_or_default()
    }

    /// Remaining characters as written, trimmed.
    pub fn rest_as_written(&self) -> String {
        trimmed(self.original.get(self.at..).unwrap_or_default())
    }

    /// The whole line, in lower case.
    pub fn all(&self) -> &[char] {
        &self.lower
    }

    /// The whole line as written.
    pub fn as_written(&self) -> &[char] {
        &self.original
    }

    pub fn skip(&mut self) {
        self.at = (self.at + 1).min(self.lower.len());
    }

    pub fn skip_all(&mut self) {
        self.at = self.lower.len();
    }

    pub fn skip_blanks(&mut self) {
        self.take_while(is_blank);
    }

    /// Skips to the next opening bracket, which begins a comment, or to the end; returns the skipped text.
    pub fn skip_to_comment(&mut self) -> String {
        self.take_while(|c| c != '(')
    }

    /// Skips characters while `keep` holds, and returns them.
    pub fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let length = self.rest().iter().take_while(|c| keep(**c)).count();
        let taken = self.rest()[..length].iter().collect();
        self.at += length;
        taken
    }

    /// Skips a word ([`is_word`]) and the blanks after it, and returns the word; `None` if there is none.
    pub fn take_word(&mut self) -> Option<String> {
        let word = self.take_while(is_word);
        self.skip_blanks();
        (!word.is_empty()).then_some(word)
    }

    /// Skips to a blank or bracket, and the blanks after it; returns the text before. At a closing bracket, which
    /// begins no token, skips to the next comment instead, so that something is taken.
    pub fn take_token(&mut self) -> String {
        let mut token = self.take_while(|c| !is_blank(c) && c != '(' && c != ')');
        if token.is_empty() {
            token = self.skip_to_comment();
        }
        self.skip_blanks();
        token
    }

    /// Skips the first of some ASCII words that is next and not the beginning of a longer name ([`is_word`]), and the
    /// blanks after it. Returns the word.
    pub fn take_one_of(
        &mut self,
        words: impl IntoIterator<Item = &'static str>,
    ) -> Option<&'static str> {
        let rest = self.rest();
        let found = words.into_iter().find(|word| {
            let mut rest = rest.iter().copied();
            word.chars().all(|c| rest.next() == Some(c)) && !rest.next().is_some_and(is_word)
        })?;
        self.at += found.len();
        self.skip_blanks();
        Some(found)
    }
}

/// The text of characters, trimmed.
pub fn trimmed(chars: &[char]) -> String {
    let text: String = chars.iter().collect();
    text.trim_matches(is_blank).to_owned()
}

/// First run of characters other than opening brackets, with its start (`/[^\(]+/` in PuzzleScript's parser). If a line
/// begins with a comment, the run starts inside it.
pub fn before_comment(chars: &[char]) -> (usize, &[char]) {
    let start = chars.iter().take_while(|c| **c == '(').count();
    let rest = &chars[start..];
    let length = rest.iter().take_while(|c| **c != '(').count();
    (start, &rest[..length])
}
