//! A small target in this process: a window with the screen, the keys and the frame rate of the
//! real game, whose faults a test can control.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use planwright::autoplay::desktop::WindowId;
use planwright::game::{Button, Cell, Gesture, LevelRef, Position, Size};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ConnectionExt as _, CreateGCAux, ImageFormat, MapState, Window};
use x11rb::rust_connection::RustConnection;

use crate::draw::{Board, COLS, Enlarge, ROWS, Scene, enlarge, fill};
use crate::windows::{connect, open};

/// Keys with their codes on the display's keyboard: q a o p and space.
const KEYS: [(u8, char); 5] = [(24, 'q'), (38, 'a'), (32, 'o'), (33, 'p'), (65, ' ')];

/// How the target mishandles key presses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// Share of presses that are lost.
    pub lose: f64,
    /// Share of presses that count twice.
    pub double: f64,
}

/// The target's window; it closes when dropped.
pub struct Target {
    pub id: WindowId,
    end: Arc<AtomicBool>,
    solved: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Target {
    pub fn open(display: &str, levels: Vec<LevelRef>, scale: f32, faults: Faults) -> Self {
        let (conn, screen) = connect(display);
        let side = |n: f32| (n * scale).round() as u16;
        let place = (300, 200, side(320.0), side(240.0));
        let window = open(&conn, screen, ("fuse-sdl", "Fuse - 100%"), place);
        let end = Arc::new(AtomicBool::new(false));
        let solved = Arc::new(AtomicUsize::new(0));
        let game = Game {
            position: levels[0].start(),
            levels,
            level: 0,
            cursor: Cell::default(),
            pause: 0,
            random: fastrand::Rng::with_seed(1),
            faults,
        };
        let thread = std::thread::spawn({
            let (end, solved) = (end.clone(), solved.clone());
            move || run(&conn, window, game, &end, &solved)
        });
        Self {
            id: WindowId(window.into()),
            end,
            solved,
            thread: Some(thread),
        }
    }

    /// The number of levels solved.
    pub fn solved(&self) -> usize {
        self.solved.load(Ordering::Relaxed)
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Game {
    levels: Vec<LevelRef>,
    level: usize,
    position: Box<dyn Position>,
    cursor: Cell,
    /// Frames until the next level.
    pause: u32,
    random: fastrand::Rng,
    faults: Faults,
}

impl Game {
    fn press(&mut self, key: char) {
        let chance = self.random.f64();
        let times = if chance < self.faults.lose {
            0
        } else if chance < self.faults.lose + self.faults.double {
            2
        } else {
            1
        };
        for _ in 0..times {
            let mut go = |by| self.cursor = Size::new(ROWS, COLS).moved(self.cursor, by);
            match key {
                'q' => go((-1, 0)),
                'a' => go((1, 0)),
                'o' => go((0, -1)),
                'p' => go((0, 1)),
                _ => {
                    let gesture = Gesture::Click {
                        board: "field".to_owned(),
                        cell: self.cursor,
                        button: Button::Primary,
                    };
                    if let Some(mv) = self.position.interpret(&gesture) {
                        // A stamp on a stamped cell changes nothing.
                        let _ = self.position.apply(&mv);
                    }
                }
            }
        }
        if self.position.is_solved() {
            self.pause = 40;
        }
    }

    /// Computes one frame; returns whether anything changed.
    fn frame(&mut self, pressed: &[char]) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            if self.pause == 0 && self.level + 1 < self.levels.len() {
                self.level += 1;
                self.position = self.levels[self.level].start();
                self.cursor = Cell::default();
            } else if self.pause == 0 {
                self.pause = u32::MAX;
            }
            return true;
        }
        for key in pressed {
            self.press(*key);
        }
        !pressed.is_empty()
    }

    fn values(&self, board: &str) -> Board {
        let mut values = Board::default();
        for (row, line) in values.iter_mut().enumerate() {
            for (col, value) in line.iter_mut().enumerate() {
                let look = self.position.style(board, Cell::new(row, col));
                *value = look.value.parse().unwrap_or(0);
            }
        }
        values
    }

    fn picture(&self) -> image::RgbaImage {
        let scene = Scene {
            target: self.values("target"),
            field: self.values("field"),
            cursor: Some((self.cursor.row, self.cursor.col)),
            ..Scene::empty()
        };
        let mut picture = scene.draw();
        // Show the solved board for a moment, then clear the screen.
        if self.pause > 0 && self.pause < 30 {
            fill(&mut picture, 32, 24, 256, 192, [0, 0, 0]);
        }
        picture
    }
}

fn run(
    conn: &RustConnection,
    window: Window,
    mut game: Game,
    end: &AtomicBool,
    solved: &AtomicUsize,
) {
    let gc = conn.generate_id().expect("has ids");
    conn.create_gc(gc, window, &CreateGCAux::new())
        .expect("can be sent");
    let mut down: HashSet<u8> = HashSet::new();
    let mut polled: HashSet<u8> = HashSet::new();
    let mut size = (0, 0);
    let mut next = Instant::now();
    let mut dirty = true;
    while !end.load(Ordering::Relaxed) {
        while let Ok(Some(event)) = conn.poll_for_event() {
            match event {
                Event::KeyPress(event) => drop(down.insert(event.detail)),
                Event::KeyRelease(event) => drop(down.remove(&event.detail)),
                Event::ConfigureNotify(event) => size = (event.width, event.height),
                Event::Expose(_) => dirty = true,
                Event::Error(error) => panic!("the display refuses: {error:?}"),
                _ => {}
            }
        }
        // Read the keys once per frame, as the real game does.
        let pressed: Vec<char> = KEYS
            .iter()
            .filter(|(code, _)| down.contains(code) && !polled.contains(code))
            .map(|(_, key)| *key)
            .collect();
        polled.clone_from(&down);
        dirty |= game.frame(&pressed);
        let finished = game.level + usize::from(game.position.is_solved());
        solved.store(finished, Ordering::Relaxed);
        if dirty && size != (0, 0) {
            show(conn, window, gc, size, &game.picture());
            dirty = false;
        }
        next += Duration::from_millis(20);
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
    }
    let _ = conn.destroy_window(window);
    let _ = conn.flush();
}

/// Fills the window with the picture, centred, at the largest scale that fits.
fn show(
    conn: &RustConnection,
    window: Window,
    gc: u32,
    (width, height): (u16, u16),
    picture: &image::RgbaImage,
) {
    let attributes = conn.get_window_attributes(window).expect("can be sent");
    if attributes
        .reply()
        .is_ok_and(|a| a.map_state != MapState::VIEWABLE)
    {
        return;
    }
    let scale = (f32::from(width) / 320.0).min(f32::from(height) / 240.0);
    let large = enlarge(picture, scale, Enlarge::Squares);
    let left = (i64::from(width) - i64::from(large.width())) / 2;
    let top = (i64::from(height) - i64::from(large.height())) / 2;
    let black = image::Rgba([0, 0, 0, 255]);
    let mut whole = image::RgbaImage::from_pixel(width.into(), height.into(), black);
    image::imageops::replace(&mut whole, &large, left, top);
    let line = usize::from(width) * 4;
    let rows = (200_000 / line.max(1)).max(1);
    for (index, part) in whole.as_raw().chunks(rows * line).enumerate() {
        let bgrx: Vec<u8> = part
            .chunks_exact(4)
            .flat_map(|pixel| [pixel[2], pixel[1], pixel[0], 0])
            .collect();
        let (y, height) = ((index * rows) as i16, (part.len() / line) as u16);
        conn.put_image(
            ImageFormat::Z_PIXMAP,
            window,
            gc,
            width,
            height,
            0,
            y,
            0,
            24,
            &bgrx,
        )
        .expect("can be sent");
    }
    conn.flush().expect("can be sent");
}
