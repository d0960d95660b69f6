//! Collections in XML (`.slc`): a `Level` has an `L` for each row.

use roxmltree::{Document, Node, ParsingOptions};

use crate::game::Meta;
use crate::game::TextError;
use crate::game::typed::ReadLevel;

use super::{Sokoban, xsb};

pub(super) fn is_slc(source: &str) -> bool {
    source.trim_start().starts_with('<') && source.contains("<Level")
}

/// Reads the levels of a collection, at least one.
pub(super) fn read(source: &str) -> Vec<ReadLevel<Sokoban>> {
    // XML allows nothing above its declaration, but files have empty lines there.
    let text = source.trim_start();
    let above = source[..source.len() - text.len()].lines().count();
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => {
            let (at, message) = (error.pos(), format!("the XML is broken: {error}"));
            let message = message.trim_end_matches(&format!(" at {at}"));
            let error = TextError::at(at.row as usize + above, at.col as usize, message);
            return vec![Err(error)];
        }
    };
    let (mut line, mut counted) = (1 + above, 0);
    let mut levels = Vec::new();
    let nodes = document.descendants();
    for level in nodes.filter(|node| node.has_tag_name("Level")) {
        let mut rows = Vec::new();
        let mut columns = Vec::new();
        for row in level.children().filter(|node| node.has_tag_name("L")) {
            let start = row.first_child().unwrap_or(row).range().start;
            line += text[counted..start].matches('\n').count();
            counted = start;
            let before = text[..start].rsplit('\n').next().unwrap_or_default();
            columns.push(before.chars().count());
            rows.push((line, row.text().unwrap_or_default()));
        }
        let copyright = |node: Node<'_, '_>| node.attribute("Copyright").map(str::to_owned);
        let meta = Meta {
            title: level.attribute("Id").unwrap_or_default().trim().to_owned(),
            author: level.ancestors().find_map(copyright).unwrap_or_default(),
            ..Meta::default()
        };
        let in_file = |error: TextError| {
            let row = rows.iter().position(|(line, _)| *line == error.line);
            let column = error.column + row.map_or(0, |row| columns[row]);
            TextError { column, ..error }
        };
        levels.push(xsb::build_level(meta, &rows).map_err(in_file));
    }
    if levels.is_empty() {
        return vec![Err(TextError::at(1, 1, "the collection has no ‘Level’"))];
    }
    levels
}
