//! Cost of a plan for a player: travel between stamps, and the stamps.
//!
//! Costs are whole numbers of any unit: keys, milliseconds, pixels. Travel cost is a *metric*: symmetric, and never
//! more than with a detour; the proofs of the solver rest on that alone.

use crate::game::{Cell, Field, Size, SolveError, TargetFact};
use crate::level::MAX_SIDE;

use super::super::problem::{StampProblem, Vertex};

/// Highest cost of a run or a stamp, and largest side of a cell in pixels.
const MAX_COST: u32 = 1000;
/// Options that define the cost of a plan.
pub(super) const OPTIONS: &[Field] = &[
    Field::new(
        "cursor",
        "Cursor at the start",
        "1 1",
        "Row and column of the cursor at the start, counted from 1; ‘any’: moving to the first stamp is free. After moves already made, the cursor is where the last one was.",
    )
    .named(&[("1 1", "row 1, column 1")])
    .with_fact(TargetFact::Cursor),
    Field::new(
        "edges",
        "Cursor at the edges",
        "stop",
        "What happens to the cursor at the edges: ‘stop’ or ‘wrap’.",
    )
    .one_of(&["stop", "wrap"])
    .with_fact(TargetFact::Edges),
    Field::new(
        "runs",
        "Cost of moving",
        "1",
        "Costs of moving 1, 2, 3, … cells in one direction, as when a key is held down: ascending \
         numbers from 1 to 1000; longer moves continue the last step.",
    )
    .with_fact(TargetFact::Runs),
    Field::new(
        "stamp",
        "Cost of a stamp",
        "1",
        "Cost of a stamp, without moving to it, 0 to 1000.",
    )
    .with_fact(TargetFact::Action),
    Field::new(
        "pointer",
        "Cell size for a mouse",
        "no",
        "For a mouse: height and width of a cell in pixels, 1 to 1000 each; the pointer moves in \
         straight lines between cell centres. ‘no’ for a cursor that moves cell by cell.",
    )
    .named(&[("no", "no mouse")])
    .with_fact(TargetFact::Pointer),
    Field::new(
        "unit",
        "Unit of costs",
        "keys",
        "Unit shown with the costs: ‘keys’, ‘ms’ or ‘pixels’.",
    )
    .one_of(&UNITS)
    .with_fact(TargetFact::Unit),
];

const UNITS: [&str; 3] = ["keys", "ms", "pixels"];

/// Unit named by the option, or the default.
pub(super) fn unit_of(option: Option<&str>) -> &'static str {
    let named = |text: &str| UNITS.into_iter().find(|unit| *unit == text.trim());
    option.and_then(named).unwrap_or(UNITS[0])
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CostModel {
    /// Start of the cursor, if the way from there counts.
    pub start: Option<Cell>,
    /// Cost of one stamp, without moving to it.
    stamp: u32,
    travel: Travel,
    /// Cells of the problem's vertices; empty before [`CostModel::with_cells`].
    cells: Vec<Cell>,
    /// Costs between all pairs of cells, if there are at most [`MAX_TABLE_CELLS`].
    table: Vec<u32>,
}

/// Most cells with a table of all pairs.
const MAX_TABLE_CELLS: usize = 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Travel {
    /// Rows and columns separately.
    Keys { rows: AxisCosts, cols: AxisCosts },
    /// Straight lines, with these row and column distances in pixels.
    Pointer { down: u32, across: u32 },
}

