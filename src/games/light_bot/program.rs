//! Programs and their text form: one procedure per line, `main: FJ1`, or with repeats `main: 3{FJ}X`.

use std::fmt;

use crate::game::programs::lines;
use crate::game::{CommandKind, CommandTile, Move, ProgramError, join_words, words};

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

    /// Command of a letter, a digit or ‘}’; a repeat's text is longer.
    pub fn from_letter(letter: char) -> Option<Self> {
        let mut known = Self::ACTIONS.into_iter().chain([Self::End]);
        let command = known.find(|command| command.to_string() == letter.to_string());
        command.or_else(|| {
            let procedure = letter.to_digit(10)? as u8;
            let exists = (1..=MAX_PROCEDURES).contains(&procedure.into());
            exists.then_some(Self::Call(procedure))
        })
    }

    /// Command at the start of a text, and the length of its text in bytes.
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

    /// Picture and name, as in "turn left"; live games know the action by the name.
    pub fn tile(self) -> CommandTile {
        let (name, kind) = match self {
            Self::Forward => ("forward".into(), CommandKind::Forward),
            Self::Jump => ("jump".into(), CommandKind::Jump),
            Self::Left => ("turn left".into(), CommandKind::Left),
            Self::Right => ("turn right".into(), CommandKind::Right),
            Self::Light => ("light".into(), CommandKind::Switch),
            Self::Call(index) => (format!("call {}", name(index.into())), CommandKind::Call),
            Self::Repeat(count) => (format!("repeat {count} times"), CommandKind::Repeat),
            Self::End => ("end of repeat".into(), CommandKind::Repeat),
        };
        CommandTile::new(self.to_string(), name, kind)
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
    pub fn empty(slots: &Slots) -> Self {
        Self {
            procedures: vec![Vec::new(); slots.as_slice().len()],
        }
    }

    pub fn new(procedures: Vec<Vec<BotCommand>>) -> Self {
        Self { procedures }
    }

    /// Commands of a procedure; empty if it does not exist.
    pub fn body(&self, procedure: usize) -> &[BotCommand] {
        self.procedures.get(procedure).map_or(&[], Vec::as_slice)
    }

    pub fn bodies(&self) -> &[Vec<BotCommand>] {
        &self.procedures
    }

    /// Replaces the commands of a procedure, if it exists.
    pub fn set(&mut self, ProgramLine { procedure, body }: ProgramLine) {
        if let Some(old) = self.procedures.get_mut(procedure) {
            *old = body;
        }
    }

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
            let (name, slots) = (name(self.procedure), words::count(capacity, "slots"));
            return Err(format!("{name} has {slots}, not {length}"));
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

/// A procedure that does not exist, for commands after an error.
const NOWHERE: usize = usize::MAX;

/// Parses `main: FJ1 f1: X2` on one or several lines, or as published, `Main = FJ1, f1 = X2`.
struct ProgramReader<'a> {
    slots: &'a Slots,
    /// Commands of each procedure.
    bodies: Vec<Vec<BotCommand>>,
    /// For each procedure whether its name was read.
    named: Vec<bool>,
    errors: Vec<ProgramError>,
}

impl ProgramReader<'_> {
    /// Reads a line, `line` from 1. Commands belong to the procedure named before them on the line.
    fn line(&mut self, line: usize, text: &str) {
        let letters: Vec<char> = text.chars().collect();
        let mut procedure = None;
        let mut at = 0;
        while let Some(letter) = letters.get(at) {
            let position = (line, at + 1);
            let signs = letters[at..].iter();
            let length = signs.take_while(|c| c.is_alphanumeric()).count();
            let rest = letters[at + length..].iter();
            let blanks = rest.take_while(|c| **c == ' ').count();
            let colon = length > 0 && matches!(letters.get(at + length + blanks), Some(':' | '='));
            if letter.is_whitespace() || *letter == ',' {
                at += 1;
            // Commands are capitals, so a word in lower case is a name without its colon, or an error.
            } else if colon || letter.is_lowercase() {
                let word: String = letters[at..at + length].iter().collect();
                procedure = self.header(position, &word, colon).or(procedure);
                at += length + if colon { blanks + 1 } else { 0 };
            } else {
                let rest: String = letters[at..].iter().collect();
                at += self.command(position, &rest, &mut procedure);
            }
        }
    }

    /// Reads the name of a procedure; `colon` is true if a colon follows it. `None` if it names none.
    fn header(&mut self, position: (usize, usize), word: &str, colon: bool) -> Option<usize> {
        let procedure = parse_name(word);
        let last = self.slots.procedures();
        let names = procedure_names(last);
        let message = match procedure {
            None if !colon => unknown_command(word),
            None => format!("‘{word}’ is not a procedure; the procedures are {names}"),
            Some(_) if !colon => format!("a colon is missing after ‘{word}’"),
            Some(index) if index > last => {
                format!("this level has no procedure {word}, only {names}")
            }
            Some(index) if self.named[index] => {
                format!("{word} appears twice; write it in one line")
            }
            Some(index) => {
                self.named[index] = true;
                return procedure;
            }
        };
        self.errors.push(ProgramError {
            fits_elsewhere: colon && procedure.is_some_and(|index| index > last),
            ..ProgramError::syntax(position, word.chars().count(), message)
        });
        // The commands of a second one would give further, false errors.
        let is_second =
            colon && procedure.is_some_and(|index| self.named.get(index) == Some(&true));
        if is_second { Some(NOWHERE) } else { procedure }
    }

    /// Reads the command at the start of `rest`, appends it to the procedure and returns its length.
    /// After the error that there is no procedure, it is one that does not exist.
    fn command(
        &mut self,
        position: (usize, usize),
        rest: &str,
        procedure: &mut Option<usize>,
    ) -> usize {
        let Some((command, length)) = BotCommand::parse_first(rest) else {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (message, length) = if digits > 0 && rest[digits..].starts_with('{') {
                let (least, most, count) = (REPEATS.start(), REPEATS.end(), &rest[..digits]);
                let message = format!("commands are repeated {least} to {most} times, not {count}");
                (message, digits + 1)
            } else {
                let letter: String = rest.chars().take(1).collect();
                (unknown_command(&letter), 1)
            };
            let error = ProgramError::syntax(position, length, message);
            self.errors.push(error);
            return length;
        };
        let Some(index) = *procedure else {
            let names = procedure_names(self.slots.procedures());
            let names = names.replace(", ", ":, ").replace(" or ", ": or ");
            let message = format!("a line must begin with {names}:");
            self.errors.push(ProgramError::syntax(position, 1, message));
            // Reports this error once only.
            *procedure = Some(NOWHERE);
            return length;
        };
        let error = command.check(self.slots);
        let error = error.map_err(|message| ProgramError::unfit(position, length, message));
        self.errors.extend(error.err());
        let Some(body) = self.bodies.get_mut(index) else {
            return length;
        };
        body.push(command);
        let capacity = self.slots.capacity(index);
        // At the first command too many only.
        if body.len() == capacity + 1 {
            let slots = words::count(capacity, "slots");
            let message = format!("{} has only {slots}", name(index));
            self.errors.push(ProgramError::unfit(position, 1, message));
        }
        length
    }
}

