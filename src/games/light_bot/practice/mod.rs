//! The stand-in: the game's screen in a window of this program's own.
//!
//! Commands are dragged into the slots of main and the procedures, or clicked, which puts them
//! behind the commands of the procedure that is chosen. A click on a command in a slot takes it
//! out, and so does dragging it away. Run lets the robot go; when it has stopped with a light still
//! dark, Reset brings it back. Enter runs, Escape resets, Backspace takes the last command out.

mod draw;
mod icons;
mod layout;
mod levels;
mod robot;
mod scene;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use planwright_drawing::Letters;

use crate::INFO;
use crate::game::{Cell, LevelRef, PracticeError, Stage, StageButton, Staged, Step};
use crate::program::{Command, Program};
use crate::puzzle::Puzzle;
use layout::{RESET, RUN};
use scene::{Figure, Scene};
use walk::{Done, Walk};

/// The stand-in.
pub(super) struct LightBotPractice {
    levels: Vec<LevelRef>,
    stage: Stage<Command, (usize, usize), Done>,
    puzzle: Arc<Puzzle>,
    scene: Scene,
    program: Program,
    /// The procedure that clicked commands go to.
    chosen: usize,
    walk: Walk,
    letters: Letters,
}

impl LightBotPractice {
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
            let shown = Self::shown(level);
            let shown = shown.map_err(|reason| PracticeError::Level { index, reason })?;
            first.get_or_insert(shown);
        }
        let (puzzle, scene) = first.ok_or(PracticeError::None(INFO.id))?;
        let program = Program::empty(&puzzle.slots);
        Ok(Self {
            levels,
            stage: Stage::default(),
            walk: Walk::new(&puzzle, program.clone()),
            program,
            scene,
            puzzle,
            chosen: 0,
            letters: Letters::new(&draw::SIZES),
        })
    }

    fn shown(level: &LevelRef) -> Result<(Arc<Puzzle>, Scene), String> {
        let puzzle = levels::playable(level)?;
        layout::fits(&puzzle.slots)?;
        let scene = Scene::fit(puzzle, layout::BOARD)?;
        Ok((Arc::clone(puzzle), scene))
    }

    /// Commands that can be taken.
    fn commands(&self) -> Vec<Command> {
        let calls = (1..).take(self.puzzle.slots.procedures());
        let calls = calls.map(Command::Call);
        Command::ACTIONS.into_iter().chain(calls).collect()
    }

    /// Lights that are dark.
    fn dark(&self) -> usize {
        self.puzzle.lights().count() - self.walk.lit.len()
    }

    /// Whether a light is lit; one that is being switched changes in the middle.
    fn is_lit(&self, cell: Cell) -> bool {
        let lit = self.walk.lit.contains(&cell);
        let switching = self.stage.deed().is_some_and(|(done, since)| {
            done.command == Command::Light && done.before.cell == cell && since * 2 < self.pace()
        });
        lit != switching
    }

    /// The command that is being carried out.
    fn doing(&self) -> Option<(usize, usize)> {
        self.stage.deed().map(|(done, _)| done.slot)
    }

    /// Where the robot is.
    fn figure(&self) -> Figure {
        let stand =
            |robot: crate::puzzle::Robot| Figure::standing(&self.puzzle, robot.cell, robot.facing);
        let Some((done, _)) = self.stage.deed() else {
            return stand(self.walk.robot);
        };
        let (from, to) = (stand(done.before), stand(self.walk.robot));
        let part = self.part_of_deed();
        let between = |from: f32, to: f32| from + (to - from) * part;
        let moved = done.before.cell != self.walk.robot.cell;
        let hop = match done.command {
            Command::Jump => 2.2,
            Command::Forward if !moved => 0.5,
            _ => 0.0,
        };
        let mut turn = to.turn - from.turn;
        // The short way round.
        if turn.abs() > 2.0 {
            turn -= 4.0 * turn.signum();
        }
        Figure {
            at: (between(from.at.0, to.at.0), between(from.at.1, to.at.1)),
            height: between(from.height, to.height) + hop * 4.0 * part * (1.0 - part),
            turn: from.turn + turn * part,
        }
    }

    fn procedure_at(&self, at: (i32, i32)) -> Option<usize> {
        let mut slots = self.puzzle.slots.as_slice().iter().enumerate();
        let found = slots.find(|(index, count)| layout::procedure(*index, **count).contains(at));
        found.map(|(index, _)| index)
    }
}

impl Staged for LightBotPractice {
    type Command = Command;
    /// Procedure and index in it.
    type Slot = (usize, usize);
    type Deed = Done;

    fn stage(&self) -> &Stage<Command, (usize, usize), Done> {
        &self.stage
    }

    fn stage_mut(&mut self) -> &mut Stage<Command, (usize, usize), Done> {
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
        if let Some(Ok((puzzle, scene))) = self.levels.get(index).map(Self::shown) {
            self.program = Program::empty(&puzzle.slots);
            (self.puzzle, self.scene) = (puzzle, scene);
            self.chosen = 0;
        }
    }

    fn put_back(&mut self) {
        self.walk = Walk::new(&self.puzzle, self.program.clone());
    }

    fn step(&mut self) -> Step<Done> {
        if self.walk.is_won() {
            return Step::Won;
        }
        self.walk.next().map_or(Step::Stopped, Step::Deed)
    }

    /// Long runs hurry up.
    fn pace(&self) -> Duration {
        Duration::from_millis(match self.walk.steps {
            0..=16 => 170,
            17..=50 => 100,
            51..=150 => 50,
            _ => 25,
        })
    }

    fn is_button(&self, button: StageButton, at: (i32, i32)) -> bool {
        match button {
            StageButton::Run => RUN.contains(at),
            StageButton::Reset => RESET.contains(at),
        }
    }

    fn command_at(&self, at: (i32, i32)) -> Option<(Command, Option<(usize, usize)>)> {
        let mut commands = self.commands().into_iter().enumerate();
        let new = commands.find(|(index, _)| layout::palette(*index).contains(at));
        let in_slot = || {
            let (procedure, index) = self.slot_at(at)?;
            let command = self.program.body(procedure).get(index)?;
            Some((*command, Some((procedure, index))))
        };
        new.map(|(_, command)| (command, None)).or_else(in_slot)
    }

    fn slot_at(&self, at: (i32, i32)) -> Option<(usize, usize)> {
        let slots = self.puzzle.slots.as_slice().iter().enumerate();
        let mut all = slots.flat_map(|(procedure, count)| (0..*count).map(move |i| (procedure, i)));
        all.find(|(procedure, index)| layout::slot(*procedure, *index).contains(at))
    }

    fn choose(&mut self, at: (i32, i32)) {
        self.chosen = self.procedure_at(at).unwrap_or(self.chosen);
    }

    fn take_out(&mut self, (procedure, index): (usize, usize)) {
        let mut body = self.program.body(procedure).to_vec();
        if index < body.len() {
            body.remove(index);
            self.program.set(procedure, body);
        }
    }

    fn take_last_out(&mut self) {
        let mut body = self.program.body(self.chosen).to_vec();
        body.pop();
        self.program.set(self.chosen, body);
    }

    fn put_in(&mut self, slot: Option<(usize, usize)>, command: Command) {
        let (procedure, index) = slot.unwrap_or((self.chosen, usize::MAX));
        let mut body = self.program.body(procedure).to_vec();
        let slots = self.puzzle.slots.as_slice();
        if body.len() < slots.get(procedure).copied().unwrap_or(0) {
            body.insert(index.min(body.len()), command);
            self.program.set(procedure, body);
        }
    }
}
