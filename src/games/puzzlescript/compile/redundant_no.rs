//! Reports ‘no’ in rules that is redundant or contradictory.

use super::super::syntax::Problems;
use super::mask::Mask;
use super::names::{Meaning, Names};
use super::rule_text::{CellItem, Marker, RuleLine, WordTable};

/// Reports `no` for an object that its cell on the right contains, and on the left for objects whose layers are filled.
pub fn check(rule: &RuleLine, names: &Names, words: &WordTable, problems: &mut Problems) {
    let meaning = |item: &CellItem| names.meaning(words.name(item.word));
    let is_no = |item: &&CellItem| item.mark == Marker::No;
    let is_present = |item: &&CellItem| !is_no(item) && item.mark != Marker::Gap;
    for cell in rule.right.iter().flatten() {
        let mut present = Mask::default();
        for item in cell.iter().filter(is_present) {
            if let Some(Meaning::Object(object)) = meaning(item) {
                present.insert(*object);
            }
        }
        for item in cell.iter().filter(is_no) {
            if meaning(item).is_some_and(|meaning| meaning.mask().intersects(&present)) {
                let message = format!(
                    "this cell must contain no {}, but it also contains {}",
                    words.upper_name(item.word),
                    names.upper_names(present.iter())
                );
                problems.error(rule.head.line, 1, message);
            }
        }
    }
    for cell in rule.left.iter().flatten() {
        let mut objects = Mask::default();
        let mut by_layer: Vec<Option<u32>> = vec![None; names.layers.len()];
        for item in cell.iter().filter(is_present) {
            let members = match meaning(item) {
                Some(Meaning::Property(ids)) if names.only_layer(ids).is_some() => ids.as_slice(),
                Some(meaning @ (Meaning::Object(_) | Meaning::Aggregate(_))) => meaning.objects(),
                // Of several layers, it is unknown which one is filled.
                _ => &[],
            };
            for object in members {
                objects.insert(*object);
                by_layer[names.objects[*object].layer] = Some(item.word);
            }
        }
        for item in cell.iter().filter(is_no) {
            let mask = match meaning(item) {
                None | Some(Meaning::Aggregate(_)) => continue,
                Some(meaning) => meaning.mask(),
            };
            let is_filled = |object: usize| by_layer[names.objects[object].layer].is_some();
            if mask.iter().all(is_filled) && !mask.intersects(&objects) {
                let occupiers = by_layer.iter().flatten();
                let occupiers = occupiers.map(|word| words.upper_name(*word));
                let message = format!(
                    "NO {} can be left out: {} already fills its collision layers",
                    words.upper_name(item.word),
                    occupiers.collect::<Vec<String>>().join(", ")
                );
                problems.warning(rule.head.line, 1, message);
            }
        }
    }
}
