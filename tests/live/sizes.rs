//! Windows made smaller and larger, and how a profile reads them.

use std::time::{Duration, Instant};

use planwright::autoplay::desktop::WindowId;
use planwright::vision::{Profile, read};
use testkit::desktop::Desktop;
use testkit::distort::compared;
use testkit::program::Running;
use testkit::wait::wait_for;
use testkit::windows;

/// Window sizes in percent of the size at which a game opens its window.
const PERCENTS: [u32; 5] = [75, 125, 150, 200, 300];
/// A window whose size and reading stay the same for so long while its program has nothing to do does not change any more.
const STATIC: Duration = Duration::from_secs(2);

/// Resizes a window to each size and back. Returns for each size the percentage of cells that are read without a doubt as at
/// first, and the number of those that are read otherwise without a doubt.
#[track_caller]
pub fn read_at_sizes(
    desktop: &Desktop,
    (game, window): (&Running, WindowId),
    profile: &Profile,
) -> Vec<(usize, usize)> {
    let (truth, first) = wait_for("a board without doubts", 60, || {
        let image = desktop.picture(window);
        let seen = read(profile, &image, None).ok()?;
        (seen.is_playing() && seen.doubtful().is_empty()).then_some((seen, image.dimensions()))
    });
    let mut before = first;
    let mut read_at = |percent: u32| {
        let side = |side: u32| (side * percent + 50) / 100;
        windows::resize(&desktop.display, window, side(first.0), side(first.1));
        windows::sync_window_manager(&desktop.display);
        let mut last = None;
        // Some windows do not become so small.
        let (size, result) = wait_for("the board of another size", 60, || {
            let image = desktop.picture(window);
            let is_idle = game.is_idle();
            let now = (image.dimensions(), compared(profile, &truth, &image));
            let since = last.filter(|(seen, _)| *seen == now && is_idle);
            let (_, since) = *last.insert(since.unwrap_or((now, Instant::now())));
            let is_clear = now.0 != before && now.1.0 == 100;
            (is_clear || since.elapsed() >= STATIC).then_some(now)
        });
        before = size;
        if result.1 > 0 {
            // The picture is needed to see what was misread.
            let path = std::env::temp_dir().join(format!("misread-{}-{percent}.png", profile.id));
            let saved = desktop.picture(window).save(&path).is_ok();
            eprintln!("{}: misread at {percent} % ({saved})", path.display());
        }
        result
    };
    let results = PERCENTS.map(&mut read_at).to_vec();
    read_at(100);
    results
}
