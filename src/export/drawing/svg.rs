//! SVG drawings.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use ecolor::Color32;
use rustc_hash::FxHasher;

use super::palette::{self, ToneColors};
use crate::game::{Level, Sprite, Tone};

/// Drawing under construction. Coordinates are pixels from its top left corner; a line or edge is a width and a colour.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    pub width: f32,
    pub height: f32,
    /// Text of the drawn level, stored in PNG files as [`PNG_LEVEL_KEYWORD`](crate::game::PNG_LEVEL_KEYWORD).
    pub level: Option<String>,
    /// Markup of the sprites used, by id; each is written once.
    symbols: BTreeMap<String, String>,
    body: String,
}

/// Position of a text relative to its anchor point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// To the right.
    Start,
    /// Centred.
    Middle,
    /// To the left.
    End,
}

impl Anchor {
    /// Signed distance from the anchor point towards the text.
    pub fn gap(self, distance: f32) -> f32 {
        match self {
            Self::Start => distance,
            Self::Middle => 0.0,
            Self::End => -distance,
        }
    }
}

fn hex(color: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r(), color.g(), color.b())
}

fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// SVG elements of a sprite in a square of 100 × 100 units, in the colours of a theme.
pub fn markup(sprite: Sprite, tone: Tone, dark: bool) -> String {
    let ToneColors { fill, ink } = palette::tone(tone, dark);
    let body = sprite.body.replace("{fill}", &hex(fill));
    body.replace("{ink}", &hex(ink))
}

/// Escapes text for XML; replaces control characters, which XML does not allow.
pub fn escape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\n' | '\t' => result.push(c),
            c if c.is_control() => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}

impl Drawing {
    /// Creates an empty drawing with a background, which may be transparent.
    pub fn new(width: f32, height: f32, background: Color32) -> Self {
        let mut drawing = Self {
            width,
            height,
            ..Self::default()
        };
        if background != Color32::TRANSPARENT {
            drawing.rect((0.0, 0.0), (width, height), 0.0, background);
        }
        drawing
    }

    /// Names the level that is drawn.
    #[must_use]
    pub fn with_level(mut self, level: &dyn Level) -> Self {
        self.level = Some(level.to_text());
        self
    }

    /// Adds a filled rectangle with rounded corners.
    pub fn rect(&mut self, at: (f32, f32), size: (f32, f32), radius: f32, fill: Color32) {
        self.rectangle(at, size, radius, &format!("fill=\"{}\"", hex(fill)));
    }

