//! Terms without variables, each kept once.

use super::hash_index::{HashIndex, hash};
use super::syntax::{Sym, Symbols, Term, TermKind};

/// A ground term, by number: equal numbers, equal terms.
pub type TermId = u32;

/// All ground terms met so far.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Name, first argument in `args`, number of arguments.
    nodes: Vec<(Sym, u32, u32)>,
    args: Vec<TermId>,
    depths: Vec<u16>,
    numbers: HashIndex,
}

impl Terms {
    /// The term of this name and these arguments.
    pub fn make(&mut self, name: Sym, args: &[TermId]) -> TermId {
        let hash = key(name, args);
        if let Some(number) = self.found(hash, name, args) {
            return number;
        }
        let depth = args
            .iter()
            .map(|arg| self.depth(*arg) + 1)
            .max()
            .unwrap_or(0);
        self.nodes
            .push((name, self.args.len() as u32, args.len() as u32));
        self.args.extend_from_slice(args);
        self.depths.push(depth.min(usize::from(u16::MAX)) as u16);
        self.numbers.add(hash)
    }

    /// The term of this name and these arguments, if it was met before.
    pub fn find(&self, name: Sym, args: &[TermId]) -> Option<TermId> {
        self.found(key(name, args), name, args)
    }

    fn found(&self, hash: u64, name: Sym, args: &[TermId]) -> Option<TermId> {
        self.numbers
            .find(hash, |number| self.get(number) == (name, args))
    }

    #[inline]
    pub fn get(&self, term: TermId) -> (Sym, &[TermId]) {
        let (name, start, len) = self.nodes[term as usize];
        (name, &self.args[start as usize..(start + len) as usize])
    }

    /// The names that arguments are; `None` if one of them has arguments of its own.
    pub fn names(&self, args: &[TermId], symbols: &Symbols) -> Option<Vec<String>> {
        let name = |arg: &TermId| {
            let (name, args) = self.get(*arg);
            args.is_empty().then(|| symbols.name(name).to_owned())
        };
        args.iter().map(name).collect()
    }

    /// How deep it is nested, 0 for a name alone.
    pub fn depth(&self, term: TermId) -> usize {
        usize::from(self.depths[term as usize])
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// About how much memory they take, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * 64 + self.args.len() * 8) as u64
    }

    /// A ground term as read; `None` if it has variables.
    pub fn intern(&mut self, term: &Term) -> Option<TermId> {
        match &term.kind {
            TermKind::Var(_) => None,
            TermKind::Compound(name, args) => {
                let args: Vec<TermId> = args
                    .iter()
                    .map(|arg| self.intern(arg))
                    .collect::<Option<_>>()?;
                Some(self.make(*name, &args))
            }
        }
    }

    /// As KIF.
    pub fn text(&self, term: TermId, symbols: &Symbols) -> String {
        let mut out = String::new();
        self.write(term, symbols, &mut out);
        out
    }

    fn write(&self, term: TermId, symbols: &Symbols, out: &mut String) {
        let (name, args) = self.get(term);
        if args.is_empty() {
            out.push_str(symbols.name(name));
            return;
        }
        out.push('(');
        out.push_str(symbols.name(name));
        for arg in args {
            out.push(' ');
            self.write(*arg, symbols, out);
        }
        out.push(')');
    }
}

fn key(name: Sym, args: &[TermId]) -> u64 {
    hash([name].into_iter().chain(args.iter().copied()))
}
