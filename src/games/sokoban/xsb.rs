//! Levels as everybody shares them: rows without our header, perhaps with comments and a title around.

use crate::game::{FormError, Meta};

use super::Store;

/// The rows of the first level, with the numbers of their lines, and what is said of it; `None` if this is something
/// else.
fn first(source: &str) -> Option<(Vec<(usize, &str)>, Meta)> {
    let is_row = |line: &str| {
        line.contains('#')
            && line
                .chars()
                .all(|c| "#$*@+.-_ |".contains(c) || c.is_ascii_digit())
    };
    let mut rows = Vec::new();
    let mut meta = Meta::default();
    let mut over = false;
    for (number, line) in (1..).zip(source.lines()) {
        if is_row(line) {
            if over {
                break;
            }
            rows.push((number, line));
            continue;
        }
        over = !rows.is_empty();
        match line
            .split_once(':')
            .map(|(key, value)| (key.trim(), value.trim()))
        {
            _ if line.trim().is_empty() || line.starts_with(';') => {}
            Some(("Title" | "title", value)) => meta.title = value.to_owned(),
            Some(("Author" | "author", value)) => meta.author = value.to_owned(),
            Some(_) => {}
            // What stands behind a level may be anything.
            None if over => {}
            None => return None,
        }
    }
    let pieces = rows
        .iter()
        .any(|(_, row)| row.contains(['@', '+', '$', '*']));
    pieces.then_some((rows, meta))
}

/// Whether a text begins with a level in this form.
pub(super) fn is_xsb(source: &str) -> bool {
    first(source).is_some()
}

/// Reads the first level of a text.
pub(super) fn read(source: &str) -> Result<(Meta, Store), FormError> {
    let missing = || FormError::at(1, 1, "the board is missing");
    let (rows, meta) = first(source).ok_or_else(missing)?;
    Ok((meta, Store::from_rows(&rows, rows.len() + 1)?))
}
