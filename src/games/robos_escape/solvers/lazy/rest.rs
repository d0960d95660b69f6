//! Enumeration of all programs of a cost whose text begins with the written commands.
//!
//! Most pruning of the search from scratch relies on rewriting a program, which written commands do not allow. So
//! this is a plain search that decides each command when the run first reaches it.

mod run;

use crate::board::{Board, Calls};
use crate::machine::{score, score_of};
use crate::program::{Command, DIGITS, Program, labels};
use crate::search::{Stop, Ticker};

use super::world::{Robot, World};

/// Maximum depth of calls.
const DEEPEST: usize = 48;

/// Contiguous text. The first piece begins with the written commands; each other one is the body of a label called
/// before it was written.
#[derive(Clone, Default)]
struct Part {
    text: Vec<Command>,
    /// Piece after this one, into which the run falls.
    then: Option<usize>,
    /// True if another piece falls into it.
    is_behind: bool,
}

#[derive(Clone, Copy)]
struct Frame {
    part: u8,
    next: u8,
    /// Called label; 0 for a call without one.
    label: u8,
    /// Length of the trace at the call.
    trace: u16,
}

#[derive(Clone, Copy)]
struct State {
    robot: Robot,
    part: u8,
    next: u8,
    depth: u8,
    steps: u32,
    stack: [Frame; DEEPEST],
}

enum Reached {
    Exit,
    /// End of a piece that may be continued.
    Open,
    /// Call of a label that may still be written.
    Undecided(u8),
    Dead,
}

pub(super) struct Rest<'a, 'b> {
    board: &'a Board,
    strict: bool,
    world: World,
    start: Robot,
    written: usize,
    parts: Vec<Part>,
    /// Position of each label: piece and index after it.
    labels: [Option<(u8, u8)>; 6],
    never: [bool; 6],
    /// Labels called by the program.
    called: [bool; 6],
    cost: usize,
    limit: usize,
    trace: Vec<u8>,
    best: Option<i64>,
    open: bool,
    /// True if some run exceeded the depth.
    gave_up: bool,
    ticker: &'a mut Ticker<'b>,
    found: &'a dyn Fn(i64, Program),
}

impl<'a, 'b> Rest<'a, 'b> {
    pub(super) fn new(
        board: &'a Board,
        written: &[Command],
        best: Option<i64>,
        ticker: &'a mut Ticker<'b>,
        found: &'a dyn Fn(i64, Program),
    ) -> Self {
        let (world, start) = World::new(board);
        let first_label = |at: usize| u8::try_from(at + 1).ok().map(|at| (0, at));
        let labels = labels(written).map(|at| at.and_then(first_label));
        let mut called = [false; 6];
        for command in written {
            if let Command::Call(digit) = command {
                called[usize::from(*digit)] = true;
            }
        }
        let first = Part {
            text: written.to_vec(),
            ..Part::default()
        };
        Self {
            board,
            strict: board.calls == Calls::Strict,
            world,
            start,
            written: written.len(),
            parts: vec![first],
            labels,
            never: [false; 6],
            called,
            cost: written.len(),
            limit: 0,
            trace: Vec::new(),
            best,
            open: false,
            gave_up: false,
            ticker,
            found,
        }
    }

    /// Returns whether any run reached text that can be continued.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    pub(super) fn all_of(&mut self, cost: usize) -> Result<(), Stop> {
        self.limit = cost;
        // Positions are bytes; programs that long are out of reach anyway.
        if cost > 200 {
            return Err(Stop::Memory);
        }
        let frame = Frame {
            part: 0,
            next: 0,
            label: 0,
            trace: 0,
        };
        let state = State {
            robot: self.start,
            part: 0,
            next: 0,
            depth: 0,
            steps: 0,
            stack: [frame; DEEPEST],
        };
        let ended = self.go_on(state);
        self.world.back_to(0);
        self.trace.clear();
        ended?;
        if self.gave_up {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    fn go_on(&mut self, mut state: State) -> Result<(), Stop> {
        self.ticker.tick()?;
        let (mark, ran) = (self.world.mark(), self.trace.len());
        let ended = match self.run(&mut state) {
            Reached::Exit => {
                self.escaped();
                Ok(())
            }
            Reached::Dead => Ok(()),
            Reached::Open => self.decide(&state),
            Reached::Undecided(digit) => self.decide_call(&state, digit),
        };
        self.world.back_to(mark);
        self.trace.truncate(ran);
        ended
    }

    /// Number of called labels that must be written but are not.
    fn missing(&self) -> usize {
        let missing = |digit: &u8| {
            let digit = usize::from(*digit);
            self.strict && self.called[digit] && self.labels[digit].is_none()
        };
        DIGITS.iter().filter(|digit| missing(digit)).count()
    }

    fn escaped(&mut self) {
        let program = self.program();
        // The rules decide: they count steps exactly.
        if program.cost() == self.limit
            && let Some(points) = score_of(self.board, &program)
            && self.best.is_none_or(|best| best < points)
        {
            self.best = Some(points);
            (self.found)(points, program);
        }
    }

    fn program(&self) -> Program {
        let mut commands = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            if part.is_behind && index > 0 {
                continue;
            }
            let mut at = Some(index);
            while let Some(part) = at.and_then(|at| self.parts.get(at)) {
                commands.extend(&part.text);
                at = part.then;
            }
        }
        for digit in DIGITS {
            let place = usize::from(digit);
            if self.strict && self.called[place] && self.labels[place].is_none() {
                commands.push(Command::Label(digit));
            }
        }
        Program::new(commands)
    }

