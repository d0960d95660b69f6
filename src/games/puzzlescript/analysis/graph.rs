//! Relaxed movement graph of the objects of a kind: steps from cell to cell, and into each other.
//!
//! A node is an object in a cell. Every movement that [`Relaxed`] does not exclude is a step, and so is every pair of
//! an object that a rule removes and one that it adds, wherever the rule may match. Whatever really happens to an
//! object is therefore a path here, so a node without a path to some others proves that its object never becomes one of
//! them. Distances are not lower bounds of moves, as one turn may move an object by many cells.

use super::super::compile::{CellPattern, CompiledGame, Mask, Rule};
use super::field::DIRECTIONS;
use super::relaxed::{Relaxed, rules};

/// Distance of a node without a path.
pub const UNREACHABLE: u16 = u16::MAX;
/// Limit of the stored steps, 32 MB; beyond it a condition gives no distances, which is safe.
const MAX_STEPS: usize = 4_000_000;

/// Steps between nodes; a node is an object in a cell.
#[derive(Clone, Debug)]
pub struct MovementGraph {
    cells: usize,
    objects: Vec<usize>,
    /// Predecessors of all nodes, node by node.
    predecessors: Vec<u32>,
    /// Index of each node's first predecessor, and the number of all at the end.
    offsets: Vec<u32>,
    /// Nodes whose object may disappear without a replacement of the kind.
    pub(super) vanishing: Vec<usize>,
    /// `true` if the number of objects may grow.
    pub(super) grows: bool,
    /// `true` if it may shrink; reliable only if no two objects of the kind can share a cell.
    pub(super) shrinks: bool,
}

impl MovementGraph {
    /// The graph of the objects of a kind; `None` if it has too many steps.
    pub fn new(game: &CompiledGame, relaxed: &Relaxed, kind: &Mask) -> Option<Self> {
        let cells = relaxed.field.cells();
        let objects: Vec<usize> = kind.iter().collect();
        let mut builder = GraphBuilder {
            game,
            relaxed,
            kind,
            first_node: vec![usize::MAX; game.names.objects.len()],
            steps: Vec::new(),
            vanishing: Mask::default(),
            grows: false,
            shrinks: false,
        };
        for (index, object) in objects.iter().enumerate() {
            builder.first_node[*object] = index * cells;
        }
        for object in &objects {
            builder.add_movements(*object);
        }
        for rule in rules(game) {
            builder.add_rule(rule)?;
        }
        let GraphBuilder {
            mut steps,
            vanishing,
            grows,
            shrinks,
            ..
        } = builder;
        steps.sort_unstable();
        steps.dedup();
        let mut offsets = vec![0; objects.len() * cells + 1];
        for (to, _) in &steps {
            offsets[*to as usize + 1] += 1;
        }
        for node in 1..offsets.len() {
            offsets[node] += offsets[node - 1];
        }
        Some(Self {
            cells,
            objects,
            predecessors: steps.into_iter().map(|(_, from)| from).collect(),
            offsets,
            vanishing: vanishing.iter().collect(),
            grows,
            shrinks,
        })
    }

    /// Objects of the kind; their nodes follow each other, cell by cell.
    pub fn objects(&self) -> &[usize] {
        &self.objects
    }

    pub fn nodes_at(&self, cell: usize) -> impl Iterator<Item = usize> {
        (0..self.objects.len()).map(move |index| index * self.cells + cell)
    }

    /// Least number of steps from each node to one of `to`.
    pub fn distances(&self, to: impl IntoIterator<Item = usize>) -> Vec<u16> {
        let mut distances = vec![UNREACHABLE; self.objects.len() * self.cells];
        let mut queue = std::collections::VecDeque::new();
        for node in to {
            distances[node] = 0;
            queue.push_back(node);
        }
        while let Some(node) = queue.pop_front() {
            let steps = distances[node].saturating_add(1).min(UNREACHABLE - 1);
            let range = self.offsets[node] as usize..self.offsets[node + 1] as usize;
            for from in &self.predecessors[range] {
                let distance = &mut distances[*from as usize];
                if *distance == UNREACHABLE {
                    *distance = steps;
                    queue.push_back(*from as usize);
                }
            }
        }
        distances
    }
}

struct GraphBuilder<'a> {
    game: &'a CompiledGame,
    relaxed: &'a Relaxed,
    kind: &'a Mask,
    /// First node of each object of the kind.
    first_node: Vec<usize>,
    /// Steps as (end, start).
    steps: Vec<(u32, u32)>,
    vanishing: Mask,
    grows: bool,
    shrinks: bool,
}

/// An object of the kind in a rule: indices of its row, part of the row and cell of the part; then the object.
type RuleSlot = (usize, usize, usize, usize);

