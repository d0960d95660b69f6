//! Two windows that record what reaches them, and a person's hands.

use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{HWND, LPARAM, LRESULT, RECT, WPARAM};
use windows_sys::Win32::Graphics::Gdi::{CreateSolidBrush, DeleteObject, FillRect, HDC};
use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    GetAsyncKeyState, INPUT, INPUT_0, INPUT_KEYBOARD, KEYBDINPUT, KEYEVENTF_KEYUP, SendInput,
    VIRTUAL_KEY, VK_F24,
};
use windows_sys::Win32::UI::WindowsAndMessaging::{
    AdjustWindowRect, CreateWindowExW, DefWindowProcW, DispatchMessageW, GetClientRect,
    GetMessageW, HWND_NOTOPMOST, HWND_TOPMOST, MSG, PostMessageW, RegisterClassW, SW_MINIMIZE,
    SW_SHOWNORMAL, SWP_NOACTIVATE, SWP_NOMOVE, SWP_NOSIZE, SWP_NOZORDER, SendMessageW,
    SetWindowPos, ShowWindow, WM_CLOSE, WM_ERASEBKGND, WM_KEYDOWN, WM_LBUTTONDOWN, WM_NULL,
    WM_PRINTCLIENT, WM_QUIT, WM_SYSKEYDOWN, WNDCLASSW, WS_OVERLAPPEDWINDOW,
};

use planwright_autoplay::desktop::WindowId;
use planwright_autoplay::desktop::windows::api;
use scripted::conformance::Received;

/// The colours of the left half and of the right one, as blue, green, red; no frame has them.
pub(super) const HALVES: [u32; 2] = [0x0020_40c0, 0x00c0_8020];

/// A key that no keyboard has: it tells that all input before it has arrived.
const MARK: VIRTUAL_KEY = VK_F24;

static RECEIVED: Mutex<Vec<Received>> = Mutex::new(Vec::new());
static MARKS: AtomicUsize = AtomicUsize::new(0);

/// Waits until something holds.
pub(super) fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < deadline, "timed out: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

fn name(window: HWND) -> WindowId {
    WindowId(window.expose_provenance() as u64)
}

/// Paints both halves.
fn paint(window: HWND, canvas: HDC) {
    let mut area = RECT::default();
    unsafe { GetClientRect(window, &raw mut area) };
    let middle = area.right / 2;
    for (colour, left, right) in [(HALVES[0], 0, middle), (HALVES[1], middle, area.right)] {
        let half = RECT {
            left,
            right,
            ..area
        };
        unsafe {
            let brush = CreateSolidBrush(colour);
            FillRect(canvas, &raw const half, brush);
            DeleteObject(brush);
        }
    }
}

extern "system" fn hear(window: HWND, message: u32, word: WPARAM, long: LPARAM) -> LRESULT {
    let record = |click| {
        let window = name(window);
        let mut all = RECEIVED.lock().expect("no window panics");
        all.push(Received { window, click });
    };
    match message {
        WM_KEYDOWN | WM_SYSKEYDOWN if word == usize::from(MARK) => {
            MARKS.fetch_add(1, Ordering::SeqCst);
        }
        WM_KEYDOWN | WM_SYSKEYDOWN => record(None),
        WM_LBUTTONDOWN => {
            let part = |shift: u32| i32::from((long >> shift) as u16 as i16);
            record(Some((part(0), part(16))));
        }
        WM_ERASEBKGND | WM_PRINTCLIENT => {
            paint(window, std::ptr::with_exposed_provenance_mut(word));
            return 1;
        }
        _ => {}
    }
    unsafe { DefWindowProcW(window, message, word, long) }
}

fn create(title: &str, (x, y): (i32, i32), size: (u32, u32)) -> HWND {
    let (width, height) = with_frame(size);
    let (class, title) = (wide("recorder"), wide(title));
    unsafe {
        CreateWindowExW(
            0,
            class.as_ptr(),
            title.as_ptr(),
            WS_OVERLAPPEDWINDOW,
            x,
            y,
            width,
            height,
            null_mut(),
            null_mut(),
            null_mut(),
            null(),
        )
    }
}

/// The size of a window with a client area of this one.
fn with_frame((width, height): (u32, u32)) -> (i32, i32) {
    let mut area = RECT {
        right: width.cast_signed(),
        bottom: height.cast_signed(),
        ..RECT::default()
    };
    unsafe { AdjustWindowRect(&raw mut area, WS_OVERLAPPEDWINDOW, 0) };
    (area.right - area.left, area.bottom - area.top)
}

/// The windows, on a thread of their own as those of another program are: one queue, in which what
/// arrives keeps its order.
pub(super) struct Recorders {
    pub(super) target: WindowId,
    pub(super) other: WindowId,
    thread: Option<JoinHandle<()>>,
}

