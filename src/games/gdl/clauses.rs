//! Translates clauses to rules: expands `or`, `and` and nested `not`, resolves `(not (distinct a b))` by unification.

use rustc_hash::{FxHashMap, FxHashSet};

use super::rules::{Atom, BUILTINS, BodyLit, Pat, REDUNDANT, RelId, Relation, Rule, RuleSet};
use super::syntax::{
    BodyGoal, Clause, GdlProgram, GoalKind, Sym, Symbols, Term, TermKind, TextPos,
};
use super::{calls, negation};
use crate::game::{TextError, words};

/// Most rules that one clause may expand to.
const MAX_ALTERNATIVES: usize = 20_000;
/// Most conditions of all rules together, which bounds the memory for them.
const MAX_TOTAL_CONDITIONS: usize = 500_000;
/// Most conditions in one rule, which bound the depth of recursion over it.
const MAX_CONDITIONS: usize = 1000;

/// Condition before equalities are resolved.
#[derive(Clone)]
enum RawLit {
    Lit(BodyLit),
    /// The terms are the same: a negated `distinct`.
    Same(Pat, Pat),
}

/// Relations found so far, and the state of the present clause.
#[derive(Default)]
struct RuleBuilder {
    relations: Vec<Relation>,
    numbers: FxHashMap<Relation, RelId>,
    /// Variables of the present clause, by number.
    vars: Vec<Sym>,
    /// Number of conditions of all rules so far.
    conditions: usize,
}

impl RuleBuilder {
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

    fn atom(&mut self, term: &Term, symbols: &Symbols) -> Result<Atom, TextError> {
        let Some((name, args)) = term.compound() else {
            return Err(term.pos.error("a variable cannot stand for a condition"));
        };
        let word = symbols.name(name);
        if let Some((_, arity)) = BUILTINS.iter().find(|(known, _)| *known == word)
            && *arity != args.len()
            && !REDUNDANT.contains(&word)
        {
            let (expected, found) = (words::count(*arity, "arguments"), args.len());
            let message = format!("‘{word}’ takes {expected}, found {found}");
            return Err(term.pos.error(message));
        }
        Ok(Atom {
            rel: self.relation(name, args.len()),
            args: args.iter().map(|arg| self.pat(arg)).collect(),
        })
    }

    /// Disjunctive normal form of a goal, or of its negation.
    fn alternatives(
        &mut self,
        goal: &BodyGoal,
        positive: bool,
        symbols: &Symbols,
    ) -> Result<Vec<Vec<RawLit>>, TextError> {
        Ok(match &goal.kind {
            GoalKind::Not(inner) => self.alternatives(inner, !positive, symbols)?,
            GoalKind::Atom(term) => {
                let atom = self.atom(term, symbols)?;
                let sign = if positive { BodyLit::Is } else { BodyLit::Not };
                vec![vec![RawLit::Lit(sign(atom))]]
            }
            GoalKind::Distinct(left, right) => {
                let (left, right) = (self.pat(left), self.pat(right));
                vec![vec![match positive {
                    true => RawLit::Lit(BodyLit::Differ(left, right)),
                    false => RawLit::Same(left, right),
                }]]
            }
            GoalKind::And(parts) | GoalKind::Or(parts) => {
                if matches!(goal.kind, GoalKind::Or(_)) != positive {
                    return self.product(parts, positive, symbols, goal.pos);
                }
                let mut all = Vec::new();
                for part in parts {
                    all.append(&mut self.alternatives(part, positive, symbols)?);
                }
                all
            }
        })
    }

    /// Disjunctive normal form of a conjunction of parts, or, negated, of a disjunction.
    fn product(
        &mut self,
        parts: &[BodyGoal],
        positive: bool,
        symbols: &Symbols,
        pos: TextPos,
    ) -> Result<Vec<Vec<RawLit>>, TextError> {
        let parts = parts.iter();
        let parts = parts.map(|part| self.alternatives(part, positive, symbols));
        let parts: Vec<Vec<Vec<RawLit>>> = parts.collect::<Result<_, _>>()?;
        // Counted before expanding, so that excess is refused at once.
        let number = |rules: usize, part: &Vec<Vec<RawLit>>| rules.saturating_mul(part.len());
        let rules = parts.iter().fold(1, number);
        if rules > MAX_ALTERNATIVES {
            let most = words::number(MAX_ALTERNATIVES);
            let message = format!("the alternatives here expand to more than {most} rules");
            return Err(pos.error(message));
        }
        let size = |part: &Vec<Vec<RawLit>>| part.iter().map(Vec::len).sum::<usize>();
        let times = |part: &Vec<Vec<RawLit>>| rules / part.len().max(1);
        let conditions: usize = parts.iter().map(|part| size(part) * times(part)).sum();
        if self.conditions + conditions > MAX_TOTAL_CONDITIONS {
            let most = words::number(MAX_TOTAL_CONDITIONS);
            let message = format!("the rules up to here expand to more than {most} conditions");
            return Err(pos.error(message));
        }
        let mut all = vec![Vec::new()];
        for more in parts {
            if let [only] = more.as_slice() {
                all.iter_mut().for_each(|left| left.extend_from_slice(only));
                continue;
            }
            let pairs = all
                .iter()
                .flat_map(|left| more.iter().map(move |right| [&left[..], right]));
            all = pairs.map(|pair| pair.concat()).collect();
        }
        Ok(all)
    }

