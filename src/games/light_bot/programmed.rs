//! Program as an editor shows it: main and procedures with their slots.

use crate::game::programs::lines;
use crate::game::programs::world::WorldPosition;
use crate::game::{
    CommandTile, Execution, Move, Position, Procedure, ProgramError, Programmed, join_words,
};
use std::borrow::Cow;
use std::sync::Arc;

use super::position::BotPosition;
use super::program::{BotCommand, BotProgram, name, parse_name};
use super::run::BotRun;
use super::slots::{REPEATS, Slots};
use super::world::BotWorld;

/// Parses `main: FJ1 f1: X2` on one or several lines, or as published, `Main = FJ1, f1 = X2`.
struct ProgramReader<'a> {
    slots: &'a Slots,
    /// Commands of each procedure, and whether its name was read.
    bodies: Vec<Vec<BotCommand>>,
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
            let after = letters.get(at + length + blanks);
            let colon = length > 0 && matches!(after, Some(':' | '='));
            if letter.is_whitespace() || *letter == ',' {
                at += 1;
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
            Some(index) if self.named[index] => format!("{word} appears twice"),
            Some(index) => {
                self.named[index] = true;
                return procedure;
            }
        };
        self.errors.push(ProgramError {
            fits_elsewhere: colon && procedure.is_some_and(|index| index > last),
            ..ProgramError::syntax(position, word.chars().count(), message)
        });
        procedure
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
            *procedure = Some(usize::MAX);
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
        if body.len() == capacity + 1 {
            let message = format!("{} has only {capacity} slots", name(index));
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
fn read(source: &str, slots: &Slots) -> Result<BotProgram, Vec<ProgramError>> {
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

impl Programmed for BotPosition {
    fn palette(&self) -> Vec<CommandTile> {
        self.commands().map(BotCommand::tile).collect()
    }

    fn procedures(&self) -> Vec<Procedure> {
        let tiles = |body: &[BotCommand]| body.iter().map(|command| command.tile()).collect();
        let sizes = self.puzzle.slots.as_slice().iter().enumerate();
        let procedure = |(index, capacity): (usize, &usize)| Procedure {
            name: name(index).into(),
            commands: tiles(self.program.body(index)),
            capacity: Some(*capacity),
        };
        sizes.map(procedure).collect()
    }

    fn source(&self) -> String {
        self.program.to_string()
    }

    fn text_of(&self, procedures: &[Vec<Cow<'static, str>>]) -> String {
        let used = procedures.iter().enumerate();
        let used = used.filter(|(_, commands)| !commands.is_empty());
        let line = |(index, commands): (usize, &Vec<Cow<'static, str>>)| {
            let known = BotCommand::parse_all(&commands.join(" "));
            let text = known.map_or_else(|| commands.concat(), |it| BotCommand::text_of(&it));
            format!("{}: {text}\n", name(index))
        };
        used.map(line).collect()
    }

    fn rewrite(&self, source: &str) -> Result<Vec<Move>, Vec<ProgramError>> {
        Ok(read(source, &self.puzzle.slots)?.changes(&self.program))
    }

    fn execution(&self) -> Box<dyn Execution> {
        Box::new(BotRun::new(&self.puzzle, Arc::new(self.program.clone())))
    }

    fn world(&self) -> Box<dyn Position> {
        Box::new(WorldPosition(BotWorld::new(&self.puzzle)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
