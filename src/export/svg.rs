//! A drawing in SVG: shapes by their places, texts escaped.

use std::fmt::Write as _;

use ecolor::Color32;

/// A drawing under construction; places are in pixels from its top left corner.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// In pixels.
    pub width: f32,
    /// In pixels.
    pub height: f32,
    body: String,
}

/// Where a text stands relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// To the right of it.
    Start,
    /// On both sides of it.
    Middle,
    /// To the left of it.
    End,
}

impl Anchor {
    /// A distance from the place on the side of the text.
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

/// A number with at most two decimals.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text for XML. Control characters have no place there.
fn escape(text: &str) -> String {
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
    /// An empty drawing on a ground.
    pub fn new(width: f32, height: f32, ground: Color32) -> Self {
        let mut drawing = Self {
            width,
            height,
            body: String::new(),
        };
        drawing.rect((0.0, 0.0), (width, height), 0.0, ground);
        drawing
    }

    /// A filled rectangle with round corners.
    pub fn rect(&mut self, at: (f32, f32), size: (f32, f32), radius: f32, fill: Color32) {
        self.body.push_str("<rect");
        self.place(at, size);
        let _ = writeln!(
            self.body,
            " rx=\"{}\" fill=\"{}\"/>",
            number(radius),
            hex(fill)
        );
    }

    /// A rectangle's frame.
    pub fn frame(&mut self, at: (f32, f32), size: (f32, f32), radius: f32, line: (f32, Color32)) {
        self.body.push_str("<rect");
        self.place(at, size);
        let _ = writeln!(
            self.body,
            " rx=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
            number(radius),
            hex(line.1),
            number(line.0)
        );
    }

    fn place(&mut self, at: (f32, f32), size: (f32, f32)) {
        let _ = write!(
            self.body,
            " x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            number(at.0),
            number(at.1),
            number(size.0),
            number(size.1)
        );
    }

    /// A disc with an edge.
    pub fn disc(&mut self, at: (f32, f32), radius: f32, fill: Color32, edge: (f32, Color32)) {
        let _ = writeln!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
            number(at.0),
            number(at.1),
            number(radius),
            hex(fill),
            hex(edge.1),
            number(edge.0)
        );
    }

    /// An open line through several places.
    pub fn line(&mut self, places: &[(f32, f32)], line: (f32, Color32)) {
        self.body.push_str("<path d=\"");
        for (index, (x, y)) in places.iter().enumerate() {
            let verb = if index == 0 { 'M' } else { 'L' };
            let _ = write!(self.body, "{verb}{} {}", number(*x), number(*y));
        }
        self.stroke(line);
    }

    /// A curve from one place to another, bent towards a third.
    pub fn curve(
        &mut self,
        from: (f32, f32),
        bend: (f32, f32),
        to: (f32, f32),
        line: (f32, Color32),
        dashed: bool,
    ) {
        let _ = write!(
            self.body,
            "<path d=\"M{} {}Q{} {} {} {}",
            number(from.0),
            number(from.1),
            number(bend.0),
            number(bend.1),
            number(to.0),
            number(to.1)
        );
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

    /// A filled triangle: the head of an arrow that comes from `from`.
    pub fn arrow_head(&mut self, from: (f32, f32), tip: (f32, f32), size: f32, fill: Color32) {
        let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
        let length = dx.hypot(dy).max(1e-3);
        let (dx, dy) = (dx / length * size, dy / length * size);
        let corner = |side: f32| (tip.0 - dx - side * dy * 0.45, tip.1 - dy + side * dx * 0.45);
        let ((ax, ay), (bx, by)) = (corner(1.0), corner(-1.0));
        let _ = writeln!(
            self.body,
            "<path d=\"M{} {}L{} {}L{} {}Z\" fill=\"{}\"/>",
            number(tip.0),
            number(tip.1),
            number(ax),
            number(ay),
            number(bx),
            number(by),
            hex(fill)
        );
    }

    /// A line of text, its middle at the height of `at`.
    pub fn text(&mut self, at: (f32, f32), text: &str, size: f32, anchor: Anchor, fill: Color32) {
        if text.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // The baseline lies a third of the size below the middle of capitals.
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-family=\"Ubuntu, Hack, sans-serif\" font-size=\"{}\" \
             text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
            number(at.0),
            number(at.1 + 0.35 * size),
            number(size),
            hex(fill),
            escape(text)
        );
    }

    /// Begins a group whose tooltip in a browser is this text.
    pub fn begin_group(&mut self, title: &str) {
        let _ = writeln!(self.body, "<g><title>{}</title>", escape(title));
    }

    /// Ends a group.
    pub fn end_group(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// Another drawing with its corner at a place.
    pub fn insert(&mut self, at: (f32, f32), other: &Self) {
        let _ = writeln!(
            self.body,
            "<g transform=\"translate({} {})\">\n{}</g>",
            number(at.0),
            number(at.1),
            other.body
        );
    }

    /// The same drawing on a larger ground.
    #[must_use]
    pub fn on(self, (width, height): (f32, f32), ground: Color32) -> Self {
        if (self.width, self.height) == (width, height) {
            return self;
        }
        let mut larger = Self::new(width, height, ground);
        larger.insert((0.0, 0.0), &self);
        larger
    }

    /// The whole as an SVG file.
    pub fn to_svg(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n{}</svg>\n",
            self.body,
            w = number(self.width),
            h = number(self.height),
        )
    }
}
