//! A world that is played by a script, for tests: a game that loses, doubles and delays presses,
//! windows that close, cover each other and take the focus, a clock that costs no time.
//!
//! The game is any game of the registry whose moves are actions on cells; its rules are the
//! game's own. Pictures are codes for [`ScriptedReader`], one pixel a cell.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use image::{Rgba, RgbaImage};

use crate::game::{
    BoardInfo, BoardReading, Button, Cell, CellReading, Gesture, Grid, Level, LevelRef, Position,
    Reading, Size,
};
use crate::vision::{
    Action, AfterLevel, BlankLook, BoardRule, CellRule, ColourRule, Controls, CursorKeys,
    CursorRule, CursorStart, Input as Press, Key, OTHER_PHASE, PLAYING_PHASE, Pacing, PictureRule,
    Place, Profile, ScaleRule, ScreenReading, StartRule, StartStep, VERSION, VisionError,
    WindowRule,
};

use super::reader::Reader;
use super::world::{
    Bounds, Clock, Emergency, Focus, Input, Screen, Signal, WindowId, WindowInfo, WorldError,
};

/// The game's window.
pub const TARGET: WindowId = WindowId(1);
/// Some other window.
pub const OTHER: WindowId = WindowId(2);

/// How the world behaves.
#[derive(Clone, Debug)]
pub struct Script {
    /// Share of presses that have no effect, 0 to 1.
    pub lose: f64,
    /// Share of presses that have their effect twice, 0 to 1.
    pub double: f64,
    /// Shortest and longest time from a press to its effect.
    pub delay: (Duration, Duration),
    /// From the first effect of a doubled press to the second.
    pub echo: Duration,
    /// A key let up before this has no effect.
    pub least_hold: Duration,
    /// Share of pictures taken halfway through drawing, 0 to 1.
    pub torn: f64,
    /// How the randomness begins.
    pub seed: u64,
    /// Whether the game begins on its title page.
    pub title: bool,
    /// Whether it is played by clicks instead of keys.
    pub pointer: bool,
    /// What happens when; in the order of time.
    pub happenings: Vec<(Duration, Happening)>,
}

impl Default for Script {
    fn default() -> Self {
        let ms = Duration::from_millis;
        Self {
            lose: 0.0,
            double: 0.0,
            delay: (ms(15), ms(35)),
            echo: ms(20),
            least_hold: ms(10),
            torn: 0.0,
            seed: 1,
            title: false,
            pointer: false,
            happenings: Vec::new(),
        }
    }
}

/// Something that happens without being asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// Another window takes the focus.
    TakeFocus,
    /// The game's window is closed.
    Close,
    /// The game is started again; it shows the level it was at, at its start.
    Reopen,
    /// The game's window is minimised or brought back.
    Minimise(bool),
    /// The person means stop, or no longer does.
    Stop(Option<Signal>),
    /// Somebody else acts on a cell.
    Meddle(Cell),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Effect {
    Key(Key),
    Click(Cell),
}

