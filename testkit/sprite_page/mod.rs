//! A web page on this computer on which a game with sprites is played, as it is on the pages that authors publish: a
//! title, messages that wait for a key, levels one after the other or the part of them that is in view, and what a move
//! does step by step. The rules are those of this program, each cell is drawn with the sprite of its look.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use planwright::game::{LevelRef, Move, Position, Region, Scrolling};
use planwright::games;
use serde::Serialize;

/// Every so many keys are not heard.
const LOSES: usize = 11;
/// How long each step of a move is shown, and a level that is won.
const STEP_MS: u32 = 70;
const WON_MS: u32 = 400;

/// A page that is served until the process ends.
pub struct SpritePage {
    pub address: String,
    played: Arc<Mutex<Played>>,
}

/// What is known of the play so far.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The entries that were won, from 1.
    pub won: Vec<usize>,
    /// Pages that were turned: titles and messages.
    pub turned: Vec<String>,
    /// Keys that were not heard.
    pub lost: usize,
}

impl SpritePage {
    /// Serves a page with the game of this text.
    pub fn serve(text: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("has a port");
        let address = listener.local_addr().expect("is bound");
        let played = Arc::<Mutex<Played>>::default();
        let game = Arc::new(Mutex::new(Game::of(text, played.clone())));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Browsers open connections that they may never use.
                let game = game.clone();
                thread::spawn(move || answer(stream, &game));
            }
        });
        Self {
            address: format!("http://{address}/"),
            played,
        }
    }

    /// What is known of the play so far.
    pub fn played(&self) -> Played {
        self.played.lock().expect("not poisoned").clone()
    }
}

/// What the page shows.
#[derive(Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum Scene {
    Page {
        page: String,
    },
    Board {
        width: usize,
        height: usize,
        dots: Vec<String>,
        /// Width and height of the screen in whose upper left corner it lies.
        screen: [usize; 2],
    },
}

#[derive(Serialize)]
struct Shown {
    scene: Scene,
    ms: u32,
}

struct Game {
    page: String,
    title: String,
    /// How much of a level is shown, if it is not all.
    view: Option<Scrolling>,
    first: LevelRef,
    /// The entry at hand, and play in it; none on the title page.
    at: Option<(LevelRef, Box<dyn Position>)>,
    /// Messages before the level goes on.
    says: VecDeque<String>,
    keys: usize,
    played: Arc<Mutex<Played>>,
}

impl Game {
    fn of(text: &str, played: Arc<Mutex<Played>>) -> Self {
        let game = games::by_id("puzzlescript").expect("is registered");
        let level = game.parse_text(text).expect("is a game");
        let sheet = level.sprites().expect("has sprites").expect("can be drawn");
        let hex = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
        let page = include_str!("page.html")
            .replace("TITLE", &sheet.title)
            .replace("BEHIND", &hex(sheet.background))
            .replace("INK", &hex(sheet.ink));
        Self {
            page,
            title: sheet.title,
            view: sheet.scrolled.map(|parted| parted.scrolling),
            first: level.sibling(1).expect("has an entry"),
            at: None,
            says: VecDeque::new(),
            keys: 0,
            played,
        }
    }

    /// What is shown after a key, one after the other.
    fn key(&mut self, key: &str) -> Vec<Shown> {
        self.keys += 1;
        if key != "none" && self.keys.is_multiple_of(LOSES) {
            self.told(|played| played.lost += 1);
            return self.rest(Vec::new());
        }
        if let Scene::Page { page } = self.scene() {
            if key == "x" {
                self.told(|played| played.turned.push(page));
                self.turn();
            }
            return self.rest(Vec::new());
        }
        let mv = match key {
            "ArrowUp" => "up",
            "ArrowDown" => "down",
            "ArrowLeft" => "left",
            "ArrowRight" => "right",
            "x" => "action",
            "r" => "restart",
            "z" => "undo",
            _ => return self.rest(Vec::new()),
        };
        let steps = self.play(&Move::new(mv));
        self.rest(steps)
    }

    fn told(&self, tell: impl FnOnce(&mut Played)) {
        tell(&mut self.played.lock().expect("not poisoned"));
    }

    /// These scenes, and then what stays.
    fn rest(&self, mut steps: Vec<Shown>) -> Vec<Shown> {
        steps.push(Shown {
            scene: self.scene(),
            ms: 0,
        });
        steps
    }

