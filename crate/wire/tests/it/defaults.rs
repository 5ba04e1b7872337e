//! The page starts from the engine's defaults: `web/src/state/defaults.ts` has the same numbers.

use hotsplit_wire::engine::defaults::{MINUTES, NODES, SEED};

#[test]
fn the_page_has_the_defaults_of_the_engine() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/state/defaults.ts");
    let page = std::fs::read_to_string(path).unwrap();
    let constants: Vec<&str> = page.lines().filter(|line| line.starts_with("export ")).collect();
    let expected = [
        format!("export const NODES = {NODES};"),
        format!("export const MINUTES = {MINUTES};"),
        format!("export const SEED = {SEED};"),
    ];
    assert_eq!(constants, expected, "copy the numbers of crate/engine/src/defaults.rs");
}
