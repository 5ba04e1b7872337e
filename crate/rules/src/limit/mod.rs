//! Rules on Spanner's documented limits.

pub mod limit_cell_size;
pub mod limit_change_streams;
pub mod limit_columns_per_table;
pub mod limit_commit_size;
pub mod limit_ddl_size;
pub mod limit_identifier;
pub mod limit_index_key_columns;
pub mod limit_indexes_per_database;
pub mod limit_indexes_per_table;
pub mod limit_key_columns;
pub mod limit_key_size;
pub mod limit_locality_groups;
pub mod limit_mutations_per_commit;
pub mod limit_presplit;
pub mod limit_property_graphs;
pub mod limit_row_nonkey_size;
pub mod limit_tables_per_database;
pub mod limit_view_depth;
