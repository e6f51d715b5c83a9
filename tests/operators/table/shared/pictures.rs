//! Samples and checks of several operators: pictures: in front of others, in another size, of triangles, and the boxes that were found in them.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use crate::table::shared::rows::varied;
use hostnpu::tensor::Dtype::{self, *};

/// Bytes, or numbers around 0.
pub fn pixels(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    if dtype != U8 {
        return varied(dtype, shape, number);
    }
    let count: i64 = shape.iter().product();
    let bytes: Vec<f64> = (0..count)
        .map(|k| ((k * 37 + number * 101) % 256) as f64)
        .collect();
    read(U8, shape, &bytes)
}

pub fn blended() -> Vec<Vec<Argument>> {
    let of = |places: &[i64]| {
        let shape = |channels: i64| [places, &[channels]].concat();
        vec![
            pixels(U8, &shape(3), 1),
            pixels(U8, &shape(1), 2),
            pixels(U8, &shape(3), 3),
            write(U8, &shape(3)),
        ]
    };
    let all: [&[i64]; 4] = [&[3, 5], &[16, 16], &[1, 1], &[4]];
    all.map(of).to_vec()
}

pub const ON_310P: &str = "none | 310: u8";
