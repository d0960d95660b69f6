//! Safe wrappers of system functions. The system rejects invalid handles; memory passed to it outlives the call.

use std::ffi::c_void;
use std::ptr::{null, null_mut, with_exposed_provenance_mut};

use windows_sys::Win32::Foundation::{CloseHandle, HWND, LPARAM, POINT, RECT};
use windows_sys::Win32::Graphics::Dwm::{DWMWA_CLOAKED, DwmGetWindowAttribute};
use windows_sys::Win32::Graphics::Gdi::{
    BI_RGB, BITMAPINFO, BITMAPINFOHEADER, BitBlt, ClientToScreen, CreateCompatibleDC,
    CreateDIBSection, DIB_RGB_COLORS, DeleteDC, DeleteObject, EnumDisplayMonitors, GdiFlush, GetDC,
    HBITMAP, HDC, HMONITOR, MONITOR_DEFAULTTONULL, MonitorFromPoint, ReleaseDC, SRCCOPY,
    SelectObject,
};
use windows_sys::Win32::Storage::Xps::{PW_CLIENTONLY, PrintWindow};
use windows_sys::Win32::System::Threading::{
    OpenProcess, PROCESS_NAME_WIN32, PROCESS_QUERY_LIMITED_INFORMATION, QueryFullProcessImageNameW,
};
use windows_sys::Win32::UI::HiDpi::{
    DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, SetProcessDpiAwarenessContext,
};
use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    GetAsyncKeyState, GetKeyboardLayout, INPUT, INPUT_0, INPUT_KEYBOARD, INPUT_MOUSE, KEYBDINPUT,
    KEYEVENTF_EXTENDEDKEY, KEYEVENTF_KEYUP, KEYEVENTF_SCANCODE, MAPVK_VK_TO_VSC_EX,
    MOUSE_EVENT_FLAGS, MOUSEEVENTF_ABSOLUTE, MOUSEEVENTF_MOVE, MOUSEEVENTF_VIRTUALDESK, MOUSEINPUT,
    MapVirtualKeyExW, SendInput, VkKeyScanExW,
};
use windows_sys::Win32::UI::WindowsAndMessaging::{
    EnumWindows, GA_ROOT, GWL_EXSTYLE, GetAncestor, GetClientRect, GetCursorPos,
    GetForegroundWindow, GetShellWindow, GetSystemMetrics, GetWindowLongW, GetWindowRect,
    GetWindowTextLengthW, GetWindowTextW, GetWindowThreadProcessId, IsHungAppWindow, IsIconic,
    IsWindow, IsWindowVisible, PW_RENDERFULLCONTENT, SM_CXVIRTUALSCREEN, SM_CYVIRTUALSCREEN,
    SM_SWAPBUTTON, SM_XVIRTUALSCREEN, SM_YVIRTUALSCREEN, SW_RESTORE, SYSTEM_METRICS_INDEX,
    SetForegroundWindow, ShowWindow, WS_EX_TOOLWINDOW, WindowFromPoint,
};

use crate::desktop::traits::{Bounds, WindowId};

/// Scan code: the lower byte is the number, 0xE0 in the upper one marks extended keys, such as the arrows.
pub type ScanCode = u16;

pub fn hwnd(id: WindowId) -> HWND {
    // Handles have 32 significant bits on all systems.
    with_exposed_provenance_mut(usize::try_from(id.0).unwrap_or(0))
}

fn window_id(window: HWND) -> Option<WindowId> {
    (!window.is_null()).then(|| WindowId(window.expose_provenance() as u64))
}

fn bounds(rect: &RECT) -> Bounds {
    let side = |from: i32, to: i32| u32::try_from(to.saturating_sub(from)).unwrap_or(0);
    Bounds {
        x: rect.left,
        y: rect.top,
        width: side(rect.left, rect.right),
        height: side(rect.top, rect.bottom),
    }
}

/// Makes all sizes and positions physical pixels, independent of the monitor's scale.
pub fn use_physical_pixels() {
    // Fails if it is already set, by the window of this program to the same value.
    unsafe { SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2) };
}

