use super::form::described;

described! {
    /// The game's window. Both lists must fit; an empty list fits every window, but two empty lists fit none. Prefer
    /// `apps`: titles change.
    struct WindowRule("window") derive(Eq, Default) {
        /// Names of the program (on X11 the class of the window), one of which must be the
        /// window's, capital letters or not.
        apps: Vec<String> = "any";
        /// Texts, one of which the window's title must contain, capital letters or not.
        titles: Vec<String> = "any";
    }
}

impl WindowRule {
    /// Returns whether a window of the program `app` with this title may be the game's.
    pub fn fits(&self, app: &str, title: &str) -> bool {
        if self.apps.is_empty() && self.titles.is_empty() {
            return false;
        }
        let (app, title) = (app.to_lowercase(), title.to_lowercase());
        let named = |known: &String| app == known.to_lowercase();
        let titled = |known: &String| title.contains(&known.to_lowercase());
        (self.apps.is_empty() || self.apps.iter().any(named))
            && (self.titles.is_empty() || self.titles.iter().any(titled))
    }
}
