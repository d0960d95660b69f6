//! Tests of both readers and both writers.

use super::print::program;
use super::{GdlProgram, Notation, ReadOptions, first_error, parse_all};
use crate::game::TextError;

pub(crate) fn parse(source: &str) -> Result<GdlProgram, TextError> {
    parse_all(source, ReadOptions::default()).map_err(first_error)
}

fn read(source: &str) -> GdlProgram {
    parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

fn message(source: &str) -> String {
    match parse(source) {
        Ok(read) => panic!("accepted {source} as {:?}", read.clauses),
        Err(error) => error.to_string(),
    }
}

/// Peculiarities of real files: comments everywhere, tabs, CRLF, odd names, empty bodies, mixed case.
const ODD: &str = "; About\r\n(ROLE robot) ; me\r\n\r\n; Two\t\n(<= (Legal robot (go ?X +1))\t; head\r\n\t; why\r\n  (or (True (at ?X ; inside\r\n ))\n (not (foo)) (distinct ?X a-b>c)))\n(<= (terminal))\nfoo\n; last\n";

#[test]
fn comments_stay_and_keywords_fold() {
    let read = read(ODD);
    assert_eq!(read.clauses.len(), 4);
    let text = program(&read, Notation::Kif);
    for word in ["About", "me", "Two", "head", "why", "inside", "last"] {
        assert!(text.contains(&format!("; {word}")), "{word}\n{text}");
    }
    for part in [
        "(role robot)",
        "(legal robot (go ?x +1))",
        "(terminal)\n",
        "(foo)\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn there_and_back_again() {
    let kif = program(&read(ODD), Notation::Kif);
    let infix = program(&read(&kif), Notation::Infix);
    let again = program(&read(&infix), Notation::Kif);
    assert_eq!(kif, again, "{infix}");
    assert!(infix.contains("X \\= 'a-b>c'"), "{infix}");
}

#[test]
fn infix_takes_all_the_usual_signs() {
    let source = "role(robot).\nlegal(robot, X) :- (p(X) | q(X, _); r(X)) & ~s(X), \\+ t, not u(X), \
                  distinct(X, a), X \\= 'b c', not (p(X), q(X, X)). % end\nterminal :- true(a).";
    let kif = program(&read(source), Notation::Kif);
    for part in [
        "(or (p ?x) (q ?x ?_1) (r ?x))",
        "(not t)",
        "(distinct ?x b_c)",
        "(not (and (p ?x) (q ?x ?x)))",
    ] {
        assert!(kif.contains(part), "{part}\n{kif}");
    }
}

#[test]
fn odd_names_stay_different_in_kif() {
    let source = "role(robot).\ninit('b c').\ninit('b;c').\ninit(b_c).\nlegal(robot, go).";
    let kif = program(&read(source), Notation::Kif);
    for part in ["(init b_c_)", "(init b_c__)", "(init b_c)"] {
        assert!(kif.contains(part), "{part}\n{kif}");
    }
}

#[test]
fn infix_without_dots() {
    let read =
        read("role(robot)\ninit(p)\nlegal(robot,a) :- true(p) & ~true(q)\nnext(X) :- true(X)\n");
    assert_eq!(read.clauses.len(), 4);
}

#[test]
fn statements_may_be_in_one_list() {
    let plain = "; About\n(role robot)\n(<= (p ?x)\n    ; why\n    (q ?x))\nterminal\n; last\n";
    let wrapped =
        "; About\n((role robot)\n((<= (p ?x)\n    ; why\n    (q ?x)) terminal)\n; last\n)";
    let texts = [plain, wrapped].map(|source| program(&read(source), Notation::Kif));
    assert_eq!(texts[0], texts[1]);
    let error = message("((role robot)\n (foo (bar a)\n (init b))");
    assert!(
        error.starts_with("line 2, column 2:") || error.starts_with("line 1, column 1:"),
        "{error}"
    );
    assert!(message("((role robot) ())").starts_with("line 1, column 15:"));
}

#[test]
fn variables_of_infix_may_have_question_marks() {
    let source =
        "legal(player, choose(?x)) :- item(?x) & ~taken(?x, ?Other), other(?Other)\nitem(1)";
    let read = read(source);
    for (notation, parts) in [
        (Notation::Kif, ["(choose ?x)", "(not (taken ?x ?other))"]),
        (Notation::Infix, ["choose(X)", "taken(X, Other)"]),
    ] {
        let text = program(&read, notation);
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
    assert!(message("a :- p(?).").starts_with("line 1, column 8:"));
}

#[test]
fn errors_name_their_place() {
    for (source, place, part) in [
        ("(role a)\n (foo (bar", "line 2, column 2", "2 ‘)’ missing"),
        ("(role a))", "line 1, column 9", "no matching ‘(’"),
        ("(a)\n\t(<= (b ?x) ?x)", "line 2, column 13", "a condition"),
        ("(<= )", "line 1, column 1", "head"),
        ("(a ())", "line 1, column 4", "nothing between"),
        ("(a ((b) c))", "line 1, column 5", "expected a name"),
        ("(a (<= b c))", "line 1, column 5", "‘)’ missing"),
        ("(<= a (not b c))", "line 1, column 7", "one part"),
        ("a(b) :- c\nd(e).", "line 2, column 1", "found ‘d’"),
        ("a(b c).", "line 1, column 5", "‘,’ or ‘)’"),
        ("a :- 'b.", "line 1, column 6", "quote"),
        ("a :- b, /* c", "line 1, column 9", "not closed"),
        ("a :- #.", "line 1, column 6", "no meaning"),
        ("(äö (ü é) ())", "line 1, column 11", "nothing between"),
    ] {
        let error = message(source);
        assert!(error.starts_with(&format!("{place}:")), "{source}\n{error}");
        assert!(error.contains(part), "{source}\n{error}");
    }
}

#[test]
fn hostile_depth_is_an_error() {
    let deep = 2_000_000;
    for (open, middle, close) in [
        ("(", "a", ")"),
        ("(a ", "b", ")"),
        ("a(", "b", ")"),
        ("a :- ~", "b", ""),
        ("a :- (", "b", ")"),
        ("(not ", "b", ")"),
    ] {
        let (first, rest) = match open.strip_prefix("a :- ") {
            Some(rest) => ("a :- ", rest),
            None => ("", open),
        };
        let source = format!("{first}{}{middle}{}", rest.repeat(deep), close.repeat(deep));
        assert!(message(&source).contains("deep"));
    }
    assert!(message(&"(".repeat(deep)).contains("deep"));
}

#[test]
fn nothing_makes_the_readers_panic() {
    let alphabet = [
        "(", ")", " ", "a", "?x", "X", "<=", ":-", "not", "or", ";", ".", ",", "~", "\n", "'",
        "\\", "é", "%", "/*", "distinct",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        let length = random.usize(0..14);
        let text: String = (0..length)
            .map(|_| alphabet[random.usize(0..alphabet.len())])
            .collect();
        for source in [text.clone(), format!("({text}"), format!("a :- {text}")] {
            let _ = parse(&source);
        }
    }
}
