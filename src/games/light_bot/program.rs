//! Programs and their text form: one procedure per line, `main: FJ1`, or with repeats `main: 3{FJ}X`.

use std::borrow::Cow;
use std::fmt;

use crate::game::{CommandKind, CommandTile, Move};

use super::slots::{MAX_PROCEDURES, REPEATS, Slots};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BotCommand {
    /// Moves to the tile ahead, if it has the same height.
    Forward,
    /// Jumps to the tile ahead, if it is one higher, or lower by any amount.
    Jump,
    Left,
    Right,
    Light,
    /// Calls a procedure, from 1.
    Call(u8),
    /// Repeats the commands up to its end this many times.
    Repeat(u8),
    /// End of a repeat. It takes a slot but does not count as a command.
    End,
}

impl BotCommand {
    /// Commands that act by themselves.
    pub const ACTIONS: [Self; 5] = [
        Self::Forward,
        Self::Jump,
        Self::Left,
        Self::Right,
        Self::Light,
    ];

    /// Command of a letter or digit.
    pub fn from_letter(letter: char) -> Option<Self> {
        let mut known = Self::ACTIONS.into_iter().chain([Self::End]);
        let command = known.find(|command| command.to_string() == letter.to_string());
        command.or_else(|| {
            let procedure = letter.to_digit(10)? as u8;
            let exists = (1..=MAX_PROCEDURES).contains(&procedure.into());
            exists.then_some(Self::Call(procedure))
        })
    }

    /// Command at the start of a text, and the length of its text.
    pub fn parse_first(text: &str) -> Option<(Self, usize)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && text[digits..].starts_with('{') {
            let count = text[..digits].parse().ok();
            let count = count.filter(|count| REPEATS.contains(count))?;
            return Some((Self::Repeat(count), digits + 1));
        }
        Some((Self::from_letter(text.chars().next()?)?, 1))
    }

    /// Parses commands; `None` if the text contains anything else.
    pub fn parse_all(mut text: &str) -> Option<Vec<Self>> {
        let mut commands = Vec::new();
        while !text.trim_start().is_empty() {
            text = text.trim_start();
            let (command, length) = Self::parse_first(text)?;
            commands.push(command);
            text = &text[length..];
        }
        Some(commands)
    }

    /// Text of some commands.
    pub fn text_of(commands: &[Self]) -> String {
        let mut text = String::new();
        for command in commands {
            // Separates the digit of a call from a count.
            if matches!(command, Self::Repeat(_)) && text.ends_with(|c: char| c.is_ascii_digit()) {
                text.push(' ');
            }
            text += &command.to_string();
        }
        text
    }

    /// Name for the user, as in "turn left"; live games know the action by it.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::Forward => "forward".into(),
            Self::Jump => "jump".into(),
            Self::Left => "turn left".into(),
            Self::Right => "turn right".into(),
            Self::Light => "light".into(),
            Self::Call(index) => format!("call {}", name(index.into())).into(),
            Self::Repeat(count) => format!("repeat {count} times").into(),
            Self::End => "end of repeat".into(),
        }
    }

    /// Number of commands, without ends of repeats.
    pub fn cost<'a>(commands: impl IntoIterator<Item = &'a Self>) -> usize {
        let commands = commands.into_iter();
        commands.filter(|command| **command != Self::End).count()
    }

    /// Checks that the level has the called procedure, or repeats of this count. The error is the reason, for the user.
    pub(super) fn check(self, slots: &Slots) -> Result<(), String> {
        match (self, slots.repeats()) {
            (Self::Call(callee), _) => check_procedure(callee.into(), slots),
            (Self::Repeat(_) | Self::End, None) => {
                Err("in this level commands cannot be repeated".to_owned())
            }
            (Self::Repeat(count), Some(max)) if count > max => Err(format!(
                "in this level commands are repeated at most {max} times, not {count}"
            )),
            _ => Ok(()),
        }
    }

    pub fn tile(self) -> CommandTile {
        let kind = match self {
            Self::Forward => CommandKind::Forward,
            Self::Jump => CommandKind::Jump,
            Self::Left => CommandKind::Left,
            Self::Right => CommandKind::Right,
            Self::Light => CommandKind::Switch,
            Self::Call(_) => CommandKind::Call,
            Self::Repeat(_) | Self::End => CommandKind::Repeat,
        };
        CommandTile::new(self.to_string(), self.name(), kind)
    }
}

impl fmt::Display for BotCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Forward => "F",
            Self::Jump => "J",
            Self::Left => "L",
            Self::Right => "R",
            Self::Light => "X",
            Self::Call(index) => return write!(f, "{index}"),
            Self::Repeat(count) => return write!(f, "{count}{{"),
            Self::End => "}",
        })
    }
}

/// Name of a procedure; main is 0.
pub fn name(procedure: usize) -> String {
    match procedure {
        0 => "main".to_owned(),
        index => format!("f{index}"),
    }
}

/// Procedure of a name, in any case.
pub fn parse_name(word: &str) -> Option<usize> {
    (0..=MAX_PROCEDURES).find(|index| name(*index).eq_ignore_ascii_case(word))
}

fn check_procedure(procedure: usize, slots: &Slots) -> Result<(), String> {
    let exists = procedure < slots.as_slice().len();
    let missing = || format!("this level has no procedure {}", name(procedure));
    exists.then_some(()).ok_or_else(missing)
}

