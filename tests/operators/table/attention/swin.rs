//! Layers of shifted windows over codes, which Ascend310P has.

use hostnpu::tensor::Dtype::*;

use super::super::Row;
use super::super::rows::{near_1, varied};
use super::mla_preprocess::integers;
use crate::argument::Argument;
use crate::reference::swin;
use crate::table::samples::{read, write};

/// Words of factors around a number.
fn words(shape: &[i64], around: f32, number: i64) -> Argument {
    let each = (0..61_i64).map(|at| {
        let scale = around * (1.0 + ((at * 37 + number) % 29) as f32 / 32.0);
        ((1_i64 << 46) + i64::from(scale.to_bits() | 0x123)) as f64
    });
    read(U64, shape, &each.collect::<Vec<_>>())
}

/// Batch, heads, elements of a head, rows and columns of positions and of a window.
fn layer(of: [i64; 7]) -> Vec<Argument> {
    let [batch, heads, own, rows, columns, high, wide] = of;
    let width = heads * own;
    let windows = batch * rows * columns / (high * wide);
    let output = write(F16, &[windows, heads, high * wide, own]);
    let ints = [heads, own].map(Argument::Int);
    let sizes = [rows, columns, high, wide].map(Argument::Int);
    let mut all = vec![
        varied(F16, &[batch, rows * columns, width], 1),
        near_1(F16, &[width], 2),
        varied(F16, &[width], 3),
        integers(I8, &[3 * width, width], 4),
        integers(I32, &[3 * width], 5),
        read(F16, &[width], &[13.0, 17.5, 9.25, 30.0, 11.0]),
        read(F16, &[width], &[-3.0, 0.25, 7.5]),
        words(&[3 * width], 1.0 / 1024.0, 6),
    ];
    all.extend(ints);
    all.push(Argument::Float(1e-4));
    all.extend(sizes);
    all.push(Argument::Bool(true));
    all.extend([output.clone(), output.clone(), output]);
    all
}

fn scores([batch, heads, rows, width]: [i64; 4], is_masked: bool) -> Vec<Argument> {
    let shape = [batch, heads, rows, width];
    let optional = |is_there: bool, of: Argument| if is_there { of } else { Argument::Null };
    let mut all = vec![
        integers(I8, &shape, 1),
        integers(I8, &shape, 2),
        integers(I8, &shape, 3),
        read(F16, &[1, rows], &[113.0, 127.5, 99.25]),
        words(&[1, rows], 1.0 / 16384.0, 4),
        words(&[1, width], 1.0 / 512.0, 5),
        read(F16, &[1, rows], &[-3.0, 0.25, 1.5, -7.0]),
        integers(I32, &[1, rows], 6),
        integers(I32, &[1, width], 7),
        optional(is_masked, varied(F16, &[1, heads, rows, rows], 8)),
        Argument::Null,
    ];
    all.extend([false; 3].map(Argument::Bool));
    all.push(Argument::Int(-1));
    all.push(write(F16, &shape));
    all
}

pub fn rows() -> Vec<Row> {
    const F16_ON_310P: &str = "none | 310: f16";
    vec![
        Row::new("aclnnSwinTransformerLnQkvQuant", || {
            vec![
                layer([2, 1, 32, 7, 14, 7, 7]),
                layer([1, 2, 64, 8, 16, 8, 8]),
                layer([1, 3, 32, 18, 7, 9, 7]),
            ]
        })
        .accepts(&[
            ("x", F16_ON_310P),
            ("gamma", F16_ON_310P),
            ("beta", F16_ON_310P),
            ("weight", "none | 310: i8"),
            ("bias", "none | 310: i32"),
            ("quantScale", F16_ON_310P),
            ("quantOffset", F16_ON_310P),
            ("dequantScale", "none | 310: u64"),
            ("queryOutputOut", F16_ON_310P),
            ("keyOutputOut", F16_ON_310P),
            ("valueOutputOut", F16_ON_310P),
        ])
        .bits(swin::qkv),
        Row::new("aclnnSwinAttentionScoreQuant", || {
            vec![
                scores([2, 3, 7, 32], true),
                scores([1, 2, 49, 64], false),
                scores([1, 1, 1, 32], true),
                // More scores than are kept at a time.
                scores([1, 2, 730, 32], true),
            ]
        })
        .accepts(&[
            ("query", "none | 310: i8"),
            ("key", "none | 310: i8"),
            ("value", "none | 310: i8"),
            ("scaleQuant", F16_ON_310P),
            ("scaleDequant1", "none | 310: u64"),
            ("scaleDequant2", "none | 310: u64"),
            ("biasQuantOptional", F16_ON_310P),
            ("biasDequant1Optional", "none | 310: i32"),
            ("biasDequant2Optional", "none | 310: i32"),
            ("paddingMask1Optional", F16_ON_310P),
            ("paddingMask2Optional", "any"),
            ("out", F16_ON_310P),
        ])
        .bits(swin::attention),
    ]
}
