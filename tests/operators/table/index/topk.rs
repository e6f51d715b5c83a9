//! The rows of `aclnnTopk` and `aclnnTopkV2`.

use crate::argument::Argument;
use crate::call::call;
use crate::reference::ordering;
use crate::table::shared::search::ordering::{INDICES, VALUES, tops};
use crate::table::{OVERLAP, Row, STRIDED, entry};

const RANKED: &str = "f32 i32 i64 f16 i16 i8 u8 f64 | 910B 950: + bf16 | 950: + u16 u32 u64";

/// The same with both orders of equal elements.
fn tops_v2() -> Vec<Vec<Argument>> {
    let policies = [0, 1].into_iter().cycle().map(Argument::Int);
    let mut samples = tops();
    for (sample, policy) in samples.iter_mut().zip(policies) {
        sample.insert(5, policy);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTopk", tops)
            .accepts(&[("self", RANKED), VALUES, INDICES])
            .whole(ordering::top)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnTopkV2", tops_v2)
            .accepts(&[("self", RANKED), VALUES, INDICES])
            .whole(ordering::top)
            .holds(STRIDED | OVERLAP),
    ]
}

#[test]
fn orders_of_equal_elements_are_0_or_1() {
    for (policy, sample) in (-1..=2).zip(tops_v2()) {
        let mut sample = sample.clone();
        sample[5] = Argument::Int(policy);
        let is_right = (0..=1).contains(&policy);
        assert_eq!(call(entry("aclnnTopkV2"), &sample).is_ok(), is_right);
    }
}
