//! Results of solvers on levels: stored between starts, totalled, exported as a table.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::library::content_id;
use super::wins::BestKnown;
use crate::game::{Cost, LevelRef, Limit, Objective, Outcome, SolveReport, words};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolverResult {
    pub ending: SolverEnding,
    pub cost: Option<Cost>,
    pub unit: String,
    pub optimal: bool,
    pub bound: Option<Cost>,
    /// States explored, in the solver's own measure.
    pub explored: u64,
    pub seconds: f64,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolverEnding {
    Solved,
    /// Proved that there is no plan.
    Unsolvable,
    #[default]
    Time,
    Memory,
    /// The solver's own limit was reached.
    Method,
    Stopped,
    /// The solver refused the level or panicked.
    Failed,
}

impl SolverEnding {
    const WORDS: [(Self, &'static str); 7] = [
        (Self::Solved, "solved"),
        (Self::Unsolvable, "unsolvable"),
        (Self::Time, "time limit"),
        (Self::Memory, "memory limit"),
        (Self::Method, "method limit"),
        (Self::Stopped, "stopped"),
        (Self::Failed, "failed"),
    ];

    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].1
    }
}

impl SolverResult {
    pub fn new(result: &Result<SolveReport, String>) -> Self {
        match result {
            Ok(report) => Self::from_report(report),
            Err(error) => Self {
                ending: SolverEnding::Failed,
                note: error.clone(),
                ..Self::default()
            },
        }
    }

    pub fn from_report(report: &SolveReport) -> Self {
        let solution = report.outcome.solution();
        let (ending, bound) = match &report.outcome {
            Outcome::Solved(solution) => (SolverEnding::Solved, solution.lower_bound),
            Outcome::Unsolvable(_) => (SolverEnding::Unsolvable, None),
            Outcome::Interrupted { lower_bound, .. } => (SolverEnding::Stopped, *lower_bound),
            Outcome::Limit {
                limit, lower_bound, ..
            } => {
                let ending = match limit {
                    Limit::Time => SolverEnding::Time,
                    Limit::Memory => SolverEnding::Memory,
                    Limit::Method => SolverEnding::Method,
                };
                (ending, *lower_bound)
            }
        };
        let note = match &report.outcome {
            Outcome::Unsolvable(proof) => proof.reason.clone(),
            _ => String::new(),
        };
        Self {
            ending,
            cost: solution.map(|solution| solution.cost),
            unit: report.cost_unit.to_owned(),
            optimal: solution.is_some_and(|solution| solution.optimal),
            bound,
            explored: report.explored,
            seconds: report.elapsed.as_secs_f64(),
            note,
        }
    }

    /// Returns whether a further run is pointless: the level is solved (best, if `optimal`) or proved unsolvable.
    pub fn is_final(&self, optimal: bool) -> bool {
        match self.ending {
            SolverEnding::Solved => self.optimal || !optimal,
            SolverEnding::Unsolvable => true,
            _ => self.cost.is_some() && !optimal,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    all: usize,
    solved: usize,
    proved: usize,
    unsolvable: usize,
    /// Number of results in `other` that have a plan.
    unproven: usize,
    other: BTreeMap<&'static str, usize>,
    costs: BTreeMap<String, Cost>,
    explored: u64,
    seconds: f64,
}

impl Totals {
    pub fn new<'a>(results: impl IntoIterator<Item = &'a SolverResult>) -> Self {
        let mut totals = Self::default();
        for result in results {
            totals.all += 1;
            match result.ending {
                SolverEnding::Solved => {
                    totals.solved += 1;
                    totals.proved += usize::from(result.optimal);
                }
                SolverEnding::Unsolvable => totals.unsolvable += 1,
                other => {
                    *totals.other.entry(other.word()).or_default() += 1;
                    totals.unproven += usize::from(result.cost.is_some());
                }
            }
            if let Some(cost) = result.cost {
                let sum = totals.costs.entry(result.unit.clone()).or_default();
                *sum = sum.saturating_add(cost);
            }
            totals.explored = totals.explored.saturating_add(result.explored);
            totals.seconds += result.seconds;
        }
        totals
    }

    pub fn is_empty(&self) -> bool {
        self.all == 0
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} solved", self.solved, self.all)?;
        if self.proved > 0 {
            write!(f, ", {} proved optimal", self.proved)?;
        }
        if self.unsolvable > 0 {
            write!(f, ", {} proved unsolvable", self.unsolvable)?;
        }
        for (word, count) in &self.other {
            write!(f, ", {count} {word}")?;
        }
        if self.unproven > 0 {
            write!(f, " ({} of them with a plan)", self.unproven)?;
        }
        // Costs of different games do not add up.
        if self.costs.len() == 1
            && let Some((unit, cost)) = self.costs.first_key_value()
        {
            write!(f, "; {} in all", words::cost(*cost, unit))?;
        }
        write!(
            f,
            "; {} explored, {} solving time",
            words::number(self.explored),
            words::seconds(self.seconds)
        )
    }
}

