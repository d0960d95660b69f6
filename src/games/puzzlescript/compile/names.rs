//! Meanings of the names of a game.

use rustc_hash::FxHashMap;

use super::super::syntax::{LegendKind, Problems, Script};
use super::mask::Mask;

/// Meaning of a name. Objects are indices into [`Names::objects`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    Object(usize),
    /// Another name for an object.
    Synonym(usize),
    /// Any of some objects.
    Property(Vec<usize>),
    /// All of some objects.
    Aggregate(Vec<usize>),
}

impl Meaning {
    pub fn objects(&self) -> &[usize] {
        match self {
            Self::Object(object) | Self::Synonym(object) => std::slice::from_ref(object),
            Self::Property(objects) | Self::Aggregate(objects) => objects,
        }
    }

    pub fn mask(&self) -> Mask {
        Mask::new(self.objects().iter().copied())
    }

    pub fn kind(&self) -> Kind {
        Kind {
            mask: self.mask(),
            all: matches!(self, Self::Aggregate(_)),
        }
    }
}

/// Objects of a condition: all of them in one cell, or any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    pub mask: Mask,
    /// `true` if all of them must be in the cell.
    pub all: bool,
}

#[derive(Clone, Debug)]
pub struct LayerObject {
    /// In lower case.
    pub name: String,
    /// From 0, the lowest.
    pub layer: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Objects in the order of their layers.
    pub objects: Vec<LayerObject>,
    /// Objects of each layer.
    pub layers: Vec<Mask>,
    meanings: FxHashMap<String, Meaning>,
}

impl Names {
    /// Meaning of a name; `None` if it is not declared or in no layer.
    pub fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.meanings.get(name)
    }

    /// All names, in arbitrary order.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.meanings.keys().map(String::as_str)
    }

    /// Common layer of some objects, if they have one.
    pub fn only_layer(&self, objects: &[usize]) -> Option<usize> {
        let mut layers = objects.iter().map(|object| self.objects[*object].layer);
        let first = layers.next()?;
        layers.all(|layer| layer == first).then_some(first)
    }

    pub fn upper_names(&self, objects: impl Iterator<Item = usize>) -> String {
        let names = objects.map(|object| self.objects[object].name.to_uppercase());
        names.collect::<Vec<String>>().join(", ")
    }
}

/// Limit of the passes that substitute names; names defined by each other would never end.
const MAX_PASSES: usize = 1_000;

type NameLists = FxHashMap<String, Vec<String>>;

