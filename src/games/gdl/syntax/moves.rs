//! Moves as text.

use crate::game::MoveError;

use super::{Reading, Symbols, parse_term, print};

/// Canonical text of a move, without blanks and needless parentheses.
pub(crate) fn canonical_move(text: &str, fold_case: bool) -> Result<String, MoveError> {
    let mut symbols = Symbols::default();
    let wrong = || MoveError::Syntax {
        text: text.to_owned(),
        expected: "a move is a term such as ‘(push a)’ or ‘wait’",
    };
    let term = parse_term(text, &mut symbols, Reading { fold_case }).map_err(|_| wrong())?;
    let mut variables = false;
    term.variables(&mut |_, _| variables = true);
    if variables {
        return Err(wrong());
    }
    Ok(print::ground(&term, &symbols))
}
