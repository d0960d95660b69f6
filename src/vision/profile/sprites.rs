use super::form::described;

described! {
    /// A board whose cells are drawn with known sprites of square pixels over each other, of any size, at any place and
    /// at any whole scale. The sprites are those of the game that is open, or whose file was named. The board alone is
    /// the picture: a pixel of a sprite is its unit, and there are no other `boards`.
    struct SpritesRule("finder.Sprites") defaults {
        /// Id of the board.
        board: String = "\"level\"";
        /// Fewest and most pixels of the image for a pixel of a sprite.
        scale: (u32, u32) = "(1, 100)", integer(1, 1000);
        /// Maximum channel difference between a pixel of the image and a colour of the sprites.
        tolerance: u8 = "3";
        /// Phase of a picture without a board that shows nothing but letters in the game's colours.
        page: String = "\"page\"";
    }
}

impl Default for SpritesRule {
    fn default() -> Self {
        Self {
            board: "level".to_owned(),
            scale: (1, 100),
            tolerance: 3,
            page: "page".to_owned(),
        }
    }
}
