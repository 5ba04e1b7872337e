//! Rules on types and names of columns.

pub mod type_epoch_int;
pub mod type_float_key;
pub mod type_float_money;
pub mod type_invalid_key;
pub mod type_name_case_clash;
pub mod type_numeric_precision;
pub mod type_reserved_word;
pub mod type_string_max_key;
pub mod type_uuid_as_string;
pub mod type_uuid_case;
pub mod type_uuid_fn_mismatch;