/// Commands of all procedures, main first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BotProgram {
    procedures: Vec<Vec<BotCommand>>,
}

impl BotProgram {
    /// Program without commands for these slots.
    pub fn empty(slots: &Slots) -> Self {
        Self {
            procedures: vec![Vec::new(); slots.as_slice().len()],
        }
    }

    /// Program of these procedures, main first.
    pub fn new(procedures: Vec<Vec<BotCommand>>) -> Self {
        Self { procedures }
    }

    /// Parses a program, one procedure per line. The error is the index of the first invalid line.
    pub fn read<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        slots: &Slots,
    ) -> Result<Self, usize> {
        let mut program = Self::empty(slots);
        for (number, text) in lines.into_iter().enumerate() {
            let line = ProgramLine::read(text).filter(|line| line.fits(slots).is_ok());
            program.set(line.ok_or(number)?);
        }
        Ok(program)
    }

    /// Commands of a procedure; empty if it does not exist.
    pub fn body(&self, procedure: usize) -> &[BotCommand] {
        self.procedures.get(procedure).map_or(&[], Vec::as_slice)
    }

    /// Commands of all procedures, main first.
    pub fn bodies(&self) -> &[Vec<BotCommand>] {
        &self.procedures
    }

    /// Replaces the commands of a procedure, if it exists.
    pub fn set(&mut self, ProgramLine { procedure, body }: ProgramLine) {
        if let Some(old) = self.procedures.get_mut(procedure) {
            *old = body;
        }
    }

    /// Number of commands in all procedures.
    pub fn cost(&self) -> usize {
        BotCommand::cost(self.procedures.iter().flatten())
    }

    pub fn line(&self, procedure: usize) -> ProgramLine {
        let body = self.body(procedure).to_vec();
        ProgramLine { procedure, body }
    }

    /// Moves that turn `before` into this program.
    pub fn changes(&self, before: &Self) -> Vec<Move> {
        let procedures = 0..self.procedures.len();
        let changed = procedures.filter(|index| self.body(*index) != before.body(*index));
        changed.map(|index| self.line(index).into()).collect()
    }
}

impl fmt::Display for BotProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = (0..self.procedures.len()).map(|index| self.line(index));
        lines.try_for_each(|line| match line.body.is_empty() {
            true => Ok(()),
            false => writeln!(f, "{line}"),
        })
    }
}

/// New commands of one procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramLine {
    /// Index of the procedure; main is 0.
    pub procedure: usize,
    pub body: Vec<BotCommand>,
}

impl ProgramLine {
    /// Parses a line, without checking that it fits the slots.
    pub fn read(text: &str) -> Option<Self> {
        let (head, body) = text.split_once([':', '='])?;
        Some(Self {
            procedure: parse_name(head.trim())?,
            body: BotCommand::parse_all(body)?,
        })
    }

    /// Checks that the procedure exists, has enough slots, and that its calls and repeats are
    /// available. The error is the reason, for the user.
    pub fn fits(&self, slots: &Slots) -> Result<(), String> {
        check_procedure(self.procedure, slots)?;
        let (capacity, length) = (slots.capacity(self.procedure), self.body.len());
        if length > capacity {
            let name = name(self.procedure);
            return Err(format!("{name} has {capacity} slots, not {length}"));
        }
        let mut commands = self.body.iter();
        commands.try_for_each(|command| command.check(slots))
    }
}

impl fmt::Display for ProgramLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", name(self.procedure))?;
        match BotCommand::text_of(&self.body).as_str() {
            "" => Ok(()),
            commands => write!(f, " {commands}"),
        }
    }
}

impl From<ProgramLine> for Move {
    fn from(line: ProgramLine) -> Self {
        Self::new(line.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        for (slots, texts) in [
            ("12 8 8", ["main: FJLRX12", "f1: 1", "f2:"]),
            ("30 repeat 12", ["main: 12{F2{XJ}}L", "main: 2{", "main: }"]),
        ] {
            let slots = slots.parse().expect("are slots");
            for text in texts {
                let line = ProgramLine::read(text).expect("is a line");
                assert_eq!(line.to_string(), text);
                assert_eq!(line.fits(&slots), Ok(()));
            }
        }
        let called = vec![BotCommand::Call(1), BotCommand::Repeat(2)];
        let written = BotCommand::text_of(&called);
        assert_eq!(BotCommand::parse_all(&written), Some(called));
    }

    #[test]
    fn lines_that_do_not_fit_are_refused() {
        let slots: Slots = "3 2".parse().expect("are slots");
        let wrong =
            "F|main FF|f0: F|f6: F|main: f|main: 6|main: 0|main: 1{F}|main: 100{F}|main: {F}";
        for text in wrong.split('|') {
            assert_eq!(ProgramLine::read(text), None, "{text}");
        }
        for (text, expected) in [
            ("main: FFFF", "3 slots, not 4"),
            ("f1: FFF", "2 slots"),
            ("f2: F", "no procedure f2"),
            ("f1: F2", "no procedure f2"),
            ("main: 2{", "cannot be repeated"),
            ("main: }", "cannot be repeated"),
        ] {
            let line = ProgramLine::read(text).expect("is a line");
            let reason = line.fits(&slots).expect_err(text);
            assert!(reason.contains(expected), "{text}: {reason}");
        }
    }
}
