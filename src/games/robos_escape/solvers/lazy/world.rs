//! Board for the solvers' runs: a list of cells by rows, surrounded by walls, whose changes are
//! undone. A *pose* is four times the cell plus the heading, clockwise from up.

use crate::board::{RobosBoard, Terrain};
use crate::search::least_costs;
use crate::solvers::problem::reachable_cells;

/// Bytes of the commands that act on the board.
pub(super) const FORWARD: u8 = 0;
pub(super) const LEFT: u8 = 1;
pub(super) const RIGHT: u8 = 2;
pub(super) const GRAB: u8 = 3;
pub(super) const SHOOT: u8 = 4;

// Contents of cells.
const FLOOR: u8 = 0;
const COIN: u8 = 1;
const EXIT: u8 = 2;
const PIT: u8 = 3;
const BLOCK: u8 = 4;
const WALL: u8 = 5;
/// Unreachable coin; it stops shots, but its loss is irrelevant.
const UNREACHABLE_COIN: u8 = 6;
/// No precomputed destination: the board may change, or the run end.
const EVENT: u16 = u16::MAX;
/// Entries of a pose in the table of destinations; a power of two above the number of commands.
const STRIDE: usize = 8;

#[inline(always)]
fn destination_index(pose: u16, command: u8) -> usize {
    usize::from(pose) * STRIDE + usize::from(command)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RobotState {
    pub(super) pose: u16,
    pub(super) coins: u16,
}

impl RobotState {
    pub(super) fn cell(self) -> usize {
        usize::from(self.at())
    }

    fn at(self) -> u16 {
        self.pose >> 2
    }

    /// Heading, clockwise from up.
    pub(super) fn heading(self) -> usize {
        usize::from(self.pose & 3)
    }
}

/// Pose after this many quarter turns clockwise.
fn turned(pose: u16, quarters: u16) -> u16 {
    (pose & !3) | ((pose + quarters) & 3)
}

#[derive(Clone)]
pub(super) struct SearchWorld {
    /// Contents of each cell, such as [`FLOOR`].
    cells: Vec<u8>,
    /// Distance in `cells` to the neighbour in each heading.
    offsets: [i16; 4],
    /// Changed cells with their previous contents.
    trail: Vec<(u16, u8)>,
    /// Number of reachable coins on the board.
    pub(super) coins_left: u16,
    pub(super) blocks_left: u16,
    /// Hash of the board: the sum of the `keys` of changed cells.
    pub(super) hash: u128,
    /// Random number of each cell.
    keys: Vec<u128>,
    /// Pose after each command from each pose, `EVENT` if it must be simulated. Computed once,
    /// since changes of the board can only turn events into moves without effect or plain steps.
    destinations: Vec<u16>,
    /// For each pose, the range in `targets` of the cells that a shot may hit, nearest first.
    target_ranges: Vec<(u32, u32)>,
    /// Cells, one pose after the other.
    targets: Vec<u16>,
    /// For each pose, the `stamp` of the last loop round that began there.
    round_stamps: Vec<u64>,
    /// Counts loops, and changes of the board in a loop.
    stamp: u64,
}

impl SearchWorld {
    /// Board at the start, and the robot, which is in a corner if the board has no start.
    pub(super) fn new(board: &RobosBoard) -> (Self, RobotState) {
        let width = board.size().cols + 2;
        let index = |row: usize, col: usize| (row + 1) * width + col + 1;
        let mut cells = vec![WALL; width * (board.size().rows + 2)];
        let reachable = reachable_cells(board);
        let (mut coins_left, mut blocks_left) = (0, 0);
        for (cell, square) in board.squares.iter() {
            cells[index(cell.row, cell.col)] = match square {
                Terrain::Floor | Terrain::Start => FLOOR,
                Terrain::Wall => WALL,
                Terrain::Pit => PIT,
                Terrain::Exit => EXIT,
                Terrain::Block => {
                    blocks_left += 1;
                    BLOCK
                }
                Terrain::Coin if reachable.contains(&cell) => {
                    coins_left += 1;
                    COIN
                }
                Terrain::Coin => UNREACHABLE_COIN,
            };
        }
        let start = board.start().unwrap_or_default();
        let mut rng = fastrand::Rng::with_seed(0x0b07);
        let step = i16::try_from(width).unwrap_or(i16::MAX);
        let mut world = Self {
            destinations: Vec::new(),
            target_ranges: Vec::new(),
            targets: Vec::new(),
            keys: cells.iter().map(|_| rng.u128(..)).collect(),
            round_stamps: vec![0; cells.len() * 4],
            cells,
            offsets: [-step, 1, step, -1],
            trail: Vec::new(),
            coins_left,
            blocks_left,
            hash: 0,
            stamp: 0,
        };
        let at = u16::try_from(index(start.row, start.col)).unwrap_or(0);
        world.index_targets();
        world.destinations = world.all_destinations();
        // The robot faces down.
        let pose = at * 4 + 2;
        (world, RobotState { pose, coins: 0 })
    }

    /// Fills the targets of shots from each pose.
    fn index_targets(&mut self) {
        for pose in 0..self.cells.len() * 4 {
            let begin = self.targets.len() as u32;
            let mut at = pose / 4;
            // The robot is never on the surrounding walls, outside of which there are no cells.
            while self.cells[at] != WALL {
                at = at.wrapping_add_signed(isize::from(self.offsets[pose % 4]));
                if matches!(self.cells[at], BLOCK | COIN | UNREACHABLE_COIN) {
                    self.targets.push(at as u16);
                }
            }
            self.target_ranges.push((begin, self.targets.len() as u32));
        }
    }

    fn all_destinations(&self) -> Vec<u16> {
        let poses = (self.cells.len() * 4) as u16;
        let mut destinations = vec![EVENT; usize::from(poses) * STRIDE];
        for command in FORWARD..=SHOOT {
            for pose in 0..poses {
                destinations[destination_index(pose, command)] =
                    self.initial_destination(pose, command);
            }
        }
        destinations
    }

    fn initial_destination(&self, pose: u16, command: u8) -> u16 {
        let robot = RobotState { pose, coins: 0 };
        let terrain = self.cells[robot.cell()];
        // The robot is never on a wall, a pit or an exit, so any pose will do; a block may become floor.
        if !matches!(terrain, FLOOR | COIN | UNREACHABLE_COIN | BLOCK) {
            return pose;
        }
        match command {
            FORWARD => match self.cells[self.ahead(robot)] {
                FLOOR | COIN | UNREACHABLE_COIN => (self.ahead(robot) as u16) << 2 | pose & 3,
                WALL | PIT => pose,
                _ => EVENT,
            },
            LEFT => turned(pose, 3),
            RIGHT => turned(pose, 1),
            GRAB if terrain != COIN => pose,
            SHOOT if self.target(robot).is_none() => pose,
            _ => EVENT,
        }
    }

    /// Number of changes so far, to undo later ones.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some((at, old)) = self.trail.pop() else {
                return;
            };
            let cell = usize::from(at);
            self.cells[cell] = old;
            self.hash = self.hash.wrapping_sub(self.keys[cell]);
            match old {
                COIN => self.coins_left += 1,
                BLOCK => self.blocks_left += 1,
                _ => {}
            }
        }
    }

    /// Turns a coin or block into floor.
    fn clear(&mut self, at: usize) {
        let old = self.cells[at];
        self.trail.push((at as u16, old));
        self.cells[at] = FLOOR;
        self.hash = self.hash.wrapping_add(self.keys[at]);
        match old {
            COIN => self.coins_left -= 1,
            BLOCK => self.blocks_left -= 1,
            _ => {}
        }
    }

    #[inline]
    fn ahead(&self, robot: RobotState) -> usize {
        let offset = self.offsets[robot.heading()];
        usize::from(robot.at().wrapping_add_signed(offset))
    }

    /// Cell of the block or coin that a shot destroys; `None` if it hits none.
    fn target(&self, robot: RobotState) -> Option<usize> {
        let (begin, end) = self.target_ranges[usize::from(robot.pose)];
        let mut cells = self.targets[begin as usize..end as usize].iter();
        // Cells hit before are floor.
        let hit = cells.find(|at| self.cells[usize::from(**at)] != FLOOR);
        hit.map(|at| usize::from(*at))
    }

    /// Returns whether a command has an effect here, including a step through the exit.
    pub(super) fn has_effect(&self, robot: RobotState, command: u8) -> bool {
        match command {
            FORWARD => !matches!(self.cells[self.ahead(robot)], PIT | BLOCK | WALL),
            GRAB => self.cells[robot.cell()] == COIN,
            SHOOT => self.target(robot).is_some(),
            _ => true,
        }
    }

    pub(super) fn exit_ahead(&self, robot: RobotState) -> bool {
        self.cells[self.ahead(robot)] == EXIT
    }

    /// Executes a command; returns whether the robot escaped.
    #[inline(always)]
    pub(super) fn act(&mut self, robot: &mut RobotState, command: u8) -> bool {
        match self.destination(robot.pose, command) {
            Some(pose) => {
                robot.pose = pose;
                false
            }
            None => self.simulate(robot, command),
        }
    }

    /// Pose after a command; `None` if it must be simulated.
    #[inline(always)]
    pub(super) fn destination(&self, pose: u16, command: u8) -> Option<u16> {
        let next = self.destinations[destination_index(pose, command)];
        (next != EVENT).then_some(next)
    }

    /// Executes a command without the table; returns whether the robot escaped.
    #[inline(never)]
    fn simulate(&mut self, robot: &mut RobotState, command: u8) -> bool {
        match command {
            FORWARD => {
                let next = self.ahead(*robot);
                match self.cells[next] {
                    FLOOR => robot.pose = (next as u16) << 2 | robot.pose & 3,
                    EXIT => return true,
                    _ => {}
                }
            }
            GRAB => {
                let cell = robot.cell();
                if self.cells[cell] == COIN {
                    self.clear(cell);
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

    /// Repeats commands up to `rounds` times; returns whether the robot escapes. Stops when it provably cannot, as a
    /// round starts in a pose on the same board as an earlier one, or when fewer than `coins_needed` can be taken. Sets
    /// `limit_met` if all rounds run without an answer. `observe` is called at the start of each round.
    #[inline]
    pub(super) fn repeat(
        &mut self,
        robot: &mut RobotState,
        commands: &[u8],
        (coins_needed, rounds): (u16, usize),
        limit_met: &mut bool,
        mut observe: impl FnMut(&RobotState),
    ) -> bool {
        self.stamp += 1;
        let mut changes = self.trail.len();
        for _ in 0..rounds {
            if self.trail.len() != changes {
                if robot.coins + self.coins_left < coins_needed {
                    return false;
                }
                changes = self.trail.len();
                self.stamp += 1;
            }
            observe(robot);
            let pose = usize::from(robot.pose);
            if self.round_stamps[pose] == self.stamp {
                return false;
            }
            self.round_stamps[pose] = self.stamp;
            for command in commands {
                if self.act(robot, *command) {
                    return true;
                }
            }
        }
        *limit_met = true;
        false
    }

    /// Number of steps from each cell to the nearest exit, `u16::MAX` if there is no path; blocks count as floor.
    pub(super) fn exit_distances(&self) -> Vec<u16> {
        let exits = (0..self.cells.len()).filter(|at| self.cells[*at] == EXIT);
        let exits = exits.map(|at| (at, 0));
        let distances = least_costs(self.cells.len(), exits, |at, distance, next| {
            let cells = self.offsets.map(|step| at.wrapping_add_signed(step.into()));
            let open = cells.into_iter();
            let open = open.filter(|next| !matches!(self.cells[*next], WALL | PIT));
            next.extend(open.map(|next| (next, distance + 1)));
            true
        });
        let steps = |distance: usize| u16::try_from(distance).unwrap_or(u16::MAX);
        distances.into_iter().map(steps).collect()
    }
}
