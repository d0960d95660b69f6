//! Results on levels, by solvers and by hand: stored between starts, totalled, exported as a table.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::library::content_id;
use crate::game::{Cost, LevelRef, Objective, Outcome, SolveReport, count_complaints, words};
use crate::search::Stop;

/// Result of a solver on a level, as stored and exported.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolverResult {
    pub ending: SolverEnding,
    /// Cost of the plan, final or best so far, in `unit`; `None` without a plan.
    pub cost: Option<Cost>,
    /// The solver's cost unit, such as `pushes`.
    pub unit: String,
    pub optimal: bool,
    /// Proved bound of the cost of every plan; `None` if nothing is proved.
    pub bound: Option<Cost>,
    /// States explored, in the solver's own measure.
    pub explored: u64,
    /// Solving time.
    pub seconds: f64,
    /// Reason of an unsolvable level or of a failure.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolverEnding {
    /// Found the requested plan.
    Solved,
    Unsolvable,
    /// The time limit was reached.
    #[default]
    Time,
    /// The memory limit was reached.
    Memory,
    /// The solver's own limit was reached.
    Method,
    Stopped,
    /// The solver refused the level or panicked.
    Failed,
}

impl SolverEnding {
    const ALL: [Self; 7] = [
        Self::Solved,
        Self::Unsolvable,
        Self::Time,
        Self::Memory,
        Self::Method,
        Self::Stopped,
        Self::Failed,
    ];

    /// Text in tables and exported files, which must remain readable.
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

impl SolverResult {
    /// Result of a run; an error is the message of a solver that refused the level or panicked.
    pub fn new(level: &LevelRef, result: &Result<SolveReport, String>) -> Self {
        match result {
            Ok(report) => Self::from_report(level, report),
            Err(error) => Self {
                ending: SolverEnding::Failed,
                note: error.clone(),
                ..Self::default()
            },
        }
    }

    /// Takes over a report. If there are errors in the level, no plan is called optimal, a proof that there is none
    /// counts as a failure, and the note names the errors.
    pub fn from_report(level: &LevelRef, report: &SolveReport) -> Self {
        let mut errors = level.complaints();
        errors.retain(|complaint| complaint.severe);
        let errors = count_complaints(&errors);
        let solution = report.outcome.solution();
        let (ending, bound) = match &report.outcome {
            Outcome::Solved(solution) => (SolverEnding::Solved, solution.lower_bound),
            Outcome::Unsolvable(_) if errors.is_some() => (SolverEnding::Failed, None),
            Outcome::Unsolvable(_) => (SolverEnding::Unsolvable, None),
            Outcome::Stopped {
                stop, lower_bound, ..
            } => {
                let ending = match stop {
                    Stop::Cancelled => SolverEnding::Stopped,
                    Stop::Deadline => SolverEnding::Time,
                    Stop::Memory => SolverEnding::Memory,
                    Stop::Method => SolverEnding::Method,
                };
                (ending, *lower_bound)
            }
        };
        let note = match (&report.outcome, &errors) {
            (_, Some(errors)) => format!("the level has {errors}"),
            (Outcome::Unsolvable(proof), None) => proof.reason.clone(),
            _ => String::new(),
        };
        Self {
            ending,
            cost: solution.map(|solution| solution.cost),
            unit: report.cost_unit.to_owned(),
            optimal: solution.is_some_and(|solution| solution.optimal) && errors.is_none(),
            bound,
            explored: report.explored,
            seconds: report.elapsed.as_secs_f64(),
            note,
        }
    }

    /// Returns whether a further run is pointless: the level is proved unsolvable, or a plan is known, even of a search
    /// that was stopped; with `optimal`, only a plan that was proved optimal.
    pub fn is_final(&self, optimal: bool) -> bool {
        match self.ending {
            SolverEnding::Solved => self.optimal || !optimal,
            SolverEnding::Unsolvable => true,
            _ => self.cost.is_some() && !optimal,
        }
    }
}

/// Sums over results, for a line of text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    all: usize,
    solved: usize,
    /// Number of solved levels with a plan proved optimal.
    optimal: usize,
    unsolvable: usize,
    /// Numbers of other endings, by their words.
    other: BTreeMap<&'static str, usize>,
    /// Sums of the costs, by unit.
    costs: BTreeMap<String, Cost>,
    /// Number of results in `other` that have a plan.
    other_plans: usize,
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
                    totals.optimal += usize::from(result.optimal);
                }
                SolverEnding::Unsolvable => totals.unsolvable += 1,
                other => {
                    *totals.other.entry(other.word()).or_default() += 1;
                    totals.other_plans += usize::from(result.cost.is_some());
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
        if self.optimal > 0 {
            write!(f, ", {} proved optimal", self.optimal)?;
        }
        if self.unsolvable > 0 {
            write!(f, ", {} proved unsolvable", self.unsolvable)?;
        }
        for (word, count) in &self.other {
            write!(f, ", {count} {word}")?;
        }
        if self.other_plans > 0 {
            write!(f, " ({} of them with a plan)", self.other_plans)?;
        }
        // Costs of different games do not add up.
        if self.costs.len() == 1
            && let Some((unit, cost)) = self.costs.first_key_value()
        {
            write!(f, "; {} in all", words::cost(*cost, unit))?;
        }
        let (explored, time) = (words::number(self.explored), words::seconds(self.seconds));
        write!(f, "; {explored} explored, {time} solving time")
    }
}

