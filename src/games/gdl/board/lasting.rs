//! Static facts about places: facts of the rules that are not part of a state.

use rustc_hash::FxHashMap;

use super::super::placing::{BoardSettings, Places};
use super::super::rules::{KNOWN, Pat, RelId, Rules};
use super::links::{Placed, links};
use super::words::{Clear, guess};
use super::{Layout, Shows};

const MOST_FACTS: usize = 20_000;

/// Rules, and the facts that hold in every state.
pub struct Still<'a> {
    pub rules: &'a Rules,
    /// Arguments of a relation's facts that are plain words.
    pub rows: &'a dyn Fn(RelId) -> Vec<Vec<String>>,
}

/// Static facts of a relation on the grid.
pub(super) struct Lasting {
    pub name: String,
    pub place: (usize, usize),
    pub shows: Shows,
    pub rows: Vec<Vec<String>>,
}

impl Still<'_> {
    pub(super) fn on_grid(
        &self,
        layout: &Layout,
        settings: &BoardSettings,
        clear: Clear,
    ) -> Vec<Lasting> {
        let rules = self.rules;
        let symbols = &rules.symbols;
        let placed = layout
            .places
            .iter()
            .filter_map(|((name, arity), (row, column, _))| {
                Some((symbols.get(name)?, *arity, (*row, *column)))
            });
        let grid: Vec<Placed> = placed.collect();
        let linked = match settings.places {
            Places::Auto if !grid.is_empty() => links(rules, &grid),
            Places::Of(_) if !grid.is_empty() => FxHashMap::default(),
            _ => return Vec::new(),
        };
        let dynamic = rules.dynamic();
        let relations = (0..).zip(&rules.relations).skip(KNOWN.len());
        let mut found = Vec::new();
        for (rel, relation) in relations.filter(|(rel, _)| !dynamic[*rel as usize]) {
            let name = symbols.name(relation.name);
            let told = match &settings.places {
                Places::Of(placings) => placings
                    .iter()
                    .find(|placing| placing.name == name && placing.fits(relation.arity))
                    .map(|placing| {
                        let shows = placing.value.map_or(Shows::Name, Shows::One);
                        ((placing.row, placing.column), shows)
                    }),
                _ => self.guessed(rel, linked.get(&rel).copied(), clear),
            };
            let Some((place, shows)) = told else {
                continue;
            };
            let mut rows = self.facts(rel);
            if settings.places == Places::Auto {
                rows.retain(|row| is_told(name, row, place, shows, clear));
            }
            if !rows.is_empty() {
                found.push(Lasting {
                    name: name.to_owned(),
                    place,
                    shows,
                    rows,
                });
            }
        }
        found
    }

    /// Arguments for row and column of a relation's facts, if it is about places: judged by rules about the same
    /// places, or by its name.
    fn guessed(
        &self,
        rel: RelId,
        linked: Option<(usize, usize)>,
        clear: Clear,
    ) -> Option<((usize, usize), Shows)> {
        let relation = self.rules.relations[rel as usize];
        let shows = match relation.arity {
            2 => Shows::Name,
            3 => Shows::Rest,
            _ => return None,
        };
        let name = self.rules.symbols.name(relation.name);
        let known = guess(name, name, true, clear);
        let is_known = known.sprite.is_some() || known.ground.is_some();
        // A relation with an unknown name is shown if its facts are written down, not if they follow from rules.
        let written = || {
            self.rules
                .rules
                .iter()
                .any(|rule| rule.head.rel == rel && rule.body.is_empty())
        };
        match linked {
            Some(place) if is_known || relation.arity == 3 || written() => Some((place, shows)),
            None if known.sprite.is_some() || relation.arity == 3 => Some(((0, 1), shows)),
            _ => None,
        }
    }

    fn facts(&self, rel: RelId) -> Vec<Vec<String>> {
        let mut rows = (self.rows)(rel);
        if rows.is_empty() {
            // The relation is not used by the game, so its facts were not computed.
            let written = self
                .rules
                .rules
                .iter()
                .filter(|rule| rule.head.rel == rel && rule.body.is_empty());
            let word = |arg: &Pat| match arg {
                Pat::Compound(name, args) if args.is_empty() => {
                    Some(self.rules.symbols.name(*name).to_owned())
                }
                _ => None,
            };
            rows = written
                .filter_map(|rule| rule.head.args.iter().map(word).collect())
                .collect();
        }
        rows.truncate(MOST_FACTS);
        rows
    }
}

/// Returns whether a fact shows something known at its place; a value must be a known word.
fn is_told(name: &str, row: &[String], place: (usize, usize), shows: Shows, clear: Clear) -> bool {
    if shows == Shows::Name {
        return true;
    }
    let args: Vec<&str> = row.iter().map(String::as_str).collect();
    let says = shows.of(name, &args, place);
    let known = guess(&says, name, true, clear);
    // A wall to the north of a place is not on it.
    let whole = says.parse::<u32>().is_err() && known.heading.is_none();
    whole && (known.sprite.is_some() || known.ground.is_some())
}
