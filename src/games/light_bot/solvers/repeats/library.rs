//! All that can be repeated, by its number of commands, without what does the same as something
//! no longer.
//!
//! Two bodies do the same if from every place they lead to the same place and switch the same
//! lights in the same order. One can then stand for the other in any program, so each body is made
//! of shorter ones that stand for all.

use std::hash::Hasher as _;
use std::rc::Rc;

use rustc_hash::{FxHashSet, FxHasher};

use super::ground::{Ground, Here, Lit};
use super::{Item, Ticker};
use crate::program::Command;
use crate::search::Stop;

/// Bodies and repeats by their cost.
pub(super) struct Library<'a> {
    ground: &'a Ground,
    most: u8,
    bodies: Vec<Vec<Rc<[Item]>>>,
    repeats: Vec<Vec<Item>>,
    /// What is done by something that is here.
    done: FxHashSet<u128>,
    items: usize,
}

/// Never all lit: what is in the middle of a program goes on.
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

    /// Bodies of so many commands.
    pub(super) fn bodies(&self, cost: usize) -> &[Rc<[Item]>] {
        self.bodies.get(cost).map_or(&[], Vec::as_slice)
    }

    /// About how much memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.items * size_of::<Item>() + self.done.capacity() * size_of::<u128>()) as u64
    }

    /// Adds bodies until all of up to so many commands are there.
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

    /// Adds a body with something after it, if it does something new.
    fn join(&mut self, begin: (usize, usize), item: &Item, bodies: &mut Vec<Rc<[Item]>>) {
        let begin = &self.bodies[begin.0][begin.1];
        // A turn there and back is nothing.
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

    /// Adds the repeats of a body that do something new. Once places and lights are as they were
    /// after fewer times, more times come to the same again and again.
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

/// What something does, from each place.
fn sign(all: &[Here]) -> u128 {
    hashed(
        all.iter()
            .map(|here| [u64::from(here.at), here.trace, 0, 0, 0]),
    )
}

/// Where something leads, from each place.
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
