//! Text form of value appearances in levels: `box=$ 2 picture crate, gap=`.

use planwright_game::Sprite;

use super::{ALL, by_name, entry};

/// Appearance of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueLook {
    pub value: String,
    /// Text drawn in place of a picture.
    pub glyph: String,
    /// Index in the palette; `None` for the floor's own colour.
    pub colour: Option<u8>,
    /// Word of [`ALL`] that selects the picture.
    pub picture: Option<&'static str>,
}

impl ValueLook {
    /// Picture, if one is selected.
    pub fn sprite(&self) -> Option<Sprite> {
        by_name(self.picture?)
    }
}

/// Word that selects a picture.
pub fn word_of(sprite: Sprite) -> Option<&'static str> {
    let mut all = ALL.into_iter();
    all.find(|(_, known)| *known == sprite)
        .map(|(word, _)| word)
}

/// Formats appearances.
pub fn write_looks(looks: &[ValueLook]) -> String {
    let row = |look: &ValueLook| {
        let mut text = format!("{}={}", look.value, look.glyph);
        if let Some(colour) = look.colour {
            text += &format!(" {colour}");
        }
        if let Some(picture) = look.picture {
            text += &format!(" {PICTURE} {picture}");
        }
        text
    };
    looks.iter().map(row).collect::<Vec<_>>().join(", ")
}

/// Parses appearances: value, `=`, glyph, colour index, `picture` and its name; all but the value may be missing.
///
/// # Errors
/// A description of the expected form.
pub fn read_looks(text: &str) -> Result<Vec<ValueLook>, String> {
    let rows = text.split(',').filter(|row| !row.trim().is_empty());
    rows.map(row).collect()
}

/// Word before the name of a picture.
const PICTURE: &str = "picture";

fn row(text: &str) -> Result<ValueLook, String> {
    let shown = text.trim();
    let Some((value, look)) = text
        .split_once('=')
        .filter(|(value, _)| !value.trim().is_empty())
    else {
        return Err(format!(
            "‘{shown}’: a value, what is drawn, a colour and a picture are needed, such as ‘x=X 3 picture crate’; \
             all but the value may be missing"
        ));
    };
    let mut words: Vec<&str> = look.split_whitespace().collect();
    // A single word is the glyph, even if it is a number.
    let begins_blank = look.starts_with(char::is_whitespace);
    let mut picture = None;
    if let [before @ .., PICTURE, name] = words.as_slice()
        && (begins_blank || !before.is_empty())
    {
        let Some((word, _)) = entry(name) else {
            let all: Vec<&str> = ALL.iter().map(|(word, _)| *word).collect();
            let all = all.join(", ");
            return Err(format!(
                "‘{shown}’: there is no picture ‘{name}’; choose one of {all}"
            ));
        };
        picture = Some(word);
        words.truncate(before.len());
    }
    let colour = match words.last().and_then(|word| word.parse::<u8>().ok()) {
        Some(colour) if words.len() > 1 || begins_blank => {
            words.pop();
            Some(colour)
        }
        _ => None,
    };
    Ok(ValueLook {
        value: value.trim().to_owned(),
        glyph: words.join(" "),
        colour,
        picture,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "x=X 3, b=, 5=5, o= 7",
            "box=$ 2 picture crate, aim= picture goal, y=picture, z=old picture",
            "",
        ] {
            let looks = read_looks(text).expect("is well formed");
            assert_eq!(write_looks(&looks), text);
        }
        let looks = read_looks("box=$ 2 picture crate").expect("is well formed");
        assert_eq!(looks[0].sprite(), Some(crate::CRATE));
        for (wrong, said) in [("x", "a value"), ("a=b, x= picture boks", "‘boks’")] {
            let error = read_looks(wrong).expect_err("is broken");
            assert!(error.contains(said), "{error}");
        }
    }
}
