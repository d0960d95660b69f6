//! Board without a program, changed by single commands.

use std::fmt;
use std::sync::Arc;

use crate::game::typed::Play;
use crate::game::{BoardInfo, Cell, CellLook, Gesture, Intent, StepInfo};

use super::look::tile_look;
use super::program::Command;
use super::puzzle::{BOARD, Puzzle};
use super::run::Scene;

/// State of a puzzle.
#[derive(Clone)]
pub(super) struct World {
    puzzle: Arc<Puzzle>,
    lights: Arc<[Cell]>,
    scene: Scene,
}

/// Move: a command that is no call.
#[derive(Clone, Copy)]
pub(super) struct Action(Command);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl World {
    pub(super) fn new(puzzle: Arc<Puzzle>) -> Self {
        let lights: Arc<[Cell]> = puzzle.lights().collect();
        Self {
            scene: Scene::new(&puzzle, &lights),
            lights,
            puzzle,
        }
    }

    fn after(&self, Action(command): Action) -> Scene {
        let mut scene = self.scene.clone();
        scene.carry_out(&self.puzzle, &self.lights, command);
        scene
    }
}

impl Play for World {
    type Move = Action;

    const MOVES: &'static str = "a command is F, J, L, R or X";

    fn read(text: &str) -> Option<Action> {
        let mut actions = Command::ACTIONS.into_iter();
        let action = actions.find(|command| text == command.to_string());
        action.map(Action)
    }

    fn make(&mut self, action: &Action) -> Result<(), String> {
        self.scene = self.after(*action);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.scene.lit.iter().all(|lit| *lit)
    }

    /// Commands that change the state.
    fn moves(&self) -> impl Iterator<Item = Action> {
        let actions = Command::ACTIONS.into_iter().map(Action);
        actions.filter(|action| self.after(*action) != self.scene)
    }

    fn encode(&self) -> Vec<u8> {
        let Scene { robot, lit } = &self.scene;
        let place = self.puzzle.size().index(robot.cell) as u32;
        let robot = [robot.facing.index() as u8].into_iter();
        let robot = robot.chain(place.to_le_bytes());
        robot.chain(lit.iter().map(|lit| u8::from(*lit))).collect()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![BoardInfo::new(BOARD, "Board", self.puzzle.size())]
    }

    fn look(&self, _board: &str, cell: Cell) -> CellLook {
        let Scene { robot, lit } = &self.scene;
        let light = self.lights.binary_search(&cell).ok();
        let is_lit = light.is_some_and(|index| lit[index]);
        let facing = (robot.cell == cell).then_some(robot.facing);
        tile_look(self.puzzle.tile(cell), is_lit, facing)
    }

    fn interpret(&self, _gesture: &Gesture) -> Option<Action> {
        None
    }

    fn describe(&self, Action(command): &Action) -> StepInfo {
        StepInfo {
            text: command.name().into_owned(),
            board: BOARD.into(),
            cells: vec![self.scene.robot.cell],
            ..StepInfo::default()
        }
    }

    fn intents(&self, _action: &Action) -> Vec<Intent> {
        Vec::new()
    }
}
