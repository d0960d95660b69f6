//! The parsed text, section by section, with positions.

use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Debug)]
pub struct OptionText {
    pub name: String,
    /// `true` for one without a value.
    pub value: String,
    /// From 1, like all lines here.
    pub line: usize,
}

/// An object: its name, colours and sprite as written.
#[derive(Clone, Debug)]
pub struct ObjectText {
    pub name: String,
    pub line: usize,
    pub colors: Vec<String>,
    /// Rows of digits and full stops; empty for a plain square.
    pub sprite: Vec<String>,
    /// Line and column of each row, from 1.
    pub positions: Vec<(usize, usize)>,
}

/// Meaning of a legend name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegendKind {
    /// Another name for one.
    Synonym,
    /// All of some objects (`and`).
    Aggregate,
    /// Any of some objects (`or`).
    Property,
}

/// A line of the legend, or the second name of an object.
#[derive(Clone, Debug)]
pub struct Legend {
    pub name: String,
    pub kind: LegendKind,
    /// Names it means, at least one.
    pub names: Vec<String>,
    pub line: usize,
}

/// Meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    Object(String),
    /// Index into [`Script::legend`].
    Aggregate(usize),
    /// Index into [`Script::legend`].
    Property(usize),
    /// No such name; the last one of the synonyms that led here.
    Nothing(String),
}

#[derive(Clone, Debug)]
pub struct RuleText {
    /// In lower case, up to the first comment.
    pub text: String,
    /// Column of its first character, from 1.
    pub column: usize,
    /// The whole line as written.
    pub original: String,
    pub line: usize,
}

#[derive(Clone, Debug)]
pub struct WinText {
    /// In lower case, up to the first comment.
    pub words: Vec<String>,
    pub line: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRow {
    pub text: Vec<char>,
    pub line: usize,
    /// Column of its first character, from 1.
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryText {
    Message(String),
    Level { rows: Vec<SourceRow> },
}

#[derive(Clone, Debug, Default)]
pub struct Script {
    pub options: Vec<OptionText>,
    pub objects: Vec<ObjectText>,
    pub object_index: FxHashMap<String, usize>,
    /// In text order.
    pub legend: Vec<Legend>,
    /// Index of the first legend line with a name, by name and [`LegendKind`].
    pub legend_index: FxHashMap<String, [Option<usize>; 3]>,
    /// Names of the objects in each layer.
    pub layers: Vec<Vec<String>>,
    pub rules: Vec<RuleText>,
    pub wins: Vec<WinText>,
    pub levels: Vec<EntryText>,
    /// All names that rules and conditions can use.
    pub names: FxHashSet<String>,
}

impl Script {
    /// An option; the last one if it is given several times.
    pub fn option(&self, name: &str) -> Option<&OptionText> {
        self.options.iter().rev().find(|option| option.name == name)
    }

    /// The object with this name, not a synonym.
    pub fn object(&self, name: &str) -> Option<&ObjectText> {
        Some(&self.objects[*self.object_index.get(name)?])
    }

    /// Index of the legend line of a kind that declares a name.
    pub fn declared(&self, name: &str, kind: LegendKind) -> Option<usize> {
        self.legend_index.get(name)?[kind as usize]
    }

    pub fn add_legend(&mut self, name: &str, kind: LegendKind, names: Vec<String>, line: usize) {
        let index = self.legend.len();
        let known = self.legend_index.entry(name.to_owned()).or_default();
        known[kind as usize].get_or_insert(index);
        let name = name.to_owned();
        self.legend.push(Legend {
            name,
            kind,
            names,
            line,
        });
    }

    /// Line where a name is declared; `None` if it is nowhere.
    pub fn line_of(&self, name: &str) -> Option<usize> {
        if let Some(object) = self.object(name) {
            return Some(object.line);
        }
        use LegendKind::{Aggregate, Property, Synonym};
        let mut kinds = [Aggregate, Property, Synonym].into_iter();
        let index = kinds.find_map(|kind| self.declared(name, kind))?;
        Some(self.legend[index].line)
    }

    /// Resolves a name through all its synonyms.
    pub fn resolve(&self, name: &str) -> Named {
        let mut name = name;
        // Cyclic synonyms mean nothing.
        for _ in 0..=self.legend.len() {
            if self.object_index.contains_key(name) {
                return Named::Object(name.to_owned());
            }
            if let Some(index) = self.declared(name, LegendKind::Synonym) {
                name = &self.legend[index].names[0];
            } else if let Some(index) = self.declared(name, LegendKind::Aggregate) {
                return Named::Aggregate(index);
            } else if let Some(index) = self.declared(name, LegendKind::Property) {
                return Named::Property(index);
            } else {
                break;
            }
        }
        Named::Nothing(name.to_owned())
    }
}
