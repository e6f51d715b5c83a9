//! The rows of `aclnnMultinomial` and `aclnnMultinomialTensor`.

use hostnpu::tensor::Dtype;

use crate::reference::draws;
use crate::table::Row;
use crate::table::shared::draws::samples::{classes, held, ints};
use crate::table::shared::draws::{OUT_ONLY, SEEDS};

const CLASSES: &str = "f32 f16 f64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMultinomial", || classes(|| ints(&[42, 8])))
            .accepts(&[("self", CLASSES), ("out", "i64")])
            .computes(|_| Some(Dtype::I64))
            .whole(draws::classes)
            .holds(OUT_ONLY),
        Row::new("aclnnMultinomialTensor", || classes(held))
            .accepts(&[("self", CLASSES), SEEDS[0], SEEDS[1], ("out", "i64")])
            .computes(|_| Some(Dtype::I64))
            .whole(draws::classes)
            .holds(OUT_ONLY),
    ]
}
