//! A game being played: turns, undo, restart, checkpoints, level changes.

use std::sync::Arc;

use super::super::compile::{CompiledGame, Stage, Start};
use super::machine::{AnyMachine, AppliedRule, CellWords, Input, Unfinished, machine};
use super::plan::GamePlan;
use super::queue::{self, CommandQueue};
use super::rng::Rng;
use crate::game::search::Budget;

/// Limit of the turns that follow each other by ‘again’.
pub const MAX_AGAIN: usize = 2_000;
/// Number of such turns after which states are compared; only few moves have as many.
const UNCOMPARED_TURNS: usize = 16;
/// Most turns of a move that are shown; beyond, the last follows directly.
const MAX_SHOWN_TURNS: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnPurpose {
    Play,
    /// The rules at the start of a level, which do not win it.
    LevelStart,
    /// Finds out whether a turn by ‘again’ would change anything, and leaves the cells as they were.
    Trial,
}

/// Result of a turn tried for ‘again’.
#[derive(Clone, Debug)]
pub(super) struct NextTurn {
    cells: CellWords,
    queue: CommandQueue,
}

/// A level being played, which other levels may follow.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) game: Arc<CompiledGame>,
    pub(super) plan: Arc<GamePlan>,
    /// Index of the current level or message.
    pub(super) stage: usize,
    pub(super) seed: String,
    /// The current level, or the last one before a message; `None` before the first.
    pub(super) level: Option<Box<dyn AnyMachine>>,
    /// States for undo.
    pub(super) backups: Vec<Arc<[u64]>>,
    /// State to restart from: the level's start or last checkpoint.
    pub(super) restart: CellWords,
    /// `true` if the level is restarting; its first rules cannot restart it again.
    pub(super) restarting: bool,
    /// `true` if a message, or the end of the game, replaces the level.
    pub(super) is_text: bool,
    /// `true` if another turn follows by ‘again’.
    pub(super) continues: bool,
    /// That turn, if it is known already.
    pub(super) next: Option<NextTurn>,
    /// State before a turn; a reusable buffer.
    pub(super) before: Vec<u64>,
    pub(super) messages: Vec<String>,
    /// Number of levels won.
    pub(super) won: usize,
    /// `true` if the next level is not opened when this one is won.
    pub(super) stay: bool,
    /// Once it is spent, moves have no result ([`Unfinished::Budget`]).
    pub budget: Budget,
}

impl Session {
    /// Starts a level or message of a game, counted from 0, or a level of its own in place of that one. A won level is
    /// followed by the next one, unless `stay` is set. `seed` determines everything random.
    pub fn new(
        game: Arc<CompiledGame>,
        plan: Arc<GamePlan>,
        (stage, level): (usize, Option<&Start>),
        seed: &str,
        stay: bool,
        budget: &Budget,
    ) -> Result<Self, Unfinished> {
        let mut session = Self {
            game,
            plan,
            stage,
            seed: seed.to_owned(),
            level: None,
            backups: Vec::new(),
            restart: CellWords::default(),
            restarting: false,
            is_text: false,
            continues: false,
            next: None,
            before: Vec::new(),
            messages: Vec::new(),
            won: 0,
            stay,
            budget: budget.clone(),
        };
        match level {
            Some(start) => session.open_level(start, seed)?,
            None => session.open_stage(seed)?,
        }
        session.play_again(|_| ())?;
        Ok(session)
    }

    pub fn stage(&self) -> usize {
        self.stage
    }

    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    pub fn won(&self) -> usize {
        self.won
    }

    /// The current level, or the last one before a message; `None` before the first.
    pub fn level(&self) -> Option<&dyn AnyMachine> {
        self.level.as_deref()
    }

    fn open_stage(&mut self, seed: &str) -> Result<(), Unfinished> {
        self.continues = false;
        self.next = None;
        let game = Arc::clone(&self.game);
        match game.stages.get(self.stage) {
            Some(Stage::Level(start)) => self.open_level(start, seed)?,
            Some(Stage::Message(text)) => {
                self.is_text = true;
                self.messages.push(text.clone());
            }
            None => {}
        }
        Ok(())
    }

