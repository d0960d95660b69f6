//! The shortest plan by breadth-first search on the engine itself: states are the cells that the level’s objects fill, and
//! are kept packed.

use std::sync::Arc;

use rustc_hash::FxHasher;
use std::hash::Hasher as _;

use crate::game::search::{BreadthFirst, Budget, Progress, Stop};
use crate::game::typed::concrete;
use crate::game::{
    Answer, Move, Outcome, Plan, Position as _, Solution, SolveError, SolveRequest, Solver,
    SolverInfo, Unsolvable,
};

use super::engine::{Endless, Session};
use super::made::PuzzleLevel;
use super::position::{Act, Played};

/// The solver for games without chance and checkpoints; for others, breadth-first search over positions.
pub struct Shortest;

/// The reference solver, which knows nothing but the moves.
pub static REFERENCE: BreadthFirst = BreadthFirst {
    info: &BreadthFirst::info("moves"),
    cost: |_| 1,
};

static INFO: SolverInfo = SolverInfo {
    id: "shortest",
    title: "Fewest moves",
    good_for: "For all levels that are not too large: it finds the shortest plan, or proves that there is none.",
    method: "Breadth-first search over packed states, on the engine that plays the rules. Moves that change nothing \
             are cut at once. Where something happens by chance, or there are checkpoints, it searches over whole \
             positions.",
    guarantee: "The shortest plan, or proof that there is none.",
    cost_unit: "moves",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    counts: false,
    options: &[],
};

impl Solver for Shortest {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let level: &PuzzleLevel = concrete(request.level).ok_or(SolveError::WrongGame {
            solver: INFO.id,
            game: super::INFO.id,
        })?;
        if level.made.plan.is_random || level.made.plan.has_checkpoints {
            return REFERENCE.run(request, budget, progress);
        }
        let mut played = Played::new(level.clone());
        for (index, mv) in request.done.iter().enumerate() {
            let refused = |error| {
                SolveError::Prefix(crate::game::ReplayError::Refused {
                    step: index + 1,
                    error,
                })
            };
            played.apply(mv).map_err(refused)?;
        }
        let searched = search(&played, usize::MAX, budget, progress);
        progress.report("done", searched.explored, None, searched.bound);
        Ok(match searched.end {
            End::Found(moves) => {
                let cost = moves.len() as i64;
                Outcome::Solved(Solution::best(Plan(moves), cost))
            }
            End::Stopped(stop) => stop.outcome(None, searched.bound),
            End::None => Outcome::Unsolvable(Unsolvable::because(format!(
                "all {} reachable positions were explored; none is a solution",
                searched.explored
            ))),
        })
    }
}

/// How a search ended.
pub enum End {
    /// With a shortest plan.
    Found(Vec<Move>),
    /// All states were seen.
    None,
    Stopped(Stop),
}

/// What a search found.
pub struct Searched {
    pub end: End,
    pub explored: u64,
    /// No plan is shorter.
    pub bound: Option<i64>,
}

/// States, each of some words, found by their hashes.
struct States {
    words: usize,
    all: Vec<u64>,
    /// Where each came from, and by which act.
    from: Vec<(u32, u8)>,
    /// Numbers of states by hash, linearly probed; their number plus one, or 0.
    table: Vec<u32>,
}

impl States {
    fn new(words: usize) -> Self {
        let table = vec![0; 1 << 10];
        Self {
            words,
            all: Vec::new(),
            from: Vec::new(),
            table,
        }
    }

    fn len(&self) -> usize {
        self.from.len()
    }

    fn state(&self, index: usize) -> &[u64] {
        &self.all[index * self.words..(index + 1) * self.words]
    }

    fn bytes(&self) -> u64 {
        (8 * self.all.len() + 8 * self.from.len() + 4 * self.table.len()) as u64
    }

    /// Adds a state; not if it is known.
    fn add(&mut self, state: &[u64], from: (u32, u8)) -> bool {
        if 2 * (self.len() + 1) > self.table.len() {
            self.grow();
        }
        let place = self.place(state);
        if self.table[place] != 0 {
            return false;
        }
        self.all.extend_from_slice(state);
        self.from.push(from);
        self.table[place] = self.from.len() as u32;
        true
    }

    /// Where a state is in the table, or would be.
    fn place(&self, state: &[u64]) -> usize {
        let mut hasher = FxHasher::default();
        state.iter().for_each(|word| hasher.write_u64(*word));
        let mut place = hasher.finish() as usize & (self.table.len() - 1);
        while let Some(index) = self.table[place].checked_sub(1) {
            if self.state(index as usize) == state {
                break;
            }
            place = (place + 1) & (self.table.len() - 1);
        }
        place
    }

    fn grow(&mut self) {
        self.table = vec![0; 2 * self.table.len()];
        for index in 0..self.len() {
            let place = self.place(self.state(index));
            self.table[place] = index as u32 + 1;
        }
    }
}

/// Searches for a shortest plan, and gives up after `most` states.
pub fn search(start: &Played, most: usize, budget: &Budget, progress: &Progress<'_>) -> Searched {
    let none = |end| Searched {
        end,
        explored: 0,
        bound: Some(0),
    };
    let Some(mut session) = start.session().cloned() else {
        return none(End::None);
    };
    if start.is_solved() {
        return none(End::Found(Vec::new()));
    }
    let acts: Vec<Act> = start.acts().collect();
    let first = session.stored();
    let mut states = States::new(first.len());
    states.add(&first, (0, 0));
    let mut ticker = budget.ticker(64);
    // States with one more move than those before begin here.
    let (mut next, mut layer_end, mut depth) = (0, 1, 0);
    while next < states.len() {
        if next == layer_end {
            depth += 1;
            layer_end = states.len();
            progress.report(format!("{depth} moves"), ticker.total(), None, Some(depth));
        }
        let here: Arc<[u64]> = states.state(next).into();
        for (number, act) in acts.iter().enumerate() {
            let stop = ticker
                .tick()
                .and_then(|()| budget.check_memory(states.bytes()))
                .err();
            if let Some(stop) = stop.or((states.len() > most).then_some(Stop::Deadline)) {
                return Searched {
                    end: End::Stopped(stop),
                    explored: states.len() as u64,
                    bound: Some(depth),
                };
            }
            session.go_to(&here);
            match step(&mut session, *act) {
                // A move that never ends is none.
                Err(Endless) => {}
                Ok(true) => {
                    let moves = way(&states, next, number, &acts);
                    return Searched {
                        end: End::Found(moves),
                        explored: states.len() as u64,
                        bound: Some(depth + 1),
                    };
                }
                Ok(false) => {
                    states.add(&session.stored(), (next as u32, number as u8));
                }
            }
        }
        next += 1;
    }
    Searched {
        end: End::None,
        explored: states.len() as u64,
        bound: None,
    }
}

/// Makes a move. Whether the level is won then.
fn step(session: &mut Session, act: Act) -> Result<bool, Endless> {
    act.play(session)?;
    Ok(session.won() > 0)
}

/// The moves to a state and one more.
fn way(states: &States, state: usize, last: usize, acts: &[Act]) -> Vec<Move> {
    let mut numbers = vec![last];
    let mut at = state;
    while at > 0 {
        let (from, number) = states.from[at];
        numbers.push(usize::from(number));
        at = from as usize;
    }
    numbers
        .iter()
        .rev()
        .map(|number| acts[*number].to_move())
        .collect()
}