/// Values by game and level content, as stored in a data file. Levels are identified by [`content_id`], so a renamed
/// level keeps its value and an edited one has none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Keyed<T: Default> {
    by_game: BTreeMap<String, BTreeMap<u64, T>>,
}

impl<T: Default> Keyed<T> {
    /// Value for a game's id and a level's [`content_id`].
    pub fn of_level(&self, game: &str, content: u64) -> Option<&T> {
        self.by_game.get(game)?.get(&content)
    }

    fn entry(&mut self, game: &str, content: u64) -> Entry<'_, u64, T> {
        let levels = self.by_game.entry(game.to_owned());
        levels.or_default().entry(content)
    }

    fn into_entries(self) -> impl Iterator<Item = (String, u64, T)> {
        self.by_game.into_iter().flat_map(|(game, values)| {
            let values = values.into_iter();
            values.map(move |(content, value)| (game.clone(), content, value))
        })
    }
}

/// Results of solvers on each level, by the solver's id.
pub type Results = Keyed<BTreeMap<String, SolverResult>>;

impl Keyed<BTreeMap<String, SolverResult>> {
    pub fn get(&self, game: &str, content: u64, solver: &str) -> Option<&SolverResult> {
        self.of_level(game, content)?.get(solver)
    }

    /// Best plan of any solver, among those with costs in this unit; of equally good ones, one proved optimal.
    pub fn best(
        &self,
        game: &str,
        content: u64,
        unit: &str,
        direction: Objective,
    ) -> Option<BestKnown> {
        let results = self.of_level(game, content)?.values();
        let known = results.filter(|result| result.unit == unit);
        let known = known.filter_map(|result| {
            let (cost, proved) = (result.cost?, result.optimal);
            Some(BestKnown { cost, proved })
        });
        known.min_by_key(|best| {
            let cost = match direction {
                Objective::Minimise => best.cost,
                Objective::Maximise => best.cost.saturating_neg(),
            };
            (cost, !best.proved)
        })
    }

    /// Stores a result, unless a proof (an optimal plan, or that there is none) is known and it is none.
    pub fn insert(&mut self, level: &LevelRef, solver: &str, result: SolverResult) {
        self.insert_id(level.game_id(), content_id(level), solver, result);
    }

    /// Adds the results of another collection by the rule of [`Results::insert`].
    pub fn merge(&mut self, other: Self) {
        for (game, content, solvers) in other.into_entries() {
            for (solver, result) in solvers {
                self.insert_id(&game, content, &solver, result);
            }
        }
    }