    pub fn frame(&mut self, at: (f32, f32), size: (f32, f32), radius: f32, line: (f32, Color32)) {
        let (width, color) = (number(line.0), hex(line.1));
        let paint = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"");
        self.rectangle(at, size, radius, &paint);
    }

    fn rectangle(&mut self, at: (f32, f32), size: (f32, f32), radius: f32, paint: &str) {
        let [x, y, width, height, rx] = [at.0, at.1, size.0, size.1, radius].map(number);
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{rx}\" {paint}/>"
        );
    }

    /// Adds a filled circle with an outline.
    pub fn disc(&mut self, at: (f32, f32), radius: f32, fill: Color32, edge: (f32, Color32)) {
        let [x, y, r, width] = [at.0, at.1, radius, edge.0].map(number);
        let (fill, color) = (hex(fill), hex(edge.1));
        let _ = writeln!(
            self.body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
        );
    }

    pub fn line(&mut self, points: &[(f32, f32)], line: (f32, Color32)) {
        self.body.push_str("<path d=\"");
        for (index, (x, y)) in points.iter().enumerate() {
            let verb = if index == 0 { 'M' } else { 'L' };
            let _ = write!(self.body, "{verb}{} {}", number(*x), number(*y));
        }
        self.stroke(line);
    }

    /// Adds a quadratic Bézier curve with control point `bend`.
    pub fn curve(
        &mut self,
        from: (f32, f32),
        bend: (f32, f32),
        to: (f32, f32),
        line: (f32, Color32),
        dashed: bool,
    ) {
        let [ax, ay, bx, by] = [from.0, from.1, bend.0, bend.1].map(number);
        let [cx, cy] = [to.0, to.1].map(number);
        let _ = write!(self.body, "<path d=\"M{ax} {ay}Q{bx} {by} {cx} {cy}");
        if dashed {
            self.body.push_str("\" stroke-dasharray=\"5 4");
        }
        self.stroke(line);
    }

    fn stroke(&mut self, line: (f32, Color32)) {
        let _ = writeln!(
            self.body,
            "\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>",
            hex(line.1),
            number(line.0)
        );
    }

    /// Adds the head of an arrow that comes from `from`.
    pub fn arrow_head(&mut self, from: (f32, f32), tip: (f32, f32), size: f32, fill: Color32) {
        let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
        let length = dx.hypot(dy).max(1e-3);
        let (dx, dy) = (dx / length * size, dy / length * size);
        let corner = |side: f32| (tip.0 - dx - side * dy * 0.45, tip.1 - dy + side * dx * 0.45);
        let ((ax, ay), (bx, by)) = (corner(1.0), corner(-1.0));
        let [ax, ay, bx, by] = [ax, ay, bx, by].map(number);
        let (x, y, fill) = (number(tip.0), number(tip.1), hex(fill));
        let _ = writeln!(
            self.body,
            "<path d=\"M{x} {y}L{ax} {ay}L{bx} {by}Z\" fill=\"{fill}\"/>"
        );
    }

    /// Adds a line of text, vertically centred at `at`.
    pub fn text(&mut self, at: (f32, f32), text: &str, size: f32, anchor: Anchor, fill: Color32) {
        if text.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // The baseline is about a third of the size below the middle of capitals.
        let [x, y, size] = [at.0, at.1 + 0.35 * size, size].map(number);
        let (fill, text) = (hex(fill), escape(text));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-family=\"Ubuntu, Hack, sans-serif\" font-size=\"{size}\" \
             text-anchor=\"{anchor}\" fill=\"{fill}\">{text}</text>"
        );
    }

    /// Starts a group with a tooltip.
    pub fn begin_group(&mut self, title: &str) {
        let _ = writeln!(self.body, "<g><title>{}</title>", escape(title));
    }

    pub fn end_group(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// Adds a sprite in a square, rotated clockwise by a number of quarter turns.
    pub fn sprite(
        &mut self,
        at: (f32, f32),
        side: f32,
        sprite: Sprite,
        (tone, dark): (Tone, bool),
        quarters: usize,
    ) {
        let body = markup(sprite, tone, dark);
        let mut hash = FxHasher::default();
        body.hash(&mut hash);
        let id = format!("s{:016x}", hash.finish());
        self.symbols.entry(id.clone()).or_insert(body);
        let [x, y, scale] = [at.0, at.1, side / 100.0].map(number);
        let turn = match quarters % 4 {
            0 => String::new(),
            turned => format!(" rotate({} 50 50)", 90 * turned),
        };
        let _ = writeln!(
            self.body,
            "<use href=\"#{id}\" transform=\"translate({x} {y}) scale({scale}){turn}\"/>"
        );
    }

    /// Adds another drawing, background included, with its top left corner at `at`.
    pub fn insert(&mut self, at: (f32, f32), other: &Self) {
        let symbols = other.symbols.iter();
        self.symbols
            .extend(symbols.map(|(id, body)| (id.clone(), body.clone())));
        let shift = format!("translate({} {})", number(at.0), number(at.1));
        let body = &other.body;
        let _ = writeln!(self.body, "<g transform=\"{shift}\">\n{body}</g>");
    }

    /// Extends the drawing to a larger size.
    #[must_use]
    pub fn extended(self, (width, height): (f32, f32), background: Color32) -> Self {
        if (self.width, self.height) == (width, height) {
            return self;
        }
        let mut larger = Self::new(width, height, background);
        larger.insert((0.0, 0.0), &self);
        larger
    }

    pub fn to_svg(&self) -> String {
        let mut symbols = String::new();
        for (id, body) in &self.symbols {
            let _ = writeln!(symbols, "<g id=\"{id}\">{body}</g>");
        }
        if !symbols.is_empty() {
            symbols = format!("<defs>\n{symbols}</defs>\n");
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n{symbols}{}</svg>\n",
            self.body,
            w = number(self.width),
            h = number(self.height),
        )
    }
}
