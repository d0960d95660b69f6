//! The text of a game for editors: problems, syntax colours and sprites.

use std::sync::Arc;

use crate::game::search::Budget;
use crate::game::{
    Language, LevelRef, Notation, ParsedText, SpriteText, TextError, Token, TokenKind,
};

use super::compile::{Color, color, options};
use super::game_file::{first_playable, read};
use super::syntax::{
    self, OPTIONS_WITH_VALUE, ObjectText, SECTIONS, SWITCHES, is_blank, is_command, is_in, is_mark,
    is_word,
};

pub(super) struct ScriptLanguage;

static NOTATIONS: [Notation; 1] = [Notation {
    name: "PuzzleScript",
    extension: "puzzlescript",
}];

impl Language for ScriptLanguage {
    fn parse(&self, source: &str, _budget: &Budget) -> ParsedText {
        let levels = match read(source) {
            Ok(levels) => levels,
            Err(complaints) => {
                return ParsedText {
                    complaints,
                    ..ParsedText::default()
                };
            }
        };
        let Some(first) = levels.first() else {
            return ParsedText::default();
        };
        let file = Arc::clone(&first.file);
        let names = file.game.names.all().chain(SECTIONS);
        let mut names: Vec<Arc<str>> = names.map(Arc::from).collect();
        names.sort_unstable();
        names.dedup();
        ParsedText {
            level: first_playable(levels).map(|level| Arc::new(level) as LevelRef),
            complaints: file.problems.clone(),
            names,
        }
    }

    fn has_boards(&self) -> bool {
        true
    }

    fn sprite_at(&self, source: &str, line: usize) -> Option<SpriteText> {
        let (parsed, mut problems) = syntax::read(source);
        let parsed = parsed?;
        let palette = options::palette(&parsed, &mut problems);
        let ends = |object: &ObjectText| object.positions.last().map_or(0, |(line, _)| *line);
        let mut objects = parsed.objects.iter();
        let object = objects.find(|object| (object.line..=ends(object)).contains(&line))?;
        let mut colors: Vec<(char, Option<[u8; 3]>)> = vec![('.', None)];
        for (digit, text) in ('0'..='9').zip(&object.colors) {
            let rgb = match color(text, palette)? {
                Color::Rgb(rgb) => Some(rgb),
                Color::Transparent => None,
            };
            colors.push((digit, rgb));
        }
        let later_starts = source.match_indices('\n').map(|(at, _)| at + 1);
        let starts: Vec<usize> = std::iter::once(0).chain(later_starts).collect();
        let row = |(text, (line, column)): (&String, &(usize, usize))| {
            let start = starts.get(line - 1)?;
            let before = source[*start..].chars().take(column - 1);
            let skipped: usize = before.map(char::len_utf8).sum();
            let pixel = |(index, sign): (usize, char)| {
                let at = start + skipped + index;
                let value = colors.iter().position(|(known, _)| *known == sign)?;
                Some((value, at..at + 1))
            };
            text.chars().enumerate().map(pixel).collect::<Option<_>>()
        };
        let rows = object.sprite.iter().zip(&object.positions).map(row);
        Some(SpriteText {
            name: object.name.clone(),
            pixels: rows.collect::<Option<_>>()?,
            colors,
        })
    }

    fn notations(&self) -> &'static [Notation] {
        &NOTATIONS
    }

    fn notation(&self, _source: &str) -> usize {
        0
    }

    fn in_notation(&self, source: &str, _notation: usize) -> Result<String, TextError> {
        Ok(source.to_owned())
    }

    fn tokens(&self, source: &str) -> Vec<Token> {
        let mut highlighter = Highlighter {
            tokens: Vec::new(),
            section: None,
            comments: 0,
        };
        let mut at = 0;
        for line in source.split_inclusive('\n') {
            highlighter.add_line(line, at);
            at += line.len();
        }
        highlighter.tokens
    }

    fn is_word(&self, character: char) -> bool {
        is_word(character)
    }
}

/// Highlights a text line by line.
struct Highlighter {
    tokens: Vec<Token>,
    /// Index in [`SECTIONS`]; `None` in the prelude.
    section: Option<usize>,
    /// Number of open comments.
    comments: usize,
}

impl Highlighter {
    fn add_token(&mut self, start: usize, length: usize, kind: TokenKind) {
        let range = start..start + length;
        self.tokens.push(Token { range, kind });
    }

    /// Adds the tokens of a line, which begins at byte `start` of the text.
    fn add_line(&mut self, line: &str, start: usize) {
        let mut at = 0;
        let mut first = true;
        while let Some(c) = line[at..].chars().next() {
            let rest = &line[at..];
            if self.comments > 0 || c == '(' {
                let length = self.comment_len(rest);
                self.add_token(start + at, length, TokenKind::Comment);
                at += length;
                continue;
            }
            if is_blank(c) {
                at += c.len_utf8();
                continue;
            }
            let word = rest.len() - rest.trim_start_matches(is_word).len();
            let length = if word > 0 { word } else { c.len_utf8() };
            let kind = self.kind(&rest[..length].to_lowercase(), c, first);
            // The rest of such a line is free text.
            let all = first && self.is_free_text(&rest[..length].to_lowercase());
            self.add_token(start + at, length, kind);
            at += length;
            first = false;
            if all {
                break;
            }
        }
    }

    /// Length of a comment in a line, from its bracket or the start of the line.
    fn comment_len(&mut self, rest: &str) -> usize {
        for (index, c) in rest.char_indices() {
            match c {
                '(' => self.comments += 1,
                ')' => {
                    self.comments = self.comments.saturating_sub(1);
                    if self.comments == 0 {
                        return index + 1;
                    }
                }
                _ => {}
            }
        }
        rest.len()
    }

    fn is_free_text(&self, word: &str) -> bool {
        match self.section.map(|section| SECTIONS[section]) {
            None => matches!(word, "title" | "author" | "homepage"),
            Some("levels") => word == "message",
            _ => false,
        }
    }

    /// Kind of a token that begins with `c`. If it is the `first` in its line and a heading, its section begins.
    fn kind(&mut self, word: &str, c: char, first: bool) -> TokenKind {
        if first && let Some(section) = SECTIONS.iter().position(|known| *known == word) {
            self.section = Some(section);
            return TokenKind::Keyword;
        }
        let is_keyword = match self.section.map(|section| SECTIONS[section]) {
            None => is_in(OPTIONS_WITH_VALUE, word) || is_in(SWITCHES, word),
            Some("rules") => {
                is_mark(word)
                    || is_command(word)
                    || matches!(word, "late" | "rigid" | "random" | "startloop" | "endloop")
                    || "|->+<^".contains(c)
            }
            Some("legend") => matches!(word, "and" | "or" | "="),
            Some("winconditions") => matches!(word, "all" | "any" | "some" | "no" | "on"),
            Some("levels") => first && word == "message",
            Some("sounds") => is_mark(word),
            _ => c == '=',
        };
        // Section 0 is OBJECTS, with colours and pixels.
        match c {
            '[' => TokenKind::Open,
            ']' => TokenKind::Close,
            _ if is_keyword => TokenKind::Keyword,
            c if c.is_ascii_digit() && self.section == Some(0) => TokenKind::Number,
            '#' | '.' if self.section == Some(0) => TokenKind::Number,
            _ => TokenKind::Name,
        }
    }
}
