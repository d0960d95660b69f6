//! Settings of the board on which a state is drawn, and their text forms in level files.

use std::fmt;
use std::str::FromStr;

use planwright_art::ValueStyle;

use crate::game::{Seams, Side, Size};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GridFacts {
    /// Those that look like coordinates, with or without a value.
    #[default]
    Auto,
    None,
    Listed(Vec<FactPlacement>),
}

/// Placing of a relation's facts on the board. Arguments are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactPlacement {
    pub name: String,
    pub row: usize,
    pub column: usize,
    /// Argument that is displayed; without one, the relation's name is.
    pub value: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridSettings {
    pub facts: GridFacts,
    /// The last row is displayed first.
    pub flip_rows: bool,
    /// The last column is displayed first.
    pub flip_columns: bool,
    /// Constants of rows and columns in order of display, before all others.
    pub order: Vec<String>,
    pub styles: Vec<ValueStyle>,
    /// Size, where facts do not reach all of the board.
    pub size: Option<Size>,
    /// Values that a cell can show on a screen, with names; if empty, those derived from the rules.
    pub values: Vec<(String, String)>,
    /// Sides with clue margins on a screen.
    pub clues: Vec<Side>,
    /// Values that become each other by quarter turns clockwise.
    pub rotations: Vec<Vec<String>>,
    /// Narrow rows and columns on a screen.
    pub seams: Option<Seams>,
}

impl FactPlacement {
    /// Returns whether facts with this number of arguments have all that the placement names.
    pub fn fits(&self, arity: usize) -> bool {
        let last = self.row.max(self.column);
        last.max(self.value.unwrap_or(0)) < arity
    }
}

impl fmt::Display for FactPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, row, column) = (&self.name, self.row + 1, self.column + 1);
        write!(f, "{name} row {row} column {column}")?;
        match self.value {
            Some(value) => write!(f, " value {}", value + 1),
            None => Ok(()),
        }
    }
}

impl fmt::Display for GridFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::None => f.write_str("none"),
            Self::Listed(placements) => {
                let texts: Vec<String> = placements.iter().map(FactPlacement::to_string).collect();
                f.write_str(&texts.join(", "))
            }
        }
    }
}

impl FromStr for GridFacts {
    type Err = String;

    /// Reads `auto`, `none`, or relations: `cell row 1 column 2 value 3, robot row 1 column 2`.
    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text.trim() {
            "auto" => Self::Auto,
            "none" => Self::None,
            text => Self::Listed(
                text.split(',')
                    .map(parse_placement)
                    .collect::<Result<_, _>>()?,
            ),
        })
    }
}

/// Most arguments of a relation that can be placed.
const MAX_ARGUMENT: usize = 100;

fn parse_placement(text: &str) -> Result<FactPlacement, String> {
    let form_error = || {
        let text = text.trim();
        format!(
            "‘{text}’ is not ‘auto’, ‘none’ or a relation with its arguments, such as ‘cell row 1 column 2 value 3’"
        )
    };
    let mut words = text.split_whitespace();
    let name = words.next().ok_or_else(form_error)?.to_owned();
    let (mut row, mut column, mut value) = (None, None, None);
    while let Some(key) = words.next() {
        let number = words.next().and_then(|word| word.parse::<usize>().ok());
        let number = number.filter(|number| (1..=MAX_ARGUMENT).contains(number));
        let argument = Some(number.ok_or_else(form_error)? - 1);
        match key {
            "row" => row = argument,
            "column" => column = argument,
            "value" => value = argument,
            _ => return Err(form_error()),
        }
    }
    let (Some(row), Some(column)) = (row, column) else {
        return Err(form_error());
    };
    if row == column {
        return Err(format!("‘{name}’: row and column are the same argument"));
    }
    Ok(FactPlacement {
        name,
        row,
        column,
        value,
    })
}

/// Longest side of a board that `board-size` can ask for.
const MAX_SIDE: usize = 200;
/// Text forms of the flips: bit 0 of the index flips rows, bit 1 columns.
pub(super) const FLIPS: [&str; 4] = ["none", "rows", "columns", "both"];

impl GridSettings {
    pub fn flip(&self) -> &'static str {
        FLIPS[usize::from(self.flip_rows) + 2 * usize::from(self.flip_columns)]
    }

    pub fn set_flip(&mut self, text: &str) -> Result<(), String> {
        let flip = FLIPS.iter().position(|flip| *flip == text);
        let flip = flip.ok_or("expected ‘none’, ‘rows’, ‘columns’ or ‘both’")?;
        (self.flip_rows, self.flip_columns) = (flip & 1 == 1, flip & 2 == 2);
        Ok(())
    }
}

pub(super) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Reads rows and columns, such as `8 8`; `None` if the text is empty.
pub(super) fn read_size(text: &str) -> Result<Option<Size>, String> {
    let side = |word: &str| {
        let side = word.parse().ok();
        side.filter(|side| (1..=MAX_SIDE).contains(side))
    };
    let sides: Vec<Option<usize>> = text.split_whitespace().map(side).collect();
    match sides[..] {
        [] => Ok(None),
        [Some(rows), Some(columns)] => Ok(Some(Size::new(rows, columns))),
        _ => Err(format!("expected two numbers from 1 to {MAX_SIDE}")),
    }
}

/// Reads values with names, such as `gap=the gap; 1`. A value without a name is its own name.
pub(super) fn read_values(text: &str) -> Vec<(String, String)> {
    let values = text.split(';').map(str::trim);
    let named = values.filter(|value| !value.is_empty()).map(|value| {
        let (value, name) = value.split_once('=').unwrap_or((value, value));
        (value.trim().to_owned(), name.trim().to_owned())
    });
    named.collect()
}

/// Writes values with names as [`read_values`] reads them.
pub(super) fn write_values(values: &[(String, String)]) -> String {
    let text = |(value, name): &(String, String)| match value == name {
        true => value.clone(),
        false => format!("{value}={name}"),
    };
    values.iter().map(text).collect::<Vec<_>>().join("; ")
}

/// Reads sides, such as `left top`.
pub(super) fn read_sides(text: &str) -> Result<Vec<Side>, String> {
    let sides: Option<Vec<Side>> = text.split_whitespace().map(Side::from_id).collect();
    let known = || Side::ALL.map(Side::id).join(", ");
    sides.ok_or_else(|| format!("expected one or more of {}", known()))
}

/// Reads groups of values, such as `up right down left, flat upright`.
pub(super) fn read_rotations(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut rings: Vec<Vec<String>> = text.split(',').map(words).collect();
    rings.retain(|ring| !ring.is_empty());
    match rings.iter().all(|ring| [1, 2, 4].contains(&ring.len())) {
        true => Ok(rings),
        false => Err("expected groups of one, two or four values, separated by commas: as many values as quarter turns until it looks the same again".to_owned()),
    }
}
