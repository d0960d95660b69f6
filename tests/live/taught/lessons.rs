//! The games that are taught, and what a person says of each.

use image::RgbaImage;
use planwright::game::{Button, Seams};
use planwright::vision::Key;
use testkit::desktop::Desktop;

use crate::page;

use super::Page;
use super::controls::{arrows_around, clicks_until, letters, right_clicks};
use super::hands::Hand;
use super::place::{Place, centred, lower_left};
use super::saves::{save_store, save_sudoku};

/// How the page learns where the board is; given are its width and height in pixels.
#[derive(Clone, Copy)]
pub enum Found {
    /// It proposes the right place.
    Proposed,
    /// The person draws a box around it.
    Drawn((f32, f32)),
    /// The person gives numbers, with the pixels between cells where something is read in there.
    Said((f32, f32), Option<f32>),
}

/// Which rules a game has.
pub enum Rules {
    /// Those of a game that the program has.
    Of(&'static str),
    /// Those of a pattern.
    Pattern(&'static str),
}

/// One more picture of the game.
pub struct More {
    /// What is done before.
    pub hands: &'static [Hand],
    /// What cells show then: values, row and column from 1.
    pub cells: &'static [(&'static str, (usize, usize))],
}

/// A game, and what a person says of it.
pub struct Lesson {
    pub name: &'static str,
    pub program: &'static str,
    /// What the program is started with, such as its level.
    pub arguments: &'static [&'static str],
    /// What it is started with the next time, if its levels have other sizes.
    pub again: Option<&'static [&'static str]>,
    /// What is done on the desktop before it starts.
    pub before: fn(&Desktop),
    pub title: &'static str,
    /// How its first level is begun, if it does not do so by itself.
    pub begin: &'static [Hand],
    pub rules: Rules,
    /// A question of the pattern that is answered otherwise than usual.
    pub answer: Option<(&'static str, &'static str)>,
    /// What the cells of that level show, row by row, and the names of these values; some have several looks.
    pub board: &'static str,
    pub names: &'static [(&'static str, &'static str)],
    /// Where the board is, if it is not proposed as it should be.
    pub found: Found,
    /// Where something is read between cells, if pixels are given for it.
    pub seams: Seams,
    /// Where a board of that size is in the picture.
    pub corner: fn(&RgbaImage, (f32, f32)) -> (f32, f32),
    /// More pictures, taken after something was done in the game.
    pub more: &'static [More],
    /// Whether what was said last looks like something else.
    pub alike: bool,
    /// How the game is brought back to where a level can be read.
    pub back: &'static [Hand],
    /// What the person says of cells when the run asks: the cell, and what it shows.
    pub asked: &'static [(&'static str, &'static str)],
    /// Says how it is played; given is the board's place in the picture.
    pub controls: fn(&mut Page, &Place),
    /// The key after which the next level comes, if it does not come by itself.
    pub next: Option<&'static str>,
    /// Number of levels that are played in a row by the saved profile.
    pub levels: u32,
    /// Seconds that a plan may take.
    pub patience: &'static str,
}

impl Lesson {
    /// What its profile is called: after the window, if that is called like the program, else after the program.
    pub fn profile(&self) -> &'static str {
        match self.title.eq_ignore_ascii_case(self.name) {
            true => self.name,
            false => self.program.trim_start_matches("/usr/games/"),
        }
    }

    /// Rows and columns of cells, without what is read between them.
    pub fn cells(&self) -> (f32, f32) {
        let has_seams = matches!(self.found, Found::Said(_, Some(_)));
        let cells = |count: usize| match has_seams {
            true => self.seams.cells(count) as f32,
            false => count as f32,
        };
        let rows: Vec<&str> = self.board.split('/').collect();
        (cells(rows.len()), cells(rows[0].chars().count()))
    }

    /// The board's place by its corner and size.
    pub fn place(&self, corner: (f32, f32), size: (f32, f32)) -> Place {
        let between = match self.found {
            Found::Said(_, Some(pixels)) => pixels,
            _ => 0.0,
        };
        let beyond = match self.seams {
            Seams::Between => between,
            Seams::Around => -between,
        };
        let (rows, cols) = self.cells();
        Place {
            corner,
            size,
            pitch: ((size.0 + beyond) / cols, (size.1 + beyond) / rows),
        }
    }

    /// The board's place in a picture, if the page is told of it.
    pub fn place_in(&self, picture: &RgbaImage) -> Option<Place> {
        match self.found {
            Found::Proposed => None,
            Found::Drawn(size) | Found::Said(size, _) => {
                Some(self.place((self.corner)(picture, size), size))
            }
        }
    }
}