    /// Returns whether programs of this cost can beat the best.
    fn is_worth_it(&self, robot: Robot) -> bool {
        let coins = usize::from(robot.coins + self.world.coins_left);
        self.best.is_none_or(|best| score(self.limit, coins) > best)
    }

    fn decide_call(&mut self, state: &State, digit: u8) -> Result<(), Stop> {
        let place = usize::from(digit);
        if self.cost < self.limit {
            self.parts.push(Part {
                text: vec![Command::Label(digit)],
                ..Part::default()
            });
            self.labels[place] = Some((self.parts.len() as u8 - 1, 1));
            self.cost += 1;
            let ended = self.go_on(*state);
            self.cost -= 1;
            self.labels[place] = None;
            self.parts.pop();
            ended?;
        }
        if !self.strict {
            self.never[place] = true;
            let ended = self.go_on(*state);
            self.never[place] = false;
            ended?;
        }
        Ok(())
    }

    /// Decides the next command at an open end, or falls into an existing piece.
    fn decide(&mut self, state: &State) -> Result<(), Stop> {
        self.open = true;
        if !self.is_worth_it(state.robot) {
            return Ok(());
        }
        let here = usize::from(state.part);
        let room = self.limit.saturating_sub(self.cost + self.missing());
        // A missing label already has its slot reserved.
        let left = self.limit - self.cost.min(self.limit);
        if left > 0 {
            for command in Command::SIMPLE {
                if room > 0 && self.is_sensible(here, command) {
                    self.write(state, here, command)?;
                }
            }
            let unused = |digit: &u8| {
                let digit = usize::from(*digit);
                self.labels[digit].is_none() && !self.never[digit] && !self.called[digit]
            };
            let fresh = DIGITS.into_iter().find(unused);
            for digit in DIGITS {
                let place = usize::from(digit);
                let known = self.labels[place].is_some() || self.never[place] || self.called[place];
                if known || Some(digit) == fresh {
                    // The body of a new label needs a command too.
                    if room > 0 {
                        self.write(state, here, Command::Call(digit))?;
                    }
                }
                let can_be_here = self.labels[place].is_none() && !self.never[place];
                let own = can_be_here && (self.called[place] || Some(digit) == fresh);
                // A label without calls needs one.
                if own && (self.called[place] || left > 1) {
                    let at = self.parts[here].text.len() + 1;
                    self.labels[place] = Some((state.part, at as u8));
                    let ended = self.write(state, here, Command::Label(digit));
                    self.labels[place] = None;
                    ended?;
                }
            }
        }
        for then in 1..self.parts.len() {
            if !self.parts[then].is_behind && self.ends_elsewhere(then, here) {
                self.parts[here].then = Some(then);
                self.parts[then].is_behind = true;
                let ended = self.go_on(*state);
                self.parts[then].is_behind = false;
                self.parts[here].then = None;
                ended?;
            }
        }
        Ok(())
    }

    /// Returns whether the text after a piece does not reach `here`.
    fn ends_elsewhere(&self, mut part: usize, here: usize) -> bool {
        loop {
            if part == here {
                return false;
            }
            match self.parts[part].then {
                Some(then) => part = then,
                None => return true,
            }
        }
    }

    fn write(&mut self, state: &State, here: usize, command: Command) -> Result<(), Stop> {
        self.parts[here].text.push(command);
        self.cost += 1;
        let before = match command {
            Command::Call(digit) => Some((
                usize::from(digit),
                std::mem::replace(&mut self.called[usize::from(digit)], true),
            )),
            _ => None,
        };
        let fits = self.cost + self.missing() <= self.limit;
        let ended = if fits { self.go_on(*state) } else { Ok(()) };
        if let Some((digit, called)) = before {
            self.called[digit] = called;
        }
        self.cost -= 1;
        self.parts[here].text.pop();
        ended
    }

    /// Returns whether a command may be useful after the appended ones.
    fn is_sensible(&self, here: usize, command: Command) -> bool {
        use Command::{Grab, Left, Right, Shoot};
        let part = &self.parts[here].text;
        let own = if here == 0 {
            &part[self.written..]
        } else {
            &part[..]
        };
        match (own.last(), command) {
            (Some(Left), Right) | (Some(Right), Left | Right) => false,
            (Some(Left), Left) => !own.ends_with(&[Left, Left]),
            (Some(Left | Right | Shoot | Grab), Grab) => false,
            _ => true,
        }
    }
}
