//! The shipped profiles hold what they promise, and mistakes in profiles are found.

use planwright::games;
use planwright::vision::{
    CellRule, CursorRule, CursorStart, FinderRule, GameInput, Profile, ProfileStore, Severity,
    StartStep,
};

use super::reading::profile;

#[test]
fn shipped_profiles_have_no_findings() {
    let store = ProfileStore::load(None);
    assert!(store.usable().count() >= 2);
    for profile in store.usable() {
        let findings = profile.check(games::all());
        let listed: Vec<_> = findings.iter().map(ToString::to_string).collect();
        assert!(listed.is_empty(), "{}: {listed:#?}", profile.id);
    }
}

/// The findings for the shipped profile after a change.
fn after(change: impl FnOnce(&mut Profile)) -> Vec<(Severity, String)> {
    let mut profile = profile();
    change(&mut profile);
    let findings = profile.check(games::all());
    findings
        .iter()
        .map(|f| (f.severity, f.to_string()))
        .collect()
}

fn picture(profile: &mut Profile) -> &mut planwright::vision::PictureRule {
    match &mut profile.finder {
        FinderRule::Fixed(rule) => rule,
        _ => panic!("the boards are at fixed places"),
    }
}

fn colour_rule(profile: &mut Profile) -> &mut planwright::vision::ColourRule {
    match &mut profile.boards[0].values {
        CellRule::Colour(rule) => rule,
        _ => panic!("the first board is told by colour"),
    }
}

#[test]
fn mistakes_are_found_and_named() {
    type Change = fn(&mut Profile);
    let cases: &[(&str, Severity, Change)] = &[
        ("no game ‘chess’", Severity::Error, |p| {
            p.game = "chess".to_owned()
        }),
        ("small letters", Severity::Error, |p| {
            p.id = "My profile".to_owned()
        }),
        ("no board ‘goal’", Severity::Error, |p| {
            p.boards[0].id = "goal".to_owned()
        }),
        ("earlier board", Severity::Error, |p| {
            p.boards[1].id = p.boards[0].id.clone()
        }),
        ("no value ‘9’", Severity::Error, |p| {
            colour_rule(p).classes[0].value = "9".to_owned()
        }),
        ("no window is found", Severity::Warning, |p| {
            p.window.apps.clear()
        }),
        ("outside the picture", Severity::Error, |p| {
            p.boards[1].rows = 30
        }),
        ("1 to 1000 rows", Severity::Error, |p| p.boards[1].cols = 0),
        ("cells overlap", Severity::Error, |p| {
            p.boards[0].pitch = (7, 8)
        }),
        ("(8, 0) lies outside the cell", Severity::Error, |p| {
            colour_rule(p).at[0] = (8, 0)
        }),
        ("no point to look at", Severity::Error, |p| {
            colour_rule(p).at.clear()
        }),
        ("within twice the tolerance", Severity::Warning, |p| {
            colour_rule(p).tolerance = 130
        }),
        ("have the same colour", Severity::Error, |p| {
            let rule = colour_rule(p);
            rule.classes[1].colours = rule.classes[0].colours.clone();
        }),
        ("value of blank cells", Severity::Error, |p| {
            let CellRule::Share(rule) = &mut p.boards[1].values else {
                panic!("the second board is told by shares");
            };
            rule.blank.clone_from(&rule.classes[0].value);
        }),
        ("not in the picture's palette", Severity::Warning, |p| {
            p.screen
                .palette
                .colours
                .retain(|colour| colour.0 != [248, 252, 0]);
        }),
        (
            "scale, from: ‘0’ is not a number above 0",
            Severity::Error,
            |p| picture(p).scale.from = 0.0,
        ),
        ("the first is at most the second", Severity::Error, |p| {
            picture(p).scale.from = 5.0
        }),
        ("no whole number", Severity::Error, |p| {
            let scale = &mut picture(p).scale;
            (scale.from, scale.to, scale.whole) = (1.2, 1.8, true);
        }),
        ("between 0 and 1", Severity::Error, |p| {
            p.screen.doubtful_below = f32::NAN
        }),
        ("nothing says how it is seen", Severity::Error, |p| {
            p.screen.cursor = None
        }),
        ("no board ‘x’", Severity::Error, |p| {
            let Some(CursorRule::OneColour { board, .. }) = &mut p.screen.cursor else {
                panic!("has a cursor")
            };
            *board = "x".to_owned();
        }),
        (
            "row 7, column 1 is not on the board",
            Severity::Error,
            |p| {
                let keys = p.controls.as_mut().and_then(|c| c.cursor.as_mut());
                keys.expect("has keys").start = CursorStart::At(7, 1);
            },
        ),
        ("boards would never be read", Severity::Error, |p| {
            p.screen.phases.clear()
        }),
        ("later rules are never reached", Severity::Warning, |p| {
            p.screen.phases[0].when.clear()
        }),
        ("‘q’ moves two ways", Severity::Error, |p| {
            let keys = p.controls.as_mut().and_then(|c| c.cursor.as_mut());
            let keys = keys.expect("has keys");
            keys.down = keys.up;
        }),
        ("(400, 1) lies outside the picture", Severity::Error, |p| {
            let controls = p.controls.as_mut().expect("has controls");
            controls.actions[0].input = GameInput::ClickAt((400, 1));
        }),
        ("‘{rom}’ is not one of", Severity::Error, |p| {
            p.start
                .as_mut()
                .expect("starts")
                .command
                .push("{rom}".to_owned());
        }),
        ("these are ascending numbers", Severity::Error, |p| {
            p.cost.as_mut().expect("is there").step_ms = vec![80, 400, 100];
        }),
        (
            "step_ms: ‘0’ is not a whole number from 1 to 1000",
            Severity::Error,
            |p| {
                p.cost.as_mut().expect("is there").step_ms = vec![0];
            },
        ),
        (
            "clock_s: ‘0’ is not a whole number from 1",
            Severity::Error,
            |p| {
                p.cost.as_mut().expect("is there").clock_s = Some(0);
            },
        ),
        (
            "‘1001’ is not a whole number from 0 to 1000",
            Severity::Error,
            |p| {
                p.cost.as_mut().expect("is there").action_ms = 1001;
            },
        ),
        ("by a cursor, not by the pointer", Severity::Warning, |p| {
            p.cost.as_mut().expect("is there").pointer_ms = 1;
        }),
        (
            "nothing is played, and costs nothing",
            Severity::Warning,
            |p| {
                p.controls = None;
            },
        ),
        ("no phase ‘over’", Severity::Error, |p| {
            p.start
                .as_mut()
                .expect("starts")
                .steps
                .push(StartStep::Await {
                    phase: "over".to_owned(),
                    timeout_ms: 1,
                });
        }),
    ];
    for (text, severity, change) in cases {
        let findings = after(change);
        assert!(
            findings
                .iter()
                .any(|(s, f)| s == severity && f.contains(text)),
            "{text}: {findings:#?}"
        );
        assert!(findings.is_sorted_by_key(|(severity, _)| std::cmp::Reverse(*severity)));
    }
}