struct Inner {
    script: Script,
    profile: Arc<Profile>,
    now: Duration,
    random: u64,
    levels: Vec<LevelRef>,
    level: usize,
    position: Box<dyn Position>,
    cursor: Cell,
    /// When it gets its next phase, and which.
    phases: VecDeque<(Duration, &'static str)>,
    phase: &'static str,
    title_steps: usize,
    effects: VecDeque<(Duration, Effect)>,
    held: Vec<(Key, Duration)>,
    open: bool,
    minimised: bool,
    active: Option<WindowId>,
    activating: Option<Duration>,
    stop: Option<Signal>,
    sent: Vec<(Duration, WindowId)>,
    refused: usize,
    values: Vec<String>,
}

/// The scripted world. Clones share it, so a test can look at what has happened.
#[derive(Clone)]
pub struct Scripted(Arc<Mutex<Inner>>);

/// Reads the scripted world's pictures.
pub struct ScriptedReader(Scripted);

impl Scripted {
    /// A world with these levels, of one game and one size.
    ///
    /// # Panics
    /// Without levels.
    pub fn new(script: Script, levels: Vec<LevelRef>) -> Self {
        let position = levels[0].start();
        let profile = Arc::new(profile(levels[0].as_ref(), position.as_ref(), &script));
        let phase = if script.title { "title" } else { PLAYING_PHASE };
        Self(Arc::new(Mutex::new(Inner {
            random: script.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            script,
            profile,
            now: Duration::ZERO,
            levels,
            level: 0,
            position,
            cursor: Cell::default(),
            phases: VecDeque::new(),
            phase,
            title_steps: 0,
            effects: VecDeque::new(),
            held: Vec::new(),
            open: true,
            minimised: false,
            active: Some(OTHER),
            activating: None,
            stop: None,
            sent: Vec::new(),
            refused: 0,
            values: Vec::new(),
        })))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The profile that fits it.
    pub fn profile(&self) -> Arc<Profile> {
        self.inner().profile.clone()
    }

    /// A reader of its pictures.
    pub fn reader(&self) -> ScriptedReader {
        ScriptedReader(self.clone())
    }

    /// How many levels were solved.
    pub fn solved(&self) -> usize {
        self.inner().level
    }

    /// Keys that are down now.
    pub fn held(&self) -> Vec<Key> {
        self.inner().held.iter().map(|(key, _)| *key).collect()
    }

    /// Every key and click that was sent: when, and to which window it went.
    pub fn sent(&self) -> Vec<(Duration, WindowId)> {
        self.inner().sent.clone()
    }

    /// Inputs that were refused because the window was not active.
    pub fn refused(&self) -> usize {
        self.inner().refused
    }

    /// Lets something happen now.
    pub fn happen(&self, happening: &Happening) {
        self.inner().happen(happening);
    }
}

/// The boards that the game's screen has. Where a board tells all, that is the one.
fn shown(game: &str, position: &dyn Position) -> Vec<BoardInfo> {
    let info = crate::games::by_id(game).map(|game| game.info());
    let only = info
        .filter(|info| info.memoryless)
        .map(|info| info.level_board);
    let mut boards = position.boards();
    boards.retain(|board| only.is_none_or(|only| board.id == only));
    boards
}

fn profile(level: &dyn Level, position: &dyn Position, script: &Script) -> Profile {
    let boards = shown(level.game_id(), position);
    let rule = |id: &str, size: Size, index: usize| BoardRule {
        id: id.to_owned(),
        rows: size.rows,
        cols: size.cols,
        origin: (0, 1000 * u32::try_from(index).unwrap_or(0)),
        pitch: (1, 1),
        cell: (1, 1),
        values: CellRule::Colour(ColourRule {
            at: vec![(0, 0)],
            classes: Vec::new(),
            tolerance: 0,
            blank: String::new(),
            blank_if_same_as: None,
        }),
        lines: None,
        trim: false,
        blanks: BlankLook::Any,
    };
    let moves = position.legal_moves(1);
    let intents = moves.first().map(|mv| position.intents(mv));
    let actions = intents
        .into_iter()
        .flatten()
        .filter_map(|intent| match intent {
            crate::game::Intent::Act { action, .. } => Some(Action {
                name: action.to_owned(),
                input: if script.pointer {
                    Press::Click
                } else {
                    Press::Press(Key::Space)
                },
            }),
            _ => None,
        });
    let cursor_board = boards.first().map_or("", |board| board.id);
    Profile {
        version: VERSION,
        id: "scripted".to_owned(),
        title: "Scripted".to_owned(),
        game: level.game_id().to_owned(),
        notes: String::new(),
        window: WindowRule {
            apps: vec!["scripted".to_owned()],
            titles: Vec::new(),
        },
        picture: PictureRule {
            size: (1, 1),
            scale: ScaleRule::default(),
            palette: Vec::new(),
            tolerance: 0,
            palette_share: 0.0,
        },
        grid: None,
        squares: None,
        isometric: None,
        properties: level
            .properties()
            .into_iter()
            .map(|property| (property.key.to_owned(), property.value))
            .collect(),
        boards: boards
            .iter()
            .enumerate()
            .map(|(index, board)| rule(board.id, board.size, index))
            .collect(),
        cursor: Some(CursorRule::OneColour {
            board: cursor_board.to_owned(),
            at: Vec::new(),
            tolerance: 0,
        }),
        phases: Vec::new(),
        doubtful_below: 0.5,
        controls: Some(Controls {
            cursor: Some(CursorKeys {
                up: Key::Char('q'),
                down: Key::Char('a'),
                left: Key::Char('o'),
                right: Key::Char('p'),
                wraps: false,
                start: CursorStart::Unknown,
            }),
            actions: actions.collect(),
            controls: Vec::new(),
            undo: None,
            after_level: AfterLevel::Automatic,
            levels: None,
            pacing: Pacing {
                level_timeout_ms: 5000,
                confirm_timeout_ms: 500,
                ..Pacing::default()
            },
        }),
        start: script.title.then(|| StartRule {
            command: Vec::new(),
            file: None,
            steps: vec![
                StartStep::Press(Key::Space),
                StartStep::Pause(200),
                StartStep::Press(Key::Enter),
                StartStep::Await {
                    phase: PLAYING_PHASE.to_owned(),
                    timeout_ms: 3000,
                },
            ],
        }),
    }
}

impl Inner {
    /// A number from 0 to 1 (xorshift; good enough to lose keys with).
    fn chance(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Lets time pass, and all that is due in it happen, in order.
    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        loop {
            let next = [
                self.effects.front().map(|(at, _)| *at),
                self.script.happenings.first().map(|(at, _)| *at),
                self.phases.front().map(|(at, _)| *at),
                self.activating,
            ];
            let Some(next) = next.into_iter().flatten().min().filter(|at| *at <= end) else {
                break;
            };
            self.now = self.now.max(next);
            if self.activating == Some(next) {
                self.activating = None;
                self.active = self.open.then_some(TARGET).or(self.active);
                self.minimised = false;
            } else if self.phases.front().is_some_and(|(at, _)| *at == next) {
                if let Some((_, phase)) = self.phases.pop_front() {
                    self.enter(phase);
                }
            } else if self.effects.front().is_some_and(|(at, _)| *at == next) {
                if let Some((_, effect)) = self.effects.pop_front() {
                    self.take_effect(effect);
                }
            } else {
                let (_, happening) = self.script.happenings.remove(0);
                self.happen(&happening);
            }
        }
        self.now = end;
    }

