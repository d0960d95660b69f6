//! Step counters found in the rules themselves, for the search without a network.

use rustc_hash::FxHashSet;

use crate::gdl_level::GdlLevel;
use crate::rules::{BodyLit, DOES, NEXT, Pat, RuleSet, TERMINAL, TRUE};
use crate::syntax::Sym;
use planwright_game::search::{Budget, Stop};

/// Facts that only count steps, by name and arity: their rules read only themselves and what never changes, and only
/// rules for the end of the game read them besides.
pub(crate) fn counters(rules: &RuleSet) -> FxHashSet<(Sym, usize)> {
    let dynamic = rules.dynamic();
    let mut counters = FxHashSet::default();
    let mut others: FxHashSet<(Sym, usize)> = FxHashSet::default();
    let fact = |args: &[Pat]| args.first()?.functor();
    for rule in &rules.rules {
        let own = fact(&rule.head.args).filter(|_| rule.head.rel == NEXT);
        counters.extend(own);
        for atom in rule.body.iter().filter_map(BodyLit::atom) {
            if atom.rel == TRUE {
                match fact(&atom.args) {
                    // A variable stands for any fact.
                    None => return FxHashSet::default(),
                    Some(read) if Some(read) == own || rule.head.rel == TERMINAL => {}
                    Some(read) => {
                        others.insert(read);
                        others.extend(own);
                    }
                }
            } else if dynamic[atom.rel as usize] || atom.rel == DOES {
                others.extend(own);
            }
        }
        if rule.head.rel == NEXT && own.is_none() {
            return FxHashSet::default();
        }
    }
    counters.retain(|name| !others.contains(name));
    counters
}

/// Facts of step counters that are proved to be nothing else, by which states need not be distinguished. The proof
/// uses the network; without one the set is empty.
pub(crate) fn clock_facts(level: &GdlLevel, budget: &Budget) -> Result<FxHashSet<String>, Stop> {
    let Ok(model) = level.network(level.settings().limits, budget) else {
        budget.check()?;
        return Ok(FxHashSet::default());
    };
    let Some(clock) = level.counters(&model, budget, true)? else {
        return Ok(FxHashSet::default());
    };
    let facts = (0..).zip(&model.fact_texts);
    let counted = facts.filter(|(bit, _)| clock.has(*bit));
    Ok(counted.map(|(_, text)| text.clone()).collect())
}
