//! Program as an editor shows it: one text of commands and labels.

use std::borrow::Cow;

use super::board::CallRules;
use super::machine::{RoboRun, Simulator};
use super::position::RobosPosition;
use super::program::{MAX_COMMANDS, RoboCommand, RoboProgram};
use crate::game::programs::lines;
use crate::game::programs::world::WorldPosition;
use crate::game::{CommandTile, Execution, Move, Position, Procedure, ProgramError, Programmed};

/// Characters without whitespace, with their positions.
fn characters(source: &str) -> impl Iterator<Item = ((usize, usize), char)> + '_ {
    lines(source).flat_map(|(line, text)| {
        let letters = (1..).zip(text.chars());
        let letters = letters.filter(|(_, letter)| !letter.is_whitespace());
        letters.map(move |(column, letter)| ((line, column), letter))
    })
}

fn parse(source: &str, calls: CallRules) -> Result<RoboProgram, Vec<ProgramError>> {
    let mut program = RoboProgram::default();
    let mut errors = Vec::new();
    let no_digit = |at| {
        let message = "a quote must be followed by a label digit from 1 to 5";
        ProgramError::syntax(at, 1, message)
    };
    let mut previous = (1, 1);
    for (at, letter) in characters(source) {
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
                errors.push(ProgramError::unfit(previous, 2, message));
            }
        }
        if program.commands.len() > MAX_COMMANDS {
            let message = format!("more than {MAX_COMMANDS} commands");
            errors.push(ProgramError::unfit(at, 1, message));
            break;
        }
        previous = at;
    }
    if program.half_label {
        errors.push(no_digit(previous));
    }
    errors.is_empty().then_some(program).ok_or(errors)
}

impl Programmed for RobosPosition {
    fn palette(&self) -> Vec<CommandTile> {
        RoboCommand::all().map(RoboCommand::tile).collect()
    }

    fn procedures(&self) -> Vec<Procedure> {
        let commands = self.program.commands.iter().copied();
        vec![Procedure {
            name: "program".into(),
            commands: commands.map(RoboCommand::tile).collect(),
            capacity: None,
        }]
    }

    fn source(&self) -> String {
        self.program.to_string()
    }

    fn text_of(&self, procedures: &[Vec<Cow<'static, str>>]) -> String {
        procedures.iter().flatten().map(Cow::as_ref).collect()
    }

    fn rewrite(&self, source: &str) -> Result<Vec<Move>, Vec<ProgramError>> {
        let program = parse(source, self.board.calls)?;
        let changed = program != self.program;
        Ok(changed.then(|| program.to_move()).into_iter().collect())
    }

    fn execution(&self) -> Box<dyn Execution> {
        Box::new(Simulator::new(&self.board, &self.program))
    }

    fn world(&self) -> Box<dyn Position> {
        Box::new(WorldPosition(RoboRun::new(&self.board)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_lines_and_comments_mean_nothing() {
        let text = "; the way\nXX F1\n  R\n; then\n'1 FF.\n";
        let program = parse(text, CallRules::Strict).expect("is one");
        assert_eq!(program.to_string(), "XXF1R'1FF.");
    }

    #[test]
    fn every_error_is_reported_at_its_position() {
        let errors = parse("Ff\n 'F'1'1\n6'", CallRules::Strict).expect_err("is none");
        let errors_at = errors.iter();
        let positions = errors_at.map(|error| (error.line, error.column, error.length));
        let expected = [(1, 2, 1), (2, 3, 1), (2, 6, 2), (3, 1, 1), (3, 2, 1)];
        assert_eq!(positions.collect::<Vec<_>>(), expected);
        assert!(errors[2].fits_elsewhere && !errors[0].fits_elsewhere);
        assert!(parse("'1'1", CallRules::Published).is_ok());
    }
}
