//! Programs as text, prefix or infix, with their comments.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{BodyGoal, Clause, GdlProgram, GoalKind, Notation, Sym, Symbols, Term, TermKind};

/// Characters on a line from which on a rule with one condition is broken; rules with more always are.
const MAX_LINE_WIDTH: usize = 80;

pub struct Printer<'a> {
    symbols: &'a Symbols,
    notation: Notation,
    /// Spellings of the names that cannot be written as they are in the notation: quoted in infix form, changed in KIF.
    spellings: FxHashMap<Sym, String>,
    /// Other spellings of names where they name a relation, with priority over `spellings`; set by the caller.
    pub relations: FxHashMap<Sym, String>,
}

/// Returns whether Prolog and the infix reader take a name without quotes: `0`, `-12`, `aB_1`, but not `01` or `not`.
fn is_plain_infix(name: &str) -> bool {
    let digits = name.strip_prefix('-').unwrap_or(name);
    let number = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (name == "0" || !digits.starts_with('0'));
    let word = name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    // Without quotes, `not` would be taken for the negation.
    number || (word && name != "not")
}

fn quoted(name: &str) -> String {
    if is_plain_infix(name) {
        return name.to_owned();
    }
    let inner = name.replace('\\', "\\\\").replace('\'', "''");
    format!("'{inner}'")
}

impl<'a> Printer<'a> {
    pub fn new(program: &'a GdlProgram, notation: Notation) -> Self {
        let symbols = &program.symbols;
        let mut printer = Self {
            symbols,
            notation,
            spellings: FxHashMap::default(),
            relations: FxHashMap::default(),
        };
        let mut taken = FxHashSet::default();
        for (sym, name) in symbols.iter() {
            match notation {
                Notation::Infix if !is_plain_infix(name) => {
                    printer.spellings.insert(sym, quoted(name));
                }
                Notation::Kif if !is_plain_kif(name) => {
                    let odd = |c: char| c.is_whitespace() || "();?".contains(c);
                    let mut plain = name.replace(odd, "_");
                    while symbols.get(&plain).is_some()
                        || taken.contains(&plain)
                        || !is_plain_kif(&plain)
                    {
                        plain.push('_');
                    }
                    taken.insert(plain.clone());
                    printer.spellings.insert(sym, plain);
                }
                _ => {}
            }
        }
        printer
    }

    /// Spelling of a name as data.
    pub fn name(&self, sym: Sym) -> &str {
        self.spellings
            .get(&sym)
            .map_or_else(|| self.symbols.name(sym), String::as_str)
    }

    /// Spelling of a relation's name; `own` is the name itself, as the program may not name the relation.
    pub fn relation_name(&self, sym: Sym, own: &str) -> String {
        let written = self
            .relations
            .get(&sym)
            .or_else(|| self.spellings.get(&sym));
        written.map_or_else(|| own.to_owned(), String::clone)
    }

    fn relation(&self, sym: Sym) -> &str {
        self.relations
            .get(&sym)
            .map_or_else(|| self.name(sym), String::as_str)
    }

    /// Spelling of a clause's variables, each different; in infix form, one that occurs once is `_`.
    fn variable_names(&self, clause: &Clause) -> FxHashMap<Sym, String> {
        let mut order: Vec<Sym> = Vec::new();
        let mut counts: FxHashMap<Sym, usize> = FxHashMap::default();
        let mut visit = |name: Sym, _| {
            let count = counts.entry(name).or_insert(0);
            *count += 1;
            if *count == 1 {
                order.push(name);
            }
        };
        clause.head.variables(&mut visit);
        clause
            .body
            .iter()
            .for_each(|goal| goal.variables(&mut visit));
        let mut taken: FxHashSet<String> = FxHashSet::default();
        let mut names = FxHashMap::default();
        for sym in order {
            let stored = self.symbols.name(sym);
            let mut name = match self.notation {
                Notation::Infix if counts[&sym] == 1 => {
                    names.insert(sym, "_".to_owned());
                    continue;
                }
                Notation::Infix => {
                    let odd = |c: char| !c.is_ascii_alphanumeric();
                    let mut name = stored.replace(odd, "_");
                    match name.chars().next() {
                        Some(c) if c.is_ascii_lowercase() => {
                            name.replace_range(..1, &c.to_ascii_uppercase().to_string());
                        }
                        Some(c) if c.is_ascii_uppercase() => {}
                        _ => name.insert(0, 'V'),
                    }
                    name
                }
                Notation::Kif => format!("?{}", stored.to_lowercase()),
            };
            while taken.contains(&name) {
                name.push('_');
            }
            taken.insert(name.clone());
            names.insert(sym, name);
        }
        names
    }

