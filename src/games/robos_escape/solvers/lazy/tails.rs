//! Simulator for programs with a single return at their end and forward calls only, where a call runs a tail of the
//! text.
//!
//! Such programs run the same tails again and again. The destination of a tail from each place of the robot is cached
//! as long as the board does not change.

use crate::board::{Board, Calls};
use crate::machine::STEP_LIMIT;
use crate::program::Command;

use super::fast::{FastRun, token};
use super::world::{Robot, SHOOT, World};

/// Maximum number of calls without a label.
const LONELY: usize = 6;
/// First call token; calls of labels come first.
const CALL: u8 = 8;
const TARGETS: usize = 6 + LONELY;

/// Board and buffers of a run.
pub(super) struct Tails {
    world: World,
    start: Robot,
    strict: bool,
    to_exit: Vec<u16>,
    places: usize,
    /// Text from its end, without labels: a tail is a number of tokens.
    code: Vec<u8>,
    /// Tail that each call runs.
    targets: [usize; TARGETS],
    /// Cached destination of each target from each place.
    known: Vec<Lead>,
    /// Board on which a round last started at each place.
    begun: Vec<u64>,
    /// Offset that distinguishes the boards of different runs.
    base: u64,
}

#[derive(Clone, Copy, Default)]
struct Lead {
    board: u64,
    place: u16,
    steps: u16,
}

/// Run in progress.
struct Running {
    robot: Robot,
    steps: usize,
    result: FastRun,
    coins_needed: u16,
}

#[derive(PartialEq, Eq)]
enum Ended {
    Escaped,
    Returned,
    /// Step limit reached.
    Late,
    /// Too few coins are left.
    Poor,
}

impl Tails {
    pub(super) fn new(board: &Board) -> Self {
        let (world, start) = World::new(board);
        let to_exit = world.to_exit();
        let places = to_exit.len() * 4;
        Self {
            world,
            start,
            strict: board.calls == Calls::Strict,
            to_exit,
            places,
            code: Vec::new(),
            targets: [0; TARGETS],
            known: vec![Lead::default(); TARGETS * places],
            begun: vec![0; places],
            base: 0,
        }
    }

    pub(super) fn coins(&self) -> usize {
        usize::from(self.start.coins + self.world.coins_left)
    }

    /// Runs a program given without its return. `None` if it does not have this form, or certainly takes fewer coins
    /// than needed.
    pub(super) fn run(&mut self, text: &[Command], coins_needed: u16) -> Option<FastRun> {
        self.read(text)?;
        self.base += self.world.mark() as u64 + 1;
        self.world.back_to(0);
        let result = FastRun {
            escaped: false,
            coins: 0,
            nearest: self.to_exit[self.start.cell()],
        };
        let mut run = Running {
            robot: self.start,
            steps: 0,
            result,
            coins_needed,
        };
        loop {
            let place = usize::from(run.robot.place);
            let board = self.board();
            if std::mem::replace(&mut self.begun[place], board) == board {
                break;
            }
            match self.tail(self.code.len(), &mut run) {
                Ended::Returned => {}
                Ended::Escaped => {
                    run.result.escaped = true;
                    break;
                }
                Ended::Late => break,
                Ended::Poor => return None,
            }
        }
        run.result.coins = run.robot.coins;
        Some(run.result)
    }

    fn read(&mut self, text: &[Command]) -> Option<()> {
        let mut written = [false; 6];
        for command in text {
            if let Command::Label(digit) = command {
                written[usize::from(*digit)] = true;
            }
        }
        self.code.clear();
        let mut lonely = 0;
        let mut behind = [None; 6];
        for command in text.iter().rev() {
            let token = match command {
                Command::Label(digit) => {
                    let tail = self.code.len();
                    if behind[usize::from(*digit)].replace(tail).is_some() {
                        return None;
                    }
                    continue;
                }
                Command::Call(digit) => {
                    let digit = usize::from(*digit);
                    let target = match behind[digit] {
                        Some(tail) => {
                            self.targets[digit] = tail;
                            digit
                        }
                        None if self.strict || written[digit] || lonely == LONELY => return None,
                        None => {
                            lonely += 1;
                            self.targets[5 + lonely] = self.code.len();
                            5 + lonely
                        }
                    };
                    CALL + target as u8
                }
                simple => token(*simple)?,
            };
            self.code.push(token);
        }
        Some(())
    }

