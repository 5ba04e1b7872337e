//! One test binary: a module per layer.

mod emulator;
mod emulator_smoke;
mod tidy;
