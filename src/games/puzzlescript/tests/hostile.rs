//! Texts made to keep the parser or the engine busy forever end with a message or a level.

use super::*;

/// Message about a text, or about an action in its first level.
fn message(text: &str) -> String {
    match parse(text) {
        Err(error) => error.to_string(),
        Ok(level) => match level.unplayable() {
            Some(reason) => reason,
            None => match play(text, None, "x") {
                Ok(_) => "played".to_owned(),
                Err(error) => error.to_string(),
            },
        },
    }
}

fn check(text: &str, expected: &str) {
    let said = message(text);
    assert!(
        said.contains(expected),
        "{said}\n{}",
        text.chars().take(2_000).collect::<String>()
    );
}

#[test]
fn rules_without_end() {
    let rules = |rules: &str, level: &str| text("", &rules.replace("; ", "\n"), "", level);
    let blink = "late [ Fire ] -> [ Gem Mark ] again; late [ Gem no Mark ] -> [ Fire ] again; [ Mark ] -> [ ]";
    check(&rules(blink, "pf"), "the rules never finish");
    let at_start = text(
        "run_rules_on_level_start",
        &blink.replace("; ", "\n"),
        "",
        "pf",
    );
    check(&at_start, "the rules never finish");
    // Loops end after a limit, as in the original.
    check(
        &rules(
            "startloop; [ Fire ] -> [ Gem ]; [ Gem ] -> [ Fire ]; endloop",
            "pf",
        ),
        "played",
    );
    check(
        &rules("[ Fire ] -> [ Gem ]; + [ Gem ] -> [ Fire ]", "pf"),
        "played",
    );
    // A move of many turns has no more time than one of few.
    let wide = vec!["f".repeat(180); 179].join("/");
    check(
        &rules(blink, &format!("{wide}/p{}", "f".repeat(179))),
        "the rules never finish",
    );
    let many_rows = format!("{} -> {}", "[ Fire ] ".repeat(12), "[ Gem ] ".repeat(12));
    check(
        &rules(&many_rows, &format!("p{}", "f".repeat(100))),
        "the rules never finish",
    );
}

#[test]
fn rules_of_millions_of_variants_or_parts() {
    let rules = |rules: &str| text("", rules, "", "p");
    let cells = |cell: &str, count: usize| vec![cell; count].join(" | ");
    for cells in [cells("moving Solid", 12), cells("Either", 30)] {
        check(&rules(&format!("[ {cells} ] -> [ {cells} ]")), "variants");
    }
    let push = "[ > Player | Crate ] -> [ > Player | > Crate ]\n";
    check(&rules(&push.repeat(20_000)), "variants");
    let long = cells("Player", 60_000);
    check(
        &rules(&format!("[ {long} ] -> [ {long} ]")),
        "more than 200,000 cells",
    );
    check(
        &rules(&format!(
            "right [ {} ] -> [ {} ]\n{}",
            cells("no Mark", 500),
            cells("", 500),
            "startloop\n[ Player ] -> [ Player ]\nendloop\n".repeat(10_000)
        )),
        "played",
    );
    check(&rules(&"[".repeat(1_000_000)), "played");
    check(
        &rules(&format!(
            "[ {} ] -> [ Player ]",
            "no Crate ".repeat(100_000)
        )),
        "played",
    );
}

#[test]
fn large_texts() {
    let row = ".".repeat(10_000);
    check(
        &text("", "", "", &vec![row.as_str(); 10_000].join("/")),
        "too long",
    );
    check(
        &text("", "", "", &vec![row.as_str(); 200].join("/")),
        "too large",
    );
    check(&text("", "", "", &"[".repeat(1_000_000)), "too large");
    check(
        &text("", "", "", &vec!["p*o"; 100_000].join("\n\n")),
        "played",
    );
    check(&"(".repeat(1_000_000), "no PLAYER");
    check(&")".repeat(1_000_000), "no PLAYER");
    check(&text("(", "", "", "p"), "no PLAYER");
    check(&text("", "", "", &"(\n".repeat(300_000)), "no levels");
}

#[test]
fn large_legends() {
    let legend =
        |lines: &str| text("", "", "", "p").replace("Stack = ", &format!("{lines}\nStack = "));
    check(&legend("A = B\nB = C\nC = A"), "played");
    check(&legend("A = B or Crate\nB = A or Gem"), "played");
    check(
        &legend(&format!("A = {} Crate", "Crate or ".repeat(90_000))),
        "played",
    );
    let chain = |word: &str| {
        let line = |index| format!("A{} = A{index} {word} A{index}\n", index + 1);
        format!(
            "A0 = Crate {word} Gem\n{}",
            (0..60).map(line).collect::<String>()
        )
    };
    check(&legend(&chain("or")), "too many names");
    check(&legend(&chain("and")), "too many names");
    // Each object has a mask.
    let objects = |count: usize| {
        let names: Vec<String> = (0..count).map(|index| format!("{index:x}z")).collect();
        let objects: String = names
            .iter()
            .map(|name| format!("{name}\nred\n\n"))
            .collect();
        let many = text("", "", "", "p").replace("LEGEND", &format!("{objects}LEGEND"));
        many.replace(
            "\nMark\n\nRULES",
            &format!("\nMark,{}\n\nRULES", names.join(",")),
        )
    };
    check(&objects(100_000), "too many objects");
    check(&objects(3_000), "played");
}
