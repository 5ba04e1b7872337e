//! How much room a list gets before it is read.

use super::cursor::Cursor;

/// Elements that room is made for at once; our assumption, wider than nearly any table. A
/// list of more commas than that may be nothing but commas.
pub(super) const ROOM_MAX: usize = 1024;

/// How many things the list in the bracket here may hold: what a list grows to by itself has room
/// for up to twice as many, and a text has as many lists as tables and indexes.
pub(super) fn room_inside(c: &Cursor<'_>) -> usize {
    c.items_inside().min(ROOM_MAX)
}