impl CostModel {
    /// The model that the options describe, for a board of this size.
    ///
    /// # Errors
    /// If an option's value is invalid; unlike elsewhere, an empty one is.
    pub fn from_options<'a>(
        option: impl Fn(&str) -> Option<&'a str>,
        size: Size,
    ) -> Result<Self, SolveError> {
        let start = parse_start(option("cursor").unwrap_or("1 1"), size)?;
        let stamp = number("stamp", option("stamp").unwrap_or("1"), 0)?;
        let edges = option("edges").unwrap_or("stop");
        if !["stop", "wrap"].contains(&edges) {
            let reason = format!("‘{edges}’ is not ‘stop’ or ‘wrap’");
            return Err(option_error("edges", reason));
        }
        let pointer = option("pointer").unwrap_or("no").trim();
        let travel = if pointer == "no" {
            let runs = parse_runs(option("runs").unwrap_or("1"))?;
            let axis = |len| AxisCosts::new(len, &runs, edges == "wrap");
            let (rows, cols) = (axis(size.rows), axis(size.cols));
            Travel::Keys { rows, cols }
        } else {
            let [down, across] = *pointer.split_whitespace().collect::<Vec<_>>() else {
                let reason = format!("‘{pointer}’ is not ‘no’ or height and width of a cell");
                return Err(option_error("pointer", reason));
            };
            let (down, across) = (number("pointer", down, 1)?, number("pointer", across, 1)?);
            Travel::Pointer { down, across }
        };
        Ok(Self {
            start,
            stamp,
            travel,
            cells: Vec::new(),
            table: Vec::new(),
        })
    }

    /// The model for the cells of a problem; the cursor is at its last stamp, if there was one.
    #[must_use]
    pub fn with_cells(mut self, problem: &StampProblem) -> Self {
        self.start = problem.last_done.or(self.start);
        self.cells.clone_from(&problem.cells);
        if self.cells.len() <= MAX_TABLE_CELLS {
            let cells = problem.cells.iter().copied();
            let to = cells.clone();
            let pairs = cells.flat_map(|from| to.clone().map(move |to| (from, to)));
            self.table = pairs.map(|(from, to)| self.travel_cost(from, to)).collect();
        }
        self
    }

    /// Returns whether each step costs 1 and edges stop the cursor.
    pub fn is_plain(&self) -> bool {
        let is_plain =
            |axis: &AxisCosts| (0..axis.len).all(|index| axis.get(0, index) == index as u32);
        match &self.travel {
            Travel::Keys { rows, cols } => is_plain(rows) && is_plain(cols),
            Travel::Pointer { .. } => false,
        }
    }

    /// Least cost between two different cells.
    pub fn min_step(&self) -> u32 {
        match &self.travel {
            Travel::Keys { rows, cols } => rows.min_step().min(cols.min_step()),
            Travel::Pointer { down, across } => *down.min(across),
        }
    }

    fn travel_cost(&self, from: Cell, to: Cell) -> u32 {
        match &self.travel {
            Travel::Keys { rows, cols } => rows.get(from.row, to.row) + cols.get(from.col, to.col),
            Travel::Pointer { down, across } => {
                let pixels =
                    |from: usize, to: usize, unit: u32| from.abs_diff(to) as u64 * u64::from(unit);
                let down = pixels(from.row, to.row, *down);
                let across = pixels(from.col, to.col, *across);
                let square = down * down + across * across;
                let root = square.isqrt();
                // Rounded up: so no detour becomes shorter than the straight line.
                (root + u64::from(root * root < square)) as u32
            }
        }
    }

    /// Travel cost between the cells of two vertices.
    #[inline]
    pub fn between(&self, from: Vertex, to: Vertex) -> u32 {
        let (from, to) = (from as usize, to as usize);
        match self.table.get(from * self.cells.len() + to) {
            Some(cost) => *cost,
            None => self.travel_cost(self.cells[from], self.cells[to]),
        }
    }

    /// Cost from the cursor's start to a cell.
    #[inline]
    pub fn to_first(&self, to: Vertex) -> u32 {
        let to = self.cells[to as usize];
        self.start.map_or(0, |start| self.travel_cost(start, to))
    }

    /// Travel cost of a stamping order, without the stamps.
    pub fn path_cost(&self, order: &[Vertex]) -> i64 {
        let first = order.first().map_or(0, |first| self.to_first(*first));
        let steps = order.windows(2).map(|pair| self.between(pair[0], pair[1]));
        i64::from(first) + steps.map(i64::from).sum::<i64>()
    }

    /// Cost of a plan, given that of its travel: every cell also costs a stamp.
    pub fn plan_cost(&self, path_cost: i64) -> i64 {
        path_cost + self.cells.len() as i64 * i64::from(self.stamp)
    }
}

/// Costs along one side of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AxisCosts {
    /// Number of cells.
    len: usize,
    /// Row `from`, column `to`.
    costs: Vec<u32>,
}

impl AxisCosts {
    /// Cheapest splits into runs, whose costs by length `runs` lists from 1 on. Since these ascend, overshooting
    /// gains nothing and the costs are a metric.
    fn new(len: usize, runs: &[u32], wraps: bool) -> Self {
        let last = runs.last().copied().unwrap_or(1);
        // Each cell beyond those listed costs as much more as the last one listed.
        let growth = last - runs.iter().rev().nth(1).copied().unwrap_or(0);
        let run_cost = |cells: usize| {
            let beyond = cells.saturating_sub(runs.len()) as u32;
            runs.get(cells.wrapping_sub(1)).copied().unwrap_or(last) + beyond * growth
        };
        // Cost of a distance in one direction, by the cheapest split into runs.
        let mut straight = vec![0_u32; len];
        for cells in 1..len {
            let splits = (1..=cells).map(|first| run_cost(first) + straight[cells - first]);
            straight[cells] = splits.min().unwrap_or(0);
        }
        let cost = |pair: usize| match (pair / len).abs_diff(pair % len) {
            cells @ 1.. if wraps => straight[cells].min(straight[len - cells]),
            cells => straight[cells],
        };
        let costs = (0..len * len).map(cost).collect();
        Self { costs, len }
    }

    #[inline]
    fn get(&self, from: usize, to: usize) -> u32 {
        self.costs[from * self.len + to]
    }

    /// Longer moves never cost less, so this is the cost to a neighbour.
    fn min_step(&self) -> u32 {
        self.costs.get(1).copied().unwrap_or(u32::MAX)
    }
}

fn option_error(key: &str, reason: String) -> SolveError {
    let key = key.to_owned();
    SolveError::Option { key, reason }
}

/// Whole number from `min` to [`MAX_COST`].
fn number(key: &str, text: &str, min: u32) -> Result<u32, SolveError> {
    let number = text.trim().parse().ok();
    let number = number.filter(|number| (min..=MAX_COST).contains(number));
    let reason = || format!("‘{text}’ is not a number from {min} to {MAX_COST}");
    number.ok_or_else(|| option_error(key, reason()))
}

/// Costs of moving 1, 2, 3, … cells, ascending.
fn parse_runs(text: &str) -> Result<Vec<u32>, SolveError> {
    let runs = text.split_whitespace().map(|word| number("runs", word, 1));
    let runs: Vec<u32> = runs.collect::<Result<_, _>>()?;
    if runs.is_empty() || runs.len() > MAX_SIDE || !runs.is_sorted() {
        let reason = format!("‘{text}’ is not a list of ascending costs of 1, 2, 3, … cells");
        return Err(option_error("runs", reason));
    }
    Ok(runs)
}

/// Position of the cursor; `None` for `any`.
fn parse_start(text: &str, size: Size) -> Result<Option<Cell>, SolveError> {
    if text.trim() == "any" {
        return Ok(None);
    }
    let cell = Cell::from_move(text).filter(|cell| size.contains(*cell));
    cell.map(Some).ok_or_else(|| {
        let reason = format!(
            "‘{text}’ is not ‘row column’ on the {size} board, both counted from 1, nor ‘any’"
        );
        option_error("cursor", reason)
    })
}
