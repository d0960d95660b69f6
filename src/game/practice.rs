//! Stand-in games: a picture, keys and a clock, and no idea of windows.

use std::time::Duration;

/// A game that behaves like the real target. The practice window shows its picture, hands it
/// real key and pointer events and lets its clock run.
pub trait Practice: Send {
    /// Window title.
    fn title(&self) -> String;

    /// Picture size in pixels at scale 1, width × height.
    fn size(&self) -> (u32, u32);

    /// Something happened at the keyboard or pointer.
    fn input(&mut self, input: PracticeInput);

    /// Time goes on.
    fn tick(&mut self, elapsed: Duration);

    /// How long until the picture changes by itself, `None` while it stands still. The window
    /// sleeps until then or until the next input; [`Duration::ZERO`] is for things that move.
    fn next_change(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    /// Draws the picture, RGB, row by row, `3 × width × height` bytes.
    fn draw(&self, rgb: &mut [u8]);

    /// Whether the game was played to its end.
    fn finished(&self) -> bool;

    /// The picture as it is now, as [`Practice::draw`] draws it.
    fn picture(&self) -> Vec<u8> {
        let (width, height) = self.size();
        let mut rgb = vec![0; 3 * (width * height) as usize];
        self.draw(&mut rgb);
        rgb
    }

    /// A key goes down and up.
    fn type_key(&mut self, key: PracticeKey) {
        self.input(PracticeInput::KeyDown(key));
        self.input(PracticeInput::KeyUp(key));
    }

    /// Keys go down and up, one after the other; a blank is the space bar, a line break Enter.
    fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            self.type_key(match character {
                ' ' => PracticeKey::Space,
                '\n' => PracticeKey::Enter,
                other => PracticeKey::Char(other),
            });
        }
    }

    /// The pointer button goes down at one pixel and comes up at another.
    fn drag(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.input(PracticeInput::PointerMoved(from.0, from.1));
        self.input(PracticeInput::PointerDown(from.0, from.1));
        self.input(PracticeInput::PointerMoved(to.0, to.1));
        self.input(PracticeInput::PointerUp(to.0, to.1));
    }

    /// The pointer button goes down and up at a pixel.
    fn click(&mut self, at: (i32, i32)) {
        self.drag(at, at);
    }
}

/// What reaches a stand-in game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PracticeInput {
    /// A key goes down.
    KeyDown(PracticeKey),
    /// A key comes up.
    KeyUp(PracticeKey),
    /// The pointer is at this pixel of the picture.
    PointerMoved(i32, i32),
    /// The left pointer button goes down at this pixel.
    PointerDown(i32, i32),
    /// The left pointer button comes up at this pixel.
    PointerUp(i32, i32),
}

/// A key by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PracticeKey {
    /// A letter or digit, in lower case.
    Char(char),
    /// The space bar.
    Space,
    /// Enter.
    Enter,
    /// Backspace.
    Backspace,
    /// Escape.
    Escape,
    /// Arrow key.
    Up,
    /// Arrow key.
    Down,
    /// Arrow key.
    Left,
    /// Arrow key.
    Right,
}
