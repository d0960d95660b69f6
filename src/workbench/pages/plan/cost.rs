//! Cost of the plan in the target's window.

use std::sync::Arc;

use egui::{Label, RichText, Ui};

use crate::autoplay::{PlayCost, play_cost};
use crate::game::Move;
use crate::kit::answer::cost_text;
use crate::page::Cx;
use crate::session::{LatestTask, PlanRecord, Task};
use crate::vision::Profile;

/// Moves before the plan and its own, and id of the target's profile, if that plays this game.
type CostKey = ([Arc<[Move]>; 2], Option<String>);

/// Cost of the plan, computed in the background, with the title of the profile.
pub(super) type CostSearch = LatestTask<CostKey, Option<(PlayCost, String)>>;

/// Recomputes the cost when the plan or the target has changed.
pub(super) fn poll(search: &mut CostSearch, cx: &Cx) {
    let record = cx.document.current_plan();
    let Some(record) = record.filter(|record| record.solved) else {
        *search = LatestTask::default();
        return;
    };
    let target = cx.target().map(|target| target.profile.clone());
    let id = target.as_ref().map(|profile| profile.id.clone());
    let moves = [record.done.clone(), record.moves.clone()];
    search.request((moves, id), |_| compute_cost(cx, target, record));
    search.poll();
}

pub(super) fn show(search: &CostSearch, ui: &mut Ui) {
    if let Some(Ok(Some((cost, target)))) = search.value() {
        let text = format!("In the game: {}", cost_text(*cost));
        let label = ui.add(Label::new(RichText::new(text).weak()).wrap());
        label.on_hover_text(format!("In ‘{target}’"));
    }
}

fn compute_cost(
    cx: &Cx,
    target: Option<Arc<Profile>>,
    record: &PlanRecord,
) -> Task<Option<(PlayCost, String)>> {
    let level = cx.document.level().clone();
    let (done, moves) = (record.done.clone(), record.moves.clone());
    let pictures = cx.world.pictures.clone();
    Task::start("count of what a plan takes", &cx.wake, move |_| {
        // Without a target, the first profile of this game.
        let default = || {
            let mut all = pictures.profiles().into_iter();
            all.find(|profile| profile.game == level.game_id())
        };
        let profile = target.or_else(default)?;
        // Without a detected cursor, it is where the profile says that it starts, else unknown.
        let cost = play_cost(&profile, level.as_ref(), &done, &moves, None)?;
        Some((cost, profile.title.clone()))
    })
}
