//! Gates, each built once: and-gates of any width over literals that may be negated.

use rustc_hash::FxHashMap;

use crate::hash_index::hash;
use crate::search::{Stop, Ticker};

/// A node and whether it is negated: `node << 1 | negated`. Node 0 is always true.
pub type Lit = u32;

pub fn node_of(lit: Lit) -> usize {
    (lit >> 1) as usize
}

/// Image of a literal, given those of nodes.
pub fn mapped(map: &[Lit], lit: Lit) -> Lit {
    map[node_of(lit)] ^ (lit & 1)
}

pub const TRUE: Lit = 0;
pub const FALSE: Lit = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// The constant, a state bit or a move; [`super::Net`] says which.
    Input,
    /// Value of a recursive atom, iterated until nothing changes.
    Loop,
    /// True if all its inputs are: start and length in `Gates::inputs`.
    And(u32, u32),
}

/// Most inputs of a disjunction that is checked for absorption.
const MAX_ABSORBED: usize = 16;

/// Nodes in an order of evaluation.
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// All nodes; inputs first.
    pub nodes: Vec<Gate>,
    /// Inputs of all and-gates, one gate after the other.
    pub inputs: Vec<Lit>,
    /// In the order of their nodes; they do not overlap.
    pub loops: Vec<Cycle>,
}

/// Recursive atoms: start with none true, evaluate nodes `from..to`, set each loop node to its result, and repeat
/// until nothing changes. That ends, as atoms are not negated within their own recursion, so that values only rise.
#[derive(Clone, Debug)]
pub struct Cycle {
    pub from: u32,
    /// One past the last node.
    pub to: u32,
    /// Loop nodes and their results.
    pub pairs: Vec<(u32, Lit)>,
}

impl Gates {
    pub fn inputs(&self, node: u32) -> &[Lit] {
        match self.nodes[node as usize] {
            Gate::And(start, len) => &self.inputs[start as usize..(start + len) as usize],
            _ => &[],
        }
    }

    /// Values of all nodes, given the first inputs, with all others false; loops are not iterated.
    pub fn values(&self, inputs: &[bool]) -> Vec<bool> {
        let mut values = vec![false; self.nodes.len()];
        values[0] = true;
        values[1..=inputs.len()].copy_from_slice(inputs);
        for node in 0..self.nodes.len() {
            if let Gate::And(..) = self.nodes[node] {
                let mut inputs = self.inputs(node as u32).iter();
                values[node] = inputs.all(|lit| is_true(&values, *lit));
            }
        }
        values
    }

    /// For each node whether the given literals depend on it.
    pub fn cone(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<bool> {
        self.cone_with(roots, |_| None)
    }

    /// As [`Gates::cone`], where an input may depend on a literal, too.
    pub fn cone_with(
        &self,
        roots: impl IntoIterator<Item = Lit>,
        depends_on: impl Fn(u32) -> Option<Lit>,
    ) -> Vec<bool> {
        let mut inside = vec![false; self.nodes.len()];
        let mut results: FxHashMap<u32, Lit> = FxHashMap::default();
        for cycle in &self.loops {
            results.extend(cycle.pairs.iter().copied());
        }
        let mut open: Vec<u32> = roots.into_iter().map(|lit| lit >> 1).collect();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut inside[node as usize], true) {
                continue;
            }
            open.extend(self.inputs(node).iter().map(|lit| lit >> 1));
            open.extend(results.get(&node).map(|lit| lit >> 1));
            open.extend(depends_on(node).map(|lit| lit >> 1));
        }
        inside
    }
}

/// Value of a literal, given those of nodes.
pub fn is_true(values: &[bool], lit: Lit) -> bool {
    values[node_of(lit)] != (lit & 1 == 1)
}

/// Pair of a literal – it can be true, it can be false – given those of nodes.
pub fn pair_of<T: Copy>(can: &[[T; 2]], lit: Lit) -> [T; 2] {
    let [yes, no] = can[node_of(lit)];
    if lit & 1 == 0 { [yes, no] } else { [no, yes] }
}

/// Adds gates; where the same gate exists, its literal is returned instead.
#[derive(Debug, Default)]
pub struct GateBuilder {
    pub gates: Gates,
    /// And-gates by the hash of their inputs.
    by_hash: FxHashMap<u64, u32>,
}

impl Gates {
    /// Adds gates by a builder, and returns its result.
    pub fn extend<T>(&mut self, work: impl FnOnce(&mut GateBuilder) -> T) -> T {
        let mut builder = GateBuilder::from_gates(std::mem::take(self));
        let result = work(&mut builder);
        *self = builder.gates;
        result
    }
}

impl GateBuilder {
    /// Starts with the constant and this many inputs.
    pub fn new(inputs: usize) -> Self {
        let mut builder = Self::default();
        builder.gates.nodes = vec![Gate::Input; inputs + 1];
        builder
    }

    pub fn from_gates(gates: Gates) -> Self {
        let nodes = 0..gates.nodes.len() as u32;
        let is_gate = |node: &u32| matches!(gates.nodes[*node as usize], Gate::And(..));
        let by_hash = nodes
            .filter(is_gate)
            .map(|node| (hash(gates.inputs(node).iter().copied()), node))
            .collect();
        Self { gates, by_hash }
    }

    /// Adds the node of a recursive atom; the caller adds its [`Cycle`].
    pub fn loop_node(&mut self) -> Lit {
        self.gates.nodes.push(Gate::Loop);
        (self.gates.nodes.len() as Lit - 1) << 1
    }

