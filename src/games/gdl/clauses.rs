//! Translates clauses to rules: `or`, `and` and nested `not` are expanded, `(not (distinct a b))` is resolved by
//! unification.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::{FormError, words};

use super::rules::{Atom, KNOWN, Lit, Pat, RelId, Relation, Rule, Rules, UNUSED};
use super::syntax::{Clause, Goal, GoalKind, Place, Program, Sym, Symbols, Term, TermKind};
use super::{calls, tangles};

const MOST_ALTERNATIVES: usize = 20_000;

const MOST_CONDITIONS_IN_ALL: usize = 500_000;

/// Most conditions in one rule, which bound the depth of recursion over it.
const MOST_CONDITIONS: usize = 1000;

/// Condition before equalities are resolved.
#[derive(Clone)]
enum Raw {
    Lit(Lit),
    Same(Pat, Pat),
}

struct Builder {
    relations: Vec<Relation>,
    numbers: FxHashMap<Relation, RelId>,
    vars: Vec<Sym>,
    conditions: usize,
}

impl Builder {
    fn relation(&mut self, name: Sym, arity: usize) -> RelId {
        let relation = Relation { name, arity };
        let next = RelId::try_from(self.relations.len()).unwrap_or(RelId::MAX);
        let number = *self.numbers.entry(relation).or_insert(next);
        if number == next {
            self.relations.push(relation);
        }
        number
    }

    fn pat(&mut self, term: &Term) -> Pat {
        match &term.kind {
            TermKind::Var(name) => {
                let known = self.vars.iter().position(|var| var == name);
                let number = known.unwrap_or_else(|| {
                    self.vars.push(*name);
                    self.vars.len() - 1
                });
                Pat::Var(number as u32)
            }
            TermKind::Compound(name, args) => {
                Pat::Compound(*name, args.iter().map(|arg| self.pat(arg)).collect())
            }
        }
    }

    fn atom(&mut self, term: &Term, symbols: &Symbols) -> Result<Atom, FormError> {
        let Some((name, args)) = term.compound() else {
            return Err(term.place.error("a variable cannot stand for a condition"));
        };
        let word = symbols.name(name);
        if let Some((_, arity)) = KNOWN.iter().find(|(known, _)| *known == word)
            && *arity != args.len()
            && !UNUSED.contains(&word)
        {
            return Err(term.place.error(format!(
                "‘{word}’ takes {}, found {}",
                words::count(*arity, "arguments"),
                args.len()
            )));
        }
        Ok(Atom {
            rel: self.relation(name, args.len()),
            args: args.iter().map(|arg| self.pat(arg)).collect(),
        })
    }

    /// Disjunctive normal form of a goal, or of its negation.
    fn alternatives(
        &mut self,
        goal: &Goal,
        positive: bool,
        symbols: &Symbols,
    ) -> Result<Vec<Vec<Raw>>, FormError> {
        Ok(match &goal.kind {
            GoalKind::Not(inner) => self.alternatives(inner, !positive, symbols)?,
            GoalKind::Atom(term) => {
                let atom = self.atom(term, symbols)?;
                let sign = if positive { Lit::Is } else { Lit::Not };
                vec![vec![Raw::Lit(sign(atom))]]
            }
            GoalKind::Distinct(left, right) => {
                let (left, right) = (self.pat(left), self.pat(right));
                vec![vec![match positive {
                    true => Raw::Lit(Lit::Differ(left, right)),
                    false => Raw::Same(left, right),
                }]]
            }
            GoalKind::And(parts) | GoalKind::Or(parts) => {
                if matches!(goal.kind, GoalKind::Or(_)) == positive {
                    let mut all = Vec::new();
                    for part in parts {
                        all.append(&mut self.alternatives(part, positive, symbols)?);
                    }
                    all
                } else {
                    self.product(parts, positive, symbols, goal.place)?
                }
            }
        })
    }

    fn product(
        &mut self,
        parts: &[Goal],
        positive: bool,
        symbols: &Symbols,
        place: Place,
    ) -> Result<Vec<Vec<Raw>>, FormError> {
        let parts = parts.iter();
        let parts = parts.map(|part| self.alternatives(part, positive, symbols));
        let parts: Vec<Vec<Vec<Raw>>> = parts.collect::<Result<_, _>>()?;
        // Counted before expanding, so that excess is refused at once.
        let number = |rules: usize, part: &Vec<Vec<Raw>>| rules.saturating_mul(part.len());
        let rules = parts.iter().fold(1, number);
        if rules > MOST_ALTERNATIVES {
            return Err(place.error(format!(
                "the alternatives here expand to more than {} rules",
                words::number(MOST_ALTERNATIVES)
            )));
        }
        let size = |part: &Vec<Vec<Raw>>| part.iter().map(Vec::len).sum::<usize>();
        let times = |part: &Vec<Vec<Raw>>| rules / part.len().max(1);
        let conditions: usize = parts.iter().map(|part| size(part) * times(part)).sum();
        if self.conditions + conditions > MOST_CONDITIONS_IN_ALL {
            return Err(place.error(format!(
                "the rules up to here expand to more than {} conditions",
                words::number(MOST_CONDITIONS_IN_ALL)
            )));
        }
        let mut all = vec![Vec::new()];
        for more in parts {
            if let [only] = more.as_slice() {
                all.iter_mut()
                    .for_each(|left| left.extend(only.iter().cloned()));
                continue;
            }
            all = all
                .iter()
                .flat_map(|left| {
                    more.iter().map(move |right| {
                        let mut both: Vec<Raw> = left.clone();
                        both.extend(right.iter().cloned());
                        both
                    })
                })
                .collect();
        }
        Ok(all)
    }

