//! System fonts for characters that the bundled fonts lack.

use std::sync::Arc;

use egui::mutex::Mutex;
use egui::{Context, FallbackRequest, FontFamily, FontInsert, FontProvider, MissingGlyphPolicy};
use rustc_hash::FxHashMap;

use crate::session::{Task, Wake};

type FamilyChar = (FontFamily, char);

/// Font found for each character, `None` if there is none.
type FontResults = FxHashMap<FamilyChar, Option<FontInsert>>;

/// Results and pending lookups. egui asks during layout, where a lookup of tens to hundreds of milliseconds would block
/// the window: it is queued, and the character drawn as a box until then.
#[derive(Default)]
struct FontLookups {
    results: FontResults,
    queue: Vec<FamilyChar>,
}

impl FontLookups {
    /// The font found; queues a character that was not looked up yet.
    fn font_for(&mut self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let key = (request.family.clone(), request.cluster.chars().next()?);
        let result = self.results.get(&key).cloned();
        if result.is_none() {
            self.queue.push(key);
        }
        result.flatten()
    }
}

/// Adds system fonts as text needs them. Each character is looked up once.
pub struct SystemFonts {
    system: Arc<dyn FontProvider>,
    lookups: Arc<Mutex<FontLookups>>,
    /// Answers egui from `lookups`.
    provider: Arc<dyn FontProvider>,
    lookup: Option<Task<FontResults>>,
}

impl SystemFonts {
    /// Installs lookups of missing characters in `system`, which is called on a background thread.
    pub fn install(ctx: &Context, system: Arc<dyn FontProvider>) -> Self {
        let lookups = Arc::<Mutex<FontLookups>>::default();
        let shared = lookups.clone();
        let font_for = move |request: &FallbackRequest<'_>| shared.lock().font_for(request);
        let provider: Arc<dyn FontProvider> = Arc::new(font_for);
        ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
        ctx.set_font_providers(vec![provider.clone()]);
        Self {
            system,
            lookups,
            provider,
            lookup: None,
        }
    }

    /// Passes on the fonts found and starts looking up characters missing in this frame. Call after layout.
    pub fn look_up(&mut self, ctx: &Context, wake: &Wake) {
        let result = Task::result_of(&mut self.lookup);
        if self.lookup.is_some() {
            return;
        }
        let mut lookups = self.lookups.lock();
        let mut found = false;
        match result {
            Some(Ok(results)) => {
                found = results.values().any(Option::is_some);
                lookups.results.extend(results);
            }
            Some(Err(error)) => log::warn!("{error}"),
            None => {}
        }
        let queue = std::mem::take(&mut lookups.queue);
        drop(lookups);
        if found {
            // Resets egui's record of missing characters, so that it asks for all of them again.
            ctx.set_font_providers(vec![self.provider.clone()]);
        }
        if queue.is_empty() {
            return;
        }
        let system = self.system.clone();
        let find_font = move |(family, c): FamilyChar| {
            let mut utf8 = [0; 4];
            let request = FallbackRequest {
                cluster: c.encode_utf8(&mut utf8),
                family: &family,
            };
            let font = system.font_for(&request);
            ((family, c), font)
        };
        let work = move |_: &_| queue.into_iter().map(find_font).collect();
        self.lookup = Some(Task::start("search for fonts", wake, work));
    }

    pub fn is_busy(&self) -> bool {
        self.lookup.is_some()
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
    fn frames_do_not_wait_for_font_lookups() {
        let all = FontDefinitions::default();
        let hack = &all.font_data["Hack"];
        let ubuntu = all.font_data["Ubuntu-Light"].clone();
        let mut only = FontDefinitions::empty();
        only.font_data.insert("Hack".to_owned(), hack.clone());
        for names in only.families.values_mut() {
            names.push("Hack".to_owned());
        }
        let ctx = Context::default();
        ctx.set_fonts(only);
        let (sender, receiver) = unbounded::<()>();
        let lookups = Arc::new(AtomicUsize::new(0));
        let counter = lookups.clone();
        let system = move |request: &FallbackRequest<'_>| {
            let _ = receiver.recv();
            counter.fetch_add(1, Ordering::Relaxed);
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
        assert!(fonts.is_busy());
        drop(sender);
        let deadline = Instant::now() + Duration::from_secs(60);
        while frame(&ctx, &mut fonts, &text) != [true, false, true] {
            assert!(Instant::now() < deadline, "the font did not come");
            std::thread::sleep(Duration::from_millis(5));
        }
        // Two characters in two families, looked up once each.
        for _ in 0..3 {
            frame(&ctx, &mut fonts, &text);
        }
        assert!(!fonts.is_busy());
        assert_eq!(lookups.load(Ordering::Relaxed), 4);
    }
}
