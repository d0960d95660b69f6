//! Console of Windows.

/// Releases a console that the system has opened for this process alone, which happens when the program is started from
/// the desktop: it would stay empty next to the window. A terminal from which the program was started is kept.
///
/// A program "without console" would not need this, but terminals do not wait for such programs, and Ctrl+C does not
/// end them.
#[cfg(windows)]
#[expect(unsafe_code, reason = "the system's functions are foreign ones")]
pub(super) fn release_console() {
    use windows_sys::Win32::System::Console::{FreeConsole, GetConsoleProcessList};

    let mut processes = [0_u32; 2];
    // Number of processes that share the console, counted up to 2.
    let count = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) };
    if count == 1 {
        unsafe { FreeConsole() };
    }
}

/// Only Windows opens consoles by itself.
#[cfg(not(windows))]
pub(super) fn release_console() {}
