//! Heuristic distance to a win: assigns objects to targets along relaxed-reachable paths.
//!
//! Each win condition gives distances from the relaxed movement graph (see `graph`), which allows every step that
//! any rule might make. An object without a path to its target can therefore never reach it. That proves a state
//! lost if no rule wins or restarts and there are no checkpoints. The estimate itself is not a lower bound.

use std::sync::Arc;

use super::super::compile::{Command, Game, Kind, Mask, Quantity, Win};
use super::super::engine::{Plan, cells as cells_of};
use super::field::Field;
use super::marks::Marks;
use super::relaxed::{Relaxed, rules};
use super::ways::{NEVER, Ways};
use crate::game::search::assignment;

/// Heuristic distance to a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Steps of all misplaced objects to their targets.
    pub steps: u32,
    /// Number of misplaced objects.
    pub open: u32,
    /// Steps of the player to the nearest of them.
    pub walk: u32,
}

/// The win conditions of a level, with distance tables.
#[derive(Clone, Debug)]
pub struct Targets {
    goals: Vec<Goal>,
    /// `true` if an unreachable target proves a state lost.
    proves: bool,
    field: Field,
    plan: Arc<Plan>,
    /// Cells of objects that never change.
    fixed: Vec<Marks>,
    walks: Option<Walks>,
}

/// Objects of one kind, looked up in a state.
#[derive(Clone, Debug)]
struct Things {
    /// In the order of their nodes.
    objects: Vec<usize>,
}

/// A win condition with its distances.
#[derive(Clone, Debug)]
enum Goal {
    /// Each object must reach a node at distance 0.
    Each {
        of: Things,
        far: Vec<u16>,
        /// Distances to each single target, if each takes only one object.
        each: Vec<Vec<u16>>,
        sure: bool,
    },
    /// Each of some cells must get an object.
    Filled {
        by: Things,
        targets: Vec<Vec<u16>>,
        /// `true` if the number of objects can never grow.
        sure: bool,
    },
    /// One object must reach a node at distance 0.
    One {
        of: Things,
        far: Vec<u16>,
        sure: bool,
    },
    /// Two kinds that both change.
    Pairs {
        quantity: Quantity,
        of: Things,
        on: Things,
    },
}

/// Walking distances of the players to each cell or next to it.
#[derive(Clone, Debug)]
struct Walks {
    players: Things,
    to: Vec<Vec<u16>>,
}

/// Limit of the stored walking distances.
const MOST_WALKS: usize = 4_000_000;
/// Limit of the objects assigned to targets one by one.
const MOST_ASSIGNED: usize = 16;
/// Cost of an object that can never reach a target, if that proves nothing.
const LOST: u32 = 200;

/// Distance of one goal.
#[derive(Default)]
struct Told {
    steps: u32,
    open: u32,
    never: bool,
}

impl Told {
    /// Adds an object `far` steps from its target.
    fn add(&mut self, far: u16) {
        match far {
            0 => return,
            NEVER => (self.never, self.steps) = (true, self.steps + LOST),
            far => self.steps += u32::from(far),
        }
        self.open += 1;
    }
}

impl Targets {
    /// The conditions of a level with these objects in the cells; `None` if they give no distances.
    pub fn new(
        game: &Game,
        plan: &Arc<Plan>,
        relaxed: &Relaxed,
        cells: &[Vec<usize>],
    ) -> Option<Self> {
        let field = relaxed.field;
        let mut fixed = vec![Marks::none(field.cells()); game.names.objects.len()];
        for (cell, here) in cells.iter().enumerate() {
            here.iter().for_each(|object| fixed[*object].insert(cell));
        }
        let maker = Maker { game, relaxed };
        let goals: Vec<Goal> = game.wins.iter().filter_map(|win| maker.goal(win)).collect();
        if goals.is_empty() {
            return None;
        }
        let otherwise = rules(game).any(|rule| {
            let ends = |command: &Command| matches!(command, Command::Win | Command::Restart);
            rule.commands.iter().any(ends)
        });
        Some(Self {
            goals,
            proves: !otherwise && !plan.has_checkpoints,
            walks: maker.walks(),
            field,
            plan: Arc::clone(plan),
            fixed,
        })
    }

    /// Returns whether a state can provably no longer be won.
    pub fn is_lost(&self, state: &[u64]) -> bool {
        self.proves
            && self
                .goals
                .iter()
                .any(|goal| self.goal(goal, state, &mut Vec::new()).never)
    }

    /// Estimates the distance of a state to a win; `None` if it can provably no longer be won.
    pub fn estimate(&self, state: &[u64]) -> Option<Estimate> {
        let mut all = Estimate::default();
        let mut open = Vec::new();
        for goal in &self.goals {
            let told = self.goal(goal, state, &mut open);
            if told.never && self.proves {
                return None;
            }
            all.steps += told.steps;
            all.open += told.open;
        }
        if let (Some(walks), false) = (&self.walks, open.is_empty()) {
            let mut nearest = NEVER;
            self.each(&walks.players, state, |place, _| {
                for cell in &open {
                    nearest = nearest.min(walks.to[*cell][place]);
                }
            });
            all.walk = u32::from(nearest.min(1_000));
        }
        Some(all)
    }

