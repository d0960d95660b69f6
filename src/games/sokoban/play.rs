//! The rules: walking and pushing.

use std::fmt;

use crate::game::cells::Cells as _;
use crate::game::typed::Play;
use crate::game::{BoardInfo, Cell, CellLook, Gesture, Heading, Intent, StepInfo};

use super::{BOX, GOAL, PUSHER, Sokoban, Store, WALL};

/// The store as it is now.
#[derive(Clone)]
pub struct Pushing {
    pub(super) store: Store,
    pub(super) pusher: Option<Cell>,
    /// Boxes that are not on a goal.
    left: usize,
}

/// What the pusher does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// Steps, and whether each is a push; `None` where it does not matter.
    Way(Vec<(Heading, Option<bool>)>),
    /// Walks to a cell.
    Walk(Cell),
}

/// A step that pushes or does not.
pub(super) fn step(heading: Heading, push: bool) -> Steps {
    Steps::Way(vec![(heading, Some(push))])
}

fn letter(heading: Heading) -> char {
    ['u', 'r', 'd', 'l'][heading.index()]
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Walk(cell) => f.write_str(&cell.to_move()),
            Self::Way(steps) => steps.iter().try_for_each(|(heading, push)| match push {
                Some(true) => write!(f, "{}", letter(*heading).to_ascii_uppercase()),
                _ => write!(f, "{}", letter(*heading)),
            }),
        }
    }
}

impl Pushing {
    pub(super) fn new(store: Store) -> Self {
        let off = |cell: &Cell| store.ground(*cell) != Some(GOAL);
        let left = store.pieces(BOX).filter(off).count();
        let pusher = store.pieces(PUSHER).next();
        Self {
            store,
            pusher,
            left,
        }
    }

    /// Whether the pusher can stand there now.
    fn is_free(&self, cell: Cell) -> bool {
        self.store.get(cell).is_some_and(|value| value != WALL)
            && self.store.piece(cell) != Some(BOX)
    }

    /// Whether a step pushes.
    fn pushes(&self, heading: Heading) -> bool {
        let ahead = self.pusher.and_then(|pusher| pusher.step(heading));
        ahead.is_some_and(|cell| self.store.piece(cell) == Some(BOX))
    }

    fn step(&mut self, heading: Heading, push: Option<bool>) -> Result<(), String> {
        let pusher = self.pusher.ok_or("there is no pusher")?;
        let ahead = pusher
            .step(heading)
            .filter(|cell| self.store.get(*cell).is_some_and(|v| v != WALL));
        let ahead = ahead.ok_or_else(|| format!("there is a wall {}", heading.name()))?;
        if self.store.piece(ahead) == Some(BOX) {
            let behind = ahead.step(heading).filter(|cell| self.is_free(*cell));
            let behind = behind.ok_or("the box cannot be pushed there")?;
            self.left += usize::from(self.store.ground(ahead) == Some(GOAL));
            self.left -= usize::from(self.store.ground(behind) == Some(GOAL));
            self.store.lift(ahead);
            self.store.put(behind, BOX);
        } else if push == Some(true) {
            return Err(format!("there is no box {}", heading.name()));
        }
        self.go(ahead);
        Ok(())
    }

    fn go(&mut self, cell: Cell) {
        if let Some(pusher) = self.pusher.replace(cell) {
            self.store.lift(pusher);
        }
        self.store.put(cell, PUSHER);
    }

    /// The steps of a walk.
    pub(super) fn path(&self, to: Cell) -> Option<Vec<Heading>> {
        let size = self.store.size();
        self.is_free(to)
            .then(|| size.path(self.pusher?, to, |cell| self.is_free(cell)))?
    }

    /// The steps that push a box along a line.
    fn drag(&self, from: Cell, to: Cell) -> Option<Steps> {
        let heading = Heading::ALL.into_iter().find(|heading| {
            let (down, right) = heading.offset();
            (to.row as isize - from.row as isize).signum() == down
                && (to.col as isize - from.col as isize).signum() == right
        })?;
        let walk = self.path(from.step(heading.opposite())?)?;
        let walk = walk.into_iter().map(|heading| (heading, Some(false)));
        let pushes = std::iter::repeat_n((heading, Some(true)), from.distance(to));
        Some(Steps::Way(walk.chain(pushes).collect()))
    }