    fn scene(&self) -> Scene {
        let page = |text: &str| Scene::Page {
            page: text.to_owned(),
        };
        match (&self.at, self.says.front()) {
            (_, Some(says)) => page(says),
            (None, _) => page(&self.title),
            (Some((level, position)), None) => match level.message() {
                Some(message) => page(message),
                None => board(position.as_ref(), self.view),
            },
        }
    }

    fn turn(&mut self) {
        if self.says.pop_front().is_some() {
            return;
        }
        match &self.at {
            None => self.enter(Some(self.first.clone())),
            Some(_) => self.next(),
        }
    }

    /// Goes on to the next entry, or back to the title.
    fn next(&mut self) {
        let at = self.at.as_ref();
        let next = at.and_then(|(level, _)| level.sibling(level.number()? + 1));
        self.enter(next);
    }

    fn enter(&mut self, level: Option<LevelRef>) {
        self.at = level.map(|level| {
            let position = level.start();
            (level, position)
        });
    }

    /// Makes a move, and tells what is shown until its end.
    fn play(&mut self, mv: &Move) -> Vec<Shown> {
        let view = self.view;
        let Some((level, position)) = &mut self.at else {
            return Vec::new();
        };
        let mut scenes = vec![board(position.as_ref(), view)];
        for step in position.trace(mv) {
            let scene = board(step.position.as_ref(), view);
            if !scenes.contains(&scene) {
                scenes.push(scene);
            }
        }
        scenes.remove(0);
        let shown = |(scene, ms)| Shown { scene, ms };
        let mut steps: Vec<Shown> = scenes.into_iter().map(|it| shown((it, STEP_MS))).collect();
        if position.apply(mv).is_err() {
            return steps;
        }
        self.says.extend(position.message().map(str::to_owned));
        if position.is_solved() {
            steps.push(shown((board(position.as_ref(), view), WON_MS)));
            let number = level.number().expect("is an entry");
            self.told(|played| played.won.push(number));
            self.next();
        }
        steps
    }
}

/// Answers one request. The browser may disconnect at any time.
fn answer(stream: TcpStream, game: &Mutex<Game>) {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    if reader.read_line(&mut request).is_err() {
        return;
    }
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        line.clear();
    }
    let mut game = game.lock().expect("not poisoned");
    let path = request.split(' ').nth(1).unwrap_or_default();
    let (kind, body) = match path.strip_prefix("/key/") {
        Some(key) => {
            let shown = game.key(key);
            let json = serde_json::to_string(&shown).expect("has a form");
            ("application/json", json)
        }
        None if path == "/" => ("text/html", game.page.clone()),
        None => ("text/plain", String::new()),
    };
    let _ = write!(
        reader.into_inner(),
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
}

/// The pixels of what is shown of a board, from the sprites of its cells' looks.
fn board(position: &dyn Position, view: Option<Scrolling>) -> Scene {
    const SIDE: usize = 5;
    let info = position.boards().into_iter().next().expect("has a board");
    let part = position.viewport(info.id);
    let part = part.unwrap_or_else(|| Region::full(info.size));
    let (width, height) = (part.size.cols * SIDE, part.size.rows * SIDE);
    let mut dots = vec![String::new(); width * height];
    for cell in part.size.cells() {
        let look = position.style(info.id, part.cell(cell));
        let art = look.art.expect("has a picture");
        for rect in art.fixed.expect("has a sprite").body.split("<rect").skip(1) {
            let number = |name: &str| -> usize {
                let value = attribute(rect, name).parse::<f64>().expect("a number");
                (value * SIDE as f64 / 100.0).round() as usize
            };
            let row = cell.row * SIDE + number("y");
            let first = row * width + cell.col * SIDE + number("x");
            for dot in &mut dots[first..first + number("width")] {
                attribute(rect, "fill").clone_into(dot);
            }
        }
    }
    let screen = view.map_or(info.size, |view| view.size);
    Scene::Board {
        width,
        height,
        dots,
        screen: [screen.cols * SIDE, screen.rows * SIDE],
    }
}

fn attribute<'a>(rect: &'a str, name: &str) -> &'a str {
    let (_, rest) = rect.split_once(&format!(" {name}=\"")).expect("is there");
    rest.split('"').next().expect("has an end")
}
