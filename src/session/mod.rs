//! One open level: history, plan, playback, save, autosave. Knows no game and no egui.
