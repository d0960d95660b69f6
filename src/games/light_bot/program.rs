//! Programs and their text: one procedure a line, `main: FJ1`.

use std::fmt;

use super::puzzle::{MAX_PROCEDURES, Slots};

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Command {
    /// To the tile ahead, if it is as high.
    Forward,
    /// To the tile ahead, if it is one higher or lower.
    Jump,
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
    /// Switches the light of this tile.
    Light,
    /// Runs a procedure, from 1.
    Call(u8),
}

impl Command {
    /// All that do something by themselves.
    pub const ACTIONS: [Self; 5] = [
        Self::Forward,
        Self::Jump,
        Self::Left,
        Self::Right,
        Self::Light,
    ];

    /// Its letter or digit.
    pub fn letter(self) -> char {
        match self {
            Self::Forward => 'F',
            Self::Jump => 'J',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Light => 'X',
            Self::Call(index) => char::from(b'0' + index),
        }
    }

    /// The command with this letter or digit.
    pub fn from_letter(letter: char) -> Option<Self> {
        let action = Self::ACTIONS.into_iter().find(|c| c.letter() == letter);
        action.or_else(|| {
            let index = u8::try_from(letter.to_digit(10)?).ok()?;
            (1..=MAX_PROCEDURES)
                .contains(&usize::from(index))
                .then_some(Self::Call(index))
        })
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Jump => "jump",
            Self::Left => "turn left",
            Self::Right => "turn right",
            Self::Light => "light",
            Self::Call(index) => [
                "main", "call f1", "call f2", "call f3", "call f4", "call f5",
            ][usize::from(index).min(MAX_PROCEDURES)],
        }
    }
}

/// Name of a procedure: main is 0.
pub fn name(procedure: usize) -> String {
    match procedure {
        0 => "main".to_owned(),
        index => format!("f{index}"),
    }
}

/// The procedure of a name, in small letters or capitals.
pub fn named(word: &str) -> Option<usize> {
    (0..=MAX_PROCEDURES).find(|index| name(*index).eq_ignore_ascii_case(word))
}

/// Commands of all procedures, main first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    procedures: Vec<Vec<Command>>,
}

impl Program {
    /// A program without commands for these slots.
    pub fn empty(slots: &Slots) -> Self {
        Self {
            procedures: vec![Vec::new(); slots.as_slice().len()],
        }
    }

    /// A program of these procedures, main first.
    pub fn new(procedures: Vec<Vec<Command>>) -> Self {
        Self { procedures }
    }

    /// The program that these lines write, one procedure each.
    ///
    /// # Errors
    /// The number of the line that is none, from 0, and why.
    pub fn read<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        slots: &Slots,
    ) -> Result<Self, (usize, LineError)> {
        let mut program = Self::empty(slots);
        for (number, line) in lines.into_iter().enumerate() {
            let (procedure, body) = parse_line(line, slots).map_err(|error| (number, error))?;
            program.set(procedure, body);
        }
        Ok(program)
    }

    /// The commands of a procedure; none of one that does not exist.
    pub fn body(&self, procedure: usize) -> &[Command] {
        self.procedures.get(procedure).map_or(&[], Vec::as_slice)
    }

    /// The commands of all procedures, main first.
    pub fn bodies(&self) -> &[Vec<Command>] {
        &self.procedures
    }

    /// Puts other commands into a procedure.
    pub fn set(&mut self, procedure: usize, body: Vec<Command>) {
        if let Some(there) = self.procedures.get_mut(procedure) {
            *there = body;
        }
    }

    /// Number of commands.
    pub fn cost(&self) -> usize {
        self.procedures.iter().map(Vec::len).sum()
    }

    /// The line of a procedure.
    pub fn line(&self, procedure: usize) -> String {
        let body: String = self.body(procedure).iter().map(|c| c.letter()).collect();
        let line = format!("{}: {body}", name(procedure));
        line.trim_end().to_owned()
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = (0..self.procedures.len()).filter(|index| !self.body(*index).is_empty());
        used.into_iter()
            .try_for_each(|index| writeln!(f, "{}", self.line(index)))
    }
}

/// What is wrong with a line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// Not of the form.
    Form,
    /// Of the form, but not possible with these slots.
    Slots(String),
}

/// Takes the line of a procedure apart.
///
/// # Errors
/// Where it is no such line, or the procedure has no room for it or calls one that does not exist.
pub fn parse_line(line: &str, slots: &Slots) -> Result<(usize, Vec<Command>), LineError> {
    let (head, body) = line.split_once([':', '=']).ok_or(LineError::Form)?;
    let procedure = named(head.trim()).ok_or(LineError::Form)?;
    let letters = body.chars().filter(|c| !c.is_whitespace());
    let body: Vec<Command> = letters
        .map(|letter| Command::from_letter(letter).ok_or(LineError::Form))
        .collect::<Result<_, _>>()?;
    let there =
        |index: usize| {
            slots.as_slice().get(index).copied().ok_or_else(|| {
                LineError::Slots(format!("this level has no procedure {}", name(index)))
            })
        };
    let room = there(procedure)?;
    if body.len() > room {
        return Err(LineError::Slots(format!(
            "{} has {room} slots, not {}",
            name(procedure),
            body.len()
        )));
    }
    for command in &body {
        if let Command::Call(index) = command {
            there(usize::from(*index))?;
        }
    }
    Ok((procedure, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let slots = Slots::default();
        for line in ["main: FJLRX12", "f1: 1", "f2:"] {
            let program = Program::read([line], &slots).expect("is a line");
            let (procedure, _) = parse_line(line, &slots).expect("is a line");
            assert_eq!(program.line(procedure), line);
        }
    }

    #[test]
    fn lines_that_do_not_fit_are_refused() {
        let slots: Slots = "3 2".parse().expect("are slots");
        for line in [
            "F", "main FF", "f0: F", "f6: F", "main: f", "main: 6", "main: 0",
        ] {
            assert_eq!(parse_line(line, &slots), Err(LineError::Form), "{line}");
        }
        for (line, why) in [
            ("main: FFFF", "3 slots, not 4"),
            ("f1: FFF", "2 slots"),
            ("f2: F", "no procedure f2"),
            ("f1: F2", "no procedure f2"),
        ] {
            match parse_line(line, &slots) {
                Err(LineError::Slots(reason)) => assert!(reason.contains(why), "{reason}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}
