//! The door: functions that the page may call. No decisions here.

use wasm_bindgen::prelude::wasm_bindgen;

/// The engine's version, as in `0.1.0`.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
