//! Static facts about places: facts of the rules that are not part of a state.

use rustc_hash::FxHashMap;

use super::super::grid_settings::{GridFacts, GridSettings};
use super::super::rules::{BUILTINS, Pat, RelId, Rule, RuleSet};
use super::GridLayout;
use super::links::{PlacedFact, links};
use super::placement::{FactLabel, Placement};
use super::vocabulary::{Cues, guess};

/// Most static facts of a relation that are drawn.
const MAX_FACTS: usize = 20_000;

/// Rules, and the facts that hold in every state.
pub struct RigidContext<'a> {
    pub rules: &'a RuleSet,
    /// Arguments of a relation's facts that are plain words.
    pub rows: &'a dyn Fn(RelId) -> Vec<Vec<String>>,
}

/// Static facts of a relation on the grid.
pub(super) struct RigidRelation {
    pub name: String,
    pub placement: Placement,
    /// Arguments of each fact.
    pub rows: Vec<Vec<String>>,
}

impl RigidContext<'_> {
    /// Relations of static facts on the grid of `layout`, which has all facts of states; each has at least one fact.
    pub(super) fn grid_relations(
        &self,
        layout: &GridLayout,
        settings: &GridSettings,
        cues: Cues,
    ) -> Vec<RigidRelation> {
        let cues = cues.of_rigid();
        let rules = self.rules;
        let symbols = &rules.symbols;
        let placed = layout.relations.iter();
        let placed = placed.filter_map(|((name, arity), own)| {
            Some((symbols.get(name)?, *arity, (own.row, own.column)))
        });
        let grid: Vec<PlacedFact> = placed.collect();
        let linked = match settings.facts {
            GridFacts::Auto if !grid.is_empty() => links(rules, &grid),
            // The settings place relations themselves.
            GridFacts::Listed(_) if !grid.is_empty() => FxHashMap::default(),
            _ => return Vec::new(),
        };
        let dynamic = rules.dynamic();
        let relations = (0..).zip(&rules.relations).skip(BUILTINS.len());
        let mut found = Vec::new();
        for (rel, relation) in relations.filter(|(rel, _)| !dynamic[*rel as usize]) {
            let name = symbols.name(relation.name);
            let placement = match &settings.facts {
                GridFacts::Listed(placements) => {
                    Placement::listed(placements, name, relation.arity)
                }
                _ => self.guess_placement(rel, linked.get(&rel).copied(), cues),
            };
            let Some(placement) = placement else {
                continue;
            };
            let mut rows = self.facts(rel);
            if settings.facts == GridFacts::Auto {
                rows.retain(|row| is_known(name, row, placement, cues));
            }
            if !rows.is_empty() {
                found.push(RigidRelation {
                    name: name.to_owned(),
                    placement,
                    rows,
                });
            }
        }
        found
    }

    /// Placement of a relation about places: by `linked`, its arguments for row and column in rules, or by its name.
    fn guess_placement(
        &self,
        rel: RelId,
        linked: Option<(usize, usize)>,
        cues: Cues,
    ) -> Option<Placement> {
        let relation = self.rules.relations[rel as usize];
        let label = match relation.arity {
            2 => FactLabel::Name,
            3 => FactLabel::Rest,
            _ => return None,
        };
        let name = self.rules.symbols.name(relation.name);
        let guess = guess(name, name, cues);
        let is_known = guess.sprite.is_some() || guess.floor.is_some();
        // A relation with an unknown name is shown if its facts are written down, not if they follow from rules.
        let is_written = || self.written(rel).next().is_some();
        let (row, column) = match linked {
            Some(coords) if is_known || relation.arity == 3 || is_written() => coords,
            // No rule shows which arguments they are, so the first two are taken.
            None if guess.sprite.is_some() || relation.arity == 3 => (0, 1),
            _ => return None,
        };
        Some(Placement { row, column, label })
    }

    /// Facts of a relation that the rules state.
    fn written(&self, rel: RelId) -> impl Iterator<Item = &Rule> {
        let rules = self.rules.rules.iter();
        rules.filter(move |rule| rule.head.rel == rel && rule.body.is_empty())
    }

    fn facts(&self, rel: RelId) -> Vec<Vec<String>> {
        let mut rows = (self.rows)(rel);
        if rows.is_empty() {
            // The relation is not used by the game, so its facts were not computed.
            let word = |arg: &Pat| Some(self.rules.symbols.name(arg.name()?).to_owned());
            let words = |rule: &Rule| rule.head.args.iter().map(word).collect();
            rows = self.written(rel).filter_map(words).collect();
        }
        rows.truncate(MAX_FACTS);
        rows
    }
}

/// Returns whether a fact shows something known at its place; a value must be a known word.
fn is_known(name: &str, row: &[String], placement: Placement, cues: Cues) -> bool {
    if placement.label == FactLabel::Name {
        return true;
    }
    let args: Vec<&str> = row.iter().map(String::as_str).collect();
    let value = placement.value(name, &args);
    let guess = guess(&value, name, cues);
    // A wall to the north of a place is not on it.
    let on_cell = value.parse::<u32>().is_err() && guess.heading.is_none();
    on_cell && (guess.sprite.is_some() || guess.floor.is_some())
}
