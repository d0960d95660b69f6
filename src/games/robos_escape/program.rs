//! Programs as text and as commands.

use std::fmt;

/// Most commands of a program that is taken.
pub const MAX_COMMANDS: usize = 5_000;

/// One command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Command {
    /// `F`: one step ahead, if that is possible.
    Forward,
    /// `L`: a quarter turn counter-clockwise.
    Left,
    /// `R`: a quarter turn clockwise.
    Right,
    /// `G`: takes the coin on this cell.
    Grab,
    /// `X`: a shot ahead.
    Shoot,
    /// `1` to `5`: goes on behind the label, and later behind this.
    Call(u8),
    /// `'1` to `'5`: where a call goes to; stepped over otherwise.
    Label(u8),
    /// `.`: goes back behind the last call; without one, begins anew.
    Return,
}

impl Command {
    /// Commands that are one character, in the order in which they are listed.
    pub const SIMPLE: [Self; 6] = [
        Self::Forward,
        Self::Left,
        Self::Right,
        Self::Grab,
        Self::Shoot,
        Self::Return,
    ];
}

/// Digits that calls and labels may have.
pub const DIGITS: [u8; 5] = [1, 2, 3, 4, 5];

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forward => f.write_str("F"),
            Self::Left => f.write_str("L"),
            Self::Right => f.write_str("R"),
            Self::Grab => f.write_str("G"),
            Self::Shoot => f.write_str("X"),
            Self::Call(digit) => write!(f, "{digit}"),
            Self::Label(digit) => write!(f, "'{digit}"),
            Self::Return => f.write_str("."),
        }
    }
}

/// A program, perhaps still being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its commands.
    pub commands: Vec<Command>,
    /// Whether the quote of a label stands at the end, its digit still to come.
    pub half_label: bool,
}

impl Program {
    /// A program of these commands.
    pub fn new(commands: Vec<Command>) -> Self {
        Self {
            commands,
            half_label: false,
        }
    }

    /// Points it costs: one for each character but quotes, whether or not it is ever run.
    pub fn cost(&self) -> usize {
        self.commands.len()
    }

    /// Reads a program.
    ///
    /// # Errors
    /// What is wrong, and at which character.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut program = Self::default();
        for (index, character) in text.chars().enumerate() {
            let at = index + 1;
            let digit = character
                .to_digit(10)
                .and_then(|digit| u8::try_from(digit).ok())
                .filter(|digit| DIGITS.contains(digit));
            let command = match (character, digit) {
                (_, Some(digit)) if program.half_label => {
                    program.half_label = false;
                    Command::Label(digit)
                }
                _ if program.half_label => {
                    return Err(format!(
                        "‘{character}’, character {at}, stands behind a quote, where the digit of a \
                         label is needed, 1 to 5"
                    ));
                }
                (_, Some(digit)) => Command::Call(digit),
                ('\'', _) => {
                    program.half_label = true;
                    continue;
                }
                ('F', _) => Command::Forward,
                ('L', _) => Command::Left,
                ('R', _) => Command::Right,
                ('G', _) => Command::Grab,
                ('X', _) => Command::Shoot,
                ('.', _) => Command::Return,
                _ => {
                    return Err(format!("‘{character}’, character {at}, is no command"));
                }
            };
            program.commands.push(command);
            if program.commands.len() > MAX_COMMANDS {
                return Err(format!("it has more than {MAX_COMMANDS} commands"));
            }
        }
        Ok(program)
    }

    /// Where each label is: the index of its first occurrence.
    pub fn labels(&self) -> [Option<usize>; 6] {
        let mut labels = [None; 6];
        for (index, command) in self.commands.iter().enumerate() {
            if let Command::Label(digit) = command {
                let place = &mut labels[usize::from(*digit)];
                *place = place.or(Some(index));
            }
        }
        labels
    }

    /// A label that is written twice.
    pub fn doubled_label(&self) -> Option<u8> {
        let labels = self.labels();
        let mut commands = self.commands.iter().enumerate();
        commands.find_map(|(index, command)| match command {
            Command::Label(digit) if labels[usize::from(*digit)] != Some(index) => Some(*digit),
            _ => None,
        })
    }

    /// A call that has no label.
    pub fn dangling_call(&self) -> Option<u8> {
        let labels = self.labels();
        self.commands.iter().find_map(|command| match command {
            Command::Call(digit) if labels[usize::from(*digit)].is_none() => Some(*digit),
            _ => None,
        })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.commands
            .iter()
            .try_for_each(|command| command.fmt(f))?;
        f.write_str(if self.half_label { "'" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_commands_and_costs() {
        for (text, cost) in [("XXF1R'1FF.", 9), ("", 0), ("2244'42L'2L5'53'3FFXG.", 18)] {
            let program = Program::parse(text).expect("is one");
            assert_eq!((program.to_string().as_str(), program.cost()), (text, cost));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, words) in [
            ("FfR", "‘f’, character 2"),
            ("F6", "‘6’, character 2"),
            ("''1", "character 2, stands behind a quote"),
            ("F R", "character 2"),
        ] {
            let error = Program::parse(text).expect_err("is none");
            assert!(error.contains(words), "{error}");
        }
        let program = Program::parse("1'2F'2").expect("is one");
        assert_eq!(program.dangling_call(), Some(1));
        assert_eq!(program.doubled_label(), Some(2));
    }
}
