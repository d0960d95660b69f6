//! Relaxed movement graph of the objects of a kind: steps from cell to cell, and into each other.

use super::super::compile::{CellPattern, Game, Mask, Rule};
use super::field::DIRECTIONS;
use super::marks::Marks;
use super::relaxed::{Relaxed, rules};

/// Unreachable.
pub const NEVER: u16 = u16::MAX;

/// Limit of the stored steps.
const MOST_STEPS: usize = 4_000_000;

/// Steps between nodes; a node is an object in a cell.
#[derive(Clone, Debug)]
pub struct Ways {
    cells: usize,
    objects: Vec<usize>,
    /// Predecessors of all nodes, and the start of each node's list.
    from: Vec<u32>,
    begins: Vec<u32>,
    /// Nodes whose object may disappear without a replacement of the kind.
    pub(super) vanish: Vec<usize>,
    /// `true` if the number of objects may grow.
    pub(super) grows: bool,
    pub(super) shrinks: bool,
}

impl Ways {
    /// The graph of the objects of a kind; `None` if it has too many steps.
    pub fn new(game: &Game, relaxed: &Relaxed, kind: &Mask) -> Option<Self> {
        let cells = relaxed.field.cells();
        let objects: Vec<usize> = kind.iter().collect();
        let mut maker = Maker {
            game,
            relaxed,
            kind,
            place_of: vec![usize::MAX; game.names.objects.len()],
            steps: Vec::new(),
            vanish: Marks::none(objects.len() * cells),
            grows: false,
            shrinks: false,
        };
        for (index, object) in objects.iter().enumerate() {
            maker.place_of[*object] = index * cells;
        }
        objects.iter().for_each(|object| maker.movements(*object));
        for rule in rules(game) {
            maker.rule(rule)?;
        }
        let Maker {
            mut steps,
            vanish,
            grows,
            shrinks,
            ..
        } = maker;
        steps.sort_unstable();
        steps.dedup();
        let mut begins = vec![0; objects.len() * cells + 1];
        steps
            .iter()
            .for_each(|(to, _)| begins[*to as usize + 1] += 1);
        for place in 1..begins.len() {
            begins[place] += begins[place - 1];
        }
        Some(Self {
            cells,
            objects,
            from: steps.into_iter().map(|(_, from)| from).collect(),
            begins,
            vanish: vanish.iter().collect(),
            grows,
            shrinks,
        })
    }

    /// Objects of the kind; their nodes follow each other, cell by cell.
    pub fn objects(&self) -> &[usize] {
        &self.objects
    }

    /// Nodes of all objects in a cell.
    pub fn places(&self, cell: usize) -> impl Iterator<Item = usize> {
        let cells = self.cells;
        (0..self.objects.len()).map(move |index| index * cells + cell)
    }

    /// Least number of steps from each node to one of `to`.
    pub fn distances(&self, to: impl IntoIterator<Item = usize>) -> Vec<u16> {
        let mut distances = vec![NEVER; self.objects.len() * self.cells];
        let mut next = std::collections::VecDeque::new();
        for place in to {
            distances[place] = 0;
            next.push_back(place);
        }
        while let Some(place) = next.pop_front() {
            let far = distances[place].saturating_add(1).min(NEVER - 1);
            let range = self.begins[place] as usize..self.begins[place + 1] as usize;
            for from in &self.from[range] {
                let distance = &mut distances[*from as usize];
                if *distance == NEVER {
                    *distance = far;
                    next.push_back(*from as usize);
                }
            }
        }
        distances
    }
}

struct Maker<'a> {
    game: &'a Game,
    relaxed: &'a Relaxed,
    kind: &'a Mask,
    /// First node of each object of the kind.
    place_of: Vec<usize>,
    /// Steps as (end, start).
    steps: Vec<(u32, u32)>,
    vanish: Marks,
    grows: bool,
    shrinks: bool,
}

/// An object of the kind in a rule: row, part, cell, object.
type Seat = (usize, usize, usize, usize);

