//! What a move does on its way.

use super::machine::{Applied, Cells, Endless, Input};
use super::session::Session;

impl Session {
    /// Plays a move to its end. What the cells hold after each step of it.
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

    /// What a move does, rule by rule, with the cells after each. The session is left after the move.
    pub fn trace(&mut self, input: Option<Input>) -> Vec<Applied> {
        if let Some(level) = &mut self.level {
            level.tell_rules(true);
        }
        // What was told before a turn that does not end is of use, too.
        let _ = self.play(input);
        self.level
            .as_mut()
            .map_or_else(Vec::new, |level| level.tell_rules(false))
    }
}