/// Message that a word or letter is no command.
fn unknown_command(word: &str) -> String {
    format!(
        "‘{word}’ is not a command; use F forward, J jump, L and R turn, X light, digits call, \
         3{{ … }} repeats"
    )
}

/// Names of the procedures up to this one: "main, f1 or f2".
fn procedure_names(last: usize) -> String {
    let all: Vec<String> = (0..=last).map(name).collect();
    join_words(&all, "or")
}

/// Parses a program for these slots; the errors are in the order of the text.
pub(super) fn read(source: &str, slots: &Slots) -> Result<BotProgram, Vec<ProgramError>> {
    let count = slots.as_slice().len();
    let mut reader = ProgramReader {
        slots,
        bodies: vec![Vec::new(); count],
        named: vec![false; count],
        errors: Vec::new(),
    };
    for (line, text) in lines(source) {
        reader.line(line, text);
    }
    match reader.errors.is_empty() {
        true => Ok(BotProgram::new(reader.bodies)),
        false => Err(reader.errors),
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

    fn parse(source: &str, slots: &str) -> Result<BotProgram, Vec<ProgramError>> {
        read(source, &slots.parse().expect("are slots"))
    }

    #[test]
    fn programs_are_read_from_one_line_or_several() {
        for text in [
            "main: FJ1 f1: X2",
            "main: FJ1\nf1: X2",
            "; a\nf1:X 2\n\nmain : F J1\n",
            "Main = FJ1, F1= X2",
        ] {
            let program = parse(text, "3 2 2").expect("is a program");
            assert_eq!(program.to_string(), "main: FJ1\nf1: X2\n", "{text}");
        }
        assert_eq!(parse("", "3 2 2").expect("is one").cost(), 0);
        let program = parse("main: 2{F 3{XL}}J", "9 repeat 20").expect("is one");
        assert_eq!(program.to_string(), "main: 2{F3{XL}}J\n");
        assert_eq!(program.cost(), 6);
    }

    #[test]
    fn every_error_is_reported_at_its_position() {
        let plain = [
            ("FF", (1, 1, 1), false, "main:, f1: or f2:"),
            ("main: FQ", (1, 8, 1), false, "‘Q’ is not a command"),
            ("main: fF", (1, 7, 2), false, "not a command"),
            ("main: FFFF", (1, 10, 1), true, "3 slots"),
            ("f1: X\nf3: F", (2, 1, 2), true, "no procedure f3"),
            ("f9: F", (1, 1, 2), false, "not a procedure"),
            ("main: F5", (1, 8, 1), true, "no procedure f5"),
            ("f1: X\nf1: F", (2, 1, 2), false, "twice"),
            ("main FF", (1, 1, 4), false, "colon"),
            ("main: 2{F}", (1, 7, 2), true, "cannot be repeated"),
        ];
        let repeats = [
            ("main: 1{F}", (1, 7, 2), false, "2 to 99 times"),
            ("main: F 100{F}", (1, 9, 4), false, "not 100"),
            ("main: {F}", (1, 7, 1), false, "3{ … } repeats"),
            ("main: 21{F}", (1, 7, 3), true, "at most 20 times"),
            ("f1: F", (1, 1, 2), true, "no procedure f1"),
        ];
        let plain = plain.map(|case| ("3 2 2", case));
        let repeats = repeats.map(|case| ("9 repeat 20", case));
        for (slots, (text, position, unfit, words)) in plain.into_iter().chain(repeats) {
            let errors = parse(text, slots).expect_err(text);
            let first = &errors[0];
            assert_eq!((first.line, first.column, first.length), position, "{text}");
            assert_eq!(first.fits_elsewhere, unfit, "{text}");
            assert!(first.message.contains(words), "{text}: {first}");
        }
    }
}
