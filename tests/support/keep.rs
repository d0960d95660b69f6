//! Pictures for people.

use image::RgbaImage;

/// Writes a picture to `target/pictures/NAME.png`, if `PLANWRIGHT_PICTURES` is set and there is one.
pub fn keep(name: &str, picture: impl FnOnce() -> Option<RgbaImage>) {
    if std::env::var_os("PLANWRIGHT_PICTURES").is_none() {
        return;
    }
    if let Some(picture) = picture() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
        std::fs::create_dir_all(&folder).expect("is writable");
        let path = folder.join(format!("{name}.png"));
        picture.save(path).expect("is written");
    }
}
