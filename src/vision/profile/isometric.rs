//! Boards of blocks in an isometric view.

use super::area::{Area, PictureRule, Point};
use super::form::described;
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
        /// Figure on one of the tiles.
        figure: Option<FigureRule> = "none";
        /// A list of commands beside the board.
        list: Option<ListRule> = "none";
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
        /// Value of a tile of which nothing is seen, as it lies behind others, in games that have a tile there.
        /// Without it such a tile is doubtful.
        hidden: Option<String> = "none";
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
        /// Difference in height between tiles that differ by one.
        step: f32, above(0, 10_000);
        /// Thickness of a tile of height 0.
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
        /// Maximum channel difference between a pixel and one of the colours.
        tolerance: u8;
    }
}

described! {
    /// A kind of tops.
    struct TopClass("colours.tops") derive(Eq) {
        /// Its colour.
        colour: Rgb;
        /// Other colours that it has, too.
        also: Vec<Rgb> = "none";
        /// Suffix of the tile's value, after the height.
        adds: String = "nothing";
        /// Value on the board of marks.
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
        /// Colours that it has beside those of its parts.
        colours: Vec<Rgb> = "none";
        /// Maximum channel difference between a pixel and one of its colours.
        tolerance: Option<u8> = "twice that of tiles";
        /// A flat arrow on top of it all.
        arrow: ArrowPart = "none";
        /// Faces that show its heading, if it has no arrow: one for each of `headings`.
        faces: Vec<FaceRule> = "none";
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
    struct ArrowPart("figure.arrow") derive(Default) {
        /// Its middle.
        at: (f32, f32);
        /// Its corners: how far ahead and how far to the right, as parts of the way to the next tile.
        points: Vec<(f32, f32)>;
        /// Its colour.
        colour: Rgb;
    }
}

described! {
    /// Part of a figure that is visible in one heading only: positions of some of its colours.
    struct FaceRule("figure.faces") {
        /// The colours.
        colours: Vec<Rgb>;
        /// Their positions.
        parts: Vec<FacePart>;
    }
}

described! {
    /// A round part of a face.
    struct FacePart("faces.parts") derive(Copy) {
        /// Its middle.
        at: (f32, f32);
        /// Half its width and height.
        half: (f32, f32);
    }
}

described! {
    /// A list of entries with rims, one below the other, some of which have a list of their own in
    /// them: a program with repeats. It is read as a board of one row: a cell for each entry, and one
    /// more for the end of each list within it. A cell of such an end, and the first empty cell after
    /// all, are places to drop entries; a click on a cell with a count makes it one more.
    struct ListRule("Isometric.list") {
        /// Id of the board.
        board: String;
        /// Number of its cells.
        cells: u32, integer(1, 1_000);
        /// Area of the entries.
        area: Area;
        /// The left edge of the outermost entries, from that of the area.
        left: u32;
        /// Indentation of the entries of a list within an entry.
        indent: u32, integer(1, 1_000);
        /// Colours of the rims.
        rims: Vec<Rgb>;
        /// Maximum channel difference between a pixel and one of these or `field`.
        tolerance: u8;
        /// Area of the sign that tells entries apart, from their upper left corner.
        sign: Area;
        /// Entries at fixed places, with the same signs, that can be dragged into the list.
        kinds: Vec<ListKind>;
        /// Value of the kind that has a list and a count in it. The cell's value begins with the count.
        nested: String;
        /// Colour of the field with the count.
        field: Rgb;
        /// Its width. At its right end are buttons for more and less, the first above the second.
        field_width: u32, integer(16, 1_000);
        /// Value of the end of a list within an entry.
        end: String;
        /// Value of an empty cell.
        empty: String;
        /// Scroll bar of a list that is longer than its area.
        scroll: Option<ScrollRule> = "none";
    }
}

described! {
    /// Scroll bar beside a list: its thumb shows which part of the list is visible, and is dragged to show another.
    /// The lengths give the position of every entry, visible or not.
    struct ScrollRule("list.scroll") {
        /// A part of the bar's width, from where the thumb is at its highest to where it is at its lowest.
        bar: Area;
        /// Colour of the bar above and below the thumb.
        colour: Rgb;
        /// From the begin of the list to its first entry.
        before: f32, between(0, 10_000);
        /// From one entry to the next.
        entry: f32, above(0, 10_000);
        /// From an entry with a list to the first one in it.
        head: f32, above(0, 10_000);
        /// Least and most that is in a list within an entry when no entry is: a line of text, or several.
        blank: (f32, f32), between(0, 10_000);
        /// From where one more entry of a list within an entry would be to the next one after it.
        end: f32, above(0, 10_000);
        /// From where one more entry would be to the end of the list.
        after: f32, between(0, 10_000);
    }
}

described! {
    /// A kind of entries.
    struct ListKind("list.kinds") derive(Eq) {
        /// Its value.
        value: String;
        /// The upper left corner of the one that can be dragged.
        at: Point;
    }
}
