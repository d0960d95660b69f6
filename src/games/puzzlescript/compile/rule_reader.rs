//! Parses a rule from its line, token by token.

use super::super::syntax::{EFFECTS, Problems, RuleText, Script, is_command};
use super::names::{Meaning, Names};
use super::rule_text::{
    CellItem, CellText, Command, Marker, RowText, RuleHead, RuleLine, RuleOrLoop, WordTable,
};

const MOVEMENT_NEEDS_OBJECT: &str = "a movement must be followed by an object";
const UNBALANCED: &str = "brackets must be in pairs and cannot be nested";

pub struct RuleReader<'a> {
    pub source: &'a Script,
    pub names: &'a Names,
    pub words: &'a mut WordTable,
    pub problems: &'a mut Problems,
    /// `true` if the cells of two sides do not correspond, so that the game cannot be compiled.
    pub broken: bool,
}

impl RuleReader<'_> {
    /// Parses a line, which follows the rule `before`; `None` if it is invalid.
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
        let has_arrow = tokens.iter().any(|(token, _)| token == "->");
        let last_bracket = tokens.iter().rposition(|(token, _)| token == "]");
        let mut parser = RuleParser {
            before: before.map(|before| before.head),
            rule: RuleLine::new(text.line),
            column: text.column,
            more_brackets: false,
            in_bracket: false,
            after_arrow: false,
            open_brackets: 0,
            row: Vec::new(),
            cell: Vec::new(),
            mark: None,
            has_plus: false,
            reader: self,
        };
        if !has_arrow {
            parser.error("a rule needs an arrow ‘->’ between its pattern and its replacement");
        }
        let mut in_body = false;
        for (index, (token, column)) in tokens.iter().enumerate() {
            parser.column = text.column + column;
            if !in_body && token != "[" {
                parser.parse_prefix(token, index == 0);
                continue;
            }
            // Without a direction, a rule has all four.
            if !in_body && parser.rule.directions.is_empty() {
                let all = Marker::Orthogonal.movements();
                parser.rule.directions.extend(all);
            }
            in_body = true;
            parser.more_brackets = last_bracket.is_some_and(|last| last >= index);
            if !parser.parse_token(token)? {
                let message = message(text, &tokens, index);
                parser.rule.commands.push(Command::Message(message));
                break;
            }
        }
        parser.column = text.column;
        parser.finish().map(RuleOrLoop::Rule)
    }
}

struct RuleParser<'a, 'b> {
    reader: &'a mut RuleReader<'b>,
    before: Option<RuleHead>,
    rule: RuleLine,
    /// Column of the token, from 1.
    column: usize,
    /// `true` if a closing bracket is at or after the token.
    more_brackets: bool,
    in_bracket: bool,
    after_arrow: bool,
    open_brackets: isize,
    row: RowText,
    cell: CellText,
    /// A mark that waits for its name.
    mark: Option<Marker>,
    /// `true` if a ‘+’ joins the rule to the group of the rule `before`.
    has_plus: bool,
}

impl RuleParser<'_, '_> {
    fn error(&mut self, message: impl Into<String>) {
        let line = self.rule.head.line;
        self.reader.problems.error(line, self.column, message);
    }

    fn warning(&mut self, message: impl Into<String>) {
        let line = self.rule.head.line;
        self.reader.problems.warning(line, self.column, message);
    }

    /// Parses a token before the first bracket; `is_first` at the start of the line.
    fn parse_prefix(&mut self, token: &str, is_first: bool) {
        let directions = &mut self.rule.directions;
        match (token, Marker::read(token)) {
            ("+", _) => self.join_group(is_first),
            ("late", _) => self.rule.head.late = true,
            ("rigid", _) => self.rule.head.rigid = true,
            ("random", _) => {
                self.rule.head.random = true;
                if self.has_plus {
                    self.error("only the first rule of a group can make the group random");
                }
            }
            (_, Some(mark @ (Marker::Up | Marker::Down | Marker::Left | Marker::Right))) => {
                directions.push(mark);
            }
            // Has no meaning here, but is harmless.
            (_, Some(Marker::Parallel | Marker::Perpendicular)) => {
                directions.extend(Marker::Orthogonal.movements());
            }
            (_, Some(mark)) if !mark.movements().is_empty() => {
                directions.extend(mark.movements().iter().filter(|mark| **mark != Marker::Action));
            }
            (_, Some(mark)) if mark.is_relative() => self.error(
                "a rule’s own direction cannot be relative; write up, down, left, right, horizontal, \
                 vertical, or nothing for all four",
            ),
            _ => self.error(format!(
                "only directions, late, rigid, random and ‘+’ can precede a rule’s first bracket, not ‘{token}’"
            )),
        }
    }

    fn join_group(&mut self, is_first: bool) {
        self.has_plus = true;
        if self.rule.head.group != self.rule.head.line {
            self.error("this rule has two ‘+’");
            return;
        }
        if !is_first {
            self.error("a ‘+’ that joins a rule to the previous one must come first in its line");
        }
        if let Some(before) = self.before {
            self.rule.head.group = before.group;
        } else {
            self.error("‘+’ joins a rule to the previous one, but there is no previous rule");
            self.has_plus = false;
        }
    }