    /// Writes a term; `names` are those of its variables. Its name is spelled as a relation if `is_atom`, else as data.
    fn term(&self, term: &Term, names: &FxHashMap<Sym, String>, is_atom: bool, out: &mut String) {
        match &term.kind {
            TermKind::Var(sym) => out.push_str(names.get(sym).map_or("_", |name| name)),
            TermKind::Compound(sym, args) => {
                let name = match is_atom {
                    true => self.relation(*sym),
                    false => self.name(*sym),
                };
                if args.is_empty() {
                    out.push_str(name);
                    return;
                }
                let (open, comma) = match self.notation {
                    Notation::Kif => {
                        let _ = write!(out, "({name}");
                        (" ", " ")
                    }
                    Notation::Infix => {
                        // Infix readers take a number with arguments only in quotes.
                        if name.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                            let _ = write!(out, "'{name}'");
                        } else {
                            out.push_str(name);
                        }
                        ("(", ", ")
                    }
                };
                for (at, arg) in args.iter().enumerate() {
                    out.push_str(if at == 0 { open } else { comma });
                    self.term(arg, names, false, out);
                }
                out.push(')');
            }
        }
    }

    /// Writes a condition. In infix form, conjunctions are in parentheses if `is_nested` (part of another condition),
    /// alternatives of several parts always.
    fn goal(
        &self,
        goal: &BodyGoal,
        names: &FxHashMap<Sym, String>,
        is_nested: bool,
        out: &mut String,
    ) {
        let kif = self.notation == Notation::Kif;
        match &goal.kind {
            GoalKind::Atom(atom) => self.term(atom, names, true, out),
            GoalKind::Distinct(left, right) => {
                out.push_str(if kif { "(distinct " } else { "" });
                self.term(left, names, false, out);
                out.push_str(if kif { " " } else { " \\= " });
                self.term(right, names, false, out);
                out.push_str(if kif { ")" } else { "" });
            }
            GoalKind::Not(inner) => {
                out.push_str(if kif { "(not " } else { "\\+ " });
                self.goal(inner, names, true, out);
                out.push_str(if kif { ")" } else { "" });
            }
            GoalKind::And(parts) | GoalKind::Or(parts) => {
                let or = matches!(goal.kind, GoalKind::Or(_));
                if kif {
                    out.push_str(if or { "(or" } else { "(and" });
                    for part in parts {
                        out.push(' ');
                        self.goal(part, names, true, out);
                    }
                    out.push(')');
                    return;
                }
                if parts.is_empty() {
                    out.push_str(if or { "or()" } else { "and()" });
                    return;
                }
                let brackets = is_nested || (or && parts.len() > 1);
                out.push_str(if brackets { "(" } else { "" });
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        out.push_str(if or { " ; " } else { ", " });
                    }
                    self.goal(part, names, true, out);
                }
                out.push_str(if brackets { ")" } else { "" });
            }
        }
    }

    /// Writes one clause with its comments, ending in a newline. `body` are its conditions in the order of writing.
    pub fn clause(&self, clause: &Clause, body: &[&BodyGoal], out: &mut String) {
        let sign = self.sign();
        comments(&clause.before, "", sign, out);
        let names = self.variable_names(clause);
        let mut head = String::new();
        self.term(&clause.head, &names, true, &mut head);
        let kif = self.notation == Notation::Kif;
        if kif && body.is_empty() && !head.starts_with('(') {
            head = format!("({head})");
        }
        let goal_text = |goal: &&BodyGoal| {
            let mut text = String::new();
            self.goal(goal, &names, false, &mut text);
            text
        };
        let goals: Vec<String> = body.iter().map(goal_text).collect();
        let commented = body.iter().any(|goal| !all_comments(goal).is_empty());
        let (open, close) = match (kif, goals.is_empty()) {
            (true, false) => ("(<= ", ")"),
            (true, true) => ("", ""),
            (false, _) => ("", "."),
        };
        let between = if kif { "" } else { "," };
        // Roughly, with 2 characters for what separates goals and 8 for the signs of the rule.
        let length: usize = goals.iter().map(|goal| goal.chars().count() + 2).sum();
        let _ = write!(out, "{open}{head}");
        if !goals.is_empty() && !kif {
            out.push_str(" :-");
        }
        let one_line =
            !commented && goals.len() < 2 && head.chars().count() + length + 8 < MAX_LINE_WIDTH;
        for (at, (goal, text)) in body.iter().zip(&goals).enumerate() {
            if one_line {
                out.push(' ');
            } else {
                out.push('\n');
                comments(&all_comments(goal), "    ", sign, out);
                out.push_str("    ");
            }
            out.push_str(text);
            if at + 1 < goals.len() {
                out.push_str(between);
            }
        }
        out.push_str(close);
        if let Some(after) = &clause.after {
            let _ = write!(out, "  {sign} {after}");
        }
        out.push('\n');
    }

    /// Sign of a comment line.
    fn sign(&self) -> &'static str {
        match self.notation {
            Notation::Kif => ";",
            Notation::Infix => "%",
        }
    }
}

