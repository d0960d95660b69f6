//! Board for the search: flat, surrounded by walls, and undoable.

mod reach;

use crate::board::{Board, Square};
use crate::solvers::problem::reached;

/// Bytes of the commands that act on the board.
pub(super) const FORWARD: u8 = 0;
pub(super) const LEFT: u8 = 1;
pub(super) const RIGHT: u8 = 2;
pub(super) const GRAB: u8 = 3;
pub(super) const SHOOT: u8 = 4;

const FLOOR: u8 = 0;
const COIN: u8 = 1;
const EXIT: u8 = 2;
const PIT: u8 = 3;
const BLOCK: u8 = 4;
const WALL: u8 = 5;
/// Unreachable coin; it stops shots, but its loss is irrelevant.
const FAR_COIN: u8 = 6;

/// No precomputed destination: the board may change, or the run end.
const EVENT: u16 = u16::MAX;

/// Number of table entries per place.
const STRIDE: usize = 8;

#[inline(always)]
fn lead_at(place: u16, command: u8) -> usize {
    usize::from(place) * STRIDE + usize::from(command)
}

/// Position and coins of the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Robot {
    /// Four times the cell, plus the heading.
    pub(super) place: u16,
    pub(super) coins: u16,
}

impl Robot {
    /// Cell on the surrounded board.
    pub(super) fn cell(self) -> usize {
        usize::from(self.at())
    }

    fn at(self) -> u16 {
        self.place >> 2
    }

    /// Heading, clockwise from up.
    pub(super) fn heading(self) -> usize {
        usize::from(self.place & 3)
    }
}

fn turned(place: u16, quarters: u16) -> u16 {
    (place & !3) | ((place + quarters) & 3)
}

#[derive(Clone)]
pub(super) struct World {
    cells: Vec<u8>,
    steps: [i16; 4],
    /// Changed cells with their previous contents.
    trail: Vec<(u16, u8)>,
    /// Number of remaining reachable coins.
    pub(super) coins_left: u16,
    pub(super) blocks_left: u16,
    /// Hash of the board: the sum of a random number per changed cell.
    pub(super) code: u128,
    keys: Vec<u128>,
    /// Destination of each command from each place, `EVENT` if it must be simulated. Computed once, since changes of
    /// the board can only turn events into moves without effect or plain steps.
    leads: Vec<u16>,
    /// For each place, the range of cells that a shot may hit, nearest first.
    aims: Vec<(u32, u32)>,
    aimed_at: Vec<u16>,
    /// For each place, the stamp of the last loop round that began there.
    begun: Vec<u64>,
    stamp: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopEnd {
    /// Escaped.
    Escaped,
    /// Never escapes, or too late.
    Never,
}

impl World {
    pub(super) fn new(board: &Board) -> (Self, Robot) {
        let width = board.size().cols + 2;
        let index = |row: usize, col: usize| (row + 1) * width + col + 1;
        let mut cells = vec![WALL; width * (board.size().rows + 2)];
        let near = reached(board);
        let (mut coins_left, mut blocks_left) = (0, 0);
        for (cell, square) in board.squares.iter() {
            cells[index(cell.row, cell.col)] = match square {
                Square::Floor | Square::Start => FLOOR,
                Square::Wall => WALL,
                Square::Pit => PIT,
                Square::Exit => EXIT,
                Square::Block => {
                    blocks_left += 1;
                    BLOCK
                }
                Square::Coin if near.contains(&cell) => {
                    coins_left += 1;
                    COIN
                }
                Square::Coin => FAR_COIN,
            };
        }
        let start = board.start().unwrap_or_default();
        let mut chance = fastrand::Rng::with_seed(0x0b07);
        let step = i16::try_from(width).unwrap_or(i16::MAX);
        let mut world = Self {
            leads: Vec::new(),
            aims: Vec::new(),
            aimed_at: Vec::new(),
            keys: cells.iter().map(|_| chance.u128(..)).collect(),
            begun: vec![0; cells.len() * 4],
            cells,
            steps: [-step, 1, step, -1],
            trail: Vec::new(),
            coins_left,
            blocks_left,
            code: 0,
            stamp: 0,
        };
        let at = u16::try_from(index(start.row, start.col)).unwrap_or(0);
        world.aim();
        world.leads = world.all_leads();
        let place = at * 4 + 2;
        (world, Robot { place, coins: 0 })
    }

    fn aim(&mut self) {
        for place in 0..self.cells.len() * 4 {
            let begin = self.aimed_at.len() as u32;
            let mut at = place / 4;
            // The robot is never on the surrounding walls, outside of which there are no cells.
            while self.cells[at] != WALL {
                at = at.wrapping_add_signed(isize::from(self.steps[place % 4]));
                if matches!(self.cells[at], BLOCK | COIN | FAR_COIN) {
                    self.aimed_at.push(at as u16);
                }
            }
            self.aims.push((begin, self.aimed_at.len() as u32));
        }
    }

    fn all_leads(&self) -> Vec<u16> {
        let places = (self.cells.len() * 4) as u16;
        let mut leads = vec![EVENT; usize::from(places) * STRIDE];
        for command in FORWARD..=SHOOT {
            for place in 0..places {
                leads[lead_at(place, command)] = self.first_lead(place, command);
            }
        }
        leads
    }

