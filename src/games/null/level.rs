//! Level and its two file forms.

use std::any::Any;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, FormError, Grid, GridLevel, Level,
    LevelRef, Meta, PlainText, Position, Size, Tone, from_ron_text, to_ron_text,
};

use super::{INFO, position::NullPosition};

/// Most lamps in a row.
const MAX_LAMPS: usize = 1000;

/// A row of lamps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NullLevel {
    meta: Meta,
    pub(super) lit: Vec<bool>,
}

impl NullLevel {
    /// `lamps` lamps, none lit; at least one, at most a thousand.
    pub fn dark(lamps: usize) -> LevelRef {
        Arc::new(Self {
            meta: Meta::default(),
            lit: vec![false; lamps.clamp(1, MAX_LAMPS)],
        })
    }
}

/// The RON form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NullRon {
    version: u32,
    game: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    notes: String,
    lamps: String,
}

pub(super) fn parse_text(source: &str) -> Result<LevelRef, FormError> {
    let text = PlainText::parse(INFO.id, source)?;
    text.only(&[])?;
    let board = text.trimmed_board();
    let &[(line, row)] = board else {
        let line = board.get(1).map_or(text.end_line, |(line, _)| *line);
        return Err(FormError::at(line, 1, "expected exactly one row of lamps"));
    };
    let lit = parse_row(line, row.trim_end())?;
    Ok(Arc::new(NullLevel {
        meta: text.meta,
        lit,
    }))
}

pub(super) fn parse_ron(source: &str) -> Result<LevelRef, FormError> {
    let NullRon {
        version,
        game,
        title,
        author,
        notes,
        lamps,
    } = from_ron_text(source)?;
    if version != 1 || game != INFO.id {
        return Err(FormError::at(1, 1, "expected game \"null\", version 1"));
    }
    let lit = parse_row(1, &lamps)?;
    Ok(Arc::new(NullLevel {
        meta: Meta {
            title,
            author,
            notes,
        },
        lit,
    }))
}

fn parse_row(line: usize, row: &str) -> Result<Vec<bool>, FormError> {
    if row.is_empty() || row.chars().count() > MAX_LAMPS {
        return Err(FormError::at(
            line,
            1,
            format!("expected 1 to {MAX_LAMPS} lamps"),
        ));
    }
    row.chars()
        .enumerate()
        .map(|(index, c)| match c {
            '.' => Ok(false),
            '#' => Ok(true),
            _ => Err(FormError::at(
                line,
                index + 1,
                format!("‘{c}’ is neither ‘.’ nor ‘#’"),
            )),
        })
        .collect()
}

impl NullLevel {
    fn row(&self) -> String {
        self.lit
            .iter()
            .map(|lit| if *lit { '#' } else { '.' })
            .collect()
    }
}

/// How a lamp looks, in level and position alike.
pub(super) fn lamp_look(lit: Option<&bool>) -> CellLook {
    match lit {
        Some(true) => CellLook::new("#", Tone::Level(255), "lit"),
        Some(false) => CellLook::new(".", Tone::Level(0), "dark").glyph(""),
        None => CellLook::new("", Tone::Hole, "no cell"),
    }
}

impl Level for NullLevel {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        Arc::new(Self {
            meta,
            ..self.clone()
        })
    }

    fn to_text(&self) -> String {
        format!(
            "{}{}\n",
            PlainText::write_header(INFO.id, &self.meta, &[]),
            self.row()
        )
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        let Meta {
            title,
            author,
            notes,
        } = self.meta.clone();
        let game = INFO.id.to_owned();
        to_ron_text(&NullRon {
            version: 1,
            game,
            title,
            author,
            notes,
            lamps: self.row(),
        })
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(NullPosition {
            lit: self.lit.clone(),
        })
    }

    fn board(&self) -> BoardInfo {
        board(self.lit.len())
    }

    fn look(&self, cell: Cell) -> CellLook {
        lamp_look(self.lit.get(cell.col).filter(|_| cell.row == 0))
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }
}

pub(super) fn board(lamps: usize) -> BoardInfo {
    BoardInfo {
        id: "lamps",
        title: "Lamps",
        size: Size::new(1, lamps),
    }
}

impl GridLevel for NullLevel {
    fn grid(&self) -> Grid<CellValue> {
        let mut grid = Grid::filled(Size::new(1, self.lit.len()), 0);
        for (value, lit) in grid.as_mut_slice().iter_mut().zip(&self.lit) {
            *value = u16::from(*lit);
        }
        grid
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        let size = grid.size();
        if size.rows != 1 || size.cols == 0 || size.cols > MAX_LAMPS {
            let limits = format!("1 row of 1 to {MAX_LAMPS} lamps");
            return Err(EditError::Size { size, limits });
        }
        let lit = grid.as_slice().iter().map(|value| *value != 0).collect();
        Ok(Arc::new(Self {
            meta: self.meta.clone(),
            lit,
        }))
    }

    fn brushes(&self) -> Vec<Brush> {
        [(0, ".", "dark", 0), (1, "#", "lit", 255)]
            .map(|(value, text, name, level)| Brush {
                value,
                text: text.into(),
                name: name.into(),
                key: text.chars().next(),
                tone: Tone::Level(level),
            })
            .into()
    }

    fn blank_value(&self) -> CellValue {
        0
    }

    fn size_limits(&self) -> (Size, Size) {
        (Size::new(1, 1), Size::new(1, MAX_LAMPS))
    }
}
