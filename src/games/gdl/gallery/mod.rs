//! Gallery of patterns: rules with holes that are filled in by answers. Each file in `assets/patterns/` is a pattern.

mod expr;
mod file;
mod template;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use expr::{Bindings, value_of};
use file::PatternFile;
use rust_embed::RustEmbed;
use template::{NestedLoops, fill};

use super::gdl_level::GdlLevel;
use super::grid_settings::write_values;
use super::syntax::{Term, TermKind};
use super::text;
use crate::game::typed::downcast_level;
use crate::game::{
    Answers, Field, FieldChoices, Gallery, Level, LevelRef, PatternError, RulePattern, Side, Size,
};

#[derive(RustEmbed)]
#[folder = "assets/patterns/"]
struct PatternAssets;

pub(super) struct PatternGallery;

/// All valid patterns by title. A test reports invalid ones.
static ALL: LazyLock<Vec<PatternFile>> = LazyLock::new(|| {
    let mut all: Vec<PatternFile> = pattern_files().filter_map(|(_, file)| file.ok()).collect();
    all.sort_by_key(|file| file.pattern.title);
    all
});

/// Files of the gallery by name. Their texts are leaked.
fn pattern_files() -> impl Iterator<Item = (String, Result<PatternFile, String>)> {
    PatternAssets::iter().filter_map(|name| {
        let id = name.strip_suffix(".kif")?.to_owned();
        let text = String::from_utf8(PatternAssets::get(&name)?.data.into_owned());
        let text = text.map_err(|error| error.to_string());
        let name = id.clone().leak();
        let read = text.and_then(|text| file::read(name, text.replace('\r', "").leak()));
        Some((id, read))
    })
}

impl Gallery for PatternGallery {
    fn patterns(&self) -> Vec<&'static RulePattern> {
        ALL.iter().map(|file| &file.pattern).collect()
    }

    fn build(&self, id: &str, answers: &Answers) -> Result<LevelRef, PatternError> {
        let file = file_of(id)?;
        let answers = complete_answers(&file.pattern, answers)?;
        for (condition, reason) in &file.checks {
            if !file.holds(condition, &answers)? {
                return Err(PatternError::Unfit((*reason).to_owned()));
            }
        }
        let broken = |reason: String| file.broken(reason);
        let rules = render_level(file, &answers, &names(&answers)).map_err(broken)?;
        text::parse(&rules).map_err(|error| broken(error.to_string()))
    }

    fn for_size(&self, id: &str, answers: &Answers, size: Size) -> Result<Answers, PatternError> {
        let file = file_of(id)?;
        let before = complete_answers(&file.pattern, answers)?;
        let mut answers = before.clone();
        file.pattern.answer_size(&mut answers, size);
        let Some((_, reason)) = file.size_conditions.first() else {
            return Ok(answers);
        };
        let unfit = || PatternError::Unfit((*reason).to_owned());
        for (condition, _) in &file.size_conditions {
            if !file.holds(condition, &before)? {
                continue;
            }
            if file.holds(condition, &answers)? {
                return Ok(answers);
            }
            // The present answers do not fit the new size; one other number may.
            let mut others = other_answers(&file.pattern, &answers);
            others.retain(|answers| file.holds(condition, answers) == Ok(true));
            return match others.pop() {
                Some(only) if others.is_empty() => Ok(only),
                _ => Err(unfit()),
            };
        }
        Err(unfit())
    }

    fn clues(&self, level: &dyn Level) -> Vec<(Side, usize, Vec<String>)> {
        downcast_level::<GdlLevel>(level).map_or_else(Vec::new, clue_lists)
    }

    fn origin(&self, level: &dyn Level) -> Option<(&'static RulePattern, Answers)> {
        let level = downcast_level::<GdlLevel>(level)?;
        let mut words = level.settings().pattern.split_whitespace();
        let file = find_file(words.next()?)?;
        let pairs = words.filter_map(|word| word.split_once('='));
        let pairs = pairs.map(|(key, answer)| (key.to_owned(), answer.to_owned()));
        // Questions that this version no longer asks are ignored.
        let is_asked = |key: &str| file.pattern.questions.iter().any(|field| field.key == key);
        let answers: Answers = pairs.filter(|(key, _)| is_asked(key)).collect();
        let answers = complete_answers(&file.pattern, &answers).ok()?;
        Some((&file.pattern, answers))
    }
}

/// Relation of clue numbers: side, line, index in the line, number.
pub(super) const CLUE: &str = "clue";

/// Clue numbers that the rules state for the margins: side, line counted from 1, and its numbers in order.
fn clue_lists(level: &GdlLevel) -> Vec<(Side, usize, Vec<String>)> {
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

fn find_file(id: &str) -> Option<&'static PatternFile> {
    ALL.iter().find(|file| file.pattern.id == id)
}

fn file_of(id: &str) -> Result<&'static PatternFile, PatternError> {
    find_file(id).ok_or_else(|| PatternError::Unknown {
        id: id.to_owned(),
        known: ALL.iter().map(|file| file.pattern.id).collect(),
    })
}

fn names(answers: &Answers) -> Bindings {
    let named = |(key, answer): (&String, &String)| (key.clone(), value_of(answer));
    answers.iter().map(named).collect()
}

impl PatternFile {
    fn broken(&self, reason: String) -> PatternError {
        PatternError::Broken {
            id: self.pattern.id.to_owned(),
            reason,
        }
    }

