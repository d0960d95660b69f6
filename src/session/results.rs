//! Results of solvers on levels: stored between starts, totalled, exported as a table.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{Cost, Direction, LevelRef, Limit, Outcome, Report, words};

use super::library::content_id;
use super::wins::BestKnown;

/// Result of a solver on a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Found {
    pub ending: Ending,
    /// Cost of the plan, if there is one.
    pub cost: Option<Cost>,
    /// Unit of cost and bound.
    pub unit: String,
    /// True if the plan is proved to be optimal.
    pub optimal: bool,
    /// Proved bound on the best cost.
    pub bound: Option<Cost>,
    /// States explored, in the solver's own measure.
    pub explored: u64,
    pub seconds: f64,
    /// Reason for a missing plan, if known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// End of a solver's run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
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

impl Ending {
    const ALL: [Self; 7] = [
        Self::Solved,
        Self::Unsolvable,
        Self::Time,
        Self::Memory,
        Self::Method,
        Self::Stopped,
        Self::Failed,
    ];

    /// Word used in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Method => "method limit",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
        }
    }
}

impl Found {
    /// Summarises a result or error.
    pub fn of(result: &Result<Report, String>) -> Self {
        match result {
            Ok(report) => Self::of_report(report),
            Err(error) => Self {
                ending: Ending::Failed,
                note: error.clone(),
                ..Self::default()
            },
        }
    }

