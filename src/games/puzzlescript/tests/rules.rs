//! Effects of rules, prefixes, commands and options. Each row was compared with the original engine.

use super::*;

/// Each line: rules (separated by `; `), a board, moves, and the resulting board.
fn check(prelude: &str, cases: &str) {
    for case in cases.trim().lines().map(str::trim) {
        let fields: Vec<&str> = case.split(", ").collect();
        let [rules, before, moves, expected] = fields[..] else {
            panic!("{case}");
        };
        let end = after(prelude, &rules.replace("; ", "\n"), before, moves);
        assert_eq!(end, expected, "{prelude}  {case}");
    }
}

#[test]
fn movements_and_directions() {
    check(
        "",
        ", p.#/..., r r d l, ..#/p..
        [ > Player | Crate ] -> [ > Player | > Crate ], p*., r r, .p*
        [ > Player | Crate ] -> [ > Player | > Crate ], p**.., r, p**..
        [ > Player | Crate ] -> [ > Player | > Crate ]; [ > Crate | Crate ] -> [ > Crate | > Crate ], p**.., r r r, ..p**
        [ > Player | Crate ] -> [ > Player | ^ Crate ], ../p*, r, .*/.p
        [ > Player | Crate ] -> [ > Player | v Crate ], p*/.., r, .p/.*
        [ > Player | Crate ] -> [ < Player | Crate ], .p*, r, p.*
        right [ > Player | Crate ] -> [ Player | Gem ], *p*, l r, *pg
        vertical [ Player | Crate ] -> [ Player | Gem ], *./p*/*., x, g./p*/g.
        [ parallel Player | Crate ] -> [ parallel Player | parallel Crate ], .p*, l, p*.
        right [ perpendicular Player | Crate ] -> [ perpendicular Player | perpendicular Crate ], ../p*, u, p*/..
        [ moving Player ] [ stationary Crate ] -> [ moving Player ] [ moving Crate ], p.*./...., r d, ..../.p.*
        [ orthogonal Player | Crate ] -> [ | Crate ], p*, x r, .*
        [ action Player | Crate ] -> [ Player | Gem ], p*, r, p*
        [ action Player | Crate ] -> [ Player | Gem ], p*, x, pg
        [ left Player ] -> [ right Player ], .p., l, ..p",
    );
}

#[test]
fn patterns_of_cells() {
    check(
        "",
        "right [ Player | ... | Crate ] -> [ Player | ... | Gem ], p..*.*, x, p..g.g
        [ > Player | ... | Crate ] -> [ > Player | ... | > Crate ], p..*., r, .p..*
        right [ Player | ... | Crate | ... | Target ] -> [ Player | ... | Gem | ... | Target ], p.*.*o*, x, p.g.go*
        [ > Player | no Target ] -> cancel, po., r r, .q.
        [ Target no Solid ] -> [ ], po@, x, p.@
        [ > Player | Solid ] -> [ > Player | > Solid ], ...../.gp*., r l l, ...../gp..*
        [ > Player | Either ] -> [ > Player | > Either ], po.*., r r, ..p@.
        right [ Bright | Solid ] -> [ Bright | Bright ], pf*g*, x, pffff
        [ Stack ] -> [ Gem ], p@*o, x, pg*o
        [ Stack ] -> [ Crate ]; [ Crate Mark ] -> [ Crate ], p@, x, p*
        [ > Player ] [ Crate | Gem ] -> [ > Player ] [ Gem | ], p.*g, r, .pg.
        [ Player | ] -> [ Player | Mark ], p.*, x, pm*
        late [ Player no Mark ] -> [ Player Mark ], p.., r, .n.
        [ Crate ] -> [ Target ], p*, x, po",
    );
    // The part after the gap does not fit across the rim.
    check(
        "",
        "late [ Player | ... | Crate | no Wall ] -> [ Player | ... | | Crate ], .../.../*p., r, .../.../*.p",
    );
}

#[test]
fn order_groups_and_loops() {
    check(
        "",
        "[ Gem ] -> [ Fire ]; [ Crate ] -> [ Gem ], p*, x, pg
        [ Gem ] -> [ Fire ]; + [ Crate ] -> [ Gem ], p*, x, pf
        startloop; [ Gem ] -> [ Fire ]; [ Crate ] -> [ Gem ]; endloop, p*, x, pf
        late [ Player | Crate ] -> [ Player | Gem ], p.*, r, .pg
        late [ Gem ] -> [ Fire ]; [ Crate ] -> [ Gem ], p*, x, pf
        right [ Gem | no Wall ] -> [ Gem | Gem ], pg..#., x, pggg#.",
    );
}

#[test]
fn what_hangs_together_moves_together_or_not_at_all() {
    let rules = |prefix: &str| {
        format!(
            "{prefix} [ > Player | Crate ] -> [ > Player | > Crate ]; \
            + {prefix} [ moving Crate | Gem ] -> [ moving Crate | moving Gem ]"
        )
    };
    let (loose, rigid) = (rules(""), rules("rigid"));
    check("", &format!("{loose}, p*./.g#, r, .p*/.g#"));
    check("", &format!("{rigid}, p*./.g#, r, p*./.g#"));
    check("", &format!("{rigid}, p*./.g., r, .p*/..g"));
}

#[test]
fn commands() {
    check(
        "",
        "[ stationary Crate ] -> [ down Crate ] again, p*/../.., x, p./../.*
        [ Crate ] -> [ Gem ]; [ > Player | Fire ] -> cancel, pf*, r, pf*
        [ Crate ] -> [ Gem ]; [ > Player | Fire ] -> cancel, pf*, u, pfg
        [ > Player | Fire ] -> restart, p..f, r r, ..pf
        [ > Player | Fire ] -> restart, p..f, r r r, p..f
        late [ Player Target ] -> checkpoint, po.., r r r R, .q..
        , po.., r r r R z, .o.p
        , p..., r u r z z, p...",
    );
}

