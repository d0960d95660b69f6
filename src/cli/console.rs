//! The console of Windows.

/// Gives back a console that the system has opened for this process alone, as it does when the program is
/// started from the desktop: beside a window of ours it would stand empty. A terminal that the program was
/// started from stays, and gets its messages.
///
/// As a program "without console" it would need none of this, but terminals do not wait for such programs,
/// and Ctrl+C does not end them.
#[cfg(windows)]
#[expect(unsafe_code, reason = "the system's functions are foreign ones")]
pub(super) fn leave_own() {
    use windows_sys::Win32::System::Console::{FreeConsole, GetConsoleProcessList};

    let mut processes = [0_u32; 2];
    // How many share the console: this one, and what it was started from.
    let count = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) };
    if count == 1 {
        unsafe { FreeConsole() };
    }
}

/// Only Windows opens consoles by itself.
#[cfg(not(windows))]
pub(super) fn leave_own() {}
