//! Parts of tensors.

use hostnpu::tensor::Dtype::{self, *};

use super::ints;
use crate::argument::Argument;
use crate::reference::movement;
use crate::table::samples::{patterns, write};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

const TYPES: [Dtype; 5] = [F32, I8, Bf16, I64, Bool];

/// Forwards in steps, from the end, beyond the ends, and nothing.
fn slice() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in TYPES {
        for (shape, [dim, start, end, step], out) in [
            (&[5, 8][..], [1, 0, 8, 2], &[5, 4][..]),
            (&[5, 8], [0, -4, -1, 1], &[3, 8]),
            (&[5, 8], [-1, -100, i64::MAX, 3], &[5, 3]),
            (&[300, 70], [1, 3, 64, i64::MAX], &[300, 1]),
            (&[3, 130, 65], [1, 1, 130, 2], &[3, 65, 65]),
            (&[5, 8], [1, 6, 2, 1], &[5, 0]),
        ] {
            let mut call = vec![patterns(dtype, shape, 3)];
            call.extend([dim, start, end, step].map(Argument::Int));
            call.push(write(dtype, out));
            samples.push(call);
        }
    }
    samples
}

/// No, one and three dimensions.
fn slices() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in TYPES {
        for (shape, [starts, ends, axes, steps], out) in [
            (
                &[5, 8][..],
                [&[1, 0][..], &[5, 8], &[0, 1], &[2, 3]],
                &[2, 3][..],
            ),
            (&[5, 8], [&[], &[], &[], &[]], &[5, 8]),
            (&[], [&[], &[], &[], &[]], &[]),
            (
                &[4, 50, 41],
                [&[-9, 1, 40], &[99, -1, 41], &[1, 0, -1], &[4, 1, 7]],
                &[2, 3, 1],
            ),
        ] {
            let mut call = vec![patterns(dtype, shape, 5)];
            call.extend([starts, ends, axes, steps].map(ints));
            call.push(write(dtype, out));
            samples.push(call);
        }
    }
    samples
}

/// Slices both ways with every mask: begins and ends left out, dimensions in between, new ones, and ones that go.
fn strided() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in TYPES {
        for (shape, arrays, masks, out) in [
            (
                &[5, 8][..],
                [&[1, 0][..], &[5, 8], &[2, 3]],
                [0; 5],
                &[2, 3][..],
            ),
            (&[5, 8], [&[-1, 9], &[0, -9], &[-2, -1]], [0; 5], &[2, 8]),
            (
                &[5, 8],
                [&[2, 7], &[3, 1], &[1, -3]],
                [1, 2, 0, 0, 0],
                &[3, 3],
            ),
            (
                &[2, 3, 4, 5],
                [&[0, 9, 1, -2], &[1, 9, 0, 0], &[1, 1, 1, 1]],
                [0, 0, 2, 4, 8],
                &[1, 3, 4, 1],
            ),
            (&[70, 61], [&[60], &[2], &[-7]], [0; 5], &[9, 61]),
            (&[3, 4], [&[1, 2], &[0, 0], &[1, 1]], [0, 0, 0, 0, 3], &[]),
            (&[3, 4], [&[], &[], &[]], [7; 5], &[3, 4]),
            (&[3, 4], [&[2], &[1], &[1]], [0; 5], &[0, 4]),
        ] {
            let mut call = vec![patterns(dtype, shape, 3)];
            call.extend(arrays.map(ints));
            // No ellipsis mask has several bits.
            call.extend(masks.map(|mask: i64| Argument::Int(mask)));
            call[6] = Argument::Int(if arrays[0].is_empty() { 0 } else { masks[2] });
            call.push(write(dtype, out));
            samples.push(call);
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const SLICED: &str = "f32 f16 i64 i8 i32 u8 bool | 910B 950: + bf16";
    vec![
        Row::new("aclnnSlice", slice)
            .accepts(&[("self", SLICED), ("out", "as self")])
            .computes(computes::own)
            .bits(movement::slice)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnSliceV2", slices)
            .accepts(&[("self", SLICED), ("out", "as self")])
            .computes(computes::own)
            .bits(movement::slices)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnStridedSlice", strided)
            .accepts(&[
                (
                    "self",
                    "none | 950: f16 f32 i32 u8 bool i8 i16 i64 u16 u32 u64 bf16 c32 c64 hif8 e5m2 e4m3",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::strided_slice)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
