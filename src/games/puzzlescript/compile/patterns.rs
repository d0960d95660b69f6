//! Rules as masks: required and forbidden objects of each cell, and its change.

use std::sync::Arc;

use crate::game::Heading;

use super::super::syntax::{Problems, Script};
use super::expand::RuleExpander;
use super::mask::{Mask, all_of};
use super::names::{Meaning, Names};
use super::rule_text::{CellItem, CellText, Command, Marker, RuleHead, Variant, WordTable};

/// Condition of one cell of a pattern, with its change. Movements are numbered as in [`MOVEMENTS`](super::MOVEMENTS).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellPattern {
    pub present: Mask,
    /// Forbidden objects.
    pub missing: Mask,
    /// Sets of objects; of each set, at least one is required.
    pub any: Vec<Mask>,
    /// Required movements.
    pub moving: Mask,
    /// Forbidden movements.
    pub stationary: Mask,
    pub change: Option<CellChange>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellChange {
    /// Objects removed before [`Self::set`] are added.
    pub clear: Mask,
    pub set: Mask,
    /// Movements removed before [`Self::go`] are given.
    pub stop: Mask,
    pub go: Mask,
    /// Movements of layers whose movement is replaced; they are removed, too, and belong to a rigid rule.
    pub layers: Mask,
    /// Objects of which one is added at random.
    pub random: Mask,
    /// Layers that get a random movement.
    pub random_layers: Vec<usize>,
}

impl CellChange {
    pub fn is_empty(&self) -> bool {
        let objects = [&self.clear, &self.set, &self.random];
        let movements = [&self.stop, &self.go, &self.layers];
        objects.into_iter().chain(movements).all(Mask::is_empty) && self.random_layers.is_empty()
    }
}

/// A row of cells, in parts between gaps.
pub type RowPattern = Vec<Vec<CellPattern>>;

#[derive(Clone, Debug)]
pub struct Rule {
    pub head: RuleHead,
    pub direction: Heading,
    pub rows: Vec<RowPattern>,
    /// `true` if it has a right side.
    pub replaces: bool,
    pub commands: Arc<[Command]>,
    /// Two words for objects required in one layer, so that it never applies.
    pub impossible: Option<(u32, u32)>,
}

const GAP_MISMATCH: &str = "a gap ‘...’ must be at the same position on both sides of the arrow";
const GAP_NOT_ALONE: &str = "a gap ‘...’ must be alone in its cell";

/// Compiles one variant of a rule.
pub struct PatternCompiler<'a> {
    pub source: &'a Script,
    pub names: &'a Names,
    pub words: &'a WordTable,
    pub expander: &'a RuleExpander<'a>,
    pub problems: &'a mut Problems,
    pub variant: &'a Variant,
    /// Becomes [`Rule::impossible`].
    pub impossible: Option<(u32, u32)>,
}

/// Words that require or put an object into each layer of a cell.
type LayerWords = Vec<Option<u32>>;