    fn enter(&mut self, phase: &'static str) {
        self.phase = phase;
        if phase == "between" {
            self.level += 1;
        }
        if phase == PLAYING_PHASE
            && let Some(level) = self.levels.get(self.level)
        {
            self.position = level.start();
        }
    }

    fn happen(&mut self, happening: &Happening) {
        match happening {
            Happening::TakeFocus => self.active = Some(OTHER),
            Happening::Close => {
                self.open = false;
                self.active = Some(OTHER);
                self.effects.clear();
            }
            Happening::Reopen => {
                self.open = true;
                self.enter(PLAYING_PHASE);
                self.cursor = Cell::default();
            }
            Happening::Minimise(minimised) => {
                self.minimised = *minimised;
                if *minimised {
                    self.active = None;
                }
            }
            Happening::Stop(signal) => self.stop = *signal,
            Happening::Meddle(cell) => self.act(*cell),
        }
    }

    fn take_effect(&mut self, effect: Effect) {
        if !self.open {
            return;
        }
        if self.phase == "title" {
            let steps = [Key::Space, Key::Enter];
            if effect == Effect::Key(steps[self.title_steps.min(1)]) {
                self.title_steps += 1;
                if self.title_steps == 2 {
                    let at = self.now + Duration::from_millis(400);
                    self.phases.push_back((at, PLAYING_PHASE));
                    self.phase = "starting";
                }
            }
            return;
        }
        if self.phase != PLAYING_PHASE {
            return;
        }
        let Some(size) = self.position.boards().first().map(|board| board.size) else {
            return;
        };
        match effect {
            Effect::Click(cell) => self.act(cell),
            Effect::Key(Key::Char('q')) => self.cursor.row = self.cursor.row.saturating_sub(1),
            Effect::Key(Key::Char('a')) => {
                self.cursor.row = (self.cursor.row + 1).min(size.rows - 1);
            }
            Effect::Key(Key::Char('o')) => self.cursor.col = self.cursor.col.saturating_sub(1),
            Effect::Key(Key::Char('p')) => {
                self.cursor.col = (self.cursor.col + 1).min(size.cols - 1);
            }
            Effect::Key(Key::Space) => self.act(self.cursor),
            Effect::Key(_) => {}
        }
    }