/// Results by game, level content and solver. Levels are identified by content, like [`super::library::SolvedMarks`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    #[serde(default)]
    by_game: BTreeMap<String, BTreeMap<u64, BTreeMap<String, SolverResult>>>,
}

impl Results {
    pub fn get(&self, game: &str, content: u64, solver: &str) -> Option<&SolverResult> {
        self.by_game.get(game)?.get(&content)?.get(solver)
    }

    /// Best plan of any solver, among those with costs in this unit.
    pub fn best(&self, game: &str, id: u64, unit: &str, direction: Objective) -> Option<BestKnown> {
        let solvers = self.by_game.get(game)?.get(&id)?;
        let results = solvers.values().filter(|result| result.unit == unit);
        let known = results.filter_map(|result| {
            let (cost, proved) = (result.cost?, result.optimal);
            Some(BestKnown { cost, proved })
        });
        let key = |best: &BestKnown| {
            let cost = match direction {
                Objective::Minimise => best.cost,
                Objective::Maximise => best.cost.saturating_neg(),
            };
            (cost, !best.proved)
        };
        known.min_by_key(key)
    }

    /// Stores a result, unless it would replace a final one by one that is not.
    pub fn insert(&mut self, level: &LevelRef, solver: &str, result: SolverResult) {
        self.insert_id(level.game_id(), content_id(level), solver, result);
    }

    /// Adds the results of another collection by the rule of [`Results::insert`].
    pub fn merge(&mut self, other: Self) {
        for (game, levels) in other.by_game {
            for (content, solvers) in levels {
                for (solver, result) in solvers {
                    self.insert_id(&game, content, &solver, result);
                }
            }
        }
    }

    fn insert_id(&mut self, game: &str, content: u64, solver: &str, result: SolverResult) {
        let game = self.by_game.entry(game.to_owned()).or_default();
        let solvers = game.entry(content).or_default();
        let known = solvers.get(solver);
        if result.is_final(true) || !known.is_some_and(|known| known.is_final(true)) {
            solvers.insert(solver.to_owned(), result);
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ResultRow {
    pub level: String,
    pub game: String,
    pub solver: String,
    pub result: SolverResult,
}

const COLUMNS: [&str; 11] = [
    "level", "game", "solver", "result", "cost", "unit", "optimal", "bound", "explored", "seconds",
    "note",
];

/// Results as comma-separated values (RFC 4180) with a header row.
pub fn to_csv<'a>(rows: impl IntoIterator<Item = &'a ResultRow>) -> String {
    let mut table = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let number = |number: Option<Cost>| number.map_or(String::new(), |number| number.to_string());
    let _ = table.write_record(COLUMNS);
    for row in rows {
        let result = &row.result;
        let _ = table.write_record([
            escape_formula(&row.level).as_str(),
            &row.game,
            &row.solver,
            result.ending.word(),
            &number(result.cost),
            &escape_formula(&result.unit),
            if result.optimal { "yes" } else { "no" },
            &number(result.bound),
            &result.explored.to_string(),
            &format!("{:.6}", result.seconds),
            &escape_formula(&result.note),
        ]);
    }
    let text = table.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

/// Parses a table written by [`to_csv`]. An error names the first invalid row; the header is row 1.
pub fn read_csv(text: &str) -> Result<Vec<ResultRow>, String> {
    let mut table = csv::Reader::from_reader(text.as_bytes());
    if table.headers().map_err(|error| error.to_string())? != COLUMNS.as_slice() {
        return Err(format!("row 1: expected the columns {}", COLUMNS.join(",")));
    }
    let mut rows = Vec::new();
    for (number, record) in (2..).zip(table.records()) {
        let record = record.map_err(|error| error.to_string())?;
        rows.push(parse_row(&record).ok_or_else(|| format!("row {number}: this is no result"))?);
    }
    Ok(rows)
}

fn parse_row(record: &csv::StringRecord) -> Option<ResultRow> {
    let number = |text: &str| match text {
        "" => Some(None),
        text => text.parse().ok().map(Some),
    };
    let mut endings = SolverEnding::WORDS.into_iter();
    Some(ResultRow {
        level: unescape_formula(&record[0]),
        game: record[1].to_owned(),
        solver: record[2].to_owned(),
        result: SolverResult {
            ending: endings.find(|(_, word)| *word == &record[3])?.0,
            cost: number(&record[4])?,
            unit: unescape_formula(&record[5]),
            optimal: &record[6] == "yes",
            bound: number(&record[7])?,
            explored: record[8].parse().ok()?,
            seconds: record[9].parse().ok()?,
            note: unescape_formula(&record[10]),
        },
    })
}

const FORMULA_STARTS: [char; 5] = ['=', '+', '-', '@', '\t'];

/// Prevents spreadsheets from reading a text as a formula.
fn escape_formula(text: &str) -> String {
    let guard = text.starts_with(FORMULA_STARTS).then_some("'");
    format!("{}{text}", guard.unwrap_or_default())
}

fn unescape_formula(text: &str) -> String {
    let inner = text.strip_prefix('\'');
    let inner = inner.filter(|inner| inner.starts_with(FORMULA_STARTS));
    inner.unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests;
