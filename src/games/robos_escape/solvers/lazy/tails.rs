//! Simulator for programs with a single return at their end and forward calls only, where a call runs a tail of the
//! text; three of four annealing rounds run such programs.
//!
//! They run the same tails again and again. The destination of a tail from each pose of the robot is cached as long as
//! the board does not change. Labels are not counted as steps, so annealing verifies escapes by the rules.

use super::fast::{FastRun, token};
use super::world::{RobotState, SHOOT, SearchWorld};
use crate::board::{CallRules, RobosBoard};
use crate::machine::STEP_LIMIT;
use crate::program::{RoboCommand, labels};

/// Maximum number of calls without a label; good programs have fewer.
const MAX_UNLABELLED: usize = 6;
/// `FIRST_CALL + target`: token of a call, above those of commands. Targets 1 to 5 are labels, those from 6 on calls
/// without a label.
const FIRST_CALL: u8 = 8;
const TARGETS: usize = 6 + MAX_UNLABELLED;

pub(super) struct TailSimulator {
    world: SearchWorld,
    start: RobotState,
    /// True if a call without a label is not allowed.
    strict: bool,
    /// Distance from each cell to the nearest exit.
    to_exit: Vec<u16>,
    /// Number of poses, four for each cell.
    poses: usize,
    /// Tokens of the text from its end, without labels: a tail is given by its number of tokens.
    code: Vec<u8>,
    /// Number of tokens of the tail that each call runs, by target.
    targets: [usize; TARGETS],
    /// Destination of each target from each pose: `target * poses + pose`.
    cache: Vec<CachedTail>,
    /// Board on which a round last started at each pose, by `board_id`.
    last_boards: Vec<u64>,
    /// Offset that distinguishes the boards of different runs.
    board_base: u64,
}

/// Pose after a tail and number of its steps, valid on one board.
#[derive(Clone, Copy, Default)]
struct CachedTail {
    /// The board on which it is valid, by `board_id`.
    board: u64,
    pose: u16,
    steps: u16,
}

struct TailRun {
    robot: RobotState,
    /// Number of executed commands so far; labels do not count.
    steps: usize,
    result: FastRun,
    /// The run ends when fewer coins can be taken in all.
    coins_needed: u16,
}

#[derive(PartialEq, Eq)]
enum TailEnd {
    Escaped,
    Returned,
    StepLimit,
    TooFewCoins,
}

impl TailSimulator {
    pub(super) fn new(board: &RobosBoard) -> Self {
        let (world, start) = SearchWorld::new(board);
        let to_exit = world.exit_distances();
        let poses = to_exit.len() * 4;
        Self {
            world,
            start,
            strict: board.calls == CallRules::Strict,
            to_exit,
            poses,
            code: Vec::new(),
            targets: [0; TARGETS],
            cache: vec![CachedTail::default(); TARGETS * poses],
            last_boards: vec![0; poses],
            board_base: 0,
        }
    }

    /// Number of reachable coins; correct before the first run.
    pub(super) fn coins(&self) -> usize {
        usize::from(self.start.coins + self.world.coins_left)
    }

    /// Runs a program given without its return. `None` if it has another form, or certainly takes too few coins.
    pub(super) fn run(&mut self, text: &[RoboCommand], coins_needed: u16) -> Option<FastRun> {
        self.compile(text)?;
        self.board_base += self.world.mark() as u64 + 1;
        self.world.undo_to(0);
        let result = FastRun {
            escaped: false,
            coins: 0,
            nearest: self.to_exit[self.start.cell()],
        };
        let mut run = TailRun {
            robot: self.start,
            steps: 0,
            result,
            coins_needed,
        };
        loop {
            let pose = usize::from(run.robot.pose);
            let board = self.board_id();
            if std::mem::replace(&mut self.last_boards[pose], board) == board {
                break;
            }
            match self.run_tail(self.code.len(), &mut run) {
                TailEnd::Returned => {}
                TailEnd::Escaped => {
                    run.result.escaped = true;
                    break;
                }
                // The rules end the run here, too.
                TailEnd::StepLimit => break,
                TailEnd::TooFewCoins => return None,
            }
        }
        run.result.coins = run.robot.coins;
        Some(run.result)
    }

