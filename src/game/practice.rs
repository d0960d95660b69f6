//! Contract of practice games: a picture, input and a clock, without windows.

use std::time::Duration;

/// Game that behaves like a real target. The practice window shows its picture, forwards input and advances its clock.
pub trait Practice: Send {
    fn title(&self) -> String;

    /// Size of the picture in pixels at scale 1, width × height.
    fn size(&self) -> (u32, u32);

    fn input(&mut self, input: PracticeInput);

    fn tick(&mut self, elapsed: Duration);

    /// Time until the picture changes without input; `None` if it does not, [`Duration::ZERO`] during an animation. The
    /// window sleeps until then or until the next input.
    fn next_change(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    /// Draws the picture as RGB, row by row, `3 × width × height` bytes.
    fn draw(&self, rgb: &mut [u8]);

    /// Returns whether the game is completed.
    fn finished(&self) -> bool;

    /// Current picture, as drawn by [`Practice::draw`].
    fn picture(&self) -> Vec<u8> {
        let (width, height) = self.size();
        let mut rgb = vec![0; 3 * (width * height) as usize];
        self.draw(&mut rgb);
        rgb
    }

    fn type_key(&mut self, key: PracticeKey) {
        self.input(PracticeInput::KeyDown(key));
        self.input(PracticeInput::KeyUp(key));
    }

    /// Types keys; a blank is the space bar, a line break is Enter.
    fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            self.type_key(match character {
                ' ' => PracticeKey::Space,
                '\n' => PracticeKey::Enter,
                other => PracticeKey::Char(other),
            });
        }
    }

    /// Presses the pointer button at one pixel and releases it at another.
    fn drag(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.input(PracticeInput::PointerMoved(from.0, from.1));
        self.input(PracticeInput::PointerDown(from.0, from.1));
        self.input(PracticeInput::PointerMoved(to.0, to.1));
        self.input(PracticeInput::PointerUp(to.0, to.1));
    }

    fn click(&mut self, at: (i32, i32)) {
        self.drag(at, at);
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PracticeInput {
    KeyDown(PracticeKey),
    KeyUp(PracticeKey),
    /// A pixel of the picture.
    PointerMoved(i32, i32),
    /// The left button, at a pixel.
    PointerDown(i32, i32),
    /// The left button, at a pixel.
    PointerUp(i32, i32),
}

/// A key by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PracticeKey {
    /// A letter or digit, in lower case.
    Char(char),
    Space,
    Enter,
    Backspace,
    Escape,
    Up,
    Down,
    Left,
    Right,
}
