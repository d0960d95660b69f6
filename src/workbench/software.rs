//! Fallback for systems without working OpenGL: restarts the program with Mesa's software renderer. A process loads its
//! driver only once, so a new process is needed.

/// Environment variable set for the restarted process: the error of the first.
const REASON_VAR: &str = "PLANWRIGHT_NO_OPENGL";

/// Reason why this process draws in software, or `None` for a normal start.
pub fn reason() -> Option<String> {
    std::env::var(REASON_VAR).ok()
}

/// Returns whether the window failed because of OpenGL rather than for lack of a display.
pub fn is_opengl_error(error: &eframe::Error) -> bool {
    matches!(
        error,
        eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_)
    )
}

/// Error text without eframe's long list of attempted configurations.
pub fn error_text(error: &eframe::Error) -> String {
    match error {
        eframe::Error::NoGlutinConfigs(_, reason) => {
            format!("no usable OpenGL configuration was found ({reason})")
        }
        other => other.to_string(),
    }
}

/// Restarts the program with software rendering. Returns only if that fails or was already tried.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn restart(error: &eframe::Error) {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    if reason().is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let reason = error_text(error);
    eprintln!("OpenGL cannot be used here: {reason}\nStarting again with software drawing.");
    let mut command = Command::new(program);
    // These would select the same driver, or indirect rendering, again.
    for name in [
        "LIBGL_ALWAYS_INDIRECT",
        "LIBGL_DRIVERS_PATH",
        "MESA_LOADER_DRIVER_OVERRIDE",
        "__EGL_VENDOR_LIBRARY_DIRS",
        "__EGL_VENDOR_LIBRARY_FILENAMES",
    ] {
        command.env_remove(name);
    }
    let exec_error = command
        .args(std::env::args_os().skip(1))
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("__GLX_VENDOR_LIBRARY_NAME", "mesa")
        .env(REASON_VAR, &reason)
        .exec();
    log::warn!("the program could not be started again: {exec_error}");
}

/// Does nothing: other systems have no software renderer.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn restart(_: &eframe::Error) {}