    fn holds(&self, condition: &str, answers: &Answers) -> Result<bool, PatternError> {
        expr::holds(condition, &names(answers)).map_err(|reason| self.broken(reason))
    }
}

/// Variants of the answers with another number for one question that is not about the board's sides.
fn other_answers(pattern: &RulePattern, answers: &Answers) -> Vec<Answers> {
    let questions = pattern.questions.iter();
    let others =
        questions.filter(|field| ![RulePattern::ROWS, RulePattern::COLUMNS].contains(&field.key));
    let variants = others.flat_map(|field| {
        let (least, most) = match field.choices {
            FieldChoices::Integer(least, most) => (least, most),
            // An empty range: words are not varied.
            _ => (1, 0),
        };
        (least..=most).map(|number| {
            let mut answers = answers.clone();
            answers.insert(field.key.to_owned(), number.to_string());
            answers
        })
    });
    variants.collect()
}

/// Answers to all questions, with the defaults of missing ones. Fails for unknown questions and invalid answers.
fn complete_answers(pattern: &RulePattern, answers: &Answers) -> Result<Answers, PatternError> {
    let questions = &pattern.questions;
    for key in answers.keys() {
        if !questions.iter().any(|field| field.key == key) {
            return Err(PatternError::Question {
                key: key.clone(),
                known: questions.iter().map(|field| field.key).collect(),
            });
        }
    }
    let answer = |field: &Field| {
        let input = answers.get(field.key).map(|answer| answer.trim());
        let answer = input.filter(|answer| !answer.is_empty());
        let answer = answer.unwrap_or(field.default);
        // Answers are stored in one line of the level, separated by spaces.
        let checked = match answer.contains(char::is_whitespace) {
            true => Err(format!("‘{answer}’ must not contain spaces")),
            false => field.check(answer),
        };
        let key = field.key.to_owned();
        match checked {
            Ok(()) => Ok((key, answer.to_owned())),
            Err(reason) => Err(PatternError::Answer { key, reason }),
        }
    };
    questions.iter().map(answer).collect()
}

/// Text of a level: comment lines with its settings, and the rules with their holes filled.
fn render_level(file: &PatternFile, answers: &Answers, names: &Bindings) -> Result<String, String> {
    let pattern = &file.pattern;
    let side = |key| answers.get(key).map_or("", String::as_str);
    let (rows, columns) = (side(RulePattern::ROWS), side(RulePattern::COLUMNS));
    let whole_side = |answer: &str| answer.parse().map_or(0, |count| pattern.side(count));
    let pairs = answers
        .iter()
        .map(|(key, answer)| format!(" {key}={answer}"));
    let answer_text: String = pairs.collect();
    let mut lines = vec![
        format!("; title: {}, {rows}×{columns}", pattern.title),
        format!("; notes: {}", pattern.about),
        format!("; pattern: {}{answer_text}", pattern.id),
        format!("; board-size: {} {}", whole_side(rows), whole_side(columns)),
        format!("; board-values: {}", write_values(&values(file, names)?)),
    ];
    for (key, value) in &file.settings {
        let value = fill(value, names)?.replace('\n', " ");
        lines.push(format!("; {key}: {value}"));
    }
    let rules = fill(file.rules, names)?;
    Ok(format!("{}\n\n{rules}\n", lines.join("\n")))
}

fn values(file: &PatternFile, names: &Bindings) -> Result<Vec<(String, String)>, String> {
    let mut values = Vec::new();
    for line in &file.values {
        let mut add = |names: &Bindings| {
            values.push((fill(line.token, names)?, fill(line.name, names)?));
            Ok(())
        };
        match line.each {
            Some(rule) => NestedLoops::parse(rule)?.run(names, &mut add)?,
            None => add(names)?,
        }
    }
    Ok(values)
}

pub(super) fn board_size(level: &dyn Level) -> Option<Size> {
    downcast_level::<GdlLevel>(level)?.settings().board.size
}

/// Returns the level if it has boards of this size or no pattern; else the level that its pattern makes for the size.
/// Fails if the pattern has no boards of this size, or if its answers do not determine one.
pub(super) fn resized(level: LevelRef, size: Size) -> Result<LevelRef, PatternError> {
    if board_size(level.as_ref()) == Some(size) {
        return Ok(level);
    }
    let Some((pattern, answers)) = PatternGallery.origin(level.as_ref()) else {
        return Ok(level);
    };
    let answers = PatternGallery.for_size(pattern.id, &answers, size)?;
    PatternGallery.build(pattern.id, &answers)
}

/// Numbers that other boards of the level's pattern show, but not those of its size.
pub(super) fn further_numbers(level: &GdlLevel) -> Vec<String> {
    let Some((pattern, mut answers)) = PatternGallery.origin(level) else {
        return Vec::new();
    };
    for key in [RulePattern::ROWS, RulePattern::COLUMNS] {
        let field = pattern.questions.iter().find(|field| field.key == key);
        if let Some(FieldChoices::Integer(_, most)) = field.map(|field| &field.choices) {
            answers.insert(key.to_owned(), most.to_string());
        }
    }
    let file = file_of(pattern.id).ok();
    let all = file.and_then(|file| values(file, &names(&answers)).ok());
    let own = &level.settings().board.values;
    let tokens = all.unwrap_or_default().into_iter().map(|(token, _)| token);
    let numbers = tokens.filter(|token| token.parse::<u32>().is_ok());
    let further = numbers.filter(|token| own.iter().all(|(known, _)| known != token));
    further.collect()
}
