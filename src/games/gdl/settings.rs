//! Settings of a level besides its rules.

use planwright_art::{read_styles, write_styles};

use super::grid_settings::{GridFacts, GridSettings};
use super::model::{GdlSource, NetLimits};
use super::syntax::ReadOptions;
use crate::game::{Field, Seams, TextError};

/// States in which a goal value counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GoalScope {
    /// Only where the game is over, as the language defines it.
    #[default]
    Terminal,
    /// In any state with the target value.
    Anywhere,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GdlSettings {
    /// Goal value that counts as solved.
    pub target: i64,
    pub scope: GoalScope,
    /// Names that differ in case only are the same.
    pub fold_case: bool,
    pub limits: NetLimits,
    pub board: GridSettings,
    /// Pattern that the rules were generated from, with its answers; empty if none.
    pub pattern: String,
}

impl Default for GdlSettings {
    fn default() -> Self {
        Self {
            target: 100,
            scope: GoalScope::default(),
            fold_case: false,
            limits: NetLimits::default(),
            board: GridSettings::default(),
            pattern: String::new(),
        }
    }
}

pub(super) static FIELDS: &[Field] = &[
    Field::property(
        "want",
        "Target goal value",
        "plans must reach at least this value",
    )
    .integer(1, 100),
    Field::property(
        "ends",
        "Goal counts",
        "‘terminal’: only when the game is over; ‘anywhere’: as soon as the value is reached",
    )
    .one_of(&["terminal", "anywhere"]),
    Field::property(
        "fold-case",
        "Ignore case",
        "‘yes’: ignore upper and lower case in names",
    )
    .one_of(&["no", "yes"]),
    Field::property(
        "seconds",
        "Network: seconds",
        "time allowed for instantiating the rules",
    )
    .integer(1, 86_400)
    .expert(),
    Field::property(
        "size",
        "Network: size",
        "largest number of instantiated rules and atoms",
    )
    .integer(1, 1 << 30)
    .expert(),
    Field::property(
        "depth",
        "Network: term depth",
        "deepest nesting of terms",
    )
    .integer(1, 10_000)
    .expert(),
    Field::property("memory", "Network: memory", "in MiB")
        .integer(1, 1 << 20)
        .expert(),
    Field::property(
        "board",
        "Board",
        "‘auto’, ‘none’, or the relation drawn as a board, with its arguments for row, column and value, such as ‘cell row 1 column 2 value 3’; several are separated by commas",
    )
    .such_as(&["auto", "none"]),
    Field::property(
        "board-flip",
        "Flipped",
        "which are shown in reverse order: ‘none’, ‘rows’, ‘columns’ or ‘both’",
    )
    .one_of(&["none", "rows", "columns", "both"]),
    Field::property(
        "board-order",
        "Order on the board",
        "constants of rows and columns in order, separated by spaces; others follow",
    ),
    Field::property(
        "board-look",
        "Appearance of values",
        "how values are drawn: a text, the number of a colour and a picture, such as ‘x=X 3, b=, c= picture crate’; others are guessed",
    ),
    Field::property(
        "board-size",
        "Board size",
        "rows and columns, such as ‘8 8’, if they are numbered from 1 and the facts do not mention all of them",
    ),
    Field::property(
        "board-values",
        "Cell values",
        "what a cell can show on the screen, with names, such as ‘gap=the gap; 1=tile 1’; empty: the values found in the rules",
    ),
    Field::property(
        "clues",
        "Clue margins",
        "sides of the board where the screen shows numbers, such as ‘left top’; ‘(clue left 2 1 5)’ is the first number of the second row",
    ),
    Field::property(
        "turned",
        "Rotated values",
        "values that become each other by quarter turns to the right, such as ‘up right down left, flat upright’; a picture of one shows how the others look",
    ),
    Field::property(
        "board-seams",
        "Seams between cells",
        "‘yes’ if every second row and column on the screen is narrow and holds the walls or signs between cells; ‘around’ if there is also one on each side of the board",
    )
    .one_of(&["no", "yes", "around"]),
    Field::property(
        "pattern",
        "Pattern",
        "the pattern the rules were generated from, with its answers; a board of another size gets newly generated rules",
    )
    .expert(),
];

