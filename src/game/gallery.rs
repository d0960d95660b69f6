//! Patterns of games: rules with holes, which people fill in by what they see.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{Field, Level, LevelRef, Seams, Side, Size};

/// Rules with holes.
#[derive(Debug)]
pub struct RulePattern {
    /// Its file's name, without the ending.
    pub id: &'static str,
    pub title: &'static str,
    /// One sentence on how it is played.
    pub about: &'static str,
    /// Names of games that are like this.
    pub known_as: &'static str,
    /// What fills the holes, [`RulePattern::ROWS`] and [`RulePattern::COLUMNS`] among it.
    pub questions: Vec<Field>,
    /// Rows and columns of its boards between or around those that are asked for.
    pub seams: Option<Seams>,
}

impl RulePattern {
    /// Key of the question how many rows there are, which a picture may answer.
    pub const ROWS: &'static str = "rows";
    /// Key of the question how many columns there are.
    pub const COLUMNS: &'static str = "columns";

    /// Answers how many rows and columns there are, for a board of this size.
    pub fn answer_size(&self, answers: &mut Answers, size: Size) {
        for (key, side) in [(Self::ROWS, size.rows), (Self::COLUMNS, size.cols)] {
            let asked = self.seams.map_or(side, |seams| seams.cells(side));
            answers.insert(key.to_owned(), asked.to_string());
        }
    }

    /// Whether there are boards of this size.
    pub fn takes(&self, size: Size) -> bool {
        let mut answers = Answers::new();
        self.answer_size(&mut answers, size);
        let mut sides = self.questions.iter().filter_map(|question| {
            let answer = answers.get(question.key)?;
            Some(question.fits(answer))
        });
        sides.all(|fits| fits)
    }

    /// How many rows or columns its boards have for an answer.
    pub fn side(&self, asked: usize) -> usize {
        self.seams.map_or(asked, |seams| seams.lines(asked))
    }
}

/// Answers to questions by their keys; the others have their defaults.
pub type Answers = BTreeMap<String, String>;

/// The patterns of a game whose levels are rules.
pub trait Gallery: Send + Sync {
    fn patterns(&self) -> Vec<&'static RulePattern>;

    /// The level with an example board that answers make of a pattern. It keeps pattern and answers.
    ///
    /// # Errors
    /// What is wrong with the answers.
    fn make(&self, id: &str, answers: &Answers) -> Result<LevelRef, PatternError>;

    /// The answers for a board of another size.
    ///
    /// # Errors
    /// When these answers do not tell what that board is like.
    fn for_size(&self, id: &str, answers: &Answers, size: Size) -> Result<Answers, PatternError>;

    /// The numbers that stand beside a level's board: the side, the line from 1, and its numbers from the first one on.
    fn beside(&self, level: &dyn Level) -> Vec<(Side, usize, Vec<String>)>;

    /// The pattern that a level was made of, with all answers.
    fn origin(&self, level: &dyn Level) -> Option<(&'static RulePattern, Answers)>;
}

/// Why there is no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    #[error("there is no pattern ‘{id}’; there are {}", known.join(", "))]
    Unknown {
        id: String,
        known: Vec<&'static str>,
    },
    #[error("the pattern has no question ‘{key}’, only {}", known.join(", "))]
    Question {
        key: String,
        known: Vec<&'static str>,
    },
    #[error("{key}: {reason}")]
    Answer { key: String, reason: String },
    /// Answers do not go together.
    #[error("{0}")]
    Unfit(String),
    /// A mistake in the pattern.
    #[error("the pattern ‘{id}’ is broken: {reason}")]
    Broken { id: String, reason: String },
}
