//! From the bytes of a file to its text: encodings, line ends and blanks.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};
use thiserror::Error;

/// Error of a file that is not text, with the offset of an invalid byte; in UTF-16, of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is not a text file: byte {0} is not text")]
pub struct NotText(pub usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// With LF or CR LF as line ends and plain blanks.
    pub text: Cow<'a, str>,
    /// Warning about the encoding, unless it is UTF-8.
    pub remark: Option<String>,
}

/// Decodes UTF-8, UTF-16 and, line by line where it is neither, Windows-1252, which includes ISO 8859-1.
///
/// # Errors
/// [`NotText`] for binary data.
pub fn decode(bytes: &[u8]) -> Result<Decoded<'_>, NotText> {
    let (text, encoding) = if let Some((big, start)) = utf_16(bytes) {
        let (encoding, order) = match big {
            true => (UTF_16BE, "big"),
            false => (UTF_16LE, "little"),
        };
        let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[start..]);
        let text = text.filter(|text| !text.contains(is_binary));
        let encoding = format!("UTF-16 ({order}-endian)");
        (text.ok_or(NotText(start))?, Some(encoding))
    } else {
        match std::str::from_utf8(bytes) {
            Ok(text) => match text.find('\0') {
                Some(at) => return Err(NotText(at)),
                None => (text.into(), None),
            },
            Err(error) => {
                if let Some(at) = bytes.iter().position(|byte| is_binary(char::from(*byte))) {
                    return Err(NotText(at));
                }
                let lines = bytes.split_inclusive(|byte| *byte == b'\n');
                let lines = lines.map(|line| match std::str::from_utf8(line) {
                    Ok(line) => line.into(),
                    Err(_) => WINDOWS_1252.decode_without_bom_handling(line).0,
                });
                let at = error.valid_up_to();
                let encoding = format!("Windows-1252, because byte {at} is not UTF-8");
                (lines.collect::<String>().into(), Some(encoding))
            }
        }
    };
    let remark = encoding
        .map(|encoding| format!("the file was opened as {encoding}; it will be saved as UTF-8"));
    let text = plain(text);
    Ok(Decoded { text, remark })
}

/// Byte order of UTF-16, `true` for big-endian, and offset of the text. Without a byte order mark, half of the
/// bytes must be zero, as for Latin letters, all of them high bytes.
fn utf_16(bytes: &[u8]) -> Option<(bool, usize)> {
    match bytes {
        [0xFE, 0xFF, ..] => return Some((true, 2)),
        [0xFF, 0xFE, ..] => return Some((false, 2)),
        _ => {}
    }
    let zeros = |parity: usize| {
        let bytes = bytes.iter().skip(parity).step_by(2);
        bytes.filter(|byte| **byte == 0).count()
    };
    match (zeros(0), zeros(1)) {
        (0, low) if 4 * low > bytes.len() => Some((false, 0)),
        (high, 0) if 4 * high > bytes.len() => Some((true, 0)),
        _ => None,
    }
}

/// Returns whether a character is a control character that no text has.
fn is_binary(character: char) -> bool {
    character < ' ' && !"\t\n\x0b\x0c\r\x1a\x1b".contains(character)
}

/// Normalizes line ends and blanks, and removes zero-width marks.
fn plain(text: Cow<'_, str>) -> Cow<'_, str> {
    const BLANKS: [char; 3] = ['\u{a0}', '\u{2007}', '\u{202f}'];
    // The end of a file under DOS is marked as well.
    const MARKS: [char; 2] = ['\u{feff}', '\x1a'];
    if !text.contains('\r') && !text.contains(BLANKS) && !text.contains(MARKS) {
        return text;
    }
    // A line end that was converted twice is one line end.
    let text = text.replace("\r\r\n", "\r\n");
    let mut characters = text.chars().peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() != Some(&'\n') => plain.push('\n'),
            character if BLANKS.contains(&character) => plain.push(' '),
            character if MARKS.contains(&character) => {}
            character => plain.push(character),
        }
    }
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes).expect("is a text").text.into_owned()
    }

    fn utf_16_bytes(text: &str, big: bool) -> Vec<u8> {
        let bytes = |unit: u16| match big {
            true => unit.to_be_bytes(),
            false => unit.to_le_bytes(),
        };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn encodings_are_detected_and_reported() {
        let level = "#####\n#@$.#\n#####\nTitle: Café “ł”\n";
        assert_eq!(decode(level.as_bytes()).map(|it| it.remark), Ok(None));
        for big in [false, true] {
            for mark in ["", "\u{feff}"] {
                let bytes = utf_16_bytes(&format!("{mark}{level}"), big);
                let decoded = decode(&bytes).expect("is a text");
                assert_eq!(decoded.text, level);
                let order = if big { "big" } else { "little" };
                assert!(decoded.remark.expect("is reported").contains(order));
            }
        }
        // Lines in UTF-8 stay what they are.
        let decoded = decode(b"Title: Caf\xe9 \x93\nAuthor: Andr\xc3\xa9\n").expect("is a text");
        assert_eq!(decoded.text, "Title: Café “\nAuthor: André\n");
        let remark = decoded.remark.expect("is reported");
        assert!(remark.contains("Windows-1252"));
    }

    #[test]
    fn line_ends_and_blanks_are_usual_ones() {
        assert_eq!(text(b"a\rb\r\rc\r"), "a\nb\n\nc\n");
        assert_eq!(text(b"a\r\nb\r\r\nc\n"), "a\r\nb\r\nc\n");
        let marked = "\u{feff}#\u{a0}#\n\u{feff}#\u{202f}#\x1a";
        assert_eq!(text(marked.as_bytes()), "# #\n# #");
        assert_eq!(text(b"#\xa0#"), "# #");
    }

    #[test]
    fn binary_data_is_no_text() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";
        let odd = [&utf_16_bytes("\u{feff}#@$.#", false)[..], b"#"].concat();
        let lone = [0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x41];
        let executable = b"\x7fELF\x02\x01\x01\0\0\0";
        let texts: [&[u8]; 6] = [png, &odd, &lone, executable, b"text\0\0\0", b"\xe9\x01"];
        for bytes in texts {
            assert!(decode(bytes).is_err(), "{bytes:?}");
        }
    }
}
