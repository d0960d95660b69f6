//! Rules as a program for SWI-Prolog.
//!
//! Rules keep their form and their comments. Conditions that Prolog can only evaluate once their variables are bound
//! – negation, difference – move behind those that bind them. Recursive relations are tabled. Relations named like a
//! built-in get another name, noted in a comment by which the reader of infix files restores theirs.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;

use super::super::graph;
use super::super::model::GdlSource;
use super::super::rules::{BUILTINS, BodyLit, RuleSet, TERMINAL};
use super::super::syntax::{BodyGoal, GoalKind, Notation, Sym, print};

/// Names that SWI-Prolog uses itself, one a line: predicates of its system module and operators.
const BUILT_IN: &str = include_str!("builtins.txt");
/// Part of the driver for any number of players; `PRE` becomes a prefix that no name of the game has.
const STATES: &str = r"
PREstart(S) :- findall(F, init(F), Fs), sort(Fs, S).

PREover(S) :- PREenter(S, []), once(terminal).
";

/// The rest of the driver for several players.
const DRIVER_OF_SEVERAL: &str = include_str!("driver_of_several.pl");

/// The rest of the driver for one player.
const DRIVER: &str = include_str!("driver.pl");

/// The program. `counters` are the relations that only count steps, by name and arity.
pub fn program(source: &GdlSource, title: &str, counters: &[(Sym, usize)]) -> String {
    let GdlSource {
        program,
        rules,
        checked,
        ..
    } = source;
    let built_in: FxHashSet<&str> = BUILT_IN.lines().collect();
    let mut printer = print::Printer::new(program, Notation::Infix);
    let symbols = &program.symbols;
    let mut out = String::new();
    if !title.is_empty() {
        let _ = writeln!(out, "% {title}\n");
    }
    out.push_str("% A game in GDL as a program for SWI-Prolog.\n\n");
    let mut prefix = "gdl_".to_owned();
    while symbols.iter().any(|(_, name)| name.starts_with(&prefix)) {
        prefix.push('_');
    }
    let mut renamed = String::new();
    for (at, relation) in rules.relations.iter().enumerate() {
        let name = rules.symbols.name(relation.name);
        let is_builtin = at < BUILTINS.len();
        // Signs such as `<` or `++` are better not redefined either.
        let is_word = name.contains(|c: char| c.is_ascii_alphabetic());
        let taken = built_in.contains(name) || !is_word;
        if is_builtin || !taken || printer.relations.contains_key(&relation.name) {
            continue;
        }
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut other = match is_word {
            true => format!("{name}_"),
            false => format!("r{}_", name.chars().map(plain).collect::<String>()),
        };
        while symbols.get(&other).is_some() || built_in.contains(other.as_str()) {
            other.push('_');
        }
        let _ = writeln!(renamed, "%% renamed {other} = {name}");
        printer.relations.insert(relation.name, other);
    }
    directives(rules, &printer, &mut out);
    out.push_str(&renamed);
    out.push_str("\n%% rules\n");
    for clause in &program.clauses {
        if clause.has_blank_above {
            out.push('\n');
        }
        let ordered = order(&clause.body, &FxHashSet::default());
        let body: Vec<&BodyGoal> = ordered.iter().collect();
        printer.clause(clause, &body, &mut out);
    }
    print::comments(&program.end, "", "%", &mut out);
    out.push_str("%% end of rules\n");
    let several = !checked.others.is_empty();
    let driver = if several { DRIVER_OF_SEVERAL } else { DRIVER };
    // Without the line about the prefix.
    let driver = driver.split_once('\n').map_or(driver, |(_, rest)| rest);
    out.push_str(&format!("{driver}{STATES}").replace("PRE", &prefix));
    if several {
        return out;
    }
    out.push('\n');
    for (name, arguments) in counters {
        let name = printer.name(*name);
        let _ = match vec!["_"; *arguments].join(", ") {
            none if none.is_empty() => writeln!(out, "{prefix}counter({name})."),
            some => writeln!(out, "{prefix}counter({name}({some}))."),
        };
    }
    if counters.is_empty() {
        let _ = writeln!(out, "{prefix}counter(_) :- fail.");
    }
    out
}

