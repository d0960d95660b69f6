//! SWI-Prolog on our own export of a game.

use std::process::Command;
use std::time::Duration;

use planwright::games::gdl::GdlLevel;

use super::{Plan, Watch, output};

/// How Prolog looks for a plan.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// Iterative deepening, the export's own.
    Depth,
    /// Breadth first, states met kept in the database.
    Breadth,
}

/// Play by chance and breadth-first search on top of what the export has; `PRE` is its prefix.
const MORE: &str = r"
:- use_module(library(random)).
compare_play(Seconds) :-
    statistics(cputime, Begun), End is Begun + Seconds,
    PREstart(S), compare_go(S, End, 0, States),
    statistics(cputime, Ended), Rate is States / (Ended - Begun),
    format('rate ~w~n', [Rate]).
compare_go(S, End, N, States) :-
    N1 is N + 1,
    statistics(cputime, Now),
    (   Now >= End -> States = N1
    ;   PREover(S) -> PREstart(T), compare_go(T, End, N1, States)
    ;   PREmoves(S, Ms), Ms \== []
    ->  random_member(M, Ms), PREnext(S, M, T), compare_go(T, End, N1, States)
    ;   PREstart(T), compare_go(T, End, N1, States)
    ).
:- dynamic compare_met/1.
compare_breadth(Ms) :-
    PREstart(S), assertz(compare_met(S)),
    compare_layer([S-[]], Found), reverse(Found, Ms).
compare_layer(Layer, Found) :-
    (   member(S-Ms, Layer), PREover(S), PREvalue(S, 100) -> Found = Ms
    ;   findall(T-[M | Ms],
            (   member(S-Ms, Layer), \+ PREover(S), PREmoves(S, Legal), member(M, Legal),
                PREnext(S, M, T), \+ compare_met(T), assertz(compare_met(T))
            ), Next),
        Next \== [], compare_layer(Next, Found)
    ).
compare_depth(Ms) :- PREsolve(Ms).
compare_steps(How) :- call(How, Ms), length(Ms, N), format('steps ~w~n', [N]).
";

fn program(level: &GdlLevel) -> String {
    let mut program = level.to_prolog();
    // The export's predicates have a prefix that no name of the game has.
    let start = program.find("start(S) :- findall").unwrap_or(0);
    let line = program[..start].rfind('\n').map_or(0, |at| at + 1);
    let prefix = program[line..start].to_owned();
    program.push_str(&MORE.replace("PRE", &prefix));
    program
}

fn run(level: &GdlLevel, goal: &str, time: Duration) -> Option<String> {
    let folder = std::env::temp_dir().join(format!("gdl-compare-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let file = folder.join("game.pl");
    std::fs::write(&file, program(level)).ok()?;
    let mut command = Command::new("swipl");
    command.args(["-q", "-g", goal, "-t", "halt"]).arg(&file);
    let said = output(&mut command, "", time);
    let _ = std::fs::remove_dir_all(&folder);
    said
}

/// States a second in games by chance.
pub fn rate(level: &GdlLevel, seconds: f64) -> Option<f64> {
    let goal = format!("compare_play({seconds})");
    let said = run(level, &goal, Duration::from_secs_f64(seconds + 20.0))?;
    said.lines()
        .find_map(|line| line.strip_prefix("rate ")?.trim().parse().ok())
}

/// A shortest plan for goal value 100.
pub fn plan(level: &GdlLevel, search: Search, time: Duration) -> Plan {
    let how = match search {
        Search::Depth => "compare_depth",
        Search::Breadth => "compare_breadth",
    };
    let watch = Watch::start();
    let Some(said) = run(level, &format!("compare_steps({how})"), time) else {
        return Plan::Late;
    };
    let steps = said
        .lines()
        .find_map(|line| line.strip_prefix("steps ")?.trim().parse().ok());
    match steps {
        Some(steps) => Plan::Found(steps, watch.seconds()),
        None => Plan::None("none".to_owned()),
    }
}
