//! Rules: walking and pushing. A step in a direction is a push if a box is there; `u`, `r`, `d`,
//! `l` are steps, capitals pushes.

use std::fmt;

use crate::game::cells::{CellTable as _, without_runs};
use crate::game::typed::Play;
use crate::game::{BoardInfo, Cell, CellStyle, Gesture, Heading, Intent, Move, Plan, StepInfo};

use super::{BOX, BoxBoard, GOAL, PUSHER, Sokoban, WALL};

#[derive(Clone)]
pub struct SokobanPosition {
    pub(super) board: BoxBoard,
    /// `None` on a board without one, where no move is possible.
    pub(super) pusher: Option<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SokobanMove {
    Steps(Vec<PushStep>),
    /// Walk to a cell, along a shortest path without pushes.
    Walk(Cell),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushStep {
    heading: Heading,
    /// True if it must push a box; otherwise it may.
    must_push: bool,
}

/// Longest move accepted, in steps.
const MAX_STEPS: usize = 1_000_000;

/// Letters of steps, by [`Heading::index`].
const LETTERS: [char; 4] = ['u', 'r', 'd', 'l'];

/// Direction of a letter, in either case.
fn heading(letter: char) -> Option<Heading> {
    let is = |heading: &Heading| LETTERS[heading.index()] == letter.to_ascii_lowercase();
    Heading::ALL.into_iter().find(is)
}

impl PushStep {
    /// A step that may push.
    fn any(heading: Heading) -> Self {
        let must_push = false;
        Self { heading, must_push }
    }
}

impl fmt::Display for SokobanMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Walk(cell) => f.write_str(&cell.to_move()),
            Self::Steps(steps) => steps.iter().try_for_each(|step| {
                let letter = LETTERS[step.heading.index()];
                let capital = letter.to_ascii_uppercase();
                write!(f, "{}", if step.must_push { capital } else { letter })
            }),
        }
    }
}

impl SokobanPosition {
    pub(super) fn new(board: BoxBoard) -> Self {
        let pusher = board.pieces(PUSHER).next();
        Self { board, pusher }
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.board.get(cell).is_some_and(|value| value != WALL)
    }

    fn has_box(&self, cell: Cell) -> bool {
        self.board.piece(cell) == Some(BOX)
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.is_open(cell) && !self.has_box(cell)
    }

    fn ahead(&self, heading: Heading) -> Option<Cell> {
        self.pusher?.step(heading)
    }

    /// One step, a push if there is a box.
    fn single_step(&self, heading: Heading) -> SokobanMove {
        let must_push = self.ahead(heading).is_some_and(|cell| self.has_box(cell));
        SokobanMove::Steps(vec![PushStep { heading, must_push }])
    }

    fn step(&mut self, PushStep { heading, must_push }: PushStep) -> Result<(), String> {
        let ahead = self.ahead(heading).filter(|cell| self.is_open(*cell));
        let ahead = ahead.ok_or_else(|| format!("there is a wall {}", heading.name()))?;
        if self.has_box(ahead) {
            let behind = ahead.step(heading).filter(|cell| self.is_free(*cell));
            let behind = behind.ok_or("the box is blocked")?;
            self.board.remove_piece(ahead);
            self.board.set_piece(behind, BOX);
        } else if must_push {
            return Err(format!("there is no box {}", heading.name()));
        }
        self.move_to(ahead);
        Ok(())
    }

    fn move_to(&mut self, cell: Cell) {
        if let Some(pusher) = self.pusher.replace(cell) {
            self.board.remove_piece(pusher);
        }
        self.board.set_piece(cell, PUSHER);
    }

    /// Steps of a shortest walk around all boxes.
    fn path(&self, to: Cell) -> Option<Vec<Heading>> {
        let size = self.board.size();
        let is_free = |cell| self.is_free(cell);
        is_free(to).then(|| size.path(self.pusher?, to, is_free))?
    }

