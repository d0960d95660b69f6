//! Boards of blocks seen from above and aside.

use super::area::Area;
use super::form::described;
use super::picture::PictureRule;
use super::rgb::Rgb;

described! {
    /// A board of blocks of different heights, seen from above and aside: columns go down to the
    /// right, rows down to the left, heights straight up. It may have any size, and any place and
    /// scale in a part of the picture. The other `boards` lie at fixed places of the picture.
    struct IsometricRule("finder.Isometric") derive(Default) {
        /// Size and scales of the whole picture.
        picture: PictureRule;
        /// The part of the picture in which the board lies.
        area: Area;
        /// Ids of the boards that are read.
        boards: IsometricBoards;
        /// Lengths of a tile.
        lengths: TileLengths;
        /// Colours of tiles.
        colours: TileColours;
        /// Who stands on one of the tiles.
        figure: Option<FigureRule> = "none";
    }
}

described! {
    /// Ids of the two boards that are read from blocks; both have the same size.
    struct IsometricBoards("Isometric.boards") derive(Eq, Default) {
        /// The board of tiles. A tile's value is its height and what its top adds: `2*`.
        tiles: String;
        /// Value of a place without a tile.
        none: String;
        /// The board that has the marks of the tops, and nothing elsewhere.
        marks: String;
    }
}

described! {
    /// Lengths of a tile in pixels at scale 1 of the board. A `step` that goes an even number of
    /// times into twice `down` makes tiles behind towers look alike.
    struct TileLengths("Isometric.lengths") derive(Default) {
        /// Smallest and largest scale of the board in the picture.
        scale: (f32, f32), above(0, 16);
        /// To the right, from the middle of a tile's top to that of the next one in its row.
        across: f32, above(0, 10_000);
        /// The same way down.
        down: f32, above(0, 10_000);
        /// How much higher a tile of one more lies.
        step: f32, above(0, 10_000);
        /// How thick a tile of height 0 is.
        base: f32, between(0, 10_000);
        /// Width of the outlines around tops and sides.
        line: f32, above(0, 10_000);
    }
}

described! {
    /// Colours of tiles.
    struct TileColours("Isometric.colours") derive(Eq, Default) {
        /// The kinds of tops.
        tops: Vec<TopClass>;
        /// Colour of the sides that look to the left.
        left: Rgb;
        /// Colour of the sides that look to the right.
        right: Rgb;
        /// Colour of the outlines.
        edge: Rgb;
        /// Colours of what lies around the board. With some, a tile that something unknown covers
        /// is doubtful, not missing.
        ground: Vec<Rgb> = "none";
        /// How far, channel by channel, a pixel may be from one of the colours.
        tolerance: u8;
    }
}

described! {
    /// A kind of tops.
    struct TopClass("colours.tops") derive(Eq) {
        /// Its colour.
        colour: Rgb;
        /// What stands behind the height in the tile's value.
        adds: String = "nothing";
        /// What the board of marks has here.
        mark: String = "nothing";
    }
}

described! {
    /// Somebody who stands on a tile and looks along rows or columns. Points are counted from the
    /// middle of the tile's top.
    struct FigureRule("figure") {
        /// Id of the board that has where it looks in its cell, and nothing elsewhere.
        board: String;
        /// Its round parts, in the order in which they are drawn.
        parts: Vec<RoundPart>;
        /// A flat arrow on top of it all.
        arrow: ArrowPart;
        /// Values for looking to the row before, the next column, the next row, the column before.
        headings: (String, String, String, String);
    }
}

described! {
    /// A round part of a figure.
    struct RoundPart("figure.parts") derive(Copy) {
        /// Its middle.
        at: (f32, f32);
        /// Half its width and height.
        half: (f32, f32);
        /// Its colour.
        colour: Rgb;
    }
}

described! {
    /// The arrow that shows where a figure looks.
    struct ArrowPart("figure.arrow") {
        /// Its middle.
        at: (f32, f32);
        /// Its corners: how far ahead and how far to the right, as parts of the way to the next tile.
        points: Vec<(f32, f32)>;
        /// Its colour.
        colour: Rgb;
    }
}