    /// Translates a text; `None` if it has another form, or too many calls without a label.
    fn compile(&mut self, text: &[RoboCommand]) -> Option<()> {
        let written = labels(text);
        self.code.clear();
        let mut unlabelled = 0;
        let mut tails = [None; 6];
        for command in text.iter().rev() {
            let token = match command {
                RoboCommand::Label(digit) => {
                    let tail = self.code.len();
                    if tails[usize::from(*digit)].replace(tail).is_some() {
                        return None;
                    }
                    continue;
                }
                RoboCommand::Call(digit) => {
                    let digit = usize::from(*digit);
                    let target = match tails[digit] {
                        Some(tail) => {
                            self.targets[digit] = tail;
                            digit
                        }
                        None if self.strict
                            || written[digit].is_some()
                            || unlabelled == MAX_UNLABELLED =>
                        {
                            return None;
                        }
                        None => {
                            unlabelled += 1;
                            self.targets[5 + unlabelled] = self.code.len();
                            5 + unlabelled
                        }
                    };
                    FIRST_CALL + target as u8
                }
                simple => token(*simple)?,
            };
            self.code.push(token);
        }
        Some(())
    }

    /// Number that differs for each board of each run.
    fn board_id(&self) -> u64 {
        self.board_base + self.world.mark() as u64
    }

    /// Runs the last `length` tokens and the return.
    fn run_tail(&mut self, length: usize, run: &mut TailRun) -> TailEnd {
        run.steps += length;
        let mut pose = run.robot.pose;
        for at in (0..length).rev() {
            let token = self.code[at];
            if token >= FIRST_CALL {
                let target = usize::from(token - FIRST_CALL);
                let board = self.board_id();
                let slot = target * self.poses + usize::from(pose);
                let cached = self.cache[slot];
                if cached.board == board {
                    pose = cached.pose;
                    run.steps += usize::from(cached.steps);
                    continue;
                }
                run.robot.pose = pose;
                let before = run.steps;
                let ended = self.run_tail(self.targets[target], run);
                if ended != TailEnd::Returned {
                    return ended;
                }
                pose = run.robot.pose;
                if self.board_id() == board {
                    self.cache[slot] = CachedTail {
                        board,
                        pose,
                        // At most the limit, otherwise the run would have ended.
                        steps: (run.steps - before) as u16,
                    };
                }
            } else if let Some(next) = self.world.destination(pose, token) {
                pose = next;
            } else {
                run.robot.pose = pose;
                if self.world.act(&mut run.robot, token) {
                    // The rest of the tail does not run.
                    run.steps -= at;
                    return TailEnd::Escaped;
                }
                pose = run.robot.pose;
                run.result.visit(&run.robot, &self.to_exit);
                if token == SHOOT && run.robot.coins + self.world.coins_left < run.coins_needed {
                    return TailEnd::TooFewCoins;
                }
            }
        }
        run.robot.pose = pose;
        run.result.visit(&run.robot, &self.to_exit);
        // The return counts as a step.
        run.steps += 1;
        if run.steps > STEP_LIMIT {
            return TailEnd::StepLimit;
        }
        TailEnd::Returned
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::machine::RoboEnd;
    use crate::program::duplicate_label;
    use crate::solvers::lazy::chain::ChainMutator;
    use crate::tests::{board_of, shipped};
    use crate::{RoboProgram, run};

    #[test]
    fn it_agrees_with_the_rules() {
        let mut rng = Rng::with_seed(11);
        let (mut escapes, mut coins) = (0, 0);
        for name in ["05-boxed-in", "08-cells", "10-two-rooms", "11-four-wings"] {
            for calls in ["strict", "published"] {
                let level = shipped(name, calls);
                let board = board_of(&level);
                let mut tails = TailSimulator::new(board);
                let mutator = ChainMutator {
                    calls: board.calls,
                    max_length: 24,
                };
                let mut text = vec![RoboCommand::Forward];
                for _ in 0..4_000 {
                    mutator.mutate(&mut text, &mut rng);
                    let Some(got) = tails.run(&text, 0) else {
                        let call = |command: &&RoboCommand| matches!(command, RoboCommand::Call(_));
                        let too_many = text.iter().filter(call).count() > MAX_UNLABELLED;
                        assert!(too_many && calls == "published", "{text:?}");
                        continue;
                    };
                    let mut program = RoboProgram::new(text.clone());
                    program.commands.push(RoboCommand::Return);
                    let duplicate = duplicate_label(&program.commands).is_some();
                    assert!(!duplicate || calls == "published", "{program}");
                    let expected = run(board, &program);
                    if expected.steps > STEP_LIMIT - 500 {
                        continue;
                    }
                    let escaped = expected.end == RoboEnd::Escaped;
                    assert_eq!(got.escaped, escaped, "{program} {name} {calls}");
                    if escaped {
                        assert_eq!(usize::from(got.coins), expected.coins, "{program} {name}");
                        escapes += 1;
                        coins += expected.coins;
                        let more = got.coins + 1;
                        let rejected = tails.run(&text, more);
                        assert!(rejected.is_none_or(|run| run.coins < more), "{program}");
                    }
                }
            }
        }
        assert!(escapes > 200 && coins > 20, "{escapes} {coins}");
    }
}