/// Lists all windows, visible or not, the top-most first.
pub fn windows() -> Vec<WindowId> {
    extern "system" fn add(window: HWND, list: LPARAM) -> i32 {
        let list: *mut Vec<WindowId> = with_exposed_provenance_mut(list.cast_unsigned());
        // Points to the list below, which nothing else uses during the call.
        unsafe { (*list).extend(window_id(window)) };
        1
    }
    let mut list: Vec<WindowId> = Vec::new();
    let pointer = (&raw mut list).expose_provenance().cast_signed();
    unsafe { EnumWindows(Some(add), pointer) };
    list
}

pub fn exists(id: WindowId) -> bool {
    unsafe { IsWindow(hwnd(id)) != 0 }
}

pub fn is_minimised(id: WindowId) -> bool {
    unsafe { IsIconic(hwnd(id)) != 0 }
}

/// Returns whether the program of a window has stopped responding.
pub fn is_hung(id: WindowId) -> bool {
    unsafe { IsHungAppWindow(hwnd(id)) != 0 }
}

/// Returns whether a window is visible: not hidden by its program, nor by the system (on another virtual desktop).
pub fn is_visible(id: WindowId) -> bool {
    let window = hwnd(id);
    let mut cloaked = 0_u32;
    unsafe {
        // Unsupported systems leave the zero. The last argument is the size of `cloaked`.
        DwmGetWindowAttribute(
            window,
            DWMWA_CLOAKED.cast_unsigned(),
            (&raw mut cloaked).cast::<c_void>(),
            4,
        );
        IsWindowVisible(window) != 0 && cloaked == 0
    }
}

/// Returns whether the user can switch to a window.
pub fn is_switchable(id: WindowId) -> bool {
    let window = hwnd(id);
    let style = unsafe { GetWindowLongW(window, GWL_EXSTYLE) }.cast_unsigned();
    let is_desktop = unsafe { GetShellWindow() } == window;
    is_visible(id) && style & WS_EX_TOOLWINDOW == 0 && !is_desktop
}

pub fn title(id: WindowId) -> String {
    let window = hwnd(id);
    let length = unsafe { GetWindowTextLengthW(window) };
    let mut text = vec![0_u16; usize::try_from(length).unwrap_or(0) + 1];
    let capacity = i32::try_from(text.len()).unwrap_or(i32::MAX);
    let length = unsafe { GetWindowTextW(window, text.as_mut_ptr(), capacity) };
    text.truncate(usize::try_from(length).unwrap_or(0));
    String::from_utf16_lossy(&text)
}

/// Ids of the thread and the process of a window.
pub fn thread_and_process(id: WindowId) -> (u32, u32) {
    let mut process = 0;
    let thread = unsafe { GetWindowThreadProcessId(hwnd(id), &raw mut process) };
    (thread, process)
}

/// Path of the program of a process.
pub fn program(process: u32) -> Option<String> {
    // The system's longest path, with the terminating zero.
    let mut path = vec![0_u16; 32_768];
    let mut length = u32::try_from(path.len()).unwrap_or(0);
    let ok = unsafe {
        let handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, process);
        if handle.is_null() {
            return None;
        }
        let capacity = &raw mut length;
        let ok =
            QueryFullProcessImageNameW(handle, PROCESS_NAME_WIN32, path.as_mut_ptr(), capacity);
        CloseHandle(handle);
        ok
    };
    path.truncate(usize::try_from(length).unwrap_or(0));
    (ok != 0).then(|| String::from_utf16_lossy(&path))
}

/// Client area, in desktop coordinates.
pub fn client(id: WindowId) -> Option<Bounds> {
    let window = hwnd(id);
    let (mut rect, mut corner) = (RECT::default(), POINT::default());
    let ok = unsafe {
        GetClientRect(window, &raw mut rect) != 0 && ClientToScreen(window, &raw mut corner) != 0
    };
    let Bounds { width, height, .. } = bounds(&rect);
    ok.then_some(Bounds {
        x: corner.x,
        y: corner.y,
        width,
        height,
    })
}

/// Area including the frame.
pub fn frame(id: WindowId) -> Option<Bounds> {
    let mut rect = RECT::default();
    let ok = unsafe { GetWindowRect(hwnd(id), &raw mut rect) };
    (ok != 0).then(|| bounds(&rect))
}

