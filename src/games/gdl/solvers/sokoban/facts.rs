//! Search for facts of a game that are a player who pushes boxes.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Model;
use crate::net::machine::{Packed, is_on};
use crate::syntax::Sym;
use crate::terms::TermId;
use planwright_game::search::Budget;

/// Name of a cell: one or two arguments of a fact.
pub type Place = Vec<TermId>;

/// Most transitions observed.
const MAX_OBSERVED: usize = 600;
/// Most arguments of a fact.
const MAX_ARGS: usize = 6;
/// Most observed states from which it is learned how other facts follow from player and boxes.
const MAX_EXAMPLES: usize = 60;

/// Facts that differ only in the arguments that name a cell.
#[derive(Clone)]
struct Kind {
    name: Sym,
    /// Positions of the arguments that name the cell.
    positions: Vec<usize>,
    /// State bits.
    bits: BTreeMap<Place, usize>,
}

impl Kind {
    /// Places whose fact holds.
    fn places<'k>(&'k self, state: &'k [u64]) -> impl Iterator<Item = &'k Place> {
        let on = self.bits.iter().filter(|(_, bit)| is_on(state, **bit));
        on.map(|(place, _)| place)
    }

    /// Changes of place by transitions; `None` if facts come and go, or several change at once.
    fn motions(&self, observed: &[Transition]) -> Option<Vec<FactMotion<'_>>> {
        let mut motions = Vec::new();
        for (step, [before, after]) in observed.iter().enumerate() {
            let mut gone = Vec::new();
            let mut new = Vec::new();
            for (place, bit) in &self.bits {
                match (is_on(before, *bit), is_on(after, *bit)) {
                    (true, false) => gone.push(place),
                    (false, true) => new.push(place),
                    _ => {}
                }
            }
            match (&gone[..], &new[..]) {
                ([], []) => {}
                ([from], [to]) => motions.push(FactMotion { step, from, to }),
                _ => return None,
            }
        }
        Some(motions)
    }
}

/// States before and after a move.
type Transition = [Packed; 2];

/// A fact's change of place.
#[derive(Clone, Copy)]
struct FactMotion<'k> {
    /// Index of the transition.
    step: usize,
    from: &'k Place,
    to: &'k Place,
}

/// Content of a cell.
#[derive(Clone, Copy)]
enum Content {
    Nothing,
    Player,
    Box,
}

impl Content {
    fn new(has_box: bool, has_player: bool) -> Self {
        match (has_box, has_player) {
            (true, _) => Self::Box,
            (_, true) => Self::Player,
            _ => Self::Nothing,
        }
    }
}

/// Facts of the player and the boxes, and facts that follow from them.
pub struct Actors {
    player: Kind,
    /// One kind for all boxes, or one for each if they have names.
    boxes: Vec<Kind>,
    /// Facts such as that a cell is empty: whether they hold, by [`Content`].
    derived: Vec<(Kind, [bool; 3])>,
}

impl Actors {
    /// Finds player and boxes by what moves from a state change; `None` if there are none.
    pub fn new(model: &Model, start: &Packed, budget: &Budget) -> Option<Self> {
        let observed = observe(model, start, budget);
        let kinds = kinds(model);
        let (player, boxes) = find(&kinds, &observed, start)?;
        let mut actors = Self {
            player: kinds[player].clone(),
            boxes: boxes.iter().map(|at| kinds[*at].clone()).collect(),
            derived: Vec::new(),
        };
        let step = observed.len().div_ceil(MAX_EXAMPLES).max(1);
        let examples: Vec<&Transition> = observed.iter().step_by(step).collect();
        let others = kinds.iter().enumerate().filter(|(at, kind)| {
            let is_actor = *at == player || boxes.contains(at);
            !is_actor && kind.positions.len() == actors.player.positions.len()
        });
        let derived = others.filter_map(|(_, kind)| {
            let holds = actors.rule_of(kind, &examples)?;
            Some((kind.clone(), holds))
        });
        actors.derived = derived.collect();
        Some(actors)
    }

    /// Values of facts by what is in their cells; `None` if that makes no difference, or something else does.
    fn rule_of(&self, kind: &Kind, examples: &[&Transition]) -> Option<[bool; 3]> {
        let mut holds = [None; 3];
        for [state, _] in examples {
            let (player, boxes) = (self.player_of(state)?, self.boxes_of(state));
            for (place, bit) in &kind.bits {
                let content = Content::new(boxes.contains(&place), place == player);
                let now = is_on(state, *bit);
                if *holds[content as usize].get_or_insert(now) != now {
                    return None;
                }
            }
        }
        let differs = holds.contains(&Some(true)) && holds.contains(&Some(false));
        differs.then(|| holds.map(Option::unwrap_or_default))
    }

    /// Place of the player; `None` if there is not exactly one.
    pub fn player_of<'s>(&'s self, state: &'s [u64]) -> Option<&'s Place> {
        let mut places = self.player.places(state);
        places.next().filter(|_| places.next().is_none())
    }

    /// Places of all boxes, sorted.
    pub fn boxes_of<'s>(&'s self, state: &'s [u64]) -> Vec<&'s Place> {
        let places = self.boxes.iter().flat_map(|kind| kind.places(state));
        let mut places: Vec<&Place> = places.collect();
        places.sort_unstable();
        places
    }

    /// Number of kinds of boxes.
    pub fn kinds(&self) -> usize {
        self.boxes.len()
    }

