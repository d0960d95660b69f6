//! Parses a rule from its line, token by token.

use super::super::syntax::{EFFECTS, Problems, RuleText, Script, SoundWordKind, is_command};
use super::names::{Meaning, Names};
use super::rule_text::{
    CellItem, CellText, Command, Marker, RowText, RuleLine, RuleOrLoop, WordTable,
};

pub struct RuleReader<'a> {
    pub source: &'a Script,
    pub names: &'a Names,
    pub words: &'a mut WordTable,
    pub problems: &'a mut Problems,
    /// `true` if the cells of two sides do not correspond, so that the game cannot be compiled.
    pub broken: bool,
}

const MOVEMENT_NEEDS_OBJECT: &str = "a movement must be followed by an object";
const UNBALANCED: &str = "brackets must be in pairs and cannot be nested";

impl RuleReader<'_> {
    /// Parses a line; `None` if it is invalid.
    pub fn read(&mut self, text: &RuleText, before: Option<&RuleLine>) -> Option<RuleOrLoop> {
        if text.original.contains('(') && !text.text.contains("->") {
            let message = "a rule cannot contain a comment: everything after ‘(’ is ignored";
            self.problems.error(text.line, text.column, message);
            return None;
        }
        let tokens = tokens(&text.text);
        if let [(only, _)] = tokens.as_slice()
            && matches!(only.as_str(), "startloop" | "endloop")
        {
            return Some(RuleOrLoop::Loop(only == "startloop"));
        }
        let mut rule = RuleLine {
            line: text.line,
            directions: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            late: false,
            rigid: false,
            random: false,
            group: text.line,
            commands: Vec::new(),
        };
        if !tokens.iter().any(|(token, _)| token == "->") {
            let message = "a rule needs an arrow ‘->’ between its pattern and its replacement";
            self.problems.error(text.line, text.column, message);
        }
        let mut parse = Parse::default();
        let last_bracket = tokens.iter().rposition(|(token, _)| token == "]");
        for (index, (token, column)) in tokens.iter().enumerate() {
            let column = text.column + column;
            if !parse.in_body && token != "[" {
                self.parse_prefix(&mut rule, &mut parse, token, column, index, before);
            } else {
                if !parse.in_body && rule.directions.is_empty() {
                    rule.directions.extend(Marker::Orthogonal.movements());
                }
                parse.in_body = true;
                let more_brackets = last_bracket.is_some_and(|last| last >= index);
                if !self.parse_token(&mut rule, &mut parse, token, column, before, more_brackets)? {
                    let message = message(text, &tokens, index);
                    rule.commands.push(Command::Message(message));
                    break;
                }
            }
        }
        self.finish(&mut rule, text)?;
        Some(RuleOrLoop::Rule(rule))
    }

    fn parse_prefix(
        &mut self,
        rule: &mut RuleLine,
        parse: &mut Parse,
        token: &str,
        column: usize,
        index: usize,
        before: Option<&RuleLine>,
    ) {
        let line = rule.line;
        let mut error = |message: &str| self.problems.error(line, column, message);
        match (token, Marker::read(token)) {
            ("+", _) => {
                parse.has_plus = true;
                if rule.group != line {
                    error("this rule has two ‘+’");
                    return;
                }
                if index != 0 {
                    error(
                        "a ‘+’ that joins a rule to the previous one must come first in its line",
                    );
                }
                match before {
                    Some(before) => rule.group = before.group,
                    None => {
                        error(
                            "‘+’ joins a rule to the previous one, but there is no previous rule",
                        );
                        parse.has_plus = false;
                    }
                }
            }
            ("late", _) => rule.late = true,
            ("rigid", _) => rule.rigid = true,
            ("random", _) => {
                rule.random = true;
                if parse.has_plus {
                    error("only the first rule of a group can make the group random");
                }
            }
            (_, Some(mark @ (Marker::Up | Marker::Down | Marker::Left | Marker::Right))) => {
                rule.directions.push(mark);
            }
            (_, Some(Marker::Parallel | Marker::Perpendicular)) => {
                // Has no meaning here, but is harmless.
                rule.directions.extend(Marker::Orthogonal.movements());
            }
            (_, Some(mark)) if !mark.movements().is_empty() => {
                let movements = mark.movements().iter();
                rule.directions
                    .extend(movements.filter(|mark| **mark != Marker::Action));
            }
            (_, Some(mark)) if mark.is_relative() => error(
                "a rule’s own direction cannot be relative; write up, down, left, right, horizontal, \
                 vertical, or nothing for all four",
            ),
            _ => error(&format!(
                "only directions, late, rigid, random and ‘+’ can precede a rule’s first bracket, not ‘{token}’"
            )),
        }
    }

    /// Parses a token after the prefixes. Returns `false` if the rest is a message, and `None` if the rule is invalid.
    fn parse_token(
        &mut self,
        rule: &mut RuleLine,
        parse: &mut Parse,
        token: &str,
        column: usize,
        before: Option<&RuleLine>,
        more_brackets: bool,
    ) -> Option<bool> {
        let line = rule.line;
        match token {
            "[" => self.open(parse, line, column),
            "]" => self.close(rule, parse, column)?,
            "|" if !parse.in_bracket => {
                self.problems
                    .warning(line, column, "‘|’ must be inside brackets");
            }
            "|" if parse.mark.is_some() => self.problems.error(line, column, MOVEMENT_NEEDS_OBJECT),
            "|" => parse.row.push(std::mem::take(&mut parse.cell)),
            "->" => self.arrow(rule, parse, column, before)?,
            "..." if !parse.in_bracket => {
                self.problems
                    .warning(line, column, "‘...’ must be inside brackets");
            }
            "..." => {
                // A preceding mark replaces the gap.
                let mark = parse.mark.take().unwrap_or(Marker::Gap);
                parse.cell.push(CellItem { mark, word: 0 });
            }
            _ => {
                if let Some(mark) = Marker::read(token) {
                    self.mark(rule, parse, mark, column);
                } else if self.source.names.contains(token) {
                    self.name(parse, token, line, column);
                } else if is_command(token) {
                    return self.command(rule, parse, token, column, more_brackets);
                } else {
                    let message = format!("expected an object, found ‘{token}’");
                    self.problems.error(line, column, message);
                }
            }
        }
        Some(true)
    }

    fn open(&mut self, parse: &mut Parse, line: usize, column: usize) {
        parse.balance += 1;
        if parse.balance > 1 {
            self.problems.warning(line, column, UNBALANCED);
        }
        if !parse.cell.is_empty() || parse.mark.is_some() {
            self.problems
                .error(line, column, "the previous bracket is not closed");
        }
        parse.in_bracket = true;
        parse.cell.clear();
        parse.mark = None;
    }

    fn close(&mut self, rule: &mut RuleLine, parse: &mut Parse, column: usize) -> Option<()> {
        parse.balance -= 1;
        if parse.balance < 0 {
            self.problems.warning(rule.line, column, UNBALANCED);
            return None;
        }
        if parse.mark.is_some() {
            self.problems
                .error(rule.line, column, MOVEMENT_NEEDS_OBJECT);
        } else {
            parse.row.push(std::mem::take(&mut parse.cell));
        }
        let row = std::mem::take(&mut parse.row);
        match parse.after_arrow {
            true => rule.right.push(row),
            false => rule.left.push(row),
        }
        parse.in_bracket = false;
        Some(())
    }

    fn arrow(
        &mut self,
        rule: &RuleLine,
        parse: &mut Parse,
        column: usize,
        before: Option<&RuleLine>,
    ) -> Option<()> {
        if rule.group != rule.line && before.is_some_and(|before| before.late != rule.late) {
            let message = "a group should not mix late rules with other rules";
            self.problems.warning(rule.line, column, message);
        }
        if parse.in_bracket {
            self.problems
                .warning(rule.line, column, "an arrow cannot be inside brackets");
        } else if parse.after_arrow {
            self.problems
                .error(rule.line, column, "a rule can have only one arrow");
            return None;
        } else {
            parse.after_arrow = true;
        }
        Some(())
    }

    fn mark(&mut self, rule: &RuleLine, parse: &mut Parse, mark: Marker, column: usize) {
        let line = rule.line;
        if parse.mark.is_some() {
            self.problems
                .error(line, column, "an object can have only one movement");
        } else if !parse.in_bracket {
            let message = "a rule’s directions must come before its first bracket";
            self.problems.warning(line, column, message);
        } else if rule.late && !matches!(mark, Marker::No | Marker::Random | Marker::RandomDir) {
            let message = "a late rule cannot contain movements: everything has already moved";
            self.problems.error(line, column, message);
        } else {
            parse.mark = Some(mark);
        }
    }

    fn name(&mut self, parse: &mut Parse, token: &str, line: usize, column: usize) {
        let shown = token.to_uppercase();
        if !parse.in_bracket {
            let message = format!("{shown} must be inside brackets");
            self.problems.warning(line, column, message);
            return;
        }
        let word = self.words.number(token);
        let mark = parse.mark.take().unwrap_or(Marker::None);
        let mut items = parse.cell.iter();
        if let Some(other) = items.find(|item| item.mark != Marker::Gap && item.word == word) {
            let message = format!("{shown} is in this cell twice");
            if mark == Marker::No && other.mark == Marker::No {
                self.problems.warning(line, column, format!("NO {message}"));
            } else {
                self.problems.error(line, column, message);
                if let Some(Meaning::Property(_)) = self.names.meaning(token) {
                    let message = "to match two objects of one kind in a cell, give the kind two names in the legend";
                    self.problems.error(0, 0, message);
                }
            }
        }
        parse.cell.push(CellItem { mark, word });
    }

    fn command(
        &mut self,
        rule: &mut RuleLine,
        parse: &Parse,
        token: &str,
        column: usize,
        more_brackets: bool,
    ) -> Option<bool> {
        let line = rule.line;
        let message = "commands must be at the end of a rule";
        if !parse.after_arrow {
            self.problems.error(line, column, message);
        } else if parse.in_bracket || more_brackets {
            self.problems.warning(line, column, message);
        }
        rule.commands.push(match token {
            "message" => return Some(false),
            "cancel" => Command::Cancel,
            "restart" => Command::Restart,
            "win" => Command::Win,
            "again" => Command::Again,
            "checkpoint" => Command::Checkpoint,
            sound => {
                let mut declared = self
                    .source
                    .sounds
                    .iter()
                    .filter_map(|text| text.words.first());
                if !declared.any(|word| word.kind == SoundWordKind::Event && word.text == sound) {
                    let name = sound.to_uppercase();
                    let message = format!("the sound {name} is not declared in SOUNDS");
                    self.problems.warning(line, column, message);
                }
                Command::Sound(EFFECTS.split(' ').position(|effect| effect == sound)?)
            }
        });
        Some(true)
    }

    /// Checks a complete rule; `None` if its sides do not correspond.
    fn finish(&mut self, rule: &mut RuleLine, text: &RuleText) -> Option<()> {
        let (line, column) = (rule.line, text.column);
        if rule.late && rule.rigid {
            let message = "a late rule cannot be rigid: everything has already moved";
            self.problems.error(line, column, message);
        }
        if rule.left.len() != rule.right.len() {
            if rule.commands.is_empty() || !rule.right.is_empty() {
                let message =
                    "a rule must have the same number of brackets on both sides of the arrow";
                self.problems.warning(line, column, message);
            }
            if !rule.right.is_empty() {
                return None;
            }
        } else {
            for (left, right) in rule.left.iter().zip(&rule.right) {
                if left.len() != right.len() {
                    let message =
                        "a bracket must have the same number of cells on both sides of the arrow";
                    self.problems.error(line, column, message);
                    self.broken = true;
                }
                if left.is_empty() {
                    let message = "a bracket before the arrow is empty, so it matches everywhere";
                    self.problems.error(0, 0, message);
                }
            }
        }
        if rule.left.is_empty() {
            let message = "this rule has nothing before its arrow";
            self.problems.error(line, column, message);
        }
        let mut items = rule.left.iter().chain(&rule.right).flatten().flatten();
        if rule.left.iter().all(|row| row.len() <= 1) && !items.any(|item| item.mark.is_relative())
        {
            rule.directions.truncate(1);
        }
        Some(())
    }
}