    fn open_level(&mut self, start: &Start, seed: &str) -> Result<(), Unfinished> {
        self.is_text = false;
        // Without randomness the seed does not matter.
        let rng = Rng::new(if self.plan.is_random { seed } else { "" });
        let mut level = machine(&self.plan, start.width, start.height, rng);
        level.put_objects(&start.cells);
        self.restart = level.store();
        self.level = Some(level);
        self.backups.clear();
        if self.game.options.run_rules_on_level_start {
            self.process(None, TurnPurpose::LevelStart)?;
        }
        Ok(())
    }

    /// Objects in a cell, numbered column by column.
    pub fn objects_in(&self, cell: usize) -> Vec<usize> {
        let level = self.level.as_ref();
        level.map_or_else(Vec::new, |level| level.objects_in(cell))
    }

    /// Plays a move, or a turn without input, to its end.
    pub fn play(&mut self, input: Option<Input>) -> Result<(), Unfinished> {
        self.play_each(input, |_| ())
    }

    /// Plays a move to its end; returns the contents of the cells after its first turns and its last one, at most
    /// [`MAX_SHOWN_TURNS`] in all.
    pub fn play_turns(&mut self, input: Option<Input>) -> Result<Vec<CellWords>, Unfinished> {
        let mut turns = Vec::new();
        self.play_each(input, |session| {
            turns.truncate(MAX_SHOWN_TURNS - 1);
            turns.push(session.stored());
        })?;
        Ok(turns)
    }

    /// Plays a move to its end; calls `after` after each turn.
    fn play_each(
        &mut self,
        input: Option<Input>,
        mut after: impl FnMut(&Self),
    ) -> Result<(), Unfinished> {
        if self.is_text || input == Some(Input::Action) && self.game.options.no_action {
            return Ok(());
        }
        self.check_budget()?;
        if let Some(level) = &mut self.level {
            level.begin();
        }
        self.process(input, TurnPurpose::Play)?;
        after(self);
        self.play_again(after)
    }

    /// Plays a move; returns the rules applied, with the contents of the cells after each.
    pub fn trace(&mut self, input: Option<Input>) -> Vec<AppliedRule> {
        if let Some(level) = &mut self.level {
            level.record_rules(true);
        }
        // An endless turn is recorded up to its end.
        let _ = self.play(input);
        let level = self.level.as_mut();
        level.map_or_else(Vec::new, |level| level.record_rules(false))
    }

    /// Plays the turns that follow by ‘again’; calls `after` after each.
    fn play_again(&mut self, mut after: impl FnMut(&Self)) -> Result<(), Unfinished> {
        // The state after the last turn whose number is a power of two (Brent 1980). A return to it is endless.
        let (mut marked, mut state) = (Vec::new(), Vec::new());
        let mut turns = 0;
        while self.continues {
            if turns == MAX_AGAIN {
                return Err(Unfinished::Turns);
            }
            self.check_budget()?;
            let done = self.process(None, TurnPurpose::Play);
            done.map_err(Unfinished::by_again)?;
            after(self);
            turns += 1;
            if turns < UNCOMPARED_TURNS {
                continue;
            }
            state.clear();
            state.push(self.stage as u64);
            self.pack_into(&mut state);
            if self.continues && state == marked {
                return Err(Unfinished::Endless);
            }
            if turns.is_power_of_two() {
                std::mem::swap(&mut marked, &mut state);
            }
        }
        Ok(())
    }

    fn check_budget(&self) -> Result<(), Unfinished> {
        self.budget.check().map_err(Unfinished::Budget)
    }

    /// Plays one turn; returns whether it changes anything or gives the level another end.
    fn process(&mut self, input: Option<Input>, purpose: TurnPurpose) -> Result<bool, Unfinished> {
        let mut before = std::mem::take(&mut self.before);
        before.clear();
        if let Some(level) = &self.level {
            level.store_into(&mut before);
        }
        let done = self.process_from(&before, input, purpose);
        self.before = before;
        done
    }

