//! Further checks: sounds, sizes, texts too long for the original's screen.

use crate::game::Size;

use super::super::syntax::{OptionText, Problems, Script, SoundText, SoundWordKind};
use super::names::{Meaning, Names};

/// Characters per line of the original's text screen.
const SCREEN_WIDTH: usize = 34;
/// Lines of a message there.
const MESSAGE_LINES: usize = 12;
/// Lines of title and author there.
const TITLE_LINES: usize = 5;

/// Reports sounds without a seed, events with several sounds, and sounds of names that cannot have one.
pub fn sounds(source: &Script, names: &Names, problems: &mut Problems) {
    let mut known: Vec<&str> = Vec::new();
    for SoundText { words, line } in &source.sounds {
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            continue;
        };
        let shown = first.text.to_uppercase();
        if words.len() == 1 {
            let message = format!("a sound seed (a number) is missing after {shown}");
            problems.warning(*line, 1, message);
            continue;
        }
        if last.kind != SoundWordKind::Seed {
            let last = last.text.to_uppercase();
            let message = format!("a sound seed (a number) is missing after {last}");
            problems.error(*line, 1, message);
        }
        if first.kind == SoundWordKind::Event {
            if known.contains(&first.text.as_str()) {
                problems.warning(*line, 1, format!("{shown} already has a sound"));
            }
            known.push(&first.text);
        } else if let Some(Meaning::Aggregate(_)) = names.meaning(&first.text) {
            let message = format!(
                "{shown} is defined with ‘and’; only objects and names defined with ‘or’ can have a sound"
            );
            problems.error(*line, 1, message);
        }
    }
}

/// Parses the size of a view, such as `10x8`: columns, then rows; `10.0` counts as 10.
pub fn view(option: &OptionText, problems: &mut Problems) -> Option<Size> {
    let OptionText { name, value, line } = option;
    let number = |text: &str| {
        let number = text.trim().parse::<f64>().ok()?;
        (number.fract() == 0.0 && number as i64 > 0).then_some(number as i64 as usize)
    };
    let sides = value.split_once('x');
    let size = sides.and_then(|(cols, rows)| Some(Size::new(number(rows)?, number(cols)?)));
    if size.is_none() {
        let message = format!("{name} needs a size such as 10x8, not ‘{value}’");
        problems.warning(*line, 1, message);
    }
    size
}

/// Warns of a message with too many lines; `line` is its line of the text.
pub fn message(text: &str, line: usize, problems: &mut Problems) {
    if wrapped_lines(text) > MESSAGE_LINES {
        let message = "this message does not fit on the original’s message screen";
        problems.warning(line, 1, message);
    }
}

/// Warns of a title and author that are too long for the title screen.
pub fn title(source: &Script, problems: &mut Problems) {
    let has = |name| source.option(name).is_some();
    let lines = |name: &str, before: &str| {
        let option = source.option(name);
        option.map_or(0, |option| {
            wrapped_lines(&format!("{before}{}", option.value))
        })
    };
    // Without its lines about keys, the title screen has space for one more.
    let keys_hidden = usize::from(has("noundo") && has("norestart"));
    let max_lines = TITLE_LINES + (usize::from(has("noaction")) + keys_hidden).min(1);
    let (mut title, mut author) = (lines("title", ""), lines("author", "by "));
    let line_of = |name| source.option(name).map_or(1, |option| option.line);
    // The original drops lines one by one, of the author first.
    while title + author > max_lines && (title > 1 || author > 1) {
        let (count, name) = match author > 1 {
            true => (&mut author, "author"),
            false => (&mut title, "title"),
        };
        *count -= 1;
        let message = format!("the {name} does not fit on the original’s title screen");
        problems.warning(line_of(name), 1, message);
    }
}

/// Number of lines of a text when wrapped at blanks.
fn wrapped_lines(text: &str) -> usize {
    // Wide characters count as two.
    let wide = |c: char| matches!(c, '\u{2e80}'..='\u{ffef}' | '\u{20000}'..='\u{3fffd}');
    let chars = text.chars().flat_map(|c| [Some(c), wide(c).then_some(' ')]);
    let chars: Vec<char> = chars.flatten().collect();
    let (mut at, mut lines) = (0, 0);
    while at < chars.len() {
        lines += 1;
        let most = SCREEN_WIDTH.min(chars.len() - at);
        let fits = (1..=most)
            .rev()
            .find(|length| chars.get(at + length).is_none_or(|c| c.is_whitespace()));
        at += fits.map_or(most, |length| length + 1);
    }
    lines
}