    fn act(&mut self, cell: Cell) {
        let boards = self.position.boards();
        let Some(board) = boards.first() else {
            return;
        };
        let gesture = Gesture::Click {
            board: board.id.to_owned(),
            cell,
            button: Button::Primary,
        };
        if let Some(mv) = self.position.interpret(&gesture) {
            // A refused move changes nothing, as on the target.
            let _ = self.position.apply(&mv);
        }
        if self.position.is_solved() && self.phases.is_empty() {
            let ms = Duration::from_millis;
            self.phases.push_back((self.now + ms(150), "between"));
            if self.level + 1 < self.levels.len() {
                self.phases.push_back((self.now + ms(700), PLAYING_PHASE));
            }
        }
    }

    fn press(&mut self, effect: Effect) {
        self.sent.push((self.now, TARGET));
        if self.chance() < self.script.lose {
            return;
        }
        let (least, most) = self.script.delay;
        let delay = least + (most - least).mul_f64(self.chance());
        // In the order in which they were pressed.
        let last = self.effects.back().map(|(at, _)| *at).unwrap_or_default();
        let at = (self.now + delay).max(last);
        self.effects.push_back((at, effect));
        if self.chance() < self.script.double {
            self.effects.push_back((at + self.script.echo, effect));
        }
    }

    fn check(&mut self, target: WindowId) -> Result<(), WorldError> {
        // Time passes between the caller's look at the focus and the input.
        self.pass(Duration::from_micros(200));
        if !self.open {
            self.refused += 1;
            return Err(WorldError::WindowGone);
        }
        if self.active == Some(target) && target == TARGET {
            return Ok(());
        }
        self.refused += 1;
        Err(WorldError::NotActive)
    }

    /// The code of a value in pictures.
    fn code(&mut self, value: &str) -> u8 {
        let known = self.values.iter().position(|known| known == value);
        let index = known.unwrap_or_else(|| {
            self.values.push(value.to_owned());
            self.values.len() - 1
        });
        u8::try_from(index).unwrap_or(u8::MAX)
    }
}

impl Screen for Scripted {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, WorldError> {
        let mut windows = Vec::new();
        for id in [OTHER, TARGET] {
            windows.extend(self.window(id)?);
        }
        Ok(windows)
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, WorldError> {
        let inner = self.inner();
        let info = |title: &str, app: &str| WindowInfo {
            id,
            title: title.to_owned(),
            app: app.to_owned(),
            pid: None,
            client: Bounds::default(),
            minimised: inner.minimised && id == TARGET,
        };
        Ok(match id {
            TARGET if inner.open => Some(info("Game", "scripted")),
            OTHER => Some(info("Letters", "editor")),
            _ => None,
        })
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, WorldError> {
        let mut inner = self.inner();
        inner.pass(Duration::from_millis(2));
        if id != TARGET || !inner.open {
            return Err(WorldError::WindowGone);
        }
        if inner.minimised {
            return Err(WorldError::NoPicture("it is minimised".to_owned()));
        }
        let torn = inner.chance() < inner.script.torn;
        let phase = match inner.phase {
            PLAYING_PHASE if torn => 2,
            PLAYING_PHASE => 1,
            "between" => 3,
            _ => 4,
        };
        let byte = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let mut pixels = vec![[phase, byte(inner.cursor.row), byte(inner.cursor.col)]];
        for board in shown(inner.profile.game.as_str(), inner.position.as_ref()) {
            for cell in board.size.cells() {
                let look = inner.position.look(board.id, cell);
                let code = inner.code(&look.value);
                pixels.push([code, 0, 0]);
            }
        }
        let mut image = RgbaImage::new(u32::try_from(pixels.len()).unwrap_or(1), 1);
        for (pixel, [r, g, b]) in image.pixels_mut().zip(pixels) {
            *pixel = Rgba([r, g, b, 255]);
        }
        Ok(image)
    }
}

impl Reader for ScriptedReader {
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError> {
        let inner = self.0.inner();
        let mut pixels = picture.pixels().map(|pixel| pixel.0);
        let [phase, row, col, _] = pixels.next().unwrap_or_default();
        let phase = match phase {
            1 => PLAYING_PHASE,
            2 => OTHER_PHASE,
            3 => "between",
            _ => "title",
        };
        let sure = |value: String| CellReading {
            value,
            confidence: 1.0,
            runner_up: None,
        };
        let mut reading = Reading::default();
        if phase == PLAYING_PHASE {
            for board in &inner.profile.boards {
                let size = Size::new(board.rows, board.cols);
                let cells = pixels.by_ref().take(size.area());
                let cells = cells.map(|[code, ..]| {
                    let value = inner.values.get(usize::from(code));
                    sure(value.cloned().unwrap_or_default())
                });
                reading.boards.push(BoardReading {
                    id: board.id.clone(),
                    cells: Grid::from_cells(size, cells.collect())
                        .unwrap_or_else(|| Grid::filled(size, sure(String::new()))),
                });
            }
            let properties = inner.profile.properties.iter();
            reading.properties = properties.map(|(k, v)| (k.clone(), v.clone())).collect();
            reading.cursor = Some(CellReading {
                value: Cell::new(row.into(), col.into()),
                confidence: 1.0,
                runner_up: None,
            });
        }
        Ok(ScreenReading {
            phase: phase.to_owned(),
            reading,
            place: Place {
                x: 0.0,
                y: 0.0,
                scale: 1.0,
                scale_y: 1.0,
            },
            whole: true,
            spots: std::collections::BTreeMap::new(),
            doubtful_below: 0.5,
            why_no_boards: (phase == OTHER_PHASE).then(|| "halfway drawn".to_owned()),
        })
    }
}

impl Input for Scripted {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), WorldError> {
        let mut inner = self.inner();
        inner.check(target)?;
        let now = inner.now;
        inner.held.push((key, now));
        inner.press(Effect::Key(key));
        Ok(())
    }

