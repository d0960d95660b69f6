//! Shipped profiles read pictures of other programs' windows that are scaled, packed or reduced to few colours, or doubt them.

use image::RgbaImage;
use planwright::vision::{Profile, read};
use testkit::desktop::Desktop;
use testkit::distort::{assert_read_as_recorded, assert_sizes_as_recorded};
use testkit::play::profile;
use testkit::program::{Running, installed};
use testkit::wait::wait_for;

use crate::sizes::read_at_sizes;
use crate::taught::save_sudoku;

/// Profiles, the program of each with its argument, and a part of its window's title.
const WINDOWS: [(&str, &str, &str, &str); 12] = [
    (
        "fifteen-4x4",
        "sgt-fifteen",
        "4x4:0,14,11,12,13,1,2,6,7,5,10,3,15,4,9,8",
        "Fifteen",
    ),
    (
        "flood-12x12",
        "sgt-flood",
        "12x12c6m5:445120104543213541342412135123115130322113022435325055303300002033344343401130245053145405535243443\
         223543332223511445510343245204113313114241130,23",
        "Flood",
    ),
    ("gnome-sudoku", "gnome-sudoku", "", "Sudoku"),
    ("hitori-5x5", "hitori", "--seed=12", "Hitori"),
    (
        "pegs-7x7",
        "sgt-pegs",
        "7x7cross:OOHHHOOOOHHPOOPHPPHPPPPHHPHHPPPHPPPOOPPHOOOOHHPOO",
        "Pegs",
    ),
    (
        "samegame-5x5",
        "sgt-samegame",
        "5x5c3s2:3,2,3,2,2,2,2,1,3,3,2,3,1,2,2,3,1,2,1,3,3,1,2,1,3",
        "Same Game",
    ),
    (
        "singles-5x5",
        "sgt-singles",
        "5x5:3513525431543541425344532",
        "Singles",
    ),
    (
        "sixteen-3x3",
        "sgt-sixteen",
        "3x3:3,4,9,2,6,1,7,5,8",
        "Sixteen",
    ),
    (
        "solo-9x9",
        "sgt-solo",
        "3x3:c3_5b6_2_2b1d3b5a2f2_4c7a6_7_1c2_3_4a5c2_9f3a8b8d7b5_5_4b6_8c",
        "Solo",
    ),
    (
        "twiddle-3x3",
        "sgt-twiddle",
        "3x3n2:6,1,4,9,2,8,7,5,3",
        "Twiddle",
    ),
    (
        "unequal-4x4",
        "sgt-unequal",
        "4:0,0,0,0,0D,0,0,0,0,0,1,0,0U,0,0,0U,",
        "Unequal",
    ),
    (
        "unruly-8x8",
        "sgt-unruly",
        "8x8dt:AAKAfeICabBEBCBBEBb",
        "Unruly",
    ),
];

#[test]
fn distorted_pictures_of_other_windows_are_read_or_doubted() {
    let desktop = Desktop::start();
    save_sudoku(
        &desktop,
        "..4..8..2/..3.9...5/...326.91/.9...15../........./..67...4./32.675.../4...8.3../6..2..9..",
    );
    let pictures = WINDOWS.map(|(id, program, argument, title)| {
        let mut command = desktop.command(installed(&[&format!("/usr/games/{program}")]));
        let arguments = Some(argument).filter(|argument| !argument.is_empty());
        let _game = Running::start(command.args(arguments));
        let window = desktop.window("", title).id;
        let profile = profile(id);
        // Windows appear before all is drawn.
        let image: RgbaImage = wait_for("a board without doubts", 60, || {
            let image = desktop.picture(window);
            let seen = read(&profile, &image, None).ok()?;
            (seen.is_playing() && seen.doubtful().is_empty()).then_some(image)
        });
        (id.to_owned(), Profile::clone(&profile), image)
    });
    assert_read_as_recorded(&pictures);
}

#[test]
fn windows_of_other_sizes_are_read_as_recorded() {
    let desktop = Desktop::start();
    save_sudoku(
        &desktop,
        "..4..8..2/..3.9...5/...326.91/.9...15../........./..67...4./32.675.../4...8.3../6..2..9..",
    );
    let rows = WINDOWS.map(|(id, program, argument, title)| {
        let mut command = desktop.command(installed(&[&format!("/usr/games/{program}")]));
        let arguments = Some(argument).filter(|argument| !argument.is_empty());
        let game = Running::start(command.args(arguments));
        let window = desktop.window("", title).id;
        let sizes = read_at_sizes(&desktop, (&game, window), &profile(id));
        (id.to_owned(), sizes)
    });
    assert_sizes_as_recorded(&rows);
}
