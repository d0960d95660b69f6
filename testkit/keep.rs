//! Keeps pictures of what tests draw, and of the screen when a test fails or hangs.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Once;
use std::time::Duration;
use std::{panic, thread};

use image::RgbaImage;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};

use crate::project;

/// Saves a picture as `target/pictures/NAME_WIDTH.png` if `PLANWRIGHT_PICTURES` is set.
pub fn keep(name: &str, picture: impl FnOnce() -> Option<RgbaImage>) {
    if std::env::var_os("PLANWRIGHT_PICTURES").is_none() {
        return;
    }
    if let Some(picture) = picture() {
        save(&format!("target/pictures/{name}.png"), &picture);
    }
}

fn save(path: &str, picture: &RgbaImage) -> PathBuf {
    let path = project(path);
    std::fs::create_dir_all(path.parent().expect("is in a folder")).expect("is writable");
    picture.save(&path).expect("is written");
    path
}

thread_local! {
    /// The displays of this thread's test.
    static DISPLAYS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a picture of a display if this test fails or has almost run out of time.
pub fn on_failure(display: &str) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            before(info);
            // Now, before the test closes its windows.
            DISPLAYS.with_borrow(|displays| displays.iter().for_each(|d| screen(d, "failed")));
        }));
    });
    DISPLAYS.with_borrow_mut(|displays| displays.push(display.to_owned()));
    // Set by scripts/watch-test, in seconds.
    let limit = std::env::var("PLANWRIGHT_TEST_LIMIT").ok();
    if let Some(seconds) = limit.and_then(|text| text.parse().ok()) {
        let display = display.to_owned();
        thread::spawn(move || {
            thread::sleep(Duration::from_secs(seconds));
            screen(&display, "timeout");
        });
    }
}

/// Saves a picture of a display as `target/failed-tests/TEST-WHY.png`, and prints its path.
fn screen(display: &str, why: &str) {
    let thread = thread::current();
    let name = std::env::var("NEXTEST_TEST_NAME").ok();
    let name = name.as_deref().or(thread.name()).unwrap_or("test");
    let name = name.replace("::", "-");
    match shot(display) {
        Ok(picture) => {
            let path = save(&format!("target/failed-tests/{name}-{why}.png"), &picture);
            eprintln!("The screen of this test: {}", path.display());
        }
        Err(error) => eprintln!("The screen of this test cannot be had: {error}"),
    }
}

fn shot(display: &str) -> Result<RgbaImage, Box<dyn std::error::Error>> {
    let (conn, screen) = x11rb::connect(Some(display))?;
    let root = &conn.setup().roots[screen];
    let (width, height) = (root.width_in_pixels, root.height_in_pixels);
    let picture = conn
        .get_image(ImageFormat::Z_PIXMAP, root.root, 0, 0, width, height, !0)?
        .reply()?;
    let rgba = picture
        .data
        .chunks_exact(4)
        .flat_map(|pixel| [pixel[2], pixel[1], pixel[0], 0xff])
        .collect();
    let picture = RgbaImage::from_raw(width.into(), height.into(), rgba);
    picture.ok_or_else(|| "the picture has another size".into())
}
