//! Facts about parts of the window that are not pages of their own yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::SolverInfo;
use crate::page::facts::LiveTarget;
use crate::vision::Profile;

use super::app::Workbench;

impl Workbench {
    /// Writes what pages read about those parts.
    pub(crate) fn write_facts(&mut self) {
        let problems = self.solving.marked_cells(self.cx.document.revision());
        if self.cx.facts.problems != problems {
            self.cx.facts.problems = problems.to_vec();
        }
        self.cx.facts.patterns = self.pattern_marks();
        self.write_target();
    }

    fn write_target(&mut self) {
        let Some((id, game)) = self.live.chosen_target() else {
            self.cx.facts.target = None;
            return;
        };
        let cursor = self.live.seen_cursor();
        if let Some(target) = &mut self.cx.facts.target
            && target.id == id
        {
            target.cursor = cursor;
            return;
        }
        let (id, game) = (id.to_owned(), game.to_owned());
        let profile = self.cx.world.live.profile(&id);
        self.cx.facts.target = profile.map(|profile| LiveTarget {
            profile,
            id,
            game,
            cursor,
        });
    }

    /// The chosen live target, if it is of the open level's game.
    pub(crate) fn live_profile(&self) -> Option<Arc<Profile>> {
        let target = self.cx.facts.target.as_ref()?;
        let same = target.game == self.cx.document.level().game_id();
        same.then(|| target.profile.clone())
    }

    /// What a solver is to know of the chosen live target.
    pub(crate) fn target_options(&self, info: &SolverInfo) -> BTreeMap<String, String> {
        let cursor = self.cx.facts.target.as_ref().and_then(|it| it.cursor);
        let profile = self.live_profile();
        profile.map_or_else(BTreeMap::new, |profile| {
            profile.target_options(info, cursor)
        })
    }
}
