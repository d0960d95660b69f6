//! A game as a network of gates, from state bits and moves to legal moves, goals, the end and the next state.

mod builder;
pub(super) mod constant;
pub mod machine;

use rustc_hash::FxHashMap;

use super::graph;
use super::grounding::{GroundedAtom, GroundedRules};
use super::rules::{DOES, GOAL, LEGAL, NEXT, TERMINAL, TRUE as IS_TRUE};
use super::syntax::Symbols;
use super::terms::TermId;
use crate::search::{Budget, Stop};

pub use builder::{
    Cycle, FALSE, Gate, GateBuilder, Gates, Lit, TRUE, is_true, mapped, node_of, pair_of,
};

/// Most rounds of simplification. Every round can make more bits constant; it rarely takes more than two.
const MAX_SIMPLIFICATIONS: usize = 4;
/// Estimated bytes of a literal in a body or gate, while a network is built.
const LIT_BYTES: u64 = 8;
/// Estimated bytes of an atom or node with its tables, while a network is built.
const NODE_BYTES: u64 = 80;

/// A game as gates. Node 0 is always true, then come the state bits, then the moves.
#[derive(Clone, Debug)]
pub struct Net {
    /// Facts by state bit.
    pub facts: Vec<TermId>,
    pub moves: Vec<TermId>,
    /// Facts that hold in every reachable state.
    pub fixed: Vec<TermId>,
    /// State bits of the first state.
    pub start: Vec<bool>,
    pub gates: Gates,
    /// For each move: it is legal.
    pub legal: Vec<Lit>,
    /// For each state bit: the fact holds in the next state.
    pub next: Vec<Lit>,
    pub terminal: Lit,
    /// Goal values and their conditions, largest first.
    pub goals: Vec<(i64, Lit)>,
    /// Further literals of a caller, kept like the others when the network is rebuilt.
    pub extra: Vec<Lit>,
}

impl Net {
    /// Literal that the fact of a state bit holds.
    pub fn bit(&self, bit: usize) -> Lit {
        (bit as Lit + 1) << 1
    }

    /// Literal that a move is made.
    pub fn does(&self, mv: usize) -> Lit {
        ((self.facts.len() + mv) as Lit + 1) << 1
    }

    /// Number of literals at the inputs of gates.
    pub fn size(&self) -> usize {
        self.gates.inputs.len()
    }

    /// Builds a network from ground rules and simplifies it.
    pub fn new(grounded: &GroundedRules, symbols: &Symbols, budget: &Budget) -> Result<Self, Stop> {
        let mut net = unreduced(grounded, symbols, budget)?;
        for _ in 0..MAX_SIMPLIFICATIONS {
            let before = (net.facts.len(), net.moves.len(), net.size());
            let constants = constant::constant_bits(&net, budget)?;
            net = rebuild(&net, &constants, None, budget)?;
            if before == (net.facts.len(), net.moves.len(), net.size()) {
                break;
            }
        }
        Ok(net)
    }

    /// Removes the state bits that are not in `keep`; the rest must not depend on them.
    pub fn keep(&self, keep: &[bool], budget: &Budget) -> Result<Self, Stop> {
        rebuild(self, &vec![None; self.facts.len()], Some(keep), budget)
    }

