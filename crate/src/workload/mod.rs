//! From schema and facts to load: which objects there are on the key axis, and where and how fast
//! rows arrive in each.
