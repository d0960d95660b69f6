//! Text with holes. A hole in braces is
//!
//! - an expression, which is worked out: `{rows*columns-1}`,
//! - a text for each of some numbers: `{each r in 1..rows, c in 1..columns if r != c: (init (cell {r} {c} x))}`,
//! - a text under a condition: `{if gap == 'last': …}`.

use minijinja::Value;

use super::expr::{Bindings, evaluate, holds, number};
use super::file::split_optional;

/// Lines made by `each` are broken when they get longer.
const MAX_LINE_WIDTH: usize = 100;
/// Most bytes of a filled text.
const MAX_LENGTH: usize = 4 << 20;
/// Marks an empty result, until its line is removed.
const EMPTY: &str = "\u{1}";

/// Fills the holes of a text. Lines of nothing but empty holes are left out, as are leading and repeated blank lines.
pub(super) fn fill(text: &str, names: &Bindings) -> Result<String, String> {
    let mut lines: Vec<String> = Vec::new();
    for line in expand(text, names)?.lines() {
        let full = line.replace(EMPTY, "");
        let full = full.trim_end();
        let was_empty = lines.last().is_none_or(String::is_empty);
        if full.is_empty() && (was_empty || line.contains(EMPTY)) {
            continue;
        }
        lines.push(full.to_owned());
    }
    Ok(lines.join("\n"))
}

fn expand(text: &str, names: &Bindings) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find('{') {
        out.push_str(&rest[..begin]);
        let end = hole_end(&rest[begin..])? + begin;
        let hole = &rest[begin + 1..end];
        let result = match hole.split_once(' ') {
            Some(("each", rule)) => each(rule, names, &indent(&out))?,
            Some(("if", rule)) => match split_condition(rule)? {
                (condition, text) if holds(condition, names)? => expand(text, names)?,
                _ => String::new(),
            },
            _ => evaluate(hole, names)?.to_string(),
        };
        out.push_str(if result.is_empty() { EMPTY } else { &result });
        if out.len() > MAX_LENGTH {
            return Err("the generated rules are too long for a game".to_owned());
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

/// Index of the brace that closes the one at the beginning.
fn hole_end(text: &str) -> Result<usize, String> {
    let mut open = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Ok(at);
        }
    }
    let begin: String = text.chars().take(30).collect();
    Err(format!("a ‘}}’ is missing after ‘{begin}’"))
}

fn split_condition(rule: &str) -> Result<(&str, &str), String> {
    let parts = rule
        .split_once(':')
        .map(|(condition, text)| (condition, text.trim()));
    parts.ok_or_else(|| format!("a colon is missing in ‘{rule}’"))
}

/// Blanks at the beginning of the last line.
fn indent(text: &str) -> String {
    let line = text.rsplit('\n').next().unwrap_or_default();
    let blanks = line.chars().take_while(|sign| sign.is_whitespace());
    blanks.collect()
}

/// Repeats a text for numbers, on one line for each number of the first name if there are several names.
fn each(rule: &str, names: &Bindings, indent: &str) -> Result<String, String> {
    let (rule, text) = split_condition(rule)?;
    let loops = NestedLoops::parse(rule)?;
    let several = loops.names.len() > 1;
    let mut lines: Vec<(Option<Value>, String)> = Vec::new();
    let mut total = 0;
    loops.run(names, &mut |names| {
        let item = expand(text, names)?;
        total += item.len();
        if total > MAX_LENGTH {
            return Err("the generated rules are too long for a game".to_owned());
        }
        let first = loops.names.first().filter(|_| several);
        let first = first.and_then(|(name, ..)| names.get(*name).cloned());
        match lines.last_mut() {
            Some((known, line)) if *known == first && line.len() + item.len() < MAX_LINE_WIDTH => {
                line.push(' ');
                line.push_str(&item);
            }
            _ => lines.push((first, item)),
        }
        Ok(())
    })?;
    let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    Ok(lines.join(&format!("\n{indent}")))
}

/// Nested loops of names over numbers, under a condition.
pub(super) struct NestedLoops<'a> {
    /// Name, first and last number.
    names: Vec<(&'a str, &'a str, &'a str)>,
    condition: Option<&'a str>,
}

impl<'a> NestedLoops<'a> {
    /// Reads `r in 1..rows, c in r..columns if r != c`.
    pub fn parse(rule: &'a str) -> Result<Self, String> {
        let (ranges, condition) = split_optional(rule, " if ");
        let mut names = Vec::new();
        let mut start = 0;
        let mut open = 0;
        for (at, sign) in ranges.char_indices().chain([(ranges.len(), ',')]) {
            match sign {
                '(' => open += 1,
                ')' => open -= 1,
                ',' if open == 0 => {
                    names.push(range(&ranges[start..at])?);
                    start = at + 1;
                }
                _ => {}
            }
        }
        Ok(Self { names, condition })
    }

    /// Calls `work` for all numbers for which the condition holds.
    pub fn run(
        &self,
        names: &Bindings,
        work: &mut dyn FnMut(&Bindings) -> Result<(), String>,
    ) -> Result<(), String> {
        self.inner(0, &mut names.clone(), work)
    }

    fn inner(
        &self,
        depth: usize,
        names: &mut Bindings,
        work: &mut dyn FnMut(&Bindings) -> Result<(), String>,
    ) -> Result<(), String> {
        let Some((name, first, last)) = self.names.get(depth) else {
            return match self.condition {
                Some(condition) if !holds(condition, names)? => Ok(()),
                _ => work(names),
            };
        };
        for number in number(first, names)?..=number(last, names)? {
            names.insert((*name).to_owned(), Value::from(number));
            self.inner(depth + 1, names, work)?;
        }
        Ok(())
    }
}

fn range(text: &str) -> Result<(&str, &str, &str), String> {
    let parts = text.split_once(" in ").and_then(|(name, range)| {
        let (first, last) = range.split_once("..")?;
        Some((name.trim(), first, last))
    });
    parts.ok_or_else(|| format!("‘{text}’ is not of the form ‘n in 1..9’"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(text: &str) -> Result<String, String> {
        let names = Bindings::from([("rows".to_owned(), Value::from(2))]);
        fill(text, &names)
    }

    #[test]
    fn holes_are_filled() {
        let nested = "  {each r in 1..rows, c in r..3 if c != 2: ({r} {c})}\nend";
        let empty = "a\n{if rows > 2: b}\n{each n in 3..rows: {n}}\nc";
        for (text, filled) in [
            ("a {rows*2} b", "a 4 b"),
            (nested, "  (1 1) (1 3)\n  (2 3)\nend"),
            (empty, "a\nc"),
            ("{if rows == 2: {each n in 1..2: x{n}}}", "x1 x2"),
        ] {
            assert_eq!(render(text).as_deref(), Ok(filled));
        }
        for wrong in [
            "{rows",
            "{each n: x}",
            "{each n in 1..2 x}",
            "{if y: x}",
            "{each n in 1..9999999: long}",
        ] {
            assert!(render(wrong).is_err(), "{wrong}");
        }
    }
}