    pub fn cone(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<bool> {
        self.gates.cone(roots)
    }

    /// For each state bit whether the given literals depend on it, now or later: a bit depends on its next value.
    pub fn needed(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<bool> {
        // The nodes of state bits are numbered from 1.
        let next = |node: u32| self.next.get((node as usize).checked_sub(1)?).copied();
        let cone = self.gates.cone_with(roots, next);
        cone[1..=self.facts.len()].to_vec()
    }
}

/// Network with a gate for each ground rule and atom.
fn unreduced(grounded: &GroundedRules, symbols: &Symbols, budget: &Budget) -> Result<Net, Stop> {
    let mut ticker = budget.ticker(256);
    let atoms_of = |rel| {
        let fits = move |(_, atom): &(u32, &GroundedAtom)| {
            atom.rel == rel && atom.possible && atom.term.is_some()
        };
        (0..).zip(&grounded.atoms).filter(fits)
    };
    let terms_of = |rel| -> Vec<(u32, TermId)> {
        let terms = atoms_of(rel).filter_map(|(number, atom)| Some((number, atom.term?)));
        terms.collect()
    };
    let (facts, moves) = (terms_of(IS_TRUE), terms_of(DOES));
    let mut builder = GateBuilder::new(facts.len() + moves.len());
    // Literal of each atom; `None` while its rules are not compiled.
    let mut lits: Vec<Option<Lit>> = vec![None; grounded.atoms.len()];
    for (lit, atom) in lits.iter_mut().zip(&grounded.atoms) {
        if !atom.possible || matches!(atom.rel, IS_TRUE | DOES) {
            *lit = Some(FALSE);
        }
    }
    for (node, (atom, _)) in (1..).zip(facts.iter().chain(&moves)) {
        lits[*atom as usize] = Some(node << 1);
    }
    // The rules of each atom and what they read, in flat arrays: freeing a list for each atom would take too long.
    let mut starts = vec![0; grounded.atoms.len() + 1];
    for head in &grounded.heads {
        ticker.tick()?;
        starts[*head as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut ends = starts.clone();
    let mut rules = vec![0u32; grounded.heads.len()];
    for (number, head) in grounded.heads.iter().enumerate() {
        ticker.tick()?;
        let end: &mut usize = &mut ends[*head as usize];
        rules[*end] = number as u32;
        *end += 1;
    }
    let rules_of = |atom: u32| &rules[starts[atom as usize]..ends[atom as usize]];
    let mut edges: Vec<u32> = Vec::new();
    let mut edge_starts = vec![0];
    for atom in 0..grounded.atoms.len() as u32 {
        for number in rules_of(atom) {
            ticker.tick()?;
            let (_, body) = grounded.rule(*number as usize);
            let atoms = body.iter().map(|lit| lit >> 1);
            edges.extend(atoms.filter(|atom| lits[*atom as usize].is_none()));
        }
        edge_starts.push(edges.len());
    }
    let edges_of = |atom: u32| &edges[edge_starts[atom as usize]..edge_starts[atom as usize + 1]];
    let bytes = grounded.body.len() as u64 * LIT_BYTES + grounded.atoms.len() as u64 * NODE_BYTES;
    budget.check_memory(bytes)?;
    // A component comes after all atoms that it reads, so that these have literals.
    graph::each_component(grounded.atoms.len(), edges_of, budget, |component| {
        let cyclic =
            component.len() > 1 || component.iter().any(|atom| edges_of(*atom).contains(atom));
        let from = builder.gates.nodes.len() as u32;
        let mut loop_lits = Vec::new();
        if cyclic {
            for atom in component {
                let loop_lit = builder.loop_node();
                lits[*atom as usize] = Some(loop_lit);
                loop_lits.push(loop_lit);
            }
        }
        let mut pairs = Vec::new();
        for (at, atom) in component.iter().enumerate() {
            // Facts, moves, and what can never hold have their literals already.
            if lits[*atom as usize].is_some() && !cyclic {
                continue;
            }
            ticker.tick()?;
            let products = rules_of(*atom).iter().map(|number| {
                let (_, body) = grounded.rule(*number as usize);
                let lit = |lit: &u32| lits[(lit >> 1) as usize].unwrap_or(FALSE) ^ (lit & 1);
                body.iter().map(lit).collect()
            });
            let sum = builder.sum(products.collect(), &mut ticker)?;
            match loop_lits.get(at) {
                Some(loop_lit) => pairs.push((loop_lit >> 1, sum)),
                None => lits[*atom as usize] = Some(sum),
            }
        }
        if cyclic {
            let to = builder.gates.nodes.len() as u32;
            builder.gates.loops.push(Cycle { from, to, pairs });
        }
        let (inputs, nodes) = (&builder.gates.inputs, &builder.gates.nodes);
        let more = inputs.len() as u64 * LIT_BYTES + nodes.len() as u64 * NODE_BYTES;
        budget.check_memory(bytes + more)
    })?;
    let lit = |atom: u32| lits[atom as usize].unwrap_or(FALSE);
    let lits_by_term = |rel| -> FxHashMap<TermId, Lit> {
        let terms = terms_of(rel).into_iter();
        terms.map(|(atom, term)| (term, lit(atom))).collect()
    };
    let (next, legal) = (lits_by_term(NEXT), lits_by_term(LEGAL));
    let terms = &grounded.terms;
    let mut goals: Vec<(i64, Lit)> = lits_by_term(GOAL)
        .into_iter()
        .filter_map(|(value, lit)| Some((symbols.name(terms.get(value).0).parse().ok()?, lit)))
        .collect();
    goals.sort_unstable_by_key(|(value, lit)| (-value, *lit));
    let is_terminal = |atom: &GroundedAtom| atom.rel == TERMINAL && atom.possible;
    let terminal = grounded.atoms.iter().position(is_terminal);
    let terminal = terminal.map_or(FALSE, |atom| lit(atom as u32));
    let start: rustc_hash::FxHashSet<TermId> = grounded.start.iter().copied().collect();
    let lits_for = |terms: &[(u32, TermId)], lits: &FxHashMap<TermId, Lit>| -> Vec<Lit> {
        let lits = terms.iter().map(|(_, term)| lits.get(term).copied());
        lits.map(|lit| lit.unwrap_or(FALSE)).collect()
    };
    Ok(Net {
        start: facts.iter().map(|(_, fact)| start.contains(fact)).collect(),
        next: lits_for(&facts, &next),
        legal: lits_for(&moves, &legal),
        facts: facts.into_iter().map(|(_, fact)| fact).collect(),
        moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        fixed: Vec::new(),
        gates: builder.gates,
        terminal,
        goals,
        extra: Vec::new(),
    })
}

/// Rebuilds a network with state bits constant or left out, without gates that no output needs and moves never legal.
fn rebuild(
    net: &Net,
    constants: &[Option<bool>],
    keep: Option<&[bool]>,
    budget: &Budget,
) -> Result<Net, Stop> {
    let mut ticker = budget.ticker(4096);
    let stays = |bit: &usize| constants[*bit].is_none() && keep.is_none_or(|keep| keep[*bit]);
    let bits: Vec<usize> = (0..net.facts.len()).filter(stays).collect();
    let can_be_legal = |mv: &usize| net.legal[*mv] != FALSE;
    let moves: Vec<usize> = (0..net.moves.len()).filter(can_be_legal).collect();
    let outputs = moves
        .iter()
        .map(|mv| net.legal[*mv])
        .chain(bits.iter().map(|bit| net.next[*bit]))
        .chain([net.terminal])
        .chain(net.goals.iter().map(|(_, lit)| *lit))
        .chain(net.extra.iter().copied());
    let alive = net.cone(outputs);
    let mut builder = GateBuilder::new(bits.len() + moves.len());
    let mut map: Vec<Lit> = vec![FALSE; net.gates.nodes.len()];
    map[0] = TRUE;
    for (bit, constant) in constants.iter().enumerate() {
        if *constant == Some(true) {
            map[bit + 1] = TRUE;
        }
    }
    for (to, bit) in (1..).zip(&bits) {
        map[bit + 1] = to << 1;
    }
    for (to, mv) in (bits.len() as Lit + 1..).zip(&moves) {
        map[node_of(net.does(*mv))] = to << 1;
    }
    let mut cycles = net.gates.loops.iter().peekable();
    let mut open: Option<(&Cycle, u32)> = None;
    // One step past the last node, where the last loop may end.
    for node in 0..=net.gates.nodes.len() as u32 {
        if let Some((cycle, from)) = open
            && node == cycle.to
        {
            let pairs = cycle.pairs.iter().filter(|(node, _)| alive[*node as usize]);
            let pairs = pairs.map(|(node, lit)| (map[*node as usize] >> 1, mapped(&map, *lit)));
            let pairs: Vec<(u32, Lit)> = pairs.collect();
            if !pairs.is_empty() {
                let to = builder.gates.nodes.len() as u32;
                builder.gates.loops.push(Cycle { from, to, pairs });
            }
            open = None;
        }
        if node as usize == net.gates.nodes.len() {
            break;
        }
        if let Some(cycle) = cycles.next_if(|cycle| cycle.from == node) {
            open = Some((cycle, builder.gates.nodes.len() as u32));
        }
        if !alive[node as usize] {
            continue;
        }
        ticker.tick()?;
        match net.gates.nodes[node as usize] {
            Gate::Input => {}
            Gate::Loop => map[node as usize] = builder.loop_node(),
            Gate::And(..) => {
                let inputs = net.gates.inputs(node).iter();
                let inputs = inputs.map(|lit| mapped(&map, *lit)).collect();
                map[node as usize] = builder.and(inputs);
            }
        }
    }
    let lit = |lit: Lit| mapped(&map, lit);
    let mut fixed = net.fixed.clone();
    let always = (0..net.facts.len()).filter(|bit| constants[*bit] == Some(true));
    fixed.extend(always.map(|bit| net.facts[bit]));
    let goals = net.goals.iter().map(|(value, own)| (*value, lit(*own)));
    Ok(Net {
        facts: bits.iter().map(|bit| net.facts[*bit]).collect(),
        start: bits.iter().map(|bit| net.start[*bit]).collect(),
        next: bits.iter().map(|bit| lit(net.next[*bit])).collect(),
        legal: moves.iter().map(|mv| lit(net.legal[*mv])).collect(),
        moves: moves.iter().map(|mv| net.moves[*mv]).collect(),
        fixed,
        terminal: lit(net.terminal),
        goals: goals.filter(|(_, lit)| *lit != FALSE).collect(),
        extra: net.extra.iter().map(|own| lit(*own)).collect(),
        gates: builder.gates,
    })
}
