//! Rollouts whose move weights adapt to the best one: the lowest level of C. Rosin, “Nested Rollout Policy Adaptation
//! for Monte Carlo Tree Search”, IJCAI 2011, without nesting. All lanes of the network (bits of words) play at once.
//!
//! Each group of lanes plays by weights of its own, which are adapted towards the group's best rollout. Every other
//! group has weights for each step. A rollout is rated by its goal value, then by the number of unmet target
//! conditions, then, in some groups, by its length.

use crate::analysis::{CONDITIONS, SearchNet, WON};
use crate::model::ones;
use crate::net::machine::{Machine, is_on};
use planwright_game::search::{Budget, Stop};

/// Rollouts played at once.
const LANES: usize = 64 * W;
/// Words per value of the machine.
const W: usize = 4;
/// Lanes that share weights.
const GROUP_LANES: usize = 32;
/// Steps after which a rollout is given up, without a goal value.
const MAX_STEPS: usize = 4000;
/// Most weights of a group (steps × moves), in 16 MiB; later steps share those of earlier ones.
const MAX_WEIGHTS: usize = 1 << 21;
/// Rounds without improvement after which a group starts again.
const MAX_STALE_ROUNDS: u32 = 60;
/// As in the paper.
const LEARNING_RATE: f32 = 1.0;
/// Bound of logarithms of weights, so that sums of weights stay finite.
const MAX_LOG: f32 = 30.0;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rollout {
    /// Goal value, if the game ended.
    pub value: Option<i64>,
    pub moves: Vec<u32>,
}

/// Rating of a rollout, of which the first difference decides: goal value, or -1 (lower than any) if the game did not
/// end; number of unmet conditions, negated; number of steps times [`LaneGroup::length`].
type Score = (i64, i64, i64);

struct RatedRollout {
    score: Score,
    rollout: Rollout,
}

/// Best rollout of a group with the moves that were legal at each step.
struct BestRollout {
    score: Score,
    moves: Vec<u32>,
    legal: Vec<Vec<u32>>,
}

/// Weights of moves, a row for each step or a single row for all.
struct Weights {
    /// Has weights for each step rather than for all steps together.
    per_step: bool,
    moves: usize,
    /// Logarithms of the weights.
    log: Vec<f32>,
    /// The weights themselves.
    power: Vec<f32>,
}

impl Weights {
    fn new(moves: usize, per_step: bool) -> Self {
        Self {
            per_step,
            moves,
            log: Vec::new(),
            power: Vec::new(),
        }
    }

    /// Index of a step's first weight, by which the weights of the moves follow; creates them if needed.
    fn row(&mut self, step: usize) -> usize {
        let max_rows = (MAX_WEIGHTS / self.moves.max(1)).max(1);
        let row = if self.per_step { step % max_rows } else { 0 };
        let needed = (row + 1) * self.moves;
        if self.log.len() < needed {
            self.log.resize(needed, 0.0);
            self.power.resize(needed, 1.0);
        }
        row * self.moves
    }

    fn clear(&mut self) {
        self.log.fill(0.0);
        self.power.fill(1.0);
    }

    /// Makes the moves of the best rollout more likely where they were made. Unlike in the paper, steps that share a
    /// row see the changes of earlier ones.
    fn adapt(&mut self, best: &BestRollout) {
        for (step, (mv, legal)) in best.moves.iter().zip(&best.legal).enumerate() {
            let row = self.row(step);
            let total: f32 = legal.iter().map(|mv| self.power[row + *mv as usize]).sum();
            for other in legal {
                let at = row + *other as usize;
                self.log[at] -= LEARNING_RATE * self.power[at] / total;
            }
            self.log[row + *mv as usize] += LEARNING_RATE;
            for other in legal {
                let at = row + *other as usize;
                self.log[at] = self.log[at].clamp(-MAX_LOG, MAX_LOG);
                self.power[at] = self.log[at].exp();
            }
        }
    }
}

/// Lanes that share weights, with the best rollout since the weights were last cleared.
struct LaneGroup {
    weights: Weights,
    best: Option<BestRollout>,
    /// Sign of the length in the rating: 1 if longer is better, -1 if shorter, 0 if neither.
    length: i64,
    stale: u32,
}

/// Resumable search by rollouts, always in the view given to [`PolicySearch::new`].
pub(crate) struct PolicySearch {
    groups: Vec<LaneGroup>,
    random: fastrand::Rng,
    pub best: Option<Rollout>,
}

impl PolicySearch {
    pub fn new(view: &SearchNet) -> Self {
        let group = |number: usize| LaneGroup {
            weights: Weights::new(view.code.moves(), number % 2 == 1),
            best: None,
            // Each sign occurs with both kinds of weights, as none suits all games.
            length: [1, 1, 0, -1][number / 2 % 4],
            stale: 0,
        };
        Self {
            groups: (0..LANES / GROUP_LANES).map(group).collect(),
            // Always the same, so that runs can be repeated.
            random: fastrand::Rng::with_seed(7),
            best: None,
        }
    }

