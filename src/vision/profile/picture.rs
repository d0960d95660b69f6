use super::form::described;

described! {
    /// Boards at fixed places: the picture has one size and is shown at some scale. Points and
    /// lengths of the profile are pixels at scale 1, counted from the upper left corner.
    struct PictureRule("finder.Fixed|picture") derive(Default) {
        /// Width and height at scale 1.
        size: (u32, u32), integer(8, 16_384);
        /// The scales that occur.
        scale: ScaleRule = "(from: 0.75, to: 4.0)";
    }
}

described! {
    /// The scales that occur.
    struct ScaleRule("scale") defaults {
        /// Smallest scale.
        from: f32 = "0.75", above(0, 16);
        /// Largest scale.
        to: f32 = "4.0", above(0, 16);
        /// True if only whole numbers occur.
        whole: bool = "false";
    }
}

impl Default for ScaleRule {
    fn default() -> Self {
        Self {
            from: 0.75,
            to: 4.0,
            whole: false,
        }
    }
}

impl ScaleRule {
    pub fn allows(&self, scale: f32) -> bool {
        scale >= self.from - 1e-3
            && scale <= self.to + 1e-3
            && (!self.whole || (scale - scale.round()).abs() < 1e-3)
    }
}
