//! Positions in a text: lines, columns, bytes and characters; brackets and words.

use std::ops::Range;

use crate::game::{Token, TokenKind};

/// Number of characters before a byte position.
pub(super) fn char_count(text: &str, at: usize) -> usize {
    text.get(..at).map_or(0, |before| before.chars().count())
}

/// Byte position after `characters` characters; the end of the text if there are fewer.
pub(super) fn byte_at(text: &str, characters: usize) -> usize {
    let mut offsets = text.char_indices().map(|(at, _)| at);
    offsets.nth(characters).unwrap_or(text.len())
}

/// Line and column, from 1, of the position after `caret` characters.
pub(super) fn line_and_column(text: &str, caret: usize) -> (usize, usize) {
    let before = &text[..byte_at(text, caret)];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// Byte range at a line and column: a word, the line’s part of a bracketed expression, or the last character.
pub(super) fn range_at(text: &str, line: usize, column: usize) -> Range<usize> {
    let Some(row) = text.split('\n').nth(line.saturating_sub(1)) else {
        return text.len()..text.len();
    };
    let start = row.as_ptr() as usize - text.as_ptr() as usize;
    let offset = byte_at(row, column.saturating_sub(1));
    let rest = &row[offset..];
    let at = start + offset;
    let Some(first) = rest.chars().next() else {
        let last = row.chars().next_back().map_or(0, char::len_utf8);
        return at - last..at;
    };
    if first != '(' {
        let word = rest.find(|c: char| c.is_whitespace() || "();".contains(c));
        return at..at + word.unwrap_or(rest.len()).max(first.len_utf8());
    }
    let mut depth = 0;
    for (length, c) in rest.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return at..at + length + 1;
        }
    }
    at..at + rest.trim_end().len()
}

/// The bracket next to a byte position and the matching one.
pub(super) fn brackets(tokens: &[Token], at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let is_bracket = |token: &&Token| matches!(token.kind, TokenKind::Open | TokenKind::Close);
    let after = tokens.partition_point(|token| token.range.start < at);
    let here = |index: usize| tokens.get(index).filter(is_bracket).map(|_| index);
    let before = after.checked_sub(1);
    let before = before.filter(|index| tokens[*index].range.end == at);
    let begin = before
        .and_then(here)
        .or_else(|| here(after).filter(|index| tokens[*index].range.start == at))?;
    let step = |kind| match kind {
        TokenKind::Open => 1,
        TokenKind::Close => -1,
        _ => 0,
    };
    let mut depth = 0;
    let mut closes = |token: &&Token| {
        depth += step(token.kind);
        depth == 0
    };
    let other = if tokens[begin].kind == TokenKind::Open {
        tokens[begin..].iter().find(&mut closes)
    } else {
        tokens[..=begin].iter().rev().find(&mut closes)
    };
    Some((tokens[begin].range.clone(), other?.range.clone()))
}

/// Start of the word that ends at a byte position.
pub(super) fn word_start(text: &str, at: usize, is_word: impl Fn(char) -> bool) -> usize {
    let before = &text[..at];
    let letters = before.chars().rev().take_while(|c| is_word(*c));
    at - letters.map(char::len_utf8).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_found_by_line_and_column() {
        let text = "é (a b)\n(<= (p\n  ?x) word\n";
        assert_eq!(&text[range_at(text, 1, 3)], "(a b)");
        assert_eq!(&text[range_at(text, 2, 1)], "(<= (p");
        assert_eq!(&text[range_at(text, 3, 7)], "word");
        assert_eq!(&text[range_at(text, 3, 99)], "d");
        assert!(range_at(text, 99, 1).is_empty());
        assert_eq!(line_and_column(text, 9), (2, 2));
        assert_eq!(line_and_column(text, 999), (4, 1));
    }

    #[test]
    fn brackets_are_found_on_both_sides_of_the_caret() {
        let token = |at: usize, kind| Token {
            range: at..at + 1,
            kind,
        };
        use TokenKind::{Close, Name, Open};
        // ((a))
        let tokens: Vec<Token> = [Open, Open, Name, Close, Close]
            .into_iter()
            .enumerate()
            .map(|(at, kind)| token(at, kind))
            .collect();
        assert_eq!(brackets(&tokens, 0), Some((0..1, 4..5)));
        assert_eq!(brackets(&tokens, 2), Some((1..2, 3..4)));
        assert_eq!(brackets(&tokens, 5), Some((4..5, 0..1)));
        assert_eq!(brackets(&tokens[..3], 0), None);
        assert_eq!(brackets(&[], 0), None);
    }

    #[test]
    fn words_begin_behind_what_is_no_part_of_them() {
        let word = |c: char| c.is_alphanumeric();
        assert_eq!(word_start("(añb", 5, word), 1);
        assert_eq!(word_start("(", 1, word), 1);
    }
}
