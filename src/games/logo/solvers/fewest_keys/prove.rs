//! Closes in on the best plan from both sides: cases that are searched ever more widely, the one
//! with the lowest bound first.

use crate::search::{Budget, Stop};

use super::super::problem::Vertex;
use super::guide::Guide;
use super::layers::{self, Aim, pass};
use super::lengths::{Lengths, Scale};
use super::search::Search;
use super::set::Set;
use super::state::State;
use super::task::{NEVER, Task};
use super::walks::Walks;
use crate::game::Limit;

/// Width of the first layers; each further pass is four times as wide.
const WIDTH: usize = 300;

/// Up to this width both directions are searched, beyond it the one that promises less work.
const BOTH: usize = 6000;

/// States drawn from a layer for tuning, and rounds of tuning with them: more of both where the
/// layers are wide and it pays.
fn effort(width: usize) -> (usize, usize) {
    if width <= 10 * BOTH {
        (100, 40)
    } else {
        (300, 120)
    }
}

/// Searches until the best plan is proved, or memory does not allow wider layers. `orders` has one order of each
/// orientation there is.
pub(super) fn prove<const WORDS: usize>(
    search: &mut Search<'_, '_>,
    orders: &[Vec<Vertex>],
    budget: &Budget,
) -> Result<Limit, Stop> {
    let Some(lengths) = Lengths::of(search) else {
        return Ok(Limit::Method);
    };
    let mut prover: Prover<'_, '_, '_, WORDS> = Prover {
        scale: lengths.scale(search.ways()),
        lengths,
        search,
        budget,
        cases: Vec::new(),
    };
    prover.open(orders)?;
    while !prover.search.is_proved() {
        // The least bound first; of equal ones the least worked on.
        let cases = prover.cases.iter().enumerate();
        let open = cases.filter(|(_, case)| case.bound < prover.best() && !case.is_stuck);
        let Some((index, _)) =
            open.min_by_key(|(_, case)| (case.level.min(2), case.bound, case.level))
        else {
            return Ok(Limit::Memory);
        };
        prover.advance(index)?;
    }
    Ok(Limit::Method)
}

/// The ways of one orientation, of one parity where there are two.
struct Case<const WORDS: usize> {
    parity: Option<i32>,
    /// The way as it is, and reversed.
    sides: Vec<Side<WORDS>>,
    /// No way is shorter than this; [`NEVER`] if none is better than the best known.
    bound: i32,
    /// How often it was worked on.
    level: u32,
    is_stuck: bool,
}

struct Side<const WORDS: usize> {
    task: Task<WORDS>,
    walks: Walks,
    guide: Guide,
    /// States made by the last pass, and some of them.
    made: u64,
    samples: Vec<Vec<State<WORDS>>>,
}

impl<const WORDS: usize> Side<WORDS> {
    fn new(task: Task<WORDS>, scale: Scale, price: &[i32]) -> Self {
        let mut walks = Walks::new(&task, scale);
        walks.evaluate(price.iter().copied());
        Self {
            guide: Guide::new(walks.prices(), scale),
            walks,
            task,
            made: u64::MAX,
            samples: Vec::new(),
        }
    }
}

impl<const WORDS: usize> Case<WORDS> {
    /// The least length from this one on that ways of this case can have.
    fn rounded(&self, length: i32) -> i32 {
        match self.parity {
            Some(parity) if length < NEVER => length + (length + parity).rem_euclid(2),
            _ => length,
        }
    }

    /// The greatest length below this one that ways of this case can have.
    fn below(&self, length: i32) -> i32 {
        let off = self
            .parity
            .map_or(0, |parity| (length - 1 + parity).rem_euclid(2));
        length - 1 - off
    }
}

struct Prover<'s, 'a, 'p, const WORDS: usize> {
    search: &'s mut Search<'a, 'p>,
    budget: &'s Budget,
    lengths: Lengths,
    scale: Scale,
    cases: Vec<Case<WORDS>>,
}

