//! Groups of facts that belong together.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{CONDITIONS, alternatives, conditions};
use crate::net::{FALSE, GateBuilder, Lit, Net, TRUE};
use crate::solvers::heuristics::effects::after_in;
use planwright_game::search::{Budget, Stop, UnionFind};

/// Most gates evaluated for the analysis (gates × (facts + 2 × moves)): about two seconds.
const MAX_GATE_EVALUATIONS: usize = 60_000_000;
/// Most groups of which all pairs are compared.
const MAX_FACTORS: usize = 100;

/// Group of facts with the conditions that read it.
pub(super) struct Factor {
    pub bits: Vec<bool>,
    pub conditions: Vec<Lit>,
    /// Reasons for the end that read this part only.
    pub ends: Vec<Lit>,
    /// For each move its conditions on this part; empty if it leaves the part unchanged.
    pub guards: Vec<Vec<Lit>>,
    /// For each move a number that is equal for moves with equal conditions and effects here.
    pub class: Vec<u32>,
    /// The class of moves that change nothing here.
    pub idle: Option<u32>,
}

/// Network on the way to its decomposition.
pub(super) struct FactorFinder<'n> {
    net: &'n Net,
    builder: GateBuilder,
    pub groups: UnionFind,
    /// Goal conditions with the bits they read.
    goals: Vec<(Lit, Vec<usize>)>,
    ends: Vec<(Lit, Vec<usize>)>,
    /// For each move its conditions with the bits they read.
    guards: Vec<Vec<(Lit, Vec<usize>)>>,
    /// For each move the next value of every bit.
    next: Vec<Vec<Lit>>,
}

impl<'n> FactorFinder<'n> {
    /// Starts with the finest groups: facts that read each other, or that one goal condition reads. `None` if there
    /// are not several or the work is too much.
    pub fn new(net: &'n Net, budget: &Budget) -> Result<Option<Self>, Stop> {
        let (bits, moves) = (net.facts.len(), net.moves.len());
        let goals = &net.extra[CONDITIONS.min(net.extra.len())..];
        if !net.gates.loops.is_empty()
            || net.gates.nodes.len() * (bits + 2 * moves) > MAX_GATE_EVALUATIONS
            || goals.contains(&FALSE)
        {
            return Ok(None);
        }
        let read = |lit: Lit| -> (Lit, Vec<usize>) {
            let cone = net.cone([lit]);
            (lit, (0..bits).filter(|bit| cone[bit + 1]).collect())
        };
        let mut groups = read_groups(net, budget)?;
        let goals = goals.iter().filter(|lit| **lit != TRUE);
        let goals: Vec<(Lit, Vec<usize>)> = goals.map(|lit| read(*lit)).collect();
        goals.iter().for_each(|(_, bits)| groups.join(bits));
        if groups.roots().len() < 2 {
            return Ok(None);
        }
        let ends = alternatives(&net.gates, net.terminal).into_iter();
        let ends = ends.map(read).collect();
        let mut builder = GateBuilder::from_gates(net.gates.clone());
        let (mut guards, mut next) = (Vec::new(), Vec::new());
        for mv in 0..moves {
            budget.check()?;
            let parts = conditions(&net.gates, net.legal[mv]).into_iter();
            guards.push(parts.filter(|lit| *lit != TRUE).map(read).collect());
            next.push(after_in(&mut builder, net, mv));
        }
        Ok(Some(Self {
            net,
            builder,
            groups,
            goals,
            ends,
            guards,
            next,
        }))
    }

    /// Joins what a move changes or its conditions read.
    pub fn join_by_moves(&mut self) {
        for (mv, guards) in self.guards.iter().enumerate() {
            let changed = |bit: &usize| self.next[mv][*bit] != self.net.bit(*bit);
            let mut together: Vec<usize> = (0..self.next[mv].len()).filter(changed).collect();
            together.extend(guards.iter().flat_map(|(_, bits)| bits));
            self.groups.join(&together);
        }
    }

    /// Joins groups whose classes of moves do not occur in all combinations.
    pub fn join_by_choices(&mut self) {
        for (_, bits) in self.guards.iter().flatten() {
            self.groups.join(bits);
        }
        let Some(factors) = self.factors() else {
            return;
        };
        if factors.len() > MAX_FACTORS {
            return;
        }
        let first: Vec<usize> = factors
            .iter()
            .filter_map(|factor| factor.bits.iter().position(|bit| *bit))
            .collect();
        let class_count = |factor: &Factor| factor.class.iter().collect::<FxHashSet<_>>().len();
        for (a, one) in factors.iter().enumerate() {
            for (b, other) in factors.iter().enumerate().skip(a + 1) {
                let pairs = one.class.iter().zip(&other.class);
                let pairs: FxHashSet<(&u32, &u32)> = pairs.collect();
                if pairs.len() < class_count(one) * class_count(other) {
                    self.groups.join(&[first[a], first[b]]);
                }
            }
        }
    }

    /// Parts, if there are several and every goal condition reads one of them.
    pub fn factors(&mut self) -> Option<Vec<Factor>> {
        let roots = self.groups.roots();
        if roots.len() < 2 {
            return None;
        }
        let moves = self.net.moves.len();
        let number: FxHashMap<usize, usize> = roots.iter().copied().zip(0..).collect();
        let mut factors: Vec<Factor> = Vec::new();
        for own in &roots {
            let bits = 0..self.net.facts.len();
            factors.push(Factor {
                bits: bits.map(|bit| self.groups.root(bit) == *own).collect(),
                conditions: Vec::new(),
                ends: Vec::new(),
                guards: vec![Vec::new(); moves],
                class: Vec::new(),
                idle: None,
            });
        }
        for (lit, bits) in &self.goals {
            let root = self.groups.common_root(bits)?;
            factors[number[&root]].conditions.push(*lit);
        }
        for (lit, bits) in &self.ends {
            if let Some(root) = self.groups.common_root(bits) {
                factors[number[&root]].ends.push(*lit);
            }
        }
        // Conditions on several parts are left out: that only makes more possible.
        for (mv, guards) in self.guards.iter().enumerate() {
            for (lit, bits) in guards {
                if let Some(root) = self.groups.common_root(bits) {
                    factors[number[&root]].guards[mv].push(*lit);
                }
            }
        }
        for factor in &mut factors {
            let own: Vec<usize> = (0..factor.bits.len())
                .filter(|bit| factor.bits[*bit])
                .collect();
            let mut classes: FxHashMap<(Vec<Lit>, Lit), u32> = FxHashMap::default();
            for mv in 0..moves {
                let same = own
                    .iter()
                    .all(|bit| self.next[mv][*bit] == self.net.bit(*bit));
                if same {
                    factor.guards[mv].clear();
                }
                let does = own.iter().map(|bit| self.next[mv][*bit]).collect();
                let legal = self.builder.and(factor.guards[mv].clone());
                let fresh = classes.len() as u32;
                let class = *classes.entry((does, legal)).or_insert(fresh);
                factor.class.push(class);
                if same {
                    factor.idle = Some(class);
                }
            }
        }
        Some(factors)
    }
}

/// Groups of facts that read each other from step to step.
fn read_groups(net: &Net, budget: &Budget) -> Result<UnionFind, Stop> {
    let bits = net.facts.len();
    let mut groups = UnionFind::new(bits);
    for (bit, next) in net.next.iter().enumerate() {
        budget.check()?;
        let cone = net.cone([*next]);
        let mut together: Vec<usize> = (0..bits).filter(|bit| cone[bit + 1]).collect();
        together.push(bit);
        groups.join(&together);
    }
    Ok(groups)
}