/// Foreground window; `None` if it is minimised.
pub fn foreground() -> Option<WindowId> {
    window_id(unsafe { GetForegroundWindow() }).filter(|id| !is_minimised(*id))
}

/// Brings a window to the front. Returns `false` if the system refuses.
pub fn bring_to_front(id: WindowId) -> bool {
    let window = hwnd(id);
    unsafe {
        if IsIconic(window) != 0 {
            ShowWindow(window, SW_RESTORE);
        }
        SetForegroundWindow(window) != 0
    }
}

/// Top-level window at a pixel.
pub fn window_at(x: i32, y: i32) -> Option<WindowId> {
    window_id(unsafe { GetAncestor(WindowFromPoint(POINT { x, y }), GA_ROOT) })
}

/// Returns whether a monitor shows this pixel.
pub fn is_on_screen(x: i32, y: i32) -> bool {
    unsafe { !MonitorFromPoint(POINT { x, y }, MONITOR_DEFAULTTONULL).is_null() }
}

pub fn monitors() -> Vec<Bounds> {
    extern "system" fn add(_: HMONITOR, _: HDC, rect: *mut RECT, list: LPARAM) -> i32 {
        let list: *mut Vec<Bounds> = with_exposed_provenance_mut(list.cast_unsigned());
        // Points to the list below, which nothing else uses during the call.
        unsafe { (*list).push(bounds(&*rect)) };
        1
    }
    let mut list: Vec<Bounds> = Vec::new();
    let pointer = (&raw mut list).expose_provenance().cast_signed();
    unsafe { EnumDisplayMonitors(null_mut(), null(), Some(add), pointer) };
    list
}

