//! Groups of rules, which repeat until nothing changes, and loops of groups.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::syntax::Problems;
use super::patterns::Rule;
use super::rule_text::{Variant, WordTable};

/// Rules applied together.
pub type Group = Vec<Rule>;

/// The rules of a half of a turn.
#[derive(Clone, Debug, Default)]
pub struct Phase {
    pub groups: Vec<Group>,
    /// First group of a loop, by its last, after which it is repeated if something changed since it began.
    pub jumps: FxHashMap<usize, usize>,
}

/// Removes all but the last of equal rules in a group.
pub fn without_duplicates(variants: Vec<Variant>) -> Vec<Variant> {
    let mut seen = FxHashSet::default();
    let mut group = None;
    let mut keep = vec![false; variants.len()];
    for (index, variant) in variants.iter().enumerate().rev() {
        if group.replace(variant.head.group) != Some(variant.head.group) {
            seen.clear();
        }
        // For single cells all directions are the same.
        let is_directed = variant.left.iter().any(|row| row.len() > 1);
        let key = (
            variant.head,
            is_directed.then_some(variant.direction),
            [&variant.left, &variant.right],
            &variant.commands,
        );
        keep[index] = seen.insert(key);
    }
    let flagged = variants.into_iter().zip(keep);
    let distinct = flagged.filter(|(_, keep)| *keep);
    distinct.map(|(variant, _)| variant).collect()
}

/// Groups rules: those of the first half of a turn, and the late ones.
pub fn arrange(
    rules: Vec<Rule>,
    words: &WordTable,
    problems: &mut Problems,
) -> (Vec<Group>, Vec<Group>) {
    let mut groups: [BTreeMap<usize, Group>; 2] = Default::default();
    for rule in rules {
        let group = groups[usize::from(rule.head.late)].entry(rule.head.group);
        group.or_default().push(rule);
    }
    let [first, late] = groups.map(|groups| {
        let groups = groups.into_values();
        let groups = groups.map(|group| without_impossible(group, words, problems));
        groups.filter(|group| !group.is_empty()).collect()
    });
    (first, late)
}

/// Most pairs of objects named in a message.
const MAX_NAMED_PAIRS: usize = 4;

/// Removes rules that need two objects in one layer; reports lines of which nothing is left.
fn without_impossible(group: Group, words: &WordTable, problems: &mut Problems) -> Group {
    let mut reported: Vec<(u32, u32)> = Vec::new();
    let mut possible = Group::new();
    let mut group = group.into_iter().peekable();
    while let Some(rule) = group.next() {
        let Some(pair) = rule.impossible else {
            possible.push(rule);
            continue;
        };
        let line = rule.head.line;
        let same = |other: Option<&Rule>| other.is_some_and(|rule| rule.head.line == line);
        // Whether a variant of the line remains, and whether more follow.
        let (before, after) = (same(possible.last()), same(group.peek()));
        if !reported.contains(&pair) {
            reported.push(pair);
        }
        // Nothing is left of the line, or of the group.
        if !before && !after || possible.is_empty() && group.peek().is_none() {
            let shown = |word| words.upper_name(word);
            let pair = |(one, other): &(u32, u32)| format!("{} and {}", shown(*one), shown(*other));
            let pairs: Vec<String> = reported.iter().take(MAX_NAMED_PAIRS).map(pair).collect();
            let message = format!(
                "this rule can never apply: {} are in the same collision layer, so they never share a cell",
                pairs.join(", ")
            );
            problems.error(line, 1, message);
        }
    }
    possible
}

/// Pairs of lines where loops start and end. `lines` are those of both words, with `true` where a loop starts.
pub fn loops(lines: &[(usize, bool)], problems: &mut Problems) -> Vec<(usize, usize)> {
    let mut lines = lines.to_vec();
    for (index, (line, begins)) in lines.iter().enumerate() {
        match (index % 2 == 0, begins) {
            (true, false) => problems.error(*line, 1, "ENDLOOP has no STARTLOOP"),
            (false, true) => problems.error(*line, 1, "loops cannot be nested"),
            _ => {}
        }
    }
    if !lines.len().is_multiple_of(2)
        && let Some((line, _)) = lines.last().copied()
    {
        problems.error(line, 1, "STARTLOOP has no ENDLOOP");
        lines.push((line, false));
    }
    let pairs = lines.chunks_exact(2);
    pairs.map(|pair| (pair[0].0, pair[1].0)).collect()
}

/// Adds the jumps of the loops, pairs of lines, to the groups.
pub fn phase(groups: Vec<Group>, loops: &[(usize, usize)], problems: &mut Problems) -> Phase {
    let mut jumps = FxHashMap::default();
    for (start, end) in loops {
        let mut begin = None;
        let is_before = |group: &Group| group.last().is_some_and(|rule| rule.head.line < *start);
        let passed = groups.partition_point(is_before);
        for (index, group) in groups.iter().enumerate().skip(passed) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else {
                continue;
            };
            let range = first.head.line..=last.head.line;
            if range.contains(start) || range.contains(end) {
                let message = "a loop cannot start or end inside a group of rules";
                problems.error(*start, 1, message);
            }
            if *end < first.head.line {
                break;
            }
            if *start <= first.head.line {
                let begin = *begin.get_or_insert(index);
                // Only the last group of a loop jumps back.
                if index > 0 && jumps.get(&(index - 1)) == Some(&begin) {
                    jumps.remove(&(index - 1));
                }
                jumps.insert(index, begin);
            }
        }
    }
    Phase { groups, jumps }
}