    /// Plays until a goal value of at least `want` is reached or the budget ends. What is learnt serves the next call.
    pub fn play(&mut self, view: &SearchNet, want: i64, budget: &Budget) -> Result<Rollout, Stop> {
        let mut machine = Machine::<W>::new(&view.code);
        loop {
            let best_rollouts = self.round(&mut machine, view, budget)?;
            for (at, RatedRollout { score, rollout }) in best_rollouts.into_iter().enumerate() {
                if rollout.value.is_some_and(|value| value >= want) {
                    return Ok(rollout);
                }
                let better = |best: &Rollout| rollout.value > best.value;
                if rollout.value.is_some() && self.best.as_ref().is_none_or(better) {
                    self.best = Some(rollout.clone());
                }
                let group = &mut self.groups[at];
                group.stale += 1;
                if group.best.as_ref().is_none_or(|best| score > best.score) {
                    group.stale = 0;
                    group.best = Some(BestRollout {
                        score,
                        legal: legal_moves(view, &rollout.moves, budget)?,
                        moves: rollout.moves,
                    });
                }
                if group.stale > MAX_STALE_ROUNDS {
                    group.stale = 0;
                    group.best = None;
                    group.weights.clear();
                } else if let Some(best) = &group.best {
                    group.weights.adapt(best);
                }
            }
        }
    }

    /// Plays one game in every lane and returns the best of each group.
    fn round(
        &mut self,
        machine: &mut Machine<'_, W>,
        view: &SearchNet,
        budget: &Budget,
    ) -> Result<Vec<RatedRollout>, Stop> {
        let words = view.code.moves().div_ceil(64);
        let mut played: Vec<Vec<u32>> = vec![Vec::new(); LANES];
        let mut done = [false; LANES];
        let mut playing = LANES;
        let mut best: Vec<Option<RatedRollout>> = self.groups.iter().map(|_| None).collect();
        machine.clear_moves();
        machine.restart([u64::MAX; W]);
        for step in 0.. {
            budget.check()?;
            machine.run_state();
            let (over, won) = (machine.terminal(), machine.extra(WON));
            let legal = machine.legal(LANES);
            machine.clear_moves();
            let mut missing = None;
            for lane in 0..LANES {
                if done[lane] {
                    continue;
                }
                let bit = |words: &[u64; W]| is_on(words, lane);
                let moves = &legal[lane * words..(lane + 1) * words];
                let group = &mut self.groups[lane / GROUP_LANES];
                let ends = bit(&over) || view.anywhere && bit(&won);
                let chosen = match ends || step >= MAX_STEPS {
                    true => None,
                    false => pick(moves, &mut group.weights, step, &mut self.random),
                };
                if let Some(mv) = chosen {
                    machine.choose(lane, mv as usize);
                    played[lane].push(mv);
                    continue;
                }
                done[lane] = true;
                playing -= 1;
                let value = if ends { machine.goal(lane) } else { None };
                let missing = missing.get_or_insert_with(|| machine.missing(CONDITIONS, LANES));
                let score = (
                    value.unwrap_or(-1),
                    -i64::from(missing[lane]),
                    group.length * step as i64,
                );
                let current = &mut best[lane / GROUP_LANES];
                if current.as_ref().is_none_or(|other| score > other.score) {
                    let rollout = Rollout {
                        value,
                        moves: std::mem::take(&mut played[lane]),
                    };
                    *current = Some(RatedRollout { score, rollout });
                }
            }
            if playing == 0 {
                break;
            }
            machine.run_moves();
            machine.advance();
        }
        // Every lane has ended, so each group has one, and the indices remain those of the groups.
        Ok(best.into_iter().flatten().collect())
    }
}

/// Random legal move, by the weights of the step; the last one if rounding leaves a rest. `None` if no move is legal.
fn pick(
    legal: &[u64],
    weights: &mut Weights,
    step: usize,
    random: &mut fastrand::Rng,
) -> Option<u32> {
    let row = weights.row(step);
    let power = &weights.power[row..row + weights.moves];
    let total: f32 = ones(legal).map(|mv| power[mv]).sum();
    let mut rest = random.f32() * total;
    let mut last = None;
    for mv in ones(legal) {
        last = Some(mv as u32);
        rest -= power[mv];
        if rest < 0.0 {
            break;
        }
    }
    last
}

/// Moves that are legal at each step of a rollout.
fn legal_moves(view: &SearchNet, moves: &[u32], budget: &Budget) -> Result<Vec<Vec<u32>>, Stop> {
    let mut machine = Machine::<1>::new(&view.code);
    machine.restart([u64::MAX]);
    let mut all = Vec::with_capacity(moves.len());
    for mv in moves {
        budget.check()?;
        machine.run_state();
        all.push(ones(&machine.legal(1)).map(|mv| mv as u32).collect());
        machine.clear_moves();
        machine.choose(0, *mv as usize);
        machine.run_moves();
        machine.advance();
    }
    Ok(all)
}
