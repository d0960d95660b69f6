//! The file formats.
//!
//! Plain text: keys `states`, `pattern`, `wrap`, `goal`; the board; after a line `goal:`, the goal board; and after
//! a line `switches:`, for general graphs, a line `r c: r c, r c` per cell that can be pressed, with the cells it
//! switches (itself only if listed). Rows and columns count from 1.
//!
//! RON: the same as fields, the goal board as `target`.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::cells::char_grid;
use crate::game::{Cell, PlainText, Size, TextError};

use super::puzzle::{
    Goal, HOLE, Lights, MAX_SIDE, MAX_STATES, Puzzle, light, mismatched_hole, token,
};
use super::wiring::{Graph, PressPattern, Wiring, Wrap};

/// Serialized form of a puzzle, without defaults.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    states: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wrap: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    board: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    switches: Option<Vec<String>>,
}

impl Written {
    fn new(puzzle: &Puzzle) -> Self {
        let rows = |lights: &Lights| -> Vec<String> {
            let row = |row: &[u8]| row.iter().map(|light| token(*light)).collect();
            lights.rows().map(row).collect()
        };
        let goal = puzzle.goal.name().filter(|name| *name != "off");
        let mut written = Self {
            states: puzzle.states,
            pattern: None,
            wrap: None,
            goal: goal.map(str::to_owned),
            board: rows(&puzzle.lights),
            target: None,
            switches: None,
        };
        match &puzzle.wiring {
            Wiring::Pattern { pattern, wrap } => {
                let (plus, none) = (PressPattern::plus(), Wrap::default());
                written.pattern = (*pattern != plus).then(|| pattern.to_string());
                written.wrap = (*wrap != none).then(|| wrap.name().to_owned());
            }
            Wiring::Graph(lists) => written.switches = Some(graph_lines(lists, puzzle.size())),
        }
        if let Goal::Lights(goal) = &puzzle.goal {
            written.target = Some(rows(goal));
        }
        written
    }

    fn puzzle(&self) -> Result<Puzzle, PartError> {
        for (part, rows) in [
            ("board", Some(&self.board)),
            ("target", self.target.as_ref()),
        ] {
            if rows.into_iter().flatten().any(|row| row.trim().is_empty()) {
                return Err(part_error(part)("a row is empty".to_owned()));
            }
        }
        if self.goal.is_some() && self.target.is_some() {
            let message = "either a goal or a target, not both".to_owned();
            return Err(part_error("target")(message));
        }
        if self.switches.is_some() && (self.pattern.is_some() || self.wrap.is_some()) {
            let message = "a board with switches has neither pattern nor wrap".to_owned();
            return Err(part_error("switches")(message));
        }
        let parts = TextParts {
            states: self.states,
            pattern: self.pattern.as_deref(),
            wrap: self.wrap.as_deref(),
            goal: self.goal.as_deref(),
            board: PartRows::new(&self.board),
            target: self.target.as_deref().map(PartRows::new),
            switches: self.switches.as_deref().map(PartRows::new),
        };
        parts.puzzle()
    }
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written::new(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = Written::deserialize(deserializer)?.puzzle();
        read.map_err(|(part, error)| {
            let (row, column, message) = (error.line, error.column, error.message);
            D::Error::custom(match row {
                0 => format!("{part}: {message}"),
                row => format!("{part}: row {row}, column {column}: {message}"),
            })
        })
    }
}

pub(super) fn keys(puzzle: &Puzzle) -> Vec<(&'static str, String)> {
    let written = Written::new(puzzle);
    let all = [
        ("states", Some(written.states.to_string())),
        ("pattern", written.pattern),
        ("wrap", written.wrap),
        ("goal", written.goal),
    ];
    let all = all.into_iter();
    all.filter_map(|(key, value)| Some((key, value?))).collect()
}

pub(super) fn body(puzzle: &Puzzle) -> String {
    let written = Written::new(puzzle);
    let mut lines = written.board;
    for (name, rows) in [("goal:", written.target), ("switches:", written.switches)] {
        if let Some(rows) = rows {
            lines.push(name.to_owned());
            lines.extend(rows);
        }
    }
    lines.join("\n") + "\n"
}

