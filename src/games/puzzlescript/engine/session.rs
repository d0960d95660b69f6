//! A game being played: turns, undo, restart, checkpoints, level changes.

use std::sync::Arc;

use super::super::compile::{Game, Stage, Start};
use super::any::{Play, machine};
use super::machine::{Cells, Endless, Input};
use super::plan::Plan;
use super::queue::{self, Queue};
use super::rng::Rng;

/// Limit of the turns that follow each other by ‘again’.
const MOST_AGAIN: usize = 1_000;

/// Result of a turn tried for ‘again’.
#[derive(Clone, Debug)]
pub(super) struct Next {
    cells: Cells,
    queue: Queue,
}

/// A game being played, from one of its levels on.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) game: Arc<Game>,
    pub(super) plan: Arc<Plan>,
    /// Index of the current level or message.
    pub(super) stage: usize,
    pub(super) seed: String,
    pub(super) level: Option<Box<dyn Play>>,
    /// States for undo.
    pub(super) backups: Vec<Arc<[u64]>>,
    /// State to restart from.
    pub(super) restart: Cells,
    /// `true` if the level is restarting; its first rules cannot restart it again.
    pub(super) restarting: bool,
    /// `true` if a message replaces the level.
    pub(super) is_text: bool,
    pub(super) goes_on: bool,
    pub(super) next: Option<Next>,
    /// State before a turn; a reusable buffer.
    pub(super) before: Vec<u64>,
    pub(super) told: Told,
}

/// Events of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub(super) messages: Vec<String>,
    /// Number of levels won.
    pub(super) won: usize,
    /// `true` if a won level is not left.
    pub(super) stays: bool,
}

impl Session {
    /// Starts a level or message of a game, counted from 0. A won level is followed by the next one, unless
    /// `stays` is set. `seed` determines everything random.
    ///
    /// # Errors
    /// [`Endless`] if the rules never finish at the start of the level.
    pub fn new(
        game: Arc<Game>,
        plan: Arc<Plan>,
        stage: usize,
        seed: &str,
        stays: bool,
    ) -> Result<Self, Endless> {
        let mut session = Self::unopened(game, plan, stage, seed, stays);
        session.open(seed)?;
        session.go_on(|_| ())?;
        Ok(session)
    }

