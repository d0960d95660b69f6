//! Relaxed reachability: each fact is followed by whether it can be true and whether it can be false, and nothing
//! that came about once is ever lost (after B. Bonet and H. Geffner, “Planning as Heuristic Search”, 2001). Where
//! even so the goal cannot come about, it is out of reach; crates that block each other are found that way. This is a
//! network of its own, so that many states are evaluated together.

use super::gates::AbstractGates;
use crate::net::machine::NetCode;
use crate::net::{Cycle, FALSE, GateBuilder, Lit, Net, TRUE, pair_of};
use planwright_game::search::{Budget, Stop};

impl AbstractGates {
    /// Code whose only extra literal is whether the goal can come about and all places `off_goal`, where no token may
    /// be in the end, can become free.
    pub(super) fn relaxed(
        &self,
        net: &Net,
        off_goal: &[u32],
        budget: &Budget,
    ) -> Result<NetCode, Stop> {
        let gates = &self.builder.gates;
        let facts = self.facts;
        let mut builder = GateBuilder::new(facts);
        let from = builder.gates.nodes.len() as u32;
        // For each node whether it can be true, and false.
        let mut can: Vec<[Lit; 2]> = vec![[TRUE, FALSE]];
        for _ in 0..facts {
            can.push([builder.loop_node(), builder.loop_node()]);
        }
        // No gate reads a move.
        can.resize(facts + 1 + self.moves, [FALSE, TRUE]);
        for node in can.len()..gates.nodes.len() {
            let inputs = gates.inputs(node as u32).iter();
            let pairs = inputs.map(|lit| pair_of(&can, *lit)).collect();
            can.push(builder.and_pairs(pairs));
        }
        let mut pairs = Vec::new();
        // Nodes are TRUE, the facts, then the moves. What can be true, or false, can stay so: that is the relaxation.
        for bit in 0..facts {
            let is = Self::bit(bit);
            let mut cases = [vec![is], vec![is ^ 1]];
            for (does, next) in &self.changes[bit] {
                let mv = (does >> 1) as usize - 1 - facts;
                let [legal, _] = pair_of(&can, self.legal[mv]);
                for (cases, next) in cases.iter_mut().zip(pair_of(&can, *next)) {
                    cases.push(builder.and(vec![legal, next]));
                }
            }
            for (position, walk) in &self.walks[bit] {
                let [there, _] = can[*position as usize + 1];
                let [walk, _] = pair_of(&can, *walk);
                cases[0].push(builder.and(vec![there, walk]));
            }
            if self.is_position[bit] {
                // The agent can leave.
                cases[1].push(TRUE);
            }
            for (loop_lit, cases) in can[bit + 1].into_iter().zip(cases) {
                pairs.push((loop_lit >> 1, builder.or(cases)));
            }
        }
        let mut won = Vec::new();
        for (position, lit) in &self.won {
            let ([there, _], [won_there, _]) = (can[*position as usize + 1], pair_of(&can, *lit));
            won.push(builder.and(vec![there, won_there]));
        }
        let mut hope = vec![builder.or(won)];
        for bit in off_goal {
            let [_, goes] = can[*bit as usize + 1];
            hope.push(builder.or(vec![Self::bit(*bit as usize) ^ 1, goes]));
        }
        let hope = builder.and(hope);
        let to = builder.gates.nodes.len() as u32;
        builder.gates.loops.push(Cycle { from, to, pairs });
        let relaxed = Net {
            gates: builder.gates,
            next: vec![FALSE; facts],
            moves: Vec::new(),
            legal: Vec::new(),
            terminal: FALSE,
            goals: Vec::new(),
            extra: vec![hope],
            ..net.clone()
        };
        Ok(NetCode::new(&relaxed.keep(&vec![true; facts], budget)?))
    }
}