pub fn pointer() -> Option<(i32, i32)> {
    let mut at = POINT::default();
    let ok = unsafe { GetCursorPos(&raw mut at) };
    (ok != 0).then_some((at.x, at.y))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureSource {
    /// The window, even if covered.
    Window(WindowId),
    /// The screen.
    Screen,
}

/// Pixels of an area, four bytes each: blue, green, red and an unused one.
pub fn pixels(source: CaptureSource, area: Bounds) -> Option<Vec<u8>> {
    let width = i32::try_from(area.width).ok()?;
    let height = i32::try_from(area.height).ok()?;
    let length = usize::try_from(area.width.checked_mul(area.height)?.checked_mul(4)?).ok()?;
    let info = BITMAPINFO {
        bmiHeader: BITMAPINFOHEADER {
            biSize: u32::try_from(size_of::<BITMAPINFOHEADER>()).ok()?,
            biWidth: width,
            // Negative for rows from top to bottom.
            biHeight: -height,
            biPlanes: 1,
            biBitCount: 32,
            biCompression: BI_RGB,
            ..BITMAPINFOHEADER::default()
        },
        ..BITMAPINFO::default()
    };
    unsafe {
        let screen = GetDC(null_mut());
        let canvas = CreateCompatibleDC(screen);
        let mut bytes: *mut c_void = null_mut();
        let bitmap: HBITMAP = CreateDIBSection(
            canvas,
            &raw const info,
            DIB_RGB_COLORS,
            &raw mut bytes,
            null_mut(),
            0,
        );
        let mut copy = None;
        if !bitmap.is_null() && !bytes.is_null() {
            let before = SelectObject(canvas, bitmap);
            let drawn = match source {
                CaptureSource::Window(id) => {
                    PrintWindow(hwnd(id), canvas, PW_CLIENTONLY | PW_RENDERFULLCONTENT)
                }
                CaptureSource::Screen => {
                    BitBlt(canvas, 0, 0, width, height, screen, area.x, area.y, SRCCOPY)
                }
            };
            GdiFlush();
            if drawn != 0 {
                copy = Some(std::slice::from_raw_parts(bytes.cast::<u8>(), length).to_vec());
            }
            SelectObject(canvas, before);
        }
        DeleteObject(bitmap);
        DeleteDC(canvas);
        ReleaseDC(null_mut(), screen);
        copy
    }
}

/// Scan code of the key that types a character in a window, with the modifiers in the format of `VkKeyScanExW`.
pub fn key_for_char(id: WindowId, character: u16) -> Option<(ScanCode, u8)> {
    let (key, modifiers, layout) = unsafe {
        let (thread, _) = thread_and_process(id);
        let layout = GetKeyboardLayout(thread);
        // Both are 0xff if no key types the character.
        let [key, modifiers] = VkKeyScanExW(character, layout).to_le_bytes();
        (key, modifiers, layout)
    };
    if key == 0xff && modifiers == 0xff {
        return None;
    }
    let scan = unsafe { MapVirtualKeyExW(key.into(), MAPVK_VK_TO_VSC_EX, layout) };
    let scan = ScanCode::try_from(scan).ok().filter(|scan| *scan != 0);
    Some((scan?, modifiers))
}

/// Returns whether a key is down, pressed by the user or by this program.
pub fn is_down(key: u16) -> bool {
    // The sign bit means down; other bits concern earlier presses.
    unsafe { GetAsyncKeyState(key.into()) < 0 }
}

/// Returns whether the user has swapped the pointer's buttons.
pub fn buttons_are_swapped() -> bool {
    unsafe { GetSystemMetrics(SM_SWAPBUTTON) != 0 }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputEvent {
    /// Presses or releases a key.
    Key { scan: ScanCode, down: bool },
    /// Moves the pointer to a pixel of the desktop.
    Move { x: i32, y: i32 },
    /// Changes a button at a pixel of the desktop.
    ButtonAt {
        x: i32,
        y: i32,
        flags: MOUSE_EVENT_FLAGS,
    },
    /// Changes a button at the pointer's position.
    Button(MOUSE_EVENT_FLAGS),
}

/// Sends events without others in between. Returns `false` if the system refuses.
pub fn send(events: &[InputEvent]) -> bool {
    let inputs: Vec<INPUT> = events.iter().map(|event| input(*event)).collect();
    let count = u32::try_from(inputs.len()).unwrap_or(0);
    let size = i32::try_from(size_of::<INPUT>()).unwrap_or(0);
    unsafe { SendInput(count, inputs.as_ptr(), size) == count }
}

fn input(event: InputEvent) -> INPUT {
    const AT: MOUSE_EVENT_FLAGS = MOUSEEVENTF_MOVE | MOUSEEVENTF_ABSOLUTE | MOUSEEVENTF_VIRTUALDESK;
    let mouse = |dx, dy, flags| INPUT {
        r#type: INPUT_MOUSE,
        Anonymous: INPUT_0 {
            mi: MOUSEINPUT {
                dx,
                dy,
                dwFlags: flags,
                ..MOUSEINPUT::default()
            },
        },
    };
    match event {
        InputEvent::Key { scan, down } => INPUT {
            r#type: INPUT_KEYBOARD,
            Anonymous: INPUT_0 {
                ki: KEYBDINPUT {
                    wScan: scan & 0xff,
                    dwFlags: KEYEVENTF_SCANCODE
                        | if scan > 0xff {
                            KEYEVENTF_EXTENDEDKEY
                        } else {
                            0
                        }
                        | if down { 0 } else { KEYEVENTF_KEYUP },
                    ..KEYBDINPUT::default()
                },
            },
        },
        InputEvent::Move { x, y } => mouse(normalized_x(x), normalized_y(y), AT),
        InputEvent::ButtonAt { x, y, flags } => mouse(normalized_x(x), normalized_y(y), AT | flags),
        InputEvent::Button(flags) => mouse(0, 0, flags),
    }
}

fn normalized_x(x: i32) -> i32 {
    normalized(x, SM_XVIRTUALSCREEN, SM_CXVIRTUALSCREEN)
}

fn normalized_y(y: i32) -> i32 {
    normalized(y, SM_YVIRTUALSCREEN, SM_CYVIRTUALSCREEN)
}

/// Converts a coordinate to 1/65536 of the virtual desktop. The middle of the pixel is safe from rounding.
fn normalized(at: i32, from: SYSTEM_METRICS_INDEX, size: SYSTEM_METRICS_INDEX) -> i32 {
    let (from, size) = unsafe { (GetSystemMetrics(from), GetSystemMetrics(size).max(1)) };
    let at = i64::from(at) - i64::from(from);
    i32::try_from((at * 65_536 + 32_768) / i64::from(size)).unwrap_or(0)
}
