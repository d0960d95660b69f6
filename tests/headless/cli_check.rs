//! What readers complain of, in the output of every command.

use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use testkit::cli::Dir;

use super::cli::CROSS;

/// A game whose only rule has a typo, without which it could be won.
fn typo() -> String {
    let sprites = [
        "Background\nblack",
        "Player\nwhite",
        "Crate\nred",
        "Goal\nblue",
    ];
    let objects = sprites.join("\n\n");
    format!(
        "title Typo\n\nOBJECTS\n\n{objects}\n\nLEGEND\n\n. = Background\nP = Player\n* = Crate\nO = Goal\n\n\
        SOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nGoal\nPlayer, Crate\n\nRULES\n\n[ > Player | Crate ] [ \
        Crat ] -> [ > Player | > Crate ]\n\nWINCONDITIONS\n\nAll Crate on Goal\n\nLEVELS\n\nP*.O\n"
    )
}

#[test]
fn errors_in_a_text_are_said_by_every_command() {
    let dir = Dir::default().with("typo.puzzlescript", typo());
    let line = 1 + typo()
        .lines()
        .position(|line| line.contains(" Crat "))
        .expect("is there");
    let place = format!("typo.puzzlescript:{line}:");
    for (command, code) in [
        ("solve typo.puzzlescript", 1),
        ("play typo.puzzlescript --moves right", 0),
        ("batch typo.puzzlescript", 2),
        ("convert typo.puzzlescript --to txt", 0),
        ("report typo.puzzlescript", 1),
        ("export typo.puzzlescript --of level --to txt", 0),
        ("check typo.puzzlescript", 2),
    ] {
        dir.run(command)
            .code(code)
            .stderr(contains(&place).and(contains(": error: ")));
    }
    // Standard input is read once, for the game and for its level.
    dir.pipe(typo(), "autoplay - --level - --yes")
        .code(2)
        .stderr(contains("DISPLAY").and(contains("‘crat’ is neither").count(1)));
    dir.run("solve typo.puzzlescript")
        .code(1)
        .stderr(contains("unsolvable, but the level has "));
    dir.run("solve typo.puzzlescript --quiet")
        .code(1)
        .stderr(is_empty());
    for (command, code) in [
        ("solve typo.puzzlescript --json", 1),
        ("play typo.puzzlescript --json", 0),
        ("check typo.puzzlescript --json", 2),
    ] {
        let answer = dir.json(command, code);
        let complaints = answer["complaints"].as_array().expect("is a list");
        assert!(complaints.iter().all(|it| it["line"] == line), "{answer}");
        assert!(
            complaints.iter().any(|it| it["severity"] == "error"),
            "{answer}"
        );
    }
}

#[test]
fn check_tells_errors_from_warnings_in_all_forms() {
    let rules = "(role r)\n(init (cell a))\n(<= (legal r go) (true (Cell a)))\n(<= (next (cell a)) (true (cell a)))\n\
        (<= terminal (true (cell a)))\n(goal r 100)\n";
    let dir = Dir::default()
        .with("good.txt", CROSS)
        .with("odd.kif", rules)
        .with("bad.txt", CROSS.replace("212", "292"))
        .with("bad.ron", "(version: 1, game: \"logo\", rows: 3)")
        .with("bad.kif", "(role r)\n(init (cell a\n")
        .with("bytes.txt", [0, 159, 146, 150, 0, 1]);
    dir.run("check good.txt")
        .code(0)
        .stdout(contains("good.txt: Logo: Part 1, 1 level, no problems"))
        .stderr(is_empty());
    for (command, code) in [("check odd.kif", 0), ("check odd.kif --strict", 1)] {
        let warning = contains("odd.kif:3:").and(contains(": warning: "));
        dir.run(command).code(code).stderr(warning);
    }
    for (file, place) in [
        ("bad.txt", "bad.txt:5:5: error: "),
        ("bad.ron", "bad.ron:1:"),
        ("bad.kif", "bad.kif:2:"),
        ("bytes.txt", "bytes.txt:1:1: error: "),
        ("missing.txt", "missing.txt:1:1: error: "),
    ] {
        dir.run(&format!("check good.txt {file}"))
            .code(2)
            .stderr(contains(place));
    }
    // Other commands name the place in the same form.
    dir.run("solve bad.txt")
        .code(2)
        .stderr(contains("bad.txt:5:5: error: "));
}

