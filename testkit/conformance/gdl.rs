use super::Conformance;

/// A row of lamps to be switched on one by one, with a step counter.
fn lamps(count: usize, steps: usize) -> String {
    let mut text = String::from("(role player)\n(init (step 0))\n");
    for lamp in 1..=count {
        text.push_str(&format!("(lamp {lamp})\n"));
    }
    for step in 0..steps {
        text.push_str(&format!("(succ {step} {})\n", step + 1));
    }
    text.push_str(
        "(<= (legal player (switch ?l)) (lamp ?l))\n\
         (<= (next (on ?l)) (does player (switch ?l)) (not (true (on ?l))))\n\
         (<= (next (on ?l)) (true (on ?l)) (not (does player (switch ?l))))\n\
         (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))\n\
         (<= dark (lamp ?l) (not (true (on ?l))))\n",
    );
    text.push_str(&format!(
        "(<= terminal (not dark))\n(<= terminal (true (step {steps})))\n\
         (<= (goal player 100) (not dark))\n(<= (goal player 40) dark)\n"
    ));
    text
}

/// Buttons that swap and switch, in infix form.
const INFIX: &str = "role(robot).\ninit(step(1)).\n\
legal(robot, a). legal(robot, b). legal(robot, c).\n\
next(p) :- does(robot, a), ~true(p).\nnext(p) :- does(robot, b), true(q).\nnext(p) :- does(robot, c), true(p).\n\
next(q) :- does(robot, a), true(q).\nnext(q) :- does(robot, b), true(p).\nnext(q) :- does(robot, c), true(r).\n\
next(r) :- (does(robot, a) | does(robot, b)), true(r).\nnext(r) :- does(robot, c), true(q).\n\
next(step(N)) :- true(step(M)), succ(M, N).\n\
succ(1, 2). succ(2, 3). succ(3, 4). succ(4, 5). succ(5, 6). succ(6, 7).\n\
goal(robot, 100) :- true(p), true(q), true(r).\ngoal(robot, 0) :- not true(p).\n\
terminal :- true(p), true(q), true(r).\nterminal :- true(step(7)).\n";

/// The value holds at first and has to hold still when time is up.
const PATIENCE: &str = "(role player)\n(init (at 1)) (init (time t0))\n\
(succ 1 2) (succ 2 3) (tick t0 t1) (tick t1 t2) (tick t2 t3)\n\
(<= (legal player up) (true (at ?n)) (succ ?n ?m))\n(<= (legal player down) (true (at ?n)) (succ ?m ?n))\n\
(<= (next (at ?m)) (does player up) (true (at ?n)) (succ ?n ?m))\n\
(<= (next (at ?m)) (does player down) (true (at ?n)) (succ ?m ?n))\n\
(<= (next (time ?u)) (true (time ?t)) (tick ?t ?u))\n\
(<= terminal (true (time t3)))\n\
(<= (goal player 100) (true (at 2)))\n(<= (goal player 0) (not (true (at 2))))\n";

/// Terms that grow from state to state: there is no network.
const GROWING: &str = "(role player)\n(init (n zero))\n(legal player more)\n\
(<= (next (n (s ?x))) (true (n ?x)))\n\
(<= terminal (true (n (s (s (s zero))))))\n(goal player 100)\n";

/// Reachability in the state: recursive rules that depend on what is true.
const LINKS: &str = "(role player)\n(node a) (node b) (node c) (node d)\n\
(pair a b) (pair b c) (pair c d) (pair d b)\n\
(<= (legal player (link ?x ?y)) (pair ?x ?y) (not (true (link ?x ?y))))\n\
(<= (next (link ?x ?y)) (does player (link ?x ?y)))\n(<= (next (link ?x ?y)) (true (link ?x ?y)))\n\
(<= (reach ?x ?y) (true (link ?x ?y)))\n(<= (reach ?x ?z) (reach ?x ?y) (true (link ?y ?z)))\n\
(<= done (reach a d) (reach d d))\n(<= terminal done)\n\
(<= (goal player 100) done)\n(<= (goal player 0) (not done))\n";

pub(super) fn conformance() -> Conformance {
    let step_zero = lamps(2, 5).replace("(not dark)", "(true (step 0))");
    Conformance {
        small: vec![
            lamps(1, 1),
            lamps(3, 6),
            lamps(4, 4),
            INFIX.to_owned(),
            PATIENCE.to_owned(),
            LINKS.to_owned(),
            // One value denies the other.
            lamps(3, 4).replace(
                "(goal player 40) dark)",
                "(goal player 40) (not (goal player 100)))",
            ),
            step_zero,
        ],
        unsolvable: vec![
            lamps(3, 2),
            lamps(2, 4).replace("(goal player 100)", "(goal player 90)"),
            PATIENCE.replace("(true (at 2))", "(true (at 3))"),
        ],
        known: vec![
            (lamps(4, 8), "search", 4),
            (lamps(4, 8), "sat", 4),
            (INFIX.to_owned(), "search", 6),
            (INFIX.to_owned(), "sat", 6),
            (LINKS.to_owned(), "search", 4),
            (LINKS.to_owned(), "auto", 4),
            (GROWING.to_owned(), "auto", 3),
            (GROWING.to_owned(), "iterative-deepening", 3),
            (PATIENCE.to_owned(), "search", 3),
        ],
        slow: vec![
            ("iterative-deepening", lamps(12, 30)),
            ("search", lamps(40, 30)),
        ],
        broken: vec![
            ("(role a".to_owned(), "not closed"),
            (
                "(role a)\n(legal a b)\n(goal a 100)\n".to_owned(),
                "‘terminal’",
            ),
            (lamps(1, 1).replace("(role player)", ""), "role"),
            (
                format!(
                    "{}(<= (p ?x) (not (lamp ?x)))(<= terminal (p ?y))",
                    lamps(1, 1)
                ),
                "‘?x’",
            ),
            (
                format!("{}(<= (p ?x) (lamp ?x) (not (p ?x)))", lamps(1, 1)),
                "own absence",
            ),
            (
                format!("{}(p a)\n(<= (p (f ?x)) (p ?x))", lamps(1, 1)),
                "larger and larger",
            ),
            (
                format!("{}(<= dark (does player))", lamps(1, 1)),
                "2 arguments",
            ),
            (
                format!("{}(<= (legal player x) (does player y))", lamps(1, 1)),
                "‘does’",
            ),
            (format!("; want: 101\n{}", lamps(1, 1)), "want"),
        ],
    }
}
