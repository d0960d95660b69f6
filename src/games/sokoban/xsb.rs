//! Levels as everybody shares them: boards without our header, one or many, with titles, comments and prose around.

use crate::game::typed::{Parsed, ReadLevel};
use crate::game::{FormError, Meta};

use super::{Sokoban, Store};

type Line<'a> = (usize, &'a str);

/// A board, and the lines between it and the board before.
#[derive(Default)]
struct Part<'a> {
    above: Vec<Line<'a>>,
    rows: Vec<Line<'a>>,
}

fn is_row(line: &str) -> bool {
    let signs = |c: char| "#$*@+.-_ |".contains(c) || c.is_ascii_digit();
    line.contains('#') && line.chars().all(signs)
}

/// The boards of a text, and what stands behind the last one.
fn parts(source: &str) -> Vec<Part<'_>> {
    let mut parts = vec![Part::default()];
    for (number, line) in (1..).zip(source.lines()) {
        let last = parts
            .last_mut()
            .filter(|part| is_row(line) || part.rows.is_empty());
        match last {
            Some(part) if is_row(line) => part.rows.push((number, line)),
            Some(part) => part.above.push((number, line)),
            None => parts.push(Part {
                above: vec![(number, line)],
                rows: Vec::new(),
            }),
        }
    }
    if parts.last().is_some_and(|part| !part.rows.is_empty()) {
        parts.push(Part::default());
    }
    parts
}

fn said<'a>(lines: &[Line<'a>], key: &str) -> Option<&'a str> {
    let mut pairs = lines.iter().filter_map(|(_, line)| line.split_once(':'));
    let (_, value) = pairs.find(|(found, _)| found.trim().eq_ignore_ascii_case(key))?;
    Some(value.trim())
}

/// A line right above a board that is no `Key: value`: ‘; 7’, ‘Level 7’.
fn name<'a>(above: &[Line<'a>]) -> Option<&'a str> {
    let (_, last) = above.iter().rfind(|(_, line)| !line.trim().is_empty())?;
    let name = last.trim_start_matches(';').trim();
    (!name.is_empty() && !name.contains(':')).then_some(name)
}

/// Whether a text holds levels in this form. Where prose stands above the first board, that has to look like one.
pub(super) fn is_xsb(source: &str) -> bool {
    let parts = parts(source);
    let Part { above, rows } = &parts[0];
    let has = |signs: &[char]| rows.iter().any(|(_, row)| row.contains(signs));
    let no_prose = |(_, line): &Line<'_>| {
        line.trim().is_empty() || line.starts_with(';') || line.contains(':')
    };
    if above.iter().all(no_prose) {
        has(&['@', '+', '$', '*'])
    } else {
        rows.len() > 2 && has(&['@', '+']) && has(&['$', '*'])
    }
}

/// Reads the levels of a text. What is said of a level stands behind its board or, in files that begin so, above it.
pub(super) fn read(source: &str) -> Vec<ReadLevel<Sokoban>> {
    let parts = parts(source);
    let title = |part: &Part<'_>| said(&part.above, "title").is_some();
    let (second, last) = (&parts[1.min(parts.len() - 1)], &parts[parts.len() - 1]);
    let above = title(&parts[0]) && !title(last) && (parts.len() == 2 || title(second));
    let levels = parts.windows(2).enumerate().map(|(index, pair)| {
        let [
            Part {
                above: before,
                rows,
            },
            behind,
        ] = pair
        else {
            unreachable!("windows of two");
        };
        let own = if above { before } else { &behind.above };
        // What stands above the first board is said of the whole collection.
        let first = || said(before, "title").filter(|_| index == 0);
        let title = said(own, "title").or_else(first).or_else(|| name(before));
        let author = said(own, "author").or_else(|| said(&parts[0].above, "author"));
        let meta = Meta {
            title: title.unwrap_or_default().to_owned(),
            author: author.unwrap_or_default().to_owned(),
            ..Meta::default()
        };
        let end = rows.last().map_or(1, |(line, _)| line + 1);
        Ok(Parsed {
            meta,
            content: Store::from_rows(rows, end)?,
            line: rows.first().map_or(0, |(line, _)| *line),
        })
    });
    let levels: Vec<_> = levels.collect();
    if levels.is_empty() {
        return vec![Err(FormError::at(1, 1, "the board is missing"))];
    }
    levels
}