/// What cells of boards with nine numbered tiles show.
const NINE_TILES: [(&str, &str); 9] = [
    ("1", "tile 1"),
    ("2", "tile 2"),
    ("3", "tile 3"),
    ("4", "tile 4"),
    ("5", "tile 5"),
    ("6", "tile 6"),
    ("7", "tile 7"),
    ("8", "tile 8"),
    ("9", "tile 9"),
];

/// A game with a board that is proposed as it should be, in which a move is what the page takes it for.
const PLAIN: Lesson = Lesson {
    name: "",
    program: "",
    arguments: &[],
    again: None,
    before: |_| (),
    title: "",
    begin: &[],
    rules: Rules::Pattern(""),
    answer: None,
    board: "",
    names: &[],
    found: Found::Proposed,
    seams: Seams::Between,
    corner: centred,
    more: &[],
    alike: false,
    back: &[],
    asked: &[],
    controls: |_, _| (),
    next: Some("n"),
    levels: 1,
    patience: "10",
};

/// A sudoku; the first cell is selected at the beginning.
const SUDOKU: &str =
    "s....79../...1..4../.28.4.67./...3..19./9..6.1..2/.83..2.../.71.3.86./..6..5.../..54.....";

pub const LESSONS: &[Lesson] = &[
    Lesson {
        name: "sixteen",
        program: "/usr/games/sgt-sixteen",
        arguments: &["3x3:7,6,4,3,8,5,1,9,2"],
        title: "Sixteen",
        rules: Rules::Pattern("Shifting lines"),
        board: "764/385/192",
        names: &NINE_TILES,
        controls: arrows_around,
        ..PLAIN
    },
    Lesson {
        name: "flood",
        program: "/usr/games/sgt-flood",
        arguments: &["5x5c4m5:3112122021133132031232131,12"],
        title: "Flood",
        rules: Rules::Pattern("Flood fill"),
        board: "31121/22021/13313/20312/32131",
        names: &[
            ("0", "colour 1"),
            ("1", "colour 2"),
            ("2", "colour 3"),
            ("3", "colour 4"),
        ],
        found: Found::Drawn((160.0, 160.0)),
        ..PLAIN
    },
    Lesson {
        name: "unruly",
        program: "/usr/games/sgt-unruly",
        arguments: &["6x6dt:DdCDeAddBaDa"],
        title: "Unruly",
        rules: Rules::Pattern("Fill by balance"),
        board: "...#../.o..#./..#.../.o#.../o...o./#o...#",
        names: &[(".", "empty"), ("#", "black"), ("o", "white")],
        controls: clicks_until,
        ..PLAIN
    },
    Lesson {
        name: "twiddle",
        program: "/usr/games/sgt-twiddle",
        arguments: &["3x3n2:6,1,5,4,2,8,7,3,9"],
        title: "Twiddle",
        rules: Rules::Pattern("Rotating blocks"),
        board: "615/428/739",
        names: &NINE_TILES,
        controls: letters,
        ..PLAIN
    },
    Lesson {
        name: "pegs",
        program: "/usr/games/sgt-pegs",
        arguments: &["5x5random:OPPPOOPPHPPHPPOOPPPOOOPOO"],
        title: "Pegs",
        rules: Rules::Pattern("Peg jumps"),
        board: ".PPP./.PPHP/PHPP./.PPP./..P..",
        names: &[(".", "no hole"), ("P", "peg"), ("H", "empty hole")],
        found: Found::Drawn((165.0, 165.0)),
        patience: "20",
        ..PLAIN
    },
    Lesson {
        name: "inertia",
        program: "/usr/games/sgt-inertia",
        arguments: &["6x6:sswswgmmggmsbbmsbggwsswbwSbwgmgwmmbb"],
        title: "Inertia",
        rules: Rules::Pattern("Slide until stopped"),
        board: "sswswg/mmggms/bbmsbg/gwsswb/wSbwgm/gwmmbb",
        names: &[
            ("b", "empty"),
            ("w", "wall"),
            ("s", "stop"),
            ("g", "gem"),
            ("m", "mine"),
            ("S", "ball on a stop"),
        ],
        // The ball rolls up to the wall; its right rim gets there last.
        more: &[More {
            hands: &[Hand::Press(&[Key::Right], (4.5, 2.78))],
            cells: &[("ball", (5, 3))],
        }],
        ..PLAIN
    },
    Lesson {
        name: "lightup",
        program: "/usr/games/sgt-lightup",
        arguments: &["5x5:gBc1a3c1g"],
        title: "Light Up",
        rules: Rules::Pattern("Light up"),
        board: "...../..#../.1.3./..1../.....",
        names: &[
            (".", "empty cell"),
            ("#", "black cell"),
            ("1", "black cell with 1"),
            ("3", "black cell with 3"),
        ],
        more: &[More {
            hands: &[Hand::Click(Button::Primary, (1.5, 3.5))],
            cells: &[("lamp", (2, 4)), ("empty cell", (2, 5))],
        }],
        ..PLAIN
    },
    Lesson {
        name: "net",
        program: "/usr/games/sgt-net",
        arguments: &["5x5:42423ac74ab7bd657e6188833"],
        title: "Net",
        rules: Rules::Pattern("Pipes"),
        board: ".u..b/s.t../..cTL/...../.....",
        names: &[
            ("u", "end pointing up"),
            ("b", "bend up and right"),
            ("s", "vertical pipe"),
            ("t", "T-piece pointing up"),
            ("c", "T-piece pointing right"),
            ("T", "T-piece pointing down"),
            ("L", "bend up and left"),
        ],
        // Turned up it hangs together with the middle.
        more: &[More {
            hands: &[
                Hand::Click(Button::Primary, (4.5, 2.875)),
                Hand::Click(Button::Primary, (4.5, 2.5)),
            ],
            cells: &[("end pointing up", (5, 3))],
        }],
        ..PLAIN
    },
    Lesson {
        name: "singles",
        program: "/usr/games/sgt-singles",
        arguments: &["5x5:1342551152325345453235345"],
        title: "Singles",
        rules: Rules::Pattern("Black out duplicates"),
        board: "13425/51152/32534/54532/35345",
        names: &[("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5")],
        more: &[More {
            hands: &[Hand::Click(Button::Primary, (1.19, 2.19))],
            cells: &[("black cell", (2, 3))],
        }],
        ..PLAIN
    },
    Lesson {
        name: "range",
        program: "/usr/games/sgt-range",
        arguments: &["5x5:e5b8c7c8b8e"],
        title: "Range",
        rules: Rules::Pattern("Count visible cells"),
        board: "...../5..8./..7../.8..8/.....",
        names: &[(".", "empty cell")],
        more: &[More {
            hands: &[Hand::Click(Button::Primary, (0.5, 0.5))],
            cells: &[("black cell", (1, 1))],
        }],
        ..PLAIN
    },
    Lesson {
        name: "mosaic",
        program: "/usr/games/sgt-mosaic",
        arguments: &["5x5:a0b20e223e02a10a"],
        title: "Mosaic",
        rules: Rules::Pattern("Fill by neighbours"),
        board: ".0..2/0..../.223./....0/2.10.",
        names: &[(".", "unpainted")],
        more: &[More {
            hands: &[
                Hand::Click(Button::Primary, (1.5, 3.5)),
                Hand::Click(Button::Secondary, (0.5, 0.5)),
            ],
            cells: &[("black", (2, 4)), ("white", (1, 1))],
        }],
        controls: right_clicks,
        ..PLAIN
    },
    Lesson {
        name: "rect",
        program: "/usr/games/sgt-rect",
        arguments: &["5x5:d2_4a2b2a3a4c2_2_2_2c"],
        title: "Rectangles",
        rules: Rules::Pattern("Divide into rectangles"),
        board: "....2/4.2../2.3.4/...22/22...",
        names: &[(".", "empty")],
        more: &[More {
            hands: &[Hand::Drag((3.5, 0.5), (4.5, 0.5))],
            cells: &[("in a rectangle", (4, 1))],
        }],
        ..PLAIN
    },
    Lesson {
        name: "pattern",
        program: "/usr/games/sgt-pattern",
        arguments: &["5x5:4/3/2/1/1.1/1.1/2/2.2/3/1"],
        again: Some(&["6x5:3/1.1.1/5/1.1/1/3/3.1/1.1.1/6/1/3"]),
        title: "Pattern",
        rules: Rules::Pattern("Fill lines by clues"),
        board: "...../...../...../...../.....",
        names: &[(".", "empty")],
        more: &[More {
            hands: &[
                Hand::Click(Button::Primary, (0.5, 0.5)),
                Hand::Click(Button::Secondary, (0.5, 1.5)),
            ],
            cells: &[("black", (1, 1)), ("white", (1, 2))],
        }],
        controls: right_clicks,
        ..PLAIN
    },
    Lesson {
        name: "solo",
        program: "/usr/games/sgt-solo",
        arguments: &["2x2:a1d2b3d3a"],
        title: "Solo",
        rules: Rules::Pattern("Place numbers"),
        answer: Some(("How many rows of cells does a box have", "2")),
        board: ".1../..2./.3../..3.",
        names: &[(".", "empty"), ("1", "1"), ("2", "2"), ("3", "3")],
        ..PLAIN
    },
    Lesson {
        name: "filling",
        program: "/usr/games/sgt-filling",
        arguments: &["5x5:5a4a45b5b44c443a1b32"],
        title: "Filling",
        rules: Rules::Pattern("Fill regions"),
        board: "5.4.4/5..5./.44../.443./1..32",
        names: &[(".", "empty")],
        ..PLAIN
    },
    Lesson {
        name: "samegame",
        program: "/usr/games/sgt-samegame",
        arguments: &["5x5c3s2:1,2,1,2,1,3,1,2,3,1,3,2,1,2,3,2,1,2,3,2,3,3,2,1,2"],
        title: "Same Game",
        rules: Rules::Pattern("Match and remove"),
        board: "12121/31231/32123/21232/33212",
        names: &[("1", "colour 1"), ("2", "colour 2"), ("3", "colour 3")],
        found: Found::Drawn((160.0, 160.0)),
        // The first click chooses two cells, the second takes them away.
        more: &[More {
            hands: &[
                Hand::Click(Button::Primary, (1.125, 0.125)),
                Hand::Click(Button::Primary, (1.125, 0.125)),
            ],
            cells: &[("empty", (1, 1))],
        }],
        controls: |page, _| page::is_followed_by(page, "remove", "click on the cell"),
        ..PLAIN
    },
    Lesson {
        name: "unequal",
        program: "/usr/games/sgt-unequal",
        arguments: &["4:0R,0,0L,0L,0,0R,0D,0,0,0,0,0U,0R,0,0,0,"],
        title: "Unequal",
        rules: Rules::Pattern("Unequal"),
        // Every second row and column is between cells.
        board: ".>.<.<./, , , ,/.,.>.,./, , v ^/.,.,.,./, , , ,/.>.,.,.",
        names: &[
            (".", "empty or no sign"),
            (",", "empty or no sign"),
            ("<", "sign pointing left"),
            (">", "sign pointing right"),
            ("^", "sign pointing up"),
            ("v", "sign pointing down"),
        ],
        found: Found::Said((176.0, 176.0), Some(16.0)),
        ..PLAIN
    },
    Lesson {
        name: "dominosa",
        program: "/usr/games/sgt-dominosa",
        arguments: &["3:03112110013220302323"],
        title: "Dominosa",
        rules: Rules::Pattern("Lay out dominoes"),
        board: "0.3.1.1.2/........./1.1.0.0.1/........./3.2.2.0.3/........./0.2.3.2.3",
        names: &[(".", "nothing")],
        // Dominoes end two pixels before the next one.
        found: Found::Said((156.0, 124.0), Some(4.0)),
        more: &[More {
            hands: &[Hand::Click(Button::Primary, (0.44, 0.94))],
            cells: &[("middle of a domino", (1, 2))],
        }],
        back: &[Hand::Click(Button::Primary, (0.44, 0.94))],
        ..PLAIN
    },
    Lesson {
        name: "tents",
        program: "/usr/games/sgt-tents",
        arguments: &["5x5:b_eeh_,0,2,0,1,2,2,0,1,1,1"],
        title: "Tents",
        rules: Rules::Pattern("Tents"),
        board: "..TT./....T/...../T..../....T",
        names: &[(".", "empty"), ("T", "tree")],
        more: &[More {
            hands: &[Hand::Click(Button::Primary, (0.5, 1.5))],
            cells: &[("tent", (1, 2))],
        }],
        ..PLAIN
    },
    Lesson {
        name: "klotski",
        program: "/usr/games/gnome-klotski",
        title: "Only 18 Steps",
        rules: Rules::Pattern("Sliding blocks"),
        board: "ABBBBC/Db12bE/Db34bE/DbbbbE/DbbbbE/Db..bE/GH--IJ/....oo/....oo",
        names: &[
            ("A", "wall"),
            ("B", "wall"),
            ("C", "wall"),
            ("D", "wall"),
            ("E", "wall"),
            ("G", "wall"),
            ("H", "wall"),
            ("I", "wall"),
            ("J", "wall"),
            ("b", "single-cell block"),
            ("1", "upper left corner of the key block"),
            ("2", "upper right corner of the key block"),
            ("3", "lower left corner of the key block"),
            ("4", "lower right corner of the key block"),
            ("-", "gate for the key block only"),
            (".", "empty"),
            ("o", "place for the key block"),
        ],
        found: Found::Drawn((288.0, 432.0)),
        // The marks shine through the block that covers them.
        asked: &[
            (
                "Picture row 8 column 5,",
                "upper right corner of the key block",
            ),
            (
                "Picture row 9 column 5,",
                "lower right corner of the key block",
            ),
        ],
        controls: |page, _| page::dialogs_are_closed_by(page, "escape"),
        ..PLAIN
    },
    Lesson {
        name: "sudoku",
        program: "/usr/games/gnome-sudoku",
        before: |desktop| save_sudoku(desktop, SUDOKU),
        title: "Sudoku",
        rules: Rules::Pattern("Place numbers"),
        board: SUDOKU,
        names: &[("s", "empty"), (".", "empty")],
        ..PLAIN
    },
    Lesson {
        name: "xsok",
        program: "/usr/games/xsok",
        arguments: &[
            "-xsokdir",
            "~",
            "-savedir",
            "~",
            "-xpmdir",
            "/usr/share/games/xsok",
        ],
        before: save_store,
        title: "Sokoban - Level 1",
        rules: Rules::Of("Sokoban"),
        board: "ATTTJTTTB/V   V   V/V@$   . V/KM   LR V/oV  $  .V/oV   W  V/oCTTJTTTD",
        names: &[
            ("T", "wall"),
            ("V", "wall"),
            ("A", "wall"),
            ("B", "wall"),
            (" ", "floor"),
            ("o", "floor"),
            ("$", "box"),
            (".", "goal"),
            ("@", "pusher"),
        ],
        found: Found::Drawn((288.0, 224.0)),
        more: &[More {
            hands: &[
                Hand::Press(&[Key::Right], (2.19, 3.19)),
                Hand::Press(&[Key::Right], (2.19, 4.19)),
                Hand::Press(&[Key::Right], (2.19, 5.19)),
                Hand::Press(&[Key::Right], (2.19, 6.19)),
            ],
            cells: &[("box on goal", (3, 7))],
        }],
        alike: true,
        back: &[
            Hand::Press(&[Key::Char('u')], (2.19, 6.19)),
            Hand::Press(&[Key::Char('u')], (2.19, 5.19)),
            Hand::Press(&[Key::Char('u')], (2.19, 4.19)),
            Hand::Press(&[Key::Char('u')], (2.19, 3.19)),
        ],
        ..PLAIN
    },
    Lesson {
        name: "atomix",
        program: "/usr/games/atomix",
        title: "Atomix",
        begin: &[Hand::Press(&[Key::Control, Key::Char('n')], (2.5, 2.5))],
        rules: Rules::Pattern("Atoms"),
        answer: Some(("What does the molecule look like", "abc")),
        board: ".............../.............../..ABBBCd......./..DsttDu......./..Du.cKBBBBCd../..Du.Is....D.../..DuEs.....KC../..DuFu.x.AG.D../..Du...I.Db.D../..KTGaI..F..D../...D........D../...KBBBBBBBBR../.............../.............../...............",
        names: &[
            ("a", "atom a"),
            ("b", "atom b"),
            ("c", "atom c"),
            (".", "floor"),
            ("d", "floor"),
            ("s", "floor"),
            ("t", "floor"),
            ("u", "floor"),
            ("x", "floor"),
            ("A", "wall"),
            ("B", "wall"),
            ("C", "wall"),
            ("D", "wall"),
            ("E", "wall"),
            ("F", "wall"),
            ("G", "wall"),
            ("I", "wall"),
            ("K", "wall"),
            ("R", "wall"),
            ("T", "wall"),
        ],
        found: Found::Said((480.0, 480.0), None),
        corner: lower_left,
        // Arrows beside the atom that is chosen lie on the floor.
        more: &[
            More {
                hands: &[Hand::ClickAt((4.5, 5.5), (4.5, 4.5))],
                cells: &[("floor", (4, 6)), ("floor", (5, 5))],
            },
            More {
                hands: &[Hand::ClickAt((8.5, 10.5), (8.5, 11.5))],
                cells: &[("floor", (9, 12)), ("floor", (10, 11))],
            },
        ],
        back: &[Hand::ClickAt((8.5, 10.5), (8.5, 11.5))],
        next: None,
        ..PLAIN
    },
    Lesson {
        name: "hitori",
        program: "/usr/games/hitori",
        arguments: &["--seed", "7"],
        title: "Hitori",
        rules: Rules::Pattern("Black out duplicates"),
        board: "24255/15142/12345/41436/26211",
        names: &[
            ("1", "1"),
            ("2", "2"),
            ("3", "3"),
            ("4", "4"),
            ("5", "5"),
            ("6", "6"),
        ],
        more: &[More {
            hands: &[
                Hand::Click(Button::Primary, (0.2, 2.2)),
                Hand::Click(Button::Primary, (2.2, 3.2)),
            ],
            cells: &[("black cell", (1, 3)), ("black cell", (3, 4))],
        }],
        ..PLAIN
    },
    Lesson {
        name: "loopy",
        program: "/usr/games/sgt-loopy",
        arguments: &["5x5t0:0a32c0a3a31a22c2b22a"],
        title: "Loopy",
        rules: Rules::Pattern("Draw a loop"),
        // Every second row and column is an edge of cells.
        board: " - - - - - /|0|.|3|2|.|/ - - - - - /|.|.|0|.|3|/ - - - - - /|.|3|1|.|2|/ - - - - - /|2|.|.|.|2|/ - - - - - /|.|.|2|2|.|/ - - - - - ",
        names: &[
            (".", "empty cell or edge"),
            ("-", "empty cell or edge"),
            ("|", "empty cell or edge"),
        ],
        found: Found::Said((165.0, 165.0), Some(5.0)),
        seams: Seams::Around,
        more: &[More {
            hands: &[
                Hand::Click(Button::Primary, (0.08, 2.58)),
                Hand::Click(Button::Primary, (1.58, 4.08)),
            ],
            cells: &[("line", (1, 6)), ("line", (4, 9))],
        }],
        back: &[
            Hand::Click(Button::Primary, (0.08, 2.58)),
            Hand::Click(Button::Primary, (1.58, 4.08)),
        ],
        levels: 3,
        ..PLAIN
    },
    Lesson {
        name: "bridges",
        program: "/usr/games/sgt-bridges",
        arguments: &["8x7m2:3a6a5b2p4a8a7b3p2a4a3b1"],
        title: "Bridges",
        rules: Rules::Pattern("Bridges"),
        // Islands reach into the cells around them.
        board: "3.6.5[]2/u_u_u__u/n_n_n__n/4.8.7[]3/u_u_u__u/n_n_n__n/2.4.3[]1",
        names: &[
            ("_", "empty cell"),
            (".", "empty cell"),
            ("[", "empty cell"),
            ("]", "empty cell"),
            ("u", "empty cell"),
            ("n", "empty cell"),
            ("1", "island 1"),
            ("2", "island 2"),
            ("3", "island 3"),
            ("4", "island 4"),
            ("5", "island 5"),
            ("6", "island 6"),
            ("7", "island 7"),
            ("8", "island 8"),
        ],
        found: Found::Said((192.0, 168.0), None),
        more: &[More {
            hands: &[
                Hand::DragAt((0.5, 0.5), (0.5, 2.5), (0.5, 1.5)),
                Hand::DragAt((0.5, 0.5), (0.5, 2.5), (0.5, 1.5)),
                Hand::DragAt((0.5, 4.5), (0.5, 7.5), (0.5, 5.5)),
                Hand::DragAt((3.5, 2.5), (0.5, 2.5), (1.5, 2.5)),
                Hand::DragAt((3.5, 2.5), (0.5, 2.5), (1.5, 2.5)),
                Hand::DragAt((3.5, 0.5), (0.5, 0.5), (1.5, 0.5)),
            ],
            cells: &[
                ("two horizontal bridges", (1, 2)),
                ("horizontal bridge", (1, 6)),
                ("horizontal bridge", (1, 7)),
                ("two vertical bridges", (2, 3)),
                ("two vertical bridges", (3, 3)),
                ("vertical bridge", (2, 1)),
                ("vertical bridge", (3, 1)),
            ],
        }],
        levels: 3,
        patience: "60",
        ..PLAIN
    },
];
