//! Expands a rule of the text: for each direction, each movement, and each object of a property that its right needs.
//!
//! The order of the variants is part of the language, because rules are tried one after the other.

use std::collections::VecDeque;

use super::super::syntax::Problems;
use super::choices::{MovementChoices, PropertyChoices};
use super::names::{Meaning, Names};
use super::rule_text::{CellItem, CellText, Marker, RowText, RuleLine, Variant, WordTable};

/// Limit of the variants of all rules, with those replaced by further expansion.
pub const MAX_VARIANTS: usize = 50_000;
/// Limit of the cells on the left sides of these variants.
pub const MAX_PATTERN_CELLS: usize = 200_000;

/// Limit that is exceeded: [`MAX_VARIANTS`] or [`MAX_PATTERN_CELLS`].
#[derive(Debug)]
pub enum TooMany {
    Variants,
    Cells,
}

/// Expansion of rules, within the limits.
pub struct RuleExpander<'a> {
    names: &'a Names,
    /// Meanings of the words, by number.
    meanings: Vec<Option<Meaning>>,
    remaining_variants: usize,
    remaining_cells: usize,
}

impl<'a> RuleExpander<'a> {
    pub fn new(names: &'a Names, words: &WordTable) -> Self {
        let all = 0..words.len() as u32;
        let meanings = all.map(|word| names.meaning(words.name(word)).cloned());
        Self {
            names,
            meanings: meanings.collect(),
            remaining_variants: MAX_VARIANTS,
            remaining_cells: MAX_PATTERN_CELLS,
        }
    }

    pub fn meaning(&self, item: &CellItem) -> Option<&Meaning> {
        if item.mark == Marker::Gap {
            return None;
        }
        self.meanings[item.word as usize].as_ref()
    }

    fn property(&self, item: &CellItem) -> Option<&[usize]> {
        match self.meaning(item) {
            Some(Meaning::Property(objects)) => Some(objects),
            _ => None,
        }
    }

    /// The variant of a rule for one of its directions.
    pub fn directed(
        &self,
        rule: &RuleLine,
        direction: Marker,
        problems: &mut Problems,
        words: &WordTable,
    ) -> Variant {
        let mut variant = Variant {
            head: rule.head,
            direction,
            left: rule.left.clone(),
            right: rule.right.clone(),
            commands: rule.commands.clone().into(),
        };
        for cell in variant.cells_mut() {
            for item in cell {
                item.mark = absolute(direction, item.mark);
            }
        }
        turn_forward(&mut variant);
        for cell in variant.cells_mut() {
            self.split_aggregates(cell, rule.head.line, problems, words);
            for item in cell.iter_mut() {
                if let Some(Meaning::Synonym(object)) = self.meaning(item) {
                    item.word = *object as u32;
                }
            }
        }
        variant
    }

    /// Replaces names defined with ‘and’ by their objects.
    fn split_aggregates(
        &self,
        cell: &mut CellText,
        line: usize,
        problems: &mut Problems,
        words: &WordTable,
    ) {
        let mut index = 0;
        while let Some(item) = cell.get(index).copied() {
            if let Some(Meaning::Aggregate(objects)) = self.meaning(&item) {
                if item.mark == Marker::No {
                    let message = format!(
                        "NO cannot be used with {}, which is defined with ‘and’; name its objects one by one",
                        words.upper_name(item.word)
                    );
                    problems.error(line, 1, message);
                }
                let words = objects.iter().map(|object| *object as u32);
                let mut items = words.map(|word| CellItem { word, ..item });
                if let Some(first) = items.next() {
                    cell[index] = first;
                }
                cell.extend(items);
            }
            index += 1;
        }
    }

    /// Counts variants with this left side against the limits.
    pub fn reserve(&mut self, count: usize, left: &[RowText]) -> Result<(), TooMany> {
        let cells = count * left.iter().map(Vec::len).sum::<usize>();
        let (variants, all_cells) = (self.remaining_variants, self.remaining_cells);
        self.remaining_variants = variants.checked_sub(count).ok_or(TooMany::Variants)?;
        self.remaining_cells = all_cells.checked_sub(cells).ok_or(TooMany::Cells)?;
        Ok(())
    }

    /// Expands ambiguous movements. Also returns a movement on the right of a variant that the left does not determine.
    pub fn movements(&mut self, rule: Variant) -> Result<(Vec<Variant>, Option<Marker>), TooMany> {
        let mut done = Vec::new();
        let mut waiting = VecDeque::from([MovementChoices {
            rule,
            by_name: Vec::new(),
            by_mark: Vec::new(),
        }]);
        while let Some(next) = waiting.pop_front() {
            // As in the original, split at each cell with a movement to choose, although this repeats variants.
            let mut split = false;
            for (row, cells) in next.rule.left.iter().enumerate() {
                for (col, cell) in cells.iter().enumerate() {
                    let Some(item) = cell.iter().find(|item| !item.mark.movements().is_empty())
                    else {
                        continue;
                    };
                    split = true;
                    self.reserve(item.mark.movements().len(), &next.rule.left)?;
                    let marks = item.mark.movements().iter();
                    waiting.extend(marks.map(|mark| next.with(*item, (row, col), *mark)));
                }
            }
            if !split {
                done.push(next);
            }
        }
        let variants: Vec<Variant> = done.into_iter().map(MovementChoices::finish).collect();
        let right = variants.iter().flat_map(|variant| &variant.right);
        let mut marks = right.flatten().flatten().map(|item| item.mark);
        let ambiguous = marks.find(|mark| !mark.movements().is_empty());
        Ok((variants, ambiguous))
    }