pub(super) fn read(text: &PlainText<'_>) -> Result<Puzzle, TextError> {
    text.check_keys(&["states", "pattern", "wrap", "goal"])?;
    let header = |key: &str| text.headers.iter().find(|header| header.key == key);
    let value = |key: &str| header(key).map(|header| header.value);
    let lines = text.trimmed_board();
    let at = |name: &str| lines.iter().position(|(_, line)| line.trim() == name);
    let (goal, switches) = (at("goal:"), at("switches:"));
    if let (Some(goal), Some(switches)) = (goal, switches)
        && switches < goal
    {
        let message = "‘goal:’ comes before ‘switches:’";
        return Err(TextError::at(lines[goal].0, 1, message));
    }
    if let (Some(goal), Some(_)) = (goal, header("goal")) {
        let message = "the goal is given twice: here and above the board";
        return Err(TextError::at(lines[goal].0, 1, message));
    }
    let rows = |from: usize, to: usize| PartRows {
        head: from.checked_sub(1).map_or(0, |head| lines[head].0),
        lines: lines[from..to].to_vec(),
        end: lines.get(to).map_or(text.end_line, |(line, _)| *line),
    };
    let parts = TextParts {
        // Invalid numbers become 0, which is out of range.
        states: value("states").map_or(2, |states| states.parse().unwrap_or(0)),
        pattern: value("pattern"),
        wrap: value("wrap"),
        goal: value("goal"),
        board: rows(0, goal.or(switches).unwrap_or(lines.len())),
        target: goal.map(|at| rows(at + 1, switches.unwrap_or(lines.len()))),
        switches: switches.map(|at| rows(at + 1, lines.len())),
    };
    parts.puzzle().map_err(|(part, error)| match header(part) {
        Some(header) => header.error(error.message),
        None => error,
    })
}

/// Name of a part, and its error: in line 0 if the part as a whole is wrong.
type PartError = (&'static str, TextError);

fn part_error(part: &'static str) -> impl Fn(String) -> PartError {
    move |message| (part, TextError::at(0, 1, message))
}

/// Parts of either form, not yet parsed.
struct TextParts<'a> {
    states: u8,
    pattern: Option<&'a str>,
    wrap: Option<&'a str>,
    goal: Option<&'a str>,
    board: PartRows<'a>,
    target: Option<PartRows<'a>>,
    switches: Option<PartRows<'a>>,
}

struct PartRows<'a> {
    /// Line with the part's name; 0 without one.
    head: usize,
    /// Rows with their line numbers.
    lines: Vec<(usize, &'a str)>,
    /// Line after the part.
    end: usize,
}

impl<'a> PartRows<'a> {
    fn new(rows: &'a [String]) -> Self {
        Self {
            head: 0,
            lines: (1..).zip(rows.iter().map(String::as_str)).collect(),
            end: 0,
        }
    }

    fn lights(&self, states: u8) -> Result<Lights, TextError> {
        let max_size = Size::new(MAX_SIDE, MAX_SIDE);
        // Blanks between lights are allowed.
        let rows = self.lines.iter();
        let dense = rows.map(|(line, row)| (*line, row.split_whitespace().collect()));
        let dense: Vec<(usize, String)> = dense.collect();
        let dense: Vec<(usize, &str)> = dense.iter().map(|(line, row)| (*line, &**row)).collect();
        let lights = char_grid(&dense, max_size, self.end, None, |character| {
            let light = light(character).filter(|light| *light == HOLE || *light < states);
            light.ok_or_else(|| {
                format!(
                    "‘{character}’ is not a light with {states} states (‘.’, ‘#’, up to ‘{}’) or a hole (‘_’)",
                    token(states - 1)
                )
            })
        });
        lights.map_err(|error| self.with_blanks(error))
    }

    /// Maps an error's column in rows without blanks to its column in the text.
    fn with_blanks(&self, error: TextError) -> TextError {
        let row = self.lines.iter().find(|(line, _)| *line == error.line);
        let mut signs = row.map_or("", |(_, row)| row).chars().enumerate();
        let mut solid = signs.by_ref().filter(|(_, sign)| !sign.is_whitespace());
        let column = solid.nth(error.column.saturating_sub(1));
        TextError {
            column: column.map_or(error.column, |(index, _)| index + 1),
            ..error
        }
    }

