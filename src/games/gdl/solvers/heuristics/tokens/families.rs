//! Candidates for token families: facts of one kind of which equally many hold in all states of random playouts, such
//! as the crates of a warehouse, what is on one square, the player's square. [`super`] proves or rejects them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::SearchNet;
use crate::net::machine::is_on;
use crate::solvers::search::expand::Expander;
use crate::terms::{TermId, Terms};
use planwright_game::search::{Budget, Stop};

/// Number of random playouts; at most the lanes of the network, in which all are evaluated at once.
const PLAYOUTS: usize = 64;
const PLAYOUT_STEPS: usize = 60;
/// Facts of more arguments are left out: each subset of the arguments makes groups.
const MAX_ARGUMENTS: usize = 4;
/// Most facts in all groups together.
const MAX_GROUPED_FACTS: usize = 60_000;
/// Seed of the playouts: any fixed one, so that runs can be repeated.
const SEED: u64 = 11;

/// Facts, as bits of the state.
pub type Places = Vec<u32>;

/// Groups of facts, or pairs of groups, of which equally many hold at the start and in all `states` (those of
/// [`states`]); none if the groups have more than [`MAX_GROUPED_FACTS`] facts.
pub fn candidates(
    view: &SearchNet,
    terms: &Terms,
    states: &[u64],
    budget: &Budget,
) -> Result<Vec<Places>, Stop> {
    let groups = groups(&view.net.facts, terms);
    if groups.iter().map(Vec::len).sum::<usize>() > MAX_GROUPED_FACTS {
        return Ok(Vec::new());
    }
    let words = view.code.words();
    // For each group and state, how many more of its facts hold than at the start.
    let mut changes: Vec<Vec<i32>> = Vec::with_capacity(groups.len());
    for group in &groups {
        budget.check()?;
        let count = |state: &[u64]| {
            let on = |place: &u32| i32::from(is_on(state, *place as usize));
            group.iter().map(on).sum::<i32>()
        };
        let first = count(&view.start);
        changes.push(
            states
                .chunks(words)
                .map(|state| count(state) - first)
                .collect(),
        );
    }
    let is_constant = |change: &Vec<i32>| change.iter().all(|more| *more == 0);
    let mut found: Vec<Places> = Vec::new();
    // Two groups may exchange facts: crates on marked squares, and on others.
    let mut others: FxHashMap<Vec<i32>, usize> = FxHashMap::default();
    for (at, (group, change)) in groups.iter().zip(&changes).enumerate() {
        if is_constant(change) {
            found.push(group.clone());
            continue;
        }
        let opposite: Vec<i32> = change.iter().map(|more| -more).collect();
        if let Some(other) = others.get(&opposite) {
            let mut both: Places = [&groups[*other][..], group].concat();
            both.sort_unstable();
            both.dedup();
            if both.len() == group.len() + groups[*other].len() {
                found.push(both);
            }
        }
        others.entry(change.clone()).or_insert(at);
    }
    let mut known = FxHashSet::default();
    found.retain(|places| known.insert(places.clone()));
    Ok(found)
}

/// Facts of the same name that agree in some of their arguments: in none, in one of them, and so on.
fn groups(facts: &[TermId], terms: &Terms) -> Vec<Places> {
    let mut groups: FxHashMap<(u32, usize, u32, Vec<TermId>), Places> = FxHashMap::default();
    for (bit, fact) in (0..).zip(facts) {
        let (name, args) = terms.get(*fact);
        if args.len() > MAX_ARGUMENTS {
            continue;
        }
        // The bits of `fixed` are the arguments that agree.
        for fixed in 0..(1u32 << args.len()) {
            let agree = args
                .iter()
                .enumerate()
                .filter(|(at, _)| fixed >> at & 1 == 1);
            let key = agree.map(|(_, arg)| *arg).collect();
            groups
                .entry((name, args.len(), fixed, key))
                .or_default()
                .push(bit);
        }
    }
    let has_several = |group: &Places| group.len() > 1;
    let mut groups: Vec<Places> = groups.into_values().filter(has_several).collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// States of random playouts (packed, one after the other): after each step, those of all playouts.
pub fn states(view: &SearchNet, budget: &Budget) -> Result<Vec<u64>, Stop> {
    let words = view.code.words();
    let mut expander = Expander::new(view, budget);
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut now: Vec<u64> = view.start.repeat(PLAYOUTS);
    let mut all = Vec::new();
    for _ in 0..PLAYOUT_STEPS {
        budget.check()?;
        let statuses = expander.evaluate(&now);
        let mut next: Vec<u64> = view.start.repeat(PLAYOUTS);
        let mut emit = |game: u32, _: u32, state: &[u64]| {
            next[game as usize * words..][..words].copy_from_slice(state);
            Ok(())
        };
        for (game, status) in statuses.iter().enumerate() {
            let legal: Vec<usize> = expander.legal(game).collect();
            // Playouts that are over, or have no legal move, restart.
            if !status.over && !legal.is_empty() {
                let mv = legal[random.usize(..legal.len())];
                expander.push(game as u32, &now[game * words..][..words], mv, &mut emit)?;
            }
        }
        expander.flush(&mut emit)?;
        now = next;
        all.extend_from_slice(&now);
    }
    Ok(all)
}