/// Returns whether the prefix reader takes the name as it is.
fn is_plain_kif(name: &str) -> bool {
    !name.is_empty()
        && name != "<="
        && !name.starts_with('?')
        && !name.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';'))
}

/// Comments of a condition and of all conditions in it, in order.
fn all_comments(goal: &BodyGoal) -> Vec<String> {
    let mut all = Vec::new();
    collect_comments(goal, &mut all);
    all
}

fn collect_comments(goal: &BodyGoal, all: &mut Vec<String>) {
    all.extend(goal.comments.iter().cloned());
    match &goal.kind {
        GoalKind::Not(inner) => collect_comments(inner, all),
        GoalKind::And(parts) | GoalKind::Or(parts) => {
            parts.iter().for_each(|part| collect_comments(part, all));
        }
        _ => {}
    }
}

pub fn comments(lines: &[String], indent: &str, sign: &str, out: &mut String) {
    for line in lines {
        let _ = writeln!(out, "{}", format!("{indent}{sign} {line}").trim_end());
    }
}

pub fn program(program: &GdlProgram, notation: Notation) -> String {
    let printer = Printer::new(program, notation);
    let mut out = String::new();
    for clause in &program.clauses {
        if clause.has_blank_above && !out.is_empty() {
            out.push('\n');
        }
        let body: Vec<&BodyGoal> = clause.body.iter().collect();
        printer.clause(clause, &body, &mut out);
    }
    comments(&program.end, "", printer.sign(), &mut out);
    out
}

/// A term in KIF, with all names as they are.
pub fn kif_term(term: &Term, symbols: &Symbols) -> String {
    match &term.kind {
        TermKind::Var(name) => format!("?{}", symbols.name(*name)),
        TermKind::Compound(name, args) if args.is_empty() => symbols.name(*name).to_owned(),
        TermKind::Compound(name, args) => {
            let args: Vec<String> = args.iter().map(|arg| kif_term(arg, symbols)).collect();
            format!("({} {})", symbols.name(*name), args.join(" "))
        }
    }
}