impl Maker<'_> {
    fn movements(&mut self, object: usize) {
        let (field, relaxed) = (self.relaxed.field, self.relaxed);
        let layer = &self.game.names.layers[self.game.names.objects[object].layer];
        for (kind, direction) in DIRECTIONS.into_iter().enumerate() {
            for cell in relaxed.moving[object][kind].iter() {
                let Some(to) = field.beyond(cell, direction, 1) else {
                    continue;
                };
                if layer.iter().all(|other| relaxed.missing[other].has(to)) {
                    self.step(object, cell, object, to);
                }
            }
        }
    }

    fn step(&mut self, object: usize, cell: usize, becomes: usize, to: usize) {
        let from = self.place_of[object] + cell;
        let to = self.place_of[becomes] + to;
        if from != to {
            self.steps.push((to as u32, from as u32));
        }
    }

    /// Adds the effect of a rule: objects that disappear may become any of those that appear.
    fn rule(&mut self, rule: &Rule) -> Option<()> {
        let (mut gone, mut come) = (Vec::<Seat>::new(), Vec::<Seat>::new());
        // Two rows may match the same cell, so removals of several rows are counted once.
        let (mut sure, mut merges) = (0, false);
        for (row, parts) in rule.rows.iter().enumerate() {
            let mut sure_here = 0;
            for (part, cells) in parts.iter().enumerate() {
                for (index, pattern) in cells.iter().enumerate() {
                    let Some(change) = &pattern.change else {
                        continue;
                    };
                    let seat = |object| (row, part, index, object);
                    let go = change.clear.iter().filter(|object| {
                        self.kind.has(*object)
                            && !change.set.has(*object)
                            && self.may_be(pattern, *object)
                    });
                    gone.extend(go.map(seat));
                    let comes = change.set.iter().chain(change.random.iter());
                    let comes = comes
                        .filter(|object| self.kind.has(*object) && !pattern.present.has(*object));
                    let known = come.len();
                    come.extend(comes.map(seat));
                    // It may be there already; then two become one.
                    let mut new = come[known..].iter();
                    merges |= new.any(|(.., object)| self.may_be(pattern, *object));
                    sure_here += self.surely_gone(pattern);
                }
            }
            sure = sure.max(sure_here);
        }
        if gone.is_empty() && come.is_empty() {
            return Some(());
        }
        let Some(places) = self.relaxed.places(self.game, rule) else {
            return Some(());
        };
        self.grows |= come.len() > sure;
        let mut seats: Vec<_> = gone.iter().map(|seat| (seat.0, seat.1, seat.2)).collect();
        seats.dedup();
        let mut rows = gone.iter().chain(&come).map(|seat| seat.0);
        let first = rows.next();
        // What one row adds may be removed by another.
        let overlaps = rows.any(|row| Some(row) != first);
        self.shrinks |= merges || overlaps || seats.len() > come.len();
        for (row, part, index, object) in &gone {
            let from = &places[*row][*part];
            for place in from.iter() {
                let cell = self.cell(rule, place, *index);
                let Some(cell) = cell.filter(|cell| self.relaxed.present[*object].has(*cell))
                else {
                    continue;
                };
                if overlaps || come.is_empty() {
                    self.vanish.insert(self.place_of[*object] + cell);
                }
                for (to_row, to_part, to_index, becomes) in &come {
                    if (to_row, to_part) == (row, part) {
                        if let Some(to) = self.cell(rule, place, *to_index) {
                            self.step(*object, cell, *becomes, to);
                        }
                        continue;
                    }
                    for other in places[*to_row][*to_part].iter() {
                        if let Some(to) = self.cell(rule, other, *to_index) {
                            self.step(*object, cell, *becomes, to);
                        }
                    }
                    if self.steps.len() > MOST_STEPS {
                        return None;
                    }
                }
            }
        }
        (self.steps.len() <= MOST_STEPS).then_some(())
    }

    fn cell(&self, rule: &Rule, place: usize, index: usize) -> Option<usize> {
        self.relaxed.field.beyond(place, rule.direction, index)
    }

    /// Returns whether an object may be in a matching cell.
    fn may_be(&self, pattern: &CellPattern, object: usize) -> bool {
        let layer = &self.game.names.layers[self.game.names.objects[object].layer];
        let taken = pattern
            .present
            .iter()
            .any(|other| other != object && layer.has(other));
        let others = |any: &Mask| any.is_within(layer) && !any.has(object);
        !taken && !pattern.missing.has(object) && !pattern.any.iter().any(others)
    }

    /// Number of objects of the kind that certainly leave a matching cell.
    fn surely_gone(&self, pattern: &CellPattern) -> usize {
        let Some(change) = &pattern.change else {
            return 0;
        };
        let goes = |object: usize| change.clear.has(object) && !change.set.has(object);
        let single = pattern
            .present
            .iter()
            .filter(|object| self.kind.has(*object) && goes(*object));
        let any = pattern
            .any
            .iter()
            .filter(|any| any.is_within(self.kind) && any.iter().all(goes));
        single.count() + any.count()
    }
}