/// Numbers the objects and resolves all names of the legend to them, as the language's own engine does: in each pass,
/// names in definitions are replaced by their own definitions, one step deep, until nothing changes. A synonym of a
/// list becomes such a list. Names without an object in a layer are left out. Reports lists that mix ‘and’ and ‘or’.
pub fn resolve(source: &Script, problems: &mut Problems) -> Names {
    let mut names = number_objects(source);
    let lists = |kind| {
        let legend = source.legend.iter();
        let legend = legend.filter(move |legend| legend.kind == kind);
        legend.map(|legend| (legend.name.clone(), legend.names.clone()))
    };
    let mut aggregates: NameLists = lists(LegendKind::Aggregate).collect();
    let mut properties: NameLists = lists(LegendKind::Property).collect();
    let mut synonyms: FxHashMap<String, String> = FxHashMap::default();
    // In the order of the text, in which targets come before their synonyms: one pass resolves a chain of them.
    let mut order = Vec::new();
    // A second name of a list is that list, too; others wait until their targets are known.
    for (name, target) in lists(LegendKind::Synonym) {
        let target = target[0].clone();
        if let Some(list) = aggregates.get(&target).cloned() {
            aggregates.insert(name, list);
        } else if let Some(list) = properties.get(&target).cloned() {
            properties.insert(name, list);
        } else if name != target {
            order.push(name.clone());
            synonyms.insert(name, target);
        }
    }
    // A pass substitutes one step deep, so nested definitions take several.
    for _ in 0..MAX_PASSES {
        let mut changed = false;
        for name in &order {
            let Some(target) = synonyms.get(name).cloned() else {
                continue;
            };
            if let Some(list) = properties.get(&target).cloned() {
                synonyms.remove(name);
                properties.insert(name.clone(), list);
                changed = true;
            } else if let Some(list) = aggregates.get(&target).cloned() {
                synonyms.remove(name);
                aggregates.insert(name.clone(), list);
                changed = true;
            } else if let Some(further) = synonyms.get(&target).cloned() {
                synonyms.insert(name.clone(), further);
            }
        }
        changed |= expand(
            &mut properties,
            &synonyms,
            &aggregates,
            source,
            problems,
            "or",
        );
        changed |= expand(
            &mut aggregates,
            &synonyms,
            &properties,
            source,
            problems,
            "and",
        );
        if !changed {
            break;
        }
    }
    let objects = names.objects.iter().enumerate();
    let numbers = objects.map(|(index, object)| (object.name.clone(), index));
    let numbers: FxHashMap<String, usize> = numbers.collect();
    let number = |name: &String| numbers.get(name).copied();
    let numbered = |list: Vec<String>| -> Vec<usize> { list.iter().filter_map(number).collect() };
    let properties = properties.into_iter();
    let properties = properties.map(|(name, list)| (name, Meaning::Property(numbered(list))));
    let aggregates = aggregates.into_iter();
    let aggregates = aggregates.map(|(name, list)| (name, Meaning::Aggregate(numbered(list))));
    let meanings = &mut names.meanings;
    meanings.extend(properties.chain(aggregates));
    for (name, target) in &synonyms {
        if let Some(object) = number(target) {
            meanings.insert(name.clone(), Meaning::Synonym(object));
        }
    }
    // Last, as an object takes precedence over a name of the legend.
    for (name, index) in numbers {
        meanings.insert(name, Meaning::Object(index));
    }
    meanings.retain(|_, meaning| !meaning.objects().is_empty());
    names
}

/// Numbers the objects in the order of their layers. An object in several belongs to the last.
fn number_objects(source: &Script) -> Names {
    let all = source.layers.iter().enumerate();
    let all = all.flat_map(|(layer, names)| names.iter().map(move |name| (layer, name)));
    let all: Vec<(usize, &String)> = all.collect();
    let mut last: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, (_, name)) in all.iter().enumerate() {
        last.insert(name, index);
    }
    let mut names = Names {
        layers: vec![Mask::default(); source.layers.len()],
        ..Names::default()
    };
    for (index, (layer, name)) in all.into_iter().enumerate() {
        if last.get(name.as_str()) == Some(&index) {
            names.layers[layer].insert(names.objects.len());
            let name = name.clone();
            names.objects.push(LayerObject { name, layer });
        }
    }
    names
}

/// Replaces names in `lists`, all defined with `word`, by what they mean, one step deep; returns whether anything
/// changed. Reports names in `others`, the lists defined with the other word. `word` is ‘and’ or ‘or’.
fn expand(
    lists: &mut NameLists,
    synonyms: &FxHashMap<String, String>,
    others: &NameLists,
    source: &Script,
    problems: &mut Problems,
    word: &str,
) -> bool {
    let mut changed = false;
    let mut names: Vec<String> = lists.keys().cloned().collect();
    names.sort_unstable();
    for name in names {
        let mut list = lists[&name].clone();
        let mut index = 0;
        while index < list.len() {
            let value = list[index].clone();
            if let Some(synonym) = synonyms.get(&value) {
                list[index].clone_from(synonym);
                changed = true;
            } else if let Some(further) = lists.get(&value) {
                list.remove(index);
                for value in further {
                    if !list.contains(value) {
                        list.push(value.clone());
                    }
                }
                changed = true;
            }
            if others.contains_key(&value) {
                let message = format!(
                    "{} is defined with ‘{word}’ and cannot contain {}, which is not",
                    name.to_uppercase(),
                    value.to_uppercase()
                );
                problems.error(source.line_of(&name).unwrap_or(1), 1, message);
            }
            index += 1;
        }
        lists.insert(name, list);
    }
    changed
}
