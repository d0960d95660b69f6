//! Text form of value appearances in levels: `box=$ 2 picture crate, gap=`.

use planwright_game::Sprite;

use super::{ALL, by_name, entry};

/// Appearance of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueStyle {
    pub value: String,
    /// Text drawn in place of a picture.
    pub glyph: String,
    /// Index in the palette; `None` for the floor's own colour.
    pub colour: Option<u8>,
    /// Word of [`ALL`] that selects the picture.
    pub picture: Option<&'static str>,
}

impl ValueStyle {
    pub fn sprite(&self) -> Option<Sprite> {
        by_name(self.picture?)
    }
}

pub fn word_of(sprite: Sprite) -> Option<&'static str> {
    let mut all = ALL.into_iter();
    all.find(|(_, known)| *known == sprite)
        .map(|(word, _)| word)
}

pub fn write_styles(styles: &[ValueStyle]) -> String {
    let row = |style: &ValueStyle| {
        let mut text = format!("{}={}", style.value, style.glyph);
        if let Some(colour) = style.colour {
            text += &format!(" {colour}");
        }
        if let Some(picture) = style.picture {
            text += &format!(" {PICTURE} {picture}");
        }
        text
    };
    styles.iter().map(row).collect::<Vec<_>>().join(", ")
}

/// Parses appearances: value, `=`, glyph, colour index, `picture` and its name; all but the value may be missing.
///
/// # Errors
/// A description of the expected form.
pub fn read_styles(text: &str) -> Result<Vec<ValueStyle>, String> {
    let rows = text.split(',').filter(|row| !row.trim().is_empty());
    rows.map(parse_style).collect()
}

/// Word before the name of a picture.
const PICTURE: &str = "picture";

fn parse_style(text: &str) -> Result<ValueStyle, String> {
    let trimmed = text.trim();
    let Some((value, style)) = text
        .split_once('=')
        .filter(|(value, _)| !value.trim().is_empty())
    else {
        return Err(format!(
            "‘{trimmed}’: a value, what is drawn, a colour and a picture are needed, such as ‘x=X 3 picture crate’; \
             all but the value may be missing"
        ));
    };
    let mut words: Vec<&str> = style.split_whitespace().collect();
    // A single word is the glyph, even if it is a number, unless a blank follows the `=`: the glyph is missing then.
    let begins_blank = style.starts_with(char::is_whitespace);
    let mut picture = None;
    if let [before @ .., PICTURE, name] = words.as_slice()
        && (begins_blank || !before.is_empty())
    {
        let Some((word, _)) = entry(name) else {
            let all: Vec<&str> = ALL.iter().map(|(word, _)| *word).collect();
            let all = all.join(", ");
            return Err(format!(
                "‘{trimmed}’: there is no picture ‘{name}’; choose one of {all}"
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
    Ok(ValueStyle {
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
            let styles = read_styles(text).expect("is well formed");
            assert_eq!(write_styles(&styles), text);
        }
        let styles = read_styles("box=$ 2 picture crate").expect("is well formed");
        assert_eq!(styles[0].sprite(), Some(crate::CRATE));
        for (wrong, expected) in [("x", "a value"), ("a=b, x= picture boks", "‘boks’")] {
            let error = read_styles(wrong).expect_err("is broken");
            assert!(error.contains(expected), "{error}");
        }
    }
}
