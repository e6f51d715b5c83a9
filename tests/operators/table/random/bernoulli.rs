//! The rows of `aclnnBernoulli` and its other forms.

use crate::reference::draws;
use crate::table::shared::draws::samples::{one_probability, ones, probabilities};
use crate::table::{ELEMENTWISE, IN_PLACE, Row, computes};

const ONES: &str = "f32 i32 i64 f16 i16 i8 u8 f64 bool | 910B: + bf16 | 950: + bf16 u16 u32 u64";
const PROBABILITIES: &str = "f32 f16 f64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBernoulli", || ones(one_probability, false))
            .accepts(&[("self", ONES), ("prob", PROBABILITIES), ("out", "as self")])
            .computes(computes::own)
            .whole(draws::bernoulli)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceBernoulli", || ones(one_probability, true))
            .accepts(&[("selfRef", ONES), ("prob", PROBABILITIES)])
            .computes(computes::own)
            .whole(draws::bernoulli)
            .holds(IN_PLACE),
        Row::new("aclnnBernoulliTensor", || ones(probabilities, false))
            .accepts(&[("self", ONES), ("prob", PROBABILITIES), ("out", "as self")])
            .computes(computes::own)
            .whole(draws::bernoulli_of)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceBernoulliTensor", || ones(probabilities, true))
            .accepts(&[("selfRef", ONES), ("prob", PROBABILITIES)])
            .computes(computes::own)
            .whole(draws::bernoulli_of)
            .holds(IN_PLACE),
    ]
}