    /// All steps of a move, as far as they can be told.
    fn headings(&self, steps: &Steps) -> Vec<Heading> {
        match steps {
            Steps::Way(way) => way.iter().map(|(heading, _)| *heading).collect(),
            Steps::Walk(cell) => self.path(*cell).unwrap_or_default(),
        }
    }
}

impl Play for Pushing {
    type Move = Steps;

    const MOVES: &'static str = "steps are ‘u’, ‘d’, ‘l’ and ‘r’, in capitals where a box is pushed; a walk is ‘row column’, both from 1";

    fn read(text: &str) -> Option<Steps> {
        let step = |character: char| {
            let lower = character.to_ascii_lowercase();
            let heading = Heading::ALL
                .into_iter()
                .find(|heading| letter(*heading) == lower)?;
            Some((heading, character.is_uppercase().then_some(true)))
        };
        let way: Option<Vec<_>> = text.chars().map(step).collect();
        let way = way.filter(|way| !way.is_empty()).map(Steps::Way);
        way.or_else(|| Cell::from_move(text).map(Steps::Walk))
    }

    fn make(&mut self, mv: &Steps) -> Result<(), String> {
        match mv {
            Steps::Walk(cell) => {
                self.path(*cell).ok_or("no way leads there")?;
                self.go(*cell);
                Ok(())
            }
            Steps::Way(way) => {
                if let [(heading, push)] = way[..] {
                    return self.step(heading, push);
                }
                let mut after = self.clone();
                for (number, (heading, push)) in (1..).zip(way) {
                    let wrong = |reason| format!("step {number}: {reason}");
                    after.step(*heading, *push).map_err(wrong)?;
                }
                *self = after;
                Ok(())
            }
        }
    }

    fn is_solved(&self) -> bool {
        self.left == 0
    }

    /// Steps only; walks are made of them.
    fn moves(&self) -> impl Iterator<Item = Steps> {
        let possible = |heading: &Heading| self.clone().step(*heading, None).is_ok();
        let steps = Heading::ALL.into_iter().filter(possible);
        steps
            .map(|heading| step(heading, self.pushes(heading)))
            .collect::<Vec<_>>()
            .into_iter()
    }

    fn encode(&self) -> Vec<u8> {
        self.store.encode()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![self.store.info()]
    }

    fn look(&self, _board: &str, cell: Cell) -> CellLook {
        self.store.look(cell)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Steps> {
        match gesture {
            Gesture::Drag { from, to, .. } => self.drag(*from, *to),
            Gesture::Type { character, .. } => {
                let mut headings = Heading::ALL.into_iter();
                let heading =
                    headings.find(|heading| letter(*heading) == character.to_ascii_lowercase())?;
                Some(step(heading, self.pushes(heading)))
            }
            // A click beside the pusher is a step or a push.
            Gesture::Click { cell, .. } => {
                let beside =
                    |heading: &Heading| self.pusher.and_then(|at| at.step(*heading)) == Some(*cell);
                let heading = Heading::ALL.into_iter().find(beside);
                Some(heading.map_or(Steps::Walk(*cell), |heading| {
                    step(heading, self.pushes(heading))
                }))
            }
        }
    }

    fn describe(&self, mv: &Steps) -> StepInfo {
        let mut cells: Vec<Cell> = self.pusher.into_iter().collect();
        for heading in self.headings(mv) {
            cells.extend(cells.last().and_then(|cell| cell.step(heading)));
        }
        let text = match mv {
            Steps::Walk(cell) => format!("Walk to {cell}"),
            Steps::Way(way) => match way[..] {
                [(heading, _)] if self.pushes(heading) => format!("Push {}", heading.name()),
                [(heading, _)] => format!("Step {}", heading.name()),
                _ => format!("Go {mv}"),
            },
        };
        StepInfo {
            text,
            board: Sokoban::ID.into(),
            cells: cells.into_iter().skip(1).collect(),
        }
    }

    fn intents(&self, mv: &Steps) -> Vec<Intent> {
        let controls = self.headings(mv).into_iter();
        controls
            .map(|heading| Intent::Control(heading.name().into()))
            .collect()
    }
}