impl PatternCompiler<'_> {
    /// Compiles the rule; `None` if it can never apply, or after an error.
    pub fn compile(mut self) -> Option<Rule> {
        let variant = self.variant;
        let mut rows = Vec::new();
        for (index, left) in variant.left.iter().enumerate() {
            let right = variant.right.get(index);
            let mut parts: RowPattern = vec![Vec::new()];
            for (col, cell) in left.iter().enumerate() {
                // The cell of the right side, if there is one.
                let becomes = right.and_then(|row| row.get(col));
                if has_gap(cell) {
                    self.check_gap(cell, becomes, col == 0 || col + 1 == left.len())?;
                    let is_repeated = col > 0 && has_gap(&left[col - 1]);
                    if parts.len() > 2 {
                        self.error("a bracket can have at most two gaps ‘...’");
                    } else if is_repeated {
                        self.warning("two adjacent gaps ‘...’ act as one");
                    }
                    parts.push(Vec::new());
                    continue;
                }
                let pattern = self.cell(cell, becomes)?;
                if let Some(part) = parts.last_mut() {
                    part.push(pattern);
                }
            }
            rows.push(parts);
        }
        Some(Rule {
            head: variant.head,
            direction: match variant.direction {
                Marker::Up => Heading::Up,
                Marker::Down => Heading::Down,
                Marker::Left => Heading::Left,
                _ => Heading::Right,
            },
            rows,
            replaces: !variant.right.is_empty(),
            commands: Arc::clone(&variant.commands),
            impossible: self.impossible,
        })
    }

    fn error(&mut self, message: impl Into<String>) {
        self.problems.error(self.variant.head.line, 1, message);
    }

    fn warning(&mut self, message: impl Into<String>) {
        self.problems.warning(self.variant.head.line, 1, message);
    }

    /// Checks a cell with a gap, which `at_end` is the first or last of its row; `None` if the rule cannot be compiled.
    fn check_gap(
        &mut self,
        cell: &CellText,
        becomes: Option<&CellText>,
        at_end: bool,
    ) -> Option<()> {
        if cell.len() != 1 {
            self.error(GAP_NOT_ALONE);
            return None;
        }
        if at_end {
            self.error("a gap ‘...’ cannot be at the start or end of a bracket");
            return None;
        }
        if becomes.is_some_and(|cell| cell.len() != 1 || !has_gap(cell)) {
            self.error(GAP_MISMATCH);
        }
        Some(())
    }

    /// Layer of an object, or of all objects of a property; `None` if there is no single one.
    fn layer(&self, item: &CellItem) -> Option<usize> {
        match self.expander.meaning(item)? {
            Meaning::Aggregate(_) => None,
            meaning => self.names.only_layer(meaning.objects()),
        }
    }

    fn report_no_layer(&mut self, item: &CellItem) {
        let name = self.words.upper_name(item.word);
        self.error(format!("{name} is in no collision layer"));
    }

    /// Compiles a cell of the left side, with the one at its position on the right if there is one.
    fn cell(&mut self, cell: &CellText, becomes: Option<&CellText>) -> Option<CellPattern> {
        let mut pattern = CellPattern::default();
        let mut used: LayerWords = vec![None; self.names.layers.len()];
        // Movements of layers with a required single object.
        let mut known = Mask::default();
        for item in cell {
            if item.mark == Marker::Random {
                self.error("RANDOM can only be used on the right side of a rule");
                continue;
            }
            let Some(mask) = self.expander.meaning(item).map(Meaning::mask) else {
                // An object in no layer is reported at its declaration.
                if self.source.object(self.words.name(item.word)).is_none() {
                    self.report_no_layer(item);
                }
                return None;
            };
            if item.mark == Marker::No {
                pattern.missing.add(&mask);
                continue;
            }
            let Some(layer) = self.layer(item) else {
                self.report_no_layer(item);
                return None;
            };
            if let Some(other) = used[layer].replace(item.word) {
                self.impossible = Some((item.word, other));
            }
            if let Some(Meaning::Object(object)) = self.expander.meaning(item) {
                pattern.present.insert(*object);
                known.add(&all_of(layer));
            } else {
                pattern.any.push(mask);
            }
            match item.mark {
                Marker::Stationary => pattern.stationary.add(&all_of(layer)),
                mark => pattern.moving.add(&mark.in_layer(layer)),
            }
        }
        if pattern.present.intersects(&pattern.missing) {
            let both = pattern.present.iter();
            let both = both.filter(|object| pattern.missing.has(*object));
            self.warning(format!(
                "this rule both requires and forbids {} in a cell, so it never applies",
                self.names.upper_names(both)
            ));
            return None;
        }
        if let Some(becomes) = becomes {
            pattern.change = self.change(&pattern, &used, known, becomes);
        }
        Some(pattern)
    }

    /// Change of a cell that matches `pattern`. `used` are the words that require an object, `known` the movements of
    /// layers with a required single object.
    fn change(
        &mut self,
        pattern: &CellPattern,
        used: &LayerWords,
        known: Mask,
        becomes: &CellText,
    ) -> Option<CellChange> {
        if becomes.first().is_some_and(|item| item.mark == Marker::Gap) {
            self.error(GAP_MISMATCH);
        }
        if becomes.len() > 1 && has_gap(becomes) {
            self.error(GAP_NOT_ALONE);
        }
        let mut change = CellChange::default();
        let mut now: LayerWords = vec![None; used.len()];
        let mut random_now: LayerWords = vec![None; used.len()];
        let mut replaced = known;
        for item in becomes.iter().take_while(|item| item.mark != Marker::Gap) {
            if item.mark == Marker::Random {
                self.random(&mut change, item, &now, &mut random_now);
                continue;
            }
            // Names without an object in a layer add nothing.
            let Some(mask) = self.expander.meaning(item).map(Meaning::mask) else {
                continue;
            };
            if item.mark == Marker::No {
                change.clear.add(&mask);
                continue;
            }
            let Some(layer) = self.layer(item) else {
                continue;
            };
            if let Some(other) = now[layer].or(random_now[layer])
                && self.impossible.is_none()
            {
                self.error(format!(
                    "{} and {} are in the same collision layer, so they cannot share a cell",
                    self.words.upper_name(item.word),
                    self.words.upper_name(other)
                ));
            }
            now[layer] = Some(item.word);
            if item.mark != Marker::None {
                change.layers.add(&all_of(layer));
            }
            if let Some(Meaning::Object(object)) = self.expander.meaning(item) {
                change.set.insert(*object);
                change.clear.add(&self.names.layers[layer]);
                replaced.remove(&all_of(layer));
            }
            match item.mark {
                Marker::Stationary => change.stop.add(&all_of(layer)),
                Marker::RandomDir => change.random_layers.push(layer),
                mark => change.go.add(&mark.in_layer(layer)),
            }
        }
        // Objects and movements that the right side repeats are removed and added again.
        if !pattern.present.is_subset(&change.set) {
            change.clear.add(&pattern.present);
        }
        if !pattern.moving.is_subset(&change.go) {
            change.stop.add(&pattern.moving);
        }
        for (layer, (before, after)) in used.iter().zip(&now).enumerate() {
            if before.is_some() && after.is_none() {
                change.clear.add(&self.names.layers[layer]);
                change.layers.add(&all_of(layer));
            }
        }
        // Where a single object leaves its layer and no single one replaces it, its movement ends, too.
        change.layers.add(&replaced);
        change.random_layers.sort_unstable();
        change.random_layers.dedup();
        (!change.is_empty()).then_some(change)
    }

    /// Adds a random object. `now` and `random_now` are the words that fill the layers without and with `random`.
    fn random(
        &mut self,
        change: &mut CellChange,
        item: &CellItem,
        now: &LayerWords,
        random_now: &mut LayerWords,
    ) {
        let shown = self.words.upper_name(item.word);
        let Some(meaning) = self.expander.meaning(item) else {
            self.error(format!(
                "RANDOM needs an object or a name defined with ‘or’; there is no {shown}"
            ));
            return;
        };
        let objects = meaning.objects();
        if objects.len() == 1 {
            self.warning(format!(
                "{shown} is a single object; RANDOM chooses from a name defined with ‘or’"
            ));
        }
        change.random.add(&meaning.mask());
        for object in objects {
            let layer = self.names.objects[*object].layer;
            if let Some(other) = now[layer].filter(|other| *other as usize != *object) {
                self.warning(format!(
                    "RANDOM may place {} where {} is, but they are in the same collision layer",
                    self.names.objects[*object].name.to_uppercase(),
                    self.words.upper_name(other)
                ));
            }
            random_now[layer] = Some(*object as u32);
        }
    }
}

fn has_gap(cell: &CellText) -> bool {
    cell.iter().any(|item| item.mark == Marker::Gap)
}
