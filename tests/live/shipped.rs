//! The profiles shipped for games of Debian's play levels that they were not made of.

use testkit::desktop::Desktop;
use testkit::program::{Running, installed};

use crate::page;

/// A profile plays a level of a game of Simon Tatham's, given as the program takes it, with so many seconds for its plan.
fn plays(profile: &str, name: &str, level: &str, patience: &str) {
    let title = match name {
        "samegame" => "Same Game".to_owned(),
        name => name[..1].to_uppercase() + &name[1..],
    };
    let program = format!("/usr/games/sgt-{name}");
    plays_in(
        &Desktop::start(),
        profile,
        (&program, &[level]),
        (&title, 1),
        patience,
    );
}

/// The same in any program, with its arguments, whose window has a title, and so many levels.
fn plays_in(
    desktop: &Desktop,
    profile: &str,
    (program, arguments): (&str, &[&str]),
    (title, levels): (&str, u32),
    patience: &str,
) {
    let mut program = desktop.command(installed(&[program]));
    let _game = Running::start(program.args(arguments));
    desktop.picture(desktop.window("", title).id);
    page::play_levels(desktop, profile, levels, &["--time-limit", patience]);
}

#[test]
fn fifteen() {
    let level = "4x4:0,14,11,12,13,1,2,6,7,5,10,3,15,4,9,8";
    plays("fifteen-4x4", "fifteen", level, "300");
}

#[test]
fn sixteen() {
    plays("sixteen-3x3", "sixteen", "3x3:3,4,9,2,6,1,7,5,8", "10");
}

#[test]
fn twiddle() {
    plays("twiddle-3x3", "twiddle", "3x3n2:6,1,4,9,2,8,7,5,3", "10");
}

#[test]
fn flood() {
    let cells = "445120104543213541342412135123115130322113022435325055303300002033344343401130245053145405535243443\
                 223543332223511445510343245204113313114241130";
    plays(
        "flood-12x12",
        "flood",
        &format!("12x12c6m5:{cells},23"),
        "10",
    );
}

#[test]
fn unruly() {
    plays("unruly-8x8", "unruly", "8x8dt:AAKAfeICabBEBCBBEBb", "10");
}

#[test]
fn pegs() {
    // With fewer pegs than at the beginning, as the tests around share the processors.
    let level = "7x7cross:OOHHHOOOOHHPOOPHPPHPPPPHHPHHPPPHPPPOOPPHOOOOHHPOO";
    plays("pegs-7x7", "pegs", level, "300");
}

#[test]
fn singles() {
    plays(
        "singles-5x5",
        "singles",
        "5x5:3513525431543541425344532",
        "30",
    );
}

#[test]
fn same_game() {
    let cells = "3,2,3,2,2,2,2,1,3,3,2,3,1,2,2,3,1,2,1,3,3,1,2,1,3";
    plays(
        "samegame-5x5",
        "samegame",
        &format!("5x5c3s2:{cells}"),
        "30",
    );
}

#[test]
fn unequal() {
    let level = "4:0,0,0,0,0D,0,0,0,0,0,1,0,0U,0,0,0U,";
    plays("unequal-4x4", "unequal", level, "30");
}

#[test]
fn solo() {
    let level = "3x3:c3_5b6_2_2b1d3b5a2f2_4c7a6_7_1c2_3_4a5c2_9f3a8b8d7b5_5_4b6_8c";
    plays("solo-9x9", "solo", level, "30");
}

#[test]
fn hitori() {
    let program = ("/usr/games/hitori", &["--seed", "12"][..]);
    // A congratulation comes after each level, and a new game with two keys at once.
    plays_in(
        &Desktop::start(),
        "hitori-5x5",
        program,
        ("Hitori", 3),
        "30",
    );
}

/// From its page of difficulties, past the congratulation and that page again to a second level.
#[test]
fn gnome_sudoku() {
    let program = ("/usr/games/gnome-sudoku", &[][..]);
    let page = ("Select Difficulty", 2);
    plays_in(&Desktop::start(), "gnome-sudoku", program, page, "30");
}