impl Recorders {
    pub(super) fn open(size: (u32, u32)) -> Self {
        let (told, tells) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let class_name = wide("recorder");
            let class = WNDCLASSW {
                lpfnWndProc: Some(hear),
                lpszClassName: class_name.as_ptr(),
                ..WNDCLASSW::default()
            };
            // Refused from the second time on: the class is there.
            unsafe { RegisterClassW(&raw const class) };
            for (title, place) in [("Other", (600, 400)), ("Target", (100, 100))] {
                let window = create(title, place, size);
                unsafe { ShowWindow(window, SW_SHOWNORMAL) };
                told.send(name(window)).expect("is awaited");
            }
            let mut message = MSG::default();
            while unsafe { GetMessageW(&raw mut message, null_mut(), 0, 0) } > 0 {
                unsafe { DispatchMessageW(&raw const message) };
            }
        });
        let [other, target] = [(); 2].map(|()| tells.recv().expect("a window opens"));
        RECEIVED.lock().expect("no window panics").clear();
        Self {
            target,
            other,
            thread: Some(thread),
        }
    }

    /// Places and sizes a window; `above` tells whether it lies over all others, active or not.
    pub(super) fn place(id: WindowId, at: (i32, i32), above: bool) {
        let level = if above { HWND_TOPMOST } else { HWND_NOTOPMOST };
        let flags = SWP_NOACTIVATE | SWP_NOSIZE;
        unsafe { SetWindowPos(api::hwnd(id), level, at.0, at.1, 0, 0, flags) };
    }

    pub(super) fn resize(id: WindowId, size: (u32, u32)) {
        let (width, height) = with_frame(size);
        let flags = SWP_NOACTIVATE | SWP_NOMOVE | SWP_NOZORDER;
        unsafe { SetWindowPos(api::hwnd(id), null_mut(), 0, 0, width, height, flags) };
    }

    pub(super) fn minimise(id: WindowId) {
        unsafe { ShowWindow(api::hwnd(id), SW_MINIMIZE) };
    }

    pub(super) fn close(id: WindowId) {
        unsafe { SendMessageW(api::hwnd(id), WM_CLOSE, 0, 0) };
    }

    /// Waits until a window has answered to everything that it was told.
    pub(super) fn settle(id: WindowId) {
        unsafe { SendMessageW(api::hwnd(id), WM_NULL, 0, 0) };
    }

    /// What has arrived, when all has that was sent.
    pub(super) fn received(&self) -> Vec<Received> {
        self.catch_up();
        RECEIVED.lock().expect("no window panics").clone()
    }

    pub(super) fn is_anything_down(&self) -> bool {
        self.catch_up();
        (1..=u8::MAX).any(|key| unsafe { GetAsyncKeyState(key.into()) } < 0)
    }

    /// Waits until all input that was sent has arrived.
    pub(super) fn catch_up(&self) {
        let is_ours = |id| id == Some(self.target) || id == Some(self.other);
        if !is_ours(api::foreground()) {
            api::bring_to_front(self.other);
            wait_for("a window of ours is active", || is_ours(api::foreground()));
        }
        let before = MARKS.load(Ordering::SeqCst);
        press(MARK, true);
        press(MARK, false);
        wait_for("the mark arrives", || {
            MARKS.load(Ordering::SeqCst) > before && unsafe { GetAsyncKeyState(MARK.into()) } >= 0
        });
    }
}

impl Drop for Recorders {
    fn drop(&mut self) {
        unsafe { PostMessageW(api::hwnd(self.other), WM_QUIT, 0, 0) };
        if let Some(thread) = self.thread.take() {
            // Its windows end with it.
            drop(thread.join());
        }
    }
}

/// The person presses a key, or lets it up.
pub(super) fn press(key: VIRTUAL_KEY, down: bool) {
    let input = INPUT {
        r#type: INPUT_KEYBOARD,
        Anonymous: INPUT_0 {
            ki: KEYBDINPUT {
                wVk: key,
                dwFlags: if down { 0 } else { KEYEVENTF_KEYUP },
                ..KEYBDINPUT::default()
            },
        },
    };
    let size = i32::try_from(size_of::<INPUT>()).expect("is small");
    let sent = unsafe { SendInput(1, &raw const input, size) };
    assert_eq!(sent, 1, "the person's keys are not taken");
}

/// The person moves the pointer.
pub(super) fn point((x, y): (i32, i32)) {
    assert!(
        api::send(&[api::InputEvent::Move { x, y }]),
        "the pointer does not move"
    );
    wait_for("the pointer is there", || api::pointer() == Some((x, y)));
}
