//! Recording of moves.

use super::machine::{Applied, Cells, Endless, Input};
use super::session::Session;

impl Session {
    /// Plays a move to its end; returns the contents of the cells after each turn.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn play_in_steps(&mut self, input: Option<Input>) -> Result<Vec<Cells>, Endless> {
        self.begin();
        self.process(input, false, false)?;
        let mut steps = vec![self.stored()];
        self.go_on(|session| steps.push(session.stored()))?;
        Ok(steps)
    }

    /// Plays a move; returns the rules applied, with the contents of the cells after each.
    pub fn trace(&mut self, input: Option<Input>) -> Vec<Applied> {
        if let Some(level) = &mut self.level {
            level.tell_rules(true);
        }
        // An endless turn is recorded up to its end.
        let _ = self.play(input);
        self.level
            .as_mut()
            .map_or_else(Vec::new, |level| level.tell_rules(false))
    }
}
