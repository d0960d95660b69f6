//! Settings of the board on which a state is drawn.

use std::fmt;

use planwright_art::ValueStyle;

use crate::game::{Seams, Side, Size};

/// Facts that are on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GridFacts {
    /// Those that look like coordinates, with or without a value.
    #[default]
    Auto,
    /// None: there is no board.
    None,
    /// Facts of these relations.
    Listed(Vec<FactPlacement>),
}

/// Placing of a relation's facts on the board. Arguments are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactPlacement {
    pub name: String,
    /// Argument that is the row.
    pub row: usize,
    /// Argument that is the column.
    pub column: usize,
    /// Argument that is displayed; without one, the relation's name is.
    pub value: Option<usize>,
}

/// Settings of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridSettings {
    /// Facts on the board.
    pub facts: GridFacts,
    /// The last row is displayed first.
    pub flip_rows: bool,
    /// The last column is displayed first.
    pub flip_columns: bool,
    /// Constants of rows and columns in order of display, before all others.
    pub order: Vec<String>,
    /// Appearance of values.
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
    /// Returns whether facts of this arity can be placed like this.
    pub fn fits(&self, arity: usize) -> bool {
        let last = self.row.max(self.column);
        last.max(self.value.unwrap_or(0)) < arity
    }
}

impl fmt::Display for FactPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name, row, column, ..
        } = self;
        write!(f, "{name} row {} column {}", row + 1, column + 1)?;
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

impl GridFacts {
    /// Reads `auto`, `none`, or relations: `cell row 1 column 2 value 3, robot row 1 column 2`.
    ///
    /// # Errors
    /// The expected form.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::None),
            text => text
                .split(',')
                .map(parse_placement)
                .collect::<Result<_, _>>()
                .map(Self::Listed),
        }
    }
}

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
        let number = number.filter(|number| (1..=100).contains(number));
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

const MAX_SIDE: usize = 200;

impl GridSettings {
    /// Rows and columns, as text.
    pub fn size_text(&self) -> String {
        let text = |size: Size| format!("{} {}", size.rows, size.cols);
        self.size.map(text).unwrap_or_default()
    }

    /// Sets rows and columns.
    ///
    /// # Errors
    /// The expected form.
    pub fn set_size(&mut self, text: &str) -> Result<(), String> {
        let side = |word: &str| {
            word.parse()
                .ok()
                .filter(|side| (1..=MAX_SIDE).contains(side))
        };
        let sides: Vec<Option<usize>> = text.split_whitespace().map(side).collect();
        self.size = match sides[..] {
            [] => None,
            [Some(rows), Some(columns)] => Some(Size::new(rows, columns)),
            _ => return Err(format!("expected two numbers from 1 to {MAX_SIDE}")),
        };
        Ok(())
    }

    /// Values that cells can show, as text.
    pub fn values_text(&self) -> String {
        let text = |(value, name): &(String, String)| match value == name {
            true => value.clone(),
            false => format!("{value}={name}"),
        };
        self.values.iter().map(text).collect::<Vec<_>>().join("; ")
    }

    /// Sets the values that cells can show.
    pub fn set_values(&mut self, text: &str) {
        let values = text
            .split(';')
            .map(str::trim)
            .filter(|value| !value.is_empty());
        let named = values.map(|value| match value.split_once('=') {
            Some((value, name)) => (value.trim().to_owned(), name.trim().to_owned()),
            None => (value.to_owned(), value.to_owned()),
        });
        self.values = named.collect();
    }

    /// Sides with clue margins, as text.
    pub fn clues_text(&self) -> String {
        let sides = self.clues.iter().map(|side| side.id());
        sides.collect::<Vec<_>>().join(" ")
    }

    /// Sets the sides with clue margins.
    ///
    /// # Errors
    /// The expected form.
    pub fn set_clues(&mut self, text: &str) -> Result<(), String> {
        let sides = text.split_whitespace().map(Side::from_id);
        let sides: Option<Vec<Side>> = sides.collect();
        let known = || Side::ALL.map(Side::id).join(", ");
        self.clues = sides.ok_or_else(|| format!("expected one or more of {}", known()))?;
        Ok(())
    }

    /// Values that become each other by turns, as text.
    pub fn rotations_text(&self) -> String {
        let rings = self.rotations.iter().map(|ring| ring.join(" "));
        rings.collect::<Vec<_>>().join(", ")
    }

    /// Sets the values that become each other by turns.
    ///
    /// # Errors
    /// The expected form.
    pub fn set_rotations(&mut self, text: &str) -> Result<(), String> {
        let values =
            |ring: &str| -> Vec<String> { ring.split_whitespace().map(str::to_owned).collect() };
        let rings: Vec<_> = text
            .split(',')
            .map(values)
            .filter(|ring| !ring.is_empty())
            .collect();
        if rings.iter().any(|ring| ![1, 2, 4].contains(&ring.len())) {
            return Err("expected groups of one, two or four values, separated by commas: as many values as quarter turns until it looks the same again".to_owned());
        }
        self.rotations = rings;
        Ok(())
    }

    /// Flipped sides, as text.
    pub fn flip(&self) -> &'static str {
        match (self.flip_rows, self.flip_columns) {
            (false, false) => "none",
            (true, false) => "rows",
            (false, true) => "columns",
            (true, true) => "both",
        }
    }

    /// Sets the flipped sides.
    ///
    /// # Errors
    /// The expected form.
    pub fn set_flip(&mut self, text: &str) -> Result<(), String> {
        (self.flip_rows, self.flip_columns) = match text {
            "none" => (false, false),
            "rows" => (true, false),
            "columns" => (false, true),
            "both" => (true, true),
            _ => return Err("expected ‘none’, ‘rows’, ‘columns’ or ‘both’".to_owned()),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip() {
        for text in [
            "auto",
            "none",
            "cell row 1 column 2 value 3",
            "cell row 2 column 1 value 3, robot row 1 column 2",
        ] {
            let facts = GridFacts::parse(text).expect("is well formed");
            assert_eq!(facts.to_string(), text);
        }
        for wrong in [
            "",
            "cell",
            "cell row 1",
            "cell row 1 column x",
            "cell row 1 column 1",
            "cell row 0 column 1",
        ] {
            assert!(GridFacts::parse(wrong).is_err(), "{wrong}");
        }
        let mut settings = GridSettings::default();
        assert!(settings.set_flip("up").is_err());
        for text in ["none", "rows", "columns", "both"] {
            settings.set_flip(text).expect("is well formed");
            assert_eq!(settings.flip(), text);
        }
        assert!(settings.set_clues("left above").is_err());
        settings.set_clues(" left  top").expect("is well formed");
        assert_eq!(settings.clues_text(), "left top");
        assert!(settings.set_rotations("up right down").is_err());
        settings
            .set_rotations(" up right down left,flat  upright")
            .expect("is well formed");
        assert_eq!(
            settings.rotations_text(),
            "up right down left, flat upright"
        );
    }
}
