//! Rules as masks: required and forbidden objects of each cell, and its change.

use std::sync::Arc;

use crate::game::Heading;

use super::super::syntax::{Problems, Script};
use super::expand::RuleExpander;
use super::mask::{Mask, all_of};
use super::names::{Meaning, Names};
use super::rule_text::{CellItem, Command, Marker, Variant, WordTable};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellPattern {
    /// Required objects.
    pub present: Mask,
    /// Forbidden objects.
    pub missing: Mask,
    /// Sets of objects, of each of which one is required.
    pub any: Vec<Mask>,
    /// Required movements.
    pub moving: Mask,
    /// Forbidden movements.
    pub stationary: Mask,
    /// Change of the cell, if any.
    pub change: Option<CellChange>,
}

/// Change of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellChange {
    /// Objects removed before [`CellChange::set`] are added.
    pub clear: Mask,
    pub set: Mask,
    /// Movements removed before [`CellChange::go`] are given.
    pub stop: Mask,
    pub go: Mask,
    /// Movements of layers whose movement is replaced; they are removed, too, and belong to a rigid rule.
    pub layers: Mask,
    /// Objects one of which is added at random.
    pub random: Mask,
    /// Layers that get a random movement.
    pub random_layers: Vec<usize>,
}

impl CellChange {
    /// Returns whether nothing changes.
    pub fn is_empty(&self) -> bool {
        let objects = [&self.clear, &self.set, &self.random];
        let movements = [&self.stop, &self.go, &self.layers];
        let mut masks = objects.into_iter().chain(movements);
        masks.all(Mask::is_empty) && self.random_layers.is_empty()
    }
}

/// A row of cells, in parts between gaps.
pub type RowPattern = Vec<Vec<CellPattern>>;

/// A compiled rule.
#[derive(Clone, Debug)]
pub struct Rule {
    pub line: usize,
    pub direction: Heading,
    pub rows: Vec<RowPattern>,
    /// `true` if it has a right side.
    pub replaces: bool,
    pub late: bool,
    pub rigid: bool,
    pub random: bool,
    pub group: usize,
    pub commands: Arc<[Command]>,
    /// Two objects required in one layer, so that it never applies.
    pub impossible: Option<(u32, u32)>,
}

pub struct PatternCompiler<'a> {
    pub source: &'a Script,
    pub names: &'a Names,
    pub words: &'a WordTable,
    pub expander: &'a RuleExpander<'a>,
    pub problems: &'a mut Problems,
}

const GAP_MISMATCH: &str = "a gap ‘...’ must be at the same position on both sides of the arrow";
const GAP_NOT_ALONE: &str = "a gap ‘...’ must be alone in its cell";