    fn insert_id(&mut self, game: &str, content: u64, solver: &str, result: SolverResult) {
        let solvers = self.entry(game, content).or_default();
        let known = solvers.get(solver);
        if result.is_final(true) || !known.is_some_and(|known| known.is_final(true)) {
            solvers.insert(solver.to_owned(), result);
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ResultRow {
    /// Path of the level, as given.
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
    // Writing into memory cannot fail.
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
    String::from_utf8_lossy(&table.into_inner().unwrap_or_default()).into_owned()
}

/// Parses a table written by [`to_csv`], or several, one after the other, each with its header. An error names the first
/// invalid row; the first header is row 1.
pub fn read_csv(text: &str) -> Result<Vec<ResultRow>, String> {
    let mut table = csv::Reader::from_reader(text.as_bytes());
    if table.headers().map_err(|error| error.to_string())? != COLUMNS.as_slice() {
        return Err(format!("row 1: expected the columns {}", COLUMNS.join(",")));
    }
    let mut rows = Vec::new();
    for (number, record) in (2..).zip(table.records()) {
        let record = record.map_err(|error| error.to_string())?;
        if &record == COLUMNS.as_slice() {
            continue;
        }
        rows.push(parse_row(&record).ok_or_else(|| format!("row {number}: this is no result"))?);
    }
    Ok(rows)
}

/// Parses a row with all [`COLUMNS`], in their order; `None` if a value is invalid.
fn parse_row(record: &csv::StringRecord) -> Option<ResultRow> {
    // `None` for an invalid number, `Some(None)` for none.
    let number = |text: &str| match text {
        "" => Some(None),
        text => text.parse().ok().map(Some),
    };
    let mut endings = SolverEnding::ALL.into_iter();
    Some(ResultRow {
        level: unescape_formula(&record[0]),
        game: record[1].to_owned(),
        solver: record[2].to_owned(),
        result: SolverResult {
            ending: endings.find(|ending| ending.word() == &record[3])?,
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

/// Characters with which texts begin that spreadsheets read as formulas.
const FORMULA_STARTS: [char; 5] = ['=', '+', '-', '@', '\t'];

/// Prevents spreadsheets from reading a text as a formula, by an apostrophe before it.
fn escape_formula(text: &str) -> String {
    let guard = text.starts_with(FORMULA_STARTS).then_some("'");
    format!("{}{text}", guard.unwrap_or_default())
}

/// Reverses [`escape_formula`].
fn unescape_formula(text: &str) -> String {
    let inner = text.strip_prefix('\'');
    let inner = inner.filter(|inner| inner.starts_with(FORMULA_STARTS));
    inner.unwrap_or(text).to_owned()
}

/// Level solved by hand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Win {
    /// Cost in `unit`; `None` if it cannot be compared with plans of solvers.
    pub cost: Option<Cost>,
    pub unit: String,
    pub moves: usize,
    /// Time from the first move to the last; `None` if the first was not observed.
    pub seconds: Option<f64>,
    /// Number of hints used; at least 1 if a solver's plan was displayed.
    pub hints: usize,
}

impl Win {
    /// Returns whether this result is better: cheaper, then with fewer hints, then quicker.
    fn is_better(&self, other: &Self, direction: Objective) -> bool {
        let cost = |win: &Self| match (win.cost, direction) {
            (None, _) => (1, 0),
            (Some(cost), Objective::Minimise) => (0, cost),
            (Some(cost), Objective::Maximise) => (0, cost.saturating_neg()),
        };
        let key = |win: &Self| (cost(win), win.hints);
        let seconds = |win: &Self| win.seconds.unwrap_or(f64::INFINITY);
        key(self) < key(other) || key(self) == key(other) && seconds(self) < seconds(other)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestKnown {
    pub cost: Cost,
    /// True if it is proved to be optimal.
    pub proved: bool,
}

/// A result with two stars is worse than the best known one by at most that one's cost divided by this.
const TWO_STARS_DIVISOR: Cost = 4;

/// Stars of a result: three if as good as the best known and without hints, two if at most a quarter worse, else one.
/// `None` if costs cannot be compared, or no other result is known.
pub fn stars(win: &Win, best: Option<BestKnown>, direction: Objective) -> Option<usize> {
    let (cost, best) = (win.cost?, best?.cost);
    let worse = match direction {
        Objective::Minimise => cost.saturating_sub(best),
        Objective::Maximise => best.saturating_sub(cost),
    };
    Some(match worse {
        _ if worse <= 0 && win.hints == 0 => 3,
        _ if worse.saturating_mul(TWO_STARS_DIVISOR) <= best.saturating_abs() => 2,
        _ => 1,
    })
}

/// Rule of [`stars`], for the user.
pub const STARS_RULE: &str = "Three stars: as good as the best known, without a hint or a solver's plan. Two: at most a \
                              quarter worse, or with hints. One: solved.";

/// Best result of each level.
pub type Wins = Keyed<Win>;

impl Keyed<Win> {
    /// Stores a result unless a better one is known.
    pub fn insert(&mut self, level: &LevelRef, win: Win, direction: Objective) {
        self.insert_id(level.game_id(), content_id(level), win, direction);
    }

    /// Adds the results of another collection unless better ones are known.
    pub fn merge(&mut self, other: Self, direction: impl Fn(&str) -> Objective) {
        for (game, content, win) in other.into_entries() {
            self.insert_id(&game, content, win, direction(&game));
        }
    }

    fn insert_id(&mut self, game: &str, content: u64, win: Win, direction: Objective) {
        let best = self.entry(game, content).or_insert_with(|| win.clone());
        if win.is_better(best, direction) {
            *best = win;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::{RealDisk, load_ron, save_ron};
    use crate::games;

    fn solved(cost: Cost, optimal: bool) -> SolverResult {
        SolverResult {
            ending: SolverEnding::Solved,
            cost: Some(cost),
            unit: "keys".to_owned(),
            optimal,
            seconds: 0.25,
            ..SolverResult::default()
        }
    }

    fn level() -> LevelRef {
        let lights = games::by_id("lights-out").expect("is registered");
        lights
            .parse_text("lights-out\n\n.#.\n")
            .expect("is a level")
    }

    #[test]
    fn totals_distinguish_solved_levels_from_plans() {
        let limit = SolverResult {
            ending: SolverEnding::Time,
            explored: 10,
            seconds: 1.0,
            ..solved(9, false)
        };
        let none = SolverResult {
            ending: SolverEnding::Unsolvable,
            ..SolverResult::default()
        };
        let all = [
            solved(2, true),
            solved(3, false),
            limit,
            none,
            SolverResult::default(),
        ];
        let text = Totals::new(&all).to_string();
        let expected = "2 of 5 solved, 1 proved optimal, 1 proved unsolvable, 2 time limit (1 of them with a \
             plan); 14 keys in all; ";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.ends_with(" solving time"), "{text}");
    }

    #[test]
    fn results_survive_the_file_and_are_known_by_content() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let path = home.path().join("results.ron");
        let level = level();
        let mut results = Results::default();
        results.insert(&level, "walk", solved(2, true));
        save_ron(&results, &RealDisk, &path).expect("is writable");
        let read: Results = load_ron(&RealDisk, &path).expect("is readable");
        assert_eq!(read, results);
        let renamed = level.with_meta(crate::game::Meta {
            title: "Another name".to_owned(),
            ..Default::default()
        });
        let result = read.get("lights-out", content_id(&renamed), "walk");
        assert_eq!(result, Some(&solved(2, true)));
        std::fs::write(&path, "what?").expect("is writable");
        assert!(load_ron::<Results>(&RealDisk, &path).is_err());
    }

    #[test]
    fn a_proof_is_not_forgotten_for_a_quicker_answer() {
        let level = level();
        let mut results = Results::default();
        results.insert(&level, "walk", solved(3, false));
        results.insert(&level, "walk", solved(2, true));
        results.insert(&level, "walk", SolverResult::default());
        let result = results.get("lights-out", content_id(&level), "walk");
        assert_eq!(result.map(|result| result.cost), Some(Some(2)));
        assert!(solved(3, false).is_final(false) && !solved(3, false).is_final(true));
        assert!(!SolverResult::default().is_final(false));
    }

    #[test]
    fn a_table_can_be_read_by_spreadsheets() {
        let result = SolverResult {
            note: "no,\n\"never\"".to_owned(),
            ending: SolverEnding::Unsolvable,
            ..SolverResult::default()
        };
        let row = |level: &str| ResultRow {
            level: level.to_owned(),
            game: "lights-out".to_owned(),
            solver: "walk".to_owned(),
            result: result.clone(),
        };
        let rows = [row("=SUM(A1)"), row("Plain")];
        let text = to_csv(&rows);
        let mut lines = text.split("\r\n");
        assert_eq!(lines.next().expect("has names").split(',').count(), 11);
        let first = lines.next().expect("has a line");
        assert!(first.starts_with("'=SUM(A1),lights-out,walk,unsolvable,,"));
        for part in ["Plain,lights-out", "\"no,\n\"\"never\"\"\""] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(read_csv(&text), Ok(rows.to_vec()));
        let torn = read_csv(&text.replace("unsolvable", "lost"));
        let error = torn.expect_err("has no such result");
        assert!(error.starts_with("row 2"), "{error}");
    }

    fn win(cost: Cost, hints: usize) -> Win {
        Win {
            cost: Some(cost),
            unit: "pushes".to_owned(),
            hints,
            ..Win::default()
        }
    }

    #[test]
    fn the_best_result_is_stored_by_content_and_survives_the_file() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let path = home.path().join("wins.ron");
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(None);
        let mut wins: Wins = load_ron(&RealDisk, &path).expect("none yet");
        for (cost, hints) in [(12, 0), (14, 0), (12, 2), (11, 1)] {
            wins.insert(&level, win(cost, hints), Objective::Minimise);
        }
        save_ron(&wins, &RealDisk, &path).expect("is writable");
        let read: Wins = load_ron(&RealDisk, &path).expect("was written");
        let best = read.of_level("lights-out", content_id(&level));
        assert_eq!(best, Some(&win(11, 1)));
    }

    #[test]
    fn stars_compare_with_the_best_known() {
        let best = |cost| {
            let proved = true;
            Some(BestKnown { cost, proved })
        };
        for (cost, known, direction, expected) in [
            (10, best(10), Objective::Minimise, Some(3)),
            (9, best(10), Objective::Minimise, Some(3)),
            (12, best(10), Objective::Minimise, Some(2)),
            (13, best(10), Objective::Minimise, Some(1)),
            (31, best(40), Objective::Maximise, Some(2)),
            (20, best(40), Objective::Maximise, Some(1)),
            (5, None, Objective::Minimise, None),
        ] {
            assert_eq!(stars(&win(cost, 0), known, direction), expected, "{cost}");
        }
        assert_eq!(stars(&win(10, 1), best(10), Objective::Minimise), Some(2));
    }
}
