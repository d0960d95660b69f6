//! Rules under expansion, with the movements and properties chosen so far: [`super::expand`] copies a rule for each
//! choice. An item of a cell is a name with a mark before it, such as the movement `>`.

use super::rule_text::{CellItem, CellText, Marker, Variant};

/// A rule with some movements chosen.
pub struct MovementChoices {
    pub rule: Variant,
    /// For each item with a choice: the first movement chosen, the number of choices, and the position (row, column) of
    /// the first; further ones at that position are not counted.
    pub by_name: Vec<(CellItem, Marker, usize, (usize, usize))>,
    /// For each mark with a choice: the first movement chosen, and the number of choices.
    pub by_mark: Vec<(Marker, Marker, usize)>,
}

impl MovementChoices {
    /// A copy in which the movement `mark` replaces that of `item`, in the cell at a row and column of both sides.
    pub fn with(&self, item: CellItem, place: (usize, usize), mark: Marker) -> Self {
        let mut rule = self.rule.clone();
        let items = cells_at(&mut rule, place).flatten();
        for other in items.filter(|other| **other == item) {
            other.mark = mark;
        }
        let mut by_name = self.by_name.clone();
        match by_name.iter_mut().find(|(known, ..)| *known == item) {
            Some((_, _, count, first)) if *first != place => *count += 1,
            Some(_) => {}
            None => by_name.push((item, mark, 1, place)),
        }
        let mut by_mark = self.by_mark.clone();
        match by_mark.iter_mut().find(|(known, ..)| *known == item.mark) {
            Some((_, _, count)) => *count += 1,
            None => by_mark.push((item.mark, mark, 1)),
        }
        Self {
            rule,
            by_name,
            by_mark,
        }
    }

    /// Applies unambiguous choices to the right side.
    pub fn finish(self) -> Variant {
        let mut rule = self.rule;
        for item in rule.right.iter_mut().flatten().flatten() {
            let mut names = self.by_name.iter();
            let known = names.find(|(known, _, count, _)| *known == *item && *count == 1);
            if let Some((_, mark, ..)) = known {
                item.mark = *mark;
            }
            let mut marks = self.by_mark.iter();
            let known = marks.find(|(known, _, count)| *known == item.mark && *count == 1);
            if let Some((_, mark, _)) = known {
                item.mark = *mark;
            }
        }
        rule
    }
}

/// A rule with some properties chosen.
pub struct PropertyChoices {
    pub rule: Variant,
    /// For each property with a choice: the object chosen first, and the number of choices.
    pub by_property: Vec<(u32, u32, usize)>,
}

impl PropertyChoices {
    /// A copy in which an object replaces the property `word`, in the cell at a row and column of both sides.
    pub fn with(&self, word: u32, place: (usize, usize), object: u32) -> Self {
        let mut rule = self.rule.clone();
        for cell in cells_at(&mut rule, place) {
            choose(cell, word, object);
        }
        let mut by_property = self.by_property.clone();
        match by_property.iter_mut().find(|(known, ..)| *known == word) {
            Some((_, _, count)) => *count += 1,
            None => by_property.push((word, object, 1)),
        }
        Self { rule, by_property }
    }

    /// Applies properties chosen once to the right side.
    pub fn finish(self) -> Variant {
        let mut rule = self.rule;
        for (word, object, _) in self.by_property.iter().filter(|(.., count)| *count == 1) {
            for cell in rule.right.iter_mut().flatten() {
                choose(cell, *word, *object);
            }
        }
        rule
    }
}

/// The cells at a position on both sides.
fn cells_at(rule: &mut Variant, (row, col): (usize, usize)) -> impl Iterator<Item = &mut CellText> {
    let sides = [&mut rule.left, &mut rule.right].into_iter();
    sides.filter_map(move |side| side.get_mut(row)?.get_mut(col))
}

/// Replaces a property by an object, except after `random`, which keeps all its objects; a gap's word has no meaning.
fn choose(cell: &mut CellText, word: u32, object: u32) {
    let items = cell.iter_mut().filter(|item| item.word == word);
    for item in items.filter(|item| item.mark != Marker::Random && item.mark != Marker::Gap) {
        item.word = object;
    }
}