impl GraphBuilder<'_> {
    /// Adds the steps by which an object moves.
    fn add_movements(&mut self, object: usize) {
        let (field, relaxed) = (self.relaxed.field, self.relaxed);
        let layer = &self.game.names.layers[self.game.names.objects[object].layer];
        for (kind, direction) in DIRECTIONS.into_iter().enumerate() {
            for cell in relaxed.moving[object][kind].iter() {
                let Some(to) = field.ahead(cell, direction, 1) else {
                    continue;
                };
                if layer.iter().all(|other| relaxed.missing[other].has(to)) {
                    self.add_step(object, cell, object, to);
                }
            }
        }
    }

    fn add_step(&mut self, object: usize, cell: usize, becomes: usize, to: usize) {
        let from = self.first_node[object] + cell;
        let to = self.first_node[becomes] + to;
        if from != to {
            self.steps.push((to as u32, from as u32));
        }
    }

    /// Adds the effect of a rule: what disappears may become any of what appears. `None` if there are too many steps.
    fn add_rule(&mut self, rule: &Rule) -> Option<()> {
        let (mut removed, mut added) = (Vec::<RuleSlot>::new(), Vec::<RuleSlot>::new());
        // The most that one row surely removes: rows may match the same cells, so their removals do not add up.
        let (mut certain, mut merges) = (0, false);
        for (row, parts) in rule.rows.iter().enumerate() {
            let mut certain_here = 0;
            for (part, cells) in parts.iter().enumerate() {
                for (index, pattern) in cells.iter().enumerate() {
                    let Some(change) = &pattern.change else {
                        continue;
                    };
                    let slot = |object| (row, part, index, object);
                    let leaving = change.clear.iter().filter(|object| {
                        self.kind.has(*object)
                            && !change.set.has(*object)
                            && self.may_contain(pattern, *object)
                    });
                    removed.extend(leaving.map(slot));
                    let arriving = change.set.iter().chain(change.random.iter());
                    let arriving = arriving
                        .filter(|object| self.kind.has(*object) && !pattern.present.has(*object));
                    let added_before = added.len();
                    added.extend(arriving.map(slot));
                    // It may be there already; then two become one.
                    let mut new = added[added_before..].iter();
                    merges |= new.any(|(.., object)| self.may_contain(pattern, *object));
                    certain_here += self.certain_removals(pattern);
                }
            }
            certain = certain.max(certain_here);
        }
        if removed.is_empty() && added.is_empty() {
            return Some(());
        }
        // Without starts the rule can never apply.
        let Some(starts) = self.relaxed.row_starts(self.game, rule) else {
            return Some(());
        };
        self.grows |= added.len() > certain;
        let slots = removed.iter().map(|slot| (slot.0, slot.1, slot.2));
        let mut slots: Vec<_> = slots.collect();
        slots.dedup();
        let mut rows = removed.iter().chain(&added).map(|slot| slot.0);
        let first = rows.next();
        // What one row adds may be removed by another.
        let overlaps = rows.any(|row| Some(row) != first);
        self.shrinks |= merges || overlaps || slots.len() > added.len();
        for (row, part, index, object) in &removed {
            let from = &starts[*row][*part];
            for start in from.iter() {
                let cell = self.cell_at(rule, start, *index);
                let Some(cell) = cell.filter(|cell| self.relaxed.present[*object].has(*cell))
                else {
                    continue;
                };
                if overlaps || added.is_empty() {
                    self.vanishing.insert(self.first_node[*object] + cell);
                }
                for (to_row, to_part, to_index, becomes) in &added {
                    if (to_row, to_part) == (row, part) {
                        if let Some(to) = self.cell_at(rule, start, *to_index) {
                            self.add_step(*object, cell, *becomes, to);
                        }
                        continue;
                    }
                    for other in starts[*to_row][*to_part].iter() {
                        if let Some(to) = self.cell_at(rule, other, *to_index) {
                            self.add_step(*object, cell, *becomes, to);
                        }
                    }
                    if self.steps.len() > MAX_STEPS {
                        return None;
                    }
                }
            }
        }
        (self.steps.len() <= MAX_STEPS).then_some(())
    }

    /// Cell that a rule matches with its pattern at `index` if it starts at `start`; `None` beyond the board.
    fn cell_at(&self, rule: &Rule, start: usize, index: usize) -> Option<usize> {
        self.relaxed.field.ahead(start, rule.direction, index)
    }

    /// Returns whether a cell that matches a pattern may contain an object.
    fn may_contain(&self, pattern: &CellPattern, object: usize) -> bool {
        let layer = &self.game.names.layers[self.game.names.objects[object].layer];
        let mut present = pattern.present.iter();
        let taken = present.any(|other| other != object && layer.has(other));
        let others = |any: &Mask| any.is_subset(layer) && !any.has(object);
        !taken && !pattern.missing.has(object) && !pattern.any.iter().any(others)
    }

    /// Number of objects of the kind that certainly leave a matching cell.
    fn certain_removals(&self, pattern: &CellPattern) -> usize {
        let Some(change) = &pattern.change else {
            return 0;
        };
        let removes = |object: usize| change.clear.has(object) && !change.set.has(object);
        let single = pattern.present.iter();
        let single = single.filter(|object| self.kind.has(*object) && removes(*object));
        let any = pattern.any.iter();
        let any = any.filter(|any| any.is_subset(self.kind) && any.iter().all(removes));
        single.count() + any.count()
    }
}
