//! The profiles shipped for games of Simon Tatham's collection play levels that they were not made of.

use testkit::desktop::Desktop;
use testkit::program::{Running, installed};

use crate::page;

/// A profile plays a level, given as the program takes it, with so many seconds for its plan.
fn plays(profile: &str, name: &str, level: &str, patience: &str) {
    let desktop = Desktop::start();
    let program = installed(&[&format!("/usr/games/sgt-{name}")]);
    let _game = Running::start(desktop.command(program).arg(level));
    let mut title = name.to_owned();
    title[..1].make_ascii_uppercase();
    desktop.picture(desktop.window(name, &title).id);
    page::play_a_level(&desktop, profile, &["--time-limit", patience]);
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
    let level = "7x7cross:OOPPPOOOOPHPOOPPPPPPPPPPPPPPPPPPPPPOOPPPOOOOPPPOO";
    plays("pegs-7x7", "pegs", level, "300");
}
