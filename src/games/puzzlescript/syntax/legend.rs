//! Parser of the legend: names for one object, for all of some, or for any of some.

use crate::game::words;

use super::cursor::{LineCursor, is_blank};
use super::objects::reserved_error;
use super::source::{LegendKind, Named, Script};
use super::state::ParserState;
use super::words::is_reserved;

const FORM: &str = "a legend line looks like ‘A = B’, ‘A = B or C …’ or ‘A = B and C …’";
/// Limit of the names that all legend lines expand to together; each line can double the previous ones.
const MAX_MEMBERS: usize = 100_000;
/// Limit of the nesting of properties, which bounds the recursion; deeper ones are left out.
const MAX_NEST: usize = 64;

/// Parses the next part of a line: the name, ‘=’, then names with ‘and’ or ‘or’ between them. `state.at` collects their
/// number and their words, in lower case.
pub(super) fn parse_legend(state: &mut ParserState, line: &mut LineCursor) {
    let count = state.at.count;
    let word = match count {
        0 => Some(line.take_while(|c| c != '=' && c != '(' && !is_blank(c))),
        1 => {
            if line.peek() == Some('=') {
                line.skip();
            } else {
                state.error(FORM);
                line.skip_to_comment();
            }
            line.skip_blanks();
            Some("=".to_owned())
        }
        _ => line.take_word(),
    };
    let Some(word) = word else {
        let found = line.skip_to_comment();
        state.error(format!("expected a name, found ‘{}’", found.trim()));
        // In place of ‘and’ or ‘or’ (after an odd number of parts) it counts as one; else a name is still expected.
        state.at.count += count % 2;
        if line.is_done() {
            end_line(state);
        }
        return;
    };
    if count >= 3 && count % 2 == 1 {
        check_conjunction(state, &word, count);
    }
    state.at.count += 1;
    state.at.words.push(word);
    if line.is_done() {
        end_line(state);
    }
}

/// Reports a word between names, after `count` parts, that is neither ‘and’ nor ‘or’, or not that of the first two.
fn check_conjunction(state: &mut ParserState, word: &str, count: usize) {
    if word != "and" && word != "or" {
        state.error(format!("expected ‘and’ or ‘or’, found ‘{word}’; {FORM}"));
    } else if count >= 5 && state.at.words.get(3).map(String::as_str) != Some(word) {
        state.error("a legend line cannot mix ‘and’ and ‘or’");
    }
}

/// Adds the complete line to the script; its problems are reported at column 1.
pub(super) fn end_line(state: &mut ParserState) {
    state.at.column = 1;
    let words = std::mem::take(&mut state.at.words);
    let Some(name) = words.first().cloned() else {
        return;
    };
    if words.len() == 1 {
        state.error(FORM);
        return;
    }
    if words.len().is_multiple_of(2) {
        let last = words[words.len() - 1].to_uppercase();
        state.error(format!("a name is missing after {last}; {FORM}"));
        return;
    }
    let shown = name.to_uppercase();
    if let Some(line) = state.source.line_of(&name) {
        state.error(format!("{shown} is already defined in line {line}"));
    }
    if is_reserved(&name) {
        state.warning(reserved_error(&shown));
    }
    let mut names: Vec<&str> = words[2..].iter().step_by(2).map(String::as_str).collect();
    if names.contains(&name.as_str()) {
        state.error(format!("{shown} cannot be defined by itself"));
        names.retain(|word| *word != name);
    }
    let mut seen = rustc_hash::FxHashSet::default();
    for word in &names {
        if !seen.insert(*word) {
            let word = word.to_uppercase();
            state.warning(format!("{word} is listed more than once"));
        }
        if state.source.line_of(word).is_none() {
            let word = word.to_uppercase();
            state.error(format!("{word} is not declared"));
        }
    }
    let line = state.line;
    match (names.len(), words.get(3).map(String::as_str)) {
        (0, _) => {}
        (1, _) => {
            let target = vec![names[0].to_owned()];
            let source = &mut state.source;
            source.add_legend(&name, LegendKind::Synonym, target, line);
        }
        (_, Some("and")) => aggregate(state, &name, &names),
        (_, Some("or")) => {
            let all_or = words[3..].iter().step_by(2).all(|word| word == "or");
            property(state, &name, &names, all_or);
        }
        // `check_conjunction` has reported the other word.
        _ => {}
    }
}

/// Adds a name for all of some objects.
fn aggregate(state: &mut ParserState, name: &str, names: &[&str]) {
    let mut objects = Vec::new();
    for word in names {
        match state.source.resolve(word) {
            Named::Object(name) | Named::Nothing(name) => objects.push(name),
            Named::Aggregate(index) => {
                objects.extend(state.source.legend[index].names.iter().cloned());
                if objects.len() > MAX_MEMBERS {
                    break;
                }
            }
            Named::Property(index) => {
                state.error("a name defined with ‘and’ cannot contain one defined with ‘or’");
                objects.push(state.source.legend[index].name.clone());
            }
        }
    }
    add(state, name, LegendKind::Aggregate, objects);
}

fn add(state: &mut ParserState, name: &str, kind: LegendKind, objects: Vec<String>) {
    state.members += objects.len();
    if state.members > MAX_MEMBERS {
        let limit = words::number(MAX_MEMBERS);
        state.error(format!(
            "the legend expands to too many names; the limit is {limit}"
        ));
        return;
    }
    state.source.add_legend(name, kind, objects, state.line);
}

/// Adds a name for any of some objects, unless `is_valid` is false or one of its first two names is an aggregate.
fn property(state: &mut ParserState, name: &str, names: &[&str], mut is_valid: bool) {
    let mut objects = Vec::new();
    for (index, word) in names.iter().enumerate() {
        // As in the original, names from the third on are resolved later, when all are known.
        if index >= 2 {
            objects.push((*word).to_owned());
            continue;
        }
        match state.source.resolve(word) {
            Named::Object(name) | Named::Nothing(name) => objects.push(name),
            Named::Property(index) => expand_property(&state.source, index, &mut objects, 0),
            Named::Aggregate(_) => {
                let message = format!(
                    "{} is defined with ‘or’ and cannot contain {}, which is defined with ‘and’",
                    name.to_uppercase(),
                    word.to_uppercase()
                );
                state.error(message);
                is_valid = false;
            }
        }
    }
    if is_valid {
        add(state, name, LegendKind::Property, objects);
    }
}

/// Appends the objects of a property, nested `depth` times so far. Self-references were reported at their declaration.
pub(super) fn expand_property(
    source: &Script,
    index: usize,
    objects: &mut Vec<String>,
    depth: usize,
) {
    let property = &source.legend[index];
    for word in property.names.iter().filter(|word| **word != property.name) {
        if objects.len() > MAX_MEMBERS {
            return;
        }
        match source.resolve(word) {
            Named::Property(index) if depth < MAX_NEST => {
                expand_property(source, index, objects, depth + 1)
            }
            Named::Object(name) | Named::Nothing(name) => objects.push(name),
            Named::Aggregate(_) | Named::Property(_) => {}
        }
    }
}