    /// Summarises a solver's report.
    pub fn of_report(report: &Report) -> Self {
        let solution = report.outcome.solution();
        let (ending, bound, note) = match &report.outcome {
            Outcome::Solved(solution) => (Ending::Solved, solution.lower_bound, String::new()),
            Outcome::Unsolvable(proof) => (Ending::Unsolvable, None, proof.reason.clone()),
            Outcome::Interrupted { lower_bound, .. } => {
                (Ending::Stopped, *lower_bound, String::new())
            }
            Outcome::Limit {
                limit, lower_bound, ..
            } => {
                let ending = match limit {
                    Limit::Time => Ending::Time,
                    Limit::Memory => Ending::Memory,
                    Limit::Method => Ending::Method,
                };
                (ending, *lower_bound, String::new())
            }
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

    /// Returns whether a further run is pointless: the level is solved (to the optimum, if `optimal`) or proved
    /// unsolvable.
    pub fn is_final(&self, optimal: bool) -> bool {
        match self.ending {
            Ending::Solved => self.optimal || !optimal,
            Ending::Unsolvable => true,
            _ => self.cost.is_some() && !optimal,
        }
    }
}

/// Totals of results, displayed as a sentence without full stop.
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
    pub fn of<'a>(found: impl IntoIterator<Item = &'a Found>) -> Self {
        let mut totals = Self::default();
        for one in found {
            totals.all += 1;
            match one.ending {
                Ending::Solved => {
                    totals.solved += 1;
                    totals.proved += usize::from(one.optimal);
                }
                Ending::Unsolvable => totals.unsolvable += 1,
                other => {
                    *totals.other.entry(other.word()).or_default() += 1;
                    totals.unproven += usize::from(one.cost.is_some());
                }
            }
            if let Some(cost) = one.cost {
                let sum = totals.costs.entry(one.unit.clone()).or_default();
                *sum = sum.saturating_add(cost);
            }
            totals.explored = totals.explored.saturating_add(one.explored);
            totals.seconds += one.seconds;
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
    by_game: BTreeMap<String, BTreeMap<u64, BTreeMap<String, Found>>>,
}

impl Results {
    /// Result by game, content id and solver.
    pub fn get(&self, game: &str, content: u64, solver: &str) -> Option<&Found> {
        self.by_game.get(game)?.get(&content)?.get(solver)
    }

    /// Best plan of any solver, among those with costs in this unit.
    pub fn best(
        &self,
        game: &str,
        content: u64,
        unit: &str,
        direction: Direction,
    ) -> Option<BestKnown> {
        let solvers = self.by_game.get(game)?.get(&content)?;
        let found = solvers.values().filter(|found| found.unit == unit);
        let known = found.filter_map(|found| {
            let (cost, proved) = (found.cost?, found.optimal);
            Some(BestKnown { cost, proved })
        });
        let key = |best: &BestKnown| {
            let cost = match direction {
                Direction::Minimise => best.cost,
                Direction::Maximise => best.cost.saturating_neg(),
            };
            (cost, !best.proved)
        };
        known.min_by_key(key)
    }

    /// Stores a result, unless it would replace a final one by one that is not.
    pub fn insert(&mut self, level: &LevelRef, solver: &str, found: Found) {
        self.insert_id(level.game_id(), content_id(level), solver, found);
    }

    /// Adds the results of another collection by the rule of [`Results::insert`].
    pub fn merge(&mut self, other: Self) {
        for (game, levels) in other.by_game {
            for (content, solvers) in levels {
                for (solver, found) in solvers {
                    self.insert_id(&game, content, &solver, found);
                }
            }
        }
    }

    fn insert_id(&mut self, game: &str, content: u64, solver: &str, found: Found) {
        let game = self.by_game.entry(game.to_owned()).or_default();
        let solvers = game.entry(content).or_default();
        match solvers.get(solver) {
            Some(known) if known.is_final(true) && !found.is_final(true) => {}
            _ => {
                solvers.insert(solver.to_owned(), found);
            }
        }
    }
}

/// Row of a table of results.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub level: String,
    pub game: String,
    pub solver: String,
    pub found: Found,
}

const COLUMNS: [&str; 11] = [
    "level", "game", "solver", "result", "cost", "unit", "optimal", "bound", "explored", "seconds",
    "note",
];

/// Results as comma-separated values (RFC 4180) with a header row.
pub fn csv<'a>(rows: impl IntoIterator<Item = &'a Row>) -> String {
    let mut table = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let number = |number: Option<Cost>| number.map_or(String::new(), |number| number.to_string());
    let _ = table.write_record(COLUMNS);
    for Row {
        level,
        game,
        solver,
        found,
    } in rows
    {
        let _ = table.write_record([
            guarded(level).as_str(),
            game,
            solver,
            found.ending.word(),
            &number(found.cost),
            &guarded(&found.unit),
            if found.optimal { "yes" } else { "no" },
            &number(found.bound),
            &found.explored.to_string(),
            &format!("{:.6}", found.seconds),
            &guarded(&found.note),
        ]);
    }
    let text = table.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

/// Parses a table written by [`csv`].
///
/// # Errors
/// The first invalid row, for users; the header is row 1.
pub fn read_csv(text: &str) -> Result<Vec<Row>, String> {
    let mut table = csv::Reader::from_reader(text.as_bytes());
    if table.headers().map_err(|error| error.to_string())? != COLUMNS.as_slice() {
        return Err(format!("row 1: expected the columns {}", COLUMNS.join(",")));
    }
    let mut rows = Vec::new();
    for (number, record) in (2..).zip(table.records()) {
        let record = record.map_err(|error| error.to_string())?;
        rows.push(row(&record).ok_or_else(|| format!("row {number}: this is no result"))?);
    }
    Ok(rows)
}

fn row(record: &csv::StringRecord) -> Option<Row> {
    let number = |text: &str| match text {
        "" => Some(None),
        text => text.parse().ok().map(Some),
    };
    Some(Row {
        level: unguarded(&record[0]),
        game: record[1].to_owned(),
        solver: record[2].to_owned(),
        found: Found {
            ending: Ending::ALL.into_iter().find(|it| it.word() == &record[3])?,
            cost: number(&record[4])?,
            unit: unguarded(&record[5]),
            optimal: &record[6] == "yes",
            bound: number(&record[7])?,
            explored: record[8].parse().ok()?,
            seconds: record[9].parse().ok()?,
            note: unguarded(&record[10]),
        },
    })
}

const FORMULA: [char; 5] = ['=', '+', '-', '@', '\t'];

/// Prevents spreadsheets from reading a text as a formula.
fn guarded(text: &str) -> String {
    let guard = if text.starts_with(FORMULA) { "'" } else { "" };
    format!("{guard}{text}")
}

fn unguarded(text: &str) -> String {
    let inner = text.strip_prefix('\'');
    let inner = inner.filter(|inner| inner.starts_with(FORMULA));
    inner.unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests;