    /// Returns whether a box of a kind can come to a place.
    pub fn can_hold(&self, kind: usize, place: &Place) -> bool {
        self.boxes[kind].bits.contains_key(place)
    }

    /// The state with player and boxes of all kinds elsewhere.
    pub fn state(
        &self,
        start: &Packed,
        player: &Place,
        is_box: impl Fn(usize, &Place) -> bool,
    ) -> Packed {
        let mut state = start.clone();
        let mut set = |bit: usize, on: bool| {
            let mask = 1 << (bit % 64);
            state[bit / 64] = state[bit / 64] & !mask | if on { mask } else { 0 };
        };
        for (kind, holds) in &self.derived {
            for (place, bit) in &kind.bits {
                let has_box = (0..self.boxes.len()).any(|kind| is_box(kind, place));
                let content = Content::new(has_box, place == player);
                set(*bit, holds[content as usize]);
            }
        }
        for (place, bit) in &self.player.bits {
            set(*bit, place == player);
        }
        for (kind, facts) in self.boxes.iter().enumerate() {
            for (place, bit) in &facts.bits {
                set(*bit, is_box(kind, place));
            }
        }
        state
    }
}

/// Transitions from the first states that a breadth-first search reaches.
fn observe(model: &Model, start: &Packed, budget: &Budget) -> Vec<Transition> {
    let mut reached = vec![start.clone()];
    let mut known = BTreeSet::from([start.clone()]);
    let mut observed = Vec::new();
    let mut next = 0;
    while next < reached.len() && observed.len() < MAX_OBSERVED && budget.check().is_ok() {
        let before = reached[next].clone();
        next += 1;
        let now = model.evaluate(&before);
        if now.terminal {
            continue;
        }
        for mv in now.legal {
            let after = model.after(&before, mv);
            if known.insert(after.clone()) {
                reached.push(after.clone());
            }
            observed.push([before.clone(), after]);
        }
    }
    observed
}

/// All kinds of facts, by any one or two of their arguments.
fn kinds(model: &Model) -> Vec<Kind> {
    type Key = (Sym, Vec<usize>, Vec<TermId>);
    let mut kinds: BTreeMap<Key, BTreeMap<Place, usize>> = BTreeMap::new();
    for (bit, fact) in model.net.facts.iter().enumerate() {
        let (name, args) = model.terms.get(*fact);
        let count = args.len().min(MAX_ARGS);
        for (first, last) in (0..count).flat_map(|a| (a..count).map(move |b| (a, b))) {
            let is_place = |at: &usize| [first, last].contains(at);
            let part = |is_part: &dyn Fn(&usize) -> bool| -> Vec<TermId> {
                let positions = (0..args.len()).filter(is_part);
                positions.map(|at| args[at]).collect()
            };
            let positions = (0..count).filter(is_place).collect();
            let key = (name, positions, part(&|at| !is_place(at)));
            let bits = kinds.entry(key).or_default();
            bits.insert(part(&is_place), bit);
        }
    }
    let kinds = kinds.into_iter();
    let kinds = kinds.map(|((name, positions, _), bits)| Kind {
        name,
        positions,
        bits,
    });
    kinds.filter(|kind| kind.bits.len() > 1).collect()
}

/// The kind of the player, and those of the boxes.
fn find(kinds: &[Kind], observed: &[Transition], start: &Packed) -> Option<(usize, Vec<usize>)> {
    let motions: Vec<_> = kinds.iter().map(|kind| kind.motions(observed)).collect();
    let moving = |at: &usize| motions[*at].as_deref().filter(|all| !all.is_empty());
    let mut players: Vec<usize> = (0..kinds.len()).collect();
    players.retain(|at| {
        let often = moving(at).is_some_and(|all| all.len() * 2 >= observed.len());
        often && kinds[*at].places(start).count() == 1
    });
    // Two arguments name a cell more often than one.
    players.sort_by_key(|at| std::cmp::Reverse(kinds[*at].positions.len()));
    players.into_iter().find_map(|player| {
        let steps = moving(&player)?.iter().map(|motion| (motion.step, motion));
        let steps: BTreeMap<usize, &FactMotion<'_>> = steps.collect();
        let is_pushed = |motion: &FactMotion<'_>| {
            let step = steps.get(&motion.step);
            step.is_some_and(|step| step.to == motion.from && step.from != motion.to)
        };
        let pushes = |at: &usize| moving(at).is_some_and(|all| all.iter().all(is_pushed));
        let group = |at: usize| (kinds[at].name, &kinds[at].positions);
        let like_player = |at: &usize| kinds[*at].positions.len() == kinds[player].positions.len();
        let moved = (0..kinds.len()).filter(|at| like_player(at) && pushes(at));
        // Some boxes with names may not have moved.
        let boxes = moved.map(|moved| -> Vec<usize> {
            let stays = |at: &usize| motions[*at].as_ref().is_some_and(Vec::is_empty);
            let is_there = |at: &usize| kinds[*at].places(start).next().is_some();
            let same = (0..kinds.len()).filter(|at| group(*at) == group(moved));
            same.filter(|at| pushes(at) || stays(at) && is_there(at))
                .collect()
        });
        let number = |boxes: &Vec<usize>| -> usize {
            let numbers = boxes.iter().map(|at| kinds[*at].places(start).count());
            numbers.sum()
        };
        Some((player, boxes.max_by_key(number)?))
    })
}