    fn goal(&self, board: &Lights, states: u8) -> Result<Lights, TextError> {
        let goal = self.lights(states)?;
        let (size, wanted) = (board.size(), goal.size());
        if wanted != size {
            let message = format!("the goal is {wanted}, the board {size}");
            return Err(TextError::at(self.head, 1, message));
        }
        let Some(cell) = mismatched_hole(board, &goal) else {
            return Ok(goal);
        };
        let line = self.lines.get(cell.row).map_or(self.head, |line| line.0);
        let message = "board and goal must have the same holes";
        Err(TextError::at(line, cell.col + 1, message))
    }

    fn graph(&self, board: &Lights) -> Result<Graph, TextError> {
        let mut lists: Graph = vec![Vec::new(); board.size().area()];
        let lines = self.lines.iter();
        for &(line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let error = |message: String| TextError::at(line, 1, message);
            let (press, switched) = text.split_once(':').ok_or_else(|| {
                error("expected ‘row column: row column, row column…’".to_owned())
            })?;
            let press = index(press, board).map_err(error)?;
            if !lists[press].is_empty() {
                return Err(error("this cell already has a line".to_owned()));
            }
            for light in switched.split(',').filter(|part| !part.trim().is_empty()) {
                lists[press].push(index(light, board).map_err(error)? as u32);
            }
        }
        Ok(lists)
    }
}

impl TextParts<'_> {
    fn puzzle(&self) -> Result<Puzzle, PartError> {
        let states = self.states;
        if !(2..=MAX_STATES).contains(&states) {
            let message = format!("a light has 2 to {MAX_STATES} states");
            return Err(part_error("states")(message));
        }
        let pattern = self.pattern.map_or(Ok(PressPattern::plus()), str::parse);
        let pattern = pattern.map_err(part_error("pattern"))?;
        let wrap = self.wrap.map_or(Ok(Wrap::default()), str::parse);
        let wrap = wrap.map_err(part_error("wrap"))?;
        let goal = self.goal.map_or(Ok(Goal::Off), str::parse);
        let mut goal = goal.map_err(|message: String| {
            let other = "for another goal, write a second board after a line ‘goal:’";
            part_error("goal")(format!("{message}; {other}"))
        })?;
        let lights = self.board.lights(states);
        let lights = lights.map_err(|error| ("board", error))?;
        if let Some(target) = &self.target {
            let target = target.goal(&lights, states);
            goal = Goal::Lights(Arc::new(target.map_err(|error| ("target", error))?));
        }
        let wiring = match &self.switches {
            Some(rows) => {
                let graph = rows.graph(&lights).map_err(|error| ("switches", error))?;
                Wiring::Graph(Arc::new(graph))
            }
            None => Wiring::Pattern { pattern, wrap },
        };
        Ok(Puzzle {
            lights,
            states,
            wiring,
            goal,
        })
    }
}

fn index(text: &str, board: &Lights) -> Result<usize, String> {
    let size = board.size();
    let cell = Cell::from_move(text).filter(|cell| size.contains(*cell));
    let cell =
        cell.ok_or_else(|| format!("‘{}’ is not ‘row column’ on the {size} board", text.trim()))?;
    match board.get(cell) {
        Some(&HOLE) => Err(format!("there is a hole at {}", cell.to_move())),
        _ => Ok(size.index(cell)),
    }
}

fn graph_lines(lists: &Graph, size: Size) -> Vec<String> {
    let cell_text = |index: usize| size.cell(index).to_move();
    let lists = lists.iter().enumerate();
    let lines = lists
        .filter(|(_, lights)| !lights.is_empty())
        .map(|(press, lights)| {
            let lights = lights.iter().map(|light| cell_text(*light as usize));
            let lights = lights.collect::<Vec<_>>().join(", ");
            format!("{}: {lights}", cell_text(press))
        });
    lines.collect()
}
