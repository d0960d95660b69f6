//! The file forms.
//!
//! Plain text: keys `states`, `pattern`, `wrap`, `goal`; the board; then, after a line `goal:`, a
//! second board that is wanted, and after a line `switches:`, for boards on a general graph, a
//! line `r c: r c, r c` for each cell that can be pressed, with the cells that it switches
//! (itself only if listed). Rows and columns count from 1.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{FormError, Grid, Meta, PlainText, Size, from_ron_text, to_ron_text};

use super::INFO;
use super::puzzle::{Goal, HOLE, Lights, MAX_SIDE, MAX_STATES, Puzzle, light, token};
use super::wiring::{Graph, Pattern, Wiring, Wrap};

type Lines<'a> = [(usize, &'a str)];

/// Reads the plain-text form.
pub(super) fn parse(source: &str) -> Result<(Puzzle, Meta), FormError> {
    let text = PlainText::parse(INFO.id, source)?;
    text.only(&["states", "pattern", "wrap", "goal"])?;
    let (mut states, mut pattern, mut wrap, mut goal) = (2, Pattern::plus(), Wrap::default(), None);
    for header in &text.headers {
        let refused = |reason: String| header.error(reason);
        match header.key {
            "states" => states = parse_states(header.value).map_err(refused)?,
            "pattern" => pattern = header.value.parse().map_err(refused)?,
            "wrap" => wrap = header.value.parse().map_err(refused)?,
            _ => goal = Some(parse_goal(header.value).map_err(refused)?),
        }
    }
    let lines = text.trimmed_board();
    let at = |name: &str| lines.iter().position(|(_, line)| line.trim() == name);
    let (goal_at, switches_at) = (at("goal:"), at("switches:"));
    if let (Some(goal), Some(switches)) = (goal_at, switches_at)
        && switches < goal
    {
        return Err(FormError::at(
            lines[goal].0,
            1,
            "‘goal:’ comes before ‘switches:’",
        ));
    }
    let board_end = goal_at.or(switches_at).unwrap_or(lines.len());
    let end_of = |index: usize| lines.get(index).map_or(text.end_line, |(line, _)| *line);
    let lights = parse_lights(trimmed(&lines[..board_end]), end_of(board_end), states)?;
    if let Some(at) = goal_at {
        let end = switches_at.unwrap_or(lines.len());
        let wanted = parse_lights(trimmed(&lines[at + 1..end]), end_of(end), states)?;
        check_goal(&lights, &wanted, lines[at].0)?;
        goal = Some(Goal::Lights(Arc::new(wanted)));
    }
    let wiring = match switches_at {
        Some(at) => Wiring::Graph(Arc::new(parse_graph(&lines[at + 1..], &lights)?)),
        None => Wiring::Pattern { pattern, wrap },
    };
    let puzzle = Puzzle {
        lights,
        states,
        wiring,
        goal: goal.unwrap_or(Goal::Off),
    };
    Ok((puzzle, text.meta))
}

fn parse_states(value: &str) -> Result<u8, String> {
    let states = value.parse().ok();
    states
        .filter(|states| (2..=MAX_STATES).contains(states))
        .ok_or_else(|| format!("expected a number of states from 2 to {MAX_STATES}"))
}

fn parse_goal(value: &str) -> Result<Goal, String> {
    match value {
        "off" => Ok(Goal::Off),
        "on" => Ok(Goal::On),
        "same" => Ok(Goal::Same),
        _ => Err(
            "expected off, on or same; another goal is a second board after a line ‘goal:’"
                .to_owned(),
        ),
    }
}

/// The lines without empty ones at both ends.
fn trimmed<'a, 'b>(lines: &'b Lines<'a>) -> &'b Lines<'a> {
    let full = |(_, line): &(usize, &str)| !line.trim().is_empty();
    let start = lines.iter().position(full).unwrap_or(lines.len());
    let end = lines.iter().rposition(full).map_or(start, |last| last + 1);
    &lines[start..end]
}

