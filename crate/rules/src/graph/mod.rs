//! Rules on property graphs.

pub mod graph_edge_not_interleaved;
pub mod graph_reverse_edge_index;
