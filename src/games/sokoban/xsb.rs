//! Boards in the common text format (XSB): without this program's header, one or many, with titles,
//! comments and prose around. Files in the wild follow no grammar, so lines are distinguished by
//! their characters: rows have walls and consist of cell signs only.

use crate::game::cells::{CellTable as _, without_runs};
use crate::game::typed::{ParsedLevel, ReadLevel};
use crate::game::{Meta, TextError};

use super::{BoxBoard, Sokoban, opening};

/// Number of a line, from 1, and its text.
type FileLine<'a> = (usize, &'a str);

const PUSHERS: &[char] = &['@', '+', 'p', 'P'];
const BOXES: &[char] = &['$', '*', 'b', 'B'];

/// A board, and the lines between it and the previous board.
#[derive(Default)]
struct TextBoard<'a> {
    above: Vec<FileLine<'a>>,
    rows: Vec<FileLine<'a>>,
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// Returns whether a line consists of cell signs and is not a level number such as ‘# 7.’. Lines without a wall,
/// such as a dashed one, can still be prose.
fn has_signs(line: &str) -> bool {
    let line = line.trim_end();
    let sign = |c: char| "#$*@+.-_ |()pPbBo\t".contains(c) || c.is_ascii_digit();
    let number = line.trim_start_matches(['#', ' ']).trim_end_matches('.');
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    !line.is_empty() && !is_number && line.chars().all(sign) && without_runs(line, 0).is_some()
}

fn is_row(line: &str) -> bool {
    line.contains('#') && has_signs(line)
}

fn has(rows: &[FileLine<'_>], signs: &[char]) -> bool {
    rows.iter().any(|(_, row)| row.contains(signs))
}

/// Returns whether rows are a whole level: the pusher cannot leave it.
fn is_closed(rows: &[FileLine<'_>]) -> bool {
    has(rows, PUSHERS) && BoxBoard::from_rows(rows, 1).is_ok_and(|board| opening(&board).is_none())
}

/// Returns whether a board continues after a gap. Lines of signs join it unless both sides are closed levels; an
/// empty line ends a level, unless exactly one of the two parts has a pusher and neither is closed.
fn continues(rows: &[FileLine<'_>], gap: &[FileLine<'_>], more: &[FileLine<'_>]) -> bool {
    if rows.len() > Sokoban::MAX_SIZE.rows {
        return false;
    }
    match gap {
        [(_, line)] if is_blank(line) => {
            has(rows, PUSHERS) != has(more, PUSHERS) && !is_closed(rows) && !is_closed(more)
        }
        _ => gap.iter().all(|(_, line)| has_signs(line)) && !(is_closed(more) && is_closed(rows)),
    }
}

/// Boards of a text; the last part holds only the lines below the last board.
fn parts(source: &str) -> Vec<TextBoard<'_>> {
    let mut parts: Vec<TextBoard<'_>> = Vec::new();
    let mut part = TextBoard::default();
    let end = source.lines().count() + 1;
    for (number, line) in (1..).zip(source.lines().chain([""])) {
        if is_row(line) {
            part.rows.push((number, line));
        } else if part.rows.is_empty() {
            part.above.push((number, line));
        } else {
            match parts.last_mut() {
                Some(last) if continues(&last.rows, &part.above, &part.rows) => {
                    last.rows.append(&mut part.above);
                    last.rows.append(&mut part.rows);
                }
                _ => parts.push(std::mem::take(&mut part)),
            }
            part.above.push((number, line));
        }
    }
    part.above.retain(|(number, _)| *number < end);
    parts.push(part);
    widen(&mut parts);
    without_headings(parts)
}

/// Adds rows without walls at the upper and lower end of boards that are not closed.
fn widen(parts: &mut [TextBoard<'_>]) {
    let is_rim = |(_, line): &FileLine<'_>| has_signs(line) && line.contains(['@', '+', '$', '*']);
    for index in 1..parts.len() {
        let [part, next] = &mut parts[index - 1..=index] else {
            continue;
        };
        let above = part.above.iter().rev();
        let upper = above.take_while(|line| is_rim(line)).count();
        let lower = next.above.iter().take_while(|line| is_rim(line)).count();
        if upper + lower > 0 && !is_closed(&part.rows) {
            let upper = part.above.split_off(part.above.len() - upper);
            part.rows.splice(..0, upper);
            part.rows.extend(next.above.drain(..lower));
        }
    }
}

/// Makes single rows without a pusher, such as a line of ‘#’, part of the prose.
fn without_headings(parts: Vec<TextBoard<'_>>) -> Vec<TextBoard<'_>> {
    let mut boards: Vec<TextBoard<'_>> = Vec::new();
    let mut above = Vec::new();
    for mut part in parts {
        above.append(&mut part.above);
        let is_heading = match part.rows[..] {
            [] => true,
            [(_, row)] => !row.contains('|') && !row.contains(['@', '+']),
            _ => false,
        };
        if is_heading {
            above.append(&mut part.rows);
        } else {
            part.above = std::mem::take(&mut above);
            boards.push(part);
        }
    }
    let rows = Vec::new();
    boards.push(TextBoard { above, rows });
    boards
}

fn header<'a>(lines: &[FileLine<'a>], key: &str) -> Option<&'a str> {
    let mut pairs = lines.iter().filter_map(|(_, line)| line.split_once(':'));
    let (_, value) = pairs.find(|(found, _)| found.trim().eq_ignore_ascii_case(key))?;
    Some(value.trim())
}

/// Title from the line above a board that is not `Key: value`: ‘; 7’, ‘Level 7’, ‘# 7’.
fn title_above<'a>(above: &[FileLine<'a>]) -> Option<&'a str> {
    let has_words = |(_, line): &&FileLine<'_>| line.contains(char::is_alphanumeric);
    let (_, last) = above.iter().rfind(has_words)?;
    let name = last.trim_start_matches([';', '#']).trim();
    (!name.contains(':')).then_some(name)
}

