//! The row of `aclnnStridedSlice`.

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::samples::{patterns, write};
use crate::table::shared::movement::ints;
use crate::table::shared::movement::slicing::TYPES;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

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
    vec![
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
