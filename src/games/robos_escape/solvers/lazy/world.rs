//! The board while searching: flat, walled in, and with a way back.

mod reach;

use crate::board::{Board, Square};
use crate::solvers::problem::reached;

/// Commands that do something on the board, as bytes.
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
/// A coin that the robot never comes to; it stops shots, but nothing is lost with it.
const FAR_COIN: u8 = 6;

/// No place: the board may change, or the run end.
const EVENT: u16 = u16::MAX;

/// Room for the leads of one place.
const STRIDE: usize = 8;

#[inline(always)]
fn lead_at(place: u16, command: u8) -> usize {
    usize::from(place) * STRIDE + usize::from(command)
}

/// Where the robot is, and what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Robot {
    /// Four times the cell, plus the heading.
    pub(super) place: u16,
    pub(super) coins: u16,
}

impl Robot {
    /// The cell it is on, counted in the walled-in board.
    pub(super) fn cell(self) -> usize {
        usize::from(self.at())
    }

    fn at(self) -> u16 {
        self.place >> 2
    }

    /// The way it looks, clockwise from up.
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
    /// Changed cells and what was there.
    trail: Vec<(u16, u8)>,
    /// Coins still to be had.
    pub(super) coins_left: u16,
    pub(super) blocks_left: u16,
    /// Tells boards apart: one random number for each cell, those of changed cells added up.
    pub(super) code: u128,
    keys: Vec<u128>,
    /// Where a command leads from each place of the robot, `EVENT` if it has to be looked at; made
    /// once, for what changes on a board only turns events into nothing.
    leads: Vec<u16>,
    /// For each place of the robot where the cells begin that a shot may hit from there, nearest first,
    /// and where they end.
    aims: Vec<(u32, u32)>,
    aimed_at: Vec<u16>,
    /// For each place of the robot: the round and change at which a loop began there.
    begun: Vec<u64>,
    stamp: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopEnd {
    /// Through the exit.
    Escaped,
    /// Never, or too late.
    Never,
}

impl World {
    /// The board and the robot on its start.
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

    /// Works out what shots may hit.
    fn aim(&mut self) {
        for place in 0..self.cells.len() * 4 {
            let begin = self.aimed_at.len() as u32;
            let mut at = place / 4;
            // On the rim there is no robot, and behind it no board.
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

    /// Where a command leads to on the first board.
    fn first_lead(&self, place: u16, command: u8) -> u16 {
        let robot = Robot { place, coins: 0 };
        // The robot is never on the rim, behind which the board ends.
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

    /// A place to go back to with [`World::back_to`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes since the mark.
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

    /// What the robot would run into.
    fn target(&self, robot: Robot) -> Option<usize> {
        let (begin, end) = self.aims[usize::from(robot.place)];
        let cells = &self.aimed_at[begin as usize..end as usize];
        // What was hit before is floor.
        let hit = cells
            .iter()
            .find(|at| self.cells[usize::from(**at)] != FLOOR);
        hit.map(|at| usize::from(*at))
    }

    /// Whether a command does anything here; stepping through the exit does.
    pub(super) fn has_effect(&self, robot: Robot, command: u8) -> bool {
        match command {
            FORWARD => !matches!(self.cells[self.ahead(robot)], PIT | BLOCK | WALL),
            GRAB => self.cells[usize::from(robot.at())] == COIN,
            SHOOT => self.target(robot).is_some(),
            _ => true,
        }
    }

    /// Whether a step leads through the exit.
    pub(super) fn exit_ahead(&self, robot: Robot) -> bool {
        self.cells[self.ahead(robot)] == EXIT
    }

    /// Carries a command out; whether it led through the exit.
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

    /// The place that a command leads to; `None` if it has to be looked at, as [`World::act`] does.
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

    /// Repeats commands until the exit, until it is sure never to come, until too few coins are
    /// left, or for `rounds` rounds.
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

    /// [`World::repeat`] with a look at the robot at the begin of each round.
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