    /// Expands properties whose object the right side needs. The inner error is the name of one that stays ambiguous.
    pub fn properties(&mut self, mut rule: Variant) -> Result<Result<Vec<Variant>, u32>, TooMany> {
        for cell in rule.cells_mut() {
            self.split_no(cell);
        }
        // Properties on the right that are not in the same cell on the left.
        let mut ambiguous: Vec<u32> = Vec::new();
        for (left, right) in rule.left.iter().zip(&rule.right) {
            for (left, right) in left.iter().zip(right) {
                let known = self.properties_of(left);
                let words = self.properties_of(right).into_iter();
                ambiguous.extend(words.filter(|word| !known.contains(word)));
            }
        }
        let mut done = Vec::new();
        let mut waiting = VecDeque::from([PropertyChoices {
            rule,
            by_property: Vec::new(),
        }]);
        while let Some(next) = waiting.pop_front() {
            let Some((position, item)) = self.next_choice(&next.rule, &ambiguous) else {
                done.push(next);
                continue;
            };
            let objects = self.property(&item).unwrap_or_default();
            let with = |object: &usize| next.with(item.word, position, *object as u32);
            let variants: Vec<PropertyChoices> = objects.iter().map(with).collect();
            self.reserve(variants.len(), &next.rule.left)?;
            waiting.extend(variants);
        }
        let variants: Vec<Variant> = done.into_iter().map(PropertyChoices::finish).collect();
        let right = variants.iter().flat_map(|variant| &variant.right);
        let mut words = right.flatten().flat_map(|cell| self.properties_of(cell));
        let word = words.find(|word| ambiguous.contains(word));
        Ok(word.map_or(Ok(variants), Err))
    }

    /// Replaces `no` property by `no` for each of its objects.
    fn split_no(&self, cell: &mut CellText) {
        let split = |item: &CellItem| match self.property(item) {
            Some(objects) if item.mark == Marker::No => {
                let words = objects.iter().map(|object| *object as u32);
                words.map(|word| CellItem { word, ..*item }).collect()
            }
            _ => vec![*item],
        };
        *cell = cell.iter().flat_map(split).collect();
    }

    /// Properties in a cell, except after `random`, which draws an object when the rule applies.
    fn properties_of(&self, cell: &CellText) -> Vec<u32> {
        let is_property =
            |item: &&CellItem| item.mark != Marker::Random && self.property(item).is_some();
        let properties = cell.iter().filter(is_property);
        properties.map(|item| item.word).collect()
    }

    /// The first property whose object must be chosen, with its position: one of several layers, or one whose object
    /// the right side needs. Others are matched as a set of objects.
    fn next_choice(&self, rule: &Variant, ambiguous: &[u32]) -> Option<((usize, usize), CellItem)> {
        for (row, cells) in rule.left.iter().enumerate() {
            for (col, cell) in cells.iter().enumerate() {
                for item in cell.iter().filter(|item| item.mark != Marker::Random) {
                    let Some(objects) = self.property(item) else {
                        continue;
                    };
                    if self.names.only_layer(objects).is_none() || ambiguous.contains(&item.word) {
                        return Some(((row, col), *item));
                    }
                }
            }
        }
        None
    }

    /// Makes objects stationary that appear on the right only. In late rules nothing moves.
    pub fn make_stationary(&self, rule: &mut Variant) {
        if rule.head.late {
            return;
        }
        for (left, right) in rule.left.iter().zip(&mut rule.right) {
            for (left, right) in left.iter().zip(right) {
                let layer = |object: &usize| self.names.objects[*object].layer;
                let known = left.iter().filter_map(|item| self.meaning(item));
                let known: Vec<usize> = known.flat_map(Meaning::objects).map(layer).collect();
                for item in right.iter_mut().filter(|item| item.mark == Marker::None) {
                    if let Some(Meaning::Object(object)) = self.meaning(item)
                        && !known.contains(&layer(object))
                    {
                        item.mark = Marker::Stationary;
                    }
                }
            }
        }
    }
}

/// Converts a relative movement for a rule's direction.
fn absolute(direction: Marker, mark: Marker) -> Marker {
    use Marker::{
        Across, Along, Back, Down, Forward, Left, Parallel, Perpendicular, Right, ToLeft, ToRight,
        Up,
    };
    let is_horizontal = matches!(direction, Left | Right);
    let (left, right, back) = match direction {
        Right => (Up, Down, Left),
        Up => (Left, Right, Down),
        Down => (Right, Left, Up),
        _ => (Down, Up, Right),
    };
    match mark {
        Forward => direction,
        ToLeft => left,
        ToRight => right,
        Back => back,
        Parallel => Along(is_horizontal),
        Perpendicular => Across(!is_horizontal),
        mark => mark,
    }
}

/// Turns upward and leftward patterns around, to match fewer directions. With a gap the order of matches would change.
fn turn_forward(rule: &mut Variant) {
    let mut items = rule.left.iter().flatten().flatten();
    let gaps = items.any(|item| item.mark == Marker::Gap);
    rule.direction = match rule.direction {
        Marker::Up if !gaps => Marker::Down,
        Marker::Left if !gaps => Marker::Right,
        _ => return,
    };
    for row in rule.left.iter_mut().chain(&mut rule.right) {
        row.reverse();
    }
}