/// Most bytes of memory for reading one byte of rules; measured on rules that are nothing but short clauses.
const MEMORY_PER_BYTE: u64 = 64;

/// Rules up to this many bytes are read with any memory limit.
const ALWAYS_READ_BYTES: usize = 1 << 20;

impl GdlSettings {
    /// Reads and checks rules. At most a quarter of the memory limit may go into that, so that files far too long for
    /// later steps are rejected at once.
    /// All errors that can be found beyond the first.
    pub(super) fn read_source(&self, rules: &str) -> Result<GdlSource, Vec<TextError>> {
        let needed = rules.len() as u64 * MEMORY_PER_BYTE;
        if rules.len() > ALWAYS_READ_BYTES && needed > self.limits.memory / 4 {
            let (own, needed, most) = (rules.len() >> 20, needed >> 20, self.limits.memory >> 20);
            let message = format!(
                "rules of {own} MiB are too long: reading them may take {needed} MiB, more than a quarter of the {most} MiB allowed (raise ‘memory’)"
            );
            return Err(vec![TextError::at(1, 1, message)]);
        }
        let fold_case = self.fold_case;
        let is_value = |name: &str| {
            let values = self.board.values.iter();
            let mut parts = values.flat_map(|(value, _)| value.split(", "));
            parts.any(|part| part == name)
        };
        GdlSource::read_all(rules, ReadOptions { fold_case }, &is_value)
    }

    pub(super) fn get(&self, key: &str) -> String {
        match key {
            "want" => self.target.to_string(),
            "ends" => match self.scope {
                GoalScope::Terminal => "terminal".to_owned(),
                GoalScope::Anywhere => "anywhere".to_owned(),
            },
            "fold-case" => if self.fold_case { "yes" } else { "no" }.to_owned(),
            "seconds" => self.limits.seconds.to_string(),
            "size" => self.limits.grounding.size.to_string(),
            "depth" => self.limits.grounding.depth.to_string(),
            "memory" => (self.limits.memory >> 20).to_string(),
            "board" => self.board.facts.to_string(),
            "board-flip" => self.board.flip().to_owned(),
            "board-order" => self.board.order.join(" "),
            "board-look" => write_styles(&self.board.styles),
            "board-size" => self.board.size_text(),
            "board-values" => self.board.values_text(),
            "clues" => self.board.clues_text(),
            "turned" => self.board.rotations_text(),
            "board-seams" => self.board.seams.map_or("no", Seams::id).to_owned(),
            "pattern" => self.pattern.clone(),
            _ => String::new(),
        }
    }

    /// Changes a setting; `None` if there is no such setting.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Option<Result<(), String>> {
        let field = FIELDS.iter().find(|field| field.key == key)?;
        Some(self.set_field(field, value))
    }

    fn set_field(&mut self, field: &Field, value: &str) -> Result<(), String> {
        if !field.fits(value) {
            return Err(field.expected());
        }
        let number = || value.parse::<u64>().map_err(|_| field.expected());
        let limits = &mut self.limits;
        match field.key {
            "want" => self.target = number()? as i64,
            "ends" if value == "anywhere" => self.scope = GoalScope::Anywhere,
            "ends" => self.scope = GoalScope::Terminal,
            "fold-case" => self.fold_case = value == "yes",
            "seconds" => limits.seconds = number()?,
            "size" => limits.grounding.size = number()? as usize,
            "depth" => limits.grounding.depth = number()? as usize,
            "memory" => limits.memory = number()? << 20,
            "board" => self.board.facts = GridFacts::parse(value)?,
            "board-flip" => self.board.set_flip(value)?,
            "board-order" => {
                self.board.order = value.split_whitespace().map(str::to_owned).collect();
            }
            "board-size" => self.board.set_size(value)?,
            "board-values" => self.board.set_values(value),
            "clues" => self.board.set_clues(value)?,
            "turned" => self.board.set_rotations(value)?,
            "board-seams" => self.board.seams = Seams::from_id(value),
            "pattern" => value.clone_into(&mut self.pattern),
            _ => self.board.styles = read_styles(value)?,
        }
        Ok(())
    }
}
