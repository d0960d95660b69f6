//! Animated run of a program.

use std::time::Duration;

use super::Robot;
use crate::game::{Cell, CellLook, Execution, Meaning, Programmed, Slot};

/// Maximum number of consecutive calls; a program with more does nothing else.
const MOST_CALLS: usize = 20_000;

struct Deed {
    slot: Slot,
    meaning: Meaning,
    /// Cell of the robot before the command, and its appearance.
    before: (Cell, CellLook),
    since: Duration,
    takes: Duration,
}

/// Position of the robot, possibly between two cells.
pub struct Figure {
    /// Row and column.
    pub at: (f32, f32),
    /// Quarter turns from up.
    pub turn: f32,
    /// Start and end of the movement.
    pub way: (Cell, Cell),
    /// Progress of the movement, 0 to 1.
    pub part: f32,
    pub doing: Option<Meaning>,
}

/// Run with animation.
pub struct Run {
    execution: Box<dyn Execution>,
    meanings: Vec<Vec<Meaning>>,
    deed: Option<Deed>,
    /// Number of commands that moved something.
    moving: u64,
    refused: Option<String>,
}

impl Run {
    pub(super) fn new(program: &dyn Programmed) -> Self {
        let procedures = program.procedures().into_iter();
        let meanings = procedures.map(|it| it.commands.iter().map(|tile| tile.meaning).collect());
        Self {
            execution: program.execution(),
            meanings: meanings.collect(),
            deed: None,
            moving: 0,
            refused: None,
        }
    }

    /// Run under the game's rules.
    pub fn execution(&self) -> &dyn Execution {
        self.execution.as_ref()
    }

    /// Reason why the run did not start.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    pub(super) fn refuse(&mut self, why: Option<String>) {
        self.refused = why;
    }

    /// Slot of the command being animated.
    pub fn doing(&self) -> Option<Slot> {
        self.deed.as_ref().map(|deed| deed.slot)
    }

    /// Target of the shot being animated.
    pub fn shot(&self) -> Option<Cell> {
        self.deed.as_ref().and_then(|_| self.execution.shot())
    }

    /// Appearance of a cell. Switching takes effect in the middle of the command.
    pub fn look(&self, cell: Cell) -> CellLook {
        let switching = self.deed.as_ref().filter(|deed| {
            let early = deed.since * 2 < deed.takes;
            deed.meaning == Meaning::Switch && deed.before.0 == cell && early
        });
        match switching {
            Some(deed) => deed.before.1.clone(),
            None => self.execution.look(cell),
        }
    }

    /// Current position of the robot.
    pub fn figure(&self) -> Figure {
        let cell = self.execution.robot().unwrap_or_default();
        let turn = |look: &CellLook| look.actor.map_or(0.0, |actor| actor.index() as f32);
        let turned = turn(&self.execution.look(cell));
        let Some(deed) = &self.deed else {
            return Figure {
                at: (cell.row as f32, cell.col as f32),
                turn: turned,
                way: (cell, cell),
                part: 0.0,
                doing: None,
            };
        };
        let (from, look) = &deed.before;
        let part = (deed.since.as_secs_f32() / deed.takes.as_secs_f32()).clamp(0.0, 1.0);
        let part = part * part * (3.0 - 2.0 * part);
        let between = |from: usize, to: usize| from as f32 + (to as f32 - from as f32) * part;
        let mut by = turned - turn(look);
        if by.abs() > 2.0 {
            by -= 4.0 * by.signum();
        }
        Figure {
            at: (between(from.row, cell.row), between(from.col, cell.col)),
            turn: turn(look) + by * part,
            way: (*from, cell),
            part,
            doing: Some(deed.meaning),
        }
    }

    fn pace<R: Robot>(&self) -> Duration {
        let steps = R::steps(self.moving, self.execution.steps());
        let mut paces = R::PACES.iter();
        let pace = paces.find(|(most, _)| steps <= *most);
        Duration::from_millis(pace.map_or(0, |(_, pace)| *pace))
    }

    /// Runs the next command that moves something. If the run ends, returns whether the level is won.
    pub(super) fn next<R: Robot>(&mut self) -> Option<bool> {
        self.deed = None;
        if self.refused.is_some() {
            return Some(false);
        }
        for _ in 0..MOST_CALLS {
            let Some(slot) = self.execution.next() else {
                if self.execution.go_on() {
                    continue;
                }
                return Some(self.execution.ending().is_some_and(|ending| ending.won));
            };
            let body = self.meanings.get(slot.procedure);
            let Some(&meaning) = body.and_then(|body| body.get(slot.index)) else {
                break;
            };
            let cell = self.execution.robot().unwrap_or_default();
            let before = (cell, self.execution.look(cell));
            self.execution.step();
            if matches!(meaning, Meaning::Call | Meaning::Label | Meaning::Return) {
                continue;
            }
            self.moving += 1;
            self.deed = Some(Deed {
                slot,
                meaning,
                before,
                since: Duration::ZERO,
                takes: self.pace::<R>(),
            });
            return None;
        }
        Some(false)
    }

    pub(super) fn go_on<R: Robot>(&mut self, mut elapsed: Duration) -> Option<bool> {
        // A delayed frame may cover several commands.
        while let Some(deed) = &mut self.deed {
            let need = deed.takes.saturating_sub(deed.since);
            if elapsed < need {
                deed.since += elapsed;
                return None;
            }
            elapsed -= need;
            let over = self.next::<R>();
            if over.is_some() {
                return over;
            }
        }
        None
    }
}
