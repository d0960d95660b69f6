//! Levels from the web, games for several players, and `readings` on the command line.

use predicates::prelude::*;
use predicates::str::{contains, diff, starts_with};
use testkit::cli::Dir;
use testkit::web::{Answer, Server};

const CROSS: &str = "logo\n\n.....\n..2..\n.212.\n..2..\n.....\n";

const LAMP: &str = "(role r) (init off) (legal r switch) (<= (next on) (does r switch)) \
    (<= terminal (true on)) (<= (goal r 100) (true on))";

/// Two players take turns on a board of four cells.
const TWO: &str = "; title: Two
(role white)
(role black)
(init (cell 1 1 off))
(init (cell 1 2 on))
(init (cell 2 1 on))
(init (cell 2 2 off))
(init (turn white))
(other white black)
(other black white)
(<= (legal ?p go) (true (turn ?p)))
(<= (legal ?p wait) (other ?p ?q) (true (turn ?q)))
(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
(<= (next (cell ?x ?y off)) (true (cell ?x ?y ?v)))
(<= terminal (true (cell 1 2 off)))
(goal white 100)
(goal black 0)
";

#[test]
fn every_command_reads_levels_from_the_web() {
    let server = Server::start(&[
        ("/levels/my%20cross.txt", Answer::File(CROSS.to_owned())),
        ("/raw", Answer::File(LAMP.to_owned())),
        ("/plan", Answer::File("switch\n".to_owned())),
        ("/moved", Answer::Redirect("/raw")),
    ]);
    let dir = Dir::default();
    let cross = server.url("/levels/my%20cross.txt?raw=1");
    dir.run(&format!("solve {cross}"))
        .code(0)
        .stderr(contains("5 stamps"));
    dir.run(&format!("convert {cross} --to txt"))
        .code(0)
        .stdout(diff(CROSS));
    let lamp = server.url("/moved");
    dir.run(&format!("solve {lamp}"))
        .code(0)
        .stdout(diff("switch\n"));
    let plan = server.url("/plan");
    dir.run(&format!("verify {lamp} {plan}")).code(0);
    dir.run(&format!("batch {cross} {lamp}"))
        .code(0)
        .stdout(contains("my%20cross.txt").and(contains("/moved")));
    assert_eq!(server.asked()[0], "/levels/my%20cross.txt?raw=1");
}

#[test]
fn errors_of_servers_are_reported() {
    let other = "(version: 1, game: \"gdl\", file: \"rules.kif\")";
    let page = "\n<!DOCTYPE html><title>x</title>";
    let server = Server::start(&[
        ("/huge", Answer::Announces(1 << 40)),
        ("/round", Answer::Redirect("/about")),
        ("/about", Answer::Redirect("/round")),
        ("/page", Answer::File(page.to_owned())),
        ("/nonsense.txt", Answer::File("what is this".to_owned())),
        ("/other.ron", Answer::File(other.to_owned())),
        ("/error", Answer::Status(503)),
    ]);
    // It does not search the working directory either.
    let dir = Dir::default().with("rules.kif", LAMP);
    for (path, says) in [
        ("/none", "404 (Not Found)"),
        ("/error", "503"),
        ("/huge", "too large: the limit is 64 MiB"),
        ("/round", "more than 5 times"),
        ("/page", "is a web page, not a level file"),
        ("/nonsense.txt", "no game recognizes"),
        (
            "/other.ron",
            "‘rules.kif’ cannot be read: this level has no folder to look in",
        ),
    ] {
        let url = server.url(path);
        dir.run(&format!("solve {url}"))
            .code(2)
            .stdout("")
            .stderr(contains(says).and(contains(&url)));
    }
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("has a port");
    let free = port.local_addr().expect("is bound");
    drop(port);
    dir.run(&format!("solve http://{free}/x"))
        .code(2)
        .stderr(contains("cannot be fetched"));
    dir.run("solve 'https://no such place/x'")
        .code(2)
        .stderr(contains("is not a web address"));
}

#[test]
fn nothing_is_uploaded() {
    let dir = Dir::default().with("cross.txt", CROSS);
    dir.run("convert cross.txt --to ron -o http://127.0.0.1/x")
        .code(2)
        .stderr(contains("a web address, not a file"));
    assert!(!dir.path("http:").exists());
}

#[test]
fn a_game_for_several_players_is_read_but_not_solved() {
    let dir = Dir::default().with("two.kif", TWO);
    let says = "2 players, white and black; Planwright solves only games for one player";
    for command in [
        "solve two.kif",
        "verify two.kif two.kif",
        "export two.kif --to svg",
    ] {
        dir.run(command).code(2).stdout("").stderr(contains(says));
    }
    let answer = dir.json("solve two.kif --solver search --json", 2);
    assert!(answer["error"].as_str().is_some_and(|it| it.contains(says)));
    for form in ["kif", "gdl", "prolog", "ron"] {
        let file = format!("two.{form}");
        dir.run(&format!("convert two.kif --to {form} -o {file}"))
            .code(0);
        dir.run(&format!("convert {file} --to gdl"))
            .code(0)
            .stdout(contains("role(white).").and(contains("legal(P, go) :- true(turn(P)).")));
    }
    let drawn = "Facts\n(cell 1 1 off)\n(cell 1 2 on)\n(cell 2 1 on)\n(cell 2 2 off)\n(turn white)\n\n\
        Grid\noff on\non  off\n";
    dir.run("export two.kif --of level --to txt")
        .code(0)
        .stdout(starts_with(drawn));
}

#[test]
fn boards_are_drawn_as_text() {
    let dir = Dir::default().with("lamps.txt", "lights-out\npattern 1\n\n#.#\n");
    dir.run("export lamps.txt --to txt").code(0).stdout(
        starts_with("Lights\n#.#\n")
            .and(contains("\n1 of 2: "))
            .and(contains("\n2 of 2: ")),
    );
    dir.run("export lamps.txt --of graph --to txt")
        .code(2)
        .stderr(contains("--of level"));
}
