//! Rules: walking and pushing.

use std::fmt;

use crate::game::cells::{Cells as _, without_runs};
use crate::game::typed::Play;
use crate::game::{BoardInfo, Cell, CellLook, Gesture, Heading, Intent, Move, Plan, StepInfo};

use super::{BOX, GOAL, PUSHER, Sokoban, Store, WALL};

/// A position.
#[derive(Clone)]
pub struct Pushing {
    pub(super) store: Store,
    pub(super) pusher: Option<Cell>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// Steps with whether each is a push; `None` if either is allowed.
    Way(Vec<Step>),
    Walk(Cell),
}

type Step = (Heading, Option<bool>);

/// Longest move accepted, in steps.
const MAX_STEPS: usize = 1_000_000;

const LETTERS: [char; 4] = ['u', 'r', 'd', 'l'];

fn heading(letter: char) -> Option<Heading> {
    let is = |heading: &Heading| LETTERS[heading.index()] == letter.to_ascii_lowercase();
    Heading::ALL.into_iter().find(is)
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Walk(cell) => f.write_str(&cell.to_move()),
            Self::Way(steps) => steps.iter().try_for_each(|(heading, push)| {
                let letter = LETTERS[heading.index()];
                let capital = letter.to_ascii_uppercase();
                write!(f, "{}", if *push == Some(true) { capital } else { letter })
            }),
        }
    }
}

impl Pushing {
    pub(super) fn new(store: Store) -> Self {
        let pusher = store.pieces(PUSHER).next();
        Self { store, pusher }
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.store.get(cell).is_some_and(|value| value != WALL)
    }

    fn has_box(&self, cell: Cell) -> bool {
        self.store.piece(cell) == Some(BOX)
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.is_open(cell) && !self.has_box(cell)
    }

    fn ahead(&self, heading: Heading) -> Option<Cell> {
        self.pusher?.step(heading)
    }

    /// One step, a push if there is a box.
    fn one(&self, heading: Heading) -> Steps {
        let push = self.ahead(heading).is_some_and(|cell| self.has_box(cell));
        Steps::Way(vec![(heading, Some(push))])
    }