    /// Destination of a command on the initial board.
    fn first_lead(&self, place: u16, command: u8) -> u16 {
        let robot = Robot { place, coins: 0 };
        // The robot is never on the surrounding walls.
        if !matches!(
            self.cells[usize::from(robot.at())],
            FLOOR | COIN | FAR_COIN | BLOCK
        ) {
            return place;
        }
        match command {
            FORWARD => match self.cells[self.ahead(robot)] {
                FLOOR | COIN | FAR_COIN => (self.ahead(robot) as u16) << 2 | place & 3,
                WALL | PIT => place,
                _ => EVENT,
            },
            LEFT => turned(place, 3),
            RIGHT => turned(place, 1),
            GRAB if self.cells[usize::from(robot.at())] != COIN => place,
            SHOOT if self.target(robot).is_none() => place,
            _ => EVENT,
        }
    }

    /// Mark to undo changes to.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn back_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some((at, was)) = self.trail.pop() else {
                return;
            };
            let place = usize::from(at);
            self.cells[place] = was;
            self.code = self.code.wrapping_sub(self.keys[place]);
            match was {
                COIN => self.coins_left += 1,
                BLOCK => self.blocks_left += 1,
                _ => {}
            }
        }
    }

    fn clear(&mut self, at: usize) {
        let was = self.cells[at];
        self.trail.push((at as u16, was));
        self.cells[at] = FLOOR;
        self.code = self.code.wrapping_add(self.keys[at]);
        match was {
            COIN => self.coins_left -= 1,
            BLOCK => self.blocks_left -= 1,
            _ => {}
        }
    }

    #[inline]
    fn ahead(&self, robot: Robot) -> usize {
        usize::from(robot.at().wrapping_add_signed(self.steps[robot.heading()]))
    }

    fn target(&self, robot: Robot) -> Option<usize> {
        let (begin, end) = self.aims[usize::from(robot.place)];
        let cells = &self.aimed_at[begin as usize..end as usize];
        // Cells hit before are floor.
        let hit = cells
            .iter()
            .find(|at| self.cells[usize::from(**at)] != FLOOR);
        hit.map(|at| usize::from(*at))
    }

    /// Returns whether a command has an effect here, including a step through the exit.
    pub(super) fn has_effect(&self, robot: Robot, command: u8) -> bool {
        match command {
            FORWARD => !matches!(self.cells[self.ahead(robot)], PIT | BLOCK | WALL),
            GRAB => self.cells[usize::from(robot.at())] == COIN,
            SHOOT => self.target(robot).is_some(),
            _ => true,
        }
    }

    pub(super) fn exit_ahead(&self, robot: Robot) -> bool {
        self.cells[self.ahead(robot)] == EXIT
    }

    /// Executes a command; returns whether the robot escaped.
    #[inline(always)]
    pub(super) fn act(&mut self, robot: &mut Robot, command: u8) -> bool {
        match self.lead(robot.place, command) {
            Some(place) => {
                robot.place = place;
                false
            }
            None => self.event(robot, command),
        }
    }

    /// Destination of a command; `None` if it must be simulated.
    #[inline(always)]
    pub(super) fn lead(&self, place: u16, command: u8) -> Option<u16> {
        let lead = self.leads[lead_at(place, command)];
        (lead != EVENT).then_some(lead)
    }

    #[inline(never)]
    fn event(&mut self, robot: &mut Robot, command: u8) -> bool {
        match command {
            FORWARD => {
                let next = self.ahead(*robot);
                match self.cells[next] {
                    FLOOR => robot.place = (next as u16) << 2 | robot.place & 3,
                    EXIT => return true,
                    _ => {}
                }
            }
            GRAB => {
                let here = usize::from(robot.at());
                if self.cells[here] == COIN {
                    self.clear(here);
                    robot.coins += 1;
                }
            }
            _ => {
                if let Some(target) = self.target(*robot) {
                    self.clear(target);
                }
            }
        }
        false
    }

    /// Repeats commands until the robot escapes, provably never escapes, too few coins are left, or for `rounds`
    /// rounds.
    pub(super) fn repeat(
        &mut self,
        robot: &mut Robot,
        commands: &[u8],
        coins_needed: u16,
        rounds: usize,
        limit_met: &mut bool,
    ) -> LoopEnd {
        let watch = |_: &Robot| {};
        self.repeat_watched(robot, commands, (coins_needed, rounds), limit_met, watch)
    }

    /// [`Self::repeat`] with a callback at the start of each round.
    #[inline]
    pub(super) fn repeat_watched(
        &mut self,
        robot: &mut Robot,
        commands: &[u8],
        (coins_needed, rounds): (u16, usize),
        limit_met: &mut bool,
        mut watch: impl FnMut(&Robot),
    ) -> LoopEnd {
        self.stamp += 1;
        let mut changes = self.trail.len();
        for _ in 0..rounds {
            if self.trail.len() != changes {
                if robot.coins + self.coins_left < coins_needed {
                    return LoopEnd::Never;
                }
                changes = self.trail.len();
                self.stamp += 1;
            }
            watch(robot);
            let place = usize::from(robot.place);
            if self.begun[place] == self.stamp {
                return LoopEnd::Never;
            }
            self.begun[place] = self.stamp;
            for command in commands {
                if self.act(robot, *command) {
                    return LoopEnd::Escaped;
                }
            }
        }
        *limit_met = true;
        LoopEnd::Never
    }
}