#[test]
fn texts_without_a_label_are_taken_for_what_makes_sense() {
    let dir = Dir::default()
        .with("matrix.txt", "01\n10\n")
        .with("broken.txt", "01\n1x\n")
        .with("list.txt", "[[0,1,0],[1,1,1],[0,1,0]]\n")
        .with("two.txt", "lights-out\n\n##\n##\n")
        .with("board.xsb", "#####\n#@$.#\n#####\n");
    dir.run("solve matrix.txt").code(2);
    dir.run("solve matrix.txt --game lights-out").code(0);
    dir.run("solve broken.txt --game lights-out")
        .code(2)
        .stderr(contains("broken.txt:2:2: error: "));
    dir.run("solve list.txt")
        .code(2)
        .stderr(contains("no game recognizes this file"));
    dir.run("solve two.txt --game logo")
        .code(2)
        .stderr(contains("this is a level of lights-out, not of logo"));
    dir.run("solve board.xsb")
        .code(0)
        .stderr(contains("game detected from the content: Sokoban"));
}

#[cfg(unix)]
#[test]
fn output_to_a_stream_leaves_the_stream_as_it_was() {
    let dir = Dir::default().with("cross.txt", CROSS);
    let convert = "planwright convert cross.txt --to txt -o";
    for line in [
        format!("{convert} /dev/stdout | cat"),
        format!(
            "{convert} >(cat > out.txt); until [ -s out.txt ]; do sleep 0.01; done; cat out.txt"
        ),
        format!("mkfifo pipe; {convert} pipe & cat pipe; [ -p pipe ]"),
        format!("echo before > log; {convert} /dev/fd/3 3>> log; tail -n +2 log"),
        // A link is followed, even one to a file that does not exist yet; the mask for new files counts.
        format!(
            "ln -s new link; umask 077; {convert} link; [ $(stat -c %a new) = 600 ] && cat new"
        ),
    ] {
        dir.shell(&line).assert().success().stdout(CROSS);
    }
    dir.shell(&format!("chmod 444 cross.txt; {convert} cross.txt"))
        .assert()
        .code(2)
        .stderr(contains("write-protected"));
    // Without the name of the temporary file.
    dir.run("convert cross.txt --to txt -o /proc/no.txt")
        .code(2)
        .stderr(contains(
            "/proc/no.txt cannot be written: there is no such file or folder\n",
        ));
}

/// Sokoban levels, the second of which has two pushers.
const TWO_PUSHERS: &str = "#####\n#@$.#\n#####\n\n#####\n#@$@#\n#####\n";

#[test]
fn every_command_names_the_place_of_a_level_that_cannot_be_played() {
    let no_sign = typo().replace(" [ Crat ]", "") + "\nP*?O\n";
    let line = no_sign.lines().count();
    let players = "(role a)\n(role b)\n(init (cell x))\n(legal a go)\n(legal b go)\n(<= (next (cell x)) (does a go))\n\
        (<= terminal (true (cell x)))\n(goal a 100)\n(goal b 100)\n";
    let dir = Dir::default()
        .with("two.xsb", TWO_PUSHERS)
        .with("rush.txt", "rush-hour\n\nAA.\n...\nB..\n")
        .with("sign.puzzlescript", no_sign)
        .with("both.kif", players)
        .with("plan.txt", "");
    for (file, number, place) in [
        ("two.xsb", "#2", "two.xsb:5:1: error: ".to_owned()),
        ("rush.txt", "", "rush.txt:3:1: error: ".to_owned()),
        (
            "sign.puzzlescript",
            "#2",
            format!("sign.puzzlescript:{line}:3: error: "),
        ),
        ("both.kif", "", "both.kif:2:1: error: ".to_owned()),
    ] {
        for (command, code) in [
            (format!("solve {file}{number}"), 2),
            (format!("verify {file}{number} plan.txt"), 2),
            (format!("play {file}{number}"), 2),
            (format!("batch {file}{number} -o table.csv"), 2),
            (format!("check {file}"), 2),
            (format!("check {file}{number}"), 2),
            (format!("convert {file}{number} --to txt -o /dev/null"), 0),
        ] {
            let once = contains(&place).count(1);
            dir.run(&command).code(code).stderr(once);
        }
    }
}

#[test]
fn with_json_bad_input_is_an_object_too() {
    let dir = Dir::default()
        .with("good.txt", CROSS)
        .with("bad.txt", CROSS.replace("212", "292"))
        .with("two.xsb", TWO_PUSHERS);
    for command in [
        "solve missing.txt --json",
        "solve good.txt --json --solver nope",
        "solve good.txt --json --set nope=1",
        "verify good.txt missing.txt --json",
        "play good.txt --json --moves nonsense",
        "report good.txt --json",
    ] {
        let answer = dir.json(command, 2);
        let error = answer["error"].as_str().expect("is a text");
        assert!(error.contains("no") || error.contains("missing"), "{error}");
        dir.run(command).code(2).stderr(contains(error));
    }
    for (command, line) in [
        ("solve bad.txt --json", 5),
        ("verify bad.txt plan.txt --json", 5),
        ("play bad.txt --json", 5),
        ("solve two.xsb#2 --json", 5),
    ] {
        let answer = dir.json(command, 2);
        assert_eq!(answer["complaints"][0]["line"], line, "{answer}");
    }
}
