//! Light-Bot as a web page in a browser: boards are read off its canvas, programs with repeats dragged into its list and run, level
//! by level. The page, which is not ours, has to be given by its path as `LIGHTBOT_PAGE`.

use std::time::Duration;

use planwright::autoplay::desktop::{Input as _, Screen as _, WindowId};
use planwright::autoplay::{Config, Kind};
use planwright::game::Button;
use planwright::vision::{AfterLevel, Input, Key, Profile, ScreenReading, WON_PHASE, read};
use testkit::browser;
use testkit::desktop::Desktop;
use testkit::play::{Run, profile};
use testkit::wait::wait_for;

/// Levels, by their number on the page and how many come one after the other, whose programs its list can show as a whole.
const PARTS: [(usize, u32); 4] = [(0, 7), (8, 3), (12, 2), (15, 1)];

#[test]
fn levels_are_read_programmed_and_won() {
    let Some(page) = std::env::var_os("LIGHTBOT_PAGE") else {
        println!("skipped: LIGHTBOT_PAGE names no page of Light-Bot");
        return;
    };
    let desktop = Desktop::start();
    let page = std::path::absolute(page).expect("is a path");
    let Some(_browser) = browser::open_alone(&desktop, &format!("file://{}", page.display()))
    else {
        println!("skipped: there is no Chromium");
        return;
    };
    let window = desktop.window("hromium", "Lightbot").id;
    desktop.picture(window);
    for (first, count) in PARTS {
        if first > 0 {
            Person::at(&desktop, window).chooses(first);
        }
        plays(&desktop, count);
    }
}

/// Plays so many levels from the one that is shown, or the list of levels leads to.
#[track_caller]
fn plays(desktop: &Desktop, count: u32) {
    let config = Config {
        levels: Some(count),
        solver_time: Duration::from_secs(60),
        ..Config::new(profile("lightbot-web"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(1800);
    assert_eq!(summary.levels.len(), count as usize, "{}", run.tail());
    let lines = run.play.log().lines();
    let wrong: Vec<_> = lines.iter().filter(|l| l.kind == Kind::Diverged).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    // Each drag and each click counts once.
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert_eq!((lost, doubled), (0, 0), "{}", run.tail());
}

/// Who passes over levels.
struct Person<'a> {
    desktop: &'a Desktop,
    window: WindowId,
    profile: Profile,
}

impl<'a> Person<'a> {
    fn at(desktop: &'a Desktop, window: WindowId) -> Self {
        Self {
            desktop,
            window,
            profile: (*profile("lightbot-web")).clone(),
        }
    }

    fn sees(&self) -> Option<ScreenReading> {
        let picture = self.desktop.world().capture(self.window).ok()?;
        read(&self.profile, &picture, None).ok()
    }

    /// Closes what the page says about the level before, and chooses one from the list.
    fn chooses(&self, level: usize) {
        let mut world = self.desktop.world();
        let list = wait_for("the list of levels", 60, || {
            let seen = self.sees()?;
            if seen.phase == WON_PHASE {
                world.key_down(self.window, Key::Escape).ok()?;
                world.key_up(Key::Escape).ok()?;
            }
            seen.phase.starts_with("level").then_some(seen)
        });
        let controls = self.profile.controls.as_ref().expect("can be played");
        let AfterLevel::ByPhase(inputs) = &controls.after_level else {
            panic!("what leads on depends on the phase");
        };
        let name = format!("level {level}");
        let input = inputs.iter().find(|it| it.phase == name);
        let Some(Input::ClickAt((x, y))) = input.map(|it| &it.input) else {
            panic!("levels are chosen by a click");
        };
        let at = (
            list.place.x as i32 + *x as i32,
            list.place.y as i32 + *y as i32,
        );
        world
            .button_down(self.window, at, Button::Primary)
            .and_then(|()| world.button_up(Button::Primary))
            .expect("is clicked");
        wait_for("the level", 60, || self.sees()?.is_playing().then_some(()));
    }
}
