//! Recording of moves.

use super::machine::{AppliedRule, CellWords, Endless, Input};
use super::session::Session;

impl Session {
    /// Plays a move to its end; returns the contents of the cells after each turn.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn play_turns(&mut self, input: Option<Input>) -> Result<Vec<CellWords>, Endless> {
        self.begin();
        self.process(input, false, false)?;
        let mut turns = vec![self.stored()];
        self.play_again(|session| turns.push(session.stored()))?;
        Ok(turns)
    }

    /// Plays a move; returns the rules applied, with the contents of the cells after each.
    pub fn trace(&mut self, input: Option<Input>) -> Vec<AppliedRule> {
        if let Some(level) = &mut self.level {
            level.record_rules(true);
        }
        // An endless turn is recorded up to its end.
        let _ = self.play(input);
        self.level
            .as_mut()
            .map_or_else(Vec::new, |level| level.record_rules(false))
    }
}
