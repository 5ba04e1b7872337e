//! One test binary: a module per layer.

mod fixes;