    /// As [`Self::process`], from a level with the cells `before`, to which it returns if the turn is dropped.
    fn process_from(
        &mut self,
        before: &[u64],
        input: Option<Input>,
        purpose: TurnPurpose,
    ) -> Result<bool, Unfinished> {
        let dry_run = purpose == TurnPurpose::Trial;
        self.continues = false;
        let next = self.next.take();
        let Some(level) = &mut self.level else {
            return Ok(false);
        };
        // Dropped because a player had to move, but did not.
        let refused = match next.filter(|_| input.is_none() && !dry_run) {
            Some(next) => {
                level.load(&next.cells);
                *level.queue() = next.queue;
                false
            }
            None => level.turn(&self.plan, input)?,
        };
        let mut queue = level.queue().clone();
        if refused {
            level.load(before);
            return Ok(false);
        }
        if queue.has(queue::CANCEL) {
            level.load(before);
            self.record_message(&queue, dry_run);
            // As in the original, other commands of the rule that cancels count as a change.
            return Ok(queue.len() > 1);
        }
        if queue.has(queue::RESTART) {
            // Undo skips a backup equal to the current cells, so that of a trial is harmless.
            self.backups.push(before.into());
            if !dry_run && !self.restarting {
                self.record_message(&queue, dry_run);
                self.reload()?;
                queue.clear();
            }
        }
        let Some(level) = &mut self.level else {
            return Ok(false);
        };
        let changed = !level.has_cells(before);
        if changed && dry_run {
            // A deterministic turn will do the same again.
            if !self.plan.is_random {
                self.next = Some(NextTurn {
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
        if dry_run && (queue.has(queue::WIN) || queue.has(queue::RESTART)) {
            return Ok(true);
        }
        self.record_message(&queue, dry_run);
        let wins = !self.is_text && self.is_won(&queue) && purpose == TurnPurpose::Play;
        if wins {
            self.win()?;
        }
        // A won level is over: no checkpoint, no further turn.
        if wins || self.stay && self.won > 0 {
            return Ok(changed);
        }
        if queue.has(queue::CHECKPOINT)
            && let Some(level) = &self.level
        {
            self.restart = level.store();
        }
        if queue.has(queue::AGAIN) && changed {
            let trial = self.process(None, TurnPurpose::Trial);
            self.continues = trial.map_err(Unfinished::by_again)?;
        }
        Ok(changed)
    }

    fn record_message(&mut self, queue: &CommandQueue, dry_run: bool) {
        if !dry_run && let Some(text) = queue.message() {
            self.messages.push(text.to_owned());
        }
    }

    fn is_won(&self, queue: &CommandQueue) -> bool {
        queue.has(queue::WIN) || self.level().is_some_and(|level| level.is_won())
    }

    /// Handles a won level: opens the next one, if there is one.
    fn win(&mut self) -> Result<(), Unfinished> {
        self.continues = false;
        self.won += 1;
        if self.stay {
            return Ok(());
        }
        if self.stage + 1 < self.game.stages.len() {
            self.stage += 1;
            let seed = format!("{} {}", self.seed, self.stage);
            return self.open_stage(&seed);
        }
        self.is_text = true;
        Ok(())
    }

    pub fn undo(&mut self) {
        if !self.game.options.no_undo && !self.is_text {
            self.pop_backup();
        }
    }

    /// Returns to the last state that differs from this one.
    fn pop_backup(&mut self) {
        let Some(level) = &mut self.level else {
            return;
        };
        while let Some(backup) = self.backups.pop() {
            if level.has_cells(&backup) {
                continue;
            }
            level.load(&backup);
            self.continues = false;
            self.next = None;
            return;
        }
    }

    /// Restarts the level or its last checkpoint; can be undone.
    pub fn restart(&mut self) -> Result<(), Unfinished> {
        if self.game.options.no_restart || self.is_text {
            return Ok(());
        }
        if self.continues {
            // So that undo leads to before the unfinished move, not into it.
            self.pop_backup();
        }
        if let Some(level) = &mut self.level {
            level.begin();
            self.backups.push(level.store().into());
        }
        self.reload()?;
        self.play_again(|_| ())
    }

    /// Restores the level's start or its last checkpoint, and applies the rules of a level's start.
    fn reload(&mut self) -> Result<(), Unfinished> {
        let Some(level) = &mut self.level else {
            return Ok(());
        };
        level.load(&self.restart);
        self.continues = false;
        self.next = None;
        if self.game.options.run_rules_on_level_start {
            self.restarting = true;
            let done = self.process(None, TurnPurpose::LevelStart);
            self.restarting = false;
            done?;
        }
        Ok(())
    }
}
