//! What the tests of eye and hand share: a scripted target in front, and what looks at and touches it.

use crossbeam_channel::{Sender, unbounded};

use planwright_autoplay::PlayCommand;
use planwright_autoplay::RunLog;
use planwright_game::search::CancelFlag;
use planwright_games as games;
use scripted::{Script, Scripted, TARGET};

use planwright_autoplay::player::actuator::Actuator;
use planwright_autoplay::player::context::{Notify, RunContext};
use planwright_autoplay::player::observer::Observer;

/// A board with several rows and columns.
const LEVEL: &str = "logo\n\n1..1..\n......\n..1...\n.....1\n";

/// A target in front, with nobody else around.
pub struct Bench {
    pub desktop: Scripted,
    pub site: RunContext,
    pub eye: Observer,
    pub hand: Actuator,
    /// Nobody is left who could stop the run once this is gone.
    _person: Sender<PlayCommand>,
}

impl Bench {
    pub fn new(script: impl Into<Script>) -> Self {
        let logo = games::by_id("logo").expect("is registered");
        let level = logo.parse_text(LEVEL).expect("is a level");
        let desktop = Scripted::new(script, vec![level]);
        let profile = desktop.profile();
        let controls = profile.controls.clone().expect("has controls");
        let (person, commands) = unbounded();
        let watching = (commands, CancelFlag::default());
        let report = (RunLog::default(), Box::new(|_| {}) as Notify);
        let mut site = RunContext::new(desktop.connect(), watching, true, report);
        site.set_target(TARGET);
        site.bring_to_front().expect("can be brought to the front");
        let reader = desktop.clone();
        let readers = Box::new(move || Box::new(reader.reader()) as _);
        Self {
            eye: Observer::new(profile.clone(), &controls.pacing, readers),
            hand: Actuator::new(profile, controls),
            desktop,
            site,
            _person: person,
        }
    }
}