    /// Starts any level in place of the game's own one, and stays in it.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn of_level(
        game: Arc<Game>,
        plan: Arc<Plan>,
        stage: usize,
        start: &Start,
        seed: &str,
    ) -> Result<Self, Endless> {
        let mut session = Self::unopened(game, plan, stage, seed, true);
        session.open_level(start, seed)?;
        session.go_on(|_| ())?;
        Ok(session)
    }

    fn unopened(game: Arc<Game>, plan: Arc<Plan>, stage: usize, seed: &str, stays: bool) -> Self {
        Self {
            game,
            plan,
            stage,
            seed: seed.to_owned(),
            level: None,
            backups: Vec::new(),
            restart: Cells::default(),
            restarting: false,
            is_text: false,
            goes_on: false,
            next: None,
            before: Vec::new(),
            told: Told {
                stays,
                ..Told::default()
            },
        }
    }

    /// Index of the current level or message.
    pub fn stage(&self) -> usize {
        self.stage
    }

    /// Messages so far.
    pub fn messages(&self) -> &[String] {
        &self.told.messages
    }

    /// Number of levels won.
    pub fn won(&self) -> usize {
        self.told.won
    }

    /// The current level; `None` for a message.
    pub fn level(&self) -> Option<&dyn Play> {
        self.level.as_deref()
    }

    fn open(&mut self, seed: &str) -> Result<(), Endless> {
        self.goes_on = false;
        self.next = None;
        let game = Arc::clone(&self.game);
        match game.stages.get(self.stage) {
            Some(Stage::Level(start)) => self.open_level(start, seed)?,
            Some(Stage::Message { text, .. }) => {
                self.is_text = true;
                self.told.messages.push(text.clone());
            }
            None => {}
        }
        Ok(())
    }

    fn open_level(&mut self, start: &Start, seed: &str) -> Result<(), Endless> {
        self.is_text = false;
        // Without randomness the seed does not matter.
        let rng = Rng::new(if self.plan.is_random { seed } else { "" });
        let mut level = machine(&self.plan, start.width, start.height, rng);
        level.put_objects(&start.cells);
        self.restart = level.store();
        self.level = Some(level);
        self.backups.clear();
        if self.game.options.run_rules_on_level_start {
            self.process(None, true, false)?;
        }
        Ok(())
    }

    /// Objects in a cell, numbered column by column.
    pub fn objects_in(&self, cell: usize) -> Vec<usize> {
        self.level
            .as_ref()
            .map_or_else(Vec::new, |level| level.objects_in(cell))
    }

    /// Plays a move, or a turn without input, to its end.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn play(&mut self, input: Option<Input>) -> Result<(), Endless> {
        self.begin();
        self.process(input, false, false)?;
        self.go_on(|_| ())
    }

    pub(super) fn begin(&mut self) {
        if let Some(level) = &mut self.level {
            level.begin();
        }
    }

    /// Plays the turns that follow by ‘again’; calls `after` after each.
    pub(super) fn go_on(&mut self, mut after: impl FnMut(&Self)) -> Result<(), Endless> {
        for _ in 0..MOST_AGAIN {
            if !self.goes_on {
                return Ok(());
            }
            self.process(None, false, false)?;
            after(self);
        }
        Err(Endless)
    }

    /// Plays one turn. `keeps`: a won level is not left; `tries`: only returns whether anything would
    /// change.
    pub(super) fn process(
        &mut self,
        input: Option<Input>,
        keeps: bool,
        tries: bool,
    ) -> Result<bool, Endless> {
        let mut before = std::mem::take(&mut self.before);
        before.clear();
        if let Some(level) = &self.level {
            level.store_into(&mut before);
        }
        let done = self.process_from(&before, input, keeps, tries);
        self.before = before;
        done
    }

    fn process_from(
        &mut self,
        before: &[u64],
        input: Option<Input>,
        keeps: bool,
        tries: bool,
    ) -> Result<bool, Endless> {
        self.goes_on = false;
        let next = self.next.take();
        let Some(level) = &mut self.level else {
            return Ok(false);
        };
        let stuck = match next.filter(|_| input.is_none() && !tries) {
            Some(next) => {
                level.load(&next.cells);
                *level.queue() = next.queue;
                false
            }
            None => level.turn(&self.plan, input)?,
        };
        let queue = level.queue().clone();
        if stuck {
            level.load(before);
            self.is_text = false;
            return Ok(false);
        }
        if queue.has(queue::CANCEL) {
            level.load(before);
            self.show(&queue, tries);
            return Ok(queue.len() > 1);
        }
        let mut queue = queue;
        if queue.has(queue::RESTART) {
            self.backups.push(before.into());
            if !tries && !self.restarting {
                self.show(&queue, tries);
                self.begin_again()?;
                queue.clear();
            }
        }
        let Some(level) = &mut self.level else {
            return Ok(false);
        };
        let changed = !level.holds(before);
        if changed && tries {
            // A deterministic turn will do the same again.
            if !self.plan.is_random {
                self.next = Some(Next {
                    cells: level.store(),
                    queue,
                });
            }
            level.load(before);
            return Ok(true);
        }
        if changed && input.is_some() {
            self.backups.push(before.into());
        }
        if tries && (queue.has(queue::WIN) || queue.has(queue::RESTART)) {
            return Ok(true);
        }
        self.show(&queue, tries);
        if !self.is_text && self.is_won(&queue) && !keeps {
            self.win(&mut queue)?;
        }
        if self.told.stays && self.told.won > 0 {
            return Ok(changed);
        }
        if queue.has(queue::CHECKPOINT)
            && let Some(level) = &self.level
        {
            self.restart = level.store();
        }
        if queue.has(queue::AGAIN) && changed {
            let goes_on = self.process(None, true, true)?;
            self.goes_on = goes_on;
        }
        Ok(changed)
    }

    fn show(&mut self, queue: &Queue, tries: bool) {
        if !tries && let Some(text) = queue.message() {
            self.told.messages.push(text.to_owned());
        }
    }

    fn is_won(&self, queue: &Queue) -> bool {
        let level = self.level.as_ref();
        queue.has(queue::WIN) || level.is_some_and(|level| level.is_won())
    }

    /// Handles a won level: opens the next one, if there is one.
    fn win(&mut self, queue: &mut Queue) -> Result<(), Endless> {
        self.goes_on = false;
        self.told.won += 1;
        if self.told.stays {
            return Ok(());
        }
        if self.stage + 1 < self.game.stages.len() {
            self.stage += 1;
            let is_level = matches!(self.game.stages[self.stage], Stage::Level(_));
            let seed = format!("{} {}", self.seed, self.stage);
            self.open(&seed)?;
            if is_level {
                queue.clear();
            }
        } else {
            self.is_text = true;
        }
        Ok(())
    }

    /// Undoes the last move.
    pub fn undo(&mut self) {
        if self.game.options.no_undo {
            return;
        }
        self.take_back(true);
    }

    fn take_back(&mut self, past_equals: bool) {
        let Some(level) = &mut self.level else {
            return;
        };
        if past_equals {
            while self
                .backups
                .last()
                .is_some_and(|backup| level.holds(backup))
            {
                self.backups.pop();
            }
        }
        if let Some(backup) = self.backups.pop() {
            level.load(&backup);
            self.goes_on = false;
            self.next = None;
        }
    }

    /// Restarts the level or its last checkpoint; can be undone.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn restart(&mut self) -> Result<(), Endless> {
        if self.game.options.no_restart {
            return Ok(());
        }
        if self.goes_on {
            self.take_back(true);
        }
        self.begin();
        if let Some(level) = &self.level {
            self.backups.push(level.store().into());
        }
        self.begin_again()?;
        self.go_on(|_| ())
    }

    /// Restores the level's start or its last checkpoint, and applies the rules of a level's start.
    fn begin_again(&mut self) -> Result<(), Endless> {
        let Some(level) = &mut self.level else {
            return Ok(());
        };
        level.load(&self.restart);
        self.goes_on = false;
        self.next = None;
        if self.game.options.run_rules_on_level_start {
            self.restarting = true;
            let done = self.process(None, true, false);
            self.restarting = false;
            done?;
        }
        Ok(())
    }
}
