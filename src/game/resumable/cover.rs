//! Files of work that is saved or divided: a head, a checksum, a cover that says what the file
//! belongs to, and what was done.
//!
//! ```text
//! planwright KIND FORM
//! check FINGERPRINT OF ALL BELOW
//! KEY VALUE
//! …
//!
//! BODY
//! ```

use thiserror::Error;

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CoverError {
    #[error("it is of another kind")]
    Kind,
    /// The form that it has.
    #[error("it has form ‘{0}’")]
    Form(String),
    #[error("{0}")]
    Damaged(String),
}

/// A fingerprint of a text (128-bit FNV-1a), to tell texts apart and to see damage.
pub fn text_print(text: &str) -> String {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for byte in text.bytes() {
        hash ^= u128::from(byte);
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

/// What a file belongs to: values by key. Neither may have line breaks, keys no spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover(Vec<(String, String)>);

impl Cover {
    /// Adds a line.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.0.push((key.to_owned(), value.to_string()));
        self
    }

    /// The value of a key.
    ///
    /// # Errors
    /// [`CoverError::Damaged`] if there is none.
    pub fn value(&self, key: &str) -> Result<&str, CoverError> {
        let line = self.0.iter().find(|(known, _)| known == key);
        let value = line.map(|(_, value)| value.as_str());
        value.ok_or_else(|| CoverError::Damaged(format!("the line ‘{key}’ is missing")))
    }

    /// The text of a file of a kind, in a form of it (a number), with this cover.
    pub fn around(&self, kind: &str, form: &str, body: &str) -> String {
        let mut text = String::new();
        for (key, value) in &self.0 {
            text.push_str(&format!("{key} {value}\n"));
        }
        text.push('\n');
        text.push_str(body);
        let check = text_print(&text);
        format!("planwright {kind} {form}\ncheck {check}\n{text}")
    }

    /// Reads the text of a file: its cover and its body.
    ///
    /// # Errors
    /// If it is of another kind or form, or if anything in it was changed or cut off.
    pub fn read(kind: &str, form: &str, text: &str) -> Result<(Self, String), CoverError> {
        // A mail program or an editor may have changed line ends.
        let text = text.replace("\r\n", "\n");
        let rest = text.strip_prefix(&format!("planwright {kind} "));
        let (found, rest) = match rest {
            None => return Err(CoverError::Kind),
            Some(rest) => rest.split_once('\n').unwrap_or((rest, "")),
        };
        if found != form {
            return Err(CoverError::Form(found.to_owned()));
        }
        let damaged = |what: &str| CoverError::Damaged(what.to_owned());
        let cut = || damaged("it is cut off");
        let (check, text) = rest.split_once('\n').ok_or_else(cut)?;
        let check = check.strip_prefix("check ").ok_or_else(cut)?;
        if check != text_print(text) {
            return Err(damaged("its text was changed or cut off"));
        }
        let (cover, body) = text.split_once("\n\n").ok_or_else(cut)?;
        let lines = cover.lines().filter_map(|line| line.split_once(' '));
        let lines = lines.map(|(key, value)| (key.to_owned(), value.to_owned()));
        Ok((Self(lines.collect()), body.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_damage_is_seen() {
        let cover = Cover::default()
            .with("game", "a-game")
            .with("level", "1 of 2");
        let body = "what was done\n\nand more\n";
        let text = cover.around("work", "3", body);
        let read = |text: &str| Cover::read("work", "3", text);
        let right = Ok((cover, body.to_owned()));
        assert_eq!(read(&text), right);
        assert_eq!(read(&text.replace('\n', "\r\n")), right);
        for end in 0..text.len() {
            assert!(read(&text[..end]).is_err(), "cut at {end}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).expect("is still text");
            assert!(read(&changed).is_err(), "{changed}");
        }
        assert_eq!(read("logo\n\n11\n"), Err(CoverError::Kind));
        let newer = Cover::read("work", "2", &text);
        assert_eq!(newer, Err(CoverError::Form("3".to_owned())));
    }
}