    fn key_up(&mut self, key: Key) -> Result<(), WorldError> {
        let mut inner = self.inner();
        let (now, least) = (inner.now, inner.script.least_hold);
        if let Some(index) = inner.held.iter().position(|(held, _)| *held == key) {
            let (_, since) = inner.held.remove(index);
            if now - since < least {
                inner
                    .effects
                    .retain(|(at, effect)| *at <= now || *effect != Effect::Key(key));
            }
        }
        Ok(())
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        _button: Button,
    ) -> Result<(), WorldError> {
        let mut inner = self.inner();
        inner.check(target)?;
        let pixel = |n: i32| u32::try_from(n).unwrap_or(u32::MAX);
        let (x, y) = (pixel(at.0), pixel(at.1));
        let hit = inner
            .profile
            .boards
            .first()
            .and_then(|board| board.cell_at(x, y));
        if let Some((row, col)) = hit {
            inner.press(Effect::Click(Cell { row, col }));
        }
        Ok(())
    }

    fn drag_to(&mut self, target: WindowId, _at: (i32, i32)) -> Result<(), WorldError> {
        self.inner().check(target)
    }

    fn button_up(&mut self, _button: Button) -> Result<(), WorldError> {
        Ok(())
    }

    fn can_press(&mut self, _key: Key) -> Result<(), WorldError> {
        Ok(())
    }
}

impl Focus for Scripted {
    fn active(&mut self) -> Result<Option<WindowId>, WorldError> {
        let mut inner = self.inner();
        inner.pass(Duration::from_micros(100));
        Ok(inner.active)
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WorldError> {
        let mut inner = self.inner();
        if id == TARGET && inner.open {
            inner.activating = Some(inner.now + Duration::from_millis(150));
        }
        Ok(())
    }
}

impl Clock for Scripted {
    fn now(&mut self) -> Duration {
        let mut inner = self.inner();
        // Nothing can wait for ever without time passing.
        inner.pass(Duration::from_micros(1));
        inner.now
    }

    fn sleep(&mut self, time: Duration) {
        self.inner().pass(time);
    }
}

impl Emergency for Scripted {
    fn signal(&mut self) -> Result<Option<Signal>, WorldError> {
        let mut inner = self.inner();
        inner.pass(Duration::from_micros(100));
        Ok(inner.stop)
    }

    fn signals(&self) -> Vec<(Signal, &'static str)> {
        vec![
            (Signal::Hotkey, "the hotkey"),
            (Signal::Corner, "the corner"),
        ]
    }
}
