//! Rules under expansion, with the movements and properties chosen so far.

use super::rule_text::{CellItem, CellText, Marker};
use super::variant::Variant;

/// A rule with some movements chosen.
pub struct MovementChoices {
    pub rule: Variant,
    /// Movement chosen for a mark at a name, number of choices, and position of the first.
    pub by_name: Vec<(CellItem, Marker, usize, (usize, usize))>,
    /// Movement chosen for a mark, and number of choices.
    pub by_mark: Vec<(Marker, Marker, usize)>,
}

impl MovementChoices {
    pub fn with(&self, item: CellItem, place: (usize, usize), mark: Marker) -> Self {
        let mut rule = self.rule.clone();
        let (row, col) = place;
        let left = rule.left.get_mut(row).and_then(|row| row.get_mut(col));
        let right = rule.right.get_mut(row).and_then(|row| row.get_mut(col));
        for other in left
            .into_iter()
            .chain(right)
            .flatten()
            .filter(|other| **other == item)
        {
            other.mark = mark;
        }
        let mut by_name = self.by_name.clone();
        match by_name.iter_mut().find(|known| known.0 == item) {
            Some(known) if known.3 != place => known.2 += 1,
            Some(_) => {}
            None => by_name.push((item, mark, 1, place)),
        }
        let mut by_mark = self.by_mark.clone();
        match by_mark.iter_mut().find(|known| known.0 == item.mark) {
            Some(known) => known.2 += 1,
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
            let chosen = self
                .by_name
                .iter()
                .find(|known| known.0 == *item && known.2 == 1);
            if let Some((_, mark, _, _)) = chosen {
                item.mark = *mark;
            }
            let chosen = self
                .by_mark
                .iter()
                .find(|known| known.0 == item.mark && known.2 == 1);
            if let Some((_, mark, _)) = chosen {
                item.mark = *mark;
            }
        }
        rule
    }
}

/// A rule with some properties chosen.
pub struct PropertyChoices {
    pub rule: Variant,
    /// Object first chosen for a property, and number of choices.
    pub by_property: Vec<(u32, u32, usize)>,
}

impl PropertyChoices {
    pub fn with(&self, word: u32, place: (usize, usize), object: u32) -> Self {
        let mut rule = self.rule.clone();
        let (row, col) = place;
        let left = rule.left.get_mut(row).and_then(|row| row.get_mut(col));
        let right = rule.right.get_mut(row).and_then(|row| row.get_mut(col));
        left.into_iter()
            .chain(right)
            .for_each(|cell| choose(cell, word, object));
        let mut by_property = self.by_property.clone();
        match by_property.iter_mut().find(|known| known.0 == word) {
            Some(known) => known.2 += 1,
            None => by_property.push((word, object, 1)),
        }
        Self { rule, by_property }
    }

    /// Applies properties chosen once to the right side.
    pub fn finish(self) -> Variant {
        let mut rule = self.rule;
        for (word, object, _) in self.by_property.iter().filter(|known| known.2 == 1) {
            rule.right
                .iter_mut()
                .flatten()
                .for_each(|cell| choose(cell, *word, *object));
        }
        rule
    }
}

fn choose(cell: &mut CellText, word: u32, object: u32) {
    let items = cell.iter_mut().filter(|item| item.word == word);
    for item in items.filter(|item| item.mark != Marker::Random && item.mark != Marker::Gap) {
        item.word = object;
    }
}
