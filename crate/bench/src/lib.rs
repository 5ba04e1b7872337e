//! Benchmarks: see `benches` and the README of this folder.
