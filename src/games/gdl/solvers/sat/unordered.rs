//! Games in which moves only add facts or remove them for good, such as filling in a grid: which moves are made
//! matters, hardly in which order.
//!
//! One copy of the network then represents the whole game: a set of moves is chosen after which the goal holds, and
//! each of which is legal where all others are made. An order is found afterwards by playing, which verifies the
//! plan. Moves that are legal only thanks to each other are excluded as cycles, and another set is chosen. That no
//! set reaches the goal proves that there is no plan only if no move is left out and none restores a bit.

use batsat::{Lit as SatLit, SolverInterface as _, lbool};

use super::encode::Unrolled;
use crate::analysis::{SOLVABLE, SearchNet, WON};
use crate::model::ones;
use crate::net::machine::{Machine, Packed, is_on, pack};
use crate::net::{FALSE, Net, TRUE};
use crate::solvers::heuristics::effects::{MAX_GATE_EVALUATIONS, after};
use planwright_game::search::Budget;

/// Effects of the moves on single bits of the state.
struct Setters {
    /// For each bit, the moves that change it from its value at the start, whatever the state.
    moves: Vec<Vec<usize>>,
    /// For each move, whether it is left out because its effect depends on the state.
    excluded: Vec<bool>,
    /// No move is excluded, and no bit that a move changes is ever restored to its value at the start. Otherwise sets
    /// of moves may still make plans, but prove nothing.
    can_refute: bool,
}

/// Determines the effects; `None` if all moves are excluded, the network is too large or has loops, or the budget ends.
fn setters(net: &Net, budget: &Budget) -> Option<Setters> {
    if net.moves.is_empty()
        || net.gates.nodes.len() * net.moves.len() > MAX_GATE_EVALUATIONS
        || !net.gates.loops.is_empty()
    {
        return None;
    }
    let mut setters = Setters {
        moves: vec![Vec::new(); net.facts.len()],
        excluded: vec![false; net.moves.len()],
        can_refute: true,
    };
    let mut restored = vec![false; net.facts.len()];
    for mv in 0..net.moves.len() {
        budget.check().ok()?;
        for (bit, next) in after(net, mv).into_iter().enumerate() {
            match next {
                next if next == net.bit(bit) => {}
                // Sets the bit to its value at the start.
                TRUE | FALSE if (next == TRUE) == net.start[bit] => restored[bit] = true,
                TRUE | FALSE => setters.moves[bit].push(mv),
                _ => setters.excluded[mv] = true,
            }
        }
    }
    // Moves that restore bits are not excluded: often the bits cannot have changed where the move is legal (marking a
    // cell removes other marks, but only empty cells are marked). If they can, `order` may fail to play the moves.
    let mut bits = setters.moves.iter().zip(&restored);
    setters.can_refute = bits.all(|(makers, restored)| makers.is_empty() || !restored)
        && !setters.excluded.contains(&true);
    setters.excluded.contains(&false).then_some(setters)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UnorderedPlan {
    /// A verified plan, not necessarily a shortest one.
    Moves(Vec<u32>),
    Impossible,
}

/// Finds a plan, adding clauses to `formula`; `None` if the game is not of this kind, none is found, or time ends.
pub(super) fn solve(
    formula: &mut Unrolled<'_>,
    view: &SearchNet,
    budget: &Budget,
) -> Option<UnorderedPlan> {
    let net = &view.net;
    let setters = setters(net, budget)?;
    let chosen: Vec<SatLit> = (0..net.moves.len()).map(|_| formula.fresh()).collect();
    // State after all chosen moves, except one move: a bit is changed if a move that changes it is chosen.
    let with_all = |formula: &mut Unrolled<'_>, except: Option<usize>| -> Vec<SatLit> {
        let bit = |(bit, start): (usize, &bool)| {
            let makers = setters.moves[bit].iter().filter(|mv| Some(**mv) != except);
            let setting: Vec<SatLit> = makers.map(|mv| chosen[*mv]).collect();
            let set = formula.or(setting);
            if *start { !set } else { set }
        };
        net.start.iter().enumerate().map(bit).collect()
    };
    let end = with_all(formula, None);
    let won = formula.value(&end, net.extra[WON]).ok()?;
    formula.clause(&[won]);
    // Every state results from some set of moves, if all moves are of this kind.
    if setters.can_refute && formula.solve(&[]) == lbool::FALSE {
        return Some(UnorderedPlan::Impossible);
    }
    let solvable = formula.value(&end, net.extra[SOLVABLE]).ok()?;
    formula.clause(&[solvable]);
    // The value counts only where the game is over. With a step limit the game ends by itself, which `order` checks.
    if !view.anywhere && view.limit.is_none() {
        let over = formula.value(&end, net.terminal).ok()?;
        formula.clause(&[over]);
    }
    for (mv, legal) in net.legal.iter().enumerate() {
        if setters.excluded[mv] {
            formula.clause(&[!chosen[mv]]);
            continue;
        }
        budget.check().ok()?;
        let bits = with_all(formula, Some(mv));
        let legal = formula.value(&bits, *legal).ok()?;
        formula.clause(&[!chosen[mv], legal]);
    }
    loop {
        if formula.solve(&[]) != lbool::TRUE {
            return None;
        }
        let engine = &formula.engine;
        let set = (0..chosen.len()).filter(|mv| engine.value_lit(chosen[*mv]) == lbool::TRUE);
        match order(view, set.collect(), budget)? {
            Ok(moves) => return Some(UnorderedPlan::Moves(moves)),
            // None of the moves left is legal: some are legal only thanks to each other, or each would end the game.
            Err((played, stuck)) if !stuck.is_empty() => {
                budget.check().ok()?;
                let cycles = CycleFinder::new(view, &setters, &played).find(stuck, budget)?;
                if cycles.is_empty() {
                    return None;
                }
                for cycle in cycles {
                    let without: Vec<SatLit> = cycle.into_iter().map(|mv| !chosen[mv]).collect();
                    formula.clause(&without);
                }
            }
            // All were made without a plan: some restored bits, or the game goes on and its value does not count yet.
            Err(_) => return None,
        }
    }
}

