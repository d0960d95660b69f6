//! clingo on the rules laid out in time: what depends on the state or the move gets one more argument, the time; at
//! each time before the end exactly one legal move is made. Lengths are asked for one after the other.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Duration;

use planwright::games::gdl::GdlLevel;
use planwright::games::gdl::rules::{
    Atom, BASE, BodyLit, DOES, GOAL, INIT, INPUT, LEGAL, NEXT, Pat, ROLE, RelId, RuleSet, TERMINAL,
    TRUE,
};

use super::{Plan, Watch, output};

/// Longest plan that is asked for.
const LONGEST: usize = 100;

struct Writer<'r> {
    rules: &'r RuleSet,
    dynamic: Vec<bool>,
}

impl Writer<'_> {
    fn term(&self, pat: &Pat) -> String {
        match pat {
            Pat::Var(number) => format!("V{number}"),
            Pat::Compound(name, args) => {
                let word = self.rules.symbols.name(*name);
                if args.is_empty() && word.parse::<i32>().is_ok_and(|n| n.to_string() == word) {
                    return word.to_owned();
                }
                if args.is_empty() {
                    return format!("c{name}");
                }
                format!("f{name}({})", self.terms(args))
            }
        }
    }

    fn terms(&self, pats: &[Pat]) -> String {
        let terms: Vec<String> = pats.iter().map(|pat| self.term(pat)).collect();
        terms.join(",")
    }

    /// An atom at the time `time`, where it has one.
    fn atom(&self, atom: &Atom, time: &str) -> String {
        let name = match atom.rel {
            ROLE => "role".to_owned(),
            INIT => "init".to_owned(),
            TRUE | NEXT => "holds".to_owned(),
            DOES => "does".to_owned(),
            LEGAL => "legal".to_owned(),
            GOAL => "goal".to_owned(),
            TERMINAL => "terminal".to_owned(),
            other => format!("r{other}"),
        };
        let mut args = self.terms(&atom.args);
        if self.timed(atom.rel) {
            if !args.is_empty() {
                args.push(',');
            }
            args.push_str(time);
        }
        if args.is_empty() {
            name
        } else {
            format!("{name}({args})")
        }
    }

    fn timed(&self, rel: RelId) -> bool {
        self.dynamic[rel as usize]
    }
}

/// The program without the length of the plan, `horizon`.
fn program(rules: &RuleSet, role: u32) -> String {
    let mut dynamic = rules.dynamic();
    for rel in [LEGAL, NEXT, GOAL, TERMINAL] {
        dynamic[rel as usize] = true;
    }
    let writer = Writer { rules, dynamic };
    let mut out = String::from("time(0..horizon).\n");
    for rule in &rules.rules {
        if matches!(rule.head.rel, BASE | INPUT) {
            continue;
        }
        let time = if rule.head.rel == NEXT { "T+1" } else { "T" };
        let head = writer.atom(&rule.head, time);
        let mut body: Vec<String> = Vec::new();
        for lit in &rule.body {
            body.push(match lit {
                BodyLit::Is(atom) => writer.atom(atom, "T"),
                BodyLit::Not(atom) => format!("not {}", writer.atom(atom, "T")),
                BodyLit::Differ(a, b) => format!("{} != {}", writer.term(a), writer.term(b)),
            });
        }
        if writer.timed(rule.head.rel) {
            body.push("time(T)".to_owned());
        }
        if rule.head.rel == NEXT {
            body.push("T < horizon".to_owned());
        }
        let _ = match body.is_empty() {
            true => writeln!(out, "{head}."),
            false => writeln!(out, "{head} :- {}.", body.join(", ")),
        };
    }
    let _ = write!(
        out,
        "holds(F,0) :- init(F).\n\
         1 {{ does(c{role},M,T) : legal(c{role},M,T) }} 1 :- time(T), T < horizon.\n\
         :- terminal(T), T < horizon.\n:- not terminal(horizon).\n:- not goal(c{role},100,horizon).\n\
         #show does/3.\n"
    );
    out
}

/// A shortest plan for goal value 100.
pub fn plan(level: &GdlLevel, time: Duration) -> Plan {
    let source = level.source();
    let program = program(&source.rules, source.checked.role);
    let watch = Watch::start();
    for horizon in 0..=LONGEST {
        let left = time.as_secs_f64() - watch.seconds();
        if left <= 0.0 {
            return Plan::Late;
        }
        let left = Duration::from_secs_f64(left);
        let mut command = Command::new("clingo");
        command.args([
            "--warn=none",
            "--verbose=0",
            "-c",
            &format!("horizon={horizon}"),
        ]);
        let Some(said) = output(&mut command, &program, left) else {
            return Plan::Late;
        };
        if said.contains("UNSATISFIABLE") {
            continue;
        }
        return match said.contains("SATISFIABLE") {
            true => Plan::Found(horizon, watch.seconds()),
            false => Plan::None("refused".to_owned()),
        };
    }
    Plan::Late
}
