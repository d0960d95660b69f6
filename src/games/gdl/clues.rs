//! Clue numbers in the margins of a level's board, as its rules state them.

use std::collections::BTreeMap;

use super::gdl_level::GdlLevel;
use super::syntax::{Term, TermKind};
use crate::game::Side;

/// Relation of clue numbers: side, line, index in the line, number.
pub(super) const CLUE: &str = "clue";

/// Clue numbers of each side and line, counted from 1.
pub(super) fn lists(level: &GdlLevel) -> Vec<(Side, usize, Vec<String>)> {
    let program = &level.source().program;
    let word = |term: &Term| match &term.kind {
        TermKind::Compound(name, args) if args.is_empty() => Some(program.symbols.name(*name)),
        _ => None,
    };
    let number = |term: &Term| word(term)?.parse::<usize>().ok();
    let mut lists: BTreeMap<(Side, usize), BTreeMap<usize, String>> = BTreeMap::new();
    for clause in program.clauses.iter().filter(|it| it.body.is_empty()) {
        if let Some((head, [side, line, index, clue])) = clause.head.compound()
            && program.symbols.name(head) == CLUE
            && let (Some(side), Some(line)) = (word(side).and_then(Side::from_id), number(line))
            && let (Some(index), Some(clue)) = (number(index), word(clue))
        {
            let list = lists.entry((side, line)).or_default();
            list.insert(index, clue.to_owned());
        }
    }
    let lists = lists.into_iter();
    lists
        .map(|((side, line), list)| (side, line, list.into_values().collect()))
        .collect()
}