impl<const WORDS: usize> Prover<'_, '_, '_, WORDS> {
    /// The length of the best way known.
    fn best(&self) -> i32 {
        (self.search.ways() / self.lengths.unit) as i32
    }

    /// Makes the first cases.
    fn open(&mut self, orders: &[Vec<Vertex>]) -> Result<(), Stop> {
        let n = self.lengths.n;
        let tables = 2 * orders.len() * Guide::bytes(n);
        self.budget.check_memory(tables as u64)?;
        for order in orders {
            let mut rank = vec![0; n];
            for (place, vertex) in order.iter().enumerate() {
                rank[*vertex as usize] = place;
            }
            let before = |v: usize| {
                let beside = self.search.problem.beside(v as Vertex).map(|u| u as usize);
                beside
                    .filter(|u| rank[*u] < rank[v])
                    .fold(Set::NONE, Set::with)
            };
            let task = Task::new(
                self.lengths.between.clone(),
                self.lengths.first.clone(),
                vec![0; n],
                (0..n).map(before).collect(),
                self.budget,
            )?;
            self.divide(&task)?;
        }
        Ok(())
    }

    /// Makes the cases of each parity.
    fn divide(&mut self, task: &Task<WORDS>) -> Result<(), Stop> {
        let parities = match &self.lengths.parity {
            Some(_) => vec![Some(0), Some(1)],
            None => vec![None],
        };
        for parity in parities {
            self.budget.check()?;
            let ends = |v: usize| {
                let own = self.lengths.parity.as_ref().map(|parities| parities[v]);
                parity == own && task.after[v] == Set::NONE
            };
            if !(0..self.lengths.n).any(ends) {
                continue;
            }
            let task = task.clone().ending_in(ends);
            self.cases.push(Case {
                parity,
                sides: vec![Side::new(task, self.scale, &vec![0; self.lengths.n])],
                bound: 0,
                level: 0,
                is_stuck: false,
            });
        }
        Ok(())
    }

    /// Works on one case, more than the last time.
    fn advance(&mut self, index: usize) -> Result<(), Stop> {
        let case = &mut self.cases[index];
        let level = case.level;
        case.level += 1;
        if level == 1 {
            let reversed = case.sides[0].task.reversed(self.budget)?;
            let price = &case.sides[0].walks.prices().price;
            let side = Side::new(reversed, self.scale, price);
            case.sides.push(side);
        }
        // Many orientations are worked on only as far as needed at first.
        let many = self.cases.len() > 8;
        let rounds = match level {
            0 if many => 30,
            0 => 100,
            1 => 300,
            _ => 0,
        };
        let (most, is_most) = self.width(level);
        let mut complete = false;
        for side in self.sides(index, most) {
            if rounds > 0 {
                self.ascend(index, side, rounds);
            }
            complete = self.search_layers(index, side, most)?;
            if complete {
                break;
            }
        }
        self.cases[index].is_stuck = is_most && !complete;
        Ok(())
    }

    /// The width of layers at some level, and whether memory allows no more.
    fn width(&self, level: u32) -> (usize, bool) {
        let sides: usize = self.cases.iter().map(|case| case.sides.len()).sum();
        let tables = (sides * Guide::bytes(self.lengths.n)) as u64;
        let left = self.budget.memory().saturating_sub(tables);
        let most = left / layers::bytes_per_state::<WORDS>(self.lengths.n);
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(1 << 30);
        let wanted = WIDTH.saturating_mul(4_usize.saturating_pow(level.saturating_sub(1)));
        (wanted.min(most), wanted >= most)
    }

    fn sides(&self, index: usize, width: usize) -> Vec<usize> {
        let sides = &self.cases[index].sides;
        if width <= BOTH {
            return (0..sides.len()).collect();
        }
        (0..sides.len())
            .min_by_key(|side| sides[*side].made)
            .into_iter()
            .collect()
    }

    /// Better prices for one side of a case.
    fn ascend(&mut self, index: usize, side: usize, rounds: usize) {
        self.search.report("prices");
        let best = self.best();
        let case = &mut self.cases[index];
        let own = &mut case.sides[side];
        let goal = self.scale.fine(best);
        let bound = own.walks.ascend(goal, rounds, self.budget);
        own.guide = Guide::new(own.walks.prices(), self.scale);
        self.raise(index, self.scale.coarse(bound));
    }

    /// Takes note of a bound for a case.
    fn raise(&mut self, index: usize, bound: i32) {
        let case = &mut self.cases[index];
        case.bound = case.bound.max(case.rounded(bound));
        let least = self.cases.iter().map(|case| case.bound).min();
        if let Some(least) = least {
            self.search
                .raise(i64::from(least.min(self.best())) * self.lengths.unit);
        }
    }

    /// Searches layers of some width until nothing better turns up. True if nothing was given up.
    fn search_layers(&mut self, index: usize, side: usize, width: usize) -> Result<bool, Stop> {
        let mut is_tuned = false;
        loop {
            let best = self.best();
            let case = &mut self.cases[index];
            if case.bound >= best {
                return Ok(true);
            }
            let target = case.below(best);
            let (samples, rounds) = effort(width);
            let own = &mut case.sides[side];
            // On narrow layers prices take longer than the search itself.
            if width > BOTH || width > WIDTH && !is_tuned {
                is_tuned = true;
                let drawn = std::mem::take(&mut own.samples);
                self.search.report("prices by layer");
                own.guide
                    .tune(&mut own.walks, &drawn, target, rounds, self.budget)?;
            }
            self.search.report(format!("layers {width} boards wide"));
            let aim = Aim {
                target,
                width,
                samples,
            };
            let pass = pass(&own.task, &own.guide, &aim, self.budget)?;
            own.made = pass.made;
            own.samples = pass.samples;
            self.search.explored += pass.made;
            let found = pass.order.is_some_and(|mut order| {
                if side == 1 {
                    order.reverse();
                }
                let order: Vec<Vertex> = order.iter().map(|v| *v as Vertex).collect();
                self.search.offer(&order)
            });
            // What was found is known by now, so the bound is on all others.
            self.raise(index, pass.dropped);
            if found {
                self.search.polish(self.budget)?;
            }
            if !found || pass.dropped == NEVER {
                return Ok(pass.dropped == NEVER);
            }
        }
    }
}
