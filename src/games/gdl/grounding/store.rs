//! Atoms with the indexes that joins need. Atoms get numbers when they are built, are derived when they hold, and are
//! published – visible to joins – when they are taken from the queue.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};

use super::super::hash_index::{HashIndex, hash};
use super::super::rules::RelId;
use super::super::syntax::Sym;
use super::super::terms::{TermId, Terms};

/// Number of an atom without variables, which need not hold.
pub type AtomId = u32;

/// Part of an argument that an index uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum IndexPattern {
    Key,
    Free,
    /// A term of this name; its arguments are used in turn.
    Compound(Sym, Vec<IndexPattern>),
}

/// No further row of a key.
const END: u32 = u32::MAX;

/// Published atoms of a relation by some of their arguments. Joins check each match, as keys may share a hash.
#[derive(Default)]
struct Index {
    pattern: Vec<IndexPattern>,
    /// First and last row of each key, by its hash.
    keys: FxHashMap<u64, (u32, u32)>,
    /// Atoms, each with the next row of the same key.
    rows: Vec<(AtomId, u32)>,
}

impl Index {
    fn add(&mut self, key: u64, atom: AtomId) {
        let row = self.rows.len() as u32;
        self.rows.push((atom, END));
        match self.keys.entry(key) {
            Entry::Occupied(mut ends) => {
                let last = std::mem::replace(&mut ends.get_mut().1, row);
                self.rows[last as usize].1 = row;
            }
            Entry::Vacant(ends) => {
                ends.insert((row, row));
            }
        }
    }
}

#[derive(Default)]
struct StoredRelation {
    indexes: Vec<Index>,
    /// Atoms that hold and were taken from the queue, in order.
    processed: Vec<AtomId>,
}

pub(super) struct AtomStore {
    relations: Vec<StoredRelation>,
    /// Numbers of the atoms, by the hash of relation and arguments.
    numbers: HashIndex,
    /// Relation, and index of the first argument in `args`.
    atoms: Vec<(RelId, u32)>,
    /// Arguments of all atoms, one atom after the other.
    args: Vec<TermId>,
    arity: Vec<usize>,
    /// For each atom whether it is known to hold.
    pub derived: Vec<bool>,
    /// Derived atoms that are not yet visible to joins.
    pub queue: VecDeque<AtomId>,
    key_count: usize,
    row_count: usize,
}

/// Hashes the parts of an atom that an index uses; `false` if the atom does not fit the pattern.
fn key(pattern: &[IndexPattern], args: &[TermId], terms: &Terms, into: &mut FxHasher) -> bool {
    pattern.iter().zip(args).all(|(part, arg)| match part {
        IndexPattern::Free => true,
        IndexPattern::Key => {
            into.write_u32(*arg);
            true
        }
        IndexPattern::Compound(name, inner) => {
            let (own, values) = terms.get(*arg);
            own == *name && values.len() == inner.len() && key(inner, values, terms, into)
        }
    })
}

fn key_of(rel: RelId, args: &[TermId]) -> u64 {
    hash([rel].into_iter().chain(args.iter().copied()))
}

impl AtomStore {
    pub fn new(arity: Vec<usize>) -> Self {
        Self {
            relations: arity.iter().map(|_| StoredRelation::default()).collect(),
            numbers: HashIndex::default(),
            atoms: Vec::new(),
            args: Vec::new(),
            arity,
            derived: Vec::new(),
            queue: VecDeque::new(),
            key_count: 0,
            row_count: 0,
        }
    }

    /// Number of an atom, added if it is new.
    pub fn atom(&mut self, rel: RelId, args: &[TermId]) -> AtomId {
        let hash = key_of(rel, args);
        if let Some(number) = self.find(hash, rel, args) {
            return number;
        }
        self.atoms.push((rel, self.args.len() as u32));
        self.args.extend_from_slice(args);
        self.derived.push(false);
        self.numbers.add(hash)
    }

    fn find(&self, hash: u64, rel: RelId, args: &[TermId]) -> Option<AtomId> {
        let is_same = |atom: AtomId| self.rel(atom) == rel && self.args(atom) == args;
        self.numbers.find(hash, is_same)
    }

    pub fn holds(&self, rel: RelId, args: &[TermId]) -> bool {
        let number = self.find(key_of(rel, args), rel, args);
        number.is_some_and(|number| self.derived[number as usize])
    }

    /// States that an atom holds; it is queued the first time.
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
        &self.args[start as usize..][..self.arity[rel as usize]]
    }

    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Number of atoms of a relation that joins can find.
    pub fn size(&self, rel: RelId) -> usize {
        self.relations[rel as usize].processed.len()
    }

    pub fn publish(&mut self, atom: AtomId, terms: &Terms) {
        let (rel, start) = self.atoms[atom as usize];
        let args = &self.args[start as usize..][..self.arity[rel as usize]];
        let relation = &mut self.relations[rel as usize];
        relation.processed.push(atom);
        for index in &mut relation.indexes {
            let mut hasher = FxHasher::default();
            if key(&index.pattern, args, terms, &mut hasher) {
                let keys = index.keys.len();
                index.add(hasher.finish(), atom);
                self.key_count += index.keys.len() - keys;
                self.row_count += 1;
            }
        }
    }

    /// Number of the index with this pattern, built if there is none yet.
    pub fn index(&mut self, rel: RelId, pattern: &[IndexPattern], terms: &Terms) -> usize {
        let indexes = &self.relations[rel as usize].indexes;
        if let Some(at) = indexes.iter().position(|index| index.pattern == pattern) {
            return at;
        }
        let mut index = Index {
            pattern: pattern.to_vec(),
            ..Index::default()
        };
        for &atom in &self.relations[rel as usize].processed {
            let mut hasher = FxHasher::default();
            if key(pattern, self.args(atom), terms, &mut hasher) {
                index.add(hasher.finish(), atom);
            }
        }
        self.key_count += index.keys.len();
        self.row_count += index.rows.len();
        let indexes = &mut self.relations[rel as usize].indexes;
        indexes.push(index);
        indexes.len() - 1
    }

    /// First row of a key in an index; `None` if no row has it.
    pub fn first(&self, rel: RelId, index: usize, key: u64) -> Option<u32> {
        let keys = &self.relations[rel as usize].indexes[index].keys;
        keys.get(&key).map(|(first, _)| *first)
    }

    /// Atom of a row, and the next row of the same key.
    pub fn row(&self, rel: RelId, index: usize, row: u32) -> (AtomId, Option<u32>) {
        let (atom, next) = self.relations[rel as usize].indexes[index].rows[row as usize];
        (atom, Some(next).filter(|next| *next != END))
    }

    pub fn atoms(&self) -> impl Iterator<Item = (AtomId, RelId, &[TermId])> {
        (0..self.len() as AtomId).map(|atom| (atom, self.rel(atom), self.args(atom)))
    }

    /// Approximate memory in use, in bytes: for each atom with its number, argument, key and row.
    pub fn bytes(&self) -> u64 {
        let indexes = self.key_count * 40 + self.row_count * 12;
        (self.atoms.len() * 64 + self.args.len() * 8 + indexes) as u64
    }
}