    fn goal(&self, goal: &Goal, state: &[u64], open: &mut Vec<usize>) -> Told {
        let mut told = Told::default();
        match goal {
            Goal::Each {
                of,
                far,
                each,
                sure,
            } => {
                let mut places = Vec::new();
                self.each(of, state, |place, cell| {
                    told.add(far[place]);
                    if far[place] > 0 {
                        open.push(cell);
                    }
                    places.push(place);
                });
                if told.open > 0 && !told.never && places.len() <= MOST_ASSIGNED && !each.is_empty()
                {
                    let cost = |row: usize, column: usize| far_or_none(each[column][places[row]]);
                    match assignment(places.len(), each.len(), cost) {
                        Some(steps) => told.steps = steps,
                        None => told.never = true,
                    }
                }
                told.never &= sure;
            }
            Goal::Filled { by, targets, sure } => {
                let (mut places, mut cells) = (Vec::new(), Vec::new());
                self.each(by, state, |place, cell| {
                    places.push(place);
                    cells.push(cell);
                });
                for far in targets {
                    let nearest = places.iter().map(|place| far[*place]).min();
                    told.add(nearest.unwrap_or(NEVER));
                }
                if told.open > 0 {
                    let is_free = |place: usize| targets.iter().all(|far| far[place] > 0);
                    let free = places
                        .iter()
                        .zip(&cells)
                        .filter(|(place, _)| is_free(**place));
                    open.extend(free.map(|(_, cell)| *cell));
                }
                let few = targets.len().max(places.len()) <= MOST_ASSIGNED;
                if told.open > 0 && !told.never && few && *sure {
                    let cost =
                        |row: usize, column: usize| far_or_none(targets[row][places[column]]);
                    match assignment(targets.len(), places.len(), cost) {
                        Some(steps) => told.steps = steps,
                        None => told.never = true,
                    }
                }
                told.never &= sure;
            }
            Goal::One { of, far, sure } => {
                let mut nearest = NEVER;
                let mut cells = Vec::new();
                self.each(of, state, |place, cell| {
                    nearest = nearest.min(far[place]);
                    cells.push(cell);
                });
                told.add(nearest);
                if told.open > 0 {
                    open.append(&mut cells);
                }
                told.never &= sure;
            }
            Goal::Pairs { quantity, of, on } => {
                self.pairs(*quantity, (of, on), state, &mut told, open)
            }
        }
        told
    }

    /// Manhattan distances of objects to others.
    fn pairs(
        &self,
        quantity: Quantity,
        (of, on): (&Things, &Things),
        state: &[u64],
        told: &mut Told,
        open: &mut Vec<usize>,
    ) {
        let mut others = Vec::new();
        self.each(on, state, |_, cell| others.push(cell));
        let rows = self.field.rows;
        let far = |one: usize, other: usize| {
            (one % rows).abs_diff(other % rows) + (one / rows).abs_diff(other / rows)
        };
        let mut least = NEVER;
        self.each(of, state, |_, cell| {
            let nearest = others.iter().map(|other| far(cell, *other)).min();
            let nearest = nearest.map_or(NEVER, |far| far as u16);
            match quantity {
                Quantity::No => told.add(u16::from(nearest == 0)),
                Quantity::All => told.add(nearest),
                Quantity::Some => least = least.min(nearest),
            }
            if nearest > 0 {
                open.push(cell);
            }
        });
        if quantity == Quantity::Some {
            told.add(least);
        }
        told.never = false;
    }

    /// Calls `f` with the node and cell of each object in a state.
    fn each(&self, of: &Things, state: &[u64], mut f: impl FnMut(usize, usize)) {
        let (cells, layout) = (self.field.cells(), &self.plan.layout);
        let words = cells.div_ceil(64);
        for (index, object) in of.objects.iter().enumerate() {
            let board = usize::from(layout.board_of[*object]);
            let mut call = |cell: usize| f(index * cells + cell, cell);
            if board >= layout.changing {
                self.fixed[*object].iter().for_each(&mut call);
                continue;
            }
            cells_of(&state[board * words..(board + 1) * words]).for_each(&mut call);
        }
    }
}

fn far_or_none(far: u16) -> Option<u32> {
    (far != NEVER).then_some(u32::from(far))
}

struct Maker<'a> {
    game: &'a Game,
    relaxed: &'a Relaxed,
}

