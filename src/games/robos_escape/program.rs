//! Programs: a text of commands and labels, in which calls jump behind labels.

use std::fmt;

use super::board::CallRules;
use crate::game::programs::lines;
use crate::game::{CommandKind, CommandTile, Move, ProgramError};

/// Maximum number of commands of an accepted program.
pub const MAX_COMMANDS: usize = 5_000;
/// Move that removes the program.
const CLEAR: &str = "clear";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoboCommand {
    /// `F`: moves one cell ahead, if possible.
    Forward,
    /// `L`: turns 90° counter-clockwise.
    Left,
    /// `R`: turns 90° clockwise.
    Right,
    /// `G`: takes the coin on this cell.
    Grab,
    /// `X`: shoots ahead.
    Shoot,
    /// `1` to `5`: jumps behind the label; a return continues after the call.
    Call(u8),
    /// `'1` to `'5`: target of calls; no effect otherwise.
    Label(u8),
    /// `.`: returns behind the last call; without one, restarts the program.
    Return,
}

impl RoboCommand {
    /// Single-character commands, in palette order: the five that act on the board, and the return.
    pub const SIMPLE: [Self; 6] = [
        Self::Forward,
        Self::Left,
        Self::Right,
        Self::Grab,
        Self::Shoot,
        Self::Return,
    ];

    pub fn text(self) -> &'static str {
        match self {
            Self::Forward => "F",
            Self::Left => "L",
            Self::Right => "R",
            Self::Grab => "G",
            Self::Shoot => "X",
            Self::Return => ".",
            Self::Call(digit) => ["1", "2", "3", "4", "5"][usize::from(digit - 1).min(4)],
            Self::Label(digit) => ["'1", "'2", "'3", "'4", "'5"][usize::from(digit - 1).min(4)],
        }
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        let calls = DIGITS.map(Self::Call).into_iter();
        let labels = DIGITS.map(Self::Label).into_iter();
        Self::SIMPLE.into_iter().chain(calls).chain(labels)
    }

    pub fn tile(self) -> CommandTile {
        let tile = |name: &str, kind| CommandTile::new(self.text(), name.to_owned(), kind);
        match self {
            Self::Forward => tile("forward", CommandKind::Forward),
            Self::Left => tile("turn left", CommandKind::Left),
            Self::Right => tile("turn right", CommandKind::Right),
            Self::Grab => tile("take the coin", CommandKind::Take),
            Self::Shoot => tile("shoot", CommandKind::Shoot),
            Self::Return => tile("return, or restart", CommandKind::Return),
            Self::Call(digit) => tile(&format!("call '{digit}"), CommandKind::Call),
            Self::Label(digit) => tile(&format!("label {digit}"), CommandKind::Label),
        }
    }
}

pub const DIGITS: [u8; 5] = [1, 2, 3, 4, 5];

impl fmt::Display for RoboCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Index of each label's first occurrence, by digit from 1 to 5; 0 is not used.
pub(super) fn labels(commands: &[RoboCommand]) -> [Option<usize>; 6] {
    let mut labels = [None; 6];
    for (index, command) in commands.iter().enumerate().rev() {
        if let RoboCommand::Label(digit) = command {
            labels[usize::from(*digit)] = Some(index);
        }
    }
    labels
}

/// Digit of the first label that an equal one precedes.
pub fn duplicate_label(commands: &[RoboCommand]) -> Option<u8> {
    let labels = labels(commands);
    let mut commands = commands.iter().enumerate();
    commands.find_map(|(index, command)| match command {
        RoboCommand::Label(digit) if labels[usize::from(*digit)] != Some(index) => Some(*digit),
        _ => None,
    })
}

/// Digit of the first call whose label is missing.
pub fn dangling_call(commands: &[RoboCommand]) -> Option<u8> {
    let labels = labels(commands);
    commands.iter().find_map(|command| match command {
        RoboCommand::Call(digit) if labels[usize::from(*digit)].is_none() => Some(*digit),
        _ => None,
    })
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoboProgram {
    /// At most [`MAX_COMMANDS`].
    pub commands: Vec<RoboCommand>,
    /// True if it ends in the quote of a label whose digit is missing.
    pub half_label: bool,
}

impl RoboProgram {
    pub fn new(commands: Vec<RoboCommand>) -> Self {
        Self {
            commands,
            half_label: false,
        }
    }

    /// Cost in points: the number of commands, whether or not they are ever run.
    pub fn cost(&self) -> usize {
        self.commands.len()
    }

    /// Parses the text of a move or of slots: commands only, no whitespace or comments. An error names its character.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut program = Self::default();
        for (at, character) in (1..).zip(text.chars()) {
            let quoted = program.half_label;
            program.add(character).ok_or_else(|| match quoted {
                true => format!(
                    "a quote must be followed by a label digit from 1 to 5, not ‘{character}’ (character {at})"
                ),
                false => format!("‘{character}’ (character {at}) is not a command"),
            })?;
            if program.commands.len() > MAX_COMMANDS {
                return Err(format!("more than {MAX_COMMANDS} commands"));
            }
        }
        Ok(program)
    }

    /// Appends a character; `None` if it is invalid here.
    pub(super) fn add(&mut self, character: char) -> Option<()> {
        let mut digits = DIGITS.into_iter();
        let digit = digits.find(|digit| character == char::from(b'0' + digit));
        let quoted = std::mem::take(&mut self.half_label);
        let command = match (character, digit) {
            (_, Some(digit)) if quoted => RoboCommand::Label(digit),
            _ if quoted => return None,
            (_, Some(digit)) => RoboCommand::Call(digit),
            ('\'', _) => {
                self.half_label = true;
                return Some(());
            }
            _ => {
                let is = |simple: &RoboCommand| simple.text().starts_with(character);
                RoboCommand::SIMPLE.into_iter().find(is)?
            }
        };
        self.commands.push(command);
        Some(())
    }

    /// Program of a move's text; `None` if it is none.
    pub(super) fn from_move(mv: &str) -> Option<Self> {
        match mv {
            CLEAR => Some(Self::default()),
            "" => None,
            text => Self::parse(text).ok(),
        }
    }

    /// Move that writes this program in place of any other.
    pub(super) fn to_move(&self) -> Move {
        let text = self.to_string();
        Move::new(if text.is_empty() { CLEAR } else { &text })
    }

    /// Reason why these rules refuse it already while it is written.
    pub fn rejection(&self, calls: CallRules) -> Option<String> {
        let label = duplicate_label(&self.commands);
        let label = label.filter(|_| calls == CallRules::Strict)?;
        Some(format!("the label '{label} appears twice"))
    }

    /// Reason why it does not count under these rules, even if it escapes.
    pub fn flaw(&self, calls: CallRules) -> Option<String> {
        let dangling = dangling_call(&self.commands).filter(|_| calls == CallRules::Strict);
        let dangling = dangling.map(|digit| format!("the call {digit} has no label"));
        let unfinished = || "the last label is incomplete".to_owned();
        let unfinished = self.half_label.then(unfinished);
        self.rejection(calls).or(dangling).or(unfinished)
    }
}