fn parse_lights(lines: &Lines<'_>, end: usize, states: u8) -> Result<Lights, FormError> {
    let Some((first_line, first)) = lines.first() else {
        return Err(FormError::at(
            end,
            1,
            "the board is missing: rows of ‘.’ and ‘#’",
        ));
    };
    let cols = first.trim_end().chars().count();
    if lines.len() > MAX_SIDE {
        let message = format!("more than {MAX_SIDE} rows");
        return Err(FormError::at(lines[MAX_SIDE].0, 1, message));
    }
    if cols > MAX_SIDE {
        let message = format!("more than {MAX_SIDE} columns");
        return Err(FormError::at(*first_line, MAX_SIDE + 1, message));
    }
    let mut cells = Vec::with_capacity(lines.len() * cols);
    for &(line, row) in lines {
        let row = row.trim_end();
        let before = cells.len();
        for (index, character) in row.chars().enumerate() {
            let found = light(character).filter(|light| *light == HOLE || *light < states);
            let Some(found) = found else {
                let last = token(states - 1);
                let message = format!(
                    "‘{character}’ is no light with {states} states (‘.’, ‘#’, up to ‘{last}’) and \
                     no hole (‘_’)"
                );
                return Err(FormError::at(line, index + 1, message));
            };
            cells.push(found);
        }
        let length = cells.len() - before;
        if length != cols {
            let message = format!("this row has {length} cells, the first one has {cols}");
            return Err(FormError::at(line, length.min(cols) + 1, message));
        }
    }
    Grid::from_cells(Size::new(lines.len(), cols), cells)
        .ok_or_else(|| FormError::at(end, 1, "the rows do not make a rectangle"))
}

fn check_goal(lights: &Lights, wanted: &Lights, line: usize) -> Result<(), FormError> {
    if lights.size() != wanted.size() {
        let message = format!("the goal is {}, the board {}", wanted.size(), lights.size());
        return Err(FormError::at(line, 1, message));
    }
    for (cell, light) in lights.iter() {
        if (*light == HOLE) != (wanted.get(cell) == Some(&HOLE)) {
            let message = "board and goal must have the same holes";
            return Err(FormError::at(line + 1 + cell.row, cell.col + 1, message));
        }
    }
    Ok(())
}

fn parse_graph(lines: &Lines<'_>, lights: &Lights) -> Result<Graph, FormError> {
    let size = lights.size();
    let mut lists: Graph = vec![Vec::new(); size.area()];
    let cell = |text: &str, line: usize| {
        let mut words = text
            .split_whitespace()
            .map(|word| word.parse::<usize>().ok());
        match (words.next().flatten(), words.next().flatten(), words.next()) {
            (Some(row), Some(col), None)
                if (1..=size.rows).contains(&row) && (1..=size.cols).contains(&col) =>
            {
                let index = (row - 1) * size.cols + col - 1;
                match lights.as_slice()[index] {
                    HOLE => Err(FormError::at(
                        line,
                        1,
                        format!("there is a hole at {row} {col}"),
                    )),
                    _ => Ok(index),
                }
            }
            _ => Err(FormError::at(
                line,
                1,
                format!("‘{}’ is no ‘row column’ of the {size} board", text.trim()),
            )),
        }
    };
    for &(line, text) in lines {
        if text.trim().is_empty() {
            continue;
        }
        let Some((press, switched)) = text.split_once(':') else {
            return Err(FormError::at(
                line,
                1,
                "expected ‘row column: row column, row column…’",
            ));
        };
        let press = cell(press, line)?;
        if !lists[press].is_empty() {
            return Err(FormError::at(line, 1, "this cell has a line already"));
        }
        for light in switched.split(',').filter(|part| !part.trim().is_empty()) {
            lists[press].push(cell(light, line)? as u32);
        }
    }
    Ok(lists)
}

fn rows(lights: &Lights) -> Vec<String> {
    lights
        .rows()
        .map(|row| row.iter().map(|light| token(*light)).collect())
        .collect()
}

fn place(index: usize, size: Size) -> String {
    format!("{} {}", index / size.cols + 1, index % size.cols + 1)
}

fn graph_lines(lists: &Graph, size: Size) -> Vec<String> {
    let lists = lists
        .iter()
        .enumerate()
        .filter(|(_, lights)| !lights.is_empty());
    lists
        .map(|(press, lights)| {
            let lights: Vec<_> = lights
                .iter()
                .map(|light| place(*light as usize, size))
                .collect();
            format!("{}: {}", place(press, size), lights.join(", "))
        })
        .collect()
}

/// Writes the plain-text form.
pub(super) fn write(puzzle: &Puzzle, meta: &Meta) -> String {
    let mut keys = vec![("states", puzzle.states.to_string())];
    if let Wiring::Pattern { pattern, wrap } = &puzzle.wiring {
        if *pattern != Pattern::plus() {
            keys.push(("pattern", pattern.to_string()));
        }
        if *wrap != Wrap::default() {
            keys.push(("wrap", wrap.name().to_owned()));
        }
    }
    if let Some(goal) = goal_word(&puzzle.goal).filter(|word| *word != "off") {
        keys.push(("goal", goal.to_owned()));
    }
    let mut out = PlainText::write_header(INFO.id, meta, &keys);
    let mut add = |lines: Vec<String>| {
        for line in lines {
            out.push_str(&line);
            out.push('\n');
        }
    };
    add(rows(&puzzle.lights));
    if let Goal::Lights(goal) = &puzzle.goal {
        add(vec!["goal:".to_owned()]);
        add(rows(goal));
    }
    if let Wiring::Graph(lists) = &puzzle.wiring {
        add(vec!["switches:".to_owned()]);
        add(graph_lines(lists, puzzle.size()));
    }
    out
}

