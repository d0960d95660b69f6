//! System fonts for characters that the bundled fonts lack.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::{Context, FallbackRequest, FontFamily, FontInsert, FontProvider, MissingGlyphPolicy};
use rustc_hash::FxHashMap;

use crate::session::{Task, Wake};

/// A character in a font family.
type Sign = (FontFamily, char);

/// Font found for each character, `None` if there is none.
type Answers = FxHashMap<Sign, Option<FontInsert>>;

/// Results and pending lookups. egui asks during layout, where a lookup of tens to hundreds of milliseconds would block
/// the window: it is queued, and the character drawn as a box until then.
#[derive(Default)]
struct Questions {
    answers: Answers,
    open: Vec<Sign>,
}

/// Questions shared between egui and the window.
#[derive(Default)]
struct Shared(Mutex<Questions>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Questions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FontProvider for Shared {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let sign = (request.family.clone(), request.cluster.chars().next()?);
        let mut questions = self.lock();
        let answer = questions.answers.get(&sign).cloned();
        if answer.is_none() {
            questions.open.push(sign);
        }
        answer.flatten()
    }
}

/// Adds system fonts as text needs them. Each character is looked up once.
pub struct SystemFonts {
    system: Arc<dyn FontProvider>,
    questions: Arc<Shared>,
    looking: Option<Task<Answers>>,
}

impl SystemFonts {
    /// Installs lookups of missing characters in `system`, which is called on a background thread.
    pub fn install(ctx: &Context, system: Arc<dyn FontProvider>) -> Self {
        let questions = Arc::<Shared>::default();
        ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
        ctx.set_font_providers(vec![questions.clone()]);
        Self {
            system,
            questions,
            looking: None,
        }
    }

    /// Passes on the fonts found and starts looking up characters missing in this frame. Call after layout.
    pub fn look_up(&mut self, ctx: &Context, wake: &Wake) {
        let ended = Task::end_of(&mut self.looking);
        if self.looking.is_some() {
            return;
        }
        let mut questions = self.questions.lock();
        let mut found = false;
        match ended {
            Some(Ok(answers)) => {
                found = answers.values().any(Option::is_some);
                questions.answers.extend(answers);
            }
            Some(Err(broken)) => log::warn!("{broken}"),
            None => {}
        }
        let open = std::mem::take(&mut questions.open);
        drop(questions);
        if found {
            // Resets egui's record of missing characters, so that it asks for all of them again.
            ctx.set_font_providers(vec![self.questions.clone()]);
        }
        if open.is_empty() {
            return;
        }
        let system = self.system.clone();
        let look = move |(family, c): Sign| {
            let mut utf8 = [0; 4];
            let request = FallbackRequest {
                cluster: c.encode_utf8(&mut utf8),
                family: &family,
            };
            let font = system.font_for(&request);
            ((family, c), font)
        };
        let work = move |_: &_| open.into_iter().map(look).collect();
        self.looking = Some(Task::start("search for fonts", wake, work));
    }

    /// Returns whether a lookup is running.
    pub fn is_looking(&self) -> bool {
        self.looking.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    use crossbeam_channel::unbounded;
    use egui::{FontData, FontDefinitions, FontId, RawInput};

    use super::*;
    use crate::session::task::no_wake;

    /// In Ubuntu Light, but not in Hack.
    const SCHWA: char = 'Ə';
    /// In neither.
    const HANGUL: char = '한';

    /// Runs a frame with `text`. Returns whether each character has a glyph.
    fn frame(ctx: &Context, fonts: &mut SystemFonts, text: &str) -> Vec<bool> {
        let mut has = Vec::new();
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            ui.label(text);
            ui.monospace(text);
            let font = FontId::proportional(14.0);
            has = ui.fonts_mut(|fonts| text.chars().map(|c| fonts.has_glyph(&font, c)).collect());
            fonts.look_up(ui.ctx(), &no_wake());
        });
        output.textures_delta.clear();
        has
    }

    #[test]
    fn a_frame_does_not_wait_for_the_font_that_a_later_one_has() {
        let all = FontDefinitions::default();
        let (hack, ubuntu) = (
            &all.font_data["Hack"],
            all.font_data["Ubuntu-Light"].clone(),
        );
        let mut only = FontDefinitions::empty();
        only.font_data.insert("Hack".to_owned(), hack.clone());
        for names in only.families.values_mut() {
            names.push("Hack".to_owned());
        }
        let ctx = Context::default();
        ctx.set_fonts(only);
        let (go, gone) = unbounded::<()>();
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        let system = move |request: &FallbackRequest<'_>| {
            let _ = gone.recv();
            count.fetch_add(1, Ordering::Relaxed);
            let data = FontData::from_blob(ubuntu.font.clone(), ubuntu.index);
            let found = request.cluster.starts_with(SCHWA);
            found.then(|| FontInsert::new("found", data, Vec::new()))
        };
        let mut fonts = SystemFonts::install(&ctx, Arc::new(system));
        let text: String = [SCHWA, HANGUL, 'a'].iter().collect();
        // The system answers only once the channel is closed.
        for _ in 0..3 {
            assert_eq!(frame(&ctx, &mut fonts, &text), [false, false, true]);
        }
        assert!(fonts.is_looking());
        drop(go);
        let deadline = Instant::now() + Duration::from_secs(60);
        while frame(&ctx, &mut fonts, &text) != [true, false, true] {
            assert!(Instant::now() < deadline, "the font did not come");
            std::thread::sleep(Duration::from_millis(5));
        }
        // Two characters in two families, looked up once each.
        for _ in 0..3 {
            frame(&ctx, &mut fonts, &text);
        }
        assert!(!fonts.is_looking());
        assert_eq!(asked.load(Ordering::Relaxed), 4);
    }
}
