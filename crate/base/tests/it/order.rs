//! The one sort of the engine sorts as that of the standard library does.

use hotsplit_base::order;
use proptest::prelude::*;

proptest! {
    #[test]
    fn it_sorts_and_what_is_equal_keeps_its_order(list in proptest::collection::vec(0..9_u8, 0..200)) {
        let mut sorted: Vec<(u8, usize)> = list.into_iter().zip(0..).collect();
        let mut expected = sorted.clone();
        expected.sort_by_key(|it| it.0);
        order::by_key(&mut sorted, |it| it.0);
        prop_assert_eq!(&sorted, &expected);
        expected.sort_by(|one, other| other.cmp(one));
        order::by(&mut sorted, |one, other| other.cmp(one));
        prop_assert_eq!(&sorted, &expected);
        order::ascending(&mut sorted);
        expected.reverse();
        prop_assert_eq!(&sorted, &expected);
    }
}
