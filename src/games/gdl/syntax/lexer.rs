//! Text cursor with line and column, shared by both readers.

use super::TextPos;

pub(super) struct TextCursor<'a> {
    pub rest: &'a str,
    pub pos: TextPos,
}

impl<'a> TextCursor<'a> {
    pub fn new(source: &'a str) -> Self {
        Self {
            rest: source.strip_prefix('\u{feff}').unwrap_or(source),
            pos: TextPos { line: 1, column: 1 },
        }
    }

    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes one character. A lone CR counts as a blank.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.pos.line += 1;
            self.pos.column = 1;
        } else {
            self.pos.column += 1;
        }
        Some(c)
    }

    pub fn take_while(&mut self, mut keep: impl FnMut(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !keep(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    pub fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest[..bytes];
        for _ in taken.chars() {
            self.bump();
        }
        taken
    }

    /// Takes the rest of the line as a comment's text, without comment signs and blanks around it.
    pub fn line_comment(&mut self, sign: char) -> String {
        let line = self.take_while(|c| c != '\n');
        line.trim_start_matches(sign).trim().to_owned()
    }
}
