//! Room for lists that grow one by one and are kept: problems, findings, names of a long text.

/// Adds an item, and makes room for a quarter more where there is none. A list that doubles has, with
/// what it was copied from, room for three times as many items as it holds.
pub fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 4).max(4));
    }
    list.push(item);
}

#[cfg(test)]
mod tests {
    use super::push;

    #[test]
    fn a_list_has_little_room_that_it_does_not_use() {
        let mut list = Vec::new();
        for item in 0..10_000 {
            push(&mut list, item);
            assert!(list.capacity() <= list.len() + (list.len() / 4).max(4), "at {item}");
        }
        assert!(list.iter().copied().eq(0..10_000));
    }
}
