//! The rows of `aclnnMedian` and its other forms.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::Row;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::search::statistics::WITH_NAN;

const MIDDLE: &str = "f32 f16 u8 i8 i16 i32 i64 | 910B 950: + bf16";

fn tensors() -> Vec<Argument> {
    let mut tensors = vec![
        read(Dtype::F32, &[3, 4], &NUMBERS),
        read(Dtype::F32, &[5, 7], &WITH_NAN),
        read(Dtype::F16, &[2, 3], &[f64::NAN]),
        read(Dtype::I64, &[70_001], &NUMBERS),
        patterns(Dtype::F32, &[300, 3, 40], 1),
        read(Dtype::Bf16, &[], &[2.5]),
    ];
    for dtype in [Dtype::U8, Dtype::I8, Dtype::I16, Dtype::I32, Dtype::Bf16] {
        tensors.push(patterns(dtype, &[41, 6], 3));
    }
    tensors
}

fn of_all() -> Vec<Vec<Argument>> {
    let call = |self_: Argument| {
        let dtype = self_.tensors()[0].dtype;
        vec![self_, write(dtype, &[])]
    };
    tensors().into_iter().map(call).collect()
}

fn along() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, self_) in tensors().into_iter().enumerate() {
        let (dtype, shape) = (self_.tensors()[0].dtype, self_.tensors()[0].shape.clone());
        for dim in [0, -1] {
            let keep = number % 2 == 1;
            let mut reduced = shape.clone();
            if !shape.is_empty() {
                let axis = if dim == 0 { 0 } else { shape.len() - 1 };
                match keep {
                    true => reduced[axis] = 1,
                    false => drop(reduced.remove(axis)),
                }
            }
            samples.push(vec![
                self_.clone(),
                Argument::Int(dim),
                Argument::Bool(keep),
                write(dtype, &reduced),
                write(Dtype::I64, &reduced),
            ]);
        }
    }
    samples
}

const VALUES: (&str, &str) = ("valuesOut", "as self");
const INDICES: (&str, &str) = ("indicesOut", "i64");
const SELF: (&str, &str) = ("self", MIDDLE);

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMedian", of_all)
            .accepts(&[SELF, VALUES])
            .whole(repeats::median),
        Row::new("aclnnNanMedian", of_all)
            .accepts(&[SELF, ("out", "as self")])
            .whole(repeats::nan_median),
        Row::new("aclnnMedianDim", along)
            .accepts(&[SELF, VALUES, INDICES])
            .whole(repeats::median_dim),
        Row::new("aclnnNanMedianDim", along)
            .accepts(&[SELF, VALUES, INDICES])
            .whole(repeats::nan_median_dim),
    ]
}