#[test]
fn options() {
    check(
        "require_player_movement",
        "[ Crate ] -> [ Gem ], p.*, l, p.*
        [ Crate ] -> [ Gem ], p.*, r, .pg",
    );
    // The first rules of a level cannot restart it again while it restarts.
    check(
        "run_rules_on_level_start",
        "[ Crate ] -> [ Gem ], p*, , pg
        [ stationary Crate ] -> [ right Crate ] again, p*..., , p...*
        [ Fire ] -> [ Gem ] restart, p.f, , p.g
        [ Fire ] -> [ Gem ] restart, p.f, r R, p.g
        [ Fire ] -> [ Gem ] restart; [ action Player ] -> restart, p.f, r x, p.g
        [ Fire ] -> [ Gem ] restart; [ action Player ] -> restart, p.f, r x z, .pg
        [ Fire ] -> restart; [ stationary Crate ] -> [ right Crate ] again, pf*.., x x, pf.*.
        [ Fire ] -> [ Gem ] restart again; [ stationary Crate ] -> [ right Crate ], pf*.., , pg..*",
    );
    check("noundo", ", p.., r z, .p.");
    check("noaction", "[ action Player ] -> [ Gem ], p.., x, p..");
    check("norestart", ", p.., r r R, ..p");
    let fire = "[ Fire ] -> [ right Fire ], pf.., . ., p..f";
    check("realtime_interval 0.5", fire);
    let moves = |option: &str| {
        let rules = "[ action Player ] -> [ Gem ]\n[ Fire ] -> [ right Fire ]";
        let start = level(&text(option, rules, "", "pf.")).start();
        let moves = start.legal_moves(9);
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        moves.join(" ")
    };
    assert_eq!(moves(""), "up down left right action");
    assert_eq!(
        moves("noaction\nrealtime_interval 1"),
        "up down left right tick"
    );
}

#[test]
fn a_level_is_won_by_its_conditions_or_by_a_rule() {
    let rules = "[ > Player | Crate ] -> [ > Player | > Crate ]\n[ > Player | Gem ] -> win\n[ > Player | Fire ] -> [ > Player | ]";
    for (win, board, moves, won) in [
        ("", "p.g", "r", false),
        ("", "p.g", "r r", true),
        ("All Target on Crate", "p*o", "r", true),
        ("All Target on Crate", "p*o.o", "r", false),
        ("Some Target on Crate", "p*o.o", "r", true),
        ("All Crate on Target", "p*o.o", "r", true),
        ("No Crate on Target", "p@.", "r", true),
        ("No Fire", "pf.f", "r", false),
        ("No Fire", "pf.f", "r r r", true),
        ("Some Mark", "p", "u", false),
        ("All Target on Crate\nNo Fire", "p*of", "r", false),
        ("Any Stack", "p*o", "r", true),
    ] {
        let text = text("", rules, win, board);
        let end = play(&text, None, moves).expect("is played");
        assert_eq!(end.is_won(), won, "{win}  {board}  {moves}");
        let mut position = level(&text).start();
        for mv in end.moves(moves).expect("are words") {
            position.apply(&mv).expect("is played");
        }
        assert_eq!(position.is_solved(), won, "{win}  {board}  {moves}");
    }
}

#[test]
fn a_won_level_is_over_and_the_next_one_is_not_won() {
    let rules =
        "[ > Player | Crate ] -> [ > Player | > Crate ] again\n[ stationary Gem ] -> [ right Gem ]";
    for (levels, moves, number, won, board) in [
        ("p*og...", "r", 1, true, ".p@.g.."),
        ("p*og...", "r r z R x", 1, true, ".p@.g.."),
        ("p*o\n\np*.o", "r", 2, true, "p*.o"),
        ("p*o\n\np*.o", "r R", 2, true, "p*.o"),
        ("p*o\n\np*.o", "r r", 2, false, ".p*o"),
        ("p*o\n\np*.o", "r r r", 2, true, "..p@"),
    ] {
        let text = text("", rules, "All Target on Crate", levels);
        let end = play(&text, None, moves).expect("is played");
        let found = (end.number(), end.is_won(), rows(&*end));
        assert_eq!(found, (Some(number), won, board.into()), "{levels} {moves}");
    }
}

#[test]
fn play_goes_on_from_level_to_level_with_messages_between() {
    let rules = "late [ Player | Fire ] -> message Hot!";
    let levels = "message Welcome\n\npo.f\n\nmessage Well done (so far)\n\np.o\n\nmessage The end";
    let text = text("", rules, "Some Player on Target", levels);
    let end = |moves: &str| {
        let end = play(&text, None, moves).expect("is played");
        (end.number(), rows(&*end), end.messages().join(", "))
    };
    assert_eq!(end(""), (Some(2), "po.f".into(), String::new()));
    assert_eq!(end("r").0, Some(3));
    let other = level(&text).sibling(4).expect("is there");
    assert_eq!(
        (other.number(), rows(&*other.playthrough(None))),
        (Some(4), "p.o".into())
    );
    let message = level(&text).sibling(3).expect("is there");
    assert_eq!(message.message(), Some("Well done (so far)"));
    assert!(message.unplayable().expect("is none").contains("message"));
    let hot = play(&super::text("", rules, "", "p.f"), None, "r l r").expect("is played");
    assert_eq!(hot.messages(), ["Hot!", "Hot!"]);
}
