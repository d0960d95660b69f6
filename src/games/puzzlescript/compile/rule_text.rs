//! A rule read from its line: cells with marks and names, prefixes and commands.

use super::names::Names;

/// What stands before a name in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    None,
    Up,
    Down,
    Left,
    Right,
    Action,
    Stationary,
    No,
    Random,
    RandomDir,
    /// Any movement.
    Moving,
    Horizontal,
    Vertical,
    Orthogonal,
    /// Along the rule's direction, which is horizontal or vertical: one of two movements.
    Along(bool),
    /// Across the rule's direction; whether that is horizontal.
    Across(bool),
    /// `^`, left of the rule's direction.
    ToLeft,
    /// `v`, right of it.
    ToRight,
    /// `<`, against it.
    Back,
    /// `>`, in it.
    Forward,
    Parallel,
    Perpendicular,
    /// `...`.
    Gap,
}

impl Mark {
    /// The mark with this name.
    pub fn read(word: &str) -> Option<Self> {
        Some(match word {
            "up" => Self::Up,
            "down" => Self::Down,
            "left" => Self::Left,
            "right" => Self::Right,
            "action" => Self::Action,
            "stationary" => Self::Stationary,
            "no" => Self::No,
            "random" => Self::Random,
            "randomdir" => Self::RandomDir,
            "moving" => Self::Moving,
            "horizontal" => Self::Horizontal,
            "vertical" => Self::Vertical,
            "orthogonal" => Self::Orthogonal,
            "^" => Self::ToLeft,
            "v" => Self::ToRight,
            "<" => Self::Back,
            ">" => Self::Forward,
            "parallel" => Self::Parallel,
            "perpendicular" => Self::Perpendicular,
            _ => return None,
        })
    }

    /// The movements that it could be, if it could be several.
    pub fn movements(self) -> &'static [Self] {
        use Mark::{
            Across, Action, Along, Down, Horizontal, Left, Moving, Orthogonal, Right, Up, Vertical,
        };
        match self {
            Horizontal | Along(true) | Across(true) => &[Left, Right],
            Vertical | Along(false) | Across(false) => &[Up, Down],
            Moving => &[Up, Down, Left, Right, Action],
            Orthogonal => &[Up, Down, Left, Right],
            _ => &[],
        }
    }

    /// Whether it depends on the rule's direction.
    pub fn is_relative(self) -> bool {
        use Mark::{Back, Forward, Parallel, Perpendicular, ToLeft, ToRight};
        matches!(
            self,
            ToLeft | ToRight | Back | Forward | Parallel | Perpendicular
        )
    }
}

/// A mark and a name. The name is an index into [`Words`]; that of a gap means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    pub mark: Mark,
    pub word: u32,
}

/// A cell of a pattern.
pub type CellText = Vec<Item>;
/// A row of cells.
pub type RowText = Vec<CellText>;

/// Something that a rule orders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    Cancel,
    Restart,
    Win,
    Again,
    Checkpoint,
    Message(String),
    /// A sound effect by its number.
    Sound(usize),
}

/// A rule as it was written.
#[derive(Clone, Debug)]
pub struct RuleLine {
    pub line: usize,
    /// Up, down, left, right.
    pub directions: Vec<Mark>,
    pub left: Vec<RowText>,
    pub right: Vec<RowText>,
    pub late: bool,
    pub rigid: bool,
    pub random: bool,
    /// The line of the first rule of its group.
    pub group: usize,
    pub commands: Vec<Command>,
}

/// Names in rules, numbered.
#[derive(Debug, Default)]
pub struct Words {
    names: Vec<String>,
    numbers: rustc_hash::FxHashMap<String, u32>,
}

impl Words {
    /// Words that begin with the names of objects, so that the number of an object is that of its name.
    pub fn of_objects(names: &Names) -> Self {
        let mut words = Self::default();
        for object in &names.objects {
            words.number(&object.name);
        }
        words
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of a name.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The name with a number.
    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }
}

/// A line of the rules.
pub enum RuleOrLoop {
    Rule(RuleLine),
    /// Whether a loop begins; else it ends.
    Loop(bool),
}