/// Returns whether a text holds levels in this format. If prose precedes the first board, that must look like one.
pub(super) fn is_xsb(source: &str) -> bool {
    let parts = parts(source);
    let TextBoard { above, rows } = &parts[0];
    let no_prose =
        |(_, line): &FileLine<'_>| is_blank(line) || line.starts_with(';') || line.contains(':');
    if above.iter().all(no_prose) {
        has(rows, PUSHERS) || has(rows, BOXES)
    } else {
        let several = rows.len() > 2 || rows.iter().any(|(_, row)| row.matches('|').count() > 1);
        several && has(rows, PUSHERS) && has(rows, BOXES)
    }
}

/// Reads the levels of a text. Metadata follows the board or, in files that begin so, precedes it.
pub(super) fn read(source: &str) -> Vec<ReadLevel<Sokoban>> {
    let parts = parts(source);
    let title = |part: &TextBoard<'_>| header(&part.above, "title").is_some();
    let (second, last) = (&parts[1.min(parts.len() - 1)], &parts[parts.len() - 1]);
    let above = title(&parts[0]) && !title(last) && (parts.len() == 2 || title(second));
    let levels = parts.windows(2).enumerate().map(|(index, pair)| {
        let (before, rows) = (&pair[0].above, &pair[0].rows);
        let own = if above { before } else { &pair[1].above };
        // A title above the first board is that of the whole collection.
        let first = || header(before, "title").filter(|_| index == 0);
        let title = header(own, "title").or_else(first);
        let title = title.or_else(|| title_above(before));
        let author = header(own, "author").or_else(|| header(&parts[0].above, "author"));
        let meta = Meta {
            title: title.unwrap_or_default().to_owned(),
            author: author.unwrap_or_default().to_owned(),
            ..Meta::default()
        };
        build_level(meta, rows)
    });
    let levels: Vec<_> = levels.collect();
    if levels.is_empty() {
        return vec![Err(TextError::at(1, 1, "the board is missing"))];
    }
    levels
}

/// Builds a level from numbered rows; also for [`slc`](super::slc).
pub(super) fn build_level(meta: Meta, rows: &[FileLine<'_>]) -> ReadLevel<Sokoban> {
    let [first, last] = [rows.first(), rows.last()].map(|row| row.map_or(0, |(line, _)| *line));
    let content = BoxBoard::from_rows(rows, last + 1)?;
    // Several rows can share a line.
    let has_lines = last + 1 - first == content.size().rows;
    let line = if has_lines { first } else { 0 };
    Ok(ParsedLevel {
        meta,
        content,
        line,
    })
}
