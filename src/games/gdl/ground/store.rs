//! Facts with indexes made for the joins that need them.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};

use super::super::rules::RelId;
use super::super::syntax::Sym;
use super::super::terms::{TermId, Terms};

/// An atom without variables, by number. It need not hold.
pub type AtomId = u32;

/// What an index looks at in an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Skeleton {
    Key,
    Free,
    /// A term of this name whose arguments are looked at in turn.
    Inside(Sym, Vec<Skeleton>),
}

struct Index {
    skeleton: Vec<Skeleton>,
    rows: FxHashMap<u64, Vec<AtomId>>,
}

struct Relation {
    numbers: FxHashMap<Box<[TermId]>, AtomId>,
    indexes: Vec<Index>,
    /// Atoms that hold and were looked at, in order.
    seen: Vec<AtomId>,
}

pub(super) struct Store {
    relations: Vec<Relation>,
    /// Relation, first argument in `args`.
    atoms: Vec<(RelId, u32)>,
    args: Vec<TermId>,
    arity: Vec<usize>,
    /// Atoms that hold, as far as is known.
    pub derived: Vec<bool>,
    /// Those among them whose turn has not come yet.
    pub queue: std::collections::VecDeque<AtomId>,
    /// Keys and rows of all indexes.
    keys: usize,
    rows: usize,
}

/// Mixes the parts of a key.
pub(super) fn mix(key: impl Iterator<Item = TermId>) -> u64 {
    let mut hasher = FxHasher::default();
    key.for_each(|part| hasher.write_u32(part));
    hasher.finish()
}

/// The parts of an atom that an index looks at; false if it does not fit the skeleton.
fn key(skeleton: &[Skeleton], args: &[TermId], terms: &Terms, into: &mut FxHasher) -> bool {
    skeleton.iter().zip(args).all(|(part, arg)| match part {
        Skeleton::Free => true,
        Skeleton::Key => {
            into.write_u32(*arg);
            true
        }
        Skeleton::Inside(name, inner) => {
            let (own, values) = terms.get(*arg);
            own == *name && values.len() == inner.len() && key(inner, values, terms, into)
        }
    })
}

impl Store {
    pub fn new(arity: Vec<usize>) -> Self {
        let relation = |_: &usize| Relation {
            numbers: FxHashMap::default(),
            indexes: Vec::new(),
            seen: Vec::new(),
        };
        Self {
            relations: arity.iter().map(relation).collect(),
            atoms: Vec::new(),
            args: Vec::new(),
            arity,
            derived: Vec::new(),
            queue: std::collections::VecDeque::new(),
            keys: 0,
            rows: 0,
        }
    }

    /// The number of an atom, which need not hold.
    pub fn atom(&mut self, rel: RelId, args: &[TermId]) -> AtomId {
        let numbers = &mut self.relations[rel as usize].numbers;
        if let Some(number) = numbers.get(args) {
            return *number;
        }
        let number = self.atoms.len() as AtomId;
        numbers.insert(args.into(), number);
        self.atoms.push((rel, self.args.len() as u32));
        self.args.extend_from_slice(args);
        self.derived.push(false);
        number
    }

    /// Whether the atom holds, as far as is known.
    pub fn holds(&self, rel: RelId, args: &[TermId]) -> bool {
        let number = self.relations[rel as usize].numbers.get(args);
        number.is_some_and(|number| self.derived[*number as usize])
    }

    /// Notes that an atom holds.
    pub fn derive(&mut self, atom: AtomId) {
        if !std::mem::replace(&mut self.derived[atom as usize], true) {
            self.queue.push_back(atom);
        }
    }

    pub fn rel(&self, atom: AtomId) -> RelId {
        self.atoms[atom as usize].0
    }

    pub fn args(&self, atom: AtomId) -> &[TermId] {
        let (rel, start) = self.atoms[atom as usize];
        let start = start as usize;
        &self.args[start..start + self.arity[rel as usize]]
    }

    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// How many atoms of a relation can be found by joins.
    pub fn size(&self, rel: RelId) -> usize {
        self.relations[rel as usize].seen.len()
    }

    /// Lets joins find an atom.
    pub fn show(&mut self, atom: AtomId, terms: &Terms) {
        let (rel, start) = self.atoms[atom as usize];
        let start = start as usize;
        let args = &self.args[start..start + self.arity[rel as usize]];
        let relation = &mut self.relations[rel as usize];
        relation.seen.push(atom);
        for index in &mut relation.indexes {
            let mut hasher = FxHasher::default();
            if key(&index.skeleton, args, terms, &mut hasher) {
                let rows = index.rows.entry(hasher.finish()).or_default();
                self.keys += usize::from(rows.is_empty());
                self.rows += 1;
                rows.push(atom);
            }
        }
    }

    /// The number of an index with this skeleton, made if there is none yet.
    pub fn index(&mut self, rel: RelId, skeleton: &[Skeleton], terms: &Terms) -> usize {
        let indexes = &self.relations[rel as usize].indexes;
        if let Some(at) = indexes.iter().position(|index| index.skeleton == skeleton) {
            return at;
        }
        let mut rows: FxHashMap<u64, Vec<AtomId>> = FxHashMap::default();
        for &atom in &self.relations[rel as usize].seen {
            let mut hasher = FxHasher::default();
            if key(skeleton, self.args(atom), terms, &mut hasher) {
                rows.entry(hasher.finish()).or_default().push(atom);
            }
        }
        self.keys += rows.len();
        self.rows += rows.values().map(Vec::len).sum::<usize>();
        let indexes = &mut self.relations[rel as usize].indexes;
        indexes.push(Index {
            skeleton: skeleton.to_vec(),
            rows,
        });
        indexes.len() - 1
    }

    /// How many atoms an index has for a key.
    pub fn count(&self, rel: RelId, index: usize, key: u64) -> usize {
        let rows = &self.relations[rel as usize].indexes[index].rows;
        rows.get(&key).map_or(0, Vec::len)
    }

    /// The `at`-th atom an index has for a key.
    pub fn row(&self, rel: RelId, index: usize, key: u64, at: usize) -> Option<AtomId> {
        let rows = &self.relations[rel as usize].indexes[index].rows;
        rows.get(&key)?.get(at).copied()
    }

    /// Relation, arguments of all atoms.
    pub fn atoms(&self) -> impl Iterator<Item = (AtomId, RelId, &[TermId])> {
        (0..self.len() as AtomId).map(|atom| (atom, self.rel(atom), self.args(atom)))
    }

    /// About how much memory it takes, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.atoms.len() * 80 + self.args.len() * 8 + self.keys * 80 + self.rows * 6) as u64
    }
}