impl PatternCompiler<'_> {
    /// Compiles a rule; `None` if it can never apply.
    pub fn compile(&mut self, variant: &Variant) -> Option<Rule> {
        let line = variant.line;
        let mut impossible = None;
        let mut rows = Vec::new();
        for (index, left) in variant.left.iter().enumerate() {
            let right = variant.right.get(index);
            let mut parts: RowPattern = vec![Vec::new()];
            let mut gaps = 0;
            for (col, cell) in left.iter().enumerate() {
                let becomes = right.and_then(|row| row.get(col));
                if cell.iter().any(|item| item.mark == Marker::Gap) {
                    self.gap(cell, becomes, line, col == 0 || col + 1 == left.len())?;
                    gaps += 1;
                    self.count_gaps(gaps, left.get(col.wrapping_sub(1)), line);
                    parts.push(Vec::new());
                    continue;
                }
                let pattern = self.cell(cell, becomes, line, &mut impossible)?;
                if let Some(part) = parts.last_mut() {
                    part.push(pattern);
                }
            }
            rows.push(parts);
        }
        Some(Rule {
            line,
            direction: match variant.direction {
                Marker::Up => Heading::Up,
                Marker::Down => Heading::Down,
                Marker::Left => Heading::Left,
                _ => Heading::Right,
            },
            rows,
            replaces: !variant.right.is_empty(),
            late: variant.late,
            rigid: variant.rigid,
            random: variant.random,
            group: variant.group,
            commands: Arc::clone(&variant.commands),
            impossible,
        })
    }

    fn gap(
        &mut self,
        cell: &[CellItem],
        becomes: Option<&Vec<CellItem>>,
        line: usize,
        at_end: bool,
    ) -> Option<()> {
        if cell.len() != 1 {
            self.problems.error(line, 1, GAP_NOT_ALONE);
            return None;
        }
        if at_end {
            let message = "a gap ‘...’ cannot be at the start or end of a bracket";
            self.problems.error(line, 1, message);
            return None;
        }
        let fits = |cell: &Vec<CellItem>| cell.len() == 1 && cell[0].mark == Marker::Gap;
        if becomes.is_some_and(|cell| !fits(cell)) {
            self.problems.error(line, 1, GAP_MISMATCH);
        }
        Some(())
    }

    fn count_gaps(&mut self, gaps: usize, before: Option<&Vec<CellItem>>, line: usize) {
        if gaps > 2 {
            self.problems
                .error(line, 1, "a bracket can have at most two gaps ‘...’");
        } else if before.is_some_and(|cell| cell.iter().any(|item| item.mark == Marker::Gap)) {
            self.problems
                .warning(line, 1, "two adjacent gaps ‘...’ act as one");
        }
    }

    fn layer(&self, item: &CellItem) -> Option<usize> {
        match self.expander.meaning(item)? {
            Meaning::Object(object) | Meaning::Synonym(object) => {
                Some(self.names.objects[*object].layer)
            }
            Meaning::Property(objects) => self.names.only_layer(objects),
            Meaning::Aggregate(_) => None,
        }
    }

    fn report_no_layer(&mut self, item: &CellItem, line: usize) {
        let message = format!("{} is in no collision layer", self.upper_name(item.word));
        self.problems.error(line, 1, message);
    }

    fn upper_name(&self, word: u32) -> String {
        self.words.name(word).to_uppercase()
    }

    fn cell(
        &mut self,
        cell: &[CellItem],
        becomes: Option<&Vec<CellItem>>,
        line: usize,
        impossible: &mut Option<(u32, u32)>,
    ) -> Option<CellPattern> {
        let mut pattern = CellPattern::default();
        let mut used: Vec<Option<u32>> = vec![None; self.names.layers.len()];
        // Movements of layers with a required single object.
        let mut known = Mask::default();
        for item in cell {
            if item.mark == Marker::Random {
                let message = "RANDOM can only be used on the right side of a rule";
                self.problems.error(line, 1, message);
                continue;
            }
            let Some(mask) = self.expander.meaning(item).map(Meaning::mask) else {
                // An object in no layer is reported at its declaration.
                if self.source.object(self.words.name(item.word)).is_none() {
                    self.report_no_layer(item, line);
                }
                return None;
            };
            if item.mark == Marker::No {
                pattern.missing.add(&mask);
                continue;
            }
            let Some(layer) = self.layer(item) else {
                self.report_no_layer(item, line);
                return None;
            };
            if let Some(other) = used[layer].replace(item.word) {
                *impossible = Some((item.word, other));
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
            let message = format!(
                "this rule both requires and forbids {} in a cell, so it never applies",
                self.names.upper_names(both)
            );
            self.problems.warning(line, 1, message);
            return None;
        }
        if let Some(becomes) = becomes {
            let impossible = impossible.is_some();
            pattern.change = self.change(&pattern, &used, &known, becomes, line, impossible);
        }
        Some(pattern)
    }

    fn change(
        &mut self,
        pattern: &CellPattern,
        used: &[Option<u32>],
        known: &Mask,
        becomes: &[CellItem],
        line: usize,
        impossible: bool,
    ) -> Option<CellChange> {
        if becomes.first().is_some_and(|item| item.mark == Marker::Gap) {
            self.problems.error(line, 1, GAP_MISMATCH);
        }
        if becomes.len() > 1 && becomes.iter().any(|item| item.mark == Marker::Gap) {
            self.problems.error(line, 1, GAP_NOT_ALONE);
        }
        let mut change = CellChange::default();
        let mut now: Vec<Option<u32>> = vec![None; used.len()];
        let mut random_now: Vec<Option<u32>> = vec![None; used.len()];
        let mut named = Mask::default();
        for item in becomes {
            if item.mark == Marker::Gap {
                break;
            }
            if item.mark == Marker::Random {
                self.random(&mut change, item, &now, &mut random_now, line);
                continue;
            }
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
                && !impossible
            {
                let message = format!(
                    "{} and {} are in the same collision layer, so they cannot share a cell",
                    self.upper_name(item.word),
                    self.upper_name(other)
                );
                self.problems.error(line, 1, message);
            }
            now[layer] = Some(item.word);
            if item.mark != Marker::None {
                change.layers.add(&all_of(layer));
            }
            if let Some(Meaning::Object(object)) = self.expander.meaning(item) {
                change.set.insert(*object);
                change.clear.add(&self.names.layers[layer]);
                named.add(&all_of(layer));
            }
            match item.mark {
                Marker::Stationary => change.stop.add(&all_of(layer)),
                Marker::RandomDir => change.random_layers.push(layer),
                mark => change.go.add(&mark.in_layer(layer)),
            }
        }
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
        let mut gone = known.clone();
        gone.remove(&named);
        change.layers.add(&gone);
        change.random_layers.sort_unstable();
        change.random_layers.dedup();
        (!change.is_empty()).then_some(change)
    }

    fn random(
        &mut self,
        change: &mut CellChange,
        item: &CellItem,
        now: &[Option<u32>],
        random_now: &mut [Option<u32>],
        line: usize,
    ) {
        let shown = self.upper_name(item.word);
        let Some(meaning) = self.expander.meaning(item).cloned() else {
            let message =
                format!("RANDOM needs an object or a name defined with ‘or’; there is no {shown}");
            self.problems.error(line, 1, message);
            return;
        };
        let objects = meaning.objects();
        if objects.len() == 1 {
            let message =
                format!("{shown} is a single object; RANDOM chooses from a name defined with ‘or’");
            self.problems.warning(line, 1, message);
        }
        change.random.add(&meaning.mask());
        for object in objects {
            let layer = self.names.objects[*object].layer;
            if let Some(other) = now[layer].filter(|other| *other as usize != *object) {
                let message = format!(
                    "RANDOM may place {} where {} is, but they are in the same collision layer",
                    self.names.objects[*object].name.to_uppercase(),
                    self.upper_name(other)
                );
                self.problems.warning(line, 1, message);
            }
            random_now[layer] = Some(*object as u32);
        }
    }
}