    /// Steps that push the box from one cell to another in the same row or column: a walk to its
    /// far side, then the pushes, which may be illegal. `None` if that side cannot be reached.
    fn drag(&self, from: Cell, to: Cell) -> Option<Vec<PushStep>> {
        let heading = Heading::ALL.into_iter().find(|heading| {
            let (down, right) = heading.offset();
            (to.row as isize - from.row as isize).signum() == down
                && (to.col as isize - from.col as isize).signum() == right
        })?;
        let walk = self.path(from.step(heading.opposite())?)?;
        let walk = walk.into_iter().map(PushStep::any);
        let push = PushStep {
            heading,
            must_push: true,
        };
        let pushes = std::iter::repeat_n(push, from.distance(to));
        Some(walk.chain(pushes).collect())
    }

    /// Plan that pushes boxes from the first to the second cell of each pair, in order; not
    /// verified. The replay of the solver's plans finds an illegal step.
    pub(super) fn plan(&self, pushes: impl Iterator<Item = (Cell, Cell)>) -> Plan {
        let mut position = self.clone();
        let mut moves = Vec::new();
        for (from, to) in pushes {
            for step in position.drag(from, to).unwrap_or_default() {
                let _ = position.step(step);
                moves.push(Move::new(SokobanMove::Steps(vec![step]).to_string()));
            }
        }
        Plan(moves)
    }

    /// Pushes of a plan: the cell of each pushed box, and the direction. `None` if a move is illegal.
    pub(super) fn pushes(&self, plan: &[Move]) -> Option<Vec<(Cell, Heading)>> {
        let mut position = self.clone();
        let mut pushes = Vec::new();
        for mv in plan {
            for heading in position.headings(&Self::parse(mv.as_str())?) {
                let ahead = position.ahead(heading)?;
                if position.has_box(ahead) {
                    pushes.push((ahead, heading));
                }
                position.step(PushStep::any(heading)).ok()?;
            }
        }
        Some(pushes)
    }

    /// Path of the pusher during a move, then of each pushed box, one cell per step.
    fn paths(&self, mv: &SokobanMove) -> Vec<Vec<Cell>> {
        let mut now = self.clone();
        let mut paths: Vec<Vec<Cell>> = now.pusher.map(|pusher| vec![pusher]).into_iter().collect();
        for heading in self.headings(mv) {
            let pushed = now.ahead(heading).filter(|cell| now.has_box(*cell));
            if now.step(PushStep::any(heading)).is_err() {
                break;
            }
            let waits = paths.iter_mut().skip(1);
            waits.for_each(|path| path.extend(path.last().copied()));
            if let Some((from, to)) = pushed.and_then(|from| Some((from, from.step(heading)?))) {
                let mut boxes = paths.iter_mut().skip(1);
                match boxes.find(|path| path.last() == Some(&from)) {
                    Some(path) => *path.last_mut().unwrap_or(&mut Cell::default()) = to,
                    None => {
                        let mut path = vec![from; paths[0].len()];
                        path.push(to);
                        paths.push(path);
                    }
                }
            }
            paths[0].extend(now.pusher);
        }
        paths
    }

    /// All steps of a move; none for a walk without a path.
    fn headings(&self, mv: &SokobanMove) -> Vec<Heading> {
        match mv {
            SokobanMove::Steps(steps) => steps.iter().map(|step| step.heading).collect(),
            SokobanMove::Walk(cell) => self.path(*cell).unwrap_or_default(),
        }
    }
}

impl Play for SokobanPosition {
    type Move = SokobanMove;

    const MOVE_SYNTAX: &'static str = "steps are ‘u’, ‘d’, ‘l’ and ‘r’, capitals for pushes; a walk is ‘row \
        column’, counted from 1";

    fn parse(text: &str) -> Option<SokobanMove> {
        let step = |letter: char| {
            Some(PushStep {
                heading: heading(letter)?,
                must_push: letter.is_uppercase(),
            })
        };
        let spelled = without_runs(text, MAX_STEPS).filter(|letters| letters.len() <= MAX_STEPS);
        let steps: Option<Vec<_>> = spelled.and_then(|letters| letters.chars().map(step).collect());
        match steps.filter(|steps| !steps.is_empty()) {
            Some(steps) => Some(SokobanMove::Steps(steps)),
            None => Cell::from_move(text).map(SokobanMove::Walk),
        }
    }

