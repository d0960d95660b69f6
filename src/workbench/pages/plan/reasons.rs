//! Reason for the displayed step, computed by the game if the solver gave none.

use std::time::Duration;

use crate::board::Player;
use crate::game::{MoveReason, PlanStep};
use crate::page::Cx;
use crate::search::Budget;
use crate::session::{LatestTask, Task};

const TIME_LIMIT: Duration = Duration::from_secs(2);
/// Steps at shorter intervals, in seconds, are not explained, since nobody could read the reason.
const MIN_INTERVAL: f32 = 0.7;

/// Search for a reason, by the level's revision and the number of moves made.
pub(super) type ReasonSearch = LatestTask<(u64, usize), Option<MoveReason>>;

/// Searches the reason for the last step in the background, and passes it to the player once it is found.
pub(super) fn follow(search: &mut ReasonSearch, cx: &Cx, player: &mut Player) {
    let is_fast = player.is_playing() && player.interval() < MIN_INTERVAL;
    let (Some(playback), Some(record)) = (player.playback(), cx.document.current_plan()) else {
        return;
    };
    let last = playback.at().checked_sub(1);
    let last = last.filter(|last| !is_fast && playback.reason(*last).is_none());
    let (Some(last), Some(game)) = (last, cx.document.game()) else {
        return;
    };
    let key = (cx.document.revision(), last);
    search.request(key, |_| {
        let level = cx.document.level().clone();
        let done = [&record.done[..], &playback.moves()[..last]].concat();
        let plan = playback.moves()[last..].to_vec();
        Task::start("search for a reason", &cx.wake, move |stop| {
            let step = PlanStep {
                level: level.as_ref(),
                done: &done,
                plan: &plan,
            };
            let budget = Budget::default().with_cancel(stop.clone());
            game.reason(&step, &budget.with_time(TIME_LIMIT))
        })
    });
    search.poll();
    if search.is_for(&key)
        && let Some(Ok(Some(reason))) = search.value()
    {
        player.explain(last, reason.clone());
    }
}