    /// Copies the gates of another network, which must have no loops. `map` has a literal for each of its inputs and
    /// gets those of the other nodes.
    pub fn copy(&mut self, gates: &Gates, map: &mut Vec<Lit>) {
        for node in map.len() as u32..gates.nodes.len() as u32 {
            let inputs = gates.inputs(node).iter();
            let inputs = inputs.map(|lit| mapped(map, *lit)).collect();
            map.push(self.and(inputs));
        }
    }

    pub fn and(&mut self, mut lits: Vec<Lit>) -> Lit {
        lits.sort_unstable();
        lits.dedup();
        lits.retain(|lit| *lit != TRUE);
        // Both signs of a node are neighbours.
        if lits.contains(&FALSE) || lits.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return FALSE;
        }
        self.absorb(&mut lits);
        match lits.as_slice() {
            [] => TRUE,
            [only] => *only,
            _ => {
                let hash = hash(lits.iter().copied());
                // If another gate has the same hash, that one stays known.
                if let Some(node) = self.by_hash.get(&hash)
                    && self.gates.inputs(*node) == lits
                {
                    return node << 1;
                }
                let node = self.gates.nodes.len() as u32;
                let start = self.gates.inputs.len() as u32;
                self.gates.inputs.extend_from_slice(&lits);
                self.gates.nodes.push(Gate::And(start, lits.len() as u32));
                self.by_hash.entry(hash).or_insert(node);
                node << 1
            }
        }
    }

    /// Conjunction of a gate's inputs with two literals for each node: that it can be true, and false.
    pub fn and_of_pairs(&mut self, node: u32, can: &[[Lit; 2]]) -> [Lit; 2] {
        let inputs = self.gates.inputs(node).iter();
        let pairs: Vec<[Lit; 2]> = inputs.map(|lit| pair_of(can, *lit)).collect();
        let yes = self.and(pairs.iter().map(|[yes, _]| *yes).collect());
        [yes, self.or(pairs.iter().map(|[_, no]| *no).collect())]
    }

    /// Removes literals that the others imply: `a or b` next to `a`. Literals are sorted.
    fn absorb(&self, lits: &mut Vec<Lit>) {
        let is_implied = |lits: &[Lit], lit: Lit| {
            let parts = self.gates.inputs(lit >> 1);
            let is_negated = |part: &Lit| lits.binary_search(&(part ^ 1)).is_ok();
            lit & 1 == 1 && parts.len() <= MAX_ABSORBED && parts.iter().any(is_negated)
        };
        if lits.iter().any(|lit| is_implied(lits, *lit)) {
            let all = lits.clone();
            lits.retain(|lit| !is_implied(&all, *lit));
        }
    }

    pub fn or(&mut self, mut lits: Vec<Lit>) -> Lit {
        lits.iter_mut().for_each(|lit| *lit ^= 1);
        self.and(lits) ^ 1
    }

    /// Sum of products with common literals factored out: the most frequent come first, and common prefixes are shared.
    pub fn sum(
        &mut self,
        mut products: Vec<Vec<Lit>>,
        ticker: &mut Ticker<'_>,
    ) -> Result<Lit, Stop> {
        for product in &mut products {
            product.sort_unstable();
            product.dedup();
            product.retain(|lit| *lit != TRUE);
        }
        products.retain(|product| {
            !product.contains(&FALSE) && !product.windows(2).any(|pair| pair[0] ^ 1 == pair[1])
        });
        let mut counts: FxHashMap<Lit, usize> = FxHashMap::default();
        for lit in products.iter().flatten() {
            *counts.entry(*lit).or_insert(0) += 1;
        }
        for product in &mut products {
            product.sort_unstable_by_key(|lit| (usize::MAX - counts[lit], *lit));
        }
        products.sort_unstable();
        products.dedup();
        self.trie(&products, 0, ticker)
    }

    /// Sum of sorted products that agree in their first `depth` literals, which are left out.
    fn trie(
        &mut self,
        products: &[Vec<Lit>],
        depth: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Lit, Stop> {
        ticker.tick()?;
        let mut parts = Vec::new();
        let mut rest = products;
        while let Some(first) = rest.first() {
            let Some(&lit) = first.get(depth) else {
                // Every other product implies this one, the shortest.
                return Ok(TRUE);
            };
            let count = rest
                .iter()
                .take_while(|p| p.get(depth) == Some(&lit))
                .count();
            let part = if count == 1 {
                self.and(first[depth..].to_vec())
            } else {
                let inner = self.trie(&rest[..count], depth + 1, ticker)?;
                self.and(vec![lit, inner])
            };
            parts.push(part);
            rest = &rest[count..];
        }
        Ok(self.or(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;

    #[test]
    fn a_factored_sum_is_the_same_sum() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..500 {
            let mut builder = GateBuilder::new(5);
            let products: Vec<Vec<Lit>> = (0..random.usize(0..9))
                .map(|_| (0..random.usize(0..4)).map(|_| random.u32(0..12)).collect())
                .collect();
            let budget = Budget::default();
            let sum = builder.sum(products.clone(), &mut budget.ticker(100));
            let sum = sum.expect("there is no limit");
            for inputs in 0..32 {
                let values = [0, 1, 2, 3, 4].map(|input| inputs >> input & 1 == 1);
                let values = builder.gates.values(&values);
                let holds = |product: &Vec<Lit>| product.iter().all(|lit| is_true(&values, *lit));
                let plain = products.iter().any(holds);
                assert_eq!(is_true(&values, sum), plain, "{products:?}");
            }
        }
    }
}
