//! Moves as text.

use crate::game::MoveError;

use super::{ReadOptions, Symbols, parse_term, print};

/// Canonical text of a move, without blanks and needless parentheses.
pub(crate) fn canonical_move(text: &str, fold_case: bool) -> Result<String, MoveError> {
    let mut symbols = Symbols::default();
    let syntax_error = || MoveError::Syntax {
        text: text.to_owned(),
        expected: "a move is a term such as ‘(push a)’ or ‘wait’",
    };
    let term =
        parse_term(text, &mut symbols, ReadOptions { fold_case }).map_err(|_| syntax_error())?;
    let mut has_variables = false;
    term.variables(&mut |_, _| has_variables = true);
    if has_variables {
        return Err(syntax_error());
    }
    Ok(print::kif_term(&term, &symbols))
}
