//! PuzzleScript in a browser with no profile made for the game: on a page of our own, and on the page that the original
//! exports, whose template has to be given as `PUZZLESCRIPT_PAGE`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use planwright::autoplay::desktop::Desktop as _;
use planwright::autoplay::{Config, LogKind, RunSummary};
use planwright::games;
use testkit::browser;
use testkit::desktop::Desktop;
use testkit::play::{Run, profile};
use testkit::project;
use testkit::sprite_page::SpritePage;
use testkit::wait::wait_for;

const CURLING: &str = "levels/puzzlescript/02-curling-club.puzzlescript";
const BEAR: &str = "levels/puzzlescript/05-bear-and-mouse.puzzlescript";

/// A black game on a black page: one crate on its goal, a message when it is pushed and one at the end.
const BLACK: &str = "title Dark Cellar

OBJECTS

Background
black

Wall
gray

Player
#eeeeee
.000.
.000.
..0..
00000
.0.0.

Crate
brown yellow
00000
01110
01110
01110
00000

Goal
green
.....
..0..
.0.0.
..0..
.....

LEGEND

. = Background
# = Wall
p = Player
o = Crate
x = Goal

SOUNDS

COLLISIONLAYERS

Background
Goal
Player, Wall, Crate

RULES

[ > Player | Crate ] -> [ > Player | > Crate ] message It is heavy.

WINCONDITIONS

All Goal on Crate

LEVELS

.......
.p.o.x.
.......
...#...

message Another one.

....#..
.......
.p.o.x.
.......
.......

message That was all.
";

/// The levels of a game that shows a part of them: the second begins as the first does, as far as it can be seen.
const LARGE: &str = "
###############
#.............#
#.p.o.........#
#.....#...x...#
#.............#
###############

message Another one.

###############
#.............#
#.p.o.........#
#.....#.......#
#.....#.......#
#..........x..#
#.............#
###############

.p..o.x
.......
";

/// The black game with other levels, and an option that says how much of them is shown.
fn in_parts(option: &str) -> String {
    let (rules, _) = BLACK.split_once("LEVELS\n").expect("has levels");
    let rules = rules.replacen("title", &format!("{option}\ntitle"), 1);
    format!("{rules}LEVELS\n{LARGE}")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(project(path)).expect("is there")
}

/// Plays a game in the window that has its title, to the end.
#[track_caller]
fn plays(desktop: &Desktop, text: &str) -> RunSummary {
    let game = games::by_id("puzzlescript").expect("is registered");
    let level = game.parse_text(text).expect("is a game");
    let any = profile("puzzlescript");
    let own = any.for_level(level.as_ref()).expect("can be read");
    let mut world = desktop.world();
    // The first start on a machine takes a while.
    let window = wait_for("the browser's window", 120, || {
        let windows = world.windows().ok()?.into_iter();
        let mut fitting = windows.filter(|it| own.window.fits(&it.app, &it.title));
        Some(fitting.next()?.id)
    });
    desktop.picture(window);
    let config = Config {
        solver_time: Some(Duration::from_secs(120)),
        ..Config::new(Arc::new(own))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(240);
    let lines = run.play.log().lines();
    let wrong: Vec<_> = lines
        .iter()
        .filter(|l| l.kind == LogKind::Diverged)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(summary.text.contains("the last one"), "{}", summary.text);
    summary
}

/// Plays a game on our own page, with so many pages between boards, each counted once while it is turned again and again.
#[track_caller]
fn plays_on_our_page(text: &str, won: &[usize], pages: usize) {
    let desktop = Desktop::start();
    let page = SpritePage::serve(text);
    let _browser = browser::open(&desktop, &page.address);
    let summary = plays(&desktop, text);
    let mut played = page.played();
    // How often something is said depends on the plan.
    played.turned.dedup();
    assert_eq!(played.won, won, "{played:?}");
    assert_eq!(summary.levels.len(), won.len());
    assert_eq!(played.turned.len(), pages, "{played:?}");
}

#[test]
fn five_levels_with_sliding_stones() {
    plays_on_our_page(&text(CURLING), &[2, 4, 5, 6, 7], 3);
}

#[test]
fn five_levels_with_an_action() {
    plays_on_our_page(&text(BEAR), &[2, 4, 5, 6, 8], 4);
}

#[test]
fn black_boards_with_messages_after_moves() {
    plays_on_our_page(BLACK, &[1, 3], 5);
}

#[test]
fn levels_that_are_shown_screen_by_screen() {
    plays_on_our_page(&in_parts("flickscreen 6x4"), &[1, 3, 4], 4);
}

#[test]
fn levels_of_which_a_part_around_the_player_is_shown() {
    plays_on_our_page(&in_parts("zoomscreen 7x5"), &[1, 3, 4], 4);
}

/// The page that the original exports for a game.
fn exported(template: &Path, text: &str) -> String {
    let game = games::by_id("puzzlescript").expect("is registered");
    let level = game.parse_text(text).expect("is a game");
    let sheet = level.sprites().expect("has sprites").expect("can be drawn");
    let hex = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
    let source = serde_json::to_string(text).expect("has a form");
    std::fs::read_to_string(template)
        .expect("PUZZLESCRIPT_PAGE names the template of exported pages")
        .replace("\"__GAMEDAT__\"", &source)
        .replace("__GAMETITLE__", &sheet.title)
        .replace("___BGCOLOR___", &hex(sheet.background))
        .replace("___TEXTCOLOR___", &hex(sheet.ink))
        .replace("__HOMEPAGE__", "about:blank")
        .replace("__HOMEPAGE_STRIPPED_PROTOCOL__", "home")
}

/// Plays a game on the original's page, if its template is given.
fn plays_on_the_original(text: &str, levels: usize) {
    let Some(template) = std::env::var_os("PUZZLESCRIPT_PAGE") else {
        println!("skipped: PUZZLESCRIPT_PAGE names no template of exported pages");
        return;
    };
    let desktop = Desktop::start();
    let page = desktop.home().join("game.html");
    let html = exported(Path::new(&template), text);
    std::fs::write(&page, html).expect("is written");
    let _browser = browser::open(&desktop, &format!("file://{}", page.display()));
    let summary = plays(&desktop, text);
    assert_eq!(summary.levels.len(), levels);
}

#[test]
fn five_levels_with_sliding_stones_on_the_original_page() {
    plays_on_the_original(&text(CURLING), 5);
}

#[test]
fn five_levels_with_an_action_on_the_original_page() {
    plays_on_the_original(&text(BEAR), 5);
}

#[test]
fn black_boards_with_messages_after_moves_on_the_original_page() {
    plays_on_the_original(BLACK, 2);
}

#[test]
fn levels_that_are_shown_screen_by_screen_on_the_original_page() {
    plays_on_the_original(&in_parts("flickscreen 6x4"), 3);
}

#[test]
fn levels_of_which_a_part_around_the_player_is_shown_on_the_original_page() {
    plays_on_the_original(&in_parts("zoomscreen 7x5"), 3);
}
