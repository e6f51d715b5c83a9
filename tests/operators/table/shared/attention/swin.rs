//! Samples and checks of several operators: layers of shifted windows over codes, which Ascend310P has.

use crate::argument::Argument;
use crate::table::attention::mla_preprocess::integers;
use crate::table::samples::{read, write};
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype::*;

/// Words of factors around a number.
pub fn words(shape: &[i64], around: f32, number: i64) -> Argument {
    let each = (0..61_i64).map(|at| {
        let scale = around * (1.0 + ((at * 37 + number) % 29) as f32 / 32.0);
        ((1_i64 << 46) + i64::from(scale.to_bits() | 0x123)) as f64
    });
    read(U64, shape, &each.collect::<Vec<_>>())
}

/// Batch, heads, elements of a head, rows and columns of positions and of a window.
pub fn layer(of: [i64; 7]) -> Vec<Argument> {
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

pub const F16_ON_310P: &str = "none | 310: f16";
