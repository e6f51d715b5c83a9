//! The rows of `aclnnNormalFloatFloat` and its other forms.

use crate::table::shared::draws::DISTRIBUTIONS;
use crate::table::shared::draws::samples::{means, normals};
use crate::table::{Accuracy, ELEMENTWISE, EMPTY, RANK_0, RANK_8, Row, STRIDED, computes};

const OF: &str = "bf16 f16 f32 f64";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNormalFloatFloat", || normals(None, None))
            .accepts(&[("out", OF)])
            .computes(computes::own)
            .held_by(DISTRIBUTIONS)
            .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
            .holds(STRIDED | EMPTY | RANK_0 | RANK_8),
        Row::new("aclnnNormalFloatTensor", || normals(None, Some(means)))
            .accepts(&[("std", OF), ("out", OF)])
            .computes(computes::own)
            .held_by(DISTRIBUTIONS)
            .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
            .holds(ELEMENTWISE),
        Row::new("aclnnNormalTensorFloat", || normals(Some(means), None))
            .accepts(&[("mean", OF), ("out", OF)])
            .computes(computes::own)
            .held_by(DISTRIBUTIONS)
            .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
            .holds(ELEMENTWISE),
        Row::new("aclnnNormalTensorTensor", || {
            normals(Some(means), Some(means))
        })
        .accepts(&[("mean", OF), ("std", OF), ("out", OF)])
        .computes(computes::own)
        .held_by(DISTRIBUTIONS)
        .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
        .holds(ELEMENTWISE),
    ]
}