/// Declares relations: with rules as discontiguous, else, if used, as dynamic; recursive ones are tabled as well.
fn directives(rules: &RuleSet, printer: &print::Printer<'_>, out: &mut String) {
    let name = |at: u32| {
        let relation = rules.relations[at as usize];
        let name = printer.relation_name(relation.name, rules.symbols.name(relation.name));
        format!("{name}/{}", relation.arity)
    };
    let mut derived = vec![false; rules.relations.len()];
    let mut used = vec![false; rules.relations.len()];
    // The driver reads these, but not `base` and `input`.
    used[..=TERMINAL as usize].fill(true);
    for rule in &rules.rules {
        derived[rule.head.rel as usize] = true;
        for atom in rule.body.iter().filter_map(BodyLit::atom) {
            used[atom.rel as usize] = true;
        }
    }
    for at in 0..rules.relations.len() as u32 {
        if derived[at as usize] {
            let _ = writeln!(out, ":- discontiguous {}.", name(at));
        } else if used[at as usize] {
            let _ = writeln!(out, ":- dynamic {}.", name(at));
        }
    }
    let edges = rules.dependencies();
    for component in graph::components(&edges) {
        let recursive = component.len() > 1 || edges[component[0] as usize].contains(&component[0]);
        for rel in component.into_iter().filter(|_| recursive) {
            let _ = writeln!(out, ":- table {}.", name(rel));
        }
    }
}

/// Variables that a condition needs, and those that it binds.
fn collect_vars(goal: &BodyGoal, needed: &mut FxHashSet<Sym>, binds: &mut FxHashSet<Sym>) {
    let add_vars = |goal: &BodyGoal, into: &mut FxHashSet<Sym>| {
        goal.variables(&mut |name, _| {
            into.insert(name);
        });
    };
    match &goal.kind {
        GoalKind::Atom(_) => add_vars(goal, binds),
        GoalKind::Not(_) | GoalKind::Distinct(..) => add_vars(goal, needed),
        GoalKind::And(parts) => {
            for part in parts {
                collect_vars(part, needed, binds);
            }
            needed.retain(|name| !binds.contains(name));
        }
        GoalKind::Or(parts) => {
            let mut common: Option<FxHashSet<Sym>> = None;
            for part in parts {
                let mut bound = FxHashSet::default();
                let mut inner = FxHashSet::default();
                collect_vars(part, &mut inner, &mut bound);
                needed.extend(inner.into_iter().filter(|name| !bound.contains(name)));
                common = Some(match common {
                    None => bound,
                    Some(common) => common.intersection(&bound).copied().collect(),
                });
            }
            binds.extend(common.unwrap_or_default());
        }
    }
}

/// Conditions in an order in which each can be evaluated where some variables are known.
fn order(goals: &[BodyGoal], known: &FxHashSet<Sym>) -> Vec<BodyGoal> {
    let mut known = known.clone();
    let mut left: Vec<&BodyGoal> = goals.iter().collect();
    let mut done = Vec::new();
    while !left.is_empty() {
        let ready = left.iter().position(|goal| {
            let (mut needed, mut binds) = Default::default();
            collect_vars(goal, &mut needed, &mut binds);
            needed.is_subset(&known)
        });
        // Without one the rule is unsafe, and remains only if the game does not use it.
        let goal = left.remove(ready.unwrap_or(0));
        let mut inner = goal.clone();
        let reorder = |part: &mut BodyGoal| {
            if let GoalKind::And(parts) = &mut part.kind {
                *parts = order(parts, &known);
            }
        };
        match &mut inner.kind {
            GoalKind::Or(parts) => parts.iter_mut().for_each(reorder),
            GoalKind::Not(part) => reorder(part),
            _ => reorder(&mut inner),
        }
        let (mut needed, mut binds) = Default::default();
        collect_vars(goal, &mut needed, &mut binds);
        known.extend(binds);
        done.push(inner);
    }
    done
}