    fn make(&mut self, mv: &SokobanMove) -> Result<(), String> {
        match mv {
            SokobanMove::Walk(cell) => {
                self.path(*cell).ok_or("there is no path to it")?;
                self.move_to(*cell);
                Ok(())
            }
            SokobanMove::Steps(steps) => {
                if let [step] = steps[..] {
                    return self.step(step);
                }
                let mut after = self.clone();
                for (number, step) in (1..).zip(steps) {
                    let error = |reason| format!("step {number}: {reason}");
                    after.step(*step).map_err(error)?;
                }
                *self = after;
                Ok(())
            }
        }
    }

    fn is_solved(&self) -> bool {
        let mut boxes = self.board.pieces(BOX);
        boxes.all(|cell| self.board.floor(cell) == Some(GOAL))
    }

    /// Single steps only; walks are sequences of them.
    fn moves(&self) -> impl Iterator<Item = SokobanMove> {
        let possible = |heading: &Heading| self.clone().step(PushStep::any(*heading)).is_ok();
        let headings = Heading::ALL.into_iter().filter(possible);
        headings.map(|heading| self.single_step(heading))
    }

    fn encode(&self) -> Vec<u8> {
        self.board.encode()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![self.board.info()]
    }

    fn style(&self, _board: &str, cell: Cell) -> CellStyle {
        self.board.style(cell)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<SokobanMove> {
        match gesture {
            Gesture::Drag { from, to, .. } => self.drag(*from, *to).map(SokobanMove::Steps),
            Gesture::Type { character, .. } => {
                heading(*character).map(|heading| self.single_step(heading))
            }
            Gesture::Steer(heading) => Some(self.single_step(*heading)),
            // A click next to the pusher is a step or a push.
            Gesture::Click { cell, .. } => {
                let is_target = |heading: &Heading| self.ahead(*heading) == Some(*cell);
                let heading = Heading::ALL.into_iter().find(is_target);
                let walk = SokobanMove::Walk(*cell);
                Some(heading.map_or(walk, |heading| self.single_step(heading)))
            }
        }
    }

    fn single_moves(mv: SokobanMove) -> Vec<SokobanMove> {
        match mv {
            SokobanMove::Steps(steps) => {
                let single = |step| SokobanMove::Steps(vec![step]);
                steps.into_iter().map(single).collect()
            }
            walk @ SokobanMove::Walk(_) => vec![walk],
        }
    }

    fn describe(&self, mv: &SokobanMove) -> StepInfo {
        let paths = self.paths(mv);
        let walked = paths.first().map_or(&[][..], |path| &path[1..]);
        let steps = paths.iter().skip(1).flat_map(|path| path.windows(2));
        let pushes = steps.filter(|step| step[0] != step[1]).count();
        let text = match mv {
            SokobanMove::Walk(cell) => format!("Walk to {cell}"),
            SokobanMove::Steps(steps) => match steps[..] {
                [PushStep { heading, must_push }] => {
                    let has_box = self.ahead(heading).is_some_and(|cell| self.has_box(cell));
                    let verb = if must_push || has_box { "Push" } else { "Step" };
                    format!("{verb} {}", heading.name())
                }
                _ => format!("Go {mv}"),
            },
        };
        let counts = vec![("steps", walked.len()), ("pushes", pushes)];
        let cells = walked.to_vec();
        let motions = paths.into_iter().filter_map(|path| self.board.motion(path));
        StepInfo {
            text,
            board: Sokoban::ID.into(),
            cells,
            counts,
            motions: motions.collect(),
        }
    }

    fn intents(&self, mv: &SokobanMove) -> Vec<Intent> {
        let names = self.headings(mv).into_iter().map(Heading::name);
        names.map(|name| Intent::Control(name.into())).collect()
    }
}
