//! Recognition of cell values. Offsets are from the cell's corner.

use serde::{Deserialize, Serialize};

use super::area::{Area, Point};
use super::form::described;
use super::rgb::Rgb;
use super::template::TemplateRule;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CellRule {
    /// By the colour at a few points.
    Colour(ColourRule),
    /// By the share of an area's pixels that have a value's colour.
    Share(ShareRule),
    /// By the mean colour of the cell's patch; needs a grid.
    Patch(PatchRule),
    /// By a small map of other cells drawn in the cell; needs a grid.
    Diagram(DiagramRule),
    /// By comparing the whole cell with samples.
    Looks(TemplateRule),
    /// By the numbers in the cell.
    Numbers(NumbersRule),
}

impl CellRule {
    /// Classes recognized by colour; empty for other rules.
    pub fn classes(&self) -> &[ColourClass] {
        match self {
            Self::Colour(rule) => &rule.classes,
            Self::Share(rule) => &rule.classes,
            Self::Patch(rule) => &rule.classes,
            Self::Diagram(_) | Self::Looks(_) | Self::Numbers(_) => &[],
        }
    }

    /// Values of the classes, by their indices. The blank value is among them only if it has a class.
    pub fn values(&self) -> Vec<&str> {
        match self {
            Self::Looks(rule) => rule.classes.iter().map(|it| it.value.as_str()).collect(),
            other => other.classes().iter().map(|it| it.value.as_str()).collect(),
        }
    }

    /// Returns whether the rule depends on a grid.
    pub fn needs_grid(&self) -> bool {
        matches!(self, Self::Patch(_) | Self::Diagram(_))
    }

    pub fn blank(&self) -> &str {
        match self {
            Self::Colour(rule) => &rule.blank,
            Self::Share(rule) => &rule.blank,
            Self::Patch(rule) => rule.missing.as_deref().unwrap_or_default(),
            Self::Numbers(rule) => &rule.blank,
            Self::Looks(rule) => &rule.blank,
            Self::Diagram(_) => "",
        }
    }
}

described! {
    /// The colour at a few points tells the value. A colour of the palette that is nearer than the
    /// colour of a value wins.
    struct ColourRule("values.Colour") {
        /// Points; the majority counts.
        at: Vec<Point>;
        /// The values with their colours.
        classes: Vec<ColourClass>;
        /// Maximum channel difference between a pixel and a value's colour.
        tolerance: u8;
        /// Value of a cell whose colour is none of these. With a class of this value, all colours are known: the
        /// nearest is taken up to twice the tolerance, and any other colour is doubtful.
        blank: String;
        /// A cell that has the same colour at this point is blank, whatever the colour.
        blank_if_same_as: Option<Point> = "none";
    }
}

described! {
    /// The share of an area that has a value's colour tells the value; for thin signs, such as
    /// digits, in a colour of their own.
    struct ShareRule("values.Share") {
        /// Area whose pixels are counted.
        area: Area;
        /// The values with their colours.
        classes: Vec<ColourClass>;
        /// Maximum channel difference between a pixel and a value's colour.
        tolerance: u8;
        /// Share of the area's pixels that a value needs. Take half of what the thinnest sign has.
        min_share: f32, above(0, 1);
        /// Value of a cell in which no value has that share.
        blank: String;
    }
}

described! {
    /// The mean colour of the cell's patch tells the value; needs a grid. Where something lies on a
    /// cell, what is left of its patch or outline counts.
    struct PatchRule("values.Patch") {
        /// The values with their colours.
        classes: Vec<ColourClass>;
        /// Maximum channel difference between a patch and a value's colour. One that is further from all is doubtful,
        /// as in the middle of an animation.
        tolerance: u8;
        /// Value of a place in the grid that has no patch, for boards with holes. Without it such a
        /// place is a cell that something covers.
        missing: Option<String> = "none";
    }
}

described! {
    /// A little map in the cell shows which other cells belong to it: small squares around a filled one in the middle
    /// that stands for the cell itself; needs a grid. The value is a list of offsets, row then column: `0,0 0,1 1,0`.
    struct DiagramRule("values.Diagram") {
        /// Colours of the map's lines.
        colours: Vec<Rgb>;
        /// Maximum channel difference between the filled square and one of them. From twice that on the map is doubtful.
        tolerance: u8;
    }
}

described! {
    /// Numbers in plain type: as many as stand in the cell, line by line and in each from left to right. The value is
    /// the list of them, `2 1`. For clues beside a board.
    struct NumbersRule("values.Numbers") derive(Eq) {
        /// Value of a cell in which there is no number.
        blank: String;
    }
}

described! {
    /// A value with its colours.
    struct ColourClass("classes|Squares.notes") derive(Eq) {
        /// The value's token in the game's plain-text form.
        value: String;
        /// Colours that mean it, as `"#F80000"`.
        colours: Vec<Rgb>;
    }
}
