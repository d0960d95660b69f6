//! Drafts of levels that are written as text (GDL).
//!
//! Every edit of the text can be undone. The level is replaced whenever the text parses; otherwise it stays. The
//! history only stores text changes; levels are parsed again.

use std::sync::Arc;

use super::changes::ChangeScope;
use super::records::{StepName, TextChange, UndoChange};
use super::{Document, Revisions};
use crate::game::LevelRef;

impl Document {
    /// Current text of a written level; `None` in games whose levels are not written.
    pub fn text(&self) -> Option<Arc<str>> {
        self.draft.clone().or_else(|| self.level.source_text())
    }

    /// Text, unless the level was parsed from it.
    pub fn draft(&self) -> Option<&Arc<str>> {
        self.draft.as_ref()
    }

    /// Changes the text. With `merge`, the change extends the last undo step if that was a text change. Moves and plan
    /// stay until the level is replaced.
    pub fn set_text(&mut self, name: impl Into<StepName>, text: &str, merge: bool) {
        let Some(before) = self.text() else {
            return;
        };
        let text = text.trim_start_matches('\u{feff}');
        let text = &*text.replace("\r\n", "\n");
        if *before == *text {
            return;
        }
        // Without a draft the text is that of the level, so undoing to it restores this puzzle.
        if self.draft.is_none() {
            let Revisions { content, puzzle } = self.revisions;
            self.puzzles_read.insert(content, puzzle);
        }
        if merge
            && let Some(earlier) = self.history.last_text(self.revisions.content)
            && let Some(earliest) = earlier.revert(&before)
        {
            let change = TextChange::between(&earliest, text);
            self.set_draft(text.into());
            self.last_revision += 1;
            self.revisions.content = self.last_revision;
            self.change_count += 1;
            self.history.replace_text(change, self.revisions.content);
            return;
        }
        let change = UndoChange::Text(TextChange::between(&before, text));
        self.commit(name.into(), vec![change], ChangeScope::Description);
    }

    /// Replaces the level by the one parsed from the text and drops illegal moves; `false` if the text has changed.
    pub fn accept_parsed(&mut self, level: LevelRef) -> bool {
        if self.draft.is_none() || level.source_text() != self.draft {
            return false;
        }
        // Of several levels in the text, the current one stays selected.
        let same = self.level.number().and_then(|number| level.sibling(number));
        let same = same.filter(|same| same.message().is_none());
        self.draft = None;
        self.is_placeholder = false;
        self.level = same.unwrap_or(level);
        self.replay_moves();
        // A text that was parsed before is the same puzzle, so its plan is still valid.
        let known = self.puzzles_read.get(&self.revisions.content).copied();
        self.revisions.puzzle = known.unwrap_or_else(|| {
            self.last_revision += 1;
            self.last_revision
        });
        let Revisions { content, puzzle } = self.revisions;
        self.puzzles_read.insert(content, puzzle);
        self.change_count += 1;
        true
    }

    /// Sets the revisions after undo or redo of a step; `other_level` says whether the step replaced the level. While
    /// the text is not parsed, the puzzle revision is that of the current level.
    pub(super) fn set_revisions(&mut self, step: Revisions, other_level: bool) {
        let known = self.puzzles_read.get(&step.content).copied();
        let puzzle = match (&self.draft, other_level) {
            (Some(_), false) => self.revisions.puzzle,
            (Some(_), true) => step.puzzle,
            (None, _) => known.unwrap_or(step.puzzle),
        };
        self.revisions = Revisions { puzzle, ..step };
        self.change_count += 1;
    }

    /// Sets the text; it is a draft only if it differs from the level's own text.
    pub(super) fn set_draft(&mut self, text: Arc<str>) {
        let same = self.level.source_text().is_some_and(|own| own == text);
        self.draft = (!same).then_some(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;
    use proptest::prelude::*;

    fn rules(mv: &str) -> String {
        format!(
            "(role r)\n(init a)\n(legal r {mv})\n(legal r wait)\n(<= (next a) (does r wait))\n\
             (<= (next b) (does r {mv}))\n(<= terminal (true b))\n(<= (goal r 100) (true b))\n"
        )
    }

    fn read(document: &mut Document) -> bool {
        let text = document.text().expect("is written");
        let level = document.game().and_then(|game| game.parse_text(&text).ok());
        level.is_some_and(|level| document.accept_parsed(level))
    }

    fn written(mv: &str) -> Document {
        let mut document = Document::blank("gdl", None).expect("is a game");
        document.set_text("Write", &rules(mv), false);
        assert!(read(&mut document));
        document
    }

    #[test]
    fn the_level_follows_the_text_and_stays_while_it_is_broken() {
        let mut document = written("go");
        let good = document.revision();
        document.make_move(&Move::new("wait")).expect("is legal");
        document.set_text("Write", "(role r", false);
        assert!(!read(&mut document) && document.draft().is_some());
        assert_eq!((document.revision(), document.moves().len()), (good, 1));
        let made = document.make_move(&Move::new("go"));
        made.expect("the last good game");
        document.set_text("Write", &rules("jump"), false);
        assert!(read(&mut document) && document.draft().is_none());
        assert_ne!(document.revision(), good);
        let left = [Move::new("wait")];
        assert_eq!(document.moves(), left, "only what the new rules take");
        assert!(document.is_dirty());
    }

    #[test]
    fn undo_brings_text_and_puzzle_back() {
        let mut document = written("go");
        let (good, text) = (document.revision(), document.text());
        document.set_text("Write", "(role", false);
        document.set_text("Write", "(role r", true);
        document.set_text("Write", &rules("jump"), false);
        assert!(read(&mut document));
        document.undo();
        assert_eq!(document.text().as_deref(), Some("(role r"));
        document.undo();
        assert_eq!(document.text(), text, "two joined changes are one step");
        assert!(document.draft().is_some(), "the level is still to be read");
        assert!(read(&mut document));
        assert_eq!(document.revision(), good);
        document.redo();
        document.redo();
        assert!(read(&mut document));
        document.make_move(&Move::new("jump")).expect("is legal");
    }

    #[test]
    fn another_level_takes_the_place_of_a_broken_text() {
        let mut document = written("go");
        document.set_text("Write", "(role", false);
        let other = Document::blank("logo", None).expect("is a game");
        document.new_level(other.level().clone());
        assert!(document.text().is_none() && !document.is_dirty());
        assert!(document.undo().is_none(), "Undo stays within one level");
    }

    #[test]
    fn a_broken_text_refuses_changes_of_its_level() {
        let mut document = written("go");
        document.set_text("Write", "(role", false);
        let error = document.set_property("want", "90").expect_err("is broken");
        assert!(error.to_string().contains("correct it first"), "{error}");
        assert!(document.to_form(super::super::FileForm::Ron).is_err());
    }

    proptest! {
        #[test]
        fn a_change_leads_there_and_back(a in "[abé\n]{0,12}", b in "[abé\n]{0,12}") {
            let change = TextChange::between(&a, &b);
            prop_assert_eq!(change.apply(&a), Some(b.clone()));
            prop_assert_eq!(change.revert(&b), Some(a));
        }
    }
}
