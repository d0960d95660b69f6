//! Rule patterns: rules with parameters that users fill in by what they see.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{Field, Level, LevelRef, Seams, Side, Size};

/// Rules with parameters.
#[derive(Debug)]
pub struct RulePattern {
    /// Name of its file, without extension.
    pub id: &'static str,
    pub title: &'static str,
    /// One sentence on how it is played.
    pub about: &'static str,
    /// Names of similar games.
    pub known_as: &'static str,
    /// Parameters, including [`RulePattern::ROWS`] and [`RulePattern::COLUMNS`].
    pub questions: Vec<Field>,
    /// Additional rows and columns of its boards between or around the requested ones.
    pub seams: Option<Seams>,
}

impl RulePattern {
    /// Key of the number of rows, which can be read from a picture.
    pub const ROWS: &'static str = "rows";
    /// Key of the number of columns.
    pub const COLUMNS: &'static str = "columns";

    /// Sets the numbers of rows and columns for a board of this size.
    pub fn answer_size(&self, answers: &mut Answers, size: Size) {
        for (key, side) in [(Self::ROWS, size.rows), (Self::COLUMNS, size.cols)] {
            let count = self.seams.map_or(side, |seams| seams.cells(side));
            answers.insert(key.to_owned(), count.to_string());
        }
    }

    /// Returns whether boards can have this size.
    pub fn allows_size(&self, size: Size) -> bool {
        let mut answers = Answers::new();
        self.answer_size(&mut answers, size);
        let mut sides = self.questions.iter().filter_map(|question| {
            let answer = answers.get(question.key)?;
            Some(question.fits(answer))
        });
        sides.all(|fits| fits)
    }

    /// Number of board rows or columns for an answer.
    pub fn side(&self, cells: usize) -> usize {
        self.seams.map_or(cells, |seams| seams.lines(cells))
    }
}

/// Answers by key; missing ones have their defaults.
pub type Answers = BTreeMap<String, String>;

/// Rule patterns of a game whose levels are rules.
pub trait Gallery: Send + Sync {
    fn patterns(&self) -> Vec<&'static RulePattern>;

    /// Builds a level with an example board, which stores the pattern and the answers. Fails if these are invalid.
    fn build(&self, id: &str, answers: &Answers) -> Result<LevelRef, PatternError>;

    /// Answers for a board of another size. Fails if these answers do not determine that board.
    fn for_size(&self, id: &str, answers: &Answers, size: Size) -> Result<Answers, PatternError>;

    /// Clue numbers next to a level's board: side, row or column from 1, and the numbers in order.
    fn clues(&self, level: &dyn Level) -> Vec<(Side, usize, Vec<String>)>;

    /// Pattern that a level was built from, with all answers.
    fn origin(&self, level: &dyn Level) -> Option<(&'static RulePattern, Answers)>;
}

/// Error of building a level from a pattern.
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
    /// The answers contradict each other.
    #[error("{0}")]
    Unfit(String),
    /// Defect of the pattern.
    #[error("the pattern ‘{id}’ is broken: {reason}")]
    Broken { id: String, reason: String },
}