    /// Number that distinguishes the boards of all runs.
    fn board(&self) -> u64 {
        self.base + self.world.mark() as u64
    }

    fn tail(&mut self, length: usize, run: &mut Running) -> Ended {
        run.steps += length;
        let mut place = run.robot.place;
        for at in (0..length).rev() {
            let token = self.code[at];
            if token >= CALL {
                let target = usize::from(token - CALL);
                let board = self.board();
                let slot = target * self.places + usize::from(place);
                let lead = self.known[slot];
                if lead.board == board {
                    place = lead.place;
                    run.steps += usize::from(lead.steps);
                    continue;
                }
                run.robot.place = place;
                let before = run.steps;
                let ended = self.tail(self.targets[target], run);
                if ended != Ended::Returned {
                    return ended;
                }
                place = run.robot.place;
                if self.board() == board {
                    self.known[slot] = Lead {
                        board,
                        place,
                        // At most the limit, otherwise the run would have ended.
                        steps: (run.steps - before) as u16,
                    };
                }
            } else if let Some(lead) = self.world.lead(place, token) {
                place = lead;
            } else {
                run.robot.place = place;
                if self.world.act(&mut run.robot, token) {
                    // The rest of the tail does not run.
                    run.steps -= at;
                    return Ended::Escaped;
                }
                place = run.robot.place;
                run.result.see(&run.robot, &self.to_exit);
                if token == SHOOT && run.robot.coins + self.world.coins_left < run.coins_needed {
                    return Ended::Poor;
                }
            }
        }
        run.robot.place = place;
        run.result.see(&run.robot, &self.to_exit);
        // The return counts as a step.
        run.steps += 1;
        if run.steps > STEP_LIMIT {
            return Ended::Late;
        }
        Ended::Returned
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::machine::End;
    use crate::solvers::lazy::chain::Changer;
    use crate::tests::{board_of, shipped};
    use crate::{Program, run};

    /// Mutations keep the form, and results agree with the rules, except for runs near the step limit.
    #[test]
    fn it_agrees_with_the_rules() {
        let mut chance = Rng::with_seed(11);
        let (mut escapes, mut coins) = (0, 0);
        for name in ["05-boxed-in", "08-cells", "10-two-rooms", "11-four-wings"] {
            for calls in ["strict", "published"] {
                let level = shipped(name, calls);
                let board = board_of(&level);
                let mut tails = Tails::new(board);
                let changer = Changer {
                    calls: board.calls,
                    longest: 24,
                };
                let mut text = vec![Command::Forward];
                for _ in 0..4_000 {
                    changer.change(&mut text, &mut chance);
                    let Some(got) = tails.run(&text, 0) else {
                        let call = |command: &&Command| matches!(command, Command::Call(_));
                        let lonely = text.iter().filter(call).count() > LONELY;
                        assert!(
                            lonely && calls == "published",
                            "{text:?} is of another form"
                        );
                        continue;
                    };
                    let mut program = Program::new(text.clone());
                    program.commands.push(Command::Return);
                    let doubled = board.calls == Calls::Strict && program.doubled_label().is_some();
                    assert!(!doubled, "{program}");
                    let expected = run(board, &program);
                    if expected.steps > STEP_LIMIT - 500 {
                        continue;
                    }
                    let escaped = expected.end == End::Escaped;
                    assert_eq!(got.escaped, escaped, "{program} {name} {calls}");
                    if escaped {
                        assert_eq!(usize::from(got.coins), expected.coins, "{program} {name}");
                        escapes += 1;
                        coins += expected.coins;
                        let more = got.coins + 1;
                        let refused = tails.run(&text, more);
                        assert!(refused.is_none_or(|run| run.coins < more), "{program}");
                    }
                }
            }
        }
        assert!(escapes > 200 && coins > 20, "{escapes} {coins}");
    }
}
