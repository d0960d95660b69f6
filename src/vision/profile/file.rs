//! The file form: fields that may be left out, and taking over those of a base profile.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::game::{FormError, from_ron_text, to_ron_text};

use super::{
    BoardRule, Controls, CostRule, CursorRule, GridRule, IsometricRule, PhaseRule, PictureRule,
    Profile, SquaresRule, StartRule, WindowRule,
};

/// Version of the file form that this program reads and writes.
pub const VERSION: u32 = 1;

/// A profile as written: with `base`, what is left out is taken from there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProfileFile {
    version: u32,
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) base: Option<String>,
    title: Option<String>,
    game: Option<String>,
    notes: Option<String>,
    window: Option<WindowRule>,
    picture: Option<PictureRule>,
    grid: Option<GridRule>,
    squares: Option<SquaresRule>,
    isometric: Option<IsometricRule>,
    boards: Option<Vec<BoardRule>>,
    cursor: Option<CursorRule>,
    phases: Option<Vec<PhaseRule>>,
    properties: Option<BTreeMap<String, String>>,
    level: Option<String>,
    doubtful_below: Option<f32>,
    controls: Option<Controls>,
    cost: Option<CostRule>,
    start: Option<StartRule>,
}

/// Share of certainty below which a cell is doubtful when the profile says nothing.
const DOUBTFUL_BELOW: f32 = 0.5;

impl ProfileFile {
    /// Reads the text of one file.
    pub(crate) fn parse(source: &str) -> Result<Self, FormError> {
        let file: Self = from_ron_text(source)?;
        if file.version != VERSION {
            let message = format!(
                "version {} is not known; this program reads version {VERSION}",
                file.version
            );
            return Err(FormError::at(line_of(source, "version"), 1, message));
        }
        Ok(file)
    }

    /// Fills what is left out from `base`.
    pub(crate) fn complete(
        self,
        base: Option<&Profile>,
        source: &str,
    ) -> Result<Profile, FormError> {
        let missing = |field: &str| {
            let line = source.lines().count().max(1);
            FormError::at(
                line,
                1,
                format!("the field ‘{field}’ is missing, and there is no base profile that has it"),
            )
        };
        // One field: as written, else the base's.
        macro_rules! take {
            ($field:ident) => {
                self.$field
                    .or_else(|| base.map(|base| base.$field.clone()))
                    .ok_or_else(|| missing(stringify!($field)))?
            };
        }
        let squares = self.squares.is_some();
        Ok(Profile {
            version: VERSION,
            title: take!(title),
            game: take!(game),
            notes: self.notes.unwrap_or_default(),
            window: take!(window),
            picture: take!(picture),
            grid: self.grid.or_else(|| base?.grid.clone()),
            squares: self.squares.or_else(|| base?.squares.clone()),
            isometric: self.isometric.or_else(|| base?.isometric.clone()),
            boards: match (self.boards, base) {
                (Some(boards), _) => boards,
                (None, Some(base)) => base.boards.clone(),
                (None, None) if squares => Vec::new(),
                (None, None) => return Err(missing("boards")),
            },
            cursor: self.cursor.or_else(|| base?.cursor.clone()),
            phases: take!(phases),
            properties: self
                .properties
                .or_else(|| base.map(|base| base.properties.clone()))
                .unwrap_or_default(),
            level: self.level.or_else(|| base?.level.clone()),
            doubtful_below: self
                .doubtful_below
                .or_else(|| base.map(|base| base.doubtful_below))
                .unwrap_or(DOUBTFUL_BELOW),
            controls: self.controls.or_else(|| base?.controls.clone()),
            cost: self.cost.or_else(|| base?.cost.clone()),
            start: self.start.or_else(|| base?.start.clone()),
            id: self.id,
        })
    }
}

impl Profile {
    /// The file form, ending in a newline, with all that was taken from a base filled in.
    ///
    /// # Errors
    /// When a value has no RON form.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        to_ron_text(self)
    }

    /// Reads a profile that has no base.
    ///
    /// # Errors
    /// [`FormError`] naming line and column.
    pub fn from_ron(source: &str) -> Result<Self, FormError> {
        ProfileFile::parse(source)?.complete(None, source)
    }
}

/// Line of the first mention of a field, from 1.
fn line_of(source: &str, field: &str) -> usize {
    let before = &source[..source.find(field).unwrap_or(0)];
    before.matches('\n').count() + 1
}
