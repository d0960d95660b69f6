//! Repeatable bodies by number of commands, one per effect.
//!
//! Two bodies are equivalent if from every robot state they lead to the same state and switch the same lights in the
//! same order; either can replace the other in any program. So it suffices to build bodies from the shortest
//! representatives of shorter ones. Effects are compared by 128-bit hashes.

use std::hash::Hasher as _;
use std::rc::Rc;

use rustc_hash::{FxHashSet, FxHasher};

use super::ground::{Ground, Here, Lit};
use super::{Item, Ticker};
use crate::program::Command;
use crate::search::Stop;

/// Bodies and repeats by cost.
pub(super) struct Library<'a> {
    ground: &'a Ground,
    most: u8,
    bodies: Vec<Vec<Rc<[Item]>>>,
    repeats: Vec<Vec<Item>>,
    /// Hashes of the known effects.
    done: FxHashSet<u128>,
    items: usize,
}

/// Number of dark lights that never reaches 0: within a program a win does not end the run.
const GOES_ON: i32 = i32::MAX / 2;

impl<'a> Library<'a> {
    pub(super) fn new(ground: &'a Ground, most: u8) -> Self {
        let mut library = Self {
            ground,
            most,
            bodies: vec![vec![Rc::new([])]],
            repeats: vec![Vec::new()],
            done: FxHashSet::default(),
            items: 0,
        };
        let nothing = sign(&library.starts());
        library.done.insert(nothing);
        library
    }

    pub(super) fn bodies(&self, cost: usize) -> &[Rc<[Item]>] {
        self.bodies.get(cost).map_or(&[], Vec::as_slice)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.items * size_of::<Item>() + self.done.capacity() * size_of::<u128>()) as u64
    }

    /// Adds all bodies up to this cost.
    pub(super) fn grow(&mut self, cost: usize, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        while self.bodies.len() <= cost {
            self.add(self.bodies.len(), ticker)?;
        }
        Ok(())
    }

    fn add(&mut self, cost: usize, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        let mut repeats = Vec::new();
        if cost > 1 {
            for index in 0..self.bodies[cost - 1].len() {
                ticker.tick()?;
                let body = Rc::clone(&self.bodies[cost - 1][index]);
                self.repeat(&body, &mut repeats);
            }
        }
        let mut bodies: Vec<Rc<[Item]>> = repeats.iter().map(|it| Rc::from([it.clone()])).collect();
        for index in 0..self.bodies[cost - 1].len() {
            ticker.tick()?;
            for command in Command::ACTIONS {
                self.join((cost - 1, index), &Item::Act(command), &mut bodies);
            }
        }
        for begin in 1..cost.saturating_sub(1) {
            for index in 0..self.bodies[begin].len() {
                for repeat in 0..self.repeats[cost - begin].len() {
                    ticker.tick()?;
                    let item = self.repeats[cost - begin][repeat].clone();
                    self.join((begin, index), &item, &mut bodies);
                }
            }
        }
        self.items += bodies.iter().map(|body| body.len() + 2).sum::<usize>();
        self.bodies.push(bodies);
        self.repeats.push(repeats);
        Ok(())
    }

    /// Adds a body extended by an item, if its effect is new.
    fn join(&mut self, begin: (usize, usize), item: &Item, bodies: &mut Vec<Rc<[Item]>>) {
        let begin = &self.bodies[begin.0][begin.1];
        // Opposite turns cancel out.
        if let (Some(Item::Act(last)), Item::Act(next)) = (begin.last(), item)
            && matches!(
                (last, next),
                (Command::Left, Command::Right) | (Command::Right, Command::Left)
            )
        {
            return;
        }
        let joined: Vec<Item> = begin.iter().chain([item]).cloned().collect();
        let mut all = self.starts();
        for here in &mut all {
            self.ground.run(&joined, here);
        }
        if self.done.insert(sign(&all)) {
            bodies.push(joined.into());
        }
    }

    /// Adds the repeats of a body whose effects are new. Once robot states and lights recur, larger counts recur with
    /// the same period.
    fn repeat(&mut self, body: &Rc<[Item]>, repeats: &mut Vec<Item>) {
        let mut all = self.starts();
        let mut before: Vec<u128> = Vec::new();
        let mut last = self.most;
        for times in 1..=self.most {
            for here in &mut all {
                self.ground.run(body, here);
            }
            let came_to = state(&all);
            if let Some(same) = before.iter().position(|it| *it == came_to) {
                let period = before.len() - same;
                let ends = usize::from(times) + period - 1;
                last = last.min(u8::try_from(ends).unwrap_or(u8::MAX));
            }
            before.push(came_to);
            if times > 1 && self.done.insert(sign(&all)) {
                repeats.push(Item::Repeat(times, Rc::clone(body)));
            }
            if times >= last {
                break;
            }
        }
    }

    fn starts(&self) -> Vec<Here> {
        let start = |place| Here {
            dark: GOES_ON,
            ..self.ground.at(place)
        };
        (0..self.ground.places()).map(start).collect()
    }
}

/// Hash of an effect, over all robot states.
fn sign(all: &[Here]) -> u128 {
    hashed(
        all.iter()
            .map(|here| [u64::from(here.at), here.trace, 0, 0, 0]),
    )
}

/// Hash of the resulting states, over all robot states.
fn state(all: &[Here]) -> u128 {
    let lit = |here: &Here| -> [u64; 5] {
        let [a, b, c, d]: Lit = here.lit;
        [u64::from(here.at), a, b, c, d]
    };
    hashed(all.iter().map(lit))
}

fn hashed(all: impl Iterator<Item = [u64; 5]>) -> u128 {
    let (mut one, mut other) = (FxHasher::default(), 0xCBF2_9CE4_8422_2325_u64);
    for words in all {
        for word in words {
            one.write_u64(word);
            other = (other ^ word)
                .wrapping_mul(0x0100_0000_01B3)
                .rotate_left(23);
        }
    }
    (u128::from(one.finish()) << 64) | u128::from(other)
}