    /// Adds a rule for each alternative of a clause's body, except those whose equalities cannot hold.
    fn clause(
        &mut self,
        clause: &Clause,
        symbols: &Symbols,
        rules: &mut Vec<Rule>,
    ) -> Result<(), TextError> {
        self.vars.clear();
        let head = self.atom(&clause.head, symbols)?;
        for alternative in self.product(&clause.body, true, symbols, clause.pos)? {
            let count = alternative.len();
            if count > MAX_CONDITIONS {
                let message =
                    format!("this rule has {count} conditions; the limit is {MAX_CONDITIONS}");
                return Err(clause.pos.error(message));
            }
            self.conditions += count;
            rules.extend(resolve_rule(&head, &alternative, &self.vars, clause.pos));
        }
        Ok(())
    }
}

/// Resolves equalities and numbers the variables; `None` if the equalities cannot hold.
fn resolve_rule(head: &Atom, raw: &[RawLit], vars: &[Sym], pos: TextPos) -> Option<Rule> {
    let mut bound: Vec<Option<Pat>> = vec![None; vars.len()];
    for lit in raw {
        if let RawLit::Same(left, right) = lit
            && !unify(left, right, &mut bound)
        {
            return None;
        }
    }
    let mut numbers: Vec<Option<u32>> = vec![None; vars.len()];
    let mut used = Vec::new();
    let mut term_of = |var| substitute(var, &bound, &mut numbers, &mut used, vars);
    let head = head.subst(&mut term_of);
    let lits = raw.iter().filter_map(|raw| match raw {
        RawLit::Lit(lit) => Some(lit.subst(&mut term_of)),
        RawLit::Same(..) => None,
    });
    let mut body: Vec<BodyLit> = lits.collect();
    let mut known: FxHashSet<BodyLit> = FxHashSet::default();
    body.retain(|lit| known.insert(lit.clone()));
    Some(Rule {
        head,
        body,
        vars: used,
        pos,
    })
}

/// Term that a pattern is bound to, through chains of variables.
fn resolve<'a>(mut pat: &'a Pat, bound: &'a [Option<Pat>]) -> &'a Pat {
    while let Pat::Var(var) = pat {
        match &bound[*var as usize] {
            Some(to) => pat = to,
            None => break,
        }
    }
    pat
}

/// Returns whether a variable occurs in a pattern, through bindings.
fn occurs(var: u32, pat: &Pat, bound: &[Option<Pat>]) -> bool {
    match resolve(pat, bound) {
        Pat::Var(other) => *other == var,
        Pat::Compound(_, args) => args.iter().any(|arg| occurs(var, arg, bound)),
    }
}

/// Binds variables so that two patterns are the same; `false` if that is impossible. Bindings stay acyclic.
fn unify(left: &Pat, right: &Pat, bound: &mut Vec<Option<Pat>>) -> bool {
    let (left, right) = (resolve(left, bound).clone(), resolve(right, bound).clone());
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
    used: &mut Vec<Sym>,
    vars: &[Sym],
) -> Pat {
    match resolve(&Pat::Var(var), bound) {
        Pat::Var(var) => {
            let at = *var as usize;
            let number = *numbers[at].get_or_insert_with(|| {
                used.push(vars[at]);
                (used.len() - 1) as u32
            });
            Pat::Var(number)
        }
        pat => pat.subst(&mut |var| substitute(var, bound, numbers, used, vars)),
    }
}

impl RuleSet {
    /// The rules of a program, not yet checked; see [`super::check`]. An error for each clause in which a word of the
    /// language has the wrong number of arguments, or alternatives expand to too many rules.
    pub fn new(program: &GdlProgram) -> Result<Self, Vec<TextError>> {
        let mut symbols = program.symbols.clone();
        let mut builder = RuleBuilder::default();
        for (name, arity) in BUILTINS {
            let name = symbols.intern(name);
            builder.relation(name, arity);
        }
        let mut rules = Vec::new();
        let mut errors = Vec::new();
        for clause in &program.clauses {
            errors.extend(builder.clause(clause, &symbols, &mut rules).err());
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut rules = Self {
            symbols,
            relations: builder.relations,
            rules,
        };
        calls::bind_roles(&mut rules);
        calls::bind_from_calls(&mut rules);
        negation::stratify_negation(&mut rules);
        Ok(rules)
    }
}