/// State of the parser within a rule.
#[derive(Default)]
struct Parse {
    in_bracket: bool,
    after_arrow: bool,
    /// Number of open brackets.
    balance: isize,
    row: RowText,
    cell: CellText,
    /// A mark that waits for its name.
    mark: Option<Marker>,
    has_plus: bool,
    /// `true` if the prefixes are over.
    in_body: bool,
}

/// Tokens of a rule, with their columns from 0.
fn tokens(text: &str) -> Vec<(String, usize)> {
    let mut tokens: Vec<(String, usize)> = Vec::new();
    let mut open = false;
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let arrow = c == '-' && chars.get(at + 1) == Some(&'>');
        let sign = "[]|".contains(c) || c == '+' && tokens.is_empty();
        if arrow || sign {
            let length = 1 + usize::from(arrow);
            tokens.push((chars[at..at + length].iter().collect(), at));
            at += length;
            open = false;
            continue;
        }
        if c.is_whitespace() {
            open = false;
        } else if let Some((token, _)) = tokens.last_mut().filter(|_| open) {
            token.push(c);
        } else {
            tokens.push((c.to_string(), at));
            open = true;
        }
        at += 1;
    }
    tokens
}

/// Message of a rule: the text after the word in the line as written.
fn message(text: &RuleText, tokens: &[(String, usize)], index: usize) -> String {
    let (token, column) = &tokens[index];
    let start = text.column - 1 + column + token.chars().count();
    let rest: String = text.original.chars().skip(start).collect();
    match rest.trim() {
        // An empty message is still shown.
        "" => " ".to_owned(),
        rest => rest.to_owned(),
    }
}
