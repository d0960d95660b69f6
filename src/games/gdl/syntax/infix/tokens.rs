//! Tokens of the infix form, with the comments next to them.

use crate::game::FormError;

use super::super::Place;
use super::super::lexer::Cursor;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
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

pub(super) struct Spot {
    pub(super) token: Token,
    pub(super) place: Place,
    pub(super) comments: Vec<String>,
    /// Comment after it on its line.
    pub(super) after: Option<String>,
    pub(super) blank: bool,
    /// A `(` follows without a blank.
    pub(super) calls: bool,
}

/// Tokens of these lines, and the comments after the last one.
pub(super) fn tokens(
    source: &str,
    from: u32,
    to: u32,
) -> Result<(Vec<Spot>, Vec<String>), FormError> {
    let mut cursor = Cursor::new(source);
    let mut spots: Vec<Spot> = Vec::new();
    let mut comments: Vec<String> = Vec::new();
    let mut blank = false;
    let mut last_line = 0;
    while let Some(c) = cursor.peek() {
        let place = cursor.place;
        if place.line < from || place.line > to {
            cursor.take_while(|c| c != '\n');
            cursor.bump();
            continue;
        }
        if c.is_whitespace() {
            let blanks = cursor.take_while(char::is_whitespace);
            blank |= comments.is_empty() && blanks.bytes().filter(|b| *b == b'\n').count() > 1;
            continue;
        }
        if c == '%' || cursor.rest.starts_with("/*") {
            let text = if c == '%' {
                cursor.line_comment('%')
            } else {
                block_comment(&mut cursor)?
            };
            match spots.last_mut() {
                Some(spot) if place.line == last_line && spot.after.is_none() => {
                    spot.after = Some(text);
                }
                _ => comments.extend(text.lines().map(|line| line.trim().to_owned())),
            }
            continue;
        }
        let token = token(&mut cursor, c)?;
        last_line = cursor.place.line;
        spots.push(Spot {
            token,
            place,
            comments: std::mem::take(&mut comments),
            after: None,
            blank: std::mem::take(&mut blank),
            calls: cursor.peek() == Some('('),
        });
    }
    Ok((spots, comments))
}

fn block_comment(cursor: &mut Cursor<'_>) -> Result<String, FormError> {
    let place = cursor.place;
    let Some(end) = cursor.rest[2..].find("*/") else {
        return Err(place.error("this comment is not closed; ‘*/’ is missing"));
    };
    let mut left = cursor.rest[..end + 4].chars().count();
    let text = cursor.rest[2..end + 2].trim().to_owned();
    while left > 0 {
        cursor.bump();
        left -= 1;
    }
    Ok(text)
}

fn token(cursor: &mut Cursor<'_>, c: char) -> Result<Token, FormError> {
    const SIGNS: [(&str, Token); 14] = [
        (":-", Token::Arrow),
        ("<=", Token::Arrow),
        ("\\=", Token::Differs),
        ("\\+", Token::Not),
        ("!=", Token::Differs),
        ("~", Token::Not),
        ("¬", Token::Not),
        (",", Token::And),
        ("&", Token::And),
        ("|", Token::Or),
        (";", Token::Or),
        ("(", Token::Open),
        (")", Token::Close),
        (".", Token::End),
    ];
    let place = cursor.place;
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if c.is_uppercase() || c == '_' {
        return Ok(Token::Variable(cursor.take_while(word).to_owned()));
    }
    // As in prefix form, where variables may begin with a small letter.
    if c == '?' && cursor.rest[1..].starts_with(word) {
        cursor.bump();
        return Ok(Token::Variable(cursor.take_while(word).to_owned()));
    }
    if c.is_alphanumeric() {
        return Ok(Token::Name(cursor.take_while(word).to_owned()));
    }
    if matches!(c, '-' | '+') && cursor.rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
        cursor.bump();
        return Ok(Token::Name(format!("{c}{}", cursor.take_while(word))));
    }
    if c == '\'' {
        return quoted(cursor);
    }
    for (sign, token) in SIGNS {
        if cursor.rest.starts_with(sign) {
            sign.chars().for_each(|_| {
                cursor.bump();
            });
            return Ok(token);
        }
    }
    Err(place.error(format!(
        "‘{c}’ has no meaning here; put names with such characters in quotes: 'a{c}b'"
    )))
}

fn quoted(cursor: &mut Cursor<'_>) -> Result<Token, FormError> {
    let place = cursor.place;
    let mut name = String::new();
    cursor.bump();
    loop {
        match cursor.bump() {
            Some('\'') if cursor.peek() == Some('\'') => {
                cursor.bump();
                name.push('\'');
            }
            Some('\'') if name.is_empty() => return Err(place.error("this name is empty")),
            Some('\'') => return Ok(Token::Quoted(name)),
            Some('\\') => name.extend(cursor.bump()),
            Some('\n') | None => {
                return Err(place.error("this quote is not closed; ‘'’ is missing"));
            }
            Some(c) => name.push(c),
        }
    }
}