/// An order of moves, or else the moves made and those left, none of which can be made next.
type OrderResult = Result<Vec<u32>, (Vec<u32>, Vec<usize>)>;

/// Plays a set of moves so that each is legal and none ends the game too early; `None` if the budget runs out.
fn order(view: &SearchNet, mut set: Vec<usize>, budget: &Budget) -> Option<OrderResult> {
    // A machine evaluates 64 states per word, one in each lane. Here only lane 0 is used: bit 0 of word 0.
    let mut machine = Machine::<1>::new(&view.code);
    let mut state: Packed = view.start.clone();
    let mut moves = Vec::new();
    let evaluate = |machine: &mut Machine<'_, 1>, state: &[u64], steps: usize| {
        machine.set_state(0, state);
        machine.clear_moves();
        machine.run_state();
        let last = view.limit.is_some_and(|limit| steps >= limit);
        let over = last || machine.terminal()[0] & 1 == 1;
        (
            over,
            machine.extra(WON)[0] & 1 == 1 && (over || view.anywhere),
        )
    };
    let (mut over, mut won) = evaluate(&mut machine, &state, 0);
    while !won && !over {
        budget.check().ok()?;
        let legal = machine.legal(1);
        let legal: Vec<usize> = ones(&legal).filter(|mv| set.contains(mv)).collect();
        let mut next = None;
        for mv in legal {
            // Back to this state: the last turn left the machine at a successor.
            evaluate(&mut machine, &state, moves.len());
            machine.choose(0, mv);
            machine.run_moves();
            let words = machine.next_states(1);
            (over, won) = evaluate(&mut machine, &words, moves.len() + 1);
            if won || !over {
                next = Some((mv, words));
                break;
            }
        }
        let Some((mv, words)) = next else {
            return Some(Err((moves, set)));
        };
        set.retain(|other| *other != mv);
        moves.push(mv as u32);
        state = words.into();
    }
    Some(match won {
        true => Ok(moves),
        false => Err((moves, set)),
    })
}

/// Finds cycles of moves that are legal only thanks to each other, so that no order of play makes them.
struct CycleFinder<'v> {
    view: &'v SearchNet,
    setters: &'v Setters,
    machine: Machine<'v, 1>,
    /// State after the moves that can be made.
    state: Vec<bool>,
}

impl<'v> CycleFinder<'v> {
    /// Starts after `moves`, those that can be made.
    fn new(view: &'v SearchNet, setters: &'v Setters, moves: &[u32]) -> Self {
        let bits = view.net.start.iter().zip(&setters.moves);
        let is_changed =
            |makers: &Vec<usize>| moves.iter().any(|mv| makers.contains(&(*mv as usize)));
        let state = bits
            .map(|(bit, makers)| *bit != is_changed(makers))
            .collect();
        Self {
            view,
            setters,
            machine: Machine::new(&view.code),
            state,
        }
    }

    /// Disjoint cycles among the moves `blocked`, reduced by leaving out single moves; `None` if the budget runs out.
    fn find(&mut self, blocked: Vec<usize>, budget: &Budget) -> Option<Vec<Vec<usize>>> {
        let mut cycles = Vec::new();
        let mut supported = self.self_supporting(blocked, budget)?;
        while !supported.is_empty() {
            let mut cycle = supported.clone();
            for mv in &supported {
                if cycle.contains(mv) {
                    let without = cycle.iter().copied().filter(|other| other != mv);
                    let smaller = self.self_supporting(without.collect(), budget)?;
                    if !smaller.is_empty() {
                        cycle = smaller;
                    }
                }
            }
            supported.retain(|mv| !cycle.contains(mv));
            supported = self.self_supporting(supported, budget)?;
            cycles.push(cycle);
        }
        Some(cycles)
    }

    /// Removes moves until each, if any, is legal after all others that are left. `None` if the budget runs out.
    fn self_supporting(&mut self, mut moves: Vec<usize>, budget: &Budget) -> Option<Vec<usize>> {
        loop {
            let mut left = Vec::new();
            for mv in &moves {
                budget.check().ok()?;
                if self.is_legal(*mv, &moves) {
                    left.push(*mv);
                }
            }
            if left.len() == moves.len() {
                return Some(left);
            }
            moves = left;
        }
    }

    /// Returns whether a move is legal in `self.state` after all of `moves` but itself.
    fn is_legal(&mut self, mv: usize, moves: &[usize]) -> bool {
        let start = &self.view.net.start;
        let bits = self.state.iter().zip(start).zip(&self.setters.moves);
        let bits = bits.map(|((bit, start), makers)| {
            let is_set = makers
                .iter()
                .any(|other| *other != mv && moves.contains(other));
            if is_set { !start } else { *bit }
        });
        let state = pack(&bits.collect::<Vec<bool>>());
        self.machine.set_state(0, &state);
        self.machine.clear_moves();
        self.machine.run_state();
        is_on(&self.machine.legal(1), mv)
    }
}
