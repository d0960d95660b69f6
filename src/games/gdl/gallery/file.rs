//! File of a pattern: comment lines that describe it, then rules with holes.
//!
//! | line | meaning |
//! |---|---|
//! | `; pattern: Sliding tiles` | its title |
//! | `; about: Tiles slide.` | how it is played, in a sentence |
//! | `; known-as: Fifteen` | games like this |
//! | `; ask rows 2-6 = 4: How many rows?` | a question, with a range or `choices|like|these`, and the default |
//! | `; ask shape text = ab/c: What is it like?` | a question that is answered by a word of any signs |
//! | `; check rows > 2: that is too small` | what answers must fulfil |
//! | `; keep box * box == rows: boxes are not square` | what stays as it is where the board has another size |
//! | `; value {n} each n in 1..rows: tile {n}` | what a cell may show, with a name |
//!
//! All other lines above the first blank one are settings of the level.

use crate::game::{Field, RulePattern, Seams};
use crate::settings::{SETTINGS, setting};

/// A pattern as its file states it; its texts live as long as the program.
pub(super) struct PatternFile {
    pub pattern: RulePattern,
    /// Conditions on answers, with the error where they do not hold.
    pub checks: Vec<(&'static str, &'static str)>,
    /// Conditions for another board size: the first that holds for the present answers must hold for that size, too.
    /// The error of the first is displayed if none does.
    pub size_conditions: Vec<(&'static str, &'static str)>,
    pub values: Vec<ValueLine>,
    /// Keys and values of settings; the values may have holes.
    pub settings: Vec<(&'static str, &'static str)>,
    /// Rules with holes (see [`super::template`]).
    pub rules: &'static str,
}

/// Values of cells, given by one line of the file.
pub(super) struct ValueLine {
    /// Name in the rules, with holes.
    pub token: &'static str,
    /// The numbers to repeat it for.
    pub each: Option<&'static str>,
    /// Question for the user, with holes.
    pub name: &'static str,
}

/// Reads a pattern, leaking texts made from its parts. The error names the line, if it is about one.
pub(super) fn read(id: &'static str, text: &'static str) -> Result<PatternFile, String> {
    let mut file = PatternFile {
        pattern: RulePattern {
            id,
            title: "",
            about: "",
            known_as: "",
            questions: Vec::new(),
            seams: None,
        },
        checks: Vec::new(),
        size_conditions: Vec::new(),
        values: Vec::new(),
        settings: Vec::new(),
        rules: "",
    };
    let (head, rules) = text
        .split_once("\n\n")
        .ok_or("a blank line is missing before the rules")?;
    file.rules = rules;
    for (number, line) in (1..).zip(head.lines()) {
        let comment = line.strip_prefix(';').map(str::trim);
        let taken = comment.ok_or("it does not begin with ‘;’".to_owned());
        let result = taken.and_then(|line| file.parse_line(line));
        result.map_err(|reason| format!("line {number}: {reason}"))?;
    }
    let has_question = |key: &str| file.pattern.questions.iter().any(|it| it.key == key);
    if file.pattern.title.is_empty() || file.pattern.about.is_empty() {
        return Err("title (‘pattern’) or ‘about’ is missing".to_owned());
    }
    let has_size = has_question(RulePattern::ROWS) && has_question(RulePattern::COLUMNS);
    if !has_size || file.values.is_empty() {
        return Err("it must ask for rows and columns, and name values".to_owned());
    }
    Ok(file)
}

impl PatternFile {
    /// Takes in a line above the rules, without its comment sign.
    fn parse_line(&mut self, line: &'static str) -> Result<(), String> {
        // Tokens of values may have colons, so a blank must follow the one after them.
        let colon = match line.starts_with("value ") {
            true => ": ",
            false => ":",
        };
        let (key, value) = line.split_once(colon).ok_or("a colon is missing")?;
        let value = value.trim();
        match key.split_once(' ') {
            None => match key {
                "pattern" => self.pattern.title = value,
                "about" => self.pattern.about = value,
                "known-as" => self.pattern.known_as = value,
                _ if setting(key).is_none() => return Err(unknown_key(key)),
                _ => {
                    if key == "board-seams" {
                        self.pattern.seams = Seams::from_id(value);
                    }
                    self.settings.push((key, value));
                }
            },
            Some(("ask", rule)) => self.pattern.questions.push(question(rule, value)?),
            Some(("check", condition)) => self.checks.push((condition, value)),
            Some(("keep", condition)) => self.size_conditions.push((condition, value)),
            Some(("value", rule)) => {
                let (token, each) = split_optional(rule, " each ");
                let name = value;
                self.values.push(ValueLine { token, each, name });
            }
            Some(_) => return Err(unknown_key(key)),
        }
        Ok(())
    }
}

fn unknown_key(key: &str) -> String {
    let settings = SETTINGS.iter().map(|setting| setting.field.key);
    let settings = settings.collect::<Vec<_>>().join(", ");
    format!(
        "unknown key ‘{key}’; the keys are pattern, about, known-as, ask, check, keep and value, and those of settings: {settings}"
    )
}

/// Splits off an optional part after a word.
pub(super) fn split_optional<'t>(text: &'t str, word: &str) -> (&'t str, Option<&'t str>) {
    let parts = text.split_once(word);
    parts.map_or((text, None), |(first, part)| (first, Some(part)))
}

/// Reads `rows 2-6 = 4`.
fn question(rule: &'static str, text: &'static str) -> Result<Field, String> {
    let form_error = || {
        format!(
            "‘{rule}’ is not of the form ‘key 2-6 = 4’, ‘key one|other = one’ or ‘key text = word’"
        )
    };
    let (what, default) = rule.split_once(" = ").ok_or_else(form_error)?;
    let (key, answers) = what.split_once(' ').ok_or_else(form_error)?;
    let mut name = key.replace('_', " ");
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let field = Field::new(key, name.leak(), default, text);
    let field = match answers.split_once('-') {
        _ if answers == "text" => field,
        Some((least, most)) => {
            let number = |text: &str| text.parse().map_err(|_| form_error());
            field.integer(number(least)?, number(most)?)
        }
        None => field.one_of(answers.split('|').collect::<Vec<_>>().leak()),
    };
    match field.fits(default) {
        true => Ok(field),
        false => Err(form_error()),
    }
}
