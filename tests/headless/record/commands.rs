//! Transcripts of commands: lines that begin with `$` are run in a shell, and what they print follows.

use std::fs;

use regex_lite::Regex;
use testkit::cli::Dir;

use super::{compare, file};

const LEVEL: &str = "logo\n\n....2.\n...212\n....2.\n";
const UNSOLVABLE: &str = "logo\n\n22\n22\n";
const BROKEN: &str = "logo\n\n..9\n";
const ROBOT: &str = "light-bot\nrobot 1 1 E\n\n0 0 0*\n";
const RIVER: &str = include_str!("../../../levels/gdl/02-wolf-goat-cabbage.kif");
const SUMS: &str = include_str!("../../../levels/puzlogic/03-three.txt");

/// Writes the tests, each of one transcript.
macro_rules! transcripts {
    ($($test:ident $name:literal;)*) => {$(
        #[test]
        fn $test() {
            let path = concat!("commands/", $name, ".txt");
            compare(path, &transcript(path));
        }
    )*};
}

transcripts! {
    help_is_as_recorded "help";
    games_are_listed_as_recorded "games";
    levels_are_solved_as_recorded "solve";
    plans_are_verified_and_played_as_recorded "play";
    levels_are_checked_and_converted_as_recorded "levels";
    many_levels_are_handled_as_recorded "many";
}

/// Runs the commands of a transcript, and returns it with what they print now.
fn transcript(path: &str) -> String {
    let dir = Dir::default()
        .with("level.txt", LEVEL)
        .with("unsolvable.txt", UNSOLVABLE)
        .with("broken.txt", BROKEN)
        .with("robot.txt", ROBOT)
        .with("river.kif", RIVER)
        .with("sums.txt", SUMS);
    let recorded = fs::read_to_string(file(path)).expect("is there");
    let commands = recorded.lines().filter_map(|line| line.strip_prefix("$ "));
    let run = |line: &str| {
        let output = dir.shell(&format!("({line}) 2>&1")).output().expect("runs");
        let text = String::from_utf8(output.stdout).expect("is text");
        let status = match output.status.code() {
            Some(0) => String::new(),
            code => format!("[exit status {}]\n", code.unwrap_or(-1)),
        };
        format!("$ {line}\n{}{status}", without_measures(&text))
    };
    commands.map(run).collect::<Vec<_>>().join("\n")
}

/// Replaces what differs from run to run: times, rates, and numbers of explored states.
fn without_measures(text: &str) -> String {
    let mut text = text.to_owned();
    for (pattern, with) in [
        (r"[\d,.]+ (ns|µs|ms|s|min)\b", "TIME"),
        (r"[\d,]+ explored", "N explored"),
        (r"[\d,.]+ per minute", "N per minute"),
        (r#""(elapsed_s|explored)":\s?[\d.e-]+"#, r#""$1":N"#),
    ] {
        let pattern = Regex::new(pattern).expect("is a pattern");
        text = pattern.replace_all(&text, with).into_owned();
    }
    text
}
