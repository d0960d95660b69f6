//! A parsed rule: cells with marks and names, prefixes and commands.

use std::sync::Arc;

use super::mask::{MOVEMENTS, Mask};
use super::names::Names;

/// Word before a name in a cell, or a rule's direction; `None` without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marker {
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
    Moving,
    Horizontal,
    Vertical,
    Orthogonal,
    /// One of two movements along the rule's direction; `true` if they are horizontal.
    Along(bool),
    /// One of two movements across the rule's direction; `true` if they are horizontal.
    Across(bool),
    /// `^`, left of the rule's direction.
    ToLeft,
    /// `v`, right of it.
    ToRight,
    /// `<`, against it.
    Back,
    /// `>`, along it.
    Forward,
    Parallel,
    Perpendicular,
    /// `...`.
    Gap,
}

impl Marker {
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

    /// Its movements, if there are several; none of a single movement or another word.
    pub fn movements(self) -> &'static [Self] {
        use Marker::{
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

    /// Movements of a layer that it requires or gives, as numbers.
    pub fn in_layer(self, layer: usize) -> Mask {
        let kinds: &[usize] = match self {
            Self::Up => &[0],
            Self::Down => &[1],
            Self::Left => &[2],
            Self::Right => &[3],
            Self::Action => &[4],
            // Left of the arrow the language's own engine requires two movements at once, which no object has.
            Self::RandomDir => &[0, 2],
            _ => &[],
        };
        Mask::new(kinds.iter().map(|kind| MOVEMENTS * layer + kind))
    }

    /// Returns whether it depends on the rule's direction.
    pub fn is_relative(self) -> bool {
        use Marker::{Back, Forward, Parallel, Perpendicular, ToLeft, ToRight};
        [ToLeft, ToRight, Back, Forward, Parallel, Perpendicular].contains(&self)
    }
}

/// A mark and a name (index into [`WordTable`]; meaningless for a gap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellItem {
    pub mark: Marker,
    pub word: u32,
}

pub type CellText = Vec<CellItem>;
pub type RowText = Vec<CellText>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    Cancel,
    Restart,
    Win,
    Again,
    Checkpoint,
    Message(String),
    /// Index in [`EFFECTS`](super::super::syntax::EFFECTS).
    Sound(usize),
}

/// Line, prefixes and group of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleHead {
    /// From 1.
    pub line: usize,
    pub late: bool,
    pub rigid: bool,
    pub random: bool,
    /// Line of the first rule of its group.
    pub group: usize,
}

/// A rule as written.
#[derive(Clone, Debug)]
pub struct RuleLine {
    pub head: RuleHead,
    /// Up, down, left, right.
    pub directions: Vec<Marker>,
    pub left: Vec<RowText>,
    pub right: Vec<RowText>,
    pub commands: Vec<Command>,
}

impl RuleLine {
    /// An empty rule, in a group of its own.
    pub fn new(line: usize) -> Self {
        let head = RuleHead {
            line,
            late: false,
            rigid: false,
            random: false,
            group: line,
        };
        Self {
            head,
            directions: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            commands: Vec::new(),
        }
    }
}

/// A rule for one of its directions and, once expanded, for one choice of its movements and properties.
#[derive(Clone, Debug)]
pub struct Variant {
    pub head: RuleHead,
    /// Up, down, left or right.
    pub direction: Marker,
    pub left: Vec<RowText>,
    pub right: Vec<RowText>,
    pub commands: Arc<[Command]>,
}

impl Variant {
    pub fn cells_mut(&mut self) -> impl Iterator<Item = &mut CellText> {
        self.left.iter_mut().chain(&mut self.right).flatten()
    }
}

/// Numbered names in rules.
#[derive(Debug, Default)]
pub struct WordTable {
    names: Vec<String>,
    numbers: rustc_hash::FxHashMap<String, u32>,
}

impl WordTable {
    /// Starts with the names of objects, so that an object and its name have the same number.
    pub fn from_objects(names: &Names) -> Self {
        let mut words = Self::default();
        for object in &names.objects {
            words.number(&object.name);
        }
        words
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Number of a name, which is added if necessary.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    pub fn upper_name(&self, number: u32) -> String {
        self.name(number).to_uppercase()
    }
}

/// A line of the rules.
pub enum RuleOrLoop {
    Rule(RuleLine),
    /// `true` if a loop starts; otherwise it ends.
    Loop(bool),
}