impl fmt::Display for RoboProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut commands = self.commands.iter();
        commands.try_for_each(|command| command.fmt(f))?;
        f.write_str(if self.half_label { "'" } else { "" })
    }
}

/// Characters without whitespace, with their positions.
fn characters(source: &str) -> impl Iterator<Item = ((usize, usize), char)> + '_ {
    lines(source).flat_map(|(line, text)| {
        let letters = (1..).zip(text.chars());
        let letters = letters.filter(|(_, letter)| !letter.is_whitespace());
        letters.map(move |(column, letter)| ((line, column), letter))
    })
}

/// Parses a program as the user writes it, with whitespace, lines and comments; reports all errors in their order.
pub(super) fn parse_source(text: &str, calls: CallRules) -> Result<RoboProgram, Vec<ProgramError>> {
    let mut program = RoboProgram::default();
    let mut errors = Vec::new();
    let no_digit = |at| {
        let message = "a quote must be followed by a label digit from 1 to 5";
        ProgramError::syntax(at, 1, message)
    };
    // Position of the character before: of a label's quote, when its digit is parsed.
    let mut previous_at = (1, 1);
    for (at, letter) in characters(text) {
        let (quoted, length) = (program.half_label, program.commands.len());
        if program.add(letter).is_none() {
            let no_command = || {
                let message = format!(
                    "‘{letter}’ is not a command; use F, L, R, G, X, calls 1 to 5, labels '1 to '5 and return ‘.’"
                );
                ProgramError::syntax(at, 1, message)
            };
            errors.push(if quoted { no_digit(at) } else { no_command() });
        }
        let (earlier, new) = program.commands.split_at(length);
        for label in new.iter().filter(|new| quoted && earlier.contains(new)) {
            if calls == CallRules::Strict {
                let message = format!("the label {label} appears twice");
                errors.push(ProgramError::unfit(previous_at, 2, message));
            }
        }
        if program.commands.len() > MAX_COMMANDS {
            let message = format!("more than {MAX_COMMANDS} commands");
            errors.push(ProgramError::syntax(at, 1, message));
            break;
        }
        previous_at = at;
    }
    if program.half_label {
        errors.push(no_digit(previous_at));
    }
    errors.is_empty().then_some(program).ok_or(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_commands_and_costs() {
        for (text, cost) in [("XXF1R'1FF.", 9), ("", 0), ("2244'42L'2L5'53'3FFXG.", 18)] {
            let program = RoboProgram::parse(text).expect("is one");
            assert_eq!((program.to_string().as_str(), program.cost()), (text, cost));
        }
    }

    #[test]
    fn errors_name_the_character() {
        for (text, words) in [
            ("FfR", "‘f’ (character 2)"),
            ("F6", "‘6’ (character 2)"),
            ("''1", "a quote must be followed"),
            ("F R", "character 2"),
        ] {
            let error = RoboProgram::parse(text).expect_err("is none");
            assert!(error.contains(words), "{error}");
        }
        let program = RoboProgram::parse("1'2F'2").expect("is one");
        assert_eq!(dangling_call(&program.commands), Some(1));
        assert_eq!(duplicate_label(&program.commands), Some(2));
    }

    #[test]
    fn blanks_lines_and_comments_mean_nothing() {
        let text = "; the way\nXX F1\n  R\n; then\n'1 FF.\n";
        let program = parse_source(text, CallRules::Strict).expect("is one");
        assert_eq!(program.to_string(), "XXF1R'1FF.");
    }

    #[test]
    fn every_error_is_reported_at_its_position() {
        let errors = parse_source("Ff\n 'F'1'1\n6'", CallRules::Strict).expect_err("is none");
        let errors_at = errors.iter();
        let positions = errors_at.map(|error| (error.line, error.column, error.length));
        let expected = [(1, 2, 1), (2, 3, 1), (2, 6, 2), (3, 1, 1), (3, 2, 1)];
        assert_eq!(positions.collect::<Vec<_>>(), expected);
        assert!(errors[2].fits_elsewhere && !errors[0].fits_elsewhere);
        assert!(parse_source("'1'1", CallRules::Published).is_ok());
    }
}
