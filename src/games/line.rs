//! A level in one line, to be sent in a message and pasted: its game ID.
//!
//! It is the plain text with its title, after the word `planwright:`, in signs that survive mail and
//! chat: `/` stands for the end of a line and `+` for a blank; these two, `%`, and what else could
//! be lost on the way are written as `%` and two hexadecimal digits a byte. So it can be read, and
//! everything that the text can say fits in.

use crate::game::{LevelRef, Meta};

/// How a game ID begins.
const HEAD: &str = "planwright:";

/// The game ID of a level. Author and notes are left out: they are not the puzzle.
pub fn to_line(level: &LevelRef) -> String {
    let title = level.meta().title.clone();
    let bare = level.with_meta(Meta {
        title,
        ..Meta::default()
    });
    let mut line = String::from(HEAD);
    for byte in bare.to_text().trim_end_matches('\n').bytes() {
        match byte {
            b'\n' => line.push('/'),
            b' ' => line.push('+'),
            // What chat programs take for a beginning of something else, or eat.
            b'/' | b'+' | b'%' | b'*' | b'_' | b'~' | b'`' | b'<' | b'>' | b'\\' => {
                line.push_str(&format!("%{byte:02X}"));
            }
            0x21..=0x7e => line.push(byte as char),
            _ => line.push_str(&format!("%{byte:02X}")),
        }
    }
    line
}

/// Whether a text is meant as a game ID.
pub fn is_line(text: &str) -> bool {
    text.trim_start().starts_with(HEAD)
}

/// The plain text in a game ID.
///
/// # Errors
/// Where it is broken, in signs counted from 1, and how.
pub fn from_line(line: &str) -> Result<String, (usize, &'static str)> {
    let start = line.len() - line.trim_start().len();
    let line = line.trim_end();
    let rest = line[start..]
        .strip_prefix(HEAD)
        .ok_or((1, "a game ID begins with ‘planwright:’"))?;
    let mut bytes = Vec::with_capacity(rest.len());
    let mut signs = rest.bytes().enumerate();
    let offset = start + HEAD.len() + 1;
    while let Some((at, byte)) = signs.next() {
        bytes.push(match byte {
            b'/' => b'\n',
            b'+' => b' ',
            b'%' => {
                let mut digit = || Some((signs.next()?.1 as char).to_digit(16)? as u8);
                let value = digit().zip(digit()).map(|(high, low)| 16 * high + low);
                value.ok_or((at + offset, "expected two hexadecimal digits after ‘%’"))?
            }
            // A mail program may have broken the line.
            b'\r' | b'\n' => continue,
            byte => byte,
        });
    }
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(|error| {
        (
            error.utf8_error().valid_up_to() + offset,
            "this is not UTF-8",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::{all, load::load};
    use super::*;

    #[test]
    fn a_title_of_any_signs_stays() {
        let game = all().first().expect("there is a game");
        for title in ["One/two + 100 %", "Größe ▲", "a_b*c"] {
            let level = game.blank(None).with_meta(Meta {
                title: title.to_owned(),
                author: "Somebody".to_owned(),
                ..Meta::default()
            });
            let back = load(to_line(&level).as_bytes(), None, None).expect("loads");
            assert_eq!(back.meta().title, title);
            assert_eq!(back.meta().author, "");
        }
    }

    #[test]
    fn a_broken_line_is_told_with_its_place() {
        for (line, part) in [
            ("planwright:logo//..%Z1", "character 20"),
            ("planwright:logo//..%1", "character 20"),
            ("planwright:logo//..%FF", "UTF-8"),
            ("planwright:logo//..5", "line 3, column 3"),
            ("planwright:", "no game"),
        ] {
            let error = load(line.as_bytes(), None, None).expect_err("is broken");
            assert!(error.to_string().contains(part), "{line}: {error}");
        }
    }
}