    fn clause(
        &mut self,
        clause: &Clause,
        symbols: &Symbols,
        rules: &mut Vec<Rule>,
    ) -> Result<(), FormError> {
        self.vars.clear();
        let head = self.atom(&clause.head, symbols)?;
        for alternative in self.product(&clause.body, true, symbols, clause.place)? {
            if alternative.len() > MOST_CONDITIONS {
                return Err(clause.place.error(format!(
                    "this rule has {} conditions; the limit is {MOST_CONDITIONS}",
                    alternative.len()
                )));
            }
            self.conditions += alternative.len();
            rules.extend(rule(head.clone(), alternative, &self.vars, clause.place));
        }
        Ok(())
    }
}

/// Resolves equalities and numbers the variables; `None` if the equalities cannot hold.
fn rule(head: Atom, raw: Vec<Raw>, vars: &[Sym], place: Place) -> Option<Rule> {
    let mut bound: Vec<Option<Pat>> = vec![None; vars.len()];
    for lit in &raw {
        if let Raw::Same(left, right) = lit
            && !unify(left, right, &mut bound)
        {
            return None;
        }
    }
    let mut numbers: Vec<Option<u32>> = vec![None; vars.len()];
    let mut kept = Vec::new();
    let mut put = |var| substitute(var, &bound, &mut numbers, &mut kept, vars);
    let head = head.with(&mut put);
    let mut body = Vec::with_capacity(raw.len());
    let mut known: FxHashSet<Lit> = FxHashSet::default();
    for raw in &raw {
        if let Raw::Lit(lit) = raw {
            let lit = lit.with(&mut put);
            if known.insert(lit.clone()) {
                body.push(lit);
            }
        }
    }
    Some(Rule {
        head,
        body,
        vars: kept,
        place,
    })
}

fn resolved<'a>(mut pat: &'a Pat, bound: &'a [Option<Pat>]) -> &'a Pat {
    while let Pat::Var(var) = pat {
        match &bound[*var as usize] {
            Some(to) => pat = to,
            None => break,
        }
    }
    pat
}

fn occurs(var: u32, pat: &Pat, bound: &[Option<Pat>]) -> bool {
    match resolved(pat, bound) {
        Pat::Var(other) => *other == var,
        Pat::Compound(_, args) => args.iter().any(|arg| occurs(var, arg, bound)),
    }
}

fn unify(left: &Pat, right: &Pat, bound: &mut Vec<Option<Pat>>) -> bool {
    let (left, right) = (
        resolved(left, bound).clone(),
        resolved(right, bound).clone(),
    );
    match (left, right) {
        (Pat::Var(a), Pat::Var(b)) if a == b => true,
        (Pat::Var(var), other) | (other, Pat::Var(var)) => {
            let fits = !occurs(var, &other, bound);
            bound[var as usize] = Some(other);
            fits
        }
        (Pat::Compound(f, a), Pat::Compound(g, b)) => {
            f == g && a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| unify(a, b, bound))
        }
    }
}

/// Final term for a variable; remaining variables are renumbered.
fn substitute(
    var: u32,
    bound: &[Option<Pat>],
    numbers: &mut [Option<u32>],
    kept: &mut Vec<Sym>,
    vars: &[Sym],
) -> Pat {
    match resolved(&Pat::Var(var), bound) {
        Pat::Var(var) => {
            let at = *var as usize;
            let number = *numbers[at].get_or_insert_with(|| {
                kept.push(vars[at]);
                (kept.len() - 1) as u32
            });
            Pat::Var(number)
        }
        pat => pat.with(&mut |var| substitute(var, bound, numbers, kept, vars)),
    }
}

impl Rules {
    /// The rules of a program, not yet checked; see [`super::check`].
    ///
    /// # Errors
    /// Where a word of the language has the wrong number of arguments, or alternatives expand to too many rules.
    pub fn new(program: &Program) -> Result<Self, Vec<FormError>> {
        let mut symbols = program.symbols.clone();
        let mut builder = Builder {
            relations: Vec::new(),
            numbers: FxHashMap::default(),
            vars: Vec::new(),
            conditions: 0,
        };
        for (name, arity) in KNOWN {
            let name = symbols.intern(name);
            builder.relation(name, arity);
        }
        let mut rules = Vec::new();
        let mut wrong = Vec::new();
        for clause in &program.clauses {
            if let Err(error) = builder.clause(clause, &symbols, &mut rules) {
                wrong.push(error);
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let mut rules = Self {
            symbols,
            relations: builder.relations,
            rules,
        };
        calls::bind_roles(&mut rules);
        calls::bind(&mut rules);
        tangles::untangle(&mut rules);
        Ok(rules)
    }
}
