//! The stand-in: the game's screen in a window of this program's own.
//!
//! Commands are dragged into the slots, or clicked, which puts them behind the others. A click on a
//! command in a slot takes it out, and so does dragging it away. Run lets the robot go; when it has
//! stopped inside, Reset brings it back. Enter runs, Escape resets, Backspace takes the last command
//! out.

mod draw;
mod icons;
mod layout;
mod levels;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use planwright_drawing::Letters;

use crate::INFO;
use crate::board::{Board, Calls, Heading};
use crate::game::{Cell, LevelRef, PracticeError, Stage, StageButton, Staged, Step};
use crate::machine;
use crate::program::{Command, DIGITS, Program};
use layout::{RESET, RUN, SLOTS};
use walk::{Done, Over, Walk};

/// Commands that can be taken.
fn commands() -> Vec<Command> {
    let calls = DIGITS.map(Command::Call).into_iter();
    let labels = DIGITS.map(Command::Label);
    let simple = Command::SIMPLE.into_iter();
    simple.chain(calls).chain(labels).collect()
}

/// The stand-in.
pub(super) struct RobosPractice {
    levels: Vec<LevelRef>,
    stage: Stage<Command, usize, Done>,
    board: Arc<Board>,
    program: Vec<Command>,
    walk: Walk,
    letters: Letters,
}

impl RobosPractice {
    /// A game of these levels, or of the stand-in's own where there are none.
    ///
    /// # Errors
    /// When a level is not of this game, or cannot be played on this screen.
    pub(super) fn new(levels: &[LevelRef]) -> Result<Self, PracticeError> {
        let levels = if levels.is_empty() {
            levels::levels()?
        } else {
            levels.to_vec()
        };
        let mut first = None;
        for (index, level) in levels.iter().enumerate() {
            let board = levels::playable(level);
            let board = board.map_err(|reason| PracticeError::Level { index, reason })?;
            first.get_or_insert_with(|| Arc::clone(board));
        }
        let board = first.ok_or(PracticeError::None(INFO.id))?;
        Ok(Self {
            levels,
            stage: Stage::default(),
            walk: Walk::new(&board, Program::default()),
            board,
            program: Vec::new(),
            letters: Letters::new(&draw::SIZES),
        })
    }

    fn why(&self) -> &str {
        match &self.walk.over {
            Some(Over::Failed(why)) => why,
            _ => "",
        }
    }

    /// Points that the program is worth with the coins taken so far, if it leads out.
    fn score(&self) -> i64 {
        machine::score(self.program.len(), self.walk.coins)
    }

    /// The command that is being carried out.
    fn doing(&self) -> Option<usize> {
        self.stage.deed().map(|(done, _)| done.index)
    }

    /// From where to where a shot flies.
    fn shot(&self) -> Option<(Cell, Cell)> {
        let (done, _) = self.stage.deed()?;
        Some((done.before.0, done.shot?))
    }

    /// Row and column of the robot, and its quarter turns from up.
    fn figure(&self) -> ((f32, f32), f32) {
        let stand = |(cell, heading): (Cell, Heading)| {
            ((cell.row as f32, cell.col as f32), heading as u8 as f32)
        };
        let (to, turned) = stand(self.walk.robot);
        let Some((done, _)) = self.stage.deed() else {
            return (to, turned);
        };
        let (from, turn) = stand(done.before);
        let part = self.part_of_deed();
        let mut by = turned - turn;
        // The short way round.
        if by.abs() > 2.0 {
            by -= 4.0 * by.signum();
        }
        let between = |from: f32, to: f32| from + (to - from) * part;
        (
            (between(from.0, to.0), between(from.1, to.1)),
            turn + by * part,
        )
    }

    /// Whether a command can be put in: under strict rules a label is there once at most.
    fn has_room_for(&self, command: Command) -> bool {
        let strict = self.board.calls == Calls::Strict;
        let label = matches!(command, Command::Label(_));
        self.program.len() < SLOTS && !(strict && label && self.program.contains(&command))
    }
}

impl Staged for RobosPractice {
    type Command = Command;
    type Slot = usize;
    type Deed = Done;

    fn stage(&self) -> &Stage<Command, usize, Done> {
        &self.stage
    }

    fn stage_mut(&mut self) -> &mut Stage<Command, usize, Done> {
        &mut self.stage
    }

    fn name(&self) -> &'static str {
        INFO.title
    }

    fn picture_size(&self) -> (u32, u32) {
        layout::SIZE
    }

    fn paint(&self, rgb: &mut [u8]) {
        draw::draw(self, rgb);
    }

    fn levels(&self) -> &[LevelRef] {
        &self.levels
    }

    fn show_level(&mut self, index: usize) {
        // That they can be played was checked at the beginning.
        if let Some(Ok(board)) = self.levels.get(index).map(levels::playable) {
            self.board = Arc::clone(board);
            self.program.clear();
        }
    }

    fn put_back(&mut self) {
        self.walk = Walk::new(&self.board, Program::new(self.program.clone()));
    }

    fn set_off(&mut self) {
        let program = Program::new(self.program.clone());
        if self.board.calls == Calls::Strict
            && let Some(digit) = program.dangling_call()
        {
            let why = format!("the call {digit} has no label");
            self.walk.over = Some(Over::Failed(why));
        }
    }

    fn step(&mut self) -> Step<Done> {
        match self.walk.next() {
            Some(done) => Step::Deed(done),
            None if self.walk.over == Some(Over::Escaped) => Step::Won,
            None => Step::Stopped,
        }
    }

    /// Long runs hurry up.
    fn pace(&self) -> Duration {
        Duration::from_millis(match self.walk.steps {
            0..=16 => 170,
            17..=50 => 100,
            51..=150 => 50,
            151..=400 => 25,
            _ => 4,
        })
    }

    fn is_button(&self, button: StageButton, at: (i32, i32)) -> bool {
        match button {
            StageButton::Run => RUN.contains(at),
            StageButton::Reset => RESET.contains(at),
        }
    }

    fn command_at(&self, at: (i32, i32)) -> Option<(Command, Option<usize>)> {
        let mut all = commands().into_iter().enumerate();
        let new = all.find(|(index, _)| layout::palette(*index).contains(at));
        let in_slot = || {
            let index = self.slot_at(at)?;
            Some((*self.program.get(index)?, Some(index)))
        };
        new.map(|(_, command)| (command, None)).or_else(in_slot)
    }

    fn slot_at(&self, at: (i32, i32)) -> Option<usize> {
        (0..SLOTS).find(|index| layout::slot(*index).contains(at))
    }

    fn take_out(&mut self, index: usize) {
        if index < self.program.len() {
            self.program.remove(index);
        }
    }

    fn take_last_out(&mut self) {
        self.program.pop();
    }

    fn put_in(&mut self, slot: Option<usize>, command: Command) {
        if self.has_room_for(command) {
            let index = slot.unwrap_or(usize::MAX).min(self.program.len());
            self.program.insert(index, command);
        }
    }
}
