//! States of a level, for searches.

use super::machine::CellWords;
use super::session::Session;

impl Session {
    /// Contents of the cells; empty without a level.
    pub fn stored(&self) -> CellWords {
        let level = self.level.as_ref();
        level.map_or_else(CellWords::default, |level| level.store())
    }

    /// Appends the state: the cells and, if the game uses them, the last checkpoint and the random generator. Equal
    /// lists are equal states of a level that is not won.
    pub fn pack_into(&self, list: &mut Vec<u64>) {
        let Some(level) = &self.level else {
            return;
        };
        level.store_into(list);
        if self.plan.has_checkpoints {
            list.extend_from_slice(&self.restart);
        }
        if self.plan.is_random {
            let bytes = level.rng_state();
            let words = bytes.chunks(8).map(|bytes| {
                let mut word = [0; 8];
                word[..bytes.len()].copy_from_slice(bytes);
                u64::from_le_bytes(word)
            });
            list.extend(words);
        }
    }

    /// Number of words at the end of a state for the random generator.
    pub fn rng_words(&self) -> usize {
        match (&self.level, self.plan.is_random) {
            (Some(level), true) => level.rng_state().len().div_ceil(8),
            _ => 0,
        }
    }

    /// State with a flag for a won level, as bytes.
    pub fn key(&self) -> Vec<u8> {
        let mut words = Vec::new();
        self.pack_into(&mut words);
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        bytes.chain([self.won.min(1) as u8]).collect()
    }

    /// Restores a state of the level that is not won ([`Self::pack_into`]), without undo states.
    pub fn restore(&mut self, state: &[u64]) {
        let Some(level) = &mut self.level else {
            return;
        };
        let (cells, mut rest) = state.split_at(self.restart.len().min(state.len()));
        level.load(cells);
        if self.plan.has_checkpoints {
            let (restart, more) = rest.split_at(self.restart.len().min(rest.len()));
            self.restart.copy_from_slice(restart);
            rest = more;
        }
        if self.plan.is_random {
            let bytes: Vec<u8> = rest.iter().flat_map(|word| word.to_le_bytes()).collect();
            level.set_rng_state(&bytes);
        }
        self.backups.clear();
        self.continues = false;
        self.next = None;
        self.won = 0;
        self.messages.clear();
    }

    /// A copy with these cells ([`Self::stored`]).
    #[must_use]
    pub fn with_cells(&self, cells: &[u64]) -> Self {
        let mut session = self.clone();
        if let Some(level) = &mut session.level {
            level.load(cells);
        }
        session
    }
}
