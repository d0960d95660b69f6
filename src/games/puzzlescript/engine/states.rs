//! The states of a level, as searches see them.

use super::machine::Cells;
use super::session::Session;

impl Session {
    /// Equal keys are equal states: cells, whether the level is won, chance, and the last checkpoint.
    pub fn key(&self) -> Vec<u8> {
        let Some(level) = &self.level else {
            return Vec::new();
        };
        let mut key: Vec<u8> = level
            .store()
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        key.push(self.told.won.min(1) as u8);
        if self.plan.is_random {
            key.extend(level.chance());
        }
        if self.plan.has_checkpoints {
            key.extend(self.restart.iter().flat_map(|word| word.to_le_bytes()));
        }
        key
    }

    /// What the cells of the level hold.
    pub fn stored(&self) -> Cells {
        self.level
            .as_ref()
            .map_or_else(Cells::default, |level| level.store())
    }

    /// Goes to a state of the level that is not won, with nothing to take back.
    pub fn go_to(&mut self, cells: &[u64]) {
        if let Some(level) = &mut self.level {
            level.load(cells);
        }
        self.backups.clear();
        self.goes_on = false;
        self.next = None;
        self.told.won = 0;
        self.told.messages.clear();
    }

    /// The same with other cells.
    #[must_use]
    pub fn with_cells(&self, cells: &[u64]) -> Self {
        let mut session = self.clone();
        if let Some(level) = &mut session.level {
            level.load(cells);
        }
        session
    }
}
