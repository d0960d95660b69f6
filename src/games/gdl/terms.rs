//! Ground terms, each stored once.

use super::hash_index::{HashIndex, hash};
use super::syntax::{Sym, Symbols, Term, TermKind};

/// Number of a ground term: equal numbers, equal terms.
pub type TermId = u32;

#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Name, index of the first argument in `args`, arity.
    nodes: Vec<(Sym, u32, u32)>,
    args: Vec<TermId>,
    /// Depth of each term, at most `u16::MAX`.
    depths: Vec<u16>,
    numbers: HashIndex,
}

impl Terms {
    /// Term of this name and these arguments, added if it is new.
    pub fn make(&mut self, name: Sym, args: &[TermId]) -> TermId {
        let hash = hash([name].into_iter().chain(args.iter().copied()));
        let is_same = |number| self.get(number) == (name, args);
        if let Some(number) = self.numbers.find(hash, is_same) {
            return number;
        }
        let depth = args.iter().map(|arg| self.depth(*arg) + 1).max();
        let depth = depth.unwrap_or(0).min(usize::from(u16::MAX));
        let start = self.args.len() as u32;
        self.nodes.push((name, start, args.len() as u32));
        self.args.extend_from_slice(args);
        self.depths.push(depth as u16);
        self.numbers.add(hash)
    }

    #[inline]
    pub fn get(&self, term: TermId) -> (Sym, &[TermId]) {
        let (name, start, len) = self.nodes[term as usize];
        (name, &self.args[start as usize..(start + len) as usize])
    }

    /// Names of terms; `None` if one of them has arguments.
    pub fn names(&self, args: &[TermId], symbols: &Symbols) -> Option<Vec<String>> {
        let name = |arg: &TermId| {
            let (name, args) = self.get(*arg);
            args.is_empty().then(|| symbols.name(name).to_owned())
        };
        args.iter().map(name).collect()
    }

    /// Depth of nesting, 0 for a name alone.
    pub fn depth(&self, term: TermId) -> usize {
        usize::from(self.depths[term as usize])
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * 64 + self.args.len() * 8) as u64
    }

    pub fn intern(&mut self, term: &Term) -> Option<TermId> {
        match &term.kind {
            TermKind::Var(_) => None,
            TermKind::Compound(name, args) => {
                let args = args.iter().map(|arg| self.intern(arg));
                let args: Vec<TermId> = args.collect::<Option<_>>()?;
                Some(self.make(*name, &args))
            }
        }
    }

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