    /// Parses a token after the prefixes. Returns `false` if the rest is a message, and `None` if the rule is invalid.
    fn parse_token(&mut self, token: &str) -> Option<bool> {
        match token {
            "[" => self.open(),
            "]" => self.close()?,
            "|" | "..." if !self.in_bracket => {
                self.warning(format!("‘{token}’ must be inside brackets"));
            }
            "|" if self.mark.is_some() => self.error(MOVEMENT_NEEDS_OBJECT),
            "|" => self.row.push(std::mem::take(&mut self.cell)),
            "->" => self.arrow()?,
            "..." => {
                // A preceding mark replaces the gap.
                let mark = self.mark.take().unwrap_or(Marker::Gap);
                self.cell.push(CellItem { mark, word: 0 });
            }
            _ => {
                if let Some(mark) = Marker::read(token) {
                    self.mark(mark);
                } else if self.reader.source.names.contains(token) {
                    self.name(token);
                } else if is_command(token) {
                    return self.command(token);
                } else {
                    self.error(format!("expected an object, found ‘{token}’"));
                }
            }
        }
        Some(true)
    }

    fn open(&mut self) {
        self.open_brackets += 1;
        if self.open_brackets > 1 {
            self.warning(UNBALANCED);
        }
        if !self.cell.is_empty() || self.mark.is_some() {
            self.error("the previous bracket is not closed");
        }
        self.in_bracket = true;
        self.cell.clear();
        self.mark = None;
    }

    fn close(&mut self) -> Option<()> {
        self.open_brackets -= 1;
        if self.open_brackets < 0 {
            self.warning(UNBALANCED);
            return None;
        }
        if self.mark.is_some() {
            self.error(MOVEMENT_NEEDS_OBJECT);
        } else {
            self.row.push(std::mem::take(&mut self.cell));
        }
        let row = std::mem::take(&mut self.row);
        match self.after_arrow {
            true => self.rule.right.push(row),
            false => self.rule.left.push(row),
        }
        self.in_bracket = false;
        Some(())
    }

    fn arrow(&mut self) -> Option<()> {
        let head = self.rule.head;
        if head.group != head.line && self.before.is_some_and(|before| before.late != head.late) {
            self.warning("a group should not mix late rules with other rules");
        }
        if self.in_bracket {
            self.warning("an arrow cannot be inside brackets");
        } else if self.after_arrow {
            self.error("a rule can have only one arrow");
            return None;
        } else {
            self.after_arrow = true;
        }
        Some(())
    }

    fn mark(&mut self, mark: Marker) {
        let is_allowed_late = matches!(mark, Marker::No | Marker::Random | Marker::RandomDir);
        if self.mark.is_some() {
            self.error("an object can have only one movement");
        } else if !self.in_bracket {
            self.warning("a rule’s directions must come before its first bracket");
        } else if self.rule.head.late && !is_allowed_late {
            self.error("a late rule cannot contain movements: everything has already moved");
        } else {
            self.mark = Some(mark);
        }
    }

    fn name(&mut self, token: &str) {
        let shown = token.to_uppercase();
        if !self.in_bracket {
            self.warning(format!("{shown} must be inside brackets"));
            return;
        }
        let word = self.reader.words.number(token);
        let mark = self.mark.take().unwrap_or(Marker::None);
        let mut items = self.cell.iter();
        if let Some(other) = items.find(|item| item.mark != Marker::Gap && item.word == word) {
            let message = format!("{shown} is in this cell twice");
            if mark == Marker::No && other.mark == Marker::No {
                self.warning(format!("NO {message}"));
            } else {
                self.error(message);
                if let Some(Meaning::Property(_)) = self.reader.names.meaning(token) {
                    let message = "to match two objects of one kind in a cell, give the kind two names in the legend";
                    self.reader.problems.general_error(message);
                }
            }
        }
        self.cell.push(CellItem { mark, word });
    }

    /// Parses a command. Returns `false` if its message follows.
    fn command(&mut self, token: &str) -> Option<bool> {
        let message = "commands must be at the end of a rule";
        if !self.after_arrow {
            self.error(message);
        } else if self.in_bracket || self.more_brackets {
            self.warning(message);
        }
        let command = match token {
            "message" => return Some(false),
            "cancel" => Command::Cancel,
            "restart" => Command::Restart,
            "win" => Command::Win,
            "again" => Command::Again,
            "checkpoint" => Command::Checkpoint,
            sound => Command::Sound(EFFECTS.split(' ').position(|effect| effect == sound)?),
        };
        self.rule.commands.push(command);
        Some(true)
    }

    /// Checks the complete rule; `None` if its sides do not correspond.
    fn finish(mut self) -> Option<RuleLine> {
        if self.rule.head.late && self.rule.head.rigid {
            self.error("a late rule cannot be rigid: everything has already moved");
        }
        let (left, right) = (&self.rule.left, &self.rule.right);
        let (has_right, has_commands) = (!right.is_empty(), !self.rule.commands.is_empty());
        if left.len() != right.len() {
            if !has_commands || has_right {
                let message =
                    "a rule must have the same number of brackets on both sides of the arrow";
                self.warning(message);
            }
            if has_right {
                return None;
            }
        } else {
            let lengths = left.iter().zip(right);
            let lengths = lengths.map(|(row, other)| (row.len(), other.len()));
            let lengths: Vec<_> = lengths.collect();
            for (length, other) in lengths {
                if length != other {
                    let message =
                        "a bracket must have the same number of cells on both sides of the arrow";
                    self.error(message);
                    self.reader.broken = true;
                }
                if length == 0 {
                    let message = "a bracket before the arrow is empty, so it matches everywhere";
                    self.reader.problems.general_error(message);
                }
            }
        }
        if self.rule.left.is_empty() {
            self.error("this rule has nothing before its arrow");
        }
        let mut rule = self.rule;
        let mut items = rule.left.iter().chain(&rule.right).flatten().flatten();
        // For single cells without relative movements all directions are the same: one is enough.
        let is_directed = items.any(|item| item.mark.is_relative());
        if !is_directed && rule.left.iter().all(|row| row.len() <= 1) {
            rule.directions.truncate(1);
        }
        Some(rule)
    }
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

/// Message of a rule: the text after the token at `index`, in the line as written.
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