fn goal_word(goal: &Goal) -> Option<&'static str> {
    match goal {
        Goal::Off => Some("off"),
        Goal::On => Some("on"),
        Goal::Same => Some("same"),
        Goal::Lights(_) => None,
    }
}

/// The RON form. Boards and switches are written as in the plain-text form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LightsRon {
    version: u32,
    game: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
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

/// Writes the RON form.
pub(super) fn write_ron(puzzle: &Puzzle, meta: &Meta) -> Result<String, ron::Error> {
    let (pattern, wrap, switches) = match &puzzle.wiring {
        Wiring::Pattern { pattern, wrap } => (
            (*pattern != Pattern::plus()).then(|| pattern.to_string()),
            (*wrap != Wrap::default()).then(|| wrap.name().to_owned()),
            None,
        ),
        Wiring::Graph(lists) => (None, None, Some(graph_lines(lists, puzzle.size()))),
    };
    let goal = goal_word(&puzzle.goal).filter(|word| *word != "off");
    to_ron_text(&LightsRon {
        version: 1,
        game: INFO.id.to_owned(),
        title: meta.title.clone(),
        author: meta.author.clone(),
        notes: meta.notes.clone(),
        states: puzzle.states,
        pattern,
        wrap,
        goal: goal.map(str::to_owned),
        board: rows(&puzzle.lights),
        target: match &puzzle.goal {
            Goal::Lights(goal) => Some(rows(goal)),
            _ => None,
        },
        switches,
    })
}

/// Reads the RON form.
pub(super) fn parse_ron(source: &str) -> Result<(Puzzle, Meta), FormError> {
    let ron: LightsRon = from_ron_text(source)?;
    // A place in the text of the field that is wrong.
    let at = |field: &str, message: String| {
        let before = &source[..source.find(field).unwrap_or(0)];
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        FormError::at(before.matches('\n').count() + 1, column, message)
    };
    if ron.game != INFO.id {
        return Err(at(
            "game",
            format!("the game is ‘{}’, not ‘{}’", ron.game, INFO.id),
        ));
    }
    if ron.version != 1 {
        let message = format!(
            "version {} is not known; this program reads version 1",
            ron.version
        );
        return Err(at("version", message));
    }
    if !(2..=MAX_STATES).contains(&ron.states) {
        return Err(at(
            "states",
            format!("a light has 2 to {MAX_STATES} states"),
        ));
    }
    fn numbered(rows: &[String]) -> Vec<(usize, &str)> {
        (1..).zip(rows.iter().map(String::as_str)).collect()
    }
    let inside = |field: &str, what: &str, error: FormError| {
        let FormError {
            line,
            column,
            message,
            ..
        } = error;
        at(field, format!("{what} {line}, column {column}: {message}"))
    };
    let lights = |field: &str, rows: &[String]| {
        parse_lights(&numbered(rows), rows.len() + 1, ron.states)
            .map_err(|error| inside(field, &format!("{field} row"), error))
    };
    let board = lights("board", &ron.board)?;
    let goal = match (&ron.goal, &ron.target) {
        (Some(_), Some(_)) => {
            return Err(at(
                "target",
                "either a goal or a target, not both".to_owned(),
            ));
        }
        (Some(word), None) => parse_goal(word).map_err(|reason| at("goal", reason))?,
        (None, None) => Goal::Off,
        (None, Some(target)) => {
            let wanted = lights("target", target)?;
            check_goal(&board, &wanted, 0).map_err(|error| at("target", error.message))?;
            Goal::Lights(Arc::new(wanted))
        }
    };
    let wiring = match &ron.switches {
        Some(lines) => {
            if ron.pattern.is_some() || ron.wrap.is_some() {
                let message = "a board with switches has neither pattern nor wrap".to_owned();
                return Err(at("switches", message));
            }
            let lists = parse_graph(&numbered(lines), &board)
                .map_err(|error| inside("switches", "line", error))?;
            Wiring::Graph(Arc::new(lists))
        }
        None => Wiring::Pattern {
            pattern: match &ron.pattern {
                Some(text) => text.parse().map_err(|reason| at("pattern", reason))?,
                None => Pattern::plus(),
            },
            wrap: match &ron.wrap {
                Some(text) => text.parse().map_err(|reason| at("wrap", reason))?,
                None => Wrap::default(),
            },
        },
    };
    let puzzle = Puzzle {
        lights: board,
        states: ron.states,
        wiring,
        goal,
    };
    let meta = Meta {
        title: ron.title,
        author: ron.author,
        notes: ron.notes,
    };
    Ok((puzzle, meta))
}