    fn step(&mut self, (heading, push): Step) -> Result<(), String> {
        let ahead = self.ahead(heading).filter(|cell| self.is_open(*cell));
        let ahead = ahead.ok_or_else(|| format!("there is a wall {}", heading.name()))?;
        if self.has_box(ahead) {
            let behind = ahead.step(heading).filter(|cell| self.is_free(*cell));
            let behind = behind.ok_or("the box is blocked")?;
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

    fn path(&self, to: Cell) -> Option<Vec<Heading>> {
        let size = self.store.size();
        self.is_free(to)
            .then(|| size.path(self.pusher?, to, |cell| self.is_free(cell)))?
    }

    fn drag(&self, from: Cell, to: Cell) -> Option<Vec<Step>> {
        let heading = Heading::ALL.into_iter().find(|heading| {
            let (down, right) = heading.offset();
            (to.row as isize - from.row as isize).signum() == down
                && (to.col as isize - from.col as isize).signum() == right
        })?;
        let walk = self.path(from.step(heading.opposite())?)?;
        let walk = walk.into_iter().map(|heading| (heading, Some(false)));
        let pushes = std::iter::repeat_n((heading, Some(true)), from.distance(to));
        Some(walk.chain(pushes).collect())
    }

    /// The steps of pushes along lines, as a plan; unverified.
    pub(super) fn plan(&self, pushes: impl Iterator<Item = (Cell, Cell)>) -> Plan {
        let mut position = self.clone();
        let mut moves = Vec::new();
        for (from, to) in pushes {
            for step in position.drag(from, to).unwrap_or_default() {
                let _ = position.step(step);
                moves.push(Move::new(Steps::Way(vec![step]).to_string()));
            }
        }
        Plan(moves)
    }

    /// Path of the pusher during a move, then of each pushed box, one cell per step.
    fn ways(&self, mv: &Steps) -> Vec<Vec<Cell>> {
        let mut now = self.clone();
        let mut ways: Vec<Vec<Cell>> = now.pusher.map(|pusher| vec![pusher]).into_iter().collect();
        for heading in self.headings(mv) {
            let pushed = now.ahead(heading).filter(|cell| now.has_box(*cell));
            if now.step((heading, None)).is_err() {
                break;
            }
            let waits = ways.iter_mut().skip(1);
            waits.for_each(|way| way.extend(way.last().copied()));
            if let Some((from, to)) = pushed.and_then(|from| Some((from, from.step(heading)?))) {
                let mut boxes = ways.iter_mut().skip(1);
                match boxes.find(|way| way.last() == Some(&from)) {
                    Some(way) => *way.last_mut().unwrap_or(&mut Cell::default()) = to,
                    None => {
                        let mut way = vec![from; ways[0].len()];
                        way.push(to);
                        ways.push(way);
                    }
                }
            }
            ways[0].extend(now.pusher);
        }
        ways
    }

    /// All steps of a move; none for a walk without a path.
    fn headings(&self, steps: &Steps) -> Vec<Heading> {
        match steps {
            Steps::Way(way) => way.iter().map(|(heading, _)| *heading).collect(),
            Steps::Walk(cell) => self.path(*cell).unwrap_or_default(),
        }
    }
}

impl Play for Pushing {
    type Move = Steps;

    const MOVES: &'static str = "steps are ‘u’, ‘d’, ‘l’ and ‘r’, capitals for pushes; a walk is ‘row \
        column’, counted from 1";

    fn read(text: &str) -> Option<Steps> {
        let step = |letter: char| Some((heading(letter)?, letter.is_uppercase().then_some(true)));
        let spelled = without_runs(text, MAX_STEPS).filter(|way| way.len() <= MAX_STEPS);
        let way: Option<Vec<_>> = spelled.and_then(|way| way.chars().map(step).collect());
        let way = way.filter(|way| !way.is_empty()).map(Steps::Way);
        way.or_else(|| Cell::from_move(text).map(Steps::Walk))
    }

    fn make(&mut self, mv: &Steps) -> Result<(), String> {
        match mv {
            Steps::Walk(cell) => {
                self.path(*cell).ok_or("there is no path to it")?;
                self.go(*cell);
                Ok(())
            }
            Steps::Way(way) => {
                if let [step] = way[..] {
                    return self.step(step);
                }
                let mut after = self.clone();
                for (number, step) in (1..).zip(way) {
                    let wrong = |reason| format!("step {number}: {reason}");
                    after.step(*step).map_err(wrong)?;
                }
                *self = after;
                Ok(())
            }
        }
    }

    fn is_solved(&self) -> bool {
        let mut boxes = self.store.pieces(BOX);
        boxes.all(|cell| self.store.ground(cell) == Some(GOAL))
    }

    /// Single steps only; walks are sequences of them.
    fn moves(&self) -> impl Iterator<Item = Steps> {
        let possible = |heading: &Heading| self.clone().step((*heading, None)).is_ok();
        let headings = Heading::ALL.into_iter().filter(possible);
        headings.map(|heading| self.one(heading))
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
            Gesture::Drag { from, to, .. } => self.drag(*from, *to).map(Steps::Way),
            Gesture::Type { character, .. } => heading(*character).map(|heading| self.one(heading)),
            Gesture::Steer(heading) => Some(self.one(*heading)),
            // A click next to the pusher is a step or a push.
            Gesture::Click { cell, .. } => {
                let beside = |heading: &Heading| self.ahead(*heading) == Some(*cell);
                let heading = Heading::ALL.into_iter().find(beside);
                Some(heading.map_or(Steps::Walk(*cell), |heading| self.one(heading)))
            }
        }
    }

    fn describe(&self, mv: &Steps) -> StepInfo {
        let ways = self.ways(mv);
        let walked = ways.first().map_or(&[][..], |way| &way[1..]);
        let boxes = ways.iter().skip(1);
        let pushes: usize = boxes
            .map(|way| way.windows(2).filter(|step| step[0] != step[1]).count())
            .sum();
        let text = match mv {
            Steps::Walk(cell) => format!("Walk to {cell}"),
            Steps::Way(way) => match way[..] {
                [(heading, _)] => {
                    let is_push = self.ahead(heading).is_some_and(|cell| self.has_box(cell));
                    format!(
                        "{} {}",
                        if is_push { "Push" } else { "Step" },
                        heading.name()
                    )
                }
                _ => format!("Go {mv}"),
            },
        };
        StepInfo {
            text,
            board: Sokoban::ID.into(),
            cells: walked.to_vec(),
            counts: vec![("steps", walked.len()), ("pushes", pushes)],
            glides: ways
                .into_iter()
                .filter_map(|way| self.store.glide(way))
                .collect(),
        }
    }

    fn intents(&self, mv: &Steps) -> Vec<Intent> {
        let controls = self.headings(mv).into_iter();
        controls
            .map(|heading| Intent::Control(heading.name().into()))
            .collect()
    }
}
