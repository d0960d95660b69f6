//! What is done where OpenGL does not work: the program starts itself once more, with Mesa's software
//! renderer. A driver is loaded once a process, so there is no way without a new one.

/// Set for the second start, to what went wrong in the first.
const REASON: &str = "PLANWRIGHT_NO_OPENGL";

/// Why this start draws by software, if it does because the one before could not use OpenGL.
pub fn reason() -> Option<String> {
    std::env::var(REASON).ok()
}

/// Whether a window failed for its OpenGL, and not for want of a display.
pub fn is_to_blame(error: &eframe::Error) -> bool {
    matches!(
        error,
        eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_)
    )
}

/// What went wrong, without the long list of what was looked for.
pub fn said(error: &eframe::Error) -> String {
    match error {
        eframe::Error::NoGlutinConfigs(_, why) => format!("nothing to draw with was found ({why})"),
        other => other.to_string(),
    }
}

/// Starts the program once more without the computer's own OpenGL; does not return if that can be done.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn start_again(error: &eframe::Error) {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    if reason().is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let why = said(error);
    eprintln!("OpenGL cannot be used here: {why}\nStarting again with software drawing.");
    let mut again = Command::new(program);
    // What chooses another driver, or none on this computer, would choose it again.
    for name in [
        "LIBGL_ALWAYS_INDIRECT",
        "LIBGL_DRIVERS_PATH",
        "MESA_LOADER_DRIVER_OVERRIDE",
        "__EGL_VENDOR_LIBRARY_DIRS",
        "__EGL_VENDOR_LIBRARY_FILENAMES",
    ] {
        again.env_remove(name);
    }
    let failed = again
        .args(std::env::args_os().skip(1))
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("__GLX_VENDOR_LIBRARY_NAME", "mesa")
        .env(REASON, &why)
        .exec();
    log::warn!("the program could not be started again: {failed}");
}

/// Other systems have no renderer to go on with.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn start_again(_: &eframe::Error) {}