#[test]
fn windows_are_known_by_program_and_title() {
    let store = ProfileStore::load(None);
    let fuse = &store.get("logo-fuse").expect("is shipped").window;
    assert!(fuse.fits("fuse-sdl", "Fuse - 100%") && fuse.fits("Fuse", ""));
    assert!(!fuse.fits("gedit", "Fuse - 100%"));
    let practice = &store.get("logo-practice").expect("is shipped").window;
    assert!(practice.fits("planwright", "Practice – Logo: Part 1"));
    assert!(!practice.fits("planwright", "Planwright"));
    assert!(!planwright::vision::WindowRule::default().fits("a", "b"));
}

#[test]
fn costs_may_be_left_out_are_taken_from_the_base_and_mistakes_in_them_have_a_place() {
    let store = ProfileStore::load(None);
    let shipped = |id: &str| store.get(id).expect("is shipped").cost.clone();
    assert!(shipped("logo-fuse").is_some() && shipped("logo-practice").is_some());
    let text = include_str!("../../../assets/profiles/logo-fuse.ron");
    let read = |text: &str| Profile::from_ron(text).map(|profile| profile.cost);
    assert_eq!(read(text), Ok(shipped("logo-fuse")));
    let written = store.get("logo-fuse").expect("is shipped").to_ron();
    assert_eq!(
        read(&written.expect("has a form")),
        Ok(shipped("logo-fuse"))
    );
    // As profiles were before there were costs.
    let old: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("cost:"))
        .collect();
    assert_eq!(read(&old.join("\n")), Ok(None));
    let error = read(&text.replacen("step_ms", "step_msec", 1)).expect_err("is no field");
    let line = text.lines().position(|line| line.contains("step_ms"));
    assert_eq!(Some(error.line), line.map(|line| line + 1));
    assert!(error.to_string().contains("step_msec"), "{error}");
}
