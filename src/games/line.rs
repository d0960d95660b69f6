//! Game IDs: a level in one line, to be sent in a message and pasted.
//!
//! A game ID is `planwright:` and the plain text with its title, in characters that survive mail and chat: `/` is a
//! line end and `+` a blank; these two, `%`, and other unsafe bytes are written as `%` and two hexadecimal digits.

use crate::game::{LevelRef, Meta};

const HEAD: &str = "planwright:";

/// Graphic characters with a meaning here, or that chat programs interpret.
const UNSAFE: &[u8] = b"/+%*_~`<>\\";

/// Returns the game ID of a level, without author and notes.
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
            _ if byte.is_ascii_graphic() && !UNSAFE.contains(&byte) => line.push(byte as char),
            _ => line.push_str(&format!("%{byte:02X}")),
        }
    }
    line
}

/// Returns whether a text is meant as a game ID.
pub fn is_line(text: &str) -> bool {
    text.trim_start().starts_with(HEAD)
}

/// Decodes the plain text of a game ID. An error has the position of the fault, in bytes from 1.
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
        let at = error.utf8_error().valid_up_to();
        (at + offset, "this is not UTF-8")
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
    fn a_broken_line_is_reported_with_its_position() {
        for (line, part) in [
            ("planwright:logo//..%Z1", "character 20"),
            ("planwright:logo//..%1", "character 20"),
            ("planwright:logo//..%FF", "UTF-8"),
            ("planwright:logo//..5", "line 3, column 3"),
            ("planwright:", "it is empty"),
        ] {
            let error = load(line.as_bytes(), None, None).expect_err("is broken");
            assert!(error.to_string().contains(part), "{line}: {error}");
        }
    }
}
