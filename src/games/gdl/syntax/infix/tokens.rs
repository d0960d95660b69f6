//! Tokens of the infix form, with the comments next to them.

use super::super::TextPos;
use super::super::lexer::TextCursor;
use crate::game::TextError;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Lexeme {
    Name(String),
    Quoted(String),
    Variable(String),
    Open,
    Close,
    And,
    Or,
    Not,
    Arrow,
    Differs,
    End,
}

pub(super) struct InfixToken {
    pub(super) lexeme: Lexeme,
    pub(super) pos: TextPos,
    /// Comments above it.
    pub(super) comments: Vec<String>,
    /// Comment after it on its line.
    pub(super) after: Option<String>,
    /// A blank line is above it or its comments.
    pub(super) blank: bool,
    /// A `(` follows without a blank.
    pub(super) calls: bool,
}

/// Tokens of the lines `from` to `to`, and the comments after the last token.
pub(super) fn tokens(
    source: &str,
    from: u32,
    to: u32,
) -> Result<(Vec<InfixToken>, Vec<String>), TextError> {
    let mut cursor = TextCursor::new(source);
    let mut tokens: Vec<InfixToken> = Vec::new();
    let mut comments: Vec<String> = Vec::new();
    let mut blank = false;
    let mut last_line = 0;
    while let Some(c) = cursor.peek() {
        let pos = cursor.pos;
        if pos.line < from || pos.line > to {
            cursor.take_while(|c| c != '\n');
            cursor.bump();
            continue;
        }
        if c.is_whitespace() {
            let blanks = cursor.take_while(char::is_whitespace);
            blank |= comments.is_empty() && blanks.matches('\n').count() > 1;
            continue;
        }
        if c == '%' || cursor.rest.starts_with("/*") {
            let text = match c {
                '%' => cursor.line_comment('%'),
                _ => block_comment(&mut cursor)?,
            };
            match tokens.last_mut() {
                Some(last) if pos.line == last_line && last.after.is_none() => {
                    last.after = Some(text);
                }
                _ => comments.extend(text.lines().map(|line| line.trim().to_owned())),
            }
            continue;
        }
        let lexeme = read_lexeme(&mut cursor, c)?;
        last_line = cursor.pos.line;
        tokens.push(InfixToken {
            lexeme,
            pos,
            comments: std::mem::take(&mut comments),
            after: None,
            blank: std::mem::take(&mut blank),
            calls: cursor.peek() == Some('('),
        });
    }
    Ok((tokens, comments))
}

fn block_comment(cursor: &mut TextCursor<'_>) -> Result<String, TextError> {
    let pos = cursor.pos;
    let Some(end) = cursor.rest[2..].find("*/") else {
        return Err(pos.error("this comment is not closed; ‘*/’ is missing"));
    };
    let text = cursor.rest[2..end + 2].trim().to_owned();
    cursor.take(end + 4);
    Ok(text)
}

/// Signs of the language; the first of each kind is its usual one.
pub(super) const SIGNS: [(&str, Lexeme); 14] = [
    (":-", Lexeme::Arrow),
    ("<=", Lexeme::Arrow),
    ("\\=", Lexeme::Differs),
    ("~", Lexeme::Not),
    ("\\+", Lexeme::Not),
    ("¬", Lexeme::Not),
    ("!=", Lexeme::Differs),
    (",", Lexeme::And),
    ("&", Lexeme::And),
    ("|", Lexeme::Or),
    (";", Lexeme::Or),
    ("(", Lexeme::Open),
    (")", Lexeme::Close),
    (".", Lexeme::End),
];

fn read_lexeme(cursor: &mut TextCursor<'_>, c: char) -> Result<Lexeme, TextError> {
    let pos = cursor.pos;
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if c.is_uppercase() || c == '_' {
        return Ok(Lexeme::Variable(cursor.take_while(word).to_owned()));
    }
    // As in prefix form, where variables may begin with a small letter.
    if c == '?' && cursor.rest[1..].starts_with(word) {
        cursor.bump();
        return Ok(Lexeme::Variable(cursor.take_while(word).to_owned()));
    }
    if c.is_alphanumeric() {
        return Ok(Lexeme::Name(cursor.take_while(word).to_owned()));
    }
    if matches!(c, '-' | '+') && cursor.rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
        cursor.bump();
        return Ok(Lexeme::Name(format!("{c}{}", cursor.take_while(word))));
    }
    if c == '\'' {
        return quoted(cursor);
    }
    for (sign, lexeme) in SIGNS {
        if cursor.rest.starts_with(sign) {
            cursor.take(sign.len());
            return Ok(lexeme);
        }
    }
    Err(pos.error(format!(
        "‘{c}’ has no meaning here; put names with such characters in quotes: 'a{c}b'"
    )))
}

fn quoted(cursor: &mut TextCursor<'_>) -> Result<Lexeme, TextError> {
    let pos = cursor.pos;
    let mut name = String::new();
    cursor.bump();
    loop {
        match cursor.bump() {
            Some('\'') if cursor.peek() == Some('\'') => {
                cursor.bump();
                name.push('\'');
            }
            Some('\'') if name.is_empty() => return Err(pos.error("this name is empty")),
            Some('\'') => return Ok(Lexeme::Quoted(name)),
            Some('\\') => name.extend(cursor.bump()),
            Some('\n') | None => {
                return Err(pos.error("this quote is not closed; ‘'’ is missing"));
            }
            Some(c) => name.push(c),
        }
    }
}