impl Maker<'_> {
    fn goal(&self, win: &Win) -> Option<Goal> {
        let of = &win.of;
        let Some(on) = &win.on else {
            return self.alone(win.quantity, of);
        };
        match (self.fixed(of), self.fixed(on)) {
            (Some(_), Some(_)) => None,
            (None, Some(on)) => self.onto(win.quantity, of, &on),
            (Some(of), None) => match win.quantity {
                Quantity::All => self.filled(on, &of),
                quantity => self.onto(quantity, on, &of),
            },
            (None, None) => Some(Goal::Pairs {
                quantity: win.quantity,
                of: things(of),
                on: things(on),
            }),
        }
    }

    /// Cells of a kind, if they never change.
    fn fixed(&self, kind: &Kind) -> Option<Marks> {
        let mut cells = None::<Marks>;
        for object in kind.mask.iter() {
            let mut both = self.relaxed.present[object].clone();
            both.keep(&self.relaxed.missing[object]);
            if !both.is_empty() {
                return None;
            }
            let here = &self.relaxed.present[object];
            match &mut cells {
                None => cells = Some(here.clone()),
                Some(cells) if kind.all => cells.keep(here),
                Some(cells) => {
                    cells.add(here);
                }
            }
        }
        cells
    }

    fn ways(&self, kind: &Kind) -> Option<(Ways, bool)> {
        // Of objects that must be together only one is followed.
        let mask = Mask::of(things(kind).objects);
        let ways = Ways::new(self.game, self.relaxed, &mask)?;
        Some((ways, !kind.all))
    }

    /// Goal of a condition without ‘on’.
    fn alone(&self, quantity: Quantity, of: &Kind) -> Option<Goal> {
        let (ways, sure) = self.ways(of)?;
        let far = match quantity {
            Quantity::All => return None,
            Quantity::No => {
                let mut far = ways.distances(ways.vanish.iter().copied());
                // Disappearing is a step, too.
                far.iter_mut().for_each(|far| *far = far.saturating_add(1));
                return Some(Goal::Each {
                    of: things(of),
                    far,
                    each: Vec::new(),
                    sure,
                });
            }
            Quantity::Some => ways.distances(0..ways.objects().len() * self.relaxed.field.cells()),
        };
        Some(Goal::One {
            of: things(of),
            far,
            sure: sure && !ways.grows,
        })
    }

    /// Goal that all objects, one, or none must be on some cells.
    fn onto(&self, quantity: Quantity, of: &Kind, on: &Marks) -> Option<Goal> {
        let (ways, sure) = self.ways(of)?;
        let mut cells = on.clone();
        if quantity == Quantity::No {
            cells = Marks::all(self.relaxed.field.cells());
            cells.remove(on);
        }
        let to = |cell: usize| ways.places(cell);
        let mut ends: Vec<usize> = cells.iter().flat_map(to).collect();
        if quantity != Quantity::Some {
            ends.extend(&ways.vanish);
        }
        let far = ways.distances(ends);
        let of = things(of);
        if quantity == Quantity::Some {
            let sure = sure && !ways.grows;
            return Some(Goal::One { of, far, sure });
        }
        let mut layers = of
            .objects
            .iter()
            .map(|object| self.game.names.objects[*object].layer);
        let first = layers.next();
        let alone = layers.all(|layer| Some(layer) == first);
        let few = quantity == Quantity::All && cells.count() <= 2 * MOST_ASSIGNED;
        let each = match few && alone && !ways.shrinks && ways.vanish.is_empty() {
            true => cells.iter().map(|cell| ways.distances(to(cell))).collect(),
            false => Vec::new(),
        };
        Some(Goal::Each {
            of,
            far,
            each,
            sure,
        })
    }

    /// Goal that an object must come to each of some cells.
    fn filled(&self, by: &Kind, cells: &Marks) -> Option<Goal> {
        let (ways, sure) = self.ways(by)?;
        let to = |cell: usize| ways.distances(ways.places(cell));
        Some(Goal::Filled {
            by: things(by),
            targets: cells.iter().map(to).collect(),
            sure: sure && !ways.grows,
        })
    }

    fn walks(&self) -> Option<Walks> {
        let player = &self.game.player;
        let (field, cells) = (self.relaxed.field, self.relaxed.field.cells());
        let players = things(player);
        if players.objects.len() * cells * cells > MOST_WALKS {
            return None;
        }
        let (ways, _) = self.ways(player)?;
        let beside = |cell: usize| {
            let near = super::field::DIRECTIONS
                .into_iter()
                .filter_map(move |direction| field.beyond(cell, direction, 1));
            near.chain([cell]).flat_map(|cell| ways.places(cell))
        };
        let to = (0..cells).map(|cell| ways.distances(beside(cell)));
        Some(Walks {
            players,
            to: to.collect(),
        })
    }
}

fn things(kind: &Kind) -> Things {
    let objects: Vec<usize> = kind.mask.iter().collect();
    let count = if kind.all { 1 } else { objects.len() };
    Things {
        objects: objects.into_iter().take(count).collect(),
    }
}
