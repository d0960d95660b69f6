//! Animated run of a program.

use std::time::Duration;

use super::RobotGame;
use crate::game::{Cell, CellStyle, CommandKind, Execution, Programmed, Slot};

/// Maximum number of consecutive commands that move nothing; a program with more repeats them for ever.
const MAX_IDLE_COMMANDS: usize = 20_000;

struct StepAnimation {
    slot: Slot,
    meaning: CommandKind,
    /// Cell of the robot before the command, and its appearance.
    before: (Cell, CellStyle),
    elapsed: Duration,
    duration: Duration,
}

/// Position of the robot, possibly between two cells.
pub struct RobotMotion {
    /// Row and column.
    pub at: (f32, f32),
    /// Quarter turns clockwise from up.
    pub turn: f32,
    /// Start and end of the movement.
    pub path: (Cell, Cell),
    /// Progress of the movement, 0 to 1, slow at both ends.
    pub progress: f32,
    /// Kind of the command being animated.
    pub meaning: Option<CommandKind>,
}

pub struct ProgramRun {
    execution: Box<dyn Execution>,
    /// Kinds of the commands, by procedure and index.
    meanings: Vec<Vec<CommandKind>>,
    animation: Option<StepAnimation>,
    /// Number of commands that moved something.
    moving: u64,
    refusal: Option<String>,
}

impl ProgramRun {
    pub(super) fn new(program: &dyn Programmed) -> Self {
        let procedures = program.procedures().into_iter();
        let meanings = procedures.map(|it| it.commands.iter().map(|tile| tile.kind).collect());
        Self {
            execution: program.execution(),
            meanings: meanings.collect(),
            animation: None,
            moving: 0,
            refusal: None,
        }
    }

    pub fn execution(&self) -> &dyn Execution {
        self.execution.as_ref()
    }

    /// Reason why the run did not start.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    pub(super) fn set_refusal(&mut self, reason: Option<String>) {
        self.refusal = reason;
    }

    /// Slot of the command being animated.
    pub fn current_slot(&self) -> Option<Slot> {
        self.animation.as_ref().map(|animation| animation.slot)
    }

    /// Target of the shot being animated.
    pub fn shot(&self) -> Option<Cell> {
        self.animation.as_ref().and_then(|_| self.execution.shot())
    }

    /// Appearance of a cell. Switching takes effect in the middle of the command.
    pub fn look(&self, cell: Cell) -> CellStyle {
        let switching = self.animation.as_ref().filter(|animation| {
            let is_early = animation.elapsed * 2 < animation.duration;
            animation.meaning == CommandKind::Switch && animation.before.0 == cell && is_early
        });
        match switching {
            Some(animation) => animation.before.1.clone(),
            None => self.execution.style(cell),
        }
    }

    pub fn motion(&self) -> RobotMotion {
        let cell = self.execution.robot().unwrap_or_default();
        let turn = |look: &CellStyle| look.actor.map_or(0.0, |actor| actor.index() as f32);
        let turned = turn(&self.execution.style(cell));
        let Some(animation) = &self.animation else {
            return RobotMotion {
                at: (cell.row as f32, cell.col as f32),
                turn: turned,
                path: (cell, cell),
                progress: 0.0,
                meaning: None,
            };
        };
        let (from, style) = &animation.before;
        let progress =
            (animation.elapsed.as_secs_f32() / animation.duration.as_secs_f32()).clamp(0.0, 1.0);
        let progress = progress * progress * (3.0 - 2.0 * progress);
        let between = |from: usize, to: usize| from as f32 + (to as f32 - from as f32) * progress;
        let mut delta = turned - turn(style);
        // From left to up it turns by one quarter, not back by three.
        if delta.abs() > 2.0 {
            delta -= 4.0 * delta.signum();
        }
        RobotMotion {
            at: (between(from.row, cell.row), between(from.col, cell.col)),
            turn: turn(style) + delta * progress,
            path: (*from, cell),
            progress,
            meaning: Some(animation.meaning),
        }
    }

    /// Duration of the next command. [`RobotGame::PACES`] covers all numbers of steps, so there is always one.
    fn pace<R: RobotGame>(&self) -> Duration {
        let steps = R::steps(self.moving, self.execution.steps());
        let pace = R::PACES.iter().find(|(most, _)| steps <= *most);
        Duration::from_millis(pace.map_or(0, |(_, pace)| *pace))
    }

    /// Runs the next command that moves something. If the run ends, returns whether the level is won.
    pub(super) fn next_command<R: RobotGame>(&mut self) -> Option<bool> {
        self.animation = None;
        if self.refusal.is_some() {
            return Some(false);
        }
        use CommandKind::{Call, Label, Return};
        for _ in 0..MAX_IDLE_COMMANDS {
            let Some(slot) = self.execution.next() else {
                // An endless repetition is not an end here: the player stops it by Reset.
                if self.execution.resume() {
                    continue;
                }
                return Some(self.execution.ending().is_some_and(|ending| ending.won));
            };
            let body = self.meanings.get(slot.procedure);
            let Some(&meaning) = body.and_then(|body| body.get(slot.index)) else {
                break;
            };
            let cell = self.execution.robot().unwrap_or_default();
            let before = (cell, self.execution.style(cell));
            self.execution.step();
            if matches!(meaning, Call | Label | Return) {
                continue;
            }
            self.moving += 1;
            self.animation = Some(StepAnimation {
                slot,
                meaning,
                before,
                elapsed: Duration::ZERO,
                duration: self.pace::<R>(),
            });
            return None;
        }
        Some(false)
    }

    pub(super) fn advance<R: RobotGame>(&mut self, mut elapsed: Duration) -> Option<bool> {
        // A delayed frame may cover several commands.
        while let Some(animation) = &mut self.animation {
            let need = animation.duration.saturating_sub(animation.elapsed);
            if elapsed < need {
                animation.elapsed += elapsed;
                return None;
            }
            elapsed -= need;
            let won = self.next_command::<R>();
            if won.is_some() {
                return won;
            }
        }
        None
    }
}
