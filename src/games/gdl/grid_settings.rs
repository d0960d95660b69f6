//! Settings of the board on which a state is drawn.

use std::fmt;

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

impl GridFacts {
    /// Reads `auto`, `none`, or relations: `cell row 1 column 2 value 3, robot row 1 column 2`.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::None),
            text => Ok(Self::Listed(
                text.split(',')
                    .map(parse_placement)
                    .collect::<Result<_, _>>()?,
            )),
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

const FLIPS: [&str; 4] = ["none", "rows", "columns", "both"];

impl GridSettings {
    pub fn size_text(&self) -> String {
        let text = |size: Size| format!("{} {}", size.rows, size.cols);
        self.size.map(text).unwrap_or_default()
    }

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

    pub fn values_text(&self) -> String {
        let text = |(value, name): &(String, String)| match value == name {
            true => value.clone(),
            false => format!("{value}={name}"),
        };
        self.values.iter().map(text).collect::<Vec<_>>().join("; ")
    }

    pub fn set_values(&mut self, text: &str) {
        let values = text.split(';').map(str::trim);
        let named = values.filter(|value| !value.is_empty()).map(|value| {
            let (value, name) = value.split_once('=').unwrap_or((value, value));
            (value.trim().to_owned(), name.trim().to_owned())
        });
        self.values = named.collect();
    }

    pub fn clues_text(&self) -> String {
        let sides = self.clues.iter().map(|side| side.id());
        sides.collect::<Vec<_>>().join(" ")
    }

    pub fn set_clues(&mut self, text: &str) -> Result<(), String> {
        let sides = text.split_whitespace().map(Side::from_id);
        let sides: Option<Vec<Side>> = sides.collect();
        let known = || Side::ALL.map(Side::id).join(", ");
        self.clues = sides.ok_or_else(|| format!("expected one or more of {}", known()))?;
        Ok(())
    }

    pub fn rotations_text(&self) -> String {
        let rings = self.rotations.iter().map(|ring| ring.join(" "));
        rings.collect::<Vec<_>>().join(", ")
    }

    pub fn set_rotations(&mut self, text: &str) -> Result<(), String> {
        let values = |ring: &str| ring.split_whitespace().map(str::to_owned).collect();
        let mut rings: Vec<Vec<String>> = text.split(',').map(values).collect();
        rings.retain(|ring| !ring.is_empty());
        if rings.iter().any(|ring| ![1, 2, 4].contains(&ring.len())) {
            return Err("expected groups of one, two or four values, separated by commas: as many values as quarter turns until it looks the same again".to_owned());
        }
        self.rotations = rings;
        Ok(())
    }

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
            " row 1",
            " row 1 column x",
            " row 1 column 1",
            " row 0 column 1",
        ] {
            assert!(
                GridFacts::parse(&format!("cell{wrong}")).is_err(),
                "{wrong}"
            );
        }
        assert!(GridFacts::parse("").is_err());
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
        let result = settings.set_rotations(" up right down left,flat  upright");
        result.expect("is well formed");
        assert_eq!(
            settings.rotations_text(),
            "up right down left, flat upright"
        );
    }
}
