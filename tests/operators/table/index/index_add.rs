//! The rows of `aclnnIndexAdd` and `aclnnIndexAddV2`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::number::is_known;
use crate::reference::scattering;
use crate::table::samples::scalar;
use crate::table::shared::index::INDEX;
use crate::table::shared::index::slices::{SCALAR, copied, with_out};
use crate::table::{OVERLAP, Row, STRIDED, computes};

fn added() -> Vec<Vec<Argument>> {
    let mut samples = copied();
    for sample in &mut samples {
        sample.push(scalar(F32, 2.0));
    }
    samples
}

fn added_by_mode() -> Vec<Vec<Argument>> {
    let mut samples = added();
    let first = samples[0].clone();
    samples.push(first);
    let last = samples.len() - 1;
    for (k, sample) in samples.iter_mut().enumerate() {
        let dtype = sample[0].tensors()[0].dtype;
        sample[4] = scalar(dtype, 2.0);
        sample.push(Argument::Int(if k == last { 0 } else { 1 }));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIndexAdd", || with_out(added()))
            .accepts(&[
                (
                    "self",
                    "f32 i32 f16 f64 i16 i8 u8 i64 bool | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("source", "as self"),
                ("alpha", SCALAR),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::index_add)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnIndexAddV2", || with_out(added_by_mode()))
            .accepts(&[
                ("self", "f32 i32 f16 f64 i16 i8 u8 i64 bool bf16"),
                ("index", INDEX),
                ("source", "as self"),
                ("alpha", "casts"),
                ("out", "as self"),
            ])
            // No scalar has a type of fewer bits than a byte.
            .computes(|arguments| computes::own(arguments).filter(|&dtype| is_known(dtype)))
            .whole(scattering::index_add)
            .holds(STRIDED | OVERLAP),
    ]
}
