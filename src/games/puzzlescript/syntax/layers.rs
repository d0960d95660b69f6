//! Parser of the layers; a cell holds at most one object of each.

use super::cursor::LineCursor;
use super::legend::expand_property;
use super::source::Named;
use super::state::ParserState;

/// Parses the next name of a layer, or the blanks and commas before it. The first name in a line begins a layer.
pub(super) fn parse_layer(state: &mut ParserState, line: &mut LineCursor) {
    // A closing bracket may have been the first thing in the line.
    if state.at.is_first || state.source.layers.is_empty() {
        state.source.layers.push(Vec::new());
        state.at.words.clear();
        state.at.count = 0;
    }
    let Some(name) = line.take_word() else {
        let before = line.at;
        line.take_while(|c| c == ' ' || c == ',');
        if line.at == before {
            let found = line.peek().map_or(String::new(), String::from);
            line.skip();
            state.error(format!("‘{found}’ cannot be part of a name"));
        }
        return;
    };
    // In a layer, `count` is 1 once the background was found in it.
    let shown = name.to_uppercase();
    let alone = "BACKGROUND must be alone in its collision layer";
    if name == "background" {
        let layer = state.source.layers.last();
        if layer.is_some_and(|layer| !layer.is_empty()) {
            state.error(alone);
        }
        state.at.count = 1;
    } else if state.at.count != 0 {
        state.error(alone);
    }
    let mut objects = Vec::new();
    match state.source.resolve(&name) {
        Named::Object(name) => objects.push(name),
        Named::Property(index) => expand_property(&state.source, index, &mut objects, 0),
        Named::Aggregate(_) => {
            let message = format!(
                "{shown} is defined with ‘and’: its objects share cells, so they cannot share a collision layer"
            );
            state.error(message);
        }
        Named::Nothing(_) => state.error(format!("{shown} is not declared")),
    }
    objects.retain(|object| {
        let is_declared = state.source.object_index.contains_key(object);
        if !is_declared {
            let message = format!("{} is not declared", object.to_uppercase());
            state.problems.error(state.line, state.at.column, message);
        }
        is_declared
    });
    let here = state.source.layers.len() - 1;
    let others = (1..).zip(&state.source.layers[..here]);
    let others = others.filter(|(_, layer)| layer.iter().any(|object| objects.contains(object)));
    let numbers = others.map(|(number, _): (usize, _)| number.to_string());
    let layers: Vec<String> = numbers.collect();
    if !layers.is_empty() {
        let message = format!(
            "{shown} is in more than one collision layer: {} and {}",
            layers.join(", "),
            here + 1
        );
        state.warning(message);
    }
    if state.at.words.contains(&name) {
        state.warning(format!("{shown} is already in this layer"));
    }
    state.at.words.push(name);
    state.source.layers[here].extend(objects);
}
