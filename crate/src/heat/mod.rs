//! The picture: load by key range and time, and its pixels.
