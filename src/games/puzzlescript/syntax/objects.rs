//! Parser of the objects: names, colours, sprites of five by five pixels.

use super::cursor::{LineCursor, is_blank, is_word};
use super::source::{LegendKind, ObjectText};
use super::state::{ObjectPart, ParserState};
use super::words::{COLORS, TRANSPARENT, american, is_reserved};

/// Rows and columns of a sprite.
const SPRITE_SIDE: usize = 5;

/// Parses the next name, colour or pixel. Each line of an object begins its next part, until the sprite is complete.
pub(super) fn parse_object(state: &mut ParserState, line: &mut LineCursor) {
    if state.at.is_first {
        state.object.part = match state.object.part {
            ObjectPart::Colors => ObjectPart::Sprite,
            ObjectPart::Name => ObjectPart::Colors,
            part => part,
        };
    }
    match (state.object.part, state.object.index) {
        (ObjectPart::Colors, Some(index)) => color(state, line, index),
        (ObjectPart::Sprite, Some(index)) => pixel(state, line, index),
        _ => {
            state.object.rows.clear();
            name(state, line);
        }
    }
}

/// Parses the name of an object or, later in its line, a synonym.
fn name(state: &mut ParserState, line: &mut LineCursor) {
    let is_part = |c| match state.at.is_first {
        true => is_word(c),
        false => !is_blank(c) && c != '(' && c != ')',
    };
    let name = line.take_while(is_part);
    line.skip_blanks();
    if name.is_empty() {
        line.skip_to_comment();
        let message = "this is neither a name nor part of a sprite: a sprite has five rows of five digits or full \
                       stops, and a name has letters and digits only (other signs are for the legend)";
        state.warning(message);
        return;
    }
    let shown = name.to_uppercase();
    if state.source.object_index.contains_key(&name) {
        state.error(format!("there is already an object {shown}"));
        return;
    }
    if state.source.declared(&name, LegendKind::Synonym).is_some() {
        state.error(format!("the name {shown} is already in use"));
    }
    if is_reserved(&name) {
        state.warning(reserved_error(&shown));
    }
    let (source, line) = (&mut state.source, state.line);
    match (state.at.is_first, state.object.index) {
        (false, Some(index)) => {
            let target = vec![source.objects[index].name.clone()];
            source.add_legend(&name, LegendKind::Synonym, target, line);
        }
        _ => {
            let index = source.objects.len();
            state.object.index = Some(index);
            source.object_index.insert(name.clone(), index);
            source.objects.push(ObjectText {
                name,
                line,
                colors: Vec::new(),
                sprite: Vec::new(),
                positions: Vec::new(),
            });
        }
    }
    state.object.part = ObjectPart::Name;
}

/// Message about a name that is a keyword.
pub(super) fn reserved_error(name: &str) -> String {
    format!("{name} is a keyword; choose another name")
}

fn color(state: &mut ParserState, line: &mut LineCursor, index: usize) {
    let Some(length) = color_length(line.rest()) else {
        let found = line.clone().take_token();
        if line.take_word().is_none() {
            line.skip_to_comment();
        }
        let name = state.source.objects[index].name.to_uppercase();
        state.error(format!("{name} needs a colour here, not ‘{found}’"));
        return;
    };
    let color: String = line.rest()[..length].iter().collect();
    line.at += length;
    line.skip_blanks();
    state.source.objects[index].colors.push(color);
}

/// Length of the colour at the start of a text; American names are as long as the others.
fn color_length(rest: &[char]) -> Option<usize> {
    let begins = |name: &str| {
        let mut rest = rest.iter().copied();
        name.chars().all(|c| rest.next() == Some(c))
    };
    let mut named = COLORS.split(' ').chain([TRANSPARENT]);
    if let Some(name) = named.find(|name| begins(name) || begins(&american(name))) {
        return Some(name.len());
    }
    let digits = rest.strip_prefix(&['#'])?;
    match digits.iter().take_while(|c| c.is_ascii_hexdigit()).count() {
        6.. => Some("#rrggbb".len()),
        3.. => Some("#rgb".len()),
        _ => None,
    }
}

/// Parses a pixel of a sprite. Where a sprite may begin, another object may follow instead.
fn pixel(state: &mut ParserState, line: &mut LineCursor, index: usize) {
    let Some(pixel) = line.peek().filter(|c| *c == '.' || c.is_ascii_digit()) else {
        if state.object.rows.is_empty() {
            name(state, line);
            return;
        }
        let name = state.source.objects[index].name.to_uppercase();
        line.skip_to_comment();
        let message = format!("the sprite of {name} can contain only digits and full stops");
        state.error(message);
        return;
    };
    line.skip();
    if state.at.is_first {
        state.object.rows.push(String::new());
        let position = (state.line, state.at.column);
        state.source.objects[index].positions.push(position);
    }
    let Some(row) = state.object.rows.last_mut() else {
        return;
    };
    row.push(pixel);
    if row.len() > SPRITE_SIDE {
        line.skip_to_comment();
        state.warning("a sprite has five rows of five pixels");
        return;
    }
    let done = row.len() == SPRITE_SIDE && state.object.rows.len() == SPRITE_SIDE;
    let object = &mut state.source.objects[index];
    object.sprite.clone_from(&state.object.rows);
    if done {
        state.object.part = ObjectPart::Outside;
    }
    let colors = object.colors.len();
    if let Some(color) = pixel.to_digit(10)
        && color as usize >= colors
    {
        let name = object.name.to_uppercase();
        let there = crate::game::words::count(colors, "colours");
        let message = format!("there is no colour {color}: {name} has {there}, counted from 0");
        state.error(message);
    }
}
